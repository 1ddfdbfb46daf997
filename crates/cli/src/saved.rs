//! Saved games and transcripts: read from and written to files, as records or as PGN.

use super::args::Format;
use super::files::{self, Holds, replace};
use super::report::Failure;
use super::terminal;
use game::{Game, Line, Record, Referee, read_pgn, replay, write_pgn};
use infoset::{Session, referee};
use std::fmt::Display;
use std::path::{Path, PathBuf};

/// A file with saved games, or with what a player perceived of one.
pub(super) struct Saved {
    path: PathBuf,
    pub(super) text: String,
}

impl Saved {
    /// Reads a file, or standard input if it is called `-`.
    pub(super) fn read(path: &Path) -> Result<Saved, Failure> {
        Ok(Saved::of(path, &files::read(path, Holds::SavedGame)?))
    }

    /// A file with this text.
    pub(super) fn of(path: &Path, text: &str) -> Saved {
        Saved { path: path.to_path_buf(), text: text.to_string() }
    }

    /// The format: PGN begins with a bracket, whatever its file is called.
    pub(super) fn format(&self) -> Format {
        match self.text.trim_start_matches('\u{feff}').trim_start().starts_with('[') {
            true => Format::Pgn,
            false => format_of(&self.path),
        }
    }

    /// That something is wrong with the text.
    pub(super) fn wrong(&self, why: &impl Display, hint: &str) -> Failure {
        Failure::new(format!("{}: {why}", files::shown(&self.path))).hint(hint)
    }

    /// That there is no game in it.
    pub(super) fn empty(&self) -> Failure {
        Failure::new(format!("`{}` holds no game", files::shown(&self.path)))
    }

    /// The one record in it.
    pub(super) fn record(&self) -> Result<Record, Failure> {
        Record::parse(&self.text).map_err(|why| self.wrong(&why, &why.hint))
    }

    /// The records in it; PGN may hold several games.
    pub(super) fn records<G: Game>(&self, game: &G) -> Result<Vec<Record>, Failure> {
        match self.format() {
            Format::Record => Ok(vec![self.record()?]),
            Format::Pgn => read_pgn(game, &self.text).map_err(|why| self.wrong(&why, &why.hint)),
        }
    }

    /// Replays a record of the file.
    pub(super) fn line<G: Game>(
        &self,
        game: &G,
        record: &Record,
    ) -> Result<Line<G::Position>, Failure> {
        let is_of_this = record.game == game.facts().name;
        replay(game, record).map_err(|why| match has_refusals(record) && is_of_this {
            true => {
                let hint = "what is in brackets was refused by a referee; leave `--open` out";
                self.wrong(&why, hint)
            }
            false => self.wrong(&why, &why.hint),
        })
    }

    /// The game of a full record, refereed.
    pub(super) fn session<'g, G: Referee>(&self, game: &'g G) -> Result<Session<'g, G>, Failure> {
        let record = self.record()?;
        referee(game, &record).map_err(|why| {
            let failure = self.wrong(&why, &why.hint);
            // Games of the same kind understand each other's records, others do not.
            match record.game == game.facts().name {
                true => failure,
                false => failure.hint(format!("the record is of `{}`", record.game)),
            }
        })
    }
}

/// Whether a record has tries that a referee refused, which are in brackets.
pub(super) fn has_refusals(record: &Record) -> bool {
    record.moves.iter().any(|turn| turn.contains('['))
}

/// The format that a file's name asks for.
fn format_of(path: &Path) -> Format {
    match path.extension().is_some_and(|ext| ext.eq_ignore_ascii_case("pgn")) {
        true => Format::Pgn,
        false => Format::Record,
    }
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
    if has_refusals(record) {
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
