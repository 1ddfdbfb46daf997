//! Blocks and what they lead to.

use super::sym::{Conf, Finger, Frame, Num, Pending, Val, Way, Word};
use super::{Cont, Emit, IntCC};
use crate::runtime::{Ctx, Problem};
use crate::shared::FirstChoice;
use crate::unit::Routine;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder};
use game::{Direction, Player};
use ir::{Args, BlockId, Compare, Cond, Directions, FuncId, Inst, Target, Term, Value};
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// From how many open choices on the work is counted.
const COUNTED_DEPTH: u32 = 3;
/// From how many blocks on a question is a function of its own.
const LARGE_QUESTION: usize = 24;

impl<'a, 'p> Emit<'a, 'p> {
    /// Makes the code of a function whose results go on in `k`.
    pub(crate) fn run(
        &mut self,
        func: FuncId,
        v: Player,
        at: &Conf,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        if self.walking.contains(&func) || self.unit.too_large(self.b.func) {
            return self.first_choice(None, fail, |e| e.list_call(func, v, at, fail, k));
        }
        self.walking.push(func);
        let mut frame = self.frame(func, v, at);
        // What follows a result is not inside this function any more.
        let inside = self.walking.clone();
        let mut then = |e: &mut Self, conf: Conf, fail: Block| {
            let mut outside = inside.clone();
            outside.pop();
            let inside = std::mem::replace(&mut e.walking, outside);
            (k.then)(e, conf, fail);
            e.walking = inside;
        };
        let mut k = Cont { then: &mut then, plain: k.plain };
        self.block(&mut frame, 0, fail, &mut k);
        self.walking.pop();
    }

    /// Makes the code of a block and everything behind it.
    pub(crate) fn block(
        &mut self,
        fr: &mut Frame<'p>,
        mut at: usize,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        loop {
            if self.has_probed_enough() {
                return self.fail(fail);
            }
            let block = &fr.func.blocks[at];
            for inst in &block.insts {
                if !self.inst(fr, inst, fail) {
                    return;
                }
            }
            let target = match &block.term {
                Term::Jump(target) => target,
                Term::Die => return self.fail(fail),
                Term::If { cond, yes, no } => {
                    let word = match fr.plan.questions[at] {
                        Some(position) => self.long_question(fr, cond, position),
                        None => self.cond(fr, cond),
                    };
                    match word {
                        Word::C(0) => no,
                        Word::C(_) => yes,
                        Word::V(word) => {
                            if let Some(join) = self.choose_way(fr, at, Word::V(word), yes, no) {
                                at = join;
                                continue;
                            }
                            let ways = (self.b.create_block(), self.b.create_block());
                            self.b.ins().brif(word, ways.0, &[], ways.1, &[]);
                            return self.two_ways(fr, at, ways, fail, k);
                        }
                    }
                }
                Term::Ask { func, args, .. } => {
                    let ways = self.question(fr, *func, args);
                    return self.two_ways(fr, at, ways, fail, k);
                }
                term => return self.branch(fr, at, term, fail, k),
            };
            if self.stops_at(fr, target, fail) {
                return;
            }
            fr.enter(target, &[]);
            at = target.block.index();
        }
    }

    /// Goes on at a target, unless the walk stops there.
    pub(crate) fn go_on(
        &mut self,
        fr: &mut Frame<'p>,
        target: &Target,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        if !self.stops_at(fr, target, fail) {
            fr.enter(target, &[]);
            self.block(fr, target.block.index(), fail, k);
        }
    }

    /// Notes what a condition says of a field.
    pub(crate) fn learn_cond(&mut self, fr: &Frame<'p>, cond: &Cond, holds: bool) {
        if let Cond::In { f, set } = cond
            && let Finger::At(field) = fr.field(*f)
        {
            self.learn(fr, *set, field, holds);
        }
    }

