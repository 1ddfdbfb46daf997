//! ABDADA: all threads search the whole tree and share the table; what another
//! thread is at is put off until the other moves of the position are done, so that
//! they go different ways (Weill, "The ABDADA distributed minimax search algorithm",
//! 1996). Whoever is done first ends the work of all.

use super::hand::Hand;
use super::signal::Signal;
use super::split::Split;
use crate::algorithms::{Algorithm, Outlook, Remembered};
use crate::limits::Stop;
use crate::reductions::Place;
use crate::tree::Side;
use crate::value::{INFINITE, Level, Value, WIN, Window};
use game::Game;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The least depth at which threads give way to each other.
const LEAST_DEPTH: u32 = 3;
/// Places for the positions that threads are at, a power of two.
const PLACES: usize = 1 << 12;

/// The positions that threads are at. They are not in the table, as in the paper,
/// because an entry of the table may be replaced.
#[derive(Debug)]
pub(super) struct Busy(Box<[Mutex<Vec<Visit>>]>);

/// A thread at a position.
#[derive(Debug)]
struct Visit {
    key: u64,
    window: Window,
    /// Cut if another thread has found what this one is looking for.
    signal: Arc<Signal>,
}

impl Busy {
    /// Nobody is anywhere. Without threads that give way no place is needed.
    pub(super) fn new(needed: bool) -> Busy {
        Busy((0..if needed { PLACES } else { 0 }).map(|_| Mutex::default()).collect())
    }

