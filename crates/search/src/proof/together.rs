//! Alpha-beta by several threads: each searches everything, and what one has found the
//! others find in the table.

use super::bounds_table::BoundsTable;
use super::exact::search;
use super::ground::Ground;
use super::{Found, Progress, Unproved};
use crate::limits::{Stop, now};
use game::Game;
use std::sync::{Arc, Mutex};

/// Who searches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crew {
    /// The threads of this process,
    pub(super) threads: usize,
    /// the number of the first of them,
    pub(super) first: usize,
    /// and how many there are with those of other ranks.
    pub(super) of: usize,
}

impl Crew {
    /// Some threads of one process.
    pub(super) fn of(threads: usize) -> Crew {
        Crew { threads, first: 0, of: threads }
    }
}

/// Searches with some threads that share what they find. They try moves that seem
/// equally good in different orders; whoever is first tells the others to stop.
pub(super) fn together<G: Game, K: BoundsTable<G::Position>>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    known: &K,
    Crew { threads, first: first_thread, of }: Crew,
) -> Result<Found<G::Position>, Unproved> {
    if threads <= 1 {
        return search(ground, at, known, first_thread, of);
    }
    let (game, wins) = (ground.game(), ground.wins.clone());
    let signal = Arc::new(ground.signal_below());
    let watch = ground.share(Some(&signal));
    let first = Mutex::new(None);
    let finish = |found: Result<Found<G::Position>, Unproved>| {
        if let Ok(mut first) = first.lock() {
            first.get_or_insert(found);
        }
        signal.cut();
    };
    let help = |number| {
        let mut quiet = |_: Progress| {};
        let mut ground = Ground::new(game, &[], watch.clone(), &mut quiet);
        ground.wins = wins.clone();
        finish(search(&mut ground, at, known, first_thread + number, of));
        (ground.nodes, now())
    };
    let lead = |_| {
        finish(search(ground, at, known, first_thread, of));
        now()
    };
    let (ended, others) = game::crew::run(threads, help, lead);
    ground.unshare(ended, &others);
    let first = first.into_inner().ok().flatten();
    first.unwrap_or(Err(Unproved::Stopped(Stop::Told)))
}
