//! Symmetries of the board that only some classes have: an ending without pawns may be turned,
//! whatever pawns do.

use crate::build::lock;
use game::Symmetry;
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::{Arc, Mutex};

/// Finds the symmetries of positions with some kinds of pieces and some values of counters.
type Find = dyn Fn(&[bool], &[Option<i32>]) -> Vec<Symmetry> + Send + Sync;

/// What matters: the kinds that are there, and the counters of players that are the same for both.
type Within = (Vec<bool>, Vec<Option<i32>>);

/// Where fields go by each symmetry.
type Maps = Arc<[Vec<u16>]>;

/// What proves symmetries, by whoever can read the rules. What was proved is kept.
#[derive(Clone, Default)]
pub struct Turning {
    find: Option<Arc<Find>>,
    known: Arc<Mutex<FxHashMap<Within, Maps>>>,
}

impl Turning {
    /// Asks this for the symmetries that leave the players as they are, without the one that
    /// changes nothing, of all positions that have only these kinds of pieces, and in which those
    /// counters have these values for both players.
    pub fn new(
        find: impl Fn(&[bool], &[Option<i32>]) -> Vec<Symmetry> + Send + Sync + 'static,
    ) -> Turning {
        Turning { find: Some(Arc::new(find)), known: Arc::default() }
    }

    /// Where fields go by the symmetries of such positions; nothing if nobody knows.
    pub(crate) fn maps(&self, kinds: Vec<bool>, counters: Vec<Option<i32>>) -> Option<Maps> {
        let find = self.find.as_ref()?;
        let mut known = lock(&self.known);
        let maps = known.entry((kinds, counters)).or_insert_with_key(|(kinds, counters)| {
            let found = find(kinds, counters);
            found.iter().map(|it| it.fields.iter().map(|field| field.0).collect()).collect()
        });
        Some(maps.clone())
    }
}

impl fmt::Debug for Turning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Turning").finish_non_exhaustive()
    }
}
