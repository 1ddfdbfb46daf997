//! Which words and bits are compared, found once for a game: whether results of a
//! loop are the same, whether a position repeats another one, and whether two ways
//! to make a move lead to the same position.

use crate::layout::{Layout, TurnSlot};
use game::{Counter, Facts, Memory, Player};

impl Layout {
    /// The words of a configuration that are compared: everything but texts,
    /// messages and what follows from the rest. Finger and direction come last.
    pub(crate) fn compared(&self) -> Vec<u16> {
        let left_out = [TurnSlot::Signature, TurnSlot::Trace, TurnSlot::Told, TurnSlot::Hit];
        let left_out = left_out.map(|slot| self.turn(slot));
        let words = (0..self.n_slots() + 2).filter(|word| !left_out.contains(word));
        words.map(|word| word as u16).collect()
    }

    /// The words of a configuration that a count compares.
    pub(crate) fn material(&self, facts: &Facts) -> Vec<u16> {
        let mut words: Vec<usize> = (0..self.n_board).collect();
        words.extend(self.reserves(facts));
        words.push(self.turn(TurnSlot::Hand));
        words.extend(self.hand());
        words.push(self.n_slots());
        words.into_iter().map(|word| word as u16).collect()
    }

    fn reserves(&self, facts: &Facts) -> impl Iterator<Item = usize> {
        let entries = 0..facts.reserve.len();
        entries.flat_map(|entry| Player::BOTH.map(|v| self.reserve(entry, v)))
    }

    /// The bits of a position that are equal where it repeats another one: boards,
    /// reserves, the player, and the counters of which each player has one.
    pub(crate) fn rights(&self, facts: &Facts) -> Vec<u64> {
        let own = (0..facts.counters.len()).filter(|&i| facts.counters[i].symbols.is_some());
        let counters = own
            .flat_map(|i| Player::BOTH.map(|player| self.counter(facts, Counter(i as u8), player)));
        let mut mask = self.bits_of(&counters.chain(self.reserves(facts)).collect::<Vec<_>>());
        mask[..self.n_board].fill(u64::MAX);
        mask[self.player / 8] |= 0xff << (self.player % 8 * 8);
        mask
    }

    /// The bits of a position that tell what is remembered.
    pub(crate) fn remembering(&self, facts: &Facts) -> Vec<u64> {
        let memories = (0..facts.memories.len()).map(|i| self.memory(Memory(i as u8)));
        self.bits_of(&memories.flat_map(|slot| [slot, slot + 1]).collect::<Vec<_>>())
    }

    /// The bits of a position that tell what is beside the board, without those of some
    /// counters.
    pub(crate) fn beside(&self, facts: &Facts, left_out: &[bool]) -> Vec<u64> {
        let left_out = left_out.iter().enumerate().filter(|(_, left_out)| **left_out);
        let left_out: Vec<usize> = left_out
            .flat_map(|(i, _)| Player::BOTH.map(|v| self.counter(facts, Counter(i as u8), v)))
            .collect();
        let slots = self.packed.iter().map(|packed| packed.slot);
        self.bits_of(&slots.filter(|slot| !left_out.contains(slot)).collect::<Vec<_>>())
    }

    /// The bits of these slots in a position.
    fn bits_of(&self, slots: &[usize]) -> Vec<u64> {
        let mut mask = vec![0; self.bytes / 8];
        for packed in self.packed.iter().filter(|packed| slots.contains(&packed.slot)) {
            for offset in packed.offset..packed.offset + packed.bytes {
                mask[offset / 8] |= 0xff << (offset % 8 * 8);
            }
        }
        mask
    }

    /// The bits of a position that are not the outcome, as far as it is compared.
    pub(crate) fn undecided(&self) -> Vec<u64> {
        let mut mask = vec![u64::MAX; self.round / 8];
        let outcome = (self.out_value..self.out_value + 4).chain([self.out_flag]);
        outcome.for_each(|offset| mask[offset / 8] &= !(0xff << (offset % 8 * 8)));
        mask
    }
}
