//! Pieces of work that go one way to whoever owns them, many to a message, until no rank has
//! anything left to do.
//!
//! A message costs far more than a byte does, so pieces for the same rank wait for each
//! other until a batch is full; before a rank rests, it sends what it has. Pieces for
//! this rank itself never get here: it keeps them.

use crate::link::Lost;
use crate::team::{Kind, Team};
use crate::termination::{FIRST_KIND, Termination};

/// A batch is sent when it has this many bytes: messages of this size cost little more
/// than small ones.
const BATCH_BYTES: usize = 4096;

/// Messages with pieces of work are of this kind; notices have others.
const BATCH: Kind = FIRST_KIND - 1;

/// What has arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// Pieces of work of one rank, one after the other.
    Batch {
        /// The rank.
        from: usize,
        /// The pieces, as they were written.
        bytes: Vec<u8>,
    },
    /// A notice that was sent on its own; it is no work.
    Notice {
        /// Who sent it.
        from: usize,
        /// What it is about.
        kind: Kind,
        /// What it says.
        bytes: Vec<u8>,
    },
    /// Nothing has arrived.
    Nothing,
    /// All ranks are done.
    Done,
}

/// What a rank does in an exchange, for [`Exchange::run`].
pub trait Work {
    /// Whether this rank has nothing to do unless others send something.
    fn is_idle(&self) -> bool;

    /// Does some of what this rank has to do: as much as messages of others may wait.
    fn work(&mut self, exchange: &mut Exchange<'_, '_>) -> Result<(), Lost>;

    /// Takes the pieces of a batch, in the order in which they were given.
    fn hear(
        &mut self,
        from: usize,
        bytes: &[u8],
        exchange: &mut Exchange<'_, '_>,
    ) -> Result<(), Lost>;

    /// Hears a notice; for those who send none.
    fn notice(&mut self, _kind: Kind) {}
}

/// An exchange of pieces of work: a phase of a team.
#[derive(Debug)]
pub struct Exchange<'t, 'l> {
    team: &'t mut Team<'l>,
    batches: Vec<Vec<u8>>,
    batch_bytes: usize,
    termination: Termination,
}

impl<'t, 'l> Exchange<'t, 'l> {
    /// Begins an exchange, as all other ranks do.
    pub fn new(team: &'t mut Team<'l>) -> Exchange<'t, 'l> {
        team.begin();
        let batches = vec![Vec::new(); team.size()];
        Exchange { team, batches, batch_bytes: BATCH_BYTES, termination: Termination::new() }
    }

    /// Sends batches when they have this many bytes.
    pub fn with_batches_of(mut self, bytes: usize) -> Exchange<'t, 'l> {
        self.batch_bytes = bytes;
        self
    }

    /// The number of this rank.
    pub fn rank(&self) -> usize {
        self.team.rank()
    }

    /// How many ranks there are.
    pub fn size(&self) -> usize {
        self.team.size()
    }

    /// Gives a piece of work to another rank; `write` appends it to a batch.
    pub fn give(&mut self, to: usize, write: impl FnOnce(&mut Vec<u8>)) -> Result<(), Lost> {
        write(&mut self.batches[to]);
        match self.batches[to].len() >= self.batch_bytes {
            true => self.flush(to),
            false => Ok(()),
        }
    }

    /// Tells all other ranks something that is no work: what it says may come too late.
    pub fn notify(&mut self, kind: Kind, bytes: &[u8]) -> Result<(), Lost> {
        self.team.send_to_others(kind, bytes)
    }

    /// Tells one rank something that is no work.
    pub fn tell(&mut self, to: usize, kind: Kind, bytes: &[u8]) -> Result<(), Lost> {
        self.team.send(to, kind, bytes)
    }

    /// Sends what waits for a rank, whether that is a full batch or not.
    pub fn flush(&mut self, to: usize) -> Result<(), Lost> {
        if !self.batches[to].is_empty() {
            self.team.send(to, BATCH, &self.batches[to])?;
            self.batches[to].clear();
            self.termination.sent();
        }
        Ok(())
    }

    /// Sends all batches, full or not.
    pub fn flush_all(&mut self) -> Result<(), Lost> {
        (0..self.batches.len()).try_for_each(|to| self.flush(to))
    }

