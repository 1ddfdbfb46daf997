//! Looks ahead over what a side knows: a node is the set of positions that are possible for it,
//! and what it hears leads from one to another (metapositions: Ciancarini and Favini, "Solving
//! kriegspiel endings with brute force: the case of KRK", 2009, without any knowledge of chess).
//!
//! 1. An attempt is legal in some positions of a set and refused in the others. Where it is
//!    refused, the side knows that, and attempts something else in the smaller set.
//! 2. Where it is legal, the other side replies in any way, and what is perceived of both turns
//!    divides what is possible into sets.
//! 3. A set at the end of the search costs as many turns as its positions would if they were
//!    seen, on average and at worst, and more if there are more of them, or if the other side
//!    could get to more if the side stood still.
//! 4. A set that was met in play before costs more each time, so that play cannot go around in
//!    circles (as in real-time search: Korf, "Real-time heuristic search", 1990).

use super::distances::{NEVER, Positions};
use super::observed::{Observed, Step};
use crate::settings::PlayError;
use game::{Player, Referee};
use rustc_hash::FxHashMap;

/// What it costs if a win is given away, in turns.
const GIVEN_AWAY: f64 = 1000.0;
/// What it costs to come back to a set that was met before, in turns, each time.
const MET_BEFORE: f64 = 3.0;
/// What it costs if there are twice as many possible positions, in turns.
const TWICE_AS_MANY: f64 = 0.5;
/// What it costs if the other side can get to twice as many, in turns.
const TWICE_AS_FREE: f64 = 2.0;
/// Costs that differ by less are the same.
const EQUAL: f64 = 1e-9;

/// A set of positions by their numbers, in ascending order.
pub(super) type Belief = Box<[u32]>;

/// How often sets were met in play.
pub(super) type Met = FxHashMap<Belief, u32>;

/// What can be attempted: its number, and the positions where it is legal with where it leads.
type Attempt = (u32, Vec<(u32, Step)>);

/// A search.
pub(super) struct Plan<'p, 'g, G: Referee> {
    pub(super) positions: &'p Positions<'g, G>,
    pub(super) observed: &'p mut Observed<'g, G>,
    /// How many turns each position takes if it is seen.
    pub(super) distances: &'p [u16],
    pub(super) side: Player,
    pub(super) met: &'p Met,
    /// For each depth what this search found out: costs and what to attempt.
    pub(super) found: Vec<FxHashMap<Belief, (f64, Option<u32>)>>,
    /// Positions that were gone through.
    pub(super) steps: u64,
    pub(super) most_steps: u64,
}

impl<G: Referee> Plan<'_, '_, G> {
    /// Whether the side is to move.
    fn is_own(&self, number: u32) -> bool {
        self.positions.player(number) == self.side
    }

    /// What a set costs if nobody looks further.
    fn guess(&mut self, belief: &[u32]) -> Result<f64, PlayError> {
        let (mut sum, mut worst) = (0.0, 0.0);
        for number in belief {
            let turns = match self.distances[*number as usize] {
                NEVER => GIVEN_AWAY,
                turns => f64::from(turns) / 2.0,
            };
            sum += turns;
            worst = f64::max(worst, turns);
        }
        let n = belief.len() as f64;
        let mut regions = Vec::new();
        for number in belief {
            let region = self.observed.region(self.positions, self.distances, *number)?;
            if !regions.contains(&region) {
                regions.push(region);
            }
        }
        let free: u32 = regions.iter().map(|(_, size)| size).sum();
        let size = TWICE_AS_MANY * n.log2() + TWICE_AS_FREE * f64::from(free.max(1)).log2();
        Ok((sum / n + worst) / 2.0 + size)
    }

    /// What a set costs by a search of this many turns of the side, and what to attempt in it.
    pub(super) fn best(
        &mut self,
        belief: &[u32],
        depth: usize,
    ) -> Result<(f64, Option<u32>), PlayError> {
        if depth == 0 || self.steps > self.most_steps {
            return Ok((self.guess(belief)?, None));
        }
        if let Some(found) = self.found[depth].get(belief) {
            return Ok(*found);
        }
        let mut best: (f64, Option<u32>) = (f64::INFINITY, None);
        for (attempt, legal) in self.attempts(belief)? {
            let cost = self.cost(belief, &legal, depth, best.0)?;
            if cost < best.0 - EQUAL {
                best = (cost, Some(attempt));
            }
        }
        if best.1.is_none() {
            best.0 = GIVEN_AWAY;
        }
        self.found[depth].insert(belief.into(), best);
        Ok(best)
    }