    /// A position with a depth, as one number.
    fn key(signature: u64, depth: u32) -> u64 {
        signature.wrapping_add(u64::from(depth).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn place(&self, key: u64) -> MutexGuard<'_, Vec<Visit>> {
        let place = &self.0[(key >> 32) as usize & (PLACES - 1)];
        place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a thread is at a position.
    fn holds(&self, key: u64) -> bool {
        self.place(key).iter().any(|visit| visit.key == key)
    }

    /// A thread comes to a position, with a window; gives what ends its work there.
    fn enter(&self, key: u64, window: Window, above: &Arc<Signal>) -> Arc<Signal> {
        let signal = Arc::new(Signal::below(above));
        self.place(key).push(Visit { key, window, signal: Arc::clone(&signal) });
        signal
    }

    /// A thread leaves a position.
    fn leave(&self, key: u64, signal: &Arc<Signal>) {
        self.place(key).retain(|visit| !Arc::ptr_eq(&visit.signal, signal));
    }

    /// Ends the work of all who are at a position and look for no more than a value
    /// that was found there with a window.
    fn found(&self, key: u64, value: Value, Window { alpha, beta }: Window) {
        for visit in self.place(key).iter().filter(|visit| visit.key == key) {
            let enough = match value {
                _ if value >= beta => value >= visit.window.beta,
                _ if value <= alpha => value <= visit.window.alpha,
                _ => true,
            };
            if enough {
                visit.signal.cut();
            }
        }
    }
}

/// Searches all moves of the root, as every thread does.
pub(super) fn moves<G: Game>(
    hand: &mut Hand<'_, '_, G>,
    root: &Arc<Split<G::Position>>,
) -> Result<(Value, usize), Stop> {
    let Split { at, list, order, level, signal, .. } = &**root;
    let node = Node { at, list, order, level: *level, signal };
    let (value, best) = node.moves(hand, root.window, -INFINITE)?;
    Ok((value, best.map_or(0, |best| best as usize)))
}

/// The value of a position for the player to move, exact in the window; nothing if
/// another thread is there and this one may put it off.
fn value<G: Game>(
    hand: &mut Hand<'_, '_, G>,
    above: &Arc<Signal>,
    at: &G::Position,
    level: Level,
    window: Window,
    may_wait: bool,
) -> Result<Option<Value>, Stop> {
    // Step 1: near the horizon nobody gives way.
    if level.depth < LEAST_DEPTH {
        return hand.alone(at, level, window).map(Some);
    }
    // Step 2: if another thread is here, this one comes back later.
    let (busy, key) = (&hand.shared.busy, Busy::key(hand.context.tree.signature(at), level.depth));
    if may_wait && busy.holds(key) {
        hand.splits += 1;
        return Ok(None);
    }
    hand.context.tree.count()?;
    let entered = hand.context.tree.entered();
    loop {
        // Step 3: the table.
        let Window { mut alpha, mut beta } = window;
        let known = hand.context.look_up(at, level, &mut alpha, &mut beta);
        if let Remembered::Value(value) = known {
            return Ok(Some(value));
        }
        // Step 4: the moves, while the others can see that a thread is here.
        let signal = busy.enter(key, Window { alpha, beta }, above);
        let outer = hand.context.tree.listen(Some(Arc::clone(&signal)));
        let found = whole(hand, &signal, at, level, Window { alpha, beta }, known);
        hand.context.tree.listen(outer);
        busy.leave(key, &signal);
        match found {
            Ok((best, best_move)) => {
                // Step 7: what was found is remembered, and ends the work of others.
                hand.context.remember(at, level, window, best, best_move);
                if hand.context.tree.ground().holds_at(level.ply) {
                    busy.found(key, best, Window { alpha, beta });
                }
                return Ok(Some(best));
            }
            // Step 8: another thread has found the value, which is in the table.
            Err(Stop::Told) if signal.is_cut() && !signal.is_cut_above() => {
                hand.context.tree.back_to(entered);
                hand.aborts += 1;
            }
            Err(stop) => return Err(stop),
        }
    }
}

/// The best move of a position and its value, or the value at the end of the game.
fn whole<G: Game>(
    hand: &mut Hand<'_, '_, G>,
    signal: &Arc<Signal>,
    at: &G::Position,
    level: Level,
    window: Window,
    known: Remembered,
) -> Result<(Value, Option<u32>), Stop> {
    if let Outlook::GoodEnough(value) = hand.context.outlook(at, level, window)? {
        return Ok((value, None));
    }
    let list = match hand.context.tree.enter(at, level.ply)? {
        Ok(list) => list,
        Err(value) => return Ok((value, None)),
    };
    hand.context.note_moves(list.len());
    let sorted = hand.context.order(at, &list, level, known)?;
    let order: Vec<u32> = sorted.iter().map(|&(_, i)| i).collect();
    hand.context.ordering.done(sorted);
    let node = Node { at, list: &list, order: &order, level, signal };
    let found = node.moves(hand, window, -WIN)?;
    hand.context.tree.leave(list);
    Ok(found)
}

/// A position whose moves are searched.
struct Node<'n, P> {
    at: &'n P,
    list: &'n [P],
    order: &'n [u32],
    level: Level,
    /// What ends the work here.
    signal: &'n Arc<Signal>,
}

impl<P> Node<'_, P> {
    /// The best of its moves, which is worth at least `best`.
    fn moves<G: Game<Position = P>>(
        &self,
        hand: &mut Hand<'_, '_, G>,
        Window { alpha, beta }: Window,
        mut best: Value,
    ) -> Result<(Value, Option<u32>), Stop> {
        let mut best_move = None;
        let listed_on = hand.context.tree.ground();
        let mut ground = listed_on;
        let mut put_off = Vec::new();
        // Step 5: each move in turn, but those that other threads are at;
        // Step 6: then those, for whose values the table is asked first.
        for round in 0..2 {
            let turn = if round == 0 { self.order.to_vec() } else { std::mem::take(&mut put_off) };
            for (n, i) in turn.into_iter().enumerate() {
                let first = round == 0 && n == 0;
                let window = Window { alpha: alpha.max(best), beta };
                let Some(value) = self.one(hand, i, window, first, round == 0 && n > 0)? else {
                    put_off.push(i);
                    continue;
                };
                if value > best {
                    (best, best_move) = (value, Some(i));
                }
                if alpha.max(best) >= beta {
                    // Nothing counts but on what this move rests, and that there is it.
                    let ground = listed_on.min(hand.context.tree.ground());
                    hand.context.tree.rest_on(ground);
                    let child = |i: &u32| &self.list[*i as usize];
                    let in_vain = self.order.iter().take_while(|j| **j != i).map(child);
                    hand.context.cutoff(self.at, child(&i), in_vain, self.level);
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
        i: u32,
        Window { alpha, beta }: Window,
        first: bool,
        may_wait: bool,
    ) -> Result<Option<Value>, Stop> {
        let child = &self.list[i as usize];
        let side = Side::of(&hand.context.tree, hand.context.tree.player(self.at), child);
        let below = hand.context.tree.below(self.list.len(), self.level);
        let number = self.order.iter().position(|j| *j == i).unwrap_or(0);
        let tried = match self.level.ply {
            // At the root the order is that of the list.
            0 => below,
            _ => {
                let place = Place { number, of: self.list.len() };
                hand.context.tried(self.at, child, place, self.level, below)
            }
        };
        if tried != below {
            let inside = side.window(alpha, alpha + 1);
            let Some(seen) = value(hand, self.signal, child, tried, inside, may_wait)? else {
                return Ok(None);
            };
            if side.value(seen) <= alpha {
                return Ok(Some(side.value(seen)));
            }
        }
        if first || hand.context.tree.settings().algorithm != Algorithm::Pvs {
            let found = value(hand, self.signal, child, below, side.window(alpha, beta), may_wait)?;
            return Ok(found.map(|value| side.value(value)));
        }
        let inside = side.window(alpha, alpha + 1);
        let Some(scout) = value(hand, self.signal, child, below, inside, may_wait)? else {
            return Ok(None);
        };
        let scout = side.value(scout);
        let ground = hand.context.tree.ground();
        if scout <= alpha || scout >= beta {
            return Ok(Some(scout));
        }
        let exact = value(hand, self.signal, child, below, side.window(scout, beta), false)?;
        let ground = ground.min(hand.context.tree.ground());
        hand.context.tree.rest_on(ground);
        Ok(exact.map(|exact| scout.max(side.value(exact))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_at_a_position_is_seen_until_he_leaves() {
        let (busy, root) = (Busy::new(true), Arc::default());
        let (key, deeper) = (Busy::key(77, 4), Busy::key(77, 5));
        assert!(!busy.holds(key));
        let first = busy.enter(key, Window::above(0), &root);
        let second = busy.enter(key, Window::above(0), &root);
        assert!(busy.holds(key) && !busy.holds(deeper));
        busy.leave(key, &first);
        assert!(busy.holds(key));
        busy.leave(key, &second);
        assert!(!busy.holds(key));
    }

    #[test]
    fn a_value_ends_the_work_of_who_looks_for_no_more() {
        // What was found with the window from 10 to 20, and who has enough of it:
        // those with windows from 10 to 20, from 0 to 30, and from 5 to 12.
        for (value, expected) in [
            (15, [true, true, true]),
            (20, [true, false, true]),
            (30, [true, true, true]),
            (10, [true, false, false]),
            (0, [true, true, true]),
        ] {
            let (busy, root) = (Busy::new(true), Arc::default());
            let windows = [(10, 20), (0, 30), (5, 12)].map(|(alpha, beta)| Window { alpha, beta });
            let signals = windows.map(|window| busy.enter(7, window, &root));
            let elsewhere = busy.enter(8, windows[0], &root);
            busy.found(7, value, windows[0]);
            assert_eq!(signals.map(|signal| signal.is_cut()), expected, "{value}");
            assert!(!elsewhere.is_cut());
        }
    }
}
