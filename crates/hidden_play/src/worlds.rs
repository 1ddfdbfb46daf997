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
//!    sampling with a reservoir", 2006). How many may be kept is said by [`Capacity`].
//! 3. If nothing of the sample fits a turn, it is drawn anew from an earlier turn, with
//!    more positions on the way; in the end from the start of the game.

use crate::capacity::Capacity;
use crate::layer::Layer;
use crate::sampling::shuffled;
use crate::settings::{PlayError, Settings};
use game::{Counter, Fitting, Perceived, Player, Referee, Rng, Witness};
use infoset::{InfosetError, Limits, MergedSet, Observation};
use std::sync::Arc;

/// A position that is possible.
#[derive(Clone, Debug)]
pub(crate) struct World<P> {
    pub(crate) position: P,
    /// How many histories lead there, in proportion to the others.
    pub(crate) weight: f64,
    pub(crate) past: Option<Arc<Past<P>>>,
}

/// An earlier position, and those before it.
#[derive(Debug)]
pub(crate) struct Past<P> {
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
/// A sample that has died out is looked for among this many times more positions.
const MORE: usize = 4;

/// This many positions there may be for each that is kept: in the samples of earlier turns,
/// in what is gathered for the next one, and in the keys by which equal ones are found.
const ROOM: usize = (KEPT_LEVELS + 4) * MORE;

/// A sample of this many positions is looked for even if there is no time left.
const LEAST: usize = 64;

/// ... and this many where a sample is drawn anew.
const LEAST_AGAIN: usize = 2048;

/// What is possible.
pub(crate) struct Worlds<'g, G: Referee> {
    game: &'g G,
    player: Player,
    capacity: Capacity,
    /// The whole set, as long as it is small.
    all: Option<MergedSet<'g, G>>,
    /// Whether the past is left out, because it only makes draws.
    leaves_past_out: bool,
    /// The counters that are left out, where only positions are asked for.
    forgotten: Option<Vec<Counter>>,
    /// Whether these are all positions, though no set of histories is kept any more.
    is_all: bool,
    turns: Vec<Perceived>,
    start: G::Position,
    /// Samples after earlier turns, each with the number of turns, the last one at the
    /// end. While everything is known, there is only the last one.
    levels: Vec<(usize, Vec<World<G::Position>>)>,
}

/// How many positions a sample has: at most this many, and at least this many, if there are, though
/// there is no time left.
#[derive(Clone, Copy)]
struct Sample {
    least: usize,
    most: usize,
}

/// Positions that can have followed, and how many of those before were looked at.
type Followed<P> = (Vec<World<P>>, usize);

