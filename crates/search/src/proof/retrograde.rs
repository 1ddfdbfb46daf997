//! A sweep over all positions that can be reached: who wins is known at the ends,
//! and goes backward from there (Ströhlein, "Untersuchungen über kombinatorische
//! Spiele", 1970; Thompson, "Retrograde analysis of certain endgames", 1986).
//!
//! A position is won for a player who can go to one that is won, or whose
//! opponent must. What neither player has won when nothing changes any more is a
//! draw. With points the ends that are worth the most come first, so that a position
//! gets the most that can be forced. All values are for the player to move.
//!
//! Where a player can win at once nobody asks for the other moves, so that they are not
//! followed; what comes only after a win that was missed is not looked at.
//!
//! A few positions are kept whole. Where there are more, what is kept of a position is
//! the number into which the game can pack it, mirror images have the same, and so has a
//! position in which the players have changed places; ends that are worth the same are
//! one (`reached.rs`).

use super::ground::Ground;
use super::reached::{Edge, Keep, Numbers, Reached, Whole, reach};
use super::{Found, Task, Unproved};
use game::{Fold, Game, Outcome, Player};
use std::collections::VecDeque;

/// A win without points is worth more than any number of them.
const WITHOUT_POINTS: i32 = 1 << 30;

/// What an outcome is worth to the first player.
pub(crate) fn worth(outcome: Outcome) -> i32 {
    let points = outcome.value.clamp(-WITHOUT_POINTS + 1, WITHOUT_POINTS - 1);
    if outcome.scored { points } else { points.signum() * WITHOUT_POINTS }
}

/// What an outcome is worth to a player.
pub(crate) fn worth_to(player: Player, outcome: Outcome) -> i32 {
    if player == Player::First { worth(outcome) } else { -worth(outcome) }
}

/// The outcome that is worth the most to a player.
pub(crate) fn win(player: Player) -> Outcome {
    let value = if player == Player::First { 1 } else { -1 };
    Outcome { value, scored: false }
}

/// The greatest worth.
pub(crate) const MOST: i32 = WITHOUT_POINTS;

/// The outcome that is worth so much; a draw has points if others have.
pub(crate) fn outcome_of(worth: i32, scored: bool) -> Outcome {
    match worth {
        WITHOUT_POINTS => Outcome { value: 1, scored: false },
        _ if worth == -WITHOUT_POINTS => Outcome { value: -1, scored: false },
        _ => Outcome { value: worth, scored },
    }
}

/// This many positions are kept whole.
pub(crate) const FEW: u64 = 20_000;

/// The value of a position from a sweep over all positions that can follow it; gives up when
/// there are more than `most`.
pub(crate) fn sweep<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    task: &Task,
    most: u64,
) -> Result<Found<G::Position>, Unproved> {
    let fold = if task.symmetries { Fold::Players } else { Fold::Nothing };
    let packer = ground.game().packer(fold);
    let few = if packer.is_some() { most.min(FEW) } else { most };
    match sweep_by(ground, at, &Whole, task.memory, few) {
        Err(Unproved::Memory) if most > few => {}
        swept => return swept,
    }
    let Some(packer) = packer.as_deref() else { return Err(Unproved::Memory) };
    ground.images = packer.packing().symmetries().len();
    if let Some(small) = Numbers::<_, u64>::new(packer) {
        return sweep_by(ground, at, &small, task.memory, most);
    }
    let Some(large) = Numbers::<_, u128>::new(packer) else { return Err(Unproved::Memory) };
    sweep_by(ground, at, &large, task.memory, most)
}

fn sweep_by<G: Game, K: Keep<G>>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    keep: &K,
    memory: usize,
    most: u64,
) -> Result<Found<G::Position>, Unproved> {
    // Step 1: find all positions.
    let mut reached = reach(ground, at, keep, memory, most)?;
    let first_moves = std::mem::take(&mut reached.first_moves);
    let scored = reached.scored;
    // Step 2: go backward from what each player has won.
    let values = values(ground, reached)?;
    // Step 3: the moves that keep the value of the first position.
    let (value, turns) = values[0];
    let player = ground.player(at);
    let outcome = outcome_of(if player == Player::First { value } else { -value }, scored);
    let list = ground.expand(at)?.unwrap_or_default();
    let keeps = |(_, edge): &(&G::Position, &Edge)| {
        let after = values[edge.number() as usize].0;
        value == if edge.again() { after } else { -after }
    };
    let best = list.iter().zip(&first_moves).filter(keeps).map(|(child, _)| child.clone());
    let lost = !outcome.scored && outcome.for_player(player) < 0;
    Ok(Found {
        outcome,
        exact: true,
        moves: if lost { Vec::new() } else { best.collect() },
        all_moves: true,
        turns: (value != 0 && !outcome.scored).then_some(turns),
    })
}

