//! Work stealing: a processor without work becomes a thief, selects a victim at random
//! and takes the task with the highest priority from its queue; if there is none it looks
//! for another victim (Richards, Gupta and Sarood, section 5). The highest priority has
//! the oldest task, which is nearest to the root and so likely the largest.

use super::Queues;
use std::collections::VecDeque;

/// A task of another thread. All are asked once, beginning with a random one.
pub(super) fn steal<T>(queues: &Queues<T>, thief: usize) -> Option<T> {
    let n = queues.queues.len();
    let first = queues.draw(n);
    let victims = (0..n).map(|i| (first + i) % n).filter(|victim| *victim != thief);
    victims.filter_map(|victim| queues.pop(victim, VecDeque::pop_front)).next()
}
