//! What generated code works with: the memory of a thread, and the routines of
//! ours that it calls where a loop depends on what was found before.
//!
//! Generated code writes only into this memory and into the position that it
//! was told to make. What it appends is checked against the end of the memory.

use crate::kept::Kept;
use crate::late::Cell;
use crate::memory::Memory;
use crate::shared::Shared;
use rustc_hash::{FxHashMap, FxHashSet};

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

/// An event of a list.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EventNode {
    pub(crate) tag: u64,
    pub(crate) data: [u64; 3],
}

/// The memory of a thread.
#[repr(C)]
pub(crate) struct Ctx {
    top: u64,
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
    /// Positions of the turn under way.
    pub(crate) kept: Kept,
    // What follows is only ours.
    lists: Vec<Vec<u64>>,
    open: usize,
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
            kept: Kept::default(),
            lists: Vec::new(),
            open: 0,
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
    pub(crate) fn begin(&mut self) {
        self.top = self.arena.start();
        self.wait_top = self.wait.start();
        self.fuel = FUEL;
        self.depth = DEPTH;
        self.problem = 0;
        self.open = 0;
        self.log_top = 0;
        self.over_flag = 0;
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
    pub(crate) fn events(&self, mut node: u64) -> Vec<EventNode> {
        let mut events = Vec::new();
        while let Some(event) = (node as usize).checked_sub(1).and_then(|i| self.log_memory.get(i))
        {
            let [last, tag, data @ ..] = *event;
            events.push(EventNode { tag, data });
            node = last;
        }
        events.reverse();
        events
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

    fn arena_words(&self, from: u64, n_words: usize) -> Option<&[u64]> {
        self.arena.words(from, n_words)
    }

    /// Appends records behind what is in use; below 0 if there is no room.
    fn append(&mut self, records: &[u64]) -> i64 {
        let from = self.top;
        let bytes = 8 * records.len() as u64;
        if from + bytes > self.limit {
            self.problem = Problem::Results as i64;
            return -1;
        }
        if self.arena.write(from, records).is_none() {
            return -1;
        }
        self.top = from + bytes;
        0
    }

    fn shared(&self) -> &Shared {
        // SAFETY: a `Ctx` is made and used only by code that borrows or owns the
        // shared part, which therefore outlives every call.
        unsafe { &*self.shared }
    }

    /// Positions before this one, oldest first.
    pub(crate) fn past(&self) -> impl Iterator<Item = &[u64]> {
        let words = self.shared().words();
        self.past_memory.chunks_exact(words).take(self.n_past as usize)
    }
}

/// A function of generated code that works on a configuration.
pub(crate) type OnConf = unsafe extern "C" fn(*mut Ctx, *const u64) -> i64;

/// What helpers return instead of a number when a limit was met.
const MET: i64 = i64::MIN;

impl Ctx {
    /// Runs a function on a configuration; gives its results and frees them.
    fn results(&mut self, function: OnConf, conf: &[u64]) -> Option<Vec<u64>> {
        let from = self.top;
        if self.append(conf) < 0 {
            return None;
        }
        let start = self.top;
        // SAFETY: the function was made for this game and gets the thread's own
        // memory and a configuration that lies in it.
        let n = unsafe { function(self, from as *const u64) };
        if n < 0 {
            return None;
        }
        let n_words = n as usize * conf.len();
        let results = self.arena_words(start, n_words)?.to_vec();
        self.top = from;
        Some(results)
    }

    /// Runs a function that gives a number.
    fn number(&mut self, function: OnConf, conf: &[u64]) -> Option<i64> {
        let from = self.top;
        if self.append(conf) < 0 {
            return None;
        }
        // SAFETY: as in `results`.
        let number = unsafe { function(self, from as *const u64) };
        self.top = from;
        (number >= i64::from(i32::MIN)).then_some(number)
    }

    fn conf(&mut self, from: u64) -> Vec<u64> {
        let n = self.shared().record_words();
        self.arena_words(from, n).map(|words| words.to_vec()).unwrap_or_default()
    }

    /// Moves words from the arena to a list; below 0 if there is no room.
    fn set_aside(&mut self, list: i64, from: u64, n_words: usize) -> i64 {
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

    fn keep(&mut self, n_results: usize) -> Option<()> {
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

type Records = Vec<Vec<u64>>;

fn split(records: &[u64], n_words: usize) -> impl Iterator<Item = &[u64]> {
    records.chunks_exact(n_words.max(1))
}

/// SAFETY of all routines below: generated code calls them with the pointer to
/// the memory of its thread that it was given itself, and with functions of the
/// same game.
macro_rules! ctx {
    ($ctx:ident) => {
        // SAFETY: see above.
        unsafe { &mut *$ctx }
    };
}

/// Makes a routine that is called for the first time: its address, or below 0.
pub(crate) extern "C" fn late(ctx: *mut Ctx, cell: *const Cell) -> i64 {
    let ctx = ctx!(ctx);
    // SAFETY: code knows only cells of its own game, which live as long as it does.
    let request = unsafe { cell.as_ref() }.map(|cell| cell.request);
    let found = request.and_then(|request| ctx.shared().routine(&[request]).ok());
    match found.and_then(|cell| cell.address()) {
        Some(address) => address as i64,
        None => {
            ctx.problem = Problem::Code as i64;
            -1
        }
    }
}

pub(crate) extern "C" fn list_begin(ctx: *mut Ctx) -> i64 {
    let ctx = ctx!(ctx);
    if ctx.open == ctx.lists.len() {
        ctx.lists.push(Vec::new());
    }
    ctx.lists[ctx.open].clear();
    ctx.open += 1;
    ctx.open as i64 - 1
}

pub(crate) extern "C" fn list_add(ctx: *mut Ctx, list: i64, from: u64) -> i64 {
    let ctx = ctx!(ctx);
    let n_words = ctx.shared().record_words();
    ctx.set_aside(list, from, n_words)
}

pub(crate) extern "C" fn list_end(ctx: *mut Ctx, list: i64) -> i64 {
    let ctx = ctx!(ctx);
    let records = std::mem::take(&mut ctx.lists[list as usize]);
    ctx.open = list as usize;
    let n = records.len() / ctx.shared().record_words();
    let appended = ctx.append(&records);
    ctx.lists[list as usize] = records;
    if appended < 0 { -1 } else { n as i64 }
}

/// Bit `n` (from 0) of those that are set, alone.
pub(crate) extern "C" fn select_bit(mut word: u64, n: u64) -> u64 {
    for _ in 0..n {
        word &= word.wrapping_sub(1);
    }
    word & word.wrapping_neg()
}

/// The fields of a record that are compared: everything but text and messages.
fn identity(ctx: &Ctx, record: &[u64]) -> Vec<u64> {
    ctx.shared().identity(record)
}

fn round(
    ctx: &mut Ctx,
    body: OnConf,
    layer: &Records,
    seen: &mut FxHashSet<Vec<u64>>,
) -> Option<Records> {
    let mut next = Vec::new();
    for conf in layer {
        let results = ctx.results(body, conf)?;
        for result in split(&results, conf.len()) {
            if seen.insert(identity(ctx, result)) {
                next.push(result.to_vec());
            }
            ctx.keep(seen.len())?;
        }
    }
    Some(next)
}

/// Leaves results behind a configuration.
fn deliver(ctx: &mut Ctx, from: u64, conf_words: usize, results: Option<Records>) -> i64 {
    let Some(results) = results else { return -1 };
    ctx.top = from + 8 * conf_words as u64;
    if ctx.append(&results.concat()) < 0 { -1 } else { results.len() as i64 }
}

pub(crate) extern "C" fn repeat(
    ctx: *mut Ctx,
    body: OnConf,
    from: u64,
    low: i64,
    high: i64,
) -> i64 {
    let ctx = ctx!(ctx);
    let conf = ctx.conf(from);
    let results = rounds(ctx, body, conf.clone(), low.max(0), high);
    deliver(ctx, from, conf.len(), results)
}

fn rounds(ctx: &mut Ctx, body: OnConf, at: Vec<u64>, low: i64, high: i64) -> Option<Records> {
    let endless = high == -1;
    if !endless && high < low {
        return Some(Vec::new());
    }
    let mut layer = vec![at];
    for _ in 0..low {
        layer = round(ctx, body, &layer, &mut FxHashSet::default())?;
        if layer.is_empty() {
            return Some(layer);
        }
    }
    let mut seen: FxHashSet<Vec<u64>> = layer.iter().map(|conf| identity(ctx, conf)).collect();
    let mut results = layer.clone();
    let mut done = low;
    while !layer.is_empty() && (endless || done < high) {
        layer = round(ctx, body, &layer, &mut seen)?;
        results.extend_from_slice(&layer);
        ctx.keep(results.len())?;
        done += 1;
    }
    Some(results)
}

pub(crate) extern "C" fn each(
    ctx: *mut Ctx,
    body: OnConf,
    from: u64,
    set: u64,
    n_words: i64,
) -> i64 {
    let ctx = ctx!(ctx);
    let conf = ctx.conf(from);
    let words = ctx.arena_words(set, n_words as usize).map(|w| w.to_vec()).unwrap_or_default();
    let results = each_field(ctx, body, conf.clone(), &words);
    deliver(ctx, from, conf.len(), results)
}

fn each_field(ctx: &mut Ctx, body: OnConf, at: Vec<u64>, words: &[u64]) -> Option<Records> {
    let n = at.len();
    let way = at[n - 1];
    let mut layer = vec![at];
    for field in (0..64 * words.len()).filter(|i| words[i / 64] >> (i % 64) & 1 == 1) {
        let mut seen: FxHashSet<Vec<u64>> = FxHashSet::default();
        let mut next = Vec::new();
        for conf in &mut layer {
            (conf[n - 2], conf[n - 1]) = (field as u64, way);
            let results = ctx.results(body, conf)?;
            for result in split(&results, n) {
                let mut key = identity(ctx, result);
                key.truncate(key.len() - 2);
                if seen.insert(key) {
                    next.push(result.to_vec());
                }
                ctx.keep(next.len())?;
            }
        }
        layer = next;
    }
    Some(layer)
}

pub(crate) extern "C" fn best(ctx: *mut Ctx, list: OnConf, value: OnConf, from: u64) -> i64 {
    let ctx = ctx!(ctx);
    let conf = ctx.conf(from);
    let results = greatest(ctx, list, value, &conf);
    deliver(ctx, from, conf.len(), results)
}

fn greatest(ctx: &mut Ctx, list: OnConf, value: OnConf, at: &[u64]) -> Option<Records> {
    let results = ctx.results(list, at)?;
    let mut greatest = i64::MIN;
    let mut best = Vec::new();
    for result in split(&results, at.len()) {
        let number = ctx.number(value, result)?;
        if number > greatest {
            best.clear();
            greatest = number;
        }
        if number == greatest {
            best.push(result.to_vec());
        }
        ctx.keep(best.len())?;
    }
    Some(best)
}

/// The different results of a function, as a count sees them.
fn different(ctx: &mut Ctx, list: OnConf, from: u64) -> Option<Records> {
    let conf = ctx.conf(from);
    let results = ctx.results(list, &conf)?;
    let mut seen: FxHashMap<Vec<u64>, ()> = FxHashMap::default();
    let mut records = Vec::new();
    for result in split(&results, conf.len()) {
        if seen.insert(ctx.shared().material(result), ()).is_none() {
            records.push(result.to_vec());
        }
        ctx.keep(records.len())?;
    }
    Some(records)
}

pub(crate) extern "C" fn count(ctx: *mut Ctx, list: OnConf, from: u64) -> i64 {
    different(ctx!(ctx), list, from).map_or(MET, |results| results.len() as i64)
}

pub(crate) extern "C" fn sum(ctx: *mut Ctx, list: OnConf, value: OnConf, from: u64) -> i64 {
    let ctx = ctx!(ctx);
    let Some(results) = different(ctx, list, from) else { return MET };
    let mut total: i32 = 0;
    for result in results {
        let Some(number) = ctx.number(value, &result) else { return MET };
        total = total.saturating_add(number as i32);
    }
    i64::from(total)
}

pub(crate) extern "C" fn number(ctx: *mut Ctx, function: OnConf, from: u64) -> i64 {
    let ctx = ctx!(ctx);
    let conf = ctx.conf(from);
    ctx.number(function, &conf).unwrap_or(MET)
}

pub(crate) extern "C" fn steps(ctx: *mut Ctx, step: OnConf, until: OnConf, from: u64) -> i64 {
    let ctx = ctx!(ctx);
    let conf = ctx.conf(from);
    steps_until(ctx, step, until, conf).unwrap_or(MET)
}

fn steps_until(ctx: &mut Ctx, step: OnConf, until: OnConf, at: Vec<u64>) -> Option<i64> {
    let mut seen: FxHashSet<Vec<u64>> = FxHashSet::default();
    seen.insert(identity(ctx, &at));
    let mut layer = vec![at];
    for n in 0.. {
        for conf in &layer {
            if ctx.number(until, conf)? != 0 {
                return Some(n);
            }
        }
        layer = round(ctx, step, &layer, &mut seen)?;
        if layer.is_empty() {
            break;
        }
    }
    Some(i64::from(i32::MAX))
}

/// Whether the position in which the turn began has occurred so often. If it is
/// itself among the earlier ones, it is the last of them.
pub(crate) extern "C" fn occurred(ctx: *mut Ctx, times: i64, itself: i64) -> i64 {
    let ctx = ctx!(ctx);
    let words = ctx.shared().words();
    // SAFETY: `now` points at the position of the turn under way.
    let now = unsafe { std::slice::from_raw_parts(ctx.now, words) };
    let n = ctx.n_past as usize - itself as usize;
    ctx.shared().repeated(now, ctx.past().take(n), times as usize)
}

/// Whether the position after the turn so far has then occurred so often.
pub(crate) extern "C" fn occurred_after(ctx: *mut Ctx, from: u64, times: i64, itself: i64) -> i64 {
    let ctx = ctx!(ctx);
    let conf = ctx.conf(from);
    let words = ctx.shared().words();
    // SAFETY: as in `occurred`.
    let now = unsafe { std::slice::from_raw_parts(ctx.now, words) };
    let n = ctx.n_past as usize - itself as usize;
    match ctx.shared().close(now, &conf) {
        Some(after) => {
            ctx.shared().repeated(&after, ctx.past().take(n).chain([now]), times as usize)
        }
        None => ctx.shared().repeated(now, ctx.past().take(n), times as usize),
    }
}
