//! The memory of a thread, with which generated code works: results of the turn,
//! positions that wait or are past, events of moves, and the limits.
//!
//! Generated code writes only into this memory and into the position that it
//! was told to make. What it appends is checked against the end of the memory.

pub(crate) mod distances;
pub(crate) mod helpers;
pub(crate) mod kept;
mod memory;
mod records;
pub(crate) mod stacking;

use crate::position::Position;
use crate::referee::expected::Expected;
use crate::shared::Shared;
use distances::Distances;
use game::{Asked, Outcome};
use kept::Kept;
use memory::Memory;
use records::Records;

/// What a turn may use.
pub(crate) const FUEL: i64 = 20_000_000;
/// What a result costs that is kept and compared.
const KEEP_COST: i64 = 16;
/// How deep functions may call each other.
pub(crate) const DEPTH: i64 = 200;
/// The bytes for results of a turn.
pub(crate) const ARENA: usize = 48 << 20;
/// The bytes for positions that wait for a test.
const WAIT: usize = 16 << 20;
/// The events of a turn whose texts are kept.
const LOG_EVENTS: usize = 1 << 20;
/// Counts of positions are kept by these bits of their keys.
pub(crate) const HISTORY_MASK: u64 = 0xfff;

/// Why generated code gave up. The interpreter says the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub(crate) enum Problem {
    /// Too much work.
    Steps = 1,
    /// Too many results.
    Results = 2,
    /// Functions too deep in each other.
    Depth = 3,
    /// The rules do what they should not.
    Rules = 4,
    /// Code that was needed could not be made.
    Code = 5,
    /// More pieces in stacks than a position has room for.
    Room = 6,
}

/// An event of a move's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub(crate) enum EventTag {
    Pickup = 0,
    Putdown = 1,
    Place = 2,
    Remove = 3,
    Become = 4,
    Pass = 5,
    /// A piece is put from nowhere: a place, or what was just put down changes.
    Put = 6,
    Tell = 7,
    Detail = 8,
}

/// The words of an event in memory: the number of the one before, tag and data.
const EVENT_WORDS: usize = 5;

/// A function of generated code that works on a configuration.
pub(crate) type OnConf = unsafe extern "C" fn(*mut Ctx, *const u64) -> i64;

/// An event of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct EventNode {
    pub(crate) tag: u64,
    pub(crate) data: [u64; 3],
}

/// The memory of a thread.
#[repr(C)]
pub(crate) struct Ctx {
    pub(crate) top: u64,
    limit: u64,
    wait_top: u64,
    wait_limit: u64,
    pub(crate) fuel: i64,
    pub(crate) depth: i64,
    pub(crate) problem: i64,
    /// The key of the position in which the turn began: its signature without
    /// what is remembered.
    pub(crate) key: u64,
    counts: *mut u16,
    log: *mut [u64; EVENT_WORDS],
    pub(crate) log_top: u64,
    log_limit: u64,
    /// The position in which the turn began.
    pub(crate) now: *const u64,
    /// The earlier positions, one behind the other.
    pub(crate) past: *mut u64,
    pub(crate) n_past: u64,
    pub(crate) past_limit: u64,
    /// 0, or 1 for an outcome of the position itself, 2 if it is scored.
    pub(crate) over_flag: u64,
    pub(crate) over_value: i64,
    /// The state of the random numbers.
    pub(crate) rng: u64,
    /// Random games that the first player won, that the second won, and all others.
    pub(crate) wins: [u64; 3],
    /// The last position of a random game.
    pub(crate) last: *const u64,
    pub(crate) shared: *const Shared,
    /// The positions that a dive may still visit, and by how much the least of those
    /// that it did not visit are too far away.
    pub(crate) dive_left: i64,
    pub(crate) dive_above: i64,
    /// The position before the last turn, for the referee.
    pub(crate) before: *const u64,
    /// What a player perceived.
    pub(crate) expected: Expected,
    /// Positions of the turn under way.
    pub(crate) kept: Kept,
    // What follows is only ours.
    /// The oldest earlier position because of which something has occurred.
    pub(crate) ground: Option<usize>,
    /// The questions about earlier positions, if somebody wants to know them.
    pub(crate) asked: Option<Vec<Asked>>,
    lists: Vec<Vec<u64>>,
    open: usize,
    spare_records: Vec<Records>,
    pub(crate) distances: Distances,
    arena: Memory,
    wait: Memory,
    counts_memory: Vec<u16>,
    /// The words of events: zeros cost nothing until they are written over.
    log_memory: Vec<[u64; EVENT_WORDS]>,
    past_memory: Vec<u64>,
}

