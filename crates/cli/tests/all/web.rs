//! The server as the command starts it: work on rules of visitors is done by processes under limits,
//! rooms of hidden games are kept in a folder, and tables and books are read from files.

#![allow(clippy::disallowed_methods, reason = "tests look at what a process takes")]

use crate::support::{multigame, printed, scratch, start};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server that ends with the test.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn new(folder: &Path, args: &[&str]) -> Served {
        let mut command = Command::new(env!("CARGO_BIN_EXE_multigame"));
        command.args(["web", "--port", "0", "--searches", "1"]).args(args).current_dir(folder);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = start(&mut command);
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        output.read_line(&mut line).expect("it says where it is");
        let address = line.trim().trim_start_matches("http://");
        let address = address.split('/').next().expect("an address").to_string();
        Served { child, address }
    }

    /// Asks, and leaves the answer to whoever holds the connection.
    fn send(&self, path: &str, question: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n{question}",
            self.address,
            question.len()
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        stream
    }

    /// Asks, and reads all of the answer.
    fn ask(&self, path: &str, question: &str) -> String {
        answer(self.send(path, question))
    }

    /// The most memory that the server had so far in MB; nothing where the system does not say.
    fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? >> 10)
    }
}

/// All of an answer.
fn answer(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}

/// A text inside an answer.
fn inside(answer: &str, name: &str) -> String {
    let begin = format!("\"{name}\":\"");
    let text = answer.split(&begin).nth(1).and_then(|it| it.split('"').next());
    text.unwrap_or_else(|| panic!("no {name}: {answer}")).to_string()
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const RULES: &str = "dimensions (3,3) pieces { stone 'X' 'O' } \
    main = try [ find empty field, replace by own stone ] else draw.";

#[test]
fn rules_of_visitors_are_searched_by_another_process() {
    let served = Served::new(&scratch("web_child"), &[]);
    let question = format!(r#"{{"game": "mine", "rules": "{RULES}", "level": 1}}"#);
    let answer = served.ask("/api/think", &question);
    assert!(answer.contains("event: done") && answer.contains(r#""move":""#), "{answer}");
    // What is wrong with the rules is told by the other process, too.
    let broken = r#"{"game": "mine", "rules": "dimensions (3,3", "level": 1}"#;
    let answer = served.ask("/api/think", broken);
    assert!(answer.contains("event: refused"), "{answer}");
}

#[test]
fn rooms_are_kept_in_a_folder() {
    let folder = scratch("web_rooms");
    let key = {
        let served = Served::new(&folder, &["--rooms", "rooms"]);
        let seat = served.ask("/api/room", r#"{"game": "phantom_tictactoe"}"#);
        let key = inside(&seat, "key");
        let made = served.ask("/api/room/try", &format!(r#"{{"key": "{key}", "move": "b2"}}"#));
        assert!(made.contains(r#""player":1"#), "{made}");
        key
    };
    let served = Served::new(&folder, &["--rooms", "rooms"]);
    let view = served.ask("/api/room/view", &format!(r#"{{"key": "{key}"}}"#));
    assert!(view.contains(r#""text":"b2""#), "the move is remembered: {view}");
}

/// What else is found in processes of their own: wins by threats, threats, and in a hidden game what is
/// likely and what the computer tries.
#[test]
fn combinations_beliefs_and_computers_of_visitors_rules_are_processes() {
    let served = Served::new(&scratch("web_moments"), &[]);
    let played = |moves: &str| {
        format!(r#"{{"game": "mine", "rules": "extends tictactoe", "moves": [{moves}]}}"#)
    };
    let found = served.ask("/api/combine", &played(r#""a1", "b1", "a2", "c1""#));
    assert!(found.contains("white wins in 1 move"), "{found}");
    let found = served.ask("/api/threats", &played(r#""a1", "b1", "a2""#));
    assert!(found.contains("white wins by a3"), "{found}");
    let room = r#"{"game": "mine", "rules": "extends phantom_tictactoe", "computer": 1}"#;
    let key = inside(&served.ask("/api/room", room), "key");
    let keyed = format!(r#"{{"key": "{key}"}}"#);
    served.ask("/api/room/try", &format!(r#"{{"key": "{key}", "move": "b2"}}"#));
    // The stream says what changes, and the computer's answer is the second turn.
    let mut events = BufReader::new(served.send("/api/room/events", &keyed)).lines();
    let answered = events.find_map(|line| {
        let line = line.expect("a line");
        assert!(!line.contains(r#""trouble":""#), "{line}");
        (line.matches(r#""heard":"#).count() == 3).then_some(line)
    });
    assert!(answered.is_some_and(|view| view.contains(r#""player":0"#)));
    let belief = served.ask("/api/room/belief", &keyed);
    assert!(belief.contains(r#""positions":8,"whole":true"#), "{belief}");
}

/// Rules that would fill the memory or never end: whatever is asked about them is answered or refused,
/// others are answered meanwhile, and the server stays small.
#[test]
fn nonsense_neither_holds_the_server_up_nor_blows_it_up() {
    let served = Served::new(&scratch("web_nonsense"), &[]);
    let stone = "find empty field, replace by own stone";
    let piles = "repeat 1 .. 90 times [ find own stone, pickup, find field, putdown ]";
    let mut open = Vec::new();
    for (board, main) in [
        ("dimensions (16,16)", format!("repeat 1 .. 200 times [ {stone} ]")),
        ("dimensions (26,40)", format!("repeat 3 times [ {stone} ]")),
        ("dimensions (26,40) stacks 99", format!("either [ {stone} ] or [ {piles} ]")),
    ] {
        let rules = format!("{board} pieces {{ stone 'X' 'O' }} main = try [ {main} ] else lose.");
        for path in ["state", "why", "debug", "combine", "threats", "think", "check", "game"] {
            let question =
                format!(r#"{{"game": "nonsense", "rules": "{rules}", "move": "a1", "level": 1}}"#);
            open.push((path, served.send(&format!("/api/{path}"), &question)));
        }
        let hidden = format!(
            "{rules} seen = find own stone. tries = find empty field, replace by own stone. \
             refused = tell own 'no'."
        );
        let room = format!(r#"{{"game": "nonsense", "rules": "{hidden}", "computer": 3}}"#);
        open.push(("room", served.send("/api/room", &room)));
    }
    for game in ["chess", "tictactoe", "othello"] {
        let state = served.ask("/api/state", &format!(r#"{{"game": "{game}"}}"#));
        assert!(state.starts_with("HTTP/1.1 200"), "{state}");
    }
    for (path, stream) in open {
        let said = answer(stream);
        let is_answered = ["HTTP/1.1 200", "HTTP/1.1 400"].iter().any(|it| said.starts_with(it));
        assert!(is_answered, "{path}: {}", &said[..said.len().min(500)]);
    }
    let state = served.ask("/api/state", r#"{"game": "chess"}"#);
    assert!(state.starts_with("HTTP/1.1 200"), "{state}");
    assert!(served.memory().is_none_or(|megabytes| megabytes < 700), "{:?}", served.memory());
}

/// Pieces are drawn as files beside the rules say; a file that could do more than draw is refused.
#[test]
fn drawings_are_read_beside_the_rules() {
    let folder = scratch("web_drawings");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.join(name), text).expect("it is written");
    };
    let svg = |inside: &str| {
        format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{inside}</svg>")
    };
    write("mine.mg", "extends tictactoe\n");
    write("mark.svg", &svg("<circle r='4'/>"));
    write("other.svg", "this draws nothing of the game, and is not read");
    {
        let served = Served::new(&folder, &["mine.mg"]);
        let declared = served.ask("/api/game", r#"{"game": "mine"}"#);
        assert!(declared.contains("<circle r='4'/>"), "{declared}");
        assert!(!declared.contains("draws nothing"), "{declared}");
    }
    for (inside, words) in [
        ("<script>1</script>", "mark-white.svg: `<script>` is nothing that a drawing may have"),
        (&"<g/>".repeat(9000)[..], "longer than 16 kB"),
    ] {
        write("mark-white.svg", &svg(inside));
        let output = multigame(&folder, &["web", "--port", "0", "mine.mg"], "");
        let said = printed(&output);
        assert!(output.status.code() == Some(2) && said.contains(words), "{said}");
        assert!(said.contains("docs/web.md"), "{said}");
    }
}

#[test]
fn tables_and_books_are_read_from_files() {
    let folder = scratch("web_known");
    let made = |args: &[&str]| {
        let output = multigame(&folder, args, "");
        assert!(output.status.success(), "{}", printed(&output));
    };
    made(&["tables", "build", "checkers", "--men", "2"]);
    made(&["book", "build", "tictactoe", "--each", "100", "--threads", "1", "--positions", "3"]);
    let served = Served::new(&folder, &["--tables", "tables", "--book", "tictactoe.mgb"]);
    // Two kings, one of which is taken at once.
    let taken = r#"{"game": "checkers", "start": "8/8/8/8/3W4/2B5/8/8 b 0 1"}"#;
    let found = served.ask("/api/endgame", taken);
    assert!(found.contains(r#""words":"black wins in 1 turn""#), "{found}");
    assert!(
        found.contains(r#"{"move":"c3e5","words":"black wins in 1 turn","bar":1.0}"#),
        "{found}"
    );
    let apart = r#"{"game": "checkers", "start": "8/8/8/8/7W/8/8/B7 b 0 1"}"#;
    let found = served.ask("/api/endgame", apart);
    assert!(found.contains(r#""words":"draw""#), "{found}");
    let all = r#"{"game": "checkers"}"#;
    assert!(served.ask("/api/endgame", all).contains(r#""words":null"#));
    let found = served.ask("/api/book", r#"{"game": "tictactoe"}"#);
    let plays = inside(&found, "plays");
    assert!(found.contains(&format!(r#""words":"plays {plays}""#)), "{found}");
    assert!(found.contains(r#""complete":true,"moves":[{"move":""#), "{found}");
    assert_eq!(found.matches(r#""bar":"#).count(), 9, "{found}");
    // No book of other rules is used, and whoever names one is told so.
    assert!(served.ask("/api/book", r#"{"game": "chess"}"#).contains(r#""words":null"#));
    let refused = |args: &[&str], words: &str| {
        let output = multigame(&folder, &[&["web", "--port", "0"], args].concat(), "");
        let said = printed(&output);
        assert!(output.status.code() == Some(2) && said.contains(words), "{said}");
    };
    refused(&["--tables", "nowhere"], "--tables: the folder `nowhere` cannot be read");
    refused(&["--tables", "tictactoe.mgb"], "cannot be read");
    refused(&["--tables", "tables/checkers"], "there are no tables in `tables/checkers`");
    refused(&["--book", "nowhere.mgb"], "`nowhere.mgb` cannot be read");
    refused(&["--rooms", "tictactoe.mgb"], "cannot be made");
    std::fs::write(folder.join("none.mgb"), "nothing").expect("it is written");
    refused(&["--book", "none.mgb"], "it is no book");
    std::fs::write(folder.join("tictactoe.mg"), "extends connect4\n").expect("it is written");
    refused(&["tictactoe.mg", "--book", "tictactoe.mgb"], "by other rules");
}
