//! Ranks that are killed while they work: the launcher ends the job, and the same command goes
//! on from its checkpoint, on another number of ranks, with the same answer.

#![allow(clippy::disallowed_methods, reason = "tests read and write files")]

use crate::support::launchers::{Launcher, PROGRAM, at_rank_1, launchers, run_script, text};
use crate::support::{multigame, scratch};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A rank kills itself when it has used this many hundredths of a second of a processor.
fn killed_after(hundredths: u32) -> String {
    let used = "$(cut -d' ' -f14 /proc/$$/stat)";
    format!("(while [ {used} -lt {hundredths} ]; do sleep 0.1; done; kill -KILL $$) & true")
}

/// A sweep that takes far longer than ranks live here, with a checkpoint in a folder.
fn sweep(folder: &Path) -> String {
    format!("solve fox_and_hounds --method sweep --checkpoint {}", folder.display())
}

fn run(launcher: Launcher, n_ranks: usize, args: &str) -> Output {
    let program: Vec<&str> = [PROGRAM].into_iter().chain(args.split(' ')).collect();
    launcher.run(&scratch("ranks-run"), n_ranks, &program)
}

#[test]
fn killed_ranks_go_on_from_their_checkpoint() {
    for launcher in launchers() {
        let folder = scratch(&format!("ranks-kept-{launcher:?}"));
        // Whoever meets a limit keeps what is known.
        let limited = run(launcher, 2, &format!("{} --nodes 200000", sweep(&folder)));
        assert_eq!(limited.status.code(), Some(1), "{}", text(&limited.stderr));
        assert!(folder.join("checkpoint").exists(), "{}", text(&limited.stderr));
        // One of three is killed, or all of two.
        let one = at_rank_1(&killed_after(60), &sweep(&folder));
        let [sh, c, _] = one.clone();
        let all = [sh, c, format!("{}; exec {PROGRAM} {}", killed_after(60), sweep(&folder))];
        let (n_ranks, script) = match launcher {
            Launcher::OpenMpi => (3, one),
            Launcher::Mpich => (2, all),
        };
        let killed = run_script(launcher, n_ranks, &script);
        let said = text(&killed.stderr) + &text(&killed.stdout);
        assert!(!killed.status.success(), "{launcher:?}: {said}");
        assert!(!said.contains("hounds win"), "{launcher:?}: {said}");
        assert!(said.contains("if a rank dies, start the same command again"), "{said}");
        if launcher == Launcher::OpenMpi {
            assert!(said.contains("rank 1 "), "the launcher says which: {said}");
        }
        let whole = run(launcher, 3, &sweep(&folder));
        let (answer, said) = (text(&whole.stdout), text(&whole.stderr));
        assert!(answer.starts_with("hounds win in 44 turns\n"), "{launcher:?}: {answer}{said}");
        // What was done before it was killed is not done again.
        let nodes = answer.split(' ').zip(answer.split(' ').skip(1));
        let nodes = nodes.filter(|(_, word)| word.starts_with("nodes")).map(|(n, _)| n.parse());
        let nodes: Vec<u64> = nodes.map(|n| n.expect("a number")).collect();
        assert!(nodes.len() == 1 && nodes[0] < 1_600_000, "{launcher:?}: {answer}");
    }
}

#[test]
fn a_part_that_a_rank_cannot_write_is_told_and_what_was_kept_stays() {
    for launcher in launchers() {
        let folder = scratch(&format!("ranks-full-{launcher:?}"));
        let limited = run(launcher, 2, &format!("{} --nodes 200000", sweep(&folder)));
        assert_eq!(limited.status.code(), Some(1), "{}", text(&limited.stderr));
        let list = folder.join("checkpoint");
        let kept = std::fs::read_to_string(&list).expect("a checkpoint");
        let number = kept.lines().find_map(|line| line.strip_prefix("number "));
        let number: u64 = number.and_then(|number| number.parse().ok()).expect("a number");
        // A folder lies where the part of the next checkpoint belongs.
        let in_the_way = folder.join(format!("{}.1", number + 1));
        std::fs::create_dir(&in_the_way).expect("a folder");
        let more = format!("{} --nodes 100000", sweep(&folder));
        let failed = run(launcher, 2, &more);
        let said = text(&failed.stderr) + &text(&failed.stdout);
        assert!(!failed.status.success(), "{launcher:?}: {said}");
        assert!(
            said.contains("rank 1: the checkpoint cannot be written: "),
            "{launcher:?}: {said}"
        );
        assert_eq!(std::fs::read_to_string(&list).expect("a checkpoint"), kept);
        std::fs::remove_dir(&in_the_way).expect("it is there");
        let rest = run(launcher, 2, &more);
        assert_eq!(rest.status.code(), Some(1), "{launcher:?}: {}", text(&rest.stderr));
    }
}

/// How many bytes a journal has, for a shell.
fn size_of(journal: &Path) -> String {
    format!("$(stat -c %s {} 2>/dev/null || echo 0)", journal.display())
}

/// A journal of this many bytes has some entries, and not all that it is going to have.
const SOME_BYTES: u32 = 400;

