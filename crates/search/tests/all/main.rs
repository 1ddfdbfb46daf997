//! What searches and proofs find, on games and on made-up graphs.
//!
//! All in one program, because to link it takes longer than to run most of its tests.

mod best_first;
mod clocks;
mod forced;
mod graphs;
mod handed;
mod horizon;
mod mcts;
mod parallel;
mod proof;
mod puzzle_ranks;
mod puzzles;
mod quiescence;
mod ranks_checkpoints;
mod ranks_journals;
mod ranks_proof;
mod ranks_search;
mod repetition;
mod selective;
mod sums;
mod support;
mod values;
mod wins;
