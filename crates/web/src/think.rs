//! Searches, streamed: what is found at each depth is an event of its own, and the search ends
//! when nobody listens any more.
//!
//! A search has a place among few (`Workers`), a thread of its own, and a table of fixed size.
//! The stream that a page reads holds what stops it: when the page goes away, the stream is
//! dropped, and with it the search.

#![allow(
    clippy::disallowed_methods,
    reason = "positions a second are shown: this is the edge, where the clock is read"
)]

use crate::catalog::Entry;
use crate::limits::{LINES, SECONDS, TABLE};
use crate::lines::{Asked, first, play};
use crate::refusal::Refusal;
use crate::server::Shared;
use crate::workers::spawn;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use multigame::{Found, Line, Player, Position, Search, Stopper, Verdict};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// What is to be searched, and how far.
#[derive(Deserialize)]
pub(crate) struct Question {
    #[serde(flatten)]
    asked: Asked,
    /// As the computer plays at this level; otherwise an analysis.
    level: Option<u8>,
    lines: Option<usize>,
    seconds: Option<f64>,
    depth: Option<u32>,
    /// What a low level chooses by; the number of moves if nobody says.
    seed: Option<u64>,
}

/// What was found so far.
#[derive(Serialize)]
struct Progress {
    depth: u32,
    nodes: u64,
    nodes_per_second: u64,
    lines: Vec<LineOf>,
}

/// One line of play.
#[derive(Serialize)]
struct LineOf {
    moves: Vec<String>,
    /// What it is worth in words, for the player to move.
    words: String,
    /// The same from -1 to 1 for the first player, for graphs and bars.
    bar: f64,
}

/// What a search ends with.
#[derive(Serialize)]
struct Done {
    /// The move to make, if there is one.
    #[serde(rename = "move")]
    chosen: Option<String>,
    seed: u64,
    complete: bool,
}

/// Tells a search to stop, also if it has not begun.
#[derive(Clone, Default)]
pub(crate) struct Cancel(Arc<Mutex<(bool, Option<Stopper>)>>);

impl Cancel {
    fn stop(&self) {
        let mut inside = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        inside.0 = true;
        if let Some(stopper) = &inside.1 {
            stopper.stop();
        }
    }

    fn stops(&self, stopper: Stopper) {
        let mut inside = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if inside.0 {
            stopper.stop();
        }
        inside.1 = Some(stopper);
    }
}

/// Events of a search, which ends when this is dropped.
pub(crate) struct Events {
    receiver: UnboundedReceiver<Event>,
    cancel: Cancel,
}

impl Events {
    pub(crate) fn new(receiver: UnboundedReceiver<Event>, cancel: Cancel) -> Events {
        Events { receiver, cancel }
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.cancel.stop();
    }
}