macro_rules! offsets {
    ($($name:ident = $field:ident),* $(,)?) => {
        impl Ctx {
            $(pub(crate) const $name: usize = std::mem::offset_of!(Ctx, $field);)*
        }
    };
}
offsets! {
    TOP = top, LIMIT = limit, WAIT_TOP = wait_top, WAIT_LIMIT = wait_limit, FUEL = fuel, DEPTH = depth, PROBLEM = problem, KEY = key,
    COUNTS = counts, LOG = log, LOG_TOP = log_top, LOG_LIMIT = log_limit, NOW = now, PAST = past,
    N_PAST = n_past, PAST_LIMIT = past_limit, OVER_FLAG = over_flag, OVER_VALUE = over_value,
    RNG = rng, WINS = wins, LAST = last, KEPT = kept,
    BEFORE = before, EXPECTED = expected, DIVE_LEFT = dive_left, DIVE_ABOVE = dive_above,
}

impl Ctx {
    /// Memory for a thread. It is boxed, because generated code points at it.
    pub(crate) fn new(shared: &Shared) -> Option<Box<Ctx>> {
        let mut ctx = Box::new(Ctx {
            top: 0,
            limit: 0,
            wait_top: 0,
            wait_limit: 0,
            fuel: FUEL,
            depth: DEPTH,
            problem: 0,
            key: 0,
            counts: std::ptr::null_mut(),
            log: std::ptr::null_mut(),
            log_top: 0,
            log_limit: 0,
            now: std::ptr::null(),
            past: std::ptr::null_mut(),
            n_past: 0,
            past_limit: 0,
            over_flag: 0,
            over_value: 0,
            rng: 0,
            wins: [0; 3],
            last: std::ptr::null(),
            shared,
            dive_left: 0,
            dive_above: 0,
            before: std::ptr::null(),
            expected: Expected::default(),
            kept: Kept::default(),
            ground: None,
            asked: None,
            lists: Vec::new(),
            open: 0,
            spare_records: Vec::new(),
            distances: Distances::default(),
            arena: Memory::new(ARENA)?,
            wait: Memory::new(WAIT)?,
            counts_memory: vec![0; HISTORY_MASK as usize + 1],
            log_memory: Vec::new(),
            past_memory: Vec::new(),
        });
        ctx.limit = ctx.arena.end();
        ctx.wait_limit = ctx.wait.end();
        ctx.counts = ctx.counts_memory.as_mut_ptr();
        ctx.reserve_past(shared, 2);
        Some(ctx)
    }

    /// Gets ready for a turn.
    #[inline]
    pub(crate) fn begin(&mut self) {
        self.top = self.arena.start();
        self.wait_top = self.wait.start();
        self.fuel = FUEL;
        self.depth = DEPTH;
        self.problem = 0;
        self.open = 0;
        self.log_top = 0;
        self.over_flag = 0;
        self.ground = None;
    }

    /// Notes because of which earlier position something has occurred: 1, or 0 if it
    /// has not.
    pub(crate) fn rest_on(&mut self, ground: Option<usize>) -> i64 {
        let Some(oldest) = ground else { return 0 };
        self.ground = Some(self.ground.map_or(oldest, |ground| ground.min(oldest)));
        1
    }

    /// Makes room for the texts of moves.
    pub(crate) fn keep_texts(&mut self) {
        if self.log_memory.is_empty() {
            self.log_memory = vec![[0; EVENT_WORDS]; LOG_EVENTS];
            self.log = self.log_memory.as_mut_ptr();
            self.log_limit = LOG_EVENTS as u64;
        }
    }

