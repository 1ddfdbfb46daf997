//! What learners are told agrees with the rules, whichever back end plays, and does not change.

mod batches;
mod numbers;
mod slowly;
