//! Games in which players do not see everything: a referee, what each player perceives,
//! and the histories that fit it.

use crate::backing::{Backing, Either, either};
use crate::{Error, Game, Position};
use game::{Field, FieldSet, Outcome, Piece, Player, Rng, Setup};
use infoset::{Answer, InfosetError, Limits, MergedSet, Observation, SessionError};
use interp::Interp;
use native::Native;

/// A game under way, run by a referee who knows everything and tells each player only
/// what the rules say.
///
/// ```
/// use multigame::{Game, Histories, Player, Session};
///
/// let game = Game::load("phantom_tictactoe")?;
/// let mut session = Session::new(&game)?;
/// session.attempt("b2")?;
/// let answer = session.attempt("b2")?;
/// assert!(!answer.accepted);
/// session.attempt("a1")?;
///
/// // The first player saw nothing of the answer: eight fields are possible.
/// let seen = session.view(Player::First);
/// assert_eq!(Histories::of(&game, seen)?.count()?, 8);
/// # Ok::<(), multigame::Error>(())
/// ```
#[derive(Clone)]
pub struct Session<'g>(Either<infoset::Session<'g, Native>, infoset::Session<'g, Interp>>);

impl<'g> Session<'g> {
    /// A game from its start.
    pub fn new(game: &'g Game) -> Result<Session<'g>, Error> {
        use game::Game as _;
        let session = match game.native() {
            Some(native) => Either::Native(infoset::Session::new(native, native.start())?),
            None => {
                let interp = game.interp();
                Either::Interp(infoset::Session::new(interp, interp.start())?)
            }
        };
        Ok(Session(session))
    }

    /// Takes an attempt of the player to move: it is accepted, or refused with what the
    /// rules say about that.
    pub fn attempt(&mut self, text: &str) -> Result<Answer, Error> {
        let answer = either!(&mut self.0, it => it.attempt(text));
        answer.map_err(|why| match why {
            SessionError::Over(words) => Error::Over(words),
            SessionError::Impossible(error) => Error::Move(error),
            SessionError::Rules(error) => Error::Play(Box::new(error)),
            SessionError::Repeated(_) => Error::refused(why.to_string(), why.hint()),
        })
    }

    /// What the player to move may attempt, legal or not.
    pub fn attemptable(&self) -> Result<Vec<String>, Error> {
        Ok(either!(&self.0, it => it.attemptable())?)
    }

    /// What the player to move may try, going by what they know, without what was refused in
    /// this turn: unlike [`Session::attemptable`] it shows nothing that is hidden from them.
    ///
    /// ```
    /// use multigame::{Game, Session};
    ///
    /// let game = Game::load("phantom_tictactoe")?;
    /// let mut session = Session::new(&game)?;
    /// session.attempt("b2")?;
    /// assert_eq!(session.tries()?.len(), 9);
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn tries(&self) -> Result<Vec<String>, Error> {
        Ok(either!(&self.0, it => it.tries())?)
    }

    /// What a player sees now: nothing else is in it, so it can be shown to them.
    ///
    /// ```
    /// use multigame::{Game, Player, Session};
    ///
    /// let game = Game::load("phantom_tictactoe")?;
    /// let mut session = Session::new(&game)?;
    /// session.attempt("b2")?;
    /// let b2 = game.facts().board.field("b2").unwrap();
    /// assert_eq!(session.seen(Player::First)?.setup.board[b2.index()].len(), 1);
    /// let other = session.seen(Player::Second)?;
    /// assert!(other.setup.board[b2.index()].is_empty() && !other.fields.contains(b2));
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn seen(&self, player: Player) -> Result<Seen, Error> {
        Ok(either!(&self.0, it => seen(it, player))?)
    }

    /// What a player has heard that is in no turn of [`Session::view`] yet: about what was
    /// refused in the turn under way, and before the first turn.
    pub fn heard(&self, player: Player) -> Vec<String> {
        either!(&self.0, it => it.heard(player))
    }

    /// What a player has perceived, up to the last turn that ended.
    pub fn view(&self, player: Player) -> &Observation {
        either!(&self.0, it => it.view(player))
    }

    /// Who is to move.
    pub fn player(&self) -> Player {
        either!(&self.0, it => it.line().player(it.game()))
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Result<Option<Outcome>, Error> {
        Ok(either!(&self.0, it => it.line().outcome(it.game()))?)
    }
}

/// What a player sees of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The position with nothing on fields that the player does not see, and with none of the
    /// enemy's reserve.
    pub setup: Setup,
    /// The fields that the player sees.
    pub fields: FieldSet,
}

fn seen<G: Backing>(
    session: &infoset::Session<'_, G>,
    player: Player,
) -> Result<Seen, game::RulesError> {
    let (game, line) = (session.game(), session.line());
    let position = line.position();
    let before = line.past().last().unwrap_or(position);
    let fields = game.seen(position, before, player)?;
    let mut setup = game.setup(&game.view(position, before, player)?);
    for (i, stack) in setup.board.iter_mut().enumerate() {
        let field = Field(i as u16);
        stack.clear();
        if fields.contains(field) {
            game.stack(position, field, stack);
        }
    }
    for kept in &mut setup.reserve {
        kept[player.other().index()] = 0;
    }
    setup.player = game.player(position);
    Ok(Seen { setup, fields })
}

/// All histories of a game that fit what a player perceived.
///
/// ```
/// use multigame::{Game, Histories, Player, Session};
///
/// let game = Game::load("phantom_tictactoe")?;
/// let mut session = Session::new(&game)?;
/// session.attempt("b2")?;
/// session.attempt("a1")?;
/// let histories = Histories::of(&game, session.view(Player::First))?;
/// assert!(histories.list()?.contains(&vec!["b2".to_string(), "a1".to_string()]));
/// assert_eq!(histories.sample(3, 1)?.len(), 3);
/// let likely: u128 = histories.positions()?.iter().map(|(_, histories)| histories).sum();
/// assert_eq!(likely, histories.count()?);
/// # Ok::<(), multigame::Error>(())
/// ```
pub struct Histories<'g> {
    game: &'g Game,
    set: Either<MergedSet<'g, Native>, MergedSet<'g, Interp>>,
}

