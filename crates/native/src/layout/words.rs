//! Single parts of a position, read out of its words or changed in them where a whole setup
//! would cost too much: numbers, who is to move, how it ended, pieces.

use crate::layout::{Layout, Packed};
use game::{Change, Counter, Facts, Field, Held, Memory, Outcome, Owner, Piece, Player};

/// An odd number above that of the fields of any board that has code.
const MAKEUP: u64 = 509;

/// A plain counter as it is packed, and from which value on it makes a difference soon.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pressing {
    word: usize,
    shift: u32,
    mask: u64,
    from: u64,
}

impl Pressing {
    /// Adds the counter of a position to what is known of others.
    #[inline]
    pub(crate) fn add(&self, all: u64, words: &[u64]) -> u64 {
        let value = words[self.word] >> self.shift & self.mask;
        match value == 0 || value < self.from {
            true => all,
            false => {
                game::mix(game::mix(all ^ value) ^ self.word as u64 ^ u64::from(self.shift) << 32)
            }
        }
    }
}

impl Layout {
    /// Reads a slot out of a position.
    pub(crate) fn get(&self, words: &[u64], packed: &Packed) -> i64 {
        let value = (0..packed.bytes).rev().fold(0, |value, i| {
            let offset = packed.offset + i;
            value << 8 | (words[offset / 8] >> (offset % 8 * 8)) & 0xff
        });
        value as i64 + packed.low
    }

    /// Writes a slot into a position.
    pub(crate) fn put(&self, words: &mut [u64], packed: &Packed, value: i64) {
        let bytes = (value - packed.low).to_le_bytes().into_iter().enumerate();
        bytes.take(packed.bytes).for_each(|(i, byte)| put_byte(words, packed.offset + i, byte));
    }

    /// What a position remembers.
    pub(crate) fn remembered(&self, words: &[u64], memory: Memory) -> Option<Field> {
        let slot = self.memory(memory);
        let packed = self.packed.iter().find(|packed| packed.slot == slot)?;
        let next = self.get(words, packed);
        (next > 0).then(|| Field(next as u16 - 1))
    }

    /// Sets a counter that belongs to no player to its lowest value. Signatures leave it out.
    pub(crate) fn reset(&self, words: &mut [u64], facts: &Facts, counter: Counter) {
        let slot = self.counter(facts, counter, Player::First);
        if let Some(packed) = self.packed.iter().find(|packed| packed.slot == slot) {
            self.put(words, packed, packed.low);
        }
    }

    /// The counters that a signature leaves out, as one number.
    #[inline]
    pub(crate) fn counters(&self, words: &[u64]) -> u64 {
        let values = self.plain.iter().map(|&(place, mask)| (place as u64, words[place] & mask));
        values.fold(0, |all, (place, value)| match value {
            0 => all,
            _ => game::mix(game::mix(all ^ value) ^ place),
        })
    }

    /// Where plain counters are, each with the value from which on it makes a difference soon.
    pub(crate) fn pressing(&self, facts: &Facts, far: &[Option<i32>]) -> Vec<Pressing> {
        let declared = facts.counters.iter().zip(far).zip(&self.counters);
        let plain = declared.filter(|((facts, _), _)| facts.symbols.is_none());
        let place = |((_, from), slot): ((_, &Option<i32>), &usize)| {
            let packed = self.packed.iter().find(|packed| packed.slot == *slot)?;
            let mask = (1u64 << (8 * packed.bytes)) - 1;
            let from = from.map_or(0, |from| (i64::from(from) - packed.low).max(0) as u64);
            let (word, shift) = (packed.offset / 8, (packed.offset % 8 * 8) as u32);
            Some(Pressing { word, shift, mask, from })
        };
        plain.filter_map(place).collect()
    }

    /// What each player has beside the board: what is in reserve, then their counters.
    pub(crate) fn numbers(&self, words: &[u64], list: &mut Vec<i32>) {
        list.extend(self.of_players.iter().map(|packed| self.get(words, packed) as i32));
    }

