//! Where names are defined and used, and other names for them.

use crate::{SMALL, at_mark, read, read_beside};
use editing::Document;
use expect_test::{Expect, expect};

fn words(document: &Document, span: syntax::Span) -> String {
    let source = document.sources().get(span.file);
    let (line, column) = source.line_column(span.start);
    let text = &source.text()[span.start as usize..span.end as usize];
    format!("{}:{line}:{column} {text}", source.name)
}

fn defined(document: &Document, offset: usize) -> String {
    document.definition(offset).map_or("nothing".into(), |span| words(document, span))
}

#[test]
fn definitions() {
    let document = read(SMALL);
    let at = |what: &str| SMALL.find(what).unwrap();
    assert_eq!(defined(&document, at("walk else")), "mine.mg:13:1 walk");
    assert_eq!(defined(&document, at("far, win")), "mine.mg:5:9 far");
    assert_eq!(defined(&document, at("quiet.\nvalue")), "mine.mg:7:12 quiet");
    assert_eq!(defined(&document, at("king   king")), "mine.mg:4:41 king");
    assert_eq!(defined(&document, at("pickup")), "nothing");
}

#[test]
fn definitions_in_what_is_extended() {
    let (text, offset) = at_mark("extends middle\nwalk = either base |walk or leap.\n");
    let beside = [("middle", "extends bottom\nleap = walk.\n"), ("bottom", SMALL)];
    let document = read_beside(&text, &beside);
    assert_eq!(defined(&document, offset), "bottom.mg:13:1 walk");
    assert_eq!(defined(&document, text.find("leap").unwrap()), "middle.mg:2:1 leap");
    assert_eq!(defined(&document, text.find("walk =").unwrap()), "mine.mg:2:1 walk");
    assert_eq!(defined(&document, text.find("middle").unwrap()), "middle.mg:1:1 ");
    assert_eq!(document.references(text.find("leap").unwrap()).len(), 2);
}

#[test]
fn references() {
    let document = read(SMALL);
    let all = |what: &str| -> Vec<String> {
        let offset = SMALL.find(what).unwrap();
        document.references(offset).into_iter().map(|span| words(&document, span)).collect()
    };
    assert_eq!(all("walk").len(), 2);
    assert_eq!(all("man").len(), 4);
    assert_eq!(all("dimensions").len(), 0);
}

/// Renames what is marked and compares the whole text, or why not.
fn check_rename(text: &str, new: &str, expected: Expect) {
    let (text, offset) = at_mark(text);
    let document = read(&text);
    let said = document.rename(offset, new).map(|fixes| {
        let mut changed = text.clone();
        for fix in fixes.iter().rev() {
            assert_eq!(fix.span.file.0, 0);
            changed.replace_range(fix.span.start as usize..fix.span.end as usize, &fix.text);
        }
        changed
    });
    expected.assert_eq(&said.unwrap_or_else(|why| format!("refused: {why}")));
}

const TILES: &str = "dimensions (2,2) players me\npieces { tile '1' .. '3' }\n\
    start { 1 2 / 3 . }\nmain = find |tile3, pickup, orthogonal, step, points at empty field, \
    putdown, try [ test [ find tile, matches start ], win ].\n";

