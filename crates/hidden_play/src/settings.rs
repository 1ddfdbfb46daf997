//! How a player plays, and why it cannot.

use game::{Facts, RulesError};
use infoset::InfosetError;
use search::{Algorithm, Evaluation, Heuristics, SettingsError};

/// How a player finds what to attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Searches positions that are possible as if everybody saw them.
    Pimc,
    /// Grows a tree of what the players know.
    Ismcts,
}

impl Method {
    /// All of them, with the names that users know them by.
    pub const NAMED: [(&'static str, Method); 2] =
        [("pimc", Method::Pimc), ("ismcts", Method::Ismcts)];
}

/// How a player plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How it finds what to attempt.
    pub method: Method,
    /// For `pimc`, how many possible positions are searched for an attempt; for
    /// `ismcts`, how often it goes down its tree. Nothing: as time allows.
    pub samples: Option<usize>,
    /// For `pimc`, the nodes of the search of a position, of which the first depth is
    /// always searched; where time decides, those of the second round.
    pub nodes: u64,
    /// The most positions that are kept of what is possible; nothing: as many as can be
    /// carried forward in the time that there is, or as suits the samples and nodes.
    pub worlds: Option<usize>,
    /// The memory that what is kept may take, in bytes, roughly: the set of all that is
    /// possible, and after it the samples.
    pub memory: usize,
    /// The memory that the positions of an ending may take; where they do not fit, the ending is
    /// played like the rest of the game.
    pub endings_memory: usize,
    /// Whether endings with few pieces are played by a search over what is heard.
    pub endings: bool,
    /// How much more likely a position is where the enemy, by what it sees, stands better: 0 for
    /// not at all.
    pub model: f64,
    /// What everything random is drawn from.
    pub seed: u64,
    /// How `pimc` searches, and which evaluation both use.
    pub search: search::Settings,
}

impl Settings {
    /// Settings that play well.
    pub fn new(facts: &Facts, method: Method) -> Settings {
        let mut search = search::Settings::new(facts);
        // Without an evaluation, random games tell more than that nothing is decided.
        if search.evaluation == Evaluation::None {
            (search.algorithm, search.heuristics) = (Algorithm::Mcts, Heuristics::NONE);
        }
        let samples = match method {
            Method::Pimc => 50,
            Method::Ismcts => 1000,
        };
        Settings {
            method,
            samples: Some(samples),
            nodes: 500,
            worlds: None,
            memory: 1 << 30,
            endings_memory: 1 << 30,
            endings: true,
            model: 0.0,
            seed: 1,
            search: search::Settings { table_bytes: 16 << 20, ..search },
        }
    }
}

/// Why a player cannot play on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The rules went wrong.
    Rules(Box<RulesError>),
    /// The first position cannot be played: what is wrong, and what to do.
    Start(String, String),
    /// The search cannot be done so.
    Settings(SettingsError),
    /// There is nothing to attempt.
    Nothing,
}

impl From<RulesError> for PlayError {
    fn from(error: RulesError) -> PlayError {
        PlayError::Rules(Box::new(error))
    }
}

impl From<SettingsError> for PlayError {
    fn from(error: SettingsError) -> PlayError {
        PlayError::Settings(error)
    }
}

/// What a set may say is that the rules went wrong, or that it does not begin.
impl From<InfosetError> for PlayError {
    fn from(error: InfosetError) -> PlayError {
        match error {
            InfosetError::Rules(error) => PlayError::Rules(error),
            InfosetError::Start(message, hint) => PlayError::Start(message, hint),
            other => PlayError::Start(other.to_string(), String::new()),
        }
    }
}

impl std::fmt::Display for PlayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PlayError::Rules(error) => error.fmt(f),
            PlayError::Start(message, _) => f.write_str(message),
            PlayError::Settings(error) => f.write_str(&error.message),
            PlayError::Nothing => f.write_str("there is nothing to attempt"),
        }
    }
}

impl std::error::Error for PlayError {}
