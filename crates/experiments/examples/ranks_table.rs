//! What two ranks gain in each kind of work, and where the rest of their time goes: the command
//! is run without MPI and by `mpirun`, in turn, and what it says of itself becomes a table
//! and a picture.
//!
//! `cargo run --release -p multigame-experiments --example ranks_table -- PROGRAM [RANKS [TIMES [SVG]]]`
//!
//! The best of several runs counts, of either kind. `work` is the time after MPI has started;
//! `processor` compares the time that processors were busy, for each rank: what is left of the
//! gain where every rank has a processor to itself and nobody waits.
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "this program runs others and says what they took"
)]

use experiments::{Bar, bars};
use std::process::{Command, Stdio};

/// What is measured: the name of the row, and the arguments.
const ROWS: [(&str, &str); 11] = [
    ("perft", "perft chess 6 --after e2e4,e7e5"),
    ("IDA* (tds)", "solve fifteen --method ida-star"),
    ("IDA* (steal)", "solve fifteen --method ida-star --platform steal"),
    ("sweep", "solve fox_and_hounds --method sweep"),
    ("sets, merged", "infoset kriegspiel QUIET --player white --ply 12"),
    ("sets, depth-first", "infoset kriegspiel QUIET --player white --ply 8 --method depth-first"),
    ("alpha-beta", "solve CONNECT --method alpha-beta"),
    ("df-pn", "solve HEX --method df-pn"),
    ("PVS chess", "analyze chess --depth 12"),
    ("PVS chess (lazy)", "analyze chess --depth 12 --platform lazy"),
    ("PVS othello", "analyze othello --depth 17"),
];

/// Games that are large enough to be measured, and small enough to be solved.
const CONNECT: &str = "extends connect4\n\ndimensions (6,5)\n";
const HEX: &str = "extends hex\n\ndimensions (5,4) hexagonal\n\nzones { near row 1 column a   far row 4 column e }\n";

const QUIET: &str = "multigame record 1\ngame: kriegspiel\n\
                     moves: d2d3 d7d6 e2e3 e7e6 g1f3 g8f6 b1c3 b8c6 f1e2 f8e7 c1d2 c8d7\n";

/// What one run took, in seconds, and what it said of itself.
#[derive(Clone, Copy, Debug, Default)]
struct Run {
    wall: f64,
    processor: f64,
    work: f64,
    nodes: f64,
    load: f64,
    messages: f64,
    idle: f64,
    sending: f64,
}

/// The number before a word, wherever it first comes.
fn before(text: &str, word: &str) -> Option<f64> {
    let number = text[..text.find(word)?].trim_end().rsplit([' ', '(', ',']).next()?;
    number.parse().ok()
}

/// Runs a command by the clock of the shell, which knows the time of all processes.
fn run(words: &[String]) -> Run {
    let script = "TIMEFORMAT='clock %R %U %S'; time \"$@\"";
    let output = Command::new("bash")
        .args(["-c", script, "bash"])
        .args(words)
        // Alone, the command would use all cores.
        .env("MULTIGAME_THREADS", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT", "1")
        .env("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")
        .stdin(Stdio::null())
        .output()
        .expect("bash runs it");
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {said}");
    let clock = said.lines().rev().find_map(|line| line.strip_prefix("clock ")).expect("a time");
    let clock: Vec<f64> = clock.split(' ').map(|it| it.parse().expect("seconds")).collect();
    let wall = clock[0];
    let after = |word: &str| {
        let rest = &said[said.find(word)? + word.len()..];
        rest.split([' ', ',']).next()?.parse().ok()
    };
    Run {
        wall,
        processor: clock[1] + clock[2],
        work: before(&said, " s of work after").unwrap_or(wall),
        nodes: before(&said, " nodes").unwrap_or(0.0),
        load: after("load ").unwrap_or(1.0),
        messages: before(&said, " messages of").unwrap_or(0.0),
        idle: before(&said, " % waiting").unwrap_or(0.0) / 100.0,
        sending: before(&said, " % in messages").unwrap_or(0.0) / 100.0,
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let program = args.first().expect("PROGRAM [RANKS [TIMES [SVG]]]");
    let ranks: u32 = args.get(1).map_or(2, |n| n.parse().expect("a number of ranks"));
    let times: u32 = args.get(2).map_or(3, |n| n.parse().expect("a number of runs"));
    let files =
        [("QUIET", "quiet.mgr", QUIET), ("CONNECT", "connect.mg", CONNECT), ("HEX", "hex.mg", HEX)];
    let files = files.map(|(name, file, text)| {
        let path = std::env::temp_dir().join(format!("multigame-{file}"));
        std::fs::write(&path, text).expect("a file is written");
        (name, path.display().to_string())
    });
    println!(
        "| | one | {ranks} ranks | gain | by work | by processor | nodes more | nodes a message | load | waiting | messages |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let mut pictures = Vec::new();
    for (name, command) in ROWS {
        let words = |command: &str| -> Vec<String> {
            let path = |word: &str| files.iter().find(|(name, _)| *name == word);
            let word = |word: &str| path(word).map_or(word, |(_, path)| path).to_string();
            command.split_whitespace().map(word).collect()
        };
        // One process shares nothing, so that it knows nothing of platforms.
        let alone = command.split(" --platform").next().unwrap_or(command);
        let one = [vec![program.clone()], words(alone)].concat();
        let launcher = format!("mpirun --oversubscribe --bind-to none -n {ranks} {program}");
        let all = [words(&launcher), words(command)].concat();
        let (mut best_one, mut best_all) = (run(&one), run(&all));
        for _ in 1..times {
            for (best, words) in [(&mut best_one, &one), (&mut best_all, &all)] {
                let again = run(words);
                if again.wall < best.wall {
                    *best = again;
                }
            }
        }
        let (one, all) = (best_one, best_all);
        let more = all.nodes / one.nodes.max(1.0) - 1.0;
        let busy = all.processor / f64::from(ranks);
        println!(
            "| {name} | {:.2} s | {:.2} s | {:.2} | {:.2} | {:.2} | {} | {} | {:.2} | {:.1} % | {:.1} % |",
            one.wall,
            all.wall,
            one.wall / all.wall,
            one.wall / all.work,
            one.processor / busy,
            if one.nodes > 0.0 { format!("{:.1} %", 100.0 * more) } else { "–".into() },
            if all.messages > 0.0 {
                format!("{:.0}", all.nodes / all.messages)
            } else {
                "–".into()
            },
            all.load,
            100.0 * all.idle,
            100.0 * all.sending
        );
        // Of the time of all ranks: what one process would have needed, and the rest.
        let search = (1.0 - one.processor / (f64::from(ranks) * all.work)).max(0.0);
        let parts = vec![
            ("waiting".to_string(), all.idle),
            ("messages".to_string(), all.sending),
            (
                "more work than one process does".to_string(),
                (search - all.idle - all.sending).max(0.0),
            ),
        ];
        pictures.push(Bar { name: name.to_string(), parts });
    }
    if let Some(path) = args.get(3) {
        let svg =
            bars(&format!("Where the time of {ranks} ranks goes beside their work"), &pictures);
        std::fs::write(path, svg).expect("the picture is written");
    }
}
