//! A tree in memory for algorithms that go on wherever they like, which can be kept
//! from move to move. Its leaves hold only their move (the *tentative moves* of
//! Gorski, "Efficient implementation of game trees").
//!
//! ```text
//! node: numbers, first ──▶ link link link link …      one for each move of the list
//!                           │    ╰ who has won          a move that ends the game
//!                           │    ╰ 0                    a leaf: nobody has tried it
//!                           ╰──▶ node                   a move that was tried
//! ```
//!
//! A move is known by its place in the list that the rules give, which is always the
//! same, so a leaf takes four bytes and no position is kept: whoever walks down
//! makes the lists again. An algorithm that counts something of each move puts it beside
//! those four bytes ([`HasChild`]), where all moves of a node are looked at together. Nodes and links lie in pieces of memory that are added
//! until a number of bytes is reached, and never move; so several threads can add to
//! a tree while others read it. Only [`MemoryTree::rerooted`] leaves something out.

mod pieces;

use game::{Outcome, Player};
use pieces::Pieces;
use std::ops::Index;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// Nodes that are added at once.
const NODES: usize = 1 << 14;
/// Links that are added at once; no node has more moves.
const LINKS: usize = 1 << 18;
/// Links to nodes begin after the results.
const FIRST_NODE: u32 = 4;
/// The number of moves while a thread is about to list them.
const LISTING: u32 = u32::MAX;

/// A node of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NodeId(u32);

/// What is known of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Child {
    /// Nobody has tried it.
    Untried,
    /// It ends the game, with this winner.
    Ended(Option<Player>),
    /// It was tried.
    Node(NodeId),
}

impl Child {
    /// The move that ends the game so, or that does not end it.
    pub(crate) fn of(outcome: Option<Outcome>) -> Child {
        outcome.map_or(Child::Untried, |outcome| Child::Ended(outcome.winner()))
    }

    fn pack(self) -> u32 {
        match self {
            Child::Untried => 0,
            Child::Ended(None) => 1,
            Child::Ended(Some(player)) => 2 + player.index() as u32,
            Child::Node(NodeId(number)) => FIRST_NODE + number,
        }
    }

    fn unpack(word: u32) -> Child {
        match word {
            0 => Child::Untried,
            1 => Child::Ended(None),
            2 | 3 => Child::Ended(Some(Player::BOTH[word as usize - 2])),
            word => Child::Node(NodeId(word - FIRST_NODE)),
        }
    }
}

/// A move of a node: where it leads, in four bytes, and what an algorithm adds to them.
pub(crate) trait HasChild: Default {
    /// The four bytes.
    fn word(&self) -> &AtomicU32;

    /// What is known of the move.
    #[inline]
    fn child(&self) -> Child {
        Child::unpack(self.word().load(Ordering::Acquire))
    }
}

/// A move of which nothing else is kept.
#[derive(Debug, Default)]
pub(crate) struct Link(AtomicU32);

impl HasChild for Link {
    fn word(&self) -> &AtomicU32 {
        &self.0
    }
}

/// A node: what an algorithm keeps of it, and where its moves are.
#[derive(Debug, Default)]
struct Node<N> {
    first: AtomicU32,
    /// 0 for a leaf.
    n_moves: AtomicU32,
    data: N,
}

/// Nodes with data of a kind, the root being the first.
#[derive(Debug)]
pub(crate) struct MemoryTree<N, L = Link> {
    nodes: Pieces<Node<N>, NODES>,
    links: Pieces<L, LINKS>,
    /// The bytes that may still be used.
    room: AtomicUsize,
    bytes: usize,
}

impl<N: Default, L: HasChild> MemoryTree<N, L> {
    /// A tree that is only a root and may grow to this many bytes; the first pieces
    /// are always there.
    pub(crate) fn new(bytes: usize) -> MemoryTree<N, L> {
        let (nodes, links) = (Pieces::new(bytes), Pieces::new(bytes));
        let tree = MemoryTree { nodes, links, room: AtomicUsize::new(bytes), bytes };
        tree.nodes.reserve(1, &tree.room);
        tree
    }

