//! Turns compared with what a player perceived of one, without texts or messages:
//!
//! 1. Messages are numbers: which one, and what is said along with it. A table that the
//!    caller has filled gives a bit to each that was heard, and one bit to all others.
//!    A turn carries the bits of what it said, and compares them at its end.
//! 2. The player's own move is found by its events: each must be the next one of a
//!    reading of its text. Where nothing else depends on it, a path ends at the first
//!    event that is another.
//! 3. A position after the turn is kept only if the fields that were seen hold what was
//!    seen there, if no others are seen, and if what is told before the next turn is
//!    what was heard. What is cheapest to compare comes first.

use super::known::Origin;
use super::sym::{Conf, Finger, State, Word};
use super::{Cont, Emit, IntCC, trusted};
use crate::expected::{DEAD, Expected, OTHERS};
use crate::kept::Kept;
use crate::layout::TurnSlot;
use crate::routines::Routine;
use crate::runtime::{Ctx, EventTag};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use game::{Memory, Player};
use ir::analyses::{CallGraph, Parts};
use ir::{Detail, FuncId, Inst, Write};
use std::rc::Rc;

use super::drivers::Driver;

/// In so many places it is made out at once what a player perceives; in others a function
/// does so.
const MOST_COPIES: u32 = 12;

impl<'a, 'p> Emit<'a, 'p> {
    fn load_expected(&mut self, offset: usize) -> Value {
        self.load_ctx(Ctx::EXPECTED + offset)
    }

    /// The positions to which a turn can lead that was perceived.
    pub(super) fn fits(&mut self, player: Player, own: bool, v: Player, position: Value) {
        let at = self.begin(position);
        let tally = self.tally();
        let base = at.s.clone();
        self.set_now(position, &base);
        self.keep_none();
        let compared = self.variable(0);
        let mut sites = 0;
        self.leaves_early = own && !self.hushes();
        self.turn(v, &at, &tally, &mut |e, state, fail| {
            e.raise(tally.any);
            let told = e.slot(state, TurnSlot::Told);
            let said = Word::V(e.load_expected(Expected::SAID));
            if own && !e.is_followed(state, fail) {
                return;
            }
            e.add_to(compared, Word::ONE);
            let is_said = e.compare(IntCC::Equal, told, said);
            if !e.require(is_said, fail) {
                return;
            }
            sites += 1;
            match sites <= MOST_COPIES && !own {
                true => e.keep_if_perceived(&base, state, (player, v), position, fail),
                false => {
                    e.keep_perceived(&base, state, (player, v), position);
                    e.fail(fail);
                }
            }
        });
        let n = self.b.use_var(compared);
        self.store_ctx(Ctx::EXPECTED + Expected::COMPARED, n);
        if own {
            // A path that was left early may have been a move.
            let zero = self.b.ins().iconst(I64, 0);
            self.store_ctx(Ctx::OVER_FLAG, zero);
        } else {
            let any = Word::V(self.flagged(tally.any));
            self.settle(&tally, any);
        }
        let n = self.load_ctx(Ctx::KEPT + Kept::N);
        self.b.ins().return_(&[n]);
    }

    /// Keeps the position after a turn if the player perceives it as expected. What he
    /// perceives is found out before the position lies in memory.
    fn keep_if_perceived(
        &mut self,
        base: &State,
        state: &State,
        (player, v): (Player, Player),
        before: Value,
        fail: Block,
    ) {
        let signed = std::mem::take(&mut self.signed);
        let child = self.close(base, state, v);
        self.signed = signed;
        let Word::C(next) = child.player else {
            self.keep_perceived(base, state, (player, v), before);
            return self.fail(fail);
        };
        self.store_ctx(Ctx::BEFORE, before);
        let mut at = self.between_turns(&child);
        // What is known of the position in which the turn began does not hold here.
        Rc::make_mut(&mut at.s).version = self.version(Origin::Unknown);
        let outer = self.base.replace(at.s.clone());
        let (yes, no) = (self.b.create_block(), self.b.create_block());
        let (calls, tops) = (self.unit.calls, self.tops());
        let next = Player::BOTH[usize::from(next == 1)];
        self.scope(|e| e.perceive(player, (next, &at), child.out_flag, (yes, no)));
        self.base = outer;
        self.failed.insert(fail);
        for block in [no, yes] {
            self.b.switch_to_block(block);
            // Whoever leaves in the middle of a list leaves it behind.
            if self.unit.calls > calls {
                self.restore(&tops);
            }
            if block == no {
                self.b.ins().jump(fail, &[]);
            }
        }
        self.keep_too(base, state, v);
        self.fail(fail);
    }

