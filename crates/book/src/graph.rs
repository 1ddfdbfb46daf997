//! The positions of a book that follow one of them, as a graph while the book grows: which
//! position is looked at next, and what positions are worth by those that follow.

use crate::book::{Book, Searched};
use crate::keys::Keys;
use crate::worth::earlier;
use game::{Game, Outcome, RulesError, Worker};
use rustc_hash::FxHashMap;
use search::{Value, is_decided};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// What a turn costs on the path to a position that could be looked at next.
const TURN: u64 = 1024;
/// No move costs more.
const MOST_COST: u64 = 1 << 40;

/// What is done with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Its moves are not known.
    Leaf,
    /// A thread is finding out about its moves.
    Busy,
    /// Its moves are known.
    Expanded,
    /// It has none.
    Over,
}

struct Node<P> {
    position: P,
    key: u64,
    searched: Option<Searched>,
    state: State,
    /// Where moves lead, each with whether the same player is to move.
    children: Vec<(usize, bool)>,
    parents: Vec<usize>,
}

impl<P> Node<P> {
    fn value(&self) -> Value {
        self.searched.map_or(0, |searched| searched.value)
    }
}

/// A position that a move leads to.
pub(crate) struct Successor<P> {
    pub(crate) position: P,
    pub(crate) key: u64,
    pub(crate) again: bool,
    pub(crate) outcome: Option<Outcome>,
}

/// What follows a position.
pub(crate) enum After<M> {
    Over(Outcome),
    Moves(Vec<M>),
}

/// Positions that follow the first one.
pub(crate) struct Graph<G: Game> {
    nodes: Vec<Node<G::Position>>,
    by_key: FxHashMap<u64, usize>,
}

/// The positions that moves lead to, those with the same key once.
pub(crate) fn successors<G: Game>(
    game: &G,
    keys: &Keys,
    position: &G::Position,
) -> Result<After<Successor<G::Position>>, RulesError> {
    let mut list = Vec::new();
    if let Some(outcome) = game.worker(&[]).expand(position, &mut list)? {
        return Ok(After::Over(outcome));
    }
    if list.is_empty() {
        return Ok(After::Over(Outcome { value: 0, scored: false }));
    }
    let player = game.player(position);
    let mut found: Vec<Successor<G::Position>> = Vec::new();
    for position in list {
        let key = keys.key(game, &position);
        if found.iter().all(|other| other.key != key) {
            let again = game.player(&position) == player;
            let outcome = game.outcome(&position);
            found.push(Successor { position, key, again, outcome });
        }
    }
    Ok(After::Moves(found))
}

impl<G: Game> Graph<G> {
    /// The positions of a book that follow one.
    pub(crate) fn new(
        game: &G,
        keys: &Keys,
        book: &Book,
        root: &G::Position,
    ) -> Result<Graph<G>, RulesError> {
        let (nodes, by_key) = (Vec::new(), FxHashMap::default());
        let mut graph = Graph { nodes, by_key };
        let key = keys.key(game, root);
        graph.add(root.clone(), key, book.get(key).and_then(|entry| entry.searched));
        let mut next = 0;
        while let Some(node) = graph.nodes.get(next) {
            if book.get(node.key).is_some_and(|entry| entry.expanded)
                && let After::Moves(moves) = successors(game, keys, &node.position)?
            {
                let searched = |it: &Successor<_>| book.get(it.key).and_then(|it| it.searched);
                // Where an entry is missing the moves are looked at again.
                if moves.iter().all(|it| searched(it).is_some()) {
                    let values: Vec<_> = moves.iter().map(searched).collect();
                    graph.link(next, moves.into_iter().zip(values));
                }
            }
            next += 1;
        }
        graph.back_up_all();
        Ok(graph)
    }

    fn add(&mut self, position: G::Position, key: u64, searched: Option<Searched>) -> usize {
        let nodes = &mut self.nodes;
        *self.by_key.entry(key).or_insert_with(|| {
            let (state, children, parents) = (State::Leaf, Vec::new(), Vec::new());
            nodes.push(Node { position, key, searched, state, children, parents });
            nodes.len() - 1
        })
    }

    fn link(
        &mut self,
        node: usize,
        moves: impl Iterator<Item = (Successor<G::Position>, Option<Searched>)>,
    ) {
        for (Successor { position, key, again, .. }, searched) in moves {
            let child = self.add(position, key, searched);
            self.nodes[child].parents.push(node);
            self.nodes[node].children.push((child, again));
        }
        self.nodes[node].state = State::Expanded;
    }

    /// Whether a position has been searched.
    pub(crate) fn has(&self, key: u64) -> bool {
        self.by_key.get(&key).is_some_and(|&node| self.nodes[node].searched.is_some())
    }

