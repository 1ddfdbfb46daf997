//! What a random game is worth: its outcome, or if it takes too long, what the
//! evaluation says of the position where it was broken off.

use super::node::{GAME, seen_by};
use crate::limits::Stop;
use crate::settings::Evaluation;
use crate::tree::Tree;
use game::{Finish, Game, Held, Rng};

/// Games that tell how long random games are, and what evaluations are large.
const SAMPLES: u64 = 16;
/// If half of them are not over after this many turns, they tell little,
const LONG: u32 = 200;
/// and an evaluation after this many turns tells more.
const CUT: u32 = 8;
/// The longest games where nothing else is said.
const LONGEST: u32 = 1000;

/// How random games are played and what they are worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Judge {
    /// Games are broken off after this many turns.
    max_turns: u32,
    /// An evaluation of this size is worth about three quarters of a win.
    scale: f64,
}

impl Judge {
    /// Plays a few games from a position to see what suits.
    pub(super) fn new<G: Game>(
        tree: &mut Tree<'_, G>,
        at: &G::Position,
        rng: &mut Rng,
    ) -> Result<Judge, Stop> {
        let wanted = tree.settings().mcts.playout_turns();
        let guesses = tree.settings().mcts.guesses();
        let has_evaluation = tree.settings().evaluation != Evaluation::None;
        let max_turns = match wanted {
            Some(turns) => turns,
            None if has_evaluation && are_long(tree, at, rng)? => CUT,
            None => LONGEST,
        };
        let mut judge = Judge { max_turns, scale: 1.0 };
        if has_evaluation && (guesses || max_turns < LONGEST) {
            let turns = if max_turns < LONGEST { max_turns } else { CUT };
            judge.scale = usual(tree, at, rng, turns)?.max(1.0);
        }
        Ok(judge)
    }

    /// Plays a game; the points of the first player, and what the players hold at its end.
    pub(super) fn play<G: Game>(
        &self,
        tree: &mut Tree<'_, G>,
        at: &G::Position,
        rng: &mut Rng,
    ) -> Result<(i64, Held), Stop> {
        let (finish, held) = tree.playout(at, rng, self.max_turns)?;
        Ok(match finish {
            Finish::Over(outcome) => (i64::from(outcome.value.signum()) * GAME, held),
            Finish::BrokenOff(at) => (self.guess(tree, &at)?, held),
        })
    }

    /// What the evaluation says of a position, as points of the first player.
    pub(super) fn guess<G: Game>(
        &self,
        tree: &mut Tree<'_, G>,
        at: &G::Position,
    ) -> Result<i64, Stop> {
        let points = f64::from(tree.evaluate(at)?) / self.scale;
        Ok(seen_by(tree.player(at), (points.tanh() * GAME as f64) as i64))
    }
}

/// The usual size of evaluations after this many turns of random games.
fn usual<G: Game>(
    tree: &mut Tree<'_, G>,
    at: &G::Position,
    rng: &mut Rng,
    turns: u32,
) -> Result<f64, Stop> {
    let (mut sum, mut n) = (0.0, 0.0);
    for _ in 0..SAMPLES {
        if let (Finish::BrokenOff(at), _) = tree.playout(at, rng, turns)? {
            (sum, n) = (sum + f64::from(tree.evaluate(&at)?).abs(), n + 1.0);
        }
    }
    Ok(if n > 0.0 { sum / n } else { 0.0 })
}

/// Whether random games from a position seldom come to an end soon.
fn are_long<G: Game>(
    tree: &mut Tree<'_, G>,
    at: &G::Position,
    rng: &mut Rng,
) -> Result<bool, Stop> {
    let mut long = 0;
    for _ in 0..SAMPLES {
        long += u64::from(matches!(tree.playout(at, rng, LONG)?.0, Finish::BrokenOff(_)));
    }
    Ok(2 * long > SAMPLES)
}
