//! Which counters may be forgotten, so that positions that differ in nothing else are one.
//!
//! A counter of how long nothing has happened keeps positions apart that are the same in all
//! that was perceived. If it goes up by one in a turn at most and does nothing before it reaches
//! a value, then after fewer turns than that nobody can tell what it holds, whatever it does later.

use crate::limits::InfosetError;
use crate::observation::Observation;
use crate::session::start_of;
use game::{Counter, Referee};

/// The counters that cannot matter within the turns of an observation: positions that differ in
/// nothing else are one to whoever asks no more than that.
pub fn forgettable<G: Referee>(
    game: &G,
    observation: &Observation,
) -> Result<Vec<Counter>, InfosetError> {
    let start = start_of(game, observation.start.as_deref())
        .map_err(|(message, hint)| InfosetError::Start(message, hint))?;
    Ok(forgettable_within(game, &game.idle_counters(), &start, observation.turns.len()))
}

/// The counters that cannot matter within this many turns from a start.
pub(crate) fn forgettable_within<G: Referee>(
    game: &G,
    clocks: &[(Counter, i32)],
    start: &G::Position,
    n_turns: usize,
) -> Vec<Counter> {
    if clocks.is_empty() {
        return Vec::new();
    }
    let counters = game.setup(start).counters;
    let cannot_matter = |(counter, limit): &&(Counter, i32)| {
        // Whether the game goes on after the last turn takes a part of the next one.
        let most = i64::from(counters[counter.index()][0]).saturating_add(n_turns as i64 + 1);
        most < i64::from(*limit)
    };
    clocks.iter().filter(cannot_matter).map(|(counter, _)| *counter).collect()
}
