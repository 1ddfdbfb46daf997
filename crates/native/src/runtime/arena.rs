//! The arena, in which generated code lays results one after the other, seen from routines of
//! ours: its words, lists of records that grow outside of it, and the limits of both.

use super::records::Records;
use super::{ARENA, Ctx, Problem};

/// What a result costs that is kept and compared.
const KEEP_COST: i64 = 16;

impl Ctx {
    /// The words that generated code has put into the arena.
    pub(crate) fn produced(&self) -> &[u64] {
        let n = (self.top - self.arena.start()) / 8;
        self.arena.words(self.arena.start(), n as usize).unwrap_or(&[])
    }

    pub(crate) fn arena_words(&self, from: u64, n_words: usize) -> Option<&[u64]> {
        self.arena.words(from, n_words)
    }

    /// Writes over words that are in use.
    pub(crate) fn overwrite(&mut self, to: u64, words: &[u64]) -> Option<()> {
        self.arena.write(to, words)
    }

    /// Puts words after what is in use, if there is room; where they are.
    pub(crate) fn put(&mut self, words: &[u64]) -> Option<u64> {
        let from = self.top;
        let bytes = 8 * words.len() as u64;
        if from + bytes > self.limit {
            self.problem = Problem::Results as i64;
            return None;
        }
        self.arena.write(from, words)?;
        self.top = from + bytes;
        Some(from)
    }

    /// Copies a record of the arena to another place there.
    pub(crate) fn copy(&mut self, from: u64, to: u64) -> Option<()> {
        let n_words = self.shared().record_words();
        self.arena.copy(from, to, n_words)
    }

    /// Empty records, to be given back.
    pub(crate) fn take_records(&mut self) -> Records {
        let mut records = self.spare_records.pop().unwrap_or_default();
        records.begin(self.shared().record_words());
        records
    }

    pub(crate) fn give_records(&mut self, records: Records) {
        self.spare_records.push(records);
    }

    /// Begins a list of records outside the arena; its number.
    pub(crate) fn open_list(&mut self) -> i64 {
        if self.open == self.lists.len() {
            self.lists.push(Vec::new());
        }
        self.lists[self.open].clear();
        self.open += 1;
        self.open as i64 - 1
    }

    /// Moves words from the arena to a list; below 0 if there is no room.
    pub(crate) fn set_aside(&mut self, list: i64, from: u64, n_words: usize) -> i64 {
        let (Some(list), Some(words)) =
            (self.lists.get_mut(list as usize), self.arena.words(from, n_words))
        else {
            return -1;
        };
        list.extend_from_slice(words);
        self.top = from;
        if 8 * list.len() > ARENA {
            self.problem = Problem::Results as i64;
            return -1;
        }
        0
    }

    /// Appends the records of a list to the arena and ends it; how many there are,
    /// or below 0 if there is no room.
    pub(crate) fn close_list(&mut self, list: i64) -> i64 {
        let records = std::mem::take(&mut self.lists[list as usize]);
        self.open = list as usize;
        let n = records.len() / self.shared().record_words();
        let put = self.put(&records);
        self.lists[list as usize] = records;
        put.map_or(-1, |_| n as i64)
    }

    /// Counts a result that is kept against the limits.
    pub(crate) fn keep(&mut self, n_results: usize) -> Option<()> {
        self.fuel -= KEEP_COST;
        if self.fuel < 0 {
            self.problem = Problem::Steps as i64;
            return None;
        }
        if n_results * self.shared().record_words() * 8 > ARENA {
            self.problem = Problem::Results as i64;
            return None;
        }
        Some(())
    }
}
