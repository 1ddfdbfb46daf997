//! Positions as text: what is written is read back, and what is wrong is said.

mod why_not;
mod wrong;
mod wrong_rows;

use super::*;
use crate::facts::{Facts, KindFacts, ReserveFacts};
use crate::ids::{Field, Kind, Owner, Piece, Player};
use crate::samples;
use crate::turn::SetupError;
use crate::{Board, Setup};
use expect_test::{Expect, expect};

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Reads the text and checks how it is written again.
fn check(facts: &Facts, text: &str, canonical: &str) -> Setup {
    let setup = parse_position(facts, text).unwrap_or_else(|e| panic!("{}: {text}", e.message));
    assert_eq!(write_position(facts, &setup), canonical);
    assert_eq!(parse_position(facts, canonical), Ok(setup.clone()));
    setup
}

/// Checks the message for a text that cannot be read, or not be played.
fn check_error(facts: &Facts, text: &str, expected: Expect) {
    let result = parse_position(facts, text).and_then(|setup| check_setup(facts, &setup));
    let Err(error) = result else { panic!("`{text}` is right") };
    expected.assert_eq(&shown(&error, text));
}

/// The same for a drawing.
fn check_drawing_error(facts: &Facts, text: &str, expected: Expect) {
    let Err(error) = parse_drawing(facts, text) else { panic!("`{text}` is right") };
    expected.assert_eq(&shown(&error, text));
}

/// The message, the words it is about (a `^` after them if it is about what is
/// missing there), and the hint.
fn shown(error: &SetupError, text: &str) -> String {
    let place = match error.place.clone() {
        None => "-".to_string(),
        Some(place) if place.is_empty() => format!("{}^", &text[..place.end]),
        Some(place) => text[place].chars().take(30).collect(),
    };
    format!("{} [{place}] {}", error.message, error.hint)
}

#[test]
fn chess_is_fen() {
    let chess = samples::chess();
    for text in [
        CHESS,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR b Kq c6 17 32",
        "8/8/8/8/8/8/8/8 b - - 150 999",
    ] {
        check(&chess, text, text);
    }
    assert_eq!(position_columns(&chess), "rows player short+long passed quiet round");
}

#[test]
fn columns_at_the_end_may_be_missing() {
    let chess = samples::chess();
    check(&chess, "8/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8 w - - 0 1");
    check(&chess, "8/8/8/8/8/8/8/8 black kQ", "8/8/8/8/8/8/8/8 b Qk - 0 1");
    check(&chess, "8/8/8/8/8/8/8/8 B - a3 - 7", "8/8/8/8/8/8/8/8 b - a3 0 7");
}

#[test]
fn rows_may_be_drawn() {
    let chess = samples::chess();
    let drawn = "
      r n b q k b n r
      p p p p p p p p

      . . . . . . . .
      8
      4 4
      . . 1 . . . 2
      PPPP PPPP
      R N B Q K B N R   w KQkq
    ";
    check(&chess, drawn, CHESS);
    check(&chess, &drawn.replace('\n', "\r\n"), CHESS);
    let shogi = samples::minishogi();
    check(&shogi, "rbsgk / 4p / 5 / P4 / KGSBR", "rbsgk/4p/5/P4/KGSBR b - 1");
}

#[test]
fn a_remembered_field_has_lived_one_turn() {
    let chess = samples::chess();
    let setup = check(&chess, "8/8/8/8/8/8/8/8 b - e3 0 1", "8/8/8/8/8/8/8/8 b - e3 0 1");
    assert_eq!(setup.memories[0], Some((chess.board.field("e3").unwrap(), 0)));
    assert_eq!(check_setup(&samples::chess(), &chess.start), Ok(()));
}

