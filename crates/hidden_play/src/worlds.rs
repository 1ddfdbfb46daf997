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
//! 3. If nothing of the sample fits a turn, it is drawn anew ([`crate::again`]) from an
//!    earlier turn. That may take several turns; until then there are positions that
//!    nearly fit ([`crate::near`]).

use crate::again::Again;
use crate::capacity::Capacity;
use crate::draw::shuffled;
use crate::layer::Layer;
use crate::near;
use crate::settings::{PlayError, Settings};
use game::{Fitting, Perceived, Player, Referee, Rng, Witness};
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

    /// This position as the past of what follows; with its own past, if rules ask for it.
    pub(crate) fn followed(&self, asks: bool) -> Arc<Past<P>> {
        let earlier = self.past.clone().filter(|_| asks);
        Arc::new(Past { position: self.position.clone(), earlier })
    }
}

/// Positions after so many turns.
pub(crate) type Sample<P> = (usize, Vec<World<P>>);

/// How many earlier samples are kept for the case that one dies out.
pub(crate) const KEPT_LEVELS: usize = 16;
/// A sample that has died out is looked for among so many times more positions.
pub(crate) const MORE: usize = 4;

/// So many positions there may be for each that is kept: in the samples of earlier turns,
/// in what is gathered for the next one, and in the keys by which equal ones are found.
const ROOM: usize = (KEPT_LEVELS + 4) * MORE;

/// A sample of so many positions is looked for even if there is no time left.
const LEAST: usize = 64;

/// What follows on positions, and how many of them were looked at.
type Followed<P> = (Vec<World<P>>, usize);

/// How much is looked at for a turn.
pub(crate) struct Bounds {
    /// So many positions that follow are gathered though there is no time left, ...
    pub(crate) least: usize,
    /// ... unless so many were looked at.
    pub(crate) looks: usize,
    /// At most so many are kept.
    pub(crate) most: usize,
}

/// What is possible.
pub(crate) struct Worlds<'g, G: Referee> {
    game: &'g G,
    player: Player,
    capacity: Capacity,
    /// The whole set, as long as it is small.
    all: Option<MergedSet<'g, G>>,
    turns: Vec<Perceived>,
    start: G::Position,
    /// Samples after earlier turns, the last one at the end. While everything is known,
    /// there is only the last one; while nothing is, there is none.
    levels: Vec<Sample<G::Position>>,
    /// How a sample that has died out is drawn anew.
    again: Option<Again<G::Position>>,
    /// Meanwhile, what nearly fits.
    near: Vec<World<G::Position>>,
}

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
            turns: Vec::new(),
            start,
            levels: vec![(0, vec![first])],
            again: None,
            near: Vec::new(),
        })
    }

    /// The positions that are possible, or nearly so if all traces were lost.
    pub(crate) fn list(&self) -> &[World<G::Position>] {
        self.levels.last().map_or(&self.near, |(_, list)| list)
    }

    /// Whether all traces were lost.
    pub(crate) fn is_lost(&self) -> bool {
        self.again.is_some()
    }

    /// The most positions that are kept now, as memory and time allow.
    pub(crate) fn most(&self) -> usize {
        let next = |turn: &Perceived| turn.next.unwrap_or(turn.mover.other());
        self.capacity.most(self.turns.last().map_or(Player::First, next))
    }

    /// Whether these are all.
    pub(crate) fn is_whole(&self) -> bool {
        self.all.is_some()
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
        if let Some(again) = self.again.take() {
            let near = std::mem::take(&mut self.near);
            return self.look_again(again, &near, rng, left);
        }
        let n = self.list().len();
        if self.extend(turn, left)? {
            self.capacity.learn(turn.mover, n, left());
            return Ok(());
        }
        let from = (self.list(), self.turns.len() - 1);
        let bounds = Bounds { least: LEAST, looks: usize::MAX, most: self.most() };
        let (next, n) = self.after(from, &bounds, rng, left)?;
        self.capacity.learn(turn.mover, n, left());
        if next.is_empty() {
            let mut levels = std::mem::take(&mut self.levels);
            let last = levels.last().map_or_else(Vec::new, |(_, list)| list.clone());
            let first = World { position: self.start.clone(), weight: 1.0, past: None };
            levels.insert(0, (0, vec![first]));
            let again = Again::new(levels, self.most(), self.capacity.limit());
            return self.look_again(again, &last, rng, left);
        }
        self.levels.push((self.turns.len(), next));
        if self.levels.len() > KEPT_LEVELS {
            self.levels.remove(0);
        }
        Ok(())
    }

    /// Goes on with drawing a sample anew; until there is one, positions that nearly fit
    /// are found among what follows on these.
    fn look_again(
        &mut self,
        mut again: Again<G::Position>,
        near: &[World<G::Position>],
        rng: &mut Rng,
        left: &mut dyn FnMut() -> f64,
    ) -> Result<(), PlayError> {
        let n_turns = self.turns.len();
        let turn = &self.turns[n_turns - 1];
        self.near = near::nearest((self.game, self.player), near, turn, rng, left)?;
        let is_found = again.go_on(n_turns, left, &mut |from, bounds, left| {
            self.after(from, bounds, rng, left).map(|(next, _)| next)
        })?;
        if is_found {
            (self.levels, self.near) = (again.found(), Vec::new());
        } else {
            self.again = Some(again);
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

    /// What can have followed on these positions in a turn. Also how many of the positions
    /// were looked at.
    fn after(
        &self,
        (worlds, turn): (&[World<G::Position>], usize),
        bounds: &Bounds,
        rng: &mut Rng,
        left: &mut dyn FnMut() -> f64,
    ) -> Result<Followed<G::Position>, PlayError> {
        let mut witness = self.game.witness(self.player);
        witness.expect(&self.turns[turn]);
        let asks = self.game.asks_for_past();
        let mut layer = Layer::new(self.game.do_tries_look_back(), asks);
        let mut list: Vec<Fitting<G::Position>> = Vec::new();
        let mut n_looked = 0;
        for i in shuffled(worlds.len(), rng) {
            let world = &worlds[i];
            let past = if asks { world.past() } else { Vec::new() };
            witness.fitting(&world.position, world.before(), &past, &mut list)?;
            n_looked += 1;
            if !list.is_empty() {
                let behind = world.followed(asks);
                for Fitting { to, ways } in list.drain(..) {
                    let weight = world.weight * f64::from(ways);
                    let past = Some(Arc::clone(&behind));
                    layer.add(World { position: to, weight, past });
                }
            }
            // The rest is as likely as what is there, so it need not be looked at.
            let is_enough = layer.n_added() > 2 * MORE * bounds.most;
            let is_some = layer.n_added() >= bounds.least || n_looked >= bounds.looks;
            if is_enough || is_some && left() <= 0.0 {
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
