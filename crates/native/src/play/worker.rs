//! Code as one thread searches with it: it keeps its memory and the addresses of
//! its routines, so that a node neither locks nor allocates.

mod captures;
mod dive;
mod numbers;
mod playing;
mod rows;

use crate::code::{Native, Stopped, ThreadMemory};
use crate::compile::late::Cell;
use crate::emit::Driver;
use crate::position::Position;
use crate::runtime::Problem;
use game::{Dive, Dived, Expanded, Finish, Game, Held, Outcome, Rng, RulesError, Turn, Worker};
use numbers::Evaluates;
use std::sync::Arc;

/// A thread that looks ahead in a compiled game.
pub struct NativeWorker<'g> {
    game: &'g Native,
    memory: Option<ThreadMemory>,
    /// The positions on the way, if rules ask for them or an error has to be
    /// explained.
    past: Vec<Position>,
    /// What lists the moves of each player.
    lists: [Option<Arc<Cell>>; 2],
    /// What does so without signatures.
    bare: [Option<Arc<Cell>>; 2],
    /// What does so if nothing is past.
    alone: [Option<Arc<Cell>>; 2],
    /// Whether no rule asks for positions that have occurred fewer than three times, once
    /// somebody has asked.
    asks_late: Option<bool>,
    /// What lists those that take pieces, turn them or end the game.
    captures: [Option<Arc<Cell>>; 2],
    /// What makes single moves of each player, and where it puts the position.
    picks: [Option<Arc<Cell>>; 2],
    picked: Vec<u64>,
    /// What plays at random.
    plays: Option<Arc<Cell>>,
    /// What evaluates, once somebody has asked.
    evaluations: Vec<Evaluates>,
    /// What gives lower bounds, by bound and player.
    bounds: Vec<[Option<Arc<Cell>>; 2]>,
    /// What visits what lies below a position of a puzzle.
    dives: Option<Arc<Cell>>,
    /// What says how the game is over at the start of a turn, once somebody has asked;
    /// nothing if the rules never say so.
    early: Option<Option<Box<NativeWorker<'g>>>>,
}

impl std::fmt::Debug for NativeWorker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NativeWorker").field("game", &self.game).finish_non_exhaustive()
    }
}

impl<'g> NativeWorker<'g> {
    pub(crate) fn new(game: &'g Native, past: &[Position]) -> NativeWorker<'g> {
        let mut memory = game.take_memory();
        game.remember(memory.ctx(), past);
        NativeWorker {
            game,
            memory: Some(memory),
            past: past.to_vec(),
            lists: [None, None],
            bare: [None, None],
            alone: [None, None],
            asks_late: None,
            captures: [None, None],
            picks: [None, None],
            picked: Vec::new(),
            plays: None,
            evaluations: Vec::new(),
            bounds: vec![[None, None]; game.facts().bounds.len()],
            dives: None,
            early: None,
        }
    }

    /// How the rules say that the game is over before anybody moves.
    fn over_early(&mut self, at: &Position) -> Option<Outcome> {
        let game = self.game;
        let early = self.early.get_or_insert_with(|| {
            game.early().map(|early| Box::new(NativeWorker::new(early, &[])))
        });
        let said = match early {
            Some(early) => early.over_now(at),
            None if game.interp().early().is_none() => return None,
            None => Err(Stopped::NoCode(String::new())),
        };
        match said {
            Ok(over) => over,
            // It says nothing.
            Err(Stopped::Problem(code)) if code == Problem::Rules as i64 => None,
            Err(_) => game.interp().early_outcome(&game.of_interp(at).ok()?),
        }
    }

    /// What this worker's game says of a position, if that is the end.
    fn over_now(&mut self, at: &Position) -> Result<Option<Outcome>, Stopped> {
        let place = &mut self.bare[self.game.player(at).index()];
        Self::run(self.game, &mut self.memory, place, Driver::Bare, at)?;
        let ctx = self.memory.as_mut().map(ThreadMemory::ctx).filter(|ctx| ctx.over_flag != 0);
        Ok(ctx.map(|ctx| ctx.over()))
    }

    /// Runs a driver whose address is kept in a place.
    #[inline]
    fn run(
        game: &Native,
        memory: &mut Option<ThreadMemory>,
        place: &mut Option<Arc<Cell>>,
        driver: Driver,
        at: &Position,
    ) -> Result<i64, Stopped> {
        let cell = match place {
            Some(cell) => cell,
            None => {
                let cell = game.driver(driver, game.player(at)).map_err(Stopped::NoCode)?;
                place.insert(cell)
            }
        };
        let memory = memory.as_mut().ok_or(Stopped::Problem(0))?;
        memory.ctx().begin();
        game.run(memory.ctx(), cell, at.words(), &[])
    }

    /// Lists the positions that a turn can lead to, with their signatures or without.
    #[inline]
    fn list(
        &mut self,
        at: &Position,
        list: &mut Vec<Position>,
        driver: Driver,
    ) -> Result<Option<Outcome>, RulesError> {
        if let Some(outcome) = self.game.outcome(at) {
            self.rest_on(None);
            return Ok(Some(outcome));
        }
        let lists = if driver == Driver::List { &mut self.lists } else { &mut self.bare };
        let place = &mut lists[self.game.player(at).index()];
        let listed = Self::run(self.game, &mut self.memory, place, driver, at);
        if let Err(stopped) = listed {
            // On what the interpreter's answer rests is not known, so it may be all.
            self.rest_on(self.game.remembers().then_some(0));
            return match self.game.list_instead(at, &self.past, &stopped)? {
                Err(outcome) => Ok(Some(outcome)),
                Ok(mut instead) => {
                    list.append(&mut instead);
                    Ok(None)
                }
            };
        }
        Ok(self.listed(list))
    }

    /// What code has listed, or how the game is over.
    #[inline]
    fn listed(&mut self, list: &mut Vec<Position>) -> Option<Outcome> {
        let ctx = self.memory.as_mut()?.ctx();
        if ctx.over_flag != 0 {
            return Some(ctx.over());
        }
        let words = self.game.shared().words();
        let compared = self.game.shared().layout.round / 8;
        Position::push_all(list, ctx.kept.all(words), words, compared);
        None
    }

    /// Notes the oldest earlier position on which an answer rests that is not code's.
    fn rest_on(&mut self, oldest: Option<usize>) {
        if let Some(memory) = &mut self.memory {
            memory.ctx().ground = oldest;
        }
    }
}

impl Drop for NativeWorker<'_> {
    fn drop(&mut self) {
        if let Some(memory) = self.memory.take() {
            self.game.give_memory(memory);
        }
    }
}

