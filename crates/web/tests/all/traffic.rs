//! A relay between a browser and a server: it writes down every byte that the server sends, and it
//! can lead to another server from a moment on, as after a restart.

use serde_json::Value;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A relay that runs until the tests end.
pub(crate) struct Relay {
    pub(crate) address: SocketAddr,
    inside: Arc<Mutex<Inside>>,
}

struct Inside {
    to: SocketAddr,
    /// What came back on each connection.
    heard: Vec<Vec<u8>>,
    open: Vec<TcpStream>,
}

type Shared = Arc<Mutex<Inside>>;

impl Relay {
    pub(crate) fn new(to: SocketAddr) -> Relay {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        let inside = Arc::new(Mutex::new(Inside { to, heard: Vec::new(), open: Vec::new() }));
        let shared = Arc::clone(&inside);
        thread::spawn(move || {
            for page in listener.incoming().flatten() {
                relay(page, &shared);
            }
        });
        Relay { address, inside }
    }

    /// Leads to another server, and cuts all connections to the one before.
    pub(crate) fn lead_to(&self, to: SocketAddr) {
        let mut inside = locked(&self.inside);
        inside.to = to;
        for stream in inside.open.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    /// All of JSON that came back: bodies, and what events said.
    pub(crate) fn heard(&self) -> Vec<Value> {
        let connections = locked(&self.inside).heard.clone();
        connections.iter().flat_map(|bytes| bodies(bytes)).flat_map(|body| values(&body)).collect()
    }

    /// All that came back as one text.
    pub(crate) fn text(&self) -> String {
        let connections = locked(&self.inside).heard.clone();
        let bodies = connections.iter().flat_map(|bytes| bodies(bytes));
        bodies.map(|body| String::from_utf8_lossy(&body).into_owned()).collect()
    }
}

fn locked(shared: &Shared) -> std::sync::MutexGuard<'_, Inside> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Joins a page with the server in both directions.
fn relay(page: TcpStream, shared: &Shared) {
    let to = locked(shared).to;
    let Ok(server) = TcpStream::connect(to) else { return };
    let Ok([from_page, to_page, kept_page]) = clones(&page) else { return };
    let Ok([from_server, to_server, kept_server]) = clones(&server) else { return };
    let mut inside = locked(shared);
    inside.open.extend([kept_page, kept_server]);
    inside.heard.push(Vec::new());
    let number = inside.heard.len() - 1;
    drop(inside);
    let heard = Arc::clone(shared);
    thread::spawn(move || pass(from_page, to_server, |_| ()));
    thread::spawn(move || {
        pass(from_server, to_page, |bytes| {
            locked(&heard).heard[number].extend_from_slice(bytes);
        });
    });
}

fn clones(stream: &TcpStream) -> std::io::Result<[TcpStream; 3]> {
    Ok([stream.try_clone()?, stream.try_clone()?, stream.try_clone()?])
}

fn pass(mut from: TcpStream, mut to: TcpStream, mut hear: impl FnMut(&[u8])) {
    let mut bytes = [0; 1 << 14];
    while let Ok(n @ 1..) = from.read(&mut bytes) {
        hear(&bytes[..n]);
        if to.write_all(&bytes[..n]).is_err() {
            break;
        }
    }
    let _ = to.shutdown(Shutdown::Both);
}

/// The bodies of the answers on a connection; the last one may be unfinished.
fn bodies(mut bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    while let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
        let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
        bytes = &bytes[end + 4..];
        let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
        let mut body = Vec::new();
        if head.contains("transfer-encoding: chunked") {
            bytes = unchunked(bytes, &mut body);
        } else {
            let length = length.map_or(0, |n| n.trim().parse().expect("a number"));
            let length = bytes.len().min(length);
            body.extend_from_slice(&bytes[..length]);
            bytes = &bytes[length..];
        }
        found.push(body);
    }
    found
}

/// Takes the pieces of a body; what follows them is the answer.
fn unchunked<'b>(mut bytes: &'b [u8], body: &mut Vec<u8>) -> &'b [u8] {
    while let Some(end) = bytes.windows(2).position(|two| two == b"\r\n") {
        let size = std::str::from_utf8(&bytes[..end]).expect("a size");
        let size = usize::from_str_radix(size.trim(), 16).expect("a size");
        bytes = &bytes[end + 2..];
        let here = bytes.len().min(size);
        body.extend_from_slice(&bytes[..here]);
        bytes = &bytes[bytes.len().min(size + 2)..];
        if size == 0 {
            break;
        }
    }
    bytes
}

/// The JSON of a body: the body itself, or what its events say.
fn values(body: &[u8]) -> Vec<Value> {
    if let Ok(value) = serde_json::from_slice::<Value>(body) {
        return vec![value];
    }
    let text = String::from_utf8_lossy(body);
    let data = text.lines().filter_map(|line| line.strip_prefix("data: "));
    data.filter_map(|json| serde_json::from_str(json).ok()).collect()
}
