//! A position whose moves several threads may search: who takes the next move, what
//! is known so far, and the way to it from the root, which a thief walks first.

use super::signal::Signal;
use crate::distributed::Answer;
use crate::value::{INFINITE, Level, Value, WIN, Window};
use crate::way::Ground;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A move that a thread has taken: its number in the order, and the value that it
/// has to surpass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Job {
    pub(crate) n: usize,
    pub(crate) alpha: Value,
    /// Whether it was searched before and seemed to be better.
    pub(super) again: bool,
}

/// A position whose moves are shared.
#[derive(Debug)]
pub(crate) struct Split<P> {
    /// Where the work on this position is part of the work; nothing at the root, and
    /// where another rank knows what it is part of.
    pub(super) parent: Option<Arc<Split<P>>>,
    /// The positions from the root to this one, if another rank knows where they come from.
    pub(super) above: Vec<P>,
    pub(crate) at: P,
    pub(crate) list: Vec<P>,
    /// The numbers of the moves in the order in which they are tried.
    pub(super) order: Vec<u32>,
    /// The number of the first of them: those before it are at another rank.
    pub(super) first: usize,
    /// How many moves the position has, those at another rank included.
    pub(super) n_moves: usize,
    /// The depth that is left, and the turns from the root.
    pub(crate) level: Level,
    /// The depth at the root.
    pub(crate) root_depth: u32,
    pub(crate) window: Window,
    /// Cut if a move is too good to be allowed, or the search is over.
    pub(crate) signal: Arc<Signal>,
    /// What another rank is asked about it.
    pub(super) asked: Option<Arc<Answer>>,
    pub(super) state: Mutex<State>,
}

#[derive(Debug)]
pub(super) struct State {
    /// The next move that nobody has taken.
    pub(super) next: usize,
    /// Moves that were taken and given back.
    returned: Vec<usize>,
    /// Moves that were taken and are not done.
    pub(super) running: Vec<usize>,
    best: Value,
    best_move: Option<usize>,
    /// What a brother at another rank has found.
    elsewhere: Value,
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
    pub(crate) fn root(at: P, list: Vec<P>, depth: u32, window: Window) -> Split<P> {
        let order = (0..list.len()).map(|i| i as u32).collect();
        Split {
            parent: None,
            above: Vec::new(),
            at,
            n_moves: list.len(),
            list,
            order,
            first: 0,
            level: Level { depth, ply: 0 },
            root_depth: depth,
            window,
            signal: Arc::new(Signal::default()),
            asked: None,
            state: Mutex::new(State::at(INFINITE, Ground::NONE)),
        }
    }

    /// The positions from the root to this one.
    pub(crate) fn way(&self) -> Vec<&P> {
        let mut way = match &self.parent {
            Some(parent) => parent.way(),
            None => self.above.iter().collect(),
        };
        way.push(&self.at);
        way
    }

    /// A position below another one whose moves are shared.
    pub(super) fn below(
        parent: &Arc<Split<P>>,
        at: P,
        list: Vec<P>,
        order: Vec<u32>,
        level: Level,
        window: Window,
        ground: Ground,
    ) -> Split<P> {
        Split {
            parent: Some(Arc::clone(parent)),
            above: Vec::new(),
            at,
            n_moves: list.len(),
            list,
            order,
            first: 0,
            level,
            root_depth: parent.root_depth,
            window,
            signal: Arc::new(Signal::below(&parent.signal)),
            asked: None,
            // Nothing is worse than a loss on the spot.
            state: Mutex::new(State::at(WIN, ground)),
        }
    }

    /// Another rank is asked about the position, in which wins count this many turns from the
    /// root. If it knows the value, the work here ends.
    pub(super) fn expect_answer(&mut self, turns: usize) -> Arc<Answer> {
        let answer = Arc::new(Answer::new(&self.signal, self.window, self.level.depth, turns));
        self.asked = Some(Arc::clone(&answer));
        answer
    }

