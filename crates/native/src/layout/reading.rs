//! Whether words are those of a position, before code gets them that trusts them: each
//! field shows one piece at most, whose owner and kind agree, stacks are as high as it is
//! said, and every number is in its range. That play can lead to the position is not asked for.

use crate::layout::Layout;
use game::{Counter, Facts, Memory, Player};

/// Whether words can be those of a position.
pub(crate) fn is_position(layout: &Layout, facts: &Facts, words: &[u64]) -> bool {
    let byte = |offset: usize| (words[offset / 8] >> (offset % 8 * 8)) as u8;
    usize::from(byte(layout.player)) < facts.n_players()
        && byte(layout.out_flag) <= 2
        && u32::try_from(words[layout.round / 8]).is_ok()
        && (0..layout.words).all(|word| are_pieces(layout, facts, words, word))
        && layout.are_stacks(facts, words)
        && are_in_range(layout, facts, words)
}

/// Whether one word of all sets shows fields of the board with one piece each.
fn are_pieces(layout: &Layout, facts: &Facts, words: &[u64], word: usize) -> bool {
    let set = |set: usize| words[set * layout.words + word];
    let fields = facts.board.n_fields().saturating_sub(64 * word);
    let board = if fields >= 64 { u64::MAX } else { (1 << fields) - 1 };
    let all = (0..layout.n_sets).fold(0, |all, i| all | set(i));
    let shown = layout.pieces.iter().fold(0, |shown, piece| {
        let sets = layout.sets_of(*piece);
        shown | sets.into_iter().flatten().fold(u64::MAX, |held, i| held & set(i))
    });
    let are_disjoint = |sets: &[Option<usize>]| {
        let words = || sets.iter().flatten().map(|&i| set(i));
        // Sets that share nothing have as many fields together as one by one.
        let together = words().fold(0, |all, word| all | word).count_ones();
        words().map(u64::count_ones).sum::<u32>() == together
    };
    all & !board == 0 && all == shown && are_disjoint(&layout.owners) && are_disjoint(&layout.kinds)
}

/// Whether counters, remembered fields and reserves have values that they can have.
fn are_in_range(layout: &Layout, facts: &Facts, words: &[u64]) -> bool {
    let value = |slot: usize| {
        let packed = layout.packed.iter().find(|packed| packed.slot == slot);
        packed.map(|packed| layout.get(words, packed))
    };
    let is_at_most = |slot: usize, most: i64| value(slot).is_none_or(|value| value <= most);
    let counters = facts.counters.iter().enumerate().all(|(i, counter)| {
        Player::BOTH.into_iter().all(|v| {
            is_at_most(layout.counter(facts, Counter(i as u8), v), i64::from(counter.high))
        })
    });
    let memories = facts.memories.iter().enumerate().all(|(i, memory)| {
        let slot = layout.memory(Memory(i as u8));
        is_at_most(slot, facts.board.n_fields() as i64)
            && is_at_most(slot + 1, i64::from(memory.turns))
    });
    counters && memories
}
