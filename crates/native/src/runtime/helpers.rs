//! Routines of ours that generated code calls: where a loop depends on what was
//! found before, where a rule asks for earlier positions, and where code is made
//! that was never called yet.

use crate::code::MOST_WORDS;
use crate::compile::late::Cell;
use crate::layout::{MOST_FIELDS, TurnSlot};
use crate::runtime::records::Records;
use crate::runtime::{Ctx, OnConf, Problem};
use crate::shared::Shared;
use game::Asked;
use std::ops::Range;

/// What helpers return instead of a number when a limit was met.
const MET: i64 = i64::MIN;

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
    let shared = ctx.shared();
    // Making code needs a stack of its own, because the code that asks may be deep
    // in a small one, and must not be unwound.
    let found = request.and_then(|request| {
        std::thread::scope(|scope| {
            let made = game::crew::spawn(scope, || shared.routine_here(&[request]).ok());
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

/// Runs a function on a configuration in the arena, which is then free again, and
/// keeps those results that are not the same as others. Of equal results that came after
/// the first `n_before`, the one stays whose way names them.
fn follow(
    ctx: &mut Ctx,
    body: OnConf,
    at: u64,
    into: &mut Records,
    n_before: usize,
    places: impl Fn(&Shared) -> &[u16],
    mark: impl Fn(&Ctx, &[u64]) -> u64,
) -> Option<()> {
    let (start, size) = (ctx.top, ctx.shared().record_words());
    let n = ctx.list(body, at)?;
    for i in 0..n {
        let record = ctx.arena_words(start + 8 * (i * size) as u64, size)?;
        let known = into.insert(record, places(ctx.shared()), mark(ctx, record));
        if let Some(known) = known.filter(|known| *known >= n_before) {
            let (names, work) = ctx.names(record, into.record(known));
            if names {
                into.replace(known, record);
            }
            ctx.fuel -= work;
        }
        ctx.keep(into.len())?;
    }
    ctx.top = at;
    Some(())
}

/// Follows some of the records, which are joined by those that are new.
fn round(ctx: &mut Ctx, body: OnConf, all: &mut Records, layer: Range<usize>) -> Option<()> {
    for i in layer.clone() {
        let at = ctx.put(all.record(i))?;
        follow(ctx, body, at, all, layer.end, Shared::identity, Ctx::text_state)?;
    }
    Some(())
}

/// Leaves records after a configuration.
fn deliver(ctx: &mut Ctx, from: u64, records: &Records, found: Option<()>) -> i64 {
    ctx.top = from + 8 * ctx.shared().record_words() as u64;
    match found.and_then(|()| ctx.put(records.words())) {
        Some(_) => records.len() as i64,
        None => -1,
    }
}

pub(crate) extern "C" fn repeat(
    ctx: *mut Ctx,
    body: OnConf,
    from: u64,
    low: i64,
    high: i64,
) -> i64 {
    let ctx = ctx!(ctx);
    let (mut records, mut spare) = (ctx.take_records(), ctx.take_records());
    let mut named = ctx.keeps_texts.then(|| ctx.take_records());
    let all = [&mut records, &mut spare];
    let found = rounds(ctx, body, from, low.max(0), high, all, named.as_mut());
    let n = deliver(ctx, from, &records, found);
    named.into_iter().for_each(|named| ctx.give_records(named));
    ctx.give_records(spare);
    ctx.give_records(records);
    n
}

fn rounds(
    ctx: &mut Ctx,
    body: OnConf,
    from: u64,
    low: i64,
    high: i64,
    [records, spare]: [&mut Records; 2],
    mut named: Option<&mut Records>,
) -> Option<()> {
    let endless = high == -1;
    if !endless && high < low {
        return Some(());
    }
    let size = ctx.shared().record_words();
    let conf = ctx.arena_words(from, size)?;
    records.insert(conf, ctx.shared().identity(), ctx.text_state(conf));
    for _ in 0..low {
        std::mem::swap(records, spare);
        records.begin(size);
        for i in 0..spare.len() {
            let at = ctx.put(spare.record(i))?;
            follow(ctx, body, at, records, 0, Shared::identity, Ctx::text_state)?;
        }
        if records.len() == 0 {
            return Some(());
        }
        name(ctx, records, 0, named.as_deref_mut());
    }
    name(ctx, records, 0, named.as_deref_mut());
    let (mut done, mut begin) = (low, 0);
    while begin < records.len() && (endless || done < high) {
        let layer = begin..records.len();
        begin = layer.end;
        round(ctx, body, records, layer)?;
        name(ctx, records, begin, named.as_deref_mut());
        ctx.keep(records.len())?;
        done += 1;
    }
    Some(())
}

/// Gives each position from a number on the words of the first path to it, whatever finger and
/// direction that path leaves, as the interpreter does. With the first number all is named
/// again; where no texts are kept, nothing is.
fn name(ctx: &mut Ctx, records: &mut Records, begin: usize, named: Option<&mut Records>) {
    let Some(named) = named else { return };
    if begin == 0 {
        named.begin(ctx.shared().record_words());
    }
    let n_before = named.len();
    for i in begin..records.len() {
        let record = records.record(i);
        let known = named.insert(record, ctx.shared().state(), ctx.text_state(record));
        if let Some(known) = known.filter(|known| *known >= n_before) {
            let (names, work) = ctx.names(record, named.record(known));
            if names {
                named.replace(known, record);
            }
            ctx.fuel -= work;
        }
    }
    let words = [TurnSlot::Trace, TurnSlot::Told].map(|slot| ctx.shared().layout.turn(slot));
    for i in begin..records.len() {
        let record = records.record(i);
        if let Some(known) = named.insert(record, ctx.shared().state(), ctx.text_state(record)) {
            for word in words {
                records.record_mut(i)[word] = named.record(known)[word];
            }
        }
    }
}

/// The most words of a set.
const SET_WORDS: usize = MOST_FIELDS / 64;

pub(crate) extern "C" fn each(
    ctx: *mut Ctx,
    body: OnConf,
    from: u64,
    set: u64,
    n_words: i64,
) -> i64 {
    let ctx = ctx!(ctx);
    let mut words = [0; SET_WORDS];
    if let Some(set) = ctx.arena_words(set, (n_words as usize).min(SET_WORDS)) {
        words[..set.len()].copy_from_slice(set);
    }
    let (mut records, mut spare) = (ctx.take_records(), ctx.take_records());
    let found = each_field(ctx, body, from, &words, [&mut records, &mut spare]);
    let n = deliver(ctx, from, &records, found);
    ctx.give_records(spare);
    ctx.give_records(records);
    n
}

fn each_field(
    ctx: &mut Ctx,
    body: OnConf,
    from: u64,
    words: &[u64],
    [records, spare]: [&mut Records; 2],
) -> Option<()> {
    let size = ctx.shared().record_words();
    let conf = ctx.arena_words(from, size)?;
    let way = conf[size - 1];
    records.insert(conf, ctx.shared().identity(), ctx.text_state(conf));
    for field in (0..64 * words.len()).filter(|i| words[i / 64] >> (i % 64) & 1 == 1) {
        std::mem::swap(records, spare);
        records.begin(size);
        for i in 0..spare.len() {
            let at = ctx.put(&spare.record(i)[..size - 2])?;
            ctx.put(&[field as u64, way])?;
            follow(ctx, body, at, records, 0, Shared::state, Ctx::text_state)?;
        }
    }
    Some(())
}

pub(crate) extern "C" fn best(ctx: *mut Ctx, list: OnConf, value: OnConf, from: u64) -> i64 {
    greatest(ctx!(ctx), list, value, from).unwrap_or(-1)
}

/// The best results take the places of all results, which need no other memory.
fn greatest(ctx: &mut Ctx, list: OnConf, value: OnConf, from: u64) -> Option<i64> {
    let size = 8 * ctx.shared().record_words() as u64;
    let start = from + size;
    ctx.top = start;
    let results = ctx.list(list, from)? as u64;
    let (mut greatest, mut n_best) = (i64::MIN, 0);
    for i in 0..results {
        let number = ctx.number(value, start + i * size)?;
        if number > greatest {
            (greatest, n_best) = (number, 0);
        }
        if number == greatest {
            ctx.copy(start + i * size, start + n_best * size)?;
            n_best += 1;
        }
        ctx.keep(n_best as usize)?;
    }
    ctx.top = start + n_best * size;
    Some(n_best as i64)
}

/// The different results of a function, as a count sees them.
fn different(ctx: &mut Ctx, list: OnConf, from: u64, records: &mut Records) -> Option<()> {
    ctx.top = from + 8 * ctx.shared().record_words() as u64;
    follow(ctx, list, from, records, usize::MAX, Shared::material, |_, _| 0)
}

pub(crate) extern "C" fn count(ctx: *mut Ctx, list: OnConf, from: u64) -> i64 {
    let ctx = ctx!(ctx);
    let mut records = ctx.take_records();
    let found = different(ctx, list, from, &mut records);
    let n = found.map_or(MET, |()| records.len() as i64);
    ctx.give_records(records);
    n
}

pub(crate) extern "C" fn sum(ctx: *mut Ctx, list: OnConf, value: OnConf, from: u64) -> i64 {
    let ctx = ctx!(ctx);
    let mut records = ctx.take_records();
    let found = different(ctx, list, from, &mut records);
    let total = found.and_then(|()| total(ctx, value, &records));
    ctx.give_records(records);
    total.map_or(MET, i64::from)
}

fn total(ctx: &mut Ctx, value: OnConf, records: &Records) -> Option<i32> {
    let mut total: i64 = 0;
    for i in 0..records.len() {
        let at = ctx.put(records.record(i))?;
        total += ctx.number(value, at)?;
        ctx.top = at;
    }
    Some(total.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
}

pub(crate) extern "C" fn number(ctx: *mut Ctx, function: OnConf, from: u64) -> i64 {
    ctx!(ctx).number(function, from).unwrap_or(MET)
}

pub(crate) extern "C" fn steps(ctx: *mut Ctx, step: OnConf, until: OnConf, from: u64) -> i64 {
    let ctx = ctx!(ctx);
    let mut records = ctx.take_records();
    let found = steps_until(ctx, step, until, from, &mut records);
    ctx.give_records(records);
    found.unwrap_or(MET)
}

fn steps_until(
    ctx: &mut Ctx,
    step: OnConf,
    until: OnConf,
    from: u64,
    all: &mut Records,
) -> Option<i64> {
    let size = ctx.shared().record_words();
    let conf = ctx.arena_words(from, size)?;
    all.insert(conf, ctx.shared().identity(), ctx.text_state(conf));
    let mut begin = 0;
    for n in 0.. {
        let layer = begin..all.len();
        for i in layer.clone() {
            let at = ctx.put(all.record(i))?;
            let there = ctx.number(until, at)?;
            ctx.top = at;
            if there != 0 {
                return Some(n);
            }
        }
        begin = layer.end;
        round(ctx, step, all, layer)?;
        if begin == all.len() {
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
    if let Some(asked) = &mut ctx.asked {
        asked.push(Asked { likeness: ctx.key, times: times as u32, moved: false });
    }
    let n = ctx.n_past as usize - itself as usize;
    let ground = ctx.shared().repeated(now, ctx.past().take(n).enumerate(), times as usize);
    ctx.rest_on(ground)
}

/// Whether the position after the turn so far has then occurred so often.
pub(crate) extern "C" fn occurred_after(ctx: *mut Ctx, from: u64, times: i64, itself: i64) -> i64 {
    let ctx = ctx!(ctx);
    let shared = ctx.shared();
    // SAFETY: as in `occurred`.
    let now = unsafe { std::slice::from_raw_parts(ctx.now, shared.words()) };
    let n = ctx.n_past as usize - itself as usize;
    let past = ctx.past().take(n).enumerate();
    let Some(conf) = ctx.arena_words(from, shared.record_words()) else { return MET };
    let mut after = [0; MOST_WORDS];
    let after = &mut after[..shared.words()];
    let moved = shared.close(now, conf, after);
    let ground = match moved {
        true => shared.repeated(after, past.chain([(n, now)]), times as usize),
        false => shared.repeated(now, past, times as usize),
    };
    if ctx.asked.is_some() && moved {
        shared.sign(after);
    }
    let likeness = if moved { shared.key(after) } else { ctx.key };
    if let Some(asked) = &mut ctx.asked {
        asked.push(Asked { likeness, times: times as u32, moved });
    }
    ctx.rest_on(ground)
}
