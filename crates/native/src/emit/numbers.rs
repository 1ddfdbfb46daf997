//! Numbers: 32 bits that stop at their ends, kept in 64 so that most sums need
//! no look at the ends, and the ways to count what a function can do.

use super::sym::{Conf, EMPTY, Finger, Frame, Num, State, Val, Word};
use super::{Cont, Emit, IntCC};
use crate::compile::routines::Routine;
use crate::runtime::Problem;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder};
use cranelift_frontend::Variable;
use game::{Kind, Player};
use ir::analyses::Parts;
use ir::{Args, FuncId, NumExpr, Whose};

const LEAST: i64 = i32::MIN as i64;
const GREATEST: i64 = i32::MAX as i64;

/// Where a function can end.
pub(crate) struct Ends {
    /// The fields, as a set.
    pub(crate) fields: Vec<Word>,
    /// Whether it can end on no field.
    pub(crate) nowhere: Word,
}

impl<'a, 'p> Emit<'a, 'p> {
    /// The value of a number expression.
    pub(crate) fn number(&mut self, fr: &mut Frame<'p>, expr: &'p NumExpr) -> Num {
        match expr {
            NumExpr::Const(number) => Num::constant(i64::from(*number)),
            NumExpr::Counter { s, v, counter } => {
                let facts = &self.program.facts;
                let slot = self.layout.counter(facts, *counter, fr.player(*v));
                let declared = &facts.counters[counter.index()];
                let word = fr.state(*s).slots[slot];
                Num { word, low: declared.low.into(), high: declared.high.into() }
            }
            NumExpr::Size(set) => {
                let set = fr.words(*set);
                self.size(&set)
            }
            NumExpr::Weigh { set, weights } => self.weigh(fr, *set, weights),
            NumExpr::Reserve { s, v, whose, kinds } => {
                let (state, v) = (fr.state(*s).clone(), fr.player(*v));
                self.in_reserves(&state, v, *whose, kinds.as_deref())
            }
            NumExpr::Count { func, args } => self.count(fr, *func, args),
            NumExpr::Sum { value, func, args } => self.sum(fr, *value, *func, args),
            NumExpr::Steps { func, until, args } => self.steps(fr, *func, *until, args),
            NumExpr::Call { func, args } => {
                let (at, v) = (fr.conf(args), fr.player(args.v));
                self.number_of(*func, v, &at)
            }
            NumExpr::Height { s, f } => {
                let state = fr.state(*s).clone();
                self.how_high(&state, fr.field(*f))
            }
            NumExpr::Hand { s } => {
                let hand = self.slot(fr.state(*s), crate::layout::TurnSlot::Hand);
                if let Some(stacks) = &self.layout.stacks {
                    return Num { word: hand, low: 0, high: stacks.most as i64 };
                }
                let word = self.compare(IntCC::NotEqual, hand, Word::ZERO);
                Num { word, low: 0, high: 1 }
            }
            NumExpr::Add(x, y) => {
                let (x, y) = (fr.number(*x), fr.number(*y));
                self.plus(x, y)
            }
            NumExpr::Subtract(x, y) => {
                let (x, y) = (fr.number(*x), fr.number(*y));
                let word = self.sub(x.word, y.word);
                self.clamp(Num { word, low: x.low - y.high, high: x.high - y.low })
            }
            NumExpr::Multiply(x, y) => {
                let (x, y) = (fr.number(*x), fr.number(*y));
                self.times(x, y)
            }
        }
    }

    /// How many pieces of some kinds are in reserves.
    fn in_reserves(
        &mut self,
        state: &State,
        v: Player,
        whose: Whose,
        kinds: Option<&[Kind]>,
    ) -> Num {
        let mut total = Num::constant(0);
        for (i, entry) in self.program.facts.reserve.iter().enumerate() {
            if kinds.is_some_and(|kinds| !kinds.contains(&entry.kind)) {
                continue;
            }
            for owner in Player::BOTH {
                if whose.includes(v, owner.into()) {
                    let word = state.slots[self.layout.reserve(i, owner)];
                    total = self.plus(total, Num { word, low: 0, high: 255 });
                }
            }
        }
        total
    }

