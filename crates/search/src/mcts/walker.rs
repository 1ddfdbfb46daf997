//! One thread of Monte-Carlo tree search: goes down the tree, plays random games
//! where it ends, and notes in all nodes of the way what they resulted in.

use super::amaf::Learned;
use super::choose::{Choice, Chooser, best_guess};
use super::edge::Edge;
use super::judge::Judge;
use super::node::{GAME, Stats, Verdict, conclusion, seen_by};
use crate::limits::Stop;
use crate::memory_tree::{Child, HasChild, MemoryTree, NodeId};
use crate::report::Wanted;
use crate::tree::Tree;
use game::{Game, Held, Rng};

/// A node begins to learn from later moves at this visit: most nodes never get there, and
/// what is learned takes time and memory.
const LEARNS_FROM: u32 = 16;
/// After this many visits it learns from every fourth game, because it knows enough.
const LEARNS_LESS: u32 = 4096;

/// Where a node has this many moves, it is worth a visit more before they are listed.
const MOVES_A_VISIT: usize = 32;

/// A tree of nodes.
pub(super) type Nodes<P> = MemoryTree<Stats<P>, Edge>;

/// How games are played and counted, the same for all threads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) judge: Judge,
    pub(super) chooser: Chooser,
    /// Whether moves learn from games in which they were made later, and after how many
    /// games of a node.
    pub(super) amaf: Option<u32>,
    pub(super) expand_after: u32,
    pub(super) playouts: u32,
    /// The bytes that a position takes.
    pub(super) position_bytes: usize,
    pub(super) n_fields: usize,
    pub(super) asks_for_past: bool,
}

/// A step of the way down: a node and the place of the move that was chosen.
struct Step {
    node: NodeId,
    place: usize,
    /// Whether the player has a draw in hand, and nothing that promises more.
    has_draw: bool,
}

/// Where a way down has ended.
enum Foot {
    /// What is below is known.
    Known(Verdict),
    /// A random game begins after the last move.
    Open,
}

/// A thread that plays.
pub(super) struct Walker<'n, 'g, G: Game> {
    pub(super) tree: Tree<'g, G>,
    /// The games it has played.
    pub(super) games: u64,
    pub(super) nodes: &'n Nodes<G::Position>,
    root: &'n G::Position,
    /// What the players hold there.
    root_held: Held,
    wanted: Wanted<'n, G::Position>,
    pub(super) plan: Plan,
    rng: Rng,
    way: Vec<Step>,
}

impl<'n, 'g, G: Game> Walker<'n, 'g, G> {
    pub(super) fn new(
        tree: Tree<'g, G>,
        nodes: &'n Nodes<G::Position>,
        root: &'n G::Position,
        wanted: Wanted<'n, G::Position>,
        plan: Plan,
        rng: Rng,
    ) -> Walker<'n, 'g, G> {
        let root_held = tree.game().held(root);
        Walker { tree, games: 0, nodes, root, root_held, wanted, plan, rng, way: Vec::new() }
    }

    /// One random game, or as many as belong together, and what goes with it.
    pub(super) fn step(&mut self) -> Result<(), Stop> {
        self.tree.count_long()?;
        // Step 1: go down, each time to the move that promises most, until a move
        // leads out of the tree.
        let foot = self.descend();
        // Step 2: make the position there, and list its moves if it was visited before.
        // Step 3: play at random.
        let points = match foot {
            Foot::Known(verdict) => Ok(verdict.points()),
            Foot::Open => self.play(),
        };
        self.tree.back_to(0);
        // Step 4: count the result in all nodes of the way. A visit without a result
        // counts as a draw, so that what was taken for a loss does not stay.
        self.back_up(*points.as_ref().unwrap_or(&0));
        points?;
        self.games += 1;
        Ok(())
    }

    /// Chooses moves from the root to where the way ends.
    fn descend(&mut self) -> Foot {
        self.way.clear();
        let (mut node, mut learned) = (self.nodes.root(), None);
        loop {
            let stats = &self.nodes[node];
            stats.add_visits(1);
            if let Some(verdict) = stats.proved() {
                return Foot::Known(verdict);
            }
            let moves = self.nodes.moves(node);
            if moves.is_empty() {
                return Foot::Open;
            }
            learned = self.reference(stats, learned);
            let (player, visits) = (stats.player(), stats.visits());
            let chosen = self.plan.chooser.choose(moves, player, visits, learned, &mut self.rng);
            let Some(Choice { place, edge, has_draw }) = chosen else {
                // All moves are proved to lose, and soon the node will be, too.
                return Foot::Known(Verdict { winner: Some(player.other()), turns: 0 });
            };
            self.way.push(Step { node, place, has_draw });
            // Until its game is played it counts as lost, so that other threads
            // look elsewhere.
            edge.begin_visit(-seen_by(player, GAME));
            match (edge.proved(), edge.child()) {
                (Some(verdict), _) => return Foot::Known(verdict),
                (None, Child::Node(child)) => node = child,
                (None, _) => return Foot::Open,
            }
        }
    }

