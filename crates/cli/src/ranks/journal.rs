//! A journal as a file in a folder: what was found by a command, one thing after the other, from
//! which the same command goes on after it was stopped or killed, on any number of ranks.
//!
//! Each entry has a head with its length and a number that is made of the head, and ends with one
//! that is made of all its bytes. What was cut off in the middle of a write does not have it, and is
//! forgotten; what is wrong before the end was damaged by something else, and the file is left as
//! it is.
//!
//! A journal belongs to a build of the program, the arguments, the rules, and the files that were
//! read before it was opened. While it is open it is locked.

#![allow(clippy::disallowed_methods, reason = "this is the edge: files are read and written here")]

use super::super::files;
use super::super::report::Failure;
use super::agree::{arguments, number_of, version};
use ::ranks::{Journal, Team};
use std::fs::{File, TryLockError};
use std::io::{Error, ErrorKind, Read, Result, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

const NAME: &str = "journal";
const TITLE: &[u8] = b"multigame journal 2\n";
/// What all titles begin with.
const ANY_TITLE: &[u8] = b"multigame journal ";
/// A lock is tried so often, because a run that was killed needs a moment to give it back.
const LOCK_TRIES: usize = 10;
const BETWEEN_TRIES: Duration = Duration::from_millis(100);

/// The journal of a command.
pub(crate) struct JournalFile {
    file: File,
    known: Vec<(u64, Vec<u8>)>,
}

/// To whom a journal belongs, as numbers that others do not have.
#[derive(Clone, Copy)]
struct Owner {
    program: u64,
    command: u64,
}

/// Why a journal cannot be used.
#[derive(Debug)]
enum Unusable {
    Unreadable(Error),
    /// Another run has it open.
    InUse,
    /// Another version or build of the program has made it.
    OtherProgram,
    OtherCommand,
    /// Something is wrong at this byte, and there may be more after it.
    Damaged(usize),
}

impl From<Error> for Unusable {
    fn from(why: Error) -> Unusable {
        Unusable::Unreadable(why)
    }
}

impl Unusable {
    fn told(&self, folder: &Path) -> Failure {
        let usual = "give the name of a folder of this command that can be written to";
        let (why, hint) = match self {
            Unusable::Unreadable(why) => (why.to_string(), usual),
            Unusable::InUse => (
                "another run uses it".to_string(),
                "wait for that run to end, or give another folder",
            ),
            Unusable::OtherProgram => (
                "it has the journal of another version or build of the program".to_string(),
                "go on with the program that began it, or give another folder to begin again",
            ),
            Unusable::OtherCommand => (
                "it has the journal of another command, or of other rules or files".to_string(),
                usual,
            ),
            Unusable::Damaged(place) => (
                format!("its journal is damaged at byte {place}, and more may follow"),
                "bring back a copy of the file, or give another folder to begin again",
            ),
        };
        Failure::new(format!("`{}` cannot hold a journal: {why}", folder.display())).hint(hint)
    }
}

impl JournalFile {
    /// Opens the journal of this command in a folder, which is made if it does not exist; only
    /// the first rank has one. `rules` is a number that other rules do not have.
    pub(crate) fn open(
        folder: &Path,
        rules: u64,
        team: &Team<'_>,
    ) -> std::result::Result<Option<JournalFile>, Failure> {
        if !team.is_first() {
            return Ok(None);
        }
        let arguments = number_of(arguments().join(" ").as_bytes());
        let command = game::mix(game::mix(arguments ^ rules) ^ files::number_of_all_read());
        let owner = Owner { program: number_of(version().as_bytes()), command };
        JournalFile::of(folder, owner).map(Some).map_err(|why| why.told(folder))
    }

    /// Whether a folder has a journal, whosever it is.
    pub(crate) fn is_in(folder: &Path) -> bool {
        folder.join(NAME).exists()
    }

    /// Opens the journal in a folder that belongs to this owner.
    fn of(folder: &Path, owner: Owner) -> std::result::Result<JournalFile, Unusable> {
        std::fs::create_dir_all(folder)?;
        let mut options = std::fs::OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(folder.join(NAME))?;
        lock(&file)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let program = [TITLE, &owner.program.to_le_bytes()].concat();
        let head = [&program[..], &owner.command.to_le_bytes()].concat();
        let entries = match bytes.strip_prefix(&head[..]) {
            Some(entries) => entries,
            // It was killed before it had written anything.
            None if head.starts_with(&bytes) => {
                file.seek(SeekFrom::Start(0))?;
                file.write_all(&head)?;
                &[]
            }
            None if bytes.starts_with(&program) => return Err(Unusable::OtherCommand),
            None if bytes.starts_with(ANY_TITLE) => return Err(Unusable::OtherProgram),
            None => return Err(Error::other("its file `journal` is something else").into()),
        };
        let (mut rest, mut known) = (entries, Vec::new());
        let n_bytes = loop {
            let begin = head.len() + entries.len() - rest.len();
            match next(&mut rest) {
                Next::Entry(number, what) => known.push((number, what.to_vec())),
                Next::Cut => break begin,
                Next::Damaged => return Err(Unusable::Damaged(begin)),
            }
        };
        file.set_len(n_bytes as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok(JournalFile { file, known })
    }
}

/// Locks a journal, so that no other run writes into it; it is free again when it is closed.
fn lock(file: &File) -> std::result::Result<(), Unusable> {
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(()),
            // Some file systems know no locks; journals are kept there all the same.
            Err(TryLockError::Error(why)) if why.kind() == ErrorKind::Unsupported => return Ok(()),
            Err(TryLockError::Error(why)) => return Err(why.into()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(BETWEEN_TRIES),
        }
    }
    Err(Unusable::InUse)
}

/// What follows in a journal.
#[derive(Debug, PartialEq, Eq)]
enum Next<'a> {
    Entry(u64, &'a [u8]),
    /// The end, or the beginning of an entry that was not written to its end.
    Cut,
    /// An entry that is wrong, with others after it as far as anybody can tell.
    Damaged,
}

/// A number and a length, with a number made of both, and another one at the end.
const HEAD_BYTES: usize = 24;

fn written(number: u64, what: &[u8]) -> Vec<u8> {
    let mut bytes = [number.to_le_bytes(), (what.len() as u64).to_le_bytes()].concat();
    bytes.extend(number_of(&bytes).to_le_bytes());
    bytes.extend(what);
    bytes.extend(number_of(&bytes).to_le_bytes());
    bytes
}

fn next<'a>(from: &mut &'a [u8]) -> Next<'a> {
    // A machine that lost its power may leave zeros where something was to be written.
    if from.len() < HEAD_BYTES || from.iter().all(|byte| *byte == 0) {
        return Next::Cut;
    }
    let word = |at: usize| from[at..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
    if word(16) != number_of(&from[..16]) {
        return Next::Damaged;
    }
    let end = usize::try_from(word(8)).ok().and_then(|n| n.checked_add(HEAD_BYTES));
    let Some(end) = end.filter(|end| from.len() >= end.saturating_add(8)) else {
        return Next::Cut;
    };
    let (number, is_whole) = (word(0), word(end) == number_of(&from[..end]));
    let (entry, rest) = from.split_at(end + 8);
    match is_whole {
        true => *from = rest,
        false if rest.is_empty() => return Next::Cut,
        false => return Next::Damaged,
    }
    Next::Entry(number, &entry[HEAD_BYTES..end])
}

