//! What the threads and the ranks of a search did, and what that cost beyond the search of
//! one thread: nodes that it would not have visited, time without work, and time spent on
//! messages. These are the three overheads of the Multigame paper.

use game::bytes::{Reader, put};
use std::time::Duration;

/// What the threads of a search did, and the ranks, if there were several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parallel {
    /// Each thread, the one that leads first, rank after rank.
    pub threads: Vec<ThreadWork>,
    /// Each rank, if there were several.
    pub ranks: Vec<RankWork>,
    /// Positions whose moves were searched by more than one thread; with ABDADA the
    /// moves that were put off.
    pub splits: u64,
    /// Moves that were given up because of a cutoff, or because the work was done.
    pub aborts: u64,
}

/// What one thread did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreadWork {
    /// Nodes it visited.
    pub nodes: u64,
    /// Time in which it had nothing to do.
    pub idle: Duration,
}

/// What one rank did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RankWork {
    /// How many threads it searched with.
    pub threads: usize,
    /// Nodes that they visited.
    pub nodes: u64,
    /// Time in which they had nothing to do, added up.
    pub idle: Duration,
    /// Time in which the thread that speaks with other ranks was busy.
    pub speaking: Duration,
    /// Messages that it sent, and their bytes.
    pub messages: u64,
    /// The bytes of these messages.
    pub bytes: u64,
    /// Positions that it asked other ranks about.
    pub questions: u64,
    /// Those of them that the other rank knew.
    pub answers: u64,
    /// Moves that it searched for other ranks.
    pub stolen: u64,
    /// Requests for moves that other ranks had none for.
    pub refused: u64,
}

impl Parallel {
    /// The nodes of all threads.
    pub fn nodes(&self) -> u64 {
        self.threads.iter().map(|thread| thread.nodes).sum()
    }

    /// Search overhead: the nodes beyond those of another search, as a share of them.
    pub fn search_overhead(&self, serial_nodes: u64) -> f64 {
        self.nodes() as f64 / serial_nodes.max(1) as f64 - 1.0
    }

    /// Idle time of all threads as a share of the time that they had.
    pub fn idle_share(&self, time: Duration) -> f64 {
        share(self.threads.iter().map(|thread| thread.idle), self.threads.len(), time)
    }

    /// Communication: the time that ranks were busy with messages, as a share of what their
    /// threads had. Nobody waits for an answer, but who speaks takes a processor.
    pub fn speaking_share(&self, time: Duration) -> f64 {
        share(self.ranks.iter().map(|rank| rank.speaking), self.threads.len(), time)
    }

    /// The messages of all ranks.
    pub fn messages(&self) -> u64 {
        self.ranks.iter().map(|rank| rank.messages).sum()
    }

    /// The load: the nodes of the busiest thread by those of the average one.
    pub fn load(&self) -> f64 {
        let most = self.threads.iter().map(|thread| thread.nodes).max().unwrap_or(0);
        (most * self.threads.len() as u64) as f64 / self.nodes().max(1) as f64
    }

    /// Adds what other threads did.
    pub(crate) fn extend(&mut self, other: Parallel) {
        self.threads.extend(other.threads);
        self.ranks.extend(other.ranks);
        self.splits += other.splits;
        self.aborts += other.aborts;
    }

    /// Makes the threads up to now one rank, of which this is known.
    pub(crate) fn at_rank(mut self, rank: RankWork) -> Parallel {
        let (threads, nodes) = (self.threads.len(), self.nodes());
        let idle = self.threads.iter().map(|thread| thread.idle).sum();
        self.ranks = vec![RankWork { threads, nodes, idle, ..rank }];
        self
    }

    /// Appends what one rank did to a message.
    pub(crate) fn put(&self, bytes: &mut Vec<u8>) {
        let mut number = |number: u64| put(u128::from(number), bytes);
        number(self.threads.len() as u64);
        for thread in &self.threads {
            number(thread.nodes);
            number(thread.idle.as_nanos() as u64);
        }
        number(self.splits);
        number(self.aborts);
        number(self.ranks.len() as u64);
        for rank in &self.ranks {
            number(rank.speaking.as_nanos() as u64);
            let counts = [rank.messages, rank.bytes, rank.questions, rank.answers];
            counts.into_iter().chain([rank.stolen, rank.refused]).for_each(&mut number);
        }
    }

    /// Reads what one rank did.
    pub(crate) fn read(from: &mut Reader<'_>) -> Option<Parallel> {
        let mut parallel = Parallel::default();
        for _ in 0..from.count()? {
            let (nodes, idle) = (from.small()?, Duration::from_nanos(from.small()?));
            parallel.threads.push(ThreadWork { nodes, idle });
        }
        (parallel.splits, parallel.aborts) = (from.small()?, from.small()?);
        for _ in 0..from.count()? {
            let speaking = Duration::from_nanos(from.small()?);
            parallel = parallel.at_rank(RankWork {
                speaking,
                messages: from.small()?,
                bytes: from.small()?,
                questions: from.small()?,
                answers: from.small()?,
                stolen: from.small()?,
                refused: from.small()?,
                ..RankWork::default()
            });
        }
        Some(parallel)
    }
}

fn share(times: impl Iterator<Item = Duration>, n: usize, time: Duration) -> f64 {
    let spent: Duration = times.sum();
    spent.as_secs_f64() / (time.as_secs_f64() * n as f64).max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_rank_did_is_told_whole() {
        let idle = Duration::from_millis(5);
        let threads = vec![ThreadWork { nodes: 1000, idle }, ThreadWork { nodes: 3000, idle }];
        let work = Parallel { threads, splits: 7, aborts: 300, ..Parallel::default() };
        let speaking = Duration::from_millis(2);
        let work = work.at_rank(RankWork { speaking, messages: 9, bytes: 999, ..rank() });
        let mut bytes = Vec::new();
        work.put(&mut bytes);
        assert_eq!(Parallel::read(&mut Reader(&bytes)), Some(work.clone()));
        assert_eq!(Parallel::read(&mut Reader(&bytes[..bytes.len() - 1])), None);
        let rank = work.ranks[0];
        assert_eq!((rank.threads, rank.nodes, rank.idle), (2, 4000, 2 * idle));
        assert!((work.search_overhead(3200) - 0.25).abs() < 1e-9);
        assert!((work.load() - 1.5).abs() < 1e-9);
        let time = Duration::from_millis(50);
        assert!((work.idle_share(time) - 0.1).abs() < 1e-9);
        assert!((work.speaking_share(time) - 0.02).abs() < 1e-9);
    }

    fn rank() -> RankWork {
        RankWork { questions: 1, answers: 2, stolen: 3, refused: 4, ..RankWork::default() }
    }
}