    /// What the moves of a node learn from: its own games if there are enough of them, and
    /// otherwise those of the node from which the moves above have learned.
    fn reference(
        &self,
        stats: &'n Stats<G::Position>,
        above: Option<&'n Learned>,
    ) -> Option<&'n Learned> {
        let enough = self.plan.amaf?;
        let visits = stats.visits();
        if stats.learned().is_none()
            && visits >= LEARNS_FROM
            && self.nodes.take_room(Learned::bytes_for(self.plan.n_fields))
        {
            stats.learn(self.plan.n_fields);
        }
        let own = stats.learned().filter(|_| visits >= enough || above.is_none());
        own.or(above)
    }

    /// The position of a node.
    fn position(&self, node: NodeId) -> &'n G::Position {
        self.nodes[node].position().unwrap_or(self.root)
    }

    /// Makes the position at the end of the way and plays from there.
    fn play(&mut self) -> Result<i64, Stop> {
        let Some(last) = self.way.last() else {
            let root = self.root;
            return match self.expand(self.nodes.root(), root)? {
                Some(verdict) => Ok(verdict.points()),
                None => self.play_from(root),
            };
        };
        let (parent, place, nodes) = (last.node, last.place, self.nodes);
        if self.plan.asks_for_past {
            for step in &self.way[..self.way.len() - 1] {
                let at = nodes[step.node].position().unwrap_or(self.root);
                self.tree.pass(at);
            }
        }
        let before = self.position(parent);
        let Some(at) = self.tree.successor(before, place)? else { return Ok(0) };
        if self.plan.asks_for_past {
            self.tree.pass(before);
        }
        let moves = nodes.moves(parent);
        let edge = &moves[place];
        let wanted = (self.plan.expand_after as usize).max(moves.len() / MOVES_A_VISIT);
        if edge.visits() as usize >= wanted
            && let Some(verdict) = self.grow(edge, &at)?
        {
            return Ok(verdict.points());
        }
        self.play_from(&at)
    }

    /// Plays as many games as belong together; their points on average.
    fn play_from(&mut self, at: &G::Position) -> Result<i64, Stop> {
        let (mut sum, mut played) = (self.play_one(at)?, 1);
        while played < i64::from(self.plan.playouts) {
            // The next step comes upon the same limit.
            if self.tree.count_long().is_err() {
                break;
            }
            sum += self.play_one(at)?;
            played += 1;
            self.games += 1;
        }
        Ok(sum / played)
    }

    fn play_one(&mut self, at: &G::Position) -> Result<i64, Stop> {
        let (points, end) = self.plan.judge.play(&mut self.tree, at, &mut self.rng)?;
        if self.plan.amaf.is_some() {
            for step in &self.way {
                let stats = &self.nodes[step.node];
                let visits = stats.visits();
                let learns = visits < LEARNS_LESS || visits.is_multiple_of(4);
                if let Some(learned) = stats.learned().filter(|_| learns) {
                    learned.add(&end, &self.root_held, points);
                }
            }
        }
        Ok(points)
    }

    /// Makes the node of a move, if there is room, and lists its moves; what that proves.
    fn grow(&mut self, edge: &Edge, at: &G::Position) -> Result<Option<Verdict>, Stop> {
        if !self.nodes.take_room(self.plan.position_bytes) {
            return Ok(None);
        }
        let Some(node) = self.nodes.node_of(edge) else { return Ok(None) };
        // A node without a position would be taken for the root.
        self.nodes[node].keep(at.clone());
        let visits = edge.visits().saturating_sub(self.nodes[node].visits());
        self.nodes[node].add_visits(visits);
        self.expand(node, at)
    }

    /// Whether only some moves of a node are tried, and this is none of them.
    pub(super) fn is_left_out(&self, node: NodeId, to: &G::Position) -> bool {
        node == self.nodes.root() && !self.wanted.allows(to)
    }

    /// Counts the points of a game in all nodes of the way, and notes what is proved.
    fn back_up(&mut self, mut points: i64) {
        for step in self.way.iter().rev() {
            let player = self.nodes[step.node].player();
            let edge = &self.nodes.moves(step.node)[step.place];
            edge.end_visit(points + seen_by(player, GAME));
            if let Child::Node(child) = edge.child() {
                self.nodes[child].proved().into_iter().for_each(|verdict| edge.prove(verdict));
                if self.plan.chooser.backs_up() {
                    let (moves, player) = (self.nodes.moves(child), self.nodes[child].player());
                    best_guess(moves, player).into_iter().for_each(|guess| edge.set_guess(guess));
                }
            }
            if edge.proved().is_some() {
                self.conclude(step.node);
            }
            if step.has_draw {
                points = 0;
            }
        }
    }

    /// Proves a node if its moves do so.
    pub(super) fn conclude(&self, node: NodeId) {
        let proved = self.nodes.moves(node).iter().map(Edge::proved);
        if let Some(verdict) = conclusion(self.nodes[node].player(), proved) {
            self.nodes[node].prove(verdict);
        }
    }
}
