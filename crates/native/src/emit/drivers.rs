//! What the results of a turn are wanted for. Each driver is a function of its
//! own per player to move, made when it is first needed.
//!
//! | driver | arguments | returns |
//! |---|---|---|
//! | list | position | positions behind each other in the arena; their number |
//! | records | position | configurations in the arena; their number |
//! | count | position | the number of moves, made or not |
//! | pick | position, n, where to | makes move n |
//! | propose | position | the number of what may be moves, untested |
//! | try | position, n, where to | makes number n of these, or says that it is no move |
//! | draw | position, where to | makes a random move, if there is one |
//! | perft | position, depth | leaves, each made |
//! | perft counted | position, depth | leaves, the last moves counted |
//! | playout | position, most turns | the outcome; the number of turns in memory |
//! | evaluate | position | a number |

use super::sym::{Conf, Finger, Frame, Pending, State, Val, Word};
use super::{Cont, Emit, IntCC, trusted};
use crate::runtime::{Ctx, HISTORY_MASK, Problem};
use crate::unit::Routine;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{
    Block, BlockArg, InstBuilder, StackSlot, StackSlotData, StackSlotKind, Value,
};
use cranelift_frontend::Variable;
use game::Player;
use ir::{FuncId, Target};
use std::rc::Rc;

/// What the results of a turn are wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Driver {
    List,
    Records,
    Count,
    Pick,
    /// Counts what may be moves: tests that wait are not made.
    Propose,
    /// Makes what may be a move, if its test says so.
    Try,
    /// Makes a random move where all come from one choice.
    Draw,
    Perft,
    PerftCounted,
    Playout,
    /// An evaluation or a bound: a `num` function.
    Evaluate(FuncId),
}

impl Driver {
    /// Whether positions are made with their signatures.
    pub(crate) fn signs(self, remembers_past: bool) -> bool {
        match self {
            Driver::List | Driver::Records => true,
            Driver::Count | Driver::Propose | Driver::Evaluate(_) => false,
            Driver::Pick
            | Driver::Try
            | Driver::Draw
            | Driver::Perft
            | Driver::PerftCounted
            | Driver::Playout => remembers_past,
        }
    }
}

/// Code that is made only to see whether it gives exactly one move.
pub(crate) struct Probe {
    /// Where a path leads that ends without a move.
    dead: Block,
    /// The field that stands for any field of the choice.
    field: Word,
    pub(crate) results: u32,
    /// Whether nothing was written over that would have to be counted, but for
    /// the field itself.
    sound: bool,
    /// Whether such a piece may stand on the field.
    overwrites: bool,
}

/// What is counted while the results of a turn come in.
struct Tally {
    /// Whether there is a move.
    any: StackSlot,
    over_flag: StackSlot,
    over_value: StackSlot,
}

impl<'a, 'p> Emit<'a, 'p> {
    /// Makes the body of a driver. `args` begin with the position.
    pub(crate) fn driver(&mut self, driver: Driver, v: Player, args: &[Value]) {
        match driver {
            Driver::List => self.list(v, args[0]),
            Driver::Records => self.records(v, args[0]),
            Driver::Count => self.count_moves(v, args[0]),
            Driver::Propose => {
                self.proposing = true;
                self.count_moves(v, args[0]);
            }
            Driver::Pick => self.pick(v, args),
            Driver::Try => {
                self.proposing = true;
                self.pick(v, args);
            }
            Driver::Draw => {
                self.drawing = true;
                let first = self.b.ins().iconst(I64, 0);
                self.pick(v, &[args[0], first, args[1]]);
            }
            Driver::Perft => self.perft(v, args, false),
            Driver::PerftCounted => self.perft(v, args, true),
            Driver::Playout => self.playout(v, args),
            Driver::Evaluate(func) => {
                let at = self.begin(args[0]);
                let number = self.number_of(func, v, &at);
                let number = self.value(number.word);
                self.b.ins().return_(&[number]);
            }
        }
    }

    fn variable(&mut self, start: i64) -> Variable {
        let variable = self.b.declare_var(I64);
        let start = self.b.ins().iconst(I64, start);
        self.b.def_var(variable, start);
        variable
    }

    pub(crate) fn add_to(&mut self, variable: Variable, more: Word) {
        let old = Word::V(self.b.use_var(variable));
        let new = self.add(old, more);
        let new = self.value(new);
        self.b.def_var(variable, new);
    }

