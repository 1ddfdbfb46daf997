//! What the facade is made of, for programs that need the stages themselves, as the
//! command does: rules as data, the interpreter and native code by their own types.
//!
//! Who only wants to play, count or search is better served by [`Game`](crate::Game).

mod explore;
mod load;

pub use explore::{Explored, Plan, explore};
pub use load::{Loaded, automatic, check_text, describe, load, load_text};
pub use rules::Checked;
