//! Moves between positions of a table: forward as they were found, and backward as lists.

/// The moves of some positions that follow each other.
#[derive(Debug, Default)]
pub(crate) struct Moved {
    /// Where the moves of each position end.
    ends: Vec<u32>,
    /// Where each move leads, as in [`Backward`].
    to: Vec<u32>,
}

/// Moves inside, position after position.
#[derive(Debug, Default)]
pub(crate) struct Moves {
    chunks: Vec<Moved>,
    n_moves: u64,
    n_positions: usize,
}

/// From where each position is reached, and whether by a player who moves again.
#[derive(Debug)]
pub(crate) struct Backward {
    /// Where those of each position begin, and where those of the last end.
    starts: Vec<u32>,
    /// Numbers; the highest bit says that the same player moves again.
    from: Vec<u32>,
}

/// Says of a number that the same player moves again.
pub(crate) const AGAIN: u32 = 1 << 31;

impl Moved {
    /// Adds the moves of the next position.
    #[inline]
    pub(crate) fn add(&mut self, moves: &[(u64, bool)]) {
        let to = |&(number, again): &(u64, bool)| number as u32 | if again { AGAIN } else { 0 };
        self.to.extend(moves.iter().map(to));
        self.ends.push(self.to.len() as u32);
    }

    /// How many positions there are.
    pub(crate) fn n_positions(&self) -> usize {
        self.ends.len()
    }

    /// The bytes that they take, once there will be no more.
    pub(crate) fn close(&mut self) -> u64 {
        self.to.shrink_to_fit();
        self.ends.shrink_to_fit();
        4 * (self.to.len() + self.ends.len()) as u64
    }
}

impl Moves {
    pub(crate) fn n_moves(&self) -> u64 {
        self.n_moves
    }

    /// How many positions there are.
    pub(crate) fn n_positions(&self) -> usize {
        self.n_positions
    }

    /// Adds the moves of the next positions.
    pub(crate) fn add(&mut self, moved: Moved) {
        self.n_positions += moved.n_positions();
        self.n_moves += moved.to.len() as u64;
        self.chunks.push(moved);
    }

    /// The most bytes that these moves and the reversed ones take together.
    pub(crate) fn bytes(&self) -> u64 {
        8 * (self.n_moves + self.n_positions as u64)
    }
}

impl Backward {
    /// The most positions that can be told apart.
    pub(crate) const MOST: u64 = AGAIN as u64;
    /// The most moves.
    pub(crate) const MOST_MOVES: u64 = u32::MAX as u64;

    /// Reverses moves; those that are done are given up.
    pub(crate) fn new(moves: Moves) -> Backward {
        let mut starts = vec![0_u32; moves.n_positions + 1];
        for to in moves.chunks.iter().flat_map(|moved| &moved.to) {
            starts[(to & !AGAIN) as usize + 1] += 1;
        }
        (0..moves.n_positions).for_each(|i| starts[i + 1] += starts[i]);
        let mut from = vec![0; moves.n_moves as usize];
        let mut source = 0;
        for Moved { ends, to } in moves.chunks {
            let mut first = 0;
            for end in ends {
                for to in &to[first as usize..end as usize] {
                    let place = &mut starts[(to & !AGAIN) as usize];
                    from[*place as usize] = source | to & AGAIN;
                    *place += 1;
                }
                (first, source) = (end, source + 1);
            }
        }
        Backward::ended(starts, from)
    }

    /// The moves of a list to this many positions: where each leads, and from where.
    pub(crate) fn of(n_positions: usize, moves: &[(u32, u32)]) -> Backward {
        let mut starts = vec![0_u32; n_positions + 1];
        moves.iter().for_each(|(to, _)| starts[*to as usize + 1] += 1);
        (0..n_positions).for_each(|i| starts[i + 1] += starts[i]);
        let mut from = vec![0; moves.len()];
        for &(to, source) in moves {
            let place = &mut starts[to as usize];
            from[*place as usize] = source;
            *place += 1;
        }
        Backward::ended(starts, from)
    }

    /// Each start has moved on to the next one.
    fn ended(mut starts: Vec<u32>, from: Vec<u32>) -> Backward {
        starts.rotate_right(1);
        starts[0] = 0;
        Backward { starts, from }
    }

    /// The positions that lead to this one, each with whether the same player moves again.
    #[inline]
    pub(crate) fn to(&self, number: u32) -> impl Iterator<Item = (u32, bool)> + '_ {
        let number = number as usize;
        let range = self.starts[number] as usize..self.starts[number + 1] as usize;
        self.from[range].iter().map(|&from| (from & !AGAIN, from & AGAIN != 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_reversed() {
        let mut moves = Moves::default();
        let mut first = Moved::default();
        first.add(&[(2, false), (0, true)]);
        first.add(&[]);
        moves.add(first);
        let mut second = Moved::default();
        second.add(&[(0, false), (300, false)]);
        (0..298).for_each(|_| second.add(&[]));
        assert_eq!((second.n_positions(), second.close()), (299, 4 * 301));
        moves.add(second);
        let backward = Backward::new(moves);
        let of = |number| backward.to(number).collect::<Vec<_>>();
        assert_eq!(of(0), [(0, true), (2, false)]);
        assert_eq!((of(1), of(2), of(300)), (vec![], vec![(0, false)], vec![(2, false)]));
    }
}