    fn tops(&mut self) -> [(usize, Value); 2] {
        [Ctx::TOP, Ctx::WAIT_TOP].map(|top| (top, self.load_ctx(top)))
    }

    fn restore(&mut self, tops: &[(usize, Value)]) {
        for &(top, value) in tops {
            self.store_ctx(top, value);
        }
    }

    /// Keeps the position after a turn if the player perceives it as expected.
    fn keep_perceived(
        &mut self,
        base: &State,
        state: &State,
        (player, v): (Player, Player),
        before: Value,
    ) {
        let child = self.close(base, state, v);
        let (n, place) = self.next_kept();
        self.store(&child, place);
        let ctx = self.ctx;
        let perceives = |next| Routine::Driver(Driver::Perceives(player), next);
        let answer = match child.player {
            Word::C(next) => {
                let routine = perceives(Player::BOTH[usize::from(next == 1)]);
                self.call(routine, &[ctx, place, before])
            }
            Word::V(next) => {
                let blocks = [(); 3].map(|()| self.b.create_block());
                let answer = self.b.append_block_param(blocks[2], I64);
                self.b.ins().brif(next, blocks[1], &[], blocks[0], &[]);
                for next in Player::BOTH {
                    self.b.switch_to_block(blocks[next.index()]);
                    let answer = self.call(perceives(next), &[ctx, place, before]);
                    self.b.ins().jump(blocks[2], &[BlockArg::from(answer)]);
                }
                self.b.switch_to_block(blocks[2]);
                answer
            }
        };
        self.check(answer);
        let next = self.b.ins().iadd(n, answer);
        self.store_ctx(Ctx::KEPT + Kept::N, next);
    }

    /// Whether a player perceives a position as expected: 1 or 0.
    pub(super) fn perceives(&mut self, player: Player, v: Player, args: &[Value]) {
        let tops = self.tops();
        let position = args[0];
        let at = self.begin_judging(args);
        let flag = self.b.ins().uload8(I64, trusted(), position, self.layout.out_flag as i32);
        let (yes, no) = (self.b.create_block(), self.b.create_block());
        self.perceive(player, (v, &at), Word::V(flag), (yes, no));
        self.answer((yes, no), &tops);
    }

    /// Goes to yes or no by whether a player perceives a position as expected, of which
    /// it is known who is to move and whether the game is over.
    fn perceive(
        &mut self,
        player: Player,
        (v, at): (Player, &Conf),
        over: Word,
        (yes, no): (Block, Block),
    ) {
        self.sees_so(player, at, no);
        let silent = self.b.create_block();
        let expected = Word::V(self.load_expected(Expected::TOLD));
        // Before a turn that nobody has nothing is said.
        let told = self.program.entries.told;
        if told.is_none() {
            self.b.ins().jump(silent, &[]);
        }
        if let Some(told) = told
            && self.refuse(over, silent)
        {
            let outer = self.unheard.take();
            if self.unit.always_yields(told, false) {
                self.unheard = Some(no);
            }
            self.first_says(told, v, at, expected, (yes, no), silent);
            self.unheard = outer;
        }
        self.b.switch_to_block(silent);
        let nothing = self.compare(IntCC::Equal, expected, Word::ZERO);
        if self.require(nothing, no) {
            self.b.ins().jump(yes, &[]);
        }
    }

    /// Whether the player hears what was expected of a refusal: 1 or 0.
    pub(super) fn refuses(&mut self, v: Player, args: &[Value]) {
        let tops = self.tops();
        let at = self.begin_judging(args);
        let (yes, no, silent) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let expected = Word::V(self.load_expected(Expected::REFUSED));
        match self.program.entries.refused {
            Some(refused) => self.first_says(refused, v, &at, expected, (yes, no), silent),
            None => {
                self.b.ins().jump(silent, &[]);
            }
        }
        self.b.switch_to_block(silent);
        let nothing = self.compare(IntCC::Equal, expected, Word::ZERO);
        if self.require(nothing, no) {
            self.b.ins().jump(yes, &[]);
        }
        self.answer((yes, no), &tops);
    }

    /// Whether there is a try with the events that are expected: 1 or 0.
    pub(super) fn tried(&mut self, v: Player, position: Value) {
        let tops = self.tops();
        let at = self.begin(position);
        let base = at.s.clone();
        self.base = Some(base.clone());
        let (yes, no) = (self.b.create_block(), self.b.create_block());
        self.leaves_early = !self.hushes();
        if let Some(tries) = self.program.entries.tries {
            let mut then = |e: &mut Self, conf: Conf, fail: Block| {
                let passed = e.slot(&conf.s, TurnSlot::Passed);
                let mut differs = passed;
                for slot in e.material() {
                    let change = e.xor(base.slots[slot], conf.s.slots[slot]);
                    differs = e.or(differs, change);
                }
                if e.require(differs, fail) && e.is_followed(&conf.s, fail) {
                    e.b.ins().jump(yes, &[]);
                }
            };
            self.run(tries, v, &at, no, &mut Cont { then: &mut then, plain: false });
        } else {
            self.b.ins().jump(no, &[]);
        }
        self.answer((yes, no), &tops);
    }

