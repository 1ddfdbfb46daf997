//! The server as the command starts it: rules of visitors are searched in processes of their own
//! under limits, and rooms of hidden games are kept in a folder.

use crate::support::{scratch, start};
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
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_string();
        Served { child, address }
    }

    /// Asks, and reads all of the answer.
    fn ask(&self, path: &str, question: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n{question}",
            self.address,
            question.len()
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }
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
        let key = seat.split(r#""key":""#).nth(1).and_then(|it| it.split('"').next());
        let key = key.expect("a key").to_string();
        let made = served.ask("/api/room/try", &format!(r#"{{"key": "{key}", "move": "b2"}}"#));
        assert!(made.contains(r#""player":1"#), "{made}");
        key
    };
    let served = Served::new(&folder, &["--rooms", "rooms"]);
    let view = served.ask("/api/room/view", &format!(r#"{{"key": "{key}"}}"#));
    assert!(view.contains(r#""text":"b2""#), "the move is remembered: {view}");
}