    /// What can be attempted, each with the positions where it is legal and where it leads.
    fn attempts(&mut self, belief: &[u32]) -> Result<Vec<Attempt>, PlayError> {
        let mut all: Vec<(u32, u32, Step)> = Vec::new();
        for &number in belief {
            let options = self.observed.options(self.positions, number)?;
            all.extend(options.legal.iter().map(|(attempt, step)| (*attempt, number, *step)));
        }
        self.steps += all.len() as u64;
        all.sort_unstable();
        let mut attempts: Vec<Attempt> = Vec::new();
        for (attempt, number, step) in all {
            match attempts.last_mut().filter(|(last, _)| *last == attempt) {
                Some((_, legal)) => legal.push((number, step)),
                None => attempts.push((attempt, vec![(number, step)])),
            }
        }
        // What is legal in most positions is likely to be good, and bounds the others.
        attempts.sort_by_key(|(_, legal)| std::cmp::Reverse(legal.len()));
        Ok(attempts)
    }

    /// What an attempt costs on average over a set; it may stop where that is more than this.
    fn cost(
        &mut self,
        belief: &[u32],
        legal: &[(u32, Step)],
        depth: usize,
        most: f64,
    ) -> Result<f64, PlayError> {
        let n = belief.len() as f64;
        let mut sum = 0.0;
        // Step 2.
        for (set, weight) in self.follow(legal, &mut sum)? {
            let again = self.met.get(&set).map_or(0.0, |times| MET_BEFORE * f64::from(*times));
            sum += weight * (1.0 + again + self.best(&set, depth - 1)?.0);
            if sum / n >= most {
                return Ok(f64::INFINITY);
            }
        }
        // Step 1.
        if legal.len() < belief.len() {
            let is_legal = |number: &u32| legal.binary_search_by_key(number, |it| it.0).is_ok();
            let refused: Belief = belief.iter().copied().filter(|it| !is_legal(it)).collect();
            sum += refused.len() as f64 * self.best(&refused, depth)?.0;
        }
        Ok(sum / n)
    }

    /// What is possible after legal moves and all replies, as sets that can be told apart, each
    /// with its weight: that of a position is 1. What ends the game is added to the sum.
    fn follow(
        &mut self,
        legal: &[(u32, Step)],
        sum: &mut f64,
    ) -> Result<Vec<(Belief, f64)>, PlayError> {
        let wins = if self.side == Player::First { 1 } else { -1 };
        let ends = |value: i8| if value == wins { 1.0 } else { GIVEN_AWAY };
        let mut all: Vec<(u64, u64, u32, f64)> = Vec::new();
        for (_, step) in legal {
            if let Some(value) = self.positions.over(step.to) {
                *sum += ends(value);
                continue;
            }
            if self.is_own(step.to) {
                all.push((step.perceived, 0, step.to, 1.0));
                continue;
            }
            let replies = self.observed.replies(self.positions, step.to)?;
            // The other side is taken to find the reply that saves it.
            let is_saved = |it: &Step| self.distances[it.to as usize] == NEVER;
            if replies.iter().any(is_saved) {
                *sum += GIVEN_AWAY;
                continue;
            }
            let weight = 1.0 / replies.len() as f64;
            for reply in replies.iter() {
                match self.positions.over(reply.to) {
                    Some(value) => *sum += weight * ends(value),
                    // Nobody knows what the other side does if it goes on.
                    None if !self.is_own(reply.to) => *sum += weight * GIVEN_AWAY,
                    None => all.push((step.perceived, reply.perceived, reply.to, weight)),
                }
            }
        }
        self.steps += all.len() as u64;
        all.sort_unstable_by_key(|it| (it.0, it.1, it.2));
        let mut sets = Vec::new();
        for group in all.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let mut set: Vec<u32> = group.iter().map(|it| it.2).collect();
            set.dedup();
            sets.push((set.into(), group.iter().map(|it| it.3).sum()));
        }
        Ok(sets)
    }
}
