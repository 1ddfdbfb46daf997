//! The referee of a compiled game. Turns come from code; what a player sees and is
//! told comes from the interpreter, which is given the equal position.

use crate::code::Native;
use crate::position::Position;
use game::{
    Asked, Field, FieldSet, Game, Message, Piece, Player, Referee, Refusal, RulesError, Turn,
    TurnWitness,
};

impl Referee for Native {
    fn seen(
        &self,
        position: &Position,
        before: &Position,
        player: Player,
    ) -> Result<FieldSet, RulesError> {
        self.interp().seen(&self.of_interp(position)?, &self.of_interp(before)?, player)
    }

    fn view(
        &self,
        position: &Position,
        before: &Position,
        player: Player,
    ) -> Result<Position, RulesError> {
        let view =
            self.interp().view(&self.of_interp(position)?, &self.of_interp(before)?, player)?;
        Ok(self.of_position(&view))
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
        // What may be tried goes by what the player knows, which is not the past.
        self.interp().tries(&self.of_interp(position)?, &self.of_interp(before)?, &[])
    }

    fn refusal(
        &self,
        position: &Position,
        before: &Position,
    ) -> Result<Refusal<Position>, RulesError> {
        let refusal =
            self.interp().refusal(&self.of_interp(position)?, &self.of_interp(before)?)?;
        let passed = refusal.passed.map(|to| self.of_position(&to));
        Ok(Refusal { told: refusal.told, passed })
    }

    fn told(&self, position: &Position, before: &Position) -> Result<Vec<Message>, RulesError> {
        if self.outcome(position).is_some() {
            return Ok(Vec::new());
        }
        self.interp().told(&self.of_interp(position)?, &self.of_interp(before)?)
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
        list.extend(self.shared().layout.piece_on(position.words(), field));
    }

    fn likeness(&self, position: &Position) -> u64 {
        self.shared().key(position.words())
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

    type Witness<'g> = TurnWitness<'g, Native>;

    fn witness(&self, player: Player) -> TurnWitness<'_, Native> {
        TurnWitness::new(self, player)
    }
}
