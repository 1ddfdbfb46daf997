//! Depth-first proof-number search with a table (Nagai, "Df-pn algorithm for
//! searching AND/OR trees and its applications", 2002), with thresholds that leave
//! a position less often (Pawlewicz and Lew, "Improving depth-first PN-search:
//! 1 + ε trick", 2007).
//!
//! Positions may come back. Then the player who wants to win has got nowhere, so
//! on the way where that happens it counts as refuted. Such a refutation *rests*
//! on a position further up: it holds while that one is on the way, and is kept
//! with the list of moves there; only when the position it rests on is itself
//! refuted it holds everywhere and goes to the table. Proofs rest on nothing.

use super::ground::{Ground, Path};
use super::pns::{NEVER, solved, sum};
use super::store::Store;
use super::{Answer, Goal, Unproved};
use game::Game;

/// Rests on no position of the way.
const NOTHING: usize = usize::MAX;

/// What is known of a position on one way.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
    /// The uppermost position of the way that a refutation rests on.
    rests_on: usize,
}

impl Numbers {
    fn everywhere((proof, disproof): (u32, u32)) -> Numbers {
        Numbers { proof, disproof, rests_on: NOTHING }
    }

    fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A position on the way, with what is known of its moves.
struct Frame<P> {
    at: P,
    /// Whether the player to move is the one who wants to win.
    chooses: bool,
    list: Vec<P>,
    known: Vec<Numbers>,
    /// The position is left when a number is no longer below these.
    below: (u32, u32),
    /// The move that is looked at.
    chosen: usize,
    /// Nodes that had been counted before.
    began: u64,
}

struct Search<'s, 'g, 'p, G: Game> {
    ground: &'s mut Ground<'g, 'p, G>,
    goal: Goal,
    store: Store<G::Position, (u32, u32)>,
    path: Path<G::Position>,
    frames: Vec<Frame<G::Position>>,
}

/// Whether the player of the goal wins.
pub(super) fn search<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    goal: Goal,
    memory: usize,
) -> Result<Answer<G::Position>, Unproved> {
    let outside = ground.position_bytes() - std::mem::size_of::<G::Position>();
    let store = Store::new(memory, outside);
    let mut search = Search { ground, goal, store, path: Path::new(), frames: Vec::new() };
    if let Some(numbers) = search.enter(at.clone(), (NEVER, NEVER))? {
        return Ok(Answer { yes: numbers.proof == 0, by: None });
    }
    loop {
        // Step 1: the numbers of the position follow from those of its moves.
        let Some(frame) = search.frames.last() else {
            return Ok(Answer { yes: false, by: None });
        };
        let numbers = frame.numbers();
        // Step 2: a position that is solved, or that is not the easiest any more,
        // is left.
        let (proof, disproof) = frame.below;
        if numbers.is_solved() || numbers.proof >= proof || numbers.disproof >= disproof {
            if search.frames.len() == 1 {
                return Ok(search.answer(numbers));
            }
            search.leave(numbers);
            continue;
        }
        // Step 3: otherwise its easiest move is looked at.
        search.go_on(numbers)?;
    }
}

impl<P> Frame<P> {
    fn numbers(&self) -> Numbers {
        let proofs = self.known.iter().map(|n| n.proof);
        let disproofs = self.known.iter().map(|n| n.disproof);
        if self.chooses {
            let proof = proofs.min().unwrap_or(NEVER);
            // All moves are refuted, so every ground of theirs is one.
            let rests_on = self.known.iter().map(|n| n.rests_on).min().unwrap_or(NOTHING);
            Numbers { proof, disproof: sum(disproofs), rests_on }
        } else {
            let disproof = disproofs.min().unwrap_or(NEVER);
            // One refuted move is enough: that with the best ground.
            let refuted = self.known.iter().filter(|n| n.disproof == 0).map(|n| n.rests_on);
            Numbers { proof: sum(proofs), disproof, rests_on: refuted.max().unwrap_or(NOTHING) }
        }
    }

    /// The easiest move, and the number that its own must stay below for it to
    /// remain so.
    fn easiest(&self) -> (usize, u32) {
        let number = |n: &Numbers| if self.chooses { n.proof } else { n.disproof };
        let (mut best, mut least, mut second) = (0, NEVER, NEVER);
        for (i, known) in self.known.iter().enumerate() {
            let number = number(known);
            if number < least {
                (best, second, least) = (i, least, number);
            } else {
                second = second.min(number);
            }
        }
        (best, second.saturating_add(second / 4).saturating_add(1))
    }
}

