//! Work that is watched while it runs: looked at now and then from another thread, which is
//! how Ctrl-C and the end of a time reach a search.

use super::terminal;
use search::Stopper;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How long a search may go on after Ctrl-C was pressed.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

/// Does work while `look` is called again and again. Without a thread for that, nothing looks.
pub(super) fn watched<T>(
    between: Duration,
    mut look: impl FnMut() + Send,
    work: impl FnOnce() -> T,
) -> T {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watch = || {
            while !done.load(Ordering::Acquire) {
                look();
                thread::park_timeout(between);
            }
        };
        let watcher = thread::Builder::new().spawn_scoped(scope, watch);
        let found = work();
        done.store(true, Ordering::Release);
        if let Ok(watcher) = watcher {
            watcher.thread().unpark();
        }
        found
    })
}

/// Runs a search that Ctrl-C stops; `show` says now and then how far it is.
pub(super) fn stoppable<T>(
    stopper: &Stopper,
    mut show: impl FnMut() + Send,
    search: impl FnOnce() -> T,
) -> T {
    terminal::wait_for_interrupt();
    let look = || {
        if terminal::interrupted() {
            stopper.stop();
        }
        show();
    };
    watched(BETWEEN_LOOKS, look, search)
}
