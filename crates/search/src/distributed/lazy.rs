//! The lazy cluster: all ranks search the root, each with moves in another order, and find
//! what the others have stored, because deep entries of the table are passed around. It is
//! the platform `table` on many machines, as Stockfish's cluster branch has it.
//!
//! 1. Each rank deepens on its own; after the move that is thought to be best each thread
//!    of each rank begins elsewhere.
//! 2. What is stored with much depth left goes to all other ranks, many entries to a
//!    message ([`FarTable`](super::FarTable)).
//! 3. Whoever completes a depth first tells all others, who take that for their own result and
//!    go on to the next depth. What the first rank has is the result of the search.
//!
//! A result is for one list of moves and one window: several lines are asked for one after
//! the other, and MTD(f) asks with many windows. So it is told with the moves, and as what
//! it is: the value, or a bound of it.

use super::post::{FIRST_KIND, Trade, from_pairs, pairs, wrong};
use crate::parallel::{Bell, Crew, Split};
use crate::table::{Bound, Table};
use crate::value::{Value, Window};
use game::bytes::{Reader, put, put_bytes};
use game::{Game, mix};
use ranks::{Kind, Lost, Message, Team};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const COMPLETED: Kind = FIRST_KIND;

/// A depth that some rank has completed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Completed {
    depth: u32,
    /// The moves that were searched, in whatever order.
    moves: u64,
    value: Value,
    bound: Bound,
    /// The best move.
    best: u64,
    /// What the table knows of the line.
    line: Vec<(u64, u64)>,
}

/// What ranks tell each other of completed depths.
#[derive(Debug)]
pub(crate) struct Results {
    bell: Arc<Bell>,
    desk: Mutex<Desk>,
}

#[derive(Debug, Default)]
struct Desk {
    to_tell: Vec<Completed>,
    heard: Vec<Completed>,
}

/// A number by which a move is known, by the position that it leads to.
fn known_by<G: Game>(game: &G, to: &G::Position) -> u64 {
    mix(game.signature(to) ^ game.counters(to))
}

fn moves_known_by<G: Game>(game: &G, moves: &[G::Position]) -> u64 {
    moves.iter().fold(0, |all: u64, to| all.wrapping_add(mix(known_by(game, to))))
}

impl Completed {
    /// What was found at a root, if something was.
    pub(crate) fn at<G: Game>(
        game: &G,
        root: &Split<G::Position>,
        line: Vec<(u64, u64)>,
    ) -> Option<Completed> {
        let (value, best) = root.best();
        let Window { alpha, beta } = root.window;
        let bound = match value {
            _ if value <= alpha => Bound::Upper,
            _ if value >= beta => Bound::Lower,
            _ => Bound::Exact,
        };
        let best = known_by(game, root.list.get(best? as usize)?);
        let moves = moves_known_by(game, &root.list);
        Some(Completed { depth: root.level.depth, moves, value, bound, best, line })
    }

    /// The number of the best move at a root for which this is all that is asked.
    fn answers<G: Game>(&self, game: &G, root: &Split<G::Position>) -> Option<usize> {
        let is_enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= root.window.beta,
            Bound::Upper => self.value <= root.window.alpha,
        };
        if !is_enough || self.depth != root.level.depth {
            return None;
        }
        let is_same = moves_known_by(game, &root.list) == self.moves;
        let best = root.list.iter().position(|to| known_by(game, to) == self.best);
        best.filter(|_| is_same)
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let numbers = [self.depth, self.value as u32, self.bound as u32];
        numbers.into_iter().for_each(|number| put(number.into(), &mut bytes));
        put(self.moves.into(), &mut bytes);
        put(self.best.into(), &mut bytes);
        put_bytes(&from_pairs(&self.line), &mut bytes);
        bytes
    }

    fn read(bytes: &[u8]) -> Option<Completed> {
        let mut from = Reader(bytes);
        let (depth, value) = (from.small()?, from.small::<u32>()? as Value);
        let bound = match from.small()? {
            0_u32 => Bound::Exact,
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => return None,
        };
        let (moves, best) = (from.small()?, from.small()?);
        let line = pairs(from.bytes()?).collect();
        Some(Completed { depth, moves, value, bound, best, line })
    }
}

