//! One game in which something is hidden: the server is its referee, and each player has a key of
//! their own, by which they see what is theirs to see and nothing else.
//!
//! What is sent to a player is made from `multigame::Seen` and `multigame::Observation`, in which
//! nothing else can be.
//!
//! Invariant: no lock of a room is held while rules run, so that a game whose rules are slow keeps
//! nobody waiting but whoever asks about it.

use crate::catalog::{Entry, Wanted};
use crate::child::Side;
use crate::limits::{PLAYED_TURNS, REPLAY, TURNS};
use crate::page_state::{Board, Ended, MoveOf};
use crate::refusal::Refusal;
use axum::http::StatusCode;
use game::{Made, Perceived};
use multigame::{Player, Session};
use self_cell::self_cell;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::watch;

self_cell!(
    /// A game as far as it was played, beside the rules that it is played by.
    pub(crate) struct Played {
        owner: Arc<Entry>,

        #[not_covariant]
        dependent: Session,
    }
);

/// A game between two players.
pub(crate) struct Room {
    pub(crate) entry: Arc<Entry>,
    /// What never changes.
    pub(crate) fixed: Fixed,
    /// The invitation for the other side, until somebody takes it.
    invitation: Mutex<Option<String>>,
    attempts: Mutex<Vec<String>>,
    /// The game after this many attempts, from which the next question goes on.
    played: Mutex<Option<(usize, Played)>>,
    /// Whether the game is known to be over.
    is_over: AtomicBool,
    /// Whether the computer is there.
    has_computer: AtomicBool,
    /// When somebody was there last.
    used: Mutex<Instant>,
    /// What went wrong with the computer, if something did.
    trouble: Mutex<Option<String>>,
    /// Counts attempts, for pages that wait.
    pub(crate) changes: watch::Sender<usize>,
}

/// All that is kept of a room, also beyond the life of a server.
#[derive(Deserialize, Serialize)]
pub(crate) struct Saved {
    #[serde(flatten)]
    pub(crate) fixed: Fixed,
    pub(crate) invitation: Option<String>,
    /// Every attempt of both sides, as the referee took them.
    pub(crate) attempts: Vec<String>,
}

/// What never changes of a room.
#[derive(Clone, Deserialize, Serialize)]
pub(crate) struct Fixed {
    /// What it is kept by.
    pub(crate) name: String,
    #[serde(flatten)]
    pub(crate) wanted: Wanted,
    pub(crate) keys: [String; 2],
    pub(crate) computer: Option<Seat>,
    /// Who opened it.
    pub(crate) address: IpAddr,
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

/// The rooms stay whole at any moment, whoever broke down.
fn locked<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

#[expect(clippy::disallowed_methods, reason = "rooms that nobody uses are dropped one day")]
impl Room {
    pub(crate) fn new(entry: Arc<Entry>, saved: Saved) -> Room {
        let Saved { fixed, invitation, attempts } = saved;
        Room {
            entry,
            fixed,
            invitation: Mutex::new(invitation),
            changes: watch::channel(attempts.len()).0,
            attempts: Mutex::new(attempts),
            played: Mutex::default(),
            is_over: AtomicBool::new(false),
            has_computer: AtomicBool::new(false),
            used: Mutex::new(Instant::now()),
            trouble: Mutex::default(),
        }
    }

    /// Whether its rules came from a visitor.
    pub(crate) fn is_visitors(&self) -> bool {
        self.fixed.wanted.rules.is_some()
    }

    /// One of its sides, for a process that works on it.
    pub(crate) fn side(&self, player: usize) -> Side {
        Side { wanted: self.fixed.wanted.clone(), attempts: self.attempts(), player }
    }

    /// Every attempt so far.
    pub(crate) fn attempts(&self) -> Vec<String> {
        locked(&self.attempts).clone()
    }

    /// Says that somebody is there.
    pub(crate) fn touch(&self) {
        *locked(&self.used) = Instant::now();
    }

    /// When somebody was there last.
    pub(crate) fn used(&self) -> Instant {
        *locked(&self.used)
    }

    /// Whether the game is known to be over.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::SeqCst)
    }

