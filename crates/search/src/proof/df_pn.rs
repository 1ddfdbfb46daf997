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
//!
//! Several threads do the same with one table. Where a thread is at work, others
//! take the numbers for greater than they are, and go elsewhere if there is a way
//! that is nearly as good (*virtual* numbers: Kaneko, "Parallel depth first proof
//! number search", 2010). What a thread proves it proves alone or takes from the
//! table, where only proofs of others are; so more threads prove nothing else.

mod frame;
pub(crate) mod jobs;
pub(super) mod ranks;
mod shared;

use super::ground::Ground;
use super::pn_table::{Numbers, Packed, Pair, Whole};
use super::pns::{NEVER, solved};
use super::{Answer, Goal, Task, Unproved};
use crate::limits::{Stop, now};
use frame::{Frame, NOTHING, OnWay};
use game::Game;
use jobs::Find;
use shared::Shared;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

/// Places that tell whether a position may be on the way; a power of two. Two positions may share one.
const PLACES: usize = 1 << 14;
/// After this many nodes a thread looks whether others have solved what it is at.
const NODES_BETWEEN_LOOKS: u64 = 32;

/// Moves, and what is known of each.
type Looked<P, K> = (Vec<P>, Vec<(K, OnWay)>);

/// A thread.
struct Search<'s, 'g, 'p, G: Game, T: Numbers<G::Position>> {
    ground: &'s mut Ground<'g, 'p, G>,
    shared: &'s Shared<G::Position, T>,
    /// The number of the thread in its process.
    thread: usize,
    frames: Vec<Frame<G::Position, T::Key>>,
    /// How many positions of the way have a place.
    on_way: Vec<u16>,
    /// Lists that are not in use.
    spare: Vec<Vec<(T::Key, OnWay)>>,
    /// What was solved with so much work at least, if somebody wants to know.
    finds: Option<(u64, Vec<Find<G::Position>>)>,
}

/// Whether the player of the goal wins.
pub(super) fn search<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    goal: Goal,
    task: &Task,
) -> Result<Answer<G::Position>, Unproved> {
    let (memory, threads) = (task.memory, task.threads);
    match ground.game().packer(task.fold()) {
        Some(packer) => {
            ground.images = packer.packing().symmetries().len();
            run(ground, at, goal, Packed::new(&*packer, memory), threads)
        }
        None => {
            ground.images = 1;
            let outside = ground.position_bytes() - size_of::<G::Position>();
            run(ground, at, goal, Whole::new(memory, outside, threads), threads)
        }
    }
}

/// Searches with threads that share a table.
fn run<G: Game, T: Numbers<G::Position> + Send>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    goal: Goal,
    table: T,
    threads: usize,
) -> Result<Answer<G::Position>, Unproved> {
    by_crew(ground, at, &Shared::new(table, goal, threads, 1, None), threads)
}

/// Searches with all threads of this process.
fn by_crew<G: Game, T: Numbers<G::Position> + Send>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    shared: &Shared<G::Position, T>,
    threads: usize,
) -> Result<Answer<G::Position>, Unproved> {
    let (game, wins, watch) = (ground.game(), ground.wins.clone(), ground.share(None));
    let help = |thread| {
        let mut nothing = |_| {};
        let mut ground = Ground::new(game, &[], watch.clone(), &mut nothing);
        ground.wins = wins.clone();
        Search::new(&mut ground, shared, thread).run(at);
        (ground.nodes, now())
    };
    let lead = |_| {
        Search::new(ground, shared, 0).run(at);
        now()
    };
    let (ended, helped) = game::crew::run(threads, help, lead);
    ground.unshare(ended, &helped);
    ground.positions = shared.table().len();
    let answer = shared.answer.lock().unwrap_or_else(PoisonError::into_inner).take();
    answer.unwrap_or(Err(Unproved::Stopped(Stop::Told)))
}

