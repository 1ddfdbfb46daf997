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
use game::bytes::{Reader, put, put_position, read_position};

/// A position that was solved, wherever it is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Find<P> {
    pub(crate) at: P,
    /// Whether the player of the goal wins.
    pub(crate) yes: bool,
    /// The nodes that it took.
    pub(crate) work: u64,
}

/// The number under which solved positions of a goal are kept in a journal.
pub(crate) fn journal_number(goal: Goal) -> u64 {
    goal.0.index() as u64
}

/// Appends positions that were solved to a list, up to its end.
pub(crate) fn put_finds<G: Game>(game: &G, finds: &[Find<G::Position>], to: &mut Vec<u8>) {
    for find in finds {
        put(u128::from(find.work) << 1 | u128::from(find.yes), to);
        put_position(game, &find.at, to);
    }
}

pub(crate) fn read_finds<G: Game>(
    game: &G,
    from: &mut Reader<'_>,
) -> Option<Vec<Find<G::Position>>> {
    let mut finds = Vec::new();
    while !from.0.is_empty() {
        let number = from.small::<u64>()?;
        let at = read_position(game, from)?;
        finds.push(Find { at, yes: number % 2 == 1, work: number / 2 });
    }
    Some(finds)
}

/// Puts what was solved elsewhere into a table.
pub(super) fn learn<P, T: Numbers<P>>(table: &T, find: &Find<P>) {
    table.put(&find.at, table.key(&find.at), find.work, solved(find.yes));
}

/// A search tells of this many positions that it solved at most: those that took the most work.
const MOST_FINDS: usize = 256;
/// It tells of none that took fewer nodes: to find it again costs less than to hear of it.
const LEAST_WORK: u64 = 16;

/// What is known of a position after a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Judged<P> {
    /// Its proof and disproof number.
    pub(crate) numbers: Pair,
    /// Those of its moves, in their order; none if the position is solved.
    pub(crate) moves: Vec<Pair>,
    /// The move that the answer rests on, by its place, if it needs only one.
    pub(crate) by: Option<usize>,
    /// What else was solved.
    pub(crate) finds: Vec<Find<P>>,
}

impl<P> Judged<P> {
    fn new(numbers: Pair) -> Judged<P> {
        Judged { numbers, moves: Vec::new(), by: None, finds: Vec::new() }
    }
}

/// What searches positions for some nodes each.
pub(crate) trait Judge<G: Game> {
    /// Searches a position for this many nodes, or fewer if that solves it.
    fn judge(
        &mut self,
        ground: &mut Ground<'_, '_, G>,
        at: &G::Position,
        nodes: u64,
    ) -> Result<Judged<G::Position>, Unproved>;

    /// Learns of a position that was solved elsewhere.
    fn learn(&mut self, find: &Find<G::Position>);

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

impl<P, T: Numbers<P>> Kept<P, T> {
    fn new(table: T, goal: Goal) -> Kept<P, T> {
        Kept(Shared::new(table, goal, 1, 1, None))
    }
}

impl<G: Game, T: Numbers<G::Position>> Judge<G> for Kept<G::Position, T> {
    fn judge(
        &mut self,
        ground: &mut Ground<'_, '_, G>,
        at: &G::Position,
        nodes: u64,
    ) -> Result<Judged<G::Position>, Unproved> {
        let key = self.0.table().key(at);
        let known = self.0.table().get(at, key);
        if let Some(numbers @ ((0, _) | (_, 0))) = known {
            return Ok(Judged::new(numbers));
        }
        let until = ground.nodes.saturating_add(nodes);
        let mut search = Search::new(ground, &self.0, 0);
        let least = (nodes / MOST_FINDS as u64).max(LEAST_WORK);
        search.finds = Some((least, Vec::new()));
        let mut judged = search.judge(at, until)?;
        judged.finds = search.finds.map_or(Vec::new(), |(_, finds)| finds);
        judged.finds.sort_by_key(|find| std::cmp::Reverse(find.work));
        judged.finds.truncate(MOST_FINDS);
        Ok(judged)
    }

    fn learn(&mut self, find: &Find<G::Position>) {
        learn(&*self.0.table(), find);
    }

    fn positions(&self) -> u64 {
        self.0.table().len()
    }
}

impl<G: Game, T: Numbers<G::Position>> Search<'_, '_, '_, G, T> {
    /// Searches until this many nodes are counted, or until the position is solved.
    fn judge(&mut self, at: &G::Position, until: u64) -> Result<Judged<G::Position>, Unproved> {
        let key = self.shared.table().key(at);
        let never = super::NEVER;
        if let Some(numbers) = self.enter(at.clone(), key, (never, never))? {
            let numbers = (numbers.proof, numbers.disproof);
            return Ok(Judged::new(numbers));
        }
        while self.ground.nodes < until && self.step()?.is_none() {}
        // What was found on the way is kept for the next time.
        while self.frames.len() > 1 {
            if let Some(frame) = self.frames.last() {
                self.leave(frame.numbers());
            }
        }
        let Some(root) = self.frames.first() else {
            return Ok(Judged::new((1, 1)));
        };
        let now = root.numbers();
        let numbers = (now.proof, now.disproof);
        if !now.is_solved() {
            let moves = root.moves.iter().map(|(_, known)| (known.proof, known.disproof));
            return Ok(Judged { moves: moves.collect(), ..Judged::new(numbers) });
        }
        self.shared.table().put(at, key, self.ground.nodes - root.began, numbers);
        // The list of a solved position may have changed its order.
        let by = match self.answer(now).by {
            Some(by) => self.ground.expand(at)?.unwrap_or_default().iter().position(|to| *to == by),
            None => None,
        };
        Ok(Judged { by, ..Judged::new(numbers) })
    }
}
