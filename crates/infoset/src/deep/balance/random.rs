//! Random placement: each new task is assigned to a random processor, so that all get
//! about the same if there are many tasks (Richards, Gupta and Sarood, section 5). The
//! chance that a task moves is `1 - 1/p`.

use super::Queues;

/// The thread to which a new task goes.
pub(super) fn place<T>(queues: &Queues<T>) -> usize {
    queues.draw(queues.queues.len())
}
