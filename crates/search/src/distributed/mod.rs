//! Searches of which each rank does a part: one file for each algorithm, which begins with
//! the paper and its steps. What ranks are, and how they speak, is the crate `ranks`.

mod agreement;
pub(crate) mod failure;
mod lazy;
mod post;
mod puzzle_jobs;
mod puzzle_stealing;
mod puzzle_work;
mod puzzles;
mod queue;
mod recording;
mod session;
mod stealing;
pub(crate) mod sweep;
mod table;
mod tds;
mod trees;
pub(crate) mod two_level_pns;
mod visited;
mod wire;

pub(crate) use lazy::{Completed, Results};
pub use puzzle_work::{PuzzleRank, PuzzleRanks};
pub use puzzles::{PuzzlePlatform, solve_puzzle_with_journal, solve_puzzle_with_team};
pub use recording::{RecordedPiece, record_puzzle};
pub(crate) use table::{Answer, FarTable, Reach};

/// The rank that owns a position: a function of its signature alone, by the high bits.
fn owner(signature: u64, size: usize) -> usize {
    // Signatures of small games may leave high bits alone, so all of them are mixed.
    ((u128::from(game::mix(signature)) * size as u128) >> 64) as usize
}
