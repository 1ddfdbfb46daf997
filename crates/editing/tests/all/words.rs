//! The grammar by which editors that ask nobody paint rules is made from the words of the
//! language: `UPDATE_EXPECT=1 cargo test -p multigame-editing words` writes it again.

use expect_test::expect_file;
use syntax::RESERVED;
use syntax::ast::Compass;

/// The words, as a regular expression takes them.
fn any_of(words: &[&str]) -> String {
    format!("\\\\b({})\\\\b", words.join("|"))
}

fn grammar() -> String {
    let is_section = |word: &&str| syntax::begins_item(word);
    let is_direction = |word: &&str| Compass::named(word).is_some();
    let outcomes = ["draw", "lose", "score", "win"];
    let sections: Vec<&str> = RESERVED.iter().copied().filter(is_section).collect();
    let directions: Vec<&str> = RESERVED.iter().copied().filter(is_direction).collect();
    let others: Vec<&str> = RESERVED
        .iter()
        .copied()
        .filter(|word| !is_section(word) && !is_direction(word) && !outcomes.contains(word))
        .collect();
    let rule = |name: &str, pattern: &str| {
        format!("    {{ \"name\": \"{name}.multigame\", \"match\": \"{pattern}\" }}")
    };
    let definition = "(?:^|(?<=\\\\.))\\\\s*([A-Za-z_][A-Za-z0-9_]*)(?=\\\\s*=(?!=))";
    let patterns = [
        rule("comment.line.double-slash", "//.*$"),
        rule("string.quoted.single", "'[^'\\\\n]*'"),
        format!(
            "    {{\n      \"match\": \"{definition}\",\n      \"captures\": {{ \"1\": {{ \"name\": \
             \"entity.name.function.multigame\" }} }}\n    }}"
        ),
        rule("keyword.other.section", &any_of(&sections)),
        rule("constant.language.direction", &any_of(&directions)),
        rule("keyword.control.outcome", &any_of(&outcomes)),
        rule("keyword.control", &any_of(&others)),
        rule("constant.numeric", "\\\\b[0-9]+\\\\b"),
        rule("keyword.operator", "\\\\.\\\\.|<>|<=|>=|[=<>+*-]"),
    ];
    format!(
        "{{\n  \"$schema\": \"https://raw.githubusercontent.com/martinring/tmlanguage/master/\
         tmlanguage.json\",\n  \"name\": \"Multigame\",\n  \"scopeName\": \"source.multigame\",\n  \
         \"fileTypes\": [\"mg\"],\n  \"patterns\": [\n{}\n  ]\n}}\n",
        patterns.join(",\n")
    )
}

#[test]
fn the_grammar_has_the_words_of_the_language() {
    expect_file!["../../../../editors/vscode/syntaxes/multigame.tmLanguage.json"]
        .assert_eq(&grammar());
}
