//! What a table says of a position, and how that is kept in two bytes.

/// What a position is worth to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The rules do what they should not do here, as when a king can be taken: no play leads
    /// to this position.
    Impossible,
    /// Nobody can force a win.
    Draw,
    /// The player to move wins after this many turns, both players counted.
    Win(u32),
    /// The player to move loses after this many turns; 0 if the game is over.
    Loss(u32),
    /// Where points are counted: how many more the player to move gets than the opponent.
    Score(i32),
}

/// A score is kept as a win or a loss whose turns are what it lacks of this one: so more points
/// are decided sooner, as faster wins are, and what goes backward need not know about points.
const FULL_SCORE: u32 = 126;
/// The most points, which leave a turn or two for what is over at once.
pub(crate) const MOST_POINTS: u32 = 124;

/// The most turns that are counted.
pub(crate) const MOST_TURNS: u32 = 0x3ff0;

impl Value {
    /// A number for it below 2^15.
    pub(crate) fn code(self) -> u16 {
        match self {
            Value::Draw => 0,
            Value::Impossible => 1,
            Value::Loss(turns) => 2 + 2 * turns.min(MOST_TURNS) as u16,
            Value::Win(turns) => 3 + 2 * turns.min(MOST_TURNS) as u16,
            Value::Score(_) => self.leveled().code(),
        }
    }

    /// A score as a win, a draw or a loss at its level; other values as they are.
    pub(crate) fn leveled(self) -> Value {
        match self {
            Value::Score(points) => {
                let level = FULL_SCORE - points.unsigned_abs().min(MOST_POINTS);
                match points.signum() {
                    0 => Value::Draw,
                    1 => Value::Win(level),
                    _ => Value::Loss(level),
                }
            }
            value => value,
        }
    }

    /// The score that has been leveled.
    pub(crate) fn scored(self) -> Value {
        let points = |level: u32| FULL_SCORE.saturating_sub(level) as i32;
        match self {
            Value::Win(level) => Value::Score(points(level)),
            Value::Loss(level) => Value::Score(-points(level)),
            Value::Draw => Value::Score(0),
            value => value,
        }
    }

    /// What has this number.
    pub(crate) fn of(code: u16) -> Value {
        match code {
            0 => Value::Draw,
            1 => Value::Impossible,
            _ if code.is_multiple_of(2) => Value::Loss(u32::from(code / 2 - 1)),
            _ => Value::Win(u32::from(code / 2 - 1)),
        }
    }

    /// The value a turn earlier for a player who goes here: `again` if the same player is to
    /// move here, too.
    pub fn before(self, again: bool) -> Value {
        self.earlier(again, 1)
    }

    /// The same if a turn counts for this many.
    pub(crate) fn earlier(self, again: bool, turn: u32) -> Value {
        match self {
            Value::Win(turns) if again => Value::Win(turns + turn),
            Value::Loss(turns) if again => Value::Loss(turns + turn),
            Value::Win(turns) => Value::Loss(turns + turn),
            Value::Loss(turns) => Value::Win(turns + turn),
            Value::Score(points) if !again => Value::Score(-points),
            other => other,
        }
    }

    /// How much a player wants it: a win sooner rather than later, then a draw, then a loss
    /// later rather than sooner; and more points rather than fewer.
    pub fn rank(self) -> i64 {
        match self {
            Value::Win(turns) => (1 << 20) - i64::from(turns),
            Value::Draw => 0,
            Value::Loss(turns) => i64::from(turns) - (1 << 20),
            Value::Score(points) => i64::from(points),
            Value::Impossible => i64::MIN,
        }
    }

    /// The value with points that a player has in any case.
    pub(crate) fn with(self, points: i32) -> Value {
        match self {
            Value::Score(more) => Value::Score(points + more),
            value => value,
        }
    }

    /// The turns to the end, if somebody wins.
    pub fn turns(self) -> Option<u32> {
        match self {
            Value::Win(turns) | Value::Loss(turns) => Some(turns),
            Value::Draw | Value::Impossible | Value::Score(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_for_values() {
        let check = |value: Value| assert_eq!(Value::of(value.code()), value);
        check(Value::Draw);
        check(Value::Impossible);
        for turns in [0, 1, 31, 300, MOST_TURNS] {
            check(Value::Win(turns));
            check(Value::Loss(turns));
        }
        for points in [-48, -1, 0, 1, 124] {
            let score = Value::Score(points);
            assert_eq!(Value::of(score.code()).scored(), score);
            assert!(score.code() <= 0xff);
        }
        assert_eq!(Value::Score(3).before(false), Value::Score(-3));
        let best = [Value::Win(1), Value::Win(9), Value::Draw, Value::Loss(9), Value::Loss(0)];
        assert!(best.is_sorted_by_key(|value| -value.rank()));
    }
}
