//! Choices that are counted whole, because each field of them surely gives one
//! move, and the field that is picked from them by its number.

use super::joined::Whole;
use crate::compile::routines::Routine;
use crate::emit::sym::{Finger, Frame, State, Val, Word};
use crate::emit::{Cont, Emit, IntCC};
use crate::runtime::Problem;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use cranelift_frontend::Variable;
use ir::Target;

/// Code that is made only to see whether it gives exactly one move.
pub(crate) struct Probe {
    /// Where a path leads that ends without a move.
    dead: Block,
    /// The field that stands for any field of the choice.
    pub(crate) field: Word,
    pub(crate) results: u32,
    /// Whether nothing was written over that would have to be counted, but for
    /// the field itself.
    pub(crate) sound: bool,
    /// Whether such a piece may stand on the field.
    pub(crate) overwrites: bool,
    /// Whether the move is made by another choice inside.
    inner: bool,
}

impl<'a, 'p> Emit<'a, 'p> {
    /// Counts a choice whole, if each field of it surely gives one move: whether
    /// that was done.
    pub(crate) fn count_choices(
        &mut self,
        fr: &mut Frame<'p>,
        set: ir::Value,
        then: &'p Target,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) -> bool {
        if let Some(most) = self.unit.inner_choice
            && self.proposing
            && self.in_question == 0
            && k.plain
        {
            if self.probe.is_some() {
                return self.probe_inner(fr, set, then, k);
            }
            if self.picking.is_some() && self.counting.is_none() {
                self.draw_inner(fr, set, then, most, fail, k);
                return true;
            }
        }
        let Some(count) = self.counting.filter(|_| self.counts_whole(k)) else { return false };
        let words = fr.words(set);
        if words.iter().all(|word| word.constant() == Some(0)) {
            self.fail(fail);
            return true;
        }
        let Some(probe) = self.gives_one_move(fr, set, then, k) else { return false };
        self.check_overwritten(&probe, &words);
        self.count_whole(fr, &Whole::one(words, set, then), count, fail, k);
        true
    }

    /// Whether choices that lead to results of this kind may be counted whole.
    pub(super) fn counts_whole(&self, k: &Cont<'_, 'a, 'p>) -> bool {
        k.plain && self.unit.counts_choices && !self.suspect
    }

    /// Leaves with a problem if moves may be counted that write over a piece of which there must
    /// be an exact number.
    pub(super) fn check_overwritten(&mut self, probe: &Probe, words: &[Word]) {
        if self.picking.is_none() && probe.overwrites {
            let base = self.base.clone();
            if let Some(base) = base {
                let exact = self.exact_pieces(&base);
                let hit = self.and_all(&exact, words);
                let hit = self.some(&hit);
                self.problem_if(hit);
            }
        }
    }

    /// Counts a choice each field of which gives one move, or makes one of these moves.
    pub(super) fn count_whole(
        &mut self,
        fr: &mut Frame<'p>,
        whole: &Whole<'p>,
        count: Variable,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        self.survey_choice();
        if let Some(drawing) = self.at_once.drawing.filter(|_| self.in_question == 0) {
            return self.draw_whole(fr, whole, drawing, fail, k);
        }
        let size = self.size(&whole.words).word;
        if let Some(left) = self.picking {
            self.pick_whole(fr, whole, size, left, fail, k);
        }
        if self.proposing && self.picking.is_none() {
            self.unit.proposed.1 += 1;
        }
        self.add_to(count, size);
        self.fail(fail);
    }

    /// Makes the move with the field of a choice that is counted whole, if the number that is
    /// picked is one of its numbers; the code goes on where it is not.
    fn pick_whole(
        &mut self,
        fr: &mut Frame<'p>,
        whole: &Whole<'p>,
        size: Word,
        left: Variable,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let (here, on) = (self.b.create_block(), self.b.create_block());
        let n = self.b.use_var(left);
        let size_value = self.value(size);
        let inside = self.b.ins().icmp(IntCC::UnsignedLessThan, n, size_value);
        self.b.ins().brif(inside, here, &[], on, &[]);
        self.b.switch_to_block(here);
        let field = self.nth(&whole.words, n);
        let zero = self.b.ins().iconst(I64, 0);
        self.b.def_var(left, zero);
        // What waits comes back here, and no other is chosen.
        let never = self.b.create_block();
        let counting = self.counting.take();
        self.scope(|e| e.enter_whole(fr, whole, field, never, k));
        self.counting = counting;
        self.b.switch_to_block(never);
        match self.proposing {
            true => self.fail(fail),
            false => self.problem(Problem::Rules),
        }
        self.b.switch_to_block(on);
        let rest = self.b.ins().isub(n, size_value);
        self.b.def_var(left, rest);
    }

