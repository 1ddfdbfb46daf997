//! The transposition table of many ranks, where deep entries are worth a message: as much
//! depth has to be left as the settings say, so that a search which is spared costs more
//! than the question.
//!
//! - With work stealing each position has an owner, by the high bits of its key, as in the
//!   Multigame paper. A look-up asks the owner, and the thread waits for the answer while
//!   other threads of its rank go on; what is stored goes to the owner one way, many
//!   entries to a message. A copy stays here, so that nothing is asked twice.
//! - With the lazy cluster each rank keeps what all others store, and nobody asks.

use crate::limits::now;
use crate::parallel::Bell;
use crate::table::Entry;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// So many entries are sent at once.
const BATCH: usize = 256;

/// The tables of the other ranks, as the threads of this one see them.
#[derive(Debug)]
pub(crate) struct FarTable {
    rank: usize,
    size: usize,
    /// Whether each position has an owner, who is asked.
    is_partitioned: bool,
    least_depth: u32,
    bell: Arc<Bell>,
    desk: Mutex<Desk>,
    answered: Condvar,
    counts: Counts,
}

/// What was asked, and how long that took.
#[derive(Debug, Default)]
struct Counts {
    questions: AtomicU64,
    answers: AtomicU64,
    nanoseconds: AtomicU64,
}

/// What is to be sent, and what has come.
#[derive(Debug, Default)]
struct Desk {
    n_asked: u64,
    /// Questions with their numbers.
    questions: Vec<(u64, u64)>,
    /// Answers by the numbers of the questions.
    answers: FxHashMap<u64, Option<u64>>,
    n_waiting: usize,
    /// What was stored here and is worth telling.
    stored: Vec<(u64, u64)>,
    /// Nobody answers any more.
    closed: bool,
}

