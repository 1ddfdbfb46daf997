//! A sweep over all positions that can be reached: who wins is known at the ends,
//! and goes backward from there (Ströhlein, "Untersuchungen über kombinatorische
//! Spiele", 1970; Thompson, "Retrograde analysis of certain endgames", 1986).
//!
//! A position is won for a player if he can go to one that is won, or if his
//! opponent must. What neither player has won when nothing changes any more is a
//! draw. With points the best ends come first, so that a position gets the most
//! that can be forced.
//!
//! A few positions are kept whole. Where there are more, what is kept of a position is
//! the number into which the game can pack it, mirror images have the same, and all ends
//! that are worth the same are one.

use super::ground::{Ground, hash};
use super::{Found, Task, Unproved};
use game::{Game, Outcome, Player};
use std::collections::VecDeque;
use std::hash::Hash;

/// A win without points is worth more than any number of them.
const WITHOUT_POINTS: i32 = 1 << 30;

/// What an outcome is worth to the first player.
pub(super) fn worth(outcome: Outcome) -> i32 {
    let points = outcome.value.clamp(-WITHOUT_POINTS + 1, WITHOUT_POINTS - 1);
    if outcome.scored { points } else { points.signum() * WITHOUT_POINTS }
}

/// The greatest worth.
pub(super) const MOST: i32 = WITHOUT_POINTS;

/// The outcome that is worth so much; a draw has points if others have.
pub(super) fn outcome_of(worth: i32, scored: bool) -> Outcome {
    match worth {
        WITHOUT_POINTS => Outcome { value: 1, scored: false },
        _ if worth == -WITHOUT_POINTS => Outcome { value: -1, scored: false },
        _ => Outcome { value: worth, scored },
    }
}

/// Names with numbers: each is in memory once.
struct Numbered<K> {
    names: Vec<K>,
    /// Numbers by hash, one more than they are; 0 for none.
    places: Vec<u32>,
}

impl<K: Eq + Hash> Numbered<K> {
    fn new() -> Numbered<K> {
        Numbered { names: Vec::new(), places: vec![0; 1 << 10] }
    }

    /// The number of a name, and whether it is new.
    fn number(&mut self, name: K) -> (u32, bool) {
        if self.names.len() * 2 > self.places.len() {
            self.places = vec![0; self.places.len() * 2];
            for i in 0..self.names.len() {
                let place = self.place(&self.names[i]);
                self.places[place] = i as u32 + 1;
            }
        }
        let place = self.place(&name);
        let is_new = self.places[place] == 0;
        if is_new {
            self.names.push(name);
            self.places[place] = self.names.len() as u32;
        }
        (self.places[place] - 1, is_new)
    }

    /// Where the number of a name is, or belongs.
    fn place(&self, name: &K) -> usize {
        let mask = self.places.len() - 1;
        let mut place = hash(name) as usize & mask;
        while let Some(i) = self.places[place].checked_sub(1) {
            if self.names[i as usize] == *name {
                break;
            }
            place = (place + 1) & mask;
        }
        place
    }
}

/// All positions that can be reached, by number; the first has the number 0.
struct Reached {
    /// Who is to move.
    players: Vec<Player>,
    /// How many moves there are, and where they lead, one position after the other.
    n_moves: Vec<u32>,
    leads_to: Vec<u32>,
    /// The ends, with what they are worth to the first player.
    ends: Vec<(u32, i32)>,
    scored: bool,
}

/// From where each position is reached.
struct Backward {
    /// Where those of each position begin, and where those of the last end.
    starts: Vec<usize>,
    from: Vec<u32>,
}

impl Backward {
    fn of(&self, i: u32) -> &[u32] {
        &self.from[self.starts[i as usize]..self.starts[i as usize + 1]]
    }

    fn new(n_moves: &[u32], leads_to: &[u32]) -> Backward {
        let n = n_moves.len();
        let mut starts = vec![0; n + 1];
        leads_to.iter().for_each(|&to| starts[to as usize + 1] += 1);
        (0..n).for_each(|i| starts[i + 1] += starts[i]);
        let mut from = vec![0; leads_to.len()];
        let mut leads_to = leads_to.iter();
        for (i, &n) in n_moves.iter().enumerate() {
            for &to in leads_to.by_ref().take(n as usize) {
                from[starts[to as usize]] = i as u32;
                starts[to as usize] += 1;
            }
        }
        // Each start has moved on to the next one.
        starts.rotate_right(1);
        starts[0] = 0;
        Backward { starts, from }
    }
}

/// The bytes of a position beside its name: its places in the tables of a sweep.
const BESIDE: usize = 40;
/// A queue and a table grow while the old ones are in memory, and so do edges.
const GROWING: (usize, usize) = (3, 2);

