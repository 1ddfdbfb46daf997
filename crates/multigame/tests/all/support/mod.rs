//! What tests of this crate share: comparing implementations, and making games up.

pub(crate) mod compare;
pub(crate) mod compare_native;
pub(crate) mod compare_referees;
pub(crate) mod generate;
pub(crate) mod judge;
pub(crate) mod mutate;
pub(crate) mod positions;
pub(crate) mod shrink;

use std::sync::atomic::{AtomicUsize, Ordering};

/// Does this with each item and its number, two at a time: tests that go through all games take
/// longest, and often run last and alone.
pub(crate) fn two_at_a_time<T: Sync>(items: &[T], check: impl Fn(usize, &T) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(i) else { break };
                    check(i, item);
                }
            });
        }
    });
}
