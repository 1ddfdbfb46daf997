//! Pieces beside the board: one comes from a player's reserve onto a field, or
//! goes there from a field as the kind that it came from.

use crate::emit::sym::{State, Word};
use crate::emit::{Emit, IntCC};
use crate::layout::TurnSlot;
use crate::runtime::EventTag;
use cranelift_codegen::ir::Block;
use game::{Kind, Player};

impl Emit<'_, '_> {
    /// Puts a piece from the reserve on a field.
    pub(crate) fn enter(
        &mut self,
        state: &mut State,
        field: Word,
        v: Player,
        kind: Kind,
        fail: Block,
    ) -> Option<()> {
        let entry = self.program.facts.reserve_index(kind);
        let piece = self.layout.piece(kind, v.into());
        let (Some(entry), Some(piece)) = (entry, piece) else {
            self.fail(fail);
            return None;
        };
        let slot = self.layout.reserve(entry, v);
        let count = state.slots[slot];
        self.require(count, fail).then_some(())?;
        let less = self.sub(count, Word::ONE);
        self.sign_reserve(state, entry, v, count, less);
        state.slots[slot] = less;
        self.put_piece(state, field, piece, fail)?;
        self.came(state.version, 1 << piece);
        self.may_be_wrong(state, 1 << piece);
        self.note(state, EventTag::Place, field, Word::C(kind.index() as u64));
        Some(())
    }

    /// Takes the piece of a field into the reserve, as the kind it came from.
    pub(crate) fn keep(
        &mut self,
        state: &mut State,
        field: Word,
        v: Player,
        fail: Block,
    ) -> Option<()> {
        let (piece, mask) = self.take_piece(state, field, fail)?;
        self.may_be_wrong(state, mask);
        let entries = self.program.facts.reserve.len();
        let (mut kept, mut all, mut grown) = (Word::ZERO, Word::ZERO, Vec::new());
        for entry in 0..entries {
            let is = self.belongs_to(entry, v, piece, mask);
            if is == Word::ZERO {
                continue;
            }
            kept = self.or(kept, is);
            let old = state.slots[self.layout.reserve(entry, v)];
            let new = self.add(old, is);
            all = self.or(all, new);
            grown.push((entry, old, new));
        }
        self.require(kept, fail).then_some(())?;
        // Only the number that grows can come to 256, so one test serves all of them.
        let no_room = self.and(all, Word::C(256));
        self.refuse(no_room, fail).then_some(())?;
        for (entry, old, new) in grown {
            self.sign_reserve(state, entry, v, old, new);
            state.slots[self.layout.reserve(entry, v)] = new;
        }
        Some(())
    }

    /// Whether a piece, one of those in the mask, goes to this entry of the player's reserve.
    fn belongs_to(&mut self, entry: usize, v: Player, piece: Word, mask: u64) -> Word {
        let (facts, layout) = (&self.program.facts, self.layout);
        let kept_as = &facts.kinds[facts.reserve[entry].kind.index()];
        if kept_as.symbols[v.index()].is_none() {
            return Word::ZERO;
        }
        let mut is = Word::ZERO;
        for i in (0..layout.pieces.len()).filter(|i| mask >> i & 1 == 1) {
            if facts.kept_in(layout.pieces[i].kind()) == Some(entry) {
                let same = self.compare(IntCC::Equal, piece, Word::C(i as u64 + 1));
                is = self.or(is, same);
            }
        }
        is
    }

    fn sign_reserve(&mut self, state: &mut State, entry: usize, v: Player, old: Word, new: Word) {
        if !self.signed {
            return;
        }
        let rows = self.unit.reserve_rows(entry, v);
        let (old, new) = (self.table(&rows, 1, old, 0), self.table(&rows, 1, new, 0));
        let both = self.xor(old, new);
        let signature = self.slot(state, TurnSlot::Signature);
        let signature = self.xor(signature, both);
        self.put_slot(state, TurnSlot::Signature, signature);
    }
}
