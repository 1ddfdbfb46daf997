//! Constant tables that generated code looks into. They are kept as long as the
//! code, and equal tables are kept once.

use rustc_hash::FxHashMap;

/// The tables of a game.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    tables: FxHashMap<Box<[u64]>, usize>,
}

impl Tables {
    /// The address of a table with these words. A boxed slice does not move
    /// when the map grows. Before the table lies one empty row: code may look
    /// into it before it has tested that a number is not -1.
    pub(crate) fn place(&mut self, words: &[u64], row_words: usize) -> usize {
        let table: Box<[u64]> =
            std::iter::repeat_n(0, row_words).chain(words.iter().copied()).collect();
        if let Some(&address) = self.tables.get(&table) {
            return address + 8 * row_words;
        }
        let address = table.as_ptr() as usize;
        self.tables.insert(table, address);
        address + 8 * row_words
    }
}
