//! `tables`: files that are whole or refused, builds that go on, and commands that ask.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

use crate::support::{multigame, printed, scratch, start};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What a command prints, and whether it went well.
fn run(folder: &Path, args: &[&str]) -> (String, bool) {
    let output = multigame(folder, args, "");
    (printed(&output), output.status.success())
}

/// The files of the tables of a game, the longest first.
fn files(folder: &Path, game: &str) -> Vec<PathBuf> {
    let listed = fs::read_dir(folder.join("tables").join(game)).expect("a folder");
    let mut files: Vec<PathBuf> = listed.map(|entry| entry.expect("a file").path()).collect();
    files.sort_by_key(|file| std::cmp::Reverse(fs::read(file).map_or(0, |bytes| bytes.len())));
    files
}

#[test]
fn a_build_goes_on_where_files_are_missing_and_refuses_damaged_ones() {
    let folder = scratch("tables-files");
    let build = ["tables", "build", "tictactoe", "--all"];
    assert!(run(&folder, &build).1);
    let all = files(&folder, "tictactoe");
    let whole = fs::read(&all[0]).expect("a table");
    fs::remove_file(&all[0]).expect("it is there");
    let (text, done) = run(&folder, &build);
    assert!(done && text.contains("1 table in"), "{text}");
    assert_eq!(fs::read(&all[0]).expect("a table"), whole);
    // One thread writes the same.
    fs::remove_file(&all[0]).expect("it is there");
    assert!(run(&folder, &[&build[..], &["--threads", "1"]].concat()).1);
    assert_eq!(fs::read(&all[0]).expect("a table"), whole);
    let refused = |bytes: &[u8], expected: &str| {
        fs::write(&all[0], bytes).expect("it is written");
        let (text, done) = run(&folder, &["tables", "show", "tictactoe"]);
        assert!(!done && text.contains(expected), "{text}");
    };
    refused(&whole[..whole.len() - 1], "this table is damaged");
    refused(b"not a table", "this is no endgame table");
    fs::create_dir_all(folder.join("tables/connect4")).expect("a folder");
    let foreign = folder.join("tables/connect4/x.mgt");
    fs::write(foreign, &whole).expect("it is written");
    let (text, done) = run(&folder, &["tables", "show", "connect4"]);
    assert!(!done && text.contains("built for other rules"), "{text}");
}

/// What is in the folder of the tables of a game: names of files, and what they hold.
fn contents(folder: &Path, game: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let Ok(listed) = fs::read_dir(folder.join("tables").join(game)) else {
        return BTreeMap::new();
    };
    let paths = listed.map(|entry| entry.expect("a file").path());
    let named = |path: &Path| PathBuf::from(path.file_name().expect("a name"));
    paths.filter_map(|path| Some((named(&path), fs::read(&path).ok()?))).collect()
}

#[test]
fn a_build_that_is_killed_again_and_again_leaves_what_another_one_leaves() {
    let game = "three_mens_morris";
    let build = ["tables", "build", game, "--all"];
    let (quiet, killed) = (scratch("tables-quiet"), scratch("tables-killed"));
    assert!(run(&quiet, &build).1);
    let whole = contents(&quiet, game);
    // What a process that is no more began to write goes away with its table.
    let first = whole.keys().next().expect("a table").display().to_string();
    let (into, nobody) = (killed.join("tables").join(game), "4194305");
    fs::create_dir_all(&into).expect("a folder");
    fs::write(into.join(format!("{first}.{nobody}.tmp")), "half").expect("it is written");
    let is_table = |name: &Path| name.extension().is_some_and(|ending| ending == "mgt");
    // Each life ends as soon as there is a table more, so that there are no more lives than tables.
    let mut lives = 0;
    loop {
        let begun = contents(&killed, game);
        let n_tables =
            |all: &BTreeMap<PathBuf, Vec<u8>>| all.keys().filter(|it| is_table(it)).count();
        let mut command = Command::new(env!("CARGO_BIN_EXE_multigame"));
        command.args(build).current_dir(&killed).stdout(Stdio::null()).stderr(Stdio::null());
        let mut life = start(&mut command);
        let ended = loop {
            if let Some(status) = life.try_wait().expect("it is ours") {
                break Some(status);
            }
            if n_tables(&contents(&killed, game)) > n_tables(&begun) {
                life.kill().expect("it is ours");
                break None;
            }
        };
        let _ = life.wait();
        // Tables that are there are whole, however it ended.
        for (name, bytes) in contents(&killed, game).iter().filter(|(name, _)| is_table(name)) {
            assert_eq!(Some(bytes), whole.get(name), "{}", name.display());
        }
        lives += 1;
        assert!(lives <= whole.len() + 1, "a life that adds nothing");
        match ended {
            Some(status) => break assert!(status.success()),
            None => continue,
        }
    }
    assert!(run(&killed, &["tables", "verify", game]).1);
    let left = contents(&killed, game);
    assert!(left.keys().eq(whole.keys()), "{:?}", left.keys());
}

