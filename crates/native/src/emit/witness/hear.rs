//! Messages of the referee as bits: which one it is, and what is said along with it, is a
//! number, to which a table that the caller has filled gives a bit. Rules that speak about
//! each field of a set are loops whose rounds hand on what was said in registers.

use super::loud::Loud;
use crate::emit::sym::{Conf, Finger, State, Word};
use crate::emit::{Body, Cont, Emit, IntCC, trusted};
use crate::layout::TurnSlot;
use crate::referee::expected::{Expected, OTHERS};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder};
use game::Memory;
use ir::analyses::{CallGraph, Parts};
use ir::{Detail, FuncId, Inst, Write};
use std::rc::Rc;

impl<'p> Emit<'_, 'p> {
    /// Notes a message that the player hears.
    pub(in crate::emit) fn hear(
        &mut self,
        state: &mut State,
        message: &str,
        details: &[Detail],
        values: &[(u64, Word)],
    ) {
        // Of what is only asked about nothing is said.
        if self.in_question > 0 {
            return;
        }
        let Some(number) = self.unit.heard(message, details).filter(|_| values.len() <= 3) else {
            self.unit.trouble.get_or_insert("a message says too much at once".to_string());
            return;
        };
        let mut key = Word::C(number);
        for (i, (_, value)) in values.iter().enumerate() {
            let value = self.up(*value, 16 * (i as u32 + 1));
            key = self.or(key, value);
        }
        let bit = self.bit_of(key);
        if let Some(no) = self.unheard {
            let heard = self.compare(IntCC::NotEqual, bit, Word::C(OTHERS));
            self.require(heard, no);
        }
        let told = self.slot(state, TurnSlot::Told);
        let told = self.or(told, bit);
        self.put_slot(state, TurnSlot::Told, told);
    }

    /// The bit that the table gives to a message.
    fn bit_of(&mut self, key: Word) -> Word {
        let keys = self.load_expected(Expected::KEYS);
        let end = self.load_expected(Expected::END);
        let key = self.value(key);
        let (header, look, next, found) = (
            self.b.create_block(),
            self.b.create_block(),
            self.b.create_block(),
            self.b.create_block(),
        );
        let bit = self.b.append_block_param(found, I64);
        let at = self.b.append_block_param(header, I64);
        self.b.ins().jump(header, &[BlockArg::from(keys)]);
        self.b.switch_to_block(header);
        let others = self.b.ins().iconst(I64, OTHERS as i64);
        let more = self.b.ins().icmp(IntCC::UnsignedLessThan, at, end);
        self.b.ins().brif(more, look, &[], found, &[BlockArg::from(others)]);
        self.b.switch_to_block(look);
        let here = self.b.ins().load(I64, trusted(), at, 0);
        let its = self.b.ins().load(I64, trusted(), at, 8);
        let same = self.b.ins().icmp(IntCC::Equal, here, key);
        self.b.ins().brif(same, found, &[BlockArg::from(its)], next, &[]);
        self.b.switch_to_block(next);
        let after = self.b.ins().iadd_imm_s(at, 16);
        self.b.ins().jump(header, &[BlockArg::from(after)]);
        self.b.switch_to_block(found);
        Word::V(bit)
    }

    /// Whether a function that is run for each field of a set only speaks and remembers,
    /// and has one result at most.
    pub(in crate::emit) fn only_speaks(&mut self, func: FuncId) -> bool {
        let speech = Parts::TOLD | Parts::MEMORY;
        self.unit.mode.hears.is_some()
            && speech.contains(self.unit.writes.of(func))
            && self.unit.at_most_one_result(func)
    }

    /// What a function may remember.
    pub(in crate::emit) fn remembered_by(&self, func: FuncId) -> Vec<Memory> {
        let reachable = CallGraph::new(self.program).reachable([func]);
        let funcs = reachable.into_iter().map(|func| &self.program.funcs[func.index()]);
        let mut memories = Vec::new();
        for inst in funcs.flat_map(|func| &func.blocks).flat_map(|block| &block.insts) {
            if let Inst::Write { write: Write::Remember { memory, .. }, .. } = inst
                && !memories.contains(memory)
            {
                memories.push(*memory);
            }
        }
        memories
    }

    /// Runs such a function for each field of a set, one after the other; what it
    /// changes goes from round to round in registers.
    pub(in crate::emit) fn speak_of_each(
        &mut self,
        set: &[Word],
        Body { func, v }: Body,
        at: &Conf,
        fail: Block,
        then: &mut dyn FnMut(&mut Self, Rc<State>, Block),
    ) {
        let mut changing = vec![self.layout.turn(TurnSlot::Told)];
        for memory in self.remembered_by(func) {
            let slot = self.layout.memory(memory);
            changing.push(slot);
            // What is not kept for the next turn has no turns to live, now or then.
            if self.program.facts.memories[memory.index()].turns > 0 {
                changing.push(slot + 1);
            }
        }
        let mut state = State::clone(&at.s);
        let loud = self.loud(set, Body { func, v }, at);
        let fields = loud.as_ref().map_or(set, |loud| &loud.fields).to_vec();
        for (i, &word) in fields.iter().enumerate() {
            let (header, body, after) =
                (self.b.create_block(), self.b.create_block(), self.b.create_block());
            let mut start: Vec<BlockArg> = vec![self.value(word).into()];
            for &slot in &changing {
                start.push(self.value(state.slots[slot]).into());
            }
            self.b.ins().jump(header, &start);
            let rest = self.b.append_block_param(header, I64);
            for &slot in &changing {
                state.slots[slot] = Word::V(self.b.append_block_param(header, I64));
            }
            self.b.switch_to_block(header);
            self.b.ins().brif(rest, body, &[], after, &[]);
            self.b.switch_to_block(body);
            let low = self.b.ins().ctz(rest);
            let field = self.b.ins().iadd_imm_s(low, 64 * i as i64);
            let less = self.b.ins().iadd_imm_s(rest, -1);
            let left = self.b.ins().band(rest, less);
            let conf = Conf { s: Rc::new(state.clone()), f: Finger::At(Word::V(field)), d: at.d };
            let mut next = |e: &mut Self, conf: Conf, _: Block| {
                let mut again: Vec<BlockArg> = vec![left.into()];
                for &slot in &changing {
                    again.push(e.value(conf.s.slots[slot]).into());
                }
                e.b.ins().jump(header, &again);
            };
            self.depth += 1;
            self.scope(|e| {
                e.run(func, v, &conf, fail, &mut Cont::aside(&mut next, false));
            });
            self.depth -= 1;
            self.b.switch_to_block(after);
        }
        if let (Some(Loud { memory: Some(memory), .. }), &[word]) = (&loud, set) {
            self.remember_last(&mut state, *memory, word);
        }
        then(self, Rc::new(state), fail);
    }

    /// Remembers the last field of a set, if there is one.
    fn remember_last(&mut self, state: &mut State, memory: Memory, word: Word) {
        let slot = self.layout.memory(memory);
        let turns = self.program.facts.memories[memory.index()].turns;
        let value = self.value(word);
        let zeros = self.b.ins().clz(value);
        let next = self.sub(Word::C(64), Word::V(zeros));
        state.slots[slot] = self.select(word, next, state.slots[slot]);
        let lives = self.select(word, Word::C(u64::from(turns)), state.slots[slot + 1]);
        state.slots[slot + 1] = lives;
    }
}
