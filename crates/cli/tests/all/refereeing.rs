//! Games that a referee runs now: people at one terminal, programs, players that know
//! only their view, and attempts at random.

#![allow(clippy::disallowed_methods, reason = "tests start programs and read files")]

use crate::support::{multigame, printed, scratch, start};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Attempts the first thing that may be tried.
const FIRST: &str = "sh -c 'while read a b c; do case $a in attempt?) echo $b;; esac; done'";

fn run(args: &[&str], input: &str) -> (String, Option<i32>) {
    let output = multigame(Path::new("."), args, input);
    (printed(&output), output.status.code())
}

#[test]
fn people_see_only_their_views_and_the_game_is_kept() {
    let folder = scratch("refereeing");
    let args = ["referee", "phantom_tictactoe", "-o", "game.mgr"];
    let output = multigame(&folder, &args, "b2\nzz\nb2\ntries\na1\nb2\nquit\n");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("black> b2 is refused: no\n"), "{text}");
    assert!(text.contains("black> 8 tries: a1 a2 a3 b1 b3 c1 c2 c3\n"), "{text}");
    let hint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(hint.contains("what may be tried is a1, a2") && !hint.contains("legal"), "{hint}");
    // Black's board does not show White's mark, and White does not hear of the refusal.
    assert!(text.contains("1. white ? sees nothing\n\n  3  ? ? ?\n  2  ? ? ?\n"), "{text}");
    assert!(text.contains("\n1. black ? sees X:b2\n\n  3  ? ? ?\n  2  ? X ?\n"), "{text}");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("it was written");
    assert!(read("game.mgr").ends_with("moves:\n1. b2 [b2] a1\n"), "{}", read("game.mgr"));
    for (player, lines) in [
        ("white", "turns:\n1. white b2 sees X:b2\n1. black ? sees X:b2\n"),
        ("black", "turns:\n1. white ? sees nothing\n1. black [b2 'no'] a1 sees O:a1\n"),
    ] {
        let transcript = read(&format!("game.{player}.txt"));
        assert!(transcript.ends_with(lines), "{transcript}");
        // What is written is what the record gives.
        let again =
            multigame(&folder, &["referee", "phantom_tictactoe", "game.mgr", "-p", player], "");
        assert_eq!(String::from_utf8_lossy(&again.stdout), transcript);
    }
    // A file is not replaced unless that is asked for.
    let again = multigame(&folder, &args, "");
    assert!(printed(&again).contains("`game.mgr` exists"));
}

#[test]
fn programs_play_by_lines_of_text() {
    let folder = scratch("refereeing-programs");
    let programs = ["--first-program", FIRST, "--second-program", FIRST];
    let args = [&["referee", "phantom_tictactoe", "-o", "game.mgr"], &programs[..]].concat();
    let output = multigame(&folder, &args, "");
    let record = fs::read_to_string(folder.join("game.mgr")).expect("it was written");
    // Each takes the first field that it does not know to be taken.
    assert!(record.contains("1. a1 [a1] a2\n2. [a2] a3 [a1 a3] b1\n"), "{record}");
    assert!(printed(&output).contains(" wins"), "{}", printed(&output));
    // The program hears no more than the transcript of its side.
    let listener =
        "sh -c 'tee heard.txt | while read a b c; do case $a in attempt?) echo $b;; esac; done'";
    let args = ["referee", "phantom_tictactoe", "--first-program", FIRST, "--second-program"];
    multigame(&folder, &[&args[..], &[listener]].concat(), "");
    let heard = fs::read_to_string(folder.join("heard.txt")).expect("it listened");
    let expected = "multigame transcript 1\ngame: phantom_tictactoe\nplayer: black\nturns:\n\
                    1. white ? sees nothing\nattempt? a1 a2 a3 b1 b2 b3 c1 c2 c3\n\
                    refused: 'no'\nattempt? a2 a3 b1 b2 b3 c1 c2 c3\n\
                    1. black [a1 'no'] a2 sees O:a2\n";
    assert!(heard.starts_with(expected), "{heard}");
    assert!(heard.lines().last().is_some_and(|line| line.starts_with("over: ")), "{heard}");
}