#[test]
fn a_damaged_block_is_no_agreement() {
    let folder = scratch("tables-damaged");
    assert!(run(&folder, &["tables", "build", "tictactoe", "--all"]).1);
    let verify = ["tables", "verify", "tictactoe"];
    assert!(run(&folder, &verify).1);
    let longest = &files(&folder, "tictactoe")[0];
    let mut bytes = fs::read(longest).expect("a table");
    *bytes.last_mut().expect("it is long") ^= 0x10;
    fs::write(longest, bytes).expect("it is written");
    let (text, done) = run(&folder, &verify);
    let name = longest.file_name().and_then(|name| name.to_str()).expect("a name");
    assert!(!done && text.contains("this table is damaged") && text.contains(name), "{text}");
    // Tables that lead there cannot be compared either.
    assert!(!run(&folder, &[&verify[..], &["--class", "XO"]].concat()).1);
}

#[test]
fn tables_of_other_rules_are_replaced() {
    let folder = scratch("tables-rules");
    let rules = |ways: &str| {
        let text = format!(
            "// Slow.\n\ndimensions (3,3)\npieces {{ king 'K' 'k' }}\n\
             start {{ k2 / 3 / 2K }}\n\nmain = try go else lose.\n\
             go = find own king, pickup, {ways}, step, points at empty field, putdown.\n"
        );
        fs::write(folder.join("slow.mg"), text).expect("it is written");
    };
    let build = ["tables", "build", "slow.mg", "--all"];
    rules("alldir");
    let (text, done) = run(&folder, &build);
    assert!(done && !text.contains("note"), "{text}");
    rules("orthogonal");
    let show = ["tables", "show", "slow.mg"];
    let (text, done) = run(&folder, &show);
    assert!(!done && text.contains("built for other rules"), "{text}");
    let (text, done) = run(&folder, &build);
    assert!(done && text.contains("1 table there of other rules"), "{text}");
    let (text, done) = run(&folder, &build);
    assert!(done && text.contains("nothing to build") && !text.contains("note"), "{text}");
    assert!(run(&folder, &show).1);
}

#[test]
fn what_cannot_be_built_is_refused() {
    let folder = scratch("tables-refused");
    let check = |args: &[&str], expected: &str| {
        let (text, done) = run(&folder, &[&["tables"], args].concat());
        assert!(!done && text.contains(expected), "{args:?}: {text}");
    };
    check(&["build", "fifteen", "--all"], "puzzle for one player");
    check(&["build", "kriegspiel", "--men", "3"], "do not see everything");
    check(&["build", "dvonn", "--all"], "are stacked");
    check(&["build", "kalah", "--all"], "decided by scores");
    check(&["build", "othello", "--all"], "decided by scores");
    check(&["build", "chess", "--class", "K"], "can never be");
    check(&["build", "chess"], "--class <PIECES>");
    check(&["build", "chess", "--men", "32"], "too many men or classes");
    check(&["build", "chess", "--class", "KXK"], "begins with no piece");
    check(&["build", "chess", "--class", "KRK", "--memory", "1K"], "of memory");
    check(&["probe", "gardner"], "there are no tables");
}

#[test]
fn commands_that_search_ask_the_tables() {
    let folder = scratch("tables-asked");
    assert!(run(&folder, &["tables", "build", "tictactoe", "--all"]).1);
    let won = ["--position", "X1O/1X1/O2 w", "--tables", "tables"];
    for command in ["analyze", "solve"] {
        let (text, done) = run(&folder, &[&[command, "tictactoe"], &won[..]].concat());
        assert!(done && text.contains("white wins in 1 turn"), "{text}");
    }
    // From the start nobody has to lose; after random turns somebody may.
    let sides = ["--a", "depth=1 tables=tables", "--b", "random", "--opening", "0"];
    let args = [&["match", "tictactoe", "--games", "20"], &sides[..]].concat();
    let (text, done) = run(&folder, &args);
    assert!(done && text.contains("20 games: A won") && text.contains("lost 0"), "{text}");
    let lost = ["analyze", "tictactoe", "--tables", "nowhere"];
    let (text, done) = run(&folder, &lost);
    assert!(!done && text.contains("there are no tables in `nowhere/tictactoe`"), "{text}");
}
