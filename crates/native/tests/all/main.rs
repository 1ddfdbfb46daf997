//! Machine code against the interpreter, on games and on programs made up for it.
//!
//! All in one program, because to link it takes longer than to run most of its tests.

mod allocations;
mod asked;
mod captures;
mod geometry;
mod stacks;
mod whole_games;
