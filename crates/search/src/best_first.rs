//! Best-first minimax (Korf and Chickering, "Best-first minimax search", 1996; Cohen-Solal,
//! "Learning to play two-player perfect-information games without knowledge", 2020): always
//! looks further at the end of the line that both players would follow by what is known,
//! and so follows what matters as far as it goes. What is proved is looked at no more.
//!
//! 1. From the root, each player takes the move with the best value, down to a leaf.
//! 2. The moves of the leaf are listed, and each is evaluated.
//! 3. All nodes of the way get the best of the values of their moves.
//!
//! The move that is played is the one that was followed most often, not the one with the
//! best value: many looks at it make its value reliable (*safe decision*). *Descent*, for
//! learning, goes on with steps 1 and 2 until the game is over, so that values of positions
//! come from ends of games sooner; [`Search::explored`](crate::Search::explored) gives
//! them.
//!
//! A node of the [`Report`] is a position that was evaluated.

mod node;
mod walker;

use crate::algorithms::Algorithm;
use crate::limits::Stop;
use crate::mcts::Verdict;
use crate::memory_tree::{Child, HasChild, NodeId};
use crate::reached::Reached;
use crate::report::Report;
use crate::tree::Tree;
use crate::tree_job::{Job, Shown};
use crate::value::{Value, WIN};
use game::{Game, Player};
use node::{Edge, Kept, Nodes, seen_by};
use std::cmp::Reverse;
use walker::Walker;

/// After this many positions the first report is made, and the next after twice as many.
const FIRST_REPORT: u64 = 1024;

/// A tree that was searched.
pub(crate) struct Grown<P> {
    nodes: Nodes<P>,
    root: P,
    /// What came before the root.
    past: Vec<P>,
}

/// Searches a position, and keeps the tree for the next time.
pub(crate) fn search<'g, G: Game>(
    job: &Job<'_, 'g, G>,
    kept: &mut Option<Grown<G::Position>>,
    at: &G::Position,
    past: &[G::Position],
    on_depth: &mut dyn FnMut(&Report<G::Position>),
) -> Report<G::Position> {
    let mut tree = Tree::new(job.game, job.settings, past, job.watch.clone()).with_own(job.own);
    // Without moves there is nothing to search.
    match tree.enter(at, 0) {
        Ok(Ok(list)) if list.iter().any(|to| job.wants(to)) => tree.leave(list),
        Ok(_) => return Report::default(),
        Err(stop) => return Report { stop: Some(stop), ..Report::default() },
    }
    // A tree of some moves is of no use to other searches.
    let is_whole = job.wanted.among.is_empty();
    let old = if is_whole { kept.take() } else { None };
    let grown = old.and_then(|old| old.below(job, at, past)).unwrap_or_else(|| Grown {
        nodes: Nodes::new(job.settings.table_bytes),
        root: at.clone(),
        past: past.to_vec(),
    });
    let report = grown.search(job, tree, on_depth);
    if is_whole {
        *kept = Some(grown);
    }
    report
}

impl<P: Clone + Eq + Send + Sync> Grown<P> {
    /// What is below a position, if play has come from the root to it.
    fn below<G: Game<Position = P>>(
        self,
        job: &Job<'_, '_, G>,
        at: &P,
        past: &[P],
    ) -> Option<Grown<P>> {
        let (begin, now) = (Reached { at: &self.root, past: &self.past }, Reached { at, past });
        let bytes = job.position_bytes();
        let outside = |kept: &Kept<P>| kept.outside(bytes);
        let nodes = job.taken_over(self.nodes, begin, now, outside, Edge::copy_from)?;
        Some(Grown { nodes, root: at.clone(), past: past.to_vec() })
    }

