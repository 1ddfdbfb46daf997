//! What tests of this crate share: comparing implementations, and making games up.

pub(crate) mod compare;
pub(crate) mod compare_native;
pub(crate) mod compare_referees;
pub(crate) mod generate;
pub(crate) mod judge;
pub(crate) mod mutate;
pub(crate) mod positions;
pub(crate) mod shrink;
