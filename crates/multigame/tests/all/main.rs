//! All parts together: every built-in game, made-up games, and both back ends.
//!
//! All in one program, because to link it takes longer than to run most of its tests.

mod agree;
mod cases;
mod counts;
mod cylinder;
mod embedding;
mod facade;
mod findings;
mod fuzz;
mod generated;
mod mutants;
mod papers;
mod passes;
mod passes_distinct;
mod referees;
mod signatures;
mod strength;
mod support;
mod symmetry;
mod trial;
mod uniform;
