//! Which nodes keep which symmetries of a board: a program of one line that matters,
//! and the images of two fields beside a corner under all symmetries that are left.

use crate::common::facts;
use expect_test::{Expect, expect};
use game::{Board, Facts, Field, Fold};
use ir::analyses::{folded, symmetries};
use ir::{Program, parse, verify};

/// A program that runs some lines. What only the evaluation says does not matter.
fn program(lines: &str) -> String {
    format!(
        "entry main = main
entry evaluation = value

gen main(s0, v1, f2, d3) {{
b0:
    X4 = empty s0
    choose field in X4 -> b1(..)
b1(f5):
    choose direction for v1 in {{north east south west}} -> b2(..)
b2(d6):
    {lines}
}}
gen local(s0, v1, f2, d3) {{
b0:
    s4 = put s0, f2, own v1, pawn
    yield s4, f2, d3
}}
gen look(s0, v1, f2, d3) {{
b0:
    X4 = empty s0
    guard f2 in X4
    yield s0, f2, d3
}}
num value(s0, v1, f2, d3) {{
b0:
    X4 = {{a1}}
    n5 = size X4
    return n5
}}
"
    )
}

/// Where `a1` and `b1` go under each symmetry of a program.
fn images(facts: Facts, lines: &str) -> String {
    images_under(facts, lines, symmetries)
}

fn images_under(
    facts: Facts,
    lines: &str,
    symmetries: impl Fn(&Program) -> Vec<game::Symmetry>,
) -> String {
    let program = parse(facts, &program(lines)).unwrap();
    assert_eq!(verify(&program), Ok(()), "{lines}");
    let board = &program.facts.board;
    let name = |field: Field| board.names[field.index()].as_str();
    let at = |name: &str| board.names.iter().position(|field| field == name).unwrap();
    let found = symmetries(&program);
    let image = |s: &game::Symmetry| [at("a1"), at("b1")].map(|i| name(s.fields[i])).join("-");
    let mut images: Vec<String> = found.iter().map(image).collect();
    images.sort();
    images.join(" ")
}

const YIELD: &str = "\n    yield s0, f5, d6";

fn check(line: &str, expected: &Expect) {
    expected.assert_eq(&images(facts(), &format!("{line}{YIELD}")));
}

#[test]
fn all_that_a_square_has() {
    let all = expect!["a1-a2 a8-a7 a8-b8 h1-g1 h1-h2 h8-g8 h8-h7"];
    for line in ["n7 = size X4", "f7 = step f5, d6", "d7 = rotate d6, 180", "X7 = {a1 a8 h1 h8}"] {
        check(line, &all);
    }
}

#[test]
fn sets_and_zones() {
    check("X7 = {a1 h1}", &expect!["h1-g1"]);
    check("X7 = {a1 h8}", &expect!["a1-a2 h8-g8 h8-h7"]);
    check("X7 = {b1}", &expect![""]);
    // Each side has to be its own image: nobody becomes the other player.
    check("X7 = sides v1, {a1 h1} {a8 h8}", &expect!["h1-g1"]);
    check("X7 = zone far, v1", &expect![""]);
    check("X7 = matching s0, start", &expect![""]);
    check("guard matches s0, f5, start", &expect![""]);
}

#[test]
fn directions() {
    check("d7 = direction north", &expect!["h1-g1"]);
    check("d7 = direction northeast", &expect!["a1-a2"]);
    // What is mirrored turns the other way around.
    check("d7 = rotate d6, 90", &expect!["a8-a7 h1-h2 h8-g8"]);
    check("X7 = slide X4 by north south through X4", &expect!["a8-b8 h1-g1 h8-g8"]);
    check("X7 = walk X4 by north.east south.west", &expect!["h8-g8"]);
    check("X7 = walk X4 by north.east east.north", &expect!["a1-a2"]);
    check("X7 = rows X4 by north east times 3", &expect!["a1-a2"]);
    // Of several fields it takes the lowest.
    check("f7 = back f5, d6", &expect![""]);
}

#[test]
fn choices() {
    let choose = |sides: &str, expected: &Expect| {
        let lines =
            format!("choose direction for v1 in {sides} -> b3(..)\nb3(d7):\n    yield s0, f5, d7");
        expected.assert_eq(&images(facts(), &lines));
    };
    choose("{north south}", &expect!["a8-b8 h1-g1 h8-g8"]);
    choose("{north} {south}", &expect!["h1-g1"]);
    choose(
        "{northeast southeast southwest northwest}",
        &expect!["a1-a2 a8-a7 a8-b8 h1-g1 h1-h2 h8-g8 h8-h7"],
    );
}

