//! The loop: takes what has come in, answers requests in their order, and sends messages
//! about documents when nothing more comes in for a moment.

use crate::capabilities::{capabilities, units};
use crate::framing::{self, Frame};
use crate::lines::Units;
use crate::workspace::Workspace;
use crate::{Disk, requests};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams,
    InitializeParams, InitializeResult, ServerInfo,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::{BTreeMap, VecDeque};
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// Messages about a document are sent after this long without anything coming in.
const PAUSE: Duration = Duration::from_millis(5);

/// This many messages may wait.
const MAX_WAITING: usize = 1024;

/// How a session ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The client asked for it, first `shutdown` and then `exit`.
    Asked,
    /// The client left, or said `exit` without `shutdown`.
    Left,
    /// What came in could not be cut into messages.
    Broken(String),
}

/// Speaks with a client until it leaves.
pub fn serve(
    mut input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    disk: &dyn Disk,
) -> io::Result<Ended> {
    let (send, receive) = sync_channel(MAX_WAITING);
    std::thread::Builder::new().spawn(move || {
        while let Some(frame) = framing::read(&mut input) {
            let is_last = matches!(frame, Frame::Broken(_));
            if send.send(frame).is_err() || is_last {
                break;
            }
        }
    })?;
    let workspace = Workspace { disk, open: BTreeMap::new(), units: Units::Utf16 };
    let mut server = Server {
        workspace,
        output,
        waiting: VecDeque::new(),
        initialized: false,
        shut_down: false,
    };
    server.run(&receive)
}

struct Server<'s> {
    workspace: Workspace<'s>,
    output: &'s mut dyn Write,
    /// What came in and was not looked at yet.
    waiting: VecDeque<Frame>,
    initialized: bool,
    shut_down: bool,
}

