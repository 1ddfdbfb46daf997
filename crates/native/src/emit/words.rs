//! Operations on words that fold what is constant, so that the machine gets
//! only what depends on the position.

use super::Emit;
use super::sym::Word;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData as MemFlags, Value, types::I64};

impl Emit<'_, '_> {
    /// The word as a value of the code.
    pub(crate) fn value(&mut self, word: Word) -> Value {
        match word {
            Word::C(constant) => self.b.ins().iconst(I64, constant as i64),
            Word::V(value) => value,
        }
    }

    pub(crate) fn and(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::C(a), Word::C(b)) => Word::C(a & b),
            (Word::C(0), _) | (_, Word::C(0)) => Word::ZERO,
            (Word::C(u64::MAX), other) | (other, Word::C(u64::MAX)) => other,
            (a, b) if a == b => a,
            (Word::V(v), Word::C(c)) | (Word::C(c), Word::V(v)) => {
                let c = self.b.ins().iconst(I64, c as i64);
                Word::V(self.b.ins().band(v, c))
            }
            (Word::V(a), Word::V(b)) => Word::V(self.b.ins().band(a, b)),
        }
    }

    pub(crate) fn or(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::C(a), Word::C(b)) => Word::C(a | b),
            (Word::C(0), other) | (other, Word::C(0)) => other,
            (a, b) if a == b => a,
            (a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                Word::V(self.b.ins().bor(a, b))
            }
        }
    }

    /// What is in the first and not in the second.
    pub(crate) fn minus(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::C(a), Word::C(b)) => Word::C(a & !b),
            (Word::C(0), _) => Word::ZERO,
            (a, Word::C(b)) => self.and(a, Word::C(!b)),
            (a, b) if a == b => Word::ZERO,
            (a, Word::V(b)) => {
                let a = self.value(a);
                Word::V(self.b.ins().band_not(a, b))
            }
        }
    }

    pub(crate) fn xor(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::C(a), Word::C(b)) => Word::C(a ^ b),
            (Word::C(0), other) | (other, Word::C(0)) => other,
            (a, b) if a == b => Word::ZERO,
            (a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                Word::V(self.b.ins().bxor(a, b))
            }
        }
    }

    /// Shifted up by a constant; everything if that is 64 or more.
    pub(crate) fn up(&mut self, a: Word, by: u32) -> Word {
        match a {
            _ if by >= 64 => Word::ZERO,
            _ if by == 0 => a,
            Word::C(a) => Word::C(a << by),
            Word::V(a) => Word::V(self.b.ins().ishl_imm_u(a, i64::from(by))),
        }
    }

    /// Shifted down by a constant; everything if that is 64 or more.
    pub(crate) fn down(&mut self, a: Word, by: u32) -> Word {
        match a {
            _ if by >= 64 => Word::ZERO,
            _ if by == 0 => a,
            Word::C(a) => Word::C(a >> by),
            Word::V(a) => Word::V(self.b.ins().ushr_imm_u(a, i64::from(by))),
        }
    }

    pub(crate) fn add(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::C(a), Word::C(b)) => Word::C(a.wrapping_add(b)),
            (Word::C(0), other) | (other, Word::C(0)) => other,
            (a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                Word::V(self.b.ins().iadd(a, b))
            }
        }
    }

    pub(crate) fn sub(&mut self, a: Word, b: Word) -> Word {
        match (a, b) {
            (Word::C(a), Word::C(b)) => Word::C(a.wrapping_sub(b)),
            (other, Word::C(0)) => other,
            (a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                Word::V(self.b.ins().isub(a, b))
            }
        }
    }

    /// 1 shifted up by the word, which counts modulo 64.
    pub(crate) fn bit(&mut self, at: Word) -> Word {
        match at {
            Word::C(at) => Word::C(1 << (at & 63)),
            Word::V(at) => {
                if let Some((_, bit)) = self.bits.iter().find(|(field, _)| *field == at) {
                    return Word::V(*bit);
                }
                let one = self.b.ins().iconst(I64, 1);
                Word::V(self.b.ins().ishl(one, at))
            }
        }
    }

    /// 1 if the comparison of signed words holds, else 0.
    pub(crate) fn compare(&mut self, cc: IntCC, a: Word, b: Word) -> Word {
        if let (Word::C(a), Word::C(b)) = (a, b) {
            let (a, b) = (a as i64, b as i64);
            let holds = match cc {
                IntCC::Equal => a == b,
                IntCC::NotEqual => a != b,
                IntCC::SignedLessThan => a < b,
                IntCC::SignedLessThanOrEqual => a <= b,
                IntCC::SignedGreaterThan => a > b,
                _ => a >= b,
            };
            return Word::C(u64::from(holds));
        }
        let (a, b) = (self.value(a), self.value(b));
        let holds = self.b.ins().icmp(cc, a, b);
        Word::V(self.b.ins().uextend(I64, holds))
    }

    /// The first if the condition is not 0, else the second.
    pub(crate) fn select(&mut self, cond: Word, yes: Word, no: Word) -> Word {
        match cond {
            Word::C(0) => no,
            Word::C(_) => yes,
            Word::V(_) if yes == no => yes,
            Word::V(cond) => {
                let (yes, no) = (self.value(yes), self.value(no));
                Word::V(self.b.ins().select(cond, yes, no))
            }
        }
    }

    pub(crate) fn popcount(&mut self, a: Word) -> Word {
        match a {
            Word::C(a) => Word::C(u64::from(a.count_ones())),
            Word::V(a) => Word::V(self.b.ins().popcnt(a)),
        }
    }

    /// The number of the lowest bit; 64 if there is none.
    pub(crate) fn lowest(&mut self, a: Word) -> Word {
        match a {
            Word::C(a) => Word::C(u64::from(a.trailing_zeros())),
            Word::V(a) => Word::V(self.b.ins().ctz(a)),
        }
    }

    /// The number of words above the highest bit; 64 if there is none.
    pub(crate) fn leading(&mut self, a: Word) -> Word {
        match a {
            Word::C(a) => Word::C(u64::from(a.leading_zeros())),
            Word::V(a) => Word::V(self.b.ins().clz(a)),
        }
    }

    /// A word of a constant table, by a row that lies in it, or is -1 on a path
    /// that will not be taken: such loads are moved in front of tests.
    pub(crate) fn table(&mut self, rows: &[u64], row_words: usize, row: Word, word: usize) -> Word {
        if let Word::C(row) = row {
            return Word::C(rows[row as usize * row_words + word]);
        }
        if rows.iter().skip(word).step_by(row_words).all(|&entry| entry == 0) {
            return Word::ZERO;
        }
        let address = self.unit.tables.place(rows, row_words);
        let base = self.b.ins().iconst(I64, address as i64);
        let row = self.value(row);
        let scaled = match row_words.is_power_of_two() {
            true => self.b.ins().ishl_imm_u(row, i64::from((8 * row_words).trailing_zeros())),
            false => self.b.ins().imul_imm_s(row, 8 * row_words as i64),
        };
        let at = self.b.ins().iadd(base, scaled);
        let flags = MemFlags::trusted().with_readonly().with_can_move();
        Word::V(self.b.ins().load(I64, flags, at, 8 * word as i32))
    }
}
