//! The upper level: a proof-number tree whose leaves are handed out.
//!
//! A leaf that some rank is at work on is not handed out again. Where ranks are at work,
//! numbers count for more than they are, so that the next rank goes elsewhere if that is
//! nearly as good (*virtual* numbers: Kaneko, "Parallel depth first proof number search",
//! 2010).
//!
//! A node is reached in one way. A position that comes back on it is refuted there: the
//! player who wants to win has got nowhere. That holds for this node; whatever is said of a
//! position wherever it is reached comes from searches that do not know the way.

use crate::proof::pns::{NEVER, solved, sum};

/// The proof and the disproof number of a position.
pub(crate) type Pair = (u32, u32);

/// A node by its place in the tree; the root is 0.
pub(crate) type NodeId = u32;

/// A position of the tree.
pub(crate) struct Node<P, K> {
    pub(crate) at: P,
    /// What says that positions are the same.
    pub(crate) key: K,
    pub(crate) parent: Option<NodeId>,
    /// Whether the player to move is the one who wants to win.
    pub(crate) chooses: bool,
    pub(crate) numbers: Pair,
    /// The first child and how many there are.
    children: (NodeId, u32),
    /// Leaves at or below this node that nobody is at work on and that are not solved.
    free: u32,
    /// Ranks that are at work at or below this node.
    busy: u32,
}

impl<P, K> Node<P, K> {
    pub(crate) fn is_solved(&self) -> bool {
        self.numbers.0 == 0 || self.numbers.1 == 0
    }
}

/// A move that becomes a node.
pub(crate) struct Child<P, K> {
    pub(crate) at: P,
    pub(crate) key: K,
    pub(crate) chooses: bool,
    pub(crate) numbers: Pair,
}

/// The tree.
pub(crate) struct Tree<P, K> {
    nodes: Vec<Node<P, K>>,
}

impl<P, K: PartialEq> Tree<P, K> {
    /// A tree of one leaf.
    pub(crate) fn new(root: Child<P, K>) -> Tree<P, K> {
        let mut tree = Tree { nodes: Vec::new() };
        tree.push(root, None);
        tree
    }

    fn push(&mut self, child: Child<P, K>, parent: Option<NodeId>) {
        let Child { at, key, chooses, numbers } = child;
        let mut node =
            Node { at, key, parent, chooses, numbers, children: (0, 0), free: 0, busy: 0 };
        node.free = u32::from(!node.is_solved());
        self.nodes.push(node);
    }

    pub(crate) fn node(&self, node: NodeId) -> &Node<P, K> {
        &self.nodes[node as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.nodes[0].is_solved()
    }

    /// The children of a node, in the order of moves.
    pub(crate) fn children(&self, node: NodeId) -> std::ops::Range<NodeId> {
        let (first, n) = self.node(node).children;
        first..first + n
    }

    /// A node and all above it.
    pub(crate) fn way(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(node), |node| self.node(*node).parent)
    }

    /// Whether a position is a node or above it.
    pub(crate) fn is_on_way(&self, node: NodeId, key: &K) -> bool {
        self.way(node).any(|above| self.node(above).key == *key)
    }

    /// Whether what is found at a node still matters: nothing above it is solved.
    pub(crate) fn matters(&self, node: NodeId) -> bool {
        self.way(node).all(|above| !self.node(above).is_solved())
    }

    /// The leaf that most proves or refutes the root, among those that nobody is at work on.
    pub(crate) fn take(&mut self) -> Option<NodeId> {
        let mut at = 0;
        if self.nodes[0].free == 0 || self.is_solved() {
            return None;
        }
        while self.node(at).children.1 > 0 {
            let chooses = self.node(at).chooses;
            let virtual_number = |child: &NodeId| {
                let Node { numbers, busy, .. } = self.node(*child);
                let number = if chooses { numbers.0 } else { numbers.1 };
                number.saturating_mul(1 + busy)
            };
            let open = self.children(at).filter(|child| self.node(*child).free > 0);
            at = open.min_by_key(virtual_number)?;
        }
        let leaf = &mut self.nodes[at as usize];
        (leaf.free, leaf.busy) = (0, 1);
        self.ascend(at);
        Some(at)
    }

