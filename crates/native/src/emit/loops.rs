//! Loops that are loops of machine code, because it need not be found out which results are
//! the same:
//!
//! - If the body has at most one result, there is one position at a time. It goes from
//!   round to round as parameters of a block.
//! - If the body only walks, its results differ in the finger alone. The fields that were
//!   reached are a set, and so are those from which it has to go on.
//!
//! All other loops write lists (`calls`).

use super::known::Origin;
use super::sym::{Conf, EMPTY, Finger, Frame, Heading, SOMEWHERE, State, Val, Word};
use super::{Body, Cont, Emit, IntCC};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use cranelift_frontend::Variable;
use ir::{Bound, FuncId, Term};
use std::rc::Rc;

/// What goes from round to round.
#[derive(Clone, Copy)]
struct Carried {
    /// The slots of the position, if the body changes any.
    state: bool,
    finger: bool,
    way: bool,
}

/// Where the rounds of a loop begin, and what a round is given.
struct Header {
    block: Block,
    carried: Carried,
    /// The numbers with which a round begins: those of the loop itself.
    own: Vec<Value>,
    /// The position with which it begins.
    at: Conf,
}

impl<'a, 'p> Emit<'a, 'p> {
    /// Makes a loop in place if its body has at most one result; whether it was made.
    pub(crate) fn loop_in_place(
        &mut self,
        fr: &mut Frame<'p>,
        term: &'p Term,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) -> bool {
        match term {
            Term::Repeat { body, low, high: Some(high), args, then, .. }
                if low == high && self.unit.at_most_one_result(*body) =>
            {
                let (at, v) = (fr.conf(args), fr.player(args.v));
                let times = fr.number(*low);
                if times.low < 0 {
                    // Less often than never has no result.
                    let enough =
                        self.compare(IntCC::SignedGreaterThanOrEqual, times.word, Word::ZERO);
                    if !self.require(enough, fail) {
                        return true;
                    }
                }
                let end = self.rounds_in_place(Body { func: *body, v }, times.word, &at, fail);
                self.follow(fr, then, end, fail, k);
            }
            Term::Repeat { body, low, high: None, bound: Bound::Uses { .. }, args, then }
                if fr.number(*low).word == Word::ZERO
                    && self.unit.at_most_one_result(*body)
                    && !self.may_rename(*body) =>
            {
                let (at, v) = (fr.conf(args), fr.player(args.v));
                self.until_used_up(Body { func: *body, v }, &at, fail, &mut |e, conf, fail| {
                    e.follow(fr, then, conf, fail, k);
                });
            }
            Term::Repeat { body, low, high: None, args, then, .. }
                if matches!(fr.number(*low).word, Word::ZERO | Word::ONE)
                    && self.unit.walks_on(*body) =>
            {
                let (at, v) = (fr.conf(args), fr.player(args.v));
                let Finger::At(start) = at.f else { return false };
                let stays = fr.number(*low).word == Word::ZERO;
                let reached = self.reach(Body { func: *body, v }, start, stays, &at);
                self.at_each(&reached, fail, &mut |e, field, fail| {
                    e.follow(fr, then, Conf { f: Finger::At(field), ..at.clone() }, fail, k);
                });
            }
            Term::Each { set, body, args, then } if self.unit.at_most_one_result(*body) => {
                let (at, v) = (fr.conf(args), fr.player(args.v));
                let set = fr.words(*set);
                let end = self.each_in_place(Body { func: *body, v }, &set, &at, fail);
                fr.enter(then, &[Val::State(end.s)]);
                self.block(fr, then.block.index(), fail, k);
            }
            _ => return false,
        }
        true
    }

    /// Whether rounds may be named that leave a position as an earlier one found it, which then
    /// has the name from there: lists find out, loops in place do not.
    fn may_rename(&self, body: FuncId) -> bool {
        self.traced && !self.unit.writes.of(body).is_empty()
    }

