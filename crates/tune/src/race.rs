//! The search for better settings: candidates that differ in one thing race against the best
//! settings so far.
//!
//! All candidates of a round play a few pairs of games against the incumbent; those of the
//! better half that are ahead play on, and so on until one is left (successive halving), which then has to pass a
//! sequential probability ratio test. So most games are spent on what is promising, and chance
//! does not make the settings worse: the test takes a candidate that is no better in one of
//! twenty cases. A genetic search over whole settings needs many times the games for the same,
//! because it judges many things by one result; what it could find and single changes cannot,
//! two changes that only help together, is tried by the candidates that were taken before.
//! What has won stays; the next round begins there.

use crate::candidates::{Candidate, candidates};
use crate::tally::{Hypotheses, Tally};
use game::{Facts, Rng};
use search::Settings;
use std::ops::Range;

/// Where candidates meet.
pub trait Arena {
    /// Why games could not be played.
    type Error;

    /// Plays pairs of games by these numbers between a candidate, as side A, and the
    /// incumbent; nothing if there is no time for more.
    fn meet(
        &mut self,
        candidate: &Settings,
        incumbent: &Settings,
        pairs: Range<u64>,
    ) -> Result<Option<Tally>, Self::Error>;
}

/// What happens while settings are tuned.
#[derive(Clone, Debug, PartialEq)]
pub enum Event<'a> {
    /// A round begins with this many candidates.
    Round(u32, usize),
    /// A candidate has played, and leaves the race or goes on.
    Tried {
        /// What it changes.
        change: &'a str,
        /// Its games against the incumbent up to now.
        tally: &'a Tally,
        /// Whether it goes on.
        goes_on: bool,
    },
    /// A candidate has won its test and is the incumbent from now on.
    Taken(&'a str, &'a Tally),
    /// A candidate has lost its test, or it did not end.
    Refused(&'a str, &'a Tally),
}

/// What came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// The best settings.
    pub settings: Settings,
    /// The changes that made them, each with its games.
    pub taken: Vec<(String, Tally)>,
    /// The changes that were tried and not taken, each with its games.
    pub refused: Vec<(String, Tally)>,
    /// Pairs of games in all.
    pub pairs: u64,
    /// Whether there was nothing left to try.
    pub is_done: bool,
}

/// A candidate plays this many pairs before it can leave the race.
const FIRST_PAIRS: u64 = 4;
/// The last one plays this many pairs at once until its test decides,
const TEST_PAIRS: u64 = 8;
/// and after this many pairs it is refused.
const MOST_PAIRS: u64 = 200;
/// What the test supposes: that a change is worth nothing, or this many Elo points.
const TEST: Hypotheses = Hypotheses { low: 0.0, high: 40.0 };
/// Numbers move by this part of their range at first, and by half of it after each round in
/// which nothing was taken;
const STEP: f64 = 0.125;
/// with smaller steps there is nothing left to try.
const LEAST_STEP: f64 = 0.03;

