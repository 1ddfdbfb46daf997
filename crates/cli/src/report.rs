//! Failures as people see them: one message, what to do, and an exit code.

use super::advice::said_here;
use super::terminal;
use super::words::count;
use game::{PlayError, RulesError, SetupError};
use multigame::{Error, Mistakes};
use std::fmt::{self, Display};
use syntax::{Diagnostic, Severity, Sources, render};

/// Why a command could not do its work. It is data up to the moment in which it is printed,
/// which is when it gets its colors.
#[derive(Clone, Debug)]
pub(super) struct Failure {
    what: What,
    /// Its entry in docs/errors.md, if it has one.
    code: Option<&'static str>,
    /// Which option or file it is about, if the message does not say so.
    place: Option<String>,
    /// The text that it is about, with a place in it marked below.
    marked: Option<String>,
    /// What to do, a line each.
    hints: Vec<String>,
    exit_code: u8,
}

/// What went wrong.
#[derive(Clone, Debug)]
enum What {
    /// A sentence about something that a user gave.
    Message(String),
    /// Rules that cannot be used.
    Rules(Box<Unusable>),
    /// Ctrl-C.
    Interrupted,
}

/// What is wrong with rules, and what follows from that.
#[derive(Clone, Debug)]
struct Unusable {
    sources: Sources,
    diagnostics: Vec<Diagnostic>,
    so: String,
}

/// The exit code for wrong input.
pub(super) const WRONG_INPUT: u8 = 2;
/// The exit code after Ctrl-C.
pub(super) const INTERRUPTED: u8 = 130;

impl Failure {
    fn of(what: What, exit_code: u8) -> Failure {
        Failure { what, code: None, place: None, marked: None, hints: Vec::new(), exit_code }
    }

    pub(super) fn new(message: impl Into<String>) -> Failure {
        Failure::of(What::Message(message.into()), WRONG_INPUT)
    }

    /// A failure that docs/errors.md has an entry for.
    pub(super) fn coded(code: &'static str, message: impl Into<String>) -> Failure {
        Failure { code: Some(code), ..Failure::new(message) }
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
        Failure::of(What::Interrupted, INTERRUPTED)
    }

    /// Says where it happened, before the message.
    pub(super) fn at(self, place: &str) -> Failure {
        Failure { place: Some(place.to_string()), ..self }
    }

    /// Adds what to do; an empty text adds nothing.
    pub(super) fn hint(mut self, hint: impl AsRef<str>) -> Failure {
        let hint = said_here(hint.as_ref());
        if !hint.is_empty() {
            self.hints.push(hint.to_string());
        }
        self
    }

    /// A failure about a piece of text, with the place underlined.
    pub(super) fn in_text(error: &SetupError, text: &str) -> Failure {
        let marked = error.place.as_ref().map(|place| underline(text, place));
        Failure { marked, ..Failure::new(error.message.as_str()).hint(&error.hint) }
    }

    /// Messages about rules, and what follows from them.
    pub(super) fn rules(sources: Sources, diagnostics: Vec<Diagnostic>, so: &str) -> Failure {
        let unusable = Unusable { sources, diagnostics, so: so.to_string() };
        Failure::of(What::Rules(Box::new(unusable)), WRONG_INPUT)
    }

    /// What went wrong, without what to do.
    pub(super) fn message(&self) -> String {
        match &self.what {
            What::Message(message) => match &self.place {
                Some(place) => format!("{place}: {message}"),
                None => message.clone(),
            },
            What::Rules(rules) => {
                rules.diagnostics.first().map_or(String::new(), |first| first.title.clone())
            }
            What::Interrupted => "stopped".to_string(),
        }
    }

    /// What to do first, or an empty text.
    pub(super) fn first_hint(&self) -> String {
        self.hints.first().cloned().unwrap_or_default()
    }

    /// All of it on one line, for programs.
    pub(super) fn one_line(&self) -> String {
        self.to_string().replace('\n', "")
    }

    /// The exit code.
    pub(super) fn exit_code(&self) -> u8 {
        self.exit_code
    }

    /// Shows the failure and gives its exit code.
    pub(super) fn print(&self) -> u8 {
        terminal::complain(&self.shown(terminal::colors_on_stderr()));
        self.exit_code
    }

    /// The whole text, with colors if they are wanted.
    fn shown(&self, colors: bool) -> String {
        let paint =
            |text: &str, color| if colors { terminal::paint(text, color) } else { text.into() };
        let mut text = match &self.what {
            What::Interrupted => self.message(),
            What::Rules(rules) => {
                let Unusable { sources, diagnostics, so } = &**rules;
                let shown = diagnostics.iter().map(|d| render(d, sources, colors));
                let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
                let errors = count(errors.count(), "error");
                format!("{}\n{errors}; {so}", shown.collect::<Vec<_>>().join("\n"))
            }
            What::Message(_) => {
                let code = self.code.map_or(String::new(), |code| format!("[{code}]"));
                let title = paint(&format!("error{code}:"), terminal::RED);
                let marked = self.marked.as_ref();
                let marked = marked.map_or(String::new(), |lines| format!("\n  {lines}"));
                format!("{title} {}{marked}", self.message())
            }
        };
        for hint in &self.hints {
            text += &format!("\n {} {hint}", paint("= hint:", terminal::BOLD));
        }
        text
    }
}

/// Without colors, as other programs get it.
impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown(false))
    }
}

/// No more characters of a text are shown before a place in it, nor after its beginning.
const SHOWN: usize = 80;

/// The text on one line with a place in it marked below; of a long one, what is near.
fn underline(text: &str, place: &std::ops::Range<usize>) -> String {
    let n_chars = |end: usize| text.get(..end.min(text.len())).map_or(0, |t| t.chars().count());
    let (from, to) = (n_chars(place.start), n_chars(place.end));
    let (first, end) = (from.saturating_sub(SHOWN), from + SHOWN);
    let shown = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let shown: String = shown.take(end).skip(first).collect();
    let before = if first > 0 { "…" } else { "" };
    let after = if text.chars().nth(end).is_some() { "…" } else { "" };
    let spaces = " ".repeat(from - first + before.chars().count());
    let marks = "^".repeat(to.min(end).saturating_sub(from).max(1));
    format!("{before}{shown}{after}\n  {spaces}{marks}")
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Failure {
        Failure::new(error.to_string()).hint(error.hint())
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Rules(mistakes) => {
                let Mistakes { sources, diagnostics } = *mistakes;
                Failure::rules(sources, diagnostics, "the game cannot be played")
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
    fn parts_are_put_together_only_when_shown() {
        let failure = Failure::coded("no-move", "error: is a word of a user").at("--after");
        let failure = failure.hint("").hint("first").hint("second");
        assert_eq!(failure.message(), "--after: error: is a word of a user");
        assert_eq!(
            failure.to_string(),
            "error[no-move]: --after: error: is a word of a user\n = hint: first\n = hint: second"
        );
        assert_eq!(
            failure.shown(true).lines().next(),
            Some("\x1b[1;31merror[no-move]:\x1b[0m --after: error: is a word of a user")
        );
        assert_eq!(Failure::interrupted().at("x").to_string(), "stopped");
    }

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
