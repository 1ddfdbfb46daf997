//! Proofs as files, and their check by the rules alone: nothing here knows how a proof was
//! found, and the only thing that is believed is what a game says about its positions.
//!
//! A proof is a list of claims. A claim says that a player can reach at least some result, and
//! gives one move for each position in which that player may have to move; the check tries
//! all moves of the opponent. A win needs one claim; a draw, or a win by this many points,
//! needs one of each player.

mod check;
mod file;

pub use check::{Checked, Limits, Refused, check, settled};
pub use file::{Claim, Least, Proof};
