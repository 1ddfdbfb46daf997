//! What a position is worth: a number for the player to move.

use game::{Facts, Outcome, Player};
use std::fmt;

/// The value of a position, for the player to move.
pub type Value = i32;

/// A win on the spot.
pub const WIN: Value = 1_000_000;

/// More than any value.
pub const INFINITE: Value = WIN + 1;

/// From here on a value says who wins.
pub(crate) const DECIDED: Value = WIN / 4;

/// What one more point is added to, if a game ends with points.
const WITH_POINTS: Value = WIN / 2;

/// The values that a search tells apart: it is enough to know of others that they are not
/// above alpha, or not below beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
}

impl Window {
    /// The window that only tells whether a value is above this one.
    #[inline]
    pub(crate) fn above(alpha: Value) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// Whether it only asks who wins, so that one move tells.
    pub(crate) fn asks_who_wins(self) -> bool {
        self == WINS || self == LOSES
    }
}

/// Only asks whether a player wins by force, or loses. The bounds themselves count as decided, so
/// that nothing is left out below.
pub(crate) const WINS: Window = Window { alpha: DECIDED, beta: DECIDED + 1 };
pub(crate) const LOSES: Window = Window { alpha: -DECIDED - 1, beta: -DECIDED };

/// Where a search is: the depth that is left, and the turns from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Level {
    pub(crate) depth: u32,
    pub(crate) ply: usize,
}

/// Whether a value says that somebody wins by force.
pub fn is_decided(value: Value) -> bool {
    value.abs() >= DECIDED
}

/// What a value says of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is a number that somebody may like, and nothing is decided.
    Open(Value),
    /// They win at the end of this many turns, those of the opponent included.
    Wins(u32),
    /// They lose at the end of this many turns.
    Loses(u32),
    /// They win by this many points, or lose if they are below 0.
    Points(i32),
}

impl Verdict {
    /// What a value says, if wins are better the sooner they come.
    pub fn of(value: Value) -> Verdict {
        match value.abs() {
            ..DECIDED => Verdict::Open(value),
            size if size < WIN - WIN / 8 => Verdict::Points((size - WITH_POINTS) * value.signum()),
            size if value > 0 => Verdict::Wins((WIN - size) as u32),
            size => Verdict::Loses((WIN - size) as u32),
        }
    }

    /// Who wins, in words, if that is decided: `white wins in 3 turns`, `black wins by 2`, `solved
    /// in 5 turns`. The player is the one to move.
    pub fn describe(self, facts: &Facts, player: Player) -> Option<String> {
        let wins = |player: Player| match facts.n_players() {
            1 if player == Player::First => "solved".to_string(),
            1 => "lost".to_string(),
            _ => facts.player_does(player, "wins"),
        };
        Some(match self {
            Verdict::Open(_) => return None,
            Verdict::Wins(n) => format!("{} in {}", wins(player), turns(n)),
            Verdict::Loses(n) => format!("{} in {}", wins(player.other()), turns(n)),
            Verdict::Points(n @ 0..) => format!("{} by {n}", wins(player)),
            Verdict::Points(n) => format!("{} by {}", wins(player.other()), n.unsigned_abs()),
        })
    }
}

/// What it says of the player to move: `worth +30`, `wins in 3 turns`, `loses by 2`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Verdict::Open(value) => write!(f, "worth {value:+}"),
            Verdict::Wins(n) => write!(f, "wins in {}", turns(n)),
            Verdict::Loses(n) => write!(f, "loses in {}", turns(n)),
            Verdict::Points(n @ 0..) => write!(f, "wins by {n}"),
            Verdict::Points(n) => write!(f, "loses by {}", n.unsigned_abs()),
        }
    }
}

fn turns(n: u32) -> String {
    if n == 1 { "1 turn".to_string() } else { format!("{n} turns") }
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
    /// The value of an outcome for a player, this many turns below the root.
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
        assert_eq!(Verdict::of(of(1, false, Player::Second, 3)), Verdict::Loses(3));
        assert_eq!(Verdict::of(of(-1, false, Player::Second, 7)), Verdict::Wins(7));
        assert_eq!(Verdict::of(of(8, true, Player::Second, 3)), Verdict::Points(-8));
        assert_eq!(Verdict::of(-120), Verdict::Open(-120));
        let words = [Verdict::Wins(1), Verdict::Loses(3), Verdict::Points(-8), Verdict::Open(12)];
        let words = words.map(|verdict| verdict.to_string()).join(", ");
        assert_eq!(words, "wins in 1 turn, loses in 3 turns, loses by 8, worth +12");
        let flat = OutcomeValue::Flat.of(Outcome { value: -8, scored: true }, Player::Second, 4);
        assert_eq!(flat, WIN);
    }
}
