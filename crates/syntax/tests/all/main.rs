//! What the parser, the messages and the formatter do, over their public interface.
//!
//! All in one program, because to link it takes longer than to run most of its tests.

mod common;
mod formatting;
mod games;
mod messages;
mod rendering;
mod robustness;
