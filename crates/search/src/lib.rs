//! Looking ahead: algorithms, heuristics and limits, each chosen on its own, for
//! every game that [`game::Game`] describes.
//!
//! ```text
//! Settings ─▶ Search ─▶ algorithms ─▶ Tree ─▶ game::Worker
//!                │          └───────▶ Table, ordering
//!                └─▶ Report (best move, value, line, nodes)
//! ```
//!
//! An algorithm is one file that can be read beside its paper. It sees a game only
//! through a [`Tree`], which counts nodes, keeps the lists of moves, knows what an
//! outcome is worth and stops when a limit is met. What must not be guessed is
//! proved by [`prove`], and puzzles of one player are solved by [`solve_puzzle`], which
//! share none of that but the limits. Invariant:
//! nothing here knows a game, prints, or looks at rules.

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod algorithms;
mod best_first;
mod captures;
mod clock;
mod distributed;
mod evaluated;
mod exchange;
mod forced;
mod handed;
mod heuristics;
mod lead;
mod limits;
mod mcts;
mod memory;
mod memory_tree;
mod numbers;
mod ordering;
mod parallel;
mod principal;
mod proof;
mod puzzle;
mod reached;
mod reductions;
mod report;
mod search;
mod settings;
mod side;
mod swing;
mod table;
mod tables;
mod tree;
mod tree_job;
mod value;
mod valuer;
mod way;
mod worth;

pub use algorithms::Algorithm;
pub use clock::Clock;
pub use distributed::sweep::Checkpoints;
pub use distributed::{
    PuzzlePlatform, PuzzleRank, PuzzleRanks, RecordedPiece, record_puzzle,
    solve_puzzle_with_journal, solve_puzzle_with_team,
};
pub use heuristics::Heuristics;
pub use limits::{Limits, Stop, Stopper, Usual};
pub use mcts::{MctsSettings, Millionths, win_share};
pub use numbers::Number;
pub use parallel::{Parallel, Platform, RankWork, ThreadWork};
pub use proof::{
    Local, Method, Progress, Proof, ProofWork, Strategy, Task, TeamProof, Unproved, Wins,
    comes_back, prove, prove_with_checkpoints, prove_with_journal, prove_with_strategies,
    prove_with_team,
};
pub use puzzle::{
    Puzzle, PuzzleMethod, PuzzleProgress, PuzzleTask, Solution, Unsolved, solve_puzzle,
};
pub use reached::Reached;
pub use report::{Line, Report, Wanted};
pub use search::Search;
pub use settings::{
    DepthFirstSettings, Evaluation, MOST_THREADS, SMALLER_TABLE, SOLVE_IT, Settings, SettingsError,
};
pub use table::{Bound, Table};
pub use tree::{Oracle, Tree};
pub use value::{INFINITE, OutcomeValue, Value, Verdict, WIN, is_decided};
pub use valuer::{Valuer, Values};
