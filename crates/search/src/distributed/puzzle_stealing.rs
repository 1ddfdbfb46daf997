//! Work stealing for IDA*: a rank without work asks a random other one, which gives away
//! the position of its stack that is nearest to the root.
//!
//! 1. The first rank has the root; each rank goes depth first through what it has.
//! 2. A rank without work asks another one, drawn at random. If that one has a position to
//!    spare, it gives the oldest one away, with the positions that lead to it; otherwise it
//!    refuses. After each refusal the rank waits longer before it asks again.
//! 3. The round is over when no rank has work and none is on its way, or when some rank has
//!    found the goal and says so.
//!
//! No rank knows what another one has visited: there is no table. It is the platform with
//! which transposition-driven scheduling is compared, and the one for rules that
//! look at earlier positions, since a position comes with its past.
//!
//! Rao, Kumar and Ramesh, "A parallel implementation of iterative-deepening A*", 1987;
//! Blumofe and Leiserson, "Scheduling multithreaded computations by work stealing", 1999.

use super::agreement::{Ended, unreadable};
use super::puzzle_work::PuzzleRank;
use super::puzzles::{NODES_BETWEEN_POLLS, Rounds};
use crate::limits::now;
use crate::puzzle::{Node, Trail, Unsolved, Visitor};
use game::bytes::{Reader, put, put_position, read_position};
use game::{Game, Rng};
use ranks::{Kind, Lost, Message, Team, Termination};

const ASK: Kind = 0;
const WORK: Kind = 1;
const REFUSAL: Kind = 2;
const OVER: Kind = 3;

/// A rank looks for messages at most so often before it asks again.
const MOST_PATIENCE: u32 = 64;

/// A rank in one round.
struct Thief<'r, 'c, 't, 'l, 'h, 'g, 'p, G: Game> {
    team: &'t mut Team<'l>,
    termination: Termination,
    visitor: Visitor<'c, 'h, 'g, 'p, G>,
    work: &'r mut PuzzleRank,
    rng: Rng,
    /// Whether an answer is awaited.
    has_asked: bool,
    /// How often it looks for messages before it asks again, now and after a refusal.
    waits: u32,
    patience: u32,
    /// Whether the goal was found, or something ended the work, at whatever rank.
    is_over: bool,
    failure: Option<Unsolved>,
}

/// Visits what this rank has and gets, until the round is over at all ranks.
pub(super) fn round<G: Game>(
    team: &mut Team<'_>,
    rounds: &mut Rounds<'_, '_, '_, G>,
) -> Result<Ended<G::Position>, Lost> {
    let Rounds { ground, at, past, limit, bound, depths, n_rounds, work, .. } = rounds;
    team.begin();
    // Whom it asks does not depend on what happens.
    let rng = Rng::new(game::mix(*n_rounds) ^ team.rank() as u64);
    let mut visitor = Visitor::new(ground, past, *limit, *depths);
    if team.is_first() {
        visitor.stack.push(Node::root((*at).clone(), *bound));
    }
    let mut thief = Thief {
        team,
        termination: Termination::new(),
        visitor,
        work,
        rng,
        has_asked: false,
        waits: 0,
        patience: 1,
        is_over: false,
        failure: None,
    };
    thief.run()?;
    let heard = Some(thief.termination.least());
    let (next, found) = (thief.visitor.next, thief.visitor.found.take());
    let (failure, learned) = (thief.failure.take(), thief.visitor.depths);
    *depths = learned;
    Ok(Ended { next, found, failure, heard })
}

