//! Neighborhood averaging: a processor compares its load with that of its neighbors, and
//! if it is above their average gives what is above it to those below (the third strategy
//! of the engine under the paper: Richards, Gupta and Sarood, section 6). Neighbors are
//! those of a hypercube, whose numbers differ in one bit, so that nobody is far away. The
//! load is the length of the queue and the task at work, and the oldest tasks move.

use super::Queues;
use std::collections::VecDeque;

/// The neighbors of one of `n` processors.
pub fn neighbors(number: u32, n: u32) -> impl Iterator<Item = u32> {
    let bits = 0..u32::BITS - n.saturating_sub(1).leading_zeros();
    bits.map(move |bit| number ^ 1 << bit).filter(move |neighbor| *neighbor < n)
}

/// Gives tasks to neighbors that have fewer than the average of the neighborhood.
pub(super) fn even_out<T>(queues: &Queues<T>, thread: usize) {
    let n = queues.queues.len() as u32;
    let near = || neighbors(thread as u32, n).map(|neighbor| neighbor as usize);
    let sum: usize = near().map(|neighbor| queues.load(neighbor)).sum();
    let average = (queues.load(thread) + sum).div_ceil(near().count() + 1);
    for neighbor in near() {
        while queues.load(neighbor) < average && queues.load(thread) > average {
            let Some(task) = queues.pop(thread, VecDeque::pop_front) else { return };
            queues.push(neighbor, task);
        }
    }
}
