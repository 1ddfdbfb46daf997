//! Text, verifier, analyses and passes, over the public interface.
//!
//! All in one program, because to link it takes longer than to run most of its tests.

mod analyses;
mod clocks;
mod common;
mod narrowed;
mod nodes;
mod nonsense;
mod passes;
mod results;
mod symmetry;
mod text;
mod unmade;
mod verify;
