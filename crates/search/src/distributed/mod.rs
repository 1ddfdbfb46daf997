//! Searches of which each rank does a part: one file for each algorithm, which begins with
//! the paper and its steps. What ranks are, and how they speak, is the crate `ranks`.

mod chunks;
pub(crate) mod failure;
mod lazy;
mod post;
mod session;
mod stealing;
pub(crate) mod sweep;
mod table;
mod wire;

pub(crate) use lazy::{Completed, Results};
pub(crate) use table::FarTable;