impl<'g, G: Referee> Worlds<'g, G> {
    /// Before the first turn.
    pub(crate) fn new(
        game: &'g G,
        observation: &Observation,
        settings: &Settings,
    ) -> Result<Worlds<'g, G>, PlayError> {
        let memory = settings.memory;
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
            capacity: Capacity::new(settings, memory / (ROOM * each)),
            all: Some(all),
            leaves_past_out: game.past_only_draws(),
            forgotten: None,
            is_all: false,
            turns: Vec::new(),
            start,
            levels: vec![(0, vec![first])],
        })
    }

    /// The positions that are possible; none if all traces were lost.
    pub(crate) fn list(&self) -> &[World<G::Position>] {
        self.levels.last().map_or(&[], |(_, list)| list)
    }

    /// The most positions that are kept now, as memory and time allow.
    pub(crate) fn most(&self) -> usize {
        let next = |turn: &Perceived| turn.next.unwrap_or(turn.mover.other());
        self.capacity.most(self.turns.last().map_or(Player::First, next))
    }

    /// Whether these are all.
    pub(crate) fn is_whole(&self) -> bool {
        self.all.is_some() || self.is_all
    }

    /// From now on only positions are kept, without these counters and without the past: what
    /// the player goes by where it plays by sets of positions.
    pub(crate) fn simplify(&mut self, clocks: &[Counter]) {
        if self.forgotten.is_some() {
            return;
        }
        (self.is_all, self.all) = (self.all.is_some(), None);
        let mut layer = Layer::new(false, false);
        if let Some((_, list)) = self.levels.pop() {
            for mut world in list {
                self.game.forget(&mut world.position, clocks);
                layer.add(world);
            }
        }
        let list = layer.drawn(usize::MAX, &mut Rng::new(0));
        self.levels = vec![(self.turns.len(), list)];
        self.forgotten = Some(clocks.to_vec());
    }

    /// How many turns were perceived.
    pub(crate) fn n_turns(&self) -> usize {
        self.turns.len()
    }

    /// Takes a turn into account. `left` says which share of the time for that is left;
    /// where there is none, fewer positions are looked at.
    pub(crate) fn perceive(
        &mut self,
        turn: &Perceived,
        rng: &mut Rng,
        left: &mut dyn FnMut() -> f64,
    ) -> Result<(), PlayError> {
        self.turns.push(turn.clone());
        let n = self.list().len();
        if self.extend(turn, left)? {
            self.capacity.learn(turn.mover, n, left());
            return Ok(());
        }
        let most = if self.is_all { self.capacity.limit() } else { self.most() };
        let bounds = Sample { least: LEAST, most };
        let (next, n) = self.after(self.list(), self.turns.len() - 1, bounds, rng, left)?;
        self.is_all &= n == self.list().len() && next.len() < most;
        self.keep(self.turns.len(), next);
        self.capacity.learn(turn.mover, n, left());
        if self.list().is_empty() {
            self.recover(rng, left)?;
        }
        Ok(())
    }

    /// Extends the set of all that is possible; false if there is none, or not any more.
    fn extend(
        &mut self,
        turn: &Perceived,
        left: &mut dyn FnMut() -> f64,
    ) -> Result<bool, PlayError> {
        let most = self.capacity.limit() as u128;
        let Some(all) = &mut self.all else { return Ok(false) };
        if all.size() <= self.capacity.most(turn.mover) {
            match all.extend(turn, &mut |progress| progress.size <= most && left() > 0.0) {
                Ok(()) if all.size() as u128 <= most => {
                    let mut list = Vec::with_capacity(all.size());
                    all.each_possible(|position, weight, past| {
                        list.push(World { position: position.clone(), weight, past: chain(past) });
                    })?;
                    self.levels = vec![(self.turns.len(), list)];
                    return Ok(true);
                }
                Err(InfosetError::Rules(error)) => return Err(PlayError::Rules(error)),
                Ok(()) | Err(_) => {}
            }
        }
        // Too much of something: what was possible before is a sample now.
        self.all = None;
        Ok(false)
    }

    fn keep(&mut self, n_turns: usize, list: Vec<World<G::Position>>) {
        self.levels.push((n_turns, list));
        if self.levels.len() > KEPT_LEVELS {
            self.levels.remove(0);
        }
    }

    /// Looks for the sample again, from further and further back.
    fn recover(&mut self, rng: &mut Rng, left: &mut dyn FnMut() -> f64) -> Result<(), PlayError> {
        // Few would die out again.
        let kept = self.most().max(LEAST_AGAIN).min(self.capacity.limit());
        let levels = std::mem::take(&mut self.levels);
        let first = World { position: self.start.clone(), weight: 1.0, past: None };
        let from_start = [(0, vec![first])];
        // Where all traces before are lost there is only the start to begin with.
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
                let most = if is_last { kept } else { MORE * kept };
                let last = grown.last().map_or(&[][..], |(_, list)| list);
                let bounds = Sample { least: LEAST_AGAIN.min(most), most };
                let (next, _) = self.after(last, turn, bounds, rng, left)?;
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

    /// What can have followed on these positions in a turn. Also how many of the
    /// positions were looked at.
    fn after(
        &self,
        worlds: &[World<G::Position>],
        turn: usize,
        bounds: Sample,
        rng: &mut Rng,
        left: &mut dyn FnMut() -> f64,
    ) -> Result<Followed<G::Position>, PlayError> {
        let mut witness = self.game.witness(self.player);
        witness.expect(&self.turns[turn]);
        let keeps_past = self.game.asks_for_past();
        let asks = keeps_past && !self.leaves_past_out;
        let mut layer = Layer::new(self.game.do_tries_look_back(), asks);
        let mut list: Vec<Fitting<G::Position>> = Vec::new();
        let mut n_looked = 0;
        for i in shuffled(worlds.len(), rng) {
            let world = &worlds[i];
            let past = if asks { world.past() } else { Vec::new() };
            witness.fitting(&world.position, world.before(), &past, &mut list)?;
            n_looked += 1;
            if !list.is_empty() {
                let earlier = world.past.clone().filter(|_| keeps_past);
                let last = Arc::new(Past { position: world.position.clone(), earlier });
                for Fitting { mut to, ways } in list.drain(..) {
                    self.game.forget(&mut to, self.forgotten.as_deref().unwrap_or_default());
                    let weight = world.weight * f64::from(ways);
                    let past = Some(Arc::clone(&last));
                    layer.add(World { position: to, weight, past });
                }
            }
            // The rest is as likely as what is there, so it need not be looked at.
            let is_enough = layer.n_added() > 2 * MORE * bounds.most;
            if is_enough || layer.n_added() >= bounds.least && left() <= 0.0 {
                break;
            }
        }
        Ok((layer.drawn(bounds.most, rng), n_looked))
    }
}

/// A list of positions, the oldest first, as links.
pub(crate) fn chain<P>(past: Vec<P>) -> Option<Arc<Past<P>>> {
    past.into_iter().fold(None, |earlier, position| Some(Arc::new(Past { position, earlier })))
}