    /// The events of a list, oldest first.
    pub(crate) fn events(&self, node: u64) -> Vec<EventNode> {
        let mut events = Vec::new();
        self.events_into(node, &mut events);
        events
    }

    /// Writes the events of a list, oldest first, in the place of what was there.
    pub(crate) fn events_into(&self, mut node: u64, events: &mut Vec<EventNode>) {
        events.clear();
        while let Some(event) = (node as usize).checked_sub(1).and_then(|i| self.log_memory.get(i))
        {
            let [last, tag, data @ ..] = *event;
            events.push(EventNode { tag, data });
            node = last;
        }
        events.reverse();
    }

    /// The words that generated code has put into the arena.
    pub(crate) fn produced(&self) -> &[u64] {
        let n = (self.top - self.arena.start()) / 8;
        self.arena.words(self.arena.start(), n as usize).unwrap_or(&[])
    }

    /// Makes room for so many positions of the past.
    pub(crate) fn reserve_past(&mut self, shared: &Shared, positions: usize) {
        if positions as u64 > self.past_limit {
            // One more, so that the position behind the last has a place, too.
            self.past_memory.resize(shared.words() * (positions + 1), 0);
            self.past = self.past_memory.as_mut_ptr();
            self.past_limit = positions as u64;
        }
    }

    /// Adds a position to the earlier ones.
    pub(crate) fn push_past(&mut self, shared: &Shared, position: &[u64]) {
        let n = self.n_past as usize;
        if n as u64 + 2 > self.past_limit {
            self.reserve_past(shared, 2 * n + 16);
        }
        self.past_memory[n * position.len()..][..position.len()].copy_from_slice(position);
        let count = &mut self.counts_memory[(shared.key(position) & HISTORY_MASK) as usize];
        *count = count.saturating_add(1);
        self.n_past += 1;
    }

    /// Takes back the position that was added last.
    pub(crate) fn pop_past(&mut self, shared: &Shared, position: &[u64]) {
        let count = &mut self.counts_memory[(shared.key(position) & HISTORY_MASK) as usize];
        *count = count.saturating_sub(1);
        self.n_past = self.n_past.saturating_sub(1);
    }

    /// Takes back what was added behind so many positions.
    pub(crate) fn shorten_past(&mut self, shared: &Shared, to: usize) {
        let words = shared.words();
        for n in (to..self.n_past as usize).rev() {
            let place = shared.key(&self.past_memory[n * words..][..words]) & HISTORY_MASK;
            let count = &mut self.counts_memory[place as usize];
            *count = count.saturating_sub(1);
        }
        self.n_past = self.n_past.min(to as u64);
    }

    /// How a turn that has no moves has ended the game.
    pub(crate) fn over(&self) -> Outcome {
        Outcome { value: self.over_value as i32, scored: self.over_flag == 2 }
    }

    /// Forgets the earlier positions.
    pub(crate) fn forget_past(&mut self) {
        if self.n_past > 0 {
            self.counts_memory.fill(0);
            self.n_past = 0;
        }
    }

    /// Sets the earlier positions.
    pub(crate) fn set_past(&mut self, shared: &Shared, past: &[&[u64]]) {
        self.counts_memory.fill(0);
        let words = shared.words();
        self.reserve_past(shared, past.len() + 2);
        self.n_past = past.len() as u64;
        for (i, position) in past.iter().enumerate() {
            self.past_memory[i * words..][..words].copy_from_slice(position);
            let place = shared.key(position) & HISTORY_MASK;
            let count = &mut self.counts_memory[place as usize];
            *count = count.saturating_add(1);
        }
    }

    /// Lets code that asks for everything see the earlier positions; counts of them
    /// are not kept.
    pub(crate) fn show_past(&mut self, shared: &Shared, past: &[Position]) {
        let words = shared.words();
        self.reserve_past(shared, past.len() + 2);
        self.n_past = past.len() as u64;
        for (place, position) in self.past_memory.chunks_exact_mut(words).zip(past) {
            place.copy_from_slice(position.words());
        }
    }

