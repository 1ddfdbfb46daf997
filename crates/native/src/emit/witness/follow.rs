//! Turns whose text is known: each event must be the next one of a reading of the text.
//! Where nothing else depends on it, a path ends at the first event that is another.

use crate::emit::sym::{Conf, State, Word};
use crate::emit::{Answers, Cont, Emit, IntCC, trusted};
use crate::layout::TurnSlot;
use crate::referee::expected::{DEAD, Expected};
use crate::runtime::{Ctx, EventTag};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use game::Player;
use ir::FuncId;
use ir::analyses::Parts;

impl Emit<'_, '_> {
    /// Compares an event with the next one that is expected. The word that follows the
    /// turn holds how many have come, and above that the field, and 1, on which a piece
    /// was put down just now.
    pub(in crate::emit) fn follow_event(
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

    /// Ends the path where it cannot come to the events that are expected any more;
    /// `stays.rs` tells why that changes nothing else.
    pub(in crate::emit) fn leave_early(&mut self, state: &State, fail: Block) -> bool {
        if !self.leaves_early || self.in_question > 0 {
            return true;
        }
        let trace = self.slot(state, TurnSlot::Trace);
        let n = self.and(trace, Word::C(u64::from(u32::MAX)));
        let lives = self.compare(IntCC::NotEqual, n, Word::C(DEAD));
        self.require(lives, fail)
    }

    /// Goes on only if all events that are expected have come.
    pub(in crate::emit) fn is_followed(&mut self, state: &State, fail: Block) -> bool {
        let trace = self.slot(state, TurnSlot::Trace);
        let n = self.and(trace, Word::C(u64::from(u32::MAX)));
        let all = Word::V(self.load_expected(Expected::N_EVENTS));
        let same = self.compare(IntCC::Equal, n, all);
        self.require(same, fail)
    }

    /// Whether a function can make a move.
    pub(in crate::emit) fn moves(&self, func: FuncId) -> bool {
        let still = Parts::OUTCOME | Parts::TOLD | Parts::COUNTERS | Parts::MEMORY;
        !still.contains(self.unit.writes.of(func))
    }

    /// Whether nothing was moved yet, for certain.
    pub(in crate::emit) fn is_unmoved(&self, state: &State) -> bool {
        [TurnSlot::Changed, TurnSlot::Passed]
            .iter()
            .all(|&slot| self.slot(state, slot) == Word::ZERO)
    }

    /// Whether some event of a turn may be taken back.
    pub(in crate::emit) fn hushes(&self) -> bool {
        self.unit.habits().hushes
    }

    /// Whether there is a try with the events that are expected: 1 or 0.
    pub(in crate::emit) fn tried(&mut self, v: Player, position: Value) {
        let tops = self.tops();
        // What was before would show the player too much.
        let at = self.begin_judging(&[position, position]);
        let base = at.s.clone();
        let answers @ Answers { yes, no } = self.answers();
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
            self.run(tries, v, &at, no, &mut Cont::aside(&mut then, false));
        } else {
            self.b.ins().jump(no, &[]);
        }
        self.answer(answers, &tops);
    }

    /// The slots of boards and reserves.
    fn material(&self) -> Vec<usize> {
        let mut slots: Vec<usize> = (0..self.layout.n_board).collect();
        for entry in 0..self.program.facts.reserve.len() {
            slots.extend(Player::BOTH.map(|v| self.layout.reserve(entry, v)));
        }
        slots
    }
}
