//! What can go wrong, as one type: whose mistake it is, what it says, and what to do.

use crate::Place;
use game::{MoveError, RulesError, SetupError};
use std::error::Error as StdError;
use std::fmt;
use syntax::{Diagnostic, Sources, render};

/// Why something could not be done.
///
/// Its text says what is wrong; [`Error::hint`] what to do about it; and for rules with
/// mistakes, [`Error::diagnostics`] are the messages as data.
///
/// ```
/// use multigame::{Error, Game};
///
/// let error = Game::load("ches").unwrap_err();
/// assert_eq!(error.to_string(), "no game is called `ches`");
/// assert_eq!(error.hint(), "did you mean `chess`?");
///
/// let rules = "dimensions (3,3) pieces { man 'X' 'O' } main = find own mann, win.";
/// let error = Game::from_text("mine", rules).unwrap_err();
/// assert_eq!(error.diagnostics()[0].code.text(), "unknown-name");
/// assert!(error.to_string().contains("mine:1:57"));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// No game is called like that.
    UnknownGame {
        /// What was asked for.
        name: String,
        /// A name like it.
        closest: Option<&'static str>,
    },
    /// The rules have mistakes; warnings may be among the messages.
    Rules(Box<Mistakes>),
    /// There is no native code for this game, though it was asked for: the reason.
    NoCode(String),
    /// The text of a position is wrong, or the position is not possible.
    Position(Box<SetupError>),
    /// The text names no legal move.
    Move(MoveError),
    /// The game is over, in these words.
    Over(String),
    /// The rules did something in play that they should not do.
    Play(Box<RulesError>),
    /// What was asked for makes no sense: why, and what to do.
    Refused {
        /// Why.
        message: String,
        /// What to do about it; may be empty. Each of the [`Error::diagnostics`] has its own.
        hint: String,
    },
    /// A limit of memory was met.
    Memory,
    /// The caller did not want to go on.
    Stopped,
    /// A bug of Multigame.
    Bug(String),
}

/// What is wrong with rules: messages, and the texts that they speak of.
#[derive(Clone, Debug)]
pub struct Mistakes {
    /// The rules text and those that it extends.
    pub sources: Sources,
    /// At least one error.
    pub diagnostics: Vec<Diagnostic>,
}

impl Mistakes {
    /// Where in the rules a message is.
    ///
    /// ```
    /// use multigame::{Error, Game};
    ///
    /// let rules = "dimensions (3,3)\npieces { mark 'X' 'O' }\nmain = find own mork, win.";
    /// let Err(Error::Rules(mistakes)) = Game::from_text("mine", rules) else {
    ///     panic!("no piece is called `mork`");
    /// };
    /// let place = mistakes.place(&mistakes.diagnostics[0]);
    /// assert_eq!((place.file.as_str(), place.line, place.column), ("mine", 3, 17));
    /// assert_eq!(place.words, "mork");
    /// ```
    pub fn place(&self, diagnostic: &Diagnostic) -> Place {
        Place::of(&self.sources, diagnostic.label.span)
    }
}

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> =
            self.diagnostics.iter().map(|it| render(it, &self.sources, false)).collect();
        f.write_str(texts.join("\n").trim_end())
    }
}

impl Error {
    /// What to do about it; may be empty.
    pub fn hint(&self) -> String {
        match self {
            Error::UnknownGame { closest, .. } => match closest {
                Some(name) => format!("did you mean `{name}`?"),
                None => String::new(),
            },
            Error::Position(error) => error.hint.clone(),
            Error::Move(error) => error.hint.clone(),
            Error::Play(error) => error.hint.clone(),
            Error::Refused { hint, .. } => hint.clone(),
            Error::NoCode(_) => "the interpreter plays every game".to_string(),
            Error::Memory => "allow more memory, or ask for less".to_string(),
            Error::Bug(_) => "please report it with your input".to_string(),
            Error::Rules(_) | Error::Over(_) | Error::Stopped => String::new(),
        }
    }

    /// The messages about rules with mistakes; none if that is not what is wrong.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Error::Rules(mistakes) => &mistakes.diagnostics,
            _ => &[],
        }
    }

    pub(crate) fn refused(message: impl Into<String>, hint: impl Into<String>) -> Error {
        Error::Refused { message: message.into(), hint: hint.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::UnknownGame { name, .. } => write!(f, "no game is called `{name}`"),
            Error::Rules(mistakes) => mistakes.fmt(f),
            Error::NoCode(why) => write!(f, "this game has no native code: {why}"),
            Error::Position(error) => error.fmt(f),
            Error::Move(error) => error.fmt(f),
            Error::Over(words) => write!(f, "the game is over: {words}"),
            Error::Play(error) => error.fmt(f),
            Error::Refused { message, .. } => f.write_str(message),
            Error::Memory => f.write_str("the memory is used up"),
            Error::Stopped => f.write_str("stopped"),
            Error::Bug(message) => write!(f, "a bug of Multigame: {message}"),
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Error::Position(error) => Some(&**error),
            Error::Play(error) => Some(&**error),
            _ => None,
        }
    }
}

impl From<SetupError> for Error {
    fn from(error: SetupError) -> Error {
        Error::Position(Box::new(error))
    }
}

impl From<RulesError> for Error {
    fn from(error: RulesError) -> Error {
        Error::Play(Box::new(error))
    }
}

impl From<MoveError> for Error {
    fn from(error: MoveError) -> Error {
        Error::Move(error)
    }
}
