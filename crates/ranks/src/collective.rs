//! What all ranks do at once: sums, hearing the same, hearing from all. Each of these is a
//! phase of its own, and goes up and down a tree of ranks, so that it takes as many
//! steps as the number of ranks has digits.

use crate::link::Lost;
use crate::team::{Kind, Team};
use game::bytes::{Reader, put, put_bytes};

const UP: Kind = 0;
const DOWN: Kind = 1;

/// How two numbers become one.
pub trait Reduce {
    /// The one number.
    fn reduce(&self, a: u64, b: u64) -> u64;
}

/// Adds numbers up, modulo 2⁶⁴.
#[derive(Clone, Copy, Debug)]
pub struct Sum;

/// Keeps the least number.
#[derive(Clone, Copy, Debug)]
pub struct Least;

/// Keeps the greatest number.
#[derive(Clone, Copy, Debug)]
pub struct Greatest;

impl Reduce for Sum {
    fn reduce(&self, a: u64, b: u64) -> u64 {
        a.wrapping_add(b)
    }
}

impl Reduce for Least {
    fn reduce(&self, a: u64, b: u64) -> u64 {
        a.min(b)
    }
}

impl Reduce for Greatest {
    fn reduce(&self, a: u64, b: u64) -> u64 {
        a.max(b)
    }
}

/// How many ranks are below a rank in the tree of all ranks. A message is on its way for as long
/// as it takes to send some twenty, so that a tree of few steps is the faster one.
pub const FAN_OUT: usize = 8;

/// How many steps it takes from the first of this many ranks down to the farthest.
pub fn n_steps(size: usize) -> u32 {
    std::iter::successors(size.checked_sub(1), |last| above(*last)).count().saturating_sub(1) as u32
}

/// The ranks below a rank in the tree of all ranks.
pub(crate) fn below(rank: usize, size: usize) -> std::ops::Range<usize> {
    (FAN_OUT * rank + 1).min(size)..(FAN_OUT * (rank + 1) + 1).min(size)
}

/// The rank above a rank; nothing for the first.
pub(crate) fn above(rank: usize) -> Option<usize> {
    rank.checked_sub(1).map(|rank| rank / FAN_OUT)
}

fn wrong(from: usize) -> Lost {
    Lost { rank: Some(from), why: "it answered something other than what was asked".to_string() }
}

impl Team<'_> {
    /// Makes one list of numbers of the lists of all ranks, which are equally long; all
    /// ranks get it.
    pub fn all_reduce(&mut self, mine: &[u64], by: impl Reduce) -> Result<Vec<u64>, Lost> {
        let mut all = mine.to_vec();
        let fold = |all: &mut Vec<u64>, bytes: &[u8]| {
            let mut reader = Reader(bytes);
            all.iter_mut().try_for_each(|number| {
                *number = by.reduce(*number, reader.small()?);
                Some(())
            })
        };
        self.begin();
        for _ in below(self.rank(), self.size()) {
            let message = self.wait()?;
            fold(&mut all, &message.bytes).ok_or_else(|| wrong(message.from))?;
        }
        let mut bytes = Vec::new();
        all.iter().for_each(|number| put(u128::from(*number), &mut bytes));
        if let Some(above) = above(self.rank()) {
            self.send(above, UP, &bytes)?;
            let message = self.wait()?;
            bytes = message.bytes;
            let mut reader = Reader(&bytes);
            for number in &mut all {
                *number = reader.small().ok_or_else(|| wrong(message.from))?;
            }
        }
        self.pass_down(&bytes)?;
        Ok(all)
    }

    /// Waits until all ranks are here.
    pub fn barrier(&mut self) -> Result<(), Lost> {
        self.all_reduce(&[], Sum).map(drop)
    }

    /// What the first rank says, at all ranks; what others say is not heard.
    pub fn broadcast(&mut self, bytes: Vec<u8>) -> Result<Vec<u8>, Lost> {
        self.begin();
        let bytes = if self.is_first() { bytes } else { self.wait()?.bytes };
        self.pass_down(&bytes)?;
        Ok(bytes)
    }

    fn pass_down(&mut self, bytes: &[u8]) -> Result<(), Lost> {
        below(self.rank(), self.size()).try_for_each(|to| self.send(to, DOWN, bytes))
    }

    /// What each rank says, in their order, at the first rank; nothing at the others.
    pub fn gather(&mut self, mine: &[u8]) -> Result<Option<Vec<Vec<u8>>>, Lost> {
        self.begin();
        if !self.is_first() {
            return self.send(0, UP, mine).map(|()| None);
        }
        let mut all = vec![Vec::new(); self.size()];
        all[0] = mine.to_vec();
        for _ in 1..self.size() {
            let message = self.wait()?;
            all[message.from] = message.bytes;
        }
        Ok(Some(all))
    }

    /// What each rank says, in their order, at all ranks.
    pub fn all_gather(&mut self, mine: &[u8]) -> Result<Vec<Vec<u8>>, Lost> {
        let mut bytes = Vec::new();
        let gathered = self.gather(mine)?;
        gathered.iter().flatten().for_each(|one| put_bytes(one, &mut bytes));
        let bytes = self.broadcast(bytes)?;
        let mut reader = Reader(&bytes);
        (0..self.size()).map(|_| Ok(reader.bytes().ok_or_else(|| wrong(0))?.to_vec())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::{Network, run};

    #[test]
    fn everybody_hears_the_same() {
        for size in [1, 2, 3, 8, 13] {
            let heard = run(size, Network::unruly(size as u64), |team| {
                let me = team.rank() as u64;
                let sum = team.all_reduce(&[me, 1, u64::MAX], Sum)?;
                let ends = (team.all_reduce(&[me + 5], Least)?, team.all_reduce(&[me], Greatest)?);
                team.barrier()?;
                let said = team.broadcast(vec![me as u8, 9])?;
                let names = team.all_gather(&vec![me as u8; me as usize])?;
                Ok::<_, Lost>((sum, ends, said, names))
            });
            let n = size as u64;
            let names: Vec<Vec<u8>> = (0..size).map(|me| vec![me as u8; me]).collect();
            for heard in heard {
                let (sum, ends, said, all) = heard.unwrap();
                assert_eq!(sum, [n * (n - 1) / 2, n, 0_u64.wrapping_sub(n)]);
                assert_eq!(ends, (vec![5], vec![n - 1]));
                assert_eq!((said, all), (vec![0, 9], names.clone()));
            }
        }
    }

    fn steps_up(rank: usize) -> u32 {
        above(rank).map_or(0, |above| 1 + steps_up(above))
    }

    #[test]
    fn the_tree_has_each_rank_once() {
        for size in 1..100 {
            let mut seen: Vec<usize> = (0..size).flat_map(|rank| below(rank, size)).collect();
            seen.sort_unstable();
            assert_eq!(seen, (1..size).collect::<Vec<_>>());
            let farthest = (0..size).map(steps_up).max();
            assert_eq!(farthest, Some(n_steps(size)), "{size}");
            for rank in 0..size {
                assert!(below(rank, size).all(|child| above(child) == Some(rank)));
            }
        }
    }
}
