//! ABDADA: all threads search the whole tree and share the table; what another
//! thread is at is put off until the other moves of the position are done, so that
//! they go different ways (Weill, "The ABDADA distributed minimax search algorithm",
//! 1996). Who is done first ends the work of all.

use super::hand::Hand;
use super::split::Split;
use crate::algorithms::{Algorithm, Known};
use crate::limits::Stop;
use crate::tree::Side;
use crate::value::{INFINITE, Value, WIN};
use game::Game;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The least depth at which threads give way to each other.
const LEAST_DEPTH: u32 = 3;
/// Places for the positions that threads are at, a power of two.
const PLACES: usize = 1 << 12;
/// The places at which a position may be found.
const TRIES: usize = 4;

/// The positions that threads are at. They are not in the table, as in the paper,
/// because an entry of the table may be replaced.
#[derive(Debug)]
pub(super) struct Busy(Box<[AtomicU64]>);

impl Busy {
    /// Nobody is anywhere. Without threads that give way no place is needed.
    pub(super) fn new(needed: bool) -> Busy {
        Busy((0..if needed { PLACES } else { 0 }).map(|_| AtomicU64::new(0)).collect())
    }

    /// A position with a depth, as a number that is not 0, and where it may be.
    fn places(&self, signature: u64, depth: u32) -> (u64, impl Iterator<Item = &AtomicU64>) {
        let key = signature.wrapping_add(u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15)) | 1;
        let start = (key >> 32) as usize & (PLACES - 1) & !(TRIES - 1);
        (key, self.0.iter().skip(start).take(TRIES))
    }

    /// Whether a thread is at a position.
    fn holds(&self, signature: u64, depth: u32) -> bool {
        let (key, mut places) = self.places(signature, depth);
        places.any(|place| place.load(Ordering::Relaxed) == key)
    }

    /// A thread comes to a position; gives what it has to clear when it leaves.
    fn enter(&self, signature: u64, depth: u32) -> Option<&AtomicU64> {
        let (key, places) = self.places(signature, depth);
        for place in places {
            match place.compare_exchange(0, key, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => return Some(place),
                // Another thread is here and will clear it.
                Err(other) if other == key => return None,
                Err(_) => {}
            }
        }
        None
    }
}

/// Searches all moves of the root, as every thread does.
pub(super) fn moves<G: Game>(
    hand: &mut Hand<'_, '_, G>,
    root: &Arc<Split<G::Position>>,
) -> Result<(Value, usize), Stop> {
    let node = Node { at: &root.at, list: &root.list, order: &root.order, level: root.level };
    let (value, best) = node.moves(hand, root.window, -INFINITE)?;
    Ok((value, best.map_or(0, usize::from)))
}

/// The value of a position for the player to move, exact in the window; nothing if
/// another thread is there and this one may put it off.
fn value<G: Game>(
    hand: &mut Hand<'_, '_, G>,
    at: &G::Position,
    level: (u32, usize),
    window: (Value, Value),
    may_wait: bool,
) -> Result<Option<Value>, Stop> {
    // Step 1: near the horizon nobody gives way.
    if level.0 < LEAST_DEPTH {
        return hand.alone(at, level, window).map(Some);
    }
    // Step 2: if another thread is here, this one comes back later.
    let signature = hand.context.tree.signature(at);
    let busy = &hand.shared.busy;
    if may_wait && busy.holds(signature, level.0) {
        hand.splits += 1;
        return Ok(None);
    }
    // Step 3: the table, the end of the game, the moves.
    hand.context.tree.count()?;
    let (mut alpha, mut beta) = window;
    let known = hand.context.look_up(at, level, &mut alpha, &mut beta);
    if let Known::Value(value) = known {
        return Ok(Some(value));
    }
    let list = match hand.context.tree.enter(at, level.1)? {
        Ok(list) => list,
        Err(value) => return Ok(Some(value)),
    };
    let sorted = hand.context.order(at, &list, level, known)?;
    let order: Vec<u16> = sorted.iter().map(|&(_, i)| i).collect();
    hand.context.ordering.done(sorted);
    // Step 4: the moves, while the others can see that a thread is here.
    let place = busy.enter(signature, level.0);
    let node = Node { at, list: &list, order: &order, level };
    let found = node.moves(hand, (alpha, beta), -WIN);
    if let Some(place) = place {
        place.store(0, Ordering::Relaxed);
    }
    let (best, best_move) = found?;
    hand.context.tree.leave(list);
    // Step 7: what was found is remembered.
    hand.context.remember(at, level, window, best, best_move);
    Ok(Some(best))
}

