//! What happens at some time at some rank, in the order of time; of what happens at the same
//! time, what was said first comes first.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

struct Event<E> {
    time: f64,
    number: u64,
    what: E,
}

impl<E> PartialEq for Event<E> {
    fn eq(&self, other: &Event<E>) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<E> Eq for Event<E> {}

impl<E> PartialOrd for Event<E> {
    fn partial_cmp(&self, other: &Event<E>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<E> Ord for Event<E> {
    fn cmp(&self, other: &Event<E>) -> Ordering {
        self.time.total_cmp(&other.time).then(self.number.cmp(&other.number))
    }
}

/// Events that are to come.
pub(super) struct Events<E> {
    heap: BinaryHeap<Reverse<Event<E>>>,
    number: u64,
}

impl<E> Events<E> {
    pub(super) fn new() -> Events<E> {
        Events { heap: BinaryHeap::new(), number: 0 }
    }

    /// Something will happen.
    pub(super) fn at(&mut self, time: f64, what: E) {
        self.number += 1;
        self.heap.push(Reverse(Event { time, number: self.number, what }));
    }

    /// What happens next, and when.
    pub(super) fn next(&mut self) -> Option<(f64, E)> {
        self.heap.pop().map(|Reverse(event)| (event.time, event.what))
    }
}
