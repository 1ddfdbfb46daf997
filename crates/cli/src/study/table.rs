//! What a study found: averages for each way to search, as a table, as JSON and as
//! CSV, and each turn as CSV.

use super::games::{End, Played};
use super::plan::Case;
use crate::words::{rounded, signed};
use game::Facts;
use serde::Serialize;
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

/// The averages of a row.
#[derive(Serialize)]
pub(super) struct Averages {
    opponent: &'static str,
    player: String,
    algorithm: &'static str,
    platform: &'static str,
    threads: usize,
    depth: u32,
    games: usize,
    won: usize,
    drawn: usize,
    lost: usize,
    open: usize,
    turns: usize,
    nodes: u64,
    #[serde(serialize_with = "rounded::<6, _>")]
    seconds: f64,
    #[serde(serialize_with = "rounded::<1, _>")]
    nodes_per_turn: f64,
    #[serde(serialize_with = "rounded::<6, _>")]
    seconds_per_turn: f64,
    #[serde(serialize_with = "rounded::<0, _>")]
    nodes_per_second: f64,
    #[serde(serialize_with = "rounded::<4, _>")]
    idle: f64,
    /// How many times as fast a turn is as with one thread.
    #[serde(serialize_with = "rounded::<3, _>")]
    speed_up: Option<f64>,
    /// How many nodes more it takes, as a share.
    #[serde(serialize_with = "rounded::<4, _>")]
    overhead: Option<f64>,
}

/// The averages of all rows.
pub(super) fn averages(rows: &[Row], facts: &Facts) -> Vec<Averages> {
    let average = |row: &Row| {
        let (case, compared) = (&row.case, row.compared(rows));
        Averages {
            opponent: case.opponent(),
            player: facts.player_name(case.player).to_string(),
            algorithm: case.algorithm(),
            platform: case.platform(),
            threads: case.settings.threads,
            depth: case.depth,
            games: row.games.len(),
            won: row.count(End::Won),
            drawn: row.count(End::Drawn),
            lost: row.count(End::Lost),
            open: row.count(End::Turns),
            turns: row.n_turns(),
            nodes: row.nodes(),
            seconds: row.time().as_secs_f64(),
            nodes_per_turn: row.nodes_per_turn(),
            seconds_per_turn: row.seconds_per_turn(),
            nodes_per_second: row.nodes_per_second(),
            idle: row.idle(),
            speed_up: compared.map(|(speed_up, _)| speed_up),
            overhead: compared.map(|(_, nodes)| nodes - 1.0),
        }
    };
    rows.iter().map(average).collect()
}

impl Averages {
    /// How the games ended.
    fn results(&self) -> String {
        let Averages { won, drawn, lost, open, .. } = *self;
        let ends = [(End::Won, won), (End::Drawn, drawn), (End::Lost, lost), (End::Turns, open)];
        let ends = ends.iter().filter(|(_, n)| *n > 0).map(|(end, n)| match self.games {
            1 => end.name().to_string(),
            _ => format!("{} {n}", end.name()),
        });
        ends.collect::<Vec<_>>().join(", ")
    }

    /// The columns of the table: a heading, and the cell of this row.
    fn columns(&self) -> [(&'static str, String); 14] {
        let idle = match self.threads {
            1 => String::new(),
            _ => format!("{:.1} %", 100.0 * self.idle),
        };
        let speed_up = self.speed_up.map_or(String::new(), |it| format!("{it:.2}"));
        let overhead =
            self.overhead.map_or(String::new(), |it| format!("{} %", signed(100.0 * it, 1)));
        [
            ("opponent", self.opponent.to_string()),
            ("player", self.player.clone()),
            ("algorithm", self.algorithm.to_string()),
            ("platform", self.platform.to_string()),
            ("threads", self.threads.to_string()),
            ("depth", self.depth.to_string()),
            ("turns", self.turns.to_string()),
            ("nodes/turn", format!("{:.1}", self.nodes_per_turn)),
            ("ms/turn", format!("{:.3}", 1000.0 * self.seconds_per_turn)),
            ("nodes/s", format!("{:.0}", self.nodes_per_second)),
            ("idle", idle),
            ("speed-up", speed_up),
            ("overhead", overhead),
            ("result", self.results()),
        ]
    }
}

/// The table for people.
pub(super) fn text(rows: &[Averages]) -> String {
    let headings = rows.first().map(|row| row.columns().map(|(name, _)| name.to_string()));
    let cells = rows.iter().map(|row| row.columns().map(|(_, cell)| cell));
    let cells: Vec<[String; 14]> = headings.into_iter().chain(cells).collect();
    let width = |column: usize| cells.iter().map(|row| row[column].chars().count()).max();
    let mut text = String::new();
    for row in &cells {
        let line = row.iter().enumerate().map(|(i, cell)| {
            let width = width(i).unwrap_or(0);
            match i {
                0..4 | 13 => format!("{cell:width$}"),
                _ => format!("{cell:>width$}"),
            }
        });
        text += line.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
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
