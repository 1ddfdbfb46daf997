//! Tests of the crate as one program.

mod agree;
mod files;
mod points;
mod support;
mod together;
mod truth;
