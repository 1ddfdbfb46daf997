//! The language server as an editor uses it: the program is started, and a client speaks with
//! it over its standard input and output.

#![allow(clippy::disallowed_methods, reason = "tests write files")]

use crate::support::{multigame, scratch, start};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A client with a folder of its own.
struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    folder: PathBuf,
    last_id: i32,
    /// Notifications that came while something else was waited for.
    notified: Vec<Value>,
}

/// Rules with something of every kind, and a mistake in the last one.
const SMALL: &str = "dimensions (4,4)
pieces { man 'M' 'm'   king 'K' 'k' }
counters { quiet 0 .. 9 }
start { mm2/4/4/2MM }
main = try walk else lose.
// One step ahead.
walk = find own man, pickup, forward, step, points at empty field, putdown, add 1 to quiet.
value men = count own man.
";

impl Client {
    fn new(test: &str) -> Client {
        let folder = scratch(test);
        let mut command = Command::new(env!("CARGO_BIN_EXE_multigame"));
        command.args(["lsp", "--stdio"]).current_dir(&folder).env("XDG_CACHE_HOME", &folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = start(&mut command);
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut client = Client { child, input, output, folder, last_id: 0, notified: Vec::new() };
        let can = client.ask("initialize", json!({ "capabilities": {} }));
        assert_eq!(can["result"]["serverInfo"]["name"], "multigame");
        client.notify("initialized", json!({}));
        client
    }

    fn uri(&self, file: &str) -> String {
        format!("file://{}/{file}", self.folder.display())
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("it reads");
        self.input.flush().expect("it reads");
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        self.answer(&json!(id))
    }

    /// The answer with this number; what comes before it is kept.
    fn answer(&mut self, id: &Value) -> Value {
        loop {
            let message = self.receive();
            if message.get("method").is_none() && message["id"] == *id {
                return message;
            }
            self.notified.push(message);
        }
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).expect("a header");
            assert!(!line.is_empty(), "the server has ended");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(n) => length = n.parse().expect("a length"),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("a message");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    /// Opens a document that is not on disk.
    fn open(&mut self, file: &str, text: &str) -> String {
        let uri = self.uri(file);
        let document = json!({ "uri": uri, "languageId": "multigame", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
        uri
    }

    /// The messages about a version of a document.
    fn messages(&mut self, uri: &str, version: i32) -> Vec<Value> {
        loop {
            let is_it = |it: &Value| {
                it["method"] == "textDocument/publishDiagnostics"
                    && it["params"]["uri"] == uri
                    && it["params"]["version"] == version
            };
            if let Some(at) = self.notified.iter().position(is_it) {
                let found = self.notified.remove(at);
                return found["params"]["diagnostics"].as_array().expect("a list").clone();
            }
            let message = self.receive();
            self.notified.push(message);
        }
    }

    /// Asks about the first place of some words in a text.
    fn ask_at(&mut self, method: &str, uri: &str, text: &str, words: &str) -> Value {
        let place = place(text, words);
        let document = json!({ "uri": uri });
        let mut params =
            json!({ "textDocument": document, "position": place, "newName": "stride" });
        if method == "references" {
            params["context"] = json!({ "includeDeclaration": true });
        }
        self.ask(&format!("textDocument/{method}"), params)
    }

    fn ask_about(&mut self, method: &str, uri: &str) -> Value {
        let all = json!({ "start": { "line": 0, "character": 0 },
                          "end": { "line": 999, "character": 0 } });
        let params = json!({ "textDocument": { "uri": uri }, "range": all,
                             "options": { "tabSize": 2, "insertSpaces": true },
                             "context": { "diagnostics": [] } });
        self.ask(&format!("textDocument/{method}"), params)["result"].clone()
    }

    /// Says goodbye; returns the exit code.
    fn leave(mut self) -> Option<i32> {
        self.ask("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.child.wait().expect("it ends").code()
    }
}

/// Where words are in a text, as the protocol counts.
fn place(text: &str, words: &str) -> Value {
    let before = &text[..text.find(words).expect("the words")];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    json!({ "line": line, "character": before[start..].encode_utf16().count() })
}

#[test]
fn messages_follow_what_is_typed() {
    let mut client = Client::new("messages");
    let text = SMALL.replace("find own man", "find own mna");
    let uri = client.open("game.mg", &text);
    let found = client.messages(&uri, 1);
    assert_eq!(found[0]["code"], "unknown-name");
    assert_eq!(found[0]["range"]["start"], place(&text, "mna"));
    let actions = client.ask_about("codeAction", &uri);
    assert_eq!(actions[0]["title"], "Replace `mna` by `man`");
    let edit = &actions[0]["edit"]["documentChanges"][0]["edits"][0];
    assert_eq!(edit["newText"], "man");
    // The same change, as the editor then reports it.
    let change = json!({ "range": edit["range"], "text": edit["newText"] });
    let document = json!({ "uri": uri, "version": 2 });
    let params = json!({ "textDocument": document, "contentChanges": [change] });
    client.notify("textDocument/didChange", params);
    let found = client.messages(&uri, 2);
    assert!(found.iter().all(|it| it["severity"] != 1), "{found:?}");
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn hover_and_completion() {
    let mut client = Client::new("hover");
    let uri = client.open("game.mg", SMALL);
    let shown = client.ask_at("hover", &uri, SMALL, "pickup");
    let shown = shown["result"]["contents"]["value"].as_str().expect("text").to_string();
    assert!(shown.contains("into the hand"), "{shown}");
    let shown = client.ask_at("hover", &uri, SMALL, "walk else");
    assert!(shown["result"]["contents"]["value"].to_string().contains("One step ahead"));
    let found = client.ask_at("completion", &uri, SMALL, "man, pickup");
    let labels: Vec<&str> = found["result"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|it| it["label"].as_str())
        .collect();
    assert_eq!(labels, ["king", "man", "piece"]);
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn definitions_and_references_through_what_is_extended() {
    let mut client = Client::new("definition");
    // One base is only on disk, and one is built in.
    std::fs::write(client.folder.join("base_game.mg"), SMALL).expect("it is written");
    let text = "extends base_game\nmain = try [ walk, quiet < 9 ] else draw.\n";
    let uri = client.open("variant.mg", text);
    let found = client.ask_at("definition", &uri, text, "walk");
    assert_eq!(found["result"]["uri"], client.uri("base_game.mg"));
    assert_eq!(found["result"]["range"]["start"], place(SMALL, "walk = "));
    let found = client.ask_at("references", &uri, text, "quiet");
    assert_eq!(found["result"].as_array().map(Vec::len), Some(3));
    // The editor's text of the base comes before the file.
    let base = client.open("base_game.mg", &SMALL.replace("// One", "\n\n// One"));
    let found = client.ask_at("definition", &uri, text, "walk");
    assert_eq!(found["result"]["uri"], base);
    assert_eq!(found["result"]["range"]["start"]["line"], 8);
    let text = "extends chess\nwithout quiet\n";
    let uri = client.open("no_limit.mg", text);
    let found = client.ask_at("definition", &uri, text, "quiet");
    let shown = found["result"]["uri"].as_str().expect("an address").to_string();
    assert!(shown.ends_with("/chess.mg"), "{shown}");
    assert!(std::path::Path::new(shown.strip_prefix("file://").expect("a file")).is_file());
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn other_names_in_all_documents() {
    let mut client = Client::new("rename");
    let base = client.open("base_game.mg", SMALL);
    let text = "extends base_game\nmain = try walk else draw.\n";
    std::fs::write(client.folder.join("variant.mg"), text).expect("it is written");
    let changed = client.ask_at("rename", &base, SMALL, "walk else");
    let changes = changed["result"]["documentChanges"].as_array().expect("a list").clone();
    let n_edits = |file: &str| {
        let uri = client.uri(file);
        let here = changes.iter().filter(|it| it["textDocument"]["uri"] == uri);
        here.map(|it| it["edits"].as_array().map_or(0, Vec::len)).sum::<usize>()
    };
    assert_eq!((n_edits("base_game.mg"), n_edits("variant.mg")), (2, 1), "{changes:?}");
    let range = client.ask_at("prepareRename", &base, SMALL, "walk else");
    assert_eq!(range["result"]["start"], place(SMALL, "walk else"));
    let refused = client.ask_at("rename", &base, SMALL, "main");
    assert_eq!(refused["error"]["message"], "the game runs `main` by this name");
    let variant = "extends chess\nmove = base move.\n";
    let uri = client.open("mine.mg", variant);
    let refused = client.ask_at("rename", &uri, variant, "move");
    assert_eq!(refused["error"]["message"], "it is defined in `chess`, which is built in");
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn layout_colors_hints_lenses_and_outline() {
    let mut client = Client::new("layout");
    let uri = client.open("game.mg", SMALL);
    let edits = client.ask_about("formatting", &uri);
    let formatted = edits[0]["newText"].as_str().expect("a text").to_string();
    assert!(formatted.contains("putdown,\n"), "{formatted}");
    let colors = client.ask_about("semanticTokens/full", &uri);
    let n = colors["data"].as_array().map_or(0, Vec::len);
    assert!(n > 100 && n.is_multiple_of(5), "{n}");
    let hints = client.ask_about("inlayHint", &uri);
    let shown: Vec<&Value> =
        hints.as_array().expect("a list").iter().map(|it| &it["label"]).collect();
    assert_eq!(shown, ["2 moves", "2 moves"]);
    let lenses = client.ask_about("codeLens", &uri);
    assert_eq!(lenses[0]["command"]["command"], "multigame.play");
    assert_eq!(lenses[1]["command"]["arguments"][0], uri);
    let outline = client.ask_about("documentSymbol", &uri);
    assert_eq!(outline.as_array().map(Vec::len), Some(6));
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn odd_messages_get_answers() {
    let mut client = Client::new("odd");
    let not_json = "{]";
    write!(client.input, "Content-Length: 2\r\n\r\n{not_json}").expect("it reads");
    assert_eq!(client.answer(&Value::Null)["error"]["code"], -32700);
    assert_eq!(client.ask("no/such/method", json!({}))["error"]["code"], -32601);
    assert_eq!(client.ask("textDocument/hover", json!([1]))["error"]["code"], -32602);
    let nowhere = client.ask_at("hover", "file:///nowhere.mg", SMALL, "walk");
    assert_eq!(nowhere["error"]["code"], -32602);
    let deep = format!("main = {} step {}.", "[".repeat(100_000), "]".repeat(100_000));
    let uri = client.open("deep.mg", &deep);
    assert!(client.messages(&uri, 1).iter().any(|it| it["code"] == "too-deep"));
    let large = format!("// {}\n", "x".repeat(1 << 20));
    let uri = client.open("large.mg", &large);
    assert_eq!(client.messages(&uri, 1)[0]["code"], "file-too-large");
    client.ask_about("semanticTokens/full", &uri);
    // A change beyond the end of a text is one at its end.
    let uri = client.open("game.mg", SMALL);
    let far = json!({ "line": 9999, "character": 9999 });
    let change = json!({ "range": { "start": far, "end": far }, "text": "é = step" });
    let params =
        json!({ "textDocument": { "uri": uri, "version": 2 }, "contentChanges": [change] });
    client.notify("textDocument/didChange", params);
    assert_eq!(client.messages(&uri, 2)[0]["code"], "bad-name");
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn a_canceled_request_is_answered() {
    let mut client = Client::new("cancel");
    let uri = client.open("game.mg", SMALL);
    let hover = |id: i32| {
        json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params":
                { "textDocument": { "uri": uri }, "position": place(SMALL, "pickup") } })
    };
    // All at once, so that the last is there before the first is looked at, or soon after;
    // either is right, but each request has one answer.
    let cancel = json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 902 } });
    let all = [hover(901), hover(902), cancel].map(|it| it.to_string());
    let all = all.map(|it| format!("Content-Length: {}\r\n\r\n{it}", it.len())).concat();
    client.input.write_all(all.as_bytes()).expect("it reads");
    assert!(client.answer(&json!(901))["result"].is_object());
    let second = client.answer(&json!(902));
    assert!(second["error"]["code"] == -32800 || second["result"].is_object(), "{second}");
    assert_eq!(client.leave(), Some(0));
}

#[test]
fn exit_codes() {
    let folder = scratch("exit");
    let code = |input: &str| multigame(&folder, &["lsp"], input).status.code();
    assert_eq!(code(""), Some(1));
    let exit = r#"{"jsonrpc":"2.0","method":"exit"}"#;
    assert_eq!(code(&format!("Content-Length: {}\r\n\r\n{exit}", exit.len())), Some(1));
    let output = multigame(&folder, &["lsp"], "Content-Length: 99999999999999\r\n\r\n");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("is longer than"), "{said}");
}
