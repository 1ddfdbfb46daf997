//! What can be said about the functions of a program without running them:
//! who calls whom, what they change, what they look at. All are fixpoints over
//! the call graph and take a program whose blocks are in order (the verifier's
//! rules 1 to 4).

mod calls;
mod parts;
mod purity;
mod reads;

pub use calls::CallGraph;
pub use parts::Parts;
pub use purity::{Writes, write_parts};
pub use reads::Reads;
