//! Questions, whose answer is a word or one of two blocks: conditions, functions
//! that are only asked whether they have a result, and long questions, which are
//! made once and called.

use super::known::Origin;
use super::plan::parts;
use super::sym::{Conf, Finger, Frame, Heading, Num, State, Val, Word};
use super::{Answers, Cont, Emit, IntCC};
use crate::compile::routines::Routine;
use crate::runtime::Ctx;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use game::Player;
use ir::{Args, Compare, Cond, FuncId, Inst, SetExpr};
use std::rc::Rc;

/// From how many blocks on a question is a function of its own.
const LARGE_QUESTION: usize = 24;

impl<'p> Emit<'_, 'p> {
    /// Whether a condition holds: not 0.
    pub(crate) fn cond(&mut self, fr: &mut Frame<'p>, cond: &Cond) -> Word {
        match cond {
            Cond::In { f, set } => match fr.field(*f) {
                Finger::Nowhere => Word::ZERO,
                Finger::At(field) => self.is_in(fr, *set, field),
                Finger::Maybe(field) => {
                    let there = self.compare(IntCC::SignedGreaterThanOrEqual, field, Word::ZERO);
                    let field = self.select(there, field, Word::ZERO);
                    let is_in = self.is_in(fr, *set, field);
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
                    let holds = self.holds(s.version, field);
                    if holds & !such == 0 || holds & such == 0 {
                        return Word::C(u64::from(holds & such != 0));
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
            Cond::Some { set } => self.some(&fr.words(*set)),
            Cond::Is { v, player } => Word::C(u64::from(fr.player(*v) == *player)),
        }
    }

    /// Whether a finger points at a field of a set that is made for the purpose.
    fn look(
        &mut self,
        fr: &mut Frame<'p>,
        f: ir::Value,
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

    /// Notes what a condition says of a field.
    pub(crate) fn learn_cond(&mut self, fr: &Frame<'p>, cond: &Cond, holds: bool) {
        if let Cond::In { f, set } = cond
            && let Finger::At(field) = fr.field(*f)
        {
            self.learn(fr, *set, field, holds);
        }
    }

    /// Makes the code of a question; gives the blocks for yes and no.
    pub(crate) fn question(&mut self, fr: &mut Frame<'p>, func: FuncId, args: &Args) -> Answers {
        let answers @ Answers { yes, no } = self.answers();
        let (conf, v) = (fr.conf(args), fr.player(args.v));
        if self.unit.plan(func).size > LARGE_QUESTION {
            let from = self.spill(&conf);
            let ctx = self.ctx;
            let answer = self.call(Routine::Ask(func, v), &[ctx, from]);
            self.store_ctx(Ctx::TOP, from);
            self.check(answer);
            self.b.ins().brif(answer, yes, &[], no, &[]);
            return answers;
        }
        let counting = self.counting.take();
        let calls = self.unit.calls;
        let tops = self.tops();
        let mut then = |e: &mut Self, _: Conf, _: Block| {
            e.b.ins().jump(yes, &[]);
        };
        self.in_question += 1;
        self.scope(|e| e.run(func, v, &conf, no, &mut Cont::aside(&mut then, false)));
        self.in_question -= 1;
        self.counting = counting;
        if self.unit.calls == calls {
            return answers;
        }
        // A jump out of the middle of a list leaves it in memory.
        let on = [yes, no].map(|block| {
            self.b.switch_to_block(block);
            self.restore(&tops);
            let on = self.b.create_block();
            self.b.ins().jump(on, &[]);
            on
        });
        Answers { yes: on[0], no: on[1] }
    }

    /// Asks a long question, which is a function of its own.
    pub(crate) fn long_question(
        &mut self,
        fr: &mut Frame<'p>,
        cond: &Cond,
        position: ir::Value,
    ) -> Word {
        let Cond::Some { set } = cond else { return Word::ZERO };
        let state = fr.state(position).clone();
        let n = self.layout.n_sets * self.layout.words;
        let v = fr.player(fr.func.blocks[0].params[1]);
        let mut args = vec![self.ctx];
        for &word in &state.slots[..n] {
            args.push(self.value(word));
        }
        // A piece put from nowhere could be one of several that are exactly one.
        let facts = &self.program.facts;
        let exact = |i: usize| facts.kinds[self.layout.pieces[i].kind().index()].exactly.is_some();
        let came = self.puts[state.version.0 as usize];
        let several = (0..self.layout.pieces.len()).any(|i| came >> i & 1 == 1 && exact(i));
        let question = Routine::Question { func: fr.id, set: *set, position, v, several };
        Word::V(self.call(question, &args))
    }

    /// The body of a long question.
    pub(crate) fn question_body(
        &mut self,
        func: FuncId,
        set: ir::Value,
        position: ir::Value,
        v: Player,
        several: bool,
        args: &[Value],
    ) {
        let mut slots = vec![Word::ZERO; self.layout.n_slots()];
        for (slot, &arg) in slots.iter_mut().zip(args) {
            *slot = Word::V(arg);
        }
        let version = self.version(Origin::Unknown);
        if several {
            self.came(version, u64::MAX);
        }
        let state = State::at_start(slots, version);
        let conf = Conf { s: Rc::new(state), f: Finger::Nowhere, d: Heading::Unset };
        let any = self.has_some(func, v, set, position, &conf);
        let any = self.value(any);
        self.b.ins().return_(&[any]);
    }

    /// Whether a set of a function that is run for a player has a field, if the position that
    /// the set looks at is this one: 1 or 0.
    pub(crate) fn has_some(
        &mut self,
        func: FuncId,
        v: Player,
        set: ir::Value,
        position: ir::Value,
        at: &Conf,
    ) -> Word {
        let mut frame = self.frame(func, v, at);
        for inst in frame.func.blocks.iter().flat_map(|block| &block.insts) {
            if let Inst::Other { dst, v } = inst
                && let Val::Player(player) = frame.get(*v)
            {
                let other = player.other();
                frame.set(*dst, Val::Player(other));
            }
        }
        frame.set(position, Val::State(at.s.clone()));
        self.make_set(&mut frame, set);
        let words = frame.words(set);
        let any = self.some(&words);
        self.compare(IntCC::NotEqual, any, Word::ZERO)
    }

    /// Makes a set with everything that it is made of.
    fn make_set(&mut self, fr: &mut Frame<'p>, set: ir::Value) {
        if matches!(fr.get(set), Val::Set(_)) {
            return;
        }
        let Some(expr) = fr.expr(set) else { return };
        for part in parts(expr) {
            let cut = matches!(expr, SetExpr::And(..))
                && matches!(fr.expr(part), Some(SetExpr::Matching { .. }));
            if !cut {
                self.make_set(fr, part);
            }
        }
        let words = self.set(fr, expr);
        fr.set(set, Val::Set(words));
    }
}
