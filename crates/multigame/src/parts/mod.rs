//! What the facade is made of, for programs that need the stages themselves, as the
//! command does: rules as data, the interpreter and native code by their own types.
//!
//! Programs that only play, count or search are better served by [`Game`](crate::Game).
//! The crates whose types appear here are part of it, so that a program that depends on
//! `multigame` can name them all: `multigame::parts::native::Native`.

mod explore;
mod learned;
mod load;

pub use ::{
    conditions, game, infoset, interp, ir, native, patterns, rules, search, study, syntax, trace,
    tune,
};
pub use explore::{Explored, Plan, explore};
pub use learned::{LEARNED, LearnedFor, has_learned, with_learned};
pub use load::{Doubtful, Loaded, automatic, check_text, describe, doubtful, load, load_text};
pub use rules::Checked;