#[test]
fn programs_that_answer_badly_lose() {
    let loses_within = |patience: &str, program: &str, words: &str| {
        let args = ["referee", "phantom_tictactoe", "--patience", patience, "--second", "random"];
        let (text, code) = run(&[&args[..], &["--first-program", program]].concat(), "");
        let expected = format!("white loses, because {words}");
        assert!(text.contains(&expected) && code == Some(0), "{program}: {text}");
        assert!(text.contains("black wins"), "{text}");
    };
    // Whoever will answer has as long as it takes; only for silence nobody waits long.
    loses_within("1ms", "sh -c 'cat > /dev/null'", "it attempted nothing in time");
    let loses = |program: &str, words: &str| loses_within("1h", program, words);
    loses("true", "it ended (exit status: 0)");
    loses("yes", "it goes on with what cannot be tried");
    loses("echo leave", "it gave up");
    let (text, code) = run(&["referee", "phantom_tictactoe", "--first-program", "/no/such"], "");
    assert!(text.contains("cannot be started") && code == Some(2), "{text}");
}

#[test]
fn programs_in_matches_have_their_time_and_a_margin() {
    let args = ["match", "phantom_tictactoe", "--a", "pimc samples=1 nodes=1", "--games", "2"];
    let silent = ["--b-program", "sh -c 'cat > /dev/null'", "--margin", "100ms"];
    let args = [&args[..], &silent].concat();
    // It would take two minutes if it were only for the patience of a minute.
    let (text, code) = run(&[&args[..], &["--b", "time=1ms"]].concat(), "");
    assert!(text.contains("A won 2") && code == Some(0), "{text}");
    assert!(text.contains("game 2: B loses: it attempted nothing in time"), "{text}");
    let (text, code) = run(&[&args[..], &["--b", "depth=3"]].concat(), "");
    assert!(text.contains("--b: a program that talks to a referee takes no `depth=3`"), "{text}");
    assert_eq!(code, Some(2));
}

#[test]
fn players_meet_in_matches_through_a_referee() {
    let args = ["match", "phantom_tictactoe", "--a", "pimc samples=5 nodes=50", "--b", "random"];
    let args = [&args[..], &["--games", "20"]].concat();
    let (one, code) = run(&args, "");
    assert_eq!(code, Some(0), "{one}");
    assert!(one.contains("% of the points") && one.contains("the seed is 1\nA: "), "{one}");
    let (two, _) = run(&[&args[..], &["--concurrency", "2"]].concat(), "");
    assert_eq!(one, two, "the number of threads makes no difference");
    let (json, _) = run(&[&args[..], &["--json"]].concat(), "");
    let found: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!(found["score"].as_f64().is_some_and(|score| score > 0.6), "{found}");
    assert!(found["work_a"]["attempts"].as_u64().is_some_and(|n| n >= 60), "{found}");
    let vary = ["match", "phantom_tictactoe", "--a", "ismcts", "--b", "random", "--games", "10"];
    let (table, _) = run(&[&vary[..], &["--vary", "samples=2,100"]].concat(), "");
    let points: Vec<f64> = table
        .lines()
        .skip(2)
        .filter_map(|line| line.split_whitespace().nth(1)?.parse().ok())
        .collect();
    assert!(points.len() == 2 && points[0] < points[1], "{table}");
}

#[test]
fn time_ends_a_search_that_is_under_way() {
    // The search of one position would take hours.
    let args = ["referee", "kriegspiel", "--first", "pimc time=100ms nodes=1000000000000"];
    let (text, code) = run(&[&args[..], &["--second", "random", "--max-turns", "3"]].concat(), "");
    assert!(text.contains("stopped after 3 turns") && code == Some(0), "{text}");
    // No clock goes so far; a year is enough for everybody.
    let args = ["referee", "kriegspiel", "--second", "random", "--first"];
    let (text, code) = run(&[&args[..], &["pimc time=9223372036854775807s"]].concat(), "");
    assert!(text.contains("more than a year") && code == Some(2), "{text}");
}

