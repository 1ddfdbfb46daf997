//! Lines that a client has sent and that were not obeyed yet. There is room for many, but
//! not for all that a client can send while it does not read the answers: then reading
//! waits, and so does the client.

use std::sync::{Condvar, Mutex, PoisonError};

/// This many bytes may wait, the lines together with what keeping each of them takes.
const ROOM: usize = 8 << 20;

/// What it takes to keep a line, besides its bytes.
const PER_LINE: usize = 64;

/// How much waits.
#[derive(Default)]
pub(super) struct Waiting {
    bytes: Mutex<usize>,
    left: Condvar,
}

impl Waiting {
    /// Adds a line, as soon as there is room for it. If there is none yet, `on_wait` hears
    /// of that. A line that is longer than the room waits until it is alone.
    pub(super) fn add(&self, line: &str, on_wait: impl FnOnce()) {
        let size = line.len() + PER_LINE;
        let is_full = |bytes: usize| bytes > 0 && bytes + size > ROOM;
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        if is_full(*bytes) {
            drop(bytes);
            on_wait();
            bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        }
        while is_full(*bytes) {
            bytes = self.left.wait(bytes).unwrap_or_else(PoisonError::into_inner);
        }
        *bytes += size;
    }

    /// A line was obeyed.
    pub(super) fn remove(&self, line: &str) {
        *self.bytes.lock().unwrap_or_else(PoisonError::into_inner) -= line.len() + PER_LINE;
        self.left.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn a_line_waits_until_there_is_room() {
        let waiting = Waiting::default();
        let line = "x".repeat(ROOM / 4 - PER_LINE);
        let kept = || *waiting.bytes.lock().expect("no panic");
        for _ in 0..4 {
            waiting.add(&line, || panic!("it waits"));
        }
        let (waits, has_waited) = channel();
        std::thread::scope(|scope| {
            scope.spawn(|| waiting.add(&line, || waits.send(()).expect("it is heard")));
            has_waited.recv().expect("the fifth waits");
            assert_eq!(kept(), ROOM);
            waiting.remove(&line);
        });
        assert_eq!(kept(), ROOM);
    }

    #[test]
    fn a_line_that_is_alone_always_fits() {
        let waiting = Waiting::default();
        let line = "x".repeat(2 * ROOM);
        waiting.add(&line, || panic!("it waits"));
        waiting.remove(&line);
        assert_eq!(*waiting.bytes.lock().expect("no panic"), 0);
    }
}
