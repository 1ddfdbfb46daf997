//! Where checkpoints and journals are: with whoever runs a library, because libraries write no
//! files.

use std::io::{Read, Result, Write};

/// Keeps the parts of checkpoints. There is one keeper for each rank.
pub trait Keeper {
    /// Whether it is time for a checkpoint. Only that of the first rank is asked, and often.
    fn is_due(&mut self) -> bool;

    /// What the part of this rank in a new checkpoint is written to.
    fn write(&mut self) -> Result<Box<dyn Write + '_>>;

    /// Hears, at all ranks, whether all parts of the new checkpoint were written. If so it
    /// takes the place of the one before, and otherwise it is worth nothing.
    fn written(&mut self, whole: bool) -> Result<()>;

    /// A part of the last checkpoint by its number, if there is one.
    fn read(&mut self, part: usize) -> Result<Option<Box<dyn Read + '_>>>;
}

/// Keeps what was found, one thing after the other, each under a number: what came of a job, or
/// whatever is found again with little work if it is known. Only the first rank has one.
pub trait Journal {
    /// All that was noted before, in that order.
    fn known(&mut self) -> Vec<(u64, Vec<u8>)>;

    /// Notes something. It is there after whatever happens to this process.
    fn note(&mut self, number: u64, what: &[u8]) -> Result<()>;
}
