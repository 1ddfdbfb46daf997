//! Mistakes in transcripts are told with their place.

use expect_test::{Expect, expect};
use game::Game;
use infoset::read_transcript;

const HEAD: &str = "multigame transcript 1\ngame: phantom_tictactoe\nplayer: white\nturns:\n";

fn check(text: &str, expected: Expect) {
    let game = testing::load("phantom_tictactoe");
    let error = read_transcript(game.facts(), text).unwrap_err();
    expected.assert_eq(&format!("{error} ({})", error.hint));
}

#[test]
fn headers() {
    check(
        "",
        expect![
            "line 1, column 1: the transcript does not say whose it is (write `player: white` or `player: black` before `turns:`)"
        ],
    );
    check(
        "hello",
        expect![
            "line 1, column 1: this is not a transcript of a game (its first line is `multigame transcript 1`)"
        ],
    );
    check(
        "multigame transcript 2",
        expect![
            "line 1, column 1: this is version `2` of the transcript format (this program reads version 1)"
        ],
    );
    check(
        "multigame transcript 1\ngame: chess",
        expect![
            "line 2, column 7: this is a transcript of `chess` (the game that was named is `phantom_tictactoe`)"
        ],
    );
    check(
        "multigame transcript 1\nplayer: red",
        expect!["line 2, column 9: there is no player `red` (the players are white and black)"],
    );
}

#[test]
fn turns() {
    let turn = |line: &str, expected: Expect| check(&format!("{HEAD}{line}"), expected);
    turn(
        "1. white ?",
        expect!["line 5, column 10: the player's own move is missing (the player knows it)"],
    );
    turn("1. white [b2 'no'", expect!["line 5, column 10: this bracket is not closed ()"]);
    turn(
        "1. white b2 'no",
        expect![
            "line 5, column 13: this message does not end (a message stands between two quotes: 'check')"
        ],
    );
    turn(
        "1. white b2\n1. white b3",
        expect![
            "line 6, column 1: it is the turn of black (`again` before means that the same player goes on)"
        ],
    );
    turn(
        "1. white b2\n1. black b3",
        expect!["line 6, column 10: what the enemy did is not known, but `b3` says it (write `?`)"],
    );
    turn(
        "1. white b2 sees X:d9",
        expect!["line 5, column 18: there is no field `d9` (write SIGN:FIELD,FIELD)"],
    );
    turn(
        "1. white b2 end maybe",
        expect![
            "line 5, column 17: `end` needs a result (results are 1-0, 0-1, 1/2-1/2, or points: +12)"
        ],
    );
    turn(
        "1. white b2 soon",
        expect![
            "line 5, column 13: `soon` is out of place (after the move come messages, `then`, `again`, `end`, `sees`)"
        ],
    );
}
