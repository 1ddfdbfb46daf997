//! What is on the terminal while a search runs: how deep and how fast it is.

use super::super::report::Failure;
use super::super::terminal::Progress;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// What is on the terminal while the search runs.
pub(super) struct Shown {
    progress: Mutex<Progress>,
    /// What was found last: the depth, and the nodes per second up to it.
    pub(super) depth: AtomicU32,
    pub(super) speed: AtomicU64,
    /// Why the answer could not be shown.
    pub(super) failure: Mutex<Option<Failure>>,
}

impl Shown {
    pub(super) fn new() -> Shown {
        let (depth, speed) = (AtomicU32::new(0), AtomicU64::new(0));
        Shown { progress: Mutex::new(Progress::new()), depth, speed, failure: Mutex::new(None) }
    }

    pub(super) fn clear(&self) {
        if let Ok(progress) = self.progress.lock() {
            progress.clear();
        }
    }

    pub(super) fn tick(&self) {
        if let Ok(mut progress) = self.progress.lock() {
            let depth = self.depth.load(Ordering::Relaxed) + 1;
            let speed = self.speed.load(Ordering::Relaxed);
            progress.show(|time| {
                let seconds = time.as_secs_f64();
                format!("depth {depth}, {seconds:.1} s, {speed} nodes a second; Ctrl-C stops")
            });
        }
    }
}
