//! Players who know only what they perceived, at work.
//!
//! All in one program, because to link it takes longer than to run most of its tests.

mod endings;
mod equilibrium;
mod every_game;
mod phantom;
