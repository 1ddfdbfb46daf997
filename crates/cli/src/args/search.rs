//! How a search is done and how far it goes: what all commands that search take.
//! The names come from the tables of the search library, so that what it learns can
//! be asked for at once.

use super::number::{ANY, number};
use crate::settings;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command, Error};
use search::{Algorithm, Heuristics, Platform, Settings};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Duration;
use tune::Habits;

/// How a search is done.
#[derive(clap::Args, Clone, Debug, Default, PartialEq, Eq)]
#[command(next_help_heading = "How to search")]
pub(crate) struct SearchArgs {
    /// The algorithm
    #[arg(long, value_name = "NAME", value_parser = Names(algorithms))]
    pub(crate) algorithm: Option<String>,
    /// How threads share the work; default: what suits the algorithm
    #[arg(long, value_name = "NAME", value_parser = Names(platforms))]
    pub(crate) platform: Option<String>,
    /// How many threads search one position
    #[arg(long, value_name = "N", value_parser = settings::threads)]
    pub(crate) threads: Option<usize>,
    #[arg(long, value_name = "LIST", value_delimiter = ',', allow_hyphen_values = true, help = heuristics())]
    pub(crate) heuristics: Vec<String>,
    /// The evaluation to search with, a file that `learn` wrote, `automatic` or `none`; default:
    /// the first of the rules, or what the program has learned
    #[arg(long, value_name = "NAME")]
    pub(crate) evaluation: Option<String>,
    /// Memory for what was found, such as `64M` or `1G`
    #[arg(long, value_name = "SIZE", value_parser = settings::size)]
    pub(crate) hash: Option<usize>,
    /// What all that is drawn at random begins with
    #[arg(long, value_name = "N", value_parser = number::<u64>(ANY))]
    pub(crate) seed: Option<u64>,
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',', help = numbers())]
    pub(crate) set: Vec<String>,
    /// The folder of endgame tables to ask, which the command `tables` builds
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<PathBuf>,
    /// Ranks take moves from each other where this many turns are left
    #[arg(long, value_name = "N", value_parser = number::<u32>(TURNS))]
    pub(crate) fork_depth: Option<u32>,
    /// Ranks ask the owner of a position what it knows where this many turns are left
    #[arg(long, value_name = "N", value_parser = number::<u32>(TURNS))]
    pub(crate) remote_depth: Option<u32>,
    /// Ranks tell all others what they found where this many turns were left
    #[arg(long, value_name = "N", value_parser = number::<u32>(TURNS))]
    pub(crate) told_depth: Option<u32>,
    /// The file with the settings of the game, or `none`; default: `NAME.settings` beside the
    /// rules, or the one that is built in
    #[arg(long = "settings", value_name = "FILE")]
    pub(crate) settings_file: Option<PathBuf>,
    /// What that file holds, once it was found.
    #[arg(skip)]
    pub(crate) habits: Habits,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Examples:\n  multigame explain-settings hex\n  multigame explain-settings mygame.mg --settings other.settings --json\n\nA file of settings has lines like `algorithm = mcts`, `heuristics = +forced -killers` or\n`hash = 16M`, and comments after `#`. It is called NAME.settings, beside NAME.mg."
)]
pub(crate) struct ExplainArgs {
    /// A built-in name, the path of a rules file, or `-` for standard input
    pub(crate) game: String,
    /// Rules, pieces, counters, ... to take out, as `without` does in a variant
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) without: Vec<String>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

/// How many turns can be left below a position.
const TURNS: std::ops::RangeInclusive<u64> = 1..=200;

/// How far a search goes.
#[derive(clap::Args, Clone, Copy, Debug, Default)]
pub(crate) struct LimitArgs {
    /// Look this many turns ahead
    #[arg(long, value_name = "N", value_parser = number::<u32>(TURNS))]
    pub(crate) depth: Option<u32>,
    /// Visit this many positions
    #[arg(long, value_name = "N", value_parser = number::<u64>(ANY))]
    pub(crate) nodes: Option<u64>,
    /// Think for this long, such as `2s`, `500ms` or `1m30s`
    #[arg(long, value_name = "TIME", value_parser = settings::duration)]
    pub(crate) time: Option<Duration>,
}

fn algorithms() -> Vec<&'static str> {
    Algorithm::ALL.iter().map(|(_, name, _)| *name).collect()
}

fn platforms() -> Vec<&'static str> {
    Platform::ALL.iter().map(|(_, name, _)| *name).collect()
}

fn numbers() -> String {
    let names: Vec<&str> = Settings::NUMBERS.iter().map(|number| number.name).collect();
    format!("Numbers that `explain-settings` shows [possible names: {}]", names.join(", "))
}

fn heuristics() -> String {
    format!(
        "What makes it faster: `all`, `none`, names, or `+NAME` and `-NAME` for the usual ones \
         with and without these [possible names: {}]",
        Heuristics::NAMES.join(", ")
    )
}

/// Shows names in the help and completes them, but takes every word: a wrong one is
/// refused where all ways to give it meet.
#[derive(Clone)]
struct Names(fn() -> Vec<&'static str>);

impl TypedValueParser for Names {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}
