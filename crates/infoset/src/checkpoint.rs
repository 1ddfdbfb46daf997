//! Work that was not finished, as bytes that whoever runs the library keeps in a file.
//!
//! 1. The file begins with a name and a version, and goes on in chunks: the length, a
//!    checksum, the bytes.
//! 2. The first chunk tells which search it was: the method, the rules, how positions are
//!    written, the player, the start, and the turns that were perceived so far. Only a
//!    search that begins the same way may go on from it.
//! 3. The last chunk is empty, so that a file that was cut off is noticed.

pub(crate) mod deep;
mod merged;

use crate::limits::{InfosetError, Progress};
use crate::observation::Observation;
use game::Referee;
use game::bytes::{Reader, put};
use game::chunks;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::io::{Read, Write};

const NAME: &[u8; 20] = b"multigame infoset 3\n";

/// Whether this begins as a checkpoint does.
pub fn is_checkpoint(mut from: impl Read) -> bool {
    let mut name = [0; NAME.len()];
    from.read_exact(&mut name).is_ok() && name == *NAME
}

/// What a search must have in common with a checkpoint to go on from it.
pub(crate) struct Origin<'a> {
    pub(crate) method: &'static str,
    /// A number for the rules.
    pub(crate) rules: u64,
    /// A number for how positions are written; see [`form`].
    pub(crate) form: u64,
    pub(crate) observation: &'a Observation,
    /// How many turns were looked at.
    pub(crate) n_turns: usize,
}

impl Origin<'_> {
    /// What is written of it: method, rules, form of positions, number of turns, and a
    /// number for what was perceived in them.
    fn bytes(&self) -> Vec<u8> {
        let mut hasher = FxHasher::default();
        let Observation { player, start, turns } = self.observation;
        (player, start, &turns[..self.n_turns]).hash(&mut hasher);
        let mut bytes = Vec::new();
        put(self.method.len() as u128, &mut bytes);
        bytes.extend(self.method.as_bytes());
        for number in [self.rules, self.form, self.n_turns as u64, hasher.finish()] {
            put(u128::from(number), &mut bytes);
        }
        bytes
    }

    /// Whether a checkpoint that begins with these bytes fits; if it does, after how many
    /// turns it was made.
    fn check(mut self, bytes: &[u8]) -> Result<usize, InfosetError> {
        let other = |why: &str| Err(InfosetError::Checkpoint(why.to_string()));
        let mut reader = Reader(bytes);
        let numbers = reader.bytes().zip(reader.small::<u64>()).zip(reader.small::<u64>());
        let read = numbers.zip(reader.small::<usize>());
        let Some((((method, rules), form), n_turns)) = read else { return Err(damaged()) };
        if method != self.method.as_bytes() {
            return other("the checkpoint was made by the other method, or with other options");
        }
        if rules != self.rules {
            return other("the checkpoint was made by other rules");
        }
        if form != self.form {
            return Err(InfosetError::OtherBackEnd);
        }
        if n_turns > self.observation.turns.len() {
            return other("the checkpoint was made for more turns than there are here");
        }
        self.n_turns = n_turns;
        match self.bytes() == bytes {
            true => Ok(n_turns),
            false => other("the checkpoint was made for another transcript"),
        }
    }
}

/// A number for how a back end writes the positions of a game: with the same rules, others
/// write the first one otherwise.
pub(crate) fn form<G: Referee>(game: &G) -> u64 {
    let mut start = Vec::new();
    game.write_position(&game.start(), &mut start);
    chunks::checksum(&start)
}

pub(crate) fn damaged() -> InfosetError {
    InfosetError::Checkpoint("the checkpoint is damaged, or not one at all".to_string())
}

/// Writes a checkpoint: chunks after what says which search it was.
pub(crate) struct Writer<'a>(chunks::Writer<'a>);

impl<'a> Writer<'a> {
    pub(crate) fn new(
        to: &'a mut dyn Write,
        origin: &Origin<'_>,
    ) -> Result<Writer<'a>, InfosetError> {
        let mut writer = Writer(chunks::Writer::new(to, NAME).map_err(failed)?);
        writer.chunk(&origin.bytes())?;
        Ok(writer)
    }

    pub(crate) fn chunk(&mut self, bytes: &[u8]) -> Result<(), InfosetError> {
        self.0.chunk(bytes).map_err(failed)
    }

    pub(crate) fn end(self) -> Result<(), InfosetError> {
        self.0.end().map_err(failed)
    }
}

fn failed(why: std::io::Error) -> InfosetError {
    InfosetError::Checkpoint(format!("the checkpoint cannot be written: {why}"))
}

/// Reads a checkpoint.
pub(crate) struct Chunks<'a>(chunks::Chunks<'a>);

impl<'a> Chunks<'a> {
    /// Begins to read, and gives the number of turns after which it was written.
    pub(crate) fn new(
        from: &'a mut dyn Read,
        origin: Origin<'_>,
    ) -> Result<(Chunks<'a>, usize), InfosetError> {
        let mut chunks = Chunks(chunks::Chunks::new(from, NAME).map_err(|_| damaged())?);
        let n_turns = origin.check(&chunks.chunk()?)?;
        Ok((chunks, n_turns))
    }

    /// The next chunk, which is empty if it is the last.
    pub(crate) fn chunk(&mut self) -> Result<Vec<u8>, InfosetError> {
        Ok(self.0.chunk().map_err(|_| damaged())?.unwrap_or_default())
    }

    /// Nothing may follow but the end.
    fn end(mut self) -> Result<(), InfosetError> {
        match self.chunk()?.is_empty() {
            true => self.end_after_last(),
            false => Err(damaged()),
        }
    }

    /// Nothing may follow at all: the last chunk was read.
    pub(crate) fn end_after_last(self) -> Result<(), InfosetError> {
        self.0.end().map_err(|_| damaged())
    }
}

pub(crate) fn put_work(work: Progress, bytes: &mut Vec<u8>) {
    put(work.size, bytes);
    for number in [work.depth as u64, work.expanded, work.compared] {
        put(u128::from(number), bytes);
    }
}

pub(crate) fn work(from: &mut Reader<'_>) -> Option<Progress> {
    let (size, depth) = (from.number()?, from.small()?);
    Some(Progress { depth, size, expanded: from.small()?, compared: from.small()? })
}
