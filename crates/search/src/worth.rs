//! What pieces are worth: by how much the evaluation changes when one of a kind is taken.
//! This is measured while searching, whatever the evaluation looks at, so that captures can
//! be put in order, and those left out that win too little, without evaluating where they
//! lead.

use crate::value::{Value, is_decided};
use game::Kind;

/// With fewer captures of a kind seen nothing is said of it.
const LEAST: i64 = 4;
/// When this many were seen, half of them are forgotten, so that the game may change.
const MOST: i64 = 1 << 10;
/// With fewer captures seen nobody knows how far the guesses are off.
const LEAST_OFF: u64 = 32;
const MOST_OFF: u64 = 1 << 14;

/// What pieces are worth, by their kinds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Worth {
    kinds: Vec<Seen>,
    /// By how much guesses were off: the sum of the squares, and how many there were.
    squares: u64,
    n_guesses: u64,
}

/// What captures of a kind have changed.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    sum: i64,
    n: i64,
}

impl Worth {
    /// What a piece of a kind is worth; nothing if too few were taken.
    #[inline]
    pub(crate) fn of(&self, kind: Kind) -> Option<Value> {
        let seen = self.kinds.get(kind.index()).filter(|seen| seen.n >= LEAST)?;
        Some((seen.sum / seen.n) as Value)
    }

    /// A piece of a kind was taken, which has led from one evaluation to another, both for
    /// the player who took it.
    pub(crate) fn note(&mut self, kind: Kind, before: Value, after: Value) {
        if is_decided(before) || is_decided(after) {
            return;
        }
        let by = i64::from(after) - i64::from(before);
        if let Some(guess) = self.of(kind) {
            let off = by - i64::from(guess);
            self.squares += (off * off) as u64;
            self.n_guesses += 1;
            if self.n_guesses == MOST_OFF {
                (self.squares, self.n_guesses) = (self.squares / 2, self.n_guesses / 2);
            }
        }
        if self.kinds.len() <= kind.index() {
            self.kinds.resize(kind.index() + 1, Seen::default());
        }
        let seen = &mut self.kinds[kind.index()];
        *seen = Seen { sum: seen.sum + by, n: seen.n + 1 };
        if seen.n == MOST {
            *seen = Seen { sum: seen.sum / 2, n: seen.n / 2 };
        }
    }

    /// By how much a guess is usually off (the root of the mean square); nothing if there
    /// were too few.
    #[inline]
    pub(crate) fn usually_off(&self) -> Option<Value> {
        let n = self.n_guesses;
        (n >= LEAST_OFF).then(|| (self.squares / n).isqrt() as Value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_captures_change_is_what_pieces_are_worth() {
        let (pawn, queen) = (Kind(0), Kind(3));
        let mut worth = Worth::default();
        worth.note(queen, 0, 900);
        assert_eq!((worth.of(queen), worth.of(pawn)), (None, None));
        for i in 0..5000 {
            worth.note(pawn, 10, 110 + if i % 2 == 0 { 7 } else { -7 });
            worth.note(queen, -20, 880);
        }
        assert_eq!(worth.of(queen), Some(900));
        assert!((95..105).contains(&worth.of(pawn).unwrap()));
        // Half of the guesses are off by seven.
        assert!((4..7).contains(&worth.usually_off().unwrap()));
        // Who wins is no evaluation.
        worth.note(queen, 0, crate::WIN);
        assert_eq!(worth.of(queen), Some(900));
    }
}
