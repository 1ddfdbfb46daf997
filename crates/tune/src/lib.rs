//! How a game is searched: settings by their names, the files that hold them, what the rules
//! suggest where there is no file, and the search for better ones by matches.
//!
//! ```text
//! rules ─▶ derive ─┐
//! file ─▶ Habits ──┼─▶ Given::apply ─▶ Settings ─▶ search::Search
//! flags ───────────┘                       ▲
//! tune: candidates ─▶ race (Tally) ────────┘
//! ```
//!
//! Invariant: nothing here reads a file, prints, or knows a game; whoever tunes says how a
//! pair of games is played.

mod candidates;
mod derive;
mod given;
mod habits;
mod levels;
mod race;
mod ratings;
mod reading;
mod size;
mod tally;

pub use candidates::{Candidate, candidates};
pub use derive::{Derived, derive, derive_while};
pub use given::{Given, NAMES, described, difference, suitable};
pub use habits::{Habits, HabitsError};
pub use levels::{Level, Mood, level};
pub use race::{Arena, Event, Tuned, tune};
pub use ratings::ratings;
pub use reading::{algorithm, unknown};
pub use size::{read_size, write_size};
pub use tally::{Hypotheses, Score, Tally};
