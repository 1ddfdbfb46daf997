//! Games in which players do not see everything: a referee, what a player perceives, and the
//! histories that fit it.

use crate::error::{raised, refused};
use crate::game::Game;
use crate::position::{Outcome, Position, as_data};
use crate::work::interruptible;
use game::{Ending, Facts, Made, Perceived};
use multigame::{Histories as Possible, Player, Session as Refereed};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use self_cell::self_cell;

self_cell!(
    struct Refereeing {
        owner: multigame::Game,

        #[not_covariant]
        dependent: Refereed,
    }
);

self_cell!(
    struct Fitting {
        owner: multigame::Game,

        #[not_covariant]
        dependent: Possible,
    }
);

/// A game under way, run by a referee who tells each player only what the rules say.
///
/// >>> session = Session(Game.load("phantom_tictactoe"))
/// >>> session.attempt("b2")
/// True
/// >>> session.attempt("b2")
/// False
#[pyclass(module = "multigame")]
pub(crate) struct Session {
    kept: Refereeing,
    /// All attempts so far, by which a copy is made.
    attempts: Vec<String>,
    /// Those that were refused in the turn under way.
    refused: Vec<String>,
}

/// What one player has perceived of a game: nothing else is in it. `str(observation)` tells all
/// of it, so that equal texts mean that the player cannot tell the games apart.
#[pyclass(frozen, eq, module = "multigame")]
#[derive(Clone, PartialEq)]
pub(crate) struct Observation {
    pub(crate) seen: multigame::Observation,
    text: String,
}

#[pymethods]
impl Observation {
    /// The number of the player.
    #[getter]
    fn player(&self) -> usize {
        self.seen.player.index()
    }

    /// How many turns were perceived.
    fn __len__(&self) -> usize {
        self.seen.turns.len()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("Observation({:?})", self.text)
    }
}

pub(crate) fn player(game: &multigame::Game, number: usize) -> PyResult<Player> {
    match Player::BOTH[..game.facts().n_players()].get(number) {
        Some(player) => Ok(*player),
        None => Err(refused(format!("there is no player {number}"), "players are 0 and 1")),
    }
}

#[pymethods]
impl Session {
    #[new]
    pub(crate) fn new(game: &Game) -> PyResult<Session> {
        let kept = Refereeing::try_new(game.0.clone(), |game| Refereed::new(game));
        Ok(Session { kept: kept.map_err(raised)?, attempts: Vec::new(), refused: Vec::new() })
    }

    /// The game that is played.
    #[getter]
    fn game(&self) -> Game {
        Game(self.kept.borrow_owner().clone())
    }

    /// An attempt of the player to move: whether it was accepted.
    fn attempt(&mut self, text: &str) -> PyResult<bool> {
        let answer = self.kept.with_dependent_mut(|_, session| session.attempt(text));
        let answer = answer.map_err(raised)?;
        self.attempts.push(text.to_string());
        match answer.is_turn_over {
            true => self.refused.clear(),
            false => self.refused.push(text.to_string()),
        }
        Ok(answer.accepted)
    }

    /// What the player to move may try, going by what they know.
    fn tries(&self) -> PyResult<Vec<String>> {
        self.kept.with_dependent(|_, session| session.tries()).map_err(raised)
    }

    /// The number of the player to move.
    #[getter]
    fn player(&self) -> usize {
        self.kept.with_dependent(|_, session| session.player().index())
    }

    /// How the game has ended, if it has.
    #[getter]
    fn outcome(&self) -> PyResult<Option<Outcome>> {
        let outcome = self.kept.with_dependent(|_, session| session.outcome());
        Ok(outcome.map_err(raised)?.map(Outcome))
    }

    /// What a player sees now, as `Position.data`; "seen" lists the fields that they see.
    fn seen<'py>(&self, py: Python<'py>, player: usize) -> PyResult<Bound<'py, PyDict>> {
        let game = self.kept.borrow_owner();
        let (_, seen) = self.seen_by(player)?;
        let data = as_data(py, game, &seen.setup)?;
        let fields = (0..game.facts().board.n_fields()).map(|i| ::game::Field(i as u16));
        let fields = fields.filter(|field| seen.fields.contains(*field));
        let names: Vec<&str> = fields.map(|field| game.facts().field_name(field)).collect();
        data.set_item("seen", names)?;
        Ok(data)
    }

    /// What a player has perceived, up to the last turn that ended.
    fn observation(&self, player: usize) -> PyResult<Observation> {
        let game = self.kept.borrow_owner();
        let player = self::player(game, player)?;
        let seen = self.kept.with_dependent(|_, session| session.view(player).clone());
        let text = in_words(game.facts(), &seen);
        Ok(Observation { seen, text })
    }

    /// All that a player knows, as a text: their observation, and what they tried and heard in
    /// the turn under way. Games that they cannot tell apart have the same text.
    fn information(&self, player: usize) -> PyResult<String> {
        let observation = self.observation(player)?;
        let turn = self::player(self.kept.borrow_owner(), player)?;
        let (heard, to_move, is_over) = self.kept.with_dependent(|_, session| {
            (session.heard(turn), session.player(), matches!(session.outcome(), Ok(Some(_))))
        });
        let mut text = format!("{player}: {}", observation.text);
        if to_move == turn && !is_over {
            text.push_str(&format!(" | tried {}", self.refused.join(" ")));
        }
        if !heard.is_empty() {
            text.push_str(&format!(" | heard {}", heard.join(", ")));
        }
        Ok(text)
    }

    /// The attempts so far, of both players, accepted or not: for the referee's eyes.
    #[getter]
    fn attempts(&self) -> Vec<String> {
        self.attempts.clone()
    }

    /// The same game under way once more.
    fn copy(&self) -> PyResult<Session> {
        let mut copy = Session::new(&self.game())?;
        for text in &self.attempts {
            copy.attempt(text)?;
        }
        Ok(copy)
    }

    fn __copy__(&self) -> PyResult<Session> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyResult<Session> {
        self.copy()
    }

    fn __repr__(&self) -> String {
        format!("Session({:?}, {:?})", self.kept.borrow_owner().name(), self.attempts.join(" "))
    }
}