    /// Looks further until a limit is met, the root is proved, or there is no room.
    fn search<'g, G: Game<Position = P>>(
        &self,
        job: &Job<'_, 'g, G>,
        tree: Tree<'g, G>,
        on_depth: &mut dyn FnMut(&Report<P>),
    ) -> Report<P> {
        let root = &self.nodes[self.nodes.root()];
        let to_the_end = job.settings.algorithm == Algorithm::Descent;
        let mut walker = Walker::new(tree, &self.nodes, &self.root, job.wanted, to_the_end);
        walker.position_bytes = job.position_bytes();
        let (mut next, mut stop) = (FIRST_REPORT, None);
        while root.proved().is_none() {
            match walker.step() {
                Ok(true) => {}
                // Without room nothing more can be found.
                Ok(false) => {
                    stop = Some(Stop::Nodes);
                    break;
                }
                Err(reason) => {
                    stop = Some(reason);
                    break;
                }
            }
            let nodes = walker.tree.nodes();
            if nodes >= next {
                let report = self.report(job, &mut walker.tree);
                on_depth(&Report { nodes, ..report.clone() });
                if job.limits.depth.is_some_and(|depth| report.depth >= depth) {
                    return Report { nodes, ..report };
                }
                next = 2 * nodes;
            }
        }
        let nodes = walker.tree.nodes();
        let report = Report { stop, nodes, ..self.report(job, &mut walker.tree) };
        on_depth(&report);
        report
    }

    /// What was found up to now.
    fn report<G: Game<Position = P>>(
        &self,
        job: &Job<'_, '_, G>,
        tree: &mut Tree<'_, G>,
    ) -> Report<P> {
        let root = self.nodes.root();
        let (player, moves) = (self.nodes[root].player(), self.nodes.moves(root));
        let mut places: Vec<usize> = (0..moves.len()).collect();
        places.sort_by_key(|&place| Reverse(rank(&moves[place], player)));
        let shown = Shown {
            nodes: &self.nodes,
            root: &self.root,
            expected: |node| {
                let (player, moves) = (self.nodes[node].player(), self.nodes.moves(node));
                (0..moves.len()).max_by_key(|&i| (rank(&moves[i], player), Reverse(i)))
            },
        };
        let moves = places.into_iter().map(|place| (place, value(&moves[place], player)));
        job.lines(tree, &shown, moves)
    }

    /// Shows each position of the tree whose moves were listed, with its value for the
    /// player to move.
    pub(crate) fn explored(&self, see: &mut dyn FnMut(&P, Value)) {
        let mut waiting = vec![self.nodes.root()];
        while let Some(node) = waiting.pop() {
            let at = self.nodes[node].position().unwrap_or(&self.root);
            if let Some(value) = self.value_of(node) {
                see(at, value);
            }
            for edge in self.nodes.moves(node) {
                if let Child::Node(child) = edge.child() {
                    waiting.push(child);
                }
            }
        }
    }

    /// The value of a node for the player to move; nothing if it is a leaf.
    fn value_of(&self, node: NodeId) -> Option<Value> {
        let player = self.nodes[node].player();
        let values = self.nodes.moves(node).iter().map(|edge| value(edge, player));
        values.max()
    }
}

/// How good a move is to play: wins first, the soonest of them; then what is open, by how
/// often it was followed, unless it promises less than a draw and there is one; lost moves
/// last.
fn rank(edge: &Edge, player: Player) -> (i32, i64, Value) {
    let value = value(edge, player);
    match edge.proved() {
        Some(Verdict { winner: None, .. }) => (2, 0, 0),
        Some(Verdict { winner, turns }) if winner == Some(player) => (4, -i64::from(turns), 0),
        Some(Verdict { turns, .. }) => (0, i64::from(turns), 0),
        None => (if value < 0 { 1 } else { 3 }, i64::from(edge.visits()), value),
    }
}

/// The value of a move for the player who makes it.
fn value(edge: &Edge, player: Player) -> Value {
    match edge.proved() {
        Some(Verdict { winner: None, .. }) => 0,
        Some(Verdict { winner: Some(winner), turns }) => {
            let won = WIN - (turns as Value + 1).min(WIN / 8);
            if winner == player { won } else { -won }
        }
        None => seen_by(player, edge.value()),
    }
}
