//! The two sides of a match as users write them: `depth=4 algorithm=alpha-beta`,
//! `level=3`, `random`, or the limits and options of a program.

use super::super::args::{ANY, BookChoice, LimitArgs, number};
use super::super::combine;
use super::super::report::Failure;
use super::super::settings;
use super::program::Spec;
use clap::ValueEnum;
use game::{Facts, pgn_supported};
use search::{Limits, Settings};
use std::path::PathBuf;
use std::time::Duration;
use tune::{Given, Level, level};

/// What a side knows before it searches.
#[derive(Clone, Debug, Default)]
pub(crate) struct Knowledge {
    /// The folder of endgame tables.
    pub(super) tables: Option<PathBuf>,
    /// The opening book, and how a move of it is chosen.
    pub(super) book: Option<PathBuf>,
    pub(super) book_choice: BookChoice,
}

/// How a side plays.
#[derive(Clone, Debug)]
pub(crate) enum Side {
    /// It draws its moves.
    Random,
    /// It searches, if this many positions do not show a win by threats first.
    /// It may ask the endgame tables of a folder, and play by an opening book.
    Search(Settings, Level, Option<u64>, Knowledge),
    /// Another program plays.
    Program(Spec),
}

impl Side {
    /// How many processors it keeps busy in its turn.
    pub(super) fn threads(&self) -> usize {
        match self {
            Side::Search(settings, ..) => settings.threads,
            Side::Random | Side::Program(_) => 1,
        }
    }
}

/// What both sides share unless they say otherwise.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared<'a> {
    /// What the game suggests.
    pub(super) base: Settings,
    /// What its file says, and over that the options for both sides.
    pub(super) layers: [&'a Given; 2],
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

/// What a side has said of itself.
#[derive(Default)]
struct Said {
    search: Given,
    limits: LimitArgs,
    level: Option<u8>,
    /// How many positions are looked at for a win by threats.
    combinations: Option<u64>,
    knowledge: Knowledge,
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
        let named = program.is_none().then(|| named_program(text)).flatten();
        let (text, like_chess) = match &named {
            Some(named) => (named.settings.as_str(), Some(named.is_uci)),
            None => (text, None),
        };
        let program = program.or(named.as_ref().map(|named| named.command.as_str()));
        let said = read(text, program.is_some())?;
        if said.is_random {
            return Ok(Side::Random);
        }
        let limits = match (said.limits.is_given(), said.level, shared.limits.is_given()) {
            (true, ..) => said.limits.limits(),
            (_, Some(_), _) => Limits::default(),
            (_, _, true) => shared.limits.limits(),
            _ if shared.has_clock => Limits::default(),
            _ => Limits { time: Some(TIME), ..Limits::default() },
        };
        if let Some(command) = program {
            let (command, options) = (command.to_string(), said.options);
            let like_chess = like_chess.unwrap_or_else(|| pgn_supported(facts).is_ok());
            return Ok(Side::Program(Spec {
                command,
                options,
                limits,
                like_chess,
                patience: shared.patience,
            }));
        }
        if said.combinations.is_some() {
            combine::refuse(facts)?;
        }
        let base = Settings { table_bytes: HASH, ..shared.base };
        let [file, both] = shared.layers;
        let settings = Given::layered(base, facts, &[file, both, &said.search], 1)?;
        let level = match said.level.filter(|_| !said.limits.is_given()) {
            Some(n) => level(n, settings.algorithm),
            None => Level { limits, mood: None },
        };
        Ok(Side::Search(settings, level, said.combinations, said.knowledge))
    }
}

/// A program that the settings of a side name.
#[derive(Debug, PartialEq, Eq)]
struct Named {
    is_uci: bool,
    command: String,
    /// What follows its command.
    settings: String,
}

/// The program that settings name by `uci:COMMAND` or `ugi:COMMAND`: the command ends where a
/// word is a setting.
fn named_program(text: &str) -> Option<Named> {
    let text = text.trim();
    let (is_uci, rest) = match (text.strip_prefix("uci:"), text.strip_prefix("ugi:")) {
        (Some(rest), _) => (true, rest),
        (_, Some(rest)) => (false, rest),
        _ => return None,
    };
    let is_setting = |word: &str| word.contains('=') && !word.starts_with(['-', '/', '\'', '.']);
    let mut words = rest.split(' ').filter(|word| !word.is_empty()).peekable();
    let mut command = Vec::new();
    while let Some(word) = words.next_if(|word| !is_setting(word)) {
        command.push(word);
    }
    let settings = words.collect::<Vec<_>>().join(" ");
    Some(Named { is_uci, command: command.join(" "), settings })
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
            "elo" if is_program => {
                let elo = number(0..=5000)?.to_string();
                let limit = ("UCI_LimitStrength".to_string(), "true".to_string());
                said.options.extend([limit, ("UCI_Elo".to_string(), elo)]);
            }
            // What else a program understands, only the program knows.
            _ if is_program => {
                let key = key.strip_prefix("option.").unwrap_or(key);
                said.options.push((key.to_string(), value.to_string()));
            }
            // As in UCI, none stands for no look at all.
            "combinations" => said.combinations = Some(number(ANY)?).filter(|n| *n > 0),
            "tables" => said.knowledge.tables = Some(PathBuf::from(value)),
            "book" => said.knowledge.book = Some(PathBuf::from(value)),
            "book_choice" => {
                let choice = BookChoice::from_str(value, true);
                said.knowledge.book_choice = choice.map_err(|_| {
                    wrong(format!("`{word}`: a book is played by `best` or `varied`"))
                })?;
            }
            "level" => said.level = Some(number(1..=10)? as u8),
            _ => said.search.add(key, value)?,
        }
    }
    match said.is_random && settings::words(text).count() > 1 {
        true => Err(Failure::new("`random` takes no settings")),
        false => Ok(said),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_may_be_named_before_its_settings() {
        let named = |is_uci, command: &str, settings: &str| {
            Some(Named { is_uci, command: command.into(), settings: settings.into() })
        };
        assert_eq!(named_program("uci:stockfish elo=1800"), named(true, "stockfish", "elo=1800"));
        let text = "ugi:./old ugi othello --hash=1M  time=1s depth=3";
        let (command, settings) = ("./old ugi othello --hash=1M", "time=1s depth=3");
        assert_eq!(named_program(text), named(false, command, settings));
        assert_eq!(named_program("depth=4"), None);
        let said = read("elo=1800 option.Skill_Level=3 Hash=1", true).expect("settings");
        let options: Vec<(&str, &str)> =
            said.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let limit = [("UCI_LimitStrength", "true"), ("UCI_Elo", "1800")];
        assert_eq!(options, [&limit[..], &[("Skill_Level", "3"), ("Hash", "1")]].concat());
    }
}
