//! Turns with texts: the results of code that keeps what was done, named as the
//! interpreter names them.

use crate::code::{Native, Stopped};
use crate::layout::TurnSlot;
use crate::position::Position;
use crate::runtime::Ctx;
use crate::runtime::ways::Done;
use game::{Asked, Collector, Ended, Game, RulesError, Turn};

impl Native {
    /// The outcome or the moves of a position, with texts.
    pub(crate) fn named_turn(
        &self,
        position: &Position,
        past: &[Position],
    ) -> Result<Turn<Position>, RulesError> {
        if let Some(outcome) = self.outcome(position) {
            return Ok(Turn::Over(outcome));
        }
        let offered = self.offered(position, past, None);
        offered.or_else(|stopped| self.turn_instead(position, past, &stopped))
    }

    /// As [`Native::named_turn`], with the questions about earlier positions, put
    /// after what is in the list.
    pub(crate) fn named_turn_asking(
        &self,
        position: &Position,
        past: &[Position],
        asked: &mut Vec<Asked>,
    ) -> Result<Turn<Position>, RulesError> {
        if let Some(outcome) = self.outcome(position) {
            return Ok(Turn::Over(outcome));
        }
        let before = asked.len();
        let offered = self.offered(position, past, self.remembers().then_some(&mut *asked));
        offered.or_else(|stopped| {
            asked.truncate(before);
            self.turn_instead_asking(position, past, asked, &stopped)
        })
    }

    /// What code offers, with the questions about earlier positions if they are wanted.
    fn offered(
        &self,
        position: &Position,
        past: &[Position],
        asked: Option<&mut Vec<Asked>>,
    ) -> Result<Turn<Position>, Stopped> {
        let collector = self.with_memory(|ctx| {
            self.remember(ctx, past);
            ctx.asked = asked.is_some().then(Vec::new);
            let found = self.records(ctx, position);
            if let (Some(asked), Some(found)) = (asked, ctx.asked.take()) {
                asked.extend(found);
            }
            self.collect(ctx, position, found? as usize)
        })?;
        collector.finish().map(Into::into).map_err(|_| Stopped::Problem(0))
    }

    fn collect(
        &self,
        ctx: &Ctx,
        position: &Position,
        n: usize,
    ) -> Result<Collector<'_, Position, Done>, Stopped> {
        let (shared, facts) = (self.shared(), self.facts());
        let layout = &shared.layout;
        let player = self.player_of(position.words());
        let mut collector = Collector::new(facts, player);
        let size = shared.record_words();
        for record in ctx.produced().chunks_exact(size).take(n) {
            let slot = |slot: TurnSlot| record[layout.turn(slot)];
            if slot(TurnSlot::Hand) != 0 {
                return Err(Stopped::Problem(0));
            }
            let mut to = vec![0; shared.words()];
            shared.close(position.words(), record, &mut to);
            let end = shared.end(record);
            match end.ended(|| !end.acted() || shared.same_material(position.words(), &to)) {
                Ended::Over(outcome) => {
                    collector.over(outcome).map_err(|_| Stopped::Problem(0))?;
                    continue;
                }
                Ended::Unmoved => continue,
                Ended::Moved => shared.sign(&mut to),
            }
            if shared.has_wrong_number(&to) {
                return Err(Stopped::Problem(0));
            }
            let mut undecided = to.clone();
            layout.set_outcome(&mut undecided, None);
            let (to, key) = (self.wrap(&to), self.wrap(&undecided));
            collector
                .add(key, to, end.outcome, ctx.way(record))
                .map_err(|_| Stopped::Problem(0))?;
        }
        Ok(collector)
    }
}
