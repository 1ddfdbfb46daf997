//! What each field can hold after each turn, whoever found that out: enough to tell that a
//! position cannot be one of those that were there.

use game::{Field, Piece, Referee};
use std::ops::{BitAnd, BitOr};

/// What a field may hold: a bit for emptiness, and one for each piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Contents(u64);

impl Contents {
    /// Not even an empty field.
    pub const NOTHING: Contents = Contents(0);
    /// An empty field.
    pub const EMPTY: Contents = Contents(1);
    /// Anything.
    pub const ANYTHING: Contents = Contents(u64::MAX);
    /// So many kinds of pieces there is room for.
    pub const MOST_KINDS: usize = 20;

    /// Just this.
    #[inline]
    pub fn just(content: Option<Piece>) -> Contents {
        content.map_or(Contents::EMPTY, |piece| Contents(2 << piece.index()))
    }

    /// These pieces.
    #[inline]
    pub fn of(pieces: impl IntoIterator<Item = Piece>) -> Contents {
        let pieces = pieces.into_iter();
        pieces.fold(Contents::NOTHING, |all, piece| all | Contents::just(Some(piece)))
    }

    /// Without what others allow.
    #[must_use]
    #[inline]
    pub fn minus(self, other: Contents) -> Contents {
        Contents(self.0 & !other.0)
    }

    /// A number that tells it from others.
    #[inline]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// Whether nothing is left.
    #[inline]
    pub fn is_nothing(self) -> bool {
        self.0 == 0
    }

    /// Whether there is exactly one thing.
    #[inline]
    pub fn is_sure(self) -> bool {
        self.0.is_power_of_two()
    }

    /// Whether everything here is allowed there.
    #[inline]
    pub fn is_within(self, other: Contents) -> bool {
        self.minus(other).is_nothing()
    }

    /// Whether something is allowed by both.
    #[inline]
    pub fn meets(self, other: Contents) -> bool {
        !(self & other).is_nothing()
    }

    /// Whether this is allowed.
    #[inline]
    pub fn allows(self, content: Option<Piece>) -> bool {
        self.meets(Contents::just(content))
    }
}

impl BitAnd for Contents {
    type Output = Contents;

    #[inline]
    fn bitand(self, other: Contents) -> Contents {
        Contents(self.0 & other.0)
    }
}

impl BitOr for Contents {
    type Output = Contents;

    #[inline]
    fn bitor(self, other: Contents) -> Contents {
        Contents(self.0 | other.0)
    }
}

/// What each field can hold before the first turn and after each. No history that fits what
/// was perceived leads through anything else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    levels: Vec<Vec<Contents>>,
    /// The fields that a position is asked for after this many turns: elsewhere what was perceived
    /// later tells nothing that was not known then.
    asked: Vec<Vec<Field>>,
}

impl Outline {
    /// The outline of these levels. On fields of which as much was known `then`, when nothing of
    /// what came later was known, positions need not be asked.
    pub fn new(levels: Vec<Vec<Contents>>, then: &[Vec<Contents>]) -> Outline {
        let asked = levels.iter().zip(then).map(|(now, then)| {
            let narrower = now.iter().zip(then).enumerate().filter(|(_, (now, then))| now != then);
            narrower.map(|(i, _)| Field(i as u16)).collect()
        });
        let asked = asked.collect();
        Outline { levels, asked }
    }

    /// What each field can hold after this many turns.
    pub fn after(&self, n_turns: usize) -> Option<&[Contents]> {
        self.levels.get(n_turns).map(Vec::as_slice)
    }

    /// Whether no history at all fits what was perceived, as far as the fields tell.
    pub fn is_contradicted(&self) -> bool {
        self.levels.iter().flatten().any(|contents| contents.is_nothing())
    }

    /// Whether a position can be one of those after this many turns.
    pub fn allows<G: Referee>(&self, game: &G, n_turns: usize, position: &G::Position) -> bool {
        let Some((level, asked)) = self.levels.get(n_turns).zip(self.asked.get(n_turns)) else {
            return true;
        };
        let mut stack = Vec::new();
        asked.iter().all(|&field| {
            stack.clear();
            game.stack(position, field, &mut stack);
            level[field.index()].allows(stack.last().copied())
        })
    }
}
