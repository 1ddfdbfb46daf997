//! Texts of moves and tries as numbers: what was done is looked up, and written as a text
//! only when it is met for the first time.

use crate::code::Native;
use crate::layout::TurnSlot;
use crate::runtime::ways::usual_events;
use crate::runtime::{Ctx, EventNode};
use game::{Game, Player};
use rustc_hash::FxHashMap;

/// More different turns are not remembered at a time.
const MOST: usize = 1 << 20;

/// The numbers of texts.
#[derive(Default)]
pub(crate) struct Names {
    /// For each player, since one event may have two texts.
    by_events: [FxHashMap<Box<[EventNode]>, u32>; 2],
    by_text: FxHashMap<String, u32>,
    /// For each text the last time that it was a try, and that it was a legal move.
    tried: Vec<(u64, u64)>,
    time: u64,
    n_tries: usize,
    events: Vec<EventNode>,
}

impl Names {
    /// The number of what a configuration tells.
    fn number(&mut self, game: &Native, ctx: &Ctx, player: Player, record: &[u64]) -> usize {
        let trace = record[game.shared().layout.turn(TurnSlot::Trace)];
        ctx.events_into(trace, &mut self.events);
        if let Some(&number) = self.by_events[player.index()].get(self.events.as_slice()) {
            return number as usize;
        }
        let text = game::move_text(game.facts(), player, &usual_events(&self.events));
        let next = self.by_text.len() as u32;
        let number = *self.by_text.entry(text).or_insert(next);
        self.by_events[player.index()].insert(self.events.as_slice().into(), number);
        self.tried.resize(self.by_text.len(), (0, 0));
        number as usize
    }

    /// Takes up the tries among results of a rule, on a position as a player knows it.
    pub(crate) fn tries(&mut self, game: &Native, ctx: &Ctx, n: usize, view: &[u64]) {
        if self.by_events.iter().map(|known| known.len()).sum::<usize>() > MOST {
            *self = Names::default();
        }
        self.time += 1;
        self.n_tries = 0;
        let (shared, player) = (game.shared(), game.player_of(view));
        for record in ctx.produced().chunks_exact(shared.record_words()).take(n) {
            let passed = record[shared.layout.turn(TurnSlot::Passed)] != 0;
            if passed || !shared.has_material(view, record) {
                let number = self.number(game, ctx, player, record);
                let tried = &mut self.tried[number].0;
                self.n_tries += usize::from(*tried != self.time);
                *tried = self.time;
            }
        }
    }

    /// How many of the tries are not legal, by the results of a turn; nothing if a text
    /// names two of its moves.
    pub(crate) fn illegal(
        &mut self,
        game: &Native,
        ctx: &Ctx,
        n: usize,
        position: &[u64],
    ) -> Option<usize> {
        let (shared, player) = (game.shared(), game.player_of(position));
        let mut illegal = self.n_tries;
        for record in ctx.produced().chunks_exact(shared.record_words()).take(n) {
            let slot = |slot: TurnSlot| record[shared.layout.turn(slot)] != 0;
            let moved = slot(TurnSlot::Changed) || slot(TurnSlot::Passed);
            let counts = slot(TurnSlot::Passed)
                || slot(TurnSlot::OutFlag)
                || !shared.has_material(position, record);
            if moved && counts {
                let number = self.number(game, ctx, player, record);
                let (tried, legal) = &mut self.tried[number];
                if *legal == self.time {
                    return None;
                }
                *legal = self.time;
                illegal -= usize::from(*tried == self.time);
            }
        }
        Some(illegal)
    }
}
