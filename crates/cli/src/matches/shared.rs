//! Matches on several ranks: pairs of games are handed out by their numbers, as many at
//! once as a rank plays, and are counted in their order. So the result and the game after
//! which a test decides do not depend on the number of ranks.

use super::super::ranks::journal::{JournalFile, unwritten};
use super::super::report::Failure;
use super::super::terminal;
use super::games::Played;
use super::series::{Gathering, Outcome, Pair, PlaysPairs, Ranks, Series};
use ::ranks::farm_with;
use game::bytes::{Reader, put, put_bytes};
use game::crew;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tune::Score;

/// How often a rank that plays listens to others.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Pairs that a journal keeps, at the first rank; those of one match after those of another.
pub(super) struct Noted {
    pairs: ::ranks::Noted<JournalFile>,
    /// Which match it is.
    match_number: u64,
}

impl Noted {
    /// The pairs in a journal, if this rank has it.
    pub(super) fn new(journal: Option<JournalFile>) -> Noted {
        Noted { pairs: ::ranks::Noted::new(journal), match_number: 0 }
    }

    /// The next match begins.
    pub(super) fn next_match(&mut self) {
        self.match_number += 1;
    }

    fn number(&self, pair: u64) -> u64 {
        self.match_number << 32 | pair
    }

    /// A pair that was played before.
    fn known(&self, pair: u64) -> Option<[Played; 2]> {
        let bytes = self.pairs.known(self.number(pair))?;
        read_pair(&mut Reader(bytes)).map(|(_, games)| games)
    }

    fn note(&mut self, pair: u64, games: &[Played; 2]) -> Result<(), Failure> {
        let (mut bytes, number) = (Vec::new(), self.number(pair));
        put_pair(pair, games, &mut bytes);
        self.pairs.note(number, &bytes).map_err(|why| unwritten(&why))
    }
}

/// Plays all pairs on all ranks. `players` makes what plays a pair on one thread, which gives
/// nothing if it was stopped, and `stop` ends what is under way. Pairs that were played before
/// are not played again.
pub(super) fn play_pairs<'a>(
    series: &Series,
    players: &(dyn Fn() -> PlaysPairs<'a> + Sync),
    stop: &dyn Fn(),
    Ranks { team, mut noted }: Ranks<'_, '_>,
) -> Result<Outcome, Failure> {
    let (at_once, first) = (series.at_once as u64, series.pairs.start);
    let n_pairs = series.pairs.end - first;
    let stopped = AtomicBool::new(false);
    let (to_players, numbers) = channel::<u64>();
    let numbers = Mutex::new(numbers);
    let (sender, results) = channel::<Pair>();
    terminal::wait_for_interrupt();
    std::thread::scope(|scope| {
        for _ in 0..at_once {
            let (sender, numbers, stopped) = (sender.clone(), &numbers, &stopped);
            let work = move || {
                let mut play = players();
                while let Some(pair) = next(numbers) {
                    if sender.send((pair, play(pair, stopped))).is_err() {
                        return;
                    }
                }
            };
            crew::spawn(scope, work).map_err(|why| Failure::no_thread(&why))?;
        }
        drop(sender);
        let (mut gathering, mut failure) = (Gathering::new(series), None);
        let is_known = |pair| noted.as_ref().and_then(|noted| noted.known(pair));
        let known = series.pairs.clone().filter_map(|pair| Some((pair, is_known(pair)?)));
        let known: BTreeMap<u64, [Played; 2]> = known.collect();
        let is_decided =
            known.iter().any(|(pair, games)| gathering.hear(*pair, games.clone()).is_break());
        let pairs_of = |job: u64| {
            let pairs = job * at_once..n_pairs.min((job + 1) * at_once);
            first + pairs.start..first + pairs.end
        };
        let is_left = |job: &u64| !pairs_of(*job).all(|pair| known.contains_key(&pair));
        let jobs = (0..n_pairs.div_ceil(at_once)).filter(|job| !is_decided && is_left(job));
        let mut unwritten = None;
        let farmed = farm_with(
            team,
            jobs,
            |job, is_wanted| {
                let pairs = pairs_of(job);
                let n = pairs.clone().filter(|pair| to_players.send(*pair).is_ok()).count();
                let mut go_on = || {
                    if !is_wanted() || terminal::interrupted() || series.is_late() {
                        stopped.store(true, Ordering::Relaxed);
                        stop();
                    }
                };
                collected(&results, n, &mut go_on).unwrap_or_else(|why| {
                    failure = Some(why);
                    Vec::new()
                })
            },
            |_, result| {
                // It has failed if it says nothing.
                let Some((_, pairs)) = result.split_first() else { return ControlFlow::Break(()) };
                let mut reader = Reader(pairs);
                while let Some((pair, games)) = read_pair(&mut reader) {
                    if known.contains_key(&pair) {
                        continue;
                    }
                    if let Some(Err(why)) = noted.as_mut().map(|it| it.note(pair, &games)) {
                        unwritten = Some(why);
                        return ControlFlow::Break(());
                    }
                    gathering.hear(pair, games)?;
                }
                gathering.go_on()
            },
        );
        stopped.store(true, Ordering::Relaxed);
        drop(to_players);
        if let Some(why) = failure.or(unwritten) {
            return Err(why);
        }
        farmed?;
        let mut outcome = gathering.end();
        // All ranks go on or stop together; if one has failed, the others hear of it here.
        let stopped = team.broadcast(vec![1; usize::from(outcome.stopped)])?;
        outcome.stopped = !stopped.is_empty();
        Ok(outcome)
    })
}