impl Server<'_> {
    fn run(&mut self, receive: &Receiver<Frame>) -> io::Result<Ended> {
        loop {
            while self.waiting.len() < MAX_WAITING
                && let Ok(frame) = receive.try_recv()
            {
                self.waiting.push_back(frame);
            }
            let Some(frame) = self.waiting.pop_front() else {
                let is_stale = self.workspace.open.values().any(|it| it.stale);
                let pause = if is_stale { PAUSE } else { Duration::from_secs(3600) };
                match receive.recv_timeout(pause) {
                    Ok(frame) => self.waiting.push_back(frame),
                    Err(RecvTimeoutError::Timeout) => self.publish()?,
                    Err(RecvTimeoutError::Disconnected) => return Ok(Ended::Left),
                }
                continue;
            };
            match frame {
                Frame::Broken(why) => return Ok(Ended::Broken(why)),
                Frame::Malformed(answer) => framing::write(self.output, &answer)?,
                Frame::Message(Message::Request(request)) => self.request(request)?,
                Frame::Message(Message::Notification(it)) if it.method == "exit" => {
                    return Ok(if self.shut_down { Ended::Asked } else { Ended::Left });
                }
                Frame::Message(Message::Notification(it)) => self.notified(it)?,
                Frame::Message(Message::Response(_)) => {}
            }
        }
    }

    fn send(&mut self, message: impl Into<Message>) -> io::Result<()> {
        let message: Message = message.into();
        let value = serde_json::to_value(&message).map_err(io::Error::other)?;
        let mut with_version = json!({ "jsonrpc": "2.0" });
        if let (Value::Object(all), Value::Object(fields)) = (&mut with_version, value) {
            all.extend(fields);
        }
        framing::write(self.output, &with_version)
    }

    fn request(&mut self, request: Request) -> io::Result<()> {
        let Request { id, method, params } = request;
        let answer = match method.as_str() {
            "initialize" if !self.initialized => self.initialize(params),
            _ if !self.initialized => {
                Err((ErrorCode::ServerNotInitialized, "`initialize` comes first".to_string()))
            }
            "shutdown" => {
                self.shut_down = true;
                Ok(Value::Null)
            }
            _ if self.shut_down => {
                Err((ErrorCode::InvalidRequest, "the server is shut down".to_string()))
            }
            _ if self.is_canceled(&id) => Err((ErrorCode::RequestCanceled, "canceled".to_string())),
            _ => {
                let workspace = &self.workspace;
                let work = || requests::answer(workspace, &method, params);
                // A bug that one document shows must not end the others.
                catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
                    Err((ErrorCode::InternalError, "a bug: the answer was given up".to_string()))
                })
            }
        };
        let response = match answer {
            Ok(value) => Response::new_ok(id, value),
            Err((code, why)) => Response::new_err(id, code as i32, why),
        };
        self.send(response)
    }

    fn initialize(&mut self, params: Value) -> Result<Value, (ErrorCode, String)> {
        let params: InitializeParams = parsed(params)?;
        self.initialized = true;
        self.workspace.units = units(&params);
        let version = Some(env!("CARGO_PKG_VERSION").to_string());
        let result = InitializeResult {
            capabilities: capabilities(self.workspace.units),
            server_info: Some(ServerInfo { name: "multigame".to_string(), version }),
        };
        Ok(serde_json::to_value(result).unwrap_or_default())
    }

    /// Whether the client has said meanwhile that it no longer wants the answer.
    fn is_canceled(&self, id: &RequestId) -> bool {
        let id = serde_json::to_value(id).unwrap_or_default();
        self.waiting.iter().any(|frame| match frame {
            Frame::Message(Message::Notification(it)) => {
                it.method == "$/cancelRequest" && it.params.get("id") == Some(&id)
            }
            _ => false,
        })
    }

    fn notified(&mut self, notification: Notification) -> io::Result<()> {
        let Notification { method, params } = notification;
        // What cannot be understood has no answer; the document stays as it was.
        match method.as_str() {
            "textDocument/didOpen" => {
                if let Ok(it) = parsed::<DidOpenTextDocumentParams>(params) {
                    let document = it.text_document;
                    self.workspace.set(document.uri.as_str(), document.text, document.version);
                }
            }
            "textDocument/didChange" => {
                if let Ok(it) = parsed::<DidChangeTextDocumentParams>(params) {
                    let uri = it.text_document.uri;
                    let version = it.text_document.version;
                    self.workspace.change(uri.as_str(), version, it.content_changes);
                }
            }
            "textDocument/didClose" => {
                if let Ok(it) = parsed::<DidCloseTextDocumentParams>(params) {
                    let uri = it.text_document.uri;
                    self.workspace.close(uri.as_str());
                    let nothing = json!({ "uri": uri.as_str(), "diagnostics": [] });
                    self.tell_messages(nothing)?;
                }
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                self.workspace.forget_variants("");
            }
            _ => {}
        }
        Ok(())
    }

    /// Sends the messages about one document that has changed.
    fn publish(&mut self) -> io::Result<()> {
        let Some((uri, open)) = self.workspace.open.iter_mut().find(|(_, it)| it.stale) else {
            return Ok(());
        };
        open.stale = false;
        let (uri, version) = (uri.clone(), open.version);
        let workspace = &self.workspace;
        let work = || requests::messages(workspace, &uri);
        let found = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
            let range = json!({ "line": 0, "character": 0 });
            let message = "a bug: this document could not be checked";
            json!([{ "range": { "start": range, "end": range }, "severity": 1,
                     "source": "multigame", "message": message }])
        });
        self.tell_messages(json!({ "uri": uri, "version": version, "diagnostics": found }))
    }

    fn tell_messages(&mut self, params: Value) -> io::Result<()> {
        self.send(Notification::new("textDocument/publishDiagnostics".to_string(), params))
    }
}

/// Parameters of a type.
pub(crate) fn parsed<T: DeserializeOwned>(params: Value) -> Result<T, (ErrorCode, String)> {
    serde_json::from_value(params)
        .map_err(|why| (ErrorCode::InvalidParams, format!("wrong parameters: {why}")))
}
