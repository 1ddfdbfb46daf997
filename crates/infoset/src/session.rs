//! A referee at work: takes the attempts of both players, and tells each of them
//! what is theirs to know.
//!
//! The session holds the true game. What it gives out about it, an [`Observation`] for
//! each player, cannot.

use crate::ended::Ended;
use crate::observation::Observation;
use game::{
    Attempt, Facts, Line, Made, Message, Move, MoveError, Player, Record, Referee, Refusal,
    RulesError, Turn, describe_outcome, heard_by, parse_move, parse_position, write_position,
};

/// A game that a referee runs.
pub struct Session<'g, G: Referee> {
    game: &'g G,
    line: Line<G::Position>,
    views: [Observation; 2],
    /// The tries that were refused in the turn that is under way.
    pub(crate) refused: Vec<(String, Vec<Message>)>,
    /// All turns that are over with their attempts, as a record tells them.
    turns: Vec<String>,
    /// What was said before the turn that is under way.
    told: Vec<Message>,
}

/// What the referee answers to an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether the move was made.
    pub accepted: bool,
    /// Whether the turn is over.
    pub is_turn_over: bool,
    /// What was said, to whoever heard it.
    pub said: Vec<Message>,
}

/// Why an attempt is not one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionError {
    /// The game is over, in these words.
    Over(String),
    /// It is neither legal nor something that the player may try.
    Impossible(MoveError),
    /// It was refused in this turn already.
    Repeated(String),
    /// The rules went wrong.
    Rules(RulesError),
}

impl From<RulesError> for SessionError {
    fn from(error: RulesError) -> SessionError {
        SessionError::Rules(error)
    }
}

impl std::fmt::Display for SessionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SessionError::Over(words) => write!(f, "the game is over: {words}"),
            SessionError::Impossible(error) => error.fmt(f),
            SessionError::Repeated(text) => {
                write!(f, "`{text}` was refused in this turn already")
            }
            SessionError::Rules(error) => error.fmt(f),
        }
    }
}

impl SessionError {
    /// What to do about it; may be empty.
    pub fn hint(&self) -> &str {
        match self {
            SessionError::Over(_) => "",
            SessionError::Impossible(error) => &error.hint,
            SessionError::Repeated(_) => "try something else",
            SessionError::Rules(error) => &error.hint,
        }
    }
}

impl std::error::Error for SessionError {}

// By hand, because the game itself is shared and need not be cloned.
impl<G: Referee> Clone for Session<'_, G> {
    fn clone(&self) -> Self {
        Session {
            game: self.game,
            line: self.line.clone(),
            views: self.views.clone(),
            refused: self.refused.clone(),
            turns: self.turns.clone(),
            told: self.told.clone(),
        }
    }
}

