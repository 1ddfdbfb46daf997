//! The positions that are possible for all that a player perceived: all of them as long
//! as that is not too much, and then a sample.
//!
//! 1. As long as there are few enough, the merged set of [`infoset`] has them, each with
//!    the number of histories that lead to it.
//! 2. When a turn makes too many of them, or they would take too much memory, those of
//!    the turn before become a sample, and from then on each turn is found for the
//!    positions of the sample: they are taken in random order, all that can have followed
//!    is gathered, equal positions become one (where rules ask for the past, only those of
//!    the same past), and as many as may be kept are drawn, each
//!    as likely as its histories are many (Efraimidis and Spirakis, "Weighted random
//!    sampling with a reservoir", 2006).
//! 3. If nothing of the sample fits a turn, it is drawn anew from an earlier turn, with
//!    more positions on the way; in the end from the start of the game.

use crate::settings::PlayError;
use game::{Fitting, Perceived, Player, Referee, Rng, Witness};
use infoset::{InfosetError, Limits, MergedSet, Observation};
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::sync::Arc;

/// A position that is possible.
#[derive(Clone, Debug)]
pub(crate) struct World<P> {
    pub(crate) position: P,
    /// How many histories lead there, in proportion to the others.
    pub(crate) weight: f64,
    past: Option<Arc<Past<P>>>,
}

/// An earlier position, and those before it.
#[derive(Debug)]
struct Past<P> {
    position: P,
    earlier: Option<Arc<Past<P>>>,
}

impl<P: Clone> World<P> {
    /// The position before the last turn.
    pub(crate) fn before(&self) -> &P {
        self.past.as_ref().map_or(&self.position, |past| &past.position)
    }

    /// The earlier positions that rules may ask for, the oldest first.
    pub(crate) fn past(&self) -> Vec<P> {
        let (mut past, mut at) = (Vec::new(), self.past.as_ref());
        while let Some(link) = at {
            past.push(link.position.clone());
            at = link.earlier.as_ref();
        }
        past.reverse();
        past
    }
}

/// How many earlier samples are kept for the case that one dies out.
const KEPT_LEVELS: usize = 16;
/// A sample that has died out is looked for among so many times more positions.
const MORE: usize = 4;

/// So many positions there may be for each that is kept: in the samples of earlier turns,
/// in what is gathered for the next one, and in the keys by which equal ones are found.
const ROOM: usize = (KEPT_LEVELS + 4) * MORE;

/// A sample of so many positions is looked for even if there is no time left.
const LEAST: usize = 64;

/// ... and so many where a sample is drawn anew.
const LEAST_AGAIN: usize = 2048;

/// What is possible.
pub(crate) struct Worlds<'g, G: Referee> {
    game: &'g G,
    player: Player,
    most: usize,
    /// The whole set, as long as it is small.
    all: Option<MergedSet<'g, G>>,
    turns: Vec<Perceived>,
    start: G::Position,
    /// Samples after earlier turns, each with the number of turns, the last one at the
    /// end. While everything is known, there is only the last one.
    levels: Vec<(usize, Vec<World<G::Position>>)>,
}

