//! Which lines a search is to find, and what it has found.

use crate::limits::Stop;
use crate::parallel::Parallel;
use crate::value::Value;

/// Which lines a search is to find.
#[derive(Debug)]
pub struct Wanted<'a, P> {
    /// At most this many, each with a first move of its own.
    pub lines: usize,
    /// The moves that they may begin with, by the positions that they lead to; none for all.
    pub among: &'a [P],
}

impl<'a, P> Wanted<'a, P> {
    /// The best lines, whatever they begin with.
    pub fn best(lines: usize) -> Wanted<'a, P> {
        Wanted { lines, among: &[] }
    }

    /// Whether a line may begin with a move.
    pub fn allows(&self, to: &P) -> bool
    where
        P: PartialEq,
    {
        self.among.is_empty() || self.among.contains(to)
    }
}

impl<P> Clone for Wanted<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Wanted<'_, P> {}

/// A move at the root and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<P> {
    /// The position after each turn, the first being the move itself; it ends where
    /// the table knows no more.
    pub positions: Vec<P>,
    /// The value for the player who makes the move.
    pub value: Value,
}

/// What a search has found when it ended, or so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<P> {
    /// The best line; nothing if there was no time for one.
    pub best: Option<Line<P>>,
    /// The lines that come next, the better ones first, if they were asked for.
    pub others: Vec<Line<P>>,
    /// The depth that was completed.
    pub depth: u32,
    /// Nodes visited by all threads, leaves included, without the root.
    pub nodes: u64,
    /// Why the search ended, if it did so before it was complete.
    pub stop: Option<Stop>,
    /// What the threads did, if several could be at work.
    pub parallel: Option<Parallel>,
    /// What random games were drawn from, if there were any. Then nodes are games, and
    /// [`win_share`](crate::win_share) tells what values mean.
    pub seed: Option<u64>,
}

impl<P: PartialEq> Report<P> {
    /// Whether its best line begins with the same move as another.
    pub(crate) fn begins_with(&self, line: &Line<P>) -> bool {
        let first = self.best.as_ref().map(|best| best.positions.first());
        first == Some(line.positions.first())
    }

    /// A line by its rank, the best one first.
    pub(crate) fn line_mut(&mut self, rank: usize) -> Option<&mut Line<P>> {
        match rank.checked_sub(1) {
            None => self.best.as_mut(),
            Some(other) => self.others.get_mut(other),
        }
    }

    /// Makes a line the best one. No more lines than before stay, and none begins as it does.
    pub(crate) fn put_first(&mut self, line: Line<P>) {
        let n_others = self.others.len();
        self.others.splice(0..0, self.best.take());
        self.others.retain(|other| other.positions.first() != line.positions.first());
        self.others.truncate(n_others);
        self.best = Some(line);
    }

    /// Moves some lines after all others, which keep their order.
    pub(crate) fn put_last(&mut self, is_last: impl Fn(&Line<P>) -> bool) {
        self.others.splice(0..0, self.best.take());
        self.others.sort_by_key(is_last);
        self.best = (!self.others.is_empty()).then(|| self.others.remove(0));
    }
}

impl<P> Default for Report<P> {
    fn default() -> Report<P> {
        Report {
            best: None,
            others: Vec::new(),
            depth: 0,
            nodes: 0,
            stop: None,
            parallel: None,
            seed: None,
        }
    }
}
