//! What a lenient path takes for granted, shown on the board: positions in hand get an
//! example of it, and what is overwritten may be something else.

use crate::contents::Contents;
use crate::forcing::owner_of;
use crate::held::Log;
use crate::log::Entry;
use crate::reads::Reads;
use crate::recording::{Frame, Recording, Sink};
use interp::machine::{State, Val};
use ir::drive::{Drive, Flow, Place};
use ir::{Value, Write};
use std::rc::Rc;
use std::sync::Arc;

impl<'r> Recording<'r> {
    /// Goes on at a step of a block with more taken for granted.
    pub(crate) fn assume(
        &self,
        a: &mut Frame<'r>,
        place: Place,
        log: Log,
        sink: Sink<'_, 'r>,
    ) -> Flow {
        self.meter().descend()?;
        // A question that only succeeds here has found nothing that it must keep.
        let reads = self.reads.replace(Reads::nothing(self.facts()));
        let flow = self.refreshed(a, &log.clone(), |a| self.block(a, place, log, sink));
        self.reads.replace(reads);
        self.meter().ascend();
        flow
    }

    /// Does something while the positions that the function has in hand show what
    /// the path takes for granted.
    pub(crate) fn refreshed(
        &self,
        a: &mut Frame<'r>,
        log: &Log,
        go_on: impl FnOnce(&mut Frame<'r>) -> Flow,
    ) -> Flow {
        let mut before = Vec::new();
        for (i, value) in a.values_mut().iter_mut().enumerate() {
            if let Val::State(state) = value
                && let Some(fresh) = self.fresh(state, log)
            {
                before.push((i, std::mem::replace(value, Val::State(fresh))));
            }
        }
        let flow = go_on(a);
        for (i, value) in before {
            a.values_mut()[i] = value;
        }
        flow
    }

    /// A position with an example of what is taken for granted on each field that
    /// holds something else; none if there is no such field.
    pub(crate) fn fresh(&self, state: &Rc<State>, log: &Log) -> Option<Rc<State>> {
        let (held, forcing) = (log.held()?, self.forcing.as_ref()?);
        let mut fresh: Option<State> = None;
        for (field, known) in held.missing() {
            let differs = !known.allows(state.parts.top(*field));
            if differs && !known.is_nothing() && !held.has_written(*field) {
                let fresh = fresh.get_or_insert_with(|| state.edit());
                Arc::make_mut(&mut fresh.parts.tops)[field.index()] = forcing.example(known);
                if !fresh.parts.lower.is_empty() {
                    Arc::make_mut(&mut fresh.parts.lower)[field.index()].clear();
                }
            }
        }
        fresh.map(Rc::new)
    }

    /// Follows a write with other contents of the field that it overwrites, where
    /// it is only known that one of several stands there.
    pub(crate) fn other_contents(
        &self,
        a: &mut Frame<'r>,
        s: Value,
        write: &Write,
        at: Place,
        log: &Log,
        sink: Sink<'_, 'r>,
    ) -> Flow {
        let stacks = self.facts().stacks.is_some();
        let (f, by_owner) = match write {
            Write::Lower { .. } | Write::Enter { .. } if stacks => return Ok(()),
            Write::Lower { f, .. }
            | Write::Put { f, .. }
            | Write::Clear { f }
            | Write::Enter { f, .. } => (*f, true),
            write => match write.effect().touches.field() {
                Some(f) => (f, false),
                None => return Ok(()),
            },
        };
        let (Some(field), Some(held), Some(forcing)) = (a.field(f), log.held(), &self.forcing)
        else {
            return Ok(());
        };
        let may_differ = match held.is_missing(field) {
            true => !held.is_strict(),
            false => forcing.loose && held.may_assume(),
        };
        if held.has_written(field) || !may_differ {
            return Ok(());
        }
        let known = held.of(field).cloned();
        let mut known = known.unwrap_or_else(|| Contents::all(self.facts()));
        let top = a.state(s).parts.top(field);
        if !by_owner && !held.is_missing(field) {
            known = known.and(&Contents::just(top).complement(self.facts()));
        }
        for other in forcing.examples(&known) {
            let is_same = owner_of(other) == owner_of(top);
            if is_same && (by_owner || held.is_missing(field)) {
                continue;
            }
            let allowed = match by_owner {
                true => {
                    known.and(&Contents::such(self.facts(), |it| owner_of(it) == owner_of(other)))
                }
                false => Contents::just(other),
            };
            let mut log = log.clone();
            log.push(Entry::Holds { field, allowed });
            self.assume(a, at, log, sink)?;
        }
        Ok(())
    }
}
