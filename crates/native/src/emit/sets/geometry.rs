//! Moving sets over the board: steps are shifts with masks, lines from one field
//! are looked up and cut off at the first field in the way, lines from many
//! fields are filled in parallel, areas grow until nothing is new.

use crate::emit::sym::Word;
use crate::emit::{Emit, IntCC};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{BlockArg, InstBuilder};
use game::{Board, Direction, Field};
use std::rc::Rc;

/// Where a walk leads: pairs of fields.
pub(crate) type Pairs = Vec<(usize, usize)>;

/// Where each field leads to by a list of steps.
pub(crate) fn ends(board: &Board, way: &[Direction], from: usize) -> Option<usize> {
    let mut at = Field(from as u16);
    for &direction in way {
        at = board.step(at, direction)?;
    }
    Some(at.index())
}

/// The pairs of fields that some way joins.
pub(crate) fn pairs(board: &Board, ways: &[Vec<Direction>], back: bool) -> Pairs {
    let n = board.n_fields();
    let mut pairs = Pairs::new();
    for from in 0..n {
        for way in ways {
            if let Some(to) = ends(board, way, from) {
                pairs.push(if back { (to, from) } else { (from, to) });
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

impl Emit<'_, '_> {
    pub(crate) fn board(&self) -> &'_ Board {
        &self.program.facts.board
    }

    /// The bits of a field.
    pub(crate) fn bits(&mut self, field: Word) -> Vec<Word> {
        let words = self.layout.words;
        if words == 1 {
            return vec![self.bit(field)];
        }
        if let Word::C(field) = field {
            let word =
                |i: usize| Word::C(if field as usize / 64 == i { 1 << (field % 64) } else { 0 });
            return (0..words).map(word).collect();
        }
        if words >= LARGE {
            let table = single_fields(words);
            let stride = words.next_power_of_two();
            return (0..words).map(|i| self.table(&table, stride, field, i)).collect();
        }
        let bit = self.bit(field);
        let which = self.down(field, 6);
        (0..words)
            .map(|i| {
                let here = self.compare(IntCC::Equal, which, Word::C(i as u64));
                self.select(here, bit, Word::ZERO)
            })
            .collect()
    }

    /// Whether a field is in a set: not 0.
    pub(crate) fn contains(&mut self, set: &[Word], field: Word) -> Word {
        if let (Word::C(field), true) = (field, set.iter().all(|w| w.constant().is_some())) {
            let word = set[field as usize / 64].constant().unwrap_or(0);
            return Word::C(word >> (field % 64) & 1);
        }
        let mut word = set[0];
        if set.len() > 1 {
            let which = self.down(field, 6);
            for (i, &other) in set.iter().enumerate().skip(1) {
                let here = self.compare(IntCC::Equal, which, Word::C(i as u64));
                word = self.select(here, other, word);
            }
        }
        match (word, field) {
            (Word::C(0), _) => Word::ZERO,
            (word, Word::C(field)) => self.and(word, Word::C(1 << (field & 63))),
            (word, Word::V(at)) => {
                let word = self.value(word);
                let down = self.b.ins().ushr(word, at);
                self.and(Word::V(down), Word::ONE)
            }
        }
    }

    /// Not 0 if the set has a field.
    pub(crate) fn some(&mut self, set: &[Word]) -> Word {
        set.iter().skip(1).fold(set[0], |any, &word| self.or(any, word))
    }

    /// The lowest field of a set; the number after the last bit if it is empty.
    pub(crate) fn first(&mut self, set: &[Word]) -> Word {
        let last = set.len() - 1;
        let low = self.lowest(set[last]);
        let mut first = self.add(low, Word::C(64 * last as u64));
        for i in (0..last).rev() {
            let low = self.lowest(set[i]);
            let here = self.add(low, Word::C(64 * i as u64));
            first = self.select(set[i], here, first);
        }
        first
    }

    /// The highest field of a set and 1; 0 if it is empty.
    pub(crate) fn last(&mut self, set: &[Word]) -> Word {
        let mut last = Word::ZERO;
        for (i, &word) in set.iter().enumerate() {
            let leading = self.leading(word);
            let here = self.sub(Word::C(64 * (i as u64 + 1)), leading);
            last = self.select(word, here, last);
        }
        last
    }

    /// A constant set.
    pub(crate) fn mask(&self, fields: impl Iterator<Item = usize>) -> Vec<Word> {
        let mut words = vec![0u64; self.layout.words];
        fields.for_each(|field| words[field / 64] |= 1 << (field % 64));
        words.into_iter().map(Word::C).collect()
    }

    pub(crate) fn and_all(&mut self, a: &[Word], b: &[Word]) -> Vec<Word> {
        a.iter().zip(b).map(|(&a, &b)| self.and(a, b)).collect()
    }

    pub(crate) fn or_all(&mut self, a: &[Word], b: &[Word]) -> Vec<Word> {
        a.iter().zip(b).map(|(&a, &b)| self.or(a, b)).collect()
    }

    pub(crate) fn minus_all(&mut self, a: &[Word], b: &[Word]) -> Vec<Word> {
        a.iter().zip(b).map(|(&a, &b)| self.minus(a, b)).collect()
    }

    /// One row of words for each bit of a set: where the field leads.
    pub(crate) fn rows(&self, pairs: &[(usize, usize)]) -> Vec<u64> {
        let words = self.layout.words;
        let mut rows = vec![0u64; (64 * words + 1) * words];
        for &(from, to) in pairs {
            rows[from * words + to / 64] |= 1 << (to % 64);
        }
        rows
    }

    /// A row of a table of sets.
    pub(crate) fn row(&mut self, rows: &[u64], field: Word) -> Vec<Word> {
        let words = self.layout.words;
        (0..words).map(|i| self.table(rows, words, field, i)).collect()
    }

    /// [`ir::SetExpr::Walk`] from a set.
    pub(crate) fn walk(&mut self, from: &[Word], ways: &[Vec<Direction>], back: bool) -> Vec<Word> {
        let pairs = pairs(self.board(), ways, back);
        self.moved(from, &pairs)
    }

    /// [`ir::SetExpr::Walk`] from one field, or from none if the number is that
    /// after the last bit.
    pub(crate) fn walk_one(
        &mut self,
        field: Word,
        ways: &[Vec<Direction>],
        back: bool,
    ) -> Vec<Word> {
        let pairs = pairs(self.board(), ways, back);
        let rows = self.rows(&pairs);
        self.row(&rows, field)
    }

    /// [`ir::SetExpr::Spread`], and what of it lies in `through` or is the start.
    pub(crate) fn spread(
        &mut self,
        from: &[Word],
        ways: &[Vec<Direction>],
        through: &[Word],
        back: bool,
    ) -> (Vec<Word>, Vec<Word>) {
        let step = pairs(self.board(), ways, back);
        match back {
            true => self.grow_from(from, &step, through),
            false => {
                let area = self.grow(from, &step, through);
                (area.clone(), area)
            }
        }
    }

    /// Moves a set along the pairs, into fields of the other set, until nothing
    /// is new. Each part of a round begins with what the part before it reached.
    pub(super) fn grow(
        &mut self,
        from: &[Word],
        step: &[(usize, usize)],
        through: &[Word],
    ) -> Vec<Word> {
        let products = self.products(step);
        let (header, done) = (self.b.create_block(), self.b.create_block());
        let args = self.block_args(from);
        self.b.ins().jump(header, &args);
        let set: Vec<Word> =
            from.iter().map(|_| Word::V(self.b.append_block_param(header, I64))).collect();
        self.b.switch_to_block(header);
        let mut grown = set.clone();
        for product in &products {
            let moved = self.moved_by(&grown, product);
            let next = self.and_all(&moved, through);
            grown = self.or_all(&grown, &next);
        }
        let fresh: Vec<Word> =
            grown.iter().zip(&set).map(|(&now, &before)| self.xor(now, before)).collect();
        let any = self.some(&fresh);
        let any = self.value(any);
        let args = self.block_args(&grown);
        self.b.ins().brif(any, header, &args, done, &[]);
        self.b.switch_to_block(done);
        grown
    }

    /// What is reached from a set by going on from fields of the other set only;
    /// and these fields.
    pub(crate) fn grow_from(
        &mut self,
        from: &[Word],
        step: &[(usize, usize)],
        through: &[Word],
    ) -> (Vec<Word>, Vec<Word>) {
        let start = self.and_all(from, through);
        let open = self.grow(&start, step, through);
        let moved = self.moved(&open, step);
        (self.or_all(from, &moved), open)
    }

    pub(crate) fn block_args(&mut self, words: &[Word]) -> Vec<BlockArg> {
        words.iter().map(|&word| self.value(word).into()).collect()
    }

    /// One step of a finger: the field, and 0 or the field's bit where there is none.
    pub(crate) fn next_field(
        &mut self,
        from: Word,
        direction: Direction,
        back: bool,
    ) -> (Word, Word) {
        let board = self.board();
        let n = board.n_fields();
        let mut next = vec![u64::MAX; 64 * self.layout.words + 1];
        for (from, to) in pairs(board, &[vec![direction]], back) {
            next[from] = next[from].min(to as u64);
        }
        let has: Vec<usize> = (0..n).filter(|&i| next[i] != u64::MAX).collect();
        if let Word::C(from) = from {
            let to = next[from as usize];
            return (Word::C(to), Word::C(u64::from(to != u64::MAX)));
        }
        let by: Vec<i64> = has.iter().map(|&i| next[i] as i64 - i as i64).collect();
        let to = match by.first() {
            Some(&one) if by.iter().all(|&by| by == one) => self.add(from, Word::C(one as u64)),
            _ => self.table(&next, 1, from, 0),
        };
        if has.len() == n {
            return (to, Word::ONE);
        }
        let mask = self.mask(has.into_iter());
        let ok = self.contains(&mask, from);
        (to, ok)
    }

    /// The number, or 0 if it is negative.
    fn at_least_0(&mut self, number: Word) -> Word {
        let negative = self.compare(IntCC::SignedLessThan, number, Word::ZERO);
        self.select(negative, Word::ZERO, number)
    }

    /// One step in a direction that is known only when the code runs: -1 at an edge.
    pub(crate) fn next_in(&mut self, from: Word, direction: Word, back: bool) -> Word {
        let board = self.board();
        let (n, rows) = (board.directions.len(), 64 * self.layout.words);
        let mut next = vec![u64::MAX; n * rows];
        for d in 0..n {
            for (from, to) in pairs(board, &[vec![Direction(d as u16)]], back) {
                next[d * rows + from] = next[d * rows + from].min(to as u64);
            }
        }
        // A direction or a field that is not set must not lead out of the table
        // even if the load is moved in front of the test.
        let (direction, from) = (self.at_least_0(direction), self.at_least_0(from));
        let direction = self.value(direction);
        let base = self.b.ins().imul_imm_s(direction, rows as i64);
        let at = self.add(Word::V(base), from);
        self.table(&next, 1, at, 0)
    }
}

/// From how many words on the bits of a field are looked up.
const LARGE: usize = 3;

/// The bits of every field; none of the number after the last bit, which stands for no field.
fn single_fields(words: usize) -> Vec<u64> {
    let stride = words.next_power_of_two();
    let mut table = vec![0; (64 * words + 1) * stride];
    for field in 0..64 * words {
        table[field * stride + field / 64] = 1 << (field % 64);
    }
    table
}

/// Whether all pairs have one difference.
pub(crate) fn is_one_shift(pairs: &[(usize, usize)]) -> bool {
    pairs.windows(2).all(|w| w[0].1 as i64 - w[0].0 as i64 == w[1].1 as i64 - w[1].0 as i64)
}

/// A set as it is kept in values.
pub(crate) fn shared(words: Vec<Word>) -> Rc<[Word]> {
    words.into()
}
