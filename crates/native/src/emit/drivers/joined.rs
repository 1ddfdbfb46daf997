//! Choices that are counted whole: where the code goes on with what was chosen, and two choices
//! that are one in random games.
//!
//! The pass `split_choices` makes two choices of one, by what is chosen, so that what differs
//! after them is known in each. A random game makes only one move, and would count and look at
//! two sets for that, where one is enough and the field that is drawn says which way to go on.
//!
//! Conditions: the two choices are all branches of a fork, of the fields of a set that are in a
//! constant one and of those that are not, and each of their fields surely gives one move.

use crate::emit::sym::{Finger, Frame, Val, Word};
use crate::emit::{Cont, Emit};
use cranelift_codegen::ir::{Block, InstBuilder};
use ir::{SetExpr, Target, Term, Value};
use std::rc::Rc;

/// A choice that is counted whole, perhaps in two parts.
#[derive(Clone)]
pub(crate) struct Whole<'p> {
    /// The fields to choose from.
    pub(crate) words: Rc<[Word]>,
    /// The sets of the parts, and where the code goes on with a field of each.
    parts: Vec<(Value, &'p Target)>,
    /// The constant set whose fields belong to the first of two parts.
    first: Vec<Word>,
}

impl<'p> Whole<'p> {
    /// A choice of one part.
    pub(super) fn one(words: Rc<[Word]>, set: Value, then: &'p Target) -> Whole<'p> {
        Whole { words, parts: vec![(set, then)], first: Vec::new() }
    }
}

impl<'a, 'p> Emit<'a, 'p> {
    /// Counts two choices of a fork as one, or draws from them: whether that was done.
    pub(crate) fn fork_as_one(
        &mut self,
        fr: &mut Frame<'p>,
        targets: &'p [Target],
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) -> bool {
        let may = self.unit.joins_choices && self.random.is_some() && self.in_question == 0;
        let Some(count) = self.counting.filter(|_| may && self.counts_whole(k)) else {
            return false;
        };
        let Some(whole) = self.parts_of_one(fr, targets) else { return false };
        let mut probes = Vec::new();
        for &(set, then) in &whole.parts {
            let Some(probe) = self.gives_one_move(fr, set, then, k) else { return false };
            probes.push(probe);
        }
        for (probe, &(set, _)) in probes.iter().zip(&whole.parts) {
            let words = fr.words(set);
            self.check_overwritten(probe, &words);
        }
        self.count_whole(fr, &whole, count, fail, k);
        true
    }

    /// The parts of a choice that was split.
    fn parts_of_one(&self, fr: &Frame<'p>, targets: &'p [Target]) -> Option<Whole<'p>> {
        let [one, other] = targets else { return None };
        let choice = |target: &Target| {
            let block = &fr.func.blocks[target.block.index()];
            match &block.term {
                Term::ChooseField { set, then }
                    if block.insts.is_empty() && block.params.is_empty() =>
                {
                    Some((*set, then))
                }
                _ => None,
            }
        };
        let (one, other) = (choice(one)?, choice(other)?);
        let Some(SetExpr::And(a, b)) = fr.expr(one.0) else { return None };
        let Some(SetExpr::Minus(all, not)) = fr.expr(other.0) else { return None };
        if (all, not) != (a, b) {
            return None;
        }
        let first = fr.words(*b);
        let is_constant = first.iter().all(|word| word.constant().is_some());
        is_constant.then(|| Whole {
            words: fr.words(*a),
            parts: vec![one, other],
            first: first.to_vec(),
        })
    }

    /// Goes on with a field of a choice.
    pub(super) fn enter_whole(
        &mut self,
        fr: &mut Frame<'p>,
        whole: &Whole<'p>,
        field: Word,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let blocks: Vec<Option<Block>> = match whole.parts[..] {
            [_] => vec![None],
            _ => {
                let [first, second] = [(); 2].map(|()| self.b.create_block());
                let is_first = self.contains(&whole.first, field);
                let is_first = self.value(is_first);
                self.b.ins().brif(is_first, first, &[], second, &[]);
                vec![Some(first), Some(second)]
            }
        };
        for (block, &(set, then)) in blocks.into_iter().zip(&whole.parts) {
            if let Some(block) = block {
                self.b.switch_to_block(block);
            }
            self.scope(|e| {
                e.learn(fr, set, field, true);
                fr.enter(then, &[Val::Field(Finger::At(field))]);
                e.block(fr, then.block.index(), fail, k);
            });
        }
    }
}
