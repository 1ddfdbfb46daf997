//! The sides of a refereed game as users write them: `human`, `random`, `pimc`, or
//! `ismcts samples=1000 seed=2`.

use crate::args::{ANY, number};
use crate::report::Failure;
use crate::settings::{duration, size, unknown, words};
use game::Facts;
use hidden_play::{Method, Settings};
use search::Evaluation;
use std::time::Duration;

/// Who plays a side.
#[allow(clippy::large_enum_variant, reason = "there are two of them at a table")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Side {
    /// A person at the terminal.
    Human,
    /// Attempts drawn from all that may be attempted, each equally likely.
    Random,
    /// A player that knows only its view. Where time decides, how long it may take.
    Computer(Settings, Option<Duration>),
    /// Another program.
    Program(String),
}

/// What a user said about a side.
const NAMES: [&str; 4] = ["human", "random", "pimc", "ismcts"];

impl Side {
    /// Reads a side. The seed is used if it names none.
    pub(crate) fn parse(facts: &Facts, text: &str, seed: u64) -> Result<Side, Failure> {
        let mut words = words(text);
        let name = words.next().unwrap_or_default();
        let method =
            Method::NAMED.iter().find(|(known, _)| *known == name).map(|(_, method)| *method);
        let rest: Vec<&str> = words.collect();
        match (name, method) {
            ("human" | "random", _) if !rest.is_empty() => {
                Err(Failure::new(format!("`{name}` takes no settings")))
            }
            ("human", _) => Ok(Side::Human),
            ("random", _) => Ok(Side::Random),
            (_, Some(method)) => {
                let mut settings = Settings { seed, ..Settings::new(facts, method) };
                let mut time = None;
                for word in rest {
                    set(facts, &mut settings, &mut time, word)?;
                }
                Ok(Side::Computer(settings, time))
            }
            (_, None) => Err(unknown("side", name, NAMES.into_iter())),
        }
    }

    /// The same side, thinking for this long where nothing else was said.
    pub(crate) fn or_time(self, time: Option<Duration>) -> Side {
        match self {
            Side::Computer(settings, None) if time.is_some() => {
                Side::Computer(Settings { samples: None, ..settings }, time)
            }
            other => other,
        }
    }
}

/// Whether the settings of a side ask for a player that knows only its view.
pub(crate) fn is_player(side: &str) -> bool {
    let first = words(side).next();
    Method::NAMED.iter().any(|(name, _)| first == Some(name))
}

/// The first option that was given, of some that mean nothing here.
pub(crate) fn first_given(options: &[(&str, bool)]) -> Option<String> {
    options.iter().find(|(_, is_given)| *is_given).map(|(option, _)| option.to_string())
}

/// Refuses a game in which there is nothing for a referee to do.
pub(crate) fn refuse_open(facts: &Facts) -> Result<(), Failure> {
    if facts.hidden {
        return Ok(());
    }
    let failure = Failure::new(format!("the players of `{}` see everything", facts.name));
    Err(failure.hint("a game with a rule `seen` or `known` hides something"))
}

fn set(
    facts: &Facts,
    settings: &mut Settings,
    time: &mut Option<Duration>,
    word: &str,
) -> Result<(), Failure> {
    let hint = "settings are like `samples=100`, `nodes=500`, `time=1s`, `worlds=40000`, \
                `memory=1G`, `endings=no`, \
                `model=1`, `evaluation=NAME` or `seed=1`";
    let wrong = |why: String| Failure::new(why).hint(hint);
    let Some((key, value)) = word.split_once('=') else {
        return Err(wrong(format!("`{word}` is no setting")));
    };
    let number = |range| {
        let why = |why| wrong(format!("`{word}`: {why}"));
        number::<u64>(range)(value).map_err(why)
    };
    match key {
        "samples" => {
            (settings.samples, *time) = (Some(number(1..=1 << 40)? as usize), None);
        }
        "time" => {
            (settings.samples, *time) = (None, Some(duration(value).map_err(wrong)?));
        }
        "nodes" => settings.nodes = number(1..=u64::MAX)?,
        "worlds" => settings.worlds = Some(number(1..=1 << 32)? as usize),
        "endings" => {
            settings.endings = match value {
                "yes" => true,
                "no" => false,
                _ => return Err(wrong(format!("`{word}`: `yes` or `no` is needed"))),
            }
        }
        "model" => {
            settings.model = strength(value).map_err(|why| wrong(format!("`{word}`: {why}")))?
        }
        "memory" => {
            settings.memory = size(value).map_err(wrong)?;
            settings.endings_memory = settings.memory;
        }
        "evaluation" => {
            let place = facts.evaluations.iter().position(|known| known == value);
            let known = facts.evaluations.iter().map(String::as_str);
            let place = place.ok_or_else(|| unknown("evaluation", value, known))?;
            settings.search.evaluation = Evaluation::Rules(place);
        }
        "seed" => settings.seed = number(ANY)?,
        _ => return Err(wrong(format!("there is no setting `{key}`"))),
    }
    settings.search.seed = settings.seed;
    Ok(())
}

/// How much a model of the enemy counts.
fn strength(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(strength) if (0.0..=100.0).contains(&strength) => Ok(strength),
        _ => Err("a number from 0 to 100 is needed".to_string()),
    }
}
