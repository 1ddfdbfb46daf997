//! From the name of a game to something that plays: finds the text, compiles
//! it, and hands it to a back end.

use crate::error::Mistakes;
use crate::{Error, Text};
use game::{Game as _, Line, Rng, Turn};
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
/// Nothing if it is a puzzle, hides something, its turns take so long that a study would, or
/// nothing was found. `wanted` is asked again and again; if it says no, nothing is found.
///
/// ```
/// let text = multigame::Text::built_in("tictactoe").unwrap();
/// let loaded = multigame::parts::load_text(&text).ok().unwrap();
/// let lines = multigame::parts::automatic(&text, &loaded, || true).unwrap();
/// assert!(lines.contains("evaluation automatic = "));
/// ```
pub fn automatic(text: &Text, loaded: &Loaded, wanted: fn() -> bool) -> Option<String> {
    if !is_quick(&loaded.game) {
        return None;
    }
    // What a check would say of questions that make no sense does not matter here.
    let build =
        |lines: &str| Interp::new(lower(&with_library(&text.with(lines), compile).rules?)).ok();
    let (rules, sources) = (&loaded.rules, &loaded.sources);
    match Native::while_wanted(loaded.game.clone(), &[], wanted) {
        Ok(_) => {
            let mut build = |lines: &str| Native::while_wanted(build(lines)?, &[], wanted).ok();
            study::automatic(rules, sources, Effort::Full, &mut build, &wanted)
        }
        Err(_) => study::automatic(rules, sources, Effort::Little, &mut { build }, &wanted),
    }
}

/// This many turns are played to see how long they take,
const TRIED_TURNS: usize = 10;
/// and they may be so much work in all, in the units of [`interp::Limits::steps`],
const TRIED_WORK: u64 = 20_000_000;
/// and so much for each position that they lead to, of which a study lists up to 200,000. Variants
/// of chess need about a thousand.
const WORK_PER_POSITION: u64 = 30_000;

/// Whether turns of a game are short enough for a study, by counted work and not by the clock, so
/// that the same rules always get the same evaluation.
fn is_quick(game: &Interp) -> bool {
    let (mut left, mut random) = (TRIED_WORK, Rng::new(1));
    let (mut line, mut n_listed) = (Line::new(game.start()), 0);
    for _ in 0..TRIED_TURNS {
        match game.turn_within(line.position(), line.past(), &mut left) {
            None => return false,
            Some(Ok(Turn::Moves(mut moves))) if !moves.is_empty() => {
                n_listed += moves.len() as u64;
                let chosen = random.below(moves.len());
                line.push(moves.swap_remove(chosen));
            }
            // Of rules that are broken at once, or whose first turn takes too long, nothing is learned.
            Some(Err(_)) if line.is_empty() => return false,
            Some(_) if line.is_empty() => return true,
            Some(_) => line = Line::new(game.start()),
        }
    }
    TRIED_WORK - left <= WORK_PER_POSITION * n_listed
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

/// Whether the first evaluation of a game is inherited and says the opposite of its outcomes; as
/// far as is known, where turns take long or `wanted` says no.
///
/// ```
/// use multigame::Text;
/// use multigame::parts::{doubtful, load_text};
///
/// let text = Text::built_in("gardner").ok().unwrap();
/// let loaded = load_text(&text).ok().unwrap();
/// assert_eq!(doubtful(&loaded.rules, &loaded.game, || true), None);
/// ```
pub fn doubtful(rules: &Rules, game: &Interp, wanted: fn() -> bool) -> Option<Doubtful> {
    let evaluations = rules.values.iter().filter(|value| value.role == ValueRole::Evaluation);
    let inherited: Vec<&NamedValue> = evaluations.filter(|value| value.inherited).collect();
    let first = rules.facts.evaluations.first()?;
    let value = inherited.iter().find(|value| value.name == *first)?;
    // Where all rules are those for which it was written, the aim is still the same.
    if rules.rules.iter().all(|rule| rule.span.file == value.span.file) {
        return None;
    }
    if !is_quick(game) {
        return None;
    }
    let doubt = match Native::while_wanted(game.clone(), &[], wanted) {
        Ok(native) => study::doubt(&native, 0, &wanted),
        Err(_) => study::doubt(game, 0, &wanted),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether rules of a name and a text are studied.
    fn check(name: &str, text: &str) -> bool {
        is_quick(&load_text(&Text::new(name, text)).expect("sound rules").game)
    }

    /// Rules that double: each of this many asks for all that follows, and then does it.
    fn doubling(rules: usize) -> String {
        let mut text = String::from(
            "dimensions (8,8) pieces { man 'M' 'm' }
            start { mmmmmmmm / 8 / 8 / 8 / 8 / 8 / 8 / MMMMMMMM }
            main = try r0 else lose.\n",
        );
        for i in 0..rules {
            let next = i + 1;
            text += &format!("r{i} = either r{next} or [ test r{next}, r{next} ].\n");
        }
        let step = "find own man, pickup, orthogonal, step, points at empty field, putdown";
        text + &format!("r{rules} = {step}.\n")
    }

    #[test]
    fn rules_whose_turns_are_long_are_not_studied() {
        assert!(check("short", &doubling(2)));
        assert!(!check("long", &doubling(12)));
        assert!(!check("endless", &doubling(40)));
    }

    #[test]
    fn built_in_games_are_studied() {
        for name in ["tictactoe", "chess", "fox_and_hounds", "quarto", "shogi", "renju"] {
            assert!(is_quick(&testing::load(name)), "{name}");
        }
    }
}