    /// A number of rounds; the code goes on with what the last one leads to.
    fn rounds_in_place(&mut self, body: Body, times: Word, at: &Conf, fail: Block) -> Conf {
        let header = self.begin_rounds(body.func, at, &[times], true);
        let (inside, done) = (self.b.create_block(), self.b.create_block());
        let left = header.own[0];
        let more = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, left, 0);
        self.b.ins().brif(more, inside, &[], done, &[]);
        self.b.switch_to_block(inside);
        let less = self.b.ins().iadd_imm_s(left, -1);
        self.round(body, &header.at, &header, &[less], fail);
        self.b.switch_to_block(done);
        header.at
    }

    /// Rounds until there is no other; `then` goes on with what each begins with. Each of
    /// them uses something up, so none leads to where another one began.
    fn until_used_up(
        &mut self,
        body: Body,
        at: &Conf,
        fail: Block,
        then: &mut dyn FnMut(&mut Self, Conf, Block),
    ) {
        let header = self.begin_rounds(body.func, at, &[], true);
        let more = self.b.create_block();
        self.depth += 1;
        self.scope(|e| then(e, header.at.clone(), more));
        self.depth -= 1;
        self.b.switch_to_block(more);
        self.round(body, &header.at, &header, &[], fail);
    }

    /// A round for each field of a set; the code goes on with what the last one leads to.
    fn each_in_place(&mut self, body: Body, set: &[Word], at: &Conf, fail: Block) -> Conf {
        let header = self.begin_rounds(body.func, at, set, false);
        let (inside, done) = (self.b.create_block(), self.b.create_block());
        let rest: Vec<Word> = header.own.iter().map(|&word| Word::V(word)).collect();
        let any = self.some(&rest);
        let any = self.value(any);
        self.b.ins().brif(any, inside, &[], done, &[]);
        self.b.switch_to_block(inside);
        let field = self.first(&rest);
        let bits = self.bits(field);
        let rest = self.minus_all(&rest, &bits);
        let rest: Vec<Value> = rest.into_iter().map(|word| self.value(word)).collect();
        let begin = Conf { s: header.at.s.clone(), f: Finger::At(field), d: at.d };
        self.round(body, &begin, &header, &rest, fail);
        self.b.switch_to_block(done);
        header.at
    }

    /// The fields to which a walk leads that is done any number of times, or at least once if
    /// it may not stay where it begins.
    fn reach(&mut self, body: Body, start: Word, stays: bool, at: &Conf) -> Vec<Word> {
        let Body { func: body, v } = body;
        let first = self.bits(start);
        let met = if stays { first.clone() } else { vec![Word::ZERO; first.len()] };
        let (seen, open) = (self.variables(&met), self.variables(&first));
        let (header, done) = (self.b.create_block(), self.b.create_block());
        self.b.ins().jump(header, &[]);
        self.b.switch_to_block(header);
        let field = self.take_first(&open, done);
        self.burn(1);
        let mut found = |e: &mut Self, conf: Conf, fail: Block| {
            if let Finger::At(field) | Finger::Maybe(field) = conf.f {
                let bits = e.bits(field);
                let before = e.values_of(&seen);
                let new = e.minus_all(&bits, &before);
                for (variables, more) in [(&seen, &bits), (&open, &new)] {
                    let old = e.values_of(variables);
                    let all = e.or_all(&old, more);
                    e.define(variables, &all);
                }
            }
            e.fail(fail);
        };
        let from = Conf { s: at.s.clone(), f: Finger::At(field), d: at.d };
        let counting = self.counting.take();
        self.in_question += 1;
        self.scope(|e| {
            e.run(body, v, &from, header, &mut Cont::aside(&mut found, false));
        });
        self.in_question -= 1;
        self.counting = counting;
        self.b.switch_to_block(done);
        self.values_of(&seen)
    }

    /// Goes on at each field of a set.
    fn at_each(&mut self, set: &[Word], fail: Block, then: &mut dyn FnMut(&mut Self, Word, Block)) {
        let rest = self.variables(set);
        let (header, done) = (self.b.create_block(), self.b.create_block());
        self.b.ins().jump(header, &[]);
        self.b.switch_to_block(header);
        let field = self.take_first(&rest, done);
        self.depth += 1;
        self.scope(|e| then(e, field, header));
        self.depth -= 1;
        self.b.switch_to_block(done);
        self.fail(fail);
    }

    /// Takes the first field out of a set in variables; goes elsewhere if there is none.
    fn take_first(&mut self, set: &[Variable], none: Block) -> Word {
        let inside = self.b.create_block();
        let words = self.values_of(set);
        let any = self.some(&words);
        let any = self.value(any);
        self.b.ins().brif(any, inside, &[], none, &[]);
        self.b.switch_to_block(inside);
        let field = self.first(&words);
        let bits = self.bits(field);
        let rest = self.minus_all(&words, &bits);
        self.define(set, &rest);
        field
    }

    fn variables(&mut self, words: &[Word]) -> Vec<Variable> {
        let variables: Vec<Variable> = words.iter().map(|_| self.b.declare_var(I64)).collect();
        self.define(&variables, words);
        variables
    }

    fn define(&mut self, variables: &[Variable], words: &[Word]) {
        for (&variable, &word) in variables.iter().zip(words) {
            let word = self.value(word);
            self.b.def_var(variable, word);
        }
    }

    fn values_of(&mut self, variables: &[Variable]) -> Vec<Word> {
        variables.iter().map(|&variable| Word::V(self.b.use_var(variable))).collect()
    }

    /// Begins a loop: what goes from round to round becomes parameters of a block.
    fn begin_rounds(&mut self, body: FuncId, at: &Conf, own: &[Word], walks: bool) -> Header {
        let speaks = self.traced || self.unit.mode.hears.is_some() || self.unit.mode.follows;
        let carried = Carried {
            state: speaks || !self.unit.writes.of(body).is_empty(),
            finger: walks && !self.unit.keeps(body, 2),
            way: walks && !self.unit.keeps(body, 3),
        };
        let block = self.b.create_block();
        let own: Vec<Value> = own.iter().map(|&word| self.value(word)).collect();
        self.jump_to_round(block, carried, at, &own);
        self.b.switch_to_block(block);
        let own = own.iter().map(|_| self.b.append_block_param(block, I64)).collect();
        let mut conf = at.clone();
        if carried.state {
            let slots = at.s.slots.iter();
            let slots = slots.map(|_| Word::V(self.b.append_block_param(block, I64))).collect();
            conf.s = Rc::new(self.some_state(slots));
        }
        if carried.finger {
            conf.f = Finger::Maybe(Word::V(self.b.append_block_param(block, I64)));
        }
        if carried.way {
            conf.d = Heading::Maybe(Word::V(self.b.append_block_param(block, I64)));
        }
        Header { block, carried, own, at: conf }
    }

    /// A position of which only the slots are known.
    fn some_state(&mut self, mut slots: Vec<Word>) -> State {
        if !self.signed {
            slots[self.layout.turn(crate::layout::TurnSlot::Signature)] = Word::ZERO;
        }
        let version = self.version(Origin::Unknown);
        self.came(version, u64::MAX);
        let hand = self.all_pieces() | EMPTY;
        let overwrites = Some(SOMEWHERE);
        State { slots, hand, version, sure: None, overwrites, gained: None }
    }

    /// Makes one round, which leads to the next or ends the path.
    fn round(
        &mut self,
        Body { func: body, v }: Body,
        at: &Conf,
        header: &Header,
        own: &[Value],
        fail: Block,
    ) {
        self.burn(1);
        let calls = self.unit.calls;
        let tops = self.tops();
        let mut next = |e: &mut Self, conf: Conf, _: Block| {
            if e.unit.calls != calls {
                // A jump out of the middle of a list leaves it in memory.
                e.restore(&tops);
            }
            e.jump_to_round(header.block, header.carried, &conf, own);
        };
        let counting = self.counting.take();
        self.scope(|e| e.run(body, v, at, fail, &mut Cont::aside(&mut next, false)));
        self.counting = counting;
    }

    fn jump_to_round(&mut self, block: Block, carried: Carried, at: &Conf, own: &[Value]) {
        let mut args: Vec<BlockArg> = own.iter().map(|&word| word.into()).collect();
        if carried.state {
            for &word in &at.s.slots {
                args.push(self.value(word).into());
            }
        }
        if carried.finger {
            let field = self.finger_word(at.f);
            args.push(self.value(field).into());
        }
        if carried.way {
            let way = self.way_word(at.d);
            args.push(self.value(way).into());
        }
        self.b.ins().jump(block, &args);
    }
}
