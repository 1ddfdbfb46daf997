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

/// A study that was cut off plays only the games that its journal does not know.
#[test]
fn a_study_goes_on_with_the_games_that_are_missing() {
    let folder = scratch("journal-study");
    let command = "study tictactoe -o results --depth 1,2 --algorithms pvs --games 3 \
                   --seed 4 --checkpoint kept";
    assert_eq!(said(&folder, command).1, Some(0));
    let read = |name: &str| std::fs::read(folder.join(name)).expect("a file");
    let (journal, turns) = (read("kept/journal"), read("results/turns.csv"));
    assert_eq!(said(&folder, command).1, Some(0));
    assert_eq!(read("results/turns.csv"), turns, "times are those of the games that were played");
    assert_eq!(read("kept/journal"), journal);
    // As after a kill in the middle of a write.
    std::fs::write(folder.join("kept/journal"), &journal[..journal.len() / 2]).expect("room");
    std::fs::remove_file(folder.join("results/turns.csv")).expect("it was there");
    assert_eq!(said(&folder, command).1, Some(0));
    let again = read("results/turns.csv");
    let n_lines = |text: &[u8]| text.iter().filter(|byte| **byte == b'\n').count();
    assert_eq!(n_lines(&again), n_lines(&turns));
    let n_same = again.split(|byte| *byte == b'\n').zip(turns.split(|byte| *byte == b'\n'));
    assert!(n_same.take_while(|(new, old)| new == old).count() > 10);
    let (errors, code) = said(&folder, &command.replace("kept", "other"));
    assert_eq!(code, Some(2), "files of another study are there: {errors}");
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
