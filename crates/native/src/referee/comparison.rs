//! One position compared with a perceived turn by code: the moves that fit, and the tries
//! that can have been refused before.

use crate::code::{Native, Stopped};
use crate::compile::late::Cell;
use crate::emit::Driver;
use crate::position::Position;
use crate::referee::expected::Step;
use crate::referee::names::Names;
use crate::runtime::Ctx;
use game::{Ending, Perceived, Player};
use std::sync::Arc;

/// Code, by the player to move.
#[derive(Default)]
pub(crate) struct Places {
    enemy: [Option<Arc<Cell>>; 2],
    own: [Option<Arc<Cell>>; 2],
    pub(crate) ends: [Option<Arc<Cell>>; 2],
    tried: [Option<Arc<Cell>>; 2],
    refuses: [Option<Arc<Cell>>; 2],
    moves: [Option<Arc<Cell>>; 2],
    tries: [Option<Arc<Cell>>; 2],
}

/// A position that is compared with a turn.
pub(crate) struct Comparison<'a> {
    pub(crate) game: &'a Native,
    pub(crate) places: &'a mut Places,
    pub(crate) ctx: &'a mut Ctx,
    pub(crate) turn: &'a Perceived,
    pub(crate) at: &'a Position,
}

/// The code of a driver, which is kept in a place.
pub(crate) fn cell<'c>(
    game: &Native,
    place: &'c mut Option<Arc<Cell>>,
    driver: Driver,
    mover: Player,
) -> Result<&'c Arc<Cell>, Stopped> {
    match place {
        Some(cell) => Ok(cell),
        None => {
            let cell = game.driver(driver, mover).map_err(Stopped::NoCode)?;
            Ok(place.insert(cell))
        }
    }
}

impl Comparison<'_> {
    /// The enemy's moves that fit.
    pub(crate) fn enemy(&mut self, player: Player, rows: &mut Vec<u64>) -> Result<u64, Stopped> {
        let mover = self.turn.mover;
        let place = &mut self.places.enemy[mover.index()];
        let cell = cell(self.game, place, Driver::Fits { player, own: false }, mover)?;
        self.ctx.begin();
        self.game.run(self.ctx, cell, self.at.words(), &[])?;
        self.take(rows);
        Ok(self.ctx.expected.compared)
    }

    /// The player's own move; nothing if the text may name it in another way.
    pub(crate) fn own(
        &mut self,
        player: Player,
        readings: &[Vec<Step>],
        rows: &mut Vec<u64>,
    ) -> Result<Option<u64>, Stopped> {
        let first = rows.len();
        let mut compared = 0;
        for steps in readings {
            compared += self.follow(player, steps)?;
            self.take(rows);
        }
        let place = &self.places.own[self.turn.mover.index()];
        let may_tell_more = place.as_ref().is_none_or(|cell| cell.has_quiet_events());
        if compared > 1 || compared == 0 && may_tell_more {
            rows.truncate(first);
            return Ok(None);
        }
        Ok(Some(compared))
    }

    /// How many moves have these events; those that fit are kept.
    fn follow(&mut self, player: Player, steps: &[Step]) -> Result<u64, Stopped> {
        let mover = self.turn.mover;
        let place = &mut self.places.own[mover.index()];
        let cell = cell(self.game, place, Driver::Fits { player, own: true }, mover)?;
        self.ctx.begin();
        self.ctx.expected.follow(steps);
        self.game.run(self.ctx, cell, self.at.words(), &[])?;
        Ok(self.ctx.expected.compared)
    }

    /// Whether the player hears of a refusal what was expected.
    fn is_answered(&mut self, player: Player, before: &Position) -> Result<bool, Stopped> {
        let mover = self.turn.mover;
        let place = &mut self.places.refuses[mover.index()];
        let refuses = cell(self.game, place, Driver::Refuses(player), mover)?;
        self.ctx.begin();
        let args = [before.words().as_ptr() as u64];
        Ok(self.game.run(self.ctx, refuses, self.at.words(), &args)? != 0)
    }

    /// Whether the enemy had this many tries that were not legal, and they were answered
    /// so; nothing if code does not know.
    pub(crate) fn may_have_refused(
        &mut self,
        player: Player,
        before: &Position,
        names: &mut Names,
    ) -> Result<Option<bool>, Stopped> {
        let (game, mover) = (self.game, self.turn.mover);
        let Some(rule) = game.program().entries.tries else { return Ok(Some(false)) };
        if !self.is_answered(player, before)? {
            return Ok(Some(false));
        }
        let view = game.masked(self.ctx, self.at, before, mover)?;
        self.ctx.keep_texts(mover);
        let place = &mut self.places.tries[mover.index()];
        let tries = cell(game, place, Driver::Results(rule), mover)?;
        self.ctx.begin();
        // What was before would show the enemy too much.
        let n = game.run(self.ctx, tries, &view, &[view.as_ptr() as u64])?;
        names.tries(game, self.ctx, n as usize, &view);
        let place = &mut self.places.moves[mover.index()];
        let moves = cell(game, place, Driver::Records, mover)?;
        self.ctx.begin();
        let n = game.run(self.ctx, moves, self.at.words(), &[])?;
        let illegal = names.illegal(game, self.ctx, n as usize, self.at.words());
        Ok(illegal.map(|illegal| illegal >= self.turn.refused.len()))
    }

    /// Whether the player's tries could be made, were not legal, and were answered so;
    /// nothing if code does not know.
    pub(crate) fn refused(
        &mut self,
        player: Player,
        tries: &[Vec<Vec<Step>>],
        before: &Position,
    ) -> Result<Option<bool>, Stopped> {
        let (game, mover) = (self.game, self.turn.mover);
        if !self.is_answered(player, before)? {
            return Ok(Some(false));
        }
        let place = &mut self.places.tried[mover.index()];
        let tried = cell(game, place, Driver::Tried, mover)?.clone();
        let view = game.masked(self.ctx, self.at, before, mover)?;
        for readings in tries {
            let mut may_try = false;
            for steps in readings {
                self.ctx.begin();
                self.ctx.expected.follow(steps);
                may_try |= game.run(self.ctx, &tried, &view, &[])? != 0;
            }
            if !may_try {
                return Ok(Some(false));
            }
            let mut legal = 0;
            for steps in readings {
                legal += self.follow(player, steps)?;
            }
            let place = &self.places.own[mover.index()];
            let may_tell_more = place.as_ref().is_none_or(|cell| cell.has_quiet_events());
            match legal {
                0 if may_tell_more => return Ok(None),
                0 => {}
                1 => return Ok(Some(false)),
                _ => return Ok(None),
            }
        }
        Ok(Some(true))
    }

    /// Takes the positions that code has kept, if it is the right player's turn in them
    /// and they know of no other end.
    fn take(&self, rows: &mut Vec<u64>) {
        let shared = self.game.shared();
        let (words, layout) = (shared.words(), &shared.layout);
        for row in self.ctx.kept.all(words).chunks_exact(words) {
            let is_end = match (self.turn.ending, layout.outcome(row)) {
                (Ending::Unsaid, _) | (Ending::Over(_) | Ending::GoesOn, None) => true,
                (Ending::GoesOn, Some(_)) => false,
                (Ending::Over(expected), Some(over)) => expected == over,
            };
            if is_end && self.turn.next.is_none_or(|next| next == layout.player_of(row)) {
                rows.extend_from_slice(row);
            }
        }
    }
}
