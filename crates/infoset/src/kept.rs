//! Histories that are kept for somebody who wants to see them: no more than there is
//! memory for.

use crate::histories::{History, Step};
use crate::limits::{InfosetError, Limits};

/// A list of histories that takes no more memory than it may.
#[derive(Clone, Debug)]
pub struct Kept {
    histories: Vec<History>,
    bytes: usize,
    limits: Limits,
}

/// Whether this many histories of this many turns can be kept, as far as is known before they
/// are drawn; `position` is what is kept of each turn while they are looked for.
pub(crate) fn check_room(
    n: usize,
    turns: usize,
    position: usize,
    limits: Limits,
) -> Result<(), InfosetError> {
    let each = (turns + 1).saturating_mul(size_of::<Step>() + position) + size_of::<History>();
    match n.saturating_mul(each) <= limits.memory {
        true => Ok(()),
        false => Err(InfosetError::ListMemory { limit: limits.memory }),
    }
}

impl Kept {
    /// An empty list, where this many bytes of what may be taken are taken already.
    pub fn new(limits: Limits, bytes: usize) -> Kept {
        Kept { histories: Vec::new(), bytes, limits }
    }

    /// Keeps one more, if there is memory for it.
    pub fn push(&mut self, history: History) -> Result<(), InfosetError> {
        self.take(bytes_of(&history))?;
        self.histories.push(history);
        Ok(())
    }

    fn take(&mut self, bytes: usize) -> Result<(), InfosetError> {
        self.bytes = self.bytes.saturating_add(bytes);
        match self.bytes <= self.limits.memory {
            true => Ok(()),
            false => Err(InfosetError::ListMemory { limit: self.limits.memory }),
        }
    }

    /// The histories.
    pub fn into_histories(self) -> Vec<History> {
        self.histories
    }
}

/// The memory that a history takes, in bytes, roughly.
fn bytes_of(history: &History) -> usize {
    let step = |step: &Step| size_of::<Step>() + step.text.len();
    size_of::<History>() + history.iter().map(step).sum::<usize>()
}
