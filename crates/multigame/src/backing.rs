//! What plays behind the facade: native code or the interpreter. The types of the
//! facade hold one or the other; what is done with them is written once, for both.

use game::{Game, Outcome, Player, Referee, Rng, RulesError, playout};
use insight::Reader;
use interp::Interp;
use native::Native;

/// One thing for each back end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Either<N, I> {
    Native(N),
    Interp(I),
}

/// Does the same with whichever of the two it is.
macro_rules! either {
    ($either:expr, $it:ident => $body:expr) => {
        match $either {
            $crate::backing::Either::Native($it) => $body,
            $crate::backing::Either::Interp($it) => $body,
        }
    };
}
pub(crate) use either;

/// A position of either back end.
pub(crate) type At = Either<native::Position, interp::Position>;

/// What random games came to.
///
/// ```
/// let game = multigame::Game::load("tictactoe")?;
/// let played = game.start().playouts(1000, 1)?;
/// assert_eq!(played.first + played.second + played.draws, 1000);
/// assert!(played.first > played.second);
/// # Ok::<(), multigame::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Games played.
    pub games: u64,
    /// Turns in all of them.
    pub turns: u64,
    /// Games that the first player won.
    pub first: u64,
    /// Games that the second player won.
    pub second: u64,
    /// All others: draws, and games that were broken off.
    pub draws: u64,
}

impl Playouts {
    /// This many games that were over before they began.
    pub(crate) fn ended(games: u64, outcome: Outcome) -> Playouts {
        let mut played = Playouts { games, ..Playouts::default() };
        *match outcome.winner() {
            Some(Player::First) => &mut played.first,
            Some(Player::Second) => &mut played.second,
            None => &mut played.draws,
        } = games;
        played
    }
}

/// A back end.
pub(crate) trait Backing: Referee + Send + Sync + Sized + 'static {
    /// A position of this back end among those of both.
    fn wrap(at: Self::Position) -> At;

    /// A position of this back end, if it is one.
    fn unwrap(at: &At) -> Option<&Self::Position>;

    /// What reads the rules for turns that would win, if they can be read.
    fn reader(&self) -> Option<Reader<'_, Self>>;

    /// Counts the lines of play to a depth.
    fn count(
        &self,
        at: &Self::Position,
        past: &[Self::Position],
        depth: u32,
    ) -> Result<u64, RulesError>;

    /// Plays random games.
    fn random_games(
        &self,
        at: &Self::Position,
        games: u64,
        seed: u64,
    ) -> Result<Playouts, RulesError>;
}

/// Random games are broken off after this many turns.
pub(crate) const MOST_TURNS: u32 = 10_000;

impl Backing for Native {
    fn wrap(at: native::Position) -> At {
        Either::Native(at)
    }

    fn unwrap(at: &At) -> Option<&native::Position> {
        match at {
            Either::Native(at) => Some(at),
            Either::Interp(_) => None,
        }
    }

    fn reader(&self) -> Option<Reader<'_, Native>> {
        Reader::native(self)
    }

    fn count(
        &self,
        at: &native::Position,
        past: &[native::Position],
        depth: u32,
    ) -> Result<u64, RulesError> {
        self.perft(at, past, depth, true)
    }

    fn random_games(
        &self,
        at: &native::Position,
        games: u64,
        seed: u64,
    ) -> Result<Playouts, RulesError> {
        let tally = self.playouts(at, seed, games, u64::from(MOST_TURNS))?;
        let [first, second, draws] = tally.wins;
        Ok(Playouts { games: tally.games, turns: tally.plies, first, second, draws })
    }
}

impl Backing for Interp {
    fn wrap(at: interp::Position) -> At {
        Either::Interp(at)
    }

    fn unwrap(at: &At) -> Option<&interp::Position> {
        match at {
            Either::Interp(at) => Some(at),
            Either::Native(_) => None,
        }
    }

    fn reader(&self) -> Option<Reader<'_, Interp>> {
        Reader::interpreted(self)
    }

    fn count(
        &self,
        at: &interp::Position,
        past: &[interp::Position],
        depth: u32,
    ) -> Result<u64, RulesError> {
        game::perft(self, at, past, depth)
    }

    fn random_games(
        &self,
        at: &interp::Position,
        games: u64,
        seed: u64,
    ) -> Result<Playouts, RulesError> {
        let (mut rng, mut played) = (Rng::new(seed), Playouts { games, ..Playouts::default() });
        for _ in 0..games {
            let game = playout(self, at, &[], &mut rng, MOST_TURNS as usize)?;
            played.turns += game.moves.len() as u64;
            match game.outcome.and_then(game::Outcome::winner) {
                Some(Player::First) => played.first += 1,
                Some(Player::Second) => played.second += 1,
                None => played.draws += 1,
            }
        }
        Ok(played)
    }
}

/// The facts of a game that any back end plays.
pub(crate) fn facts<G: Game>(game: &G) -> &game::Facts {
    game.facts()
}