    /// How often a function has to be run until another has a result.
    fn steps(&mut self, fr: &Frame<'p>, func: FuncId, goal: FuncId, args: &Args) -> Num {
        let (at, v) = (fr.conf(args), fr.player(args.v));
        let by_fields = self.unit.goes_by_fields(func, goal);
        let until = self.address(Routine::Ask(goal, v));
        if by_fields {
            let step = self.address(Routine::Fields(func, v));
            let back = [(func, false), (goal, true)]
                .map(|(func, asks)| self.address(Routine::Sources { func, v, asks }));
            return self.helped(Routine::Distance, &at, &[step, until, back[0], back[1]]);
        }
        let step = self.address(Routine::List(func, v));
        self.helped(Routine::Steps, &at, &[step, until])
    }

    /// How many pieces are where a finger points.
    fn how_high(&mut self, state: &State, finger: Finger) -> Num {
        if let Some(stacks) = &self.layout.stacks {
            let word = self.height_of(state, finger);
            return Num { word, low: 0, high: stacks.most as i64 };
        }
        let occupied = self.occupied(state);
        let word = self.if_somewhere(finger, |e, field| e.contains(&occupied, field));
        let word = self.compare(IntCC::NotEqual, word, Word::ZERO);
        Num { word, low: 0, high: 1 }
    }

    /// A word that is asked of the field that a finger points at, 0 if it points nowhere.
    pub(crate) fn if_somewhere(
        &mut self,
        finger: Finger,
        ask: impl FnOnce(&mut Self, Word) -> Word,
    ) -> Word {
        match finger {
            Finger::Nowhere => Word::ZERO,
            Finger::At(field) => ask(self, field),
            Finger::Maybe(field) => {
                let there = self.compare(IntCC::SignedGreaterThanOrEqual, field, Word::ZERO);
                let field = self.select(there, field, Word::ZERO);
                let asked = ask(self, field);
                self.select(there, asked, Word::ZERO)
            }
        }
    }

    /// How many fields a set has.
    pub(crate) fn size(&mut self, set: &[Word]) -> Num {
        let mut total = Word::ZERO;
        for &word in set {
            let part = self.popcount(word);
            total = self.add(total, part);
        }
        Num { word: total, low: 0, high: self.program.facts.board.n_fields() as i64 }
    }

    fn plus(&mut self, x: Num, y: Num) -> Num {
        let word = self.add(x.word, y.word);
        self.clamp(Num { word, low: x.low + y.low, high: x.high + y.high })
    }

    fn times(&mut self, x: Num, y: Num) -> Num {
        let ends = [x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high];
        let word = match (x.word, y.word) {
            (Word::C(x), Word::C(y)) => Word::C((x as i64).wrapping_mul(y as i64) as u64),
            (x, y) => {
                let (x, y) = (self.value(x), self.value(y));
                Word::V(self.b.ins().imul(x, y))
            }
        };
        let low = ends.into_iter().min().unwrap_or(0);
        let high = ends.into_iter().max().unwrap_or(0);
        self.clamp(Num { word, low, high })
    }

    /// Keeps a number within 32 bits.
    pub(crate) fn clamp(&mut self, number: Num) -> Num {
        let Num { mut word, low, high } = number;
        if let Word::C(constant) = word {
            return Num::constant((constant as i64).clamp(LEAST, GREATEST));
        }
        if high > GREATEST {
            let (value, end) = (self.value(word), self.value(Word::C(GREATEST as u64)));
            word = Word::V(self.b.ins().smin(value, end));
        }
        if low < LEAST {
            let (value, end) = (self.value(word), self.value(Word::C(LEAST as u64)));
            word = Word::V(self.b.ins().smax(value, end));
        }
        Num { word, low: low.clamp(LEAST, GREATEST), high: high.clamp(LEAST, GREATEST) }
    }