impl<'g, G: Referee> Worlds<'g, G> {
    /// Before the first turn.
    pub(crate) fn new(
        game: &'g G,
        observation: &Observation,
        most: usize,
        memory: usize,
    ) -> Result<Worlds<'g, G>, PlayError> {
        let limits = Limits { memory };
        let all = MergedSet::of(game, &observation.after(0), limits, &mut |_| true)?;
        let start = all.positions()?.swap_remove(0).position;
        let first = World { position: start.clone(), weight: 1.0, past: None };
        // A position of a sample is there once more as the past of another.
        let past = game.position_bytes() + size_of::<Past<G::Position>>();
        let each = game.position_bytes() + size_of::<World<G::Position>>() + past;
        Ok(Worlds {
            game,
            player: observation.player,
            most: most.min(memory / (ROOM * each)).max(1),
            all: Some(all),
            turns: Vec::new(),
            start,
            levels: vec![(0, vec![first])],
        })
    }

    /// The positions that are possible; none if all traces were lost.
    pub(crate) fn list(&self) -> &[World<G::Position>] {
        self.levels.last().map_or(&[], |(_, list)| list)
    }

    /// The most positions that are kept, as memory allows.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// Whether these are all.
    pub(crate) fn is_whole(&self) -> bool {
        self.all.is_some()
    }

    /// How many turns were perceived.
    pub(crate) fn n_turns(&self) -> usize {
        self.turns.len()
    }

    /// Takes a turn into account. When `goes_on` says no, fewer positions are looked at.
    pub(crate) fn perceive(
        &mut self,
        turn: &Perceived,
        rng: &mut Rng,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), PlayError> {
        self.turns.push(turn.clone());
        let most = self.most as u128;
        if let Some(all) = &mut self.all {
            match all.extend(turn, &mut |progress| progress.size <= most && goes_on()) {
                Ok(()) if all.size() <= self.most => {
                    let mut list = Vec::with_capacity(all.size());
                    all.each_possible(|position, weight, past| {
                        list.push(World { position: position.clone(), weight, past: chain(past) });
                    })?;
                    self.levels = vec![(self.turns.len(), list)];
                    return Ok(());
                }
                Err(InfosetError::Rules(error)) => return Err(PlayError::Rules(error)),
                // Too much of something: what was possible before is a sample now.
                Ok(()) | Err(_) => self.all = None,
            }
        }
        let from = (self.list(), self.turns.len() - 1);
        let next = self.after(from, (LEAST, self.most), rng, goes_on)?;
        self.keep(self.turns.len(), next);
        if self.list().is_empty() {
            self.recover(rng, goes_on)?;
        }
        Ok(())
    }

    fn keep(&mut self, n_turns: usize, list: Vec<World<G::Position>>) {
        self.levels.push((n_turns, list));
        if self.levels.len() > KEPT_LEVELS {
            self.levels.remove(0);
        }
    }

    /// Looks for the sample again, from further and further back.
    fn recover(
        &mut self,
        rng: &mut Rng,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<(), PlayError> {
        let levels = std::mem::take(&mut self.levels);
        let first = World { position: self.start.clone(), weight: 1.0, past: None };
        let from_start = [(0, vec![first])];
        // Who has lost all traces before has only the start to begin with.
        let mut back = 2;
        let mut begins: Vec<&(usize, Vec<World<G::Position>>)> = Vec::new();
        while back <= levels.len() {
            let begin = &levels[levels.len() - back];
            begins.extend(Some(begin).filter(|(_, list)| !list.is_empty()));
            back *= 2;
        }
        begins.push(&from_start[0]);
        for (n_turns, list) in begins {
            let mut grown = vec![(*n_turns, list.clone())];
            for turn in *n_turns..self.turns.len() {
                let is_last = turn + 1 == self.turns.len();
                let most = if is_last { self.most } else { MORE * self.most };
                let last = grown.last().map_or(&[][..], |(_, list)| list);
                let next = self.after((last, turn), (LEAST_AGAIN.min(most), most), rng, goes_on)?;
                grown.push((turn + 1, next));
            }
            if grown.last().is_some_and(|(_, list)| !list.is_empty()) {
                grown.into_iter().for_each(|(n_turns, list)| self.keep(n_turns, list));
                return Ok(());
            }
        }
        self.levels = vec![(self.turns.len(), Vec::new())];
        Ok(())
    }

    /// What can have followed on these positions in a turn: at most so many positions, and
    /// at least so many, if there are, though there is no time left.
    fn after(
        &self,
        (worlds, turn): (&[World<G::Position>], usize),
        (least, most): (usize, usize),
        rng: &mut Rng,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<World<G::Position>>, PlayError> {
        let mut witness = self.game.witness(self.player);
        witness.expect(&self.turns[turn]);
        let asks = self.game.asks_for_past();
        let mut order: Vec<usize> = (0..worlds.len()).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, rng.below(i + 1));
        }
        let mut gathered = Vec::new();
        let mut list: Vec<Fitting<G::Position>> = Vec::new();
        for i in order {
            let world = &worlds[i];
            let past = if asks { world.past() } else { Vec::new() };
            witness.fitting(&world.position, world.before(), &past, &mut list)?;
            let earlier = world.past.clone().filter(|_| asks);
            let behind = Arc::new(Past { position: world.position.clone(), earlier });
            gathered.extend(list.drain(..).map(|Fitting { to, ways }| World {
                position: to,
                weight: world.weight * f64::from(ways),
                past: Some(Arc::clone(&behind)),
            }));
            // The rest is as likely as what is there, so it need not be looked at.
            let is_enough = gathered.len() > 2 * MORE * most;
            if is_enough || gathered.len() >= least && !goes_on() {
                break;
            }
        }
        let looks_back = self.game.do_tries_look_back();
        Ok(drawn(merged(gathered, looks_back, asks), most, rng))
    }
}

