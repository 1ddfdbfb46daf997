//! A game: rules that were compiled.

use crate::error::{raised, refused};
use crate::position::Position;
use crate::work::interruptible;
use multigame::{Backend, Text};
use pyo3::prelude::*;

/// The rules of a game, ready to be played.
///
/// >>> game = Game.load("tictactoe")
/// >>> len(game.start().moves())
/// 9
#[pyclass(frozen, module = "multigame")]
pub(crate) struct Game(pub(crate) multigame::Game);

#[pymethods]
impl Game {
    /// A game that is built in; `Game.names()` lists them.
    ///
    /// `backend` is "auto", "native" (an error if there is no native code) or "interpreter".
    #[staticmethod]
    #[pyo3(signature = (name, *, backend = "auto", without = Vec::new()))]
    fn load(py: Python<'_>, name: &str, backend: &str, without: Vec<String>) -> PyResult<Game> {
        if name.contains(['/', '\\']) || name.ends_with(".mg") {
            let hint = "`Game.from_text(open(path).read(), name)` compiles the rules of a file";
            return Err(refused(format!("`{name}` is no name of a game that is built in"), hint));
        }
        let text = Text::built_in(name).map_err(raised)?;
        compiled(py, &text, backend, without)
    }

    /// A game from its rules, under a name for messages. Built-in games can be extended.
    ///
    /// `bases` are other games that it may extend: a dictionary from names to rules.
    #[staticmethod]
    #[pyo3(signature = (text, name = "game", *, backend = "auto", without = Vec::new(), bases = Default::default()))]
    fn from_text(
        py: Python<'_>,
        text: &str,
        name: &str,
        backend: &str,
        without: Vec<String>,
        bases: std::collections::BTreeMap<String, String>,
    ) -> PyResult<Game> {
        let text = Text::new(name, text)
            .with_bases(move |name| Some((format!("{name}.mg"), bases.get(name)?.clone())));
        compiled(py, &text, backend, without)
    }

    /// The names of the games that are built in, sorted.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        multigame::Game::names().collect()
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// The text of its rules.
    #[getter]
    fn rules(&self) -> &str {
        self.0.rules()
    }

    /// The names of the players in order of play; one for a puzzle.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.0.facts().players.clone()
    }

    /// Whether players do not see everything.
    #[getter]
    fn is_hidden(&self) -> bool {
        self.0.facts().hidden
    }

    /// Whether it is played by native code.
    #[getter]
    fn is_native(&self) -> bool {
        self.0.is_native()
    }

    /// The names of its fields, in the order in which planes and boards count them.
    #[getter]
    fn fields(&self) -> Vec<String> {
        let board = &self.0.facts().board;
        (0..board.n_fields()).map(|i| board.name(::game::Field(i as u16)).to_string()).collect()
    }

    /// The kinds of its pieces: pairs of a name and the symbols for the first player, the second
    /// player and nobody.
    #[getter]
    fn kinds(&self) -> Vec<(String, [Option<String>; 3])> {
        let kinds = self.0.facts().kinds.iter().filter(|kind| !kind.gone);
        kinds.map(|kind| (kind.name.clone(), kind.symbols.clone())).collect()
    }

    /// The names of its evaluations, the default one first.
    #[getter]
    fn evaluations(&self) -> Vec<String> {
        self.0.evaluations().to_vec()
    }

    /// What is suspicious about the rules: the titles of the warnings.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.0.warnings().iter().map(|warning| warning.title.clone()).collect()
    }

    /// The first position.
    fn start(&self) -> Position {
        Position(self.0.start())
    }

    /// The position of a text, in the notation that positions print in; for chess that is FEN.
    fn position(&self, text: &str) -> PyResult<Position> {
        self.0.position(text).map(Position).map_err(raised)
    }

    /// The same game with an evaluation, if its rules have none; takes some seconds.
    fn with_evaluation(&self, py: Python<'_>) -> PyResult<Game> {
        interruptible(py, |_| self.0.with_evaluation()).map(Game)
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.0.name())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

fn compiled(py: Python<'_>, text: &Text, backend: &str, without: Vec<String>) -> PyResult<Game> {
    let backend = match backend {
        "auto" => Backend::Auto,
        "native" => Backend::Native,
        "interpreter" => Backend::Interpreter,
        _ => {
            let hint = "there are: auto, native, interpreter";
            return Err(refused(format!("no back end is called `{backend}`"), hint));
        }
    };
    let options = multigame::Game::options().backend(backend).without(without);
    interruptible(py, |_| options.compile(text)).map(Game)
}
