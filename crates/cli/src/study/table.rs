//! What a study found: averages for each way to search, as a table, as JSON and as
//! CSV, and each turn as CSV.

use super::games::{End, Played};
use super::plan::Case;
use crate::words::{round, signed};
use game::Facts;
use serde_json::{Value, json};
use std::time::Duration;

/// All games of a case.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) case: Case,
    pub(super) games: Vec<Played>,
}

impl Row {
    pub(super) fn n_turns(&self) -> usize {
        self.games.iter().map(|game| game.turns.len()).sum()
    }

    pub(super) fn nodes(&self) -> u64 {
        self.games.iter().flat_map(|game| &game.turns).map(|turn| turn.nodes).sum()
    }

    pub(super) fn time(&self) -> Duration {
        self.games.iter().flat_map(|game| &game.turns).map(|turn| turn.time).sum()
    }

    pub(super) fn nodes_per_turn(&self) -> f64 {
        self.nodes() as f64 / self.n_turns().max(1) as f64
    }

    pub(super) fn seconds_per_turn(&self) -> f64 {
        self.time().as_secs_f64() / self.n_turns().max(1) as f64
    }

    fn nodes_per_second(&self) -> f64 {
        self.nodes() as f64 / self.time().as_secs_f64().max(1e-9)
    }

    /// How much of their time the threads had nothing to do.
    fn idle(&self) -> f64 {
        let turns = self.games.iter().flat_map(|game| &game.turns);
        let idle: Duration = turns.map(|turn| turn.idle).sum();
        let all = self.time().as_secs_f64() * self.case.settings.threads as f64;
        idle.as_secs_f64() / all.max(1e-9)
    }

    fn count(&self, end: End) -> usize {
        self.games.iter().filter(|game| game.end == end).count()
    }

    /// The row of one thread that this one is compared with.
    pub(super) fn serial<'a>(&self, rows: &'a [Row]) -> Option<&'a Row> {
        let case = &self.case;
        rows.iter().find(|row| {
            let other = &row.case;
            other.settings.threads == 1
                && other.settings.algorithm == case.settings.algorithm
                && (other.depth, other.player, other.opponent)
                    == (case.depth, case.player, case.opponent)
        })
    }

    /// How many times as fast a turn is as with one thread, and how many times the
    /// nodes it takes.
    fn compared(&self, rows: &[Row]) -> Option<(f64, f64)> {
        let serial = self.serial(rows).filter(|_| self.case.settings.threads > 1)?;
        let speed_up = serial.seconds_per_turn() / self.seconds_per_turn().max(1e-9);
        Some((speed_up, self.nodes_per_turn() / serial.nodes_per_turn().max(1.0)))
    }
}

const HEADINGS: [&str; 14] = [
    "opponent",
    "player",
    "algorithm",
    "platform",
    "threads",
    "depth",
    "turns",
    "nodes/turn",
    "ms/turn",
    "nodes/s",
    "idle",
    "speed-up",
    "overhead",
    "result",
];

/// The table for people.
pub(super) fn text(rows: &[Row], facts: &Facts) -> String {
    let mut cells: Vec<Vec<String>> = vec![HEADINGS.map(str::to_string).to_vec()];
    for row in rows {
        let (case, compared) = (&row.case, row.compared(rows));
        let result = [End::Won, End::Drawn, End::Lost, End::Turns].map(|end| (end, row.count(end)));
        let result = result.iter().filter(|(_, n)| *n > 0).map(|(end, n)| match row.games.len() {
            1 => end.name().to_string(),
            _ => format!("{} {n}", end.name()),
        });
        cells.push(vec![
            case.opponent().to_string(),
            facts.player_name(case.player).to_string(),
            case.algorithm().to_string(),
            case.platform().to_string(),
            case.settings.threads.to_string(),
            case.depth.to_string(),
            row.n_turns().to_string(),
            format!("{:.1}", row.nodes_per_turn()),
            format!("{:.3}", 1000.0 * row.seconds_per_turn()),
            format!("{:.0}", row.nodes_per_second()),
            match case.settings.threads {
                1 => String::new(),
                _ => format!("{:.1} %", 100.0 * row.idle()),
            },
            compared.map_or(String::new(), |(speed_up, _)| format!("{speed_up:.2}")),
            compared.map_or(String::new(), |(_, nodes)| {
                format!("{} %", signed(100.0 * (nodes - 1.0), 1))
            }),
            result.collect::<Vec<_>>().join(", "),
        ]);
    }
    let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..HEADINGS.len()).map(|i| width(i).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &cells {
        let line: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(i, (cell, &width))| match i {
                0..4 | 13 => format!("{cell:width$}"),
                _ => format!("{cell:>width$}"),
            })
            .collect();
        text += line.join("  ").trim_end();
        text.push('\n');
    }
    text
}

