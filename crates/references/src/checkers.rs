//! Checkers on sets of the 32 dark fields of a board of 64: steps to the side
//! that leave the board arrive on light fields, which no set contains, so that
//! nothing needs to be cut off at the edges.

use crate::machine::Machine;
use crate::random::Random;
use crate::reference::{Outcome, Played, Reference};

/// The fields that are played on; a1 is one of them.
const DARK: u64 = 0xaa55_aa55_aa55_aa55;
/// Turns without a capture or a move of a man that draw.
const QUIET_LIMIT: usize = 80;

/// The four diagonal steps: up and left, up and right, down and left, down and
/// right. The steps of the men of black, who goes up, are the first two.
const UP_LEFT: usize = 0;
const UP_RIGHT: usize = 1;
const DOWN_LEFT: usize = 2;
const DOWN_RIGHT: usize = 3;

/// A position: the pieces of the player to move and of the other, the kings of
/// both, and whether it is black who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkers {
    own: u64,
    other: u64,
    kings: u64,
    black: bool,
}

/// The positions after the captures of the nodes from the root of a tree to this
/// one, chains that have to go on, and the positions of a game since its last
/// capture or move of a man.
#[derive(Default, Debug)]
pub struct Scratch {
    after: Vec<Checkers>,
    chains: Vec<Chain>,
    history: Vec<[u64; 3]>,
}

/// A capture on its way: the piece is on `at`, and in none of the sets.
#[derive(Clone, Copy, Debug)]
struct Chain {
    at: u64,
    own: u64,
    other: u64,
    is_king: bool,
    jumps: u32,
}

impl Reference for Checkers {
    const NAME: &'static str = "checkers";
    type Scratch = Scratch;

    fn start() -> Checkers {
        Checkers { own: DARK & 0xff_ffff, other: DARK >> 40 << 40, kings: 0, black: true }
    }

    /// A position that is there for the third time, and eighty quiet turns, end
    /// a game, but not a branch here: trees of no more than eight turns from
    /// the start have neither.
    #[inline(always)]
    fn successors<M: Machine>(
        &mut self,
        _: M,
        scratch: &mut Scratch,
        mut visit: impl FnMut(&mut Checkers, &mut Scratch),
    ) {
        let jumps = self.jumps();
        if any(jumps) {
            let first = scratch.after.len();
            self.list_captures(jumps, scratch);
            for index in first..scratch.after.len() {
                let mut next = scratch.after[index];
                visit(&mut next, scratch);
            }
            scratch.after.truncate(first);
            return;
        }
        for (way, mut targets) in self.walks().into_iter().enumerate() {
            while targets != 0 {
                let target = targets & targets.wrapping_neg();
                visit(&mut self.walked(back(target, way), target), scratch);
                targets ^= target;
            }
        }
    }

    #[inline(always)]
    fn count<M: Machine>(&self, _: M, scratch: &mut Scratch) -> u64 {
        let jumps = self.jumps();
        if !any(jumps) {
            return self.walks().into_iter().map(|set| u64::from(set.count_ones())).sum();
        }
        let first = scratch.after.len();
        self.list_captures(jumps, scratch);
        let captures = scratch.after.len() - first;
        scratch.after.truncate(first);
        captures as u64
    }

    #[inline(always)]
    fn playout<M: Machine>(machine: M, random: &mut Random, scratch: &mut Scratch) -> Played {
        let mut position = Checkers::start();
        scratch.history.clear();
        for ply in 0.. {
            if is_drawn(position, &mut scratch.history) {
                return Played { plies: ply, outcome: Outcome::Draw };
            }
            let jumps = position.jumps();
            if any(jumps) {
                scratch.after.clear();
                position.list_captures(jumps, scratch);
                position = scratch.after[random.below(scratch.after.len() as u32) as usize];
                scratch.history.clear();
                continue;
            }
            let walks = position.walks();
            let all: u32 = walks.into_iter().map(u64::count_ones).sum();
            if all == 0 {
                return Played { plies: ply, outcome: Outcome::win_of(ply + 1) };
            }
            // Only one of the sets has a member of its number, and numbers below
            // zero are greater than that of any member: no branches, which
            // nobody could predict.
            let mut k = random.below(all);
            let (mut from, mut target) = (0, 0);
            for (way, targets) in walks.into_iter().enumerate() {
                let found = machine.select(targets, k);
                k = k.wrapping_sub(targets.count_ones());
                target |= found;
                from |= back(found, way);
            }
            if from & position.kings == 0 {
                scratch.history.clear();
            }
            position = position.walked(from, target);
        }
        unreachable!("eighty quiet turns end every game")
    }
}

