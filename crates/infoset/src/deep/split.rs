//! Tasks made of work that is under way: because another thread has nothing to do, or
//! because the search is stopped.
//!
//! What is still to come at a fork follows, in the order of the serial search, everything
//! that is still to come below it. So whichever forks are given away, what stays with a
//! walker are histories that follow each other.

use super::TaskBoard;
use super::task::Trail;
use super::walk::{Fork, Walker};
use game::Referee;
use std::sync::Arc;

impl<G: Referee> Walker<'_, G> {
    /// Makes tasks of all that is still to come at a fork, and gives them to the tasks.
    pub(super) fn give(
        &mut self,
        tasks: &TaskBoard<G::Position>,
        task: &Arc<Trail<G::Position>>,
        fork: usize,
    ) {
        self.tasks_at(task, fork).into_iter().for_each(|task| tasks.put(self.thread, task));
    }

    /// Makes tasks of all that is still to come at a fork, the last one first.
    fn tasks_at(
        &mut self,
        task: &Arc<Trail<G::Position>>,
        fork: usize,
    ) -> Vec<Arc<Trail<G::Position>>> {
        for i in 0..=fork {
            if self.forks[i].trail.is_none() {
                let trail = match i.checked_sub(1).map(|i| &self.forks[i]) {
                    None => Arc::clone(task),
                    Some(Fork { trail: None, .. }) => Arc::clone(task),
                    Some(before @ Fork { trail: Some(trail), .. }) => {
                        let depth = self.base + i;
                        let (position, ways) =
                            (self.positions[depth].clone(), self.ways[depth - 1]);
                        Arc::new(Trail::after(trail, position, ways, before.at))
                    }
                };
                self.forks[i].trail = Some(trail);
            }
        }
        let Fork { rest, n, trail: Some(trail), .. } = &mut self.forks[fork] else {
            return Vec::new();
        };
        let tasks = std::mem::take(rest)
            .into_iter()
            .enumerate()
            .map(|(i, next)| Arc::new(Trail::after(trail, next.to, next.ways, *n - 1 - i as u32)));
        tasks.collect()
    }

    /// Makes tasks of all that was not finished of a task: the position where the path
    /// ends, and what is still to come at its forks.
    pub(super) fn leave(&mut self, task: &Arc<Trail<G::Position>>) {
        let n = self.forks.len();
        for fork in 0..n {
            let tasks = self.tasks_at(task, fork);
            self.left.extend(tasks);
        }
        // Where the path ends nothing was looked at.
        if self.positions.len() == self.base + n + 1 {
            let last = match n.checked_sub(1).map(|i| &self.forks[i]) {
                Some(fork @ Fork { trail: Some(trail), .. }) => {
                    let (position, ways) = (self.positions.pop(), self.ways.pop());
                    let pair = position.zip(ways);
                    let next =
                        pair.map(|(position, ways)| Trail::after(trail, position, ways, fork.at));
                    next.map(Arc::new)
                }
                _ => Some(Arc::clone(task)),
            };
            self.left.extend(last);
        }
    }
}
