//! Threads on which rules run: as many at a time as the machine has processors, each with the
//! stack that rules need, while the threads of the server only pass messages on.

use crate::limits::WAITING;
use crate::refusal::Refusal;
use axum::http::StatusCode;
use game::crew::STACK_BYTES;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// A number of places at which work is done, and those who wait for one.
#[derive(Clone)]
pub(crate) struct Workers {
    n_places: usize,
    places: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
}

/// Somebody who waits.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Workers {
    pub(crate) fn new(places: usize) -> Workers {
        let n_places = places.max(1);
        let places = Arc::new(Semaphore::new(n_places));
        Workers { n_places, places, waiting: Arc::default() }
    }

    /// How many places are taken, and how many wait for one.
    pub(crate) fn load(&self) -> (usize, usize) {
        let taken = self.n_places - self.places.available_permits();
        (taken, self.waiting.load(Ordering::Relaxed))
    }

    /// Waits for a place, unless too many do already.
    pub(crate) async fn place(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let waiting = Waiting(&self.waiting);
        if waiting.0.fetch_add(1, Ordering::Relaxed) >= WAITING {
            return Err(Refusal::new(
                StatusCode::SERVICE_UNAVAILABLE,
                "too many questions are waiting",
                "ask again in a moment",
            ));
        }
        let place = Arc::clone(&self.places).acquire_owned().await;
        place.map_err(|_| Refusal::bug("the workers are gone"))
    }

    /// Does a job on a worker and waits for what it says. A job that breaks down is a bug, and
    /// takes nothing else with it.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let place = self.place().await?;
        let (sender, receiver) = oneshot::channel();
        spawn(move || {
            // If nobody waits any more, nobody misses the answer.
            let _ = sender.send(job());
            drop(place);
        })?;
        receiver.await.unwrap_or_else(|_| Err(Refusal::bug("a bug of Multigame ended the work")))
    }
}

/// Starts a thread with the stack that rules need.
pub(crate) fn spawn(job: impl FnOnce() + Send + 'static) -> Result<(), Refusal> {
    let started = Builder::new().stack_size(STACK_BYTES).spawn(job);
    started.map(drop).map_err(|why| {
        let error = format!("there are no more threads: {why}");
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, error, "ask again in a moment")
    })
}
