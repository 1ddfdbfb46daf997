//! What the rules say about the end of the game before anybody moves, for searches that stop
//! looking at a position and want to know whether the game is over there.

use crate::{Interp, Position, Run};
use game::Outcome;
use ir::drive::{Drive, Stop};

impl Interp {
    /// The same game as far as it ends at the start of a turn; nothing if it never does, or
    /// only for reasons that a search can wait for (see [`ir::ends_before_moves`]).
    pub fn early(&self) -> Option<&Interp> {
        let early = self.early.get_or_init(|| {
            let program = ir::ends_before_moves(&self.program)?;
            let early = Interp::new(program).ok()?;
            Some(Box::new(early.with_limits(self.limits)))
        });
        early.as_deref()
    }

    /// How the game is over at the start of a turn, by the rules that say so. A limit that
    /// is met here is told by the turn.
    pub(crate) fn over_early(&self, position: &Position) -> Option<Outcome> {
        let early = self.early()?;
        let run = Run::new(&early.program, position, Some(&[]), self.limits);
        let mut over = None;
        let main = early.program.entries.main;
        let flow = run.run(main, position.player, &run.start(()), &mut |conf| {
            let state = &conf.s;
            match state.outcome.filter(|_| !state.changed && !state.passed) {
                None => Ok(()),
                Some(outcome) => {
                    over = Some(outcome);
                    Err(Stop::Enough)
                }
            }
        });
        match flow {
            Ok(()) | Err(Stop::Enough) => over,
            Err(Stop::Fault(_) | Stop::Unknown) => None,
        }
    }
}
