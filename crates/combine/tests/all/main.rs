//! What combinations are found, and whether they are true.
//!
//! All in one program, because to link it takes longer than to run most of its tests.

mod again;
mod endings;
mod figures;
mod sound;
mod support;