#[test]
fn a_longer_memory_says_how_long() {
    let mut chess = samples::chess();
    chess.memories[0].turns = 3;
    let with = |memory: &str| format!("8/8/8/8/8/8/8/8 b - {memory} 0 1");
    let e3 = chess.board.field("e3").unwrap();
    for (text, written, life) in
        [("e3", "e3:3", 2), ("e3:3", "e3:3", 2), ("e3:2", "e3:2", 1), ("e3:1", "e3:1", 0)]
    {
        let setup = check(&chess, &with(text), &with(written));
        assert_eq!(setup.memories[0], Some((e3, life)));
    }
    check(&chess, &with("-"), &with("-"));
    for wrong in ["e3:", "e3:0", "e3:4", "e3:256", "e3:+1", "e3:1:1", ":1"] {
        assert!(parse_position(&chess, &with(wrong)).is_err(), "{wrong}");
    }
    check_error(
        &chess,
        &with("e3:4"),
        expect![
            "`passed` cannot last for `4` turns [e3:4] after the `:` stands for how many turns it lasts, 1 to 3"
        ],
    );
    // For one turn there is nothing to say.
    let chess = samples::chess();
    check(&chess, &with("e3:1"), &with("e3"));
    check_error(
        &chess,
        &with("e3:2"),
        expect![
            "`passed` cannot last for `2` turns [e3:2] it lasts for 1 turn, which need not be written"
        ],
    );
}

#[test]
fn minishogi_has_pieces_in_reserve() {
    let shogi = samples::minishogi();
    let text = "rbs+sk/4+b/5/P4/KGSBR w 2RP3gs 12";
    let setup = check(&shogi, text, text);
    assert_eq!(setup.reserve, [[2, 0], [0, 0], [0, 3], [0, 1], [1, 0]]);
    check(&shogi, "5/5/5/5/5 b sR3gPR", "5/5/5/5/5 b 2RP3gs 1");
}

#[test]
fn numbers_as_symbols_need_spaces() {
    let fifteen = samples::fifteen();
    let text = "14 13 15 7/11 12 9 5/6 . 2 1/4 8 10 3 1";
    check(&fifteen, text, text);
    check(&fifteen, "14 13 15 7 11 12 9 5 6 . 2 1 4 8 10 3", text);
    check(&fifteen, "14 13 15  7\n11 12 9 5 / 6 . 2 1\n4 8 10 3\n", text);
    check_error(
        &fifteen,
        "14 13 15 16/11 12 9 5/6 . 2 1/4 8 10 3",
        expect![
            "no piece is written `16`; the pieces are 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 [16] `.` is an empty field; spaces separate the fields"
        ],
    );
    check_error(
        &fifteen,
        "1 2 3 4 5",
        expect![
            "row 2 from the top has 1 field; the board has 4 columns [5] write each field, `.` for an empty one, with spaces between"
        ],
    );
}

#[test]
fn stacks_are_written_from_the_bottom() {
    let stacking = samples::stacking();
    let text = "4o ./X2O . b 3";
    let setup = check(&stacking, text, text);
    assert_eq!(setup.board[0].len(), 3);
    assert_eq!(setup.top(Field(0)), Some(Piece::new(Kind(0), Owner::Second)));
    check(&stacking, "XXX . / 2 b", "3X ./. . b 1");
    check_error(
        &stacking,
        "13o ./. .",
        expect!["`13o` is more than a field holds [13o] a field holds at most 12 pieces"],
    );
    check_error(
        &stacking,
        "X2z ./. .",
        expect![
            "no piece is written `z`; the pieces are X O o [z] `.` is an empty field; spaces separate the fields"
        ],
    );
    check_error(
        &stacking,
        "99999999999999999999o . . .",
        expect![
            "`99999999999999999999o` is more than a field holds [99999999999999999999o] a field holds at most 12 pieces"
        ],
    );
}

