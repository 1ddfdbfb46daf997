//! From the name of a game to something that plays: finds the text, compiles
//! it, and hands it to a back end.

use crate::error::Mistakes;
use crate::{Error, Text};
use interp::Interp;
use native::Native;
use rules::{Checked, Library, Rules, check, compile, lower};
use study::Effort;
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
