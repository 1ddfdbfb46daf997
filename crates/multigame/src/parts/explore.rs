//! Plays a game at random for a while to find what only shows in play: a
//! position that is over and has moves, two moves with one text, a piece that
//! stays in the hand, a legal move that nobody may try, and their like.

use game::{Game, Line, Move, Referee, Rng, RulesError, Turn};
use interp::Interp;

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// About this many positions.
    pub positions: u32,
    /// No more work than this, in the units of [`interp::Limits::steps`].
    pub work: u64,
    /// What chance begins with.
    pub seed: u64,
}

/// What random play found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// Positions visited.
    pub positions: u32,
    /// Whether the game is over before it begins.
    pub over_at_start: bool,
    /// Whether the work ran out in the middle of the very first turn.
    pub nothing_done: bool,
    /// A legal move that is not among the tries of its player, with its position.
    pub left_out: Option<(String, String)>,
    /// The first error of each kind.
    pub errors: Vec<RulesError>,
}

/// Tries are compared with the legal moves in the first turns: later a player may know
/// more, by what they were told on the way.
const FIRST_TURNS: usize = 2;

/// This many turns a game, lest one that never ends hides all others.
const MAX_TURNS: usize = 300;

/// Plays random games from the start.
pub fn explore(game: &Interp, plan: Plan) -> Explored {
    let mut random = Rng::new(plan.seed);
    let mut found = Explored::default();
    let mut budget = plan.work;
    while found.positions < plan.positions && !stop(&found) {
        let mut line = Line::new(game.start());
        while found.positions < plan.positions && line.len() < MAX_TURNS {
            let Some(turn) = game.turn_within(line.position(), line.past(), &mut budget) else {
                found.nothing_done = found.positions == 0;
                return found;
            };
            found.positions += 1;
            match turn {
                Ok(Turn::Over(_)) => {
                    found.over_at_start = line.is_empty();
                    break;
                }
                Ok(Turn::Moves(moves)) => {
                    if found.left_out.is_none() && line.len() < FIRST_TURNS {
                        found.left_out = left_out(game, &line, &moves);
                    }
                    match moves.len() {
                        0 => break,
                        n => line.push(moves.into_iter().nth(random.below(n)).expect("one of n")),
                    }
                }
                Err(error) => {
                    if !found.errors.iter().any(|known| known.code == error.code) {
                        found.errors.push(error);
                    }
                    break;
                }
            }
        }
        // A game that is over, or broken, at its start has nothing more to show.
        if line.is_empty() {
            break;
        }
    }
    found
}

/// A legal move that its player may not try, going by what they know: only somebody who
/// knows more could make it. Where something is told before the turn, that may be what
/// they need to know.
fn left_out(
    game: &Interp,
    line: &Line<interp::Position>,
    moves: &[Move<interp::Position>],
) -> Option<(String, String)> {
    if !game.facts().hidden || !game.can_refuse() {
        return None;
    }
    let (at, past) = (line.position(), line.past());
    let before = past.last().unwrap_or(at);
    if !game.told(at, before).ok()?.is_empty() {
        return None;
    }
    // What goes wrong in the referee's rules is told by whoever plays by them.
    let tries = game.tries(at, before, past).ok()?;
    let missing = moves.iter().find(|made| !tries.iter().any(|text| made.is_called(text)))?;
    Some((missing.text.clone(), game::write_position(game.facts(), &game.setup(at))))
}

/// Rules that run too long are not run again.
fn stop(found: &Explored) -> bool {
    found.errors.iter().any(|error| error.code.is_limit())
}
