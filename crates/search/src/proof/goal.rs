//! Whether a player wins, which is all that searches by proof numbers can be asked, and the value
//! of a position by asking it for both players.

use super::{Found, Unproved, ground::Ground};
use game::{Game, Outcome, Player};

/// A question with two answers: does this player win?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Goal(pub(crate) Player);

impl Goal {
    pub(crate) fn is_reached(self, outcome: Outcome) -> bool {
        outcome.for_player(self.0) > 0
    }
}

/// The answer, and the move of the root that it rests on, if the answer needs
/// only one.
pub(crate) struct Answer<P> {
    pub(crate) yes: bool,
    pub(crate) by: Option<P>,
}

/// Asks whether the player to move wins, and if not, whether the other one does.
pub(crate) fn both_ways<'g, 'p, G: Game>(
    ground: &mut Ground<'g, 'p, G>,
    at: &G::Position,
    mut ask: impl FnMut(&mut Ground<'g, 'p, G>, Goal) -> Result<Answer<G::Position>, Unproved>,
) -> Result<Found<G::Position>, Unproved> {
    let found = |value, by: Option<G::Position>| Found {
        outcome: Outcome { value, scored: false },
        exact: false,
        moves: by.into_iter().collect(),
        all_moves: false,
        turns: None,
    };
    if let Err(outcome) = ground.expand(at)? {
        return Ok(Found { exact: true, ..found(outcome.value, None) });
    }
    let player = ground.player(at);
    let won_by = |player: Player| if player == Player::First { 1 } else { -1 };
    let answer = ask(ground, Goal(player))?;
    if answer.yes {
        return Ok(found(won_by(player), answer.by));
    }
    let answer = ask(ground, Goal(player.other()))?;
    match answer.yes {
        true => Ok(found(won_by(player.other()), None)),
        false => Ok(found(0, answer.by)),
    }
}
