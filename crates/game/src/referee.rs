//! Games in which players do not see everything, as a referee runs them: what a
//! player sees, what they may try, what is said to them. Back ends implement it.
//!
//! Where `before` is asked for it is the position before the last turn; at the
//! start of a game it is the position itself.

use crate::field_set::FieldSet;
use crate::ids::{Counter, Field, Piece, Player};
use crate::perceived::Perceived;
use crate::play::Game;
use crate::random::mix;
use crate::turn::{Message, Move, RulesError, Turn};

/// How an attempt ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt<P> {
    /// It is a legal move.
    Accepted(Move<P>),
    /// It is not legal, but the player could not know.
    Refused(Refusal<P>),
    /// It is neither a legal move nor something that may be tried.
    Impossible,
}

/// What the referee does about a try that is not legal. It does not depend on
/// which try it was, only on the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal<P> {
    /// What the referee says.
    pub told: Vec<Message>,
    /// The position after it, if the refusal costs the turn.
    pub passed: Option<P>,
}

/// Words that the rules can say, and how many fields or kinds of pieces follow them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Saying {
    /// The words.
    pub words: String,
    /// How many fields, kinds or `-` follow, each after a space.
    pub n_details: usize,
}

/// A question about earlier positions that some rule asked during a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Asked {
    /// The [likeness](Referee::likeness) of the position that was asked about.
    pub likeness: u64,
    /// How often it must have occurred, with itself, for a yes.
    pub times: u32,
    /// Whether it was a position that the turn would lead to, so that the one in which
    /// the turn began counts as earlier.
    pub moved: bool,
}

/// A game with a referee. In a game that shows everything the referee has little to say.
pub trait Referee: Game {
    /// The fields that a player sees.
    fn seen(
        &self,
        position: &Self::Position,
        before: &Self::Position,
        player: Player,
    ) -> Result<FieldSet, RulesError>;

    /// The position as a player knows it, as the one to move: what their tries go by.
    fn view(
        &self,
        position: &Self::Position,
        before: &Self::Position,
        player: Player,
    ) -> Result<Self::Position, RulesError>;

    /// What the player to move may try, going by what they know, in ascending
    /// order. Where nothing can be refused these are the legal moves.
    fn tries(
        &self,
        position: &Self::Position,
        before: &Self::Position,
        past: &[Self::Position],
    ) -> Result<Vec<String>, RulesError>;

    /// What happens to a try that is not legal.
    fn refusal(
        &self,
        position: &Self::Position,
        before: &Self::Position,
    ) -> Result<Refusal<Self::Position>, RulesError>;

    /// Makes an attempt: a legal move is accepted, a try that is not legal is refused.
    fn attempt(
        &self,
        position: &Self::Position,
        before: &Self::Position,
        past: &[Self::Position],
        text: &str,
    ) -> Result<Attempt<Self::Position>, RulesError> {
        if let Turn::Moves(moves) = self.turn(position, past)?
            && let Some(accepted) = moves.into_iter().find(|made| made.is_called(text))
        {
            return Ok(Attempt::Accepted(accepted));
        }
        let may_try = self.can_refuse()
            && self.tries(position, before, past)?.iter().any(|attempted| attempted == text);
        match may_try {
            true => Ok(Attempt::Refused(self.refusal(position, before)?)),
            false => Ok(Attempt::Impossible),
        }
    }

    /// What is said before the turn of the player to move.
    fn told(
        &self,
        position: &Self::Position,
        before: &Self::Position,
    ) -> Result<Vec<Message>, RulesError>;

    /// Everything that the rules can say, each once.
    fn sayings(&self) -> Vec<Saying>;

    /// Whether there are tries that may be refused.
    fn can_refuse(&self) -> bool;

    /// Whether a refusal can cost the turn. If not, refusals leave no trace in the
    /// game, and it is enough to know how many there can have been.
    fn can_refusal_pass(&self) -> bool;

    /// Whether what may be tried, or what is said about a refusal, can depend on the
    /// position before the last turn.
    fn do_tries_look_back(&self) -> bool;

    /// The pieces on a field, from the bottom, appended to the list.
    fn stack(&self, position: &Self::Position, field: Field, list: &mut Vec<Piece>);

    /// A number that positions have in common which rules on repetition may take for
    /// the same. Others seldom have the same number.
    fn likeness(&self, position: &Self::Position) -> u64;

