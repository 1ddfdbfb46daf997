//! What bounds the work on a set, how far it is, and why it ends before it is done.

use game::RulesError;

/// How far the work is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// How many turns of the observation have been looked at.
    pub depth: usize,
    /// How many positions, or histories found, there are at that depth.
    pub size: u128,
    /// Positions whose turns were looked at.
    pub expanded: u64,
    /// Positions that were compared with what was perceived.
    pub compared: u64,
}

/// Is told how far the work is now and then; it stops when this says no.
pub type Watch<'a> = &'a mut dyn FnMut(Progress) -> bool;

/// What bounds the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The memory that a set may take, in bytes.
    pub memory: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 1 << 30 }
    }
}

/// Why there is no set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InfosetError {
    /// The rules went wrong.
    Rules(Box<RulesError>),
    /// The first position cannot be played: what is wrong, and what to do.
    Start(String, String),
    /// Somebody stopped the work.
    Stopped,
    /// The set would take more memory than it may; this many turns were done.
    Memory {
        /// The depth at which it did.
        depth: usize,
        /// What it may take, in bytes.
        limit: usize,
    },
    /// The histories that were asked for would take more memory than they may.
    ListMemory {
        /// What they may take, in bytes.
        limit: usize,
    },
    /// There are more than 2^128 histories.
    TooMany,
    /// What there was no memory for could not be kept elsewhere.
    Storage(String),
    /// A checkpoint cannot be written, or is not one from which this can be gone on with.
    Checkpoint(String),
    /// A checkpoint was made by another back end, which writes positions otherwise.
    OtherBackEnd,
    /// Another rank could not go on, or cannot be reached any more.
    Lost(ranks::Lost),
}

impl From<ranks::Lost> for InfosetError {
    fn from(lost: ranks::Lost) -> InfosetError {
        InfosetError::Lost(lost)
    }
}

impl From<RulesError> for InfosetError {
    fn from(error: RulesError) -> InfosetError {
        InfosetError::Rules(Box::new(error))
    }
}

impl std::fmt::Display for InfosetError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            InfosetError::Rules(error) => error.fmt(f),
            InfosetError::Start(message, _) => f.write_str(message),
            InfosetError::Stopped => f.write_str("stopped"),
            InfosetError::Memory { depth, limit } => {
                let turns = if *depth == 1 { "turn" } else { "turns" };
                write!(f, "the set takes more than {limit} bytes after {depth} {turns}")
            }
            InfosetError::ListMemory { limit } => {
                write!(f, "the histories take more than {limit} bytes")
            }
            InfosetError::Storage(why) | InfosetError::Checkpoint(why) => f.write_str(why),
            InfosetError::OtherBackEnd => {
                f.write_str("the checkpoint was made by the other back end, or by another version")
            }
            InfosetError::Lost(lost) => lost.fmt(f),
            InfosetError::TooMany => f.write_str("there are more than 2^128 histories"),
        }
    }
}

impl std::error::Error for InfosetError {}

/// How many positions are looked at between two calls of a watch.
pub(crate) const WATCH_EVERY: u64 = 64;

/// Counts a position that is looked at, and asks the watch now and then.
pub(crate) fn tick(
    work: &mut Progress,
    depth: usize,
    size: u128,
    watch: Watch<'_>,
) -> Result<(), InfosetError> {
    (work.depth, work.size) = (depth, size);
    let is_time = work.expanded.is_multiple_of(WATCH_EVERY);
    work.expanded += 1;
    match !is_time || watch(*work) {
        true => Ok(()),
        false => Err(InfosetError::Stopped),
    }
}