    /// Who is to move.
    #[inline]
    pub(crate) fn player_of(&self, words: &[u64]) -> Player {
        let byte = (words[self.player / 8] >> (self.player % 8 * 8)) as u8;
        Player::BOTH[usize::from(byte == 1)]
    }

    /// Writes who is to move into a position.
    pub(crate) fn set_player(&self, words: &mut [u64], player: Player) {
        put_byte(words, self.player, player.index() as u8);
    }

    /// Makes every remembered field of a position a turn older, as [`game::aged`] does; sees
    /// those that are forgotten.
    pub(crate) fn age(&self, words: &mut [u64], mut forgotten: impl FnMut(Memory, Field)) {
        let slots = self.memories..self.reserve;
        for (i, slot) in slots.step_by(2).enumerate() {
            let packed = |slot| self.packed.iter().find(|packed| packed.slot == slot);
            let Some(field) = packed(slot) else { continue };
            let next = self.get(words, field);
            if next == 0 {
                continue;
            }
            match packed(slot + 1).map(|turns| (turns, self.get(words, turns))) {
                Some((turns, left)) if left > 0 => self.put(words, turns, left - 1),
                _ => {
                    self.put(words, field, 0);
                    forgotten(Memory(i as u8), Field(next as u16 - 1));
                }
            }
        }
    }

    /// How the turn ended that led to a position.
    #[inline]
    pub(crate) fn outcome(&self, words: &[u64]) -> Option<Outcome> {
        let byte = |offset: usize| (words[offset / 8] >> (offset % 8 * 8)) as u8;
        let flag = byte(self.out_flag);
        // Most positions are asked, and few are ends.
        if flag == 0 {
            return None;
        }
        let value = [0, 1, 2, 3].map(|i| byte(self.out_value + i));
        Some(Outcome { value: i32::from_le_bytes(value), scored: flag == 2 })
    }

    /// Writes how a turn ended into the position that it led to.
    pub(crate) fn set_outcome(&self, words: &mut [u64], outcome: Option<Outcome>) {
        let flag = outcome.map_or(0, |outcome| if outcome.scored { 2 } else { 1 });
        put_byte(words, self.out_flag, flag);
        let value = outcome.map_or(0, |outcome| outcome.value).to_le_bytes();
        let bytes = value.into_iter().enumerate();
        bytes.for_each(|(i, byte)| put_byte(words, self.out_value + i, byte));
    }

    /// How many pieces each player has.
    #[inline]
    pub(crate) fn pieces_of_both(&self, words: &[u64]) -> [u32; 2] {
        let of = |player: Player| self.owners[player.index()];
        let tops =
            Player::BOTH.map(|player| of(player).map_or(0, |set| size(self.set(words, set))));
        if self.stacks.is_none() {
            return tops;
        }
        let under = |player: Player| {
            let owner = Owner::from(player);
            self.count_under(words, |piece| self.pieces[piece].owner() == owner) as u32
        };
        [tops[0] + under(Player::First), tops[1] + under(Player::Second)]
    }

    /// How many top pieces there are of each kind, as one number; 0 if a kind is as good as
    /// its owner.
    #[inline]
    pub(crate) fn makeup(&self, words: &[u64]) -> u64 {
        let sizes = self.kinds.iter().flatten().map(|&set| size(self.set(words, set)));
        // No set is as large as what the next one counts by.
        sizes.fold(0, |all, size| all.wrapping_mul(MAKEUP).wrapping_add(u64::from(size)))
    }

    /// Whether a turn of a player took something; most turns leave the opponent's pieces as
    /// they are, and nothing has to be counted.
    #[inline]
    pub(crate) fn is_capture(&self, mover: Player, from: &[u64], to: &[u64]) -> bool {
        let set = self.owners[mover.other().index()].filter(|_| self.stacks.is_none());
        let is_same = |set: usize| self.is_same(set, from, to);
        !set.is_some_and(is_same)
            && game::is_capture(mover, self.pieces_of_both(from), self.pieces_of_both(to))
    }

