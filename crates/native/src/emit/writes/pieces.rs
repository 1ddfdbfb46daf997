//! Pieces on fields: which one is there, how it is taken off, and how another
//! comes in its place. The sets, the signature and what is known of the board
//! change together.

use crate::emit::sym::{EMPTY, SOMEWHERE, State, Word};
use crate::emit::{Emit, IntCC};
use crate::layout::TurnSlot;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value, types::I64};
use game::Piece;

impl Emit<'_, '_> {
    pub(crate) fn all_pieces(&self) -> u64 {
        (1 << self.layout.pieces.len()) - 1
    }

    /// The sets that a piece is in.
    pub(crate) fn sets_of(&self, piece: Piece) -> Vec<usize> {
        let owner = self.layout.owners[piece.owner() as usize];
        owner.into_iter().chain(self.layout.kinds[piece.kind().index()]).collect()
    }

    /// The sets in which the pieces of a mask are.
    pub(crate) fn sets_of_all(&self, mask: u64) -> Vec<usize> {
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

    /// Takes the piece off a field; its number and 1, and what it may be.
    pub(crate) fn take(
        &mut self,
        state: &mut State,
        field: Word,
        fail: Block,
    ) -> Option<(Word, u64)> {
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
        if let Word::V(number) = piece {
            self.taken.insert(number, (state.slots.clone(), field));
        }
        let bits = self.bits(field);
        let sets = self.sets_of_all(mask);
        self.clear_bits(state, &bits, &sets);
        self.sign(state, piece, field);
        self.changed(state, field, EMPTY);
        Some((piece, mask))
    }

    /// Notes that a piece is gone, which is one of these or none.
    pub(crate) fn lost(&self, state: &mut State, contents: u64) {
        let pieces = contents & self.all_pieces();
        let is_known = pieces.is_power_of_two() && contents & EMPTY == 0;
        match &mut state.gained {
            Some(gained) if is_known => gained.add(pieces.trailing_zeros() as usize, -1),
            _ if pieces == 0 => {}
            gained => *gained = None,
        }
    }

    /// Notes that there is a piece more.
    pub(crate) fn gained(&self, state: &mut State, piece: usize) {
        if let Some(gained) = &mut state.gained {
            gained.add(piece, 1);
        }
    }

    /// Puts a piece on a field in the place of what is there.
    pub(crate) fn place(&mut self, state: &mut State, field: Word, piece: Word, mask: u64) {
        let there = self.holds(state.version, field);
        self.lost(state, there);
        let bits = self.bits(field);
        self.overwrite(state, field, &bits, there);
        match piece {
            Word::C(number) => {
                for set in self.sets_of(self.layout.pieces[number as usize - 1]) {
                    self.set_bits(state, &bits, set);
                }
            }
            Word::V(number) => {
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
                    if let Some(bits) = self.bits_as_taken(number, set, field) {
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

    /// The bits of a field for a set that a piece was in where it was taken from, and
    /// none if it was not: with many kinds this is less work than to find out which
    /// piece it is. Only for small boards.
    fn bits_as_taken(&mut self, piece: Value, set: usize, field: Word) -> Option<Vec<Word>> {
        let (slots, from) = self.taken.get(&piece).filter(|_| self.layout.words == 1)?.clone();
        let was_in = self.contains(&[slots[set]], from);
        let (was_in, field) = (self.value(was_in), self.value(field));
        match from {
            Word::V(_) => Some(vec![Word::V(self.b.ins().ishl(was_in, field))]),
            Word::C(_) => None,
        }
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

    pub(crate) fn clear_bits(&mut self, state: &mut State, bits: &[Word], sets: &[usize]) {
        for &set in sets {
            for (i, &bit) in bits.iter().enumerate() {
                let slot = set * self.layout.words + i;
                state.slots[slot] = self.minus(state.slots[slot], bit);
            }
        }
    }

    pub(crate) fn set_bits(&mut self, state: &mut State, bits: &[Word], set: usize) {
        for (i, &bit) in bits.iter().enumerate() {
            let slot = set * self.layout.words + i;
            state.slots[slot] = self.or(state.slots[slot], bit);
        }
    }

    /// Changes the signature by a piece on a field, by its number and 1.
    pub(crate) fn sign(&mut self, state: &mut State, piece: Word, field: Word) {
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

    /// What the signature changes by if each field of a set gets a piece.
    pub(crate) fn sign_all(&mut self, state: &State, set: &[Word], piece: usize) -> Word {
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

    /// Notes that a field was written.
    pub(crate) fn changed(&mut self, state: &mut State, field: Word, contents: u64) {
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

    /// Notes that there may be a wrong number of some piece.
    pub(crate) fn may_be_wrong(&self, state: &mut State, pieces: u64) {
        let kinds = &self.program.facts.kinds;
        let exact = |i: usize| kinds[self.layout.pieces[i].kind().index()].exactly.is_some();
        if (0..self.layout.pieces.len()).any(|i| pieces >> i & 1 == 1 && exact(i)) {
            state.overwrites = Some(SOMEWHERE);
            self.put_slot(state, TurnSlot::Hit, Word::ONE);
        }
    }
}
