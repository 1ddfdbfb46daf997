//! Opening books for the page: read when the server starts, so that a file that is none is
//! reported to whoever starts it.

use crate::book::{KnownMoves, keys, read_any, unusable};
use crate::report::Failure;
use ::book::{Book, FileError, Keys};
use game::{Game, Line, parse_position};
use multigame::Text;
use multigame::parts::interp::Interp;
use multigame::parts::load_text;
use rustc_hash::FxHashMap;
use search::Verdict;
use std::path::{Path, PathBuf};
use web::{BookMove, InBook, OpeningBooks};

/// The books of some games.
#[derive(Default)]
pub(super) struct Books {
    /// By the text of the rules.
    of_game: FxHashMap<String, BookOfGame>,
}

struct BookOfGame {
    game: Interp,
    keys: Keys,
    book: Book,
}

impl Books {
    /// The books of these files, for games of these texts and those that are built in. Books of
    /// the same game are put together.
    pub(super) fn new(files: &[PathBuf], own: &[Text]) -> Result<Books, Failure> {
        let mut books = Books::default();
        for file in files {
            books.add(file, own)?;
        }
        Ok(books)
    }

    fn add(&mut self, file: &Path, own: &[Text]) -> Result<(), Failure> {
        let book = read_any(file)?;
        let text = own.iter().find(|text| text.name == book.game).cloned();
        let text = text.map_or_else(|| Text::built_in(&book.game), Ok).map_err(|_| {
            Failure::new(format!("it is a book of `{}`, which is no game here", book.game))
                .at(&file.display().to_string())
                .hint("name the file of its rules, too: `multigame web GAME --book FILE`")
        })?;
        if let Some(known) = self.of_game.get_mut(&text.text)
            && known.book.rules == book.rules
        {
            known.book.merge(&book);
            return Ok(());
        }
        let game = load_text(&text).map_err(Failure::from)?.game;
        let (keys, rules) = keys(&game)?;
        if rules != book.rules {
            return Err(unusable(file, &FileError::OtherRules(book.game)));
        }
        self.of_game.insert(text.text, BookOfGame { game, keys, book });
        Ok(())
    }
}

impl OpeningBooks for Books {
    fn look_up(&self, game: &Text, position: &str) -> Option<InBook> {
        let BookOfGame { game, keys, book } = self.of_game.get(&game.text)?;
        let setup = parse_position(game.facts(), position).ok()?;
        let line = Line::new(game.position(&setup).ok()?);
        let KnownMoves { complete, best: plays, moves } =
            KnownMoves::new(book, keys, game, &line).ok()?;
        let moves = moves.into_iter().map(|known| BookMove {
            text: known.name,
            words: known.words,
            worth: known.value.map(worth),
            games: known.games,
        });
        Some(InBook { plays, complete, moves: moves.collect() })
    }
}

/// A value as a share of a win.
fn worth(value: i32) -> f64 {
    match Verdict::of(value) {
        Verdict::Wins(_) => 1.0,
        Verdict::Loses(_) => -1.0,
        Verdict::Points(points) => f64::from(points.signum()),
        // Evaluations have no common unit; in most of them a piece is about 100.
        Verdict::Open(value) => (f64::from(value) / 250.0).tanh(),
    }
}
