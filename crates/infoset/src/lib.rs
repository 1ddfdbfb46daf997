//! Games in which players do not see everything: what a player perceives, and which
//! histories of the game fit that.
//!
//! ```text
//! attempts ─▶ session (the referee) ─▶ observation ─┬─▶ merged ─┬─▶ count, list,
//!                                    transcript ────┘   deep   ─┘   sample, belief
//! ```
//!
//! Invariant: nothing here knows a game, and nothing on this side of an observation knows the
//! true position.

/// The example of README.md works.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod answers;
mod belief;
mod bytes;
mod checkpoint;
mod contradiction;
mod crew;
mod deep;
mod depth_first;
mod distributed;
mod ended;
mod forgetting;
mod full_record;
mod growing;
mod histories;
mod kept;
mod level;
mod limits;
mod merged;
mod nodes;
mod observation;
mod outline;
mod pasts;
mod places;
mod session;
mod storage;
mod survey;
mod transcript;

pub use answers::{Possible, n_boards};
pub use belief::{Belief, describe_certain};
pub use checkpoint::is_checkpoint;
pub use contradiction::{
    Cause, Contradiction, Correction, Difference, Fact, Instead, Moment, Noticed, OverWith,
    contradiction,
};
pub use crew::jobs;
pub use deep::{Balance, DeepSearch, Grain, Sharing, Walked, Wanted, each_step, neighbors};
pub use depth_first::{Path, Visit, depth_first};
pub use distributed::TeamSet;
pub use ended::Ended;
pub use forgetting::forgettable;
pub use full_record::{RefereeError, referee};
pub use histories::{Histories, History, Step, histories_of};
pub use kept::Kept;
pub use limits::{InfosetError, Limits, Progress, Watch};
pub use merged::MergedSet;
pub use observation::Observation;
pub use outline::{Contents, Outline};
pub use session::{Answer, Session, SessionError};
pub use storage::Storage;
pub use survey::{Shown, Survey, SurveyOf};
pub use transcript::{TranscriptError, read_transcript, write_transcript};
