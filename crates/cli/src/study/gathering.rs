//! The games of a study by their numbers, whoever played them and when: they are written down in
//! the order of the numbers, and those that a journal keeps are not played again.

use super::super::args::StudyArgs;
use super::super::ranks::journal::{JournalFile, unwritten};
use super::super::report::Failure;
use super::games::{End, Measured, Played};
use super::plan::Case;
use super::table::Row;
use ::ranks::Noted;
use game::bytes::{Reader, put, put_bytes};
use std::collections::BTreeMap;
use std::time::Duration;

/// Games that are known so far.
pub(super) struct Gathering {
    /// The case of each game, and its number among the games of that case.
    pub(super) jobs: Vec<(usize, u32)>,
    rows: Vec<Row>,
    waiting: BTreeMap<u64, Played>,
    n_done: u64,
    noted: Noted<JournalFile>,
}

impl Gathering {
    /// The games of these cases, of which a journal knows some.
    pub(super) fn new(args: &StudyArgs, cases: &[Case], journal: Option<JournalFile>) -> Gathering {
        let numbers = |(i, case): (usize, &Case)| (0..case.n_games(args)).map(move |n| (i, n));
        let jobs: Vec<(usize, u32)> = cases.iter().enumerate().flat_map(numbers).collect();
        let rows = cases.iter().map(|case| Row { case: *case, games: Vec::new() }).collect();
        let noted = Noted::new(journal);
        let mut all = Gathering { jobs, rows, waiting: BTreeMap::new(), n_done: 0, noted };
        for number in 0..all.jobs.len() as u64 {
            if let Some(played) = all.noted.known(number).and_then(read) {
                all.hear(number, played);
            }
        }
        all
    }

    /// The numbers of games that have to be played.
    pub(super) fn missing(&self) -> Vec<u64> {
        let is_missing = |n: &u64| *n >= self.n_done && !self.waiting.contains_key(n);
        (0..self.jobs.len() as u64).filter(is_missing).collect()
    }

    /// Hears of a game that was just played; whether there is more to be written down now.
    pub(super) fn hear_new(&mut self, number: u64, played: Played) -> Result<bool, Failure> {
        self.noted.note(number, &written(&played)).map_err(|why| unwritten(&why))?;
        Ok(self.hear(number, played))
    }

    fn hear(&mut self, number: u64, played: Played) -> bool {
        self.waiting.insert(number, played);
        let before = self.n_done;
        while let Some(played) = self.waiting.remove(&self.n_done) {
            let (case, _) = self.jobs[self.n_done as usize];
            self.rows[case].games.push(played);
            self.n_done += 1;
        }
        self.n_done > before
    }

    /// How many games are known that come after one that is not.
    pub(super) fn n_waiting(&self) -> usize {
        self.waiting.len()
    }

    /// The rows that have games.
    pub(super) fn with_games(&self) -> Vec<Row> {
        self.rows.iter().filter(|row| !row.games.is_empty()).cloned().collect()
    }
}

/// A game as it travels.
pub(super) fn written(played: &Played) -> Vec<u8> {
    let mut bytes = Vec::new();
    let end = End::ALL.iter().position(|end| *end == played.end).unwrap_or(0);
    put(end as u128, &mut bytes);
    put(played.turns.len() as u128, &mut bytes);
    for Measured { turn, played, value, nodes, time, idle } in &played.turns {
        put(*turn as u128, &mut bytes);
        put_bytes(played.as_bytes(), &mut bytes);
        put(u128::from(*value as u32), &mut bytes);
        put(u128::from(*nodes), &mut bytes);
        [time, idle].iter().for_each(|time| put(time.as_nanos(), &mut bytes));
    }
    bytes
}

pub(super) fn read(bytes: &[u8]) -> Option<Played> {
    let mut reader = Reader(bytes);
    let end = *End::ALL.get(reader.small::<usize>()?)?;
    let n_turns = reader.count()?;
    let mut turn = || {
        Some(Measured {
            turn: reader.small()?,
            played: String::from_utf8(reader.bytes()?.to_vec()).ok()?,
            value: reader.small::<u32>()? as i32,
            nodes: reader.small()?,
            time: Duration::from_nanos(reader.small()?),
            idle: Duration::from_nanos(reader.small()?),
        })
    };
    let turns = (0..n_turns).map(|_| turn()).collect::<Option<_>>()?;
    Some(Played { turns, end })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_travel() {
        let turn = Measured {
            turn: 3,
            played: "e2-e4".to_string(),
            value: -7,
            nodes: 1 << 40,
            time: Duration::from_micros(12),
            idle: Duration::ZERO,
        };
        for end in End::ALL {
            let played = Played { turns: vec![turn.clone(), turn.clone()], end };
            assert_eq!(read(&written(&played)), Some(played));
        }
        assert_eq!(read(&[]), None, "nothing is said of a game that was stopped");
    }
}