#[test]
fn what_cannot_be_read_ends_a_game() {
    let folder = scratch("refereeing-read");
    let bytes = folder.join("bytes");
    fs::write(&bytes, b"\xff\xfe\nquit\n").expect("it is written");
    for game in ["phantom_tictactoe", "tictactoe"] {
        let play = ["play", game, "--second", "random", "--seed", "1"];
        let from = |input: &Path| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_multigame"));
            let input = fs::File::open(input).expect("it exists");
            command.args(play).stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped());
            let output = start(&mut command).wait_with_output().expect("it ends");
            (printed(&output), output.status.code())
        };
        // A folder can be opened, but not read.
        let (text, code) = from(&folder);
        assert!(text.contains("standard input cannot be read") && code == Some(2), "{text}");
        // What is no text is only one wrong line.
        let (text, code) = from(&bytes);
        assert!(text.contains("that is not text") && code == Some(0), "{text}");
    }
}

#[test]
fn who_keeps_only_a_sample_says_so() {
    let sides = ["--first", "pimc samples=1 nodes=1 worlds=3", "--second", "random"];
    let live = [&["referee", "phantom_tictactoe", "--seed", "1"], &sides[..]].concat();
    let (text, _) = run(&live, "");
    let note = "note: player 1: after 2 turns there is too much that is possible: a sample";
    assert_eq!(text.matches("a sample of at most 3").count(), 1, "{text}");
    assert!(text.contains(note), "{text}");
    let sides = ["--a", "pimc samples=1 nodes=1 worlds=3", "--b", "random", "--games", "4"];
    let (text, _) = run(&[&["match", "phantom_tictactoe"], &sides[..]].concat(), "");
    assert!(text.contains("A kept only a sample of what was possible in 4 games"), "{text}");
}

#[test]
fn a_game_that_hides_something_is_played_by_views() {
    let play = ["play", "phantom_tictactoe", "--level", "1", "--seed", "1"];
    let (text, code) = run(&play, "b2\nheard\nquit\n");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("1. black ? sees X:b2\n"), "{text}");
    assert!(!text.contains('O'), "nothing of the enemy is shown: {text}");
    let (open, _) = run(&[&play[..], &["--open"]].concat(), "b2\nquit\n");
    assert!(open.contains("here all is shown") && open.contains('O'), "{open}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |args: &[&str], words: &str| {
        let (text, code) = run(args, "");
        assert!(text.contains(words) && code == Some(2), "{text}");
    };
    refused(&["match", "tictactoe", "--a", "pimc", "--b", "random"], "see everything");
    refused(&["referee", "tictactoe"], "see everything");
    let phantom = ["referee", "phantom_tictactoe", "--first"];
    refused(&[&phantom[..], &["pimk"]].concat(), "did you mean `pimc`?");
    refused(&[&phantom[..], &["pimc sample=3"]].concat(), "there is no setting `sample`");
    refused(&[&phantom[..], &["random 3"]].concat(), "`random` takes no settings");
    let open = ["match", "connect4", "--a", "depth=1", "--b", "random", "--vary", "depth=1,2"];
    refused(&open, "only a refereed match");
    let human = ["match", "phantom_tictactoe", "--a", "pimc", "--b", "human"];
    refused(&human, "people do not play in matches");
    // No option is taken that would have no effect.
    let open = ["play", "tictactoe", "--player", "pimc"];
    refused(&open, "`--player` is for games that hide something");
    let search = ["--algorithm pvs", "--evaluation none", "--threads 2", "--hash 1M"];
    let play = ["play", "phantom_tictactoe"];
    for option in search.into_iter().chain(["--clock 1m", "--ponder"]) {
        let words: Vec<&str> = option.split(' ').collect();
        refused(&[&play[..], &words].concat(), &format!("takes no `{}`", words[0]));
    }
    let pimc = ["match", "phantom_tictactoe", "--a", "pimc", "--b", "random"];
    for option in search.into_iter().chain(["--clock 1m", "--depth 3", "--nodes 9"]) {
        let words: Vec<&str> = option.split(' ').collect();
        refused(&[&pimc[..], &words].concat(), &format!("takes no `{}`", words[0]));
    }
    let now = ["referee", "phantom_tictactoe", "--first", "random", "--second", "random"];
    for option in ["--json", "--figure", "--player white"] {
        let words: Vec<&str> = option.split(' ').collect();
        refused(&[&now[..], &words].concat(), &format!("takes no `{}`", words[0]));
    }
    let record = ["referee", "phantom_tictactoe", "game.mgr", "--seed", "1"];
    refused(&record, "cannot be used with");
    // A wrong value is refused before anything is played.
    let (text, _) = run(&[&pimc[..], &["--vary", "samples=1,x"]].concat(), "");
    assert!(
        text.contains("`samples=x`: a whole number from 1 to ") && !text.contains("won"),
        "{text}"
    );
}