/// The rows for programs.
pub(super) fn answer(rows: &[Row], facts: &Facts) -> Value {
    let rows = rows.iter().map(|row| {
        let case = &row.case;
        let compared = row.compared(rows);
        json!({
            "opponent": case.opponent(),
            "player": facts.player_name(case.player),
            "algorithm": case.algorithm(),
            "platform": case.platform(),
            "threads": case.settings.threads,
            "depth": case.depth,
            "games": row.games.len(),
            "won": row.count(End::Won), "drawn": row.count(End::Drawn),
            "lost": row.count(End::Lost), "open": row.count(End::Turns),
            "turns": row.n_turns(),
            "nodes": row.nodes(),
            "seconds": round(row.time().as_secs_f64(), 6),
            "nodes_per_turn": round(row.nodes_per_turn(), 1),
            "seconds_per_turn": round(row.seconds_per_turn(), 6),
            "nodes_per_second": round(row.nodes_per_second(), 0),
            "idle": round(row.idle(), 4),
            "speed_up": compared.map(|(speed_up, _)| round(speed_up, 3)),
            "overhead": compared.map(|(_, nodes)| round(nodes - 1.0, 4)),
        })
    });
    Value::Array(rows.collect())
}

/// The keys that each line of both CSV files begins with.
const CASE: &str = "game,opponent,player,algorithm,platform,threads,depth";

fn case(row: &Row, facts: &Facts) -> String {
    let case = &row.case;
    [
        quoted(&facts.name),
        case.opponent().to_string(),
        quoted(facts.player_name(case.player)),
        case.algorithm().to_string(),
        case.platform().to_string(),
        case.settings.threads.to_string(),
        case.depth.to_string(),
    ]
    .join(",")
}

/// Every turn of every game.
pub(super) fn turns_csv(rows: &[Row], facts: &Facts) -> String {
    let mut text = format!("{CASE},number,turn,move,value,nodes,seconds,idle_seconds\n");
    for row in rows {
        for (number, game) in row.games.iter().enumerate() {
            for turn in &game.turns {
                text += &format!(
                    "{},{},{},{},{},{},{:.6},{:.6}\n",
                    case(row, facts),
                    number + 1,
                    turn.turn,
                    quoted(&turn.played),
                    turn.value,
                    turn.nodes,
                    turn.time.as_secs_f64(),
                    turn.idle.as_secs_f64(),
                );
            }
        }
    }
    text
}

/// Every game.
pub(super) fn games_csv(rows: &[Row], facts: &Facts) -> String {
    let mut text = format!("{CASE},number,turns,nodes,seconds,result\n");
    for row in rows {
        for (number, game) in row.games.iter().enumerate() {
            let nodes: u64 = game.turns.iter().map(|turn| turn.nodes).sum();
            let time: Duration = game.turns.iter().map(|turn| turn.time).sum();
            text += &format!(
                "{},{},{},{nodes},{:.6},{}\n",
                case(row, facts),
                number + 1,
                game.turns.len(),
                time.as_secs_f64(),
                game.end.name(),
            );
        }
    }
    text
}

/// A field of CSV (RFC 4180).
fn quoted(text: &str) -> String {
    match text.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_that_need_quotes_get_them() {
        assert_eq!(quoted("e2e4"), "e2e4");
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("say \"x\""), "\"say \"\"x\"\"\"");
    }
}
