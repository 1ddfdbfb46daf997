//! `match`: two ways to play against each other. No side looks at the clock here.

#![allow(clippy::disallowed_methods, reason = "tests start programs")]

use crate::support::{multigame, printed, scratch, start};
use std::path::Path;
use std::process::Command;

fn play(args: &[&str]) -> (String, Option<i32>) {
    let output = multigame(Path::new("."), &[&["match"], args].concat(), "");
    (printed(&output), output.status.code())
}

fn answer(args: &[&str]) -> serde_json::Value {
    let (text, code) = play(&[args, &["--json"]].concat());
    assert_eq!(code, Some(0), "{text}");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn the_deeper_side_wins_whatever_the_threads() {
    let args = ["connect4", "--a", "depth=5", "--b", "nodes=60", "--games", "20"];
    let (one, _) = play(&args);
    let (two, _) = play(&[&args[..], &["--concurrency", "2"]].concat());
    assert_eq!(one, two);
    let found = answer(&args);
    let number = |key: &str| found[key].as_f64().unwrap_or(f64::NAN);
    assert_eq!(number("wins") + number("draws") + number("losses"), 20.0);
    assert!(number("elo") > 0.0 && number("elo_error") > 0.0, "{found}");
}

#[test]
fn equal_sides_share_the_points() {
    // Whatever an opening is worth, each side has it once.
    let found = answer(&["othello", "--a", "depth=1", "--b", "depth=1", "--games", "10"]);
    assert_eq!((&found["wins"], &found["elo"]), (&found["losses"], &serde_json::json!(0.0)));
}

#[test]
fn a_match_ends_when_the_test_has_decided() {
    let args = ["connect4", "--a", "depth=3", "--b", "random", "--games", "400"];
    let found = answer(&[&args[..], &["--sprt", "0,200"]].concat());
    assert!(found["games"].as_u64().is_some_and(|games| games < 100), "{found}");
    assert_eq!(found["sprt"]["verdict"], "A is stronger");
    let (again, _) =
        play(&[&args[..], &["--sprt", "0,200", "--concurrency", "2", "--json"]].concat());
    assert_eq!(serde_json::from_str::<serde_json::Value>(&again).ok(), Some(found));
}

#[test]
fn settings_that_make_no_sense_are_refused() {
    let refused = |args: &[&str], words: &str| {
        let (text, code) = play(args);
        assert!(text.contains(words) && code == Some(2), "{text}");
    };
    refused(&["chess", "--a", "dpth=3", "--b", "random"], "--a: there is no setting `dpth`");
    refused(
        &["chess", "--a", "random", "--b", "depth=x"],
        "--b: `depth=x`: a whole number from 1 to 200 is needed",
    );
    refused(&["chess", "--a", "random", "--b", "quick"], "`quick` is no setting");
    refused(&["chess", "--a", "algorithm=minmax", "--b", "random"], "did you mean `minimax`?");
    refused(&["chess", "--a", "random", "--b", "random", "--sprt", "5"], "two numbers");
    refused(&["fifteen", "--a", "random", "--b", "random"], "a puzzle for one player");
    let over = ["tictactoe", "--after", "b2 a1 c2 a3 a2", "--a", "random", "--b", "random"];
    refused(&over, "the game is over in this position");
    refused(&["chess", "--a", "random"], "--b <SETTINGS>");
    let program = ["chess", "--a", "random", "--b-program"];
    refused(&[&program[..], &["/no/such/program"]].concat(), "cannot be started");
    refused(&[&program[..], &["'x"]].concat(), "no second '");
    refused(&[&program[..], &["true"]].concat(), "does not play: it ended (exit status: 0)");
    // It never says it, whatever the patience: this only shortens the wait.
    refused(&[&program[..], &["cat", "--patience", "50ms"]].concat(), "did not say `ugiok`");
    refused(&[&program[..], &["cat", "--b", "random"]].concat(), "a program are like `depth=4`");
    let ours = format!("'{}' uci --hash 1M", env!("CARGO_BIN_EXE_multigame"));
    let wrong = [&program[..], &[&ours, "--b", "Hsh=16"]].concat();
    refused(&wrong, "there is no option `Hsh`\n = hint: did you mean `Hash`?");
}

/// A shell program that greets us and then does something at `go`.
fn strange(at_go: &str) -> String {
    format!(
        "sh -c 'while read line; do case \"$line\" in ugi) echo ugiok;; isready) echo readyok;; \
         go*) {at_go};; quit) exit 0;; esac; done'"
    )
}

#[test]
fn programs_play_each_other_and_us() {
    let ours = |game: &str| format!("'{}' ugi {game} --hash 1M", env!("CARGO_BIN_EXE_multigame"));
    // The same searches meet inside and outside; a program that played any worse or
    // forgot the opening would lose.
    let args = ["connect4", "--games", "8", "--a", "depth=4", "--b", "depth=2"];
    let inside = answer(&args);
    let program = ours("connect4");
    let outside = answer(
        &[&args[..], &["--a-program", &program, "--b-program", &program, "--concurrency", "2"]]
            .concat(),
    );
    assert_eq!(outside["forfeits"], serde_json::json!([]));
    assert!(outside["wins"].as_u64() > outside["losses"].as_u64(), "{outside}");
    assert_eq!(inside["games"], outside["games"]);
    // A position of its own, a clock, and UCI.
    let uci = format!("'{}' uci --hash 1M", env!("CARGO_BIN_EXE_multigame"));
    let mate = ["chess", "--position", "k7/8/2K5/8/8/8/8/7R w", "--opening", "0"];
    let rest = ["--games", "2", "--a-program", &uci, "--a", "depth=4 Hash=2", "--b", "random"];
    let found = answer(&[&mate[..], &rest, &["--clock", "1h+1s"]].concat());
    assert_eq!((&found["wins"], &found["draws"]), (&1.into(), &1.into()), "{found}");
    assert_eq!(found["forfeits"], serde_json::json!([]));
}

#[test]
fn a_program_that_does_wrong_loses_and_is_told() {
    let lost_by = |settings: &str, at_go: &str, why: &str| {
        let program = strange(at_go);
        let args = ["connect4", "--a", "random", "--b-program", &program, "--b", settings];
        let (text, code) = play(&[&args[..], &["--games", "2", "--margin", "1ms"]].concat());
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("A won 2, drew 0, lost 0"), "{text}");
        for game in [1, 2] {
            assert!(text.contains(&format!("game {game}: B loses: {why}")), "{text}");
        }
    };
    // Programs that will answer have as long as they need. Those that never will have next to
    // no time for a move, but all the time they want to begin.
    let lost = |at_go: &str, why: &str| lost_by("depth=3", at_go, why);
    lost("exit 7", "it ended (exit status: 7)");
    lost("exec >&-; sleep 600", "it closed its output");
    lost_by("time=1ms", "exec sleep 600", "it did not move in time");
    lost_by("time=1ms", "exec yes info", "it did not move in time");
    lost("echo bestmove z9", "its move z9 is not legal: there is no field z9");
    lost("echo bestmove \"(none)\"", "it gave up");
    lost("echo bestmove", "it gave up");
}