    /// What a `num` function returns.
    pub(crate) fn number_of(&mut self, func: FuncId, v: Player, at: &Conf) -> Num {
        if self.walking.contains(&func) || self.unit.too_large(self.b.func) {
            let address = self.address(Routine::Num(func, v));
            return self.helped(Routine::Number, at, &[address]);
        }
        self.walking.push(func);
        let mut frame = self.frame(func, v, at);
        frame.returns = Some(Vec::new());
        let died = self.b.create_block();
        let mut never = |e: &mut Self, _: Conf, fail: Block| e.fail(fail);
        let counting = self.counting.take();
        self.scope(|e| e.block(&mut frame, 0, died, &mut Cont::aside(&mut never, false)));
        self.counting = counting;
        self.walking.pop();
        let mut pending = frame.returns.take().unwrap_or_default();
        // A function that dies on the way gives 0.
        if self.failed.contains(&died) || pending.is_empty() {
            self.b.switch_to_block(died);
            let block = self.b.create_block();
            self.b.ins().jump(block, &[]);
            let vals = vec![Val::Number(Num::constant(0))];
            pending.push(super::sym::Pending { block, vals });
        } else {
            self.b.switch_to_block(died);
            self.b.ins().jump(self.fault, &[]);
        }
        match self.join(pending).as_deref() {
            Some([Val::Number(number)]) => *number,
            _ => Num::constant(0),
        }
    }

    /// The fields on which a function can end.
    pub(crate) fn fields_where(
        &mut self,
        fr: &mut Frame<'p>,
        func: FuncId,
        args: &Args,
    ) -> Vec<Word> {
        let (at, v) = (fr.conf(args), fr.player(args.v));
        self.fingers(func, v, &at).fields
    }

    /// The fields on which a function can end, and whether it can end nowhere.
    pub(crate) fn fingers(&mut self, func: FuncId, v: Player, at: &Conf) -> Ends {
        let words: Vec<Variable> =
            (0..=self.layout.words).map(|_| self.b.declare_var(I64)).collect();
        for &word in &words {
            let zero = self.b.ins().iconst(I64, 0);
            self.b.def_var(word, zero);
        }
        let done = self.b.create_block();
        let n = self.layout.words;
        let mut add = |e: &mut Self, conf: Conf, fail: Block| {
            e.add_finger(&words, n, conf.f);
            e.fail(fail);
        };
        let counting = self.counting.take();
        self.in_question += 1;
        self.scope(|e| e.run(func, v, at, done, &mut Cont::aside(&mut add, false)));
        self.in_question -= 1;
        self.counting = counting;
        self.b.switch_to_block(done);
        let mut found: Vec<Word> = words.iter().map(|&w| Word::V(self.b.use_var(w))).collect();
        let nowhere = found.pop().unwrap_or(Word::ZERO);
        Ends { fields: found, nowhere }
    }

    fn add_finger(&mut self, words: &[Variable], n: usize, finger: Finger) {
        let (bits, nowhere) = match finger {
            Finger::Nowhere => (vec![Word::ZERO; n], Word::ONE),
            Finger::At(field) => (self.bits(field), Word::ZERO),
            Finger::Maybe(field) => {
                let there = self.compare(IntCC::SignedGreaterThanOrEqual, field, Word::ZERO);
                let at = self.select(there, field, Word::ZERO);
                let bits = self.bits(at);
                let bits = bits.into_iter().map(|b| self.select(there, b, Word::ZERO)).collect();
                let nowhere = self.compare(IntCC::Equal, there, Word::ZERO);
                (bits, nowhere)
            }
        };
        for (&variable, bit) in words.iter().zip(bits.into_iter().chain([nowhere])) {
            if bit != Word::ZERO {
                let old = Word::V(self.b.use_var(variable));
                let new = self.or(old, bit);
                let new = self.value(new);
                self.b.def_var(variable, new);
            }
        }
    }

    /// Whether results of a function differ only in finger and direction, as far
    /// as a count can tell.
    fn leaves_material(&self, func: FuncId) -> bool {
        let material = Parts::BOARD | Parts::HAND | Parts::RESERVE;
        !self.unit.writes.of(func).meets(material)
    }

