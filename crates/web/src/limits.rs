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
pub(crate) const LINES: usize = 64;
/// How long an analysis tries to prove what a position is worth before it searches ...
pub(crate) const SOLVE: Duration = Duration::from_millis(400);
/// ... and in how many bytes.
pub(crate) const SOLVE_MEMORY: usize = 64 << 20;
/// Seconds that a clock may show.
pub(crate) const CLOCK: f64 = 86_400.0;
/// How long a process may live that searches rules of visitors.
pub(crate) const CHILD: Duration = Duration::from_secs(620);
/// Bytes that such a process may say in one line.
pub(crate) const CHILD_LINE: usize = 1 << 20;
/// Seconds that one search may take.
pub(crate) const SECONDS: f64 = 600.0;
/// Games with hidden information that are kept; more are refused, unless one was idle for long.
pub(crate) const ROOMS: usize = 500;
/// Those of them that one address may open.
pub(crate) const ROOMS_EACH: usize = 50;
/// A room in which nobody was for this long may make place for another.
pub(crate) const ROOM_IDLE: Duration = Duration::from_secs(24 * 60 * 60);
/// Those of them in which the computer plays at the same time.
pub(crate) const COMPUTERS: usize = 32;
/// Bytes in which what is possible in a hidden game is kept, for one player.
pub(crate) const BELIEF_MEMORY: usize = 64 << 20;
/// Positions that are kept of what is possible, for a belief.
pub(crate) const BELIEF_WORLDS: usize = 4_000;
/// How long a win by threats is looked for ...
pub(crate) const COMBINE: Duration = Duration::from_secs(5);
/// ... and in how many positions.
pub(crate) const COMBINE_NODES: u64 = 100_000;
/// Steps of a turn that are put down for whoever debugs it, and how long that may take.
pub(crate) const TRACED_STEPS: usize = 100_000;
pub(crate) const TRACE: Duration = Duration::from_secs(10);
/// Steps that are sent at once.
pub(crate) const STEPS_AT_ONCE: usize = 1_000;
/// Games that are played for a report.
pub(crate) const REPORT: u32 = 20;
