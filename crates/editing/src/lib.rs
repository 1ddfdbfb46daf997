//! What an editor asks about a page of rules, as plain data: functions from a text and a
//! place to answers, without a protocol, so that a language server and a page in a browser
//! can both be made of them.
//!
//! ```text
//! text ─▶ Document ─▶ messages and their fixes
//!            ├─▶ mentions ─▶ definition, references, rename, tokens, outline
//!            ├─▶ hover, complete
//!            └─▶ moves at the start
//! ```
//!
//! Invariant: any text and any place get an answer, and nothing here reads a file.

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod complete;
mod document;
mod hover;
mod mentions;
mod moves;
mod rename;
mod tokens;
mod walk;

pub use complete::Completion;
pub use document::{Definition, Document};
pub use hover::Hover;
pub use mentions::{Kind, Mention, Slot};
pub use syntax::{Fix, format};
pub use tokens::{Painted, Tone};
