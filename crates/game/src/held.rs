//! The fields that each player holds, as bits: what random games leave on the board, quick
//! enough to be compared after every one of them.

use crate::ids::{Field, Player};

/// The words of a set.
const WORDS: usize = 4;

/// The fields whose top piece belongs to each player, on boards that are not too large.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held([[u64; WORDS]; 2]);

impl Held {
    /// Fields from this number on are left out.
    pub const MOST_FIELDS: usize = 64 * WORDS;

    /// Notes that a player holds a field.
    pub fn insert(&mut self, player: Player, field: Field) {
        if let Some(word) = self.0[player.index()].get_mut(field.index() / 64) {
            *word |= 1 << (field.index() % 64);
        }
    }

    /// Notes that a player holds these fields and no others, which are given as words.
    #[inline]
    pub fn set(&mut self, player: Player, words: &[u64]) {
        let own = &mut self.0[player.index()];
        *own = [0; WORDS];
        own.iter_mut().zip(words).for_each(|(own, word)| *own = *word);
    }

    /// The words of the fields of a player.
    #[inline]
    pub fn words(&self, player: Player) -> &[u64; WORDS] {
        &self.0[player.index()]
    }

    /// The fields that a player holds and did not hold before.
    pub fn gained(&self, player: Player, before: &Held) -> impl Iterator<Item = Field> + use<> {
        let (now, before) = (self.0[player.index()], before.0[player.index()]);
        bits(std::array::from_fn(|i| now[i] & !before[i]))
    }

    /// The fields that a player holds and nobody held before.
    pub fn filled(&self, player: Player, before: &Held) -> impl Iterator<Item = Field> + use<> {
        let (now, [first, second]) = (self.0[player.index()], before.0);
        bits(std::array::from_fn(|i| now[i] & !first[i] & !second[i]))
    }

    /// How many fields a player held before and holds no more.
    pub fn n_lost(&self, player: Player, before: &Held) -> usize {
        before.gained(player, self).count()
    }
}

/// The numbers of the bits that are set.
fn bits(words: [u64; WORDS]) -> impl Iterator<Item = Field> {
    let mut words = words.into_iter().enumerate();
    let mut left = 0;
    let mut place = 0;
    std::iter::from_fn(move || {
        while left == 0 {
            (place, left) = words.next()?;
        }
        let bit = left.trailing_zeros() as usize;
        left &= left - 1;
        Some(Field((64 * place + bit) as u16))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changed_is_told() {
        let held = |first: &[u16], second: &[u16]| {
            let mut held = Held::default();
            first.iter().for_each(|&field| held.insert(Player::First, Field(field)));
            second.iter().for_each(|&field| held.insert(Player::Second, Field(field)));
            held
        };
        let (before, now) = (held(&[1, 70], &[3]), held(&[1, 3, 200], &[255]));
        let fields = |fields: &[u16]| fields.iter().map(|&field| Field(field)).collect::<Vec<_>>();
        let gained: Vec<Field> = now.gained(Player::First, &before).collect();
        let filled: Vec<Field> = now.filled(Player::First, &before).collect();
        assert_eq!((gained, filled), (fields(&[3, 200]), fields(&[200])));
        assert_eq!(now.filled(Player::Second, &before).collect::<Vec<_>>(), fields(&[255]));
        assert_eq!([1, 1], Player::BOTH.map(|player| now.n_lost(player, &before)));
        // What does not fit is left out.
        assert_eq!(held(&[256], &[]), Held::default());
    }
}
