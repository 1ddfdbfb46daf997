//! What proofs keep in a journal: facts that took much work, each of which holds whatever else
//! is known. Whoever begins with them comes back to where the work was with little of it.

use super::Unproved;
use ranks::Journal;

/// What took this many nodes is kept,
pub(super) const LEAST_WORK: u64 = 1024;
/// or such a part of all nodes, so that a journal grows slowly.
const PART_OF_ALL: u64 = 1 << 17;

/// What a journal knows was written by something else, however whole it is.
pub(crate) fn unreadable() -> Unproved {
    Unproved::Checkpoint("the journal knows of positions in no way that can be read".to_string())
}

/// A journal as a proof sees it. All ranks have one; that of the first rank knows and notes.
pub(crate) struct Kept<'j> {
    journal: Option<&'j mut dyn Journal>,
    known: Vec<(u64, Vec<u8>)>,
}

impl<'j> Kept<'j> {
    pub(crate) fn new(mut journal: Option<&'j mut dyn Journal>) -> Kept<'j> {
        let known = journal.iter_mut().flat_map(|journal| journal.known()).collect();
        Kept { journal, known }
    }

    /// All that was noted under a number, one after the other.
    pub(crate) fn known(&self, number: u64) -> Vec<u8> {
        let noted = self.known.iter().filter(|(of, _)| *of == number);
        noted.flat_map(|(_, what)| what.iter().copied()).collect()
    }

    pub(crate) fn note(&mut self, number: u64, what: &[u8]) -> Result<(), Unproved> {
        let noted = self.journal.as_mut().map_or(Ok(()), |journal| journal.note(number, what));
        noted.map_err(|why| Unproved::Checkpoint(format!("the journal cannot be written: {why}")))
    }

    /// Whether something is worth being noted after this many nodes in all.
    pub(crate) fn is_worth_it(&self, work: u64, nodes: u64) -> bool {
        self.journal.is_some() && work >= LEAST_WORK.max(nodes / PART_OF_ALL)
    }
}
