//! Whether play can come back to where it was, seen in some random games: then a proof that goes
//! to the ends of the game would go around, or past every reason.

use game::{Game, Rng, RulesError, Worker};
use rustc_hash::FxHashSet;

/// How many random games are played, and how many turns of each.
const GAMES: u64 = 24;
const TURNS: usize = 400;

/// After how many turns of a random game a position came back, if that happened in one of a few.
/// Where the rules speak of positions that come back, it is enough that all but counters that
/// belong to nobody is as before: these rules know better than a counter what coming back is.
pub fn comes_back<G: Game>(game: &G, at: &G::Position) -> Result<Option<usize>, RulesError> {
    let by_signature = game.asks_for_past();
    let name = |at: &G::Position| match by_signature {
        true => (game.signature(at), 0),
        false => (game.signature(at), game.counters(at)),
    };
    let mut worker = game.worker(&[]);
    let mut list = Vec::new();
    for seed in 0..GAMES {
        let mut random = Rng::new(seed);
        let (mut at, mut seen) = (at.clone(), FxHashSet::default());
        for turn in 0..TURNS {
            if !seen.insert(name(&at)) {
                return Ok(Some(turn));
            }
            list.clear();
            if worker.expand(&at, &mut list)?.is_some() || list.is_empty() {
                break;
            }
            at = list.swap_remove(random.below(list.len()));
        }
    }
    Ok(None)
}
