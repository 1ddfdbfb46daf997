//! One thread of Monte-Carlo tree search: goes down the tree, plays a random game
//! where it ends, and tells all nodes of the way what came of it.

use super::judge::Judge;
use super::node::{GAME, Stats, Verdict, proved_of, seen_by};
use crate::limits::Stop;
use crate::memory_tree::{Child, Link, MemoryTree, NodeId};
use crate::tree::Tree;
use game::{Game, Player, Rng};

/// How much is tried that has not been tried often (the constant of UCT, for values
/// between 0 and 1).
const EXPLORATION: f64 = 0.5;
/// What a move counts that nobody has tried: a little more than a sure win, so that
/// in a node with many moves one that always wins is looked at again before all
/// others are tried.
const UNTRIED: f64 = 1.1;
/// A node with so many visits keeps its position: it is walked through often, and
/// there are few of them.
const OFTEN: u32 = 8;

/// A tree of nodes.
pub(super) type Nodes<P> = MemoryTree<Stats<P>>;

/// A step of the way down: a node and the place of the move that was chosen.
struct Step {
    node: NodeId,
    place: usize,
    /// What was chosen.
    child: Option<NodeId>,
    /// Whether the player has a draw in hand, and nothing that promises more.
    has_draw: bool,
}

/// What promises most in a node.
struct Choice<'m> {
    place: usize,
    link: &'m Link,
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
    nodes: &'n Nodes<G::Position>,
    root: &'n G::Position,
    /// The moves of the root that are tried; empty: all.
    among: &'n [G::Position],
    judge: Judge,
    rng: Rng,
    way: Vec<Step>,
    /// The bytes that a position takes.
    position_bytes: usize,
    asks_for_past: bool,
}

impl<'n, 'g, G: Game> Walker<'n, 'g, G> {
    pub(super) fn new(
        tree: Tree<'g, G>,
        nodes: &'n Nodes<G::Position>,
        root: &'n G::Position,
        (judge, rng): (Judge, Rng),
        (position_bytes, asks_for_past): (usize, bool),
    ) -> Walker<'n, 'g, G> {
        Walker {
            tree,
            games: 0,
            nodes,
            root,
            among: &[],
            judge,
            rng,
            way: Vec::new(),
            position_bytes,
            asks_for_past,
        }
    }

    /// The same, with only some moves of the root; without any, with all.
    pub(super) fn among(self, among: &'n [G::Position]) -> Walker<'n, 'g, G> {
        Walker { among, ..self }
    }

    /// One random game and what goes with it.
    pub(super) fn step(&mut self) -> Result<(), Stop> {
        self.tree.count_long()?;
        // Step 1: go down, each time to the move that promises most, until a move
        // was not tried before.
        let foot = self.descend();
        // Step 2: make the position there, and list its moves if it was visited before.
        // Step 3: play a game at random.
        let points = match foot {
            Foot::Known(verdict) => Ok(verdict.points()),
            Foot::Open => self.play(),
        };
        self.tree.back_to(0);
        // Step 4: count its result in all nodes of the way. A visit without a result
        // counts as a draw, so that what was taken for a loss does not stay.
        self.back_up(*points.as_ref().unwrap_or(&0));
        points?;
        self.games += 1;
        Ok(())
    }

    /// Chooses moves from the root to where the way ends.
    fn descend(&mut self) -> Foot {
        self.way.clear();
        let mut node = self.nodes.root();
        self.nodes[node].begin_visit(0);
        loop {
            if let Some(verdict) = self.nodes[node].proved() {
                return Foot::Known(verdict);
            }
            let moves = self.nodes.moves(node);
            if moves.is_empty() {
                return Foot::Open;
            }
            let player = self.nodes[node].player();
            let Some(Choice { place, link, has_draw }) = self.choose(node, player, moves) else {
                // All moves are proved to lose, and soon the node will be, too.
                return Foot::Known(Verdict { winner: Some(player.other()), turns: 0 });
            };
            let before = link.child();
            let child = self.nodes.node_of(link);
            self.way.push(Step { node, place, child, has_draw });
            match (before, child) {
                (Child::Ended(winner), _) => return Foot::Known(Verdict { winner, turns: 0 }),
                (_, None) => return Foot::Open,
                (_, Some(child)) => {
                    // Until its game is played it counts as lost, so that other threads
                    // look elsewhere.
                    self.nodes[child].begin_visit(-seen_by(player, GAME));
                    if before == Child::Untried {
                        return Foot::Open;
                    }
                    node = child;
                }
            }
        }
    }

