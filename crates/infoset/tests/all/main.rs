//! What fits an observation, however it is searched for.
//!
//! All in one program, because to link it takes longer than to run most of its tests.

mod checkpoints;
mod contradictions;
mod eager;
mod fitting;
mod forgetting;
mod kriegspiel;
mod no_leak;
mod ranks;
mod session;
mod sharing;
mod transcripts;