    /// Whether every field of a set leads to exactly one move, tried on code that
    /// is never run; if so, what was found.
    pub(super) fn gives_one_move(
        &mut self,
        fr: &mut Frame<'p>,
        set: ir::Value,
        then: &'p Target,
        k: &mut Cont<'_, 'a, 'p>,
    ) -> Option<Probe> {
        let (here, probe, dead) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().jump(here, &[]);
        // Nothing leads to the probe, so it goes away.
        self.b.switch_to_block(probe);
        let field = self.b.ins().iconst(I64, 0);
        let (counting, picking) = (self.counting.take(), self.picking.take());
        let outer = self.probe.replace(Probe {
            dead,
            field: Word::V(field),
            results: 0,
            sound: true,
            overwrites: false,
            inner: false,
        });
        self.scope(|e| {
            e.learn(fr, set, Word::V(field), true);
            fr.enter(then, &[Val::Field(Finger::At(Word::V(field)))]);
            e.block(fr, then.block.index(), dead, k);
        });
        (self.counting, self.picking) = (counting, picking);
        let probed = std::mem::replace(&mut self.probe, outer);
        self.b.switch_to_block(dead);
        self.problem(Problem::Rules);
        self.b.switch_to_block(here);
        let one = |p: &Probe| p.results == 1 && p.sound && !self.failed.contains(&dead);
        probed.filter(one)
    }

    /// Whether a probe is under way that has already failed.
    pub(crate) fn has_probed_enough(&self) -> bool {
        let failed = |p: &Probe| p.results > 1 || !p.sound || self.failed.contains(&p.dead);
        self.probe.as_ref().is_some_and(failed)
    }

    /// Inside a choice that is probed: whether this one gives the move, one for
    /// each field. It must not write over pieces that would have to be counted.
    fn probe_inner(
        &mut self,
        fr: &mut Frame<'p>,
        set: ir::Value,
        then: &'p Target,
        k: &mut Cont<'_, 'a, 'p>,
    ) -> bool {
        let is_inner = |found: &Probe| !found.inner && !found.overwrites;
        let Some(_) = self.gives_one_move(fr, set, then, k).filter(is_inner) else {
            return false;
        };
        if let Some(probe) = &mut self.probe {
            probe.results += 1;
            probe.inner = true;
        }
        self.problem(Problem::Rules);
        true
    }

    /// Takes the field of a number that is drawn below the greatest size that
    /// such a choice can have; if there is none, there is no move.
    fn draw_inner(
        &mut self,
        fr: &mut Frame<'p>,
        set: ir::Value,
        then: &'p Target,
        most: u64,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let words = fr.words(set);
        let size = self.size(&words).word;
        // A size above the bound would make some moves impossible without a word.
        let above = self.compare(IntCC::SignedGreaterThan, size, Word::C(most));
        self.problem_if(above);
        let most = self.b.ins().iconst(I64, most as i64);
        let number = self.random_below(most);
        let inside = self.compare(IntCC::UnsignedLessThan, Word::V(number), size);
        let none = self.b.create_block();
        if self.require(inside, none) {
            let field = self.nth(&words, number);
            self.scope(|e| {
                e.learn(fr, set, field, true);
                fr.enter(then, &[Val::Field(Finger::At(field))]);
                e.block(fr, then.block.index(), none, k);
            });
        }
        self.b.switch_to_block(none);
        if let Some(left) = self.picking {
            // Nothing else is chosen instead.
            let never = self.b.ins().iconst(I64, i64::MAX);
            self.b.def_var(left, never);
        }
        self.fail(fail);
    }

    /// Pieces of which there must be an exact number may not be among those
    /// that are written over by a choice that is counted whole.
    fn exact_pieces(&mut self, state: &State) -> Vec<Word> {
        let facts = &self.program.facts;
        let mask = (0..self.layout.pieces.len())
            .filter(|&i| facts.kinds[self.layout.pieces[i].kind().index()].exactly.is_some())
            .fold(0, |mask, i| mask | 1 << i);
        self.fields_of(state, mask)
    }

    /// Bit `n` of those that are set in a word, alone.
    fn select_bit(&mut self, word: Word, n: Word) -> Value {
        let word = self.value(word);
        if self.unit.deposits {
            let place = self.bit(n);
            let place = self.value(place);
            return self.call(Routine::Deposit, &[place, word]);
        }
        let n = self.value(n);
        self.call(Routine::Select, &[word, n])
    }

    /// The field of a number in a set.
    pub(crate) fn nth(&mut self, set: &[Word], n: Value) -> Word {
        let mut sums = vec![Word::ZERO];
        for &word in set {
            let size = self.popcount(word);
            let last = sums[sums.len() - 1];
            sums.push(self.add(last, size));
        }
        let last = set.len() - 1;
        let (mut word, mut before, mut base) = (set[last], sums[last], Word::C(64 * last as u64));
        for i in (0..last).rev() {
            let here = self.compare(IntCC::SignedLessThan, Word::V(n), sums[i + 1]);
            word = self.select(here, set[i], word);
            before = self.select(here, sums[i], before);
            base = self.select(here, Word::C(64 * i as u64), base);
        }
        let n = self.sub(Word::V(n), before);
        let bit = self.select_bit(word, n);
        let place = self.b.ins().ctz(bit);
        if set.len() == 1 {
            // What is put there needs the bit rather than the field.
            self.bits.push((place, bit));
        }
        self.add(base, Word::V(place))
    }
}