/// Takes equal positions for one; where the position before matters, it is compared, too.
/// Where rules ask for the past, only positions of one past are the same: as those that
/// they followed on differ, this is so if they share its links.
fn merged<P: Clone + Eq + Hash>(
    worlds: Vec<World<P>>,
    looks_back: bool,
    asks: bool,
) -> Vec<World<P>> {
    type Key<P> = (P, Option<P>, Option<*const Past<P>>);
    let mut places: FxHashMap<Key<P>, usize> = FxHashMap::default();
    let mut merged: Vec<World<P>> = Vec::new();
    for world in worlds {
        let past = world.past.as_ref().filter(|_| asks).map(Arc::as_ptr);
        let before = (looks_back && !asks).then(|| world.before().clone());
        let key = (world.position.clone(), before, past);
        let place = *places.entry(key).or_insert(merged.len());
        match merged.get_mut(place) {
            Some(same) => same.weight += world.weight,
            None => merged.push(world),
        }
    }
    merged
}

/// Draws so many of them without drawing one twice, each as likely as its weight.
fn drawn<P>(mut worlds: Vec<World<P>>, most: usize, rng: &mut Rng) -> Vec<World<P>> {
    let total: f64 = worlds.iter().map(|world| world.weight).sum();
    if worlds.len() <= most {
        // Weights are proportions; kept small they never leave the range.
        worlds.iter_mut().for_each(|world| world.weight /= total);
        return worlds;
    }
    let mut keyed: Vec<(f64, World<P>)> = Vec::with_capacity(worlds.len());
    for world in worlds {
        let uniform = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        keyed.push((-f64::max(uniform, 1e-300).ln() / world.weight, world));
    }
    keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
    keyed.truncate(most);
    let weight = 1.0 / most as f64;
    keyed.into_iter().map(|(_, world)| World { weight, ..world }).collect()
}

/// A list of positions, the oldest first, as links.
fn chain<P>(past: Vec<P>) -> Option<Arc<Past<P>>> {
    past.into_iter().fold(None, |earlier, position| Some(Arc::new(Past { position, earlier })))
}

#[cfg(test)]
mod tests {
    use super::{World, chain, merged};

    #[test]
    fn positions_are_one_only_if_what_rules_ask_for_is_the_same() {
        let shared = chain(vec![1, 2]);
        let pasts = [shared.clone(), shared, chain(vec![3, 2]), chain(vec![1, 4])];
        let worlds = pasts.map(|past| World { position: 5, weight: 1.0, past });
        let weights = |looks_back, asks| -> Vec<f64> {
            let merged = merged(worlds.to_vec(), looks_back, asks);
            merged.iter().map(|world| world.weight).collect()
        };
        assert_eq!(weights(false, false), [4.0]);
        assert_eq!(weights(true, false), [3.0, 1.0]);
        assert_eq!(weights(false, true), [2.0, 1.0, 1.0]);
        assert_eq!(weights(true, true), [2.0, 1.0, 1.0]);
    }
}
