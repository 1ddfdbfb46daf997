//! The server without a program around it, where a test needs files that do odd things.

use lsp::{Disk, Ended, serve};
use serde_json::{Value, json};
use std::io::Cursor;
use std::path::{Path, PathBuf};

/// Files that panic when they are read.
struct Bad;

impl Disk for Bad {
    fn read(&self, path: &Path) -> Option<String> {
        let is_bad = path.file_name().is_some_and(|name| name == "bad.mg");
        assert!(!is_bad, "a test of what a bug does");
        None
    }

    fn beside(&self, _: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    fn show_built_in(&self, _: &str, _: &str) -> Option<PathBuf> {
        None
    }
}

/// All answers to some messages.
fn answers(messages: &[Value]) -> (Vec<Value>, Ended) {
    let frame = |it: &Value| {
        let mut it = it.clone();
        it["jsonrpc"] = json!("2.0");
        let text = it.to_string();
        format!("Content-Length: {}\r\n\r\n{text}", text.len())
    };
    let input: String = messages.iter().map(frame).collect();
    let mut output = Vec::new();
    let ended = serve(Cursor::new(input.into_bytes()), &mut output, &Bad).unwrap();
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

#[test]
fn a_bug_in_one_document_ends_nothing() {
    let hover = |id: i32, uri: &str| {
        let params = json!({ "textDocument": { "uri": uri },
                             "position": { "line": 1, "character": 8 } });
        request(id, "textDocument/hover", params)
    };
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
    // The reader runs beside the server; what is asked first gives it time to read the rest.
    let cancel = json!({ "method": "$/cancelRequest", "params": { "id": 2 } });
    let (answers, ended) = answers(&[
        request(1, "initialize", json!({ "capabilities": {} })),
        request(2, "textDocument/hover", json!({})),
        cancel,
    ]);
    assert_eq!(ended, Ended::Left);
    let code = &answers.iter().find(|it| it["id"] == 2).unwrap()["error"]["code"];
    assert!([-32800, -32602].contains(&code.as_i64().unwrap()), "{code}");
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