impl<'g, G: Referee> Session<'g, G> {
    /// A game that begins with this position.
    pub fn new(game: &'g G, start: G::Position) -> Result<Session<'g, G>, RulesError> {
        let is_other = start != game.start();
        let text = is_other.then(|| write_position(game.facts(), &game.setup(&start)));
        let told = game.told(&start, &start)?;
        Ok(Session {
            game,
            line: Line::new(start),
            views: Player::BOTH.map(|player| Observation::new(player, text.clone())),
            refused: Vec::new(),
            turns: Vec::new(),
            told,
        })
    }

    /// The rules that are played by.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The true game: for the referee's eyes.
    pub fn line(&self) -> &Line<G::Position> {
        &self.line
    }

    /// What a player has perceived so far, up to the last turn that ended.
    pub fn view(&self, player: Player) -> &Observation {
        &self.views[player.index()]
    }

    /// What was said before the turn that is under way.
    pub fn told(&self) -> &[Message] {
        &self.told
    }

    /// What a player has heard that is in no turn of their view yet: about what was refused in
    /// the turn under way, and before the first turn.
    pub fn heard(&self, player: Player) -> Vec<String> {
        let told: &[Message] = if self.turns.is_empty() { &self.told } else { &[] };
        let refused = self.refused.iter().flat_map(|(_, said)| heard_by(player, said));
        heard_by(player, told).into_iter().chain(refused).collect()
    }

    /// What the player to move may attempt: tries, and the legal moves.
    pub fn attemptable(&self) -> Result<Vec<String>, RulesError> {
        let Turn::Moves(moves) = self.line.turn(self.game)? else { return Ok(Vec::new()) };
        let mut texts: Vec<String> = moves.into_iter().map(|made| made.text).collect();
        if self.game.can_refuse() {
            let tries = self.game.tries(self.line.position(), self.before(), self.line.past())?;
            texts.extend(tries.into_iter().filter(|t| self.refused.iter().all(|(r, _)| r != t)));
        }
        texts.sort();
        texts.dedup();
        Ok(texts)
    }

    /// What the player to move may try, going by what they know, without what was refused
    /// in this turn; where nothing can be refused, the legal moves.
    pub fn tries(&self) -> Result<Vec<String>, RulesError> {
        if self.line.outcome(self.game)?.is_some() {
            return Ok(Vec::new());
        }
        let mut tries = self.game.tries(self.line.position(), self.before(), self.line.past())?;
        tries.retain(|text| self.refused.iter().all(|(refused, _)| refused != text));
        Ok(tries)
    }

    fn before(&self) -> &G::Position {
        self.line.past().last().unwrap_or(self.line.position())
    }

    /// Takes an attempt of the player to move.
    pub fn attempt(&mut self, text: &str) -> Result<Answer, SessionError> {
        let game = self.game;
        let moves = match self.line.turn(game)? {
            Turn::Over(outcome) => {
                return Err(SessionError::Over(describe_outcome(game.facts(), outcome)));
            }
            Turn::Moves(moves) => moves,
        };
        let mut text = text.to_string();
        let mut answer = self.ask(&text)?;
        if matches!(answer, Attempt::Impossible) {
            text = self.meant(&moves, &text)?;
            answer = self.ask(&text)?;
        }
        match answer {
            Attempt::Accepted(made) => self.accept(text, made),
            Attempt::Refused(refusal) => self.refuse(text, refusal),
            Attempt::Impossible => {
                let message = format!("`{text}` cannot be tried");
                Err(SessionError::Impossible(MoveError { message, hint: String::new() }))
            }
        }
    }

    /// What the rules say about an attempt that was not refused in this turn already.
    fn ask(&self, text: &str) -> Result<Attempt<G::Position>, SessionError> {
        if self.refused.iter().any(|(refused, _)| refused == text) {
            return Err(SessionError::Repeated(text.to_string()));
        }
        let (position, past) = (self.line.position(), self.line.past());
        Ok(self.game.attempt(position, self.before(), past, text)?)
    }

    /// What is meant by a text that is written otherwise than the game does. Tries come
    /// first, and why a text is none is told by them and by what the player sees: the
    /// true position must not show.
    fn meant(&self, moves: &[Move<G::Position>], text: &str) -> Result<String, SessionError> {
        let (game, position, before) = (self.game, self.line.position(), self.before());
        let view = game.view(position, before, game.player(position))?;
        let as_move = |text: String| Move {
            text,
            synonyms: Vec::new(),
            to: view.clone(),
            outcome: None,
            cost: 1,
            told: Vec::new(),
        };
        let tries = game.tries(position, before, self.line.past())?;
        let tries: Vec<Move<G::Position>> = tries.into_iter().map(as_move).collect();
        let setup = game.setup(&view);
        let found = parse_move(game.facts(), &setup, &tries, text)
            .or_else(|why| parse_move(game.facts(), &setup, moves, text).map_err(|_| why));
        let tried = |MoveError { message, hint }: MoveError| {
            // What may be tried need not be legal.
            let legal = ["the legal move is", "the legal moves are"];
            let legal = if game.can_refuse() { &legal[..] } else { &[] };
            let hint =
                legal.iter().fold(hint, |it, words| it.replace(words, "what may be tried is"));
            SessionError::Impossible(MoveError { message, hint })
        };
        Ok(found.map_err(tried)?.text.clone())
    }

    fn accept(&mut self, text: String, made: Move<G::Position>) -> Result<Answer, SessionError> {
        let said = made.told.clone();
        self.turns.push(self.with_refused(&text));
        self.line.push(made);
        self.end_turn(Made::Move(text), &said)?;
        Ok(Answer { accepted: true, is_turn_over: true, said })
    }

    fn refuse(
        &mut self,
        text: String,
        refusal: Refusal<G::Position>,
    ) -> Result<Answer, SessionError> {
        let (said, named) = (refusal.told, format!("[{text}]"));
        let Some(to) = refusal.passed else {
            self.refused.push((text, said.clone()));
            return Ok(Answer { accepted: false, is_turn_over: false, said });
        };
        let told = said.clone();
        self.turns.push(self.with_refused(&named));
        self.line.push(Move {
            text: named,
            synonyms: Vec::new(),
            to,
            outcome: None,
            cost: 1,
            told,
        });
        self.end_turn(Made::Refused(text), &said)?;
        Ok(Answer { accepted: false, is_turn_over: true, said })
    }

    /// Lets both players perceive the turn that has just ended.
    fn end_turn(&mut self, made: Made, said: &[Message]) -> Result<(), RulesError> {
        let (to, from) = (self.line.position(), self.before());
        let over = self.line.outcome(self.game)?;
        let ended = Ended { from, to, refused: &self.refused, made, said, over };
        let (turns, told) = ended.perceived(self.game)?;
        for (view, turn) in self.views.iter_mut().zip(turns) {
            view.turns.push(turn);
        }
        (self.refused, self.told) = (Vec::new(), told);
        Ok(())
    }

    /// The record of all turns that are over, without what was refused in the one under
    /// way.
    pub fn whole_turns(&self) -> Result<Record, RulesError> {
        let mut record = self.record()?;
        record.moves.truncate(self.turns.len());
        Ok(record)
    }

    /// The full record: moves, and refused tries in brackets before them.
    pub fn record(&self) -> Result<Record, RulesError> {
        let record = self.line.record(self.game)?;
        let mut moves = self.turns.clone();
        if !self.refused.is_empty() {
            moves.push(self.with_refused("").trim_end().to_string());
        }
        Ok(Record { moves, ..record })
    }

    /// How a turn ends, after the tries that were refused in it.
    fn with_refused(&self, end: &str) -> String {
        let texts: Vec<&str> = self.refused.iter().map(|(text, _)| text.as_str()).collect();
        match texts.is_empty() {
            true => end.to_string(),
            false => format!("[{}] {end}", texts.join(" ")),
        }
    }
}

/// The first position of an observation or record.
pub(crate) fn start_of<G: Referee>(
    game: &G,
    start: Option<&str>,
) -> Result<G::Position, (String, String)> {
    let facts: &Facts = game.facts();
    let Some(text) = start else { return Ok(game.start()) };
    let setup = parse_position(facts, text);
    let position = setup.and_then(|setup| game.position(&setup));
    position.map_err(|error| (error.message, error.hint))
}