impl Checkers {
    /// The fields that a piece can walk to, for each way.
    #[inline(always)]
    fn walks(&self) -> [u64; 4] {
        let empty = DARK & !(self.own | self.other);
        self.movers().map(|(way, movers)| step(movers, way) & empty)
    }

    /// The fields on which a first jump can end, for each way.
    #[inline(always)]
    fn jumps(&self) -> [u64; 4] {
        let empty = DARK & !(self.own | self.other);
        self.movers().map(|(way, movers)| step(step(movers, way) & self.other, way) & empty)
    }

    /// The pieces that may go each way.
    #[inline(always)]
    fn movers(&self) -> [(usize, u64); 4] {
        let kings = self.own & self.kings;
        let (up, down) = if self.black { (self.own, kings) } else { (kings, self.own) };
        [(UP_LEFT, up), (UP_RIGHT, up), (DOWN_LEFT, down), (DOWN_RIGHT, down)]
    }

    /// The position after a walk.
    #[inline(always)]
    fn walked(&self, from: u64, target: u64) -> Checkers {
        let is_king = self.kings & from != 0;
        self.settled(self.own ^ from, self.other, target, is_king)
    }

    /// The position in which a piece has come to rest on a field; a man on the
    /// last row is crowned.
    #[inline(always)]
    fn settled(&self, own: u64, other: u64, at: u64, is_king: bool) -> Checkers {
        let crowned = if is_king { at } else { at & self.last_row() };
        let kings = (self.kings & (own | other)) | crowned;
        Checkers { own: other, other: own | at, kings, black: !self.black }
    }

    #[inline(always)]
    fn last_row(&self) -> u64 {
        if self.black { 0xff << 56 } else { 0xff }
    }

    /// Adds the position after each capture, followed to its end. Chains that
    /// take the same men on different paths give one position.
    #[inline(always)]
    fn list_captures(&self, jumps: [u64; 4], scratch: &mut Scratch) {
        let first = scratch.after.len();
        let mut longest = 0;
        for (way, mut landings) in jumps.into_iter().enumerate() {
            while landings != 0 {
                let at = landings & landings.wrapping_neg();
                landings ^= at;
                let taken = back(at, way);
                let from = back(taken, way);
                let chain = Chain {
                    at,
                    own: self.own ^ from,
                    other: self.other ^ taken,
                    is_king: self.kings & from != 0,
                    jumps: 1,
                };
                longest = longest.max(self.follow(chain, scratch));
            }
        }
        // Two different paths over the same men have three jumps at least.
        if longest >= 3 {
            drop_repeated(&mut scratch.after, first);
        }
    }

    /// Adds the positions after all ends of a chain, and tells how long the
    /// longest is.
    #[inline(always)]
    fn follow(&self, chain: Chain, scratch: &mut Scratch) -> u32 {
        let mut longest = chain.jumps;
        let mut current = Some(chain);
        while let Some(chain) = current {
            longest = longest.max(chain.jumps);
            if !self.go_on(chain, scratch) {
                let after = self.settled(chain.own, chain.other, chain.at, chain.is_king);
                scratch.after.push(after);
            }
            current = scratch.chains.pop();
        }
        longest
    }

    /// Keeps what one more jump makes of a chain, and tells whether there is
    /// one. A man that is crowned stops.
    #[inline(always)]
    fn go_on(&self, chain: Chain, scratch: &mut Scratch) -> bool {
        if !chain.is_king && chain.at & self.last_row() != 0 {
            return false;
        }
        let ahead = if self.black { UP_LEFT } else { DOWN_LEFT };
        let ways = if chain.is_king { 0..4 } else { ahead..ahead + 2 };
        let empty = DARK & !(chain.own | chain.other);
        let mut goes_on = false;
        for way in ways {
            let taken = step(chain.at, way) & chain.other;
            let at = step(taken, way) & empty;
            if at != 0 {
                let (other, jumps) = (chain.other ^ taken, chain.jumps + 1);
                scratch.chains.push(Chain { at, other, jumps, ..chain });
                goes_on = true;
            }
        }
        goes_on
    }
}

