//! IDA* with a table: what a round has learned of a position is kept, so that the
//! position is not searched again by another way or in the next round.
//!
//! 1. The limit begins with the bound of the root, and rises as in plain IDA*.
//! 2. A position at which nothing is left but less than its bound, or than what the
//!    table knows, is dropped; the least cost above the limit is the next limit. What
//!    was learned in the same round was searched with at least as much left, so there
//!    the position has said already what lies above the limit.
//! 3. Otherwise its moves are made. One that leads to a position on the way is left
//!    out: what follows is reached there for less.
//! 4. If no move has led to the goal, more is needed than was left, and at least the
//!    least over the moves of cost and bound; the table gets the greater of the two.
//!
//! Why step 4 may count moves that step 3 left out: if the goal can be reached from a
//! position for what is left there, it can be from the first one of its cheapest way
//! that is on the way here, whose search is not over and has more left; so this round
//! ends with a solution anyhow. If it does not, what was learned is true.
//!
//! The table compares whole positions and forgets what took the least work.
//!
//! Reinefeld and Marsland, "Enhanced iterative-deepening search", 1994.

use super::ground::Ground;
use super::{Answer, NEVER, Solution, Unsolved, is_solved};
use crate::proof::ground::hash;
use crate::proof::store::Store;
use game::Game;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
struct AtLeast {
    /// What is at least still to be paid.
    bound: i32,
    /// The round in which that was learned.
    round: u32,
}

/// The most moves of a solution: calls inside calls need room.
const DEEPEST: usize = 1000;

/// The search of one position.
struct Deepening<'h, 'g, 'p, G: Game> {
    ground: &'h mut Ground<'g, 'p, G>,
    table: Store<G::Position, AtLeast>,
    limit: i64,
    /// The least cost above the limit.
    next: i64,
    round: u32,
    /// The positions on the way with their hashes.
    path: Vec<(u64, G::Position)>,
}

/// A cheapest solution.
pub(super) fn solve<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    memory: usize,
) -> Result<Answer<G::Position>, Unsolved> {
    let bound = ground.bound_of(at)?;
    let outside = ground.position_bytes() - std::mem::size_of::<G::Position>();
    let table = Store::new(memory, outside);
    let limit = i64::from(bound);
    let mut search = Deepening { ground, table, limit, next: 0, round: 0, path: Vec::new() };
    while search.limit < i64::from(NEVER) {
        search.ground.bound = search.limit;
        search.next = i64::MAX;
        search.round += 1;
        search.path.clear();
        if let Some(cost) = search.visit(at, 0)?.goal {
            let path = search.path.drain(1..).map(|(_, position)| position).collect();
            return Ok(Some(Solution { path, cost }));
        }
        // Step 1.
        search.limit = search.next;
    }
    Ok(None)
}

/// What was found below a position: the cost of the way to the goal, or what is at
/// least to be paid.
struct Found {
    goal: Option<i64>,
    bound: i32,
}

impl Found {
    fn goal(cost: i64) -> Found {
        Found { goal: Some(cost), bound: 0 }
    }

    fn bound(bound: i32) -> Found {
        Found { goal: None, bound }
    }
}

impl<G: Game> Deepening<'_, '_, '_, G> {
    /// Searches a position within the limit. If it leads to the goal, the path does.
    fn visit(&mut self, at: &G::Position, spent: i64) -> Result<Found, Unsolved> {
        match self.ground.outcome(at) {
            Some(outcome) if is_solved(outcome) && spent <= self.limit => {
                self.path.push((hash(at), at.clone()));
                return Ok(Found::goal(spent));
            }
            Some(outcome) if is_solved(outcome) => return Ok(self.above(spent, 0)),
            Some(_) => return Ok(Found::bound(NEVER)),
            None => {}
        }
        let known = self.table.get(at);
        let bound = self.ground.bound_of(at)?.max(known.map_or(0, |known| known.bound));
        // Step 2.
        if spent + i64::from(bound) > self.limit {
            let told = known.is_some_and(|known| {
                known.round == self.round && spent + i64::from(known.bound) > self.limit
            });
            return Ok(if told { Found::bound(bound) } else { self.above(spent, bound) });
        }
        if self.path.len() >= DEEPEST {
            return Err(Unsolved::Refused(
                "the solution has too many moves for this method",
                "choose `ida-star` or `a-star`",
            ));
        }
        let nodes = self.ground.nodes();
        let mut moves = match self.ground.expand(at)? {
            Ok(moves) => moves,
            Err(outcome) => {
                self.path.push((hash(at), at.clone()));
                if is_solved(outcome) {
                    return Ok(Found::goal(spent));
                }
                self.path.pop();
                return Ok(Found::bound(NEVER));
            }
        };
        self.path.push((hash(at), at.clone()));
        let least = self.moves(&mut moves, spent)?;
        self.ground.done(moves);
        if least.goal.is_some() {
            return Ok(least);
        }
        self.path.pop();
        // Step 4.
        let needed = (self.limit - spent + 1).min(i64::from(NEVER)) as i32;
        let learned = AtLeast { bound: least.bound.max(needed), round: self.round };
        self.table.put(at.clone(), self.ground.nodes() - nodes + 1, learned);
        self.ground.positions = self.table.len() as u64;
        Ok(Found::bound(learned.bound))
    }

    /// Searches the moves of the last position of the path.
    fn moves(
        &mut self,
        moves: &mut Vec<(G::Position, i32)>,
        spent: i64,
    ) -> Result<Found, Unsolved> {
        let mut least = NEVER;
        for (to, cost) in moves.drain(..) {
            // Step 3.
            let wanted = hash(&to);
            let is_on_path = self.path.iter().any(|(hash, at)| *hash == wanted && *at == to);
            let bound = if is_on_path {
                self.ground.bound_of(&to)?
            } else {
                self.ground.count(1)?;
                let found = self.visit(&to, spent + i64::from(cost))?;
                if found.goal.is_some() {
                    return Ok(found);
                }
                found.bound
            };
            least = least.min(bound.saturating_add(cost));
        }
        Ok(Found::bound(least))
    }

    /// A position is too far away.
    fn above(&mut self, spent: i64, bound: i32) -> Found {
        if bound < NEVER {
            self.next = self.next.min(spent + i64::from(bound));
        }
        Found::bound(bound)
    }
}
