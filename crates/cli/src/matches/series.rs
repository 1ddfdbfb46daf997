//! Pairs of games of a match, one after the other or at once, counted in their order: so it does not
//! matter who played them and when.

#![allow(clippy::disallowed_methods, reason = "this is the edge: a series may end by time")]

use super::NAMES;
use super::games::Played;
use super::shared::{self, Noted};
use crate::args::MatchArgs;
use crate::report::Failure;
use crate::settings::usual_threads;
use crate::terminal::{self, Progress};
use ::ranks::Team;
use game::crew;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};
use tune::{Hypotheses, Tally};

/// What a thread says of a pair of games; nothing if it was stopped in one.
pub(super) type Pair = (u64, Result<Option<[Played; 2]>, Failure>);

/// A game that a side lost by what it did.
#[derive(Clone, Serialize)]
pub(super) struct Forfeit {
    /// The number of the game.
    game: u64,
    side: &'static str,
    #[serde(rename = "reason")]
    why: String,
}

/// What came out of a match.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) tally: Tally,
    pub(super) forfeits: Vec<Forfeit>,
    /// The games as texts, if they are saved.
    pub(super) texts: Vec<String>,
    /// Whether Ctrl-C ended it.
    pub(super) stopped: bool,
}

/// All ranks of a match, and what keeps the pairs that they have played.
pub(super) struct Ranks<'r, 'l> {
    pub(super) team: &'r mut Team<'l>,
    pub(super) noted: Option<&'r mut Noted>,
}

/// Pairs of games that are played one after the other, or at once.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// Their numbers, from which openings are drawn.
    pub(crate) pairs: Range<u64>,
    /// The test that may end it.
    pub(crate) sprt: Option<Hypotheses>,
    /// How many are played at once.
    pub(crate) at_once: usize,
    /// When it ends, whatever was played by then.
    pub(crate) until: Option<Instant>,
}

impl Series {
    /// The series of a match between sides that use this many threads. As many games are played
    /// at once as keep all processors busy, unless the user says otherwise.
    pub(super) fn of(args: &MatchArgs, threads: Option<usize>) -> Series {
        let usual = || usual_threads() / threads.unwrap_or(1).max(1);
        let at_once = args.concurrency.map_or_else(usual, usize::from).max(1);
        let pairs = 0..u64::from(args.games.div_ceil(2));
        Series { pairs, sprt: args.sprt, at_once, until: None }
    }

    /// Whether it should have ended.
    pub(super) fn is_late(&self) -> bool {
        self.until.is_some_and(|end| Instant::now() >= end)
    }
}

/// Plays all pairs with all threads of all ranks.
pub(super) fn on_all_ranks<'a>(
    series: &Series,
    players: &(dyn Fn() -> PlaysPairs<'a> + Sync),
    stop: &dyn Fn(),
    ranks: Ranks<'_, '_>,
) -> Result<Outcome, Failure> {
    match (ranks.team.size(), &ranks.noted) {
        (1, None) => play_pairs(series, players, stop),
        _ => shared::play_pairs(series, players, stop, ranks),
    }
}

/// What plays a pair of games on one thread.
pub(super) type PlaysPairs<'a> =
    Box<dyn FnMut(u64, &AtomicBool) -> Result<Option<[Played; 2]>, Failure> + 'a>;

/// Plays all pairs on as many threads as were asked for. `players` makes what plays a pair on
/// one thread, which gives nothing if it was stopped, and `stop` ends what is under way.
fn play_pairs<'a>(
    series: &Series,
    players: &(dyn Fn() -> PlaysPairs<'a> + Sync),
    stop: &dyn Fn(),
) -> Result<Outcome, Failure> {
    let n_pairs = series.pairs.end;
    let (next, stopped) = (AtomicU64::new(series.pairs.start), AtomicBool::new(false));
    let (sender, results) = channel::<Pair>();
    terminal::wait_for_interrupt();
    std::thread::scope(|scope| {
        for _ in 0..series.at_once {
            let (sender, next, stopped) = (sender.clone(), &next, &stopped);
            let work = move || {
                let mut play = players();
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= n_pairs || stopped.load(Ordering::Relaxed) {
                        return;
                    }
                    if sender.send((pair, play(pair, stopped))).is_err() {
                        return;
                    }
                }
            };
            crew::spawn(scope, work).map_err(|why| Failure::no_thread(&why))?;
        }
        drop(sender);
        let gathered = gather(series, &results);
        stopped.store(true, Ordering::Relaxed);
        stop();
        gathered
    })
}

/// Counts pairs until all are played, the test has decided, or Ctrl-C was pressed.
fn gather(series: &Series, results: &Receiver<Pair>) -> Result<Outcome, Failure> {
    let mut gathering = Gathering::new(series);
    loop {
        let counted = match results.recv_timeout(Duration::from_millis(50)) {
            Ok((pair, played)) => match played? {
                Some(games) => gathering.hear(pair, games),
                None => ControlFlow::Continue(()),
            },
            Err(RecvTimeoutError::Timeout) => ControlFlow::Continue(()),
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if counted.is_break() || gathering.go_on().is_break() {
            break;
        }
    }
    Ok(gathering.end())
}

/// Pairs that were played, counted in their order, so that it does not matter who played
/// them and when.
pub(super) struct Gathering<'a> {
    series: &'a Series,
    outcome: Outcome,
    waiting: BTreeMap<u64, [Played; 2]>,
    n_counted: u64,
    progress: Progress,
}

impl<'a> Gathering<'a> {
    pub(super) fn new(series: &'a Series) -> Gathering<'a> {
        let (outcome, waiting) = (Outcome::default(), BTreeMap::new());
        let n_counted = series.pairs.start;
        Gathering { series, outcome, waiting, n_counted, progress: Progress::new() }
    }

    /// Hears of a pair; a break if the test has decided.
    pub(super) fn hear(&mut self, pair: u64, games: [Played; 2]) -> ControlFlow<()> {
        self.waiting.insert(pair, games);
        while let Some(games) = self.waiting.remove(&self.n_counted) {
            self.outcome.tally.add([games[0].score, games[1].score]);
            for (i, game) in games.into_iter().enumerate() {
                self.outcome.texts.extend(game.text);
                let Some((side, why)) = game.forfeit else { continue };
                let number = 2 * self.n_counted + i as u64 + 1;
                self.progress.clear();
                terminal::complain(&format!("game {number}: {} loses: {why}", NAMES[side]));
                self.outcome.forfeits.push(Forfeit { game: number, side: NAMES[side], why });
            }
            self.n_counted += 1;
            let llr = self.series.sprt.map(|test| self.outcome.tally.llr(test).abs());
            if llr.is_some_and(|llr| llr >= Hypotheses::bound()) {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Shows how far the match is; a break if Ctrl-C was pressed.
    pub(super) fn go_on(&mut self) -> ControlFlow<()> {
        let (tally, series) = (&self.outcome.tally, self.series);
        let n_wanted = 2 * (series.pairs.end - series.pairs.start);
        self.progress.show(|_| {
            let Tally { wins, draws, losses, .. } = tally;
            format!("{} of {n_wanted} games: +{wins} ={draws} -{losses}", tally.n_games())
        });
        self.outcome.stopped = terminal::interrupted();
        if self.outcome.stopped || series.is_late() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    pub(super) fn end(self) -> Outcome {
        self.progress.clear();
        self.outcome
    }
}
