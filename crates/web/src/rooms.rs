//! Games in which something is hidden, each in a room: the server is the referee, and each
//! player has a key of their own, by which they see what is theirs to see and nothing else.
//!
//! Whoever opens a room gets the key of one side and an invitation, which gives the key of the
//! other side once. What is sent to a player is made from `multigame::Seen` and
//! `multigame::Observation`, in which nothing else can be.

use crate::catalog::{Entry, Wanted};
use crate::limits::{ROOMS, TURNS};
use crate::page_state::{Board, Ended, MoveOf};
use crate::refusal::Refusal;
use crate::server::Shared;
use crate::think::{Cancel, Events, say};
use axum::body::Bytes;
use axum::extract::State;
use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use game::{Made, Perceived};
use multigame::{Player, Session};
use serde::{Deserialize, Serialize};
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc::unbounded_channel;
use tokio::sync::watch;

/// All rooms, the one that was used last at the end.
#[derive(Default)]
pub(crate) struct Rooms(Mutex<Vec<Arc<Room>>>);

/// A game between two players.
struct Room {
    entry: Arc<Entry>,
    keys: [String; 2],
    invitation: Mutex<Option<String>>,
    /// Every attempt of both sides, as the referee took them.
    attempts: Mutex<Vec<String>>,
    /// Counts attempts, for pages that wait.
    changes: watch::Sender<usize>,
}

/// A question of a player.
#[derive(Clone, Deserialize)]
pub(crate) struct Keyed {
    key: String,
}

/// An attempt of a player.
#[derive(Deserialize)]
pub(crate) struct Attempt {
    key: String,
    #[serde(rename = "move")]
    text: String,
}

/// Which game, and as whom; or an invitation to a room.
#[derive(Deserialize)]
pub(crate) struct Opening {
    #[serde(flatten)]
    wanted: Wanted,
    /// The side of whoever opens the room: 0 or 1.
    #[serde(default)]
    player: usize,
    invitation: Option<String>,
}

/// A seat in a room.
#[derive(Serialize)]
pub(crate) struct Seat {
    key: String,
    /// For the other side; nothing for whoever was invited.
    invitation: Option<String>,
}

/// What a player is told.
#[derive(Serialize)]
pub(crate) struct View {
    game: String,
    rules: Option<String>,
    /// Who looks: 0 or 1.
    viewer: usize,
    /// Who is to move.
    player: usize,
    outcome: Option<Ended>,
    #[serde(flatten)]
    board: Board,
    /// Whether each field is seen.
    seen: Vec<bool>,
    /// What may be tried, if it is the viewer's turn.
    moves: Vec<MoveOf>,
    turns: Vec<TurnOf>,
    /// What was heard since the last turn ended.
    heard: Vec<String>,
}

/// A turn as a player perceived it.
#[derive(Serialize)]
struct TurnOf {
    player: usize,
    /// Their own move; nothing if it is not theirs to know.
    text: Option<String>,
    heard: Vec<String>,
}

impl Rooms {
    fn all(&self) -> MutexGuard<'_, Vec<Arc<Room>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room of a key, and whose key it is.
    fn find(&self, key: &str) -> Result<(Arc<Room>, Player), Refusal> {
        let mut rooms = self.all();
        for i in 0..rooms.len() {
            if let Some(side) = rooms[i].keys.iter().position(|known| known == key) {
                let room = rooms.remove(i);
                rooms.push(Arc::clone(&room));
                return Ok((room, Player::BOTH[side]));
            }
        }
        Err(Refusal::missing("there is no such room any more", "open a new one"))
    }

    fn invited(&self, invitation: &str) -> Result<Seat, Refusal> {
        for room in self.all().iter() {
            let mut open = room.invitation.lock().unwrap_or_else(PoisonError::into_inner);
            if open.as_deref() == Some(invitation) {
                *open = None;
                // The invitation begins with the number of the side that it is for.
                let side = usize::from(invitation.starts_with('1'));
                return Ok(Seat { key: room.keys[side].clone(), invitation: None });
            }
        }
        Err(Refusal::missing("this invitation was used, or its room is gone", "ask for another"))
    }
}

/// Opens a room, or takes the other seat of one.
pub(crate) fn open(shared: &Shared, opening: &Opening) -> Result<Seat, Refusal> {
    if let Some(invitation) = &opening.invitation {
        return shared.rooms.invited(invitation);
    }
    let entry = shared.catalog.find(&opening.wanted)?;
    if !entry.shown.facts().hidden {
        return Err(Refusal::bad("nothing is hidden in this game", "play it without a room"));
    }
    let side = opening.player.min(1);
    let invitation = format!("{}{}", 1 - side, secret());
    let room = Arc::new(Room {
        entry,
        keys: [secret(), secret()],
        invitation: Mutex::new(Some(invitation.clone())),
        attempts: Mutex::default(),
        changes: watch::channel(0).0,
    });
    let key = room.keys[side].clone();
    let mut rooms = shared.rooms.all();
    rooms.push(room);
    if rooms.len() > ROOMS {
        rooms.remove(0);
    }
    Ok(Seat { key, invitation: Some(invitation) })
}

