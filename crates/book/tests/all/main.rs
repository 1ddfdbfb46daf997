//! Tests of the crate as one program.

mod growing;
mod playing;
mod support;