/// Of two branches one may be the image of the other.
#[test]
fn branches() {
    let fork = |[a, b]: [&str; 2], expected: &Expect| {
        let lines = format!(
            "fork b3 | b4\nb3:\n    {a}\n    jump b5(s0, f5, d7)
b4:\n    {b}\n    jump b5(s0, f5, d8)\nb5(s9, f10, d11):\n    yield s9, f10, d11"
        );
        expected.assert_eq(&images(facts(), &lines));
    };
    let all = expect!["a1-a2 a8-a7 a8-b8 h1-g1 h1-h2 h8-g8 h8-h7"];
    let turned = expect!["a8-a7 h1-h2 h8-g8"];
    fork(["d7 = rotate d6, 45", "d8 = rotate d6, -45"], &all);
    fork(["d7 = rotate d6, 90", "d8 = rotate d6, 270"], &all);
    fork(["d7 = rotate d6, 45", "d8 = rotate d6, -90"], &turned);
    fork(["d7 = rotate d6, 45", "d8 = rotate d6, 45"], &turned);
    fork(["d7 = direction north", "d8 = direction south"], &expect!["a8-b8 h1-g1 h8-g8"]);
    // A branch with something more is nobody's image.
    fork(["X12 = {a1}\n    d7 = rotate d6, 45", "d8 = rotate d6, -45"], &expect![""]);
}

/// What the rules say of one player they must say of the other on the other side.
#[test]
fn players_change_places() {
    let check = |line: &str, expected: &Expect| {
        let lines = format!("{line}{YIELD}");
        let exchanges = |program: &Program| {
            let mut found = folded(program, Fold::Players);
            found.retain(|symmetry| symmetry.exchanges_players);
            found
        };
        expected.assert_eq(&images_under(facts(), &lines, exchanges));
    };
    check(
        "X7 = pieces s0, own v1, pawn",
        &expect!["a1-a2 a1-b1 a8-a7 a8-b8 h1-g1 h1-h2 h8-g8 h8-h7"],
    );
    check("X7 = sides v1, {a1 h1} {a8 h8}", &expect!["a8-b8 h8-g8"]);
    check("X7 = zone far, v1", &expect!["h8-g8"]);
    check("X7 = pieces s0, first v1, pawn", &expect![""]);
    check("X7 = matching s0, start", &expect![""]);
}

/// The fields come in an order that is not turned with the board.
#[test]
fn each() {
    let each = |func: &str, expected: &Expect| {
        let lines =
            format!("each X4 do {func}(s0, v1, f5, d6) -> b3(..)\nb3(s7):\n    yield s7, f5, d6");
        expected.assert_eq(&images(facts(), &lines));
    };
    each("local", &expect!["a1-a2 a8-a7 a8-b8 h1-g1 h1-h2 h8-g8 h8-h7"]);
    each("look", &expect![""]);
}

#[test]
fn boards() {
    let on =
        |columns: usize, rows: usize, cyclic: game::Cyclic, hole: &dyn Fn(usize, usize) -> bool| {
            let board = Board::grid(columns, rows, cyclic, false, hole);
            let layouts = Vec::new();
            Facts { board, layouts, zones: Vec::new(), ..facts() }
        };
    let check = |facts: Facts, expected: &Expect| {
        let mut facts = facts;
        facts.start = game::Setup::empty(&facts);
        expected.assert_eq(&images(facts, YIELD.trim()));
    };
    let no_hole = |_: usize, _: usize| false;
    check(on(3, 2, game::Cyclic::NEITHER, &no_hole), &expect!["a2-b2 c1-b1 c2-b2"]);
    // A column that wraps around can be moved up as well as turned.
    check(
        on(2, 3, game::Cyclic { columns: false, rows: true }, &no_hole),
        &expect!["a1-b1 a2-b2 a2-b2 a3-b3 a3-b3 b1-a1 b1-a1 b2-a2 b2-a2 b3-a3 b3-a3"],
    );
    check(on(3, 3, game::Cyclic::NEITHER, &|x, y| (x, y) == (2, 2)), &expect!["a1-a2"]);
}
