//! A game that is ready to be played, and the options with which it was made so.

use crate::backing::{Either, facts};
use crate::parts::{self, Loaded};
use crate::position::Position;
use crate::{Error, Text};
use game::{Facts, Outcome, Player, describe_outcome};
use interp::Interp;
use native::Native;
use search::Settings;
use std::fmt;
use std::sync::{Arc, OnceLock};
use syntax::{Diagnostic, Sources};
use tune::{Given, Habits};

/// What plays a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// Native code where there is some, and the interpreter otherwise.
    #[default]
    Auto,
    /// Native code; a game that has none is refused.
    Native,
    /// The interpreter, which plays every game, and much slower.
    Interpreter,
}

/// The rules of a game, compiled: where positions come from.
///
/// A game can be shared and cloned at no cost, and used by many threads.
///
/// ```
/// use multigame::Game;
///
/// let chess = Game::load("chess")?;
/// assert_eq!(chess.start().moves()?.len(), 20);
///
/// let rules = "
///     dimensions (4,1)
///     pieces { stone 'X' 'O' }
///     main = try [ find empty field, replace by own stone ] else lose.
/// ";
/// let mine = Game::from_text("last_stone", rules)?;
/// assert_eq!(mine.start().perft(4)?, 24);
/// # Ok::<(), multigame::Error>(())
/// ```
#[derive(Clone)]
pub struct Game(Arc<Shared>);

struct Shared {
    text: Text,
    /// The text and those that it extends, for places in them.
    sources: Sources,
    warnings: Vec<Diagnostic>,
    interp: Arc<Interp>,
    native: Option<Arc<Native>>,
    /// Why it is interpreted, if nobody asked for that.
    no_code: Option<String>,
    /// How the text was compiled.
    options: Options,
    /// How it is searched if nobody says otherwise.
    settings: OnceLock<Settings>,
}

/// How a game is made ready; see [`Game::options`].
///
/// ```
/// use multigame::{Backend, Game};
///
/// let game = Game::options().backend(Backend::Interpreter).load("tictactoe")?;
/// assert!(!game.is_native());
///
/// let simple = Game::options().without(["en_passant"]).load("chess")?;
/// assert_eq!(simple.start().perft(1)?, 20);
/// # Ok::<(), multigame::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Options {
    backend: Backend,
    without: Vec<String>,
    without_passes: Vec<String>,
}

impl Options {
    /// What plays the game.
    pub fn backend(self, backend: Backend) -> Options {
        Options { backend, ..self }
    }

    /// Takes rules out of the game, by their names, as a variant with `without` does.
    pub fn without<S: Into<String>>(self, names: impl IntoIterator<Item = S>) -> Options {
        Options { without: names.into_iter().map(Into::into).collect(), ..self }
    }

    /// Leaves passes of the compiler out, by their names, which costs speed only.
    pub fn without_passes<S: Into<String>>(self, names: impl IntoIterator<Item = S>) -> Options {
        Options { without_passes: names.into_iter().map(Into::into).collect(), ..self }
    }

    /// A game that is built in.
    pub fn load(&self, name: &str) -> Result<Game, Error> {
        self.compile(&Text::built_in(name)?)
    }

    /// A game from its rules; games that are built in can be extended.
    pub fn from_text(&self, name: &str, text: &str) -> Result<Game, Error> {
        self.compile(&Text::new(name, text))
    }

    /// A game from a text that knows where the games are that it extends.
    pub fn compile(&self, text: &Text) -> Result<Game, Error> {
        let text = match self.without.is_empty() {
            true => text.clone(),
            false => {
                let names = self.without.join(", ");
                let variant = format!("extends {}\nwithout {names}\n", text.name);
                let (base, inner) = (text.name.clone(), text.clone());
                text.replaced_by("without", variant).with_bases(move |name| match name == base {
                    true => Some((inner.source.clone(), inner.text.clone())),
                    false => inner.base(name),
                })
            }
        };
        let Loaded { sources, warnings, game, .. } = parts::load_text(&text)?;
        let interp = parts::with_learned(game);
        let native = match self.backend {
            Backend::Interpreter => Ok(None),
            _ => Native::new(interp.clone(), &self.without_passes).map(Some),
        };
        let (native, no_code) = match native {
            Ok(native) => (native, None),
            Err(why) if self.backend == Backend::Native => return Err(Error::NoCode(why)),
            Err(why) => (None, Some(why)),
        };
        // Whoever did not ask for code does not mind if some turns have none.
        let native = native.map(|native| match self.backend {
            Backend::Auto => native.or_interpret(|_| {}),
            _ => native,
        });
        let (interp, native) = (Arc::new(interp), native.map(Arc::new));
        // The text already lacks the rules that were taken out.
        let options = Options { without: Vec::new(), ..self.clone() };
        let settings = OnceLock::new();
        let shared = Shared { text, sources, warnings, interp, native, no_code, options, settings };
        Ok(Game(Arc::new(shared)))
    }
}

impl Game {
    /// A game that is built in, such as `chess`; [`Game::names`] lists them.
    pub fn load(name: &str) -> Result<Game, Error> {
        Game::options().load(name)
    }

    /// A game from its rules, under a name for messages and records.
    pub fn from_text(name: &str, text: &str) -> Result<Game, Error> {
        Game::options().from_text(name, text)
    }

    /// What can be chosen when a game is made ready.
    pub fn options() -> Options {
        Options::default()
    }

