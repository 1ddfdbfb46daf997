//! A journal as a file in a folder: what was found by a command, one thing after the other, from
//! which the same command goes on after it was stopped or killed, on any number of ranks.
//!
//! Each entry ends with a number that is made of its bytes. What was cut off in the middle of a
//! write does not have it, and is forgotten.

#![allow(clippy::disallowed_methods, reason = "this is the edge: files are read and written here")]

use super::super::report::Failure;
use super::agree::{arguments, number_of};
use ::ranks::{Journal, Team};
use game::bytes::{Reader, put, put_bytes};
use std::fs::File;
use std::io::{Error, Read, Result, Seek, SeekFrom, Write};
use std::path::Path;

const NAME: &str = "journal";
const TITLE: &str = "multigame journal 1\n";

/// The journal of a command.
pub(crate) struct JournalFile {
    file: File,
    known: Vec<(u64, Vec<u8>)>,
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
        let command = number_of(arguments().join(" ").as_bytes());
        let opened = JournalFile::of(folder, game::mix(command ^ rules));
        let cannot = |why: Error| {
            Failure::new(format!("`{}` cannot hold a journal: {why}", folder.display()))
                .hint("give the name of a folder of this command that can be written to")
        };
        opened.map(Some).map_err(cannot)
    }

    /// Opens the journal in a folder that belongs to whatever has this number.
    fn of(folder: &Path, key: u64) -> Result<JournalFile> {
        std::fs::create_dir_all(folder)?;
        let mut options = std::fs::OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(folder.join(NAME))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let head = [TITLE.as_bytes(), &key.to_le_bytes()].concat();
        let entries = match bytes.strip_prefix(&head[..]) {
            Some(entries) => entries,
            // It was killed before it had written anything.
            None if head.starts_with(&bytes) => {
                file.seek(SeekFrom::Start(0))?;
                file.write_all(&head)?;
                &[]
            }
            None => return Err(Error::other("it has the journal of another command")),
        };
        let mut reader = Reader(entries);
        let mut known = Vec::new();
        let mut n_bytes = head.len();
        while let Some(entry) = read(&mut reader) {
            known.push(entry);
            n_bytes = head.len() + entries.len() - reader.0.len();
        }
        file.set_len(n_bytes as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok(JournalFile { file, known })
    }
}

/// The next entry, if it is whole.
fn read(from: &mut Reader<'_>) -> Option<(u64, Vec<u8>)> {
    let before = from.0;
    let (number, what) = (from.small()?, from.bytes()?.to_vec());
    let entry = &before[..before.len() - from.0.len()];
    let (sum, rest) = from.0.split_first_chunk()?;
    from.0 = rest;
    (u64::from_le_bytes(*sum) == number_of(entry)).then_some((number, what))
}

impl Journal for JournalFile {
    fn known(&mut self) -> Vec<(u64, Vec<u8>)> {
        std::mem::take(&mut self.known)
    }

    fn note(&mut self, number: u64, what: &[u8]) -> Result<()> {
        let mut bytes = Vec::new();
        put(u128::from(number), &mut bytes);
        put_bytes(what, &mut bytes);
        bytes.extend(number_of(&bytes).to_le_bytes());
        self.file.write_all(&bytes)
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

    #[test]
    fn whatever_was_noted_is_known_and_what_was_cut_off_is_not() {
        let folder = std::env::temp_dir().join(format!("journal-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let open = |key| JournalFile::of(&folder, key);
        let entries = [(7, vec![1, 2, 3]), (0, Vec::new()), (u64::MAX, vec![9; 300])];
        let mut journal = open(5).expect("a journal");
        assert_eq!(journal.known(), []);
        entries.iter().for_each(|(number, what)| journal.note(*number, what).expect("room"));
        drop(journal);
        assert!(open(6).is_err(), "it belongs to another command");
        let whole = std::fs::read(folder.join(NAME)).expect("a file");
        assert_eq!(open(5).expect("a journal").known(), entries);
        for length in (0..whole.len()).step_by(7) {
            std::fs::write(folder.join(NAME), &whole[..length]).expect("it is written");
            let mut journal = open(5).expect("a journal");
            let known = journal.known();
            assert_eq!(known, entries[..known.len()], "{length}");
            // It goes on after the last whole entry.
            journal.note(1, &[1]).expect("room");
            let known = [known, vec![(1, vec![1])]].concat();
            assert_eq!(open(5).expect("a journal").known(), known, "{length}");
        }
        let _ = std::fs::remove_dir_all(&folder);
    }
}