/// From where each position is reached, and whether by a player who moves again.
struct Backward {
    /// Where those of each position begin, and where those of the last end.
    starts: Vec<usize>,
    from: Vec<Edge>,
}

impl Backward {
    fn of(&self, i: u32) -> std::ops::Range<usize> {
        self.starts[i as usize]..self.starts[i as usize + 1]
    }

    fn new(n_moves: &[u32], leads_to: &[Edge]) -> Backward {
        let n = n_moves.len();
        let mut starts = vec![0; n + 1];
        leads_to.iter().for_each(|to| starts[to.number() as usize + 1] += 1);
        (0..n).for_each(|i| starts[i + 1] += starts[i]);
        let mut from = vec![Edge::new(0, false); leads_to.len()];
        let mut leads_to = leads_to.iter();
        for (i, &n) in n_moves.iter().enumerate() {
            for to in leads_to.by_ref().take(n as usize) {
                let start = &mut starts[to.number() as usize];
                from[*start] = Edge::new(i as u32, to.again());
                *start += 1;
            }
        }
        // Each start has moved on to the next one.
        starts.rotate_right(1);
        starts[0] = 0;
        Backward { starts, from }
    }
}

/// What each position is worth to the player to move, and after how many turns the end
/// comes.
fn values<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    reached: Reached,
) -> Result<Vec<(i32, u32)>, Unproved> {
    let Reached { n_moves, leads_to, mut ends, one_move, .. } = reached;
    let before = Backward::new(&n_moves, &leads_to);
    drop(leads_to);
    let mut wave = Wave { before, values: vec![(0, 0); n_moves.len()], left: n_moves };
    ends.retain(|&(_, worth)| worth != 0);
    ends.sort_by_key(|&(i, worth)| (-worth.abs(), i));
    let (most, less) = ends.split_at(ends.partition_point(|&(_, worth)| worth.abs() == MOST));
    let mut queue: VecDeque<u32> = most.iter().map(|&(i, _)| i).collect();
    most.iter().for_each(|&(i, worth)| wave.values[i as usize] = (worth, 0));
    one_move.iter().for_each(|&i| wave.values[i as usize] = (MOST, 1));
    queue.extend(one_move);
    wave.go(ground, queue)?;
    for ends in less.chunk_by(|a, b| a.1.abs() == b.1.abs()) {
        ends.iter().for_each(|&(i, worth)| wave.values[i as usize] = (worth, 0));
        wave.go(ground, ends.iter().map(|&(i, _)| i).collect())?;
    }
    Ok(wave.values)
}

/// What goes backward from the ends.
struct Wave {
    before: Backward,
    /// What each position is worth to the player to move, and after how many turns.
    values: Vec<(i32, u32)>,
    /// The moves of each position that do not lead to what the opponent has won.
    left: Vec<u32>,
}

impl Wave {
    /// Goes back from positions that are worth the same to whoever has won them, those
    /// that are nearest to the end first.
    fn go<G: Game>(
        &mut self,
        ground: &mut Ground<'_, '_, G>,
        mut queue: VecDeque<u32>,
    ) -> Result<(), Unproved> {
        while let Some(i) = queue.pop_front() {
            ground.count()?;
            let (worth, turns) = self.values[i as usize];
            for place in self.before.of(i) {
                let edge = self.before.from[place];
                let at = edge.number() as usize;
                if self.values[at].0 != 0 {
                    continue;
                }
                let worth = if edge.again() { worth } else { -worth };
                self.left[at] -= 1;
                if worth > 0 || self.left[at] == 0 {
                    self.values[at] = (worth, turns + 1);
                    queue.push_back(edge.number());
                }
            }
        }
        Ok(())
    }
}
