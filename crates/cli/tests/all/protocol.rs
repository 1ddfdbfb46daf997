//! UGI and UCI as other programs speak them: transcripts, a search that is stopped,
//! games that go on after a draw, and nonsense.

#![allow(clippy::disallowed_methods, reason = "tests start programs")]

use crate::support::{multigame, start};
use game::Rng;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A session with another program's eyes.
struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Client {
    fn new(args: &[&str]) -> Client {
        let mut command = Command::new(env!("CARGO_BIN_EXE_multigame"));
        let mut child = start(command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()));
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let output = BufReader::new(output.expect("a pipe"));
        Client { child, input: input.expect("a pipe"), output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    /// The next line that begins with a word.
    fn until(&mut self, word: &str) -> String {
        let mut line = String::new();
        while self.output.read_line(&mut line).expect("text") > 0 {
            if line.split_whitespace().next() == Some(word) {
                return line.trim().to_string();
            }
            line.clear();
        }
        panic!("it left without saying {word}");
    }

    fn ask(&mut self, line: &str, word: &str) -> String {
        self.send(line);
        self.until(word)
    }

    /// The next line, whatever it is.
    fn ask_next(&mut self, line: &str) -> String {
        self.send(line);
        let mut line = String::new();
        self.output.read_line(&mut line).expect("text");
        line.trim().to_string()
    }

    fn quit(mut self) {
        self.send("quit");
        assert!(self.child.wait().expect("it ends").success());
    }
}

/// What is printed when all lines are piped in.
fn piped(args: &[&str], lines: &[&str]) -> Vec<String> {
    let output = multigame(Path::new("."), args, &lines.join("\n"));
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect()
}

/// The word after another one in the last line that has it.
fn last_word<'a>(lines: &'a [String], name: &str) -> &'a str {
    let word_after = |line: &'a String| line.split_whitespace().skip_while(|w| *w != name).nth(1);
    lines.iter().rev().find_map(word_after).expect("a line with the word")
}

#[test]
fn what_was_learned_stays_from_move_to_move_and_not_from_game_to_game() {
    let nodes = |lines: &[&str]| -> u64 {
        let told = piped(&["ugi", "othello"], lines);
        last_word(&told, "nodes").parse().expect("a number")
    };
    let told = piped(&["ugi", "othello"], &["position startpos", "go depth 7"]);
    let pv = told.iter().rev().find_map(|line| line.split_once(" pv ")).expect("a line").1;
    let moves: Vec<&str> = pv.split_whitespace().take(2).collect();
    let next = format!("position startpos moves {}", moves.join(" "));
    let alone = nodes(&[&next, "go depth 5"]);
    let after = nodes(&["position startpos", "go depth 7", &next, "go depth 5"]);
    assert!(2 * after < alone, "{after} {alone}");
    let new = ["position startpos", "go depth 7", "uginewgame", &next, "go depth 5"];
    assert_eq!(nodes(&new), alone);
}

#[test]
fn a_win_by_threats_is_found_before_the_search() {
    let ask = |option: &str, args: &[&str], position: &str, go: &str| {
        let told = piped(args, &[option, position, go]);
        let info = told.iter().rfind(|line| line.contains(" score ")).cloned();
        (info.unwrap_or_default(), told.last().cloned().unwrap_or_default())
    };
    // A search to depth 1 does not see the win, and the probe does.
    let fork = "position startpos moves b2 a2";
    let (on, off) =
        ("setoption name Combinations value 20000", "setoption name Combinations value 0");
    let (ugi, uci) = (["ugi", "tictactoe"], ["uci"]);
    let (info, _) = ask(off, &ugi, fork, "go depth 1");
    assert!(info.contains(" score cp "), "{info}");
    let (info, best) = ask(on, &ugi, fork, "go depth 1");
    let first = info.split_once(" pv ").map_or("", |(_, line)| line).split(' ').next();
    assert!(info.contains(" score mate 3 "), "{info}");
    assert_eq!(Some(best.as_str()), first.map(|text| format!("bestmove {text}")).as_deref());
    let smothered = "position fen r5k1/6pp/8/6N1/8/8/8/5QK1 w - - 0 1";
    let (info, best) = ask(on, &uci, smothered, "go depth 1");
    assert!(info.contains(" score mate 5 ") && best == "bestmove f1c4 ponder g8h8", "{best}");
    // A client that wants certain moves or several lines does not hear of another one.
    let (info, _) = ask(on, &uci, smothered, "go depth 1 searchmoves g1h1");
    assert!(info.ends_with(" pv g1h1"), "{info}");
    let (_, refused) = ask("setoption name Combinations value x", &ugi, "isready", "");
    assert_eq!(refused, "readyok");
}

