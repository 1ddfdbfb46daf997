//! Choices of which nodes are made up, none of them a node itself: whose pieces, how many, which
//! comparison, which verdict, who hears what.

use super::{Parts, Value};
use game::{Direction, Memory, Owner, Player};

/// Whose pieces, relative to a point of view or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Whose {
    /// The player's of the point of view.
    Own,
    /// Their opponent's.
    Enemy,
    /// The first player's.
    First,
    /// The second player's.
    Second,
    /// Nobody's.
    Nobody,
    /// Anybody's.
    Any,
}

impl Whose {
    /// How each is written.
    pub(crate) const WORDS: [(&'static str, Whose); 6] = [
        ("own", Whose::Own),
        ("enemy", Whose::Enemy),
        ("first", Whose::First),
        ("second", Whose::Second),
        ("nobody", Whose::Nobody),
        ("any", Whose::Any),
    ];

    /// Whether pieces of this owner are among them, from the point of view of `v`.
    pub fn includes(self, v: Player, owner: Owner) -> bool {
        match self {
            Whose::Own => owner == v.into(),
            Whose::Enemy => owner == v.other().into(),
            Whose::First => owner == Owner::First,
            Whose::Second => owner == Owner::Second,
            Whose::Nobody => owner == Owner::Nobody,
            Whose::Any => true,
        }
    }
}

/// How many pieces are moved between board and hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amount {
    /// The top piece.
    One,
    /// The whole stack, or everything in the hand.
    All,
    /// This many.
    Number(Value),
}

/// Comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Compare {
    Equal,
    Different,
    Less,
    Greater,
    AtMost,
    AtLeast,
}

impl Compare {
    /// How each is written.
    pub(crate) const SIGNS: [(&'static str, Compare); 6] = [
        ("=", Compare::Equal),
        ("<>", Compare::Different),
        ("<", Compare::Less),
        (">", Compare::Greater),
        ("<=", Compare::AtMost),
        (">=", Compare::AtLeast),
    ];

    /// How it is written.
    pub fn sign(self) -> &'static str {
        let found = Compare::SIGNS.iter().find(|(_, compare)| *compare == self);
        found.map_or("", |(sign, _)| sign)
    }

    /// Whether the comparison holds.
    pub fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Compare::Equal => a == b,
            Compare::Different => a != b,
            Compare::Less => a < b,
            Compare::Greater => a > b,
            Compare::AtMost => a <= b,
            Compare::AtLeast => a >= b,
        }
    }

    /// The comparison that holds where this one does not.
    pub fn negated(self) -> Compare {
        match self {
            Compare::Equal => Compare::Different,
            Compare::Different => Compare::Equal,
            Compare::Less => Compare::AtLeast,
            Compare::Greater => Compare::AtMost,
            Compare::AtMost => Compare::Greater,
            Compare::AtLeast => Compare::Less,
        }
    }
}

/// What an outcome says for the point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Verdict {
    Win,
    Lose,
    Draw,
    Score(Value),
}

/// Who hears a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Audience {
    Both,
    Own,
    Enemy,
}

impl Audience {
    /// How each is written.
    pub(crate) const WORDS: [(&'static str, Audience); 3] =
        [("both", Audience::Both), ("own", Audience::Own), ("enemy", Audience::Enemy)];
}

/// What is said with a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Detail {
    /// The field.
    Here,
    /// The kind of the piece on it.
    Piece,
    /// A remembered field.
    Memory(Memory),
}

/// The parts of a position that are looked at to say this.
pub(super) fn details_read(details: &[Detail]) -> Parts {
    details.iter().fold(Parts::NONE, |all, detail| {
        all | match detail {
            Detail::Here => Parts::NONE,
            Detail::Piece => Parts::BOARD,
            Detail::Memory(_) => Parts::MEMORY,
        }
    })
}

/// Which directions to go on with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Directions {
    /// These, for the first and the second player.
    Compass([Vec<Direction>; 2]),
    /// All ways along the lines through the finger.
    Ways {
        /// The finger.
        f: Value,
    },
}

/// Why a repeat or a recursion ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is done at most so often.
    Times(u32),
    /// The body only walks: at most this many pairs of finger and direction are met.
    Walk(u32),
    /// Each round uses something up that is not made again, at most so often.
    Uses {
        /// What is used up, in words.
        what: String,
        /// How often at most.
        times: u32,
    },
}
