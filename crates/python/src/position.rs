//! A position as a value: it prints, offers its moves, and what follows after one is another
//! position.

use crate::error::{raised, refused};
use crate::game::Game;
use crate::moves::{Move, Named};
use crate::work::interruptible;
use game::mix;
use multigame::{Player, Setup};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A position of a game, with the positions before it as far as the rules look back.
///
/// Positions do not change: `play` gives another one. `str(position)` is its text.
///
/// >>> start = Game.load("chess").start()
/// >>> str(start.play("e2e4"))
/// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
#[pyclass(frozen, eq, hash, module = "multigame")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Position(pub(crate) multigame::Position);

/// How a game ended.
#[pyclass(frozen, eq, hash, module = "multigame")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Outcome(pub(crate) multigame::Outcome);

#[pymethods]
impl Outcome {
    /// Above 0 if the first player has won, below 0 if they have lost, 0 for a draw; the number
    /// of points if the game counts them.
    #[getter]
    fn value(&self) -> i32 {
        self.0.value
    }

    /// Whether the value is a number of points.
    #[getter]
    fn scored(&self) -> bool {
        self.0.scored
    }

    /// The number of the winner, 0 or 1; None for a draw.
    #[getter]
    fn winner(&self) -> Option<usize> {
        self.0.winner().map(Player::index)
    }

    /// 1, 0 or -1 for each player.
    #[getter]
    fn returns(&self) -> [i32; 2] {
        let sign = self.0.value.signum();
        [sign, -sign]
    }

    fn __repr__(&self) -> String {
        match self.0.scored {
            true => format!("Outcome({}, scored=True)", self.0.value),
            false => format!("Outcome({})", self.0.value),
        }
    }
}

/// A piece on the board.
#[pyclass(frozen, eq, hash, get_all, module = "multigame")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Piece {
    /// What the rules call it.
    pub(crate) kind: String,
    /// How it is written in positions.
    pub(crate) symbol: String,
    /// The number of the player whose it is; None if it is nobody's.
    pub(crate) owner: Option<usize>,
}

#[pymethods]
impl Piece {
    fn __str__(&self) -> &str {
        &self.symbol
    }

    fn __repr__(&self) -> String {
        let owner = self.owner.map_or("None".to_string(), |owner| owner.to_string());
        format!("Piece({:?}, owner={owner})", self.kind)
    }
}

impl From<multigame::Piece> for Piece {
    fn from(piece: multigame::Piece) -> Piece {
        Piece {
            kind: piece.name().to_string(),
            symbol: piece.symbol().to_string(),
            owner: piece.owner().map(Player::index),
        }
    }
}

impl Position {
    /// The move that is meant, if it is one of this position.
    fn meant(&self, named: &Named) -> PyResult<multigame::Move> {
        match named {
            Named::Text(text) => self.0.parse_move(text).map_err(raised),
            Named::Move(chosen) => {
                let chosen = &chosen.get().0;
                match self.0.is_legal(chosen) {
                    true => Ok(chosen.clone()),
                    false => Err(refused(
                        format!("`{chosen}` is a move of another position"),
                        "take it from `moves()`, or play its text",
                    )),
                }
            }
        }
    }
}

#[pymethods]
impl Position {
    /// The game whose position it is.
    #[getter]
    fn game(&self) -> Game {
        Game(self.0.game().clone())
    }

    /// The number of the player to move: 0 or 1.
    #[getter]
    fn player(&self) -> usize {
        self.0.player().index()
    }

    /// The name of the player to move.
    #[getter]
    fn player_name(&self) -> &str {
        self.0.player_name()
    }

    /// The legal moves, in ascending order of their texts; none if the game is over.
    fn moves(&self) -> PyResult<Vec<Move>> {
        Ok(self.0.moves().map_err(raised)?.into_iter().map(Move).collect())
    }

    /// The legal move of a text. The exception says why there is no such move.
    fn parse_move(&self, text: &str) -> PyResult<Move> {
        self.0.parse_move(text).map(Move).map_err(raised)
    }

    /// The position after a move, which is a `Move` of this position or its text.
    #[pyo3(signature = (move_, /))]
    fn play(&self, move_: Named) -> PyResult<Position> {
        let chosen = self.meant(&move_)?;
        Ok(Position(self.0.after(&chosen)))
    }

    /// How the game has ended, if it has.
    #[getter]
    fn outcome(&self) -> PyResult<Option<Outcome>> {
        Ok(self.0.outcome().map_err(raised)?.map(Outcome))
    }

    /// The outcome in words, such as "white wins"; None if the game goes on.
    #[getter]
    fn outcome_text(&self) -> PyResult<Option<String>> {
        let outcome = self.0.outcome().map_err(raised)?;
        Ok(outcome.map(|outcome| self.0.game().describe(outcome)))
    }

