//! Counts the work of several threads, so that whoever watches hears how far it is.

use crate::limits::Progress;
use std::sync::atomic::{AtomicU64, Ordering};

/// The work that several threads have done together.
#[derive(Default)]
pub(super) struct Counted {
    expanded: AtomicU64,
    compared: AtomicU64,
}

impl Counted {
    pub(super) fn add(&self, expanded: u64, compared: u64) {
        self.expanded.fetch_add(expanded, Ordering::Relaxed);
        self.compared.fetch_add(compared, Ordering::Relaxed);
    }

    /// How far the work is, if it was as far as that before.
    pub(super) fn on(&self, before: Progress, depth: usize, size: usize) -> Progress {
        Progress {
            depth,
            size: size as u128,
            expanded: before.expanded + self.expanded.load(Ordering::Relaxed),
            compared: before.compared + self.compared.load(Ordering::Relaxed),
        }
    }
}
