//! From the program of a game to machine code that can be called.
//!
//! ```text
//! late (a routine is needed)   ─▶ unit (one compilation) ─▶ emit ─▶ machine
//!                                     ├─▶ routines (made ones, and ours)
//!                                     ├─▶ tables   (constants that code looks into)
//!                                     ├─▶ budget   (how much work it may be)
//!                                     └─▶ stubs    (instructions that Cranelift lacks)
//! ```

pub(crate) mod budget;
pub(crate) mod late;
pub(crate) mod machine;
pub(crate) mod routines;
mod stubs;
mod tables;
pub(crate) mod unit;