#[test]
fn what_a_referee_writes_is_replayed_and_played_on() {
    let folder = scratch("refereeing-replayed");
    let record = "multigame record 1\ngame: phantom_tictactoe\nmoves:\n1. b2 [b2] a1\n";
    fs::write(folder.join("game.mgr"), record).expect("a file");
    let said = |args: &[&str], input: &str| printed(&multigame(&folder, args, input));
    let text = said(&["replay", "game.mgr"], "");
    assert!(text.starts_with("2 moves, all legal but for 1 refused try; "), "{text}");
    assert!(said(&["replay", "game.mgr", "--to", "record"], "").ends_with("1. b2 [b2] a1\n"));
    let moves = said(&["replay", "game.mgr", "--json"], "");
    let answer: serde_json::Value = serde_json::from_str(&moves).expect("JSON");
    assert_eq!(answer[0]["moves"], serde_json::json!(["b2", "a1"]));
    assert_eq!(answer[0]["refused"], serde_json::json!([[], ["b2"]]));
    // Whoever goes on knows what their side perceived, and nothing else.
    let play = ["play", "phantom_tictactoe", "--load", "game.mgr", "--second", "random"];
    let play = [&play[..], &["--seed", "1"]].concat();
    let text = said(&play, "heard\nhint\nposition\nsave\nsave on.mgr\nsave on.mgr\nquit\n");
    assert!(text.contains("white> 1. white b2 sees X:b2\n1. black ? sees X:b2\n"), "{text}");
    assert!(text.contains("> try ") && text.contains("%)\n"), "{text}");
    assert!(!text.contains("a1 is"), "{text}");
    assert!(text.contains("a game through a referee has no `position`"), "{text}");
    assert!(text.contains("in which file?"), "{text}");
    assert_eq!(text.matches("saved in on.mgr").count(), 2, "{text}");
    let saved = fs::read_to_string(folder.join("on.mgr")).expect("it was saved");
    assert!(saved.ends_with("1. b2 [b2] a1\n"), "{saved}");
    // Brackets that are wrong are noticed.
    fs::write(folder.join("lie.mgr"), record.replace("[b2] a1", "[a1] a2")).expect("a file");
    let text = said(&["replay", "lie.mgr"], "");
    assert!(text.contains("`a1` is among the refused tries, but is legal"), "{text}");
}

/// A beginning that only one try has is that try, and a word with a slip is asked about.
#[test]
fn short_tries_are_attempted_and_slips_are_asked_about() {
    let folder = scratch("short_tries");
    let typed = [
        "play",
        "kriegspiel",
        "--second",
        "human",
        "--position",
        "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
    ];
    let output = multigame(&folder, &typed, "e3e\nknwo\nhlep\nquit\n");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("black> ") && !text.contains('\u{1b}'), "{text}");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("did you mean `know`?"), "{said}");
    assert!(said.contains("did you mean `help`?"), "{said}");
}

