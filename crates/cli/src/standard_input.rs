//! Standard input as a file, which a user calls `-`: read once, kept for those who ask
//! again, and refused to those who take it for something else.

#![allow(clippy::disallowed_methods, reason = "this is the edge: input is read here")]

use crate::library::NotFound;
use std::io::Read;
use std::sync::{Mutex, OnceLock, PoisonError};

/// What standard input is called in messages.
pub(crate) const NAME: &str = "standard input";

/// What standard input holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// The rules of a game.
    Rules,
    /// A saved game or a transcript.
    SavedGame,
}

static HELD: OnceLock<(Holds, Vec<u8>)> = OnceLock::new();
/// Held by who reads.
static READING: Mutex<()> = Mutex::new(());

/// Whether a user means standard input by this name of a file.
pub(crate) fn is_meant(file: impl AsRef<std::ffi::OsStr>) -> bool {
    file.as_ref() == "-"
}

/// Everything on standard input, but not much more than this many bytes. Some commands load
/// their game twice, and get the same again.
pub(crate) fn read(wanted: Holds, most: u64) -> Result<&'static [u8], NotFound> {
    let _reading = READING.lock().unwrap_or_else(PoisonError::into_inner);
    if HELD.get().is_none() {
        let mut bytes = Vec::new();
        std::io::stdin().take(most + 1).read_to_end(&mut bytes).map_err(|why| NotFound {
            message: format!("{NAME} cannot be read: {why}"),
            hint: String::new(),
        })?;
        // Nobody else can have set it meanwhile.
        let _ = HELD.set((wanted, bytes));
    }
    match HELD.get() {
        Some((holds, bytes)) if *holds == wanted => Ok(bytes),
        _ => Err(NotFound {
            message: format!("{NAME} cannot be both the rules and a saved game"),
            hint: "`-` can stand for one of them; give the other by its path".into(),
        }),
    }
}
