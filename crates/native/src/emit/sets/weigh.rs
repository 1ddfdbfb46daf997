//! Sums of what the fields of a set count: one look into a table where the set has one
//! field at most, and otherwise the sizes of a few parts of the set.

use crate::emit::known::Origin;
use crate::emit::sym::{Frame, Num, Word};
use crate::emit::{Emit, IntCC};
use game::Owner;
use ir::{SetExpr, Value};

/// What is as large as numbers get, so that a sum with it is, too.
const GREATEST: i64 = i32::MAX as i64;

impl<'p> Emit<'_, 'p> {
    /// [`ir::NumExpr::Weigh`]; no weight is below 0.
    pub(crate) fn weigh(&mut self, fr: &Frame<'p>, set: Value, weights: &[i32]) -> Num {
        let words = fr.words(set);
        let greatest = weights.iter().copied().max().unwrap_or(0);
        if self.has_one_at_most(fr, set) {
            let mut rows = vec![0u64; 64 * self.layout.words + 1];
            for (row, weight) in rows.iter_mut().zip(weights) {
                *row = *weight as u64;
            }
            let field = self.first(&words);
            let word = self.table(&rows, 1, field, 0);
            return Num { word, low: 0, high: greatest.into() };
        }
        self.weigh_many(&words, weights)
    }

    /// The sum over the binary digits of the weights of the fields that have them.
    fn weigh_many(&mut self, set: &[Word], weights: &[i32]) -> Num {
        let endless = |weight: i32| i64::from(weight) == GREATEST;
        let numbers = || weights.iter().copied().enumerate();
        let finite = numbers().filter(|(_, weight)| !endless(*weight));
        let digits =
            32 - finite.clone().map(|(_, weight)| weight).max().unwrap_or(0).leading_zeros();
        let mut total = Word::ZERO;
        for digit in 0..digits {
            let having = finite.clone().filter(|(_, weight)| weight >> digit & 1 == 1);
            let mask = self.mask(having.map(|(field, _)| field));
            let part = self.and_all(set, &mask);
            let size = self.size(&part).word;
            let part = self.up(size, digit);
            total = self.add(total, part);
        }
        let high = finite.map(|(_, weight)| i64::from(weight)).sum::<i64>();
        let mask = self.mask(numbers().filter(|(_, w)| endless(*w)).map(|(field, _)| field));
        let beyond = self.and_all(set, &mask);
        let beyond = self.some(&beyond);
        if beyond == Word::ZERO {
            return self.clamp(Num { word: total, low: 0, high });
        }
        let beyond = self.compare(IntCC::NotEqual, beyond, Word::ZERO);
        let word = self.select(beyond, Word::C(GREATEST as u64), total);
        self.clamp(Num { word, low: 0, high: high.max(GREATEST) })
    }

    /// Whether a set is that of a piece of which there is one, before anything in the
    /// turn was changed.
    fn has_one_at_most(&self, fr: &Frame<'p>, set: Value) -> bool {
        let Some(SetExpr::Pieces { s, v, whose, kinds: Some(kinds) }) = fr.expr(set) else {
            return false;
        };
        let &[kind] = kinds.as_slice() else { return false };
        let is_start = matches!(self.origins[fr.state(*s).version.0 as usize], Origin::Start);
        let declared = &self.program.facts.kinds[kind.index()];
        let v = fr.player(*v);
        let owners = [Owner::First, Owner::Second, Owner::Nobody].into_iter();
        let owners = owners.filter(|&owner| {
            declared.symbols[owner as usize].is_some() && whose.includes(v, owner)
        });
        is_start && declared.exactly == Some(1) && owners.count() <= 1
    }
}
