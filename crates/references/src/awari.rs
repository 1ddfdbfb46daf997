//! Awari: the best difference of seeds from all positions with few of them, by retrograde
//! analysis as one writes it for this game alone. Moves are taken back on an array of twelve
//! numbers, so that no move is stored.
//!
//! Values are found by their size, the greatest first: a player who can go to a position that is
//! worth -v to the opponent has v, and one who can only go to positions that are worth v has -v.
//! What is left when v is 0 can be played on without end, and is worth nothing to either.

/// Seeds in the houses, those of the player to move first, in the order of sowing.
pub type Houses = [u8; 12];

/// The houses after a move and the seeds that it took, seen by the next player; nothing if the
/// house is empty. Whether the move is legal is another question.
fn sow(houses: &Houses, from: usize) -> Option<(Houses, u8)> {
    let mut after = *houses;
    let seeds = std::mem::take(&mut after[from]);
    if seeds == 0 {
        return None;
    }
    let mut at = from;
    for _ in 0..seeds {
        at = next(at, from);
        after[at] += 1;
    }
    let mut taken = 0;
    while at >= 6 && (2..=3).contains(&after[at]) {
        taken += std::mem::take(&mut after[at]);
        at -= 1;
    }
    after.rotate_left(6);
    Some((after, taken))
}

/// The house after one; seeds never come back to the house that they were in.
fn next(at: usize, from: usize) -> usize {
    let next = (at + 1) % 12;
    if next == from { (next + 1) % 12 } else { next }
}

/// The houses of the next index: the first wall that can move does, and those before it begin
/// again.
fn advance(houses: &mut Houses) {
    let Some(wall) = (0..11).find(|&wall| houses[wall + 1] > 0) else { return };
    let before = std::mem::take(&mut houses[0]);
    houses[wall] = before + 1;
    houses[wall + 1] -= 1;
}

/// Whether the player to move has seeds.
fn has_seeds(houses: &Houses) -> bool {
    houses[..6].iter().any(|&seeds| seeds > 0)
}

/// Calls `visit` with the houses after each legal move, and the seeds that it took.
fn moves(houses: &Houses, mut visit: impl FnMut(&Houses, u8)) {
    let after = |from| sow(houses, from);
    let is_fair = |(next, _): &(Houses, u8)| has_seeds(next);
    let only_fair = (0..6).filter_map(after).any(|after| is_fair(&after));
    for from in 0..6 {
        if let Some((next, taken)) = after(from).filter(|after| !only_fair || is_fair(after)) {
            visit(&next, taken);
        }
    }
}

/// How many sequences of this many moves there are.
pub fn awari_perft(houses: &Houses, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    moves(houses, |next, _| leaves += awari_perft(next, depth - 1));
    leaves
}

/// What positions with at most this many seeds are worth to the player to move, by the number of
/// seeds and their index.
pub struct AwariTables {
    binomials: Vec<[u32; 12]>,
    values: Vec<Vec<i8>>,
}

/// The value of a position that is not decided.
const OPEN: i8 = i8::MIN;

impl AwariTables {
    /// The position without seeds, for tables of at most this many.
    pub fn new(most: usize) -> AwariTables {
        let mut binomials = vec![[0_u32; 12]; most + 12];
        for n in 0..binomials.len() {
            binomials[n][0] = 1;
            for k in 1..12.min(n + 1) {
                binomials[n][k] = binomials[n - 1][k - 1] + binomials[n - 1][k];
            }
        }
        AwariTables { binomials, values: vec![vec![0]] }
    }

    /// The number of positions with this many seeds.
    pub fn positions(&self, seeds: usize) -> usize {
        self.binomials[seeds + 11][11] as usize
    }

    /// What a position is worth; its seeds must not be more than those of the last table.
    pub fn value(&self, houses: &Houses) -> i8 {
        let seeds: usize = houses.iter().map(|&seeds| usize::from(seeds)).sum();
        self.values[seeds][self.index(houses)]
    }

    /// Positions as walls between houses, and these as a combination.
    fn index(&self, houses: &Houses) -> usize {
        let mut wall = 0;
        let mut index = 0;
        for (i, &seeds) in houses[..11].iter().enumerate() {
            wall += usize::from(seeds);
            index += self.binomials[wall + i][i + 1];
        }
        index as usize
    }

    /// The houses of an index.
    fn houses(&self, seeds: usize, index: usize) -> Houses {
        let (mut houses, mut rest, mut above) = ([0; 12], index as u32, seeds + 11);
        for i in (0..11).rev() {
            let wall = (0..above).rev().find(|&wall| self.binomials[wall][i + 1] <= rest);
            let wall = wall.unwrap_or(0);
            rest -= self.binomials[wall][i + 1];
            houses[i + 1] = (above - wall - 1) as u8;
            above = wall;
        }
        houses[0] = above as u8;
        houses
    }

