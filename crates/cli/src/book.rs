//! `multigame book`: makes opening books by searches and from games that were played, shows them,
//! and gives them to commands that play.

mod build;
mod export;
mod import;
mod merge;
mod opening;
mod probe;
mod show;

pub(super) use opening::Opening;
pub(super) use probe::KnownMoves;

use super::args::{BookArgs, BookCommand, BookFile};
use super::engine::Engine;
use super::files::{read_bytes, replace_bytes};
use super::report::Failure;
use super::words::count;
use ::book::{Book, FileError, Keys};
use game::Facts;
use serde::Serialize;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};

pub(super) fn run(args: &BookArgs) -> Result<u8, Failure> {
    match &args.command {
        BookCommand::Build(args) => build::run(args),
        BookCommand::Show(args) => show::run(args),
        BookCommand::Probe(args) => probe::run(args),
        BookCommand::Merge(args) => merge::run(args),
        BookCommand::Import(args) => import::run(args),
        BookCommand::Export(args) => export::run(args),
    }
}

/// A book beside its file.
struct Opened {
    path: PathBuf,
    book: Book,
    keys: Keys,
}

/// What keys of positions are made of, and the fingerprint of the rules. Puzzles and games in
/// which players do not see everything have no books.
pub(super) fn keys<G: Engine>(game: &G) -> Result<(Keys, u64), Failure> {
    let facts = game.facts();
    if facts.n_players() != 2 || facts.hidden {
        return Err(Failure::new(format!("{} has no opening books", facts.name))
            .hint("books are for two players who see everything"));
    }
    let rules = game.table_rules();
    let clocks: Vec<bool> = rules.clocks.iter().map(Option::is_some).collect();
    Ok((Keys::new(facts, rules.symmetries, &clocks), rules.fingerprint))
}

/// The file of a book.
fn path(named: Option<&PathBuf>, facts: &Facts) -> PathBuf {
    named.cloned().unwrap_or_else(|| PathBuf::from(format!("{}.mgb", facts.name)))
}

/// Reads a book of these rules.
fn read(path: &Path, rules: u64) -> Result<Book, Failure> {
    Book::read(&read_bytes(path)?, rules).map_err(|why| unusable(path, &why))
}

/// Reads a book, whatever rules it is of.
pub(super) fn read_any(path: &Path) -> Result<Book, Failure> {
    Book::read_any(&read_bytes(path)?).map_err(|why| unusable(path, &why))
}

/// Why a file is no book that can be used.
pub(super) fn unusable(path: &Path, why: &FileError) -> Failure {
    let failure = Failure::new(why.to_string()).at(&path.display().to_string());
    failure.hint("`multigame book build` or `import` makes one; move this file away")
}

impl Opened {
    /// The book of a game, which has to exist.
    fn new<G: Engine>(game: &G, named: Option<&PathBuf>) -> Result<Opened, Failure> {
        let (keys, rules) = keys(game)?;
        let path = path(named, game.facts());
        Ok(Opened { book: read(&path, rules)?, path, keys })
    }

    /// The same, or one without positions if there is none.
    fn or_empty<G: Engine>(game: &G, file: &BookFile) -> Result<Opened, Failure> {
        let facts = game.facts();
        let path = path(file.book.as_ref(), facts);
        if path.exists() {
            return Opened::new(game, Some(&path));
        }
        let (keys, rules) = keys(game)?;
        Ok(Opened { book: Book::new(rules, &facts.name), path, keys })
    }

    /// Puts the book in the place of its file at once, so that the file is whole whatever
    /// happens.
    fn save(&self) -> Result<(), Failure> {
        replace_bytes(&self.path, &self.book.write())
    }
}

/// What a book comes to.
#[derive(Serialize)]
struct Summary {
    game: String,
    book: String,
    positions: usize,
    /// Positions that were searched, and those all of whose moves were.
    searched: usize,
    expanded: usize,
    /// Positions that occurred in games.
    played: usize,
}

impl Summary {
    fn new(opened: &Opened) -> Summary {
        let book = &opened.book;
        Summary {
            game: book.game.clone(),
            book: opened.path.display().to_string(),
            positions: book.entries.len(),
            searched: book.n_searched(),
            expanded: book.n_expanded(),
            played: book.entries.values().filter(|entry| entry.n_games() > 0).count(),
        }
    }
}

impl Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positions = count(self.positions, "position");
        write!(f, "{}: {positions}, {} of them searched", self.book, self.searched)?;
        write!(f, " and {} with all moves", self.expanded)?;
        match self.played {
            0 => writeln!(f),
            n => writeln!(f, ", {n} from games"),
        }
    }
}
