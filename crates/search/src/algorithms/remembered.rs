//! What the table knows of a position, and what is put there for the next time.

use super::Context;
use crate::distributed::FarTable;
use crate::table::{Bound, Entry};
use crate::tree::Side;
use crate::value::{Level, Value, WIN, Window};
use crate::way::Ground;
use game::Game;

/// From this depth on the table is asked for all children before one is searched.
const CHILDREN_DEPTH: u32 = 2;

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Remembered {
    /// Its value, as far as the window asks.
    Value(Value),
    /// A move that was best.
    Best(Option<u32>),
}

impl Remembered {
    /// The move that was best.
    pub(super) fn best(self) -> Option<u32> {
        match self {
            Remembered::Best(best) => best,
            Remembered::Value(_) => None,
        }
    }
}

impl<'s, G: Game> Context<'s, '_, G> {
    /// Looks into the table. A bound narrows the window.
    pub(crate) fn look_up(
        &mut self,
        at: &G::Position,
        Level { depth, ply }: Level,
        alpha: &mut Value,
        beta: &mut Value,
    ) -> Remembered {
        let Some(table) = self.table else { return Remembered::Best(None) };
        let Some(entry) = table.get(self.tree.key(at), self.tree.turns_to_win(ply)) else {
            return Remembered::Best(None);
        };
        // What is in the table rests on nothing.
        self.tree.rest_on(Ground::NONE);
        if entry.depth >= depth {
            match entry.bound {
                Bound::Exact => return Remembered::Value(entry.value),
                Bound::Lower => *alpha = (*alpha).max(entry.value),
                Bound::Upper => *beta = (*beta).min(entry.value),
            }
            if alpha >= beta {
                return Remembered::Value(entry.value);
            }
        }
        Remembered::Best(entry.best)
    }

    /// Whom to ask about a position under which key, if another rank may know more of it
    /// and that is worth a message. It is asked on the way to the position.
    #[inline]
    pub(crate) fn question(&self, at: &G::Position, level: Level) -> Option<(&'s FarTable, u64)> {
        let (far, table) = (self.far?, self.table?);
        let key = self.tree.key(at);
        let known = table.get(key, 0).map(|entry| entry.depth);
        far.is_worth_asking(key, level.depth, known).then_some((far, key))
    }

    /// A move after which the table knows the position to be too good to be allowed,
    /// and its value (Schaeffer and Plaat, "New advances in alpha-beta searching",
    /// 1996).
    pub(crate) fn known_child(
        &mut self,
        at: &G::Position,
        list: &[G::Position],
        Level { depth, ply }: Level,
        beta: Value,
    ) -> Option<(Value, u32)> {
        let table = self.table.filter(|_| depth >= CHILDREN_DEPTH)?;
        let player = self.tree.player(at);
        let turns = self.tree.turns_to_win(ply + 1);
        let least_depth = self.tree.below(list.len(), Level { depth, ply }).depth;
        // All are asked for before the first is needed: each may be a long way off.
        list.iter().for_each(|child| table.fetch(self.tree.key(child)));
        for (i, child) in list.iter().enumerate() {
            let Some(entry) = table.get(self.tree.key(child), turns) else { continue };
            let side = Side::of(&self.tree, player, child);
            let (value, least) = (side.value(entry.value), side.value(1) > 0);
            let bounds = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => least,
                Bound::Upper => !least,
            };
            if bounds && entry.depth >= least_depth && value >= beta {
                return Some((value, i as u32));
            }
        }
        None
    }

    /// Remembers a value that was found with a window; if it holds only on this way,
    /// remembers the move.
    pub(crate) fn remember(
        &self,
        at: &G::Position,
        Level { depth, ply }: Level,
        Window { alpha, beta }: Window,
        value: Value,
        best: Option<u32>,
    ) {
        // What was found in an empty window says nothing.
        let Some(table) = self.table.filter(|_| alpha < beta) else { return };
        let bound = match value {
            _ if value <= alpha => Bound::Upper,
            _ if value >= beta => Bound::Lower,
            _ => Bound::Exact,
        };
        let entry = match self.tree.ground().holds_at(ply) {
            true => Entry { value, depth, bound, best },
            // Everything is worth at least a loss, so only the move is said.
            false => Entry { value: -WIN, depth: 0, bound: Bound::Lower, best },
        };
        let (key, turns) = (self.tree.key(at), self.tree.turns_to_win(ply));
        table.put(key, turns, entry);
        if let Some(far) = self.far {
            far.stored(key, entry.counted_from_itself(turns));
        }
    }
}