    /// The value that another rank knew.
    pub(super) fn answer(&self) -> Option<Value> {
        self.asked.as_ref()?.value()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The position after a move, by its number in the order.
    pub(super) fn child(&self, n: usize) -> &P {
        &self.list[self.order[n - self.first] as usize]
    }

    /// The moves before one, as far as they are known here.
    pub(super) fn before(&self, n: usize) -> impl Iterator<Item = &P> {
        (self.first..n).map(|n| self.child(n))
    }

    /// How many moves the position has.
    pub(super) fn n_moves(&self) -> usize {
        self.n_moves
    }

    fn end_of_moves(&self) -> usize {
        self.first + self.order.len()
    }

    /// Takes the next move, if it makes sense to search one.
    pub(crate) fn take(&self, helps: bool) -> Option<Job> {
        if self.signal.is_cut() {
            return None;
        }
        let mut state = self.state();
        let n = match state.returned.pop() {
            Some(n) => n,
            None if state.next == self.end_of_moves() => return None,
            None => {
                state.next += 1;
                state.next - 1
            }
        };
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
    pub(crate) fn has_work(&self) -> bool {
        self.has_moves(&self.state()) && !self.signal.is_cut()
    }

    fn has_moves(&self, state: &State) -> bool {
        state.next < self.end_of_moves() || !state.returned.is_empty()
    }

    /// Gives a move back that was taken and not begun.
    pub(crate) fn give_back(&self, n: usize) {
        let mut state = self.state();
        state.running.retain(|&other| other != n);
        state.returned.push(n);
    }

    /// Whether all moves are done, or it does not matter.
    pub(crate) fn is_done(&self) -> bool {
        let state = self.state();
        state.running.is_empty() && !self.has_moves(&state) || self.signal.is_cut()
    }

    /// The value that a move has to surpass now.
    pub(crate) fn alpha(&self) -> Value {
        let state = self.state();
        self.window.alpha.max(state.best).max(state.elsewhere)
    }

    /// A brother at another rank has found this; it counts as much as if it were known
    /// from the start.
    pub(crate) fn raise(&self, alpha: Value) {
        let mut state = self.state();
        state.elsewhere = state.elsewhere.max(alpha);
    }

    /// The value of a move that another rank has handed over, and on what it rests, once
    /// it is known.
    pub(crate) fn found(&self) -> Option<(Value, Ground)> {
        let state = self.state();
        state.best_move.map(|_| (state.best, state.ground))
    }

    /// Notes the value of a move. True if it is too good to be allowed, for the
    /// first time.
    pub(crate) fn note(&self, n: usize, value: Value, ground: Ground) -> bool {
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
    pub(crate) fn ground(&self) -> Ground {
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
    pub(crate) fn settle(&self, n: usize, value: Value) {
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
    pub(crate) fn done(&self, n: usize) {
        self.state().running.retain(|&other| other != n);
    }

    /// The best value and the number of its move in the list.
    pub(crate) fn best(&self) -> (Value, Option<u32>) {
        let state = self.state();
        (state.best, state.best_move.map(|n| self.order[n - self.first]))
    }

    /// The numbers of the moves that follow the best one, if they were carried along.
    pub(super) fn best_line(&self) -> Vec<u32> {
        self.state().best_line.clone()
    }

    /// Whether another thread has taken part.
    pub(super) fn was_helped(&self) -> bool {
        self.state().helped
    }

    /// Whether another rank has handed it over.
    pub(super) fn is_of_another_rank(&self) -> bool {
        self.first > 0
    }

    /// Whether this is part of the work on another position.
    pub(crate) fn is_within(&self, other: &Split<P>) -> bool {
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
    pub(super) fn at(greatest: Value, ground: Ground) -> State {
        State {
            next: 0,
            returned: Vec::new(),
            running: Vec::new(),
            best: -greatest,
            best_move: None,
            elsewhere: -INFINITE,
            best_line: Vec::new(),
            listed_on: ground,
            ground,
            again: Vec::new(),
            helped: false,
        }
    }
}
