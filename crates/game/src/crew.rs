//! The one way to start threads that run the rules of a game: all have stacks of the same
//! size, so that how deep rules may call each other can follow from it.
//!
//! It lives beside the trait [`Game`](crate::Game) because every part that starts such
//! threads knows that trait and nothing else that they share: searches, sets of histories,
//! the code generator and the command. A back end says how many of its calls fit on
//! [`STACK_BYTES`].

use std::io;
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// The stack of a worker. Only what is used of it takes memory.
pub const STACK_BYTES: usize = 256 << 20;

/// Starts a worker within a scope.
pub fn spawn<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work)
}

/// Waits for a thread; if it panicked, so does the caller.
pub fn join<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    match thread.join() {
        Ok(done) => done,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Does a job on a worker and waits for it; an error if no thread could be started.
pub fn on_worker<T: Send>(job: impl FnOnce() -> T + Send) -> io::Result<T> {
    std::thread::scope(|scope| spawn(scope, job).map(join))
}

/// Works with `threads` threads: the calling one leads, and the others help, each under
/// its number from 1 on. Gives what the leader made, and what the helpers made in the
/// order of their numbers.
///
/// The leader is told how many helpers there are. If the system has no more threads
/// there are fewer than were asked for, and the work only takes longer.
pub fn run<L, H: Send>(
    threads: usize,
    help: impl Fn(usize) -> H + Sync,
    lead: impl FnOnce(usize) -> L,
) -> (L, Vec<H>) {
    std::thread::scope(|scope| {
        let help = &help;
        let start = |number| spawn(scope, move || help(number)).ok();
        let helpers: Vec<_> = (1..threads).map_while(start).collect();
        let led = lead(helpers.len());
        (led, helpers.into_iter().map(join).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_work_and_are_heard_in_order() {
        for threads in [0, 1, 2, 5] {
            let (led, helped) = run(threads, |number| 10 * number, |helpers| helpers);
            let expected: Vec<usize> = (1..threads).map(|number| 10 * number).collect();
            assert_eq!((led, helped), (expected.len(), expected));
        }
        assert_eq!(on_worker(|| 7).ok(), Some(7));
    }

    #[test]
    #[should_panic(expected = "a helper broke down")]
    fn a_panic_is_passed_on() {
        run(3, |number| assert!(number != 2, "a helper broke down"), |_| ());
    }

    /// Uses about this many kilobytes of stack, as one call after the other.
    fn deep(kilobytes: usize) -> usize {
        let room = std::hint::black_box([1_u8; 1024]);
        match kilobytes {
            0 => 0,
            _ => deep(kilobytes - 1) + usize::from(room[kilobytes % 1024]),
        }
    }

    #[test]
    fn every_thread_has_far_more_than_the_usual_stack() {
        let most = (STACK_BYTES / 8) >> 10;
        let (_, helped) = run(3, |_| deep(most), |_| ());
        assert_eq!(helped, [most; 2]);
        assert_eq!(on_worker(|| deep(most)).ok(), Some(most));
    }
}
