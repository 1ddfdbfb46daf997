//! Rows that do not fit the board: each message says how many fields or columns there are.

use super::*;

#[test]
fn wrong_rows_are_counted() {
    let chess = samples::chess();
    check_error(
        &chess,
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        expect![
            "row 3 from the top has 9 fields; the board has 8 columns [9] write the symbol of each piece, and a number for empty fields"
        ],
    );
    check_error(
        &chess,
        "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
        expect![
            "row 2 from the top has 7 fields; the board has 8 columns [ppppppp] write the symbol of each piece, and a number for empty fields"
        ],
    );
    check_error(
        &chess,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNRR w",
        expect![
            "row 8 from the top has 9 fields; the board has 8 columns [RNBQKBNRR] write the symbol of each piece, and a number for empty fields"
        ],
    );
    check_error(
        &chess,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq",
        expect![
            "row 8 from the top has 7 fields; the board has 8 columns [RNBQKBN] write the symbol of each piece, and a number for empty fields"
        ],
    );
    check_error(
        &chess,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN b KQkq",
        expect![
            "row 8 from the top has 7 fields; the board has 8 columns [RNBQKBN] write the symbol of each piece, and a number for empty fields"
        ],
    );
    check_error(
        &chess,
        &"5000.".repeat(100_000),
        expect![
            "row 1 from the top has more than 5000 fields; the board has 8 columns [5000.] write the symbol of each piece, and a number for empty fields"
        ],
    );
    check_error(
        &chess,
        "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        expect![
            "there are 7 rows, the board has 8 [rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR^] rows are written from the top, with `/` between"
        ],
    );
    check_error(
        &chess,
        "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        expect![
            "there are 7 rows, the board has 8 [rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR^] rows are written from the top, with `/` between"
        ],
    );
    check_error(
        &chess,
        "8/8",
        expect![
            "there are 2 rows, the board has 8 [8/8^] rows are written from the top, with `/` between"
        ],
    );
    check_error(
        &chess,
        "8/8/8/8/8/8/8/8/8/8 w",
        expect![
            "there are 10 rows, the board has 8 [8/8] rows are written from the top, with `/` between"
        ],
    );
    check_error(
        &chess,
        "8/8/8/8/8/8/8 b",
        expect![
            "there are 7 rows, the board has 8 [8/8/8/8/8/8/8^] rows are written from the top, with `/` between"
        ],
    );
    check_error(
        &chess,
        "08/8/8/8/8/8/8/8",
        expect![
            "the number `08` begins with a zero [08] numbers count from 1, and no zero stands in front"
        ],
    );
    check_error(
        &chess,
        "8/8//8/8/8/8/8 w",
        expect![
            "row 3 from the top has 0 fields; the board has 8 columns [8/8/^] write the symbol of each piece, and a number for empty fields"
        ],
    );
    check_error(
        &chess,
        "8/8/8/99999999999/8/8/8/8",
        expect![
            "row 4 from the top has 99999999999 fields; the board has 8 columns [99999999999] write the symbol of each piece, and a number for empty fields"
        ],
    );
    check_error(
        &chess,
        "8/0/8/8/8/8/8/8",
        expect!["`0` counts nothing [0] numbers count from 1, and no zero stands in front"],
    );
    check_error(
        &chess,
        "8/3x4/8/8/8/8/8/8",
        expect![
            "no piece is written `x`; the pieces are K k Q q R r B b N n P p [x] `.` is an empty field, a number counts several"
        ],
    );
    check_error(
        &chess,
        "w",
        expect![
            "there are 0 rows, the board has 8 [^] rows are written from the top, with `/` between"
        ],
    );
}