/// The number of the next pair for a thread.
fn next(numbers: &Mutex<Receiver<u64>>) -> Option<u64> {
    numbers.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

/// The results of this many pairs as they travel, or why one could not be played.
fn collected(
    results: &Receiver<Pair>,
    n: usize,
    go_on: &mut dyn FnMut(),
) -> Result<Vec<u8>, Failure> {
    let (mut bytes, mut n_heard, mut failure) = (vec![0], 0, None);
    while n_heard < n {
        match results.recv_timeout(BETWEEN_LOOKS) {
            Ok((pair, played)) => {
                n_heard += 1;
                match played {
                    Ok(Some(games)) => put_pair(pair, &games, &mut bytes),
                    Ok(None) => {}
                    Err(why) => failure = Some(why),
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        go_on();
    }
    failure.map_or(Ok(bytes), Err)
}

const SCORES: [Score; 3] = [Score::Win, Score::Draw, Score::Loss];

fn put_pair(pair: u64, games: &[Played; 2], bytes: &mut Vec<u8>) {
    put(u128::from(pair), bytes);
    for Played { score, forfeit, text } in games {
        let score = SCORES.iter().position(|known| known == score).unwrap_or(0);
        put(score as u128, bytes);
        let (side, why) = match forfeit {
            None => (0, ""),
            Some((side, why)) => (*side as u128 + 1, why.as_str()),
        };
        put(side, bytes);
        put_bytes(why.as_bytes(), bytes);
        put(u128::from(text.is_some()), bytes);
        put_bytes(text.as_deref().unwrap_or_default().as_bytes(), bytes);
    }
}

fn read_pair(reader: &mut Reader<'_>) -> Option<(u64, [Played; 2])> {
    let pair = reader.small()?;
    let mut game = || {
        let score = *SCORES.get(reader.small::<usize>()?)?;
        let side = reader.small::<usize>()?.checked_sub(1).filter(|side| *side < 2);
        let why = String::from_utf8_lossy(reader.bytes()?).into_owned();
        let has_text = reader.small::<usize>()? > 0;
        let text = String::from_utf8_lossy(reader.bytes()?).into_owned();
        let (forfeit, text) = (side.map(|side| (side, why)), has_text.then_some(text));
        Some(Played { score, forfeit, text })
    };
    Some((pair, [game()?, game()?]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_travel() {
        let won = Played { score: Score::Win, forfeit: None, text: Some("1. e4".to_string()) };
        let forfeit = Some((1, "no answer".to_string()));
        let lost = Played { score: Score::Loss, forfeit, text: None };
        let mut bytes = Vec::new();
        put_pair(0, &[won.clone(), lost.clone()], &mut bytes);
        put_pair(77, &[lost.clone(), won.clone()], &mut bytes);
        let mut reader = Reader(&bytes);
        assert_eq!(read_pair(&mut reader), Some((0, [won.clone(), lost.clone()])));
        assert_eq!(read_pair(&mut reader), Some((77, [lost, won])));
        assert_eq!(read_pair(&mut reader), None);
    }
}