impl<'g> Histories<'g> {
    /// The histories that fit an observation, in at most a gigabyte of memory. There are none if
    /// the rules could not have led to it; what names fields or pieces that the game does not have
    /// was perceived in another one, and is refused.
    ///
    /// ```
    /// use multigame::{Game, Histories, Player, Session};
    ///
    /// let [chess, noughts] = ["kriegspiel", "phantom_tictactoe"].map(Game::load);
    /// let (chess, noughts) = (chess?, noughts?);
    /// let mut session = Session::new(&chess)?;
    /// session.attempt("e2e4")?;
    /// let error = Histories::of(&noughts, session.view(Player::First)).err().unwrap();
    /// assert_eq!(error.to_string(), "the observation belongs to another game");
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn of(game: &'g Game, seen: &Observation) -> Result<Histories<'g>, Error> {
        Histories::within(game, seen, 1 << 30)
    }

    /// The same in at most this many bytes.
    pub fn within(
        game: &'g Game,
        seen: &Observation,
        memory: usize,
    ) -> Result<Histories<'g>, Error> {
        Histories::while_wanted(game, seen, memory, &mut || true)
    }

    /// The same, for callers that may want to stop: they are asked now and then whether to go
    /// on, and if they say no it is [`Error::Stopped`].
    pub fn while_wanted(
        game: &'g Game,
        seen: &Observation,
        memory: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Histories<'g>, Error> {
        must_be_of(game, seen)?;
        let limits = Limits { memory };
        let set = match game.native() {
            Some(native) => Either::Native(found(native, seen, limits, goes_on)?),
            None => Either::Interp(found(game.interp(), seen, limits, goes_on)?),
        };
        Ok(Histories { game, set })
    }