/// The value of a position from a sweep over all positions behind it; gives up when
/// there are more than `most`.
pub(super) fn sweep<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    task: &Task,
    most: u64,
) -> Result<Found<G::Position>, Unproved> {
    let packer = ground.game().packer(task.symmetries);
    let few = if packer.is_some() { most.min(FEW) } else { most };
    match sweep_by(ground, at, |at, _| at.clone(), task.memory, few) {
        Err(Unproved::Memory) if most > few => {}
        swept => return swept,
    }
    let Some(packer) = packer else { return Err(Unproved::Memory) };
    ground.images = packer.packing().symmetries().len();
    // Ends are counted down from the greatest number, which no position has.
    let end = |outcome: Outcome| (i64::from(MOST) + i64::from(worth(outcome))) as u64;
    match packer.packing().bits() <= 62 {
        true => {
            let name = |at: &G::Position, over: Option<Outcome>| match over {
                Some(outcome) => u64::MAX - end(outcome),
                None => packer.pack(at) as u64,
            };
            sweep_by(ground, at, name, task.memory, most)
        }
        false => {
            let name = |at: &G::Position, over: Option<Outcome>| match over {
                Some(outcome) => u128::MAX - u128::from(end(outcome)),
                None => packer.pack(at),
            };
            sweep_by(ground, at, name, task.memory, most)
        }
    }
}

/// So many positions are kept whole.
const FEW: u64 = 200_000;

fn sweep_by<G: Game, K: Eq + Hash>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    name: impl Fn(&G::Position, Option<Outcome>) -> K,
    memory: usize,
    most: u64,
) -> Result<Found<G::Position>, Unproved> {
    // Step 1: find all positions.
    let reached = reach(ground, at, name, memory, most)?;
    let first_moves: Vec<u32> = reached.leads_to[..reached.n_moves[0] as usize].to_vec();
    // Step 2: go backward from what each player has won.
    let scored = reached.scored;
    let values = values(ground, reached)?;
    // Step 3: the moves that keep the value of the first position.
    let (value, turns) = values[0];
    let outcome = outcome_of(value, scored);
    let list = ground.expand(at)?.unwrap_or_default();
    let keeps = |(_, i): &(&G::Position, &u32)| values[**i as usize].0 == value;
    let best = list.iter().zip(&first_moves).filter(keeps).map(|(child, _)| child.clone());
    let lost = !outcome.scored && outcome.for_player(ground.player(at)) < 0;
    Ok(Found {
        outcome,
        exact: true,
        moves: if lost { Vec::new() } else { best.collect() },
        all_moves: true,
        turns: (value != 0 && !outcome.scored).then_some(turns),
    })
}

/// Finds all positions behind one.
fn reach<G: Game, K: Eq + Hash>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    name: impl Fn(&G::Position, Option<Outcome>) -> K,
    memory: usize,
    most: u64,
) -> Result<Reached, Unproved> {
    let mut numbered = Numbered::new();
    let mut reached = Reached {
        players: Vec::new(),
        n_moves: Vec::new(),
        leads_to: Vec::new(),
        ends: Vec::new(),
        scored: false,
    };
    numbered.number(name(at, ground.outcome(at)));
    // Positions that have numbers, and whose moves are not known yet.
    let mut queue = VecDeque::from([at.clone()]);
    while let Some(at) = queue.pop_front() {
        ground.count()?;
        let (i, before) = (reached.players.len() as u32, reached.leads_to.len());
        reached.players.push(ground.player(&at));
        match ground.expand(&at)? {
            Ok(mut list) => {
                for child in list.drain(..) {
                    let (number, is_new) = numbered.number(name(&child, ground.outcome(&child)));
                    reached.leads_to.push(number);
                    if is_new {
                        queue.push_back(child);
                    }
                }
                ground.done(list);
            }
            Err(outcome) => {
                reached.scored |= outcome.scored;
                reached.ends.push((i, worth(outcome)));
            }
        }
        reached.n_moves.push((reached.leads_to.len() - before) as u32);
        let n = numbered.names.len();
        ground.positions = n as u64;
        // An edge has two ends of four bytes.
        let used = n * (size_of::<K>() + BESIDE)
            + queue.len() * ground.position_bytes()
            + reached.leads_to.len() * 8;
        if used / GROWING.1 * GROWING.0 > memory || n as u64 > most || n >= u32::MAX as usize {
            return Err(Unproved::Memory);
        }
    }
    Ok(reached)
}

/// What each position is worth to the first player, and after how many turns the
/// end comes.
fn values<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    reached: Reached,
) -> Result<Vec<(i32, u32)>, Unproved> {
    let Reached { players, n_moves, leads_to, ends: all_ends, .. } = reached;
    let before = Backward::new(&n_moves, &leads_to);
    drop(leads_to);
    let mut values = vec![(0, 0); players.len()];
    for player in [Player::First, Player::Second] {
        let sign = if player == Player::First { 1 } else { -1 };
        let mut ends: Vec<(u32, i32)> =
            all_ends.iter().copied().filter(|(_, value)| value * sign > 0).collect();
        ends.sort_by_key(|&(i, value)| (-value * sign, i));
        // The moves that do not lead to what the player has won.
        let mut left = n_moves.clone();
        for ends in ends.chunk_by(|a, b| a.1 == b.1) {
            let mut queue: VecDeque<u32> = ends.iter().map(|&(i, _)| i).collect();
            ends.iter().for_each(|&(i, value)| values[i as usize] = (value, 0));
            while let Some(i) = queue.pop_front() {
                ground.count()?;
                let (value, turns) = values[i as usize];
                for &from in before.of(i) {
                    let at = from as usize;
                    if values[at].0 != 0 {
                        continue;
                    }
                    left[at] -= 1;
                    if players[at] == player || left[at] == 0 {
                        values[at] = (value, turns + 1);
                        queue.push_back(from);
                    }
                }
            }
        }
    }
    Ok(values)
}
