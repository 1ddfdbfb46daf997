//! What a side that responds finds possible: positions that it cannot tell apart, each with what
//! the other side knows there.

use super::asked::Known;
use game::Perceived;
use rustc_hash::FxHashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A position that is possible for the responding side.
pub(super) struct World<P> {
    pub(super) at: P,
    /// All earlier positions, or only the last one, or none, as far as rules ask for them.
    pub(super) past: Arc<Vec<P>>,
    /// What the side that is asked knew before the turn under way.
    pub(super) known: Known,
    /// How likely the side that is asked gets there, if the other one does all that it can.
    pub(super) weight: f64,
}

/// What a turn leads to: what ends of the game are worth for the responding side, and the other
/// positions by what it perceived.
pub(super) struct Results<P> {
    pub(super) value: f64,
    pub(super) open: FxHashMap<Perceived, Possible<P>>,
    n_worlds: usize,
}

/// Positions that the responding side cannot tell apart.
pub(super) struct Possible<P> {
    pub(super) worlds: Vec<World<P>>,
    /// Their places by their hashes.
    places: FxHashMap<u64, usize>,
}

impl<P> Default for Results<P> {
    fn default() -> Results<P> {
        Results { value: 0.0, open: FxHashMap::default(), n_worlds: 0 }
    }
}

impl<P: Eq + Hash> Results<P> {
    /// How many positions there are.
    pub(super) fn len(&self) -> usize {
        self.n_worlds
    }

    /// Adds a position; what is the same for everybody is there once.
    pub(super) fn add(&mut self, perceived: Perceived, world: World<P>) {
        let new = || Possible { worlds: Vec::new(), places: FxHashMap::default() };
        let Possible { worlds, places } = self.open.entry(perceived).or_insert_with(new);
        let key = hash(&(&world.at, &world.past, world.known));
        let place = *places.entry(key).or_insert(worlds.len());
        match worlds.get_mut(place) {
            Some(same) if same.at == world.at && same.past == world.past => {
                same.weight += world.weight;
            }
            _ => {
                self.n_worlds += 1;
                worlds.push(world);
            }
        }
    }
}

/// A number that equal things have in common, and others hardly ever.
pub(super) fn hash(value: &impl Hash) -> u64 {
    // Values are taken from the table by their hashes alone, so these must be good ones.
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
