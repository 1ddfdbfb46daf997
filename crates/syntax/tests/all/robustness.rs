//! No text makes the parser or the formatter fail: arbitrary characters,
//! arbitrary words of the language, and games with a few words out of place.

use crate::common::{GAMES, check_any, check_format};
use proptest::prelude::*;
use syntax::{Code, FileId, RESERVED, lex, parse};

/// Marks, names and odd things that token soups are made of besides words.
const MARKS: &[&str] = &[
    "=",
    ".",
    ",",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "+",
    "-",
    "*",
    "<",
    ">",
    "<>",
    "..",
    "<=",
    "\n",
    "\n\n",
    "\n  ",
    "// note\n",
    "'X'",
    "'",
    "\"X\"",
    "a1",
    "pawn",
    "x",
    "0",
    "3",
    "99999999999",
    ";",
    "@",
    "é",
    "棋",
    "\t",
    "\r\n",
    "start {",
    "layout x {",
    "}",
    "x =",
    "x = step.\n",
];

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(RESERVED).prop_map(String::from),
        prop::sample::select(MARKS).prop_map(String::from),
    ]
}

/// A game cut into tokens with the spaces and comments before them.
fn pieces(game: &str) -> Vec<String> {
    let mut last = 0;
    let mut pieces = Vec::new();
    for token in lex(FileId(0), game).tokens {
        pieces.push(game[last..token.span.end as usize].to_string());
        last = token.span.end as usize;
    }
    pieces
}

#[derive(Clone, Debug)]
enum Change {
    Delete(prop::sample::Index),
    Double(prop::sample::Index),
    Swap(prop::sample::Index, prop::sample::Index),
    Insert(prop::sample::Index, String),
}

fn change() -> impl Strategy<Value = Change> {
    use prop::sample::Index;
    prop_oneof![
        any::<Index>().prop_map(Change::Delete),
        any::<Index>().prop_map(Change::Double),
        any::<(Index, Index)>().prop_map(|(a, b)| Change::Swap(a, b)),
        (any::<Index>(), word()).prop_map(|(at, word)| Change::Insert(at, word)),
    ]
}

fn apply(pieces: &mut Vec<String>, change: &Change) {
    if pieces.is_empty() {
        return;
    }
    match change {
        Change::Delete(at) => drop(pieces.remove(at.index(pieces.len()))),
        Change::Double(at) => {
            let at = at.index(pieces.len());
            pieces.insert(at, pieces[at].clone());
        }
        Change::Swap(a, b) => {
            let (a, b) = (a.index(pieces.len()), b.index(pieces.len()));
            pieces.swap(a, b);
        }
        Change::Insert(at, word) => pieces.insert(at.index(pieces.len()), format!(" {word} ")),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_characters(text in "(?s).{0,200}") {
        check_any(&text);
    }

    #[test]
    fn any_words(words in prop::collection::vec(word(), 0..60)) {
        check_any(&words.join(" "));
    }

    #[test]
    fn words_in_a_rule(words in prop::collection::vec(word(), 1..8)) {
        check_any(&format!("x = {}.\ny = step.\n", words.join(" ")));
    }

    #[test]
    fn games_with_mistakes(
        game in prop::sample::select(GAMES),
        changes in prop::collection::vec(change(), 1..4),
    ) {
        let mut pieces = pieces(game);
        for change in &changes {
            apply(&mut pieces, change);
        }
        check_any(&pieces.concat());
    }

    #[test]
    fn games_with_more_comments(
        game in prop::sample::select(GAMES),
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>(), any::<bool>()), 1..5),
    ) {
        let mut pieces = pieces(game);
        for (i, (at, own_line, space)) in places.iter().enumerate() {
            let at = at.index(pieces.len());
            let (before, after) = (if *own_line { "\n" } else { " " }, if *space { "\n" } else { "" });
            pieces.insert(at, format!("{before}// {i}\n{after}"));
        }
        let text = pieces.concat();
        prop_assert!(parse(FileId(0), &text).diagnostics.is_empty(), "{text}");
        check_format(&text);
    }

    #[test]
    fn games_with_other_line_breaks(
        game in prop::sample::select(GAMES),
        breaks in prop::collection::vec(any::<bool>(), 400),
    ) {
        // A drawing keeps its rows, and a comment ends with its line.
        let mut text = String::new();
        for (piece, break_) in pieces(game).iter().zip(&breaks) {
            let drawn = piece.contains("//") || piece.contains('/') || piece.trim().contains('\n');
            text.push_str(if *break_ && !drawn { "\n    " } else { " " });
            text.push_str(if drawn { piece } else { piece.trim() });
        }
        prop_assert!(parse(FileId(0), &text).diagnostics.is_empty(), "{text}");
        check_format(&text);
    }
}

