//! Blocks, and the blocks that they lead to: code is made of one after the other
//! until a block has more than one way on, and then of everything after each way.

use super::sym::{Conf, Frame, Pending, Val, Word};
use super::{Cont, Emit};
use cranelift_codegen::ir::{Block, InstBuilder};
use game::Player;
use ir::drive::OrElse;
use ir::{BlockId, FuncId, Target, Term};

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
        let is_large = self.unit.too_large(self.b.func);
        self.unit.called_for_size |= is_large;
        if self.walking.contains(&func) || is_large {
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
        let mut k = Cont { then: &mut then, plain: k.plain, straight: k.straight };
        self.block(&mut frame, 0, fail, &mut k);
        self.walking.pop();
    }

    /// Makes the code of a block and everything after it.
    pub(crate) fn block(
        &mut self,
        fr: &mut Frame<'p>,
        mut at: usize,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        loop {
            // It is of use in the block that follows the choice, and wrong in all others.
            let foreseen = fr.foreseen.take();
            if self.has_probed_enough()
                || self.has_tried_enough()
                || self.unit.gives_up(self.b.func)
            {
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
                    let foreseen = foreseen.and_then(|known| self.foreseen(fr, known));
                    let known = foreseen.or_else(|| self.looked_up(fr, cond));
                    let known = known.or_else(|| self.about_new(fr, cond));
                    let word = match (known, fr.plan.questions[at]) {
                        (Some(answer), _) => answer,
                        (None, Some(position)) => self.long_question(fr, cond, position),
                        (None, None) => self.cond(fr, cond),
                    };
                    match word {
                        Word::C(0) => no,
                        Word::C(_) => yes,
                        Word::V(word) => {
                            if let Some(join) = self.choose_way(fr, at, Word::V(word), yes, no) {
                                at = join;
                                continue;
                            }
                            let answers = self.answers();
                            self.b.ins().brif(word, answers.yes, &[], answers.no, &[]);
                            return self.two_ways(fr, at, answers, fail, k);
                        }
                    }
                }
                Term::Ask { func, args, .. } => {
                    let answers = self.question(fr, *func, args);
                    return self.two_ways(fr, at, answers, fail, k);
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
                let (plain, straight) = (k.plain && is_trivial(fr, then), k.straight);
                let mut after = |e: &mut Self, conf: Conf, fail: Block| {
                    e.follow(fr, then, conf, fail, k);
                };
                self.run(*func, v, &at, fail, &mut Cont { then: &mut after, plain, straight });
            }
            Term::OrElse { first, second, args, then } => {
                let parts = OrElse { first: *first, second: *second, args, then };
                self.or_else(fr, parts, fail, k);
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

    /// The results of the first function or, if there are none, of the second.
    fn or_else(
        &mut self,
        fr: &mut Frame<'p>,
        OrElse { first, second, args, then }: OrElse<'_>,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let (at, v) = (fr.conf(args), fr.player(args.v));
        let early = self.leaves_early;
        // If the first was left early the second would be run, and must not make a move.
        let nothing_follows = k.plain && is_trivial(fr, then);
        self.leaves_early &= nothing_follows && self.is_unmoved(&at.s) && !self.moves(second);
        let either = Either { first, second, v, at: &at };
        self.either(fr, &either, then, fail, k);
        self.leaves_early = early;
    }

    /// The results of the first function or, if there are none, of the second.
    fn either(
        &mut self,
        fr: &mut Frame<'p>,
        either: &Either<'_>,
        then: &Target,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let &Either { first, second, v, at } = either;
        if self.unit.at_most_one_result(first) && self.unit.at_most_one_result(second) {
            return self.one_or_other(fr, either, then, fail, k);
        }
        let (plain, straight) = (k.plain && is_trivial(fr, then), k.straight);
        let any = self.flag();
        // A count that is made of whole sets has to tell whether it counted.
        // Where a move is drawn at a choice, nothing is counted.
        let counting = self.counting.filter(|_| self.at_once.drawing.is_none());
        let before = counting.map(|count| self.b.use_var(count));
        let number = self.at_once.n_alternatives;
        self.at_once.n_alternatives += 1;
        self.at_once.alternatives.push((number, false));
        let decide = self.b.create_block();
        self.scope(|e| {
            let mut found = |e: &mut Self, conf: Conf, fail: Block| {
                e.raise(any);
                e.follow(fr, then, conf, fail, k);
            };
            e.answering(any, |e| {
                e.run(first, v, at, decide, &mut Cont { then: &mut found, plain, straight });
            });
        });
        self.at_once.alternatives.pop();
        self.b.switch_to_block(decide);
        let mut found = self.flagged(any);
        if let (Some(count), Some(before)) = (counting, before) {
            let now = self.b.use_var(count);
            let more = self.b.ins().isub(now, before);
            found = self.b.ins().bor(found, more);
        }
        let other = self.b.create_block();
        self.failed.insert(fail);
        self.b.ins().brif(found, fail, &[], other, &[]);
        self.b.switch_to_block(other);
        self.at_once.alternatives.push((number, true));
        self.scope(|e| {
            let mut found =
                |e: &mut Self, conf: Conf, fail: Block| e.follow(fr, then, conf, fail, k);
            e.run(second, v, at, fail, &mut Cont { then: &mut found, plain, straight });
        });
        self.at_once.alternatives.pop();
    }
}

/// Two functions of which the second is run if the first has no result.
pub(crate) struct Either<'c> {
    pub(crate) first: FuncId,
    pub(crate) second: FuncId,
    /// For whom they run, and where.
    pub(crate) v: Player,
    pub(crate) at: &'c Conf,
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