    /// Whether both players have as many pieces as before, but top pieces of other kinds.
    #[inline]
    pub(crate) fn turns_pieces(&self, from: &[u64], to: &[u64]) -> bool {
        let differs = |&set: &usize| {
            let size = |words| size(self.set(words, set));
            !self.is_same(set, from, to) && size(from) != size(to)
        };
        // A search asks this of every move at its horizon, and most boards fit into a word.
        let in_a_word = |&set: &usize| {
            let (from, to) = (from[set], to[set]);
            from != to && from.count_ones() != to.count_ones()
        };
        let mut kinds = self.kinds.iter().flatten();
        let is_other = match self.words {
            1 => kinds.any(in_a_word),
            _ => kinds.any(differs),
        };
        is_other && self.pieces_of_both(from) == self.pieces_of_both(to)
    }

    /// Whether a set is the same in two positions. Most boards fit into a word, and to compare
    /// one takes less than to call what compares many.
    #[inline(always)]
    fn is_same(&self, set: usize, from: &[u64], to: &[u64]) -> bool {
        match self.words {
            1 => from[set] == to[set],
            _ => self.set(from, set) == self.set(to, set),
        }
    }

    /// The words of a set.
    #[inline]
    fn set<'w>(&self, words: &'w [u64], set: usize) -> &'w [u64] {
        &words[set * self.words..][..self.words]
    }

    /// The fields whose top piece belongs to each player.
    #[inline]
    pub(crate) fn held(&self, words: &[u64]) -> Held {
        let mut held = Held::default();
        for player in Player::BOTH {
            if let Some(set) = self.owners[player.index()] {
                held.set(player, &words[set * self.words..][..self.words]);
            }
        }
        held
    }

    /// The piece on a field.
    pub(crate) fn piece_on(&self, words: &[u64], field: Field) -> Option<Piece> {
        let i = field.index();
        let words = &words[i / 64..];
        let has = |set: usize| words[set * self.words] >> (i % 64) & 1 == 1;
        // A search asks this of every capture: it looks at the kinds of one owner only.
        let owner = self.owners.iter().position(|set| set.is_some_and(has))?;
        let mut pieces = self.of_owners[owner].iter();
        pieces.find(|(kind, _)| kind.is_none_or(has)).map(|&(_, piece)| piece)
    }

    /// The fields on which two positions differ, with what they hold in the second.
    pub(crate) fn differences(
        &self,
        from: &[u64],
        to: &[u64],
        list: &mut Vec<(Field, Option<Piece>)>,
    ) {
        self.each_difference(from, to, |field| list.push((field, self.piece_on(to, field))));
    }

    /// The fields on which two positions differ, with what they hold in both.
    pub(crate) fn changes(&self, from: &[u64], to: &[u64], list: &mut Vec<Change>) {
        self.each_difference(from, to, |field| {
            let (before, after) = (self.piece_on(from, field), self.piece_on(to, field));
            list.push(Change { field, before, after });
        });
    }

    /// Goes through the fields on which two positions differ.
    #[inline]
    fn each_difference(&self, from: &[u64], to: &[u64], mut then: impl FnMut(Field)) {
        for word in 0..self.words {
            let sets = (word..self.n_sets * self.words).step_by(self.words);
            let mut differ = sets.fold(0, |differ, i| differ | (from[i] ^ to[i]));
            differ |= self.other_stacks(from, to, word);
            while differ != 0 {
                then(Field((word * 64) as u16 + differ.trailing_zeros() as u16));
                differ &= differ - 1;
            }
        }
    }
}

/// How many fields a set has.
#[inline]
fn size(set: &[u64]) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

fn put_byte(words: &mut [u64], offset: usize, byte: u8) {
    let (word, shift) = (&mut words[offset / 8], offset % 8 * 8);
    *word = *word & !(0xff << shift) | u64::from(byte) << shift;
}
