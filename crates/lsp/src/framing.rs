//! Cuts a stream of bytes into messages. What is malformed becomes an answer, and what cannot
//! be passed over ends the stream with a reason: a client that lies about lengths could
//! otherwise take all memory.

use lsp_server::Message;
use serde_json::{Value, json};
use std::io::{BufRead, Read, Write};

/// No document is near this.
const MAX_BYTES: usize = 64 << 20;

/// A header is some ten bytes.
const MAX_HEADER: u64 = 4096;

/// What was read.
pub(crate) enum Frame {
    Message(Message),
    /// A message that is none; what to answer.
    Malformed(Value),
    /// Where the next message begins is not known.
    Broken(String),
}

/// The next message; `None` at the end of the stream.
pub(crate) fn read(input: &mut impl BufRead) -> Option<Frame> {
    let length = match headers(input)? {
        Ok(length) if length <= MAX_BYTES => length,
        Ok(length) => {
            let why = format!("a message of {length} bytes is longer than {MAX_BYTES}");
            return Some(Frame::Broken(why));
        }
        Err(why) => return Some(Frame::Broken(why)),
    };
    let mut bytes = Vec::new();
    match input.take(length as u64).read_to_end(&mut bytes) {
        Ok(n) if n == length => Some(understood(&bytes)),
        _ => Some(Frame::Broken("the input ends inside a message".to_string())),
    }
}

/// Reads headers up to the empty line; returns the length of what follows.
fn headers(input: &mut impl BufRead) -> Option<Result<usize, String>> {
    let mut length = None;
    let mut first = true;
    loop {
        let mut line = Vec::new();
        let read = input.by_ref().take(MAX_HEADER).read_until(b'\n', &mut line);
        match read {
            Ok(0) if first => return None,
            Ok(_) if line.ends_with(b"\n") => {}
            _ => return Some(Err("the input ends inside a header, or it is too long".to_string())),
        }
        first = false;
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            let missing = || "a message without `Content-Length`".to_string();
            return Some(length.ok_or_else(missing));
        }
        let Some((name, value)) = line.split_once(':') else {
            return Some(Err(format!("`{}` is no header", shorten(line))));
        };
        if name.eq_ignore_ascii_case("content-length") {
            match value.trim().parse() {
                Ok(n) => length = Some(n),
                Err(_) => return Some(Err(format!("`{}` is no length", shorten(value.trim())))),
            }
        }
    }
}

fn understood(bytes: &[u8]) -> Frame {
    const PARSE_ERROR: i32 = -32700;
    const INVALID_REQUEST: i32 = -32600;
    let refuse = |id: Value, code: i32, why: String| {
        let error = json!({ "code": code, "message": why });
        Frame::Malformed(json!({ "jsonrpc": "2.0", "id": id, "error": error }))
    };
    let value: Value = match serde_json::from_slice(bytes) {
        Ok(value) => value,
        Err(why) => return refuse(Value::Null, PARSE_ERROR, format!("this is no JSON: {why}")),
    };
    let id = value.get("id").cloned().unwrap_or_default();
    match serde_json::from_value(value) {
        Ok(message) => Frame::Message(message),
        Err(_) => {
            let why = "this is neither a request nor a response nor a notification";
            refuse(id, INVALID_REQUEST, why.to_string())
        }
    }
}

/// Writes an answer that has no type.
pub(crate) fn write(output: &mut dyn Write, value: &Value) -> std::io::Result<()> {
    let text = value.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str) -> String {
        match read(&mut input.as_bytes()) {
            None => "the end".to_string(),
            Some(Frame::Message(_)) => "a message".to_string(),
            Some(Frame::Malformed(answer)) => answer["error"]["code"].to_string(),
            Some(Frame::Broken(why)) => why,
        }
    }

    #[test]
    fn anything_is_answered() {
        let body = r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#;
        assert_eq!(check(&format!("Content-Length: {}\r\n\r\n{body}", body.len())), "a message");
        assert_eq!(check(""), "the end");
        assert_eq!(check("Content-Length: 3\r\n\r\n{]}"), "-32700");
        assert_eq!(check("Content-Length: 2\r\n\r\n{}"), "-32600");
        assert_eq!(check(&format!("Content-Length: 4000\r\n\r\n{}", "[".repeat(4000))), "-32700");
        assert_eq!(check("Content-Length: 9\r\n\r\n{}"), "the input ends inside a message");
        assert_eq!(check("Content-Length: -9\r\n\r\n{}"), "`-9` is no length");
        assert_eq!(check("hello\r\n\r\n{}"), "`hello` is no header");
        assert_eq!(check("Content-Type: x\r\n\r\n{}"), "a message without `Content-Length`");
        let long = check("Content-Length: 99999999999\r\n\r\n");
        assert!(long.starts_with("a message of 99999999999 bytes"), "{long}");
    }
}
