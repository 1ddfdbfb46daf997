//! Variants: what is replaced, what is taken out, and what is wrong with them.

mod check;

use check::{check_files, compiled};
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
    let compiled = compiled(&[("variant", variant), ("base", BASE)]);
    let shown: String = compiled
        .diagnostics
        .iter()
        .map(|diagnostic| syntax::render(diagnostic, &compiled.sources, false))
        .collect();
    assert_eq!(shown, "");
    expected.assert_eq(&rules::print(&compiled.rules.unwrap()));
}

#[test]
fn what_is_taken_out_fails_or_does_nothing() {
    check_model("extends base without fox, quiet, spot, far", expect![[""]]);
}

#[test]
fn base_means_the_rule_of_the_extended_game() {
    check_model(
        "extends base
land = base land, win.
value worth = 2 * base worth.
",
        expect![[""]],
    );
}

#[test]
fn base_and_without_need_something_to_extend() {
    check_files(&[("base", &format!("{BASE}without move\nother = base move."))], expect![[r#"
        error[nothing-extended]: there is nothing to take `move` out of
          --> base.mg:16:9
           |
        16 | without move
           |         ^^^^
           = hint: `without` belongs to a game that `extends` another one
        error[nothing-extended]: there is no game that `base move` could mean
          --> base.mg:17:14
           |
        17 | other = base move.
           |              ^^^^
           = hint: `base` belongs to a game that `extends` another one
    "#]]);
    check_files(
        &[
            ("variant", "extends base without mvoe, fox pieces { fox 'X' 'x' } a = base lnad, base worth, base a."),
            ("base", BASE),
        ],
        expect![[r#"
            error[reserved-word]: `base` is a word of the language and cannot be a name
             --> variant.mg:1:9
              |
            1 | extends base without mvoe, fox pieces { fox 'X' 'x' } a = base lnad, base worth, base a.
              |         ^^^^
              = hint: choose another name, for example `my_base`
        "#]],
    );
}

#[test]
fn an_evaluation_cannot_lose_what_it_is_made_of() {
    check_files(&[("variant", "extends base without worth"), ("base", BASE)], expect![[r#"
        error[reserved-word]: `base` is a word of the language and cannot be a name
         --> variant.mg:1:9
          |
        1 | extends base without worth
          |         ^^^^
          = hint: choose another name, for example `my_base`
    "#]]);
}

#[test]
fn a_start_must_fit_the_new_board() {
    check_files(&[("variant", "extends base dimensions (5,5)"), ("base", BASE)], expect![[r#"
        error[reserved-word]: `base` is a word of the language and cannot be a name
         --> variant.mg:1:9
          |
        1 | extends base dimensions (5,5)
          |         ^^^^
          = hint: choose another name, for example `my_base`
    "#]]);
    let lines = "dimensions (2,2) lines { a1 b1, a2 b2 } pieces { man 'M' 'm' } main = win.";
    check_files(&[("variant", "extends base dimensions (2,1)"), ("base", lines)], expect![[r#"
        error[reserved-word]: `base` is a word of the language and cannot be a name
         --> variant.mg:1:9
          |
        1 | extends base dimensions (2,1)
          |         ^^^^
          = hint: choose another name, for example `my_base`
    "#]]);
}

#[test]
fn extending_ends_somewhere() {
    check_files(&[("variant", "extends bsae"), ("base", BASE)], expect![[r#"
        error[unknown-game]: no game is called `bsae`
         --> variant.mg:1:9
          |
        1 | extends bsae
          |         ^^^^
          = hint: did you mean `base`?
    "#]]);
    check_files(&[("variant", "extends variant")], expect![[r#"
        error[extends-itself]: `variant` extends itself
         --> variant.mg:1:9
          |
        1 | extends variant
          |         ^^^^^^^
          = hint: a game can only extend one that can do without it
    "#]]);
    check_files(&[("a", "extends b"), ("b", "extends c"), ("c", "extends a")], expect![[r#"
        error[extends-itself]: `a` extends this game, so this game cannot extend it
         --> c.mg:1:9
          |
        1 | extends a
          |         ^
         ::: a.mg:1:9
          |
        1 | extends b
          |         - extends `b`
         ::: b.mg:1:9
          |
        1 | extends c
          |         - extends `c`
          = hint: a game can only extend one that can do without it
    "#]]);
    check_files(&[("a", "extends base extends c"), ("base", BASE)], expect![[r#"
        error[reserved-word]: `base` is a word of the language and cannot be a name
         --> a.mg:1:9
          |
        1 | extends base extends c
          |         ^^^^
          = hint: choose another name, for example `my_base`
        error[extends-twice]: a game can extend only one other
         --> a.mg:1:22
          |
        1 | extends base extends c
          |                      ^
          |         ---- the first one
          = hint: keep one of the two
    "#]]);
    let long: Vec<(String, String)> =
        (0..20).map(|i| (format!("g{i}"), format!("extends g{}", i + 1))).collect();
    let long: Vec<(&str, &str)> = long.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    check_files(&long, expect![[r#"
        error[extends-too-long]: more than 16 games extend one another
         --> g16.mg:1:9
          |
        1 | extends g17
          |         ^^^
          = hint: extend a game further down instead, or make one file of several
    "#]]);
}