impl<G: Game> Search<'_, '_, '_, G> {
    /// Begins with a position; its numbers instead if the game is over.
    fn enter(&mut self, at: G::Position, below: (u32, u32)) -> Result<Option<Numbers>, Unproved> {
        let began = self.ground.nodes;
        self.ground.count()?;
        let list = match self.ground.expand(&at)? {
            Ok(list) => list,
            Err(outcome) => {
                let numbers = solved(self.goal.is_reached(outcome));
                self.store.put(at, 1, numbers);
                return Ok(Some(Numbers::everywhere(numbers)));
            }
        };
        self.path.push(&at);
        let known = list.iter().map(|child| self.known(child)).collect();
        let chooses = self.ground.player(&at) == self.goal.0;
        self.frames.push(Frame { at, chooses, list, known, below, chosen: 0, began });
        Ok(None)
    }

    /// What is known of a position before it is looked at.
    fn known(&self, child: &G::Position) -> Numbers {
        if let Some(outcome) = self.ground.outcome(child) {
            return Numbers::everywhere(solved(self.goal.is_reached(outcome)));
        }
        if let Some(numbers) = self.store.get(child) {
            // What is solved everywhere is better than what rests on the way.
            if numbers.0 == 0 || numbers.1 == 0 {
                return Numbers::everywhere(numbers);
            }
        }
        if let Some(place) = self.path.place(child) {
            return Numbers { proof: NEVER, disproof: 0, rests_on: place };
        }
        Numbers::everywhere(self.store.get(child).unwrap_or((1, 1)))
    }

    /// Goes on with the easiest move of the last position.
    fn go_on(&mut self, numbers: Numbers) -> Result<(), Unproved> {
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let (chosen, limit) = frame.easiest();
        frame.chosen = chosen;
        // The other number of the move may grow until that of the position is too large.
        let known = frame.known[chosen];
        let rest = |most: u32, sum: u32, part: u32| match most {
            NEVER => NEVER,
            _ => most - sum + part,
        };
        let (proof, disproof) = frame.below;
        let below = match frame.chooses {
            true => (proof.min(limit), rest(disproof, numbers.disproof, known.disproof)),
            false => (rest(proof, numbers.proof, known.proof), disproof.min(limit)),
        };
        let child = frame.list[chosen].clone();
        // It may have been solved on another way since.
        let stored = self.store.get(&child).filter(|n| n.0 == 0 || n.1 == 0);
        let known = match stored {
            Some(numbers) => Some(Numbers::everywhere(numbers)),
            None => self.enter(child, below)?,
        };
        if let (Some(numbers), Some(frame)) = (known, self.frames.last_mut()) {
            frame.known[chosen] = numbers;
        }
        Ok(())
    }

    /// Leaves the last position, and tells the one above what was found.
    fn leave(&mut self, mut numbers: Numbers) {
        let Some(frame) = self.frames.pop() else { return };
        self.path.pop();
        // What rests only on this position holds everywhere: whoever refutes it
        // goes around in it forever.
        if numbers.disproof != 0 || numbers.rests_on >= self.path.len() {
            numbers.rests_on = NOTHING;
        }
        if numbers.rests_on == NOTHING {
            let work = self.ground.nodes - frame.began;
            self.store.put(frame.at, work, (numbers.proof, numbers.disproof));
            self.ground.positions = self.store.len() as u64;
        }
        self.ground.done(frame.list);
        if let Some(above) = self.frames.last_mut() {
            above.known[above.chosen] = numbers;
        }
    }

    /// What the root says, when it is solved.
    fn answer(&self, numbers: Numbers) -> Answer<G::Position> {
        let yes = numbers.proof == 0;
        let root = self.frames.first().filter(|root| root.chooses == yes);
        let by = root.and_then(|root| {
            let is_ground = |n: &Numbers| if yes { n.proof == 0 } else { n.disproof == 0 };
            let i = root.known.iter().position(is_ground)?;
            Some(root.list[i].clone())
        });
        Answer { yes, by }
    }
}
