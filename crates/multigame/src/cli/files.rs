//! Saved games: read from and written to files, as records or as PGN.

#![allow(clippy::disallowed_methods, reason = "this is the edge: files are read here")]

use super::args::Format;
use super::fmt::{check_replaceable, replace};
use super::report::Failure;
use game::{Game, Line, Record, read_pgn, replay, write_pgn};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// The longest file of saved games that is read.
const MAX_BYTES: u64 = 16 << 20;

/// The format that a file's name asks for.
pub(super) fn format_of(path: &Path) -> Format {
    match path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("pgn")) {
        true => Format::Pgn,
        false => Format::Record,
    }
}

/// Reads a file as text.
pub(super) fn read(path: &Path) -> Result<String, Failure> {
    let shown = path.display();
    let mut bytes = Vec::new();
    if path.is_dir() {
        return Err(Failure::new(format!("`{shown}` is a folder, not a saved game")));
    }
    File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes)).map_err(
        |why| match why.kind() {
            ErrorKind::NotFound => Failure::new(format!("there is no file `{shown}`")),
            _ => Failure::new(format!("`{shown}` cannot be read: {why}")),
        },
    )?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::new(format!("`{shown}` is larger than {MAX_BYTES} bytes")));
    }
    String::from_utf8(bytes)
        .map_err(|_| Failure::new(format!("`{shown}` is not UTF-8 text, so it is no saved game")))
}

/// The records in a text; PGN may hold several games.
pub(super) fn records<G: Game>(
    game: &G,
    path: &Path,
    text: &str,
    format: Format,
) -> Result<Vec<Record>, Failure> {
    let shown = path.display();
    match format {
        Format::Record => Record::parse(text)
            .map(|record| vec![record])
            .map_err(|why| Failure::new(format!("{shown}: {why}")).hint(&why.hint)),
        Format::Pgn => read_pgn(game, text)
            .map_err(|why| Failure::new(format!("{shown}: {why}")).hint(&why.hint)),
    }
}

/// Replays a record.
pub(super) fn line<G: Game>(
    game: &G,
    path: &Path,
    record: &Record,
) -> Result<Line<G::Position>, Failure> {
    replay(game, record)
        .map_err(|why| Failure::new(format!("{}: {why}", path.display())).hint(&why.hint))
}

/// A game as text in a format.
pub(super) fn write<G: Game>(
    game: &G,
    record: &Record,
    line: &Line<G::Position>,
    format: Format,
) -> Result<String, Failure> {
    match format {
        Format::Record => Ok(record.to_string()),
        Format::Pgn => write_pgn(game, line, &record.headers, record.result)
            .map_err(|why| Failure::new(why.to_string()).hint("a record (`.mgr`) holds any game")),
    }
}

/// Saves a text in a new file, or in the place of one if that is allowed.
pub(super) fn save(path: &Path, text: &str, may_replace: bool) -> Result<(), Failure> {
    if path.exists() && !may_replace {
        return Err(Failure::new(format!("`{}` exists", path.display()))
            .hint("`save! FILE` replaces a file"));
    }
    replace(path, text)
}

/// Refuses a file that exists or cannot be written, before work is done whose
/// result it should take.
pub(super) fn check_new(path: &Path, may_replace: bool) -> Result<(), Failure> {
    if path.exists() && !may_replace {
        return Err(
            Failure::new(format!("`{}` exists", path.display())).hint("`--force` replaces it")
        );
    }
    check_replaceable(path)
}
