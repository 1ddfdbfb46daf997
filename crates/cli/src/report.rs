//! Failures as people see them: one message, what to do, and an exit code.

use super::advice::said_here;
use super::terminal;
use crate::library::NotFound;
use game::{RulesError, SetupError};
use multigame::Error;
use syntax::{Diagnostic, Severity, Sources, render};

/// Why a command could not do its work.
#[derive(Debug)]
pub(super) struct Failure {
    /// The whole text that is shown.
    text: String,
    code: u8,
}

/// The exit code for wrong input.
pub(super) const WRONG_INPUT: u8 = 2;
/// The exit code after Ctrl-C.
pub(super) const INTERRUPTED: u8 = 130;

impl Failure {
    pub(super) fn new(message: impl Into<String>) -> Failure {
        let text = format!("{} {}", terminal::red("error:"), message.into());
        Failure { text, code: WRONG_INPUT }
    }

    /// A failure that docs/errors.md has an entry for.
    pub(super) fn coded(code: &str, message: impl Into<String>) -> Failure {
        let title = terminal::red(&format!("error[{code}]:"));
        Failure { text: format!("{title} {}", message.into()), code: WRONG_INPUT }
    }

    /// Something that is our fault, not the user's.
    pub(super) fn bug(message: impl Into<String>) -> Failure {
        Failure::new(message).hint("this is a bug of Multigame; please report it with your input")
    }

    /// The system has no more threads.
    pub(super) fn no_thread(why: &std::io::Error) -> Failure {
        Failure::new(format!("no thread could be started: {why}"))
    }

    pub(super) fn interrupted() -> Failure {
        Failure { text: "stopped".into(), code: INTERRUPTED }
    }

    /// Says where it happened, before the message.
    pub(super) fn at(mut self, place: &str) -> Failure {
        self.text = self.text.replacen("error:", &format!("error: {place}:"), 1);
        self
    }

    /// Adds what to do; an empty text adds nothing.
    pub(super) fn hint(mut self, hint: impl AsRef<str>) -> Failure {
        let hint = said_here(hint.as_ref());
        if !hint.is_empty() {
            self.text += &format!("\n {} {hint}", terminal::bold("= hint:"));
        }
        self
    }

    /// A failure about a piece of text, with the place underlined.
    pub(super) fn in_text(error: &SetupError, text: &str) -> Failure {
        let mut failure = Failure::new(error.message.as_str());
        if let Some(place) = &error.place {
            failure.text += &format!("\n  {}", underline(text, place));
        }
        failure.hint(&error.hint)
    }

    /// Messages about rules, and what follows from them.
    pub(super) fn rules(sources: &Sources, diagnostics: &[Diagnostic], so: &str) -> Failure {
        let shown: Vec<String> =
            diagnostics.iter().map(|d| render(d, sources, terminal::colors_on_stderr())).collect();
        let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
        let errors = terminal::count(errors as u64, "error");
        let text = format!("{}\n{errors}; {so}", shown.join("\n"));
        Failure { text, code: WRONG_INPUT }
    }

    /// What went wrong, without colors and hints.
    pub(super) fn message(&self) -> String {
        let plain = self.plain();
        let plain = plain.split_once(" = hint:").map_or(plain.as_str(), |(message, _)| message);
        plain.trim_start_matches("error:").trim().to_string()
    }

    /// The text on one line and without colors, for programs.
    pub(super) fn plain(&self) -> String {
        let mut parts = self.text.split('\x1b');
        let first = parts.next().unwrap_or("").to_string();
        let behind = parts.map(|part| part.split_once('m').map_or("", |(_, behind)| behind));
        (first + &behind.collect::<String>()).replace('\n', "")
    }

    /// Shows the failure and gives its exit code.
    pub(super) fn print(&self) -> u8 {
        terminal::complain(&self.text);
        self.code
    }
}

/// No more characters of a text are shown before a place in it, nor behind its beginning.
const SHOWN: usize = 80;

/// The text on one line with a place in it marked below; of a long one, what is near.
fn underline(text: &str, place: &std::ops::Range<usize>) -> String {
    let n_chars = |end: usize| text.get(..end.min(text.len())).map_or(0, |t| t.chars().count());
    let (from, to) = (n_chars(place.start), n_chars(place.end));
    let (first, end) = (from.saturating_sub(SHOWN), from + SHOWN);
    let shown = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let shown: String = shown.take(end).skip(first).collect();
    let before = if first > 0 { "…" } else { "" };
    let behind = if text.chars().nth(end).is_some() { "…" } else { "" };
    let blanks = " ".repeat(from - first + before.chars().count());
    let marks = "^".repeat(to.min(end).saturating_sub(from).max(1));
    format!("{before}{shown}{behind}\n  {blanks}{marks}")
}

impl From<NotFound> for Failure {
    fn from(error: NotFound) -> Failure {
        Failure::new(error.message).hint(error.hint)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Rules(wrong) => {
                Failure::rules(&wrong.sources, &wrong.diagnostics, "the game cannot be played")
            }
            Error::Play(error) => (*error).into(),
            Error::Bug(message) => Failure::bug(message),
            other => Failure::new(other.to_string()).hint(other.hint()),
        }
    }
}

impl From<RulesError> for Failure {
    fn from(error: RulesError) -> Failure {
        Failure::coded(error.code.text(), error.to_string()).hint(error.hint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_long_text_only_what_is_near_is_shown() {
        assert_eq!(underline("a\tbc", &(2..4)), "a bc\n    ^^");
        let long = format!("{}X{}", "é".repeat(500), "b".repeat(500));
        let shown = underline(&long, &(1000..1001));
        let (line, marks) = shown.split_once('\n').expect("two lines");
        assert_eq!(line.chars().count(), 1 + SHOWN + SHOWN + 1);
        let at = marks.trim_start().len();
        assert_eq!((at, line.chars().nth(marks.chars().count() - 3)), (1, Some('X')));
        // Whatever the place is, there is a mark that is not too long.
        for place in [0..9_999_999, 9_999_999..9_999_999, 1..1] {
            assert!(underline(&long, &place).chars().count() < 4 * SHOWN, "{place:?}");
        }
    }
}
