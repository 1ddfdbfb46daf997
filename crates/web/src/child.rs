//! Work on rules that came from visitors, each in a process of its own: searches, combinations,
//! beliefs and attempts of the computer. Whatever such rules do to memory or to the compiler, it
//! ends that process alone, and a page that goes away takes its process with it.
//!
//! The parent writes a task as one line; the child answers with lines, each the name of an event,
//! a tab, and its JSON. How the child is started, and what the system lets it have, is said by
//! whoever starts the server ([`Child`]).

use crate::catalog::{Catalog, Wanted};
use crate::limits::{CHILD, CHILD_LINE, CHILD_MOMENT};
use crate::lines::{Asked, Lines};
use crate::refusal::Refusal;
use crate::think::say;
use crate::thinking::{Cancel, Question, search};
use crate::{belief, combinations, room_computer};
use axum::http::header;
use axum::response::sse::Event;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::io;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::Command;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::timeout;

/// The program and its arguments that start a child.
pub type Child = Vec<String>;

/// What a child is to do.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Task {
    Think(Question),
    Combine(Asked),
    Threats(Asked),
    Belief(Side),
    Attempt(Side, u8),
}

/// A side of a room, and all that was attempted there.
#[derive(Deserialize, Serialize)]
pub(crate) struct Side {
    #[serde(flatten)]
    pub(crate) wanted: Wanted,
    pub(crate) attempts: Vec<String>,
    /// Whose side: 0 or 1.
    pub(crate) player: usize,
}

/// Starts a child for a search, and passes on what it says, until it ends or nobody listens.
pub(crate) async fn think(
    words: &Child,
    question: Question,
    sender: &UnboundedSender<Event>,
) -> Result<(), Refusal> {
    let task = Task::Think(question);
    let work = followed(words, &task, CHILD, |name, json| say(sender, name, json.to_string()));
    tokio::select! {
        ended = work => ended,
        // The child is killed when it is dropped.
        () = sender.closed() => Ok(()),
    }
}

/// Starts a child for one answer. If this is dropped, the child is killed.
pub(crate) async fn answer(words: &Child, task: &Task) -> Result<String, Refusal> {
    let mut said = Err(Refusal::bug("nothing was answered"));
    let hear = |name: &str, json: &str| {
        said = match name {
            "refused" => Err(Refusal::read(json)),
            _ => Ok(json.to_string()),
        }
    };
    followed(words, task, CHILD_MOMENT, hear).await?;
    said
}

/// The same as an answer to a page.
pub(crate) async fn respond(words: &Child, task: &Task) -> Result<Response, Refusal> {
    let json = answer(words, task).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

/// Follows a child until its last word, for this long at most.
async fn followed(
    words: &Child,
    task: &Task,
    most: Duration,
    hear: impl FnMut(&str, &str),
) -> Result<(), Refusal> {
    match timeout(most, passed_on(words, task, hear)).await {
        Ok(Ok(true)) => Ok(()),
        Ok(Ok(false)) => Err(Refusal::bad(
            "the work was ended: these rules take too much memory or time",
            "make the board smaller, or the search shorter",
        )),
        Ok(Err(why)) => Err(Refusal::bug(format!("no process can be started: {why}"))),
        Err(_) => Err(Refusal::bad("this takes too long with these rules", "ask for less")),
    }
}

/// Whether the child has said its last word.
async fn passed_on(
    words: &Child,
    task: &Task,
    mut hear: impl FnMut(&str, &str),
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
        let line = serde_json::to_string(task).unwrap_or_default() + "\n";
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
        hear(name, json);
        if is_last {
            return Ok(true);
        }
    }
}

/// What a child does: the task of a line, and hands each line that is to be written to `write`. The
/// caller has limited what the process may take.
pub fn work_in_child(task: &str, write: &dyn Fn(&str)) {
    let task = serde_json::from_str::<Task>(task);
    let task = task.map_err(|why| Refusal::bad(format!("this is no such task: {why}"), ""));
    if let Err(refusal) = task.and_then(|task| done(&task, write)) {
        write(&format!("refused\t{}", refusal.json()));
    }
}

fn done(task: &Task, write: &dyn Fn(&str)) -> Result<(), Refusal> {
    let (catalog, lines, cancel) = (Catalog::alone(), Lines::default(), Cancel::default());
    let end =
        |json: serde_json::Result<String>| write(&format!("done\t{}", json.unwrap_or_default()));
    match task {
        Task::Think(question) => {
            let listener = |name: &str, json: String| write(&format!("{name}\t{json}"));
            search(&catalog, question, &listener, &cancel)?;
        }
        Task::Combine(asked) => {
            let found = combinations::combination(&catalog, &lines, asked, &cancel)?;
            end(serde_json::to_string(&found));
        }
        Task::Threats(asked) => {
            let found = combinations::threats(&catalog, &lines, asked, &cancel)?;
            end(serde_json::to_string(&found));
        }
        Task::Belief(side) => {
            end(serde_json::to_string(&belief::of_side(&catalog, side, &cancel)?));
        }
        Task::Attempt(side, level) => {
            end(serde_json::to_string(&room_computer::attempt(&catalog, side, *level)?));
        }
    }
    Ok(())
}
