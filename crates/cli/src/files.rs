//! Files: read as text, but not without end, and replaced at once, so that none is ever half
//! written. Standard input and output are files that a user calls `-`.

#![allow(clippy::disallowed_methods, reason = "this is the edge: files are read and written here")]

use super::ranks::number_of;
use super::report::Failure;
use super::terminal;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What standard input is called in messages.
pub(super) const STANDARD_INPUT: &str = "standard input";

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    /// The rules of a game.
    Rules,
    /// A saved game or a transcript.
    SavedGame,
    /// How a game is searched.
    Settings,
}

impl Holds {
    /// The longest file that is read.
    fn most_bytes(self) -> u64 {
        match self {
            Holds::Rules | Holds::Settings => 1 << 20,
            Holds::SavedGame => 16 << 20,
        }
    }

    /// What such a file is called.
    fn noun(self) -> &'static str {
        match self {
            Holds::Rules => "rules file",
            Holds::SavedGame => "saved game",
            Holds::Settings => "file of settings",
        }
    }

    /// Advice for those who write rules.
    fn for_rules(self, advice: &str) -> &str {
        if self == Holds::Rules { advice } else { "" }
    }
}

/// Whether a user means standard input or output by this name of a file.
pub(super) fn is_standard(file: impl AsRef<std::ffi::OsStr>) -> bool {
    file.as_ref() == "-"
}

/// A file as messages name it.
pub(super) fn shown(path: &Path) -> String {
    if is_standard(path) { STANDARD_INPUT.to_string() } else { path.display().to_string() }
}

/// Reads a file, or standard input if it is called `-`, as text.
pub(super) fn read(path: &Path, holds: Holds) -> Result<String, Failure> {
    let (shown, most) = (shown(path), holds.most_bytes());
    let bytes = if is_standard(path) { read_input(holds)? } else { read_file(path, holds)? };
    if bytes.len() as u64 > most {
        let advice = holds.for_rules("a rules file is a page of text; is this one?");
        return Err(Failure::new(format!("`{shown}` is larger than {most} bytes")).hint(advice));
    }
    String::from_utf8(bytes).map_err(|why| match holds {
        Holds::Rules => {
            let before = &why.as_bytes()[..why.utf8_error().valid_up_to()];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
            Failure::new(format!("`{shown}` is not text: line {line} has a byte that is not UTF-8"))
                .hint("save the file as UTF-8")
        }
        Holds::SavedGame | Holds::Settings => {
            Failure::new(format!("`{shown}` is not UTF-8 text, so it is no {}", holds.noun()))
        }
    })
}

/// All bytes of a file, but not many more than it may have.
fn read_file(path: &Path, holds: Holds) -> Result<Vec<u8>, Failure> {
    if path.is_dir() {
        let what = holds.noun();
        let advice = holds.for_rules("give the path of a file that ends in `.mg`");
        let failure = Failure::new(format!("`{}` is a folder, not a {what}", path.display()));
        return Err(failure.hint(advice));
    }
    let advice = "check the spelling; `multigame games` lists the games that are built in";
    let (file, mut bytes) = (open(path, holds.for_rules(advice))?, Vec::new());
    let read = file.take(holds.most_bytes() + 1).read_to_end(&mut bytes);
    read.map_err(|why| unreadable(path, &why))?;
    note_read(&bytes);
    Ok(bytes)
}

/// Numbers of what the files held that were read: rules, settings and learned evaluations.
static ALL_READ: Mutex<BTreeSet<u64>> = Mutex::new(BTreeSet::new());

fn note_read(bytes: &[u8]) {
    ALL_READ.lock().unwrap_or_else(PoisonError::into_inner).insert(number_of(bytes));
}

/// A number that is another one if one of the files that were read so far held something else.
/// How often and in which order they were read makes no difference.
pub(super) fn number_of_all_read() -> u64 {
    let all = ALL_READ.lock().unwrap_or_else(PoisonError::into_inner);
    all.iter().fold(0, |sum, number| game::mix(sum ^ number))
}

/// Opens a file to read it; `advice` is for a user who names one that is not there.
pub(super) fn open(path: &Path, advice: &str) -> Result<File, Failure> {
    File::open(path).map_err(|why| match why.kind() {
        ErrorKind::NotFound => {
            Failure::new(format!("there is no file `{}`", path.display())).hint(advice)
        }
        _ => unreadable(path, &why),
    })
}

fn unreadable(path: &Path, why: &std::io::Error) -> Failure {
    Failure::new(format!("`{}` cannot be read: {why}", path.display()))
}

/// What was read from standard input, and what it was taken for.
static INPUT: Mutex<Option<(Holds, Vec<u8>)>> = Mutex::new(None);

/// Keeps what another rank has read from standard input.
pub(super) fn hold_input(holds: Holds, bytes: Vec<u8>) {
    *INPUT.lock().unwrap_or_else(PoisonError::into_inner) = Some((holds, bytes));
}