    /// Whether the turn has a move: 1 or 0.
    pub(super) fn ends(&mut self, v: Player, position: Value) {
        let tops = self.tops();
        let at = self.begin(position);
        let tally = self.tally();
        self.set_now(position, &at.s);
        let (yes, no) = (self.b.create_block(), self.b.create_block());
        self.turn(v, &at, &tally, &mut |e, _, _| {
            e.b.ins().jump(yes, &[]);
        });
        self.settle(&tally, Word::ZERO);
        self.b.ins().jump(no, &[]);
        self.answer((yes, no), &tops);
    }

    /// Goes to yes or no by what the first result of a rule of the referee says; the
    /// code goes on where there is none.
    fn first_says(
        &mut self,
        func: FuncId,
        v: Player,
        at: &Conf,
        expected: Word,
        (yes, no): (Block, Block),
        silent: Block,
    ) {
        let mut first = |e: &mut Self, conf: Conf, _: Block| {
            let told = e.slot(&conf.s, TurnSlot::Told);
            let same = e.compare(IntCC::Equal, told, expected);
            if e.require(same, no) {
                e.b.ins().jump(yes, &[]);
            }
        };
        self.run(func, v, at, silent, &mut Cont { then: &mut first, plain: false });
    }

    /// Ends a function that gives 1 or 0. Whoever leaves in the middle of a list leaves
    /// it behind.
    fn answer(&mut self, (yes, no): (Block, Block), tops: &[(usize, Value)]) {
        for (block, answer) in [(yes, 1), (no, 0)] {
            self.b.switch_to_block(block);
            self.restore(tops);
            let answer = self.b.ins().iconst(I64, answer);
            self.b.ins().return_(&[answer]);
        }
    }

    /// Begins a rule of the referee: `args` are the position and the one before.
    pub(super) fn begin_judging(&mut self, args: &[Value]) -> Conf {
        self.store_ctx(Ctx::BEFORE, args[1]);
        let at = self.begin(args[0]);
        self.base = Some(at.s.clone());
        at
    }

    /// The position before the last turn.
    pub(crate) fn state_before(&mut self) -> State {
        let before = self.load_ctx(Ctx::BEFORE);
        let rounds = self.rounds;
        let conf = self.begin(before);
        self.rounds = rounds;
        Rc::unwrap_or_clone(conf.s)
    }

    /// Goes on only if the fields that were seen hold what was seen, and no others
    /// are seen.
    fn sees_so(&mut self, player: Player, at: &Conf, no: Block) {
        let (look, on) = (self.b.create_block(), self.b.create_block());
        let seen = self.load_expected(Expected::SEEN);
        self.b.ins().brif(seen, look, &[], on, &[]);
        self.b.switch_to_block(look);
        let words = self.layout.words;
        let word =
            |e: &mut Self, i: usize| Word::V(e.b.ins().load(I64, trusted(), seen, 8 * i as i32));
        let fields: Vec<Word> = (0..words).map(|i| word(self, i)).collect();
        let mut differs = Word::ZERO;
        for i in 0..self.layout.n_sets * words {
            let expected = word(self, words + i);
            let shown = self.and(at.s.slots[i], fields[i % words]);
            let change = self.xor(shown, expected);
            differs = self.or(differs, change);
        }
        self.refuse(differs, no);
        if let Some(func) = self.program.entries.seen {
            let (found, _) = self.fingers(func, player, at);
            let mut differs = Word::ZERO;
            for (found, expected) in found.into_iter().zip(fields) {
                let change = self.xor(found, expected);
                differs = self.or(differs, change);
            }
            self.refuse(differs, no);
        }
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
    }

    /// The slots of boards and reserves.
    fn material(&self) -> Vec<usize> {
        let mut slots: Vec<usize> = (0..self.layout.n_sets * self.layout.words).collect();
        for entry in 0..self.program.facts.reserve.len() {
            slots.extend(Player::BOTH.map(|v| self.layout.reserve(entry, v)));
        }
        slots
    }

