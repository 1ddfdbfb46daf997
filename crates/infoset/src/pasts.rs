//! Which earlier positions of a history matter, for games whose rules look at them.
//!
//! Two histories that lead to the same position may be treated as one only if their
//! pasts cannot make a difference. Rules ask about the past in one way: has this
//! position, or the one that a turn would lead to, occurred so often? As long as a
//! position of that likeness occurs at too few depths of the set for a yes, the answer
//! is no for each history, and the past is left out. Otherwise the likeness is *kept*:
//! from then on a history remembers its earlier positions of that likeness, they are
//! part of what is compared when positions are merged, and they are what the rules get
//! to see. So answers are exact, and only histories whose repetitions may count are
//! kept apart.

use crate::bytes::is_sound;
use crate::limits::InfosetError;
use game::bytes::{Reader, put, put_position, read_position};
use game::{Asked, Referee};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// A list of positions that a history remembers; 0 is the empty one.
pub(crate) type PastId = u32;

/// The likenesses that matter, at how many depths each occurs, and the lists of
/// earlier positions.
#[derive(Clone, Debug)]
pub(crate) struct Pasts<P> {
    kept: FxHashSet<u64>,
    /// At how many depths a likeness occurs, and the last of them; in several maps, so
    /// that threads can fill them at once.
    occurs: Vec<Occurs>,
    /// Each list as the one before its last position, and that position.
    lists: Vec<(PastId, P)>,
    ids: FxHashMap<(PastId, P), PastId>,
}

/// At how many depths likenesses occur.
#[derive(Clone, Debug, Default)]
struct Occurs {
    /// The number of depths, and the last of them.
    depths: FxHashMap<u64, (u32, u32)>,
    /// Those that occur at several depths. They are few, and nearly all questions are about
    /// these alone, so that the large map is hardly ever read.
    often: FxHashSet<u64>,
    /// Those of them that other ranks have not heard of, if there are some.
    news: Option<Vec<u64>>,
}

impl Occurs {
    /// Notes that positions of a likeness occur at a depth.
    fn note(&mut self, likeness: u64, depth: u32) {
        let (depths, last) = self.depths.entry(likeness).or_insert((0, u32::MAX));
        if *last != depth {
            (*depths, *last) = (*depths + 1, depth);
            if *depths > 1 {
                self.is_often(likeness);
            }
        }
    }

    fn is_often(&mut self, likeness: u64) {
        if self.often.insert(likeness)
            && let Some(news) = &mut self.news
        {
            news.push(likeness);
        }
    }

    /// Takes over what was noted elsewhere.
    fn insert(&mut self, likeness: u64, depths: u32, last: u32) {
        self.depths.insert(likeness, (depths, last));
        if depths > 1 {
            self.is_often(likeness);
        }
    }

    fn clear(&mut self) {
        self.depths.clear();
        self.often.clear();
        self.news.iter_mut().for_each(Vec::clear);
    }
}

impl<P: Clone + Eq + Hash> Pasts<P> {
    pub(crate) fn new() -> Pasts<P> {
        Pasts {
            kept: FxHashSet::default(),
            occurs: vec![Occurs::default(); MAPS],
            lists: Vec::new(),
            ids: FxHashMap::default(),
        }
    }

    /// The same for a rank that tells others which likenesses occur at several depths.
    pub(crate) fn of_rank() -> Pasts<P> {
        let mut pasts = Pasts::new();
        pasts.occurs.iter_mut().for_each(|occurs| occurs.news = Some(Vec::new()));
        pasts
    }

    /// The likenesses that turned out to occur at several depths since this was last asked.
    pub(crate) fn take_news(&mut self) -> Vec<u64> {
        let news = self.occurs.iter_mut().filter_map(|occurs| occurs.news.as_mut());
        news.flat_map(|news| news.drain(..)).collect()
    }

    /// Forgets everything but which likenesses are kept.
    pub(crate) fn restart(&mut self) {
        self.occurs.iter_mut().for_each(Occurs::clear);
        self.lists.clear();
        self.ids.clear();
    }

    /// From now on positions of this likeness are remembered.
    pub(crate) fn keep(&mut self, likeness: u64) {
        self.kept.insert(likeness);
    }

    /// Whether any positions are remembered at all.
    pub(crate) fn keeps_some(&self) -> bool {
        !self.kept.is_empty()
    }

