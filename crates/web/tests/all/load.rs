//! Many pages at once and a flood of questions, from this machine to this machine: everything is
//! answered or refused, and the pages that listen go on.
//!
//! The usual run is a small one. `WEB_LOAD=1000,5000 cargo test --release -p multigame-web load:: --
//! --nocapture` opens a thousand pages, asks five thousand questions, and prints what it took.

#![allow(clippy::disallowed_methods, clippy::print_stderr, reason = "figures are for people")]

use crate::client::Client;
use serde_json::{Value, json};
use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

/// Connections on which questions are asked at the same time.
const ASKING: usize = 32;
/// Connections on which somebody began to ask and went no further.
const STUCK: usize = 100;

/// How many pages and questions; at most 5,000 and 100,000.
fn size() -> (usize, usize) {
    let wanted = std::env::var("WEB_LOAD").unwrap_or_default();
    let parts = wanted.split_once(',').map(|(a, b)| (a.trim().parse(), b.trim().parse()));
    match parts {
        Some((Ok(pages), Ok(questions))) => (5_000.min(pages), 100_000.min(questions)),
        _ => (300, 600),
    }
}

/// A question, and whether it makes sense.
fn question(n: usize) -> (&'static str, Value, bool) {
    let rules = "dimensions (4,1) pieces { stone 'X' 'O' } \
        main = try [ find empty field, replace by own stone ] else lose.";
    match n % 8 {
        0 => ("/api/state", json!({ "game": "chess", "moves": ["e2e4", "e7e5", "g1f3"] }), true),
        1 => ("/api/state", json!({ "game": "hex" }), true),
        2 => ("/api/why", json!({ "game": "chess", "move": "e2e4" }), true),
        3 => ("/api/game", json!({ "game": "nine_mens_morris" }), true),
        4 => ("/api/state", json!({ "game": "mine", "rules": rules, "moves": ["a1"] }), true),
        5 => ("/api/check", json!({ "game": "mine", "rules": "main = = ." }), true),
        6 => ("/api/state", json!({ "game": "no_such_game" }), false),
        _ => ("/api/think", json!({ "game": "chess", "level": 99 }), false),
    }
}

#[test]
fn many_pages_and_a_flood_of_questions_are_borne() {
    let (n_pages, n_questions) = size();
    let client = Client::new();
    let seat = client.ask("/api/room", &json!({ "game": "phantom_tictactoe" }));
    let keyed = json!({ "key": seat["key"] });
    let began = Instant::now();
    let mut pages: Vec<_> =
        (0..n_pages).map(|_| client.stream("/api/room/events", &keyed)).collect();
    for page in &mut pages {
        assert_eq!(page.next().map(|(name, _)| name).as_deref(), Some("view"));
    }
    let opened = began.elapsed();
    let stuck: Vec<TcpStream> = (0..STUCK.min(n_pages)).map(|_| half_asked(&client)).collect();
    let (next, refused) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let began = Instant::now();
    thread::scope(|scope| {
        for _ in 0..ASKING {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= n_questions {
                        return;
                    }
                    let (path, question, makes_sense) = question(n);
                    let answer = client.post(path, &question);
                    // Whoever asks while too many wait is told to ask again.
                    let is_full = answer.status == 503;
                    refused.fetch_add(usize::from(is_full), Ordering::Relaxed);
                    let is_right = (answer.status == 200) == makes_sense && answer.status != 0;
                    assert!(is_right || is_full, "{path} {question}: {}", answer.head);
                }
            });
        }
    });
    let flooded = began.elapsed();
    // All pages are still there, and hear what happens.
    let began = Instant::now();
    client.ask("/api/room/try", &json!({ "key": seat["key"], "move": "b2" }));
    for page in &mut pages {
        let (_, view) = page.next().expect("a view");
        assert_eq!(view["player"], 1);
    }
    let told = began.elapsed();
    drop(stuck);
    assert_eq!(client.get("/api/games").status, 200);
    let refused = refused.into_inner();
    eprintln!(
        "{n_pages} pages opened in {opened:.1?}; {n_questions} questions on {ASKING} connections in \
         {flooded:.1?}, {refused} refused; all pages told of a move in {told:.1?}; {}",
        taken()
    );
}

/// A connection that asks half a question.
fn half_asked(client: &Client) -> TcpStream {
    let mut stream = TcpStream::connect(client.address).expect("the server listens");
    stream
        .write_all(b"POST /api/state HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le")
        .expect("it reads");
    stream
}

/// What this process took, server and pages together, where the system says so: the time of
/// processors, and the most memory that it had.
fn taken() -> String {
    let read =
        |name: &str| std::fs::read_to_string(format!("/proc/self/{name}")).unwrap_or_default();
    let (stat, status) = (read("stat"), read("status"));
    // The fields after the name of the program, in hundredths of a second.
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    let field = |n: usize| fields.get(n).and_then(|it| it.parse::<u64>().ok()).unwrap_or(0);
    let memory = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("").trim();
    format!("{} s of a processor, {memory}", (field(11) + field(12)) / 100)
}