    /// The root.
    pub(crate) fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// How many nodes there are; leaves that were not tried are none.
    pub(crate) fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes that the tree uses for its nodes and leaves.
    #[cfg(test)]
    pub(crate) fn used_bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<N>>() + self.links.len() * size_of::<L>()
    }

    /// The bytes that the tree may still grow by.
    pub(crate) fn room_bytes(&self) -> usize {
        self.room.load(Ordering::Relaxed)
    }

    /// Takes from the room of the tree what data of a node needs outside of it.
    pub(crate) fn take_room(&self, bytes: usize) -> bool {
        let less = |room: usize| room.checked_sub(bytes);
        self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }

    /// The moves of a node; none if it is a leaf.
    pub(crate) fn moves(&self, node: NodeId) -> &[L] {
        let node = &self.nodes[node.0];
        match node.n_moves.load(Ordering::Acquire) {
            0 | LISTING => &[],
            n => self.links.slice(node.first.load(Ordering::Relaxed), n),
        }
    }

    /// Gives a leaf its moves. Nothing happens if there is no room, or if another
    /// thread is at it.
    pub(crate) fn expand(&self, node: NodeId, moves: impl ExactSizeIterator<Item = Child>) {
        self.expand_with(node, moves.map(|child| (child, ())), |_, ()| {});
    }

    /// The same, and what an algorithm keeps of each move is set before others see it.
    pub(crate) fn expand_with<T>(
        &self,
        node: NodeId,
        moves: impl ExactSizeIterator<Item = (Child, T)>,
        set: impl Fn(&L, T),
    ) {
        let (node, n) = (&self.nodes[node.0], moves.len());
        let (claimed, done) = (Ordering::Acquire, Ordering::Release);
        if n == 0 || node.n_moves.compare_exchange(0, LISTING, claimed, claimed).is_err() {
            return;
        }
        let Some(first) = self.links.reserve(n, &self.room) else {
            return node.n_moves.store(0, done);
        };
        for (link, (child, kept)) in self.links.slice(first, n as u32).iter().zip(moves) {
            link.word().store(child.pack(), Ordering::Relaxed);
            set(link, kept);
        }
        node.first.store(first, Ordering::Relaxed);
        node.n_moves.store(n as u32, done);
    }

    /// The node of a move, made if it is not there; nothing if there is no room, or
    /// if the move ends the game.
    pub(crate) fn node_of(&self, link: &L) -> Option<NodeId> {
        match link.child() {
            Child::Node(node) => return Some(node),
            Child::Ended(_) => return None,
            Child::Untried => {}
        }
        let node = NodeId(self.nodes.reserve(1, &self.room)?);
        let new = Child::Node(node).pack();
        match link.word().compare_exchange(0, new, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => Some(node),
            // Another thread was faster, and the new node remains unused.
            Err(other) => match Child::unpack(other) {
                Child::Node(node) => Some(node),
                _ => None,
            },
        }
    }

    /// The tree below a node, as a tree of its own; everything else is left out.
    /// `outside` tells what data takes from the room, and `set` takes over what is kept of
    /// a move. While the tree is moved the old one is in memory, too.
    pub(crate) fn rerooted(
        mut self,
        root: NodeId,
        outside: impl Fn(&N) -> usize,
        set: impl Fn(&L, &L),
    ) -> MemoryTree<N, L> {
        let mut kept = MemoryTree::new(self.bytes);
        let mut waiting = vec![(root, kept.root())];
        while let Some((from, to)) = waiting.pop() {
            if let (Some(old), Some(new)) = (self.nodes.get_mut(from.0), kept.nodes.get_mut(to.0)) {
                new.data = std::mem::take(&mut old.data);
            }
            kept.take_room(outside(&kept[to]));
            let known = self.moves(from).iter().map(|link| match link.child() {
                Child::Node(_) => (Child::Untried, link),
                child => (child, link),
            });
            // Without room the node is a leaf again.
            kept.expand_with(to, known, |new, old| set(new, old));
            for (old, new) in self.moves(from).iter().zip(kept.moves(to)) {
                if let Child::Node(from) = old.child() {
                    waiting.extend(kept.node_of(new).map(|to| (from, to)));
                }
            }
        }
        kept
    }
}