    /// What has arrived. A rank that has work left itself says so, and is never told that
    /// all are done.
    pub fn receive(&mut self, is_idle: bool) -> Result<Received, Lost> {
        while let Some(message) = self.team.receive()? {
            if self.termination.hear(self.team, &message)? {
                continue;
            }
            let (from, kind, bytes) = (message.from, message.kind, message.bytes);
            if kind != BATCH {
                return Ok(Received::Notice { from, kind, bytes });
            }
            self.termination.received();
            return Ok(Received::Batch { from, bytes });
        }
        if is_idle {
            self.flush_all()?;
            if self.termination.is_done(self.team)? {
                return Ok(Received::Done);
            }
        }
        Ok(Received::Nothing)
    }

    /// Works until all ranks are done: what has arrived comes first, because others may have
    /// nothing else to do.
    pub fn run(&mut self, work: &mut impl Work) -> Result<(), Lost> {
        loop {
            let is_idle = work.is_idle();
            match self.receive(is_idle)? {
                Received::Batch { from, bytes } => work.hear(from, &bytes, self)?,
                Received::Notice { kind, .. } => work.notice(kind),
                Received::Done => return Ok(()),
                Received::Nothing if is_idle => self.rest(),
                Received::Nothing => work.work(self)?,
            }
        }
    }

    /// Says a number, before this rank has nothing to do.
    pub fn say(&mut self, number: u64) {
        self.termination.say(number);
    }

    /// The least number that a rank has said last, once all are done.
    pub fn least(&self) -> u64 {
        self.termination.least()
    }

    /// Lets others have the processor, when there is nothing to do.
    pub fn rest(&mut self) {
        self.team.rest();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::{Network, run};
    use game::bytes::{Reader, put};

    /// Each number leads to two that are half as large, at ranks that depend on the number
    /// only: what a rank has done in the end is the same in any network.
    #[derive(Default)]
    struct Halves {
        mine: Vec<u64>,
        n_done: u64,
    }

    fn owner(number: u64, size: usize) -> usize {
        (game::mix(number) % size as u64) as usize
    }

    impl Work for Halves {
        fn is_idle(&self) -> bool {
            self.mine.is_empty()
        }

        fn work(&mut self, exchange: &mut Exchange<'_, '_>) -> Result<(), Lost> {
            let (me, size) = (exchange.rank(), exchange.size());
            while let Some(number) = self.mine.pop() {
                self.n_done += 1;
                for half in [number / 2, (number - 1) / 2].into_iter().filter(|it| *it > 0) {
                    match owner(half, size) {
                        to if to == me => self.mine.push(half),
                        to => exchange.give(to, |bytes| put(u128::from(half), bytes))?,
                    }
                }
            }
            // What it says changes as long as it works.
            exchange.say(u64::MAX - self.n_done);
            Ok(())
        }

        fn hear(&mut self, _: usize, bytes: &[u8], _: &mut Exchange<'_, '_>) -> Result<(), Lost> {
            let mut reader = Reader(bytes);
            while let Some(number) = reader.small() {
                self.mine.push(number);
            }
            Ok(())
        }
    }

    /// How many numbers this rank has done, and the least number that one has said.
    fn halves(team: &mut Team<'_>, from: u64, batch: usize) -> Result<(u64, u64), Lost> {
        let mut exchange = Exchange::new(team).with_batches_of(batch);
        let mut halves = Halves::default();
        if owner(from, exchange.size()) == exchange.rank() {
            halves.mine.push(from);
        }
        exchange.run(&mut halves)?;
        Ok((halves.n_done, exchange.least()))
    }

    #[test]
    fn all_work_is_done_before_anybody_stops() {
        for size in [1, 2, 3, 5, 8] {
            for (seed, batch) in [(1, 1), (2, 40), (3, 4096)] {
                let network = Network::unruly(seed);
                // Twice in a row, so that messages of the first could get into the second.
                let done = run(size, network, |team| {
                    Ok::<_, Lost>([halves(team, 1023, batch)?, halves(team, 4095, batch)?])
                });
                let all: Vec<_> = done.into_iter().map(Result::unwrap).collect();
                for (i, expected) in [1023, 4095].into_iter().enumerate() {
                    let n_done: u64 = all.iter().map(|rank| rank[i].0).sum();
                    assert_eq!(n_done, expected, "{size} ranks, batches of {batch}");
                    let most = all.iter().map(|rank| rank[i].0).max().unwrap_or(0);
                    let heard = |rank: &[(u64, u64); 2]| rank[i].1 == u64::MAX - most;
                    assert!(all.iter().all(heard), "{size} ranks, batches of {batch}");
                }
            }
        }
    }
}