#[test]
fn holes_are_left_out() {
    let peg = samples::peg_solitaire();
    let drawn = "# # o o o # #\n# # o o o # #\no o o o o o o\no o o . o o o\n\
                 o o o o o o o\n# # o o o # #\n# # o o o # #\n";
    let text = "ooo/ooo/ooooooo/ooo1ooo/ooooooo/ooo/ooo 1";
    check(&peg, drawn, text);
    check(&peg, "##3##/3/7/7/7/# # . . .##/##3 5", "3/3/7/7/7/3/3 5");
    let holes = drawing_holes(7, 7, drawn);
    assert_eq!(holes.len(), 16);
    assert!(holes.contains(&(0, 0)) && holes.contains(&(6, 5)) && !holes.contains(&(2, 0)));
    check_error(
        &peg,
        "3/4/7/7/7/3/3",
        expect![
            "row 2 from the top has 4 fields; the board has 3 there [4] write the symbol of each piece, and a number for empty fields"
        ],
    );
    check_error(
        &peg,
        "#3###/3/7/7/7/3/3",
        expect![
            "row 1 from the top has a field on b7, which is a hole [#3###] draw `#` on each hole of the row, or on none"
        ],
    );
    check_error(
        &peg,
        "3/3/7/3#4/7/3/3",
        expect![
            "row 4 from the top has a `#` on d4, which is a field [3#4] draw `#` on each hole of the row, or on none"
        ],
    );
}

#[test]
fn drawings_show_holes_in_any_spacing() {
    assert_eq!(drawing_holes(3, 2, "a#b/c d e w"), [(1, 1)]);
    assert_eq!(drawing_holes(3, 2, "1#1 // a # b\n#2"), [(1, 1), (0, 0)]);
    assert_eq!(drawing_holes(3, 1, "10 # 12"), [(1, 0)]);
    assert_eq!(drawing_holes(3, 2, "+S+S#/+S#S w"), [(2, 1), (1, 0)]);
    assert_eq!(drawing_holes(3, 1, "..."), []);
    assert_eq!(drawing_holes(3, 9, "#"), [(0, 8)]);
}

#[test]
fn rows_without_fields_are_empty() {
    let board = Board::grid(2, 3, crate::Cyclic::NEITHER, false, |_, y| y == 1);
    let mut facts = Facts::new("split", board);
    facts.kinds = vec![KindFacts::of_players("man", "X", "O")];
    check(&facts, "XX//1O b", "XX//1O b 1");
    check(&facts, "X X\n# #\n. O", "XX//1O w 1");
    check(&facts, "XX\n1O", "XX//1O w 1");
    let board = Board::grid(2, 3, crate::Cyclic::NEITHER, false, |_, y| y != 1);
    facts = Facts { board, ..facts };
    facts.start = Setup::empty(&facts);
    check(&facts, "/2/ b", "/2/ b 1");
    check(&facts, "# #\n. .\n# # b", "/2/ b 1");
}

#[test]
fn players_with_one_letter_are_told_apart() {
    let mut facts = Facts::new("test", samples::grid(1, 1));
    facts.players = vec!["white".to_string(), "whale".to_string()];
    check(&facts, "1 wha", "1 wha 1");
    check(&facts, "1 white", "1 whi 1");
    facts.players = vec!["a".to_string(), "ab".to_string()];
    check(&facts, "1 ab", "1 ab 1");
    check(&facts, "1 a", "1 a 1");
}

#[test]
fn symbols_that_run_together_are_kept_apart() {
    let mut facts = Facts::new("test", samples::grid(3, 1));
    facts.kinds = vec![
        KindFacts::of_players("plus", "+", "p"),
        KindFacts::of_players("silver", "S", "s"),
        KindFacts::of_players("narigin", "+S", "+s"),
    ];
    check(&facts, "+ S+S w", "+ S+S w 1");
    check(&facts, "+1S w", "+1S w 1");
}

#[test]
fn reserves_of_nobody_are_written_for_each_player() {
    let mut facts = Facts::new("test", samples::grid(1, 1));
    facts.kinds = vec![KindFacts::of_players("man", "X", "O"), KindFacts::of_nobody("wall", "+")];
    facts.reserve =
        [0, 1].map(|kind| ReserveFacts { kind: Kind(kind), count: 5 }).into_iter().collect();
    facts.start = Setup::empty(&facts);
    check(&facts, "1", "1 w 5X5+/5O5+ 1");
    check(&facts, "1 w X/+", "1 w X/+ 1");
    check(&facts, "1 w -/2+O", "1 w /O2+ 1");
    check(&facts, "1 w -", "1 w - 1");
}

