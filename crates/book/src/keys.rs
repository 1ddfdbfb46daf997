//! Positions as keys of a book: all that play depends on as 64 bits, the same for all images of
//! a position under the symmetries of its game.

use game::{Facts, Game, Setup, Symmetry, mix};

/// What makes keys of the positions of one game.
#[derive(Clone, Debug)]
pub struct Keys {
    facts: Facts,
    symmetries: Vec<Symmetry>,
    /// The counters that can only make a draw, which play near the start does not depend on.
    left_out: Vec<bool>,
}

impl Keys {
    /// Keys of a game with these symmetries, which have to be proved. `clocks` are the counters
    /// that do nothing but make draws, by their numbers.
    pub fn new(facts: &Facts, symmetries: Vec<Symmetry>, clocks: &[bool]) -> Keys {
        let clock = |i: usize| clocks.get(i).copied().unwrap_or(false);
        let left_out = (0..facts.counters.len()).map(clock).collect();
        Keys { facts: facts.clone(), symmetries, left_out }
    }

    /// The key of a position. Two positions that are no images of each other have the same one
    /// by chance once in 2^64.
    pub fn key<G: Game>(&self, game: &G, position: &G::Position) -> u64 {
        let setup = game.setup(position);
        let images = self.symmetries.iter().map(|symmetry| symmetry.apply(&self.facts, &setup));
        images.map(|image| self.hash(&image)).fold(self.hash(&setup), u64::min)
    }

    fn hash(&self, setup: &Setup) -> u64 {
        let mut sum = mix(setup.player.index() as u64);
        let mut add = |number: u64| sum = mix(sum ^ number);
        for stack in &setup.board {
            add(stack.len() as u64);
            for piece in stack {
                add(piece.kind().index() as u64 * 3 + piece.owner() as u64);
            }
        }
        let counters = setup.counters.iter().zip(&self.left_out);
        for (values, _) in counters.filter(|(_, left_out)| !**left_out) {
            values.iter().for_each(|&value| add(u64::from(value as u32)));
        }
        for memory in &setup.memories {
            add(memory
                .map_or(0, |(field, turns)| 1 + field.index() as u64 * 256 + u64::from(turns)));
        }
        setup.reserve.iter().flatten().for_each(|&count| add(u64::from(count)));
        sum
    }
}