impl<N: Default, L: HasChild> Index<NodeId> for MemoryTree<N, L> {
    type Output = N;

    fn index(&self, node: NodeId) -> &N {
        &self.nodes[node.0].data
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn untried(n: usize) -> impl ExactSizeIterator<Item = Child> {
        (0..n).map(|_| Child::Untried)
    }

    fn child(tree: &MemoryTree<AtomicU32>, node: NodeId, i: usize) -> NodeId {
        tree.node_of(&tree.moves(node)[i]).expect("room for a node")
    }

    #[test]
    fn a_leaf_takes_four_bytes() {
        let tree: MemoryTree<AtomicU32> = MemoryTree::new(1 << 20);
        let before = tree.used_bytes();
        tree.expand(tree.root(), untried(2176));
        assert_eq!(tree.used_bytes() - before, 4 * 2176);
        assert_eq!((tree.n_nodes(), tree.moves(tree.root()).len()), (1, 2176));
    }

    #[test]
    fn ends_are_known_and_are_no_nodes() {
        let tree: MemoryTree<AtomicU32> = MemoryTree::new(1 << 20);
        let ends = [None, Some(Player::First), Some(Player::Second)].map(Child::Ended);
        tree.expand(tree.root(), ends.into_iter());
        let found: Vec<Child> = tree.moves(tree.root()).iter().map(Link::child).collect();
        assert_eq!(found, ends);
        assert_eq!(tree.node_of(&tree.moves(tree.root())[1]), None);
        // What is expanded stays as it is.
        tree.expand(tree.root(), untried(7));
        assert_eq!(tree.moves(tree.root()).len(), 3);
    }

    #[test]
    fn a_tree_grows_to_its_bytes_and_stays_right() {
        let bytes = 4 << 20;
        let tree: MemoryTree<AtomicU32> = MemoryTree::new(bytes);
        let (mut node, mut depth) = (tree.root(), 0);
        loop {
            tree.expand(node, untried(100));
            let Some(link) = tree.moves(node).last() else { break };
            let Some(next) = tree.node_of(link) else { break };
            (node, depth) = (next, depth + 1);
            tree[node].store(depth, Ordering::Relaxed);
        }
        assert!((bytes / 2..=bytes).contains(&tree.used_bytes()), "{}", tree.used_bytes());
        let mut node = tree.root();
        for expected in 1..=depth {
            node = child(&tree, node, 99);
            assert_eq!(tree[node].load(Ordering::Relaxed), expected);
        }
    }

    #[test]
    fn a_new_root_keeps_what_is_below_it() {
        let tree: MemoryTree<AtomicU32> = MemoryTree::new(1 << 20);
        tree.expand(tree.root(), untried(3));
        let (left, kept) = (child(&tree, tree.root(), 0), child(&tree, tree.root(), 2));
        tree.expand(left, untried(5));
        tree.expand(kept, [Child::Untried, Child::Ended(None), Child::Untried].into_iter());
        let below = child(&tree, kept, 2);
        tree[kept].store(7, Ordering::Relaxed);
        tree[below].store(8, Ordering::Relaxed);
        let tree = tree.rerooted(kept, |_| 0, |_, _| {});
        assert_eq!((tree.n_nodes(), tree[tree.root()].load(Ordering::Relaxed)), (2, 7));
        let moves = tree.moves(tree.root());
        assert_eq!((moves[0].child(), moves[1].child()), (Child::Untried, Child::Ended(None)));
        let below = child(&tree, tree.root(), 2);
        assert_eq!(tree[below].load(Ordering::Relaxed), 8);
        assert_eq!(tree.used_bytes(), 2 * size_of::<Node<AtomicU32>>() + 3 * 4);
    }

    #[test]
    fn threads_agree_on_the_nodes() {
        let tree: MemoryTree<AtomicU32> = MemoryTree::new(8 << 20);
        tree.expand(tree.root(), untried(50));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for i in 0..50 {
                        tree[child(&tree, tree.root(), i)].fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
        });
        for i in 0..50 {
            assert_eq!(tree[child(&tree, tree.root(), i)].load(Ordering::Relaxed), 4);
        }
    }
}
