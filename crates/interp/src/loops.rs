//! What is done again and again, or all of it: rounds of a repeat, each field of a set,
//! and the results for which a value is greatest.

use crate::activation::Conf;
use crate::run::{Flow, Run, Sink};
use game::{Field, Player};
use ir::FuncId;
use rustc_hash::FxHashSet;

impl<'r> Run<'r> {
    /// Does the body round by round. Only what is new is followed, counting
    /// from the first round that gives results.
    pub(crate) fn repeat(
        &self,
        body: FuncId,
        (low, high): (i32, Option<i32>),
        v: Player,
        at: Conf,
        sink: Sink<'_>,
    ) -> Flow {
        let low = low.max(0);
        if high.is_some_and(|high| high < low) {
            return Ok(());
        }
        let mut layer = vec![at];
        for _ in 0..low {
            layer = self.round(body, v, &layer, &mut FxHashSet::default())?;
            if layer.is_empty() {
                return Ok(());
            }
        }
        let mut seen: FxHashSet<Conf> = layer.iter().cloned().collect();
        let mut done = low;
        loop {
            for conf in &layer {
                sink(conf)?;
            }
            if layer.is_empty() || high == Some(done) {
                return Ok(());
            }
            layer = self.round(body, v, &layer, &mut seen)?;
            done = done.saturating_add(1);
        }
    }

    /// What the body makes of these configurations, without those seen before.
    pub(crate) fn round(
        &self,
        body: FuncId,
        v: Player,
        layer: &[Conf],
        seen: &mut FxHashSet<Conf>,
    ) -> Flow<Vec<Conf>> {
        let mut next = Vec::new();
        for conf in layer {
            self.run(body, v, conf, &mut |result| {
                if seen.insert(result.clone()) {
                    next.push(result.clone());
                }
                self.keep(seen.len())
            })?;
        }
        Ok(next)
    }

    /// Does the body at each field in turn, all ways.
    pub(crate) fn each(
        &self,
        fields: &[Field],
        body: FuncId,
        v: Player,
        at: Conf,
    ) -> Flow<Vec<Conf>> {
        let d = at.d;
        let mut layer = vec![at];
        for &field in fields {
            for conf in &mut layer {
                (conf.f, conf.d) = (Some(field), d);
            }
            // Ways that differ only in where they leave finger and direction
            // are one way from here on.
            let mut seen = FxHashSet::default();
            let mut next = Vec::new();
            for conf in &layer {
                self.run(body, v, conf, &mut |result| {
                    let way = Conf { f: None, d: None, ..result.clone() };
                    if seen.insert(way) {
                        next.push(result.clone());
                    }
                    self.keep(next.len())
                })?;
            }
            layer = next;
        }
        Ok(layer)
    }

    /// Those results for which the value is greatest.
    pub(crate) fn best(
        &self,
        value: FuncId,
        func: FuncId,
        v: Player,
        at: &Conf,
    ) -> Flow<Vec<Conf>> {
        let mut greatest = i32::MIN;
        let mut best = Vec::new();
        self.run(func, v, at, &mut |conf| {
            let number = self.number_of(value, v, conf)?;
            if number > greatest {
                best.clear();
                greatest = number;
            }
            if number == greatest {
                best.push(conf.clone());
            }
            self.keep(best.len())
        })?;
        Ok(best)
    }
}