impl Journal for JournalFile {
    fn known(&mut self) -> Vec<(u64, Vec<u8>)> {
        std::mem::take(&mut self.known)
    }

    fn note(&mut self, number: u64, what: &[u8]) -> Result<()> {
        self.file.write_all(&written(number, what))
    }
}

/// Says that a journal cannot be written, as when the disk is full.
pub(crate) fn unwritten(why: &Error) -> Failure {
    let failure = Failure::new(format!("the journal cannot be written: {why}"));
    failure.hint("what it holds is whole: make room, and start the same command again")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    const OWNER: Owner = Owner { program: 4, command: 5 };

    fn scratch(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("journal-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    fn entries() -> [(u64, Vec<u8>); 3] {
        [(7, vec![1, 2, 3]), (0, Vec::new()), (u64::MAX, vec![9; 300])]
    }

    /// A journal with some entries, as a file; it is closed.
    fn noted(folder: &Path) -> Vec<u8> {
        let mut journal = JournalFile::of(folder, OWNER).expect("a journal");
        assert_eq!(journal.known(), []);
        entries().iter().for_each(|(number, what)| journal.note(*number, what).expect("room"));
        drop(journal);
        std::fs::read(folder.join(NAME)).expect("a file")
    }

    fn known(folder: &Path) -> Vec<(u64, Vec<u8>)> {
        JournalFile::of(folder, OWNER).expect("a journal").known()
    }

    #[test]
    fn whatever_was_noted_is_known_and_what_was_cut_off_is_not() {
        let folder = scratch("cut");
        let whole = noted(&folder);
        assert_eq!(known(&folder), entries());
        for length in (0..whole.len()).step_by(7) {
            std::fs::write(folder.join(NAME), &whole[..length]).expect("it is written");
            let mut journal = JournalFile::of(&folder, OWNER).expect("a journal");
            let before = journal.known();
            assert_eq!(before, entries()[..before.len()], "{length}");
            // It goes on after the last whole entry.
            journal.note(1, &[1]).expect("room");
            drop(journal);
            assert_eq!(known(&folder), [before, vec![(1, vec![1])]].concat(), "{length}");
        }
        let zeros = [&whole[..], &[0; 100]].concat();
        std::fs::write(folder.join(NAME), zeros).expect("it is written");
        assert_eq!(known(&folder), entries());
        let _ = std::fs::remove_dir_all(&folder);
    }

    #[test]
    fn a_journal_belongs_to_one_program_and_command_and_run() {
        let folder = scratch("owner");
        let whole = noted(&folder);
        let refused = |owner| match JournalFile::of(&folder, owner) {
            Ok(_) => panic!("it is taken"),
            Err(why) => why.told(&folder).message(),
        };
        assert!(refused(Owner { command: 6, ..OWNER }).contains("journal of another command"));
        assert!(refused(Owner { program: 6, ..OWNER }).contains("another version or build"));
        assert_eq!(std::fs::read(folder.join(NAME)).expect("a file"), whole, "nothing changes");
        let journal = JournalFile::of(&folder, OWNER).expect("a journal");
        assert!(refused(OWNER).contains("another run uses it"));
        drop(journal);
        assert_eq!(known(&folder), entries());
        let old = [&b"multigame journal 1\n"[..], &whole[TITLE.len()..]].concat();
        std::fs::write(folder.join(NAME), old).expect("it is written");
        assert!(refused(OWNER).contains("another version or build"));
        std::fs::write(folder.join(NAME), "dear diary").expect("it is written");
        assert!(refused(OWNER).contains("is something else"));
        let _ = std::fs::remove_dir_all(&folder);
    }

    /// Whatever byte is changed, no entry is believed that is wrong, and only the last one is
    /// ever removed.
    #[test]
    fn damage_before_the_end_is_told_and_erases_nothing() {
        let folder = scratch("damaged");
        let whole = noted(&folder);
        let head = TITLE.len() + 16;
        let last = whole.len() - written(u64::MAX, &[9; 300]).len();
        for place in head..whole.len() {
            let mut damaged = whole.clone();
            damaged[place] ^= 1 << (place % 8);
            std::fs::write(folder.join(NAME), &damaged).expect("it is written");
            match JournalFile::of(&folder, OWNER) {
                Ok(mut journal) => {
                    assert!(place >= last, "{place}");
                    assert_eq!(journal.known(), entries()[..2], "{place}");
                }
                Err(why) => {
                    assert!(matches!(why, Unusable::Damaged(at) if at <= place), "{place}");
                    assert_eq!(std::fs::read(folder.join(NAME)).expect("a file"), damaged);
                }
            }
        }
        let _ = std::fs::remove_dir_all(&folder);
    }
}
