//! Who has won as good as certainly. Players who look only a turn or two ahead win a queen and
//! cannot mate with it, and from draws of won positions nothing is learned. So whoever is much
//! worse off by the evaluation of the rules, and stays so, resigns.

use crate::looking::Looker;
use game::{Game, Player, RulesError};

/// Whoever is much worse off for this many turns resigns.
const SURE_TURNS: i32 = 8;

/// The evaluation that says how a game stands, by its number, and what turns its values into
/// the logarithm of odds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Judge {
    pub(crate) evaluation: usize,
    pub(crate) scale: f32,
    /// Whoever has the logarithm of the odds that far against them is sure to lose.
    pub(crate) sure: f32,
}

/// For how many turns in a row a game has seemed to be decided in favor of the same player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clear {
    judge: Option<Judge>,
    /// Above 0 for the first player, below 0 for the second one.
    turns: i32,
}

impl Clear {
    /// A game begins. Without a judge nobody resigns.
    pub(crate) fn new(judge: Option<Judge>) -> Clear {
        Clear { judge, turns: 0 }
    }

    /// A position is reached: 1 if the second player resigns, -1 if the first one does.
    pub(crate) fn resigned<G: Game>(
        &mut self,
        game: &G,
        looker: &mut Looker<'_, G>,
        at: &G::Position,
    ) -> Result<Option<i32>, RulesError> {
        let Some(Judge { evaluation, scale, sure }) = self.judge else { return Ok(None) };
        let seen = looker.judged(at, evaluation)? as f32 * scale;
        let odds = if game.player(at) == Player::First { seen } else { -seen };
        self.turns = match () {
            _ if odds >= sure => self.turns.max(0) + 1,
            _ if odds <= -sure => self.turns.min(0) - 1,
            _ => 0,
        };
        Ok((self.turns.abs() >= SURE_TURNS).then_some(self.turns.signum()))
    }
}
