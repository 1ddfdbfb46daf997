//! The transposition table of many ranks, where deep entries are worth a message: as much
//! depth has to be left as the settings say, so that a search which is spared costs more
//! than the question.
//!
//! - With work stealing each position has an owner, by the high bits of its mixed key, as in
//!   the Multigame paper. A look-up asks the owner. There threads switch to other work
//!   until the answer comes; here the search of the position itself goes on, and the answer
//!   ends it, as a move does that is too good to be allowed: most answers are that nothing
//!   is known, and then no time was lost. What is stored goes to the owner one way, many
//!   entries to a message. A copy of all that is heard stays here.
//! - Where all ranks are told, each keeps what all others store, and nobody asks: that is
//!   the lazy cluster. It takes more messages the more ranks there are, and less memory is
//!   left for other positions.

use crate::parallel::{Bell, Signal};
use crate::table::{Bound, Entry, Table};
use crate::value::{Value, Window};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// This many entries are sent at once.
const BATCH: usize = 256;

/// What a position waits for that is searched in the meantime.
#[derive(Debug)]
pub(crate) struct Answer {
    /// Cut if the answer makes the search needless.
    pub(crate) signal: Arc<Signal>,
    pub(crate) window: Window,
    pub(crate) depth: u32,
    /// How many turns from the root wins count that are found here.
    pub(crate) turns: usize,
    value: OnceLock<Value>,
}

impl Answer {
    pub(crate) fn new(signal: &Arc<Signal>, window: Window, depth: u32, turns: usize) -> Answer {
        Answer { signal: Arc::clone(signal), window, depth, turns, value: OnceLock::new() }
    }

    /// The value of the position, if an answer has told it.
    pub(crate) fn value(&self) -> Option<Value> {
        self.value.get().copied()
    }

    /// Hears what the owner knows; whether that is enough.
    fn hear(&self, entry: Entry) -> bool {
        let value = entry.counted_from_root(self.turns).value;
        let is_enough = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= self.window.beta,
            Bound::Upper => value <= self.window.alpha,
        };
        let is_news = is_enough && entry.depth >= self.depth && self.value.set(value).is_ok();
        if is_news {
            self.signal.cut();
        }
        is_news
    }
}

/// What other ranks are asked and told, by the depth that is left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// From here on the owner of a position is asked, and told, if positions have owners.
    pub(crate) owned_from: Option<u32>,
    /// From here on all ranks are told.
    pub(crate) told_from: u32,
}

/// The tables of the other ranks, as the threads of this one see them.
#[derive(Debug)]
pub(crate) struct FarTable {
    rank: usize,
    size: usize,
    reach: Reach,
    bell: Arc<Bell>,
    desk: Mutex<Desk>,
    n_questions: AtomicU64,
    n_answers: AtomicU64,
}

/// What is to be sent, and what is waited for.
#[derive(Debug, Default)]
struct Desk {
    n_asked: u64,
    /// Questions with their numbers.
    questions: Vec<(u64, u64)>,
    /// What was asked under a number, and what for.
    pending: FxHashMap<u64, (u64, Option<Arc<Answer>>)>,
    /// What was stored here and is worth telling.
    stored: Vec<(u64, u64)>,
}

