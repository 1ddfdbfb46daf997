//! The server without a program around it, where a test needs files that do odd things.

mod renaming;

use lsp::{Disk, Ended, serve};
use serde_json::{Value, json};
use std::io::{self, BufRead, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// What a client sends, and whether all of it was read.
struct Input {
    bytes: Cursor<Vec<u8>>,
    is_read: Arc<AtomicBool>,
}

impl Read for Input {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let n = self.fill_buf()?.read(into)?;
        self.consume(n);
        Ok(n)
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let buffer = self.bytes.fill_buf()?;
        if buffer.is_empty() {
            self.is_read.store(true, Ordering::SeqCst);
        }
        Ok(buffer)
    }

    fn consume(&mut self, n: usize) {
        self.bytes.consume(n);
    }
}

/// Files that panic when they are read, or take as long as the client has something to say.
struct Odd {
    is_read: Arc<AtomicBool>,
}

impl Disk for Odd {
    fn read(&self, path: &Path) -> Option<String> {
        let is_called = |wanted: &str| path.file_name().is_some_and(|name| name == wanted);
        assert!(!is_called("bad.mg"), "a test of what a bug does");
        while is_called("slow.mg") && !self.is_read.load(Ordering::SeqCst) {
            thread::yield_now();
        }
        None
    }

    fn beside(&self, _: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    fn show_built_in(&self, _: &str, _: &str) -> Option<PathBuf> {
        None
    }
}

/// All answers to some messages, where files do odd things.
fn answers(messages: &[Value]) -> (Vec<Value>, Ended) {
    let is_read = Arc::<AtomicBool>::default();
    talk(messages, &is_read, &Odd { is_read: Arc::clone(&is_read) })
}

/// All answers to some messages; `is_read` is set when all of them were read.
fn talk(messages: &[Value], is_read: &Arc<AtomicBool>, disk: &dyn Disk) -> (Vec<Value>, Ended) {
    let frame = |it: &Value| {
        let mut it = it.clone();
        it["jsonrpc"] = json!("2.0");
        let text = it.to_string();
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    };
    let input: String = messages.iter().map(frame).collect();
    let mut output = Vec::new();
    let input = Input { bytes: Cursor::new(input.into_bytes()), is_read: Arc::clone(is_read) };
    let ended = serve(input, &mut output, disk).unwrap();
    let text = String::from_utf8(output).unwrap();
    let bodies = text.split("Content-Length: ").skip(1);
    let bodies = bodies.map(|it| serde_json::from_str(it.split_once("\r\n\r\n").unwrap().1));
    (bodies.collect::<Result<_, _>>().unwrap(), ended)
}

fn request(id: i32, method: &str, params: Value) -> Value {
    json!({ "id": id, "method": method, "params": params })
}

fn opened(uri: &str, text: &str) -> Value {
    let document = json!({ "uri": uri, "languageId": "multigame", "version": 1, "text": text });
    json!({ "method": "textDocument/didOpen", "params": { "textDocument": document } })
}

fn hover(id: i32, uri: &str) -> Value {
    let params = json!({ "textDocument": { "uri": uri },
                         "position": { "line": 1, "character": 8 } });
    request(id, "textDocument/hover", params)
}

#[test]
fn a_bug_in_one_document_ends_nothing() {
    let (answers, ended) = answers(&[
        request(1, "initialize", json!({ "capabilities": {} })),
        opened("file:///x/first.mg", "extends bad\nmain = step.\n"),
        opened("file:///x/second.mg", "dimensions (1,1)\nmain = step.\n"),
        hover(2, "file:///x/first.mg"),
        hover(3, "file:///x/second.mg"),
        request(4, "shutdown", Value::Null),
        json!({ "method": "exit" }),
    ]);
    assert_eq!(ended, Ended::Asked);
    let by_id = |id: i32| answers.iter().find(|it| it["id"] == id).unwrap();
    assert_eq!(by_id(2)["error"]["code"], -32603);
    assert!(by_id(3)["result"]["contents"]["value"].as_str().unwrap().contains("one field"));
}

#[test]
fn what_is_canceled_is_not_done() {
    // The first question takes until everything was read, so that the second one is canceled
    // before it is looked at.
    let (answers, ended) = answers(&[
        request(1, "initialize", json!({ "capabilities": {} })),
        opened("file:///x/first.mg", "extends slow\nmain = step.\n"),
        hover(2, "file:///x/first.mg"),
        hover(3, "file:///x/first.mg"),
        hover(4, "file:///x/first.mg"),
        json!({ "method": "$/cancelRequest", "params": { "id": 3 } }),
    ]);
    assert_eq!(ended, Ended::Left);
    let code = |id: i32| &answers.iter().find(|it| it["id"] == id).unwrap()["error"]["code"];
    assert_eq!(code(3), -32800);
    assert!(code(4).is_null());
}

#[test]
fn nothing_is_answered_before_it_is_initialized() {
    let (answers, _) = answers(&[request(1, "textDocument/hover", json!({}))]);
    assert_eq!(answers[0]["error"]["code"], -32002);
}

#[test]
fn characters_are_counted_as_agreed() {
    let general = json!({ "general": { "positionEncodings": ["utf-8", "utf-16"] } });
    let (answers, _) = answers(&[request(1, "initialize", json!({ "capabilities": general }))]);
    assert_eq!(answers[0]["result"]["capabilities"]["positionEncoding"], "utf-8");
}
