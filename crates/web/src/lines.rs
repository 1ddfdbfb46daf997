//! From a game, a first position and moves to the position that a question is about. Positions
//! are kept for the next question, which is about the same game with a move more, as a rule.

use crate::catalog::{Catalog, Entry, Wanted};
use crate::limits::{POSITIONS, REPLAY, TURNS};
use crate::refusal::Refusal;
use multigame::{Game, Position};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A position as a page names it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Asked {
    #[serde(flatten)]
    pub(crate) wanted: Wanted,
    /// The first position, if it is not the start of the game.
    pub(crate) start: Option<String>,
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

/// A position that was found.
pub(crate) struct Found {
    pub(crate) entry: Arc<Entry>,
    pub(crate) position: Position,
    /// The position before the last move.
    pub(crate) before: Option<Position>,
}

/// Positions that were asked about.
#[derive(Default)]
pub(crate) struct Lines(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    positions: FxHashMap<String, Position>,
    /// The oldest first.
    order: VecDeque<String>,
}

impl Lines {
    /// Plays the moves of a line from the last position on that is known.
    pub(crate) fn find(&self, catalog: &Catalog, asked: &Asked) -> Result<Found, Refusal> {
        if asked.moves.len() > TURNS {
            let error = format!("the game has more than {TURNS} turns");
            return Err(Refusal::bad(error, "begin with a later position"));
        }
        let entry = catalog.find(&asked.wanted)?;
        let n_moves = asked.moves.len();
        let key = |n: usize| {
            let start = asked.start.as_deref().unwrap_or("");
            format!("{} {start} {}", entry.id, asked.moves[..n].join(" "))
        };
        let last_two = n_moves.saturating_sub(1);
        let known = self.known(&key(last_two));
        let before = match known {
            Some(before) => before,
            None => {
                let mut position = first(&entry.shown, asked)?;
                play(&mut position, &asked.moves[..last_two])?;
                self.keep(key(last_two), &position);
                position
            }
        };
        if n_moves == 0 {
            return Ok(Found { entry, position: before, before: None });
        }
        let position = match self.known(&key(n_moves)) {
            Some(position) => position,
            None => {
                let mut position = before.clone();
                play(&mut position, &asked.moves[last_two..])?;
                self.keep(key(n_moves), &position);
                position
            }
        };
        Ok(Found { entry, position, before: Some(before) })
    }

    fn known(&self, key: &str) -> Option<Position> {
        self.kept().positions.get(key).cloned()
    }

    fn keep(&self, key: String, position: &Position) {
        let mut kept = self.kept();
        if kept.positions.insert(key.clone(), position.clone()).is_none() {
            kept.order.push_back(key);
        }
        if kept.order.len() > POSITIONS
            && let Some(oldest) = kept.order.pop_front()
        {
            kept.positions.remove(&oldest);
        }
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The first position of a line.
pub(crate) fn first(game: &Game, asked: &Asked) -> Result<Position, Refusal> {
    Ok(match asked.start.as_deref().map(str::trim) {
        None | Some("") => game.start(),
        Some(text) => game.position(text)?,
    })
}

/// Plays moves; says which one cannot be played, and why. What a turn may take is bounded by the
/// budgets of the rules, and all turns together here.
#[expect(clippy::disallowed_methods, reason = "a visitor may not keep a worker for ever")]
pub(crate) fn play(position: &mut Position, moves: &[String]) -> Result<(), Refusal> {
    let began = Instant::now();
    for text in moves {
        if began.elapsed() > REPLAY {
            return Err(Refusal::bad("it takes too long to play these moves", "begin later"));
        }
        position.try_play(text)?;
    }
    Ok(())
}
