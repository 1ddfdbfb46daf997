//! What every reference program can do, and the loops around it that are the
//! same for all games: counting trees and playing games by chance.

use crate::machine::{self, Machine, Work};
use crate::random::Random;
use std::hint::black_box;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nobody won.
    Draw,
    /// The player who moved first won.
    First,
    /// The player who moved second won.
    Second,
}

impl Outcome {
    /// The win of the player who makes the turn `ply`, counted from zero.
    #[inline(always)]
    pub fn win_of(ply: u32) -> Outcome {
        if ply.is_multiple_of(2) { Outcome::First } else { Outcome::Second }
    }
}

/// One game that was played to its end.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// Turns, passes included.
    pub plies: u32,
    /// Who won.
    pub outcome: Outcome,
}

/// The sum of many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Turns in all of them.
    pub plies: u64,
    /// Games that ended in a draw, or with a win of the first or second player.
    pub outcomes: [u64; 3],
    /// Differs (almost surely) if any game was another or in another place.
    pub checksum: u64,
}

impl Tally {
    /// Takes up one more game.
    #[inline(always)]
    pub fn add(&mut self, played: Played) {
        self.games += 1;
        self.plies += u64::from(played.plies);
        self.outcomes[played.outcome as usize] += 1;
        let mixed = self.checksum.rotate_left(5) ^ u64::from(played.plies) << 2;
        self.checksum = (mixed ^ played.outcome as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// Takes up the games of another tally.
    pub fn extend(&mut self, other: Tally) {
        self.games += other.games;
        self.plies += other.plies;
        for (sum, more) in self.outcomes.iter_mut().zip(other.outcomes) {
            *sum += more;
        }
        self.checksum = self.checksum.rotate_left(5) ^ other.checksum;
    }
}

/// A hand-written program for one game; a value is a position.
pub trait Reference: Clone {
    /// The name of the game as `multigame` has it.
    const NAME: &'static str;

    /// Memory that is kept from node to node, such as a stack of moves.
    type Scratch: Default;

    /// The position in which the game begins.
    fn start() -> Self;

    /// The position that a text describes, for programs that can begin anywhere.
    fn parse(text: &str) -> Result<Self, String> {
        Err(format!("{} begins in its first position only, not in {text}", Self::NAME))
    }

    /// Calls `visit` with each position after one turn, and leaves this one as
    /// it was. A finished game has none.
    fn successors<M: Machine>(
        &mut self,
        machine: M,
        scratch: &mut Self::Scratch,
        visit: impl FnMut(&mut Self, &mut Self::Scratch),
    );

    /// How many positions [`Reference::successors`] would visit, found without
    /// making them.
    fn count<M: Machine>(&self, machine: M, scratch: &mut Self::Scratch) -> u64;

    /// Plays one game from the start, each turn chosen evenly from the legal
    /// ones.
    fn playout<M: Machine>(machine: M, random: &mut Random, scratch: &mut Self::Scratch) -> Played;
}

/// How the last level of a tree is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaves {
    /// Every leaf is made, as a program must that looks at it.
    Made,
    /// The moves to the leaves are counted.
    Counted,
}

/// Plays `games` games.
pub fn playouts<G: Reference>(random: &mut Random, games: u64) -> Tally {
    machine::run(Playouts::<G> { random, games, game: std::marker::PhantomData })
}

/// Counts the positions exactly `depth` turns after `position`.
pub fn perft<G: Reference>(position: &G, leaves: Leaves, depth: u32) -> u64 {
    let position = &mut position.clone();
    let scratch = &mut G::Scratch::default();
    match (leaves, depth) {
        (_, 0) => 1,
        (Leaves::Made, _) => machine::run(Perft { position, scratch, depth }),
        (Leaves::Counted, _) => machine::run(CountedPerft { position, scratch, depth }),
    }
}

struct Playouts<'a, G> {
    random: &'a mut Random,
    games: u64,
    game: std::marker::PhantomData<G>,
}

impl<G: Reference> Work for Playouts<'_, G> {
    type Output = Tally;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> Tally {
        let mut tally = Tally::default();
        let mut scratch = G::Scratch::default();
        // The generator lives in a register while the games are played.
        let mut random = self.random.clone();
        for _ in 0..self.games {
            tally.add(G::playout(machine, &mut random, &mut scratch));
        }
        *self.random = random;
        tally
    }
}