impl Session {
    /// What a player sees now.
    pub(crate) fn seen_by(&self, number: usize) -> PyResult<(Player, multigame::Seen)> {
        let player = player(self.kept.borrow_owner(), number)?;
        let seen = self.kept.with_dependent(|_, session| session.seen(player));
        Ok((player, seen.map_err(raised)?))
    }
}

/// All histories of a game that fit what a player perceived.
///
/// >>> game = Game.load("phantom_tictactoe")
/// >>> session = Session(game)
/// >>> session.attempt("b2"), session.attempt("a1")
/// (True, True)
/// >>> Histories(game, session.observation(0)).count
/// 8
#[pyclass(frozen, module = "multigame")]
pub(crate) struct Histories(Fitting);

#[pymethods]
impl Histories {
    #[new]
    #[pyo3(signature = (game, observation, *, memory = 1 << 30))]
    fn new(
        py: Python<'_>,
        game: &Game,
        observation: &Observation,
        memory: usize,
    ) -> PyResult<Histories> {
        let (owner, seen) = (game.0.clone(), &observation.seen);
        let found = interruptible(py, |goes_on| {
            Fitting::try_new(owner, |game| Possible::while_wanted(game, seen, memory, goes_on))
        });
        found.map(Histories)
    }

    /// How many there are.
    #[getter]
    fn count(&self) -> PyResult<u128> {
        self.0.with_dependent(|_, set| set.count()).map_err(raised)
    }

    /// All of them, each as the texts of its turns. Ctrl-C ends it.
    fn list(&self, py: Python<'_>) -> PyResult<Vec<Vec<String>>> {
        self.0.with_dependent(|_, set| interruptible(py, |goes_on| set.list_while(goes_on)))
    }

    /// Some of them, each equally likely every time. Ctrl-C ends it.
    #[pyo3(signature = (n, seed = 1))]
    fn sample(&self, py: Python<'_>, n: usize, seed: u64) -> PyResult<Vec<Vec<String>>> {
        self.0.with_dependent(|_, set| {
            interruptible(py, |goes_on| set.sample_while(n, seed, goes_on))
        })
    }

    /// The positions that are possible, each with the number of histories that lead to it.
    fn positions(&self, py: Python<'_>) -> PyResult<Vec<(Position, u128)>> {
        let possible = self.0.with_dependent(|_, set| interruptible(py, |_| set.positions()))?;
        Ok(possible.into_iter().map(|(position, n)| (Position(position), n)).collect())
    }
}

/// What a player perceived, turn by turn.
fn in_words(facts: &Facts, seen: &multigame::Observation) -> String {
    let turns = seen.turns.iter().map(|turn| turn_in_words(facts, turn));
    let turns = seen.start.clone().into_iter().chain(turns).collect::<Vec<_>>();
    turns.join("; ")
}

fn turn_in_words(facts: &Facts, turn: &Perceived) -> String {
    let mut words = vec![facts.player_name(turn.mover).to_string()];
    for refused in &turn.refused {
        let text = refused.text.as_deref().unwrap_or("something");
        words.push(format!("[{text}]"));
        words.extend(refused.heard.iter().map(|heard| format!("\"{heard}\"")));
    }
    words.push(match &turn.made {
        Made::Hidden => "moved".to_string(),
        Made::Move(text) => text.clone(),
        Made::Refused(text) => format!("[{text}]"),
    });
    words.extend(turn.said.iter().chain(&turn.told).map(|heard| format!("\"{heard}\"")));
    if let Some(seen) = &turn.seen {
        let stacks = seen.iter().map(|(field, stack)| {
            let symbols: String = stack.iter().map(|piece| facts.symbol(*piece)).collect();
            format!(
                "{}{}",
                facts.field_name(*field),
                if symbols.is_empty() { "." } else { &symbols }
            )
        });
        words.push(format!("({})", stacks.collect::<Vec<_>>().join(" ")));
    }
    if let Ending::Over(outcome) = turn.ending {
        words.push(game::describe_outcome(facts, outcome));
    }
    words.join(" ")
}
