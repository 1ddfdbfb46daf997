//! The book of a player: gives a move as long as it has the position.

use super::{keys, read};
use crate::args::BookChoice;
use crate::engine::Engine;
use crate::report::Failure;
use ::book::{Book, Keys, Pick, choose, known_moves};
use game::{Game, Line, Move, Rng, RulesError};
use std::path::Path;

/// A book that is played by.
pub(crate) struct Opening {
    book: Book,
    keys: Keys,
    pick: Pick,
}

impl Opening {
    /// The book of a file, if one is named.
    pub(crate) fn of<G: Engine>(
        game: &G,
        file: Option<&Path>,
        choice: BookChoice,
    ) -> Result<Option<Opening>, Failure> {
        let Some(file) = file else { return Ok(None) };
        let (keys, rules) = keys(game)?;
        let pick = match choice {
            BookChoice::Best => Pick::Best,
            BookChoice::Varied => Pick::Varied,
        };
        Ok(Some(Opening { book: read(file, rules)?, keys, pick }))
    }

    /// Whether it draws something when it is asked.
    pub(crate) fn draws(&self) -> bool {
        self.pick == Pick::Varied
    }

    /// The move that the book makes after a line, if it has one.
    pub(crate) fn chosen<G: Game>(
        &self,
        game: &G,
        line: &Line<G::Position>,
        random: &mut Rng,
    ) -> Result<Option<Move<G::Position>>, RulesError> {
        let mut known = known_moves(&self.book, &self.keys, game, line)?;
        let entry = self.book.get(self.keys.key(game, line.position()));
        let is_complete = entry.is_some_and(|entry| entry.expanded);
        let chosen = choose(&known, is_complete, self.pick, random);
        Ok(chosen.map(|chosen| known.swap_remove(chosen).played))
    }
}
