//! Root parallelism: each move of the root is searched by one thread with the whole
//! window, as if there were no other: the tree splitting of Finkel and Fishburn
//! ("Parallelism in alpha-beta search", 1982) at the root only, as in the Othello
//! study. The nodes are the same for any number of threads.

use super::hand::Hand;
use super::split::{Job, Split};
use crate::algorithms::Algorithm;
use crate::limits::Stop;
use crate::value::{Level, WIN, Window};
use game::Game;
use std::sync::Arc;

/// Searches moves of the root until none is left, and waits for the others.
pub(super) fn root<G: Game>(hand: &mut Hand<'_, '_, G>, split: &Arc<Split<G::Position>>) {
    help(hand, split);
    let crew = hand.crew();
    hand.idly(|| crew.wait_for(|| split.is_done().then_some(())));
    hand.splits += u64::from(split.was_helped());
}

/// Searches moves of the root until none is left.
pub(super) fn help<G: Game>(hand: &mut Hand<'_, '_, G>, split: &Arc<Split<G::Position>>) {
    while let Some(job) = split.take(hand.number > 0) {
        hand.work(split, job, hand.number > 0);
    }
}

/// Searches one move with the whole window.
pub(super) fn one<G: Game>(
    hand: &mut Hand<'_, '_, G>,
    split: &Arc<Split<G::Position>>,
    Job { n, .. }: Job,
) -> Result<bool, Stop> {
    let (child, side) = hand.child(split, n);
    let below = Level { depth: split.level.depth - 1, ply: split.level.ply + 1 };
    let Window { mut alpha, beta } = split.window;
    // Alpha-beta takes it for granted, here as at every position, that nothing is
    // worse than a loss on the spot.
    if hand.context.tree.settings().algorithm == Algorithm::AlphaBeta {
        alpha = alpha.max(-WIN);
    }
    let value = hand.alone(child, below, side.window(alpha, beta))?;
    split.note_first(n, side.value(value), hand.context.tree.best.moves(1));
    // Whatever a move is worth, the others are searched.
    Ok(false)
}
