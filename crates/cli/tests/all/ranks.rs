//! The command as ranks of MPI: the real program under the launchers of Open MPI and MPICH.
//!
//! What is hard on them, and commands that speak with somebody, are in `ranks_killed.rs` and
//! `ranks_speaking.rs`.

#![allow(clippy::disallowed_methods, reason = "tests look for programs and write files")]

use crate::support::launchers::{PROGRAM, at_rank_1, launchers, run_script, text};
use crate::support::{multigame, scratch, start};
use std::path::Path;
use std::process::Output;

/// Compares what ranks print with what one process prints.
fn check(n_ranks: &[usize], args: &[&str]) {
    let folder = scratch("ranks");
    let alone = multigame(&folder, args, "");
    for launcher in launchers() {
        for &n in n_ranks {
            let program: Vec<&str> = [PROGRAM].iter().chain(args).copied().collect();
            let output = launcher.run(&folder, n, &program);
            let place = format!("{launcher:?}, {n} ranks: {}", text(&output.stderr));
            assert_eq!(text(&output.stdout), text(&alone.stdout), "{place}");
            assert_eq!(output.status.code(), alone.status.code(), "{place}");
            if n > 1 {
                assert!(place.contains(&format!("{n} ranks on 1 host")), "{place}");
            }
        }
    }
}

#[test]
fn counts_are_those_of_one_process() {
    check(&[1, 2, 3, 4], &["perft", "tictactoe", "6", "--divide"]);
    check(&[2], &["perft", "three_mens_morris", "5", "--json", "--backend", "interp"]);
    check(&[3], &["perft", "tictactoe", "1"]);
}

#[test]
fn matches_are_those_of_one_process() {
    let sides = ["--a", "depth=2", "--b", "random", "--games", "20"];
    check(&[2, 3], &[&["match", "tictactoe", "--concurrency", "2"], &sides[..]].concat());
    // The test decides after the same game.
    let sides = ["--a", "depth=3", "--b", "random", "--games", "400", "--sprt", "0,50"];
    check(&[3], &[&["match", "tictactoe"], &sides[..]].concat());
}

#[test]
fn refereed_matches_are_those_of_one_process() {
    let sides = ["--a", "pimc samples=4 nodes=20", "--b", "random", "--games", "6", "--json"];
    check(&[3], &[&["match", "phantom_tictactoe"], &sides[..]].concat());
}

