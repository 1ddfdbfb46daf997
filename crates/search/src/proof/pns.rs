//! Proof-number search: always goes on where the fewest positions are still to be
//! proved or refuted (Allis, "Searching for solutions in games and artificial
//! intelligence", 1994, chapter 2).
//!
//! The tree is in memory, but not its positions: a node has only its two numbers
//! and the place of its children, and a child is known by its place in the list of
//! moves. So positions are made again on the way down, once for each level that is
//! left; the lists of the way where the search stands are kept. Since a node
//! is reached in one way only, rules on repetition see the true past.

use super::ground::{Ground, Path};
use super::{Answer, Goal, Unproved};
use game::Game;

/// Cannot be proved, or refuted.
pub(super) const NEVER: u32 = u32::MAX;

/// A sum of numbers; only a proof makes [`NEVER`].
pub(super) fn sum(numbers: impl Iterator<Item = u32>) -> u32 {
    let add = |a: u32, b: u32| match (a, b) {
        (NEVER, _) | (_, NEVER) => NEVER,
        _ => a.saturating_add(b).min(NEVER - 1),
    };
    numbers.fold(0, add)
}

/// The numbers of a position whose value is known.
pub(super) fn solved(yes: bool) -> (u32, u32) {
    if yes { (0, NEVER) } else { (NEVER, 0) }
}

/// How many leaves below a node must at least be proved to prove it, and refuted
/// to refute it, and where its children are.
#[derive(Clone, Copy, Debug)]
struct Node {
    proof: u32,
    disproof: u32,
    first: u32,
    children: u32,
}

impl Node {
    fn leaf((proof, disproof): (u32, u32)) -> Node {
        Node { proof, disproof, first: 0, children: 0 }
    }

    fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A position on the way to where the search stands.
struct Level<P> {
    node: usize,
    /// Whether the player to move is the one who wants to win.
    chooses: bool,
    list: Vec<P>,
}

struct Search<'s, 'g, 'p, G: Game> {
    ground: &'s mut Ground<'g, 'p, G>,
    goal: Goal,
    nodes: Vec<Node>,
    most_nodes: usize,
    way: Vec<Level<G::Position>>,
    path: Path<G::Position>,
    /// Whether the rules look at the past themselves. If they do not, a position
    /// that comes back leads nowhere.
    asks_for_past: bool,
}

/// Whether the player of the goal wins.
pub(super) fn search<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    goal: Goal,
    memory: usize,
) -> Result<Answer<G::Position>, Unproved> {
    let asks_for_past = ground.game().asks_for_past();
    // A vector that grows is in memory twice.
    let most_nodes = (memory / std::mem::size_of::<Node>() / 3).min(u32::MAX as usize);
    let nodes = vec![Node::leaf((1, 1))];
    let (way, path) = (Vec::new(), Path::new());
    let mut search = Search { ground, goal, nodes, most_nodes, way, path, asks_for_past };
    search.enter(0, at.clone())?;
    while !search.nodes[0].is_solved() {
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
    /// Goes on from a node; one that was a leaf gets its children.
    fn enter(&mut self, node: usize, at: G::Position) -> Result<(), Unproved> {
        let chooses = self.ground.player(&at) == self.goal.0;
        self.ground.count()?;
        let list = match self.ground.expand(&at)? {
            Ok(list) => list,
            Err(outcome) => {
                let numbers = solved(self.goal.is_reached(outcome));
                self.nodes[node] = Node::leaf(numbers);
                Vec::new()
            }
        };
        self.ground.enter(&at);
        self.path.push(&at);
        let is_leaf = self.nodes[node].children == 0;
        if is_leaf && !self.nodes[node].is_solved() {
            let first = self.nodes.len();
            if first + list.len() > self.most_nodes {
                return Err(Unproved::Memory);
            }
            for child in &list {
                let numbers = match self.ground.outcome(child) {
                    Some(outcome) => solved(self.goal.is_reached(outcome)),
                    None if !self.asks_for_past && self.path.place(child).is_some() => {
                        solved(false)
                    }
                    None => (1, 1),
                };
                self.nodes.push(Node::leaf(numbers));
            }
            self.nodes[node].first = first as u32;
            self.nodes[node].children = list.len() as u32;
            self.ground.positions = self.nodes.len() as u64;
        }
        self.way.push(Level { node, chooses, list });
        Ok(())
    }

    fn leave(&mut self) {
        if let Some(level) = self.way.pop() {
            self.ground.done(level.list);
            self.ground.leave();
            self.path.pop();
        }
    }

    /// From where the search stands to a leaf, which gets its children.
    fn descend(&mut self) -> Result<(), Unproved> {
        while let Some(level) = self.way.last() {
            let node = self.nodes[level.node];
            let first = node.first as usize;
            let children = &self.nodes[first..first + node.children as usize];
            let easiest =
                children.iter().enumerate().min_by_key(|(_, child)| match level.chooses {
                    true => child.proof,
                    false => child.disproof,
                });
            let Some((i, child)) = easiest else { return Ok(()) };
            let was_leaf = child.children == 0;
            self.enter(first + i, level.list[i].clone())?;
            if was_leaf {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Sets the numbers of nodes anew, as far up as they change.
    fn ascend(&mut self) {
        while let Some(level) = self.way.last() {
            let old = self.nodes[level.node];
            let mut new = old;
            if old.children > 0 {
                let first = old.first as usize;
                let children = &self.nodes[first..first + old.children as usize];
                let (proofs, disproofs) =
                    (children.iter().map(|c| c.proof), children.iter().map(|c| c.disproof));
                (new.proof, new.disproof) = match level.chooses {
                    true => (proofs.min().unwrap_or(NEVER), sum(disproofs)),
                    false => (sum(proofs), disproofs.min().unwrap_or(NEVER)),
                };
            }
            self.nodes[level.node] = new;
            let same = (old.proof, old.disproof) == (new.proof, new.disproof);
            // A node without children has had its numbers since it was entered.
            if self.way.len() == 1 || (same && !new.is_solved()) {
                return;
            }
            self.leave();
        }
    }

    /// What the root says, when it is solved.
    fn answer(&self) -> Answer<G::Position> {
        let root = self.nodes[0];
        let yes = root.proof == 0;
        let level = self.way.first();
        let by = level.filter(|level| level.chooses == yes).and_then(|level| {
            let first = root.first as usize;
            let children = &self.nodes[first..first + root.children as usize];
            let i = children.iter().position(|c| if yes { c.proof == 0 } else { c.disproof == 0 });
            i.and_then(|i| level.list.get(i).cloned())
        });
        Answer { yes, by }
    }
}
