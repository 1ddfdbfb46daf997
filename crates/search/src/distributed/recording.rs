//! What one rank does by transposition-driven scheduling, piece by piece, for a simulator
//! that replays it on more ranks than there are.

use super::puzzles::{PuzzlePlatform, Scale, solve_with};
use crate::puzzle::{Puzzle, PuzzleTask, Unsolved};
use crate::reached::Reached;
use game::Game;
use ranks::Team;

/// A position that was taken from the queue, with the sub-trees below it that were visited
/// at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedPiece {
    /// The number of the piece that led to it, within the same round; none for a root, with
    /// which a round begins.
    pub parent: Option<u32>,
    /// What says who owns it.
    pub signature: u64,
    /// Its nodes; none if it had been visited before.
    pub nodes: u32,
}

/// Solves a puzzle on one rank by transposition-driven scheduling, and tells which pieces
/// of work there were, in their order. About `grain` nodes are visited at once.
pub fn record_puzzle<G: Game>(
    game: &G,
    at: &G::Position,
    past: &[G::Position],
    task: &PuzzleTask,
    grain: u64,
) -> Result<(Puzzle<G::Position>, Vec<RecordedPiece>), Unsolved> {
    let task = PuzzleTask { platform: PuzzlePlatform::Tds, ..task.clone() };
    let mut recorded = Vec::new();
    let scale = Scale { nodes_at_once: grain, recorder: Some(&mut recorded) };
    let puzzle = solve_with(
        &mut Team::alone(),
        game,
        Reached { at, past },
        &task,
        scale,
        None,
        &mut |_| {},
    )?;
    Ok((puzzle, recorded))
}
