//! What nothing needs, and what is said about a game that extends another.

use crate::check::{check_findings as check, no_findings as fine, rendered};
use expect_test::expect;

#[test]
fn unused() {
    check(
        r"main = try place else draw.
place = find empty field, replace by own man.
other = find own man in far.
value worth = count own man.
pieces { stone '*' }
zones { far row 4 }
counters { quiet 0 .. 9 }
memory { spot }
directions { along north }
layout full { XXXX/XXXX/XXXX/XXXX }",
        expect![[r#"
            warning[unused]: the rule `other` is never used
              3:1 `other`
              hint: use it or take it out
            warning[unused]: the value `worth` is never used
              4:7 `worth`
              hint: use it or take it out
            warning[unused]: the piece `stone` is never used
              5:10 `stone`
              hint: use it or take it out
            warning[unused]: the zone `far` is never used
              6:9 `far`
              hint: use it or take it out
            warning[unused]: the counter `quiet` is never used
              7:12 `quiet`
              hint: use it or take it out
            warning[unused]: the remembered field `spot` is never used
              8:10 `spot`
              hint: use it or take it out
            warning[unused]: the set of directions `along` is never used
              9:14 `along`
              hint: use it or take it out
            warning[unused]: the layout `full` is never used
              10:8 `full`
              hint: use it or take it out
        "#]],
    );
    fine(
        r"main = try place else draw.
place = find empty field, replace by own man, try [ other, win ].
other = find own man in far, along, step, remember spot,
        either matches full or points at stone, worth > quiet.
value worth = count own man.
pieces { stone '*' }
zones { far row 4 }
counters { quiet 0 .. 9 }
memory { spot }
directions { along north }
layout full { XXXX/XXXX/XXXX/XXXX }",
    );
}

#[test]
fn nothing_is_said_about_the_text_of_another_game() {
    let text = "extends tictactoe pieces { stone '*' } new_mark = draw.";
    expect![[r#"
        warning[unused]: the piece `stone` is never used
          1:28 `stone`
          hint: use it or take it out
    "#]]
    .assert_eq(&rendered("case", text));
}

/// The zone is part of an inherited one, and moves depend on it.
#[test]
fn what_an_inherited_declaration_is_made_of_is_used() {
    let base = "dimensions (4,4)\npieces { man 'X' 'O' }\n\
                zones { corner (a1)   edge (corner, row 4) }\n\
                main = try [ find empty field in edge, replace by own man ] else draw.\n";
    let text = "extends older\nzones { corner (d1)   far row 2 }\n";
    let compiled = crate::check::compiled(&[("case", text), ("older", base)]);
    let found = rules::findings(&compiled.rules.expect("it has no error"));
    let titles: Vec<&str> = found.iter().map(|d| d.title.as_str()).collect();
    assert_eq!(titles, ["the zone `far` is never used"]);
}

#[test]
fn a_rule_that_replaces_nothing_is_probably_misspelled() {
    let text = "extends tictactoe three_in_row = find own mark.";
    expect![[r#"
        warning[unused]: the rule `three_in_row` is never used
          1:19 `three_in_row`
          hint: did you mean to replace `three_in_a_row`?
    "#]]
    .assert_eq(&rendered("case", text));
}
