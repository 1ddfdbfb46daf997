//! When two positions of a game are the same position: what `occurred` counts.
//!
//! Board, reserves, player and counters with symbols must be equal. Remembered
//! fields count only if they still allow something: positions that differ in
//! memory alone are the same if forgetting it would change the moves of
//! neither. That is what the laws of chess say about en passant.

use crate::Interp;
use crate::position::{Parts, Position};
use crate::run::{AskedAbout, Run};
use crate::state::State;
use crate::turn::close;
use game::{Facts, Outcome};
use ir::drive::{Drive, Flow};
use rustc_hash::FxHashSet;

impl Interp {
    /// Whether two positions of a game are the same position, as `occurred`
    /// means it. Where that takes too much work to tell they are not.
    pub fn same_position(&self, a: &Position, b: &Position) -> bool {
        let run = Run::new(&self.program, a, None, self.limits);
        run.same(a, b).unwrap_or(false)
    }
}

impl Run<'_> {
    /// Whether the position, as it would be if the turn ended in this state,
    /// has then occurred so often.
    pub(crate) fn occurred(&self, state: &State, times: u32) -> Flow<bool> {
        let Some(past) = self.past else { return Ok(false) };
        let moved = state.end().acted();
        if let Some(asked) = &self.asked {
            let position = match moved {
                true => close(self.facts(), self.now, state),
                false => self.now.clone(),
            };
            asked.borrow_mut().push(AskedAbout { position, times, moved });
        }
        let times = times as usize;
        // Itself and, if it is a new position, the one the turn began in.
        if past.len() + 1 + usize::from(moved) < times {
            return Ok(false);
        }
        let closed;
        let (position, earlier) = if moved {
            closed = close(self.facts(), self.now, state);
            (&closed, Some(self.now))
        } else {
            (self.now, None)
        };
        let mut same = Vec::new();
        for (i, other) in past.iter().chain(earlier).enumerate() {
            if self.same(position, other)? {
                same.push(i);
            }
        }
        // The newest ones suffice.
        let occurred = same.len() + 1 >= times;
        if occurred && let Some(&oldest) = same.get(same.len() + 1 - times) {
            let ground = self.ground.get().map_or(oldest, |ground| ground.min(oldest));
            self.ground.set(Some(ground));
        }
        Ok(occurred)
    }

    fn same(&self, a: &Position, b: &Position) -> Flow<bool> {
        Ok(a.same_material(b)
            && same_rights(self.facts(), a, b)
            && (a.parts.memories == b.parts.memories || self.idle(a)? && self.idle(b)?))
    }

    /// Whether forgetting what is remembered leaves the moves as they are.
    fn idle(&self, position: &Position) -> Flow<bool> {
        if position.parts.memories.iter().all(Option::is_none) {
            return Ok(true);
        }
        Ok(self.offers(position)? == self.offers(&position.forgetful())?)
    }

    /// The boards and outcomes that a turn can lead to, as if nothing had ever
    /// occurred before: so one repetition never asks about another.
    fn offers(&self, position: &Position) -> Flow<FxHashSet<(Position, Option<Outcome>)>> {
        let run = Run::new(self.program(), position, None, self.meter().rest());
        let mut offers = FxHashSet::default();
        let main = self.program().entries.main;
        let flow = run.run(main, position.player, &run.start(()), &mut |conf| {
            let to = close(self.facts(), position, &conf.s);
            let nothing = vec![].into();
            let parts = Parts { counters: vec![].into(), memories: nothing, ..to.parts };
            offers.insert((Position::new(parts, to.player, None, 0), to.outcome));
            self.meter().keep(offers.len())
        });
        self.meter().add(run.meter().steps());
        flow.map(|()| offers)
    }
}

/// Whether the counters that each player has of their own are the same.
fn same_rights(facts: &Facts, a: &Position, b: &Position) -> bool {
    let counters = a.parts.counters.iter().zip(&*b.parts.counters);
    counters.zip(&facts.counters).all(|((a, b), declared)| declared.symbols.is_none() || a == b)
}