/// Looks for better settings until there is nothing left to try, or the arena has no time. The
/// same seed gives the same candidates in the same order.
pub fn tune<A: Arena>(
    start: Settings,
    facts: &Facts,
    seed: u64,
    arena: &mut A,
    log: &mut dyn FnMut(Event<'_>),
) -> Result<Tuned, A::Error> {
    let mut tuned =
        Tuned { settings: start, taken: Vec::new(), refused: Vec::new(), pairs: 0, is_done: false };
    let (mut random, mut step, mut round) = (Rng::new(seed), STEP, 0);
    while step >= LEAST_STEP {
        let mut list = candidates(&tuned.settings, facts, step);
        // After the first round without success, only numbers have something new to try.
        if step < STEP {
            list.retain(|candidate| is_new(candidate, &tuned.refused));
        }
        if list.is_empty() {
            break;
        }
        round += 1;
        shuffle(&mut list, &mut random);
        log(Event::Round(round, list.len()));
        let Some(has_won) = one_round(list, arena, &mut tuned, log)? else { return Ok(tuned) };
        if !has_won {
            step /= 2.0;
        }
    }
    tuned.is_done = true;
    Ok(tuned)
}

/// Whether a change was not refused before.
fn is_new(candidate: &Candidate, refused: &[(String, Tally)]) -> bool {
    !refused.iter().any(|(change, _)| *change == candidate.change)
}

/// One race; whether somebody has won it. Nothing if the time is over.
fn one_round<A: Arena>(
    list: Vec<Candidate>,
    arena: &mut A,
    tuned: &mut Tuned,
    log: &mut dyn FnMut(Event<'_>),
) -> Result<Option<bool>, A::Error> {
    let mut runners: Vec<(Candidate, Tally)> =
        list.into_iter().map(|candidate| (candidate, Tally::default())).collect();
    let mut pairs = FIRST_PAIRS;
    while runners.len() > 1 {
        for (candidate, tally) in &mut runners {
            let played = tally.n_games() / 2;
            let range = played..played + pairs;
            let met = arena.meet(&candidate.settings, &tuned.settings, range)?;
            let Some(met) = met else {
                give_up(runners, tuned);
                return Ok(None);
            };
            tuned.pairs += met.n_games() / 2;
            tally.merge(&met);
        }
        // The sort is stable, so that equal ones keep their order.
        runners.sort_by(|(_, a), (_, b)| b.score().total_cmp(&a.score()));
        let n_left = runners.len().div_ceil(2);
        // Whoever is behind after all these games will not come first.
        let n_left = runners.iter().take(n_left).filter(|(_, tally)| tally.score() > 0.5).count();
        for (i, (candidate, tally)) in runners.iter().enumerate() {
            log(Event::Tried { change: &candidate.change, tally, goes_on: i < n_left });
        }
        let gone = runners.split_off(n_left).into_iter();
        tuned.refused.extend(gone.map(|(candidate, tally)| (candidate.change, tally)));
        pairs *= 2;
    }
    match runners.pop() {
        Some((candidate, tally)) => test(candidate, tally, arena, tuned, log),
        None => Ok(Some(false)),
    }
}

/// Notes what did not play to the end.
fn give_up(runners: Vec<(Candidate, Tally)>, tuned: &mut Tuned) {
    let played = runners.into_iter().filter(|(_, tally)| tally.n_games() > 0);
    tuned.refused.extend(played.map(|(candidate, tally)| (candidate.change, tally)));
}

/// The test that the winner of a race has to pass. Games of the race do not count: it won
/// because of them, so that they flatter it.
fn test<A: Arena>(
    candidate: Candidate,
    raced: Tally,
    arena: &mut A,
    tuned: &mut Tuned,
    log: &mut dyn FnMut(Event<'_>),
) -> Result<Option<bool>, A::Error> {
    let (first, mut tally) = (raced.n_games() / 2, Tally::default());
    let has_won = loop {
        let played = tally.n_games() / 2;
        let llr = tally.llr(TEST);
        if llr.abs() >= Hypotheses::bound() || played >= MOST_PAIRS {
            break llr >= Hypotheses::bound();
        }
        let range = first + played..first + played + TEST_PAIRS;
        let Some(met) = arena.meet(&candidate.settings, &tuned.settings, range)? else {
            log(Event::Refused(&candidate.change, &tally));
            tuned.refused.push((candidate.change, tally));
            return Ok(None);
        };
        tuned.pairs += met.n_games() / 2;
        tally.merge(&met);
    };
    if has_won {
        log(Event::Taken(&candidate.change, &tally));
        tuned.settings = candidate.settings;
        tuned.taken.push((candidate.change, tally));
        // What was refused beside the old settings may be right beside the new ones.
        tuned.refused.clear();
    } else {
        log(Event::Refused(&candidate.change, &tally));
        tuned.refused.push((candidate.change, tally));
    }
    Ok(Some(has_won))
}

fn shuffle<T>(list: &mut [T], random: &mut Rng) {
    for i in (1..list.len()).rev() {
        list.swap(i, random.below(i + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Score;
    use game::Game;

    /// Settings meet by a formula: one heuristic is bad, one is good, and chance decides
    /// the rest.
    struct Formula {
        pairs_left: u64,
    }

    fn strength(settings: &Settings) -> f64 {
        let h = settings.heuristics;
        let helps = |on: bool, worth: f64| if on { worth } else { 0.0 };
        helps(h.forced, 1.5) + helps(!h.killers, 1.5)
            - helps(settings.algorithm != search::Algorithm::Pvs, 3.0)
    }

    impl Arena for Formula {
        type Error = ();

        fn meet(
            &mut self,
            candidate: &Settings,
            incumbent: &Settings,
            pairs: Range<u64>,
        ) -> Result<Option<Tally>, ()> {
            let n = pairs.end - pairs.start;
            if n > self.pairs_left {
                return Ok(None);
            }
            self.pairs_left -= n;
            let chance = 1.0 / (1.0 + (strength(incumbent) - strength(candidate)).exp());
            let mut tally = Tally::default();
            for pair in pairs {
                let mut random = Rng::new(pair);
                let mut game = || match (random.below(1000) as f64) < 1000.0 * chance {
                    true => Score::Win,
                    false => Score::Loss,
                };
                tally.add([game(), game()]);
            }
            Ok(Some(tally))
        }
    }

    fn tuned(pairs_left: u64) -> Tuned {
        let game = testing::load("breakthrough");
        let start = Settings::new(game.facts());
        let mut arena = Formula { pairs_left };
        tune(start, game.facts(), 1, &mut arena, &mut |_| {}).expect("no error")
    }

    #[test]
    fn what_helps_is_taken_and_what_does_not_is_not() {
        let found = tuned(1_000_000);
        assert!(found.is_done);
        let mut taken: Vec<&str> = found.taken.iter().map(|(change, _)| change.as_str()).collect();
        taken.sort_unstable();
        assert_eq!(taken, ["heuristics +forced", "heuristics -killers"]);
        assert!(found.settings.heuristics.forced && !found.settings.heuristics.killers);
        assert!(found.refused.iter().any(|(change, _)| change == "algorithm mcts"));
        assert_eq!(found, tuned(1_000_000));
    }

    #[test]
    fn an_end_at_any_time_keeps_the_best_so_far() {
        let whole = tuned(1_000_000);
        let mut n_taken = 0;
        for pairs in (0..whole.pairs).step_by(37) {
            let part = tuned(pairs);
            assert!(!part.is_done && part.pairs <= pairs);
            assert!(part.taken.len() >= n_taken, "{pairs}");
            n_taken = part.taken.len();
            assert_eq!(part.taken[..], whole.taken[..n_taken]);
        }
    }
}
