//! Iterative-deepening A*: depth first, but only as far as cost and bound together stay
//! within a limit, which rises from round to round to the least that was above it.
//!
//! 1. The limit begins with the bound of the root.
//! 2. A position is taken from the stack. If not much is left to be paid below it and
//!    the back end can visit all of that at once, it does.
//! 3. Otherwise its moves are made. A move that leads back to where the last one came
//!    from is left out: what follows is reached there for less.
//! 4. A position whose cost and bound are above the limit is dropped; the least of
//!    these is the next limit. All others go to the stack.
//! 5. The goal ends everything: no limit below its cost was enough, so it is cheapest.
//! 6. If nothing was above the limit, there is no solution. Otherwise the next round
//!    begins.
//!
//! The stack belongs to a thread; several threads share sub-trees (see `crew.rs`). Moves that cost nothing could go around in
//! circles, so where there are such, no position may come twice on the way.
//!
//! Korf, "Depth-first iterative-deepening: an optimal admissible tree search", 1985. In
//! parallel: Rao, Kumar and Ramesh, "A parallel implementation of iterative-deepening
//! A*", 1987.

use super::crew::{Crew, Trail};
use super::ground::Ground;
use super::{Answer, NEVER, Solution, Unsolved, is_solved};
use crate::parallel::ThreadWork;
use game::{Dive, Game};
use std::sync::Arc;
use std::time::Duration;

/// A position that is to be visited.
pub(crate) struct Node<P> {
    pub(crate) at: P,
    /// What it has cost to come here.
    pub(crate) spent: i64,
    /// What is at least still to be paid.
    pub(crate) bound: i32,
    /// The number of the move that led here among those of the position before.
    pub(crate) index: u32,
    /// The positions on the way, the last one first.
    pub(crate) trail: Option<Arc<Trail<P>>>,
}

impl<P> Node<P> {
    /// Where a round begins.
    pub(crate) fn root(at: P, bound: i32) -> Node<P> {
        Node { at, spent: 0, bound, index: 0, trail: None }
    }
}

/// At most this many nodes are visited at once: a hundredth of a second for good code.
const MOST_AT_ONCE: u64 = 50_000;

/// How much is visited at once: positions below which no more than this is to be spent
/// above the bound. It is found by trying.
#[derive(Clone, Copy)]
pub(crate) struct Depths {
    slack: i64,
    /// At most this many nodes are visited at once; with a tenth of them, more could be.
    most: u64,
    /// Dives in a row with few nodes, and how many of them are needed to go further.
    few: u32,
    needed: u32,
    mean: Option<Mean>,
}

/// How many nodes a dive should have on average, and those of the last ones.
#[derive(Clone, Copy)]
struct Mean {
    goal: u64,
    dives: u64,
    nodes: u64,
}

/// After this many dives it is seen whether they were of the right size.
const DIVES_BETWEEN_LOOKS: u64 = 32;

impl Depths {
    /// At most this many nodes are to be visited at once.
    pub(crate) const fn new(most: u64) -> Depths {
        Depths { slack: 0, most, few: 0, needed: 4, mean: None }
    }

    /// This many nodes on average are to be visited at once. Some sub-trees are far larger
    /// than others that look the same, which does no harm where they are shared out.
    pub(crate) const fn with_mean(goal: u64) -> Depths {
        let mean = Some(Mean { goal, dives: 0, nodes: 0 });
        Depths { mean, ..Depths::new(MOST_AT_ONCE) }
    }

    fn went_well(&mut self, nodes: u64) {
        if let Some(mean) = &mut self.mean {
            (mean.dives, mean.nodes) = (mean.dives + 1, mean.nodes + nodes);
            if mean.dives == DIVES_BETWEEN_LOOKS {
                // The next size may be several times the size of this one.
                match mean.nodes / mean.dives {
                    nodes if nodes * 3 < mean.goal => self.slack += 1,
                    nodes if nodes > 3 * mean.goal => self.slack -= 1,
                    _ => {}
                }
                (mean.dives, mean.nodes) = (0, 0);
            }
            return;
        }
        self.few = if nodes < self.most / 10 { self.few + 1 } else { 0 };
        if self.few >= self.needed {
            (self.slack, self.few) = (self.slack + 1, 0);
        }
    }

    fn gave_up(&mut self, slack: i64) {
        if self.mean.is_some() {
            return self.went_well(self.most);
        }
        (self.slack, self.few) = (slack - 1, 0);
        self.needed = (2 * self.needed).min(1 << 12);
    }
}

