//! What tables say, in words and for programs.

use ::tables::{SliceStatistics, Statistics, Value};
use game::{Facts, Outcome, Player};
use serde::Serialize;

/// A value as answers have it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Worth {
    /// `win`, `draw` or `loss`, for the player whose value it is.
    pub(super) result: &'static str,
    /// The turns to the end.
    pub(super) turns: Option<u32>,
    /// The points by which they win, below 0 if they lose, where points are counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) points: Option<i32>,
}

impl Worth {
    pub(super) fn of(value: Value) -> Worth {
        let result = match value {
            Value::Win(_) => "win",
            Value::Draw => "draw",
            Value::Loss(_) => "loss",
            Value::Score(points) => ["loss", "draw", "win"][(points.signum() + 1) as usize],
            Value::Impossible => "impossible",
        };
        let points = match value {
            Value::Score(points) => Some(points),
            _ => None,
        };
        Worth { result, turns: value.turns(), points }
    }
}

/// A value in words, for the player whose value it is.
pub(super) fn words(facts: &Facts, player: Player, value: Value) -> String {
    let turns = |n: u32| crate::words::count(n, "turn");
    match value {
        Value::Win(n) => format!("{} in {}", facts.player_does(player, "wins"), turns(n)),
        Value::Loss(n) => format!("{} in {}", facts.player_does(player.other(), "wins"), turns(n)),
        Value::Draw => "draw".to_string(),
        Value::Score(points) => {
            let value = if player == Player::First { points } else { -points };
            game::describe_outcome(facts, Outcome { value, scored: true })
        }
        Value::Impossible => "impossible".to_string(),
    }
}

/// What a table comes to.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Row {
    pub(super) class: String,
    pub(super) positions: u64,
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    pub(super) impossible: u64,
    /// The turns of the longest win, or the points of the greatest.
    pub(super) longest_win: Option<u32>,
    pub(super) zugzwangs: u64,
    /// The bytes of its file.
    pub(super) bytes: u64,
}

impl Row {
    pub(super) fn new(class: &str, positions: u64, bytes: u64, statistics: &Statistics) -> Row {
        let SliceStatistics { wins, draws, losses, impossible, .. } = statistics.total();
        Row {
            class: class.to_string(),
            positions,
            wins,
            draws,
            losses,
            impossible,
            longest_win: statistics.longest_win(),
            zugzwangs: statistics.zugzwangs,
            bytes,
        }
    }
}

/// Rows under each other.
pub(super) fn table(rows: &[Row]) -> String {
    let head = ["class", "wins", "draws", "losses", "impossible", "longest", "zugzwangs", "bytes"];
    let mut lines = vec![head.map(str::to_string).to_vec()];
    for row in rows {
        let class = match row.class.chars().count() {
            0..=40 => row.class.clone(),
            _ => row.class.chars().take(38).chain("…".chars()).collect(),
        };
        let longest = row.longest_win.map_or("-".to_string(), |turns| turns.to_string());
        let numbers = [row.wins, row.draws, row.losses, row.impossible].map(|n| n.to_string());
        let mut line = vec![class];
        line.extend(numbers);
        line.extend([longest, row.zugzwangs.to_string(), row.bytes.to_string()]);
        lines.push(line);
    }
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max();
    let widths: Vec<usize> = (0..head.len()).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for line in &lines {
        text += &format!("{:<w$}", line[0], w = widths[0]);
        for (cell, w) in line.iter().zip(&widths).skip(1) {
            text += &format!("  {cell:>w$}");
        }
        text.push('\n');
    }
    text
}
