//! What lines of play are worth, for people: as words, and as bars from -1 to 1.

use multigame::{Found, Line, Player, Position, Verdict};
use serde::Serialize;
use std::time::Duration;

/// A position that is proved is not searched deeper than this for lines to its end.
const DEEP: u32 = 40;

/// What was found so far.
#[derive(Serialize)]
pub(crate) struct Progress {
    depth: u32,
    nodes: u64,
    nodes_per_second: u64,
    lines: Vec<LineOf>,
}

/// One line of play.
#[derive(Serialize)]
struct LineOf {
    moves: Vec<String>,
    /// What it is worth in words, for the player to move.
    words: String,
    /// The same from -1 to 1 for the first player, for graphs and bars.
    bar: f64,
}

pub(crate) fn shown(position: &Position, found: &Found, time: Duration) -> Progress {
    let milliseconds = time.as_millis().max(1) as u64;
    Progress {
        depth: found.depth(),
        nodes: found.nodes(),
        nodes_per_second: found.nodes().saturating_mul(1000) / milliseconds,
        lines: found.lines().iter().map(|line| line_of(position, line)).collect(),
    }
}

/// Whether nothing more can be found out: every line is a win of somebody or, in a position that
/// is proved, goes on to the end of the game.
pub(crate) fn is_decided(position: &Position, found: &Found, is_solved: bool) -> bool {
    let is_won = |line: &Line| !matches!(line.verdict(), Verdict::Open(_));
    let ends = |line: &Line| {
        let mut at = position.clone();
        line.moves().iter().for_each(|made| at.play(made));
        at.outcome().is_ok_and(|outcome| outcome.is_some())
    };
    let lines = found.lines();
    let is_proved = |line: &Line| is_won(line) || (is_solved && ends(line));
    !lines.is_empty() && (lines.iter().all(is_proved) || (is_solved && found.depth() >= DEEP))
}

fn line_of(position: &Position, line: &Line) -> LineOf {
    let bar = bar(line);
    let moves = line.moves().iter().map(|made| made.text().to_string()).collect();
    let for_first = if position.player() == Player::First { bar } else { -bar };
    LineOf { moves, words: words(position, line), bar: for_first }
}

/// What a line is worth for the player to move, from -1 to 1.
fn bar(line: &Line) -> f64 {
    match (line.verdict(), line.win_share()) {
        (Verdict::Wins(_), _) => 1.0,
        (Verdict::Loses(_), _) => -1.0,
        (Verdict::Points(points), _) => f64::from(points.signum()),
        (Verdict::Open(_), Some(share)) => 2.0 * share - 1.0,
        // Evaluations have no common unit; in most of them a piece is about 100.
        (Verdict::Open(value), None) => (f64::from(value) / 250.0).tanh(),
    }
}

/// What a line is worth in words.
fn words(position: &Position, line: &Line) -> String {
    let open = || match line.win_share() {
        Some(share) => format!("{:.0}%", 100.0 * share),
        None => format!("{:+}", line.score()),
    };
    line.verdict().describe(position.game().facts(), position.player()).unwrap_or_else(open)
}