    /// Counters that can do nothing but make the game a draw when they reach a value, with that
    /// value, and that go up by one in a turn at most. Nobody perceives them.
    fn silent_clocks(&self) -> Vec<(Counter, i32)>;

    /// Counters of turns, each with a value: as long as the turns that are asked about cannot bring
    /// it that far, nobody can tell what it holds. What it brings then does not matter.
    fn idle_counters(&self) -> Vec<(Counter, i32)> {
        self.silent_clocks()
    }

    /// Whether earlier positions can do nothing but make the game a draw. Whoever leaves the
    /// past out then knows the same moves and the same wins.
    fn past_only_draws(&self) -> bool;

    /// Sets counters that belong to no player to their lowest values.
    fn forget(&self, position: &mut Self::Position, counters: &[Counter]);

    /// The outcome or the moves, and which questions about earlier positions were
    /// asked to find them; each is appended to the list.
    fn turn_asking(
        &self,
        position: &Self::Position,
        past: &[Self::Position],
        asked: &mut Vec<Asked>,
    ) -> Result<Turn<Self::Position>, RulesError>;

    /// The memory that a position takes, in bytes, roughly.
    fn position_bytes(&self) -> usize;

    /// How all positions are [rows](Game::row) of words, if they are.
    fn row_form(&self) -> Option<RowForm> {
        None
    }

    /// A number that equal rows have in common, and others seldom.
    fn row_hash(&self, row: &[u64]) -> u64 {
        row.iter().fold(0, |hash, word| mix(hash ^ word))
    }

    /// [`Referee::forget`] for a row.
    fn forget_in_row(&self, row: &mut [u64], counters: &[Counter]) {
        if let Some(mut position) = self.position_of_row(row) {
            self.forget(&mut position, counters);
            row.copy_from_slice(self.row(&position));
        }
    }

    /// Whether two positions are known to differ at most in what is on the board.
    fn is_same_beside_board(&self, _: &Self::Position, _: &Self::Position) -> bool {
        false
    }

    /// What compares positions with what was perceived, in one thread.
    type Witness<'g>: Witness<Position = Self::Position>
    where
        Self: 'g;

    /// A witness who stands for this player.
    fn witness(&self, player: Player) -> Self::Witness<'_>;
}

/// How the positions of a game are rows of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowForm {
    /// The words of a row.
    pub words: usize,
    /// By how many of them, which come first, positions are compared.
    pub compared: usize,
}

/// A position that fits what was perceived of a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fitting<P> {
    /// The position after the turn.
    pub to: P,
    /// How many different turns lead there: a move, and refusals that cost the turn.
    pub ways: u32,
}

/// What one thread needs to find the histories that fit what a player perceived. A
/// back end translates a turn that was perceived once, and may then compare without
/// making texts or messages for each position.
pub trait Witness {
    /// The positions of the game.
    type Position;

    /// From now on turns are compared with this one.
    fn expect(&mut self, turn: &Perceived);

    /// Appends the positions to which the turn can have led to the list,
    /// each once, in an order that is always the same. The end of the game is
    /// compared only as far as the positions themselves know it; see
    /// [`Witness::ends_so`]. Gives the number of positions that were compared.
    fn fitting(
        &mut self,
        at: &Self::Position,
        before: &Self::Position,
        past: &[Self::Position],
        list: &mut Vec<Fitting<Self::Position>>,
    ) -> Result<u64, RulesError>;

    /// The same for a back end whose positions are rows of words: their words are appended to
    /// the list, and for each the number of turns that lead there. Nothing where they are not.
    fn fitting_rows(
        &mut self,
        _at: &Self::Position,
        _before: &Self::Position,
        _past: &[Self::Position],
        _rows: &mut Vec<u64>,
        _ways: &mut Vec<u32>,
    ) -> Result<Option<u64>, RulesError> {
        Ok(None)
    }

    /// Whether the game is over, or goes on, in a position after the turn, as was
    /// perceived. It takes a turn to know, which whoever goes on takes anyway.
    fn ends_so(&mut self, at: &Self::Position, past: &[Self::Position])
    -> Result<bool, RulesError>;

    /// The questions about earlier positions that the last call asked.
    fn asked(&self) -> &[Asked];
}
