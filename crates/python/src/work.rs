//! Long work: on a thread with a large stack and without Python's lock, while the thread that
//! was called waits, and looks now and then whether Ctrl-C was pressed.

use crate::error::{raised, refused};
use game::crew;
use multigame::Error;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Nobody notices that Ctrl-C is heard so much later.
const LOOKS_EVERY: Duration = Duration::from_millis(20);

/// Does some work, which asks now and then whether to go on. If a signal of Python raises an
/// exception meanwhile it is told to end, and the exception is the answer.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&mut dyn FnMut() -> bool) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let is_wanted = AtomicBool::new(true);
    stoppable(
        py,
        || is_wanted.store(false, Ordering::Relaxed),
        || work(&mut || is_wanted.load(Ordering::Relaxed)),
    )
}

/// The same for work that is stopped from outside.
pub(crate) fn stoppable<T: Send>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> PyResult<T> {
    thread::scope(|scope| {
        let (done, is_done) = channel();
        let worker = crew::spawn(scope, move || {
            let answer = work();
            // Whoever waits has not gone away.
            let _ = done.send(());
            answer
        });
        let worker =
            worker.map_err(|why| refused(format!("no thread could be started: {why}"), ""))?;
        let (mut is_done, mut signal) = (is_done, Ok(()));
        loop {
            let (waited, heard) = py.detach(move || {
                let heard = is_done.recv_timeout(LOOKS_EVERY);
                (is_done, heard)
            });
            if heard != Err(RecvTimeoutError::Timeout) {
                break;
            }
            is_done = waited;
            if signal.is_ok() {
                signal = py.check_signals();
                if signal.is_err() {
                    stop();
                }
            }
        }
        let answer = py.detach(|| worker.join());
        signal?;
        match answer {
            Ok(answer) => answer.map_err(raised),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// A limit in time that Python gave in seconds.
pub(crate) fn time(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds).map_err(|_| match seconds > 0.0 {
        true => refused("`seconds` is too long", "leave it out to have no limit"),
        false => refused("`seconds` must be a number that is not below 0", ""),
    })
}
