//! Setups and positions: everything that a setup says, written into the bytes of a position,
//! and read out of one again.

use crate::layout::Layout;
use game::{Facts, Field, Player, Setup};

impl Layout {
    /// Writes a setup into the bytes of a position, as words; nothing if there is no room
    /// for its stacks.
    pub(crate) fn pack(&self, facts: &Facts, setup: &Setup, signature: u64) -> Vec<u64> {
        let mut bytes = vec![0u8; self.bytes];
        for (i, stack) in setup.board.iter().enumerate() {
            let Some(piece) = stack.last() else { continue };
            for set in self.sets_of(*piece).into_iter().flatten() {
                bytes[set * self.words * 8 + i / 8] |= 1 << (i % 8);
            }
        }
        let mut slots = vec![0i64; self.n_position];
        for (i, values) in setup.counters.iter().enumerate() {
            let own = facts.counters[i].symbols.is_some();
            for (j, &value) in values.iter().enumerate().take(if own { 2 } else { 1 }) {
                slots[self.counters[i] + j] = i64::from(value);
            }
        }
        for (i, memory) in setup.memories.iter().enumerate() {
            if let Some((field, turns)) = memory {
                slots[self.memories + 2 * i] = field.index() as i64 + 1;
                slots[self.memories + 2 * i + 1] = i64::from(*turns);
            }
        }
        for (i, counts) in setup.reserve.iter().enumerate() {
            for (j, &count) in counts.iter().enumerate() {
                slots[self.reserve + 2 * i + j] = i64::from(count);
            }
        }
        for packed in &self.packed {
            let value = (slots[packed.slot] - packed.low).to_le_bytes();
            bytes[packed.offset..][..packed.bytes].copy_from_slice(&value[..packed.bytes]);
        }
        bytes[self.signature..][..8].copy_from_slice(&signature.to_le_bytes());
        bytes[self.player] = setup.player.index() as u8;
        bytes[self.round..][..4].copy_from_slice(&setup.round.to_le_bytes());
        let words = bytes.chunks_exact(8).map(|c| c.try_into().unwrap_or([0; 8]));
        let mut words: Vec<u64> = words.map(u64::from_le_bytes).collect();
        self.pack_stacks(&setup.board, &mut words);
        words
    }

    /// Reads a setup out of a position.
    pub(crate) fn unpack(&self, facts: &Facts, words: &[u64]) -> Setup {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut setup = Setup::empty(facts);
        let mut slots = vec![0u64; self.n_position];
        slots[..self.n_board].copy_from_slice(&words[..self.n_board]);
        for packed in &self.packed {
            let mut value = [0u8; 8];
            value[..packed.bytes].copy_from_slice(&bytes[packed.offset..][..packed.bytes]);
            slots[packed.slot] = (i64::from_le_bytes(value) + packed.low) as u64;
        }
        self.unpack_slots(facts, &slots, &mut setup);
        setup.player = Player::BOTH[usize::from(bytes[self.player] == 1)];
        setup.round = words[self.round / 8].try_into().unwrap_or(u32::MAX);
        setup
    }

    /// Reads everything but the player and the round out of slots.
    pub(crate) fn unpack_slots(&self, facts: &Facts, slots: &[u64], setup: &mut Setup) {
        setup.board.iter_mut().for_each(Vec::clear);
        for &piece in &self.pieces {
            let sets = self.sets_of(piece);
            for word in 0..self.words {
                let words = sets.iter().flatten().map(|set| slots[set * self.words + word]);
                let mut fields = words.fold(u64::MAX, |all, word| all & word);
                while fields != 0 {
                    setup.board[64 * word + fields.trailing_zeros() as usize].push(piece);
                    fields &= fields - 1;
                }
            }
        }
        self.unpack_stacks(slots, &mut setup.board);
        for (i, values) in setup.counters.iter_mut().enumerate() {
            values[0] = slots[self.counters[i]] as i32;
            if facts.counters[i].symbols.is_some() {
                values[1] = slots[self.counters[i] + 1] as i32;
            }
        }
        for (i, memory) in setup.memories.iter_mut().enumerate() {
            let field = slots[self.memories + 2 * i];
            let turns = slots[self.memories + 2 * i + 1] as u8;
            *memory = (field > 0).then(|| (Field(field as u16 - 1), turns));
        }
        for (i, counts) in setup.reserve.iter_mut().enumerate() {
            *counts = [0, 1].map(|j| slots[self.reserve + 2 * i + j] as u8);
        }
    }
}
