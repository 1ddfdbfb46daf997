//! Whose values are whose: the window of a position and the value of a child are negated by
//! who is to move, not by the depth, because a player may move again.

use crate::tree::Tree;
use crate::value::{Value, Window};
use game::{Game, Player};

/// A window as a child sees it, and what its value means to the parent: values are
/// negated by who is to move, because a player may move again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side(bool);

impl Side {
    #[inline]
    pub(crate) fn of<G: Game>(tree: &Tree<'_, G>, player: Player, child: &G::Position) -> Side {
        Side(tree.player(child) == player)
    }

    /// The window of the parent as the child sees it.
    #[inline]
    pub(crate) fn window(self, alpha: Value, beta: Value) -> Window {
        match self.0 {
            true => Window { alpha, beta },
            false => Window { alpha: -beta, beta: -alpha },
        }
    }

    /// The value of the child as the parent sees it.
    #[inline]
    pub(crate) fn value(self, value: Value) -> Value {
        if self.0 { value } else { -value }
    }
}