impl Results {
    pub(crate) fn new(bell: &Arc<Bell>) -> Results {
        Results { bell: Arc::clone(bell), desk: Mutex::default() }
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This rank has completed a depth.
    pub(crate) fn tell(&self, completed: Completed) {
        self.desk().to_tell.push(completed);
        self.bell.ring();
    }

    /// Ends the work on a root if another rank has done it; whether that is so.
    pub(crate) fn settle<G: Game>(&self, game: &G, root: &Split<G::Position>) -> bool {
        let mut desk = self.desk();
        desk.heard.retain(|completed| completed.depth >= root.level.depth);
        let answer = |completed: &Completed| {
            completed.answers(game, root).map(|best| (best, completed.value))
        };
        let Some((best, value)) = desk.heard.iter().find_map(answer) else { return false };
        root.settle(best, value);
        root.signal.cut();
        true
    }
}

/// What a rank hears and tells.
pub(super) struct Lazy<'s, G: Game> {
    pub(super) game: &'s G,
    pub(super) crew: &'s Crew<G::Position>,
    pub(super) results: &'s Results,
    pub(super) table: Option<&'s Table>,
}

impl<G: Game> Trade for Lazy<'_, G> {
    fn hear(&mut self, _: &mut Team<'_>, message: &Message) -> Result<(), Lost> {
        let completed = Completed::read(&message.bytes).filter(|_| message.kind == COMPLETED);
        let completed = completed.ok_or_else(|| wrong(message.from))?;
        if let Some(table) = self.table {
            completed.line.iter().for_each(|&(key, packed)| table.put_packed(key, packed));
        }
        // A root that begins from now on is settled when it begins.
        self.results.desk().heard.push(completed);
        if let Some(root) = self.crew.root()
            && self.results.settle(self.game, &root)
        {
            self.crew.ring();
        }
        Ok(())
    }

    fn turn(&mut self, team: &mut Team<'_>) -> Result<bool, Lost> {
        let to_tell = std::mem::take(&mut self.results.desk().to_tell);
        let mut all = to_tell.iter();
        all.try_for_each(|completed| team.send_to_others(COMPLETED, &completed.bytes()))?;
        Ok(!to_tell.is_empty())
    }

    fn end(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Turn;

    #[test]
    fn a_result_answers_the_question_that_was_asked_and_no_other() {
        let game = testing::load("othello");
        let at = game.start();
        let Ok(Turn::Moves(moves)) = game.turn(&at, &[]) else { panic!("there are moves") };
        let moves: Vec<_> = moves.into_iter().map(|made| made.to).collect();
        let root = |moves: &[_], depth, alpha, beta| {
            Split::root(at.clone(), moves.to_vec(), depth, Window { alpha, beta })
        };
        let found = |value, alpha, beta| {
            let root = root(&moves, 4, alpha, beta);
            root.settle(2, value);
            let completed = Completed::at(&game, &root, vec![(7, 9)]).expect("a result");
            assert_eq!(Completed::read(&completed.bytes()), Some(completed.clone()));
            completed
        };
        let mut others = moves.clone();
        others.rotate_left(1);
        let answers = |completed: &Completed, moves, depth, alpha, beta| {
            completed.answers(&game, &root(moves, depth, alpha, beta))
        };
        let exact = found(5, -10, 10);
        // The order of the moves and the window make no difference to a value.
        assert_eq!(answers(&exact, &others, 4, 6, 7), Some(1));
        assert_eq!(answers(&exact, &others, 5, -10, 10), None);
        assert_eq!(answers(&exact, &moves[1..], 4, -10, 10), None);
        let lower = found(5, 0, 4);
        assert_eq!((lower.bound, answers(&lower, &moves, 4, 2, 5)), (Bound::Lower, Some(2)));
        assert_eq!(answers(&lower, &moves, 4, 2, 6), None);
        let upper = found(5, 6, 7);
        assert_eq!((upper.bound, answers(&upper, &moves, 4, 5, 8)), (Bound::Upper, Some(2)));
        assert_eq!(answers(&upper, &moves, 4, 4, 8), None);
    }
}