impl<'s, 'g, 'p, G: Game, T: Numbers<G::Position>> Search<'s, 'g, 'p, G, T> {
    fn new(
        ground: &'s mut Ground<'g, 'p, G>,
        shared: &'s Shared<G::Position, T>,
        thread: usize,
    ) -> Search<'s, 'g, 'p, G, T> {
        let (frames, spare) = (Vec::new(), Vec::new());
        Search { ground, shared, thread, frames, on_way: vec![0; PLACES], spare, finds: None }
    }

    /// Searches until this thread or another has the answer.
    fn run(&mut self, at: &G::Position) {
        match self.solve(at) {
            Ok(Some(answer)) => self.shared.end(Ok(answer)),
            Ok(None) => {}
            Err(why) => self.shared.end(Err(why)),
        }
    }

    /// The answer; nothing if another thread was faster.
    fn solve(&mut self, at: &G::Position) -> Result<Option<Answer<G::Position>>, Unproved> {
        let key = self.shared.table().key(at);
        if let Some(numbers) = self.enter(at.clone(), key, (NEVER, NEVER))? {
            return Ok(Some(Answer { yes: numbers.proof == 0, by: None }));
        }
        while !self.shared.done.load(Ordering::Relaxed) {
            if let Some(numbers) = self.step()? {
                return Ok(Some(self.answer(numbers)));
            }
        }
        Ok(None)
    }

    /// Goes on by a move, or leaves a position. The numbers of the root, if it would be left.
    fn step(&mut self) -> Result<Option<OnWay>, Unproved> {
        // Step 1: the numbers of the position follow from those of its moves.
        let Some(frame) = self.frames.last() else { return Ok(None) };
        let numbers = frame.numbers();
        // Step 2: a position that is solved, or that is not the easiest any more, is left.
        let (proof, disproof) = frame.below;
        if numbers.is_solved() || numbers.proof >= proof || numbers.disproof >= disproof {
            if self.frames.len() == 1 {
                return Ok(Some(numbers));
            }
            self.leave(numbers);
            return Ok(None);
        }
        // Step 3: otherwise its easiest move is looked at.
        self.go_on(numbers)?;
        Ok(None)
    }

    fn place(key: T::Key) -> usize {
        T::spread(key) as usize % PLACES
    }

    /// Begins with a position; its numbers instead if the game is over.
    fn enter(
        &mut self,
        at: G::Position,
        key: T::Key,
        below: Pair,
    ) -> Result<Option<OnWay>, Unproved> {
        let began = self.ground.nodes;
        self.ground.count()?;
        let list = match self.ground.expand(&at)? {
            Ok(list) => list,
            Err(outcome) => {
                let numbers = solved(self.shared.goal.is_reached(outcome));
                self.shared.table().put(&at, key, 1, numbers);
                return Ok(Some(OnWay::everywhere(numbers)));
            }
        };
        let place = Self::place(key);
        self.on_way[place] += 1;
        self.shared.busy.enter(T::spread(key));
        let chooses = self.ground.player(&at) == self.shared.goal.0;
        let (none, moves) = (Vec::new(), Vec::new());
        self.frames.push(Frame { at, key, chooses, list: none, moves, below, chosen: 0, began });
        if let Some(frame) = self.frames.last() {
            self.ground.see(&frame.at);
        }
        let (list, moves) = self.look_at_moves(chooses, list);
        if let Some(frame) = self.frames.last_mut() {
            (frame.list, frame.moves) = (list, moves);
        }
        if self.ground.nodes.is_multiple_of(NODES_BETWEEN_LOOKS) {
            self.ground.positions = self.shared.table().len();
            self.look_at_others();
        }
        Ok(None)
    }

    /// Finds what is known of some moves. If one of them decides, the others are left
    /// out.
    fn look_at_moves(
        &mut self,
        chooses: bool,
        mut list: Vec<G::Position>,
    ) -> Looked<G::Position, T::Key> {
        let mut moves = self.spare.pop().unwrap_or_default();
        let table = &*self.shared.table();
        let unknown = OnWay::everywhere((1, 1));
        // The table is asked for all moves before the first answer is needed, because
        // each answer comes from far away.
        moves.extend(list.iter().map(|child| {
            let key = table.key(child);
            table.touch(key);
            (key, unknown)
        }));
        for i in 0..list.len() {
            let key = moves[i].0;
            let known = self.known(table, chooses, &list[i], key);
            let decides = if chooses { known.proof == 0 } else { known.disproof == 0 };
            if decides && known.rests_on == NOTHING {
                list.swap(0, i);
                moves.clear();
                moves.push((key, known));
                break;
            }
            moves[i].1 = known;
        }
        (list, moves)
    }

    /// What is known of a position before it is looked at.
    fn known(&self, table: &T, chooses: bool, child: &G::Position, key: T::Key) -> OnWay {
        if let Some(outcome) = self.ground.outcome(child) {
            return OnWay::everywhere(solved(self.shared.goal.is_reached(outcome)));
        }
        if self.ground.loses(child) {
            return OnWay::everywhere(solved(!chooses));
        }
        let stored = table.get(child, key);
        match stored {
            // What is solved everywhere is better than what rests on the way.
            Some(numbers) if numbers.0 == 0 || numbers.1 == 0 => OnWay::everywhere(numbers),
            _ => match self.place_on_way(child, key) {
                Some(rests_on) => OnWay { proof: NEVER, disproof: 0, rests_on },
                None => OnWay::everywhere(stored.unwrap_or((1, 1))),
            },
        }
    }

    /// Where a position is on the way: 0 for the root.
    fn place_on_way(&self, at: &G::Position, key: T::Key) -> Option<usize> {
        if self.on_way[Self::place(key)] == 0 {
            return None;
        }
        let is_here =
            |frame: &Frame<G::Position, T::Key>| frame.key == key && T::is_same(&frame.at, at);
        self.frames.iter().rposition(is_here)
    }

    /// Goes on with the easiest move of the last position.
    fn go_on(&mut self, numbers: OnWay) -> Result<(), Unproved> {
        let shared = self.shared;
        let busy = |key: &T::Key| shared.busy.at(T::spread(*key));
        let Some(frame) = self.frames.last_mut() else { return Ok(()) };
        let (chosen, limit) = frame.easiest(busy);
        frame.chosen = chosen;
        let (key, known) = frame.moves[chosen];
        // It may have been looked at on another way since, or by another thread.
        let child = &frame.list[chosen];
        if let Some(now) = shared.table().get(child, key).map(OnWay::everywhere)
            && now != known
        {
            frame.moves[chosen].1 = now;
            return Ok(());
        }
        // The other number of the move may grow until that of the position is too large.
        let rest = |most: u32, sum: u32, part: u32| match most {
            NEVER => NEVER,
            _ => (most - sum).saturating_add(part),
        };
        let (proof, disproof) = frame.below;
        let below = match frame.chooses {
            true => (proof.min(limit), rest(disproof, numbers.disproof, known.disproof)),
            false => (rest(proof, numbers.proof, known.proof), disproof.min(limit)),
        };
        // A thread that leaves the easiest move to another one must get on, too.
        let below = (
            below.0.max(known.proof.saturating_add(1)),
            below.1.max(known.disproof.saturating_add(1)),
        );
        let child = child.clone();
        let found = self.enter(child, key, below)?;
        if let (Some(numbers), Some(frame)) = (found, self.frames.last_mut()) {
            frame.moves[chosen].1 = numbers;
        }
        Ok(())
    }

    /// Takes the last position off the way.
    fn pop(&mut self) -> Option<Frame<G::Position, T::Key>> {
        let mut frame = self.frames.pop()?;
        let place = Self::place(frame.key);
        self.on_way[place] -= 1;
        self.shared.busy.leave(T::spread(frame.key));
        self.ground.done(std::mem::take(&mut frame.list));
        let mut moves = std::mem::take(&mut frame.moves);
        moves.clear();
        self.spare.push(moves);
        Some(frame)
    }

    /// Leaves the last position, and tells the one above what was found.
    fn leave(&mut self, mut numbers: OnWay) {
        let Some(frame) = self.pop() else { return };
        // What rests only on this position holds everywhere: whoever refutes it
        // goes around in it forever.
        if numbers.disproof != 0 || numbers.rests_on >= self.frames.len() {
            numbers.rests_on = NOTHING;
        }
        if numbers.rests_on == NOTHING {
            let work = self.ground.nodes - frame.began;
            let found = (numbers.proof, numbers.disproof);
            let table = self.shared.table();
            table.put(&frame.at, frame.key, work, found);
            let is_small = table.is_small();
            drop(table);
            if is_small {
                self.shared.grow();
            }
            self.shared.tell(self.ground.game(), &frame.at, frame.key, work, found);
            if let Some((least, finds)) = &mut self.finds
                && numbers.is_solved()
                && work >= *least
            {
                finds.push(Find { at: frame.at, yes: numbers.proof == 0, work });
            }
        }
        if let Some(above) = self.frames.last_mut() {
            above.moves[above.chosen].1 = numbers;
        }
    }

    /// Says where this thread is, and gives up what others have solved meanwhile.
    fn look_at_others(&mut self) {
        if !self.shared.busy.has_others() {
            return;
        }
        let way = self.frames.iter().map(|frame| T::spread(frame.key));
        self.shared.busy.is_at(self.thread, way);
        let solved = (1..self.frames.len()).find_map(|i| {
            let frame = &self.frames[i];
            let numbers = self.shared.table().get(&frame.at, frame.key)?;
            (numbers.0 == 0 || numbers.1 == 0).then_some((i, numbers))
        });
        let Some((i, numbers)) = solved else { return };
        while self.frames.len() > i {
            self.pop();
        }
        if let Some(above) = self.frames.last_mut() {
            above.moves[above.chosen].1 = OnWay::everywhere(numbers);
        }
    }

    /// What the root says, when it is solved.
    fn answer(&self, numbers: OnWay) -> Answer<G::Position> {
        let yes = numbers.proof == 0;
        let root = self.frames.first().filter(|root| root.chooses == yes);
        let by = root.and_then(|root| {
            let is_ground = |n: &OnWay| if yes { n.proof == 0 } else { n.disproof == 0 };
            let i = root.moves.iter().position(|(_, known)| is_ground(known))?;
            root.list.get(i).cloned()
        });
        Answer { yes, by }
    }
}
