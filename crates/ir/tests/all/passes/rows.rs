//! The pass `rows`: rows of fields as sets of their own.

use super::support::{check, made_by};
use expect_test::expect;

/// A turn that passes if there is a field in the last of these sets.
fn row(sets: &[&str]) -> String {
    let (last, next) = (4 + sets.len(), 5 + sets.len());
    let sets = sets.iter().enumerate().map(|(i, set)| format!("  X{} = {set}\n", 5 + i));
    let sets: String = sets.collect();
    format!(
        "gen main(s0, v1, f2, d3) {{
b0:
  X4 = pieces s0, own v1, pawn
{sets}  guard some X{last}
  s{next} = pass s0
  yield s{next}, f2, d3
}}"
    )
}

#[test]
fn rows_are_sets_of_their_own() {
    let text = row(&[
        "walk back X4 by north",
        "X4 & X5",
        "walk back X6 by north",
        "walk back X4 by east",
        "X8 & X4",
        "walk back X9 by east",
        "walk back X4 by west",
        "X7 | X10",
        "X12 | X11",
        "X13 & X4",
    ]);
    check(
        "rows",
        &text,
        expect![[r#"
        gen main(s0, v1, f2, d3) {
        b0:
            X4 = pieces s0, own v1, pawn
            X5 = rows X4 by west times 1
            X6 = rows X4 by north east times 2
            X7 = X5 | X6
            guard some X7
            s8 = pass s0
            yield s8, f2, d3
        }
    "#]],
    );
}

#[test]
fn what_is_no_row_stays() {
    let (north, cut) = ("walk back X4 by north", "X4 & X5");
    for sets in [
        // Another direction, another set, something that is used twice.
        vec![north, cut, "walk back X6 by east", "X4 & X7"],
        vec!["empty s0", "walk back X5 by north", "X4 & X6", "walk back X7 by north", "X4 & X8"],
        vec![north, cut, "walk back X6 by north", "X4 & X7", "X8 - X6"],
        // Something else beside it, the other way, and only one step.
        vec![north, cut, "walk back X6 by north", "empty s0", "X7 | X8", "X4 & X9"],
        vec!["walk X4 by north", cut, "walk X6 by north", "X4 & X7"],
        vec![north, cut],
    ] {
        let made = made_by("rows", &row(&sets));
        assert!(made.contains("walk") && !made.contains("rows"), "{made}");
    }
}
