//! What best-first minimax keeps of a node and of a move: the value, how often the move was
//! followed, and what is proved. Values are those of the first player.

use crate::mcts::{Proved, Verdict};
use crate::memory_tree::{HasChild, MemoryTree};
use crate::value::Value;
use game::Player;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, Ordering};

/// A tree of nodes.
pub(super) type Nodes<P> = MemoryTree<Kept<P>, Edge>;

/// A value of the first player, seen by this one, or the other way around.
pub(super) fn seen_by(player: Player, value: Value) -> Value {
    if player == Player::First { value } else { -value }
}

/// A node.
#[derive(Debug)]
pub(super) struct Kept<P> {
    proved: Proved,
    is_second: AtomicBool,
    position: OnceLock<Box<P>>,
}

impl<P> Default for Kept<P> {
    fn default() -> Kept<P> {
        let (proved, is_second) = (Proved::default(), AtomicBool::new(false));
        Kept { proved, is_second, position: OnceLock::new() }
    }
}

impl<P> Kept<P> {
    pub(super) fn proved(&self) -> Option<Verdict> {
        self.proved.get()
    }

    pub(super) fn prove(&self, verdict: Verdict) {
        self.proved.set(verdict);
    }

    pub(super) fn player(&self) -> Player {
        Player::BOTH[usize::from(self.is_second.load(Ordering::Relaxed))]
    }

    pub(super) fn set_player(&self, player: Player) {
        self.is_second.store(player == Player::Second, Ordering::Relaxed);
    }

    /// The position, unless it is the root.
    pub(super) fn position(&self) -> Option<&P> {
        self.position.get().map(|position| &**position)
    }

    pub(super) fn keep(&self, position: P) {
        // It is kept once, when the node is made.
        let _before = self.position.set(Box::new(position));
    }

    /// The bytes that the node takes outside of the tree, if a position takes this many.
    pub(super) fn outside(&self, position_bytes: usize) -> usize {
        self.position().map_or(0, |_| position_bytes)
    }
}

/// A move.
#[derive(Debug, Default)]
pub(super) struct Edge {
    child: AtomicU32,
    visits: AtomicU32,
    value: AtomicI32,
    proved: Proved,
}

impl HasChild for Edge {
    fn word(&self) -> &AtomicU32 {
        &self.child
    }
}

impl Edge {
    /// Takes over what another tree has of it.
    pub(super) fn copy_from(&self, other: &Edge) {
        self.visits.store(other.visits(), Ordering::Relaxed);
        self.value.store(other.value(), Ordering::Relaxed);
        other.proved().into_iter().for_each(|verdict| self.prove(verdict));
    }

    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Ordering::Relaxed)
    }

    pub(super) fn visit(&self) {
        self.visits.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn value(&self) -> Value {
        self.value.load(Ordering::Relaxed)
    }

    pub(super) fn set_value(&self, value: Value) {
        self.value.store(value, Ordering::Relaxed);
    }

    pub(super) fn proved(&self) -> Option<Verdict> {
        self.proved.get()
    }

    pub(super) fn prove(&self, verdict: Verdict) {
        self.proved.set(verdict);
    }
}
