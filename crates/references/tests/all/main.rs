//! The games written by hand, by their counts and over their lines of text.
//!
//! All in one program, because to link it takes longer than to run most of its tests.

mod counts;
mod talk;