    /// Makes the code of a question; gives the blocks for yes and no.
    fn question(&mut self, fr: &mut Frame<'p>, func: FuncId, args: &Args) -> (Block, Block) {
        let (yes, no) = (self.b.create_block(), self.b.create_block());
        let (conf, v) = (fr.conf(args), fr.player(args.v));
        if self.unit.plan(func).size > LARGE_QUESTION {
            let from = self.spill(&conf);
            let ctx = self.ctx;
            let answer = self.call(Routine::Ask(func, v), &[ctx, from]);
            self.store_ctx(Ctx::TOP, from);
            self.check(answer);
            self.b.ins().brif(answer, yes, &[], no, &[]);
            return (yes, no);
        }
        let counting = self.counting.take();
        let calls = self.unit.calls;
        let tops = [Ctx::TOP, Ctx::WAIT_TOP].map(|top| (top, self.load_ctx(top)));
        let mut then = |e: &mut Self, _: Conf, _: Block| {
            e.b.ins().jump(yes, &[]);
        };
        self.in_question += 1;
        self.scope(|e| e.run(func, v, &conf, no, &mut Cont { then: &mut then, plain: false }));
        self.in_question -= 1;
        self.counting = counting;
        if self.unit.calls == calls {
            return (yes, no);
        }
        // Whoever leaves in the middle of a list leaves it behind.
        let on = [yes, no].map(|block| {
            self.b.switch_to_block(block);
            for (top, value) in tops {
                self.store_ctx(top, value);
            }
            let on = self.b.create_block();
            self.b.ins().jump(on, &[]);
            on
        });
        (on[0], on[1])
    }

    /// The ways to end a block that are not just one way on.
    fn branch(
        &mut self,
        fr: &mut Frame<'p>,
        at: usize,
        term: &'p Term,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let place = Some((fr.id, BlockId(at as u32)));
        match term {
            Term::Fork(targets) => {
                self.first_choice(place, fail, |e| e.fork(fr, at, targets, fail, k));
            }
            Term::ChooseField { set, then } => {
                self.first_choice(place, fail, |e| e.choose_field(fr, *set, then, fail, k));
            }
            Term::ChooseDirection { v, from, then } => self.first_choice(place, fail, |e| {
                e.choose_direction(fr, *v, from, then, fail, k);
            }),
            Term::Call { func, args, then } => {
                let (at, v) = (fr.conf(args), fr.player(args.v));
                let plain = k.plain && is_trivial(fr, then);
                let mut after = |e: &mut Self, conf: Conf, fail: Block| {
                    e.follow(fr, then, conf, fail, k);
                };
                self.run(*func, v, &at, fail, &mut Cont { then: &mut after, plain });
            }
            Term::OrElse { first, second, args, then } => {
                self.or_else(fr, (*first, *second), args, then, fail, k);
            }
            Term::Repeat { .. } | Term::Each { .. } | Term::Best { .. } => {
                self.first_choice(place, fail, |e| e.loop_call(fr, term, fail, k));
            }
            Term::Yield { s, f, d } => {
                let conf = Conf { s: fr.state(*s).clone(), f: fr.field(*f), d: fr.way(*d) };
                (k.then)(self, conf, fail);
            }
            Term::Return(value) => {
                let block = self.leave_open();
                let vals = vec![Val::Number(fr.number(*value))];
                if let Some(returns) = &mut fr.returns {
                    returns.push(Pending { block, vals });
                }
            }
            Term::Jump(_) | Term::Die | Term::If { .. } | Term::Ask { .. } => self.fail(fail),
        }
    }