/// A cheapest solution, found by one thread or several.
pub(super) fn solve<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    past: &[G::Position],
    n_threads: usize,
    threads: &mut Vec<ThreadWork>,
) -> Result<Answer<G::Position>, Unsolved> {
    let bound = ground.bound_of(at)?;
    // Step 1.
    let mut limit = i64::from(bound);
    loop {
        if bound == NEVER {
            return Ok(None);
        }
        ground.bound = limit;
        let crew = Crew::new(limit, n_threads);
        crew.round(ground, past, Node::root(at.clone(), bound), threads);
        // Steps 5 and 6.
        match crew.result()? {
            (Some(solution), _) => return Ok(Some(solution)),
            (None, None) => return Ok(None),
            (None, Some(next)) => limit = next,
        }
    }
}

/// A thread in one round.
pub(super) struct Hand<'c, 'h, 'g, 'p, G: Game> {
    pub(super) crew: &'c Crew<G::Position>,
    pub(super) visitor: Visitor<'c, 'h, 'g, 'p, G>,
    /// For how long there was nothing to do.
    pub(super) idle: Duration,
}

impl<'c, 'h, 'g, 'p, G: Game> Hand<'c, 'h, 'g, 'p, G> {
    pub(super) fn new(
        crew: &'c Crew<G::Position>,
        ground: &'h mut Ground<'g, 'p, G>,
        past: &'c [G::Position],
        stack: Vec<Node<G::Position>>,
    ) -> Hand<'c, 'h, 'g, 'p, G> {
        let depths = Depths::new(MOST_AT_ONCE);
        let visitor = Visitor { stack, ..Visitor::new(ground, past, crew.limit, depths) };
        Hand { crew, visitor, idle: Duration::ZERO }
    }

    /// Visits what is on the stack until there is nothing left anywhere.
    pub(super) fn work(&mut self) -> Result<(), Unsolved> {
        self.share_out()?;
        while let Some(node) = self.next() {
            // Step 2.
            if !self.visitor.visit_at_once(&node)? {
                self.visitor.visit(node)?;
            }
            self.tell();
        }
        Ok(())
    }

    /// Lets the others know what this thread has found.
    fn tell(&mut self) {
        self.crew.above(self.visitor.next);
        if let Some(solution) = self.visitor.found.take() {
            self.crew.found(solution);
        }
    }

    /// Makes the top of the tree, layer by layer, and leaves the rest to all threads.
    fn share_out(&mut self) -> Result<(), Unsolved> {
        let mut layer = std::mem::take(&mut self.visitor.stack);
        while (1..self.crew.n_wanted()).contains(&layer.len()) && !self.crew.is_done() {
            let mut below = Vec::new();
            for node in layer {
                self.visitor.visit(node)?;
                self.tell();
                below.extend(self.visitor.stack.drain(..).rev());
            }
            layer = below;
        }
        match self.crew.n_wanted() {
            0 => self.visitor.stack = layer,
            _ => self.crew.offer(layer),
        }
        Ok(())
    }

    /// The next position, an own one or one of another thread.
    fn next(&mut self) -> Option<Node<G::Position>> {
        if self.crew.is_done() {
            return None;
        }
        let stack = &mut self.visitor.stack;
        if stack.len() > 1 && self.crew.wants_work() {
            // The oldest is nearest to the root: that is the most work.
            self.crew.give(stack.remove(0));
        }
        stack.pop().or_else(|| self.crew.take(&mut self.idle))
    }
}

/// Visits positions within the limit of a round. It knows of no other thread and no
/// other machine: what is left to be visited is on its stack.
pub(crate) struct Visitor<'c, 'h, 'g, 'p, G: Game> {
    pub(crate) ground: &'h mut Ground<'g, 'p, G>,
    past: &'c [G::Position],
    limit: i64,
    pub(crate) depths: Depths,
    pub(crate) stack: Vec<Node<G::Position>>,
    /// The least cost and bound above the limit.
    pub(crate) next: i64,
    pub(crate) found: Option<Solution<G::Position>>,
    /// Whether some move cost nothing.
    pub(crate) has_free_moves: bool,
}

impl<'c, 'h, 'g, 'p, G: Game> Visitor<'c, 'h, 'g, 'p, G> {
    pub(crate) fn new(
        ground: &'h mut Ground<'g, 'p, G>,
        past: &'c [G::Position],
        limit: i64,
        depths: Depths,
    ) -> Visitor<'c, 'h, 'g, 'p, G> {
        let (stack, next, found) = (Vec::new(), i64::MAX, None);
        let has_free_moves = false;
        Visitor { ground, past, limit, depths, stack, next, found, has_free_moves }
    }