/// A rank kills itself when a journal has some entries.
fn killed_with(journal: &Path) -> String {
    let bytes = size_of(journal);
    format!("(while [ {bytes} -lt {SOME_BYTES} ]; do sleep 0.05; done; kill -KILL $$) & true")
}

/// A program that plays, and stops to play as soon as a journal has some entries, until there is a
/// file that lets it go on. So work is not done before somebody is killed, however fast the machine
/// is.
fn halting_player(folder: &Path, journal: &Path) -> PathBuf {
    let (player, gate, bytes) = (folder.join("player"), folder.join("gate"), size_of(journal));
    // It ends when its rank was killed, also before the launcher has cleared that away: MPICH waits for
    // all who hold its pipes.
    let halt = format!(
        "[ -e /proc/$PPID/exe ] && [ ! -e {} ] && [ {bytes} -ge {SOME_BYTES} ]",
        gate.display()
    );
    let pass = format!("while {halt}; do sleep 0.05; done; echo \"$line\"");
    let play = format!("while read -r line; do {pass}; done | {PROGRAM} ugi tictactoe");
    let text = format!("#!/bin/sh\nexec 2>/dev/null\n{play}\n");
    let draft = folder.join("draft");
    std::fs::write(&draft, text).expect("it is written");
    // A file that is open for writing cannot be executed, and children of other tests could have it
    // open for a moment if it were written here.
    let made = Command::new("install").args(["-m", "755"]).args([&draft, &player]).status();
    assert!(made.is_ok_and(|status| status.success()));
    player
}

/// The first line of an answer, which does not tell how much work it was.
fn first_line(output: &Output) -> String {
    text(&output.stdout).lines().next().unwrap_or_default().to_string()
}

#[test]
fn killed_ranks_go_on_from_their_journal() {
    for launcher in launchers() {
        let folder = scratch(&format!("ranks-halted-{launcher:?}"));
        let (kept, journal) = (folder.join("kept"), folder.join("kept").join("journal"));
        let player = halting_player(&folder, &journal);
        let games = format!(
            "match tictactoe --a-program {} --a depth=2 --b depth=1 --games 40 --seed 2 \
             --concurrency 1 --patience 1h",
            player.display()
        );
        let command = format!("{games} --checkpoint {}", kept.display());
        let killed = run_script(launcher, 2, &at_rank_1(&killed_with(&journal), &command));
        assert!(!killed.status.success(), "{launcher:?}: {}", text(&killed.stdout));
        let noted = std::fs::metadata(&journal).expect("a journal").len();
        std::fs::write(folder.join("gate"), "").expect("it is written");
        let rest = run(launcher, 3, &command);
        let alone = multigame(&folder, &games.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(first_line(&rest), first_line(&alone), "{launcher:?}: {}", text(&rest.stderr));
        assert!(first_line(&alone).contains("40"), "{}", text(&alone.stderr));
        assert!(std::fs::metadata(&journal).expect("a journal").len() > noted);
        // The journal belongs to this command and no other.
        let other = run(launcher, 2, &format!("{command} --json"));
        assert_eq!(other.status.code(), Some(2), "{}", text(&other.stdout));
        assert!(text(&other.stderr).contains("the journal of another command"));
    }
}

#[test]
fn counts_go_on_from_a_journal_that_was_cut() {
    for launcher in launchers() {
        let folder = scratch(&format!("ranks-cut-{launcher:?}"));
        let command = format!("perft chess 4 --checkpoint {}", folder.display());
        let whole = run(launcher, 2, &command);
        assert_eq!(first_line(&whole), "197281", "{}", text(&whole.stderr));
        let journal = folder.join("journal");
        let bytes = std::fs::read(&journal).expect("a journal");
        // As after a kill in the middle of a write.
        std::fs::write(&journal, &bytes[..bytes.len() / 2]).expect("it is written");
        let rest = run(launcher, 3, &command);
        assert_eq!(first_line(&rest), "197281", "{launcher:?}: {}", text(&rest.stderr));
        // What was known is not counted again: it would be noted twice.
        assert_eq!(std::fs::metadata(&journal).expect("a journal").len(), bytes.len() as u64);
    }
}

#[test]
fn studies_go_on_from_a_journal_that_was_cut() {
    for launcher in launchers() {
        let folder = scratch(&format!("ranks-study-{launcher:?}"));
        let (kept, results) = (folder.join("kept"), folder.join("results"));
        let games = "study tictactoe --depth 1,2 --algorithms pvs --games 3 --seed 4";
        let command = format!("{games} -o {} --checkpoint {}", results.display(), kept.display());
        let n_turns = || {
            let turns = std::fs::read_to_string(results.join("turns.csv"));
            turns.expect("measured turns").lines().count()
        };
        let whole = run(launcher, 2, &command);
        assert!(whole.status.success(), "{launcher:?}: {}", text(&whole.stderr));
        let all_turns = n_turns();
        let journal = kept.join("journal");
        let bytes = std::fs::read(&journal).expect("a journal");
        std::fs::write(&journal, &bytes[..bytes.len() / 2]).expect("it is written");
        let rest = run(launcher, 3, &command);
        assert!(rest.status.success(), "{launcher:?}: {}", text(&rest.stderr));
        assert_eq!(n_turns(), all_turns);
    }
}