impl Worker for NativeWorker<'_> {
    type Position = Position;

    #[inline]
    fn expand(
        &mut self,
        at: &Position,
        list: &mut Vec<Position>,
    ) -> Result<Option<Outcome>, RulesError> {
        self.list(at, list, Driver::List)
    }

    #[inline]
    fn expand_bare(
        &mut self,
        at: &Position,
        list: &mut Vec<Position>,
    ) -> Result<Option<Outcome>, RulesError> {
        self.list(at, list, Driver::Bare)
    }

    #[inline]
    fn expand_rows(
        &mut self,
        at: &Position,
        rows: &mut Vec<u64>,
    ) -> Option<Result<Option<Outcome>, RulesError>> {
        Some(self.list_rows(at, rows))
    }

    #[inline]
    fn quick_rows(&mut self, at: &Position, rows: &mut Vec<u64>) -> Option<Option<Outcome>> {
        self.list_quickly(at, rows)
    }

    fn expand_captures(
        &mut self,
        at: &Position,
        list: &mut Vec<Position>,
    ) -> Result<Expanded, RulesError> {
        self.list_captures(at, list)
    }

    fn try_captures(&mut self, at: &Position, list: &mut Vec<Position>) -> Option<Expanded> {
        self.captures_of_any(at, list)
    }

    fn try_expand(&mut self, at: &Position, list: &mut Vec<Position>) -> Option<Option<Outcome>> {
        // The interpreter would only say in words what is wrong.
        let place = &mut self.lists[self.game.player(at).index()];
        match Self::run(self.game, &mut self.memory, place, Driver::List, at) {
            Ok(_) if self.game.outcome(at).is_none() => Some(self.listed(list)),
            Err(Stopped::Problem(code)) if code == Problem::Rules as i64 => None,
            _ => self.expand(at, list).ok(),
        }
    }

    fn try_rows(&mut self, at: &Position, rows: &mut Vec<u64>) -> Option<Option<Outcome>> {
        self.rows_of_any(at, rows)
    }

    #[inline]
    fn ground(&self) -> Option<usize> {
        self.memory.as_ref().and_then(ThreadMemory::ground)
    }

    #[inline]
    fn outcome(&self, at: &Position) -> Option<Outcome> {
        self.game.outcome(at)
    }

    #[inline]
    fn early_outcome(&mut self, at: &Position) -> Option<Outcome> {
        match self.game.outcome(at) {
            None if !matches!(self.early, Some(None)) => self.over_early(at),
            outcome => outcome,
        }
    }

    #[inline]
    fn evaluate(&mut self, at: &Position, evaluation: usize) -> Result<i32, RulesError> {
        self.number(at, evaluation)
    }

    fn expand_with_costs(
        &mut self,
        at: &Position,
        list: &mut Vec<Position>,
        costs: &mut Vec<i32>,
    ) -> Result<Option<Outcome>, RulesError> {
        if self.game.shared().sets_costs {
            // Lists hold no costs; turns with texts do.
            return match self.game.turn(at, &self.past)? {
                Turn::Over(outcome) => Ok(Some(outcome)),
                Turn::Moves(moves) => {
                    costs.extend(moves.iter().map(|played| played.cost));
                    list.extend(moves.into_iter().map(|played| played.to));
                    Ok(None)
                }
            };
        }
        let known = list.len();
        let over = self.expand(at, list)?;
        costs.extend((known..list.len()).map(|_| 1));
        Ok(over)
    }

    fn bound(&mut self, at: &Position) -> Result<i32, RulesError> {
        self.greatest_bound(at)
    }

    fn playout(
        &mut self,
        at: &Position,
        rng: &mut Rng,
        max_turns: u32,
    ) -> Result<Finish<Position>, RulesError> {
        self.play(at, rng, max_turns, None)
    }

    fn playout_bare(
        &mut self,
        at: &Position,
        rng: &mut Rng,
        max_turns: u32,
        held: &mut Held,
    ) -> Result<Finish<Position>, RulesError> {
        self.play(at, rng, max_turns, Some(held))
    }

    fn successor(&mut self, at: &Position, place: usize) -> Result<Option<Position>, RulesError> {
        Ok(self.pick(at, place))
    }

    fn dive(&mut self, dive: &Dive<'_, Position>) -> Result<Option<Dived>, RulesError> {
        Ok(self.dive_at_once(dive))
    }

    #[inline]
    fn enter(&mut self, at: &Position) {
        if self.game.remembers() {
            self.past.push(at.clone());
            if let Some(memory) = &mut self.memory {
                memory.ctx().push_past(self.game.shared(), at.words());
            }
        }
    }

    #[inline]
    fn leave(&mut self) {
        if self.game.remembers() {
            let left = self.past.pop();
            if let (Some(memory), Some(left)) = (&mut self.memory, left) {
                memory.ctx().pop_past(self.game.shared(), left.words());
            }
        }
    }
}
