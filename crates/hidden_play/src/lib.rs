//! Players for games in which players do not see everything: they know what their side
//! perceived, and nothing else.
//!
//! ```text
//! turns as perceived ─▶ worlds (what is possible) ─▶ mind ─┬─▶ pimc   ─┬─▶ an attempt
//! answers to attempts ───────────────────────────▶        └─▶ ismcts ─┘
//! ```
//!
//! Invariant: no true position gets in. What a player is given are texts and
//! [`game::Perceived`], in which there is no place for one; the positions that it thinks
//! about are those that it finds possible by itself.

mod capacity;
mod ending;
pub mod equilibrium;
mod ismcts;
mod judge;
mod layer;
mod mind;
mod model;
mod perception;
mod pimc;
mod player;
mod sampling;
mod settings;
mod worlds;

pub use player::{Player, Thought};
pub use settings::{Method, PlayError, Settings};
