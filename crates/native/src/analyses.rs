//! What is asked of a program before code is made of it, and answered without making
//! any: it belongs to no pass, because only the generator wants to know.

pub(crate) mod functions;
pub(crate) mod speech;
pub(crate) mod stays;
pub(crate) mod weights;