#[test]
fn renaming() {
    check_rename(
        TILES,
        "block",
        expect![[r#"
        dimensions (2,2) players me
        pieces { block '1' .. '3' }
        start { 1 2 / 3 . }
        main = find block3, pickup, orthogonal, step, points at empty field, putdown, try [ test [ find block, matches start ], win ].
    "#]],
    );
    check_rename(
        "main = ste|ps_up.\nsteps_up = win.",
        "climb",
        expect![[r#"
        main = climb.
        climb = win."#]],
    );
}

#[test]
fn names_that_cannot_be() {
    check_rename(TILES, "step", expect!["refused: `step` is a word of the language"]);
    check_rename(TILES, "main", expect!["refused: the game would run `main` by this name"]);
    check_rename(
        TILES,
        "two words",
        expect![
            "refused: `two words` is no name: use the letters a to z, digits and `_`, and begin with a letter"
        ],
    );
    check_rename(
        TILES,
        "a1",
        expect![
            "refused: with the name `a1` the rules have a mistake: `a1` is already the name of a field, and cannot also be a piece"
        ],
    );
    check_rename(
        &SMALL.replace("main", "ma|in"),
        "x",
        expect!["refused: the game runs `main` by this name"],
    );
    check_rename(
        &SMALL.replace("try walk", "try wa|lk"),
        "men",
        expect!["refused: `men` is already used in these texts"],
    );
    check_rename(
        &SMALL.replace("players black", "players bl|ack"),
        "wanda",
        expect![
            "refused: with the name `wanda` the rules have a mistake: the names of both players begin with the same letter"
        ],
    );
    check_rename(
        &SMALL.replace("players black", "players bl|ack"),
        "gray",
        expect![
            "refused: with the name `gray` the rules have a mistake: `b` is no player: write `g` or `w`"
        ],
    );
    check_rename(
        &SMALL.replace("find own", "fi|nd own"),
        "x",
        expect!["refused: there is no name here"],
    );
    check_rename("extends ch|ess", "x", expect!["refused: a game is called by its file"]);
}

/// A rule that is called with what it finds and what must hold.
const GENERAL: &str = "dimensions (4,4)
pieces { man 'a' 'd'   king 'K' 'k' }
start { K3 / 1a2 / 4 / d2k }
main = try either go(man, calm) or go(king, calm) else draw.
go(kind, cond) = find own kind, pickup, orthogonal, step, helper, cond, putdown.
near(kind) = step, points at own kind.
helper = points at empty field.
calm = not near(king).
";

#[test]
fn parameters() {
    let document = read(GENERAL);
    let at = |what: &str| GENERAL.find(what).unwrap();
    assert_eq!(defined(&document, at("kind, pickup")), "mine.mg:5:4 kind");
    assert_eq!(defined(&document, at("cond, putdown")), "mine.mg:5:10 cond");
    assert_eq!(defined(&document, at("kind.")), "mine.mg:6:6 kind");
    let all = |what: &str| -> Vec<String> {
        document.references(at(what)).into_iter().map(|span| words(&document, span)).collect()
    };
    assert_eq!(all("kind, cond"), ["mine.mg:5:4 kind", "mine.mg:5:27 kind"]);
    assert_eq!(all("kind."), ["mine.mg:6:6 kind", "mine.mg:6:34 kind"]);
}

#[test]
fn parameters_hide_what_else_has_their_name() {
    // A rule that is called with arguments is never what a parameter stands for.
    let text = "dimensions (4,4)\npieces { man 'M' 'm' }\nstart { M3 / 4 / 4 / 3m }\n\
        main = go(man).\nstep_on(man) = find own man.\ngo(step_on) = step_on(step_on), \
        columns_too(b, step_on).\ncolumns_too(b, man) = find own man in columns b .. c.\n";
    let document = read(text);
    let at = |what: &str| text.find(what).unwrap();
    assert_eq!(defined(&document, at("man.\n")), "mine.mg:5:9 man");
    assert_eq!(defined(&document, at("step_on(step_on)")), "mine.mg:5:1 step_on");
    assert_eq!(defined(&document, at("step_on), ")), "mine.mg:6:4 step_on");
    assert_eq!(defined(&document, at("b .. c")), "mine.mg:7:13 b");
    assert_eq!(document.references(at("man 'M'")).len(), 2);
}

#[test]
fn parameters_by_another_name() {
    let rename = |what: &str, new: &str, expected: Expect| {
        let text = GENERAL.replacen(what, &format!("|{what}"), 1);
        let (_, offset) = at_mark(&text);
        let document = read(GENERAL);
        let said = document.rename(offset, new).map(|fixes| {
            let all: Vec<String> = fixes.iter().map(|fix| words(&document, fix.span)).collect();
            all.join(", ")
        });
        expected.assert_eq(&said.unwrap_or_else(|why| format!("refused: {why}")));
    };
    rename("kind, pickup", "sort", expect!["mine.mg:5:4 kind, mine.mg:5:27 kind"]);
    // Each rule has parameters of its own.
    rename("cond, putdown", "here", expect!["refused: `here` is a word of the language"]);
    rename("kind.", "cond", expect!["mine.mg:6:6 kind, mine.mg:6:34 kind"]);
    rename(
        "kind, pickup",
        "cond",
        expect!["refused: `cond` is already the name of a parameter in these texts"],
    );
    rename("cond, putdown", "helper", expect!["refused: `helper` is already used in these texts"]);
    rename("kind, pickup", "king", expect!["refused: `king` is already used in these texts"]);
}

#[test]
fn names_that_a_parameter_would_catch() {
    let general = |what: &str| GENERAL.replacen(what, &format!("|{what}"), 1);
    check_rename(
        &general("helper ="),
        "cond",
        expect!["refused: `cond` is already the name of a parameter in these texts"],
    );
    check_rename(
        &general("calm)"),
        "cond",
        expect!["refused: `cond` is already the name of a parameter in these texts"],
    );
    check_rename(
        &general("man 'a'"),
        "cond",
        expect!["refused: `cond` is already the name of a parameter in these texts"],
    );
    // Nor while the rules have mistakes, and so are no game.
    let broken = general("helper =").replace("calm = not", "calm = not not_there,");
    check_rename(
        &broken,
        "cond",
        expect!["refused: `cond` is already the name of a parameter in these texts"],
    );
}

#[test]
fn names_that_a_family_would_catch() {
    // `tile3` is a member of the family `tile` wherever that exists.
    check_rename(
        "dimensions (2,2)\npieces { blo|ck '1' .. '3' }\nmain = tile3.\n",
        "tile",
        expect!["refused: with the name `tile` the game would not be the same"],
    );
}