    /// Notes that positions of these likenesses occur at a depth.
    pub(crate) fn note(&mut self, likenesses: &[u64], depth: u32, threads: usize) {
        let fill = |first: usize, maps: &mut [Occurs]| {
            for &likeness in likenesses {
                let Some(map) = map_of(likeness).checked_sub(first).and_then(|i| maps.get_mut(i))
                else {
                    continue;
                };
                map.note(likeness, depth);
            }
        };
        // Threads are not worth it for a few.
        let threads = if likenesses.len() < 4096 { 1 } else { threads.clamp(1, MAPS) };
        let each = MAPS.div_ceil(threads);
        let shares = Mutex::new(self.occurs.chunks_mut(each).enumerate());
        let next = || shares.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some((i, maps)) = next() {
                fill(i * each, maps);
            }
        };
        game::crew::run(threads, |_| work(), |_| work());
    }

    /// Whether a question could be answered with yes for some history, though what it
    /// asks for is not remembered. `here` is the likeness of the position that asks.
    pub(crate) fn is_open(&self, asked: &Asked, here: u64) -> bool {
        let needed = self.needed(asked, here);
        needed.is_some_and(|needed| self.occurs_at(asked.likeness, needed))
    }

    /// At how many depths what a question asks for must have occurred before it could be
    /// answered with yes, if it is not remembered; nothing if the answer is known.
    pub(crate) fn needed(&self, asked: &Asked, here: u64) -> Option<u32> {
        let is_open = asked.times > 1 && !self.kept.contains(&asked.likeness);
        let now = u32::from(asked.moved && asked.likeness == here);
        is_open.then(|| asked.times.saturating_sub(1 + now))
    }

    /// Whether positions of a likeness have occurred at this many depths.
    pub(crate) fn occurs_at(&self, likeness: u64, n_depths: u32) -> bool {
        let occurs = &self.occurs[map_of(likeness)];
        if n_depths > 1 && !occurs.often.contains(&likeness) {
            return false;
        }
        let earlier = occurs.depths.get(&likeness);
        earlier.map_or(0, |(depths, _)| *depths) >= n_depths
    }

    /// The list of these positions, the oldest first.
    pub(crate) fn list(&mut self, positions: Vec<P>) -> PastId {
        positions.into_iter().fold(0, |past, position| self.push(past, position))
    }

    /// The list after a position that is left.
    pub(crate) fn after(&mut self, past: PastId, position: &P, likeness: u64) -> PastId {
        if !self.kept.contains(&likeness) {
            return past;
        }
        self.push(past, position.clone())
    }

    /// The list with another position at its end.
    fn push(&mut self, past: PastId, position: P) -> PastId {
        let key = (past, position);
        if let Some(&id) = self.ids.get(&key) {
            return id;
        }
        self.lists.push(key.clone());
        let id = self.lists.len() as PastId;
        self.ids.insert(key, id);
        id
    }

    /// The positions of a list, the oldest first.
    pub(crate) fn positions(&self, mut past: PastId) -> Vec<P> {
        let mut positions = Vec::new();
        while let Some((before, position)) =
            past.checked_sub(1).and_then(|i| self.lists.get(i as usize))
        {
            positions.push(position.clone());
            past = *before;
        }
        positions.reverse();
        positions
    }

    /// The likenesses that are kept, in order.
    pub(crate) fn kept(&self) -> Vec<u64> {
        let mut kept: Vec<u64> = self.kept.iter().copied().collect();
        kept.sort_unstable();
        kept
    }

    /// At how many depths each likeness occurs, and at which last, in order.
    pub(crate) fn occurrences(&self) -> Vec<(u64, u32, u32)> {
        let entries = self.occurs.iter().flat_map(|occurs| &occurs.depths);
        let mut all: Vec<_> = entries.map(|(likeness, it)| (*likeness, it.0, it.1)).collect();
        all.sort_unstable();
        all
    }

    /// Notes what was noted elsewhere: at how many depths a likeness occurs, and at which
    /// last.
    pub(crate) fn occurred(&mut self, likeness: u64, depths: u32, last: u32) {
        self.occurs[map_of(likeness)].insert(likeness, depths, last);
    }

    /// Everything as bytes.
    pub(crate) fn write<G: Referee<Position = P>>(
        &self,
        game: &G,
    ) -> Result<Vec<u8>, InfosetError> {
        let mut bytes = Vec::new();
        let kept = self.kept();
        put(kept.len() as u128, &mut bytes);
        kept.iter().for_each(|likeness| put(u128::from(*likeness), &mut bytes));
        put(self.lists.len() as u128, &mut bytes);
        for (before, position) in &self.lists {
            put(u128::from(*before), &mut bytes);
            if !put_position(game, position, &mut bytes) {
                let why = "this game's positions cannot be written".to_string();
                return Err(InfosetError::Storage(why));
            }
        }
        for map in &self.occurs {
            let mut entries: Vec<(u64, (u32, u32))> =
                map.depths.iter().map(|(k, v)| (*k, *v)).collect();
            entries.sort_unstable();
            put(entries.len() as u128, &mut bytes);
            for (likeness, (depths, last)) in entries {
                put(u128::from(likeness), &mut bytes);
                put(u128::from(depths), &mut bytes);
                put(u128::from(last), &mut bytes);
            }
        }
        Ok(bytes)
    }

    /// Takes over what was written; says nothing if that is not possible.
    pub(crate) fn read<G: Referee<Position = P>>(&mut self, game: &G, bytes: &[u8]) -> Option<()> {
        let mut from = Reader(bytes);
        *self = Pasts::new();
        for _ in 0..from.count()? {
            self.keep(from.small()?);
        }
        for i in 0..from.count()? as PastId {
            let before = from.small::<PastId>().filter(|before| *before <= i)?;
            let position = read_position(game, &mut from).filter(|it| is_sound(game, it))?;
            let key = (before, position);
            self.ids.insert(key.clone(), i + 1);
            self.lists.push(key);
        }
        for map in &mut self.occurs {
            for _ in 0..from.count()? {
                map.insert(from.small()?, from.small()?, from.small()?);
            }
        }
        from.0.is_empty().then_some(())
    }

    /// The memory that it takes, in bytes, if a position takes `each`.
    pub(crate) fn bytes(&self, each: usize) -> usize {
        // A map keeps an eighth of its room free at least, and a byte for each entry.
        let entry = size_of::<(u64, (u32, u32))>() + 1;
        let noted = self.occurs.iter().map(|it| it.depths.capacity() + it.often.capacity());
        let noted: usize = noted.sum();
        2 * self.lists.len() * (each + 8) + noted * entry * 8 / 7
    }
}

/// In how many maps occurrences are noted.
const MAPS: usize = 16;

fn map_of(likeness: u64) -> usize {
    (game::mix(likeness) >> 60) as usize
}
