//! Exact play of games that are small enough: how both sides must mix their attempts so that
//! nobody can gain by playing otherwise, and how much anybody still could.
//!
//! ```text
//! rules ─▶ grow ─▶ tree ─▶ regrets (predictive CFR+) ─▶ strategy ─▶ response ─▶ bounds of the value
//! asked (what a player of this crate does) ──────▶ weakness (what it gets against the best response)
//! ```
//!
//! What a player can tell apart is what their side perceived ([`game::Perceived`]), turn by
//! turn, and the tries that were refused in the turn under way. Nobody has to trust the
//! iteration: the bounds come from best responses, which are exact for any strategy.

mod asked;
mod bounds;
mod grow;
mod offers;
mod possible;
mod regrets;
mod response;
mod tree;
mod weakness;

pub use asked::Rival;
pub use bounds::{Bounds, TooLarge, Unsolved};
pub use regrets::{Equilibrium, Progress, solve};
pub use tree::Tree;
pub use weakness::{Extent, Weakness, weakness};