/// Against the computer a turn is taken back with what followed, and what can be known is shown
/// with what was refused in the turn under way.
#[test]
fn turns_are_taken_back_and_what_is_known_is_shown() {
    let folder = scratch("refereeing-undone");
    let said = |args: &[&str], input: &str| printed(&multigame(&folder, args, input));
    let record = "multigame record 1\ngame: phantom_tictactoe\nmoves:\n1. b2 [b2] a1\n";
    fs::write(folder.join("game.mgr"), record).expect("a file");
    let play = ["play", "phantom_tictactoe", "--load", "game.mgr", "--seed", "1"];
    for rival in ["random", "computer"] {
        let play = [&play[..], &["--second", rival, "--level", "1"]].concat();
        let text = said(&play, "undo\nundo\nsave back.mgr\nc3\nquit\n");
        assert!(text.contains("there is no turn of yours to take back"), "{text}");
        let saved = fs::read_to_string(folder.join("back.mgr")).expect("it was saved");
        assert!(!saved.contains("b2"), "{saved}");
        assert!(text.contains("1. c3 "), "{text}");
        fs::remove_file(folder.join("back.mgr")).expect("it was there");
    }
    // Black has one mark somewhere; a refusal tells where.
    let alone = [&play[..], &["--second", "random"]].concat();
    let text = said(&alone, "know\na1\nknow\nquit\n");
    assert!(text.contains("possible: 8 positions\n\n"), "{text}");
    assert!(text.contains("a1 is refused"), "{text}");
    let after = "possible: 1 position\ncertain: a mark of black on a1\n";
    assert!(text.contains(after), "{text}");
    // Nobody takes back what another person heard.
    let text = said(&["play", "phantom_tictactoe", "--second", "human"], "b2\nundo\nquit\n");
    assert!(text.contains("nothing is taken back where somebody else plays"), "{text}");
}

/// Saving is the same as in games that show everything: a file of another session is left
/// alone, and a game that is over can still be saved.
#[test]
fn a_game_that_is_over_is_saved() {
    let folder = scratch("refereeing-saved");
    let said = |args: &[&str], input: &str| printed(&multigame(&folder, args, input));
    let play = ["play", "phantom_tictactoe", "--second", "human"];
    let moves = "b2\na1\na2\nb1\nc2\n";
    let text = said(&play, &format!("{moves}save on.mgr\na3\nhint\nsave on.mgr\nquit\n"));
    assert!(text.contains("the game is over: white wins\n"), "{text}");
    assert_eq!(text.matches("saved in on.mgr").count(), 2, "{text}");
    assert_eq!(text.matches("error: the game is over\n").count(), 2, "{text}");
    let saved = fs::read_to_string(folder.join("on.mgr")).expect("it was saved");
    assert!(saved.contains("result: 1-0\n") && saved.ends_with("\n3. c2\n"), "{saved}");
    let text = said(&play, "b2\nsave .\nsave on.mgr\nsave! on.mgr\nsave on.mgr\nquit\n");
    assert!(text.contains("`.` is not a file"), "{text}");
    assert!(text.contains("`on.mgr` exists\n = hint: `save! FILE` replaces a file"), "{text}");
    assert_eq!(text.matches("saved in on.mgr").count(), 2, "{text}");
    let load = [&play[..], &["--load", "on.mgr"]].concat();
    assert!(said(&load, "a1\nsave on.mgr\nquit\n").contains("saved in on.mgr"));
    // The referee of a game that is played now lets it be saved, too.
    let text = said(&["referee", "phantom_tictactoe"], &format!("{moves}save over.mgr\n"));
    assert!(text.contains("white wins\n") && text.contains("saved in over.mgr"), "{text}");
}

#[test]
fn what_was_tried_is_told_apart_from_what_was_made() {
    let folder = scratch("refereeing-tried");
    fs::write(folder.join("costly.mg"), COSTLY).expect("a file");
    let record = "multigame record 1\ngame: costly\nmoves:\n1. b2 [b2]\n2. a1 c3\n";
    fs::write(folder.join("game.mgr"), record).expect("a file");
    let output = multigame(&folder, &["replay", "game.mgr", "--json"], "");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(answer[0]["moves"], serde_json::json!(["b2", null, "a1", "c3"]));
    assert_eq!(answer[0]["refused"], serde_json::json!([[], ["b2"], [], []]));
}

/// A taken field costs the turn.
const COSTLY: &str = "extends tictactoe
seen = find own mark.
tries = new_mark.
refused = tell own 'no', pass.
";

#[test]
fn random_movers_of_a_hidden_game_go_through_the_referee() {
    let args = ["match", "phantom_tictactoe", "--a", "random", "--b", "random", "--games", "2"];
    let (text, code) = run(&[&args[..], &["--seed", "1", "--json"]].concat(), "");
    assert_eq!(code, Some(0));
    assert!(text.contains("\"refereed\": true"), "{text}");
}
