//! Exact play of games that are small enough: how both sides must mix their attempts so that
//! nobody can gain by playing otherwise, and how much anybody still could.
//!
//! ```text
//! rules ─▶ grow ─▶ tree ─▶ regrets (predictive CFR+) ─▶ strategy ─▶ response ─▶ bounds of the value
//!                     └──▶ policy (what a player of this crate does there) ─┘
//! ```
//!
//! What a player can tell apart is what their side perceived ([`game::Perceived`]), turn by
//! turn, and the tries that were refused in the turn under way. Nobody has to trust the
//! iteration: the bounds come from best responses, which are exact for any strategy.

mod bounds;
mod grow;
mod policy;
mod regrets;
mod response;
mod tree;

pub use bounds::{Bounds, TooLarge, Unsolved};
pub use policy::{Player, Weakness, weakness};
pub use regrets::{Equilibrium, Progress, solve};
pub use tree::Tree;
