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
/// Turns that a search may look ahead: as many as it can count.
pub(crate) const DEEPEST: u64 = u32::MAX as u64;
/// How long an analysis tries to prove what a position is worth before it searches ...
pub(crate) const SOLVE: Duration = Duration::from_millis(400);
/// ... and in how many bytes.
pub(crate) const SOLVE_MEMORY: usize = 64 << 20;
/// Seconds that a clock may show.
pub(crate) const CLOCK: f64 = 86_400.0;
/// How long a process may live that searches rules of visitors ...
pub(crate) const CHILD: Duration = Duration::from_secs(620);
/// ... and one that answers something else about them.
pub(crate) const CHILD_MOMENT: Duration = Duration::from_secs(60);
/// Bytes that such a process may say in one line.
pub(crate) const CHILD_LINE: usize = 4 << 20;
/// Seconds that one search may take.
pub(crate) const SECONDS: f64 = 600.0;
/// Games with hidden information that are kept; more are refused, unless one is over or was idle
/// for long.
pub(crate) const ROOMS: usize = 500;
/// Those of them that one address may open.
pub(crate) const ROOMS_EACH: usize = 50;
/// A room in which nobody was for this long may make place for another.
pub(crate) const ROOM_IDLE: Duration = Duration::from_secs(24 * 60 * 60);
/// Those of them in which the computer plays at the same time ...
pub(crate) const COMPUTERS: usize = 32;
/// ... if they were opened from one address.
pub(crate) const COMPUTERS_EACH: usize = 16;
/// The computer leaves a room in which nobody does anything for this long.
pub(crate) const COMPUTER_IDLE: Duration = Duration::from_secs(10 * 60);
/// Rooms whose games are kept as they were played, for the next question ...
pub(crate) const PLAYED_ROOMS: usize = 64;
/// ... if they have no more attempts than that.
pub(crate) const PLAYED_TURNS: usize = 1_000;
/// Bytes in which what is possible in a hidden game is kept, for one player.
pub(crate) const BELIEF_MEMORY: usize = 64 << 20;
/// Bytes in which the computer of a room keeps the positions of an ending with few pieces, which it
/// plays by a search over what is heard; an ending that does not fit is played like the rest. A queen
/// or a rook against a king that is not seen needs more than 192 MB.
pub(crate) const ENDINGS_MEMORY: usize = 256 << 20;
/// Positions that are kept of what is possible, for a belief.
pub(crate) const BELIEF_WORLDS: usize = 4_000;
/// How long that takes before it is content with fewer ...
pub(crate) const BELIEF: Duration = Duration::from_secs(10);
/// ... and before it is given up.
pub(crate) const BELIEF_MOST: Duration = Duration::from_secs(30);
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