/// What a program has started ends with it: nothing is written to the pipe later.
#[cfg(unix)]
#[test]
fn a_program_takes_its_own_programs_with_it() {
    let folder = scratch("match-group");
    let pipe = folder.join("pipe");
    let made = start(Command::new("mkfifo").arg(&pipe)).wait().expect("mkfifo");
    assert!(made.success());
    let from = pipe.clone();
    let reader = std::thread::spawn(move || std::fs::read_to_string(from).expect("text"));
    // It opens the pipe before it greets us, so that the reader has something to wait for; the
    // program of the second game finds an ordinary file.
    let pipe = pipe.display();
    let opens = format!("sh -c 'exec 3> \"{pipe}\"; rm \"{pipe}\"; ");
    let program = strange("(sleep 600; echo alive >&3)").replacen("sh -c '", &opens, 1);
    let args = ["tictactoe", "--a", "random", "--b-program", &program, "--games", "2"];
    let (text, code) = play(&[&args[..], &["--b", "time=1ms", "--margin", "1ms"]].concat());
    assert!(text.contains("it did not move in time") && code == Some(0), "{text}");
    assert_eq!(reader.join().expect("a reader"), "");
}

#[test]
fn that_all_is_shown_is_told_where_players_would_not_see_it() {
    let args = ["phantom_tictactoe", "--a", "depth=1", "--b", "random", "--games", "2"];
    let (text, code) = play(&args);
    assert!(text.contains("note: in this game players do not see") && code == Some(0), "{text}");
}

