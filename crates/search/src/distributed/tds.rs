//! Transposition-driven scheduling: work goes to the rank that owns the position, one way
//! and in batches, so that nobody waits for an answer and the table is at hand.
//!
//! 1. Each position has an owner, by its signature. The owner of the root begins.
//! 2. A rank takes the first of the positions that wait for it. If the position was visited
//!    for no more in this round, it is dropped: this part of the table belongs to this
//!    rank alone.
//! 3. Otherwise it is visited. Small sub-trees are visited whole, here and now; other
//!    children go to their owners, and nothing ever comes back.
//! 4. The round is over when no rank has work and none is on its way, or when some rank has
//!    found the goal and says so.
//!
//! The paper takes the newest position first. Here it is the one that a single rank
//! would come to first, by the numbers of the moves that lead to it: so ranks go through
//! the tree side by side, and little is visited in vain when the goal ends the last round.
//! These numbers, a byte each, travel with a position, and the way to the goal is made of
//! them again; no position needs to know its parent's owner.
//!
//! Why a position may be dropped although its earlier visit left out the way back to where it
//! had come from then: that position was visited, too, with more left.
//!
//! A position that was forgotten may be visited twice. Where moves cost nothing that could
//! go on forever, so that there the table must be large enough.
//!
//! Romein, Plaat, Bal and Schaeffer, "Transposition driven work scheduling in distributed
//! search", 1999; Romein, Bal, Schaeffer and Plaat, "A performance analysis of
//! transposition-table-driven work scheduling in distributed search", 2002.

use super::agreement::{Ended, unreadable};
use super::owner;
use super::puzzle_work::PuzzleRank;
use super::puzzles::{NODES_BETWEEN_POLLS, Rounds};
use super::queue::{Piece, Queue, Unreadable, write_piece};
use super::recording::RecordedPiece;
use super::visited::Visited;
use crate::limits::now;
use crate::puzzle::{Solution, Trail, Unsolved, Visitor};
use game::Game;
use game::bytes::{Reader, put};
use ranks::{Exchange, Kind, Lost, Received, Team};
use std::collections::VecDeque;
use std::sync::Arc;

/// Batches of this many bytes: some hundred positions with their parents and ways.
const BATCH_BYTES: usize = 16 << 10;

/// For this many nodes that were visited a batch may be sent before it is full: then a
/// message costs little beside the work, and nobody waits for work that lies elsewhere.
const NODES_FOR_A_MESSAGE: u64 = 500;

/// The notice that a round is over before all work is done.
const OVER: Kind = 1;

/// A rank in one round.
struct Owner<'r, 'c, 't, 'l, 'h, 'g, 'p, G: Game> {
    exchange: Exchange<'t, 'l>,
    visitor: Visitor<'c, 'h, 'g, 'p, G>,
    visited: &'r mut Visited<G::Position>,
    work: &'r mut PuzzleRank,
    root: &'c G::Position,
    queue: Queue<G::Position>,
    /// The ranks for which something waits, the one that waits longest first; and how many
    /// nodes were visited for which no message was sent.
    waiting: VecDeque<usize>,
    nodes_unspent: u64,
    /// Whether the goal was found, or something ended the work, at whatever rank.
    is_over: bool,
    failure: Option<Unsolved>,
    /// How many pieces were taken, and who wants to know of each.
    n_pieces: u32,
    recorder: Option<&'r mut Vec<RecordedPiece>>,
}

/// Visits what belongs to this rank, until the round is over at all ranks.
pub(super) fn round<G: Game>(
    team: &mut Team<'_>,
    rounds: &mut Rounds<'_, '_, '_, G>,
) -> Result<Ended<G::Position>, Lost> {
    let Rounds { ground, at, past, limit, bound, depths, visited, work, recorder, .. } = rounds;
    visited.clear();
    let game = ground.game();
    let exchange = Exchange::new(team).with_batches_of(BATCH_BYTES);
    let visitor = Visitor::new(ground, past, *limit, *depths);
    let mut queue = Queue::new();
    // Step 1.
    if owner(game.signature(at), exchange.size()) == exchange.rank() {
        queue.push_first([Piece::root((*at).clone(), *bound)].into_iter());
    }
    let mut owner = Owner {
        exchange,
        visitor,
        visited,
        work,
        root: at,
        queue,
        waiting: VecDeque::new(),
        nodes_unspent: 0,
        is_over: false,
        failure: None,
        n_pieces: 0,
        recorder: recorder.as_deref_mut(),
    };
    owner.run()?;
    let heard = Some(owner.exchange.least());
    let (next, found) = (owner.visitor.next, owner.visitor.found.take());
    let (failure, learned) = (owner.failure.take(), owner.visitor.depths);
    *depths = learned;
    Ok(Ended { next, found, failure, heard })
}

