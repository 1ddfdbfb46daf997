//! Small typed numbers for the things that a game declares, so that a field is
//! never taken for a direction.

use std::num::NonZeroU16;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $inner);

        impl $name {
            /// The number as an index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A field of the board; a1 is 0, then along the row.
    Field(u16)
);
id!(
    /// A direction: a compass point, or one way along a line.
    Direction(u16)
);
id!(
    /// A kind of piece.
    Kind(u8)
);
id!(
    /// A zone: a set of fields for each player.
    Zone(u8)
);
id!(
    /// A counter.
    Counter(u8)
);
id!(
    /// A remembered field.
    Memory(u8)
);
id!(
    /// A drawn board to compare with.
    Layout(u8)
);

/// One of at most two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The one who begins.
    #[default]
    First,
    /// The other.
    Second,
}

impl Player {
    /// Both, in order of play.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The opponent.
    #[inline]
    pub fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 0 or 1.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Who a piece belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// The player who begins.
    First,
    /// The other player.
    Second,
    /// Nobody: arrows, tiles, seeds.
    Nobody,
}

impl From<Player> for Owner {
    fn from(player: Player) -> Owner {
        match player {
            Player::First => Owner::First,
            Player::Second => Owner::Second,
        }
    }
}

impl Owner {
    /// The player, unless it is nobody.
    pub fn player(self) -> Option<Player> {
        match self {
            Owner::First => Some(Player::First),
            Owner::Second => Some(Player::Second),
            Owner::Nobody => None,
        }
    }
}

/// A piece: its kind and its owner in one small number, so that a board of
/// `Option<Piece>` takes two bytes a field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(NonZeroU16);

impl Piece {
    /// The piece of this kind and owner.
    pub fn new(kind: Kind, owner: Owner) -> Piece {
        Piece(NonZeroU16::MIN.saturating_add(kind.0 as u16 * 3 + owner as u16))
    }

    /// What it is.
    pub fn kind(self) -> Kind {
        Kind(((self.0.get() - 1) / 3) as u8)
    }

    /// Whose it is.
    pub fn owner(self) -> Owner {
        match (self.0.get() - 1) % 3 {
            0 => Owner::First,
            1 => Owner::Second,
            _ => Owner::Nobody,
        }
    }

    /// A number below three times the number of kinds, for tables.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl std::fmt::Debug for Piece {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Piece({}, {:?})", self.kind().0, self.owner())
    }
}
