//! What is said about rules, and what is made of them, over the public interface.
//!
//! All in one program, because to link it takes longer than to run most of its tests.

mod check;
mod declarations;
mod findings;
mod names;
mod parameters;
mod pieces;
mod placed;
mod sources;
mod statements;
mod unknown;
mod variants;
mod work;
