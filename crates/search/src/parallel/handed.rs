//! A move that one rank hands over to another: what the other one has to know of it, and
//! the position there to which it belongs.

use super::signal::Signal;
use super::split::{Job, Split, State};
use crate::value::{INFINITE, Level, Window};
use crate::way::Ground;
use std::sync::{Arc, Mutex};

/// A move of a position, as one rank hands it over to another.
#[derive(Clone, Debug)]
pub(crate) struct Handed<P> {
    /// The positions from the root to the one whose move it is.
    pub(crate) way: Vec<P>,
    /// The position after the move.
    pub(crate) child: P,
    /// The number of the move in the order, and how many moves there are.
    pub(crate) n: usize,
    pub(crate) n_moves: usize,
    /// Where the position is.
    pub(crate) level: Level,
    pub(crate) root_depth: u32,
    /// What is known of its value.
    pub(crate) window: Window,
}

impl<P> Split<P> {
    /// The position of a move that another rank has handed over, with no other move than
    /// that one, which is taken. Nothing if there is no position on the way.
    pub(crate) fn handed(handed: Handed<P>) -> Option<(Split<P>, Job)> {
        let Handed { mut way, child, n, n_moves, level, root_depth, window } = handed;
        let at = way.pop()?;
        let mut state = State::at(INFINITE, Ground::NONE);
        (state.next, state.running) = (n + 1, vec![n]);
        let split = Split {
            parent: None,
            above: way,
            at,
            list: vec![child],
            order: vec![0],
            first: n,
            n_moves,
            level,
            root_depth,
            window,
            signal: Arc::new(Signal::default()),
            asked: None,
            state: Mutex::new(state),
        };
        Some((split, Job { n, alpha: window.alpha, again: false }))
    }

    /// A move that was taken, as another rank is handed it.
    pub(crate) fn hand(&self, job: Job) -> Handed<P>
    where
        P: Clone,
    {
        Handed {
            way: self.way().into_iter().cloned().collect(),
            child: self.child(job.n).clone(),
            n: job.n,
            n_moves: self.n_moves,
            level: self.level,
            root_depth: self.root_depth,
            window: Window { alpha: job.alpha, beta: self.window.beta },
        }
    }
}
