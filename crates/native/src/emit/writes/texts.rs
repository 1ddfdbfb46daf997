//! Events from which the texts of moves and the messages of the referee are made
//! later: lists in the thread's memory that grow at the end, so that moves with
//! the same beginning share it.

use crate::emit::sym::{EMPTY, Frame, State, Word};
use crate::emit::{Emit, IntCC, trusted};
use crate::layout::TurnSlot;
use crate::runtime::{Ctx, EventTag, Problem};
use cranelift_codegen::ir::{Block, InstBuilder};
use game::{Kind, Player};
use ir::Write;

impl<'p> Emit<'_, 'p> {
    /// Adds to the text of the move.
    pub(crate) fn note(&mut self, state: &mut State, tag: EventTag, a: Word, b: Word) {
        self.note_event(state, tag, a, b, true);
    }

    pub(crate) fn note_put(&mut self, state: &mut State, field: Word, kind: Kind) {
        self.note(state, EventTag::Put, field, Word::C(kind.index() as u64));
    }

    /// Adds to the text of the move; what happens while the hand is full is quiet.
    pub(crate) fn note_event(
        &mut self,
        state: &mut State,
        tag: EventTag,
        a: Word,
        b: Word,
        by_hand: bool,
    ) {
        if self.unit.mode.follows {
            return self.follow_event(state, tag, [a, b], by_hand);
        }
        if !self.traced {
            return;
        }
        let quiet = match by_hand {
            true => self.slot(state, TurnSlot::Hand),
            false => Word::ZERO,
        };
        let quiet = self.compare(IntCC::NotEqual, quiet, Word::ZERO);
        let last = self.slot(state, TurnSlot::Trace);
        let node = self.log(last, tag as u64, [a, b, quiet]);
        self.put_slot(state, TurnSlot::Trace, node);
    }

    /// A message of the referee.
    pub(crate) fn tell(
        &mut self,
        fr: &mut Frame<'p>,
        state: &mut State,
        write: &'p Write,
        fail: Block,
    ) -> Option<()> {
        let Write::Tell { v, f, to, message, details } = write else { return Some(()) };
        if !self.traced && self.unit.mode.hears.is_none() {
            return Some(());
        }
        let mut field = Word::C(u64::MAX);
        if details.iter().any(|d| matches!(d, ir::Detail::Here | ir::Detail::Piece)) {
            field = self.at(fr.field(*f), fail)?;
        }
        let hears = |player: Player| match to {
            ir::Audience::Both => true,
            ir::Audience::Own => player == fr.player(*v),
            ir::Audience::Enemy => player != fr.player(*v),
        };
        let mut extra = Vec::new();
        for detail in details {
            extra.push(match detail {
                ir::Detail::Here => (0, field),
                ir::Detail::Piece => {
                    let mask = self.holds(state.version, field) & (self.all_pieces() | EMPTY);
                    (1, self.piece_at(state, field, mask))
                }
                ir::Detail::Memory(memory) => (2, state.slots[self.layout.memory(*memory)]),
            });
        }
        if let Some(player) = self.unit.mode.hears {
            if hears(player) {
                self.hear(state, message, details, &extra);
            }
            return Some(());
        }
        let who = u64::from(hears(Player::First)) | u64::from(hears(Player::Second)) << 1;
        let text = self.unit.message(message);
        let last = self.slot(state, TurnSlot::Told);
        let mut node =
            self.log(last, EventTag::Tell as u64, [Word::C(who), Word::C(text), Word::ZERO]);
        for (what, value) in extra {
            node = self.log(node, EventTag::Detail as u64, [Word::C(what), value, Word::ZERO]);
        }
        self.put_slot(state, TurnSlot::Told, node);
        Some(())
    }

    /// Adds a node to a list of events; its number.
    pub(crate) fn log(&mut self, last: Word, tag: u64, data: [Word; 3]) -> Word {
        let log = self.load_ctx(Ctx::LOG);
        let n = self.load_ctx(Ctx::LOG_TOP);
        let limit = self.load_ctx(Ctx::LOG_LIMIT);
        let full = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, n, limit);
        self.stop_if(full, Problem::Results);
        let offset = self.b.ins().imul_imm_s(n, 40);
        let at = self.b.ins().iadd(log, offset);
        for (i, word) in [last, Word::C(tag), data[0], data[1], data[2]].into_iter().enumerate() {
            let value = self.value(word);
            self.b.ins().store(trusted(), value, at, 8 * i as i32);
        }
        let next = self.b.ins().iadd_imm_s(n, 1);
        self.store_ctx(Ctx::LOG_TOP, next);
        Word::V(next)
    }
}
