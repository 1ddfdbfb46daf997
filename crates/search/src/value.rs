//! What a position is worth: a number for the player to move.

use game::{Outcome, Player};

/// The value of a position, for the player to move.
pub type Value = i32;

/// A win on the spot.
pub const WIN: Value = 1_000_000;

/// More than any value.
pub const INFINITE: Value = WIN + 1;

/// From here on a value says who wins.
const DECIDED: Value = WIN / 4;

/// What one more point is added to, if a game ends with points.
const WITH_POINTS: Value = WIN / 2;

/// Whether a value says that somebody wins by force.
pub fn is_decided(value: Value) -> bool {
    value.abs() >= DECIDED
}

/// What the end of a game is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutcomeValue {
    /// A win is better the sooner it comes, and with points the more of them.
    #[default]
    Soon,
    /// Every win is worth the same.
    Flat,
}

impl OutcomeValue {
    /// The value of an outcome for a player, so many turns below the root.
    pub fn of(self, outcome: Outcome, player: Player, ply: usize) -> Value {
        let points = match player {
            Player::First => outcome.value,
            Player::Second => outcome.value.saturating_neg(),
        };
        let won = match (self, outcome.scored) {
            _ if points == 0 => return 0,
            (OutcomeValue::Flat, _) => WIN,
            (OutcomeValue::Soon, false) => WIN - (ply as Value).min(WIN / 8),
            (OutcomeValue::Soon, true) => WITH_POINTS + points.saturating_abs().min(WIN / 8),
        };
        won * points.signum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_wins_and_more_points_are_better() {
        let of = |value, scored, player, ply| {
            OutcomeValue::Soon.of(Outcome { value, scored }, player, ply)
        };
        assert!(of(1, false, Player::First, 3) > of(1, false, Player::First, 5));
        assert!(of(1, false, Player::Second, 3) < of(1, false, Player::Second, 5));
        assert!(of(8, true, Player::First, 3) > of(2, true, Player::First, 1));
        assert_eq!(of(0, true, Player::First, 3), 0);
        assert!(
            [of(1, true, Player::First, 0), of(-1, false, Player::First, 9)]
                .into_iter()
                .all(is_decided)
        );
        let flat = OutcomeValue::Flat.of(Outcome { value: -8, scored: true }, Player::Second, 4);
        assert_eq!(flat, WIN);
    }
}