    /// How many there are.
    pub fn count(&self) -> Result<u128, Error> {
        either!(&self.set, it => it.count()).map_err(no_set)
    }

    /// All of them, each as the texts of its turns, in ascending order. A try whose refusal
    /// cost the turn is in brackets.
    pub fn list(&self) -> Result<Vec<Vec<String>>, Error> {
        self.list_while(&mut || true)
    }

    /// The same, for callers that may want to stop; if they do it is [`Error::Stopped`].
    pub fn list_while(&self, goes_on: &mut dyn FnMut() -> bool) -> Result<Vec<Vec<String>>, Error> {
        let list = either!(&self.set, it => it.listed(&mut |_| goes_on())).map_err(no_set)?;
        Ok(list.into_iter().map(texts).collect())
    }

    /// Some of them, each equally likely every time; none if there are none.
    pub fn sample(&self, n: usize, seed: u64) -> Result<Vec<Vec<String>>, Error> {
        self.sample_while(n, seed, &mut || true)
    }

    /// The same, for callers that may want to stop; if they do it is [`Error::Stopped`].
    pub fn sample_while(
        &self,
        n: usize,
        seed: u64,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Vec<String>>, Error> {
        let mut rng = Rng::new(seed);
        let drawn = either!(&self.set, it => it.sample(n, &mut rng, &mut |_| goes_on()));
        Ok(drawn.map_err(no_set)?.into_iter().map(texts).collect())
    }

    /// The positions that are possible, each with the number of histories that lead to it.
    pub fn positions(&self) -> Result<Vec<(Position, u128)>, Error> {
        let start = self.game.start();
        let possible = match (&self.set, &start.state) {
            (Either::Native(set), Either::Native(state)) => {
                let all = set.positions().map_err(no_set)?.into_iter();
                all.map(|it| (Either::Native(state.elsewhere(it.position)), it.histories)).collect()
            }
            (Either::Interp(set), Either::Interp(state)) => {
                let all = set.positions().map_err(no_set)?.into_iter();
                all.map(|it| (Either::Interp(state.elsewhere(it.position)), it.histories)).collect()
            }
            _ => Vec::new(),
        };
        let position = |state| Position::from_state(self.game, state);
        Ok(possible.into_iter().map(|(state, histories)| (position(state), histories)).collect())
    }
}

/// Says no to what was perceived on another board or with other pieces.
fn must_be_of(game: &Game, seen: &Observation) -> Result<(), Error> {
    let facts = game.facts();
    let is_known = |(field, stack): &(Field, Vec<Piece>)| {
        field.index() < facts.board.n_fields()
            && stack.iter().all(|piece| piece.kind().index() < facts.kinds.len())
    };
    match seen.turns.iter().filter_map(|turn| turn.seen.as_ref()).flatten().all(is_known) {
        true => Ok(()),
        false => Err(Error::refused(
            "the observation belongs to another game",
            "ask for the histories of the game in which it was made",
        )),
    }
}

fn found<'g, G: Backing>(
    game: &'g G,
    seen: &Observation,
    limits: Limits,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<MergedSet<'g, G>, Error> {
    MergedSet::of(game, seen, limits, &mut |_| goes_on()).map_err(no_set)
}

fn texts(history: infoset::History) -> Vec<String> {
    history.iter().map(ToString::to_string).collect()
}

fn no_set(why: InfosetError) -> Error {
    match why {
        InfosetError::Rules(error) => Error::Play(error),
        InfosetError::Memory { .. } | InfosetError::ListMemory { .. } => Error::Memory,
        InfosetError::Stopped => Error::Stopped,
        InfosetError::Start(message, hint) => Error::refused(message, hint),
        other => Error::refused(other.to_string(), ""),
    }
}