    /// A leaf was searched: its numbers, and its children if it is not solved.
    pub(crate) fn put(&mut self, leaf: NodeId, numbers: Pair, children: Vec<Child<P, K>>) {
        let first = self.nodes.len() as NodeId;
        let node = &mut self.nodes[leaf as usize];
        node.numbers = numbers;
        (node.free, node.busy) = (u32::from(!node.is_solved()), 0);
        if !node.is_solved() {
            node.children = (first, children.len() as u32);
            children.into_iter().for_each(|child| self.push(child, Some(leaf)));
        }
        self.ascend_with(leaf);
    }

    /// Sets a node, if it has children, and all above it.
    fn ascend_with(&mut self, node: NodeId) {
        if self.node(node).children.1 > 0 {
            self.set(node);
        }
        self.ascend(node);
    }

    /// Sets all nodes above one.
    fn ascend(&mut self, mut node: NodeId) {
        while let Some(parent) = self.node(node).parent {
            self.set(parent);
            node = parent;
        }
    }

    /// Sets a node by its children.
    fn set(&mut self, node: NodeId) {
        let children = || self.children(node).map(|child| self.node(child));
        let (proofs, disproofs) =
            (children().map(|n| n.numbers.0), children().map(|n| n.numbers.1));
        let numbers = match self.node(node).chooses {
            true => (proofs.min().unwrap_or(NEVER), sum(disproofs)),
            false => (sum(proofs), disproofs.min().unwrap_or(NEVER)),
        };
        let free = children().map(|child| child.free).sum();
        let busy = children().map(|child| child.busy).sum();
        let node = &mut self.nodes[node as usize];
        node.numbers = match numbers {
            (0, _) => solved(true),
            (_, 0) => solved(false),
            numbers => numbers,
        };
        // Nobody has to be below a node that is solved.
        (node.free, node.busy) = if node.is_solved() { (0, 0) } else { (free, busy) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn child(name: u32, chooses: bool, numbers: Pair) -> Child<u32, u32> {
        Child { at: name, key: name, chooses, numbers }
    }

    #[test]
    fn leaves_are_handed_out_once_and_the_easiest_first() {
        let mut tree = Tree::new(child(0, true, (1, 1)));
        assert_eq!((tree.take(), tree.take()), (Some(0), None));
        let moves = [(5, 1), (2, 3), (9, 9)].map(|numbers| child(1, false, numbers));
        tree.put(0, (2, 13), moves.into());
        assert_eq!(tree.node(0).numbers, (2, 13));
        // The second move is easiest; while somebody is there, 5 is less than nothing free.
        assert_eq!([tree.take(), tree.take(), tree.take()], [Some(2), Some(1), Some(3)]);
        assert_eq!(tree.take(), None);
        // A move of the second is refuted, so that all of it is.
        tree.put(2, (2, 1), vec![child(4, true, (1, 1)), child(5, true, solved(false))]);
        assert_eq!(tree.node(2).numbers, solved(false));
        assert!(!tree.matters(4) && tree.matters(1) && !tree.is_solved());
        tree.put(3, solved(true), Vec::new());
        assert!(tree.is_solved() && !tree.matters(1));
        assert_eq!(tree.node(0).numbers, solved(true));
    }

    #[test]
    fn work_below_makes_numbers_greater() {
        let mut tree = Tree::new(child(0, true, (1, 1)));
        tree.take();
        tree.put(0, (2, 4), vec![child(1, false, (2, 2)), child(2, false, (3, 2))]);
        assert_eq!(tree.take(), Some(1));
        tree.put(1, (2, 2), vec![child(3, true, (1, 2)), child(4, true, (1, 3))]);
        assert_eq!(tree.take(), Some(3), "the first move still needs the least");
        assert_eq!(tree.take(), Some(2), "with somebody at work, 2 counts as 4");
        assert!(tree.is_on_way(3, &1) && tree.is_on_way(3, &0) && !tree.is_on_way(3, &2));
    }
}
