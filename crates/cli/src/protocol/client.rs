//! The client, read by a thread of its own: what it sends becomes events of the session.

use super::super::lines::{Reading, read_bounded, trimmed};
use super::answer::remark;
use super::waiting::Waiting;
use search::Stopper;
use std::io::BufRead;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError};

/// A longer line is no command of any client.
const LONGEST_LINE: u64 = 4 << 20;
/// What happens while we listen.
pub(super) enum Event {
    /// The client has sent a line.
    Line(String),
    /// The client has left.
    End,
    /// The search of this number has given its answer.
    Found(u64),
    /// The time of a search is over that began before its turn.
    Late,
}

/// What stops the search that began last.
pub(super) type Current = Arc<Mutex<Stopper>>;

/// The client, as the thread knows it that reads what it sends.
pub(super) struct Client {
    pub(super) to_session: Sender<Event>,
    pub(super) current: Current,
    pub(super) waiting: Arc<Waiting>,
}

impl Client {
    /// Hands on what the client sends. That a search has to stop is passed to the search as
    /// well: where all processors are busy with it, the thread that obeys would take long to
    /// wake.
    pub(super) fn read_lines(&self) {
        let mut input = std::io::stdin().lock();
        let (mut bytes, mut has_waited) = (Vec::new(), false);
        loop {
            let line = match read_bounded(&mut input, LONGEST_LINE, &mut bytes) {
                Ok(Reading::Line) => trimmed(&String::from_utf8_lossy(&bytes)).to_string(),
                Ok(Reading::TooLong) => {
                    // Output that cannot be written is noticed by the session.
                    let _ = remark(&format!(
                        "a line has more than {LONGEST_LINE} bytes and is passed over"
                    ));
                    let _ = input.skip_until(b'\n');
                    continue;
                }
                Ok(Reading::End) | Err(_) => break,
            };
            if line == "stop" {
                self.current.lock().unwrap_or_else(PoisonError::into_inner).stop();
            }
            self.waiting.add(&line, || {
                if !std::mem::replace(&mut has_waited, true) {
                    let _ = remark("too many lines wait; more are read when these were obeyed");
                }
            });
            if self.to_session.send(Event::Line(line)).is_err() {
                return;
            }
        }
        let _ = self.to_session.send(Event::End);
    }
}