#[test]
fn a_stop_while_threats_are_looked_for_is_answered_by_a_searched_move() {
    // A pawn can take the queen. Whenever the stop comes, that is found.
    let position = "position fen 4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
    let lines = ["setoption name Combinations value 20000", position, "go infinite", "stop"];
    let told = piped(&["uci"], &lines);
    let best = told.iter().rfind(|line| line.starts_with("bestmove ")).expect("an answer");
    assert!(best.starts_with("bestmove e4d5"), "{told:?}");
}

#[test]
fn a_client_plays_a_game_over_ugi() {
    let mut client = Client::new(&["ugi", "tictactoe"]);
    assert_eq!(client.ask("ugi", "id"), "id name Multigame 0.1.0 (tictactoe)");
    client.until("ugiok");
    client.ask("isready", "readyok");
    client.send("uginewgame");
    let mut moves = Vec::new();
    while client.ask("query gameover", "response") == "response false" {
        let turn = client.ask("query p1turn", "response");
        assert_eq!(turn, format!("response {}", moves.len() % 2 == 0));
        let best = client.ask("go depth 9", "bestmove");
        moves.push(best.strip_prefix("bestmove ").expect("a move").to_string());
        client.send(&format!("position startpos moves {}", moves.join(" ")));
    }
    assert_eq!(client.ask("query result", "response"), "response draw");
    assert_eq!(moves.len(), 9);
    assert_eq!(client.ask("go depth 1", "bestmove"), "bestmove (none)");
    client.quit();
}

#[test]
fn a_search_without_end_is_stopped_and_everything_is_answered_meanwhile() {
    let mut client = Client::new(&["uci"]);
    client.ask("uci", "uciok");
    client.ask("isready", "readyok");
    client.send("position startpos moves e2e4 e7e5");
    client.ask("go infinite", "info");
    client.ask("isready", "readyok");
    assert!(client.ask("stop", "bestmove").len() >= "bestmove g1f3".len());
    // A limit that is far away can be stopped, too, and lines after it wait.
    client.send("go depth 100");
    client.send("position startpos moves e2e4");
    client.ask("isready", "readyok");
    client.ask("stop", "bestmove");
    assert_eq!(client.ask("query p1turn", "response"), "response false");
    client.send("go nodes 100000000000");
    client.quit();
    // When the client has left, what was piped in is answered, and nothing runs on.
    let said = piped(&["uci"], &["go depth 2", "go infinite", "go depth 1", "go"]);
    assert_eq!(said.iter().filter(|line| line.starts_with("bestmove ")).count(), 4);
}

#[test]
fn mates_promotions_and_options() {
    let said = piped(
        &["uci"],
        &[
            "setoption name Hash value 1",
            "setoption name hash value rubbish",
            "setoption name Algorithm value alpha-beta",
            "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8q h7g7",
            "query p1turn",
            "position fen k7/8/2K5/8/8/8/8/7R w - - 0 1",
            "setoption name MultiPV value 2",
            "go depth 4",
        ],
    );
    assert_eq!(said[0], "info string no such option or value: name hash value rubbish");
    assert_eq!(said[1], "response true");
    let mate = said.iter().find(|line| line.contains("multipv 1 score mate 2")).expect("a mate");
    assert!(mate.starts_with("info depth 4 "), "{mate}");
    let last = said.last().expect("a line").as_str();
    let moves = ["bestmove c6b6 ponder a8b8", "bestmove c6c7 ponder a8a7"];
    assert!(moves.contains(&last), "{last}");
}

