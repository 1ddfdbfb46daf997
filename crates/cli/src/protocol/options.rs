//! What a client can set: how the search is done and how many lines it shows.

use super::super::args::{BookChoice, OpeningArgs, SearchArgs};
use super::super::report::Failure;
use clap::ValueEnum;
use game::Facts;
use search::{Algorithm, MOST_THREADS, Platform, Settings};
use std::path::PathBuf;

/// What a client has set.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) search: SearchArgs,
    /// What the game suggests where nobody has set anything.
    base: Settings,
    pub(super) lines: usize,
    /// How many positions may be looked at for a win by threats before the search; 0
    /// if it is not looked for.
    pub(super) combinations: u64,
    /// The opening book, how a move of it is chosen, and whether it is used.
    pub(super) opening: OpeningArgs,
    pub(super) own_book: bool,
    /// Whether the client likes to hear which move is expected.
    pub(super) ponders: bool,
}

/// The most megabytes that a client may ask for.
const MOST_HASH: usize = 65_536;
/// The platform that follows the number of threads.
const AUTOMATIC: &str = "automatic";
/// The most positions for a win by threats.
const MOST_COMBINATIONS: u32 = 1_000_000_000;
/// The most lines.
const MOST_LINES: usize = 256;

impl Options {
    /// A book that the command line names is used until the client says otherwise.
    pub(super) fn new(search: SearchArgs, opening: OpeningArgs, base: Settings) -> Options {
        let own_book = opening.book.is_some();
        Options { search, base, lines: 1, combinations: 0, opening, own_book, ponders: false }
    }

    /// The settings of a search by this many ranks. Clients expect one thread unless they set
    /// another number.
    pub(super) fn settings(&self, facts: &Facts, n_ranks: usize) -> Result<Settings, Failure> {
        self.search.settings_for(self.base, facts, n_ranks, 1)
    }

    /// The options as the protocols describe them.
    pub(super) fn describe(&self, facts: &Facts, settings: &Settings) -> String {
        let hash = settings.table_bytes >> 20;
        let heuristics = match self.search.heuristics.is_empty() {
            true => "all".to_string(),
            false => self.search.heuristics.join(","),
        };
        let mut text = format!(
            "option name Hash type spin default {hash} min 1 max {MOST_HASH}\n\
             option name Clear Hash type button\n\
             option name MultiPV type spin default 1 min 1 max {MOST_LINES}\n\
             option name Combinations type spin default 0 min 0 max {MOST_COMBINATIONS}\n\
             option name Ponder type check default false\n\
             option name TablePath type string default <empty>\n\
             option name OwnBook type check default {}\n\
             option name BookFile type string default {}\n\
             option name Threads type spin default {} min 1 max {MOST_THREADS}\n\
             option name Seed type spin default {} min 0 max {}\n",
            self.own_book,
            self.opening.book.as_ref().map_or("<empty>".into(), |book| book.to_string_lossy()),
            settings.threads,
            settings.seed,
            u32::MAX
        );
        let choices = BookChoice::value_variants().iter().map(|choice| choice.name());
        text += &combo("BookChoice", self.opening.book_choice.name(), choices);
        let algorithms = Algorithm::ALL.iter().map(|(_, name, _)| *name);
        text += &combo("Algorithm", settings.algorithm.name(), algorithms);
        // Without a choice the platform follows the number of threads.
        let platforms = Platform::ALL.iter().map(|(_, name, _)| *name);
        let chosen = self.search.platform.as_deref().unwrap_or(AUTOMATIC);
        text += &combo("Platform", chosen, [AUTOMATIC].into_iter().chain(platforms));
        text += &format!("option name Heuristics type string default {heuristics}\n");
        if let Some(first) = facts.evaluations.first() {
            let chosen = self.search.evaluation.as_deref().unwrap_or(first);
            let names = facts.evaluations.iter().map(String::as_str);
            text += &combo("Evaluation", chosen, names.chain(["none"]));
        }
        text
    }

    /// Sets an option by the words after `setoption`, or says why not.
    pub(super) fn set(&mut self, words: &[&str]) -> Result<(), String> {
        let value_at = words.iter().position(|word| *word == "value").unwrap_or(words.len());
        let name: Vec<&str> =
            words[..value_at].iter().copied().filter(|word| *word != "name").collect();
        let value = words.get(value_at + 1..).unwrap_or_default().join(" ");
        // Clients send numbers of all kinds.
        let number = value.parse::<f64>().map(|number| number.max(1.0) as usize);
        let wrong = || format!("no such option or value: {}", words.join(" "));
        match (name.join(" ").to_ascii_lowercase().as_str(), number) {
            ("hash", Ok(n)) => self.search.hash = Some(n.min(MOST_HASH) << 20),
            ("multipv", Ok(n)) => self.lines = n.min(MOST_LINES),
            ("threads", Ok(n)) => self.search.threads = Some(n.min(MOST_THREADS)),
            ("combinations", Ok(_)) => {
                let nodes = value.parse::<f64>().map_or(0, |number| number.max(0.0) as u64);
                self.combinations = nodes.min(MOST_COMBINATIONS.into());
            }
            ("tablepath", _) => {
                let is_none = value.is_empty() || value == "<empty>";
                self.search.tables = (!is_none).then(|| PathBuf::from(value));
            }
            ("ownbook", _) => self.own_book = value.eq_ignore_ascii_case("true"),
            ("bookfile", _) => {
                let is_none = value.is_empty() || value == "<empty>";
                self.opening.book = (!is_none).then(|| PathBuf::from(value));
            }
            ("bookchoice", _) => {
                let choice = BookChoice::from_str(&value, true);
                self.opening.book_choice = choice.map_err(|_| wrong())?;
            }
            ("ponder", _) => self.ponders = value.eq_ignore_ascii_case("true"),
            ("platform", _) if value == AUTOMATIC => self.search.platform = None,
            ("hash" | "threads" | "multipv" | "combinations", Err(_)) => return Err(wrong()),
            (name, _) => {
                let value = if name == "evaluation" { value } else { value.to_ascii_lowercase() };
                match self.search.set(name, &value) {
                    Ok(true) => {}
                    Ok(false) | Err(_) => return Err(wrong()),
                }
            }
        }
        Ok(())
    }
}

/// An option with this many values.
fn combo<'a>(name: &str, chosen: &str, values: impl Iterator<Item = &'a str>) -> String {
    let values: String = values.map(|value| format!(" var {value}")).collect();
    format!("option name {name} type combo default {chosen}{values}\n")
}
