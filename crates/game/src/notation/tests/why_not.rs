//! Why a text names no move: from what the position and the legal moves show.

use super::super::why_not::fields_in;
use crate::facts::Facts;
use crate::notation::{parse_move, parse_position};
use crate::samples;
use crate::turn::Move;
use expect_test::{Expect, expect};

fn check(facts: &Facts, position: &str, moves: &str, input: &str, expected: Expect) {
    let setup = parse_position(facts, position).unwrap();
    let to_move = |text: &str| Move {
        text: text.to_string(),
        synonyms: Vec::new(),
        to: (),
        outcome: None,
        cost: 1,
        told: Vec::new(),
    };
    let moves: Vec<Move<()>> = moves.split_whitespace().map(to_move).collect();
    let found = match parse_move(facts, &setup, &moves, input) {
        Ok(found) => found.text.clone(),
        Err(error) => format!("{} | {}", error.message, error.hint),
    };
    expected.assert_eq(&found);
}

#[test]
fn placing_says_what_is_missing() {
    let shogi = samples::minishogi();
    let check = |input, expected| {
        let position = "rbsgk/4p/5/P4/KGSBR b 2P";
        check(&shogi, position, "P@c3 P@d3 a2a3 a2a3+s b1b2", input, expected);
    };
    check("p@c3", expect!["P@c3"]);
    check("a2a3+", expect!["a2a3+s"]);
    check("a2a3!", expect!["a2a3"]);
    check("G@c3", expect!["black has no gold in reserve | "]);
    check(
        "K@c3",
        expect![
            "no piece that can be placed is written `K` | the pieces that can be placed are R, B, G, S, P"
        ],
    );
    check(
        "P@a1",
        expect![
            "a1 is not empty: there is a king of black | the legal moves are P@c3, P@d3, a2a3, a2a3+s, b1b2"
        ],
    );
    check(
        "P@b3",
        expect![
            "the pawn cannot be placed on b3 | the legal moves are P@c3, P@d3, a2a3, a2a3+s, b1b2"
        ],
    );
    check("c3", expect!["`c3` is no move | to c3 there is P@c3"]);
    check("b1", expect!["`b1` is only a part of a move | the whole is b1b2"]);
}

#[test]
fn chains_say_how_they_go_on() {
    let chess = samples::chess();
    let check =
        |moves, input, expected| check(&chess, "8/8/8/8/8/2P5/8/8 w", moves, input, expected);
    check(
        "c3e5g7 c3e5c7",
        "c3e5",
        expect!["`c3e5` is only a part of a move | the whole is c3e5g7, c3e5c7"],
    );
    check("c3e5g7", "c3e5a1", expect!["`c3e5a1` is no move | from c3 there is c3e5g7"]);
    check("c3e5", "1. c3e5", expect!["`1. c3e5` is no move | the move is written `c3e5`"]);
    check(
        "c3a1/a2 c3c7/c6 c3c7/c8 c3c6/c7",
        "c3c7/c7",
        expect!["`c3c7/c7` is no move | beginning with c3c7 there are c3c7/c6, c3c7/c8"],
    );
    let all: String =
        ('1'..='8').flat_map(|n| [format!("c3c7/a{n} "), format!("c3c7/b{n} ")]).collect();
    check(
        &all,
        "c3c7/c7",
        expect![
            "`c3c7/c7` is no move | from c3 there are c3c7/a1, c3c7/b1, c3c7/a2, c3c7/b2, c3c7/a3, c3c7/b3, c3c7/a4, c3c7/b4, c3c7/a5, c3c7/b5, …"
        ],
    );
    check("d6xa1", "d6a1", expect!["d6xa1"]);
    check("", "c3c4", expect!["there are no legal moves | "]);
    let endless = "a1".repeat(100_000);
    let Err(error) = parse_move::<()>(&chess, &chess.start, &[], &endless) else { panic!() };
    assert!(error.message.len() < 100);
}

#[test]
fn points_of_a_graph_are_found_by_name() {
    let line: Vec<String> = ["top", "left", "lefty"].map(String::from).to_vec();
    let mut facts = Facts::new("points", crate::Board::lines(None, &[line]));
    facts.kinds = vec![crate::KindFacts::of_players("man", "X", "O")];
    let fields: Vec<&str> = fields_in(&facts, "topleftylefttop")
        .unwrap()
        .into_iter()
        .map(|(field, _)| facts.field_name(field))
        .collect();
    assert_eq!(fields, ["top", "lefty", "left", "top"]);
    check(
        &facts,
        "XO1 w",
        "toplefty",
        "top left",
        expect!["the man on top cannot go to left; it can go to lefty | "],
    );
}
