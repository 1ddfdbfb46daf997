//! Alpha-beta by several threads: each searches everything, and what one has found the
//! others find in the table.

use super::exact::search;
use super::ground::{Ground, join};
use super::known::Known;
use super::{Found, Progress, Unproved};
use crate::limits::{Stop, now};
use crate::parallel::{STACK, Signal};
use game::Game;
use std::sync::{Arc, Mutex};

/// Searches with some threads that share what they find. They try moves that seem
/// equally good in different orders; who is first tells the others to stop.
pub(super) fn together<G: Game, K: Known<G::Position>>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    known: &K,
    threads: usize,
) -> Result<Found<G::Position>, Unproved> {
    if threads <= 1 {
        return search(ground, at, known, 0);
    }
    let (game, signal) = (ground.game(), Arc::new(Signal::default()));
    let watch = ground.share(Some(&signal));
    let first = Mutex::new(None);
    let finish = |found: Result<Found<G::Position>, Unproved>| {
        if let Ok(mut first) = first.lock() {
            first.get_or_insert(found);
        }
        signal.cut();
    };
    let (ended, others) = std::thread::scope(|scope| {
        let mut helpers = Vec::new();
        for i in 1..threads {
            let (watch, finish) = (watch.clone(), &finish);
            let help = move || {
                let mut quiet = |_: Progress| {};
                let mut ground = Ground::new(game, &[], watch, &mut quiet);
                finish(search(&mut ground, at, known, i));
                (ground.nodes, now())
            };
            let builder = std::thread::Builder::new().stack_size(STACK);
            // With fewer threads than asked for the search is only slower.
            helpers.extend(builder.spawn_scoped(scope, help));
        }
        finish(search(ground, at, known, 0));
        let ended = now();
        (ended, helpers.into_iter().map(join).collect::<Vec<_>>())
    });
    ground.unshare(ended, &others);
    let first = first.into_inner().ok().flatten();
    first.unwrap_or(Err(Unproved::Stopped(Stop::Told)))
}
