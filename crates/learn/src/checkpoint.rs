//! What is written down so that learning can go on after anything that ends a program: the
//! weights with their step sizes, the best so far, and the rounds.

use crate::contest::Score;
use crate::samples::Samples;
use crate::training::Round;

const MAGIC: [u8; 8] = *b"MgLearn2";

/// All that is known at some moment.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    /// What it belongs to.
    pub(crate) key: u64,
    pub(crate) games: u64,
    pub(crate) of_round: u64,
    pub(crate) rounds: Vec<Round>,
    pub(crate) best: Vec<i16>,
    /// Weights, sums of corrections, and sums of their sizes.
    pub(crate) learned: [Vec<f32>; 3],
    /// The positions that weights are fitted to.
    pub(crate) samples: Samples,
}

impl State {
    pub(crate) fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let counts = [self.rounds.len() as u64, self.best.len() as u64];
        for number in [self.key, self.games, self.of_round].into_iter().chain(counts) {
            bytes.extend(number.to_le_bytes());
        }
        for Round { games, score, is_better, elo } in &self.rounds {
            bytes.extend(games.to_le_bytes());
            for number in [score.wins, score.draws, score.losses, u32::from(*is_better)] {
                bytes.extend(number.to_le_bytes());
            }
            bytes.extend(elo.to_le_bytes());
        }
        bytes.extend(self.best.iter().flat_map(|number| number.to_le_bytes()));
        for list in &self.learned {
            bytes.extend(list.iter().flat_map(|number| number.to_le_bytes()));
        }
        let Samples { rows, targets } = &self.samples;
        bytes.extend((rows.len() as u64).to_le_bytes());
        bytes.extend((targets.len() as u64).to_le_bytes());
        bytes.extend(rows);
        bytes.extend(targets.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    pub(crate) fn read(bytes: &[u8]) -> Option<State> {
        let (body, sum) = bytes.split_last_chunk::<8>()?;
        let mut rest = body.strip_prefix(&MAGIC)?;
        if checksum(body) != u64::from_le_bytes(*sum) {
            return None;
        }
        let rest = &mut rest;
        let [key, games, of_round, n_rounds, n_numbers] = [(); 5].map(|()| word(rest));
        let (n_rounds, n_numbers) = (n_rounds? as usize, n_numbers? as usize);
        // The checksum fits, so that lengths are as they were written.
        let mut rounds = Vec::new();
        for _ in 0..n_rounds {
            let games = word(rest)?;
            let [wins, draws, losses, is_better] =
                [(); 4].map(|()| take(rest).map(u32::from_le_bytes));
            let score = Score { wins: wins?, draws: draws?, losses: losses? };
            let elo = f64::from_bits(word(rest)?);
            rounds.push(Round { games, score, is_better: is_better? == 1, elo });
        }
        let best = (0..n_numbers).map(|_| take(rest).map(i16::from_le_bytes));
        let best = best.collect::<Option<_>>()?;
        let mut list = || (0..n_numbers).map(|_| take(rest).map(f32::from_le_bytes)).collect();
        let learned: [Option<Vec<f32>>; 3] = [list(), list(), list()];
        let [weights, sums, sizes] = learned;
        let learned = [weights?, sums?, sizes?];
        let samples = samples(rest)?;
        let (key, games, of_round) = (key?, games?, of_round?);
        let state = State { key, games, of_round, rounds, best, learned, samples };
        rest.is_empty().then_some(state)
    }
}

/// The positions, which come last.
fn samples(rest: &mut &[u8]) -> Option<Samples> {
    let (n_bytes, n_targets) = (word(rest)? as usize, word(rest)? as usize);
    let (rows, after) = rest.split_at_checked(n_bytes)?;
    *rest = after;
    let targets = (0..n_targets).map(|_| take(rest).map(f32::from_le_bytes));
    Some(Samples { rows: rows.to_vec(), targets: targets.collect::<Option<_>>()? })
}

/// The next bytes.
fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(*first)
}

fn word(rest: &mut &[u8]) -> Option<u64> {
    take(rest).map(u64::from_le_bytes)
}

/// FNV-1a: enough to notice an accident.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> State {
        let score = Score { wins: 3, draws: 1, losses: 2 };
        let round = Round { games: 320, score, is_better: true, elo: 12.5 };
        State {
            key: 99,
            games: 333,
            of_round: 13,
            rounds: vec![round, Round { is_better: false, ..round }],
            best: vec![-3, 7],
            learned: [vec![0.5, -0.25], vec![1.0, 2.0], vec![3.0, 4.0]],
            samples: Samples { rows: vec![1, 2, 3, 4, 5, 6], targets: vec![0.25, 1.0] },
        }
    }

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let bytes = sample().write();
        assert_eq!(State::read(&bytes), Some(sample()));
        for length in 0..bytes.len() {
            assert_eq!(State::read(&bytes[..length]), None, "{length}");
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x20;
            assert_eq!(State::read(&changed), None, "{at}");
        }
    }
}
