//! What most commands begin with: a game, a position of it, and the moves that
//! led there.

use super::args::PositionArgs;
use super::report::Failure;
use crate::library::{self, Text};
use crate::load::{Loaded, load_text};
use game::{Game, Line, parse_position};
use interp::Limits;

/// How deep rules may go on the thread that the command runs on: its stack takes
/// more than twice as much in an unoptimized build.
pub(super) const DEPTH: u32 = 40_000;

/// A game with a line of play in it.
pub(super) struct Table {
    pub(super) loaded: Loaded,
    pub(super) line: Line<interp::Position>,
}

/// Loads the game that a user named, with what he took out.
pub(super) fn load_game(game: &str, without: &[String]) -> Result<Loaded, Failure> {
    let text = library::find(game)?;
    load_found(&if without.is_empty() { text } else { text.without(without) })
}

/// Loads a game whose text was found.
pub(super) fn load_found(text: &Text) -> Result<Loaded, Failure> {
    let mut loaded = load_text(text)?;
    loaded.game = loaded.game.with_limits(Limits { depth: DEPTH, ..Limits::default() });
    Ok(loaded)
}

impl Table {
    /// Sets up the position that a user described.
    pub(super) fn new(args: &PositionArgs) -> Result<Table, Failure> {
        let loaded = load_game(&args.game, &args.without)?;
        let facts = loaded.game.facts();
        let start = match &args.position {
            None => loaded.game.start(),
            Some(text) => parse_position(facts, text)
                .and_then(|setup| loaded.game.position(&setup))
                .map_err(|error| Failure::in_text(&error, text))?,
        };
        let mut table = Table { line: Line::new(start), loaded };
        let moves = args.after.as_deref().unwrap_or("");
        let is_number = |word: &str| word.trim_end_matches('.').bytes().all(|b| b.is_ascii_digit());
        // Numbers of moves, as records have them, say nothing.
        let words = moves.split([' ', ',', '\n', '\t']).filter(|word| !is_number(word));
        for (i, word) in words.enumerate() {
            table
                .make(word)
                .map_err(|failure| failure.at(&format!("move {} of --after", i + 1)))?;
        }
        Ok(table)
    }

    /// Makes the move that a user wrote.
    pub(super) fn make(&mut self, text: &str) -> Result<(), Failure> {
        let played = self.line.play(&self.loaded.game, text);
        played.map_err(|why| Failure::new(why.to_string()).hint(why.hint()))?;
        Ok(())
    }

    pub(super) fn game(&self) -> &interp::Interp {
        &self.loaded.game
    }

    /// The position as text.
    pub(super) fn position_text(&self) -> String {
        game::write_position(self.game().facts(), &self.game().setup(self.line.position()))
    }
}
