//! What a compiled game is used for, but for refereeing: turns with texts, lines of play
//! counted, random games, positions as numbers, and what a search asks at each node.

pub(crate) mod boards;
mod counting;
mod game;
pub(crate) mod packing;
pub(crate) mod random;
pub(crate) mod turn;
pub(crate) mod worker;