#[test]
fn only_the_moves_that_are_named_are_searched() {
    let search = |options: &[&str], go: &str| {
        let position = "position fen k7/8/2K5/8/8/8/8/7R w - - 0 1";
        piped(&["uci"], &[options, &[position, go]].concat())
    };
    // A rook move only waits, so that the mate comes a move later.
    let said = search(&[], "go searchmoves h1h2 h1h3 depth 6");
    assert!(said.iter().all(|line| !line.contains(" pv c6")), "{said:?}");
    let is_rook = |line: &String| line.starts_with("bestmove h1h");
    assert!(said.last().is_some_and(is_rook), "{said:?}");
    // However many lines are wanted, there are only those.
    let said = search(&["setoption name MultiPV value 9"], "go depth 2 searchmoves h1h3");
    assert!(said.iter().any(|line| line.contains(" multipv 1 ")), "{said:?}");
    assert!(said.iter().all(|line| !line.contains(" multipv 2 ")), "{said:?}");
    assert!(said.last().is_some_and(|line| line.starts_with("bestmove h1h3")), "{said:?}");
    // Random games keep to them, too.
    let said = search(&["setoption name Algorithm value mcts"], "go nodes 300 searchmoves h1a1");
    assert!(said.last().is_some_and(|line| line.starts_with("bestmove h1a1")), "{said:?}");
    let said = search(&[], "go depth 1 searchmoves h1a8 rubbish");
    assert!(said[1].starts_with("info string searchmoves: no move rubbish"), "{said:?}");
    assert_eq!(said[2], "info string searchmoves names no move: all moves are searched");
}

#[test]
fn a_move_is_thought_about_while_the_other_side_thinks() {
    let mut client = Client::new(&["uci", "--hash", "1M"]);
    client.ask("uci", "uciok");
    client.send("position startpos moves e2e4 e7e5");
    // However little there is to search, the answer waits for the turn.
    client.send("go ponder depth 2 movetime 100000");
    while !client.until("info").starts_with("info depth 2 ") {}
    assert_eq!(client.ask_next("isready"), "readyok");
    let best = client.ask("ponderhit", "bestmove");
    let words: Vec<&str> = best.split_whitespace().collect();
    assert!(words.len() == 4 && words[2] == "ponder", "{best}");
    // Time begins with the turn, and then ends the search.
    client.send(&format!("position startpos moves e2e4 e7e5 {} {}", words[1], words[3]));
    client.ask("go ponder wtime 2000 btime 2000", "info");
    client.ask("ponderhit", "bestmove");
    // The other side did something else: stop, and search what it did.
    client.ask("go ponder wtime 2000 btime 2000", "info");
    client.ask("stop", "bestmove");
    client.ask("go ponder", "info");
    client.ask("ponderhit", "bestmove");
    client.send("ponderhit");
    client.quit();
    // Over UGI only those hear of it who want to.
    let plain = piped(&["ugi", "othello"], &["go depth 4"]);
    assert_eq!(plain.last().map(|line| line.split(' ').count()), Some(2), "{plain:?}");
    let more = ["setoption name Ponder value true", "go depth 4"];
    let more = piped(&["ugi", "othello"], &more);
    assert_eq!(more.last().map(|line| line.split(' ').count()), Some(4), "{more:?}");
}

