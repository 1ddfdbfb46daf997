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
    /// when the map grows.
    pub(crate) fn place(&mut self, words: &[u64]) -> usize {
        if let Some(&address) = self.tables.get(words) {
            return address;
        }
        let table: Box<[u64]> = words.into();
        let address = table.as_ptr() as usize;
        self.tables.insert(table, address);
        address
    }
}