impl<G: Game> Owner<'_, '_, '_, '_, '_, '_, '_, G> {
    fn run(&mut self) -> Result<(), Lost> {
        loop {
            let is_idle = self.queue.is_empty();
            if is_idle {
                // A rank that is over early has found something or failed, or another has.
                self.exchange.say(Ended::<()>::said(self.visitor.next, self.is_over));
            }
            match self.exchange.receive(is_idle)? {
                Received::Batch { from, bytes } => {
                    if !self.is_over {
                        self.queue.add(from, &bytes).map_err(unread)?;
                    }
                    continue;
                }
                Received::Notice { .. } => self.end(),
                Received::Done => return Ok(()),
                Received::Nothing if is_idle => {
                    // All batches have been sent.
                    self.waiting.clear();
                    self.rest()?;
                }
                Received::Nothing => {}
            }
            self.some()?;
        }
    }

    /// Waits for a while, but not for longer than the limits allow.
    fn rest(&mut self) -> Result<(), Lost> {
        if let Err(stop) = self.visitor.ground.look() {
            self.fail(stop.into())?;
        }
        let began = now();
        self.exchange.rest();
        self.work.idle += began.elapsed();
        Ok(())
    }

    /// Visits some positions.
    fn some(&mut self) -> Result<(), Lost> {
        let enough = self.visitor.ground.nodes() + NODES_BETWEEN_POLLS;
        while self.visitor.ground.nodes() < enough && !self.is_over {
            let popped = self.queue.pop(self.visitor.ground.game()).map_err(unread)?;
            let Some(piece) = popped else { break };
            let before = self.visitor.ground.nodes();
            let recorded = self.recorder.is_some().then(|| self.record(&piece));
            let visited = self.visit(piece);
            if let (Some(mut recorded), Some(recorder)) = (recorded, &mut self.recorder) {
                recorded.nodes = (self.visitor.ground.nodes() - before) as u32;
                recorder.push(recorded);
            }
            self.n_pieces += 1;
            self.nodes_unspent += self.visitor.ground.nodes() - before;
            match visited {
                Ok(children) => self.route(children)?,
                Err(failure) => self.fail(failure)?,
            }
            self.send_some()?;
            if self.visitor.found.is_some() {
                self.exchange.notify(OVER, &[])?;
                self.end();
            }
        }
        Ok(())
    }

    /// Sends batches that are not full, as often as the nodes that were visited pay for it.
    fn send_some(&mut self) -> Result<(), Lost> {
        while self.nodes_unspent >= NODES_FOR_A_MESSAGE {
            let Some(to) = self.waiting.pop_front() else {
                self.nodes_unspent = NODES_FOR_A_MESSAGE;
                break;
            };
            self.exchange.flush(to)?;
            self.nodes_unspent -= NODES_FOR_A_MESSAGE;
        }
        Ok(())
    }

    /// What is told of a piece; its nodes are not counted yet.
    fn record(&self, piece: &Piece<G::Position>) -> RecordedPiece {
        let signature = self.visitor.ground.game().signature(&piece.node.at);
        RecordedPiece { parent: piece.parent, signature, nodes: 0 }
    }

    /// Nothing of this round is wanted any more.
    fn end(&mut self) {
        self.is_over = true;
        self.queue.clear();
    }

    fn fail(&mut self, failure: Unsolved) -> Result<(), Lost> {
        if !self.is_over {
            self.failure = Some(failure);
            self.end();
            self.exchange.notify(OVER, &[])?;
        }
        Ok(())
    }

    /// Visits a position; its children that are left to be visited.
    fn visit(&mut self, piece: Piece<G::Position>) -> Result<Vec<Piece<G::Position>>, Unsolved> {
        let Piece { way, node, .. } = piece;
        // Step 2.
        let signature = self.visitor.ground.game().signature(&node.at);
        if !self.visited.is_new(signature, &node.at, node.spent) {
            return Ok(Vec::new());
        }
        self.visitor.ground.positions = self.visited.len() as u64;
        let trail = node.trail.clone();
        // Step 3.
        if !self.visitor.visit_at_once(&node)? {
            self.visitor.visit(node)?;
        }
        if self.visitor.has_free_moves && self.visited.has_forgotten {
            return Err(Unsolved::Memory);
        }
        let mut children = std::mem::take(&mut self.visitor.stack);
        let mut left = Vec::new();
        while let Some(node) = children.pop()
            && self.visitor.found.is_none()
        {
            if !self.visitor.visit_at_once(&node)? {
                let mut way = way.clone();
                put(u128::from(node.index), &mut way);
                left.push(Piece { way, node, parent: Some(self.n_pieces) });
            }
        }
        children.clear();
        self.visitor.stack = children;
        if let Some(found) = self.visitor.found.take() {
            self.visitor.found = Some(self.with_way(&way, trail.as_ref(), found)?);
        }
        Ok(left)
    }

    /// Puts the way to a position before what was found below it. What was found begins
    /// after the first position that is known of this way.
    fn with_way(
        &mut self,
        way: &[u8],
        trail: Option<&Arc<Trail<G::Position>>>,
        mut found: Solution<G::Position>,
    ) -> Result<Solution<G::Position>, Unsolved> {
        let (mut path, mut at, mut way) = (Vec::new(), self.root.clone(), Reader(way));
        while let Some(index) = way.small::<usize>() {
            let Ok(moves) = self.visitor.ground.expand(&at)? else { break };
            let Some((to, _)) = moves.into_iter().nth(index) else { break };
            path.push(to.clone());
            at = to;
        }
        path.truncate(path.len().saturating_sub(Trail::path(trail).len()));
        path.append(&mut found.path);
        Ok(Solution { path, cost: found.cost })
    }

    /// Brings positions to their owners.
    fn route(&mut self, mut pieces: Vec<Piece<G::Position>>) -> Result<(), Lost> {
        let game = self.visitor.ground.game();
        let (me, size) = (self.exchange.rank(), self.exchange.size());
        for piece in
            pieces.extract_if(.., |piece| owner(game.signature(&piece.node.at), size) != me)
        {
            let to = owner(game.signature(&piece.node.at), size);
            self.work.children_sent += 1;
            if !self.waiting.contains(&to) {
                self.waiting.push_back(to);
            }
            self.exchange.give(to, |bytes| write_piece(game, &piece, bytes))?;
        }
        self.queue.push_first(pieces.into_iter());
        Ok(())
    }
}

fn unread(why: Unreadable) -> Lost {
    unreadable(why.rank as u64)
}
