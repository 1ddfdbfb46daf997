//! Journals of one process: to whom they belong, and what keeps none.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

use crate::support::{multigame, scratch};
use std::path::Path;

/// What a command says, and its exit code.
fn said(folder: &Path, args: &str) -> (String, Option<i32>) {
    let output = multigame(folder, &args.split(' ').collect::<Vec<_>>(), "");
    (String::from_utf8_lossy(&output.stderr).into_owned(), output.status.code())
}

#[test]
fn a_journal_belongs_to_the_files_that_are_read() {
    let folder = scratch("journal-files");
    let settings = folder.join("my.settings");
    let games = "match tictactoe --a depth=1 --b depth=2 --games 2 --settings my.settings";
    let command = format!("{games} --seed 1 --checkpoint kept");
    std::fs::write(&settings, "heuristics = -killers\n").expect("it is written");
    for _ in 0..2 {
        let (errors, code) = said(&folder, &command);
        assert_eq!(code, Some(0), "{errors}");
    }
    std::fs::write(&settings, "heuristics = -table\n").expect("it is written");
    let (errors, code) = said(&folder, &command);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("of another command, or of other rules or files"), "{errors}");
}

/// A damaged journal stays as it is, and a user hears where it is damaged.
#[test]
fn a_damaged_journal_is_told() {
    let folder = scratch("journal-damaged");
    let command = "perft tictactoe 4 --checkpoint kept";
    assert_eq!(said(&folder, command).1, Some(0));
    let journal = folder.join("kept").join("journal");
    let mut bytes = std::fs::read(&journal).expect("a journal");
    bytes[100] ^= 1;
    std::fs::write(&journal, &bytes).expect("it is written");
    let (errors, code) = said(&folder, command);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("its journal is damaged at byte"), "{errors}");
    assert_eq!(std::fs::read(&journal).expect("a journal"), bytes);
}

/// Whatever keeps nothing says so.
#[test]
fn what_keeps_nothing_says_so() {
    let folder = scratch("journal-none");
    let (errors, code) = said(&folder, "perft tictactoe 2 --checkpoint kept");
    assert_eq!(code, Some(0), "{errors}");
    assert!(errors.contains("no journal is kept"), "{errors}");
    let (errors, code) = said(&folder, "solve chess --method alpha-beta --checkpoint kept");
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("alpha-beta keeps nothing of a game"), "{errors}");
}
