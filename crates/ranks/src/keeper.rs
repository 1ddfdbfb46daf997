//! Where checkpoints and journals are: with whoever runs a library, because libraries write no
//! files.

use std::collections::BTreeMap;
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

impl<J: Journal + ?Sized> Journal for &mut J {
    fn known(&mut self) -> Vec<(u64, Vec<u8>)> {
        (**self).known()
    }

    fn note(&mut self, number: u64, what: &[u8]) -> Result<()> {
        (**self).note(number, what)
    }
}

/// What a journal knows by its numbers, and where more is noted. A rank that has no journal knows
/// nothing and notes nothing.
#[derive(Debug)]
pub struct Noted<J> {
    journal: Option<J>,
    known: BTreeMap<u64, Vec<u8>>,
}

impl<J: Journal> Noted<J> {
    /// Reads a journal, if there is one.
    pub fn new(mut journal: Option<J>) -> Noted<J> {
        let known = journal.iter_mut().flat_map(J::known).collect();
        Noted { journal, known }
    }

    /// What was noted last under a number before this journal was read.
    pub fn known(&self, number: u64) -> Option<&[u8]> {
        self.known.get(&number).map(Vec::as_slice)
    }

    /// Notes something, if there is a journal.
    pub fn note(&mut self, number: u64, what: &[u8]) -> Result<()> {
        self.journal.as_mut().map_or(Ok(()), |journal| journal.note(number, what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct InMemory(Vec<(u64, Vec<u8>)>);

    impl Journal for InMemory {
        fn known(&mut self) -> Vec<(u64, Vec<u8>)> {
            self.0.clone()
        }

        fn note(&mut self, number: u64, what: &[u8]) -> Result<()> {
            self.0.push((number, what.to_vec()));
            Ok(())
        }
    }

    #[test]
    fn what_was_noted_is_known_to_whoever_reads_it_next() {
        let mut journal = InMemory::default();
        let mut noted = Noted::new(Some(&mut journal));
        for (number, what) in [(7, 1), (8, 2), (7, 3)] {
            noted.note(number, &[what]).expect("room");
        }
        assert_eq!(noted.known(7), None);
        let noted = Noted::new(Some(&mut journal));
        assert_eq!([7, 8, 9].map(|number| noted.known(number)), [Some(&[3][..]), Some(&[2]), None]);
    }

    #[test]
    fn without_a_journal_nothing_is_known() {
        let mut noted = Noted::new(None::<InMemory>);
        noted.note(1, &[1]).expect("nothing to do");
        assert_eq!(noted.known(1), None);
    }
}
