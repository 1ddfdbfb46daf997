//! Searches of rules that came from visitors, each in a process of its own: whatever such rules
//! do to memory or to the compiler, it ends that process alone, and a page that goes away takes
//! its process with it.
//!
//! The parent writes the question as one line; the child answers with lines, each the name of
//! an event, a tab, and its JSON. How the child is started, and what the system lets it have,
//! is said by whoever starts the server ([`Child`]).

use crate::catalog::Catalog;
use crate::limits::{CHILD, CHILD_LINE};
use crate::refusal::Refusal;
use crate::think::say;
use crate::thinking::{Cancel, Question, search};
use axum::response::sse::Event;
use std::io;
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::Command;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::timeout;

/// The program and its arguments that start a child.
pub type Child = Vec<String>;

/// Starts a child for a question, and passes on what it says, until it ends or nobody listens.
pub(crate) async fn run(
    words: &Child,
    question: &Question,
    sender: &UnboundedSender<Event>,
) -> Result<(), Refusal> {
    let work = passed_on(words, question, sender);
    tokio::select! {
        ended = timeout(CHILD, work) => match ended {
            Ok(Ok(true)) => Ok(()),
            Ok(Ok(false)) => Err(Refusal::bad(
                "the search was ended: these rules take too much memory or time",
                "make the board smaller, or the search shorter",
            )),
            Ok(Err(why)) => Err(Refusal::bug(format!("no search can be started: {why}"))),
            Err(_) => Err(Refusal::bad("the search took too long", "ask for less")),
        },
        // The child is killed when it is dropped.
        () = sender.closed() => Ok(()),
    }
}

/// Whether the child has said its last word.
async fn passed_on(
    words: &Child,
    question: &Question,
    sender: &UnboundedSender<Event>,
) -> io::Result<bool> {
    let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true)
        .spawn()?;
    if let Some(mut input) = child.stdin.take() {
        let line = serde_json::to_string(question).unwrap_or_default() + "\n";
        // A child that has ended already is told of by what it did not say.
        let _ = input.write_all(line.as_bytes()).await;
    }
    let Some(output) = child.stdout.take() else { return Ok(false) };
    let mut output = BufReader::new(output);
    loop {
        let mut line = String::new();
        let n = (&mut output).take(CHILD_LINE as u64).read_line(&mut line).await?;
        let Some((name, json)) = line.trim_end().split_once('\t') else { return Ok(false) };
        if n == 0 {
            return Ok(false);
        }
        let is_last = ["done", "refused"].contains(&name);
        say(sender, name, json.to_string());
        if is_last {
            return Ok(true);
        }
    }
}

/// What a child does: answers the question of a line, and hands each line that is to be written
/// to `write`. The caller has limited what the process may take.
pub fn search_in_child(question: &str, write: &dyn Fn(&str)) {
    let listener = |name: &str, json: String| write(&format!("{name}\t{json}"));
    let result = serde_json::from_str::<Question>(question)
        .map_err(|why| Refusal::bad(format!("this is no such question: {why}"), ""))
        .and_then(|question| search(&Catalog::default(), &question, &listener, &Cancel::default()));
    if let Err(refusal) = result {
        write(&format!("refused\t{}", refusal.json()));
    }
}
