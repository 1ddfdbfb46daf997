//! A*: the position with the least cost and bound is looked at next, and all positions
//! stay in memory, each with the cheapest way to it that is known.
//!
//! 1. The root is open.
//! 2. Of the open positions that with the least cost and bound is taken; among these
//!    the one that has cost most, the newest first. If there is none, there is no
//!    solution.
//! 3. If it is the goal, the way to it is cheapest.
//! 4. Otherwise its moves are made. A position that is new, or that is now reached for
//!    less than before, is open: with a bound that falls by more than a move costs
//!    that can happen to a position that was taken already.
//!
//! Where a position is in memory is found by its hash, and the position is compared.
//!
//! Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum
//! cost paths", 1968.

use super::ground::Ground;
use super::{Answer, NEVER, Solution, Unsolved, is_solved};
use crate::proof::ground::hash;
use game::Game;
use std::collections::BTreeMap;

/// A position in memory.
struct Entry<P> {
    at: P,
    /// The cheapest way to it that is known.
    spent: i64,
    bound: i32,
    /// The position before it on that way; the root has itself.
    before: u32,
    is_open: bool,
}

/// A number that stands for no position.
const NONE: u32 = u32::MAX;

/// All positions, found by their hashes.
struct Positions<P> {
    entries: Vec<Entry<P>>,
    /// Numbers of entries at places that follow from hashes; half of them are empty.
    places: Vec<u32>,
}

impl<P: Eq + std::hash::Hash> Positions<P> {
    fn new() -> Positions<P> {
        Positions { entries: Vec::new(), places: vec![NONE; 1 << 10] }
    }

    /// The number of a position, or the place where it belongs.
    fn find(&self, at: &P) -> Result<u32, usize> {
        let mask = self.places.len() - 1;
        let mut place = hash(at) as usize & mask;
        loop {
            match self.places[place] {
                NONE => return Err(place),
                n if self.entries[n as usize].at == *at => return Ok(n),
                _ => place = (place + 1) & mask,
            }
        }
    }

    /// Adds a position that is not there; its number.
    fn add(&mut self, place: usize, entry: Entry<P>) -> u32 {
        let n = self.entries.len() as u32;
        self.places[place] = n;
        self.entries.push(entry);
        if self.entries.len() * 2 > self.places.len() {
            self.places = vec![NONE; self.places.len() * 2];
            for n in 0..self.entries.len() {
                if let Err(place) = self.find(&self.entries[n].at) {
                    self.places[place] = n as u32;
                }
            }
        }
        n
    }
}

/// Positions that are open, by cost and bound together, then by what was not spent.
type Open = BTreeMap<(i64, i64), Vec<u32>>;

fn open(queue: &mut Open, n: u32, spent: i64, bound: i32) {
    queue.entry((spent + i64::from(bound), -spent)).or_default().push(n);
}

/// A cheapest solution, or that there is none. No more than this many bytes and
/// positions are kept.
pub(crate) fn solve<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    memory: usize,
    most: u64,
) -> Result<Answer<G::Position>, Unsolved> {
    let outside = ground.position_bytes() - std::mem::size_of::<G::Position>();
    // Lists that grow are in memory twice while they do; a number takes four places.
    let bytes = 2 * (std::mem::size_of::<Entry<G::Position>>() + 16) + outside;
    let most = most.min((memory / bytes) as u64).min(u64::from(NONE));
    let (mut positions, mut queue) = (Positions::new(), Open::new());
    // Step 1.
    let bound = ground.bound_of(at)?;
    if let Err(place) = positions.find(at) {
        let root = Entry { at: at.clone(), spent: 0, bound, before: 0, is_open: true };
        let n = positions.add(place, root);
        open(&mut queue, n, 0, bound);
    }
    // Step 2.
    while let Some(mut first) = queue.first_entry() {
        let (all, spent) = (first.key().0, -first.key().1);
        let n = first.get_mut().pop();
        if first.get().is_empty() {
            first.remove();
        }
        let Some(n) = n else { continue };
        let entry = &mut positions.entries[n as usize];
        if !entry.is_open || entry.spent != spent || entry.bound == NEVER {
            continue;
        }
        entry.is_open = false;
        let at = entry.at.clone();
        ground.bound = ground.bound.max(all);
        // Step 3.
        if ground.outcome(&at).is_some_and(is_solved) {
            return Ok(Some(way(&positions, n)));
        }
        let moves = match ground.expand(&at)? {
            Ok(moves) => moves,
            Err(outcome) if is_solved(outcome) => return Ok(Some(way(&positions, n))),
            Err(_) => continue,
        };
        // Step 4.
        make(ground, &mut positions, &mut queue, n, moves)?;
        ground.positions = positions.entries.len() as u64;
        if ground.positions >= most {
            return Err(Unsolved::Memory);
        }
    }
    Ok(None)
}

/// Opens what the moves of a position lead to.
fn make<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    positions: &mut Positions<G::Position>,
    queue: &mut Open,
    before: u32,
    mut moves: Vec<(G::Position, i32)>,
) -> Result<(), Unsolved> {
    let (spent, parent) = {
        let entry = &positions.entries[before as usize];
        (entry.spent, entry.before)
    };
    for (to, cost) in moves.drain(..) {
        if positions.entries[parent as usize].at == to {
            continue;
        }
        ground.count(1)?;
        let spent = spent + i64::from(cost);
        match positions.find(&to) {
            Ok(n) => {
                let entry = &mut positions.entries[n as usize];
                if spent < entry.spent {
                    (entry.spent, entry.before, entry.is_open) = (spent, before, true);
                    open(queue, n, spent, entry.bound);
                }
            }
            Err(place) => {
                let bound = match ground.outcome(&to) {
                    Some(outcome) if is_solved(outcome) => 0,
                    Some(_) => NEVER,
                    None => ground.bound_of(&to)?,
                };
                let entry = Entry { at: to, spent, bound, before, is_open: true };
                let n = positions.add(place, entry);
                if bound < NEVER {
                    open(queue, n, spent, bound);
                }
            }
        }
    }
    ground.done(moves);
    Ok(())
}

/// The way to a position.
fn way<P: Clone>(positions: &Positions<P>, goal: u32) -> Solution<P> {
    let (mut path, mut n) = (Vec::new(), goal);
    // The root comes before itself.
    while n != 0 {
        let entry = &positions.entries[n as usize];
        path.push(entry.at.clone());
        n = entry.before;
    }
    path.reverse();
    Solution { path, cost: positions.entries[goal as usize].spent }
}
