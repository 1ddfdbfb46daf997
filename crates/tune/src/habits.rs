//! The file that says how a game is played: lines such as `algorithm = mcts`, and comments,
//! which hold the record of the match that speaks for them.

use crate::given::Given;
use std::fmt::{self, Display};

/// How a game is played, as its file says.
///
/// ```
/// let text = "# won 60 of 80 games\nalgorithm = mcts\nhash = 16M\n";
/// let habits = tune::Habits::parse(text).unwrap();
/// assert_eq!(habits.given.get("algorithm"), Some("mcts"));
/// assert_eq!(habits.record, ["won 60 of 80 games"]);
/// assert_eq!(habits.to_string(), text);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    /// Its settings.
    pub given: Given,
    /// Its comments: how the settings were found.
    pub record: Vec<String>,
}

/// A line of such a file that says nothing that could be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HabitsError {
    /// The number of the line, from 1 on.
    pub line: usize,
    /// What is wrong with it.
    pub message: String,
    /// What to do about it.
    pub hint: String,
}

impl Habits {
    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Habits, HabitsError> {
        let mut habits = Habits::default();
        for (i, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let fail = |message: String, hint: String| HabitsError { line: i + 1, message, hint };
            let (said, comment) = match line.find('#') {
                Some(at) => (line[..at].trim(), Some(line[at + 1..].trim())),
                None => (line.trim(), None),
            };
            habits.record.extend(comment.map(str::to_string));
            if said.is_empty() {
                continue;
            }
            let Some((name, value)) = said.split_once('=') else {
                let hint = "a line is like `algorithm = mcts`; comments begin with `#`";
                return Err(fail(format!("`{said}` is no setting"), hint.to_string()));
            };
            let name = name.trim();
            if habits.given.get(name).is_some() {
                let message = format!("`{name}` is given twice");
                return Err(fail(message, "keep one of the lines".to_string()));
            }
            let added = habits.given.add(name, value.trim());
            added.map_err(|why| fail(why.message, why.hint))?;
        }
        Ok(habits)
    }
}

impl Display for Habits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.record {
            writeln!(f, "{}", format!("# {line}").trim_end())?;
        }
        self.given.iter().try_for_each(|(name, value)| writeln!(f, "{name} = {value}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_line_is_named() {
        for (text, line, part) in [
            ("algorithm = mcts\n\nheuristics\n", 3, "no setting"),
            ("# a comment\nalgoritm = mcts\n", 2, "there is no setting `algoritm`"),
            ("hash = 1M\nhash = 2M\n", 2, "twice"),
            ("threads = many", 1, "`many` is no value of `threads`"),
        ] {
            let error = Habits::parse(text).expect_err(text);
            assert_eq!(error.line, line, "{text}");
            assert!(error.message.contains(part) && !error.hint.is_empty(), "{error:?}");
        }
    }

    #[test]
    fn comments_may_follow_a_setting_and_lines_may_be_empty() {
        let habits = Habits::parse("\n  hash=16M   # small\n\n# why\n").expect("a file");
        assert_eq!(habits.given.iter().collect::<Vec<_>>(), [("hash", "16M")]);
        assert_eq!(habits.record, ["small", "why"]);
    }
}
