//! Choices that are made one after the other: a loop over the fields of a set, or
//! one copy of what follows for each direction or branch of a fork. Work is
//! counted here, because choices inside choices are what can take too long.

use super::sym::{Finger, Frame, Heading, Val, Word};
use super::{Cont, Emit, IntCC};
use crate::runtime::{Ctx, Problem};
use crate::shared::FirstChoice;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder};
use game::Direction;
use ir::{Directions, Target, Value};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// From how many open choices on the work is counted.
const COUNTED_DEPTH: u32 = 3;

/// A set of fields of which one is chosen, and those among them that may be left only with
/// what is said of them, if there are any.
#[derive(Clone, Copy)]
struct Sifted<'w> {
    set: Value,
    loud: Option<&'w [Word]>,
}

impl<'a, 'p> Emit<'a, 'p> {
    /// Makes the code of a choice. The first one of a turn tells whether results
    /// have to be compared, as it excludes all others; if so, they were kept when
    /// they were counted, and none is picked.
    pub(crate) fn first_choice(
        &mut self,
        place: Option<FirstChoice>,
        fail: Block,
        choose: impl FnOnce(&mut Self),
    ) {
        let is_proved =
            |proved: &FxHashSet<FirstChoice>| place.is_some_and(|p| proved.contains(&p));
        let outer = (self.chosen, self.suspect);
        if let Some(proved) = self.unit.proved
            && !self.chosen
            && self.in_question == 0
            && !is_proved(proved)
        {
            if self.picking.is_some() {
                return self.fail(fail);
            }
            self.suspect = true;
        }
        self.chosen = true;
        choose(self);
        (self.chosen, self.suspect) = outer;
    }

    pub(crate) fn fork(
        &mut self,
        fr: &mut Frame<'p>,
        at: usize,
        targets: &'p [Target],
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        if self.fork_as_one(fr, targets, fail, k) {
            return;
        }
        let shares_tails = self.unit.shares_tails && !self.is_trial();
        if !fr.plan.deferred[at].is_empty() && shares_tails {
            return self.fork_and_wait(fr, at, targets, fail, k);
        }
        if self.depth > 0 && shares_tails && self.fork_by_records(fr, at, targets, fail, k) {
            return;
        }
        for (i, target) in targets.iter().enumerate() {
            let last = i + 1 == targets.len();
            let next = if last { fail } else { self.b.create_block() };
            if last {
                // Fork hands the end of its last branch on.
                self.failed.insert(fail);
            }
            self.scope(|e| e.go_on(fr, target, next, k));
            if !last {
                self.b.switch_to_block(next);
            }
        }
    }

    /// Goes on with each field of a set; without a loop where there is at most one.
    pub(crate) fn choose_field(
        &mut self,
        fr: &mut Frame<'p>,
        set: Value,
        then: &'p Target,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let words = fr.words(set);
        if self.count_choices(fr, set, then, fail, k) {
            return;
        }
        let loud = self.loud_fields(fr, set, then, k);
        let only = only_constant(&words);
        let words: Rc<[Word]> = match &loud {
            Some(loud) => self.still_wanted(&words, loud).into(),
            None => words,
        };
        if only.is_some() || self.at_most_one(fr, set) {
            let any = self.some(&words);
            if self.require(any, fail) {
                let field = match only {
                    Some(field) => Word::C(field),
                    None => self.first(&words),
                };
                let loud = loud.as_deref();
                self.enter_sifted(fr, Sifted { set, loud }, then, field, fail, k);
            }
            return;
        }
        let loud = loud.as_deref();
        self.loop_over(fr, Sifted { set, loud }, &words, then, fail, k);
    }

    /// Goes on with a field of a set.
    fn enter_sifted(
        &mut self,
        fr: &mut Frame<'p>,
        Sifted { set, loud }: Sifted<'_>,
        then: &Target,
        field: Word,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        self.scope(|e| {
            e.learn(fr, set, field, true);
            e.sifted(loud, field, |e| e.enter_field(fr, then, field, fail, k));
        });
    }

    /// A loop over the fields of a set, lowest first.
    fn loop_over(
        &mut self,
        fr: &mut Frame<'p>,
        sifted: Sifted<'_>,
        words: &[Word],
        then: &Target,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let foreseen = self.foresee(fr, then);
        let (header, body, next) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let mut start: Vec<BlockArg> = vec![self.b.ins().iconst(I64, 0).into()];
        for &word in words.iter() {
            start.push(self.value(word).into());
        }
        self.failed.insert(fail);
        self.b.ins().jump(header, &start);
        let base = self.b.append_block_param(header, I64);
        let rest: Vec<_> = words.iter().map(|_| self.b.append_block_param(header, I64)).collect();
        self.b.switch_to_block(header);
        let skip = if words.len() > 1 { self.b.create_block() } else { fail };
        self.b.ins().brif(rest[0], body, &[], skip, &[]);
        if words.len() > 1 {
            self.next_word(header, skip, base, &rest, fail);
        }
        self.b.switch_to_block(body);
        self.count_work();
        let low = self.b.ins().ctz(rest[0]);
        let field = if words.len() > 1 { self.b.ins().iadd(base, low) } else { low };
        let less = self.b.ins().iadd_imm_s(rest[0], -1);
        let left = self.b.ins().band(rest[0], less);
        let Sifted { loud, .. } = sifted;
        if let Some(loud) = loud.filter(|loud| loud.len() > 1) {
            let is_loud = self.contains(loud, Word::V(field));
            let wanted = self.still_wanted(&[Word::ONE], &[is_loud]);
            self.require(wanted[0], next);
        }
        self.depth += 1;
        fr.foreseen = foreseen;
        self.enter_sifted(fr, sifted, then, Word::V(field), next, k);
        self.depth -= 1;
        self.b.switch_to_block(next);
        let left = match loud {
            Some(loud @ [_]) => {
                let left = self.still_wanted(&[Word::V(left)], loud);
                self.value(left[0])
            }
            _ => left,
        };
        let mut again: Vec<BlockArg> = vec![base.into(), left.into()];
        again.extend(rest[1..].iter().map(|&word| BlockArg::from(word)));
        self.b.ins().jump(header, &again);
    }

