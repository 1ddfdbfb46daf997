//! Variants: what is replaced, what is taken out, and what is wrong with them.

use crate::check::{check_files, compiled};
use expect_test::{Expect, expect};

const BASE: &str = "\
dimensions (4,4)
pieces { king 'K' 'k'  man 'M' 'm' promotes to queen, fox  queen 'Q' 'q'  fox 'F' 'f' }
counters { right 'R' 'r'  quiet 0 .. 9 }
memory { spot for 1 turn }
zones { far row 4 row 1 }
start { k2f / mmmm / MMMM / K2F w Rr }
main = try move else lose.
move = find own piece, pickup, alldir, step, land.
land = try take, putdown, remember spot, set quiet to 0, add 1 to quiet.
take = points at enemy piece, either points at fox or quiet = 9 or points at far.
jump = drop_in, right = 1, idle < 3.
drop_in = find fox in far, replace by own fox.
value idle = quiet + 1.
value worth = 9 * count own fox + count own man.
evaluation material = worth - as opponent worth.
";

fn check_model(variant: &str, expected: Expect) {
    let compiled = compiled(&[("variant", variant), ("old", BASE)]);
    let shown: String = compiled
        .diagnostics
        .iter()
        .map(|diagnostic| crate::check::brief(diagnostic, &compiled.sources))
        .collect();
    assert_eq!(shown, "");
    expected.assert_eq(&rules::print(&compiled.rules.unwrap()));
}