    /// Notes a message that the player hears.
    pub(super) fn hear(
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

    /// Compares an event with the next one that is expected. The word that follows the
    /// turn holds how many have come, and above that the field, and 1, on which a piece
    /// was put down just now.
    pub(super) fn follow_event(
        &mut self,
        state: &mut State,
        tag: EventTag,
        [field, kind]: [Word; 2],
        by_hand: bool,
    ) {
        let trace = self.slot(state, TurnSlot::Trace);
        let n = self.and(trace, Word::C(u64::from(u32::MAX)));
        let last = self.down(trace, 32);
        let next_field = self.add(field, Word::ONE);
        let event = |e: &mut Self, tag: EventTag, field: Option<Word>, kind: Option<Word>| {
            let field = field.map_or(Word::ZERO, |field| e.up(field, 8));
            let kind = kind.map_or(Word::ZERO, |kind| e.up(kind, 24));
            let both = e.or(field, kind);
            e.or(both, Word::C(tag as u64))
        };
        let code = match tag {
            EventTag::Put => {
                let become_it = event(self, EventTag::Become, None, Some(kind));
                let place = event(self, EventTag::Place, Some(field), Some(kind));
                let landed = self.compare(IntCC::Equal, last, next_field);
                self.select(landed, become_it, place)
            }
            EventTag::Become => event(self, tag, None, Some(kind)),
            EventTag::Place => event(self, tag, Some(field), Some(kind)),
            EventTag::Pass => event(self, tag, None, None),
            _ => event(self, tag, Some(field), None),
        };
        let offset = self.up(n, 4);
        let offset = self.value(offset);
        let at = self.b.ins().iadd(self.ctx, offset);
        let events = (Ctx::EXPECTED + Expected::EVENTS) as i32;
        let [mask, expected] =
            [0, 8].map(|i| Word::V(self.b.ins().load(I64, trusted(), at, events + i)));
        let shown = self.and(code, mask);
        let same = self.compare(IntCC::Equal, shown, expected);
        let more = self.add(n, Word::ONE);
        let mut next = self.select(same, more, Word::C(DEAD));
        let hand = match by_hand {
            true => self.slot(state, TurnSlot::Hand),
            false => Word::ZERO,
        };
        if hand != Word::ZERO {
            self.unit.has_quiet_events = true;
        }
        next = self.select(hand, n, next);
        let landed = match tag {
            EventTag::Putdown => self.up(next_field, 32),
            _ => Word::ZERO,
        };
        let trace = self.or(next, landed);
        self.put_slot(state, TurnSlot::Trace, trace);
    }

    /// Ends the path where it cannot come to the events that are expected any more.
    pub(super) fn leave_early(&mut self, state: &State, fail: Block) -> bool {
        if !self.leaves_early || self.in_question > 0 {
            return true;
        }
        let trace = self.slot(state, TurnSlot::Trace);
        let n = self.and(trace, Word::C(u64::from(u32::MAX)));
        let lives = self.compare(IntCC::NotEqual, n, Word::C(DEAD));
        self.require(lives, fail)
    }

    /// Goes on only if all events that are expected have come.
    fn is_followed(&mut self, state: &State, fail: Block) -> bool {
        let trace = self.slot(state, TurnSlot::Trace);
        let n = self.and(trace, Word::C(u64::from(u32::MAX)));
        let all = Word::V(self.load_expected(Expected::N_EVENTS));
        let same = self.compare(IntCC::Equal, n, all);
        self.require(same, fail)
    }

    /// Whether a function can make a move.
    pub(super) fn moves(&self, func: FuncId) -> bool {
        let still = Parts::OUTCOME | Parts::TOLD | Parts::COUNTERS | Parts::MEMORY;
        !still.contains(self.unit.writes.of(func))
    }

    /// Whether nothing was moved yet, for certain.
    pub(super) fn is_unmoved(&self, state: &State) -> bool {
        [TurnSlot::Changed, TurnSlot::Passed]
            .iter()
            .all(|&slot| self.slot(state, slot) == Word::ZERO)
    }

    /// Whether some event of a turn may be taken back.
    fn hushes(&self) -> bool {
        self.unit.habits().hushes
    }

    /// Whether a function that is run for each field of a set only speaks and remembers,
    /// and has one result at most.
    pub(super) fn only_speaks(&mut self, func: FuncId) -> bool {
        let speech = Parts::TOLD | Parts::MEMORY;
        self.unit.mode.hears.is_some()
            && speech.contains(self.unit.writes.of(func))
            && self.unit.at_most_one_result(func)
    }

    /// What a function may remember.
    fn remembered_by(&self, func: FuncId) -> Vec<Memory> {
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
    pub(super) fn speak_of_each(
        &mut self,
        set: &[Word],
        (func, v): (FuncId, Player),
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
        for (i, &word) in set.iter().enumerate() {
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
                e.run(func, v, &conf, fail, &mut Cont { then: &mut next, plain: false });
            });
            self.depth -= 1;
            self.b.switch_to_block(after);
        }
        then(self, Rc::new(state), fail);
    }
}