    /// Lets the back end visit everything below a position; whether it did.
    pub(crate) fn visit_at_once(&mut self, node: &Node<G::Position>) -> Result<bool, Unsolved> {
        let left = self.limit - node.spent;
        let slack = left - i64::from(node.bound);
        if slack > self.depths.slack {
            return Ok(false);
        }
        let before = node.trail.as_ref().map(|trail| &trail.at);
        let Ok(left) = i32::try_from(left) else { return Ok(false) };
        let dive = Dive { at: &node.at, before, left, most: self.depths.most };
        let Some(dived) = self.ground.dive(&dive)? else {
            self.depths.slack = -1;
            return Ok(false);
        };
        if dived.gave_up {
            self.depths.gave_up(slack);
            return Ok(false);
        }
        self.ground.count(dived.nodes)?;
        self.depths.went_well(dived.nodes);
        if dived.solved {
            self.found = Some(self.path_below(node, left)?);
        } else if let Some(above) = dived.above {
            self.above(self.limit + i64::from(above));
        }
        Ok(true)
    }

    /// A position was too far away.
    fn above(&mut self, all: i64) {
        self.next = self.next.min(all);
    }

    /// Makes the moves of a position.
    pub(crate) fn visit(&mut self, node: Node<G::Position>) -> Result<(), Unsolved> {
        let asks_for_past = self.ground.game().asks_for_past();
        if asks_for_past {
            let mut past = self.past.to_vec();
            past.extend(Trail::path(node.trail.as_ref()));
            self.ground.set_past(&past);
        }
        let mut moves = match self.ground.expand(&node.at)? {
            Ok(moves) => moves,
            Err(outcome) if is_solved(outcome) => {
                self.found = Some(solution(&node, None, node.spent));
                return Ok(());
            }
            Err(_) => return Ok(()),
        };
        let free = moves.iter().any(|(_, cost)| *cost == 0);
        self.has_free_moves |= free;
        let trail = Trail::push(node.trail.as_ref(), &node.at);
        let first = self.stack.len();
        for (index, (to, cost)) in (0..).zip(moves.drain(..)) {
            // Step 3. Rules that look back may give a move back another meaning.
            let back = node.trail.as_ref().is_some_and(|trail| trail.at == to);
            let again = || free && (to == node.at || Trail::has(node.trail.as_ref(), &to));
            if !asks_for_past && (back || again()) {
                continue;
            }
            self.ground.count(1)?;
            let spent = node.spent + i64::from(cost);
            // Step 4.
            let bound = match self.ground.outcome(&to) {
                Some(outcome) if is_solved(outcome) => 0,
                Some(_) => NEVER,
                None => self.ground.bound_of(&to)?,
            };
            match spent + i64::from(bound) {
                _ if bound == NEVER => {}
                all if all > self.limit => self.above(all),
                _ if self.ground.outcome(&to).is_some() => {
                    self.found = Some(solution(&node, Some(to), spent));
                    return Ok(());
                }
                _ => {
                    let trail = Some(trail.clone());
                    self.stack.push(Node { at: to, spent, bound, index, trail });
                }
            }
        }
        self.ground.done(moves);
        // The first move is to be taken from the stack first.
        self.stack[first..].reverse();
        Ok(())
    }

    /// The way to the goal that lies below a position, for no more than is left.
    fn path_below(
        &mut self,
        node: &Node<G::Position>,
        mut left: i32,
    ) -> Result<Solution<G::Position>, Unsolved> {
        let mut path = solution(node, None, node.spent);
        let (mut before, mut at) = (node.trail.as_ref().map(|t| t.at.clone()), node.at.clone());
        'down: while let Ok(moves) = self.ground.expand(&at)? {
            for (to, cost) in &moves {
                if before.as_ref() == Some(to) || *cost > left {
                    continue;
                }
                let is_goal = self.ground.outcome(to).map(is_solved);
                let dive = Dive { at: to, before: Some(&at), left: left - cost, most: u64::MAX };
                let bound = self.ground.bound_of(to)?;
                let found = match is_goal {
                    Some(goal) => goal,
                    None if bound > left - cost => false,
                    None => self.ground.dive(&dive)?.is_some_and(|dived| dived.solved),
                };
                if found {
                    left -= cost;
                    path.cost += i64::from(*cost);
                    path.path.push(to.clone());
                    if is_goal.is_some() {
                        return Ok(path);
                    }
                    (before, at) = (Some(at), to.clone());
                    self.ground.done(moves);
                    continue 'down;
                }
            }
            // The dive has found a goal, so this cannot be.
            break;
        }
        Ok(path)
    }
}

/// The way to a position, and one further.
fn solution<P: Clone + Eq>(node: &Node<P>, last: Option<P>, cost: i64) -> Solution<P> {
    let way = Trail::path(node.trail.as_ref()).into_iter().chain([node.at.clone()]).chain(last);
    Solution { path: way.skip(1).collect(), cost }
}
