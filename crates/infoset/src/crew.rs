//! Jobs that threads do together, each by whoever is free.
//!
//! Whoever does which job, the results stand in the order of the jobs, so what is made
//! of them does not depend on the number of threads. The thread that asked works too,
//! and is the only one that looks at the watch.

use crate::limits::InfosetError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Does jobs `0..n_jobs` on this many threads. `begin` makes what a thread keeps between
/// its jobs. `goes_on` is asked between jobs of the first thread; if it says no, or a job
/// fails, the others stop after their jobs. Of several failures that of the first job
/// counts.
pub fn jobs<S, T: Send>(
    n_jobs: usize,
    threads: usize,
    begin: impl Fn() -> S + Sync,
    job: impl Fn(&mut S, usize) -> Result<T, InfosetError> + Sync,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<T>, InfosetError> {
    // The others may be done before the first thread has begun.
    if n_jobs > 0 && !goes_on() {
        return Err(InfosetError::Stopped);
    }
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = |goes_on: &mut dyn FnMut() -> bool| {
        let mut done = Vec::new();
        let mut state = None;
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= n_jobs {
                break;
            }
            let result = match goes_on() {
                true => job(state.get_or_insert_with(&begin), number),
                false => Err(InfosetError::Stopped),
            };
            if result.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            done.push((number, result));
        }
        done
    };
    let (mut done, helped) =
        game::crew::run(threads.min(n_jobs), |_| work(&mut || true), |_| work(goes_on));
    done.extend(helped.into_iter().flatten());
    done.sort_unstable_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_order_and_the_first_failure_counts() {
        for threads in [1, 2, 5] {
            let square = |_: &mut (), i: usize| Ok(i * i);
            let done = jobs(100, threads, || (), square, &mut || true).unwrap();
            assert_eq!(done, (0..100).map(|i| i * i).collect::<Vec<_>>());
            let fails = |_: &mut (), i: usize| match i {
                0 => Err(InfosetError::TooMany),
                _ => Ok(i),
            };
            assert_eq!(jobs(9, threads, || (), fails, &mut || true), Err(InfosetError::TooMany));
            let stopped = jobs(9, threads, || (), square, &mut || false);
            assert_eq!(stopped, Err(InfosetError::Stopped));
        }
    }
}