#[test]
fn options_are_those_of_the_library() {
    let said = piped(
        &["ugi", "othello", "--algorithm", "mtdf", "--threads", "2"],
        &[
            "ugi",
            "setoption name Threads value 2",
            "setoption name Platform value abdada",
            "setoption name Algorithm value ALPHA-BETA",
            "setoption name Heuristics value -table",
            "go depth 3",
            "setoption name Platform value yyw",
        ],
    );
    let has = |text: &str| said.iter().any(|line| line.contains(text));
    assert!(has("option name Algorithm type combo default mtdf var minimax"), "{said:?}");
    assert!(has("option name Threads type spin default 2 min 1"), "{said:?}");
    assert!(has("know of each other by the table only"), "{said:?}");
    assert!(has("there is no platform `yyw`") && has("bestmove "), "{said:?}");
}

#[test]
fn it_goes_on_after_a_draw() {
    let back_and_forth = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
    let drawn = format!("position startpos moves {back_and_forth}");
    let beyond = format!("{drawn} e2e4");
    let fifty = "position fen 7k/8/5K2/8/8/8/8/6R1 w - - 100 80";
    let lines = [&drawn, "query result", "go depth 2", &beyond, "query result", "go depth 2"];
    let said = piped(&["uci"], &[&lines[..], &[fifty, "query result", "go depth 2"]].concat());
    let answers: Vec<&str> =
        said.iter().map(String::as_str).filter(|line| !line.starts_with("info depth")).collect();
    let [first, best, second, next, third, last] = answers[..] else { panic!("{answers:?}") };
    assert_eq!([first, second, third], ["response draw", "response none", "response draw"]);
    for best in [best, next, last] {
        assert!(best.starts_with("bestmove ") && !best.ends_with("(none)"), "{best}");
    }
}

/// What a client can mend gets an answer that says how.
#[test]
fn slips_are_answered() {
    let mut client = Client::new(&["ugi", "tictactoe"]);
    let said = client.ask_next("position");
    assert!(said.contains("`startpos` or `fen TEXT`"), "{said}");
    let said = client.ask_next("setoption name Evaluation value my.mgl");
    assert!(said.contains("start the program with `--evaluation my.mgl`"), "{said}");
    client.send("quit");
}

#[test]
fn nonsense_changes_nothing() {
    // Words that mean something, in an order that means nothing.
    let words = [
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e5",
        "go",
        "depth",
        "1",
        "2",
        "nodes",
        "-7",
        "99999999999999999999",
        "movetime",
        "wtime",
        "stop",
        "isready",
        "setoption",
        "name",
        "value",
        "Hash",
        "MultiPV",
        "Algorithm",
        "minimax",
        "mcts",
        "Threads",
        "Platform",
        "abdada",
        "Heuristics",
        "-table",
        "none",
        "Evaluation",
        "Ponder",
        "true",
        "ponder",
        "infinite",
        "mate",
        "searchmoves",
        "movestogo",
        "p1time",
        "query",
        "result",
        "uci",
        "ugi",
        "ucinewgame",
        "\u{fffd}\0",
        "é",
        "8/8/8/8/8/8/8/8",
        "w",
        "k7/8/2K5/8/8/8/8/7R",
        "ponderhit",
        "debug",
    ];
    let mut random = Rng::new(4);
    let mut lines = Vec::new();
    for _ in 0..400 {
        let n = random.below(7);
        let line: Vec<&str> = (0..n).filter_map(|_| random.choose(&words).copied()).collect();
        // A table of any size would take any time, and so would any number of threads.
        if !["Hash", "Threads"].iter().any(|word| line.contains(word))
            || !line.contains(&"99999999999999999999")
        {
            lines.push(line.join(" "));
        }
        lines.push("stop".to_string());
    }
    for args in [&["uci"][..], &["ugi", "othello"]] {
        let said = piped(args, &lines.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(said.iter().any(|line| line.starts_with("bestmove ")));
        assert!(said.iter().any(|line| line == "readyok"));
    }
    let mut noise = Vec::new();
    for _ in 0..100_000 {
        noise.push(random.below(256) as u8);
    }
    let noise = String::from_utf8_lossy(&noise).into_owned();
    let said = piped(&["uci"], &[&noise, "", "position startpos", "query p1turn"]);
    assert_eq!(said.last().map(String::as_str), Some("response true"));
}
