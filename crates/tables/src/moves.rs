//! Moves between positions of a table: forward as differences in a few bytes, and backward as
//! lists.

/// Moves inside, position after position.
#[derive(Debug)]
pub(crate) struct Moves {
    /// The number of the first position of each chunk, and its moves.
    chunks: Vec<(u64, Vec<u8>)>,
    n_moves: u64,
    n_positions: usize,
}

/// From where each position is reached, and whether by a player who moves again.
#[derive(Debug)]
pub(crate) struct Backward {
    /// Where those of each position begin, and where those of the last end.
    starts: Vec<u64>,
    /// Numbers; the highest bit says that the same player moves again.
    from: Vec<u32>,
}

const AGAIN: u32 = 1 << 31;

impl Moves {
    pub(crate) fn new() -> Moves {
        Moves { chunks: Vec::new(), n_moves: 0, n_positions: 0 }
    }

    pub(crate) fn n_moves(&self) -> u64 {
        self.n_moves
    }

    /// How many positions there are.
    pub(crate) fn n_positions(&self) -> usize {
        self.n_positions
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.chunks.iter().map(|(_, moves)| moves.len() as u64).sum()
    }

    /// Adds the moves of the next positions, of which there are so many.
    pub(crate) fn add(&mut self, n_positions: usize, moves: Vec<u8>, n_moves: u64) {
        self.chunks.push((self.n_positions as u64, moves));
        self.n_positions += n_positions;
        self.n_moves += n_moves;
    }

    /// Appends the moves of one position as bytes: how many, and their ascending numbers as
    /// differences.
    pub(crate) fn write(moves: &mut [(u64, bool)], bytes: &mut Vec<u8>) {
        moves.sort_unstable();
        put(bytes, moves.len() as u64);
        let mut last = 0;
        for &(number, again) in moves.iter() {
            put(bytes, (number - last) << 1 | u64::from(again));
            last = number;
        }
    }
}

/// A number in as many bytes as it needs, seven bits each.
fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads moves: from where each leads, where to, and whether the same player moves again.
fn read(bytes: &[u8], start: u64, mut each: impl FnMut(u64, u64, bool)) {
    let mut bytes = bytes.iter();
    let mut number = || -> Option<u64> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = *bytes.next()?;
            number |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                return Some(number);
            }
        }
    };
    let mut from = start;
    while let Some(n) = number() {
        let mut to = 0;
        for _ in 0..n {
            let Some(next) = number() else { return };
            to += next >> 1;
            each(from, to, next & 1 == 1);
        }
        from += 1;
    }
}

impl Backward {
    /// The most positions that can be told apart.
    pub(crate) const MOST: u64 = AGAIN as u64;

    /// Reverses moves; the bytes of those that are done are given up.
    pub(crate) fn new(moves: Moves) -> Backward {
        let mut starts = vec![0_u64; moves.n_positions + 1];
        for (start, bytes) in &moves.chunks {
            read(bytes, *start, |_, to, _| starts[to as usize + 1] += 1);
        }
        (0..moves.n_positions).for_each(|i| starts[i + 1] += starts[i]);
        let mut from = vec![0; moves.n_moves as usize];
        for (start, bytes) in moves.chunks {
            read(&bytes, start, |source, to, again| {
                let place = &mut starts[to as usize];
                from[*place as usize] = source as u32 | if again { AGAIN } else { 0 };
                *place += 1;
            });
        }
        // Each start has moved on to the next one.
        starts.rotate_right(1);
        starts[0] = 0;
        Backward { starts, from }
    }

    /// The positions that lead to this one, each with whether the same player moves again.
    pub(crate) fn of(&self, number: u32) -> impl Iterator<Item = (u32, bool)> + '_ {
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
        let mut bytes = Vec::new();
        Moves::write(&mut [(2, false), (0, true)], &mut bytes);
        Moves::write(&mut [], &mut bytes);
        let mut moves = Moves::new();
        moves.add(2, bytes, 2);
        let mut bytes = Vec::new();
        Moves::write(&mut [(0, false), (300, false)], &mut bytes);
        moves.add(1, bytes, 2);
        moves.add(298, vec![0; 298], 0);
        let backward = Backward::new(moves);
        let of = |number| backward.of(number).collect::<Vec<_>>();
        assert_eq!(of(0), [(0, true), (2, false)]);
        assert_eq!((of(1), of(2), of(300)), (vec![], vec![(0, false)], vec![(2, false)]));
    }
}
