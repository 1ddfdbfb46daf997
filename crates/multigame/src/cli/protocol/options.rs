//! What a client can set: how the search is done and how many lines it shows.

use super::super::args::SearchArgs;
use game::Facts;
use search::{Algorithm, Settings};

/// What a client has set.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) search: SearchArgs,
    pub(super) lines: usize,
}

/// The most megabytes that a client may ask for.
const MOST_HASH: usize = 65_536;
/// The most lines.
const MOST_LINES: usize = 256;

impl Options {
    pub(super) fn new(search: SearchArgs) -> Options {
        Options { search, lines: 1 }
    }

    /// The options as the protocols describe them.
    pub(super) fn describe(facts: &Facts, settings: &Settings) -> String {
        let hash = settings.table_bytes >> 20;
        let mut text = format!(
            "option name Hash type spin default {hash} min 1 max {MOST_HASH}\n\
             option name Clear Hash type button\n\
             option name MultiPV type spin default 1 min 1 max {MOST_LINES}\n\
             option name Algorithm type combo default {}",
            settings.algorithm.name()
        );
        for (_, name, _) in Algorithm::ALL {
            text += &format!(" var {name}");
        }
        text += "\noption name Heuristics type string default all\n";
        if let Some(first) = facts.evaluations.first() {
            text += &format!("option name Evaluation type combo default {first}");
            for name in &facts.evaluations {
                text += &format!(" var {name}");
            }
            text += " var none\n";
        }
        text
    }

    /// Sets an option by the words behind `setoption`; whether there is one.
    pub(super) fn set(&mut self, words: &[&str]) -> bool {
        let value_at = words.iter().position(|word| *word == "value").unwrap_or(words.len());
        let name: Vec<&str> =
            words[..value_at].iter().copied().filter(|word| *word != "name").collect();
        let value = words.get(value_at + 1..).unwrap_or_default().join(" ");
        let number = value.parse::<f64>().map(|number| number.max(1.0) as usize);
        match (name.join(" ").to_ascii_lowercase().as_str(), number) {
            ("hash", Ok(n)) => self.search.hash = Some(n.min(MOST_HASH) << 20),
            ("multipv", Ok(n)) => self.lines = n.min(MOST_LINES),
            ("algorithm", _) => {
                self.search.algorithm = (!value.is_empty()).then(|| value.to_ascii_lowercase());
            }
            ("evaluation", _) => self.search.evaluation = (!value.is_empty()).then_some(value),
            ("heuristics", _) => {
                let list = value.split([',', ' ']).filter(|word| !word.is_empty());
                self.search.heuristics = list.map(str::to_string).collect();
            }
            _ => return false,
        }
        true
    }
}
