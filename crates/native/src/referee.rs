//! The referee of a compiled game. What code does not know, or gives up, is asked of the
//! interpreter, which is given the equal position.

mod comparison;
pub(crate) mod expected;
pub(crate) mod judge;
mod names;
pub(crate) mod witness;

use crate::code::Native;
use crate::position::Position;
use crate::referee::witness::NativeWitness;
use game::{
    Asked, Counter, Field, FieldSet, Game, Message, Piece, Player, Referee, Refusal, RowForm,
    RulesError, Saying, Turn,
};

impl Referee for Native {
    fn seen(
        &self,
        position: &Position,
        before: &Position,
        player: Player,
    ) -> Result<FieldSet, RulesError> {
        let rule = self.program().entries.seen;
        let seen = self.with_memory(|ctx| self.fields(ctx, rule, position, before, player));
        match seen {
            Ok(words) => Ok(self.set_of(&words)),
            Err(_) => {
                self.interp().seen(&self.of_interp(position)?, &self.of_interp(before)?, player)
            }
        }
    }

    fn view(
        &self,
        position: &Position,
        before: &Position,
        player: Player,
    ) -> Result<Position, RulesError> {
        if let Ok(mut words) = self.with_memory(|ctx| self.masked(ctx, position, before, player)) {
            self.shared().sign(&mut words);
            return Ok(self.wrap(&words));
        }
        let view =
            self.interp().view(&self.of_interp(position)?, &self.of_interp(before)?, player)?;
        self.of_position(&view)
    }

    fn tries(
        &self,
        position: &Position,
        before: &Position,
        past: &[Position],
    ) -> Result<Vec<String>, RulesError> {
        if !self.can_refuse() {
            return Ok(match self.named_turn(position, past)? {
                Turn::Over(_) => Vec::new(),
                Turn::Moves(moves) => moves.into_iter().map(|made| made.text).collect(),
            });
        }
        if let Ok(tries) = self.with_memory(|ctx| self.tries_of(ctx, position, before)) {
            return Ok(tries);
        }
        // What may be tried goes by what the player knows, which is not the past.
        self.interp().tries(&self.of_interp(position)?, &self.of_interp(before)?, &[])
    }

    fn refusal(
        &self,
        position: &Position,
        before: &Position,
    ) -> Result<Refusal<Position>, RulesError> {
        if let (Some(rule), false) = (self.program().entries.refused, self.can_refusal_pass())
            && let Ok(told) = self.with_memory(|ctx| self.first_said(ctx, rule, position, before))
        {
            return Ok(Refusal { told, passed: None });
        }
        let refusal =
            self.interp().refusal(&self.of_interp(position)?, &self.of_interp(before)?)?;
        let passed = refusal.passed.map(|to| self.of_position(&to)).transpose()?;
        Ok(Refusal { told: refusal.told, passed })
    }

    fn told(&self, position: &Position, before: &Position) -> Result<Vec<Message>, RulesError> {
        let rule = self.program().entries.told;
        let Some(rule) = rule.filter(|_| self.outcome(position).is_none()) else {
            return Ok(Vec::new());
        };
        if let Ok(told) = self.with_memory(|ctx| self.first_said(ctx, rule, position, before)) {
            return Ok(told);
        }
        self.interp().told(&self.of_interp(position)?, &self.of_interp(before)?)
    }

    fn sayings(&self) -> Vec<Saying> {
        self.interp().sayings()
    }

    fn can_refuse(&self) -> bool {
        self.interp().can_refuse()
    }

    fn can_refusal_pass(&self) -> bool {
        self.interp().can_refusal_pass()
    }

    fn do_tries_look_back(&self) -> bool {
        self.interp().do_tries_look_back()
    }

    fn stack(&self, position: &Position, field: Field, list: &mut Vec<Piece>) {
        self.shared().layout.stack_on(position.words(), field, list);
    }

    fn likeness(&self, position: &Position) -> u64 {
        self.shared().key(position.words())
    }

    fn silent_clocks(&self) -> Vec<(Counter, i32)> {
        self.interp().silent_clocks()
    }

    fn idle_counters(&self) -> Vec<(Counter, i32)> {
        self.interp().idle_counters()
    }

    fn past_only_draws(&self) -> bool {
        self.interp().past_only_draws()
    }

    fn forget(&self, position: &mut Position, counters: &[Counter]) {
        let (layout, facts) = (&self.shared().layout, self.facts());
        for &counter in counters {
            layout.reset(position.words_mut(), facts, counter);
        }
    }

    fn turn_asking(
        &self,
        position: &Position,
        past: &[Position],
        asked: &mut Vec<Asked>,
    ) -> Result<Turn<Position>, RulesError> {
        self.named_turn_asking(position, past, asked)
    }

    fn position_bytes(&self) -> usize {
        Position::bytes(self.shared().words())
    }

    fn row_form(&self) -> Option<RowForm> {
        Some(RowForm { words: self.shared().words(), compared: self.shared().layout.round / 8 })
    }

    /// The signature tells nearly all rows apart, and what it leaves out comes after it.
    #[inline]
    fn row_hash(&self, row: &[u64]) -> u64 {
        let layout = &self.shared().layout;
        let told = row.get(layout.signature / 8..layout.round / 8).unwrap_or(row);
        told.iter().fold(0, |hash, word| game::mix(hash ^ word))
    }

    fn forget_in_row(&self, row: &mut [u64], counters: &[Counter]) {
        let (layout, facts) = (&self.shared().layout, self.facts());
        counters.iter().for_each(|counter| layout.reset(row, facts, *counter));
    }

    fn is_same_beside_board(&self, a: &Position, b: &Position) -> bool {
        let layout = &self.shared().layout;
        let beside = layout.n_board..layout.round / 8;
        let (a, b) = (&a.words()[beside.clone()], &b.words()[beside.clone()]);
        let differ = a.iter().zip(b).zip(beside).filter(|((a, b), _)| a != b);
        differ.map(|(_, place)| place).all(|place| place == layout.signature / 8)
    }

    type Witness<'g> = NativeWitness<'g>;

    fn witness(&self, player: Player) -> NativeWitness<'_> {
        NativeWitness::new(self, player)
    }
}
