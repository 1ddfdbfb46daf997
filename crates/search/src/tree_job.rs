//! A search by a tree that is kept in memory: what is to be searched, how far, and what of the
//! tree before it is still of use.

use crate::limits::{Limits, Watch};
use crate::memory_tree::{Child, HasChild, MemoryTree};
use crate::settings::Settings;
use crate::tree::{Own, Tree};
use game::Game;

/// What is to be searched, and how far.
pub(crate) struct Job<'j, 'g, G: Game> {
    pub(crate) game: &'g G,
    pub(crate) settings: Settings,
    pub(crate) own: Option<&'j Own<G>>,
    pub(crate) watch: Watch,
    pub(crate) limits: &'j Limits,
    pub(crate) n_lines: usize,
    /// The moves of the root that are searched; empty: all.
    pub(crate) among: &'j [G::Position],
    /// The number of the first thread among those of all ranks.
    pub(crate) first_thread: u64,
}

impl<G: Game> Job<'_, '_, G> {
    /// The bytes that a position takes. What lies outside of it is guessed: a byte for
    /// each field.
    pub(crate) fn position_bytes(&self) -> usize {
        size_of::<G::Position>() + self.game.facts().board.n_fields()
    }

    /// Whether a move of the root is searched.
    pub(crate) fn wants(&self, to: &G::Position) -> bool {
        self.among.is_empty() || self.among.contains(to)
    }

    /// What of a tree that was searched before is below a position, if play has come to it
    /// from the root of the tree: `begin` is that root and what came before it. `outside` and
    /// `set` are those of [`MemoryTree::rerooted`].
    pub(crate) fn taken_over<N: Default, L: HasChild>(
        &self,
        nodes: MemoryTree<N, L>,
        begin: (&G::Position, &[G::Position]),
        (at, past): (&G::Position, &[G::Position]),
        outside: impl Fn(&N) -> usize,
        set: impl Fn(&L, &L),
    ) -> Option<MemoryTree<N, L>> {
        let (root, before) = begin;
        let mut way = past.strip_prefix(before)?.iter().chain([at]);
        if way.next() != Some(root) {
            return None;
        }
        let mut tree =
            Tree::new(self.game, self.settings, before, self.watch.clone()).with_own(self.own);
        let (mut node, mut here) = (nodes.root(), root);
        for next in way {
            let list = tree.enter(here, 0).ok()?.ok()?;
            let place = list.iter().position(|to| to == next)?;
            let Child::Node(child) = nodes.moves(node).get(place)?.child() else { return None };
            (node, here) = (child, next);
            tree.recycle(list);
        }
        match node == nodes.root() {
            true => Some(nodes),
            false => Some(nodes.rerooted(node, outside, set)),
        }
    }
}