/// Takes up the position among those since the last capture or move of a man,
/// and tells whether it is a draw.
#[inline(always)]
fn is_drawn(position: Checkers, history: &mut Vec<[u64; 3]>) -> bool {
    let key = [position.own, position.other, position.kings];
    let quiet = history.len();
    // The same player is to move in every second one, and two turns of each
    // player are the fewest between two equal positions.
    let mut times = 1;
    let mut back = 4;
    while quiet >= 8 && back <= quiet {
        let old = history[quiet - back];
        times += u32::from((old[0] ^ key[0]) | (old[1] ^ key[1]) | (old[2] ^ key[2]) == 0);
        back += 2;
    }
    history.push(key);
    times >= 3 || quiet == QUIET_LIMIT
}

/// Keeps one of equal positions from index `first` on.
fn drop_repeated(positions: &mut Vec<Checkers>, first: usize) {
    let mut kept = first;
    for index in first..positions.len() {
        let position = positions[index];
        if !positions[first..kept].contains(&position) {
            positions[kept] = position;
            kept += 1;
        }
    }
    positions.truncate(kept);
}

/// Whether one of the sets has a member.
#[inline(always)]
fn any(sets: [u64; 4]) -> bool {
    // Comparing the arrays would send them through memory.
    sets[0] | sets[1] | sets[2] | sets[3] != 0
}

/// One step of all members of a set.
#[inline(always)]
fn step(set: u64, way: usize) -> u64 {
    match way {
        UP_LEFT => set << 7,
        UP_RIGHT => set << 9,
        DOWN_LEFT => set >> 9,
        _ => set >> 7,
    }
}

/// One step against the way.
#[inline(always)]
fn back(set: u64, way: usize) -> u64 {
    step(set, DOWN_RIGHT - way)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Plain;

    fn check(own: u64, other: u64, kings: u64, expected: &[(u64, u64)]) {
        let mut position = Checkers { own, other, kings, black: true };
        let mut found = Vec::new();
        position.successors(Plain, &mut Scratch::default(), |next, _| {
            found.push((next.other, next.own));
        });
        found.sort_unstable();
        assert_eq!(found, expected);
        let count = position.count(Plain, &mut Scratch::default());
        assert_eq!(count, expected.len() as u64);
    }

    fn set(fields: &[(u32, u32)]) -> u64 {
        fields.iter().map(|(column, row)| 1 << (8 * row + column)).sum()
    }

    #[test]
    fn a_ring_of_men_is_one_capture_in_both_senses() {
        let ring = set(&[(3, 1), (5, 1), (3, 3), (5, 3)]);
        let king = set(&[(4, 0)]);
        check(king, ring, king, &[(king, 0)]);
    }

    #[test]
    fn a_man_that_is_crowned_stops() {
        // From d6 over e7 to f8, where a king could go on over g7.
        let others = set(&[(4, 6), (6, 6)]);
        let after = (set(&[(5, 7)]), set(&[(6, 6)]));
        check(set(&[(3, 5)]), others, 0, &[after]);
        check(set(&[(3, 5)]), others, set(&[(3, 5)]), &[(set(&[(7, 5)]), 0)]);
    }

    #[test]
    fn capture_is_compulsory_and_goes_on() {
        let man = set(&[(0, 0)]);
        let others = set(&[(1, 1), (3, 3)]);
        check(man | set(&[(6, 0)]), others, 0, &[(set(&[(4, 4), (6, 0)]), 0)]);
    }

    #[test]
    fn the_third_occurrence_draws() {
        let at = |own, other| Checkers { own, other, kings: own | other, black: true };
        let cycle = [at(1, 1 << 63), at(1 << 63, 1 << 9), at(1 << 9, 1 << 54), at(1 << 54, 1)];
        let mut history = Vec::new();
        let drawn: Vec<bool> =
            cycle.iter().cycle().take(9).map(|&p| is_drawn(p, &mut history)).collect();
        assert_eq!(drawn, [[false; 8].as_slice(), &[true]].concat());
    }

    #[test]
    fn eighty_quiet_turns_draw() {
        let mut history = Vec::new();
        let mut at = |own| is_drawn(Checkers { own, ..Checkers::start() }, &mut history);
        assert!((0..80).all(|turn| !at(turn)));
        assert!(at(80));
    }

    /// The longest playouts would not end without the rule.
    #[test]
    fn playouts_are_drawn_and_won() {
        let tally = crate::playouts::<Checkers>(&mut Random::new(1), 2_000);
        let [draw, first, second] = tally.outcomes;
        assert!(draw > 40 && draw < 160 && first > 800 && second > 800, "{tally:?}");
    }
}