impl FarTable {
    pub(crate) fn new(
        (rank, size): (usize, usize),
        is_partitioned: bool,
        least_depth: u32,
        bell: &Arc<Bell>,
    ) -> FarTable {
        let (desk, answered, counts) = (Mutex::default(), Condvar::new(), Counts::default());
        let bell = Arc::clone(bell);
        FarTable { rank, size, is_partitioned, least_depth, bell, desk, answered, counts }
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rank that keeps what is known under a key.
    pub(super) fn owner(&self, key: u64) -> usize {
        super::owner(key, self.size)
    }

    /// What the owner knows of a position with so much depth left, if it is another rank
    /// and more than what is known here is wanted.
    pub(crate) fn get(&self, key: u64, depth: u32, known: Option<u32>) -> Option<u64> {
        let is_known = known.is_some_and(|known| known >= depth);
        let is_worth_it = self.is_partitioned && depth >= self.least_depth && !is_known;
        if !is_worth_it || self.owner(key) == self.rank {
            return None;
        }
        let began = now();
        let answer = self.ask(key);
        let passed = began.elapsed().as_nanos() as u64;
        self.counts.nanoseconds.fetch_add(passed, Ordering::Relaxed);
        self.counts.questions.fetch_add(1, Ordering::Relaxed);
        self.counts.answers.fetch_add(u64::from(answer.is_some()), Ordering::Relaxed);
        answer
    }

    fn ask(&self, key: u64) -> Option<u64> {
        let mut desk = self.desk();
        let number = desk.n_asked;
        desk.n_asked += 1;
        desk.questions.push((number, key));
        desk.n_waiting += 1;
        self.bell.ring();
        let answer = loop {
            match desk.answers.remove(&number) {
                Some(answer) => break answer,
                None if desk.closed => break None,
                None => desk = self.answered.wait(desk).unwrap_or_else(PoisonError::into_inner),
            }
        };
        desk.n_waiting -= 1;
        answer
    }

    /// Something was stored here; other ranks are told if it is worth that.
    pub(crate) fn stored(&self, key: u64, entry: Entry) {
        let is_mine = self.is_partitioned && self.owner(key) == self.rank;
        if entry.depth < self.least_depth || is_mine {
            return;
        }
        let mut desk = self.desk();
        desk.stored.push((key, entry.packed()));
        if desk.stored.len() >= BATCH {
            self.bell.ring();
        }
    }

    /// The questions that nobody was sent yet, with their numbers.
    pub(super) fn questions(&self) -> Vec<(u64, u64)> {
        std::mem::take(&mut self.desk().questions)
    }

    /// What other ranks are to be told, if it is enough for a message or has to be sent now.
    pub(super) fn to_tell(&self, now: bool) -> Vec<(u64, u64)> {
        let mut desk = self.desk();
        match now || desk.stored.len() >= BATCH {
            true => std::mem::take(&mut desk.stored),
            false => Vec::new(),
        }
    }

    /// The ranks that keep what is told.
    pub(super) fn keepers(&self, key: u64) -> std::ops::Range<usize> {
        match self.is_partitioned {
            true => self.owner(key)..self.owner(key) + 1,
            false => 0..self.size,
        }
    }

    /// Answers have come, by the numbers of their questions.
    pub(super) fn answer(&self, answers: impl Iterator<Item = (u64, Option<u64>)>) {
        self.desk().answers.extend(answers);
        self.answered.notify_all();
    }

    /// How many threads wait for an answer.
    pub(super) fn n_waiting(&self) -> usize {
        self.desk().n_waiting
    }

    /// Nobody answers any more.
    pub(super) fn close(&self) {
        self.desk().closed = true;
        self.answered.notify_all();
    }

    /// How often others were asked, how often they knew, and how long threads have waited.
    pub(super) fn counts(&self) -> (u64, u64, Duration) {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        let Counts { questions, answers, nanoseconds } = &self.counts;
        (of(questions), of(answers), Duration::from_nanos(of(nanoseconds)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Bound;

    fn far(is_partitioned: bool) -> FarTable {
        FarTable::new((1, 4), is_partitioned, 5, &Arc::default())
    }

    fn key_of(far: &FarTable, rank: usize) -> u64 {
        (0..).find(|&key| far.owner(key) == rank).expect("each rank owns something")
    }

    #[test]
    fn a_question_waits_for_its_answer_or_the_end() {
        let far = far(true);
        let (mine, other) = (key_of(&far, 1), key_of(&far, 3));
        // What is known here, or not worth a message, is not asked.
        assert_eq!((far.get(mine, 9, None), far.get(other, 4, None)), (None, None));
        assert_eq!(far.get(other, 6, Some(6)), None);
        let asked = std::thread::scope(|scope| {
            let first = scope.spawn(|| far.get(other, 6, Some(5)));
            let second = scope.spawn(|| far.get(other, 7, None));
            let mut questions = Vec::new();
            while questions.len() < 2 {
                questions.extend(far.questions());
            }
            assert!(questions.iter().all(|&(_, key)| key == other));
            far.answer([(questions[0].0, Some(99))].into_iter());
            far.close();
            [first, second].map(|thread| thread.join().expect("an answer"))
        });
        let mut asked = asked;
        asked.sort_unstable();
        assert_eq!(asked, [None, Some(99)]);
        assert_eq!((far.counts().0, far.counts().1), (2, 1));
    }

    #[test]
    fn deep_entries_go_to_whoever_keeps_them() {
        let entry = |depth| Entry { value: 3, depth, bound: Bound::Exact, best: None };
        for is_partitioned in [true, false] {
            let far = far(is_partitioned);
            let (mine, other) = (key_of(&far, 1), key_of(&far, 2));
            for (key, depth) in [(other, 4), (other, 5), (mine, 9)] {
                far.stored(key, entry(depth));
            }
            assert!(far.to_tell(false).is_empty(), "too few for a message");
            let told = far.to_tell(true);
            let kept: Vec<usize> = told.iter().map(|&(key, _)| far.keepers(key).len()).collect();
            let expected: &[usize] = if is_partitioned { &[1] } else { &[4, 4] };
            assert_eq!(kept, expected);
        }
    }
}