/// A text that nobody guesses: the hash function of the standard library has keys that begin
/// with 128 bits from the system.
fn secret() -> String {
    let part = || format!("{:016x}", RandomState::new().hash_one("multigame"));
    format!("{}{}", part(), part())
}

/// Answers what a player sees.
pub(crate) fn view(shared: &Shared, keyed: &Keyed) -> Result<View, Refusal> {
    let (room, player) = shared.rooms.find(&keyed.key)?;
    room.view(player)
}

/// Takes an attempt, and answers what the player sees then.
pub(crate) fn attempt(shared: &Shared, attempt: &Attempt) -> Result<View, Refusal> {
    let (room, player) = shared.rooms.find(&attempt.key)?;
    {
        let mut attempts = room.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        if attempts.len() >= TURNS {
            return Err(Refusal::bad("this game is too long", "open a new room"));
        }
        let mut session = room.session(&attempts)?;
        if session.player() != player {
            return Err(Refusal::bad("it is not your turn", "wait for the other side"));
        }
        session.attempt(&attempt.text)?;
        attempts.push(attempt.text.clone());
    }
    room.changes.send_modify(|n| *n += 1);
    room.view(player)
}

/// Streams what a player sees, each time that it changes.
pub(crate) async fn events(
    State(shared): State<Arc<Shared>>,
    body: Bytes,
) -> Result<Response, Refusal> {
    let keyed: Keyed = crate::answers::read(&body)?;
    let (room, player) = shared.rooms.find(&keyed.key)?;
    let mut changes = room.changes.subscribe();
    let (sender, receiver) = unbounded_channel();
    tokio::spawn(async move {
        let mut last = String::new();
        loop {
            let viewed = Arc::clone(&room);
            let view = shared.workers.run(move || viewed.view(player)).await;
            let (name, json) = match view {
                Ok(view) => ("view", serde_json::to_string(&view).unwrap_or_default()),
                Err(refusal) => ("refused", refusal.json()),
            };
            // Something that changes nothing for this player must not be noticed by them.
            if json != last {
                say(&sender, name, json.clone());
                last = json;
            }
            tokio::select! {
                changed = changes.changed() => if changed.is_err() { return },
                () = sender.closed() => return,
            }
        }
    });
    Ok(Sse::new(Events::new(receiver, Cancel::default()))
        .keep_alive(KeepAlive::default())
        .into_response())
}

impl Room {
    /// The game as far as it was played.
    fn session(&self, attempts: &[String]) -> Result<Session<'_>, Refusal> {
        let mut session = Session::new(&self.entry.shown)?;
        for text in attempts {
            session.attempt(text)?;
        }
        Ok(session)
    }

    fn view(&self, player: Player) -> Result<View, Refusal> {
        let attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let session = self.session(&attempts)?;
        let (entry, seen) = (&self.entry, session.seen(player)?);
        let facts = entry.shown.facts();
        let outcome = session.outcome()?;
        let is_own_turn = outcome.is_none() && session.player() == player;
        // Legal moves that are no tries can be known from what was told before the turn.
        let tries = if is_own_turn { session.attemptable()? } else { Vec::new() };
        let named = |text: String| MoveOf { steps: entry.steps.of(&text), text };
        let fields = (0..facts.board.n_fields()).map(|i| game::Field(i as u16));
        Ok(View {
            game: entry.text.name.clone(),
            rules: game_rules(entry),
            viewer: player.index(),
            player: session.player().index(),
            outcome: outcome.map(|outcome| Ended::new(entry, outcome)),
            board: Board::on_board(facts, &seen.setup),
            seen: fields.map(|field| seen.fields.contains(field)).collect(),
            moves: tries.into_iter().map(named).collect(),
            turns: session.view(player).turns.iter().map(turn_of).collect(),
            heard: session.heard(player),
        })
    }
}

/// The rules of a game that has no name here.
fn game_rules(entry: &Entry) -> Option<String> {
    let is_built_in =
        multigame::Text::built_in(&entry.text.name).is_ok_and(|text| text.text == entry.text.text);
    (!is_built_in).then(|| entry.text.text.clone())
}

fn turn_of(turn: &Perceived) -> TurnOf {
    let text = match &turn.made {
        Made::Hidden => None,
        Made::Move(text) => Some(text.clone()),
        Made::Refused(text) => Some(format!("[{text}]")),
    };
    let refused = turn.refused.iter().flat_map(|refused| refused.heard.iter());
    let heard = refused.chain(&turn.said).chain(&turn.told).cloned().collect();
    TurnOf { player: turn.mover.index(), text, heard }
}