#[test]
fn everybody_meets_everybody_in_a_tournament() {
    let args = ["connect4", "--games", "4", "--players", "depth=4", "depth=2", "random"];
    let (text, code) = play(&args);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("4 games for each pairing, the seed is 1\n"), "{text}");
    let found = answer(&args);
    let players = found["players"].as_array().expect("a list");
    let points: Vec<f64> = players.iter().filter_map(|row| row["points"].as_f64()).collect();
    assert_eq!((points.len(), points.iter().sum::<f64>()), (3, 12.0), "{found}");
    assert!(points[0] > points[2] && points[1] > points[2], "{found}");
    let elo = |i: usize| players[i]["elo"].as_f64().expect("a number");
    assert!(elo(0) > elo(2) && (elo(0) + elo(1) + elo(2)).abs() < 0.5, "{found}");
    assert_eq!(players[0]["against"][0], serde_json::Value::Null);
}

#[test]
fn games_are_saved_as_records_or_as_pgn() {
    let folder = scratch("saved");
    let run = |args: &[&str]| {
        let output = multigame(&folder, &[&["match"], args].concat(), "");
        (printed(&output), output.status.code())
    };
    let connect4 = ["connect4", "--a", "depth=2", "--b", "random", "--games", "2", "--save"];
    assert_eq!(run(&[&connect4[..], &["games"]].concat()).1, Some(0));
    for file in ["games/0001.mgr", "games/0002.mgr"] {
        let output = multigame(&folder, &["replay", file], "");
        let text = printed(&output);
        assert!(output.status.success() && text.contains("all legal"), "{text}");
    }
    let again = run(&[&connect4[..], &["games"]].concat());
    assert!(again.0.contains("is not empty") && again.1 == Some(2), "{}", again.0);
    let wrong = run(&[&connect4[..], &["games.pgn"]].concat());
    assert!(wrong.0.contains("no PGN") && wrong.1 == Some(2), "{}", wrong.0);
    let chess = ["chess", "--a", "depth=1", "--b", "random", "--games", "2", "--max-turns", "30"];
    let saved = run(&[&chess[..], &["--save", "games.pgn"]].concat());
    assert_eq!(saved.1, Some(0), "{}", saved.0);
    let text = std::fs::read_to_string(folder.join("games.pgn")).expect("a file");
    assert_eq!(text.matches("[White ").count(), 2, "{text}");
    assert!(text.contains("[White \"depth=1\"]") && text.contains("[Round \"1.2\"]"), "{text}");
}

#[test]
fn programs_are_named_in_short_and_limited_in_strength() {
    let ours = env!("CARGO_BIN_EXE_multigame");
    let b = format!("ugi:{ours} ugi connect4 --hash 1M depth=2 option.Clear_Hash=1");
    let found = answer(&["connect4", "--a", "depth=2", "--b", &b, "--games", "2"]);
    assert_eq!(found["forfeits"], serde_json::json!([]));
    let b = format!("uci:{ours} uci elo=1800 depth=1");
    let (text, code) = play(&["chess", "--a", "random", "--b", &b, "--games", "2"]);
    assert!(text.contains("there is no option `UCI_LimitStrength`") && code == Some(2), "{text}");
    let b = format!("uci:{ours} uci Threads=9999 depth=1");
    let (text, code) = play(&["chess", "--a", "random", "--b", &b, "--games", "2"]);
    assert!(text.contains("`Threads` takes a number from 1 to 256") && code == Some(2), "{text}");
}

#[test]
fn the_weakest_level_beats_a_random_mover() {
    for game in ["chess", "othello", "breakthrough", "connect4"] {
        let args = [game, "--a", "level=1", "--b", "random", "--games", "6", "--max-turns", "300"];
        let found = answer(&args);
        assert_eq!((&found["wins"], &found["losses"]), (&6.into(), &0.into()), "{game}: {found}");
    }
}
