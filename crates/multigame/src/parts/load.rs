//! From the name of a game to something that plays: finds the text, compiles
//! it, and hands it to a back end.

use crate::error::Mistakes;
use crate::{Error, Text};
use interp::Interp;
use native::Native;
use rules::{Checked, Library, NamedValue, Rules, check, compile, lower};
use std::fmt;
use study::{Doubt, Effort};
use syntax::ast::ValueRole;
use syntax::{Diagnostic, Sources};

/// A game that is ready to be played.
pub struct Loaded {
    /// The rules text and those that it extends.
    pub sources: Sources,
    /// The rules with every name resolved.
    pub rules: Rules,
    /// What is suspicious about them.
    pub warnings: Vec<Diagnostic>,
    /// The game itself, interpreted.
    pub game: Interp,
}

/// Loads a game that is built in.
///
/// ```
/// use multigame::parts::{game, load};
///
/// let loaded = load("tictactoe").ok().unwrap();
/// let start = game::Game::start(&loaded.game);
/// assert_eq!(game::perft(&loaded.game, &start, &[], 2).unwrap(), 72);
/// ```
///
/// What is loaded is interpreted. Native code plays the same game much faster, if
/// there is code for it and enough to do that making it pays:
///
/// ```
/// use multigame::parts::{game, load, native};
///
/// let loaded = load("tictactoe").ok().unwrap();
/// let native = native::Native::new(loaded.game, &[]).unwrap();
/// let start = game::Game::start(&native);
/// assert_eq!(native.perft(&start, &[], 9, true).unwrap(), 127_872);
/// ```
pub fn load(game: &str) -> Result<Loaded, Error> {
    load_text(&Text::built_in(game)?)
}

/// Loads a game from its text.
pub fn load_text(text: &Text) -> Result<Loaded, Error> {
    let Checked { sources, diagnostics, rules } = check_text(text);
    let Some(rules) = rules else {
        return Err(Error::Rules(Box::new(Mistakes { sources, diagnostics })));
    };
    let game = Interp::new(lower(&rules)).map_err(|why| Error::Bug(describe(&why)))?;
    Ok(Loaded { sources, rules, warnings: diagnostics, game })
}

/// Lines that give a game an evaluation of its own: they are found by a study of the
/// rules and of random games, and can be put after the rules with [`Text::with`].
/// Nothing if it is a puzzle, hides something, or nothing was found.
///
/// ```
/// let text = multigame::Text::built_in("tictactoe").unwrap();
/// let loaded = multigame::parts::load_text(&text).ok().unwrap();
/// let lines = multigame::parts::automatic(&text, &loaded).unwrap();
/// assert!(lines.contains("evaluation automatic = "));
/// ```
pub fn automatic(text: &Text, loaded: &Loaded) -> Option<String> {
    // What a check would say of questions that make no sense does not matter here.
    let build =
        |lines: &str| Interp::new(lower(&with_library(&text.with(lines), compile).rules?)).ok();
    let (rules, sources) = (&loaded.rules, &loaded.sources);
    match Native::new(loaded.game.clone(), &[]) {
        Ok(_) => {
            let mut build = |lines: &str| Native::new(build(lines)?, &[]).ok();
            study::automatic(rules, sources, Effort::Full, &mut build)
        }
        Err(_) => study::automatic(rules, sources, Effort::Little, &mut { build }),
    }
}

/// An evaluation that a variant inherits, and that says the opposite of its outcomes.
#[derive(Clone, Debug, PartialEq)]
pub struct Doubtful {
    /// Its name.
    pub name: String,
    /// The names of all evaluations that are inherited.
    pub inherited: Vec<String>,
    /// How it goes with outcomes.
    pub doubt: Doubt,
}

impl fmt::Display for Doubtful {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Doubt { correlation, games } = self.doubt;
        write!(
            f,
            "the evaluation `{}`, which is inherited, says the opposite of the outcomes: their \
             correlation is {correlation:.2} in {games} random games",
            self.name
        )
    }
}

/// Whether the first evaluation of a game is inherited and says the opposite of its outcomes.
///
/// ```
/// use multigame::Text;
/// use multigame::parts::{doubtful, load_text};
///
/// let text = Text::built_in("gardner").ok().unwrap();
/// let loaded = load_text(&text).ok().unwrap();
/// assert_eq!(doubtful(&loaded.rules, &loaded.game), None);
/// ```
pub fn doubtful(rules: &Rules, game: &Interp) -> Option<Doubtful> {
    let evaluations = rules.values.iter().filter(|value| value.role == ValueRole::Evaluation);
    let inherited: Vec<&NamedValue> = evaluations.filter(|value| value.inherited).collect();
    let first = rules.facts.evaluations.first()?;
    let value = inherited.iter().find(|value| value.name == *first)?;
    // Where all rules are those for which it was written, the aim is still the same.
    if rules.rules.iter().all(|rule| rule.span.file == value.span.file) {
        return None;
    }
    let doubt = match Native::new(game.clone(), &[]) {
        Ok(native) => study::doubt(&native, 0),
        Err(_) => study::doubt(game, 0),
    };
    let inherited = inherited.into_iter().map(|value| value.name.clone()).collect();
    doubt.map(|doubt| Doubtful { name: first.clone(), inherited, doubt })
}

/// Compiles and studies a rules text without playing it.
pub fn check_text(text: &Text) -> Checked {
    with_library(text, check)
}

/// Does something with a text and whatever it may extend.
fn with_library<T>(text: &Text, with: impl FnOnce(&str, &str, &str, &mut Library<'_>) -> T) -> T {
    let mut load = |name: &str| text.base(name);
    let known = games::names().map(String::from).collect();
    with(&text.name, &text.source, &text.text, &mut Library { load: &mut load, known })
}

/// What the verifier says, on one line.
pub fn describe(errors: &[ir::VerifyError]) -> String {
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    format!("the compiled rules are not sound: {}", texts.join("; "))
}
