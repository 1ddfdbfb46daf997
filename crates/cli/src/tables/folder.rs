//! The folder of tables of one game: its files are opened, and read block by block when
//! somebody asks.

#![allow(clippy::disallowed_methods, reason = "this is the edge: files are opened here")]

use crate::files;
use crate::report::Failure;
use ::tables::{FileError, Rules, Scheme, Source, Statistics, TableFile, Tables};
use game::Facts;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What files of tables are called.
pub(crate) const ENDING: &str = "mgt";

/// A file that is read here and there.
struct Opening(Mutex<File>);

impl Source for Opening {
    fn read(&self, place: u64, into: &mut [u8]) -> Result<(), String> {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let read = file.seek(SeekFrom::Start(place)).and_then(|_| file.read_exact(into));
        read.map_err(|why| why.to_string())
    }
}

/// What a file comes to.
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) positions: u64,
    pub(crate) bytes: u64,
    pub(crate) statistics: Statistics,
}

/// The tables of a game.
pub(crate) struct Opened {
    pub(crate) scheme: Scheme,
    pub(crate) tables: Tables,
    pub(crate) entries: Vec<Entry>,
}

/// The folder of a game.
pub(crate) fn of_game(folder: &Path, facts: &Facts) -> PathBuf {
    folder.join(&facts.name)
}

/// What the file of a table is called: its classes, if that can be the name of a file.
pub(crate) fn file_name(table: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    // File systems that do not tell capitals from small letters would mix up `KRk` and `Kkr`.
    let sum = table.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let plain: String = table.chars().map(|c| if is_plain(c) { c } else { '_' }).take(40).collect();
    format!("{plain}-{:06x}.{ENDING}", sum >> 40)
}

/// The files of a folder.
#[derive(Default)]
pub(crate) struct Found {
    /// The tables and how many bytes they have.
    pub(crate) files: Vec<(TableFile, u64)>,
    /// What is said of each table of other rules: one folder serves a game while its rules
    /// change.
    pub(crate) others: Vec<Failure>,
}

/// Opens all files of a folder, in the order of their names; none if there is no folder.
pub(crate) fn files(scheme: &Scheme, folder: &Path) -> Result<Found, Failure> {
    let mut found = Found::default();
    let Ok(listed) = std::fs::read_dir(folder) else { return Ok(found) };
    let paths = listed.filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == ENDING)).collect();
    paths.sort();
    for path in &paths {
        match open(scheme, path)? {
            Ok(file) => found.files.push(file),
            Err(why) if why.of_other_rules => found.others.push(failure(&why, path)),
            Err(why) => return Err(failure(&why, path)),
        }
    }
    Ok(found)
}

/// Opens the file of a table, of which the bytes are told; says whether it cannot be read, or is
/// none.
pub(super) fn open(
    scheme: &Scheme,
    path: &Path,
) -> Result<Result<(TableFile, u64), FileError>, Failure> {
    let file = files::open(path, "")?;
    let bytes = file.metadata().map_or(0, |metadata| metadata.len());
    let table = TableFile::open(scheme, Box::new(Opening(Mutex::new(file))), bytes);
    Ok(table.map(|table| (table, bytes)))
}

/// What is wrong with a file.
pub(super) fn failure(why: &FileError, path: &Path) -> Failure {
    Failure::new(why.message.clone()).at(&path.display().to_string()).hint(why.hint)
}

impl Opened {
    /// The tables of a game, of which there must be some.
    pub(crate) fn new(facts: &Facts, rules: Rules, folder: &Path) -> Result<Opened, Failure> {
        let scheme = Scheme::new(facts, rules);
        let folder = of_game(folder, facts);
        let Found { files, others } = files(&scheme, &folder)?;
        if files.is_empty() {
            if let Some(other) = others.into_iter().next() {
                return Err(other);
            }
            let message = format!("there are no tables in `{}`", folder.display());
            let hint = format!("`multigame tables build {} --men 3` builds some", facts.name);
            return Err(Failure::new(message).hint(hint));
        }
        let entries = files.iter().map(|(file, bytes)| Entry {
            name: file.name.clone(),
            positions: file.positions,
            bytes: *bytes,
            statistics: file.statistics.clone(),
        });
        let entries = entries.collect();
        let tables = Tables::of(files.into_iter().map(|(file, _)| file));
        Ok(Opened { scheme, tables, entries })
    }

    /// The number of the table of a class that a user named.
    pub(crate) fn find(&self, class: &str) -> Result<usize, Failure> {
        let facts = self.scheme.facts();
        let material = ::tables::parse_material(facts, class);
        let material = material.map_err(|why| Failure::new(why).at("--class"))?;
        let name = self.scheme.class(material).text(facts);
        let found =
            self.entries.iter().position(|entry| entry.name.split(' ').any(|it| it == name));
        found.ok_or_else(|| {
            Failure::new(format!("there is no table of `{name}`"))
                .hint("`multigame tables build` with `--class` builds it")
        })
    }
}