    fn tally(&mut self) -> Tally {
        Tally { any: self.flag(), over_flag: self.flag(), over_value: self.flag() }
    }

    /// A word of the stack that is 0. What is seldom written lies there rather
    /// than in a register.
    pub(crate) fn flag(&mut self) -> StackSlot {
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3);
        let slot = self.b.create_sized_stack_slot(data);
        let zero = self.b.ins().iconst(I64, 0);
        self.b.ins().stack_store(I64, zero, slot, 0);
        slot
    }

    pub(crate) fn raise(&mut self, slot: StackSlot) {
        let one = self.b.ins().iconst(I64, 1);
        self.b.ins().stack_store(I64, one, slot, 0);
    }

    pub(crate) fn flagged(&mut self, slot: StackSlot) -> Value {
        self.b.ins().stack_load(I64, I64, slot, 0)
    }

    /// Runs a turn; `made` gets each move. Afterwards it is known whether the
    /// position is over, has moves, or neither, which is an error.
    fn turn(
        &mut self,
        v: Player,
        at: &Conf,
        tally: &Tally,
        made: &mut dyn FnMut(&mut Self, &State, Block),
    ) {
        let main = self.program.entries.main;
        let done = self.b.create_block();
        let base = at.s.clone();
        self.base = Some(base.clone());
        let mut result = |e: &mut Self, conf: Conf, fail: Block| {
            let mut over = |e: &mut Self, flag: Word, value: Word| e.over(tally, flag, value);
            if !e.is_move(&base, &conf.s, fail, &mut over) {
                return;
            }
            if let Some(probe) = &mut e.probe {
                probe.results += 1;
                probe.sound &= conf.s.overwrites.is_none_or(|field| field == probe.field);
                probe.overwrites |= conf.s.overwrites.is_some();
                e.problem(Problem::Rules);
                return;
            }
            e.check_numbers(&conf.s);
            made(e, &conf.s, fail);
        };
        self.run(main, v, at, done, &mut Cont { then: &mut result, plain: true });
        self.b.switch_to_block(done);
    }

    /// Notes an outcome of the position itself; two different ones are an error.
    fn over(&mut self, tally: &Tally, flag: Word, value: Word) {
        let known = Word::V(self.flagged(tally.over_flag));
        let other = Word::V(self.flagged(tally.over_value));
        let flags = self.xor(known, flag);
        let values = self.xor(other, value);
        let differs = self.or(flags, values);
        let wrong = self.select(known, differs, Word::ZERO);
        self.problem_if(wrong);
        let (flag, value) = (self.value(flag), self.value(value));
        self.b.ins().stack_store(I64, flag, tally.over_flag, 0);
        self.b.ins().stack_store(I64, value, tally.over_value, 0);
    }

    fn problem_if(&mut self, wrong: Word) {
        let (bad, on) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(bad);
        let wrong = self.value(wrong);
        self.b.ins().brif(wrong, bad, &[], on, &[]);
        self.b.switch_to_block(bad);
        self.problem(Problem::Rules);
        self.b.switch_to_block(on);
    }

    /// After a turn: an outcome and moves, or neither, are errors of the rules.
    fn settle(&mut self, tally: &Tally, moves: Word) {
        let over = Word::V(self.flagged(tally.over_flag));
        let none = self.compare(IntCC::Equal, moves, Word::ZERO);
        let lost = self.compare(IntCC::Equal, over, Word::ZERO);
        let wrong = self.compare(IntCC::Equal, none, lost);
        self.problem_if(wrong);
        let (over, value) = (self.value(over), self.flagged(tally.over_value));
        self.store_ctx(Ctx::OVER_FLAG, over);
        self.store_ctx(Ctx::OVER_VALUE, value);
    }

    fn list(&mut self, v: Player, position: Value) {
        let at = self.begin(position);
        let tally = self.tally();
        let base = at.s.clone();
        self.set_now(position, &base);
        let bytes = self.layout.bytes as i64;
        // Results lie at the bottom of the arena once the turn is done.
        let bottom = self.load_ctx(Ctx::TOP);
        let ctx = self.ctx;
        let list = self.call(Routine::ListBegin, &[ctx]);
        self.turn(v, &at, &tally, &mut |e, state, fail| {
            let child = e.close(&base, state, v);
            let to = e.room(bytes);
            e.store(&child, position, v, to);
            let kept = e.call(Routine::PositionAdd, &[ctx, list, to]);
            e.check(kept);
            e.raise(tally.any);
            e.fail(fail);
        });
        let any = Word::V(self.flagged(tally.any));
        self.settle(&tally, any);
        self.store_ctx(Ctx::TOP, bottom);
        let n = self.call(Routine::PositionEnd, &[ctx, list]);
        self.b.ins().return_(&[n]);
    }

    /// All results of `main` as configurations, with their texts.
    fn records(&mut self, v: Player, position: Value) {
        let at = self.begin(position);
        let base = at.s.clone();
        self.set_now(position, &base);
        let main = self.program.entries.main;
        let done = self.b.create_block();
        let ctx = self.ctx;
        let bottom = self.load_ctx(Ctx::TOP);
        let list = self.call(Routine::ListBegin, &[ctx]);
        let mut add = |e: &mut Self, conf: Conf, fail: Block| {
            let from = e.spill(&conf);
            let kept = e.call(Routine::ListAdd, &[ctx, list, from]);
            e.check(kept);
            e.fail(fail);
        };
        self.run(main, v, &at, done, &mut Cont { then: &mut add, plain: false });
        self.b.switch_to_block(done);
        self.store_ctx(Ctx::TOP, bottom);
        let n = self.call(Routine::ListEnd, &[ctx, list]);
        self.b.ins().return_(&[n]);
    }

    fn count_moves(&mut self, v: Player, position: Value) {
        let at = self.begin(position);
        let tally = self.tally();
        let base = at.s.clone();
        self.set_now(position, &base);
        self.join_past(position);
        let moves = self.variable(0);
        self.counting = Some(moves);
        self.turn(v, &at, &tally, &mut |e, _, fail| {
            e.add_to(moves, Word::ONE);
            e.fail(fail);
        });
        let n = self.b.use_var(moves);
        self.settle(&tally, Word::V(n));
        self.leave_past(position, &base);
        self.b.ins().return_(&[n]);
    }

    /// Tells the routines of ours where the turn began, if rules on repetition
    /// will ask.
    fn set_now(&mut self, position: Value, base: &State) {
        if !self.unit.remembers_past {
            return;
        }
        self.store_ctx(Ctx::NOW, position);
        let key = self.key(position, base);
        self.store_ctx(Ctx::KEY, key);
    }

    /// The signature without what is remembered.
    fn key(&mut self, position: Value, base: &State) -> Value {
        let offset = self.layout.signature as i32;
        let mut key = Word::V(self.b.ins().load(I64, trusted(), position, offset));
        for i in 0..self.program.facts.memories.len() {
            let memory = game::Memory(i as u8);
            let rows = self.unit.memory_rows(memory);
            let number = self.table(&rows, 1, base.slots[self.layout.memory(memory)], 0);
            key = self.xor(key, number);
        }
        self.value(key)
    }

    /// Adds to the count of positions with the key of this one.
    pub(crate) fn count_key(&mut self, by: i64) {
        let key = self.load_ctx(Ctx::KEY);
        let counts = self.load_ctx(Ctx::COUNTS);
        let place = self.b.ins().band_imm_s(key, HISTORY_MASK as i64);
        let place = self.b.ins().ishl_imm_u(place, 1);
        let at = self.b.ins().iadd(counts, place);
        let count = self.b.ins().uload16(I64, trusted(), at, 0);
        let count = self.b.ins().iadd_imm_s(count, by);
        let most = self.b.ins().iconst(I64, i64::from(u16::MAX));
        let count = self.b.ins().smin(count, most);
        self.b.ins().istore16(trusted(), count, at, 0);
    }

    /// The position is part of the past while its moves are followed.
    fn join_past(&mut self, position: Value) {
        if self.unit.mode.joins_past {
            self.count_key(1);
            self.push_past(position);
        }
    }

    fn leave_past(&mut self, position: Value, base: &State) {
        if self.unit.mode.joins_past {
            let n = self.load_ctx(Ctx::N_PAST);
            let n = self.b.ins().iadd_imm_s(n, -1);
            self.store_ctx(Ctx::N_PAST, n);
            self.set_now(position, base);
            self.count_key(-1);
        }
    }

    /// Puts the position behind the earlier ones.
    fn push_past(&mut self, position: Value) {
        let n = self.load_ctx(Ctx::N_PAST);
        let limit = self.load_ctx(Ctx::PAST_LIMIT);
        let full = self.compare(IntCC::SignedGreaterThanOrEqual, Word::V(n), Word::V(limit));
        let (bad, on) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(bad);
        let full = self.value(full);
        self.b.ins().brif(full, bad, &[], on, &[]);
        self.b.switch_to_block(bad);
        self.problem(Problem::Results);
        self.b.switch_to_block(on);
        let past = self.load_ctx(Ctx::PAST);
        let offset = self.b.ins().imul_imm_s(n, self.layout.bytes as i64);
        let to = self.b.ins().iadd(past, offset);
        for i in 0..self.layout.bytes / 8 {
            let word = self.b.ins().load(I64, trusted(), position, 8 * i as i32);
            self.b.ins().store(trusted(), word, to, 8 * i as i32);
        }
        let next = self.b.ins().iadd_imm_s(n, 1);
        self.store_ctx(Ctx::N_PAST, next);
    }

    fn perft(&mut self, v: Player, args: &[Value], counted: bool) {
        let (position, depth, ctx) = (args[0], args[1], self.ctx);
        if counted {
            let (last, on) = (self.b.create_block(), self.b.create_block());
            let is_last = self.b.ins().icmp_imm_s(IntCC::Equal, depth, 1);
            self.b.ins().brif(is_last, last, &[], on, &[]);
            self.b.switch_to_block(last);
            let n = self.call(Routine::Driver(Driver::Count, v), &[ctx, position]);
            self.b.ins().return_(&[n]);
            self.b.switch_to_block(on);
        }
        let at = self.begin(position);
        let tally = self.tally();
        let leaves = self.variable(0);
        let base = at.s.clone();
        let less = self.b.ins().iadd_imm_s(depth, -1);
        self.set_now(position, &base);
        self.join_past(position);
        let bytes = self.layout.bytes as u32;
        let slot = self.b.create_sized_stack_slot(StackSlotData::new(
            StackSlotKind::ExplicitSlot,
            bytes,
            3,
        ));
        let to = self.b.ins().stack_addr(I64, slot, 0);
        self.turn(v, &at, &tally, &mut |e, state, fail| {
            let child = e.close(&base, state, v);
            e.store(&child, position, v, to);
            e.raise(tally.any);
            let (leaf, deeper) = (e.b.create_block(), e.b.create_block());
            if !counted {
                let is_leaf = e.b.ins().icmp_imm_s(IntCC::Equal, depth, 1);
                e.b.ins().brif(is_leaf, leaf, &[], deeper, &[]);
                e.b.switch_to_block(leaf);
                e.add_to(leaves, Word::ONE);
                e.fail(fail);
            } else {
                e.b.ins().jump(deeper, &[]);
            }
            e.b.switch_to_block(deeper);
            if !e.refuse(child.out_flag, fail) {
                return;
            }
            let more = e.call_next(&child.player, counted, to, less);
            e.check(more);
            e.add_to(leaves, Word::V(more));
            e.fail(fail);
        });
        let any = Word::V(self.flagged(tally.any));
        self.settle(&tally, any);
        self.leave_past(position, &base);
        let n = self.b.use_var(leaves);
        self.b.ins().return_(&[n]);
    }

    /// Calls the count of whoever moves next.
    fn call_next(&mut self, player: &Word, counted: bool, to: Value, depth: Value) -> Value {
        let driver = if counted { Driver::PerftCounted } else { Driver::Perft };
        let ctx = self.ctx;
        if let Word::C(player) = player {
            let v = Player::BOTH[*player as usize];
            return self.call(Routine::Driver(driver, v), &[ctx, to, depth]);
        }
        let player = self.value(*player);
        let [first, second, done] = [(); 3].map(|()| self.b.create_block());
        let leaves = self.b.append_block_param(done, I64);
        self.b.ins().brif(player, second, &[], first, &[]);
        for (v, block) in Player::BOTH.into_iter().zip([first, second]) {
            self.b.switch_to_block(block);
            let more = self.call(Routine::Driver(driver, v), &[ctx, to, depth]);
            self.b.ins().jump(done, &[BlockArg::from(more)]);
        }
        self.b.switch_to_block(done);
        leaves
    }

    /// Makes the move of a number, in the order in which they are counted.
    fn pick(&mut self, v: Player, args: &[Value]) {
        let (position, number, to) = (args[0], args[1], args[2]);
        let waiting = self.load_ctx(Ctx::WAIT_TOP);
        let at = self.begin(position);
        let tally = self.tally();
        let base = at.s.clone();
        self.set_now(position, &base);
        let left = self.b.declare_var(I64);
        self.b.def_var(left, number);
        let passed = self.variable(0);
        self.picking = Some(left);
        self.counting = Some(passed);
        // A move is made once, so all of them are written by the same code.
        let mut picked: Vec<Pending> = Vec::new();
        self.turn(v, &at, &tally, &mut |e, state, fail| {
            let vals = vec![Val::State(Rc::new(state.clone()))];
            if e.proposing && e.in_tail {
                // Only what was chosen waits.
                let block = e.leave_open();
                picked.push(Pending { block, vals });
                return;
            }
            let here = e.b.use_var(left);
            let (block, on) = (e.b.create_block(), e.b.create_block());
            e.b.ins().brif(here, on, &[], block, &[]);
            picked.push(Pending { block, vals });
            e.b.switch_to_block(on);
            e.add_to(left, Word::C(u64::MAX));
            e.add_to(passed, Word::ONE);
            e.fail(fail);
        });
        if self.drawing {
            self.settle(&tally, Word::ZERO);
        }
        let zero = self.b.ins().iconst(I64, 0);
        self.b.ins().return_(&[zero]);
        let state = self.join(picked).and_then(|vals| vals.into_iter().next());
        if let Some(Val::State(state)) = state {
            let child = self.close(&base, &state, v);
            self.store(&child, position, v, to);
            self.store_ctx(Ctx::WAIT_TOP, waiting);
            let one = self.b.ins().iconst(I64, 1);
            self.b.ins().return_(&[one]);
        }
    }

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
        let Some(count) = self.counting.filter(|_| k.plain && self.unit.counts_choices) else {
            return false;
        };
        let words = fr.words(set);
        if words.iter().all(|word| word.constant() == Some(0)) {
            self.fail(fail);
            return true;
        }
        let Some(overwrites) = self.gives_one_move(fr, set, then, k) else { return false };
        if self.picking.is_none() && overwrites {
            let base = self.base.clone();
            if let Some(base) = base {
                let exact = self.exact_pieces(&base);
                let hit = self.and_all(&exact, &words);
                let hit = self.some(&hit);
                self.problem_if(hit);
            }
        }
        let size = self.size(&words).word;
        if let Some(left) = self.picking {
            let (here, on) = (self.b.create_block(), self.b.create_block());
            let mut n = self.b.use_var(left);
            let size_value = self.value(size);
            let inside = self.b.ins().icmp(IntCC::UnsignedLessThan, n, size_value);
            self.b.ins().brif(inside, here, &[], on, &[]);
            self.b.switch_to_block(here);
            if self.drawing {
                n = self.random_below(size_value);
            }
            let field = self.nth(&words, n);
            let zero = self.b.ins().iconst(I64, 0);
            self.b.def_var(left, zero);
            // What waits comes back here, and no other is chosen.
            let never = self.b.create_block();
            self.scope(|e| {
                e.learn(fr, set, field, true);
                fr.enter(then, &[Val::Field(Finger::At(field))]);
                let (picking, counting) = (e.picking, e.counting);
                (e.picking, e.counting) = (picking, None);
                e.block(fr, then.block.index(), never, k);
                (e.picking, e.counting) = (picking, counting);
            });
            self.b.switch_to_block(never);
            match self.proposing {
                true => self.fail(fail),
                false => self.problem(Problem::Rules),
            }
            self.b.switch_to_block(on);
            if !self.drawing {
                let rest = self.b.ins().isub(n, size_value);
                self.b.def_var(left, rest);
            }
        }
        self.add_to(count, size);
        self.fail(fail);
        true
    }

    /// Whether every field of a set leads to exactly one move, tried on code that
    /// is never run; if so, whether a piece of an exact number may stand on it.
    fn gives_one_move(
        &mut self,
        fr: &mut Frame<'p>,
        set: ir::Value,
        then: &'p Target,
        k: &mut Cont<'_, 'a, 'p>,
    ) -> Option<bool> {
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
        probed.filter(one).map(|p| p.overwrites)
    }

    /// Whether a probe is under way that has already failed.
    pub(crate) fn has_probed_enough(&self) -> bool {
        let failed = |p: &Probe| p.results > 1 || !p.sound || self.failed.contains(&p.dead);
        self.probe.as_ref().is_some_and(failed)
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
        let (word, n) = (self.value(word), self.value(n));
        let place = self.call(Routine::Select, &[word, n]);
        self.add(base, Word::V(place))
    }
}