impl<G: Game> Thief<'_, '_, '_, '_, '_, '_, '_, G> {
    fn run(&mut self) -> Result<(), Lost> {
        loop {
            while let Some(message) = self.team.receive()? {
                if !self.termination.hear(self.team, &message)? {
                    self.hear(&message)?;
                }
            }
            if !self.visitor.stack.is_empty() {
                self.some()?;
                continue;
            }
            self.ask()?;
            self.termination.say(Ended::<()>::said(self.visitor.next, self.is_over));
            if self.termination.is_done(self.team)? {
                return Ok(());
            }
            self.rest()?;
        }
    }

    fn hear(&mut self, message: &Message) -> Result<(), Lost> {
        match message.kind {
            ASK => self.answer(message.from),
            WORK => {
                self.termination.received();
                (self.has_asked, self.patience) = (false, 1);
                let node = read_node(self.visitor.ground.game(), &message.bytes);
                let node = node.ok_or_else(|| unreadable(message.from as u64))?;
                if !self.is_over {
                    self.visitor.stack.push(node);
                }
                Ok(())
            }
            REFUSAL => {
                (self.has_asked, self.waits) = (false, self.patience);
                self.patience = (2 * self.patience).min(MOST_PATIENCE);
                Ok(())
            }
            _ => {
                self.end();
                Ok(())
            }
        }
    }

    /// Gives a position to a rank that has asked, or refuses to.
    fn answer(&mut self, to: usize) -> Result<(), Lost> {
        if self.visitor.stack.len() < 2 {
            return self.team.send(to, REFUSAL, &[]);
        }
        // The oldest is nearest to the root: that is the most work.
        let node = self.visitor.stack.remove(0);
        let mut bytes = Vec::new();
        write_node(self.visitor.ground.game(), &node, &mut bytes);
        self.termination.sent();
        self.work.children_sent += 1;
        self.team.send(to, WORK, &bytes)
    }

    /// Asks for work, if it is time to.
    fn ask(&mut self) -> Result<(), Lost> {
        if self.is_over || self.has_asked || self.team.size() == 1 {
            return Ok(());
        }
        if self.waits > 0 {
            self.waits -= 1;
            return Ok(());
        }
        let other = self.rng.below(self.team.size() - 1);
        self.has_asked = true;
        self.team.send(other + usize::from(other >= self.team.rank()), ASK, &[])
    }

    /// Waits for a while, but not for longer than the limits allow.
    fn rest(&mut self) -> Result<(), Lost> {
        if let Err(stop) = self.visitor.ground.look() {
            self.fail(stop.into())?;
        }
        let began = now();
        self.team.rest();
        self.work.idle += began.elapsed();
        Ok(())
    }

    /// Visits some positions.
    fn some(&mut self) -> Result<(), Lost> {
        let enough = self.visitor.ground.nodes() + NODES_BETWEEN_POLLS;
        while self.visitor.ground.nodes() < enough {
            let Some(node) = self.visitor.stack.pop() else { break };
            let visited = match self.visitor.visit_at_once(&node) {
                Ok(false) => self.visitor.visit(node),
                visited => visited.map(drop),
            };
            if let Err(failure) = visited {
                self.fail(failure)?;
            }
            if self.visitor.found.is_some() {
                self.end();
                self.team.send_to_others(OVER, &[])?;
            }
        }
        Ok(())
    }

    /// Nothing of this round is wanted any more.
    fn end(&mut self) {
        self.is_over = true;
        self.visitor.stack.clear();
    }

    fn fail(&mut self, failure: Unsolved) -> Result<(), Lost> {
        if !self.is_over {
            self.failure = Some(failure);
            self.end();
            self.team.send_to_others(OVER, &[])?;
        }
        Ok(())
    }
}

fn write_node<G: Game>(game: &G, node: &Node<G::Position>, bytes: &mut Vec<u8>) {
    put(node.spent as u128, bytes);
    put(node.bound as u128, bytes);
    // It was tried before the first round whether positions can be written.
    put_position(game, &node.at, bytes);
    for at in Trail::path(node.trail.as_ref()) {
        put_position(game, &at, bytes);
    }
}

fn read_node<G: Game>(game: &G, bytes: &[u8]) -> Option<Node<G::Position>> {
    let mut reader = Reader(bytes);
    let (spent, bound) = (reader.small()?, reader.small()?);
    let at = read_position(game, &mut reader)?;
    let mut trail = None;
    while !reader.0.is_empty() {
        trail = Some(Trail::push(trail.as_ref(), &read_position(game, &mut reader)?));
    }
    Some(Node { at, spent, bound, index: 0, trail })
}
