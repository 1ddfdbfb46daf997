//! Results of functions that are kept outside the memory of a turn: rows of words,
//! and a hash table that finds equal ones. They are used again and again, so that
//! a loop over results allocates only until it has met its longest list.

/// Rows of words of one size, in the order in which they came.
#[derive(Default)]
pub(crate) struct Records {
    size: usize,
    words: Vec<u64>,
    /// What distinguishes each record besides its words.
    marks: Vec<u64>,
    /// For each place of the table the use in which it was taken, and the number
    /// of the record.
    table: Vec<(u32, u32)>,
    /// How often the records were used; the table is not cleared between uses.
    uses: u32,
}

/// The places of the first table.
const FIRST_PLACES: usize = 64;

impl Records {
    /// Starts over with records of this many words.
    pub(crate) fn begin(&mut self, size: usize) {
        self.size = size.max(1);
        self.words.clear();
        self.marks.clear();
        if self.uses == u32::MAX || self.table.is_empty() {
            let places = self.table.len().max(FIRST_PLACES);
            self.table.clear();
            self.table.resize(places, (0, 0));
            self.uses = 0;
        }
        self.uses += 1;
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len() / self.size
    }

    /// All records, one after the other.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    pub(crate) fn record(&self, i: usize) -> &[u64] {
        &self.words[i * self.size..][..self.size]
    }

    /// A record whose words may be changed that do not count.
    pub(crate) fn record_mut(&mut self, i: usize) -> &mut [u64] {
        &mut self.words[i * self.size..][..self.size]
    }

    /// Writes another record over one that has the same words in the places that count.
    pub(crate) fn replace(&mut self, i: usize, record: &[u64]) {
        self.record_mut(i).copy_from_slice(record);
    }

    /// Adds a record unless there is one with the same words in these places and the same
    /// mark: its number.
    pub(crate) fn insert(&mut self, record: &[u64], places: &[u16], mark: u64) -> Option<usize> {
        let last = self.table.len() - 1;
        let mut at = hash(record, places, mark) & last;
        while self.table[at].0 == self.uses {
            let number = self.table[at].1 as usize;
            let other = self.record(number);
            let same = |&i: &u16| record[usize::from(i)] == other[usize::from(i)];
            if self.marks[number] == mark && places.iter().all(same) {
                return Some(number);
            }
            at = (at + 1) & last;
        }
        let n = self.len();
        self.table[at] = (self.uses, n as u32);
        self.words.extend_from_slice(record);
        self.marks.push(mark);
        if 2 * (n + 1) > self.table.len() {
            self.grow(places);
        }
        None
    }

    fn grow(&mut self, places: &[u16]) {
        let n_places = 2 * self.table.len();
        self.table.clear();
        self.table.resize(n_places, (0, 0));
        self.uses = 1;
        for i in 0..self.len() {
            let mut at = hash(self.record(i), places, self.marks[i]) & (n_places - 1);
            while self.table[at].0 == self.uses {
                at = (at + 1) & (n_places - 1);
            }
            self.table[at] = (self.uses, i as u32);
        }
    }
}

fn hash(record: &[u64], places: &[u16], mark: u64) -> usize {
    let mixed = places.iter().fold(mark, |hash, &i| {
        (hash.rotate_left(23) ^ record[usize::from(i)]).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    });
    (mixed >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_records_are_kept_once_in_each_use() {
        let mut records = Records::default();
        for turn in 0..3 {
            records.begin(3);
            for i in 0..500 {
                records.insert(&[i, turn, 7], &[0, 2], 0);
                records.insert(&[i, turn + 1, 7], &[0, 2], 0);
            }
            assert_eq!(records.len(), 500);
            assert_eq!(records.record(499), [499, turn, 7]);
        }
    }

    #[test]
    fn records_with_other_marks_are_others() {
        let mut records = Records::default();
        records.begin(1);
        for mark in 0..100 {
            assert_eq!(records.insert(&[7], &[0], mark), None);
        }
        assert_eq!(records.insert(&[7], &[0], 5), Some(5));
    }

    #[test]
    fn uses_may_be_more_than_their_numbers() {
        let mut records = Records::default();
        records.begin(1);
        records.insert(&[1], &[0], 0);
        records.uses = u32::MAX;
        records.begin(1);
        records.insert(&[1], &[0], 0);
        records.insert(&[1], &[0], 0);
        assert_eq!((records.len(), records.words()), (1, &[1][..]));
    }
}
