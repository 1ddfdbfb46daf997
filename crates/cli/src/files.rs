//! Saved games: read from and written to files, as records or as PGN.

#![allow(clippy::disallowed_methods, reason = "this is the edge: files are read here")]

use super::args::Format;
use super::fmt::{check_replaceable, replace};
use super::report::Failure;
use super::terminal;
use crate::standard_input::{self, Holds};
use game::{Game, Line, Record, read_pgn, replay, write_pgn};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The longest file of saved games that is read.
const MAX_BYTES: u64 = 16 << 20;

/// The format that a file's name asks for.
pub(super) fn format_of(path: &Path) -> Format {
    match path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("pgn")) {
        true => Format::Pgn,
        false => Format::Record,
    }
}

/// The format of a saved game: PGN begins with a bracket, whatever its file is called.
pub(super) fn format_in(path: &Path, text: &str) -> Format {
    match text.trim_start_matches('\u{feff}').trim_start().starts_with('[') {
        true => Format::Pgn,
        false => format_of(path),
    }
}

/// A file as messages name it.
pub(super) fn shown(path: &Path) -> String {
    match standard_input::is_meant(path) {
        true => standard_input::NAME.to_string(),
        false => path.display().to_string(),
    }
}

/// Reads a file, or standard input if it is called `-`, as text.
pub(super) fn read(path: &Path) -> Result<String, Failure> {
    let (shown, mut bytes) = (shown(path), Vec::new());
    if standard_input::is_meant(path) {
        bytes.extend(standard_input::read(Holds::SavedGame, MAX_BYTES)?);
    } else if path.is_dir() {
        return Err(Failure::new(format!("`{shown}` is a folder, not a saved game")));
    } else {
        let read = |file: File| file.take(MAX_BYTES + 1).read_to_end(&mut bytes);
        File::open(path).and_then(read).map_err(|why| match why.kind() {
            ErrorKind::NotFound => Failure::new(format!("there is no file `{shown}`")),
            _ => Failure::new(format!("`{shown}` cannot be read: {why}")),
        })?;
    }
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
    let shown = shown(path);
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
    replay(game, record).map_err(|why| {
        let failure = Failure::new(format!("{}: {why}", shown(path)));
        match record.moves.iter().any(|turn| turn.contains('[')) {
            true => {
                failure.hint("what is in brackets was refused by a referee; leave `--open` out")
            }
            false => failure.hint(&why.hint),
        }
    })
}

/// A game as text in a format.
pub(super) fn write<G: Game>(
    game: &G,
    record: &Record,
    line: &Line<G::Position>,
    format: Format,
) -> Result<String, Failure> {
    if format == Format::Record {
        return Ok(record.to_string());
    }
    let text = write_pgn(game, line, &record.headers, record.result)
        .map_err(|why| Failure::new(why.to_string()).hint("a record (`.mgr`) holds any game"))?;
    if record.moves.iter().any(|turn| turn.contains('[')) {
        terminal::note("PGN has no place for the tries that were refused");
    }
    Ok(text)
}

/// The files that a session wrote or read, which it may replace.
#[derive(Default)]
pub(super) struct Saves(Vec<PathBuf>);

impl Saves {
    /// Adds a file that was read.
    pub(super) fn add(&mut self, path: &Path) {
        self.0.push(path.to_path_buf());
    }

    /// Obeys `save FILE`: makes a new file, or replaces one that belongs to the session;
    /// any other only if that was asked for.
    pub(super) fn save<G: Game>(
        &mut self,
        game: &G,
        record: &Record,
        line: &Line<G::Position>,
        file: &str,
        replaces: bool,
    ) -> Result<(), Failure> {
        if file.is_empty() {
            return Err(Failure::new("save in which file?").hint("`save game.mgr`"));
        }
        let path = Path::new(file);
        // What is no file is refused with its own reason.
        if path.is_file() && !replaces && !self.0.iter().any(|own| own == path) {
            return Err(Failure::new(format!("`{}` exists", path.display()))
                .hint("`save! FILE` replaces a file"));
        }
        replace(path, &write(game, record, line, format_of(path))?)?;
        self.add(path);
        terminal::print(&format!("saved in {file}\n"))
    }
}

/// Where a drawing goes that a user asked for: to a file, or instead of the answer to
/// standard output, which is called `-`.
pub(super) struct Drawing<'a>(Option<&'a Path>);

impl Drawing<'_> {
    /// Refuses a place that cannot take a drawing, before work is done for it.
    pub(super) fn new(
        path: Option<&Path>,
        json: bool,
        force: bool,
    ) -> Result<Drawing<'_>, Failure> {
        match path {
            Some(path) if !standard_input::is_meant(path) => check_new(path, force)?,
            Some(_) if json => {
                return Err(Failure::new("`--svg -` and `--json` cannot both be printed")
                    .hint("`--svg FILE` writes the drawing to a file"));
            }
            _ => {}
        }
        Ok(Drawing(path))
    }

    /// Whether it is printed.
    pub(super) fn is_printed(&self) -> bool {
        self.0.is_some_and(standard_input::is_meant)
    }

    /// Draws, if that was asked for; whether it was printed.
    pub(super) fn draw(&self, svg: impl FnOnce() -> String) -> Result<bool, Failure> {
        match self.0 {
            None => Ok(false),
            Some(path) if standard_input::is_meant(path) => terminal::print(&svg()).map(|()| true),
            Some(path) => replace(path, &svg()).map(|()| false),
        }
    }
}

/// Refuses `-` where what is written is no text, or is more than one file.
pub(super) fn refuse_standard_output(path: &Path) -> Result<(), Failure> {
    match standard_input::is_meant(path) {
        true => Err(Failure::new("standard output cannot take this")
            .hint("choose another name; `./-` is a file that is called `-`")),
        false => Ok(()),
    }
}

/// Refuses a file that exists or cannot be written, before work is done whose
/// result it should take.
pub(super) fn check_new(path: &Path, may_replace: bool) -> Result<(), Failure> {
    refuse_standard_output(path)?;
    // What is no file is refused with its own reason.
    if path.is_file() && !may_replace {
        return Err(
            Failure::new(format!("`{}` exists", path.display())).hint("`--force` replaces it")
        );
    }
    check_replaceable(path)
}