    /// Builds the next table: that of one seed more. How many positions it has.
    pub fn build_next(&mut self) -> usize {
        let seeds = self.values.len();
        let n = self.positions(seeds);
        let mut work = Work { values: vec![OPEN; n], left: vec![0; n], best: vec![OPEN; n] };
        let mut levels: Vec<Vec<u32>> = vec![Vec::new(); seeds + 1];
        let mut houses = [0; 12];
        houses[11] = seeds as u8;
        for index in 0..n {
            self.look(index, &houses, &mut work, &mut levels);
            advance(&mut houses);
        }
        for level in (1..=seeds).rev() {
            let mut decided = std::mem::take(&mut levels[level]);
            decided.retain(|&index| work.decide(index as usize, level as i8));
            while let Some(index) = decided.pop() {
                self.go_back(seeds, index as usize, &mut work, &mut decided, &mut levels);
            }
        }
        work.values.iter_mut().filter(|value| **value == OPEN).for_each(|value| *value = 0);
        self.values.push(work.values);
        n
    }

    /// Looks forward from a position.
    fn look(&self, index: usize, houses: &Houses, work: &mut Work, levels: &mut [Vec<u32>]) {
        let (mut left, mut best, mut n) = (0, OPEN, 0);
        moves(houses, |next, taken| {
            n += 1;
            match taken {
                0 => left += 1,
                _ => best = best.max(taken as i8 - self.value(next)),
            }
        });
        if n == 0 {
            // The opponent has all seeds that there are.
            best = -houses.iter().map(|&seeds| seeds as i8).sum::<i8>();
        }
        (work.left[index], work.best[index]) = (left, best);
        if best != OPEN && best != 0 && (best > 0 || left == 0) {
            levels[usize::from(best.unsigned_abs())].push(index as u32);
        }
    }

    /// Goes back from a position that is decided to those before it.
    fn go_back(
        &self,
        seeds: usize,
        place: usize,
        work: &mut Work,
        decided: &mut Vec<u32>,
        levels: &mut [Vec<u32>],
    ) {
        let value = work.values[place];
        let level = value.abs();
        let houses = self.houses(seeds, place);
        self.before(&houses, |index| {
            if work.values[index] != OPEN {
                return;
            }
            if value < 0 {
                work.values[index] = level;
                decided.push(index as u32);
                return;
            }
            work.left[index] -= 1;
            let best = work.best[index];
            match work.left[index] {
                0 if best <= -level => {
                    work.values[index] = -level;
                    decided.push(index as u32);
                }
                0 if best < 0 => levels[usize::from(best.unsigned_abs())].push(index as u32),
                _ => {}
            }
        });
    }

    /// Calls `visit` with each position from which a move that takes nothing leads here.
    fn before(&self, houses: &Houses, mut visit: impl FnMut(usize)) {
        let mut after = *houses;
        after.rotate_left(6);
        let is_fair = has_seeds(houses);
        for from in (0..6).filter(|&from| after[from] == 0) {
            let (mut before, mut at) = (after, from);
            loop {
                at = next(at, from);
                if before[at] == 0 {
                    break;
                }
                before[at] -= 1;
                before[from] += 1;
                let takes = at >= 6 && (2..=3).contains(&after[at]);
                // A move that leaves the opponent nothing may not be legal.
                if !takes && (is_fair || leads(&before, houses)) {
                    visit(self.index(&before));
                }
            }
        }
    }
}

/// Whether a legal move leads from one position to another.
fn leads(from: &Houses, to: &Houses) -> bool {
    let mut found = false;
    moves(from, |next, _| found |= next == to);
    found
}

/// What is known of the positions of a table.
struct Work {
    values: Vec<i8>,
    /// Moves that take nothing and may still not lose.
    left: Vec<u8>,
    /// What the best move is worth that takes something.
    best: Vec<i8>,
}

impl Work {
    /// Decides a position by its moves that take something; no if it was decided before.
    fn decide(&mut self, place: usize, level: i8) -> bool {
        let is_open = self.values[place] == OPEN;
        if is_open {
            self.values[place] = if self.best[place] == level { level } else { -level };
        }
        is_open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is in `games/awari/counts.csv`.
    #[test]
    fn moves_are_counted() {
        let check = |houses: Houses, expected: &[u64]| {
            let counts: Vec<u64> =
                (1..).zip(expected).map(|(depth, _)| awari_perft(&houses, depth)).collect();
            assert_eq!(counts, expected);
        };
        check([4; 12], &[6, 36, 190, 1014, 5219, 27_332, 139_157]);
        let long = [0, 1, 2, 0, 13, 22, 1, 0, 0, 4, 0, 2];
        check(long, &[4, 17, 77, 346, 1643, 7330, 35_651]);
        let late = [0, 1, 1, 0, 0, 2, 0, 0, 0, 0, 1, 2];
        check(late, &[3, 8, 20, 46, 96, 235, 559]);
    }

    /// Every value follows from those after it, and indices are those of their positions.
    #[test]
    fn values_follow_from_moves() {
        let mut tables = AwariTables::new(9);
        for seeds in 1..=9 {
            assert_eq!(tables.build_next(), tables.positions(seeds));
            let mut houses = [0; 12];
            houses[11] = seeds as u8;
            for index in 0..tables.positions(seeds) {
                assert_eq!((tables.index(&houses), tables.houses(seeds, index)), (index, houses));
                let mut best = None;
                moves(&houses, |next, taken| {
                    best = best.max(Some(taken as i8 - tables.value(next)));
                });
                assert_eq!(tables.value(&houses), best.unwrap_or(-(seeds as i8)), "{houses:?}");
                advance(&mut houses);
            }
        }
    }
}
