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
        let facts = &self.program.facts;
        let mut kept = Word::ZERO;
        for entry in 0..facts.reserve.len() {
            let kind = facts.reserve[entry].kind;
            let can_have = facts.kinds[kind.index()].symbols[v.index()].is_some();
            // The first entry that the kind came from counts.
            let belongs_here = |i: usize| {
                let other = self.layout.pieces[i].kind();
                let own = facts.reserve_index(other);
                let from = || {
                    facts
                        .reserve
                        .iter()
                        .position(|e| facts.kinds[e.kind.index()].promotes.contains(&other))
                };
                own.or_else(from) == Some(entry)
            };
            let such: Vec<usize> = (0..self.layout.pieces.len())
                .filter(|&i| mask >> i & 1 == 1 && can_have && belongs_here(i))
                .collect();
            let mut is = Word::ZERO;
            for i in such {
                let same = self.compare(IntCC::Equal, piece, Word::C(i as u64 + 1));
                is = self.or(is, same);
            }
            if is == Word::ZERO {
                continue;
            }
            kept = self.or(kept, is);
            let slot = self.layout.reserve(entry, v);
            let old = state.slots[slot];
            let full = self.compare(IntCC::Equal, old, Word::C(255));
            let no_room = self.and(is, full);
            self.refuse(no_room, fail).then_some(())?;
            let new = self.add(old, is);
            self.sign_reserve(state, entry, v, old, new);
            state.slots[slot] = new;
        }
        self.require(kept, fail).then_some(())
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
