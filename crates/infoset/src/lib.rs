//! Games in which players do not see everything: what a player perceives, and which
//! histories of the game fit that.
//!
//! ```text
//! attempts ─▶ session (the referee) ─▶ observation ─┬─▶ merged      ─┬─▶ count, list,
//!                                    transcript ────┘   depth_first ─┘   sample, belief
//! ```
//!
//! Invariant: nothing here knows a game, and nothing behind an observation knows the
//! true position.

mod answers;
mod belief;
mod depth_first;
mod histories;
mod level;
mod limits;
mod merged;
mod observation;
mod pasts;
mod session;
mod transcript;

pub use answers::{Possible, merge_positions, n_boards};
pub use belief::{Belief, describe_certain};
pub use depth_first::{Path, depth_first};
pub use histories::{History, Step, histories_of};
pub use limits::{InfosetError, Limits, Progress, Watch};
pub use merged::MergedSet;
pub use observation::Observation;
pub use session::{Answer, RefereeError, Session, SessionError, referee};
pub use transcript::{TranscriptError, read_transcript, write_transcript};
