//! One game in which something is hidden: the server is its referee, and each player has a key of
//! their own, by which they see what is theirs to see and nothing else.
//!
//! What is sent to a player is made from `multigame::Seen` and `multigame::Observation`, in which
//! nothing else can be.

use crate::catalog::{Entry, Wanted};
use crate::limits::TURNS;
use crate::page_state::{Board, Ended, MoveOf};
use crate::refusal::Refusal;
use axum::http::StatusCode;
use game::{Made, Perceived};
use multigame::{Player, Session};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::watch;

/// A game between two players.
pub(crate) struct Room {
    pub(crate) entry: Arc<Entry>,
    state: Mutex<Saved>,
    /// When somebody was there last.
    used: Mutex<Instant>,
    /// What went wrong with the computer, if something did.
    trouble: Mutex<Option<String>>,
    /// Counts attempts, for pages that wait.
    pub(crate) changes: watch::Sender<usize>,
}

/// All that is kept of a room, also beyond the life of a server.
#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct Saved {
    /// What it is kept by.
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) wanted: Wanted,
    pub(crate) keys: [String; 2],
    pub(crate) invitation: Option<String>,
    pub(crate) computer: Option<Seat>,
    /// Who opened it.
    pub(crate) address: IpAddr,
    /// Every attempt of both sides, as the referee took them.
    pub(crate) attempts: Vec<String>,
}

/// Where the computer sits, and how thorough it is: 1, 2 or 3.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(crate) struct Seat {
    pub(crate) player: usize,
    pub(crate) level: u8,
}

/// Where rooms are kept beyond the life of a server. The library itself reads and writes
/// nothing.
pub trait RoomStore: Send + Sync {
    /// All texts that are kept.
    fn load(&self) -> Vec<String>;
    /// Keeps a text by a name, which is made of letters and digits; replaces the one before.
    fn keep(&self, name: &str, text: &str) -> Result<(), String>;
    /// Forgets the text of a name.
    fn forget(&self, name: &str);
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
    /// Whether the other side is the computer, and what went wrong with it.
    computer: bool,
    trouble: Option<String>,
}

/// A turn as a player perceived it.
#[derive(Serialize)]
struct TurnOf {
    player: usize,
    /// Their own move; nothing if it is not theirs to know.
    text: Option<String>,
    heard: Vec<String>,
}

#[expect(clippy::disallowed_methods, reason = "rooms that nobody uses are dropped one day")]
impl Room {
    pub(crate) fn new(entry: Arc<Entry>, saved: Saved) -> Room {
        let (used, trouble) = (Mutex::new(Instant::now()), Mutex::default());
        let changes = watch::channel(saved.attempts.len()).0;
        Room { entry, state: Mutex::new(saved), used, trouble, changes }
    }

    /// All that is kept of it.
    pub(crate) fn state(&self) -> MutexGuard<'_, Saved> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says that somebody is there.
    pub(crate) fn touch(&self) {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// When somebody was there last.
    pub(crate) fn used(&self) -> Instant {
        *self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes an attempt of a player, and keeps it first where rooms are kept. Whether it was
    /// accepted, and what the player heard if it was not.
    pub(crate) fn attempt(
        &self,
        player: Player,
        text: &str,
        store: Option<&dyn RoomStore>,
    ) -> Result<(bool, Vec<String>), Refusal> {
        let answer = {
            let mut state = self.state();
            if state.attempts.len() >= TURNS {
                return Err(Refusal::bad("this game is too long", "open a new room"));
            }
            let mut session = self.session(&state.attempts)?;
            if session.player() != player {
                return Err(Refusal::bad("it is not your turn", "wait for the other side"));
            }
            let answer = session.attempt(text)?;
            state.attempts.push(text.to_string());
            if let Err(refusal) = keep(&state, store) {
                state.attempts.pop();
                return Err(refusal);
            }
            answer
        };
        self.changes.send_modify(|n| *n += 1);
        Ok((answer.accepted, game::heard_by(player, &answer.said)))
    }

    /// Says to the other player that the computer cannot go on.
    pub(crate) fn complain(&self, why: String) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
        self.changes.send_modify(|n| *n += 1);
    }

    /// The game as far as it was played.
    pub(crate) fn session(&self, attempts: &[String]) -> Result<Session<'_>, Refusal> {
        let mut session = Session::new(&self.entry.shown)?;
        for text in attempts {
            session.attempt(text)?;
        }
        Ok(session)
    }

    /// What a player is told.
    pub(crate) fn view(&self, player: Player) -> Result<View, Refusal> {
        let (attempts, computer) = {
            let state = self.state();
            (state.attempts.clone(), state.computer.is_some())
        };
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
            computer,
            trouble: self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        })
    }
}

/// Keeps a room, where rooms are kept.
pub(crate) fn keep(saved: &Saved, store: Option<&dyn RoomStore>) -> Result<(), Refusal> {
    let Some(store) = store else { return Ok(()) };
    let text = serde_json::to_string(saved).unwrap_or_default();
    store.keep(&saved.name, &text).map_err(|why| {
        let error = format!("the game cannot be kept: {why}");
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, error, "tell whoever runs this server")
    })
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
