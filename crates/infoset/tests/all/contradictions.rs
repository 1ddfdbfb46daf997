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
    check(
        "white d2d4\nblack ?",
        expect![[r#"
        something fits
    "#]],
    );
}

#[test]
fn moves_that_cannot_be_are_slips() {
    check(
        "white d2d5",
        expect![[r#"
        turn 1: white can neither make nor try `d2d5`
        did you mean `d2d3`?
    "#]],
    );
    check(
        "white Nf3",
        expect![[r#"
        turn 1: white can neither make nor try `Nf3`
        did you mean `f2f3` or `g1f3`?
    "#]],
    );
    check(
        "white e2e4\nblack ? 'capure e4'",
        expect![[r#"
        turn 2: `kriegspiel` never says 'capure e4'
        did you mean `capture e4`?
    "#]],
    );
    check(
        "white e2e4\nblack ? 'capture z4'",
        expect![[r#"
        turn 2: `kriegspiel` never says 'capture z4'
    "#]],
    );
}

#[test]
fn what_would_have_been_said_is_told() {
    // Nothing can be in the way of the bishop so early.
    check(
        "white d2d4\nblack ?\nwhite [c1g5 'no'] e2e4",
        expect![[r#"
        no history fits turn 3 (white e2e4)
        18 histories fit the turns before
        in 16 of 18 positions `c1g5` would be accepted
        this contradicts the moves that were made: turn 3: `c1g5` was refused
    "#]],
    );
    // An answer is missing.
    check(
        "white d2d4\nblack ?\nwhite [c1h6] e2e4",
        expect![[r#"
        no history fits turn 3 (white e2e4)
        18 histories fit the turns before
        in 1 of 18 positions 'no' would be said about a refused try
        this contradicts the moves that were made: turn 3: `c1h6` was refused
    "#]],
    );
    check(
        "white d2d4\nblack ?\nwhite [d4d5 'no'] e2e4",
        expect![[r#"
        no history fits turn 3 (white e2e4)
        18 histories fit the turns before
        in 16 of 18 positions `d4d5` would be accepted
        in 1 of 18 positions 'pawn try e4' would be said before the next turn
        these contradict each other: turn 3: `d4d5` was refused; turn 3: nothing was said before the next turn
    "#]],
    );
    // Nobody can have taken anything so early.
    check(
        "white d2d4\nblack ? 'capture d4'",
        expect![[r#"
        no history fits turn 2 (black ?)
        1 history fits the turns before
        'capture d4' would not be said with the move
        this contradicts the moves that were made: turn 2: 'capture d4' was said with the move
    "#]],
    );
    check(
        "white d2d4\nblack ? end 0-1",
        expect![[r#"
            no history fits turn 2 (black ?)
            1 history fits the turns before
            the game would go on
            this contradicts the moves that were made: turn 2: the game was over (black wins)
        "#]],
    );
}

/// Without any one of the facts something fits, and with all of them nothing does.
#[test]
fn facts_are_as_few_as_can_be() {
    let game = kriegspiel();
    let turns = "white d2d4\nblack ?\nwhite [d4d5 'no'] e2e4\nblack ?";
    let observation = observed(&game, turns);
    let why = why(&game, &observation).unwrap();
    assert_eq!(observation.player, Player::First);
    assert!(why.is_least);
    assert_eq!(why.turn, 2);
    let count = |observation: &Observation| {
        let set = MergedSet::of(&game, observation, Limits::default(), &mut |_| true).unwrap();
        set.count().unwrap()
    };
    assert_eq!(count(&observation), 0);
    assert_eq!(count(&observation.after(why.turn)), why.fitted);
    let mut without = observation.clone();
    without.turns[2].refused.clear();
    assert!(count(&without) > 0);
}
