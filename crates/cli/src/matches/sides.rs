//! The two sides of a match as users write them: `depth=4 algorithm=alpha-beta`,
//! `level=3`, `random`, or the limits and options of a program.

use super::super::args::{ANY, LimitArgs, SearchArgs, number};
use super::super::combine;
use super::super::report::Failure;
use super::super::settings;
use super::program::Spec;
use game::{Facts, pgn_supported};
use search::{Limits, Settings};
use std::time::Duration;

/// How a side plays.
#[derive(Clone, Debug)]
pub(super) enum Side {
    /// It draws its moves.
    Random,
    /// It searches, if this many positions do not show a win by threats first.
    Search(Settings, Limits, Option<u64>),
    /// Another program plays.
    Program(Spec),
}

/// What both sides share unless they say otherwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared<'a> {
    pub(super) search: &'a SearchArgs,
    pub(super) limits: LimitArgs,
    /// Whether a clock limits their moves.
    pub(super) has_clock: bool,
    /// How long a program may take where no limit says so.
    pub(super) patience: Duration,
}

/// A move takes so long if nobody says otherwise.
const TIME: Duration = Duration::from_millis(100);
/// The table, which each game empties, is small if nobody says otherwise.
const HASH: usize = 16 << 20;

/// The evaluations that the settings of a side ask for.
pub(super) fn evaluations(side: &str) -> impl Iterator<Item = &str> {
    settings::words(side).filter_map(|word| word.strip_prefix("evaluation="))
}

/// What a side has said of itself.
#[derive(Default)]
struct Said {
    search: SearchArgs,
    limits: LimitArgs,
    level: Option<Limits>,
    /// How many positions are looked at for a win by threats.
    combinations: Option<u64>,
    /// Options of a program.
    options: Vec<(String, String)>,
    is_random: bool,
}

impl Side {
    /// Reads how a side plays: its settings and its program.
    pub(super) fn parse(
        text: &str,
        program: Option<&str>,
        shared: Shared<'_>,
        facts: &Facts,
    ) -> Result<Side, Failure> {
        let said = read(text, program.is_some())?;
        if said.is_random {
            return Ok(Side::Random);
        }
        let limits = match (said.limits.is_given(), said.level, shared.limits.is_given()) {
            (true, ..) => said.limits.limits(),
            (_, Some(level), _) => level,
            (_, _, true) => shared.limits.limits(),
            _ if shared.has_clock => Limits::default(),
            _ => Limits { time: Some(TIME), ..Limits::default() },
        };
        if let Some(command) = program {
            let (command, options) = (command.to_string(), said.options);
            let like_chess = pgn_supported(facts).is_ok();
            return Ok(Side::Program(Spec {
                command,
                options,
                limits,
                like_chess,
                patience: shared.patience,
            }));
        }
        let mut search = said.search.or(shared.search);
        search.hash = search.hash.or(Some(HASH));
        if said.combinations.is_some() {
            combine::refuse(facts)?;
        }
        Ok(Side::Search(search.settings(facts)?, limits, said.combinations))
    }
}

/// Reads the words of a side.
fn read(text: &str, is_program: bool) -> Result<Said, Failure> {
    let mut said = Said::default();
    let wrong = |why: String| {
        Failure::new(why).hint(match is_program {
            true => "settings of a program are like `depth=4` or `nodes=500 Hash=16`",
            false => "settings are like `depth=4 algorithm=alpha-beta` or `random`",
        })
    };
    for word in settings::words(text) {
        if word == "random" && !is_program {
            said.is_random = true;
            continue;
        }
        let Some((key, value)) = word.split_once('=') else {
            return Err(wrong(format!("`{word}` is no setting")));
        };
        let number = |range| {
            let why = |why| wrong(format!("`{word}`: {why}"));
            number::<u64>(range)(value).map_err(why)
        };
        match key {
            "depth" => said.limits.depth = Some(number(1..=200)? as u32),
            "nodes" => said.limits.nodes = Some(number(1..=u64::MAX)?),
            "time" => said.limits.time = Some(settings::duration(value).map_err(wrong)?),
            // What else a program understands, only the program knows.
            _ if is_program => said.options.push((key.to_string(), value.to_string())),
            // As in UCI, none stands for no look at all.
            "combinations" => said.combinations = Some(number(ANY)?).filter(|n| *n > 0),
            "level" => said.level = Some(settings::level(number(1..=10)? as u8)),
            _ => match said.search.set(key, value) {
                Ok(true) => {}
                Ok(false) => return Err(wrong(format!("there is no setting `{key}`"))),
                Err(why) => return Err(wrong(why)),
            },
        }
    }
    match said.is_random && settings::words(text).count() > 1 {
        true => Err(Failure::new("`random` takes no settings")),
        false => Ok(said),
    }
}