#[test]
fn wrong_columns_are_named() {
    let chess = samples::chess();
    let with = |rest: &str| format!("8/8/8/8/8/8/8/8 {rest}");
    check_error(
        &chess,
        &with("z"),
        expect![
            "`z` is no player: write `w` or `b` [z] a position is: rows player short+long passed quiet round"
        ],
    );
    check_error(
        &chess,
        &with("w KX"),
        expect![
            "no counter is written `X`; there are K Q k q, or `-` for none [X] a position is: rows player short+long passed quiet round"
        ],
    );
    check_error(
        &chess,
        &with("w KK"),
        expect![
            "`KK` says one thing twice [K] a position is: rows player short+long passed quiet round"
        ],
    );
    check_error(&chess, &with("w 2K"), expect!["`short` is 2 in `2K` [2K] it counts from 0 to 1"]);
    check_error(
        &chess,
        &with("w - j9"),
        expect!["`j9` is not a field, which `passed` should be [j9] write a field or `-`"],
    );
    check_error(
        &chess,
        &with("w - - 151"),
        expect!["`quiet` is 151 in `151` [151] it counts from 0 to 150"],
    );
    check_error(
        &chess,
        &with("w - - -3"),
        expect![
            "`-3` is not a number, which `quiet` should be [-3] a position is: rows player short+long passed quiet round"
        ],
    );
    check_error(
        &chess,
        &with("w - - 0 1 more"),
        expect![
            "`more` stands after the end of the position [more] a position is: rows player short+long passed quiet round"
        ],
    );
    check_error(
        &samples::minishogi(),
        "5/5/5/5/5 b K",
        expect![
            "no piece in reserve is written `K`; there can be R B G S P r b g s p, or `-` for none [K] a position is: rows player reserve round"
        ],
    );
    check_error(
        &samples::minishogi(),
        "5/5/5/5/5 b 256P",
        expect![
            "256 pieces of one kind are too many for a reserve [256P] a player has at most 255 of each"
        ],
    );
}

#[test]
fn rows_that_are_too_long_are_not_too_few() {
    let board = Facts::new("tictactoe", samples::grid(3, 3));
    let facts = Facts { kinds: vec![KindFacts::of_players("mark", "X", "O")], ..board };
    check_drawing_error(
        &facts,
        " X . O\n . . . .\n . . .\n",
        expect![
            "row 2 from the top has 4 fields; the board has 3 columns [. . . .] write the symbol of each piece, and a number for empty fields"
        ],
    );
    check_drawing_error(
        &facts,
        " X . O .\n . . .\n . . .\n",
        expect![
            "row 1 from the top has 4 fields; the board has 3 columns [X . O .] write the symbol of each piece, and a number for empty fields"
        ],
    );
    check_drawing_error(
        &facts,
        "X . O\n. . .\n. . . .",
        expect![
            "row 3 from the top has 4 fields; the board has 3 columns [. . . .] write the symbol of each piece, and a number for empty fields"
        ],
    );
    check_drawing_error(
        &facts,
        "X . O\n. . .\n. . . X // w\n",
        expect![
            "row 3 from the top has 4 fields; the board has 3 columns [. . . X] write the symbol of each piece, and a number for empty fields"
        ],
    );
    check_drawing_error(
        &facts,
        "X . O\n. . .\n",
        expect![[r#"
        there are 2 rows, the board has 3 [X . O
        . . .^] rows are written from the top, each on a line of its own"#]],
    );
    check_drawing_error(
        &facts,
        "X . O\n. . .\n. . .\n. . . .\n",
        expect![
            "there are 4 rows, the board has 3 [. . . .] rows are written from the top, each on a line of its own"
        ],
    );
    check_error(
        &facts,
        "X . O . / . . . / . . . w",
        expect![
            "row 1 from the top has 4 fields; the board has 3 columns [X . O .] write the symbol of each piece, and a number for empty fields"
        ],
    );
    check_error(
        &facts,
        "3/3/3\n3\n3 b",
        expect![[r#"
            there are 5 rows, the board has 3 [3
            3] rows are written from the top, each on a line of its own"#]],
    );
    check_error(
        &facts,
        "3/3/3/ w",
        expect![
            "there are 4 rows, the board has 3 [/] rows are written from the top, with `/` between"
        ],
    );
    check_error(
        &facts,
        "3/3/3 X",
        expect!["`X` is no player: write `w` or `b` [X] a position is: rows player round"],
    );
    check(&facts, "3\n3\n3\nb 2", "3/3/3 b 2");
    // Who is to move is no row, even if the letter is a piece's.
    let chess = samples::chess();
    let drawn = "8\n".repeat(7);
    check_error(
        &chess,
        &format!("9\n{drawn}b KQkq"),
        expect![
            "row 1 from the top has 9 fields; the board has 8 columns [9] write the symbol of each piece, and a number for empty fields"
        ],
    );
    check_error(
        &chess,
        &format!("9\n{drawn}b . . . . . . ."),
        expect![
            "there are 9 rows, the board has 8 [b . . . . . . .] rows are written from the top, each on a line of its own"
        ],
    );
    check_error(
        &chess,
        &format!("{drawn}8\nb KQkq j9"),
        expect!["`j9` is not a field, which `passed` should be [j9] write a field or `-`"],
    );
}
