//! What can be said about the functions of a program without running them:
//! who calls whom, what they change, what they look at. All are fixpoints over
//! the call graph and take a program whose blocks are in order (the verifier's
//! rules 1 to 4).

pub(crate) mod alone;
mod calls;
mod clocks;
pub(crate) mod contents;
mod distinct;
mod fingers;
mod flow;
mod images;
mod influence;
mod known;
mod only_draws;
mod outcomes;
mod patterns;
mod places;
mod points;
mod purity;
mod reads;
mod symmetry;
mod unmade;

pub use crate::program::Parts;
pub use calls::CallGraph;
pub use clocks::{clocks, far_clocks, idle_counters, silent_clocks};
pub use distinct::{Part, distinct, distinct_boards, distinct_parts};
pub use fingers::{Fingers, Membership, Place, roots};
pub use flow::{Edge, Flow, Site};
pub use influence::{Influence, Outputs, Summary};
pub(crate) use known::has_sign;
pub use known::{Pointed, is_known, write_dies};
pub use outcomes::{Said, outcomes};
pub use patterns::{Asked, Patterns, Questions};
pub use places::{Given, Places, is_injective, step_set, walk_set};
pub use points::points;
pub use purity::Writes;
pub use reads::Reads;
pub use symmetry::{folded, folded_for_evaluations, maps_of_board, symmetries, symmetries_within};
pub use unmade::{Unmade, parts_unmade, unmade};
