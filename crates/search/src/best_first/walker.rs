//! One look further: down the best line to its end, and back up with what was found there.

use super::node::{Edge, Nodes, seen_by};
use super::value;
use crate::limits::Stop;
use crate::mcts::{Verdict, conclusion};
use crate::memory_tree::{Child, HasChild, NodeId};
use crate::report::Wanted;
use crate::tree::Tree;
use crate::value::Value;
use game::Game;
use std::cmp::Reverse;

/// What goes down the tree.
pub(super) struct Walker<'n, 'g, G: Game> {
    pub(super) tree: Tree<'g, G>,
    nodes: &'n Nodes<G::Position>,
    root: &'n G::Position,
    wanted: Wanted<'n, G::Position>,
    /// Whether each look goes on until the game is over.
    to_the_end: bool,
    pub(super) position_bytes: usize,
    asks_for_past: bool,
    way: Vec<(NodeId, usize)>,
}

impl<'n, 'g, G: Game> Walker<'n, 'g, G> {
    pub(super) fn new(
        tree: Tree<'g, G>,
        nodes: &'n Nodes<G::Position>,
        root: &'n G::Position,
        wanted: Wanted<'n, G::Position>,
        to_the_end: bool,
    ) -> Walker<'n, 'g, G> {
        let asks_for_past = tree.game().asks_for_past();
        let (way, position_bytes) = (Vec::new(), size_of::<G::Position>());
        Walker { tree, nodes, root, wanted, to_the_end, position_bytes, asks_for_past, way }
    }

    /// Looks once further; whether there was room for that.
    pub(super) fn step(&mut self) -> Result<bool, Stop> {
        self.way.clear();
        let found = self.descend();
        self.tree.back_to(0);
        self.back_up();
        found
    }

    /// Goes down the best line and lists the moves at its end.
    fn descend(&mut self) -> Result<bool, Stop> {
        let mut node = self.nodes.root();
        let mut at = self.root;
        loop {
            let was_leaf = self.nodes.moves(node).is_empty();
            if was_leaf && !self.expand(node, at)? {
                return Ok(false);
            }
            let is_done = self.nodes[node].proved().is_some();
            if is_done || was_leaf && !self.to_the_end && node != self.nodes.root() {
                return Ok(true);
            }
            let Some(place) = self.best(node) else { return Ok(true) };
            let edge = &self.nodes.moves(node)[place];
            self.way.push((node, place));
            edge.visit();
            let next = match edge.child() {
                Child::Node(child) => child,
                _ => match self.make(edge, at, place)? {
                    Some(child) => child,
                    None => return Ok(false),
                },
            };
            if self.asks_for_past {
                self.tree.pass(at);
            }
            node = next;
            at = self.nodes[node].position().unwrap_or(self.root);
        }
    }

    /// Makes the node of a move, with its position; nothing if there is no room.
    fn make(
        &mut self,
        edge: &Edge,
        before: &G::Position,
        place: usize,
    ) -> Result<Option<NodeId>, Stop> {
        let Some(at) = self.tree.successor(before, place)? else { return Ok(None) };
        if !self.nodes.take_room(self.position_bytes) {
            return Ok(None);
        }
        let Some(node) = self.nodes.node_of(edge) else { return Ok(None) };
        self.nodes[node].keep(at);
        Ok(Some(node))
    }

    /// The open move that is best for the player to move; of equal ones that which was
    /// followed least.
    fn best(&self, node: NodeId) -> Option<usize> {
        let (player, moves) = (self.nodes[node].player(), self.nodes.moves(node));
        let open = (0..moves.len()).filter(|&place| moves[place].proved().is_none());
        open.max_by_key(|&place| {
            let edge = &moves[place];
            (seen_by(player, edge.value()), Reverse(edge.visits()), Reverse(place))
        })
    }

    /// Lists the moves of a node and evaluates each; whether there was room.
    fn expand(&mut self, node: NodeId, at: &G::Position) -> Result<bool, Stop> {
        let (nodes, player, is_root) =
            (self.nodes, self.tree.player(at), node == self.nodes.root());
        let list = match self.tree.list(at, is_root)? {
            Ok(list) => list,
            Err(outcome) => {
                self.tree.count()?;
                nodes[node].prove(Verdict { winner: outcome.winner(), turns: 0 });
                return Ok(true);
            }
        };
        nodes[node].set_player(player);
        let mut listed = Vec::with_capacity(list.len());
        for to in &list {
            self.tree.count()?;
            let is_left_out = is_root && !self.wanted.allows(to);
            let child = match is_left_out {
                // A move that nobody asks for is as good as lost, and is not followed.
                true => Child::Ended(Some(player.other())),
                false => Child::of(self.tree.outcome(to)),
            };
            let value = match child {
                Child::Ended(_) => 0,
                _ => seen_by(self.tree.player(to), self.tree.evaluate(to)?),
            };
            listed.push((child, value));
        }
        let set = |edge: &Edge, value: Value| {
            edge.set_value(value);
            if let Child::Ended(winner) = edge.child() {
                edge.prove(Verdict { winner, turns: 0 });
            }
        };
        nodes.expand_with(node, listed.into_iter(), set);
        self.tree.recycle(list);
        self.conclude(node);
        Ok(!nodes.moves(node).is_empty())
    }

    /// Gives all nodes of the way the best value of their moves, and notes what is proved.
    fn back_up(&mut self) {
        for &(node, place) in self.way.iter().rev() {
            let edge = &self.nodes.moves(node)[place];
            let Child::Node(child) = edge.child() else { continue };
            let kept = &self.nodes[child];
            let values = self.nodes.moves(child).iter().map(|edge| value(edge, kept.player()));
            if let Some(best) = values.max() {
                edge.set_value(seen_by(kept.player(), best));
            }
            if let Some(verdict) = kept.proved() {
                edge.prove(verdict);
                self.conclude(node);
            }
        }
    }

    /// Proves a node if its moves do so.
    fn conclude(&self, node: NodeId) {
        let proved = self.nodes.moves(node).iter().map(Edge::proved);
        if let Some(verdict) = conclusion(self.nodes[node].player(), proved) {
            self.nodes[node].prove(verdict);
        }
    }
}
