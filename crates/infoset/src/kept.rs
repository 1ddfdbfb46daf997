//! Histories that are kept for somebody who wants to see them: all that are met, or some
//! drawn at random, and no more than there is memory for.

use crate::answers::below;
use crate::histories::{History, Step};
use crate::limits::{InfosetError, Limits};
use game::Rng;

/// A list of histories that takes no more memory than it may.
#[derive(Clone, Debug)]
pub struct Kept {
    histories: Vec<History>,
    bytes: usize,
    limits: Limits,
}

impl Kept {
    /// An empty list, where so many bytes of what may be taken are taken already.
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

/// Draws some of the histories that are met one after the other, when nobody knows how
/// many there will be. Each draw is one of all that were met, each equally likely and
/// whatever the other draws are.
///
/// 1. When so many histories are met at once, each draw goes over to them with the share
///    that they have in all that were met so far (algorithm R of Vitter, 1985, with a
///    reservoir of one for each draw).
/// 2. Which of them it is, is drawn only then.
#[derive(Clone, Debug)]
pub struct Draws {
    kept: Kept,
    n: usize,
    met: u128,
    rng: Rng,
}

impl Draws {
    /// So many draws, of which none has been made.
    pub fn new(n: usize, seed: u64, limits: Limits) -> Draws {
        Draws { kept: Kept::new(limits, 0), n, met: 0, rng: Rng::new(seed) }
    }

    /// Meets histories, one of which is drawn where that is asked for.
    pub fn meet(
        &mut self,
        histories: u128,
        draw: &mut dyn FnMut(&mut Rng) -> Result<Option<History>, InfosetError>,
    ) -> Result<(), InfosetError> {
        self.met = self.met.checked_add(histories).ok_or(InfosetError::TooMany)?;
        for i in 0..if histories == 0 { 0 } else { self.n } {
            if below(&mut self.rng, self.met) >= histories {
                continue;
            }
            let Some(history) = draw(&mut self.rng)? else { continue };
            match self.kept.histories.get(i).map(bytes_of) {
                Some(before) => {
                    self.kept.bytes -= before;
                    self.kept.take(bytes_of(&history))?;
                    self.kept.histories[i] = history;
                }
                None => self.kept.push(history)?,
            }
        }
        Ok(())
    }

    /// The histories that were drawn; none if none was met.
    pub fn into_histories(self) -> Vec<History> {
        self.kept.into_histories()
    }
}
