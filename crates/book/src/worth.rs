//! What values are a turn earlier: a win is a turn further away, whoever has it.

use game::{Outcome, Player};
use search::{OutcomeValue, Value, WIN};

/// Above this a value is a win after a number of turns.
const WINS: Value = WIN - WIN / 8;

/// What a value of the position after a move is worth to the player who makes the move;
/// `again` if they are to move there, too.
pub(crate) fn earlier(value: Value, again: bool) -> Value {
    let value = if again { value } else { -value };
    match value.abs() > WINS {
        true => value - value.signum(),
        false => value,
    }
}

/// What the end of a game is worth to a player who would be to move.
pub(crate) fn at_end(outcome: Outcome, player: Player) -> Value {
    OutcomeValue::Soon.of(outcome, player, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Verdict;

    #[test]
    fn wins_are_a_turn_further_away() {
        let lost = at_end(Outcome { value: 1, scored: false }, Player::Second);
        assert_eq!(Verdict::of(lost), Verdict::Loses(0));
        assert_eq!(Verdict::of(earlier(lost, false)), Verdict::Wins(1));
        assert_eq!(Verdict::of(earlier(earlier(lost, false), false)), Verdict::Loses(2));
        assert_eq!(Verdict::of(earlier(earlier(lost, false), true)), Verdict::Wins(2));
        let points = at_end(Outcome { value: 5, scored: true }, Player::First);
        assert_eq!(Verdict::of(earlier(points, false)), Verdict::Points(-5));
        assert_eq!(earlier(-30, false), 30);
    }
}
