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
             --> case.mg:3:1
              |
            3 | other = find own man in far.
              | ^^^^^
              = hint: use it or take it out

            warning[unused]: the value `worth` is never used
             --> case.mg:4:7
              |
            4 | value worth = count own man.
              |       ^^^^^
              = hint: use it or take it out

            warning[unused]: the piece `stone` is never used
             --> case.mg:5:10
              |
            5 | pieces { stone '*' }
              |          ^^^^^
              = hint: use it or take it out

            warning[unused]: the zone `far` is never used
             --> case.mg:6:9
              |
            6 | zones { far row 4 }
              |         ^^^
              = hint: use it or take it out

            warning[unused]: the counter `quiet` is never used
             --> case.mg:7:12
              |
            7 | counters { quiet 0 .. 9 }
              |            ^^^^^
              = hint: use it or take it out

            warning[unused]: the remembered field `spot` is never used
             --> case.mg:8:10
              |
            8 | memory { spot }
              |          ^^^^
              = hint: use it or take it out

            warning[unused]: the set of directions `along` is never used
             --> case.mg:9:14
              |
            9 | directions { along north }
              |              ^^^^^
              = hint: use it or take it out

            warning[unused]: the layout `full` is never used
              --> case.mg:10:8
               |
            10 | layout full { XXXX/XXXX/XXXX/XXXX }
               |        ^^^^
               = hint: use it or take it out
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
         --> case.mg:1:28
          |
        1 | extends tictactoe pieces { stone '*' } new_mark = draw.
          |                            ^^^^^
          = hint: use it or take it out
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
         --> case.mg:1:19
          |
        1 | extends tictactoe three_in_row = find own mark.
          |                   ^^^^^^^^^^^^
          = hint: did you mean to replace `three_in_a_row`?
    "#]]
    .assert_eq(&rendered("case", text));
}
