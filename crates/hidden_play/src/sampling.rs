//! Worlds that fit everything a player knows, drawn one by one, so that whoever has little
//! time begins to think about the first of them before the others were looked at.
//!
//! 1. If there are no more worlds than are wanted, they are all taken, in random order,
//!    each with its weight.
//! 2. Otherwise each is drawn as likely as its weight. One that is drawn again counts
//!    once more, and is not looked at again.
//! 3. Worlds may not fit the answers of this turn. If all draws were in vain, all worlds
//!    are looked through in random order, as far as time allows.
//!
//! With a [`Model`] of the enemy each of them counts as much more as it is likely by that; where
//! they are drawn, one of several is taken.
//!
//! Whoever wants one world after the other, each as likely as its weight, however often it
//! came before, takes samples; this many worlds are then remembered as are wanted.

use crate::mind::{Look, Mind};
use crate::model::Model;
use crate::settings::PlayError;
use game::{Referee, Rng};
use rustc_hash::FxHashMap;

/// This many draws are made for one that is wanted before all worlds are looked through.
const DRAWS: usize = 20;
/// With a model of the enemy a world is drawn from this many.
const CANDIDATES: usize = 8;
/// This many worlds are looked at though there is no time left, if none fits.
const LEAST: usize = 64;

/// Worlds in the order in which they are drawn.
pub(crate) struct Sampling<'m, 'g, G: Referee> {
    mind: &'m Mind<'g, G>,
    tries: &'m [String],
    /// What was drawn and fits, each with how much it counts.
    pub(crate) drawn: Vec<(Look<G::Position>, f64)>,
    /// The most that are drawn.
    most: usize,
    /// For each world that was looked at its place among them, if it fits.
    looked: FxHashMap<usize, Option<usize>>,
    /// The weights of all worlds up to each of them.
    sums: Vec<f64>,
    draws: usize,
    /// How likely the enemy has played so, if that is asked, and what is known of it.
    model: Option<Model<'g, G>>,
    likely: FxHashMap<usize, f64>,
    /// All worlds in random order, the next one at the end.
    rest: Vec<usize>,
}

impl<'m, 'g, G: Referee> Sampling<'m, 'g, G> {
    /// Draws at most this many; `tries` is what the referee says that the player may try, and
    /// `model` says how likely the enemy has played so.
    pub(crate) fn new(
        mind: &'m Mind<'g, G>,
        most: usize,
        tries: &'m [String],
        model: Option<Model<'g, G>>,
        rng: &mut Rng,
    ) -> Sampling<'m, 'g, G> {
        let list = mind.worlds.list();
        let takes_all = list.len() <= most;
        let sums = list.iter().scan(0.0, |sum, world| {
            *sum += world.weight;
            Some(*sum)
        });
        Sampling {
            mind,
            tries,
            drawn: Vec::new(),
            most,
            looked: FxHashMap::default(),
            sums: sums.collect(),
            model,
            likely: FxHashMap::default(),
            draws: if takes_all { 0 } else { DRAWS.saturating_mul(most) },
            rest: if takes_all { shuffled(list.len(), rng) } else { Vec::new() },
        }
    }