#[test]
fn what_a_variant_took_out_keeps_its_column() {
    let mut chess = samples::chess();
    for i in [0, 1, 2] {
        chess.counters[i].gone = true;
    }
    chess.memories[0].gone = true;
    chess.kinds[3].gone = true;
    chess.ghosts = vec!["B".to_string(), "b".to_string()];
    check(&chess, "8/8/8/8/8/8/8/8 b KQkq e3 17 5", "8/8/8/8/8/8/8/8 b - - - 5");
    let drawn = parse_drawing(&chess, "rnbqkbnr/8/8/8/8/8/8/8 // the start\n").unwrap();
    assert_eq!(write_position(&chess, &drawn), "rn1qk1nr/8/8/8/8/8/8/8 w - - - 1");
    check_error(
        &chess,
        "rnbqkbnr/8/8/8/8/8/8/8",
        expect![
            "no piece is written `b`; the pieces are K k Q q R r N n P p [b] `.` is an empty field, a number counts several"
        ],
    );
    chess.counters[0].gone = false;
    check(&chess, "8/8/8/8/8/8/8/8 b KQkq", "8/8/8/8/8/8/8/8 b Kk - - 1");
}

#[test]
fn impossible_positions_are_refused() {
    let chess = samples::chess();
    check_error(
        &chess,
        "8/8/8/8/8/8/8/4k3 w",
        expect![
            "white has no king; a position needs exactly 1 [-] the rules declare these numbers with `exactly`"
        ],
    );
    check_error(
        &chess,
        "8/8/8/8/8/8/8/2KK4 w",
        expect![
            "white has 2 kings and black has no king; a position needs exactly 1 [-] the rules declare these numbers with `exactly`"
        ],
    );
    let refused = |change: fn(&mut Setup)| {
        let mut setup = samples::chess().start;
        change(&mut setup);
        check_setup(&chess, &setup).unwrap_err().message
    };
    expect!["a1 has 2 pieces; a field holds at most 1"]
        .assert_eq(&refused(|s| s.board[0] = vec![Piece::new(Kind(5), Owner::First); 2]));
    expect!["a1 has a pawn of nobody, which there is not"]
        .assert_eq(&refused(|s| s.board[0] = vec![Piece::new(Kind(5), Owner::Nobody)]));
    expect!["a1 has a piece of black, which there is not"]
        .assert_eq(&refused(|s| s.board[0] = vec![Piece::new(Kind(9), Owner::Second)]));
    expect!["the setup has 1 fields, the game has 64"].assert_eq(&refused(|s| s.board.truncate(1)));
    expect!["`quiet` is -1"].assert_eq(&refused(|s| s.counters[2][0] = -1));
    expect!["`passed` is field 64, which there is not"]
        .assert_eq(&refused(|s| s.memories[0] = Some((Field(64), 0))));
    expect!["`target` cannot be remembered for 0 more turns"]
        .assert_eq(&refused(|s| s.memories[1] = Some((Field(0), 0))));
    let fifteen = samples::fifteen();
    let second = Setup { player: Player::Second, ..Setup::empty(&fifteen) };
    assert!(check_setup(&fifteen, &second).is_err());
}

#[test]
fn no_text_is_too_strange() {
    let odd =
        ["é", "/", "//", "#", "#/#", "-", "\u{0}", "8/8/é", "w w w", "1 1", ". . .", "٣", "/ /"];
    let all = [
        samples::chess(),
        samples::minishogi(),
        samples::fifteen(),
        samples::peg_solitaire(),
        samples::stacking(),
    ];
    for facts in &all {
        for text in odd {
            for text in [text.to_string(), format!("{CHESS}{text}"), format!("{CHESS} {text}")] {
                if let Err(error) = parse_position(facts, &text) {
                    assert!(error.place.is_some_and(|place| text.get(place).is_some()));
                }
                let _ = parse_drawing(facts, &text);
                let _ = drawing_holes(3, 3, &text);
            }
        }
    }
}