    /// How many different results a function has.
    fn count(&mut self, fr: &mut Frame<'p>, func: FuncId, args: &Args) -> Num {
        let (at, v) = (fr.conf(args), fr.player(args.v));
        if self.leaves_material(func) {
            let Ends { fields, nowhere } = self.fingers(func, v, &at);
            let size = self.size(&fields);
            return self.plus(size, Num { word: nowhere, low: 0, high: 1 });
        }
        if at.s.hand == EMPTY && self.unit.has_different_boards(func) {
            return self.count_results(func, v, &at);
        }
        let list = self.address(Routine::List(func, v));
        self.helped(Routine::Count, &at, &[list])
    }

    /// Counts results that are all different, by sets where that is possible.
    fn count_results(&mut self, func: FuncId, v: Player, at: &Conf) -> Num {
        let total = self.variable(0);
        let done = self.b.create_block();
        let outer = (self.counting.replace(total), self.picking.take(), self.probe.take());
        self.in_question += 1;
        let mut then = |e: &mut Self, _: Conf, fail: Block| {
            if let Some(probe) = &mut e.probe {
                probe.results += 1;
                return e.problem(Problem::Rules);
            }
            e.add_to(total, Word::ONE);
            e.fail(fail);
        };
        self.scope(|e| e.run(func, v, at, done, &mut Cont::aside(&mut then, true)));
        self.in_question -= 1;
        (self.counting, self.picking, self.probe) = outer;
        self.b.switch_to_block(done);
        Num { word: Word::V(self.b.use_var(total)), low: 0, high: GREATEST }
    }

    fn sum(&mut self, fr: &mut Frame<'p>, value: FuncId, func: FuncId, args: &Args) -> Num {
        let (at, v) = (fr.conf(args), fr.player(args.v));
        if !self.unit.writes.only_walks(func) || !self.unit.ignores_direction(value) {
            let list = self.address(Routine::List(func, v));
            let value = self.address(Routine::Num(value, v));
            return self.helped(Routine::Sum, &at, &[list, value]);
        }
        let Ends { fields, nowhere } = self.fingers(func, v, &at);
        let total = self.b.declare_var(I64);
        let start = match nowhere {
            Word::C(0) => self.b.ins().iconst(I64, 0),
            nowhere => {
                let conf = Conf { f: Finger::Nowhere, ..at.clone() };
                let number = self.number_of(value, v, &conf);
                let number = self.select(nowhere, number.word, Word::ZERO);
                self.value(number)
            }
        };
        self.b.def_var(total, start);
        self.each_field(&fields, &mut |e, field| {
            let conf = Conf { f: Finger::At(field), ..at.clone() };
            let number = e.number_of(value, v, &conf);
            e.add_to(total, number.word);
        });
        // The sum is exact until it is complete: its order makes no difference.
        let most = self.program.facts.board.n_fields() as i64 + 1;
        let word = Word::V(self.b.use_var(total));
        self.clamp(Num { word, low: most * LEAST, high: most * GREATEST })
    }

    /// A loop over the fields of a set.
    fn each_field(&mut self, set: &[Word], body: &mut dyn FnMut(&mut Self, Word)) {
        let rest: Vec<Variable> = set.iter().map(|_| self.b.declare_var(I64)).collect();
        for (&variable, &word) in rest.iter().zip(set) {
            let word = self.value(word);
            self.b.def_var(variable, word);
        }
        let (header, inside, done) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().jump(header, &[]);
        self.b.switch_to_block(header);
        let words: Vec<Word> = rest.iter().map(|&w| Word::V(self.b.use_var(w))).collect();
        let any = self.some(&words);
        let any = self.value(any);
        self.b.ins().brif(any, inside, &[], done, &[]);
        self.b.switch_to_block(inside);
        let field = self.first(&words);
        let bits = self.bits(field);
        let left = self.minus_all(&words, &bits);
        for (&variable, word) in rest.iter().zip(left) {
            let word = self.value(word);
            self.b.def_var(variable, word);
        }
        self.scope(|e| body(e, field));
        self.b.ins().jump(header, &[]);
        self.b.switch_to_block(done);
    }
}
