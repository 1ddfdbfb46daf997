//! Where no history fits, the first turn after which none is left is named, what would have been
//! perceived instead, and what contradicts itself; and that it does is checked without it.

use expect_test::{Expect, expect};
use game::{Game, Player};
use infoset::{Contradiction, Limits, MergedSet, Observation, contradiction, read_transcript};
use native::Native;
use std::sync::OnceLock;

/// Searches for corrections look at many positions, which need code.
fn kriegspiel() -> &'static Native {
    static GAME: OnceLock<Native> = OnceLock::new();
    GAME.get_or_init(|| Native::new(testing::load("kriegspiel"), &[]).unwrap())
}

fn observed(game: &Native, turns: &str) -> Observation {
    let text = format!("multigame transcript 1\ngame: kriegspiel\nplayer: white\nturns:\n{turns}");
    read_transcript(game.facts(), &text).unwrap()
}

fn why(game: &Native, observation: &Observation) -> Option<Contradiction> {
    contradiction(game, observation, Limits::default(), &mut |_| true).unwrap()
}

fn check(turns: &str, expected: Expect) {
    let game = kriegspiel();
    let observation = observed(game, turns);
    let said = match why(game, &observation) {
        None => "something fits\n".to_string(),
        Some(why) => {
            let facts = game.facts();
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
            turn 3: with the answer 'no' to a try, 1 history fits turn 3
            this contradicts the moves that were made: turn 3: `c1h6` was refused
        "#]],
    );
    check(
        "white d2d4\nblack ?\nwhite [d4d5 'no'] e2e4",
        expect![[r#"
            no history fits turn 3 (white e2e4)
            18 histories fit the turns before
            in 16 of 18 positions `d4d5` would be accepted
            turn 3: with `then 'pawn try e4'`, 1 history fits turn 3
            these contradict each other: turn 3: `d4d5` was refused; turn 3: nothing was said before the next turn
        "#]],
    );
    // Nobody can have taken anything so early.
    check(
        "white d2d4\nblack ? 'capture d4'",
        expect![[r#"
            no history fits turn 2 (black ?)
            1 history fits the turns before
            turn 2: without 'capture d4', 18 histories fit turn 2
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
    let observation = observed(game, turns);
    let why = why(game, &observation).unwrap();
    assert_eq!(observation.player, Player::First);
    assert!(why.is_least);
    assert_eq!(why.turn, 2);
    let count = |observation: &Observation| {
        let set = MergedSet::of(game, observation, Limits::default(), &mut |_| true).unwrap();
        set.count().unwrap()
    };
    assert_eq!(count(&observation), 0);
    assert_eq!(count(&observation.after(why.turn)), why.fitted);
    let mut without = observation.clone();
    without.turns[2].refused.clear();
    assert!(count(&without) > 0);
}

/// What is wrong is said where it is wrong: with one change something fits.
#[test]
fn slips_of_the_pen_are_corrected() {
    // `then` is missing before the check.
    check(
        "white e2e4\nblack ?\nwhite d1h5\nblack ?\nwhite h5f7 'capture f7' 'check'\nblack ?",
        expect![[r#"
            no history fits turn 5 (white h5f7)
            270 histories fit the turns before
            in 14 of 171 positions the move would be refused
            in 1 of 171 positions 'check' would not be said with the move
            turn 5: with `then` before 'check', 255 histories fit turn 5
            this contradicts the moves that were made: turn 5: 'capture f7' and 'check' was said with the move
        "#]],
    );
    // The field of the capture is wrong.
    check(
        "white e2e4\nblack ?\nwhite d1h5\nblack ?\nwhite h5f7 'capture f6' then 'check'",
        expect![[r#"
            no history fits turn 5 (white h5f7)
            270 histories fit the turns before
            in 14 of 171 positions the move would be refused
            turn 5: with 'capture f7' instead of 'capture f6', 255 histories fit turn 5
            this contradicts the moves that were made: turn 5: 'capture f6' was said with the move
        "#]],
    );
    // The pawn that can be taken was not written down, and is taken.
    check(
        "white e2e4\nblack ?\nwhite e4d5 'capture d5'",
        expect![[r#"
        no history fits turn 3 (white e4d5)
        18 histories fit the turns before
        in all 18 positions the move could neither be made nor tried
        turn 2: with `then 'pawn try d5'`, 1 history fits turn 3
        this contradicts the moves that were made: turn 2: nothing was said before the next turn
    "#]],
    );
}