/// A position whose moves are searched.
struct Node<'n, P> {
    at: &'n P,
    list: &'n [P],
    order: &'n [u16],
    level: (u32, usize),
}

impl<P> Node<'_, P> {
    /// The best of its moves, which is worth at least `best`.
    fn moves<G: Game<Position = P>>(
        &self,
        hand: &mut Hand<'_, '_, G>,
        (alpha, beta): (Value, Value),
        mut best: Value,
    ) -> Result<(Value, Option<u16>), Stop> {
        let mut best_move = None;
        let mut ground = hand.context.tree.ground();
        let mut put_off = Vec::new();
        // Step 5: each move in turn, but those that other threads are at;
        // Step 6: then those, for whose values the table is asked first.
        for round in 0..2 {
            let turn = if round == 0 { self.order.to_vec() } else { std::mem::take(&mut put_off) };
            for (n, i) in turn.into_iter().enumerate() {
                let first = round == 0 && n == 0;
                let window = (alpha.max(best), beta);
                let Some(value) = self.one(hand, i, window, first, round == 0 && n > 0)? else {
                    put_off.push(i);
                    continue;
                };
                if value > best {
                    (best, best_move) = (value, Some(i));
                }
                if alpha.max(best) >= beta {
                    // The tree knows on what this move rests, and nothing else counts.
                    hand.context.cutoff(self.at, &self.list[usize::from(i)], self.level);
                    return Ok((best, best_move));
                }
                ground = ground.min(hand.context.tree.ground());
            }
        }
        hand.context.tree.rest_on(ground);
        Ok((best, best_move))
    }

    /// Searches one move; nothing if it is put off.
    fn one<G: Game<Position = P>>(
        &self,
        hand: &mut Hand<'_, '_, G>,
        i: u16,
        (alpha, beta): (Value, Value),
        first: bool,
        may_wait: bool,
    ) -> Result<Option<Value>, Stop> {
        let child = &self.list[usize::from(i)];
        let side = Side::of(&hand.context.tree, hand.context.tree.player(self.at), child);
        let below = (self.level.0 - 1, self.level.1 + 1);
        if first || hand.context.tree.settings().algorithm != Algorithm::Pvs {
            let found = value(hand, child, below, side.window(alpha, beta), may_wait)?;
            return Ok(found.map(|value| side.value(value)));
        }
        let inside = side.window(alpha, alpha + 1);
        let Some(scout) = value(hand, child, below, inside, may_wait)? else { return Ok(None) };
        let scout = side.value(scout);
        let ground = hand.context.tree.ground();
        if scout <= alpha || scout >= beta {
            return Ok(Some(scout));
        }
        let exact = value(hand, child, below, side.window(scout, beta), false)?;
        let ground = ground.min(hand.context.tree.ground());
        hand.context.tree.rest_on(ground);
        Ok(exact.map(|exact| scout.max(side.value(exact))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_held_until_who_came_first_leaves() {
        let busy = Busy::new(true);
        assert!(!busy.holds(77, 4));
        let place = busy.enter(77, 4);
        assert!(place.is_some() && busy.holds(77, 4) && !busy.holds(77, 5));
        assert!(busy.enter(77, 4).is_none());
        place.expect("a place").store(0, Ordering::Relaxed);
        assert!(!busy.holds(77, 4));
    }
}