/// All bytes of standard input, but not many more than it may have. Some commands load their
/// game twice, and get the same again; callers that take it for something else do not.
pub(super) fn read_input(wanted: Holds) -> Result<Vec<u8>, Failure> {
    let mut input = INPUT.lock().unwrap_or_else(PoisonError::into_inner);
    if input.is_none() {
        let mut bytes = Vec::new();
        let read = std::io::stdin().take(wanted.most_bytes() + 1).read_to_end(&mut bytes);
        read.map_err(|why| Failure::new(format!("{STANDARD_INPUT} cannot be read: {why}")))?;
        *input = Some((wanted, bytes));
    }
    match &*input {
        Some((holds, bytes)) if *holds == wanted => Ok(bytes.clone()),
        _ => {
            Err(Failure::new(format!("{STANDARD_INPUT} cannot be both the rules and a saved game"))
                .hint("`-` can stand for one of them; give the other by its path"))
        }
    }
}

/// The bytes of a file; a device or a pipe may have no end.
pub(super) fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    if path.exists() && !path.is_file() {
        return Err(Failure::new(format!("`{}` is not a file", path.display())));
    }
    let bytes = std::fs::read(path).map_err(|why| {
        Failure::new(format!("`{}` cannot be read: {why}", path.display()))
            .hint("is the path right?")
    })?;
    note_read(&bytes);
    Ok(bytes)
}

/// Puts other bytes in the place of a file.
pub(super) fn replace_bytes(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    replace_with(file, |scratch| std::fs::write(scratch, bytes))
}

/// Puts a new text in the place of a file.
pub(super) fn replace(file: &Path, text: &str) -> Result<(), Failure> {
    replace_with(file, |scratch| {
        std::fs::write(scratch, text)?;
        match std::fs::metadata(file) {
            Ok(metadata) => std::fs::set_permissions(scratch, metadata.permissions()),
            Err(_) => Ok(()),
        }
    })
}

/// Puts what `write` writes in the place of a file at once, so that the file is
/// whole whatever happens.
pub(super) fn replace_with(
    file: &Path,
    write: impl FnOnce(&Path) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let (target, scratch) = places(file)?;
    terminal::begin_temporary(&scratch);
    let result = write(&scratch).and_then(|()| std::fs::rename(&scratch, &target));
    terminal::end_temporary(&scratch);
    result.map_err(|why| {
        let _ = std::fs::remove_file(&scratch);
        unwritable(file, &why)
    })
}

fn unwritable(file: &Path, why: &std::io::Error) -> Failure {
    Failure::new(format!("`{}` cannot be written: {why}", file.display()))
}

/// Where a file is, and where its new text is written first.
fn places(file: &Path) -> Result<(PathBuf, PathBuf), Failure> {
    // Only files are replaced: not devices, pipes, folders or links to nothing.
    if std::fs::symlink_metadata(file).is_ok() && !file.is_file() {
        return Err(
            Failure::new(format!("`{}` is not a file", file.display())).hint("choose another name")
        );
    }
    // A new file in its place would not be read-only any more, or nobody had asked for that.
    if std::fs::metadata(file).is_ok_and(|metadata| metadata.permissions().readonly()) {
        let failure = Failure::new(format!("`{}` is read-only", file.display()));
        return Err(failure.hint("make it writable, or choose another name"));
    }
    // A link stays a link: its target is what is replaced.
    let target = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
    let mut name = target.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", std::process::id()));
    let scratch = target.with_file_name(name);
    Ok((target, scratch))
}

/// Removes what processes that are no more, because they were killed, had begun to write in the
/// place of a file. Where nobody can tell whether a process is still there nothing is removed.
pub(super) fn remove_leftovers(file: &Path) {
    let Ok((target, scratch)) = places(file) else { return };
    let (Some(folder), Some(name)) = (scratch.parent(), target.file_name()) else { return };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let processes = Path::new("/proc");
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let found = entry.file_name();
        let writer = found.to_str().zip(name.to_str()).and_then(|(found, name)| {
            let rest = found.strip_prefix(name)?.strip_prefix('.')?;
            rest.strip_suffix(".tmp")?.parse::<u32>().ok()
        });
        let is_left = |writer: u32| {
            processes.join("self").exists() && !processes.join(writer.to_string()).exists()
        };
        if writer.is_some_and(is_left) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Refuses `-` where what is written is no text, or is more than one file.
pub(super) fn refuse_standard_output(path: &Path) -> Result<(), Failure> {
    match is_standard(path) {
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
    let (_, scratch) = places(path)?;
    let tried = std::fs::write(&scratch, "").and_then(|()| std::fs::remove_file(&scratch));
    tried.map_err(|why| unwritable(path, &why))
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
            Some(path) if !is_standard(path) => check_new(path, force)?,
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
        self.0.is_some_and(is_standard)
    }

    /// Draws, if that was asked for; whether it was printed.
    pub(super) fn draw(&self, svg: impl FnOnce() -> String) -> Result<bool, Failure> {
        match self.0 {
            None => Ok(false),
            Some(path) if is_standard(path) => terminal::print(&svg()).map(|()| true),
            Some(path) => replace(path, &svg()).map(|()| false),
        }
    }
}