impl FarTable {
    pub(crate) fn new(rank: usize, size: usize, reach: Reach, bell: &Arc<Bell>) -> FarTable {
        FarTable {
            rank,
            size,
            reach,
            bell: Arc::clone(bell),
            desk: Mutex::default(),
            n_questions: AtomicU64::new(0),
            n_answers: AtomicU64::new(0),
        }
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The rank that keeps what is known under a key.
    pub(super) fn owner(&self, key: u64) -> usize {
        super::owner(key, self.size)
    }

    /// Whether the owner of a position is worth a question, if so much depth is left and
    /// it is known here from a search to another depth.
    pub(crate) fn is_worth_asking(&self, key: u64, depth: u32, known: Option<u32>) -> bool {
        let is_known = known.is_some_and(|known| known >= depth);
        // What all are told nobody has to ask for.
        let is_asked = self.is_owned(depth) && depth < self.reach.told_from;
        is_asked && !is_known && self.owner(key) != self.rank
    }

    fn is_owned(&self, depth: u32) -> bool {
        self.reach.owned_from.is_some_and(|least| depth >= least)
    }

    /// Asks the owner of a position, soon. Nobody waits: what it knows will be in the table
    /// here, and ends the search that it makes needless.
    pub(crate) fn ask(&self, key: u64, answer: Option<Arc<Answer>>) {
        let mut desk = self.desk();
        let number = desk.n_asked;
        desk.n_asked += 1;
        desk.questions.push((number, key));
        desk.pending.insert(number, (key, answer));
        self.n_questions.fetch_add(1, Ordering::Relaxed);
    }

    /// Something was stored here; other ranks are told if it is worth that.
    pub(crate) fn stored(&self, key: u64, entry: Entry) {
        let is_for_all = entry.depth >= self.reach.told_from;
        let is_for_owner = self.is_owned(entry.depth) && self.owner(key) != self.rank;
        if !(is_for_all || is_for_owner) {
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
    pub(super) fn keepers(&self, key: u64, packed: u64) -> std::ops::Range<usize> {
        match Entry::unpack(packed).depth >= self.reach.told_from {
            true => 0..self.size,
            false => self.owner(key)..self.owner(key) + 1,
        }
    }

    /// An answer has come to the question of a number; whether some search is needless now.
    /// Nothing is known if it is 0.
    pub(super) fn answer(&self, table: &Table, number: u64, packed: u64) -> bool {
        let pending = self.desk().pending.remove(&number);
        let Some((key, answer)) = pending.filter(|_| packed != 0) else { return false };
        self.n_answers.fetch_add(1, Ordering::Relaxed);
        table.put_packed(key, packed);
        answer.is_some_and(|answer| answer.hear(Entry::unpack(packed)))
    }

    /// How often others were asked, and how often they knew something.
    pub(super) fn counts(&self) -> (u64, u64) {
        (self.n_questions.load(Ordering::Relaxed), self.n_answers.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Bound;

    fn far(told_from: u32) -> FarTable {
        let reach = Reach { owned_from: Some(5), told_from };
        FarTable::new(1, 4, reach, &Arc::default())
    }

    fn key_of(far: &FarTable, rank: usize) -> u64 {
        (0..).find(|&key| far.owner(key) == rank).expect("each rank owns something")
    }

    #[test]
    fn an_answer_ends_the_search_that_it_makes_needless() {
        let (far, table) = (far(u32::MAX), Table::new(1 << 16).expect("room"));
        let (mine, other) = (key_of(&far, 1), key_of(&far, 3));
        // What is known here, or not worth a message, is not asked.
        assert!(!far.is_worth_asking(mine, 9, None) && !far.is_worth_asking(other, 4, None));
        assert!(!far.is_worth_asking(other, 6, Some(6)) && far.is_worth_asking(other, 6, Some(5)));
        let window = Window { alpha: -10, beta: 10 };
        let ask = |value, depth, bound| {
            let answer = Arc::new(Answer::new(&Arc::default(), window, 6, 0));
            far.ask(other, Some(Arc::clone(&answer)));
            let [(number, key)] = far.questions()[..] else { panic!("one question") };
            assert_eq!(key, other);
            let entry = Entry { value, depth, bound, best: None };
            let is_over = far.answer(&table, number, entry.packed());
            assert_eq!((is_over, is_over), (answer.value().is_some(), answer.signal.is_cut()));
            answer.value()
        };
        assert_eq!(ask(3, 5, Bound::Exact), None, "not deep enough");
        assert_eq!(ask(3, 6, Bound::Lower), None, "it may be more");
        assert_eq!(ask(10, 6, Bound::Lower), Some(10));
        assert_eq!(ask(-11, 7, Bound::Upper), Some(-11));
        assert_eq!(ask(3, 6, Bound::Exact), Some(3));
        // What was heard stays, and a table that knows nothing says so.
        assert_eq!(table.get(other, 0).map(|entry| (entry.value, entry.depth)), Some((-11, 7)));
        far.ask(other, None);
        let number = far.questions()[0].0;
        assert!(!far.answer(&table, number, 0));
        assert_eq!(far.counts(), (6, 5));
    }

    #[test]
    fn deep_entries_go_to_whoever_keeps_them() {
        let entry = |depth| Entry { value: 3, depth, bound: Bound::Exact, best: None };
        let kept = |told_from| {
            let far = far(told_from);
            let (mine, other) = (key_of(&far, 1), key_of(&far, 2));
            for (key, depth) in [(other, 4), (other, 5), (mine, 9)] {
                far.stored(key, entry(depth));
            }
            assert!(far.to_tell(false).is_empty(), "too few for a message");
            let told = far.to_tell(true);
            assert!(far.is_worth_asking(other, 6, None) == (told_from > 6));
            told.into_iter()
                .map(|(key, packed)| far.keepers(key, packed).len())
                .collect::<Vec<usize>>()
        };
        assert_eq!((kept(u32::MAX), kept(6), kept(4)), (vec![1], vec![1, 4], vec![4, 4, 4]));
    }
}
