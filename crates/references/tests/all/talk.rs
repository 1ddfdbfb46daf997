//! The protocol: each question has its answer, and wrong questions are told so.

use references::{Answer, Clock, PROGRAMS, answer};
use std::cell::Cell;

/// A clock that goes on by a millisecond whenever somebody looks at it.
#[derive(Default)]
struct Steps(Cell<u64>);

impl Clock for Steps {
    fn nanos(&self) -> u64 {
        self.0.set(self.0.get() + 1_000_000);
        self.0.get()
    }
}

fn check(question: &str, expected: &str) {
    let found = answer(question, &Steps::default());
    assert_eq!(found, Answer::Line(expected.to_owned()), "{question}");
}

#[test]
fn games_are_listed() {
    check(
        "games",
        "games tictactoe connect4 breakthrough othello checkers gomoku hex amazons \
         amazons_counted chess chess_counted",
    );
}

#[test]
fn trees_are_counted_and_timed() {
    check("perft tictactoe made 2", "perft 72 1000000");
    check("perft  hex counted 2 ", "perft 14520 1000000");
    check("perft chess made 1", "perft 20 1000000");
    check("perft chess counted 1 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "perft 14 1000000");
}

#[test]
fn games_are_played_until_the_time_is_over() {
    for program in PROGRAMS {
        let question = format!("playouts {} 7 10", program.name);
        let Answer::Line(line) = answer(&question, &Steps::default()) else {
            panic!("{question} has no answer");
        };
        let words: Vec<&str> = line.split(' ').collect();
        let ["playouts", games, plies, "10000000"] = words[..] else {
            panic!("{question} is answered by {line}");
        };
        let (games, plies): (u64, u64) = (games.parse().unwrap(), plies.parse().unwrap());
        assert!(games >= 10 && plies > 5 * games, "{line}");
    }
}

#[test]
fn equal_seeds_play_equal_games() {
    let play = |seed| answer(&format!("playouts checkers {seed} 5"), &Steps::default());
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn the_talk_ends_and_empty_lines_are_passed_over() {
    assert_eq!(answer("quit", &Steps::default()), Answer::Quit);
    assert_eq!(answer(" ", &Steps::default()), Answer::Silence);
}

#[test]
fn wrong_questions_are_told_so() {
    check("hello there", "error what is `hello there`? See --help");
    check("playouts chess 1", "error what is `playouts chess 1`? See --help");
    check("playouts shogi 1 1", "error there is no program for `shogi`; ask for `games`");
    check("playouts hex one 1", "error `one` is no seed");
    check("playouts hex 1 -1", "error `-1` is no number of milliseconds");
    check("perft hex 3", "error what is `perft hex 3`? See --help");
    check("perft hex seen 3", "error leaves are `made` or `counted`, not `seen`");
    check("perft hex made deep", "error `deep` is no depth");
    check("perft hex made 1 8/8 w", "error hex begins in its first position only, not in 8/8 w");
    check("perft chess made 1 8/8 w", "error 8/8 w is no position of chess: The board is invalid.");
}
