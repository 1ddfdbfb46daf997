//! What the papers print comes out.
//!
//! All in one program, because to link it takes longer than to run most of its tests.

mod figure;
mod othello_study;
mod ranks_simulator;
