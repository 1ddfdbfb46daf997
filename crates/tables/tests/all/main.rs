//! Tests of the crate as one program.

mod agree;
mod files;
mod support;
mod truth;
