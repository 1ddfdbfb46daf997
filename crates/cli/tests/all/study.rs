//! `study`: the experiment of the Othello paper, its node counts, and its files.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

use crate::support::{multigame, printed, scratch};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The paper begins with the mirror image of the usual start.
const START: &str = "8/8/8/3OX3/3XO3/8/8/8 b";

fn study(folder: &Path, args: &[&str]) -> (String, Option<i32>) {
    let output = multigame(folder, &[&["study"], args].concat(), "");
    (printed(&output), output.status.code())
}

fn rows(folder: &Path, args: &[&str]) -> Vec<Value> {
    let output = multigame(folder, &[&["study"], args, &["-o", "out", "--json"]].concat(), "");
    assert!(output.status.success(), "{}", printed(&output));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    answer["rows"].as_array().expect("rows").clone()
}

/// The corrected counts of shared/truth/othello_study.md.
#[test]
fn the_counts_of_the_paper_come_out() {
    let folder = scratch("study-paper");
    let args = ["othello", "--preset", "paper", "--position", START, "--depth", "8"];
    let rows = rows(&folder, &[&args[..], &["--opponents", "first"]].concat());
    let found: Vec<(&str, &str, u64, u64)> = rows
        .iter()
        .map(|row| {
            let text = |key: &str| row[key].as_str().unwrap_or("");
            let number = |key: &str| row[key].as_u64().unwrap_or(0);
            (text("algorithm"), text("player"), number("nodes"), number("turns"))
        })
        .collect();
    let expected = [
        ("alpha-beta", "black", 1_426_178, 33),
        ("alpha-beta", "white", 967_682, 32),
        ("pvs", "black", 1_110_135, 33),
        ("pvs", "white", 660_916, 32),
    ];
    assert_eq!(found, expected);
    assert!(rows.iter().all(|row| row["won"] == 1));
}

#[test]
fn every_turn_is_in_the_files_and_threads_are_compared() {
    let folder = scratch("study-files");
    let args = ["othello", "--depth", "1..2", "--turns", "2", "--threads", "1,2", "--games", "2"];
    let some = ["--algorithms", "alpha-beta,minimax", "--platforms", "abdada,root"];
    let rows = rows(&folder, &[&args[..], &some].concat());
    // Two opponents, depths and colors; minimax makes no sense with ABDADA.
    assert_eq!(rows.len(), 2 * 2 * 2 * (3 + 2));
    let read = |name: &str| fs::read_to_string(folder.join("out").join(name)).expect(name);
    let turns: u64 = rows.iter().filter_map(|row| row["turns"].as_u64()).sum();
    assert_eq!(read("turns.csv").lines().count() as u64, turns + 1);
    let games: u64 = rows.iter().filter_map(|row| row["games"].as_u64()).sum();
    assert_eq!((read("games.csv").lines().count() as u64, games), (games + 1, 20 + 40));
    for chart in ["time.svg", "nodes.svg", "speedup.svg"] {
        let text = read(chart);
        assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"), "{chart}");
        assert!(text.contains("against random") && text.contains("minimax, root"), "{chart}");
    }
    let compared = |row: &&Value| row["speed_up"].is_number() && row["overhead"].is_number();
    assert_eq!(rows.iter().filter(compared).count(), 2 * 2 * 2 * 3);
    let names: Vec<_> = fs::read_dir(folder.join("out")).expect("a folder").collect();
    assert_eq!(names.len(), 5, "{names:?}");
}

#[test]
fn one_thread_counts_the_same_every_time() {
    let folder = scratch("study-again");
    let args = ["chess", "--depth", "2,3", "--turns", "3", "--algorithms", "pvs,mtdf"];
    let nodes = |rows: &[Value]| rows.iter().map(|row| row["nodes"].clone()).collect::<Vec<_>>();
    let first = rows(&folder, &args);
    let again = rows(&folder, &[&args[..], &["--force"]].concat());
    assert_eq!((nodes(&first), first.len()), (nodes(&again), 16));
}

#[test]
fn nothing_is_lost_and_nothing_senseless_is_studied() {
    let folder = scratch("study-refused");
    fs::create_dir(folder.join("full")).expect("a folder");
    fs::write(folder.join("full/mine.txt"), "mine").expect("a file");
    fs::write(folder.join("file"), "mine").expect("a file");
    let refused = |args: &[&str], words: &str| {
        let (text, code) = study(&folder, args);
        assert!(text.contains(words) && code == Some(2), "{text}");
    };
    refused(&["othello", "-o", "full"], "there is something in the folder `full`");
    refused(&["othello", "-o", "file"], "`file` is not a folder");
    refused(&["othello", "-o", "x", "--depth", "5..2"], "depths from 1 to 60");
    refused(&["othello", "-o", "x", "--algorithms", "pvz"], "did you mean `pvs`? there is minimax");
    refused(&["othello", "-o", "x", "--platforms", "foo", "--threads", "2"], "no platform `foo`");
    refused(&["fifteen", "-o", "x"], "a puzzle for one player");
    let alone = ["--algorithms", "mtdf", "--heuristics", "-table"];
    refused(&[&["othello", "-o", "x"], &alone[..]].concat(), "needs a table");
    refused(&["othello", "-o", "x", "--preset", "paper", "--hash", "1M"], "cannot be used with");
    assert!(!folder.join("x").exists());
    // What an earlier study has drawn and this one does not is gone.
    fs::write(folder.join("full/speedup.svg"), "old").expect("a file");
    let automatic = ["tictactoe", "-o", "full", "--depth", "1", "--evaluation", "automatic"];
    let (text, code) = study(&folder, &[&automatic[..], &["--force"]].concat());
    assert_eq!(code, Some(0), "{text}");
    assert!(!folder.join("full/speedup.svg").exists());
    assert_eq!(fs::read_to_string(folder.join("full/mine.txt")).ok().as_deref(), Some("mine"));
}