impl Stream for Events {
    type Item = Result<Event, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.receiver.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// Answers a question with a stream.
pub(crate) async fn think(
    State(shared): State<Arc<Shared>>,
    body: Bytes,
) -> Result<Response, Refusal> {
    let question: Question = crate::answers::read(&body)?;
    let (sender, receiver) = unbounded_channel();
    let cancel = Cancel::default();
    let events = Events::new(receiver, cancel.clone());
    // Whoever waits for a place keeps the page informed by comments that keep it open.
    tokio::spawn(async move {
        let place = tokio::select! {
            place = shared.searches.place() => place,
            // A page that has gone waits no more.
            () = sender.closed() => return,
        };
        let place = match place {
            Ok(place) => place,
            Err(refusal) => return say(&sender, "refused", refusal.json()),
        };
        let work = {
            let sender = sender.clone();
            move || {
                let _place = place;
                if let Err(refusal) = search(&shared, &question, &sender, &cancel) {
                    say(&sender, "refused", refusal.json());
                }
            }
        };
        if let Err(refusal) = spawn(work) {
            say(&sender, "refused", refusal.json());
        }
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

pub(crate) fn say(sender: &UnboundedSender<Event>, name: &str, json: String) {
    // If nobody listens, the search will be told to stop.
    let _ = sender.send(Event::default().event(name).data(json));
}

fn tell(sender: &UnboundedSender<Event>, name: &str, what: &impl Serialize) {
    say(sender, name, serde_json::to_string(what).unwrap_or_default());
}

fn search(
    shared: &Shared,
    question: &Question,
    sender: &UnboundedSender<Event>,
    cancel: &Cancel,
) -> Result<(), Refusal> {
    let asked = &question.asked;
    let entry: Arc<Entry> = shared.catalog.find(&asked.wanted)?;
    let game = entry.played()?;
    let mut position = first(game, asked)?;
    play(&mut position, &asked.moves)?;
    let moves = position.moves()?;
    let seed = question.seed.unwrap_or(asked.moves.len() as u64);
    let search = Search::new(game).memory(TABLE).threads(1);
    let search = match question.level {
        Some(level) => search.level(level.clamp(1, 10)),
        None => analysis(search, question, moves.len()),
    };
    cancel.stops(search.stopper());
    let began = Instant::now();
    let mut progress = |found: &Found| tell(sender, "found", &shown(&position, found, began));
    // There is nothing to think about if there is no choice.
    let is_forced = question.level.is_some() && moves.len() <= 1;
    let found = match is_forced {
        true => None,
        false => Some(search.best_with_progress(&position, &mut progress)?),
    };
    if let Some(found) = &found {
        tell(sender, "found", &shown(&position, found, began));
    }
    let chosen = found.as_ref().and_then(|found| search.chosen(found, seed)).or(moves.first());
    let chosen = chosen.map(|made| made.text().to_string());
    let complete = found.is_none_or(|found| found.is_complete());
    tell(sender, "done", &Done { chosen, seed, complete });
    Ok(())
}

/// A search for the best lines, for as long as it may take.
fn analysis<'g>(search: Search<'g>, question: &Question, n_moves: usize) -> Search<'g> {
    let lines = question.lines.unwrap_or(3).clamp(1, LINES.min(n_moves.max(1)));
    let seconds = question.seconds.unwrap_or(SECONDS).clamp(0.0, SECONDS);
    let search = search.lines(lines).time(Duration::from_secs_f64(seconds));
    match question.depth {
        Some(depth) => search.depth(depth),
        None => search,
    }
}

fn shown(position: &Position, found: &Found, began: Instant) -> Progress {
    let milliseconds = began.elapsed().as_millis().max(1) as u64;
    Progress {
        depth: found.depth(),
        nodes: found.nodes(),
        nodes_per_second: found.nodes().saturating_mul(1000) / milliseconds,
        lines: found.lines().iter().map(|line| line_of(position, line)).collect(),
    }
}

fn line_of(position: &Position, line: &Line) -> LineOf {
    let bar = bar(line);
    let moves = line.moves().iter().map(|made| made.text().to_string()).collect();
    let for_first = if position.player() == Player::First { bar } else { -bar };
    LineOf { moves, words: words(position, line), bar: for_first }
}

/// What a line is worth for the player to move, from -1 to 1.
fn bar(line: &Line) -> f64 {
    match (line.verdict(), line.win_share()) {
        (Verdict::Wins(_), _) => 1.0,
        (Verdict::Loses(_), _) => -1.0,
        (Verdict::Points(points), _) => f64::from(points.signum()),
        (Verdict::Open(_), Some(share)) => 2.0 * share - 1.0,
        // Evaluations have no common unit; in most of them a piece is about 100.
        (Verdict::Open(value), None) => (f64::from(value) / 250.0).tanh(),
    }
}

/// What a line is worth in words.
fn words(position: &Position, line: &Line) -> String {
    let facts = position.game().facts();
    let own = |verb: &str| facts.player_does(position.player(), verb);
    let other = |verb: &str| facts.player_does(position.player().other(), verb);
    let turns = |n: u32| if n == 1 { "1 turn".to_string() } else { format!("{n} turns") };
    match (line.verdict(), line.win_share()) {
        (Verdict::Wins(n), _) if facts.n_players() == 1 => format!("solved in {}", turns(n)),
        (Verdict::Wins(n), _) => format!("{} in {}", own("wins"), turns(n)),
        (Verdict::Loses(n), _) => format!("{} in {}", other("wins"), turns(n)),
        (Verdict::Points(n @ 0..), _) => format!("{} by {n}", own("wins")),
        (Verdict::Points(n), _) => format!("{} by {}", other("wins"), n.unsigned_abs()),
        (Verdict::Open(_), Some(share)) => format!("{:.0}%", 100.0 * share),
        (Verdict::Open(value), None) => format!("{value:+}"),
    }
}