    pub(crate) fn arena_words(&self, from: u64, n_words: usize) -> Option<&[u64]> {
        self.arena.words(from, n_words)
    }

    /// Writes over words that are in use.
    pub(crate) fn overwrite(&mut self, to: u64, words: &[u64]) -> Option<()> {
        self.arena.write(to, words)
    }

    /// Puts words behind what is in use, if there is room; where they are.
    pub(crate) fn put(&mut self, words: &[u64]) -> Option<u64> {
        let from = self.top;
        let bytes = 8 * words.len() as u64;
        if from + bytes > self.limit {
            self.problem = Problem::Results as i64;
            return None;
        }
        self.arena.write(from, words)?;
        self.top = from + bytes;
        Some(from)
    }

    pub(crate) fn shared(&self) -> &Shared {
        // SAFETY: a `Ctx` is made and used only by code that borrows or owns the
        // shared part, which therefore outlives every call.
        unsafe { &*self.shared }
    }

    /// Positions before this one, oldest first.
    pub(crate) fn past(&self) -> impl DoubleEndedIterator<Item = &[u64]> + ExactSizeIterator {
        let words = self.shared().words();
        self.past_memory.chunks_exact(words).take(self.n_past as usize)
    }

    /// Runs a function on a configuration in the arena; how many results it has
    /// left at the top.
    pub(crate) fn list(&mut self, function: OnConf, conf: u64) -> Option<usize> {
        // SAFETY: the function was made for this game and gets the thread's own
        // memory and a configuration that lies in it.
        let n = unsafe { function(self, conf as *const u64) };
        usize::try_from(n).ok()
    }

    /// Runs a function that gives a number.
    pub(crate) fn number(&mut self, function: OnConf, conf: u64) -> Option<i64> {
        let top = self.top;
        // SAFETY: as in `list`.
        let number = unsafe { function(self, conf as *const u64) };
        self.top = top;
        (number >= i64::from(i32::MIN)).then_some(number)
    }

    /// Copies a record of the arena to another place there.
    pub(crate) fn copy(&mut self, from: u64, to: u64) -> Option<()> {
        let n_words = self.shared().record_words();
        self.arena.copy(from, to, n_words)
    }

    /// Empty records, to be given back.
    pub(crate) fn take_records(&mut self) -> Records {
        let mut records = self.spare_records.pop().unwrap_or_default();
        records.begin(self.shared().record_words());
        records
    }

    pub(crate) fn give_records(&mut self, records: Records) {
        self.spare_records.push(records);
    }

    /// Begins a list of records outside the arena; its number.
    pub(crate) fn open_list(&mut self) -> i64 {
        if self.open == self.lists.len() {
            self.lists.push(Vec::new());
        }
        self.lists[self.open].clear();
        self.open += 1;
        self.open as i64 - 1
    }

    /// Moves words from the arena to a list; below 0 if there is no room.
    pub(crate) fn set_aside(&mut self, list: i64, from: u64, n_words: usize) -> i64 {
        let (Some(list), Some(words)) =
            (self.lists.get_mut(list as usize), self.arena.words(from, n_words))
        else {
            return -1;
        };
        list.extend_from_slice(words);
        self.top = from;
        if 8 * list.len() > ARENA {
            self.problem = Problem::Results as i64;
            return -1;
        }
        0
    }

    /// Appends the records of a list to the arena and ends it; how many there are,
    /// or below 0 if there is no room.
    pub(crate) fn close_list(&mut self, list: i64) -> i64 {
        let records = std::mem::take(&mut self.lists[list as usize]);
        self.open = list as usize;
        let n = records.len() / self.shared().record_words();
        let put = self.put(&records);
        self.lists[list as usize] = records;
        put.map_or(-1, |_| n as i64)
    }

    /// Counts a result that is kept against the limits.
    pub(crate) fn keep(&mut self, n_results: usize) -> Option<()> {
        self.fuel -= KEEP_COST;
        if self.fuel < 0 {
            self.problem = Problem::Steps as i64;
            return None;
        }
        if n_results * self.shared().record_words() * 8 > ARENA {
            self.problem = Problem::Results as i64;
            return None;
        }
        Some(())
    }
}