/// Dimensions are replaced as a whole, and with them the shape of the fields.
#[test]
fn a_hexagonal_game_on_squares() {
    let base = "dimensions (5,5) hexagonal pieces { stone 'X' 'O' }
main = try [ find empty field, replace by own stone ] else draw.";
    let files = |text| [("small", text), ("older", base)];
    check_files(
        &files("extends older dimensions (3,3)"),
        expect![[r#"
            warning[lost-hexagonal]: the extended game is hexagonal, and this board is not
              1:15 `dimensions (3,3)`
              older.mg:1:1 `dimensions (5,5) hexagonal` replaced as a whole
              hint: write `dimensions (3,3) hexagonal`
        "#]],
    );
    check_files(&files("extends older dimensions (3,3) hexagonal"), expect![[r#""#]]);
}

#[test]
fn what_is_taken_out_fails_or_does_nothing() {
    check_model(
        "extends old without fox, quiet, spot, far",
        expect![[r#"
            // variant
            players white black
            // board of 16 squares, 8 directions
            // piece king 'K' 'k'
            // piece man 'M' 'm'
            // piece queen 'Q' 'q'
            // counter right 0 .. 1
            // counter quiet 0 .. 9, taken out
            // memory spot for 1 turns
            // start k3/mmmm/MMMM/K3 w Rr - - 1

            main = try move else lose.
            move = find own piece, pickup, north|northeast|east|southeast|south|southwest|west|northwest, step, land.
            land = try take, putdown, [ ], [ ], [ ].
            take = points at enemy piece, either not [ ] or not [ ] or not [ ].
            jump = drop_in, right = 1, not [ ].
            drop_in = not [ ], not [ ].
            value idle = gone.
            value worth = ((9 * count not [ ]) + count own man).
            evaluation material = (worth - as opponent worth).
        "#]],
    );
}

#[test]
fn base_means_the_rule_of_the_extended_game() {
    check_model(
        "extends old
land = base land, win.
value worth = 2 * base worth.
",
        expect![[r#"
            // variant
            players white black
            // board of 16 squares, 8 directions
            // piece king 'K' 'k'
            // piece man 'M' 'm'
            // piece queen 'Q' 'q'
            // piece fox 'F' 'f'
            // counter right 0 .. 1
            // counter quiet 0 .. 9
            // memory spot for 1 turns
            // start k2f/mmmm/MMMM/K2F w Rr - 0 1

            main = try move else lose.
            move = find own piece, pickup, north|northeast|east|southeast|south|southwest|west|northwest, step, land.
            land = base land, win.
            take = points at enemy piece, either points at fox or quiet = 9 or points at field in (a4, b4, c4, d4) / (a1, b1, c1, d1).
            jump = drop_in, right = 1, idle < 3.
            drop_in = find fox in (a4, b4, c4, d4) / (a1, b1, c1, d1), replace by own fox.
            base land = try take, putdown, remember spot, set quiet to 0, add 1 to quiet.
            value idle = (quiet + 1).
            value worth = (2 * base worth).
            evaluation material = (worth - as opponent worth).
            value base worth = ((9 * count own fox) + count own man).
        "#]],
    );
}

#[test]
fn base_and_without_need_something_to_extend() {
    check_files(
        &[("old", &format!("{BASE}without move\nother = base move."))],
        expect![[r#"
            error[nothing-extended]: there is nothing to take `move` out of
              16:9 `move`
              hint: `without` belongs to a game that `extends` another one
            error[nothing-extended]: there is no game that `base move` could mean
              17:14 `move`
              hint: `base` belongs to a game that `extends` another one
        "#]],
    );
    check_files(
        &[
            (
                "variant",
                "extends old without mvoe, fox pieces { fox 'X' 'x' } a = base lnad, base worth, base a.",
            ),
            ("old", BASE),
        ],
        expect![[r#"
            error[unknown-name]: `old` has nothing called `mvoe`
              1:21 `mvoe`
              hint: did you mean `move`?
            error[out-and-defined]: `fox` is taken out and defined in the same game
              1:27 `fox`
              1:40 `fox` defined here
              hint: a new definition already replaces the inherited one
            error[unknown-name]: the extended game has no rule `lnad`
              1:63 `lnad`
              hint: did you mean `base land`?
            error[unknown-name]: the extended game has no rule `worth`
              1:74 `worth`
              hint: `worth` is a value
            error[unknown-name]: the extended game has no rule `a`
              1:86 `a`
              hint: write `a` without `base`
            error[bad-drawing]: no piece is written `f`; the pieces are K k M m Q q X x
              old.mg:6:11 `f`
              hint: this start is inherited; if it does not fit, give the game a `start` of its own
        "#]],
    );
}

#[test]
fn an_evaluation_cannot_lose_what_it_is_made_of() {
    check_files(
        &[("variant", "extends old without worth"), ("old", BASE)],
        expect![[r#"
            error[gone-value]: the evaluation `material` is made of something that `without` took out
              old.mg:15:12 `material`
              1:21 `worth` taken out here
              hint: define `material` again, or take it out too: `without material`
        "#]],
    );
}

#[test]
fn a_start_must_fit_the_new_board() {
    check_files(
        &[("variant", "extends old dimensions (5,5)"), ("old", BASE)],
        expect![[r#"
            error[bad-drawing]: the inherited start does not fit this board
              1:13 `dimensions (5,5)`
              old.mg:6:8 `k2f / mmmm / MMMM / K2F w Rr` the inherited start
              hint: give this game a `start` of its own (row 1 from the top has 4 fields; the board has 5 columns)
        "#]],
    );
    let lines = "dimensions (2,2) lines { a1 b1, a2 b2 } pieces { man 'M' 'm' } main = win.";
    check_files(
        &[("variant", "extends old dimensions (2,1)"), ("old", lines)],
        expect![[r#"
            error[lines-and-grid]: the inherited lines do not fit this board
              1:13 `dimensions (2,1)`
              old.mg:1:33 `a2` this point is not on it
              hint: give this game `lines` of its own
        "#]],
    );
}

#[test]
fn extending_ends_somewhere() {
    check_files(
        &[("variant", "extends odl"), ("old", BASE)],
        expect![[r#"
            error[unknown-game]: no game is called `odl`
              1:9 `odl`
              hint: did you mean `old`?
        "#]],
    );
    check_files(
        &[("variant", "extends variant")],
        expect![[r#"
            error[extends-itself]: `variant` extends itself
              1:9 `variant`
              hint: a game can only extend one that can do without it
        "#]],
    );
    check_files(
        &[("a", "extends b"), ("b", "extends c"), ("c", "extends a")],
        expect![[r#"
            error[extends-itself]: `a` extends this game, so this game cannot extend it
              c.mg:1:9 `a`
              1:9 `b` extends `b`
              b.mg:1:9 `c` extends `c`
              hint: a game can only extend one that can do without it
        "#]],
    );
    check_files(
        &[("a", "extends old extends c"), ("old", BASE)],
        expect![[r#"
            error[extends-twice]: a game can extend only one other
              1:21 `c`
              1:9 `old` the first one
              hint: keep one of the two
        "#]],
    );
    let long: Vec<(String, String)> =
        (0..20).map(|i| (format!("g{i}"), format!("extends g{}", i + 1))).collect();
    let long: Vec<(&str, &str)> = long.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    check_files(
        &long,
        expect![[r#"
            error[extends-too-long]: more than 16 games extend one another
              g16.mg:1:9 `g17`
              hint: extend a game further down instead, or make one file of several
        "#]],
    );
}