    /// Takes the position that is to be looked at next, for one thread: the one to which the
    /// cheapest path leads, where each turn costs something and a move that is worse than the
    /// best one costs more (Lincke, "Strategies for the automatic construction of opening
    /// books", 2000). Positions that are decided are left alone.
    pub(crate) fn take(&mut self) -> Option<(usize, G::Position)> {
        let unit = self.unit();
        let mut costs = vec![u64::MAX; self.nodes.len()];
        let mut waiting = BinaryHeap::from([Reverse((0, 0))]);
        costs[0] = 0;
        while let Some(Reverse((cost, at))) = waiting.pop() {
            let node = &self.nodes[at];
            if cost > costs[at] || (at > 0 && is_decided(node.value())) {
                continue;
            }
            match node.state {
                State::Busy | State::Over => continue,
                State::Expanded => {}
                State::Leaf => {
                    let position = node.position.clone();
                    self.nodes[at].state = State::Busy;
                    return Some((at, position));
                }
            }
            let best = self.by_moves(at).unwrap_or(0);
            for &(to, again) in &node.children {
                let drop = best.saturating_sub(earlier(self.nodes[to].value(), again));
                let further = (drop.max(0) as u64).saturating_mul(TURN) / unit;
                let cost = (cost + TURN + further).min(MOST_COST);
                if cost < costs[to] {
                    costs[to] = cost;
                    waiting.push(Reverse((cost, to)));
                }
            }
        }
        None
    }

    /// By how much moves of the first position are worse than the best one: as much as half of
    /// them are. So a book does not depend on how an evaluation counts.
    fn unit(&self) -> u64 {
        let root = &self.nodes[0];
        let best = self.by_moves(0).unwrap_or(0);
        let values =
            root.children.iter().map(|&(to, again)| earlier(self.nodes[to].value(), again));
        let open = values.filter(|value| !is_decided(*value));
        let mut drops: Vec<Value> = open.map(|value| best.saturating_sub(value)).collect();
        drops.sort_unstable();
        drops.get(drops.len() / 2).map_or(1, |&drop| drop.max(1) as u64)
    }

    /// Whether a thread is looking at a position.
    pub(crate) fn is_busy(&self) -> bool {
        self.nodes.iter().any(|node| node.state == State::Busy)
    }

    /// Gives back a position about which nothing was found out.
    pub(crate) fn give_back(&mut self, node: usize) {
        self.nodes[node].state = State::Leaf;
    }

    /// Notes that a position is the end of the game.
    pub(crate) fn end(&mut self, node: usize, value: Value) {
        self.nodes[node].state = State::Over;
        self.nodes[node].searched = Some(Searched { value, depth: 0 });
        self.back_up(node);
    }

    /// Notes what the moves of a position lead to, and what that is worth where it is new.
    pub(crate) fn expand(
        &mut self,
        node: usize,
        moves: Vec<(Successor<G::Position>, Option<Searched>)>,
    ) {
        self.link(node, moves.into_iter());
        let value = self.by_moves(node).unwrap_or(0);
        let depth = self.nodes[node].searched.map_or(0, |searched| searched.depth);
        self.nodes[node].searched = Some(Searched { value, depth });
        self.back_up(node);
    }

    /// What a position is worth by its moves.
    fn by_moves(&self, node: usize) -> Option<Value> {
        let children = self.nodes[node].children.iter();
        children.map(|&(to, again)| earlier(self.nodes[to].value(), again)).max()
    }

    /// Hands the value of a position on to those that lead to it. Where positions come back
    /// values may go around; then it ends after some steps.
    fn back_up(&mut self, from: usize) {
        let mut waiting: VecDeque<usize> = self.nodes[from].parents.iter().copied().collect();
        let most = 4 * self.nodes.len() + 64;
        for _ in 0..most {
            let Some(node) = waiting.pop_front() else { return };
            let Some(value) = self.by_moves(node) else { continue };
            let node = &mut self.nodes[node];
            if node.value() != value {
                let depth = node.searched.map_or(0, |searched| searched.depth);
                node.searched = Some(Searched { value, depth });
                waiting.extend(&node.parents);
            }
        }
    }

    /// Finds the values of all positions by their moves again, those that were found last first.
    fn back_up_all(&mut self) {
        for node in (0..self.nodes.len()).rev() {
            if let Some(value) = self.by_moves(node) {
                let depth = self.nodes[node].searched.map_or(0, |searched| searched.depth);
                self.nodes[node].searched = Some(Searched { value, depth });
                self.back_up(node);
            }
        }
    }

    /// Writes all that is known into a book.
    pub(crate) fn write_to(&self, book: &mut Book) {
        for node in self.nodes.iter().filter(|node| node.searched.is_some()) {
            let entry = book.entries.entry(node.key).or_default();
            entry.searched = node.searched;
            entry.expanded = node.state == State::Expanded;
        }
    }
}