struct Perft<'a, G: Reference> {
    position: &'a mut G,
    scratch: &'a mut G::Scratch,
    depth: u32,
}

impl<G: Reference> Work for Perft<'_, G> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        let Perft { position, scratch, depth } = self;
        let mut leaves = 0;
        if depth == 1 {
            position.successors(machine, scratch, |leaf, _| {
                // A leaf that nobody looks at would not be made.
                black_box(leaf);
                leaves += 1;
            });
        } else {
            position.successors(machine, scratch, |position, scratch| {
                leaves += machine.enter(Perft { position, scratch, depth: depth - 1 });
            });
        }
        leaves
    }
}

struct CountedPerft<'a, G: Reference> {
    position: &'a mut G,
    scratch: &'a mut G::Scratch,
    depth: u32,
}

impl<G: Reference> Work for CountedPerft<'_, G> {
    type Output = u64;

    #[inline(always)]
    fn run(self, machine: impl Machine) -> u64 {
        let CountedPerft { position, scratch, depth } = self;
        if depth == 1 {
            return position.count(machine, scratch);
        }
        let mut leaves = 0;
        position.successors(machine, scratch, |position, scratch| {
            leaves += machine.enter(CountedPerft { position, scratch, depth: depth - 1 });
        });
        leaves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::*;

    /// The mean and the standard error of the number of turns.
    fn length(plies: &[u32]) -> (f64, f64) {
        let n = plies.len() as f64;
        let mean = plies.iter().map(|&plies| f64::from(plies)).sum::<f64>() / n;
        let spread = plies.iter().map(|&plies| (f64::from(plies) - mean).powi(2)).sum::<f64>();
        (mean, spread.sqrt() / n)
    }

    /// Plays a game by listing all positions that a turn can lead to.
    fn slow_playout<G: Reference>(random: &mut Random) -> u32 {
        let mut position = G::start();
        let mut scratch = G::Scratch::default();
        let mut plies = 0;
        loop {
            let mut after = Vec::new();
            position.successors(machine::Plain, &mut scratch, |next, _| after.push(next.clone()));
            if after.is_empty() {
                return plies;
            }
            position = after.swap_remove(random.below(after.len() as u32) as usize);
            plies += 1;
        }
    }

    /// Playouts are written apart from what counts trees, so the lengths of their
    /// games tell whether they choose among the same moves. The generator is
    /// seeded: this test does not fail by chance.
    fn check<G: Reference>(games: u64) {
        let mut random = Random::new(1);
        let slow: Vec<u32> = (0..games).map(|_| slow_playout::<G>(&mut random)).collect();
        let fast = |_| u32::try_from(playouts::<G>(&mut random, 1).plies).unwrap_or(u32::MAX);
        let fast: Vec<u32> = (0..games).map(fast).collect();
        let ((slow, slow_error), (fast, fast_error)) = (length(&slow), length(&fast));
        let error = slow_error.hypot(fast_error);
        assert!(
            error < 0.02 * slow,
            "more games are needed: {slow} and {fast} plus or minus {error}"
        );
        assert!((slow - fast).abs() < 4.0 * error, "{slow} and {fast} plus or minus {error}");
    }

    #[test]
    fn playouts_choose_evenly_among_the_successors() {
        check::<TicTacToe>(5_000);
        check::<Connect4>(5_000);
        check::<Breakthrough>(2_000);
        check::<Othello>(1_000);
        check::<Gomoku>(300);
        check::<Hex>(300);
        check::<Amazons<true>>(100);
        check::<Amazons<false>>(100);
    }

    /// The chances of a random game of tic-tac-toe are known: 737, 363 and 160
    /// of 1260 games are won by the first, won by the second, and drawn.
    #[test]
    fn outcomes_of_tictactoe_are_as_computed() {
        let tally = playouts::<TicTacToe>(&mut Random::new(2), 1_260_000);
        let [draw, first, second] = tally.outcomes;
        let off = [(first, 737_000), (second, 363_000), (draw, 160_000)]
            .map(|(found, expected): (u64, u64)| found.abs_diff(expected));
        // Four standard deviations of the greatest part.
        assert!(off.iter().all(|&off| off < 2_240), "{tally:?}");
    }
}