/// The names and bytes of the tables of a game in a folder.
fn tables_of(folder: &Path, game: &str) -> Vec<(String, Vec<u8>)> {
    let files = std::fs::read_dir(folder.join("tables").join(game)).expect("a folder of tables");
    let mut files: Vec<(String, Vec<u8>)> = files
        .map(|file| {
            let path = file.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read(&path).expect("bytes"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn tables_are_those_of_one_process() {
    let args = ["tables", "build", "awari", "--seeds", "4"];
    let folder = scratch("ranks-tables-alone");
    let alone = multigame(&folder, &args, "");
    assert!(alone.status.success(), "{}", text(&alone.stderr));
    let tables = tables_of(&folder, "awari");
    assert!(tables.len() >= 5, "{}", tables.len());
    for launcher in launchers() {
        for n in [2, 3] {
            let folder = scratch("ranks-tables");
            let program: Vec<&str> = [PROGRAM].iter().chain(&args).copied().collect();
            let output = launcher.run(&folder, n, &program);
            let said = text(&output.stderr);
            assert!(output.status.success(), "{launcher:?}, {n} ranks: {said}");
            assert_eq!(text(&output.stdout), text(&alone.stdout), "{launcher:?}, {n} ranks");
            assert!(tables_of(&folder, "awari") == tables, "{launcher:?}, {n} ranks");
        }
    }
}

/// What a command writes into a file is the same whoever plays its games.
#[test]
fn files_are_those_of_one_process() {
    let small = ["--nodes", "30", "--games", "60", "--concurrency", "1"];
    let cases = [
        (&["learn", "tictactoe", "--games", "96", "-o"][..], "x.mgl", &[][..]),
        (&["tune", "tictactoe", "-o"], "x.settings", &small),
    ];
    for (args, file, more) in cases {
        let written = |folder: &Path, run: &dyn Fn(&[&str]) -> Output| {
            let output = run(&[args, &[file], more].concat());
            assert!(output.status.success(), "{args:?}: {}", text(&output.stderr));
            (text(&output.stdout), std::fs::read(folder.join(file)).expect("a file"))
        };
        let folder = scratch("ranks-alone");
        let alone = written(&folder, &|args| multigame(&folder, args, ""));
        for launcher in launchers() {
            let folder = scratch("ranks-files");
            let by_ranks =
                written(&folder, &|args| launcher.run(&folder, 3, &[&[PROGRAM], args].concat()));
            assert!(by_ranks == alone, "{launcher:?} {args:?}: {}", by_ranks.0);
        }
    }
}

#[test]
fn studies_are_those_of_one_process() {
    let args = ["study", "tictactoe", "-o", "out", "--depth", "1,2", "--games", "2"];
    // All but the times.
    let games = |folder: &Path| {
        let csv = std::fs::read_to_string(folder.join("out/games.csv")).expect("a file");
        let lines = csv.lines().map(|line| {
            let cells = line.split(',').enumerate();
            let kept = cells.filter(|(_, cell)| !cell.contains('.') && *cell != "seconds");
            kept.map(|(_, cell)| cell.to_string()).collect::<Vec<_>>()
        });
        lines.collect::<Vec<_>>()
    };
    let folder = scratch("study-alone");
    assert!(multigame(&folder, &args, "").status.success());
    let alone = games(&folder);
    assert!(alone.len() > 8, "{alone:?}");
    for launcher in launchers() {
        let folder = scratch("study-ranks");
        let output = launcher.run(&folder, 3, &[&[PROGRAM], &args[..]].concat());
        assert!(output.status.success(), "{launcher:?}: {}", text(&output.stderr));
        assert_eq!(games(&folder), alone, "{launcher:?}");
    }
}

/// Without what was counted on the way, which is not the same.
fn found(answer: &str) -> Vec<&str> {
    let is_found = |line: &&str| !line.starts_with("how:") && !line.starts_with("note:");
    answer.lines().filter(is_found).collect()
}

#[test]
fn what_ranks_solve_is_what_one_process_solves() {
    let folder = scratch("ranks-solve");
    for (n, args) in [
        (2, &["solve", "three_mens_morris"][..]),
        (3, &["solve", "tictactoe", "--method", "df-pn"]),
        (3, &["solve", "tictactoe", "--method", "alpha-beta"]),
        (3, &["solve", "eight_puzzle", "--method", "ida-star"]),
        (2, &["solve", "eight_puzzle", "--method", "ida-star", "--platform", "steal"]),
    ] {
        let alone = text(&multigame(&folder, args, "").stdout);
        for launcher in launchers() {
            let program: Vec<&str> = [PROGRAM].iter().chain(args).copied().collect();
            let output = launcher.run(&folder, n, &program);
            let (answer, said) = (text(&output.stdout), text(&output.stderr));
            assert_eq!(found(&answer)[0], found(&alone)[0], "{launcher:?} {args:?}: {said}");
            assert!(said.contains("ranks: load "), "{launcher:?} {args:?}: {said}");
        }
    }
}

#[test]
fn ranks_find_the_same_value() {
    let args = ["analyze", "connect4", "--depth", "6", "--json"];
    let folder = scratch("ranks-analyze");
    let value = |output: &Output| {
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        answer["lines"][0]["value"].clone()
    };
    let alone = value(&multigame(&folder, &args, ""));
    for launcher in launchers() {
        let program: Vec<&str> = [PROGRAM].iter().chain(&args).copied().collect();
        assert_eq!(value(&launcher.run(&folder, 3, &program)), alone, "{launcher:?}");
    }
}

#[test]
fn a_command_that_knows_no_ranks_is_run_once() {
    let folder = scratch("ranks-moves");
    let alone = multigame(&folder, &["moves", "tictactoe"], "");
    for launcher in launchers() {
        let output = launcher.run(&folder, 3, &[PROGRAM, "moves", "tictactoe"]);
        assert_eq!(text(&output.stdout), text(&alone.stdout));
        assert!(output.status.success());
        let output = launcher.run(&folder, 3, &[PROGRAM, "--version"]);
        assert_eq!(text(&output.stdout).lines().count(), 1);
    }
}

#[test]
fn a_mistake_is_reported_once() {
    for launcher in launchers() {
        for args in [&["perft", "tictacto", "4"][..], &["perft"]] {
            let program: Vec<&str> = [PROGRAM].iter().chain(args).copied().collect();
            let run = || launcher.run(&scratch("ranks-mistake"), 3, &program);
            // Launchers may lose what a process says that ends at once.
            let is_heard = |output: &Output| !output.stderr.is_empty();
            let output = (0..5).map(|_| run()).find(is_heard).unwrap_or_else(&run);
            let said = text(&output.stderr);
            assert_eq!(said.matches("error:").count(), 1, "{launcher:?}: {said}");
            assert_eq!(output.status.code(), Some(2), "{launcher:?}: {said}");
        }
    }
}

#[test]
fn ranks_that_differ_are_named() {
    for launcher in launchers() {
        let folder = scratch("ranks-differ");
        let others = ["-n", "1", PROGRAM, "perft", "tictactoe", "5", ":"];
        let mut command = launcher.command();
        command.args(others).args(["-n", "1", PROGRAM, "perft", "tictactoe", "6"]);
        let output = start(command.current_dir(&folder)).wait_with_output().expect("it ends");
        let said = text(&output.stderr);
        assert!(said.contains("ranks differ in their arguments: `perft tictactoe 5` at rank 0 ("));
        assert!(said.contains("`perft tictactoe 6` at rank 1 ("), "{said}");
        assert_eq!((text(&output.stdout), output.status.code()), (String::new(), Some(2)));
        // Each in a folder of its own, with other rules in it.
        for (name, goal) in [("a", "win"), ("b", "draw")] {
            let text = format!("extends tictactoe\nmain = try new_mark else {goal}.\n");
            std::fs::create_dir_all(folder.join(name)).expect("a folder");
            std::fs::write(folder.join(name).join("mine.mg"), text).expect("it is written");
        }
        let script = at_rank_1("cd ../b", "perft mine.mg 5");
        let program = script.each_ref().map(String::as_str);
        let said = text(&launcher.run(&folder.join("a"), 2, &program).stderr);
        assert!(said.contains("ranks differ in their rules"), "{launcher:?}: {said}");
    }
}

#[test]
fn an_mpi_that_cannot_be_used_is_reported_with_what_to_do() {
    for launcher in launchers() {
        for (library, why) in [
            ("/nowhere/libmpi.so", "no library of MPI can be opened"),
            ("mpich", "is no path of a library"),
        ] {
            let mut command = launcher.command();
            command.env("MULTIGAME_MPI", library).args(["-n", "2", PROGRAM]);
            command.args(["perft", "tictactoe", "4"]);
            let output = start(&mut command).wait_with_output().expect("it ends");
            let said = text(&output.stderr);
            assert!(said.contains(why) && said.contains("= hint: "), "{launcher:?}: {said}");
            assert_eq!(said.matches("error:").count(), 1, "{launcher:?}: {said}");
            assert!(!output.status.success());
        }
        let mut command = launcher.command();
        command.env("MULTIGAME_MPI", "off").args(["-n", "2", PROGRAM, "perft", "tictactoe", "4"]);
        let output = start(&mut command).wait_with_output().expect("it ends");
        assert_eq!(text(&output.stdout), "3024\n3024\n", "each is on its own");
    }
}

#[test]
fn a_rank_may_start_late() {
    for launcher in launchers() {
        let output = run_script(launcher, 3, &at_rank_1("sleep 1", "perft tictactoe 5"));
        assert_eq!(text(&output.stdout), "15120\n", "{}", text(&output.stderr));
    }
}

/// More than anybody has time to count.
const ENDLESS: &str = "perft chess 12 --json";

#[test]
fn a_signal_to_one_rank_stops_all() {
    for launcher in launchers() {
        // When it has used this many hundredths of a second of a processor, it counts.
        let used = "$(cut -d' ' -f14 /proc/$$/stat)";
        let later = format!("(while [ {used} -lt 400 ]; do sleep 0.2; done; kill -TERM $$) &");
        let output = run_script(launcher, 3, &at_rank_1(&format!("{later} true"), ENDLESS));
        let (answer, said) = (text(&output.stdout), text(&output.stderr));
        assert!(
            answer.contains("\"reason\": \"stopped by Ctrl-C\""),
            "{launcher:?}: {answer}{said}"
        );
        assert!(said.contains("start the same command again"), "{launcher:?}: {said}");
        // All ranks end with 130. A launcher that sees the first one end stops the others, and
        // passes on what it makes of that.
        assert!(!output.status.success(), "{launcher:?}: {said}");
    }
}

#[test]
fn a_rank_that_is_killed_ends_the_job() {
    for launcher in launchers() {
        let later = "(sleep 2; kill -KILL $$) &";
        let output = run_script(launcher, 3, &at_rank_1(&format!("{later} true"), ENDLESS));
        assert!(!output.status.success(), "{launcher:?}: {}", text(&output.stderr));
    }
}
