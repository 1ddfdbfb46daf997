//! Games that are spread over threads such that what comes of them does not depend on how many
//! threads there are.

use game::crew;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Does numbered jobs with several threads; the results are in the order of the numbers.
pub(crate) fn spread<T: Send>(threads: usize, n: usize, job: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(n));
    let work = || loop {
        let i = next.fetch_add(1, Ordering::Relaxed);
        if i >= n {
            break;
        }
        let result = job(i);
        results.lock().unwrap_or_else(PoisonError::into_inner).push((i, result));
    };
    crew::run(threads, |_| work(), |_| work());
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(i, _)| *i);
    results.into_iter().map(|(_, result)| result).collect()
}
