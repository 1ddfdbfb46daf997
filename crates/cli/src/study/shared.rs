//! A study on several ranks: games are handed out by their numbers, and are written down in
//! their order. What was searched does not depend on the number of ranks; only times do, where ranks
//! share a processor.

#![allow(
    clippy::disallowed_methods,
    reason = "this is the edge: other ranks are heard now and then"
)]

use super::super::args::StudyArgs;
use super::super::engine::Engine;
use super::super::position::Table;
use super::super::report::Failure;
use super::games::{self, End, Measured, Played};
use super::plan::Case;
use super::table::Row;
use super::{begin, save};
use ::ranks::{Farmed, Team, farm_with};
use game::bytes::{Reader, put, put_bytes};
use game::crew;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How often a rank that plays listens to others.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Plays all games on all ranks; also whether Ctrl-C ended it. Only the first rank gets rows.
pub(super) fn play<G: Engine>(
    args: &StudyArgs,
    table: &Table<G>,
    cases: &[Case],
    team: &mut Team<'_>,
) -> Result<(Vec<Row>, bool), Failure> {
    begin(table)?;
    let numbers = |(i, case): (usize, &Case)| (0..case.n_games(args)).map(move |n| (i, n));
    let jobs: Vec<(usize, u32)> = cases.iter().enumerate().flat_map(numbers).collect();
    let rows = cases.iter().map(|case| Row { case: *case, games: Vec::new() }).collect();
    let mut gathering = Gathering { rows, waiting: BTreeMap::new(), n_done: 0, jobs: &jobs };
    let (mut failed_here, mut failed_to_save) = (None, None);
    let farmed = farm_with(
        team,
        0..jobs.len() as u64,
        |number, is_wanted| {
            let (case, n) = jobs[number as usize];
            match played(args, table, &cases[case], n, is_wanted) {
                Ok(Some(played)) => written(&played),
                Ok(None) => Vec::new(),
                Err(why) => {
                    failed_here = Some(why);
                    Vec::new()
                }
            }
        },
        |number, bytes| match read(&bytes) {
            // Whoever was stopped or has failed says nothing.
            None => ControlFlow::Break(()),
            Some(played) => {
                if gathering.hear(number, played)
                    && let Err(why) = save(&args.output, &gathering.with_games(), table)
                {
                    failed_to_save = Some(why);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            }
        },
    );
    if let Some(why) = failed_here.or(failed_to_save) {
        return Err(why);
    }
    // Whoever was stopped says nothing of a game, which is enough for the first rank.
    let stopped = farmed? == Farmed::Enough;
    // If a rank has failed, the others hear of it here.
    team.barrier()?;
    Ok((gathering.with_games(), stopped))
}

/// Games in the order of their numbers, whoever played them and when.
struct Gathering<'a> {
    rows: Vec<Row>,
    waiting: BTreeMap<u64, Played>,
    n_done: u64,
    jobs: &'a [(usize, u32)],
}

impl Gathering<'_> {
    /// Hears of a game; whether there is more to be written down now.
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

    /// The rows that have games.
    fn with_games(&self) -> Vec<Row> {
        self.rows.iter().filter(|row| !row.games.is_empty()).cloned().collect()
    }
}

/// Plays a game beside this thread, which listens to other ranks meanwhile.
fn played<G: Engine>(
    args: &StudyArgs,
    table: &Table<G>,
    case: &Case,
    n: u32,
    is_wanted: &mut dyn FnMut() -> bool,
) -> Result<Option<Played>, Failure> {
    let wanted = &AtomicBool::new(true);
    std::thread::scope(|scope| {
        let bounds = games::Bounds::of(args, n);
        let look = |_: &games::Now| match wanted.load(Ordering::Relaxed) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let play = move || games::play(&table.game, &table.line, case, bounds, look);
        let playing = crew::spawn(scope, play).map_err(|why| Failure::no_thread(&why))?;
        while !playing.is_finished() {
            if !is_wanted() {
                wanted.store(false, Ordering::Relaxed);
            }
            std::thread::sleep(BETWEEN_LOOKS);
        }
        let broken = || Failure::bug("a game of the study stopped where it should not");
        playing.join().map_err(|_| broken())?
    })
}

/// A game as it travels.
fn written(played: &Played) -> Vec<u8> {
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

fn read(bytes: &[u8]) -> Option<Played> {
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
