//! What is done again and again, or all of it: rounds of a repeat, each field of a set,
//! steps to a goal, and the results for which a value is greatest.

use super::{ConfOf, Domain, Drive, Flow, SinkOf, StateOf};
use crate::FuncId;
use game::{Field, Player};
use rustc_hash::{FxHashMap, FxHashSet};

/// What `steps` gives if the goal is never reached.
const NEVER: i32 = i32::MAX;

/// How often a body is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// At least.
    pub low: i32,
    /// At most; as often as it finds something new if nothing is said.
    pub high: Option<i32>,
}

/// The configurations that a loop has met, numbered in the order in which they came.
type Met<'p, D> = FxHashMap<ConfOf<'p, D>, usize>;

/// The positions that a repeat has met, each with the words of the path that names it.
type Named<'p, D> = FxHashSet<StateOf<'p, D>>;

/// Does the body round by round. Only what is new is followed, counting
/// from the first round that gives results.
pub(super) fn repeat<'p, D: Domain<'p>>(
    run: &D,
    body: FuncId,
    times: Times,
    v: Player,
    at: ConfOf<'p, D>,
    sink: SinkOf<'_, 'p, D>,
) -> Flow {
    let low = times.low.max(0);
    if times.high.is_some_and(|high| high < low) {
        return Ok(());
    }
    let mut layer = vec![at];
    for _ in 0..low {
        layer = round(run, body, v, &layer, &mut Met::<D>::default())?;
        if layer.is_empty() {
            return Ok(());
        }
        name(run, &mut layer, &mut Named::<D>::default())?;
    }
    let mut named: Named<'p, D> = layer.iter().map(|it| it.s.clone()).collect();
    let mut met: Met<'p, D> = layer.iter().cloned().enumerate().map(|(i, it)| (it, i)).collect();
    let mut done = low;
    loop {
        for conf in &layer {
            sink(conf)?;
        }
        if layer.is_empty() || times.high == Some(done) {
            return Ok(());
        }
        layer = round(run, body, v, &layer, &mut met)?;
        name(run, &mut layer, &mut named)?;
        done = done.saturating_add(1);
    }
}

/// Gives each position of a round the words of the first path to it, whatever finger and
/// direction that path leaves. Passes find out that nobody asks for these any more, and then
/// what differs in them alone is met once: names must not depend on that.
fn name<'p, D: Domain<'p>>(run: &D, layer: &mut [ConfOf<'p, D>], named: &mut Named<'p, D>) -> Flow {
    let mut new = Named::<D>::default();
    for ConfOf::<D> { s, .. } in layer.iter() {
        if named.contains(s) {
            continue;
        }
        let names = match new.get(s) {
            Some(known) => run.names(s, known)?,
            None => true,
        };
        if names {
            new.replace(s.clone());
        }
    }
    named.extend(new);
    for conf in layer {
        if let Some(words) = named.get(&conf.s) {
            conf.s = words.clone();
        }
    }
    Ok(())
}

/// What the body makes of these configurations, without those met before.
fn round<'p, D: Domain<'p>>(
    run: &D,
    body: FuncId,
    v: Player,
    layer: &[ConfOf<'p, D>],
    met: &mut Met<'p, D>,
) -> Flow<Vec<ConfOf<'p, D>>> {
    let n_before = met.len();
    let mut next = Vec::new();
    for conf in layer {
        run.run(body, v, conf, &mut |result| {
            let number = *met.entry(result.clone()).or_insert(n_before + next.len());
            if let Some(number) = number.checked_sub(n_before) {
                take_in(run, result, number, &mut next)?;
            }
            run.meter().keep(met.len())
        })?;
    }
    Ok(next)
}

/// Adds a result of a round at its place. If it is there already, the way that names it
/// stays, so that the order of the results does not matter.
fn take_in<'p, D: Domain<'p>>(
    run: &D,
    result: &ConfOf<'p, D>,
    number: usize,
    next: &mut Vec<ConfOf<'p, D>>,
) -> Flow {
    match next.get_mut(number) {
        None => next.push(result.clone()),
        Some(known) if run.names(&result.s, &known.s)? => *known = result.clone(),
        Some(_) => {}
    }
    Ok(())
}

/// Does the body at each field in turn, all ways.
pub(super) fn each<'p, D: Domain<'p>>(
    run: &D,
    fields: &[Field],
    body: FuncId,
    v: Player,
    at: ConfOf<'p, D>,
) -> Flow<Vec<ConfOf<'p, D>>> {
    let d = at.d;
    let mut layer = vec![at];
    for &field in fields {
        for conf in &mut layer {
            (conf.f, conf.d) = (field.into(), d);
        }
        // Ways that differ only in where they leave finger and direction
        // are one way from here on.
        let mut met = Met::<D>::default();
        let mut next = Vec::new();
        for conf in &layer {
            run.run(body, v, conf, &mut |result| {
                let way = ConfOf::<D>::start(result.s.clone(), result.trail.clone());
                let number = *met.entry(way).or_insert(next.len());
                take_in(run, result, number, &mut next)?;
                run.meter().keep(next.len())
            })?;
        }
        layer = next;
    }
    Ok(layer)
}

/// Those results for which the value is greatest.
pub(super) fn best<'p, D: Domain<'p>>(
    run: &D,
    value: FuncId,
    func: FuncId,
    v: Player,
    at: &ConfOf<'p, D>,
) -> Flow<Vec<ConfOf<'p, D>>> {
    let mut greatest = i32::MIN;
    let mut best = Vec::new();
    run.run(func, v, at, &mut |conf| {
        let number = run.number_of(value, v, conf)?;
        if number > greatest {
            best.clear();
            greatest = number;
        }
        if number == greatest {
            best.push(conf.clone());
        }
        run.meter().keep(best.len())
    })?;
    Ok(best)
}

/// How often `func` must be done before `until` succeeds.
pub(super) fn steps_until<'p, D: Domain<'p>>(
    run: &D,
    func: FuncId,
    until: FuncId,
    v: Player,
    at: ConfOf<'p, D>,
) -> Flow<i32> {
    let mut met = Met::<D>::default();
    met.insert(at.clone(), 0);
    let mut layer = vec![at];
    for n in 0..NEVER {
        for conf in &layer {
            if run.succeeds(until, v, conf)? {
                return Ok(n);
            }
        }
        layer = round(run, func, v, &layer, &mut met)?;
        if layer.is_empty() {
            break;
        }
    }
    Ok(NEVER)
}
