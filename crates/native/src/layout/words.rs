//! Single parts of a position, read out of its words or changed in them where a whole setup
//! would cost too much: numbers, who is to move, how it ended, pieces.

use crate::layout::{Layout, Packed};
use game::{Field, Held, Memory, Outcome, Owner, Piece, Player};

/// An odd number above that of the fields of any board that has code.
const MAKEUP: u64 = 509;

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

    /// The counters that a signature leaves out, as one number.
    #[inline]
    pub(crate) fn counters(&self, words: &[u64]) -> u64 {
        let values = self.plain.iter().map(|&(place, mask)| (place as u64, words[place] & mask));
        values.fold(0, |all, (place, value)| match value {
            0 => all,
            _ => game::mix(game::mix(all ^ value) ^ place),
        })
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
        let value = (0..4).map(|i| byte(self.out_value + i));
        let value = value.rev().fold(0u32, |value, byte| value << 8 | u32::from(byte)) as i32;
        match byte(self.out_flag) {
            0 => None,
            flag => Some(Outcome { value, scored: flag == 2 }),
        }
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
        let is_same = |set: usize| self.set(from, set) == self.set(to, set);
        !set.is_some_and(is_same)
            && game::is_capture(mover, self.pieces_of_both(from), self.pieces_of_both(to))
    }

    /// Whether both players have as many pieces as before, but top pieces of other kinds.
    #[inline]
    pub(crate) fn turns_pieces(&self, from: &[u64], to: &[u64]) -> bool {
        let differs = |&set: &usize| {
            let [from, to] = [from, to].map(|words| self.set(words, set));
            from != to && size(from) != size(to)
        };
        self.kinds.iter().flatten().any(differs)
            && self.pieces_of_both(from) == self.pieces_of_both(to)
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
        let has = |set: usize| words[set * self.words + i / 64] >> (i % 64) & 1 == 1;
        if !self.owners.iter().flatten().any(|&set| has(set)) {
            return None;
        }
        self.pieces.iter().copied().find(|&piece| self.shows(piece, has))
    }

    /// Whether a field of whose sets this is told holds this piece.
    fn shows(&self, piece: Piece, has: impl Fn(usize) -> bool) -> bool {
        self.sets_of(piece).into_iter().flatten().all(has)
    }

    /// The fields on which two positions differ, with what they hold in the second.
    pub(crate) fn differences(
        &self,
        from: &[u64],
        to: &[u64],
        list: &mut Vec<(Field, Option<Piece>)>,
    ) {
        for word in 0..self.words {
            let sets = (word..self.n_sets * self.words).step_by(self.words);
            let mut differ = sets.fold(0, |differ, i| differ | (from[i] ^ to[i]));
            differ |= self.other_stacks(from, to, word);
            while differ != 0 {
                let field = Field((word * 64) as u16 + differ.trailing_zeros() as u16);
                list.push((field, self.piece_on(to, field)));
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