    /// The names of the games that are built in, sorted.
    ///
    /// ```
    /// assert!(multigame::Game::names().any(|name| name == "othello"));
    /// ```
    pub fn names() -> impl Iterator<Item = &'static str> {
        games::names()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.facts().name
    }

    /// The text of its rules.
    pub fn rules(&self) -> &str {
        &self.0.text.text
    }

    /// The text of its rules and those that it extends, in the order of their numbers.
    pub fn sources(&self) -> &Sources {
        &self.0.sources
    }

    /// What is suspicious about the rules.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.0.warnings
    }

    /// Whether it is played by native code.
    pub fn is_native(&self) -> bool {
        self.0.native.is_some()
    }

    /// Why there is no native code, if some was looked for and not found.
    pub fn why_interpreted(&self) -> Option<&str> {
        self.0.no_code.as_deref()
    }

    /// What the game declares: board, pieces, players, evaluations.
    pub fn facts(&self) -> &Facts {
        facts(&*self.0.interp)
    }

    /// How it is searched if nobody says otherwise: as its file of settings says where there is
    /// one, and as its rules suggest.
    pub(crate) fn usual_settings(&self) -> Settings {
        *self.0.settings.get_or_init(|| {
            let derived = match self.native() {
                Some(native) => tune::derive(native).settings,
                None => tune::derive(self.interp()).settings,
            };
            let habits = self.0.text.settings.as_deref().map(Habits::parse);
            let Some(Ok(Habits { mut given, .. })) = habits else { return derived };
            // An evaluation that has to be found first is found by `with_evaluation`.
            let is_there = |name: &str| self.evaluations().iter().any(|known| known == name);
            if !given.get("evaluation").is_some_and(is_there) {
                given.remove("evaluation");
            }
            Given::layered(derived, self.facts(), &[&given], 1).unwrap_or(derived)
        })
    }

    /// The names of its evaluations, the default one first.
    pub fn evaluations(&self) -> &[String] {
        &self.facts().evaluations
    }

    /// The name of a player: `white`, unless the rules say otherwise.
    pub fn player_name(&self, player: Player) -> &str {
        self.facts().player_name(player)
    }

    /// An outcome in words: `white wins`, `draw`, `solved`.
    ///
    /// ```
    /// let game = multigame::Game::load("tictactoe")?;
    /// let mut position = game.start();
    /// for text in ["b2", "a1", "b1", "a2", "b3"] {
    ///     position.try_play(text)?;
    /// }
    /// let outcome = position.outcome()?.unwrap();
    /// assert_eq!(game.describe(outcome), "white wins");
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn describe(&self, outcome: Outcome) -> String {
        describe_outcome(self.facts(), outcome)
    }

    /// The first position.
    pub fn start(&self) -> Position {
        match &self.0.native {
            Some(native) => Position::start(self, native, Either::Native),
            None => Position::start(self, &self.0.interp, Either::Interp),
        }
    }

    /// The position of a text, in the notation that [`Position`] prints; for chess that
    /// is FEN. The notation and the numbers that the rules declare are checked; whether play
    /// leads there is not, and rules that make no sense in it may say so later
    /// ([`Error::Play`]).
    ///
    /// ```
    /// let game = multigame::Game::load("chess")?;
    /// let text = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    /// let position = game.position(text)?;
    /// assert_eq!(position.to_string(), text);
    /// assert!(game.position("4k3/8 w").is_err());
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn position(&self, text: &str) -> Result<Position, Error> {
        let setup = game::parse_position(self.facts(), text)?;
        let Some(native) = &self.0.native else {
            return Position::of(self, &self.0.interp, &setup, Either::Interp);
        };
        // A position of native code has a fixed size, and a few do not fit.
        Position::of(self, native, &setup, Either::Native).or_else(|why| {
            Position::of(self, &self.0.interp, &setup, Either::Interp).map_err(|_| why)
        })
    }

    /// The same game with an evaluation, if its rules have none: a study of the rules and
    /// of random games writes one, which takes some seconds. A game that has one, or for
    /// which none is found, stays as it is.
    ///
    /// ```
    /// use multigame::Game;
    ///
    /// let game = Game::load("tictactoe")?.with_evaluation()?;
    /// assert_eq!(game.evaluations(), ["automatic"]);
    /// # Ok::<(), multigame::Error>(())
    /// ```
    pub fn with_evaluation(&self) -> Result<Game, Error> {
        if !self.evaluations().is_empty() {
            return Ok(self.clone());
        }
        let loaded = parts::load_text(&self.0.text)?;
        let Some(lines) = parts::automatic(&self.0.text, &loaded, || true) else {
            return Ok(self.clone());
        };
        self.with_lines(&lines)
    }

    /// The same game, made ready in the same way, with lines after its rules.
    fn with_lines(&self, lines: &str) -> Result<Game, Error> {
        self.0.options.compile(&self.0.text.with(lines))
    }

    pub(crate) fn interp(&self) -> &Interp {
        &self.0.interp
    }

    pub(crate) fn native(&self) -> Option<&Native> {
        self.0.native.as_deref()
    }

    /// Whether both are one game, and not only one of the same name.
    pub(crate) fn is_same(&self, other: &Game) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("name", &self.name())
            .field("native", &self.is_native())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rules whose board is too large for native code.
    const WIDE: &str = "dimensions (20,20) pieces { man 'X' 'O' }
        main = try either one or two else draw.
        one = find empty field, replace by own man.
        two = find empty field, find empty field, replace by own man.
        ";

    #[test]
    fn options_stay_when_an_evaluation_is_added() {
        let check = |options: Options| {
            let game = options.from_text("wide", WIDE).expect("sound rules");
            let again = game.with_lines("evaluation men = count own man.").expect("sound rules");
            assert_eq!(again.evaluations(), ["men"]);
            assert_eq!(again.why_interpreted(), game.why_interpreted());
            assert_eq!(again.start().perft(1).expect("a count"), 400);
        };
        check(Game::options().without(["two"]));
        check(Game::options().without(["two"]).backend(Backend::Interpreter));
    }
}
