//! The positions of a sample that is being gathered: equal ones become one as they come,
//! so that when time is over nothing is left to do but to draw.

use crate::worlds::{Past, World};
use game::Rng;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Positions that can have followed.
pub(crate) struct Layer<P> {
    worlds: Vec<World<P>>,
    /// Numbers of worlds, more than these by one, by their hashes; 0 where there is none.
    /// There are always twice as many places as worlds, a power of two.
    places: Vec<u32>,
    n_added: usize,
    looks_back: bool,
    asks: bool,
}

impl<P: Clone + Eq + Hash> Layer<P> {
    /// Where tries look back, the position before is compared, too. Where rules ask for
    /// the past, only positions of one past are the same: as those that they followed on
    /// differ, this is so if they share its links.
    pub(crate) fn new(looks_back: bool, asks: bool) -> Layer<P> {
        Layer { worlds: Vec::new(), places: vec![0; 64], n_added: 0, looks_back, asks }
    }

    /// How many were added, equal ones included.
    pub(crate) fn n_added(&self) -> usize {
        self.n_added
    }

    /// Adds one.
    pub(crate) fn add(&mut self, world: World<P>) {
        self.n_added += 1;
        if 2 * self.worlds.len() >= self.places.len() {
            self.grow();
        }
        let place = self.place(&world);
        match self.places[place] {
            0 => {
                self.worlds.push(world);
                self.places[place] = self.worlds.len() as u32;
            }
            number => self.worlds[number as usize - 1].weight += world.weight,
        }
    }

    /// Where a world is found, or belongs.
    fn place(&self, world: &World<P>) -> usize {
        let mut hasher = FxHasher::default();
        world.position.hash(&mut hasher);
        self.link(world).hash(&mut hasher);
        let mask = self.places.len() - 1;
        let mut place = game::mix(hasher.finish()) as usize & mask;
        loop {
            match self.places[place] {
                0 => return place,
                number if self.is_same(&self.worlds[number as usize - 1], world) => return place,
                _ => place = (place + 1) & mask,
            }
        }
    }

    fn is_same(&self, a: &World<P>, b: &World<P>) -> bool {
        let looks_back = self.looks_back && !self.asks;
        a.position == b.position
            && self.link(a) == self.link(b)
            && (!looks_back || a.before() == b.before())
    }

    /// The link to the past, where it matters.
    fn link(&self, world: &World<P>) -> Option<*const Past<P>> {
        world.past.as_ref().filter(|_| self.asks).map(std::sync::Arc::as_ptr)
    }

    fn grow(&mut self) {
        self.places = vec![0; 2 * self.places.len()];
        for number in 0..self.worlds.len() {
            let place = self.place(&self.worlds[number]);
            self.places[place] = number as u32 + 1;
        }
    }

    /// Draws this many of them without sampling one twice, each as likely as its weight.
    pub(crate) fn drawn(self, most: usize, rng: &mut Rng) -> Vec<World<P>> {
        let mut worlds = self.worlds;
        if worlds.len() <= most {
            // Weights are proportions; kept small they never leave the range.
            let total: f64 = worlds.iter().map(|world| world.weight).sum();
            worlds.iter_mut().for_each(|world| world.weight /= total);
            return worlds;
        }
        let keys = worlds.iter().enumerate().map(|(number, world)| {
            let uniform = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            (-f64::max(uniform, 1e-300).ln() / world.weight, number)
        });
        let mut keys: Vec<(f64, usize)> = keys.collect();
        if most > 0 {
            keys.select_nth_unstable_by(most - 1, |a, b| a.0.total_cmp(&b.0));
        }
        keys.truncate(most);
        keys.sort_unstable_by_key(|(_, number)| *number);
        let mut keys = keys.into_iter().map(|(_, number)| number).peekable();
        let mut number = 0;
        worlds.retain_mut(|world| {
            world.weight = 1.0 / most as f64;
            let is_drawn = keys.next_if_eq(&number).is_some();
            number += 1;
            is_drawn
        });
        worlds
    }
}

#[cfg(test)]
mod tests {
    use super::Layer;
    use crate::worlds::{World, chain};
    use game::Rng;

    #[test]
    fn positions_are_one_only_if_what_rules_ask_for_is_the_same() {
        let shared = chain(vec![1, 2]);
        let pasts = [shared.clone(), shared, chain(vec![3, 2]), chain(vec![1, 4])];
        let worlds = pasts.map(|past| World { position: 5, weight: 1.0, past });
        let weights = |looks_back, asks| -> Vec<f64> {
            let mut layer = Layer::new(looks_back, asks);
            worlds.iter().for_each(|world| layer.add(world.clone()));
            let drawn = layer.drawn(9, &mut Rng::new(1));
            drawn.iter().map(|world| 4.0 * world.weight).collect()
        };
        assert_eq!(weights(false, false), [4.0]);
        assert_eq!(weights(true, false), [3.0, 1.0]);
        assert_eq!(weights(false, true), [2.0, 1.0, 1.0]);
        assert_eq!(weights(true, true), [2.0, 1.0, 1.0]);
    }

    #[test]
    fn heavy_positions_are_drawn_more_often_and_none_is_drawn_twice() {
        let mut n_heavy = 0;
        for seed in 0..200 {
            let mut layer = Layer::new(false, false);
            for position in 0..100 {
                let weight = if position == 7 { 50.0 } else { 1.0 };
                layer.add(World { position, weight, past: None });
            }
            let drawn = layer.drawn(10, &mut Rng::new(seed));
            let mut positions: Vec<i32> = drawn.iter().map(|world| world.position).collect();
            n_heavy += usize::from(positions.contains(&7));
            positions.dedup();
            assert_eq!(positions.len(), 10);
        }
        // One that is as heavy as half of the others together is nearly always among ten.
        assert!(n_heavy > 180, "{n_heavy} of 200");
    }
}
