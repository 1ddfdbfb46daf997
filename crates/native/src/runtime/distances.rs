//! How often a walk must be repeated until it is there, for all fields at once.
//!
//! Where a walk changes nothing and goes on from wherever it has come to, how far it
//! is depends on the field alone. So the first field that asks in a position has it
//! found for all of them, and the others look it up:
//!
//! 1. Every field is asked whether it is there already; those are 0 away.
//! 2. Every other field is asked where one step leads.
//! 3. What leads to a field that is n away and to none that is nearer is n + 1 away,
//!    until no more is found. What is left never comes there.
//!
//! Most walks can be run backward by sets of fields, so that each of these is one call.
//!
//! A table is used as long as the position that asks is the same, word for word.

use crate::layout::MOST_FIELDS;
use crate::runtime::{Ctx, OnConf};

/// What is said of a field from which the goal is never reached.
const NEVER: i32 = i32::MAX;
/// The most words of a set, and one for the finger that points nowhere.
const SET_WORDS: usize = MOST_FIELDS / 64 + 1;
/// The finger that points nowhere.
const NOWHERE: u64 = u64::MAX;

/// The tables of a thread, one for each walk and its end.
#[derive(Default)]
pub(crate) struct Distances {
    tables: Vec<DistanceTable>,
}

/// How far it is from each field.
#[derive(Default)]
struct DistanceTable {
    /// The code of the step and of the question, which tell one walk from another.
    walk: (usize, usize),
    /// The position.
    state: Vec<u64>,
    /// The distances; the last is that of the finger that points nowhere.
    from: Vec<i32>,
    /// Fields that are not there yet, with the words of the fields to which a step leads.
    open: Vec<(usize, [u64; SET_WORDS])>,
}

/// The code of a walk.
#[derive(Clone, Copy)]
struct Walk {
    /// The fields to which a step leads.
    step: OnConf,
    /// Whether it is there.
    until: OnConf,
    /// The fields from which a step leads to a set,
    step_back: OnConf,
    /// and those that are there.
    until_back: OnConf,
}

/// How often a step must be done from a configuration before the question succeeds.
pub(crate) extern "C" fn distance(
    ctx: *mut Ctx,
    step: OnConf,
    until: OnConf,
    step_back: OnConf,
    until_back: OnConf,
    from: u64,
) -> i64 {
    // SAFETY: generated code calls this with the memory of its thread that it was
    // given itself, and with functions of the same game.
    let ctx = unsafe { &mut *ctx };
    look_up(ctx, Walk { step, until, step_back, until_back }, from).map_or(i64::MIN, i64::from)
}

fn look_up(ctx: &mut Ctx, walk: Walk, from: u64) -> Option<i32> {
    let size = ctx.shared().record_words();
    let n_fields = ctx.shared().program.facts.board.n_fields();
    let conf = ctx.arena_words(from, size)?;
    let field = usize::try_from(conf[size - 2]).map_or(n_fields, |field| field.min(n_fields));
    let key = (walk.step as usize, walk.until as usize);
    let found = ctx.distances.tables.iter().position(|table| table.walk == key);
    let places = ctx.shared().state();
    let is_same = |table: &DistanceTable| {
        let mut pairs = places.iter().zip(&table.state);
        pairs.all(|(&place, &word)| conf[usize::from(place)] == word)
    };
    if let Some(table) = found.map(|i| &ctx.distances.tables[i])
        && is_same(table)
        && let Some(&n) = table.from.get(field)
    {
        return Some(n);
    }
    // A walk that asks for another finds the tables without its own.
    let mut table = found.map(|i| ctx.distances.tables.swap_remove(i)).unwrap_or_default();
    let conf = ctx.arena_words(from, size)?;
    table.walk = key;
    table.state.clear();
    table.state.extend(ctx.shared().state().iter().map(|&place| conf[usize::from(place)]));
    if field == n_fields || !fill_by_sets(ctx, &mut table, walk, from)? {
        fill(ctx, &mut table, walk.step, walk.until, from)?;
    }
    let found = table.from.get(field).copied();
    ctx.distances.tables.push(table);
    found
}

/// Finds how far it is from every field by walking backward from the goal, where the
/// code can do that; what a finger that points nowhere would find is left open.
fn fill_by_sets(ctx: &mut Ctx, table: &mut DistanceTable, walk: Walk, from: u64) -> Option<bool> {
    let size = ctx.shared().record_words();
    let n_fields = ctx.shared().program.facts.board.n_fields();
    let n_words = n_fields.div_ceil(64);
    let after = from + 8 * size as u64;
    ctx.top = after;
    ctx.put(&[0; SET_WORDS][..n_words])?;
    table.from.clear();
    table.from.resize(n_fields, NEVER);
    let mut reached = [0; SET_WORDS];
    for n in 0..NEVER {
        let code = if n == 0 { walk.until_back } else { walk.step_back };
        if ctx.number(code, from)? != 0 {
            return Some(false);
        }
        let found = ctx.arena_words(after, n_words)?;
        let mut fresh = 0;
        for (i, (&found, reached)) in found.iter().zip(&mut reached).enumerate() {
            let mut left = found & !*reached;
            fresh |= left;
            *reached |= left;
            while left != 0 {
                table.from[64 * i + left.trailing_zeros() as usize] = n;
                left &= left - 1;
            }
        }
        if fresh == 0 && n > 0 {
            break;
        }
        ctx.overwrite(after, &reached[..n_words])?;
    }
    Some(true)
}

/// Finds how far it is from every field. The configuration is the last in the memory
/// and not needed any more, so it is asked with one finger after the other.
fn fill(
    ctx: &mut Ctx,
    table: &mut DistanceTable,
    step: OnConf,
    until: OnConf,
    from: u64,
) -> Option<()> {
    let size = ctx.shared().record_words();
    let n_fields = ctx.shared().program.facts.board.n_fields();
    let n_words = n_fields.div_ceil(64) + 1;
    let after = from + 8 * size as u64;
    ctx.top = after;
    ctx.put(&[0; SET_WORDS][..n_words])?;
    table.from.clear();
    table.from.resize(n_fields + 1, NEVER);
    table.open.clear();
    let mut reached = [0; SET_WORDS];
    for field in 0..=n_fields {
        let finger = if field == n_fields { NOWHERE } else { field as u64 };
        ctx.overwrite(after - 16, &[finger])?;
        if ctx.number(until, from)? != 0 {
            table.from[field] = 0;
            add(&mut reached, field, n_fields, n_words);
        } else {
            table.open.push((field, [0; SET_WORDS]));
        }
    }
    for (field, leads_to) in &mut table.open {
        let finger = if *field == n_fields { NOWHERE } else { *field as u64 };
        ctx.overwrite(after - 16, &[finger])?;
        ctx.number(step, from)?;
        leads_to[..n_words].copy_from_slice(ctx.arena_words(after, n_words)?);
    }
    for n in 1..NEVER {
        let before = (table.open.len(), reached);
        table.open.retain(|(field, leads_to)| {
            let is_next = leads_to[..n_words].iter().zip(&before.1).any(|(a, b)| a & b != 0);
            if is_next {
                table.from[*field] = n;
                add(&mut reached, *field, n_fields, n_words);
            }
            !is_next
        });
        if table.open.len() == before.0 {
            break;
        }
    }
    Some(())
}

/// Adds a field, or the finger that points nowhere, which has the last word.
fn add(set: &mut [u64; SET_WORDS], field: usize, n_fields: usize, n_words: usize) {
    match field == n_fields {
        true => set[n_words - 1] = 1,
        false => set[field / 64] |= 1 << (field % 64),
    }
}