    /// Adds another world; false if there is none, or enough were drawn, or none was found
    /// before `goes_on` said no.
    pub(crate) fn add(
        &mut self,
        rng: &mut Rng,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<bool, PlayError> {
        // Step 2.
        while self.draws > 0 && self.drawn.len() < self.most && self.may_look(goes_on) {
            self.draws -= 1;
            let place = self.any(rng)?;
            match self.looked.get(&place) {
                Some(known) => known.iter().for_each(|known| self.drawn[*known].1 += 1.0),
                None => {
                    if self.look(place, 1.0)? {
                        return Ok(true);
                    }
                }
            }
            // Step 3.
            if self.draws == 0 && self.drawn.is_empty() {
                self.rest = shuffled(self.sums.len(), rng);
            }
        }
        // Steps 1 and 3.
        while self.drawn.len() < self.most
            && self.may_look(goes_on)
            && let Some(place) = self.rest.pop()
        {
            let weight = self.mind.worlds.list()[place].weight * self.likely(place)?;
            if !self.looked.contains_key(&place) && self.look(place, weight)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The place of a world that is drawn, whether it was drawn before or not; nothing if
    /// none is found.
    pub(crate) fn sample(
        &mut self,
        rng: &mut Rng,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<usize>, PlayError> {
        if self.drawn.len() >= self.most && self.sums.len() > self.most {
            self.drawn.clear();
            self.looked.clear();
        }
        for _ in 0..DRAWS * DRAWS {
            if self.sums.is_empty() || !self.may_look(goes_on) {
                break;
            }
            let place = self.any(rng)?;
            match self.looked.get(&place) {
                Some(Some(known)) => return Ok(Some(*known)),
                Some(None) => {}
                None => {
                    let weight = self.mind.worlds.list()[place].weight;
                    if self.look(place, weight)? {
                        return Ok(Some(self.drawn.len() - 1));
                    }
                }
            }
        }
        // Nearly none fits: one of those that are known to, or that can be found.
        if self.drawn.is_empty() && !self.add(rng, goes_on)? {
            return Ok(None);
        }
        let mut left = uniform(rng) * self.drawn.iter().map(|(_, weight)| weight).sum::<f64>();
        let place = self.drawn.iter().position(|(_, weight)| {
            left -= weight;
            left < 0.0
        });
        Ok(Some(place.unwrap_or(self.drawn.len() - 1)))
    }

    /// A world as likely as its weight. With a model of the enemy it is one of several that are
    /// drawn so, as likely as the enemy has played so.
    fn any(&mut self, rng: &mut Rng) -> Result<usize, PlayError> {
        if self.model.is_none() {
            return Ok(self.by_weight(rng));
        }
        let mut places = [0; CANDIDATES];
        let mut likely = [0.0; CANDIDATES];
        for (place, likely) in places.iter_mut().zip(&mut likely) {
            *place = self.by_weight(rng);
            *likely = self.likely(*place)?;
        }
        let mut left = uniform(rng) * likely.iter().sum::<f64>();
        let drawn = likely.iter().position(|likely| {
            left -= likely;
            left < 0.0
        });
        Ok(places[drawn.unwrap_or(CANDIDATES - 1)])
    }

    fn by_weight(&self, rng: &mut Rng) -> usize {
        let sum = self.sums.last().copied().unwrap_or(0.0);
        let drawn = uniform(rng) * sum;
        self.sums.partition_point(|before| *before <= drawn).min(self.sums.len() - 1)
    }

    /// How likely the enemy has played so that this is a world.
    fn likely(&mut self, place: usize) -> Result<f64, PlayError> {
        let Some(model) = &mut self.model else { return Ok(1.0) };
        if let Some(likely) = self.likely.get(&place) {
            return Ok(*likely);
        }
        let likely = model.likely(&self.mind.worlds.list()[place])?;
        self.likely.insert(place, likely);
        Ok(likely)
    }

    /// Whether there is time to look at another world.
    fn may_look(&self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        self.drawn.is_empty() && self.looked.len() < LEAST || goes_on()
    }

    /// Looks at a world; whether it fits.
    fn look(&mut self, place: usize, weight: f64) -> Result<bool, PlayError> {
        let look = self.mind.look(&self.mind.worlds.list()[place], self.tries)?;
        self.looked.insert(place, look.as_ref().map(|_| self.drawn.len()));
        let fits = look.is_some();
        self.drawn.extend(look.map(|look| (look, weight)));
        Ok(fits)
    }
}

/// The numbers below this one in random order.
pub(crate) fn shuffled(n: usize, rng: &mut Rng) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, rng.below(i + 1));
    }
    order
}

/// A number from 0 to 1.
fn uniform(rng: &mut Rng) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}
