//! What a capture is, for any game: a turn after which the opponent has fewer pieces
//! on the board, and both together have fewer.

use game::Player;

/// The pieces of both players on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pieces(pub(crate) [u32; 2]);

impl Pieces {
    /// Whether a turn of this player that led from these pieces to others captures.
    pub(crate) fn is_capture(self, player: Player, after: Pieces) -> bool {
        game::is_capture(player, self.0, after.0)
    }
}

/// What the moves that were listed so far show about captures. A game in which none
/// was seen yet is not searched for them at the horizon, and neither is one in which
/// nothing else was seen, as in Clobber: there everything to the end would be searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Captures {
    /// There are captures.
    pub(crate) seen: bool,
    /// A player who can capture may do something else.
    pub(crate) optional: bool,
    /// There are turns without a capture.
    quiet: bool,
}

impl Captures {
    /// Looks at the moves of a player, of which this many capture.
    pub(crate) fn note(&mut self, n_moves: usize, n_captures: usize) {
        self.seen |= n_captures > 0;
        self.optional |= n_captures > 0 && n_captures < n_moves;
        self.quiet |= n_captures < n_moves;
    }

    /// Whether it makes sense to follow captures until there are none.
    pub(crate) fn are_followed(self) -> bool {
        self.seen && self.quiet
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_change_sides_are_not_captured() {
        let before = Pieces([5, 5]);
        let is_capture = |a, b| before.is_capture(Player::First, Pieces([a, b]));
        assert!(is_capture(5, 4) && is_capture(5, 2));
        // As in Othello, as when a piece is only put down, as in suicide.
        assert!(!is_capture(7, 4) && !is_capture(6, 5) && !is_capture(4, 5));
        assert!(before.is_capture(Player::Second, Pieces([4, 5])));
    }

    #[test]
    fn captures_are_optional_once_that_was_seen() {
        let mut captures = Captures::default();
        captures.note(2, 2);
        assert!(captures.seen && !captures.optional && !captures.are_followed());
        captures.note(5, 0);
        assert!(captures.are_followed() && !captures.optional);
        captures.note(3, 1);
        assert!(captures.optional);
    }
}
