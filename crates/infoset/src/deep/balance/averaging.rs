//! Neighborhood averaging: a processor compares its load with that of its neighbors, and
//! if it is above their average gives what is above it to those below (the third strategy
//! of the engine under the paper: Richards, Gupta and Sarood, section 6). Processors
//! stand in a ring, so each has two neighbors. The load is the length of the queue and
//! the task at work, and the oldest tasks move.

use super::Queues;
use std::collections::VecDeque;

/// Gives tasks to neighbors that have fewer than the average of the three.
pub(super) fn even_out<T>(queues: &Queues<T>, thread: usize) {
    let n = queues.queues.len();
    let mut neighbors = vec![(thread + 1) % n, (thread + n - 1) % n];
    neighbors.dedup();
    neighbors.retain(|neighbor| *neighbor != thread);
    let sum: usize = neighbors.iter().map(|neighbor| queues.load(*neighbor)).sum();
    let average = (queues.load(thread) + sum) / (neighbors.len() + 1);
    for neighbor in neighbors {
        while queues.load(neighbor) < average && queues.load(thread) > average {
            let Some(task) = queues.pop(thread, VecDeque::pop_front) else { return };
            queues.push(neighbor, task);
        }
    }
}