    /// Remembers that the game is over.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::SeqCst);
    }

    /// Lets the computer in; false if it is there already.
    pub(crate) fn seat_computer(&self) -> bool {
        !self.has_computer.swap(true, Ordering::SeqCst)
    }

    /// The computer has gone.
    pub(crate) fn unseat_computer(&self) {
        self.has_computer.store(false, Ordering::SeqCst);
    }

    /// Takes the invitation, if this is the one: the key of the side that it is for.
    pub(crate) fn invited(
        &self,
        text: &str,
        store: Option<&dyn RoomStore>,
    ) -> Option<Result<String, Refusal>> {
        let taken = locked(&self.invitation).take_if(|known| known.as_str() == text)?;
        let kept = self.keep(&locked(&self.attempts), store);
        if let Err(refusal) = kept {
            *locked(&self.invitation) = Some(taken);
            return Some(Err(refusal));
        }
        // The invitation begins with the number of the side that it is for.
        let side = usize::from(taken.starts_with('1'));
        Some(Ok(self.fixed.keys[side].clone()))
    }

    /// Takes an attempt of a player, and keeps it first where rooms are kept.
    pub(crate) fn attempt(
        &self,
        player: Player,
        text: &str,
        store: Option<&dyn RoomStore>,
    ) -> Result<(), Refusal> {
        loop {
            let before = self.attempts();
            if before.len() >= TURNS {
                return Err(Refusal::bad("this game is too long", "open a new room"));
            }
            let mut played = self.played(&before)?;
            let is_over = played.with_dependent_mut(|_, session| {
                if session.player() != player {
                    return Err(Refusal::bad("it is not your turn", "wait for the other side"));
                }
                session.attempt(text)?;
                Ok(session.outcome()?.is_some())
            })?;
            let mut attempts = locked(&self.attempts);
            // Somebody else was faster: what they did is looked at first.
            if attempts.len() != before.len() {
                continue;
            }
            attempts.push(text.to_string());
            if let Err(refusal) = self.keep(&attempts, store) {
                attempts.pop();
                return Err(refusal);
            }
            drop(attempts);
            self.put_back(before.len() + 1, played);
            if is_over {
                self.end();
            }
            self.changes.send_modify(|n| *n += 1);
            return Ok(());
        }
    }

    /// Says to the other player that the computer cannot go on, or that it can again.
    pub(crate) fn set_trouble(&self, why: Option<String>) {
        let before = std::mem::replace(&mut *locked(&self.trouble), why.clone());
        if before != why {
            self.changes.send_modify(|n| *n += 1);
        }
    }

    /// The game after these attempts, from the last question on if that is possible.
    fn played(&self, attempts: &[String]) -> Result<Played, Refusal> {
        let known = locked(&self.played).take().filter(|(n, _)| *n <= attempts.len());
        let (n, mut played) = match known {
            Some(known) => known,
            None => (0, Played::try_new(Arc::clone(&self.entry), |it| Session::new(&it.shown))?),
        };
        let began = Instant::now();
        for text in &attempts[n..] {
            if began.elapsed() > REPLAY {
                return Err(Refusal::bad("it takes too long to play this game", "open a new room"));
            }
            played.with_dependent_mut(|_, session| session.attempt(text))?;
        }
        Ok(played)
    }

    /// Keeps a game for the next question, unless it is long or another one got further.
    fn put_back(&self, n_attempts: usize, game: Played) {
        let mut played = locked(&self.played);
        let is_further = played.as_ref().is_none_or(|(n, _)| *n < n_attempts);
        if is_further && n_attempts <= PLAYED_TURNS {
            *played = Some((n_attempts, game));
        }
    }

    /// Frees what is kept for the next question, because others were asked about since.
    pub(crate) fn cool(&self) {
        locked(&self.played).take();
    }

    /// Asks something about the game as far as it was played.
    pub(crate) fn ask<T>(
        &self,
        question: impl FnOnce(&Session<'_>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let attempts = self.attempts();
        let played = self.played(&attempts)?;
        let answer = played.with_dependent(|_, session| question(session));
        self.put_back(attempts.len(), played);
        answer
    }

    /// Whose turn it is; nobody's if the game is over.
    pub(crate) fn to_move(&self) -> Result<Option<Player>, Refusal> {
        self.ask(|session| Ok(session.outcome()?.is_none().then(|| session.player())))
    }

    /// What a player is told.
    pub(crate) fn view(&self, player: Player) -> Result<View, Refusal> {
        self.ask(|session| self.seen(session, player))
    }

    fn seen(&self, session: &Session<'_>, player: Player) -> Result<View, Refusal> {
        let (entry, seen) = (&self.entry, session.seen(player)?);
        let facts = entry.shown.facts();
        let outcome = session.outcome()?;
        if outcome.is_some() {
            self.end();
        }
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
            computer: self.fixed.computer.is_some(),
            trouble: locked(&self.trouble).clone(),
        })
    }

    /// Keeps the room with these attempts, where rooms are kept. Whoever calls it holds the lock
    /// of the attempts, so that no older state replaces a newer one.
    fn keep(&self, attempts: &[String], store: Option<&dyn RoomStore>) -> Result<(), Refusal> {
        let Some(store) = store else { return Ok(()) };
        let saved = Saved {
            fixed: self.fixed.clone(),
            invitation: locked(&self.invitation).clone(),
            attempts: attempts.to_vec(),
        };
        let text = serde_json::to_string(&saved).unwrap_or_default();
        store.keep(&self.fixed.name, &text).map_err(|why| {
            let error = format!("the game cannot be kept: {why}");
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, error, "tell whoever runs this server")
        })
    }

    /// Keeps a room that is new.
    pub(crate) fn keep_first(&self, store: Option<&dyn RoomStore>) -> Result<(), Refusal> {
        self.keep(&locked(&self.attempts), store)
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
