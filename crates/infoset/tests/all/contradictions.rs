//! Where no history fits, the first turn after which none is left is named, what would have been
//! perceived instead, and what contradicts itself; and that it does is checked without it.

use expect_test::{Expect, expect};
use game::Player;
use infoset::{Contradiction, Limits, MergedSet, Observation, contradiction, read_transcript};
use interp::Interp;

fn kriegspiel() -> Interp {
    let mut program = testing::load("kriegspiel").program().clone();
    ir::passes::optimize(&mut program, &[]);
    Interp::new(program).unwrap()
}

fn observed(game: &Interp, turns: &str) -> Observation {
    let text = format!("multigame transcript 1\ngame: kriegspiel\nplayer: white\nturns:\n{turns}");
    read_transcript(&game.program().facts, &text).unwrap()
}

fn why(game: &Interp, observation: &Observation) -> Option<Contradiction> {
    contradiction(game, observation, Limits::default(), &mut |_| true).unwrap()
}

fn check(turns: &str, expected: Expect) {
    let game = kriegspiel();
    let observation = observed(&game, turns);
    let said = match why(&game, &observation) {
        None => "something fits\n".to_string(),
        Some(why) => {
            let facts = &game.program().facts;
            let lines = why.hints(facts, &observation).into_iter();
            let lines = std::iter::once(why.message(facts, &observation)).chain(lines);
            lines.map(|line| line + "\n").collect()
        }
    };
    expected.assert_eq(&said);
}

#[test]
fn what_fits_is_no_contradiction() {
    check("white d2d4\nblack ?", expect![[r#"
        something fits
    "#]]);
}

#[test]
fn moves_that_cannot_be_are_slips() {
    check("white d2d5", expect![[""]]);
    check("white Nf3", expect![[""]]);
    check("white e2e4\nblack ? 'capure e4'", expect![[""]]);
    check("white e2e4\nblack ? 'capture z4'", expect![[""]]);
}

#[test]
fn what_would_have_been_said_is_told() {
    // The bishop of c1 cannot be stopped by anything but a pawn of its own.
    check("white d2d4\nblack ?\nwhite [c1g5 'no'] e2e4", expect![[""]]);
    // An answer is missing.
    check("white d2d4\nblack ?\nwhite [c1h6] e2e4", expect![[""]]);
    check("white d2d4\nblack ?\nwhite [d4d5 'no'] e2e4", expect![[""]]);
    // Nobody can have taken anything so early.
    check("white d2d4\nblack ? 'capture d4'", expect![[""]]);
    check("white d2d4\nblack ? end 0-1", expect![[""]]);
}

/// Without any one of the facts something fits, and with all of them nothing does.
#[test]
fn facts_are_as_few_as_can_be() {
    let game = kriegspiel();
    let turns = "white d2d4\nblack ?\nwhite c1g5\nblack ?\nwhite [d4d5 'no'] e2e4";
    let observation = observed(&game, turns);
    let why = why(&game, &observation).unwrap();
    assert_eq!(observation.player, Player::First);
    assert!(why.is_least);
    assert_eq!(why.turn, 4);
    let count = |observation: &Observation| {
        let set = MergedSet::of(&game, observation, Limits::default(), &mut |_| true).unwrap();
        set.count().unwrap()
    };
    assert_eq!(count(&observation), 0);
    assert_eq!(count(&observation.after(why.turn)), why.fitted);
    let mut without = observation.clone();
    without.turns[4].refused.clear();
    assert!(count(&without) > 0);
}