    /// The move that promises most; nothing if all are proved to lose. Upper
    /// confidence bounds for trees: a move is good if it won often, or if it was
    /// not tried often. What is proved needs no more visits, so a draw is not visited
    /// again while another move is open.
    fn choose<'m>(
        &mut self,
        node: NodeId,
        player: Player,
        moves: &'m [Link],
    ) -> Option<Choice<'m>> {
        let logarithm = f64::from(self.nodes[node].visits().max(1)).ln();
        let (mut best, mut most, mut n_untried) = (None, f64::NEG_INFINITY, 0);
        let (mut draw, mut greatest) = (None, 0.0_f64);
        for (place, link) in moves.iter().enumerate() {
            let child = link.child();
            match (proved_of(child, |node| &self.nodes[node]), child) {
                (Some(known), _) if known.winner == Some(player) => {
                    return Some(Choice { place, link, has_draw: false });
                }
                (Some(known), _) if known.winner.is_some() => {}
                (Some(_), _) => draw = Some((place, link)),
                (None, Child::Node(child)) => {
                    let stats = &self.nodes[child];
                    let share = 0.5 + 0.5 * stats.mean(player) / GAME as f64;
                    let rare = logarithm / f64::from(stats.visits().max(1));
                    let promise = share + EXPLORATION * rare.sqrt();
                    greatest = greatest.max(share);
                    if promise > most {
                        (best, most) = (Some((place, link)), promise);
                    }
                }
                (None, _) => n_untried += 1,
            }
        }
        if n_untried > 0 && most <= UNTRIED {
            let chosen = self.rng.below(n_untried);
            let mut untried = moves.iter().enumerate().filter(|(_, l)| l.child() == Child::Untried);
            // With several threads there may be fewer by now.
            best = untried.nth(chosen).or(best);
        }
        let has_draw = draw.is_some() && greatest <= 0.5;
        best.or(draw).map(|(place, link)| Choice { place, link, has_draw })
    }

    /// Makes the position at the end of the way and plays from there.
    fn play(&mut self) -> Result<i64, Stop> {
        let mut at = self.root.clone();
        let kept = |step: &Step| step.child.and_then(|child| self.nodes[child].position());
        // Where nobody asks what was before, the way begins at the last position
        // that is kept.
        let begin = match self.asks_for_past {
            true => 0,
            false => self.way.iter().rposition(|step| kept(step).is_some()).unwrap_or(0),
        };
        for step in &self.way[begin..] {
            let child = step.child.map(|child| &self.nodes[child]);
            if let Some(kept) = child.and_then(Stats::position) {
                self.tree.pass(&at);
                at = kept.clone();
                continue;
            }
            let Ok(list) = self.tree.enter(&at, 0)? else { return Ok(0) };
            let Some(next) = list.get(step.place) else { return Ok(0) };
            at = next.clone();
            self.tree.recycle(list);
            if let Some(child) = child
                && child.visits() >= OFTEN
                && self.nodes.take_room(self.position_bytes)
            {
                child.keep(at.clone());
            }
        }
        if let Some(points) = self.expand(&at)? {
            return Ok(points);
        }
        self.judge.play(&mut self.tree, &at, &mut self.rng)
    }

    /// Lists the moves of the position at the end of the way, if it was visited before;
    /// its points if that has proved them.
    fn expand(&mut self, at: &G::Position) -> Result<Option<i64>, Stop> {
        let node = match self.way.last() {
            None => self.nodes.root(),
            Some(Step { child: Some(child), .. }) => *child,
            // There is no room for a node.
            Some(_) => return Ok(None),
        };
        let stats = &self.nodes[node];
        if stats.visits() < 2 && !self.way.is_empty() || !self.nodes.moves(node).is_empty() {
            return Ok(None);
        }
        let player = self.tree.player(at);
        match self.tree.enter(at, 0)? {
            Err(value) => {
                let mover = (value != 0).then(|| if value > 0 { player } else { player.other() });
                stats.prove(Verdict { winner: mover, turns: 0 });
            }
            Ok(list) => {
                stats.set_player(player);
                // A move that nobody asks for is as good as lost, and is not tried.
                let all = !self.way.is_empty() || self.among.is_empty();
                let (tree, among) = (&mut self.tree, self.among);
                let ends = list.iter().map(|to| match all || among.contains(to) {
                    true => Child::of(tree.outcome(to)),
                    false => Child::Ended(Some(player.other())),
                });
                self.nodes.expand(node, ends);
                self.tree.leave(list);
                self.conclude(node);
            }
        }
        Ok(stats.proved().map(Verdict::points))
    }

    /// Counts the points of a game in all nodes of the way, and notes what is proved.
    fn back_up(&mut self, mut points: i64) {
        let mut proves = true;
        for step in self.way.iter().rev() {
            let player = self.nodes[step.node].player();
            if let Some(child) = step.child {
                self.nodes[child].end_visit(points + seen_by(player, GAME));
            }
            let child = step.child.map_or(proves, |child| self.nodes[child].proved().is_some());
            proves = child && self.conclude(step.node);
            if step.has_draw {
                points = 0;
            }
        }
        self.nodes[self.nodes.root()].end_visit(points);
    }

    /// Proves a node if its moves do so: one that wins is enough, and who has only
    /// moves that are proved takes the best of them (Winands, Björnsson and Saito,
    /// "Monte-Carlo tree search solver", 2008).
    fn conclude(&self, node: NodeId) -> bool {
        let (player, moves) = (self.nodes[node].player(), self.nodes.moves(node));
        let (mut best, mut is_open): (Option<Verdict>, bool) = (None, moves.is_empty());
        for link in moves {
            match proved_of(link.child(), |node| &self.nodes[node]) {
                Some(verdict) if best.is_none_or(|best| is_better(player, verdict, best)) => {
                    best = Some(verdict);
                }
                Some(_) => {}
                None => is_open = true,
            }
        }
        let best = best.filter(|best| !is_open || best.winner == Some(player));
        if let Some(Verdict { winner, turns }) = best {
            self.nodes[node].prove(Verdict { winner, turns: turns + 1 });
        }
        best.is_some()
    }
}

/// Whether a player likes a verdict more than another: who wins is in a hurry, and
/// who loses is not.
pub(super) fn is_better(player: Player, new: Verdict, old: Verdict) -> bool {
    let rank = |verdict: Verdict| match verdict.winner {
        Some(winner) if winner == player => (2, -i64::from(verdict.turns)),
        None => (1, 0),
        Some(_) => (0, i64::from(verdict.turns)),
    };
    rank(new) > rank(old)
}
