//! Routines of ours that generated code calls: where a loop depends on what was
//! found before, where a rule asks for earlier positions, and where code is made
//! that was never called yet.

use crate::late::Cell;
use crate::runtime::{Ctx, OnConf, Problem};
use rustc_hash::{FxHashMap, FxHashSet};

/// What helpers return instead of a number when a limit was met.
const MET: i64 = i64::MIN;

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

/// The stack of a thread that makes code.
const STACK_TO_COMPILE: usize = 16 << 20;

/// Makes a routine that is called for the first time: its address, or below 0.
pub(crate) extern "C" fn late(ctx: *mut Ctx, cell: *const Cell) -> i64 {
    let ctx = ctx!(ctx);
    // SAFETY: code knows only cells of its own game, which live as long as it does.
    let request = unsafe { cell.as_ref() }.map(|cell| cell.request);
    let shared = ctx.shared();
    // Making code needs a stack of its own, because the code that asks may be deep
    // in a small one, and must not be unwound.
    let found = request.and_then(|request| {
        std::thread::scope(|scope| {
            let make = std::thread::Builder::new().stack_size(STACK_TO_COMPILE);
            let made = make.spawn_scoped(scope, || shared.routine(&[request]).ok());
            made.ok()?.join().ok()?
        })
    });
    match found.and_then(|cell| cell.address()) {
        Some(address) => address as i64,
        None => {
            ctx.problem = Problem::Code as i64;
            -1
        }
    }
}

pub(crate) extern "C" fn list_begin(ctx: *mut Ctx) -> i64 {
    ctx!(ctx).open_list()
}

pub(crate) extern "C" fn list_add(ctx: *mut Ctx, list: i64, from: u64) -> i64 {
    let ctx = ctx!(ctx);
    let n_words = ctx.shared().record_words();
    ctx.set_aside(list, from, n_words)
}

pub(crate) extern "C" fn list_end(ctx: *mut Ctx, list: i64) -> i64 {
    ctx!(ctx).close_list(list)
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
    let ground = ctx.shared().repeated(now, ctx.past().take(n), times as usize);
    ctx.rest_on(ground)
}

/// Whether the position after the turn so far has then occurred so often.
pub(crate) extern "C" fn occurred_after(ctx: *mut Ctx, from: u64, times: i64, itself: i64) -> i64 {
    let ctx = ctx!(ctx);
    let conf = ctx.conf(from);
    let words = ctx.shared().words();
    // SAFETY: as in `occurred`.
    let now = unsafe { std::slice::from_raw_parts(ctx.now, words) };
    let n = ctx.n_past as usize - itself as usize;
    let ground = match ctx.shared().close(now, &conf) {
        Some(after) => {
            ctx.shared().repeated(&after, ctx.past().take(n).chain([now]), times as usize)
        }
        None => ctx.shared().repeated(now, ctx.past().take(n), times as usize),
    };
    ctx.rest_on(ground)
}
