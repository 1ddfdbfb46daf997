//! What positions offer, as plain data: moves, outcomes, messages of a referee, and what can be
//! wrong with rules or positions.

use crate::error_code::ErrorCode;
use crate::facts::Facts;
use crate::ids::{Field, Kind, Piece, Player};

/// How a game ended, seen by the first player: above 0 they have won, below 0 they
/// have lost, 0 is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// 1, 0 or -1; or the number of points by which the first player won.
    pub value: i32,
    /// Whether the value is a number of points.
    pub scored: bool,
}

impl Outcome {
    /// The same outcome as this player sees it.
    pub fn for_player(self, player: Player) -> i32 {
        match player {
            Player::First => self.value,
            Player::Second => self.value.saturating_neg(),
        }
    }

    /// The winner, unless it is a draw. In a puzzle the second player stands for defeat.
    pub fn winner(self) -> Option<Player> {
        match self.value.signum() {
            1 => Some(Player::First),
            -1 => Some(Player::Second),
            _ => None,
        }
    }
}

/// An outcome in words: `white wins`, `hounds win`, `white wins by 3`, `draw`; of a
/// puzzle, `solved` or `lost`.
pub fn describe_outcome(facts: &Facts, outcome: Outcome) -> String {
    let points = match outcome.scored {
        true => format!(" by {}", outcome.value.unsigned_abs()),
        false => String::new(),
    };
    match (facts.n_players(), outcome.winner()) {
        (1, Some(Player::First)) => "solved".to_string(),
        (1, _) => "lost".to_string(),
        (_, Some(player)) => facts.player_does(player, "wins") + &points,
        (_, None) => "draw".to_string(),
    }
}

/// What a turn did, as far as the text of a move tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Event {
    /// Pieces were taken up; `amount` is said if it was not everything on the field.
    Pickup {
        /// Where.
        field: Field,
        /// How many, if not all that stood there.
        amount: Option<u8>,
    },
    /// The hand was emptied here.
    Putdown(Field),
    /// A piece was put on a field, from nowhere or from the reserve.
    Place(Field, Kind),
    /// A piece was taken off.
    Remove(Field),
    /// The piece just put down became another.
    Become(Kind),
    /// The player passed.
    Pass,
}

/// A message of the referee.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Message {
    /// Who hears it.
    pub to: Player,
    /// The words, with the fields or kinds that go with them.
    pub text: String,
}

/// A legal move: a turn from one position to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move<P> {
    /// The text that names it; no other move of the position has it.
    pub text: String,
    /// Other texts that name the same successor; accepted as input.
    pub synonyms: Vec<String>,
    /// The position after the turn.
    pub to: P,
    /// How the game ended, if this move ended it.
    pub outcome: Option<Outcome>,
    /// What the move costs in a puzzle.
    pub cost: i32,
    /// What the referee says when it is made.
    pub told: Vec<Message>,
}

impl<P> Move<P> {
    /// Whether this text names it.
    pub fn is_called(&self, text: &str) -> bool {
        self.text == text || self.synonyms.iter().any(|synonym| synonym == text)
    }
}

/// What a position offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn<P> {
    /// The game is over.
    Over(Outcome),
    /// The legal moves, in ascending order of their texts.
    Moves(Vec<Move<P>>),
}

/// Something that the rules should not do, found while playing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError {
    /// Its stable name; docs/errors.md has an entry for each.
    pub code: ErrorCode,
    /// What happened, a sentence without a period.
    pub message: String,
    /// The position in which it happened, as text.
    pub position: String,
    /// What to do about it.
    pub hint: String,
}

impl std::fmt::Display for RulesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (in the position `{}`)", self.message, self.position)
    }
}

impl std::error::Error for RulesError {}

/// Why a position cannot be played: a message and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    /// What is wrong, a sentence without a period.
    pub message: String,
    /// What to do about it; may be empty.
    pub hint: String,
    /// The bytes of the text that are wrong, if it came from a text.
    pub place: Option<std::ops::Range<usize>>,
}

impl std::fmt::Display for SetupError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SetupError {}

/// What a turn did to a field: its top pieces before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The field.
    pub field: Field,
    /// What it held.
    pub before: Option<Piece>,
    /// What it holds now.
    pub after: Option<Piece>,
}

/// Whether a turn of this player that changed how many pieces both have took something.
#[inline]
pub fn is_capture(mover: Player, before: [u32; 2], after: [u32; 2]) -> bool {
    let opponent = mover.other().index();
    let all = |pieces: [u32; 2]| pieces[0] + pieces[1];
    after[opponent] < before[opponent] && all(after) < all(before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;

    #[test]
    fn outcomes_are_said_in_words() {
        let (two, one) = (samples::chess(), samples::fifteen());
        let check = |facts: &Facts, value, scored, expected: &str| {
            assert_eq!(describe_outcome(facts, Outcome { value, scored }), expected);
        };
        check(&two, 1, false, "white wins");
        check(&two, 3, true, "white wins by 3");
        check(&two, -8, true, "black wins by 8");
        check(&two, i32::MIN, true, "black wins by 2147483648");
        check(&two, 0, true, "draw");
        let hounds = Facts { players: vec!["fox".into(), "hounds".into()], ..samples::chess() };
        check(&hounds, 1, false, "fox wins");
        check(&hounds, -2, true, "hounds win by 2");
        check(&one, 1, false, "solved");
        check(&one, -1, false, "lost");
    }
}
