//! Proof-number search: always goes on where the fewest positions are still to be
//! proved or refuted (Allis, "Searching for solutions in games and artificial
//! intelligence", 1994, chapter 2).
//!
//! The tree is in memory, but not its positions ([`MemoryTree`]): a node has its two
//! numbers, and a move that was not tried has only its place in the list of moves.
//! So positions are made again on the way down, once for each level that is left;
//! the lists of the way where the search stands are kept. Since a node is reached in
//! one way only, rules on repetition see the true past.

use super::ground::{Ground, Path};
use super::{Answer, Goal, Unproved};
use crate::memory_tree::{Child, HasChild, Link, MemoryTree, NodeId};
use game::Game;
use std::sync::atomic::{AtomicU64, Ordering};

/// Cannot be proved, or refuted.
pub(crate) const NEVER: u32 = u32::MAX;

/// A sum of numbers; only a proof makes [`NEVER`].
pub(crate) fn sum(numbers: impl Iterator<Item = u32>) -> u32 {
    let add = |a: u32, b: u32| match (a, b) {
        (NEVER, _) | (_, NEVER) => NEVER,
        _ => a.saturating_add(b).min(NEVER - 1),
    };
    numbers.fold(0, add)
}

/// The numbers of a position whose value is known.
pub(crate) fn solved(yes: bool) -> (u32, u32) {
    if yes { (0, NEVER) } else { (NEVER, 0) }
}

/// How many leaves below a node must at least be proved to prove it, and refuted
/// to refute it.
type Numbers = (u32, u32);

/// The numbers of a node, as the tree keeps them.
#[derive(Debug, Default)]
struct Kept(AtomicU64);

impl Kept {
    fn get(&self) -> Numbers {
        let both = self.0.load(Ordering::Relaxed);
        ((both >> 32) as u32, both as u32)
    }

    fn set(&self, (proof, disproof): Numbers) {
        self.0.store(u64::from(proof) << 32 | u64::from(disproof), Ordering::Relaxed);
    }
}

fn is_solved((proof, disproof): Numbers) -> bool {
    proof == 0 || disproof == 0
}

/// A position on the way to where the search stands.
struct Level<P> {
    node: NodeId,
    /// Whether the player to move is the one who wants to win.
    chooses: bool,
    list: Vec<P>,
}

struct Search<'s, 'g, 'p, G: Game> {
    ground: &'s mut Ground<'g, 'p, G>,
    goal: Goal,
    tree: MemoryTree<Kept>,
    way: Vec<Level<G::Position>>,
    path: Path<G::Position>,
    /// Whether the rules look at the past themselves. If they do not, a position
    /// that comes back leads nowhere.
    asks_for_past: bool,
}

/// Whether the player of the goal wins.
pub(crate) fn search<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    goal: Goal,
    memory: usize,
) -> Result<Answer<G::Position>, Unproved> {
    let asks_for_past = ground.game().asks_for_past();
    let tree = MemoryTree::new(memory);
    let root = tree.root();
    let (way, path) = (Vec::new(), Path::new());
    let mut search = Search { ground, goal, tree, way, path, asks_for_past };
    search.enter(root, at.clone())?;
    search.ascend();
    while !is_solved(search.tree[root].get()) {
        // Step 1: go down to the leaf that is proved or refuted most easily.
        search.descend()?;
        // Step 2: what was learned there changes the numbers above it.
        search.ascend();
    }
    while search.way.len() > 1 {
        search.leave();
    }
    Ok(search.answer())
}

impl<G: Game> Search<'_, '_, '_, G> {
    /// Goes on from a node; one that was a leaf gets its moves.
    fn enter(&mut self, node: NodeId, at: G::Position) -> Result<(), Unproved> {
        let chooses = self.ground.player(&at) == self.goal.0;
        self.ground.count()?;
        let (list, over) = match self.ground.expand(&at)? {
            Ok(list) => (list, None),
            Err(outcome) => (Vec::new(), Some(outcome)),
        };
        self.ground.enter(&at);
        self.path.push(&at);
        if let Some(outcome) = over {
            self.tree[node].set(solved(self.goal.is_reached(outcome)));
        } else if self.tree.moves(node).is_empty() {
            let children = list.iter().map(|child| match self.ground.outcome(child) {
                // Going around in a circle wins nothing.
                None if !self.asks_for_past && self.path.place(child).is_some() => {
                    Child::Ended(None)
                }
                outcome => Child::of(outcome),
            });
            self.tree.expand(node, children);
            if self.tree.moves(node).is_empty() {
                return Err(Unproved::Memory);
            }
            // It counted as one leaf until now.
            self.tree[node].set((1, 1));
            self.ground.positions = self.tree.n_nodes() as u64;
        }
        self.way.push(Level { node, chooses, list });
        Ok(())
    }

    /// The numbers of a move: a leaf that was not tried is one leaf.
    fn numbers(&self, link: &Link) -> Numbers {
        match link.child() {
            Child::Untried => (1, 1),
            Child::Ended(winner) => solved(winner == Some(self.goal.0)),
            Child::Node(node) => self.tree[node].get(),
        }
    }

    /// The numbers of a node, as they follow from those of its moves.
    fn numbers_of_moves(&self, node: NodeId, chooses: bool) -> Numbers {
        let numbers = self.tree.moves(node).iter().map(|link| self.numbers(link));
        let (proofs, disproofs) = (numbers.clone().map(|n| n.0), numbers.map(|n| n.1));
        match chooses {
            true => (proofs.min().unwrap_or(NEVER), sum(disproofs)),
            false => (sum(proofs), disproofs.min().unwrap_or(NEVER)),
        }
    }

    fn leave(&mut self) {
        if let Some(level) = self.way.pop() {
            self.ground.done(level.list);
            self.ground.leave();
            self.path.pop();
        }
    }

    /// From where the search stands to a leaf, which gets its moves.
    fn descend(&mut self) -> Result<(), Unproved> {
        while let Some(level) = self.way.last() {
            let moves = self.tree.moves(level.node);
            let easiest = moves.iter().enumerate().min_by_key(|(_, link)| {
                let (proof, disproof) = self.numbers(link);
                if level.chooses { proof } else { disproof }
            });
            let Some((i, link)) = easiest else { return Ok(()) };
            let was_leaf = link.child() == Child::Untried;
            let node = self.tree.node_of(link).ok_or(Unproved::Memory)?;
            self.enter(node, level.list[i].clone())?;
            if was_leaf {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Computes the numbers of nodes again, as far up as they change.
    fn ascend(&mut self) {
        while let Some(level) = self.way.last() {
            let old = self.tree[level.node].get();
            // A node without moves has had its numbers since it was entered.
            let new = match self.tree.moves(level.node).is_empty() {
                true => old,
                false => self.numbers_of_moves(level.node, level.chooses),
            };
            self.tree[level.node].set(new);
            if self.way.len() == 1 || (old == new && !is_solved(new)) {
                return;
            }
            self.leave();
        }
    }

    /// What the root says, when it is solved.
    fn answer(&self) -> Answer<G::Position> {
        let root = self.tree.root();
        let yes = self.tree[root].get().0 == 0;
        let level = self.way.first();
        let by = level.filter(|level| level.chooses == yes).and_then(|level| {
            let is_ground = |numbers: Numbers| if yes { numbers.0 == 0 } else { numbers.1 == 0 };
            let i = self.tree.moves(root).iter().position(|link| is_ground(self.numbers(link)))?;
            level.list.get(i).cloned()
        });
        Answer { yes, by }
    }
}
