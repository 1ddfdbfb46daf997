//! Endgame tables for commands that search: at the root and wherever a search comes.

use super::folder::Opened;
use crate::engine::Engine;
use crate::report::Failure;
use crate::terminal;
use ::tables::{Seen, TableValue, Value};
use game::Outcome;
use search::Search;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

const DAMAGED: &str =
    "a block of a table is damaged and not used; `multigame tables verify` finds it";

/// Tables that are asked by several threads.
pub(crate) struct Asking<'g, G> {
    game: &'g G,
    opened: Opened,
    /// What threads have read positions into and do not use now.
    spare: Mutex<Vec<Seen>>,
}

impl<'g, G: Engine> Asking<'g, G> {
    /// The tables of a game in a folder.
    pub(crate) fn new(game: &'g G, folder: &Path) -> Result<Asking<'g, G>, Failure> {
        let opened = Opened::new(game.facts(), game.table_rules(), folder)?;
        Ok(Asking { game, opened, spare: Mutex::default() })
    }

    /// What a position is worth in any case; nothing if no table has it.
    pub(crate) fn value(&self, at: &G::Position) -> Option<Value> {
        let spare = || self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let mut seen = spare().pop().unwrap_or_default();
        let known = self.opened.tables.probe(self.game, &self.opened.scheme, at, &mut seen);
        spare().push(seen);
        if known.is_none() && self.opened.tables.take_damage() {
            terminal::warn(DAMAGED);
        }
        known.filter(|known: &TableValue| known.in_time).map(|known| known.value)
    }
}

/// The search with the tables of a folder, if one is named.
pub(crate) fn attach<'g, G: Engine>(
    search: Search<'g, G>,
    game: &'g G,
    folder: Option<&Path>,
) -> Result<Search<'g, G>, Failure> {
    let Some(folder) = folder else { return Ok(search) };
    let asking = Asking::new(game, folder)?;
    Ok(search.with_tables(Arc::new(move |at: &G::Position| outcome(asking.value(at)?))))
}

/// The outcome that a value stands for, as if the player to move were the first, and after how
/// many turns.
pub(crate) fn outcome(value: Value) -> Option<(Outcome, u32)> {
    let turns = value.turns().unwrap_or(0);
    let (value, scored) = match value {
        Value::Win(_) => (1, false),
        Value::Loss(_) => (-1, false),
        Value::Draw => (0, false),
        Value::Score(points) => (points, true),
        Value::Impossible => return None,
    };
    Some((Outcome { value, scored }, turns))
}