#[test]
fn small_games_are_clean() {
    for game in GAMES {
        assert_eq!(check_any(game), 0, "{game}");
    }
}

/// Texts that tempt a parser to deep recursion or to look ahead again and again.
#[test]
fn large_texts_are_read_in_time() {
    let repeated = [
        "x = [",
        "[",
        "(",
        "{",
        "'",
        "\"",
        "x = ",
        "either a, ",
        "try ",
        "not ",
        "a + ",
        "- ",
        "start {",
        "layout ",
        "/*",
        "// x\n",
        "@",
        "x",
        "x = a\n",
        "..",
        "pieces { ",
        "zones { a (",
        "x = count [",
        "or a ",
        "else a ",
        "do a ",
        "a ",
        "a, ",
        "1 ",
        "strat {",
        "\r",
        "é",
        "x = step.\n",
        "lines { a b ",
        "# a ",
        "# a }",
        "; ",
        ";\n",
        "a; // b\n",
        "a-b-",
        "x: ",
        ". -- ",
    ];
    for part in repeated {
        let text = part.repeat((1 << 17) / part.len());
        check_large(&text);
        check_large(&format!("x = {text}"));
        check_large(&format!("x = either [ a {text} ] or try [ b {text} ] else c."));
    }
}

fn check_large(text: &str) {
    let parsed = parse(FileId(0), text);
    assert!(parsed.diagnostics.len() <= 101);
}

#[test]
fn deep_nesting_is_reported_once() {
    for (open, inner, close) in [
        ("[ ", "step", " ]"),
        ("not ", "step", ""),
        ("either a or ", "b", ""),
        ("try a else ", "b", ""),
        ("for each [ ", "step", " ] do step"),
    ] {
        let rule = format!("x = {}{inner}{}.\n", open.repeat(100), close.repeat(100));
        check_deep(&rule);
    }
    check_deep(&format!("value x = {}1.\n", "1 + ".repeat(1000)));
    check_deep(&format!("value x = {}1.\n", "1 * ".repeat(1000)));
    check_deep(&format!("value x = {}1.\n", "- ".repeat(100)));
    check_deep(&format!("value x = {}1{}.\n", "(".repeat(100), ")".repeat(100)));
    check_deep(&format!("zones {{ x {}a1{} }}\n", "(".repeat(100), ")".repeat(100)));
}

/// Checks that an item is too deep, that this is said once, and that the items
/// after it are still read.
fn check_deep(item: &str) {
    let parsed = parse(FileId(0), &format!("{item}{item}y = step\nz = step."));
    let codes: Vec<_> = parsed.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, [Code::TooDeep, Code::MissingPeriod], "{item}");
}

#[test]
fn too_large_a_file_is_refused() {
    let text = " ".repeat((1 << 20) + 1);
    assert_eq!(parse(FileId(0), &text).diagnostics[0].code, Code::FileTooLarge);
}

#[test]
fn an_empty_file_is_clean() {
    for text in ["", "\n", "\u{feff}", "// nothing", "\r\n\t "] {
        let parsed = parse(FileId(0), text);
        assert!(parsed.diagnostics.is_empty() && parsed.file.items.is_empty());
    }
}

/// One word too few is one mistake, and is not reported as many.
#[test]
fn a_missing_word_gives_few_messages() {
    for game in GAMES {
        let pieces = pieces(game);
        for i in 0..pieces.len() {
            let mut text: Vec<&str> = pieces.iter().map(String::as_str).collect();
            text.remove(i);
            let text = text.join(" ");
            assert!(check_any(&text) <= 2, "{text}");
        }
    }
}
