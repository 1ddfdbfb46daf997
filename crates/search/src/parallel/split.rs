//! A position whose moves several threads may search: who takes the next move, what
//! is known so far, and the way to it from the root, which a thief walks first.

use super::signal::Signal;
use crate::value::{Level, Value, Window};
use crate::way::Ground;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A move that a thread has taken: its number in the order, and the value that it
/// has to surpass.
#[derive(Clone, Copy, Debug)]
pub(super) struct Job {
    pub(super) n: usize,
    pub(super) alpha: Value,
    /// Whether it was searched before and seemed to be better.
    pub(super) again: bool,
}

/// A position whose moves are shared.
#[derive(Debug)]
pub(super) struct Split<P> {
    /// Where the work on this position is part of the work; nothing at the root.
    pub(super) parent: Option<Arc<Split<P>>>,
    pub(super) at: P,
    pub(super) list: Vec<P>,
    /// The numbers of the moves in the order in which they are tried.
    pub(super) order: Vec<u32>,
    /// The depth that is left, and the turns from the root.
    pub(super) level: Level,
    pub(super) window: Window,
    /// Cut if a move is too good to be allowed, or the search is over.
    pub(super) signal: Arc<Signal>,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The next move that nobody has taken.
    next: usize,
    /// Moves that were taken and are not done.
    running: Vec<usize>,
    best: Value,
    best_move: Option<usize>,
    /// The numbers of the moves that follow it, if the algorithm carries them along.
    best_line: Vec<u32>,
    /// On what the list of moves rests.
    listed_on: Ground,
    /// On what the values of the moves rest, as far as they count.
    ground: Ground,
    /// Moves that have to be searched again, because they may be better.
    again: Vec<usize>,
    /// Whether a thread took a move that did not begin the work here.
    helped: bool,
}

impl<P> Split<P> {
    /// The root, whose moves are tried in the order of the list.
    pub(super) fn root(at: P, list: Vec<P>, depth: u32, window: Window) -> Split<P> {
        let order = (0..list.len()).map(|i| i as u32).collect();
        let signal = Arc::new(Signal::default());
        let state = State::new(crate::value::INFINITE, Ground::NONE);
        Split {
            parent: None,
            at,
            list,
            order,
            level: Level { depth, ply: 0 },
            window,
            signal,
            state,
        }
    }

    /// A position below another one whose moves are shared.
    pub(super) fn below(
        parent: &Arc<Split<P>>,
        at: P,
        (list, order): (Vec<P>, Vec<u32>),
        level: Level,
        window: Window,
        ground: Ground,
    ) -> Split<P> {
        let signal = Arc::new(Signal::below(&parent.signal));
        // Nothing is worse than a loss on the spot.
        let state = State::new(crate::value::WIN, ground);
        let parent = Some(Arc::clone(parent));
        Split { parent, at, list, order, level, window, signal, state }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The position after a move, by its number in the order.
    pub(super) fn child(&self, n: usize) -> &P {
        &self.list[self.order[n] as usize]
    }

    /// Takes the next move, if it makes sense to search one.
    pub(super) fn take(&self, helps: bool) -> Option<Job> {
        if self.signal.is_cut() {
            return None;
        }
        let mut state = self.state();
        let n = state.next;
        if n == self.order.len() {
            return None;
        }
        state.next += 1;
        state.running.push(n);
        state.helped |= helps;
        let alpha = if n == 0 { self.window.alpha } else { self.window.alpha.max(state.best) };
        Some(Job { n, alpha, again: false })
    }

    /// Takes a move that has to be searched again, if that makes sense.
    pub(super) fn take_again(&self, n: usize) -> Option<Job> {
        if self.signal.is_cut() {
            return None;
        }
        let mut state = self.state();
        state.running.push(n);
        Some(Job { n, alpha: self.window.alpha.max(state.best), again: true })
    }

    /// Whether there are moves to take.
    pub(super) fn has_work(&self) -> bool {
        self.state().next < self.order.len() && !self.signal.is_cut()
    }

    /// Whether all moves are done, or it does not matter.
    pub(super) fn is_done(&self) -> bool {
        let state = self.state();
        state.running.is_empty() && state.next == self.order.len() || self.signal.is_cut()
    }

    /// The value that a move has to surpass now.
    pub(super) fn alpha(&self) -> Value {
        self.window.alpha.max(self.state().best)
    }

    /// Notes the value of a move. True if it is too good to be allowed, for the
    /// first time.
    pub(super) fn note(&self, n: usize, value: Value, ground: Ground) -> bool {
        let mut state = self.state();
        if value > state.best {
            (state.best, state.best_move) = (value, Some(n));
        }
        if value < self.window.beta {
            state.ground = state.ground.min(ground);
            return false;
        }
        // That a move is too good rests on this move, and on there being it.
        let first = !self.signal.is_cut();
        if first {
            state.ground = state.listed_on.min(ground);
        }
        first
    }

    /// On what the best value rests.
    pub(super) fn ground(&self) -> Ground {
        self.state().ground
    }

    /// Notes the value of a move that was searched like all others, so that of
    /// equals the first is best; and the numbers of the moves that follow it.
    pub(super) fn note_first(&self, n: usize, value: Value, line: &[u32]) {
        let mut state = self.state();
        let first = state.best_move.is_none_or(|best| n < best);
        if value > state.best || value == state.best && first {
            (state.best, state.best_move) = (value, Some(n));
            state.best_line = line.to_vec();
        }
    }

    /// Notes what a thread has found that searched all moves, if it is the first.
    pub(super) fn settle(&self, n: usize, value: Value) {
        let mut state = self.state();
        if state.best_move.is_none() {
            (state.best, state.best_move) = (value, Some(n));
        }
    }

    /// A move may be better: true if all before it are done, so that it is searched
    /// at once; otherwise it is noted to be searched again.
    pub(super) fn is_next(&self, n: usize) -> bool {
        let mut state = self.state();
        let next = state.again.is_empty() && state.running.iter().all(|&other| other >= n);
        if !next {
            state.again.push(n);
        }
        next
    }

    /// The moves that have to be searched again, in their order.
    pub(super) fn again(&self) -> Vec<usize> {
        let mut again = std::mem::take(&mut self.state().again);
        again.sort_unstable();
        again
    }

    /// A move that was taken is done.
    pub(super) fn done(&self, n: usize) {
        self.state().running.retain(|&other| other != n);
    }

    /// The best value and the number of its move in the list.
    pub(super) fn best(&self) -> (Value, Option<u32>) {
        let state = self.state();
        (state.best, state.best_move.map(|n| self.order[n]))
    }

    /// The numbers of the moves that follow the best one, if they were carried along.
    pub(super) fn best_line(&self) -> Vec<u32> {
        self.state().best_line.clone()
    }

    /// Whether another thread has taken part.
    pub(super) fn was_helped(&self) -> bool {
        self.state().helped
    }

    /// Whether this is part of the work on another position.
    pub(super) fn is_within(&self, other: &Split<P>) -> bool {
        let mut next = &self.parent;
        while let Some(parent) = next {
            if std::ptr::eq(&**parent, other) {
                return true;
            }
            next = &parent.parent;
        }
        false
    }
}

impl State {
    fn new(greatest: Value, ground: Ground) -> Mutex<State> {
        Mutex::new(State {
            next: 0,
            running: Vec::new(),
            best: -greatest,
            best_move: None,
            best_line: Vec::new(),
            listed_on: ground,
            ground,
            again: Vec::new(),
            helped: false,
        })
    }
}
