//! What changes a position: words change, and what is known of the board with
//! them.

use super::sets::belongs;
use super::sym::{EMPTY, Frame, SOMEWHERE, State, Word};
use super::{Emit, IntCC};
use crate::layout::TurnSlot;
use crate::runtime::EventTag;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, types::I64};
use game::{Kind, Owner, Piece, Player};
use ir::{Amount, Verdict, Whose, Write};

impl<'p> Emit<'_, 'p> {
    /// The state after a write; nothing if the path ends for certain.
    pub(crate) fn write(
        &mut self,
        fr: &mut Frame<'p>,
        old: &State,
        write: &'p Write,
        fail: Block,
    ) -> Option<State> {
        let mut state = old.clone();
        match write {
            Write::Lift { f, amount } => {
                let field = self.at(fr.field(*f), fail)?;
                self.is_one(fr, *amount, fail)?;
                self.lift(&mut state, field, fail)?;
            }
            Write::Lower { f, amount } => {
                let field = self.at(fr.field(*f), fail)?;
                self.is_one(fr, *amount, fail)?;
                self.lower(&mut state, field, fail)?;
            }
            Write::Put { f, v, whose, kind } => {
                let piece = self.piece_of(fr.player(*v), *whose, *kind, fail)?;
                let field = self.at(fr.field(*f), fail)?;
                self.note_put(&mut state, field, *kind);
                self.place(&mut state, field, Word::C(piece as u64 + 1), 1 << piece);
                self.came(state.version, 1 << piece);
                self.may_be_wrong(&mut state, 1 << piece);
            }
            Write::PutAll { set, v, whose, kind } => {
                let piece = self.piece_of(fr.player(*v), *whose, *kind, fail)?;
                let set = fr.words(*set);
                self.put_all(&mut state, &set, piece);
            }
            Write::Clear { f } => {
                let field = self.at(fr.field(*f), fail)?;
                let (_, taken) = self.take(&mut state, field, fail)?;
                self.may_be_wrong(&mut state, taken);
                self.note(&mut state, EventTag::Remove, field, Word::ZERO);
            }
            Write::Become { f, kind } => {
                let field = self.at(fr.field(*f), fail)?;
                self.promote(&mut state, field, *kind, fail)?;
            }
            Write::Enter { f, v, kind } => {
                let field = self.at(fr.field(*f), fail)?;
                self.enter(&mut state, field, fr.player(*v), *kind, fail)?;
            }
            Write::Keep { f, v } => {
                let field = self.at(fr.field(*f), fail)?;
                self.keep(&mut state, field, fr.player(*v), fail)?;
            }
            Write::Remember { f, memory } => {
                let field = self.at(fr.field(*f), fail)?;
                let slot = self.layout.memory(*memory);
                state.slots[slot] = self.add(field, Word::ONE);
                let turns = self.program.facts.memories[memory.index()].turns;
                state.slots[slot + 1] = Word::C(u64::from(turns));
            }
            Write::SetCounter { v, counter, to } => {
                let facts = &self.program.facts;
                let declared = &facts.counters[counter.index()];
                let (low, high) = (i64::from(declared.low), i64::from(declared.high));
                let slot = self.layout.counter(facts, *counter, fr.player(*v));
                let to = fr.number(*to);
                if to.low < low {
                    let ok =
                        self.compare(IntCC::SignedGreaterThanOrEqual, to.word, Word::C(low as u64));
                    self.require(ok, fail).then_some(())?;
                }
                if to.high > high {
                    let ok =
                        self.compare(IntCC::SignedLessThanOrEqual, to.word, Word::C(high as u64));
                    self.require(ok, fail).then_some(())?;
                }
                state.slots[slot] = to.word;
            }
            Write::Outcome { v, verdict } => self.outcome(fr, &mut state, fr.player(*v), *verdict),
            Write::Pass => {
                self.put_slot(&mut state, TurnSlot::Passed, Word::ONE);
                self.note(&mut state, EventTag::Pass, Word::ZERO, Word::ZERO);
            }
            Write::Again => self.put_slot(&mut state, TurnSlot::Again, Word::ONE),
            Write::Cost { to } => self.put_slot(&mut state, TurnSlot::Cost, fr.number(*to).word),
            Write::Tell { .. } => self.tell(fr, &mut state, write, fail)?,
            Write::Hush { like } => {
                let trace = self.slot(fr.state(*like), TurnSlot::Trace);
                self.put_slot(&mut state, TurnSlot::Trace, trace);
            }
            // The referee's writes are left to the interpreter.
            Write::Before | Write::Mask { .. } => {
                self.fail(fail);
                return None;
            }
        }
        Some(state)
    }

    /// Goes on only if a number of pieces is one, as a hand without stacks has.
    fn is_one(&mut self, fr: &Frame<'p>, amount: Amount, fail: Block) -> Option<()> {
        if let Amount::Number(number) = amount {
            let one = self.compare(IntCC::Equal, fr.number(number).word, Word::ONE);
            self.require(one, fail).then_some(())?;
        }
        Some(())
    }

    /// The number of the piece that is put down for a player.
    fn piece_of(&mut self, v: Player, whose: Whose, kind: Kind, fail: Block) -> Option<usize> {
        let symbols = &self.program.facts.kinds[kind.index()].symbols;
        let owner = match whose {
            Whose::Own => v.into(),
            Whose::Enemy => v.other().into(),
            Whose::First => Owner::First,
            Whose::Second => Owner::Second,
            Whose::Nobody => Owner::Nobody,
            Whose::Any if symbols[2].is_some() => Owner::Nobody,
            Whose::Any => v.into(),
        };
        let piece = self.layout.piece(kind, owner);
        if piece.is_none() {
            self.fail(fail);
        }
        piece
    }

    /// The sets that a piece is in.
    fn sets_of(&self, piece: Piece) -> Vec<usize> {
        let owner = self.layout.owners[piece.owner() as usize];
        owner.into_iter().chain(self.layout.kinds[piece.kind().index()]).collect()
    }

    /// The sets in which the pieces of a mask are.
    fn sets_of_all(&self, mask: u64) -> Vec<usize> {
        let mut sets: Vec<usize> = Vec::new();
        for (i, piece) in self.layout.pieces.iter().enumerate() {
            if mask >> i & 1 == 1 {
                sets.extend(self.sets_of(*piece));
            }
        }
        sets.sort_unstable();
        sets.dedup();
        sets
    }

    /// The number and 1 of the piece on a field that holds one of the mask.
    pub(crate) fn piece_at(&mut self, state: &State, field: Word, mask: u64) -> Word {
        let pieces: Vec<usize> =
            (0..self.layout.pieces.len()).filter(|i| mask >> i & 1 == 1).collect();
        if let ([only], 0) = (pieces.as_slice(), mask & EMPTY) {
            return Word::C(*only as u64 + 1);
        }
        let mut number = Word::ZERO;
        if pieces.is_empty() {
            return number;
        }
        let owner = self.layout.pieces[pieces[0]].owner();
        let one_owner = pieces.iter().all(|&i| self.layout.pieces[i].owner() == owner);
        for &i in &pieces {
            // If it is known whose piece it is, the kind alone tells which.
            let kind = self.layout.kinds[self.layout.pieces[i].kind().index()];
            let fields = match kind {
                Some(set) if one_owner && mask & EMPTY == 0 => self.set_of(state, set),
                _ => self.fields_of(state, 1 << i),
            };
            let here = self.contains(&fields, field);
            let value = self.select(here, Word::C(i as u64 + 1), Word::ZERO);
            number = self.or(number, value);
        }
        number
    }

    fn clear_bits(&mut self, state: &mut State, bits: &[Word], sets: &[usize]) {
        for &set in sets {
            for (i, &bit) in bits.iter().enumerate() {
                let slot = set * self.layout.words + i;
                state.slots[slot] = self.minus(state.slots[slot], bit);
            }
        }
    }

    fn set_bits(&mut self, state: &mut State, bits: &[Word], set: usize) {
        for (i, &bit) in bits.iter().enumerate() {
            let slot = set * self.layout.words + i;
            state.slots[slot] = self.or(state.slots[slot], bit);
        }
    }

    /// Changes the signature by a piece on a field, by its number and 1.
    fn sign(&mut self, state: &mut State, piece: Word, field: Word) {
        if !self.signed || piece == Word::ZERO {
            return;
        }
        let rows = self.unit.signature_rows();
        let row_len = 64 * self.layout.words;
        let base = match piece {
            Word::C(piece) => Word::C(piece * row_len as u64),
            Word::V(piece) => Word::V(self.b.ins().imul_imm_s(piece, row_len as i64)),
        };
        let at = self.add(base, field);
        let number = self.table(&rows, 1, at, 0);
        let old = self.slot(state, TurnSlot::Signature);
        let new = self.xor(old, number);
        self.put_slot(state, TurnSlot::Signature, new);
    }

    /// Picks the piece of a field up.
    fn lift(&mut self, state: &mut State, field: Word, fail: Block) -> Option<()> {
        if state.hand & EMPTY == 0 {
            self.fail(fail);
            return None;
        }
        if state.hand != EMPTY {
            let full = self.slot(state, TurnSlot::Hand);
            self.refuse(full, fail).then_some(())?;
        }
        let held = self.take(state, field, fail)?;
        self.note_event(state, EventTag::Pickup, field, Word::ZERO, false);
        let (piece, mask) = held;
        self.put_slot(state, TurnSlot::Hand, piece);
        state.hand = mask;
        Some(())
    }

    /// Notes that there may be a wrong number of some piece.
    fn may_be_wrong(&self, state: &mut State, pieces: u64) {
        let kinds = &self.program.facts.kinds;
        let exact = |i: usize| kinds[self.layout.pieces[i].kind().index()].exactly.is_some();
        if (0..self.layout.pieces.len()).any(|i| pieces >> i & 1 == 1 && exact(i)) {
            state.overwrites = Some(SOMEWHERE);
            self.put_slot(state, TurnSlot::Hit, Word::ONE);
        }
    }

    /// Takes the piece off a field; its number and 1, and what it may be.
    fn take(&mut self, state: &mut State, field: Word, fail: Block) -> Option<(Word, u64)> {
        let mut mask = self.holds(state.version, field);
        if mask & EMPTY != 0 {
            let occupied = self.occupied(state);
            let there = self.contains(&occupied, field);
            self.require(there, fail).then_some(())?;
            mask &= !EMPTY;
        }
        mask &= self.all_pieces();
        if mask == 0 {
            // What is known contradicts itself: no path comes here.
            self.fail(fail);
            return None;
        }
        let piece = self.piece_at(state, field, mask);
        let bits = self.bits(field);
        let sets = self.sets_of_all(mask);
        self.clear_bits(state, &bits, &sets);
        self.sign(state, piece, field);
        self.changed(state, field, EMPTY);
        Some((piece, mask))
    }

    fn all_pieces(&self) -> u64 {
        (1 << self.layout.pieces.len()) - 1
    }

    /// Puts what is in the hand down.
    fn lower(&mut self, state: &mut State, field: Word, fail: Block) -> Option<()> {
        let piece = self.slot(state, TurnSlot::Hand);
        if state.hand == EMPTY {
            self.fail(fail);
            return None;
        }
        if state.hand & EMPTY != 0 {
            self.require(piece, fail).then_some(())?;
        }
        let mask = state.hand & !EMPTY;
        self.place(state, field, piece, mask);
        self.put_slot(state, TurnSlot::Hand, Word::ZERO);
        state.hand = EMPTY;
        self.note(state, EventTag::Putdown, field, Word::ZERO);
        Some(())
    }

    /// Puts a piece on a field in the place of what is there.
    fn place(&mut self, state: &mut State, field: Word, piece: Word, mask: u64) {
        let there = self.holds(state.version, field);
        let bits = self.bits(field);
        self.overwrite(state, field, &bits, there);
        match piece {
            Word::C(number) => {
                for set in self.sets_of(self.layout.pieces[number as usize - 1]) {
                    self.set_bits(state, &bits, set);
                }
            }
            Word::V(_) => {
                // One piece of the mask goes into the sets that all share, and
                // into those that only some have if it is one of these.
                for set in self.sets_of_all(mask) {
                    let with: Vec<usize> = (0..self.layout.pieces.len())
                        .filter(|&i| mask >> i & 1 == 1)
                        .filter(|&i| self.sets_of(self.layout.pieces[i]).contains(&set))
                        .collect();
                    if with.len() as u32 == mask.count_ones() {
                        self.set_bits(state, &bits, set);
                        continue;
                    }
                    let mut is = Word::ZERO;
                    for i in with {
                        let same = self.compare(IntCC::Equal, piece, Word::C(i as u64 + 1));
                        is = self.or(is, same);
                    }
                    let some: Vec<Word> =
                        bits.iter().map(|&bit| self.select(is, bit, Word::ZERO)).collect();
                    self.set_bits(state, &some, set);
                }
            }
        }
        self.sign(state, piece, field);
        self.changed(state, field, mask);
    }

    /// Clears a field that may hold a piece. Mostly it holds none, so the work
    /// lies beside the way if there is much of it.
    fn overwrite(&mut self, state: &mut State, field: Word, bits: &[Word], there: u64) {
        let mask = there & self.all_pieces();
        if mask == 0 {
            return;
        }
        let facts = &self.program.facts;
        let exact = |i: usize| facts.kinds[self.layout.pieces[i].kind().index()].exactly.is_some();
        let exact = (0..self.layout.pieces.len())
            .filter(|&i| mask >> i & 1 == 1 && exact(i))
            .fold(0, |mask, i| mask | 1 << i);
        if exact != 0 {
            let alone = state.overwrites.is_none_or(|other| other == field);
            state.overwrites = Some(if alone { field } else { SOMEWHERE });
        }
        let sets = self.sets_of_all(mask);
        if sets.len() <= 2 && !self.signed && exact == 0 {
            return self.clear_bits(state, bits, &sets);
        }
        if there & EMPTY == 0 {
            return self.remove_beside(state, field, bits, mask, exact, &sets);
        }
        let occupied = self.fields_of(state, mask);
        let hit = self.contains(&occupied, field);
        let hit = self.value(hit);
        let (beside, on) = (self.b.create_block(), self.b.create_block());
        let before = state.clone();
        let mut slots: Vec<usize> = sets
            .iter()
            .flat_map(|set| (0..self.layout.words).map(move |i| (*set, i)))
            .map(|(set, i)| set * self.layout.words + i)
            .collect();
        if self.signed {
            slots.push(self.layout.turn(TurnSlot::Signature));
        }
        if exact != 0 {
            slots.push(self.layout.turn(TurnSlot::Hit));
        }
        let mut plain: Vec<BlockArg> = Vec::new();
        for &slot in &slots {
            plain.push(self.value(before.slots[slot]).into());
        }
        self.b.ins().brif(hit, beside, &[], on, &plain);
        self.b.switch_to_block(beside);
        self.remove_beside(state, field, bits, mask, exact, &sets);
        let mut args: Vec<BlockArg> = Vec::new();
        for &slot in &slots {
            args.push(self.value(state.slots[slot]).into());
        }
        self.b.ins().jump(on, &args);
        for &slot in &slots {
            state.slots[slot] = Word::V(self.b.append_block_param(on, I64));
        }
        self.b.switch_to_block(on);
    }

    fn remove_beside(
        &mut self,
        state: &mut State,
        field: Word,
        bits: &[Word],
        mask: u64,
        exact: u64,
        sets: &[usize],
    ) {
        if exact != 0 {
            let fields = self.fields_of(state, exact);
            let hit = self.contains(&fields, field);
            let old = self.slot(state, TurnSlot::Hit);
            let hit = self.or(old, hit);
            self.put_slot(state, TurnSlot::Hit, hit);
        }
        if self.signed {
            let piece = self.piece_at(state, field, mask);
            self.sign(state, piece, field);
        }
        self.clear_bits(state, bits, sets);
    }

    /// Puts a piece on every field of a set.
    fn put_all(&mut self, state: &mut State, set: &[Word], piece: usize) {
        let own = self.sets_of(self.layout.pieces[piece]);
        let others: Vec<usize> = (0..self.layout.n_sets).filter(|s| !own.contains(s)).collect();
        if self.signed {
            let number = self.sign_all(state, set, piece);
            let old = self.slot(state, TurnSlot::Signature);
            let new = self.xor(old, number);
            self.put_slot(state, TurnSlot::Signature, new);
        }
        self.clear_bits(state, set, &others);
        for set_index in own {
            self.set_bits(state, set, set_index);
        }
        state.version = self.wrote(state.version, None, 1 << piece);
        self.came(state.version, 1 << piece);
        self.may_be_wrong(state, self.all_pieces());
        // A field that did not hold this piece at the start and was changed is
        // still another if it gets the piece.
        state.sure = state.sure.filter(|&field| self.held_at_start(field) & 1 << piece == 0);
        let changed = self.slot(state, TurnSlot::Changed);
        if changed != Word::ONE {
            let any = self.some(set);
            let any = self.compare(IntCC::NotEqual, any, Word::ZERO);
            let changed = self.or(changed, any);
            self.put_slot(state, TurnSlot::Changed, changed);
        }
    }

    /// What the signature changes by if each field of a set gets a piece.
    fn sign_all(&mut self, state: &State, set: &[Word], piece: usize) -> Word {
        let (header, body, done) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        let mut args: Vec<BlockArg> = vec![self.b.ins().iconst(I64, 0).into()];
        for &word in set {
            args.push(self.value(word).into());
        }
        self.b.ins().jump(header, &args);
        let sum = self.b.append_block_param(header, I64);
        let rest: Vec<Word> =
            set.iter().map(|_| Word::V(self.b.append_block_param(header, I64))).collect();
        self.b.switch_to_block(header);
        let any = self.some(&rest);
        let any = self.value(any);
        self.b.ins().brif(any, body, &[], done, &[]);
        self.b.switch_to_block(body);
        let field = self.first(&rest);
        let bits = self.bits(field);
        let rest = self.minus_all(&rest, &bits);
        let mut after = state.clone();
        self.put_slot(&mut after, TurnSlot::Signature, Word::V(sum));
        let old = self.piece_at(state, field, self.all_pieces() | EMPTY);
        self.sign(&mut after, old, field);
        self.sign(&mut after, Word::C(piece as u64 + 1), field);
        let mut args: Vec<BlockArg> = Vec::new();
        let next = self.slot(&after, TurnSlot::Signature);
        args.push(self.value(next).into());
        for word in rest {
            args.push(self.value(word).into());
        }
        self.b.ins().jump(header, &args);
        self.b.switch_to_block(done);
        Word::V(sum)
    }

    /// Makes the piece of a field another of the same owner.
    fn promote(&mut self, state: &mut State, field: Word, kind: Kind, fail: Block) -> Option<()> {
        let mut mask = self.holds(state.version, field) & (self.all_pieces() | EMPTY);
        if mask & EMPTY != 0 {
            let occupied = self.occupied(state);
            let there = self.contains(&occupied, field);
            self.require(there, fail).then_some(())?;
            mask &= !EMPTY;
        }
        let bits = self.bits(field);
        let old = self.piece_at(state, field, mask);
        self.sign(state, old, field);
        let mut new_mask = 0;
        let mut new_piece = Word::ZERO;
        for i in (0..self.layout.pieces.len()).filter(|i| mask >> i & 1 == 1) {
            let Some(piece) = self.layout.piece(kind, self.layout.pieces[i].owner()) else {
                continue;
            };
            new_mask |= 1 << piece;
            let is = self.compare(IntCC::Equal, old, Word::C(i as u64 + 1));
            let value = self.select(is, Word::C(piece as u64 + 1), Word::ZERO);
            new_piece = self.or(new_piece, value);
        }
        let kinds: Vec<usize> = self.layout.kinds.iter().flatten().copied().collect();
        let target = self.layout.kinds[kind.index()];
        let of_mask = self.sets_of_all(mask);
        let cleared: Vec<usize> =
            kinds.into_iter().filter(|s| of_mask.contains(s) && Some(*s) != target).collect();
        self.clear_bits(state, &bits, &cleared);
        if let Some(set) = target {
            self.set_bits(state, &bits, set);
        }
        self.sign(state, new_piece, field);
        self.changed(state, field, new_mask);
        self.came(state.version, new_mask);
        self.may_be_wrong(state, mask | new_mask);
        self.note(state, EventTag::Become, field, Word::C(kind.index() as u64));
        Some(())
    }

    /// Puts a piece from the reserve on a field.
    fn enter(
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
        self.place(state, field, Word::C(piece as u64 + 1), 1 << piece);
        self.came(state.version, 1 << piece);
        self.may_be_wrong(state, 1 << piece);
        self.note(state, EventTag::Place, field, Word::C(kind.index() as u64));
        Some(())
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

    /// Takes the piece of a field into the reserve, as the kind it came from.
    fn keep(&mut self, state: &mut State, field: Word, v: Player, fail: Block) -> Option<()> {
        let (piece, mask) = self.take(state, field, fail)?;
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
            let room = self.compare(IntCC::SignedLessThan, old, Word::C(255));
            self.require(room, fail).then_some(())?;
            let new = self.add(old, is);
            self.sign_reserve(state, entry, v, old, new);
            state.slots[slot] = new;
        }
        self.require(kept, fail).then_some(())
    }

    /// Notes that a field was written.
    fn changed(&mut self, state: &mut State, field: Word, contents: u64) {
        let before = state.version;
        let differs = self.held_at_start(field) & contents == 0;
        state.version = self.wrote(before, Some(field), contents);
        state.sure = match state.sure {
            _ if differs => Some(field),
            Some(sure) if sure != field && self.differ(sure, field) => Some(sure),
            _ => None,
        };
        self.put_slot(state, TurnSlot::Changed, Word::ONE);
    }

    fn outcome(&mut self, fr: &Frame<'p>, state: &mut State, v: Player, verdict: Verdict) {
        let (value, scored) = match verdict {
            Verdict::Win => (Word::ONE, false),
            Verdict::Lose => (Word::C(u64::MAX), false),
            Verdict::Draw => (Word::ZERO, false),
            Verdict::Score(number) => (fr.number(number).word, true),
        };
        let value = match v {
            Player::First => value,
            Player::Second => {
                // The least number has no counterpart: it stays at the end of the range.
                let turned = self.sub(Word::ZERO, value);
                let most = Word::C(i32::MAX as u64);
                let over = self.compare(IntCC::SignedGreaterThan, turned, most);
                self.select(over, most, turned)
            }
        };
        self.put_slot(state, TurnSlot::OutFlag, Word::C(if scored { 2 } else { 1 }));
        self.put_slot(state, TurnSlot::OutValue, value);
    }

    /// Adds to the text of the move.
    pub(crate) fn note(&mut self, state: &mut State, tag: EventTag, a: Word, b: Word) {
        self.note_event(state, tag, a, b, true);
    }

    fn note_put(&mut self, state: &mut State, field: Word, kind: Kind) {
        self.note(state, EventTag::Put, field, Word::C(kind.index() as u64));
    }

    /// Adds to the text of the move; what happens while the hand is full is quiet.
    fn note_event(&mut self, state: &mut State, tag: EventTag, a: Word, b: Word, by_hand: bool) {
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
    fn tell(
        &mut self,
        fr: &mut Frame<'p>,
        state: &mut State,
        write: &'p Write,
        fail: Block,
    ) -> Option<()> {
        let Write::Tell { v, f, to, message, details } = write else { return Some(()) };
        if !self.traced {
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
}

/// Whether a piece of this owner counts for a player's reserve.
pub(crate) fn in_reserve(whose: Whose, v: Player, owner: Player) -> bool {
    belongs(whose, v, owner.into())
}
