//! A referee takes records to their end, and gives away nothing by the answers.

use game::{Game, Record};
use infoset::{Session, referee};
use interp::Interp;

fn built_in(name: &str) -> Interp {
    testing::load(name)
}

#[test]
fn records_are_refereed_to_their_end() {
    let game = built_in("phantom_tictactoe");
    let wrong = |moves: &str| {
        let text = format!("multigame record 1\ngame: phantom_tictactoe\nmoves: {moves}");
        referee(&game, &Record::parse(&text).unwrap()).err().map(|why| why.to_string())
    };
    assert_eq!(wrong("b2 [b2] a1"), None);
    assert_eq!(wrong("b2 [b2 ] a1 [a1,] c1 [b2, c1;] c3"), None);
    let told = |what: &str| Some(format!("word {what}"));
    assert_eq!(
        wrong("b2 [b2]"),
        told("2 of the moves: after these refused tries no move was made")
    );
    assert_eq!(wrong("b2 [b2"), told("2 of the moves: this bracket is not closed"));
    let closes = "of the moves: there is no open bracket that this one closes";
    assert_eq!(wrong("b2 ]]] a1]"), told(&format!("2 {closes}")));
    assert_eq!(wrong("b2 a1]"), told(&format!("2 {closes}")));
    assert_eq!(wrong("b2 [[b2] a1"), told("2 of the moves: a bracket is open already"));
}

#[test]
fn answers_do_not_show_the_true_position() {
    let game = built_in("kriegspiel");
    let answer = |black: &str, attempt: &str| {
        let mut session = Session::new(&game, game.start()).unwrap();
        for text in ["e2e4", black] {
            session.attempt(text).unwrap();
        }
        session.attempt(attempt)
    };
    // Whether the pawn is blocked is not told by what is no try at all.
    for text in ["e4e6", "e7e8", "d8d7", "what", ""] {
        let (free, blocked) = (answer("a7a6", text), answer("e7e5", text));
        assert!(free.is_err(), "{text}");
        assert_eq!(free, blocked, "{text}");
    }
    // A try that is written otherwise is refused like any other.
    assert!(answer("a7a6", "e4-e5").unwrap().accepted);
    assert!(!answer("e7e5", "e4-e5").unwrap().accepted);
}