    /// Makes the code of a choice. The first one of a turn tells whether results
    /// have to be compared, as it excludes all others; if so, they were kept when
    /// they were counted, and none is picked.
    fn first_choice(
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

    /// Goes on with a result.
    pub(crate) fn follow(
        &mut self,
        fr: &mut Frame<'p>,
        then: &Target,
        conf: Conf,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        fr.enter(then, &[Val::State(conf.s), Val::Field(conf.f), Val::Direction(conf.d)]);
        self.block(fr, then.block.index(), fail, k);
    }

    fn fork(
        &mut self,
        fr: &mut Frame<'p>,
        at: usize,
        targets: &'p [Target],
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        if !fr.plan.deferred[at].is_empty() && self.unit.shares_tails {
            return self.fork_and_wait(fr, at, targets, fail, k);
        }
        if self.depth > 0
            && self.unit.shares_tails
            && self.fork_by_records(fr, at, targets, fail, k)
        {
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

    fn choose_field(
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
        if let Some(field) = only_constant(&words) {
            return self.scope(|e| {
                e.learn(fr, set, Word::C(field), true);
                e.enter_field(fr, then, Word::C(field), fail, k);
            });
        }
        if self.at_most_one(fr, set) {
            let any = self.some(&words);
            if self.require(any, fail) {
                let field = self.first(&words);
                self.scope(|e| {
                    e.learn(fr, set, field, true);
                    e.enter_field(fr, then, field, fail, k);
                });
            }
            return;
        }
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
        self.depth += 1;
        self.scope(|e| {
            e.learn(fr, set, Word::V(field), true);
            e.enter_field(fr, then, Word::V(field), next, k);
        });
        self.depth -= 1;
        self.b.switch_to_block(next);
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
        let fuel = self.load_ctx(Ctx::FUEL);
        let left = self.b.ins().iadd_imm_s(fuel, -work);
        self.store_ctx(Ctx::FUEL, left);
        let (spent, on) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(spent);
        let is_spent = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, left, 0);
        self.b.ins().brif(is_spent, spent, &[], on, &[]);
        self.b.switch_to_block(spent);
        self.problem(Problem::Steps);
        self.b.switch_to_block(on);
    }

    fn choose_direction(
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
                fr.enter(then, &[Val::Direction(Way::Known(direction))]);
                e.block(fr, then.block.index(), next, k);
            });
            self.b.switch_to_block(next);
        }
        self.fail(fail);
    }

    /// The results of the first function or, if there are none, of the second.
    fn or_else(
        &mut self,
        fr: &mut Frame<'p>,
        funcs: (FuncId, FuncId),
        args: &Args,
        then: &Target,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let (at, v) = (fr.conf(args), fr.player(args.v));
        if self.unit.at_most_one_result(funcs.0) && self.unit.at_most_one_result(funcs.1) {
            return self.one_or_other(fr, funcs, (&at, v), then, fail, k);
        }
        let plain = k.plain && is_trivial(fr, then);
        let any = self.flag();
        // A count that is made of whole sets has to tell whether it counted.
        let before = self.counting.map(|count| self.b.use_var(count));
        let decide = self.b.create_block();
        self.scope(|e| {
            let mut first = |e: &mut Self, conf: Conf, fail: Block| {
                e.raise(any);
                e.follow(fr, then, conf, fail, k);
            };
            e.run(funcs.0, v, &at, decide, &mut Cont { then: &mut first, plain });
        });
        self.b.switch_to_block(decide);
        let mut found = self.flagged(any);
        if let (Some(count), Some(before)) = (self.counting, before) {
            let now = self.b.use_var(count);
            let more = self.b.ins().isub(now, before);
            found = self.b.ins().bor(found, more);
        }
        let other = self.b.create_block();
        self.failed.insert(fail);
        self.b.ins().brif(found, fail, &[], other, &[]);
        self.b.switch_to_block(other);
        self.scope(|e| {
            let mut second =
                |e: &mut Self, conf: Conf, fail: Block| e.follow(fr, then, conf, fail, k);
            e.run(funcs.1, v, &at, fail, &mut Cont { then: &mut second, plain });
        });
    }

    /// Makes the code of a step; whether the path can go on.
    pub(crate) fn inst(&mut self, fr: &mut Frame<'p>, inst: &'p Inst, fail: Block) -> bool {
        match inst {
            Inst::Other { dst, v } => {
                let other = fr.player(*v).other();
                fr.set(*dst, Val::Player(other));
            }
            Inst::NoField { dst } => fr.set(*dst, Val::Field(Finger::Nowhere)),
            Inst::NoDirection { dst } => fr.set(*dst, Val::Direction(Way::Unset)),
            Inst::Direction { dst, direction } => {
                fr.set(*dst, Val::Direction(Way::Known(*direction)));
            }
            Inst::Set { dst, .. } if fr.plan.later[dst.index()] => {}
            Inst::Set { dst, expr } => {
                let set = self.set(fr, expr);
                fr.set(*dst, Val::Set(set));
            }
            Inst::Number { dst, expr } => {
                let number = self.number(fr, expr);
                fr.set(*dst, Val::Number(number));
            }
            Inst::Guard { cond } => {
                let word = self.cond(fr, cond);
                if !self.require(word, fail) {
                    return false;
                }
                self.learn_cond(fr, cond, true);
            }
            Inst::Step { dst, f, d } => return self.step(fr, *dst, *f, *d, false, fail),
            Inst::Back { dst, f, d } => return self.step(fr, *dst, *f, *d, true, fail),
            Inst::Rotate { dst, d, degrees } => return self.rotate(fr, *dst, *d, *degrees, fail),
            Inst::Write { dst, s, write } => {
                let state = fr.state(*s).clone();
                let Some(state) = self.write(fr, &state, write, fail) else { return false };
                fr.set(*dst, Val::State(Rc::new(state)));
            }
        }
        true
    }

    /// The field that a finger points at; nothing if the path ends.
    pub(crate) fn at(&mut self, finger: Finger, fail: Block) -> Option<Word> {
        match finger {
            Finger::Nowhere => {
                self.fail(fail);
                None
            }
            Finger::At(field) => Some(field),
            Finger::Maybe(field) => {
                let there = self.compare(IntCC::SignedGreaterThanOrEqual, field, Word::ZERO);
                self.require(there, fail).then_some(field)
            }
        }
    }

    fn step(
        &mut self,
        fr: &mut Frame<'p>,
        dst: Value,
        f: Value,
        d: Value,
        back: bool,
        fail: Block,
    ) -> bool {
        let Some(from) = self.at(fr.field(f), fail) else { return false };
        let to = match fr.way(d) {
            Way::Unset => {
                self.fail(fail);
                return false;
            }
            Way::Known(direction) => {
                let (to, ok) = self.next_field(from, direction, back);
                let ok = if back && self.is_known_step(from, direction) { Word::ONE } else { ok };
                if !self.require(ok, fail) {
                    return false;
                }
                if self.lines(direction, back).is_some() {
                    self.different.push((from, to));
                }
                if back {
                    self.learn_origin(fr, from, to, direction);
                }
                to
            }
            Way::Maybe(direction) => {
                let there = self.compare(IntCC::SignedGreaterThanOrEqual, direction, Word::ZERO);
                if !self.require(there, fail) {
                    return false;
                }
                let to = self.next_in(from, direction, back);
                let ok = self.compare(IntCC::SignedGreaterThanOrEqual, to, Word::ZERO);
                if !self.require(ok, fail) {
                    return false;
                }
                to
            }
        };
        fr.set(dst, Val::Field(Finger::At(to)));
        true
    }

    /// Whether a field was found by a step in this direction, so that there is one back.
    fn is_known_step(&self, field: Word, direction: Direction) -> bool {
        self.came_by.iter().any(|(to, way, _)| *to == field && way.last() == Some(&direction))
    }

    /// A field found by a step from a set has its origin in that set, if only
    /// one field leads there.
    fn learn_origin(&mut self, fr: &Frame<'p>, to: Word, from: Word, direction: Direction) {
        let board = &self.program.facts.board;
        let n = board.n_fields();
        let mut ends: Vec<_> =
            (0..n).filter_map(|i| board.step(game::Field(i as u16), direction)).collect();
        let total = ends.len();
        ends.sort_unstable();
        ends.dedup();
        if ends.len() < total {
            return;
        }
        let found: Vec<_> = self
            .came_by
            .iter()
            .filter(|(field, way, _)| *field == to && way.last() == Some(&direction))
            .cloned()
            .collect();
        for (_, mut way, set) in found {
            way.pop();
            if way.is_empty() {
                self.learn(fr, set, from, true);
            } else {
                self.came_by.push((from, way, set));
            }
        }
    }

    fn rotate(
        &mut self,
        fr: &mut Frame<'p>,
        dst: Value,
        d: Value,
        degrees: i32,
        fail: Block,
    ) -> bool {
        let board = &self.program.facts.board;
        let way = match fr.way(d) {
            Way::Unset => {
                self.fail(fail);
                return false;
            }
            Way::Known(direction) => Way::Known(board.rotate(direction, degrees)),
            Way::Maybe(direction) => {
                let there = self.compare(IntCC::SignedGreaterThanOrEqual, direction, Word::ZERO);
                if !self.require(there, fail) {
                    return false;
                }
                let turned: Vec<u64> = (0..board.directions.len())
                    .map(|d| board.rotate(Direction(d as u16), degrees).index() as u64)
                    .collect();
                Way::Maybe(self.table(&turned, 1, direction, 0))
            }
        };
        fr.set(dst, Val::Direction(way));
        true
    }

    /// Whether a condition holds: not 0.
    fn cond(&mut self, fr: &mut Frame<'p>, cond: &Cond) -> Word {
        match cond {
            Cond::In { f, set } => match fr.field(*f) {
                Finger::Nowhere => Word::ZERO,
                Finger::At(field) => {
                    let set = fr.words(*set);
                    self.contains(&set, field)
                }
                Finger::Maybe(field) => {
                    let set = fr.words(*set);
                    let there = self.compare(IntCC::SignedGreaterThanOrEqual, field, Word::ZERO);
                    let field = self.select(there, field, Word::ZERO);
                    let is_in = self.contains(&set, field);
                    self.select(there, is_in, Word::ZERO)
                }
            },
            Cond::Compare { op, a, b } => {
                let (Num { word: a, .. }, Num { word: b, .. }) = (fr.number(*a), fr.number(*b));
                let cc = match op {
                    Compare::Equal => IntCC::Equal,
                    Compare::Different => IntCC::NotEqual,
                    Compare::Less => IntCC::SignedLessThan,
                    Compare::Greater => IntCC::SignedGreaterThan,
                    Compare::AtMost => IntCC::SignedLessThanOrEqual,
                    Compare::AtLeast => IntCC::SignedGreaterThanOrEqual,
                };
                self.compare(cc, a, b)
            }
            Cond::Matches { s, f, layout } => {
                let (state, layout) = (fr.state(*s).clone(), *layout);
                self.look(fr, *f, |e, _| e.matching(&state, layout))
            }
            Cond::IsKind { s, f, kind } => {
                let (s, kind) = (fr.state(*s).clone(), *kind);
                if let Finger::At(field) = fr.field(*f) {
                    let such = self.such(ir::Whose::Any, Player::First, Some(&[kind]));
                    if self.holds(s.version, field) & !such == 0 {
                        return Word::ONE;
                    }
                }
                self.look(fr, *f, |e, _| {
                    let mask = e.such(ir::Whose::Any, Player::First, Some(&[kind]));
                    e.fields_of(&s, mask)
                })
            }
            Cond::Occurred { s, times } => {
                let state = fr.state(*s).clone();
                self.occurred(&state, *times)
            }
            Cond::Some { set } => {
                let set = fr.words(*set);
                self.some(&set)
            }
            Cond::Is { v, player } => Word::C(u64::from(fr.player(*v) == *player)),
        }
    }

    /// Whether a finger points at a field of a set that is made for the purpose.
    fn look(
        &mut self,
        fr: &mut Frame<'p>,
        f: Value,
        set: impl FnOnce(&mut Self, &mut Frame<'p>) -> Vec<Word>,
    ) -> Word {
        match fr.field(f) {
            Finger::Nowhere => Word::ZERO,
            Finger::At(field) => {
                let set = set(self, fr);
                self.contains(&set, field)
            }
            Finger::Maybe(field) => {
                let set = set(self, fr);
                let there = self.compare(IntCC::SignedGreaterThanOrEqual, field, Word::ZERO);
                let field = self.select(there, field, Word::ZERO);
                let is_in = self.contains(&set, field);
                self.select(there, is_in, Word::ZERO)
            }
        }
    }
}

/// Whether a target only yields the position that it is given.
fn is_trivial(fr: &Frame<'_>, target: &Target) -> bool {
    let mut block = &fr.func.blocks[target.block.index()];
    let Some(mut position) = block.params.first().copied() else { return false };
    while block.insts.is_empty() && fr.stops.is_empty() {
        match &block.term {
            Term::Yield { s, .. } => return *s == position,
            Term::Jump(next) => {
                let Some(i) = next.args.iter().position(|arg| *arg == position) else {
                    return false;
                };
                block = &fr.func.blocks[next.block.index()];
                position = block.params[i];
            }
            _ => return false,
        }
    }
    false
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
