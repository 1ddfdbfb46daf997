//! A server for a test, and a small client: as much of HTTP as the tests need.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;
use web::{Config, Server};

/// A server that runs until the tests end.
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
}

/// Whether something comes to be: the number of looks is bounded, not the time.
pub(crate) fn becomes(mut is_so: impl FnMut() -> bool) -> bool {
    (0..6000).any(|_| {
        thread::sleep(Duration::from_millis(10));
        is_so()
    })
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {}", self.body))
    }
}

impl Client {
    /// Starts a server with one place for searches.
    pub(crate) fn new() -> Client {
        Client::with(Config { searches: 1, ..Config::default() })
    }

    pub(crate) fn with(config: Config) -> Client {
        let server = Server::bind(config).expect("a free port");
        let address = server.address();
        thread::spawn(move || server.run());
        Client { address }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server listens");
        // A server that answers nothing is a failure, and not a test without an end.
        stream.set_read_timeout(Some(Duration::from_secs(300))).expect("a limit");
        stream
    }

    /// Sends a request as it is, and reads all of the answer.
    pub(crate) fn send(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        // A server that refuses a request need not read all of it.
        let _ = stream.write_all(request.as_bytes());
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|it| it.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_string(), body: body.to_string() }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            self.address
        ))
    }

    fn question(&self, path: &str, body: &str) -> String {
        format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
    }

    pub(crate) fn post(&self, path: &str, question: &Value) -> Answer {
        self.send(&self.question(path, &question.to_string()))
    }

    /// Asks, and leaves the answer to whoever holds the connection.
    pub(crate) fn send_only(&self, path: &str, question: &Value) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(self.question(path, &question.to_string()).as_bytes()).expect("it reads");
        stream
    }

    /// Asks, and expects an answer.
    pub(crate) fn ask(&self, path: &str, question: &Value) -> Value {
        let answer = self.post(path, question);
        assert_eq!(answer.status, 200, "{path} {question}: {}", answer.body);
        answer.json()
    }

    /// Asks for a stream of events.
    pub(crate) fn stream(&self, path: &str, question: &Value) -> Events {
        let mut stream = self.connect();
        let request = self.question(path, &question.to_string());
        stream.write_all(request.as_bytes()).expect("it reads");
        Events { lines: BufReader::new(stream) }
    }
}

/// Events as they come.
pub(crate) struct Events {
    lines: BufReader<TcpStream>,
}

impl Events {
    /// The next event, as its name and what it says; nothing at the end of the stream.
    pub(crate) fn next(&mut self) -> Option<(String, Value)> {
        let (mut name, mut line) = (String::new(), String::new());
        loop {
            line.clear();
            if self.lines.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(word) = line.strip_prefix("event: ") {
                name = word.trim().to_string();
            }
            if let Some(data) = line.strip_prefix("data: ") {
                return Some((name, serde_json::from_str(data.trim()).expect("JSON")));
            }
        }
    }

    /// All events to the end.
    pub(crate) fn all(mut self) -> Vec<(String, Value)> {
        std::iter::from_fn(|| self.next()).collect()
    }
}