    /// The number of lines of play of this many turns.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let counted = interruptible(py, |goes_on| self.0.perft_while(depth, goes_on))?;
        counted.ok_or_else(|| refused("the count was stopped", ""))
    }

    /// What an evaluation says of the position, for the player to move.
    #[pyo3(signature = (evaluation = None))]
    fn evaluate(&self, evaluation: Option<&str>) -> PyResult<i32> {
        let name = match (evaluation, self.0.game().evaluations().first()) {
            (Some(name), _) => name,
            (None, Some(first)) => first,
            (None, None) => {
                let message = format!("`{}` has no evaluation", self.0.game().name());
                return Err(refused(message, "`game.with_evaluation()` writes one"));
            }
        };
        self.0.evaluate(name).map_err(raised)
    }

    /// Why a move is legal: what must hold, in words.
    fn why(&self, move_: Named) -> PyResult<Vec<String>> {
        let chosen = self.meant(&move_)?;
        self.0.why(&chosen).map_err(raised)
    }

    /// The piece on a field, the uppermost if there are several.
    fn piece_at(&self, field: &str) -> PyResult<Option<Piece>> {
        if self.0.game().facts().board.field(field).is_none() {
            let hint = "`game.fields` lists the names of the fields";
            return Err(refused(format!("there is no field `{field}`"), hint));
        }
        Ok(self.0.piece_at(field).map(Piece::from))
    }

    /// The uppermost pieces of the board, by the names of their fields.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for (field, piece) in self.0.pieces() {
            pieces.set_item(field, Piece::from(piece))?;
        }
        Ok(pieces)
    }

    /// All that the position holds, as plain data: the stack of each field that is not empty
    /// (from the bottom), counters, remembered fields and reserves by their names, the player
    /// to move and the number of the round.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        as_data(py, self.0.game(), &self.0.setup())
    }

    /// Plays one game from here at random: the texts of its moves, and its last position.
    #[pyo3(signature = (seed = 1))]
    fn random_game(&self, py: Python<'_>, seed: u64) -> PyResult<(Vec<String>, Position)> {
        let played = interruptible(py, |_| self.0.random_game(seed))?;
        Ok((played.moves, Position(played.end)))
    }

    /// Plays this many games from here at random: how many the first player won, the second
    /// player won, and neither.
    #[pyo3(signature = (games, seed = 1))]
    fn playouts(&self, py: Python<'_>, games: u64, seed: u64) -> PyResult<(u64, u64, u64)> {
        // In parts, so that Ctrl-C ends it.
        const PART: u64 = 256;
        let [mut first, mut second, mut draws] = [0; 3];
        interruptible(py, |goes_on| {
            for part in 0..games.div_ceil(PART) {
                if !goes_on() {
                    break;
                }
                let games = PART.min(games - part * PART);
                // The parts of one seed are not those of another.
                let seed = if part == 0 { seed } else { mix(mix(seed).wrapping_add(part)) };
                let played = self.0.playouts(games, seed)?;
                first += played.first;
                second += played.second;
                draws += played.draws;
            }
            Ok(())
        })?;
        Ok((first, second, draws))
    }

    /// 64 bits that nearly identify the position, the same in every run.
    #[getter]
    fn signature(&self) -> u64 {
        self.0.signature()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position({:?}, {:?})", self.0.game().name(), self.0.to_string())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// What a setup holds, by the names that the rules give things.
pub(crate) fn as_data<'py>(
    py: Python<'py>,
    game: &multigame::Game,
    setup: &Setup,
) -> PyResult<Bound<'py, PyDict>> {
    let facts = game.facts();
    let (data, board) = (PyDict::new(py), PyDict::new(py));
    for (i, stack) in setup.board.iter().enumerate().filter(|(_, stack)| !stack.is_empty()) {
        let pieces = stack.iter().map(|piece| Piece {
            kind: facts.kinds[piece.kind().index()].name.clone(),
            symbol: facts.symbol(*piece).to_string(),
            owner: piece.owner().player().map(Player::index),
        });
        board.set_item(facts.board.name(::game::Field(i as u16)), pieces.collect::<Vec<_>>())?;
    }
    data.set_item("board", board)?;
    data.set_item("player", setup.player.index())?;
    data.set_item("round", setup.round)?;
    let counters = PyDict::new(py);
    for (declared, values) in facts.counters.iter().zip(&setup.counters) {
        counters.set_item(&declared.name, values.to_vec())?;
    }
    data.set_item("counters", counters)?;
    let remembered = PyDict::new(py);
    for (declared, memory) in facts.memories.iter().zip(&setup.memories) {
        let field = memory.map(|(field, _)| facts.board.name(field).to_string());
        remembered.set_item(&declared.name, field)?;
    }
    data.set_item("remembered", remembered)?;
    let reserve = PyDict::new(py);
    for (declared, counts) in facts.reserve.iter().zip(&setup.reserve) {
        reserve.set_item(&facts.kinds[declared.kind.index()].name, counts.to_vec())?;
    }
    data.set_item("reserve", reserve)?;
    Ok(data)
}
