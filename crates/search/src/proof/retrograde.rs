//! A sweep over all positions that can be reached: who wins is known at the ends,
//! and goes backward from there (Ströhlein, "Untersuchungen über kombinatorische
//! Spiele", 1970; Thompson, "Retrograde analysis of certain endgames", 1986).
//!
//! A position is won for a player if he can go to one that is won, or if his
//! opponent must. What neither player has won when nothing changes any more is a
//! draw. With points the best ends come first, so that a position gets the most
//! that can be forced.

use super::ground::{Ground, hash};
use super::{Found, Unproved};
use game::{Game, Outcome, Player};
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

/// Positions with numbers: each is in memory once.
struct Numbered<P> {
    positions: Vec<P>,
    /// Numbers by hash, one more than they are; 0 for none.
    places: Vec<u32>,
}

impl<P: Eq + Hash> Numbered<P> {
    fn new() -> Numbered<P> {
        Numbered { positions: Vec::new(), places: vec![0; 1 << 10] }
    }

    /// The number of a position, which may be new.
    fn number(&mut self, position: P) -> u32 {
        if self.positions.len() * 2 > self.places.len() {
            self.places = vec![0; self.places.len() * 2];
            for i in 0..self.positions.len() {
                let place = self.place(&self.positions[i]);
                self.places[place] = i as u32 + 1;
            }
        }
        let place = self.place(&position);
        if self.places[place] == 0 {
            self.positions.push(position);
            self.places[place] = self.positions.len() as u32;
        }
        self.places[place] - 1
    }

    /// Where the number of a position is, or belongs.
    fn place(&self, position: &P) -> usize {
        let mask = self.places.len() - 1;
        let mut place = hash(position) as usize & mask;
        while let Some(i) = self.places[place].checked_sub(1) {
            if self.positions[i as usize] == *position {
                break;
            }
            place = (place + 1) & mask;
        }
        place
    }
}

/// Positions that lead to others, both by number.
struct Edges {
    /// Where the others of each position begin, and where those of the last end.
    starts: Vec<usize>,
    others: Vec<u32>,
}

impl Edges {
    fn of(&self, i: usize) -> &[u32] {
        &self.others[self.starts[i]..self.starts[i + 1]]
    }

    /// The same the other way.
    fn reversed(&self) -> Edges {
        let n = self.starts.len() - 1;
        let mut starts = vec![0; n + 1];
        self.others.iter().for_each(|&to| starts[to as usize + 1] += 1);
        (0..n).for_each(|i| starts[i + 1] += starts[i]);
        let mut next = starts.clone();
        let mut others = vec![0; self.others.len()];
        for from in 0..n {
            for &to in self.of(from) {
                others[next[to as usize]] = from as u32;
                next[to as usize] += 1;
            }
        }
        Edges { starts, others }
    }
}

/// All positions that can be reached.
struct Reached<P> {
    numbered: Numbered<P>,
    edges: Edges,
    /// The ends, with what they are worth to the first player.
    ends: Vec<(u32, i32)>,
    scored: bool,
}

/// The bytes of a position beside itself: its places in the tables of a sweep.
const BESIDE: usize = 48;

/// The value of a position from a sweep over all positions behind it; gives up
/// when there are more than `most`.
pub(super) fn sweep<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    memory: usize,
    most: u64,
) -> Result<Found<G::Position>, Unproved> {
    // Step 1: find all positions.
    let reached = reach(ground, at, memory, most)?;
    // Step 2: go backward from what each player has won.
    let values = values(ground, &reached)?;
    // Step 3: the moves that keep the value of the first position.
    let (value, turns) = values[0];
    let outcome = outcome_of(value, reached.scored);
    let position = |&i: &u32| reached.numbered.positions[i as usize].clone();
    let children = reached.edges.of(0);
    let best = children.iter().filter(|&&i| values[i as usize].0 == value);
    let lost = !outcome.scored && outcome.for_player(ground.player(at)) < 0;
    Ok(Found {
        outcome,
        exact: true,
        moves: if lost { Vec::new() } else { best.map(position).collect() },
        all_moves: true,
        turns: (value != 0 && !outcome.scored).then_some(turns),
    })
}

/// Finds all positions behind one, which gets the number 0.
fn reach<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    memory: usize,
    most: u64,
) -> Result<Reached<G::Position>, Unproved> {
    let bytes = ground.position_bytes() + BESIDE;
    let mut numbered = Numbered::new();
    let mut edges = Edges { starts: vec![0], others: Vec::new() };
    let (mut ends, mut scored) = (Vec::new(), false);
    numbered.number(at.clone());
    let mut i = 0;
    while let Some(at) = numbered.positions.get(i) {
        ground.count()?;
        match ground.expand(at)? {
            Ok(mut list) => {
                edges.others.extend(list.drain(..).map(|child| numbered.number(child)));
                ground.done(list);
            }
            Err(outcome) => {
                scored |= outcome.scored;
                ends.push((i as u32, worth(outcome)));
            }
        }
        edges.starts.push(edges.others.len());
        let n = numbered.positions.len();
        ground.positions = n as u64;
        // An edge has two ends of four bytes, and vectors that grow are in memory twice.
        let used = (n * bytes + edges.others.len() * 8) / 2 * 3;
        if used > memory || n as u64 > most || n >= u32::MAX as usize {
            return Err(Unproved::Memory);
        }
        i += 1;
    }
    Ok(Reached { numbered, edges, ends, scored })
}

/// What each position is worth to the first player, and after how many turns the
/// end comes.
fn values<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    reached: &Reached<G::Position>,
) -> Result<Vec<(i32, u32)>, Unproved> {
    let n = reached.numbered.positions.len();
    let before = reached.edges.reversed();
    let mut values = vec![(0, 0); n];
    for player in [Player::First, Player::Second] {
        let sign = if player == Player::First { 1 } else { -1 };
        let mut ends: Vec<(u32, i32)> =
            reached.ends.iter().copied().filter(|(_, value)| value * sign > 0).collect();
        ends.sort_by_key(|&(i, value)| (-value * sign, i));
        // The moves that do not lead to what the player has won.
        let mut left: Vec<u32> = (0..n).map(|i| reached.edges.of(i).len() as u32).collect();
        for ends in ends.chunk_by(|a, b| a.1 == b.1) {
            let mut queue: Vec<u32> = ends.iter().map(|&(i, _)| i).collect();
            ends.iter().for_each(|&(i, value)| values[i as usize] = (value, 0));
            let mut next = 0;
            while let Some(&i) = queue.get(next) {
                next += 1;
                ground.count()?;
                let (value, turns) = values[i as usize];
                for &from in before.of(i as usize) {
                    let at = from as usize;
                    if values[at].0 != 0 {
                        continue;
                    }
                    left[at] -= 1;
                    let chooses = ground.player(&reached.numbered.positions[at]) == player;
                    if chooses || left[at] == 0 {
                        values[at] = (value, turns + 1);
                        queue.push(from);
                    }
                }
            }
        }
    }
    Ok(values)
}
