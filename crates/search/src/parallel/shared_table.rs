//! Threads that share only the table: each searches on its own, begins elsewhere,
//! and finds what the others have stored; whoever is done first ends the work of all.
//! Among the kinds that Brockington tells apart ("A taxonomy of parallel game-tree
//! search algorithms", 1996) it is the one in which no thread waits for another.

use super::hand::Hand;
use super::split::Split;
use crate::limits::Stop;
use crate::value::{Level, Value, Window};
use game::Game;
use std::sync::Arc;

/// Searches all moves of the root, as every thread does.
pub(super) fn moves<G: Game>(
    hand: &mut Hand<'_, '_, G>,
    root: &Arc<Split<G::Position>>,
) -> Result<(Value, usize), Stop> {
    // Step 1: all begin with the move that is thought to be best; after it each
    // thread begins elsewhere.
    let mut order: Vec<usize> = (0..root.list.len()).collect();
    let others = order.len().saturating_sub(1);
    if others > 0 {
        let (before, n_threads) = (hand.shared.threads_before, hand.shared.all_threads);
        order[1..].rotate_left((before + hand.number) * others / n_threads);
    }
    // Step 2: each move in turn, as if there were only this thread.
    let Window { alpha, beta } = root.window;
    let mut best: Option<(Value, usize)> = None;
    for n in order {
        let (child, side) = hand.child(root, n);
        let least = best.map_or(alpha, |(value, _)| value.max(alpha));
        let below = Level { depth: root.level.depth - 1, ply: 1 };
        let value = hand.alone(child, below, side.window(least, beta))?;
        let value = side.value(value);
        if best.is_none_or(|(greatest, _)| value > greatest) {
            best = Some((value, n));
        }
        if value >= beta {
            break;
        }
    }
    Ok(best.unwrap_or((alpha, 0)))
}
