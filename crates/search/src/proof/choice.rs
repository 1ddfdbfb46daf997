//! Which method proves a position, where nobody has said so.

use super::{Found, Method, Task, Unproved, both_ways, df_pn, exact, ground::Ground, pns};
use super::{retrograde, sums};
use crate::limits::Stop;
use game::Game;

/// A game of this many turns at random is short.
const SHORT: usize = 128;
/// At most this many positions are swept before another method is chosen.
pub(super) const SMALL: u64 = 1_000_000;

/// What a method finds, and which one that was.
pub(super) type By<P> = Result<(Method, Found<P>), Unproved>;

/// Proves by a method.
pub(super) fn by<G: Game>(
    method: Method,
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    past: &[G::Position],
    task: &Task,
) -> By<G::Position> {
    let memory = task.memory;
    let found = match method {
        Method::Auto => return by_itself(ground, at, past, task),
        Method::Sweep => retrograde::sweep(ground, at, task, u64::MAX)?,
        Method::AlphaBeta => exact::exact(ground, at, task, None)?.0,
        Method::Sums => match &task.local {
            Some(local) => sums::search(ground, at, local, task, None)?,
            None => return Err(Unproved::NoSum),
        },
        Method::DfPn => {
            both_ways(ground, at, |ground, goal| df_pn::search(ground, at, goal, task))?
        }
        Method::ProofNumber => {
            ground.set_past(past);
            both_ways(ground, at, |ground, goal| pns::search(ground, at, goal, memory))?
        }
    };
    Ok((method, found))
}

/// Chooses a method: a sweep tells most, if it can be done; sums need the least where positions
/// fall apart; alpha-beta is the fastest if games are short and no position comes back; proof
/// numbers find their way in long games. Before much is swept, alpha-beta may take as much work
/// as a small sweep: it often needs a small part of the positions, and a sweep that does not
/// end is in vain.
fn by_itself<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    past: &[G::Position],
    task: &Task,
) -> By<G::Position> {
    match retrograde::sweep(ground, at, task, retrograde::FEW) {
        Err(Unproved::Memory) => {}
        swept => return Ok((Method::Sweep, swept?)),
    }
    if let Some(local) = &task.local {
        match sums::search(ground, at, local, task, Some(retrograde::FEW)) {
            Err(Unproved::NoSum | Unproved::Memory) => {}
            found => return Ok((Method::Sums, found?)),
        }
    }
    let is_short = is_short(ground.game(), at, past)?;
    if is_short && let Some(found) = at_once(ground, at, past, task)? {
        return Ok((Method::AlphaBeta, found));
    }
    match retrograde::sweep(ground, at, task, SMALL) {
        Err(Unproved::Memory) => {}
        swept => return Ok((Method::Sweep, swept?)),
    }
    if is_short {
        match by(Method::AlphaBeta, ground, at, past, task) {
            Err(Unproved::Cyclic | Unproved::Deep) => {}
            found => return found,
        }
    }
    by(Method::DfPn, ground, at, past, task)
}

/// What alpha-beta finds with little work, if it does.
fn at_once<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    past: &[G::Position],
    task: &Task,
) -> Result<Option<Found<G::Position>>, Unproved> {
    let enough = ground.nodes + retrograde::FEW;
    if task.limits.nodes.is_some_and(|nodes| nodes <= enough) {
        return Ok(None);
    }
    ground.allow_nodes(Some(enough));
    let task = Task { threads: 1, ..task.clone() };
    let found = by(Method::AlphaBeta, ground, at, past, &task);
    ground.allow_nodes(task.limits.nodes);
    match found {
        Ok((_, found)) => Ok(Some(found)),
        Err(Unproved::Cyclic | Unproved::Deep | Unproved::Stopped(Stop::Nodes)) => Ok(None),
        Err(why) => Err(why),
    }
}

/// Whether a few games at random end soon.
pub(super) fn is_short<G: Game>(
    game: &G,
    at: &G::Position,
    past: &[G::Position],
) -> Result<bool, Unproved> {
    for seed in 0..5 {
        let played = game::playout(game, at, past, &mut game::Rng::new(seed), SHORT);
        if played.map_err(Stop::from)?.outcome.is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}