    /// Goes on with the next word of a set that a choice walks through.
    fn next_word(
        &mut self,
        header: Block,
        skip: Block,
        base: cranelift_codegen::ir::Value,
        rest: &[cranelift_codegen::ir::Value],
        fail: Block,
    ) {
        self.b.switch_to_block(skip);
        let step = self.b.create_block();
        let last = 64 * (rest.len() as i64 - 1);
        let done = self.b.ins().icmp_imm_s(IntCC::Equal, base, last);
        self.b.ins().brif(done, fail, &[], step, &[]);
        self.b.switch_to_block(step);
        let base = self.b.ins().iadd_imm_s(base, 64);
        let zero = self.b.ins().iconst(I64, 0);
        let mut args: Vec<BlockArg> = vec![base.into()];
        args.extend(rest[1..].iter().map(|&word| BlockArg::from(word)));
        args.push(zero.into());
        self.b.ins().jump(header, &args);
    }

    fn enter_field(
        &mut self,
        fr: &mut Frame<'p>,
        then: &Target,
        field: Word,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        fr.enter(then, &[Val::Field(Finger::At(field))]);
        self.block(fr, then.block.index(), fail, k);
    }

    pub(crate) fn choose_direction(
        &mut self,
        fr: &mut Frame<'p>,
        v: Value,
        from: &'p Directions,
        then: &Target,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        match from {
            Directions::Compass(sets) => {
                let directions = &sets[fr.player(v).index()];
                self.each_direction(fr, directions, then, None, fail, k);
            }
            Directions::Ways { f } => {
                let board = &self.program.facts.board;
                let all: Vec<Direction> =
                    (0..board.directions.len()).map(|d| Direction(d as u16)).collect();
                match fr.field(*f) {
                    Finger::Nowhere => self.fail(fail),
                    Finger::At(Word::C(field)) => {
                        let ways = board.ways[field as usize].clone();
                        self.each_direction(fr, &ways, then, None, fail, k);
                    }
                    Finger::At(field) => {
                        self.each_direction(fr, &all, then, Some(field), fail, k);
                    }
                    Finger::Maybe(field) => {
                        let there =
                            self.compare(IntCC::SignedGreaterThanOrEqual, field, Word::ZERO);
                        if self.require(there, fail) {
                            self.each_direction(fr, &all, then, Some(field), fail, k);
                        }
                    }
                }
            }
        }
    }

    /// One copy of what follows for each direction; on a board of lines only
    /// where the field lies on the line.
    fn each_direction(
        &mut self,
        fr: &mut Frame<'p>,
        directions: &[Direction],
        then: &Target,
        on: Option<Word>,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        for &direction in directions {
            let next = self.b.create_block();
            self.scope(|e| {
                if let Some(field) = on {
                    let ways = &e.program.facts.board.ways;
                    let n = ways.len();
                    let has = (0..n).filter(|&i| ways[i].contains(&direction));
                    let has = game::FieldSet::of(n, has.map(|i| game::Field(i as u16)));
                    let has = e.constant(&has);
                    let has = e.contains(&has, field);
                    if !e.require(has, next) {
                        return;
                    }
                }
                fr.enter(then, &[Val::Direction(Heading::Fixed(direction))]);
                e.block(fr, then.block.index(), next, k);
            });
            self.b.switch_to_block(next);
        }
        self.fail(fail);
    }

    /// Counts the rounds of choices inside choices, so that rules that try
    /// everything with everything come to an end.
    fn count_work(&mut self) {
        if self.depth < COUNTED_DEPTH {
            return;
        }
        self.burn(1);
    }

    /// Takes some work off what the turn may still do.
    pub(crate) fn burn(&mut self, work: i64) {
        self.burns = true;
        let fuel = self.load_ctx(Ctx::FUEL);
        let left = self.b.ins().iadd_imm_s(fuel, -work);
        self.store_ctx(Ctx::FUEL, left);
        let is_spent = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, left, 0);
        self.stop_if(is_spent, Problem::Steps);
    }
}

/// The field of a constant set that has one.
fn only_constant(words: &[Word]) -> Option<u64> {
    let mut only = None;
    for (i, word) in words.iter().enumerate() {
        let word = word.constant()?;
        if word == 0 {
            continue;
        }
        if only.is_some() || !word.is_power_of_two() {
            return None;
        }
        only = Some(64 * i as u64 + u64::from(word.trailing_zeros()));
    }
    only
}
