//! What a visitor may ask for at most. Everything that grows with a request is bounded here,
//! or by the budgets of the rules themselves (`interp::Limits`).

use std::time::Duration;

/// Bytes of a request: rules, and a long game.
pub(crate) const BODY: usize = 256 << 10;
/// Bytes of rules.
pub(crate) const RULES: usize = 64 << 10;
/// Turns of a game that is asked about.
pub(crate) const TURNS: usize = 4_000;
/// How long the moves of one question may take to be played.
pub(crate) const REPLAY: Duration = Duration::from_secs(20);
/// Games that are kept compiled.
pub(crate) const GAMES: usize = 48;
/// Positions that are kept for the next question.
pub(crate) const POSITIONS: usize = 512;
/// Questions that wait while all workers are busy; more are refused.
pub(crate) const WAITING: usize = 2_000;
/// Bytes in which one search remembers positions.
pub(crate) const TABLE: usize = 32 << 20;
/// Best lines of an analysis.
pub(crate) const LINES: usize = 8;
/// Seconds that one search may take.
pub(crate) const SECONDS: f64 = 600.0;
/// Games with hidden information that are kept; the one that was idle longest goes first.
pub(crate) const ROOMS: usize = 500;
