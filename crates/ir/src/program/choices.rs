//! Choices of which nodes are made up, none of them a node itself: whose pieces, how many, which
//! comparison, which verdict, who hears what.

use super::Value;
use game::{Memory, Owner, Player};

/// Whose pieces, relative to a point of view or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Whose {
    /// The player's of the point of view.
    Own,
    /// His opponent's.
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
    /// So many.
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
    /// How it is written.
    pub fn sign(self) -> &'static str {
        match self {
            Compare::Equal => "=",
            Compare::Different => "<>",
            Compare::Less => "<",
            Compare::Greater => ">",
            Compare::AtMost => "<=",
            Compare::AtLeast => ">=",
        }
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
