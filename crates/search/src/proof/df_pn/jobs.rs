//! Df-pn with a budget: position after position is searched for some nodes each, with one
//! table that knows what earlier searches found.
//!
//! What a search says of its position holds wherever that is reached: the way to it is not
//! part of the search.

use super::super::ground::Ground;
use super::super::pn_table::{Numbers, Packed, Pair, Whole};
use super::super::pns::solved;
use super::super::{Goal, Task, Unproved};
use super::{Search, Shared};
use game::Game;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, RwLock};

/// What is known of a position after a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Judged {
    /// Its proof and disproof number.
    pub(crate) numbers: Pair,
    /// Those of its moves, in their order; none if the position is solved.
    pub(crate) moves: Vec<Pair>,
    /// The move that the answer rests on, by its place, if it needs only one.
    pub(crate) by: Option<usize>,
}

/// What searches positions for some nodes each.
pub(crate) trait Judge<G: Game> {
    /// Searches a position for so many nodes, or fewer if that solves it.
    fn judge(
        &mut self,
        ground: &mut Ground<'_, '_, G>,
        at: &G::Position,
        nodes: u64,
    ) -> Result<Judged, Unproved>;

    /// Learns who wins a position.
    fn learn(&mut self, at: &G::Position, yes: bool);

    /// How many positions are in the table.
    fn positions(&self) -> u64;
}

/// Does some work with a judge whose table begins empty. Also says as how many positions each
/// position is known.
pub(crate) fn with_judge<G: Game, R>(
    game: &G,
    outside: usize,
    goal: Goal,
    task: &Task,
    work: impl FnOnce(&mut dyn Judge<G>) -> R,
) -> (R, usize) {
    match game.packer(task.fold()) {
        Some(packer) => {
            let images = packer.packing().symmetries().len();
            (work(&mut Kept::new(Packed::new(&*packer, task.memory), goal)), images)
        }
        None => (work(&mut Kept::new(Whole::new(task.memory, outside, 1), goal)), 1),
    }
}

/// A judge by its table.
struct Kept<P, T>(Shared<P, T>);

impl<P, T> Kept<P, T> {
    fn new(table: T, goal: Goal) -> Kept<P, T> {
        let (done, answer) = (AtomicBool::new(false), Mutex::new(None));
        Kept(Shared { table: RwLock::new(table), goal, busy: Vec::new(), done, answer })
    }
}

impl<G: Game, T: Numbers<G::Position>> Judge<G> for Kept<G::Position, T> {
    fn judge(
        &mut self,
        ground: &mut Ground<'_, '_, G>,
        at: &G::Position,
        nodes: u64,
    ) -> Result<Judged, Unproved> {
        let key = self.0.table().key(at);
        let known = self.0.table().get(at, key);
        if let Some(numbers @ ((0, _) | (_, 0))) = known {
            return Ok(Judged { numbers, moves: Vec::new(), by: None });
        }
        let until = ground.nodes.saturating_add(nodes);
        Search::new(ground, &self.0).judge(at, until)
    }

    fn learn(&mut self, at: &G::Position, yes: bool) {
        let table = self.0.table();
        table.put(at, table.key(at), 1, solved(yes));
    }

    fn positions(&self) -> u64 {
        self.0.table().len()
    }
}

impl<G: Game, T: Numbers<G::Position>> Search<'_, '_, '_, G, T> {
    /// Searches until so many nodes are counted, or until the position is solved.
    fn judge(&mut self, at: &G::Position, until: u64) -> Result<Judged, Unproved> {
        let key = self.shared.table().key(at);
        let never = super::NEVER;
        if let Some(numbers) = self.enter(at.clone(), key, (never, never))? {
            let numbers = (numbers.proof, numbers.disproof);
            return Ok(Judged { numbers, moves: Vec::new(), by: None });
        }
        while self.ground.nodes < until && self.step()?.is_none() {}
        // What was found on the way is kept for the next time.
        while self.frames.len() > 1 {
            if let Some(frame) = self.frames.last() {
                self.leave(frame.numbers());
            }
        }
        let Some(root) = self.frames.first() else {
            return Ok(Judged { numbers: (1, 1), moves: Vec::new(), by: None });
        };
        let now = root.numbers();
        let numbers = (now.proof, now.disproof);
        if !now.is_solved() {
            let moves = root.moves.iter().map(|(_, known)| (known.proof, known.disproof));
            return Ok(Judged { numbers, moves: moves.collect(), by: None });
        }
        self.shared.table().put(at, key, self.ground.nodes - root.began, numbers);
        // The list of a solved position may have changed its order.
        let by = match self.answer(now).by {
            Some(by) => self.ground.expand(at)?.unwrap_or_default().iter().position(|to| *to == by),
            None => None,
        };
        Ok(Judged { numbers, moves: Vec::new(), by })
    }
}
