//! A search by a tree that is kept in memory: what is to be searched, how far, what of the
//! tree before it is still of use, and which lines it shows.

use crate::limits::{Limits, Stop, Watch};
use crate::memory_tree::{Child, HasChild, MemoryTree, NodeId};
use crate::reached::Reached;
use crate::report::{Line, Report, Wanted};
use crate::settings::Settings;
use crate::tree::{Own, Tree};
use crate::value::Value;
use game::Game;

/// A tree in memory, as its lines are shown.
pub(crate) struct Shown<'n, P, N, L, E> {
    pub(crate) nodes: &'n MemoryTree<N, L>,
    /// The position at the root.
    pub(crate) root: &'n P,
    /// The place of the move that is expected in a node, if that can be told.
    pub(crate) expected: E,
}

/// What is to be searched, and how far.
pub(crate) struct Job<'j, 'g, G: Game> {
    pub(crate) game: &'g G,
    pub(crate) settings: Settings,
    pub(crate) own: Option<&'j Own<G>>,
    pub(crate) watch: Watch,
    pub(crate) limits: &'j Limits,
    pub(crate) wanted: Wanted<'j, G::Position>,
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
        self.wanted.allows(to)
    }

    /// What of a tree that was searched before is below a position, if play has come to it
    /// from the root of the tree, which is `begin`. `outside` and `set` are those of
    /// [`MemoryTree::rerooted`].
    pub(crate) fn taken_over<N: Default, L: HasChild>(
        &self,
        nodes: MemoryTree<N, L>,
        begin: Reached<'_, G::Position>,
        now: Reached<'_, G::Position>,
        outside: impl Fn(&N) -> usize,
        set: impl Fn(&L, &L),
    ) -> Option<MemoryTree<N, L>> {
        let mut way = now.past.strip_prefix(begin.past)?.iter().chain([now.at]);
        if way.next() != Some(begin.at) {
            return None;
        }
        let watch = self.watch.clone();
        let mut tree = Tree::new(self.game, self.settings, begin.past, watch).with_own(self.own);
        let (mut node, mut here) = (nodes.root(), begin.at);
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

    /// The lines that begin with these moves of the root, which come with their places and
    /// values, the best first.
    pub(crate) fn lines<N: Default, L: HasChild>(
        &self,
        tree: &mut Tree<'_, G>,
        shown: &Shown<'_, G::Position, N, L, impl Fn(NodeId) -> Option<usize>>,
        moves: impl Iterator<Item = (usize, Value)>,
    ) -> Report<G::Position> {
        let mut lines = Vec::new();
        for (place, value) in moves {
            if lines.len() >= self.wanted.lines.max(1) {
                break;
            }
            // Without its positions a line says nothing.
            let Ok(positions) = shown.line(tree, place) else { break };
            tree.back_to(0);
            if positions.first().is_some_and(|to| self.wants(to)) {
                lines.push(Line { positions, value });
            }
        }
        tree.back_to(0);
        let mut lines = lines.into_iter();
        let best = lines.next();
        let depth = best.as_ref().map_or(0, |best| best.positions.len() as u32);
        Report { best, others: lines.collect(), depth, ..Report::default() }
    }
}

impl<P: Clone, N: Default, L: HasChild, E: Fn(NodeId) -> Option<usize>> Shown<'_, P, N, L, E> {
    /// The positions that are expected after a move of the root.
    fn line<G: Game<Position = P>>(
        &self,
        tree: &mut Tree<'_, G>,
        mut place: usize,
    ) -> Result<Vec<P>, Stop> {
        let (mut node, mut at) = (self.nodes.root(), self.root.clone());
        let mut line = Vec::new();
        loop {
            let Ok(list) = tree.enter(&at, 0)? else { return Ok(line) };
            let Some(next) = list.get(place) else { return Ok(line) };
            at = next.clone();
            line.push(at.clone());
            tree.recycle(list);
            let Child::Node(child) = self.nodes.moves(node)[place].child() else {
                return Ok(line);
            };
            let Some(next) = (self.expected)(child) else { return Ok(line) };
            (node, place) = (child, next);
        }
    }
}
