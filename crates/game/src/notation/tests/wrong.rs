//! Texts that are no positions: each message says truly what is wrong, and where.

use super::*;

#[test]
fn a_drawing_for_another_board_is_counted() {
    let drawn = "r n b q k b n r\n".to_string() + &"p p p p p p p p\n".repeat(7);
    let chess = samples::chess();
    for (columns, rows) in [(8, 5), (5, 5), (5, 8), (8, 9)] {
        let board = samples::grid(columns, rows);
        let facts = Facts { kinds: chess.kinds.clone(), ..Facts::new("small", board) };
        let error = parse_drawing(&facts, &drawn).unwrap_err();
        let expected = match (columns, rows) {
            (_, 8) => "row 1 from the top has 8 fields; the board has 5 columns".to_string(),
            _ => format!("there are 8 rows, the board has {rows}"),
        };
        assert_eq!(error.message, expected);
    }
}

#[test]
fn stacks_count_what_there_is() {
    let mut facts = Facts::new("sowing", samples::grid(4, 2));
    facts.players = vec!["upper".to_string(), "lower".to_string()];
    facts.kinds = vec![KindFacts::of_nobody("seed", "o")];
    facts.stacks = Some(12);
    check_error(
        &facts,
        ". . 3o . ./. . . . l",
        expect![
            "row 1 from the top has 5 fields; the board has 4 columns [. . 3o . .] write each field, `.` for an empty one, with spaces between"
        ],
    );
    check_error(
        &facts,
        ". . 3o ./. . . . . l",
        expect![
            "row 2 from the top has 5 fields; the board has 4 columns [. . . . .] write each field, `.` for an empty one, with spaces between"
        ],
    );
    check_error(
        &facts,
        ". . 3o ./. . . 3o3o l",
        expect![
            "`3o3o` counts `o` twice [3o3o] a space separates two fields; a stack has one number for equal pieces"
        ],
    );
    check_error(
        &facts,
        ". . oo2o ./4 l",
        expect![
            "`oo2o` counts `o` twice [oo2o] a space separates two fields; a stack has one number for equal pieces"
        ],
    );
    check_error(
        &facts,
        ". . 0o ./4 l",
        expect!["`0` counts nothing [0] numbers count from 1, and no zero stands in front"],
    );
    check_error(
        &facts,
        ". . . 03o/4 l",
        expect![
            "the number `03` begins with a zero [03] numbers count from 1, and no zero stands in front"
        ],
    );
    check_error(
        &facts,
        ". . . ./04 l",
        expect![
            "the number `04` begins with a zero [04] numbers count from 1, and no zero stands in front"
        ],
    );
    check(&facts, "ooo . . ./4 l", "3o . . ./. . . . l 1");
}

#[test]
fn an_empty_text_is_no_position() {
    let chess = samples::chess();
    check_error(
        &chess,
        "",
        expect![
            "the position is empty [-] a position is: rows player short+long passed quiet round"
        ],
    );
    check_error(
        &chess,
        " \n",
        expect![
            "the position is empty [-] a position is: rows player short+long passed quiet round"
        ],
    );
    let drawn = parse_drawing(&chess, " // nothing yet\n").unwrap();
    assert_eq!(write_position(&chess, &drawn), "8/8/8/8/8/8/8/8 w - - 0 1");
}

#[test]
fn rounds_are_counted_from_one() {
    let chess = samples::chess();
    let with = |round: &str| format!("8/8/8/8/8/8/8/8 w - - 0 {round}");
    check(&chess, &with("4294967295"), &with("4294967295"));
    // Some programs begin to count at 0.
    check(&chess, &with("0"), &with("1"));
    check_error(
        &chess,
        &with("4294967296"),
        expect!["there is no round 4294967296 [4294967296] rounds go up to 4294967295"],
    );
    check_error(
        &chess,
        &with("-"),
        expect![
            "`-` is not a number, which the round should be [-] a position is: rows player short+long passed quiet round"
        ],
    );
}
