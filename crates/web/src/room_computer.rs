//! The computer as a player of a hidden game. It sits in a thread of its own and is told what
//! its side perceives and nothing else, as a person at a page is; it takes a place among the
//! searches only while it thinks. It leaves when nobody has made a move for some minutes, and comes
//! back when somebody looks.
//!
//! In a game by rules of a visitor another process thinks, once for each attempt: the thread here only
//! asks the referee of the room whose turn it is.

use crate::catalog::Catalog;
use crate::child::{self, Side, Task};
use crate::limits::{BELIEF, BELIEF_MEMORY, COMPUTER_IDLE, ENDINGS_MEMORY};
use crate::referees::Backed;
use crate::refusal::Refusal;
use crate::room::{Room, Seat};
use crate::server::Shared;
use crate::workers::spawn;
use game::{Player, Referee, heard_by};
use hidden_play::{Method, PlayError, Settings};
use infoset::{Session, SessionError};
use std::sync::{Arc, Weak};
use std::time::Instant;
use tokio::runtime::Handle;
use tokio::sync::watch::Receiver;
use tokio::time::timeout;

/// Positions that are looked at for an attempt, and nodes in each of them, by level.
const EFFORT: [(usize, u64); 3] = [(8, 60), (50, 500), (200, 1_000)];

/// Where the computer sits, and how it reaches the game. When this is dropped, it has gone.
struct Chair {
    room: Weak<Room>,
    shared: Weak<Shared>,
    changes: Receiver<usize>,
    handle: Handle,
    seat: Seat,
}

impl Drop for Chair {
    fn drop(&mut self) {
        if let Some(room) = self.room.upgrade() {
            room.unseat_computer();
        }
    }
}

/// What the computer knows: the game as its referee told it so far, and what it thinks of it.
struct Seated<'g, G: Referee> {
    game: &'g G,
    side: Player,
    session: Session<'g, G>,
    /// How many attempts of the room the session has taken.
    n_taken: usize,
    /// What was refused in the turn under way, with what was heard, and how much of that the mind
    /// was told.
    refused: Vec<(String, Vec<String>)>,
    n_told: usize,
    mind: hidden_play::Player<'g, G>,
}

/// Lets the computer play in a room, if it has a seat there and is not there already.
pub(crate) fn sit_down(shared: &Shared, room: &Arc<Room>) {
    let Some(seat) = room.fixed.computer else { return };
    let Some(handle) = shared.runtime.get().cloned() else { return };
    if room.is_over() || !room.seat_computer() {
        return;
    }
    let mut chair = Chair {
        room: Arc::downgrade(room),
        shared: Weak::clone(&shared.own),
        changes: room.changes.subscribe(),
        handle,
        seat,
    };
    let place = match shared.rooms.place_for_computer(room.fixed.address) {
        Ok(place) => place,
        Err(refusal) => return room.set_trouble(Some(refusal.words())),
    };
    let entry = Arc::clone(&room.entry);
    let is_elsewhere = shared.child.is_some() && room.is_visitors();
    let work = move || {
        let result = match is_elsewhere {
            true => follow(&mut chair, &mut turn_elsewhere),
            false => entry.refereed().and_then(|backed| match backed {
                Backed::Native(game) => play(game, &mut chair),
                Backed::Interp(game) => play(game, &mut chair),
            }),
        };
        drop(place);
        let (Some(room), Some(shared)) = (chair.room.upgrade(), chair.shared.upgrade()) else {
            return;
        };
        if let Err(refusal) = result {
            return room.set_trouble(Some(refusal.words()));
        }
        let changes = chair.changes.clone();
        drop(chair);
        // Somebody may have made a move at the moment in which it left.
        if changes.has_changed().unwrap_or(false) {
            sit_down(&shared, &room);
        }
    };
    if let Err(refusal) = spawn(work) {
        room.set_trouble(Some(refusal.words()));
    }
}

/// Plays by a mind that stays between turns.
fn play<G: Referee>(game: &G, chair: &mut Chair) -> Result<(), Refusal> {
    let Seat { player: side, level } = chair.seat;
    let mut seated = Seated::new(game, Player::BOTH[side], level)?;
    follow(chair, &mut |room, shared, chair| seated.turn(room, shared, &chair.handle))
}

/// Makes the attempts of a turn, if it is the computer's. Whether the game goes on.
type MakeTurn<'t> = dyn FnMut(&Arc<Room>, &Shared, &Chair) -> Result<bool, Refusal> + 't;

/// Plays until the game is over, the room is gone, or nobody is there any more.
fn follow(chair: &mut Chair, turn: &mut MakeTurn<'_>) -> Result<(), Refusal> {
    loop {
        chair.changes.borrow_and_update();
        let (Some(room), Some(shared)) = (chair.room.upgrade(), chair.shared.upgrade()) else {
            return Ok(());
        };
        let goes_on = turn(&room, &shared, chair)?;
        // Whoever looks lets the computer try again. What went wrong before is true until it can.
        room.set_trouble(None);
        if !goes_on {
            room.end();
            return Ok(());
        }
        drop((room, shared));
        let (handle, changes) = (&chair.handle, &mut chair.changes);
        let changed = handle.block_on(async { timeout(COMPUTER_IDLE, changes.changed()).await });
        if !matches!(changed, Ok(Ok(()))) {
            return Ok(());
        }
    }
}

/// A turn in a game by rules of a visitor: another process thinks, and what the rules do here has a
/// place among what visitors ask.
fn turn_elsewhere(room: &Arc<Room>, shared: &Shared, chair: &Chair) -> Result<bool, Refusal> {
    let Seat { player, level } = chair.seat;
    let side = Player::BOTH[player];
    loop {
        let asked = Arc::clone(room);
        match chair.handle.block_on(shared.visitors.run(move || asked.to_move()))? {
            None => return Ok(false),
            Some(other) if other != side => return Ok(true),
            Some(_) => {}
        }
        let Some(command) = &shared.child else { return Ok(true) };
        let thought = async {
            let _place = shared.searches.place().await?;
            child::answer(command, &Task::Attempt(room.side(player), level)).await
        };
        let text: String = serde_json::from_str(&chair.handle.block_on(thought)?)
            .map_err(|why| Refusal::bug(format!("the attempt cannot be read: {why}")))?;
        let (store, room) = (Weak::clone(&shared.own), Arc::clone(room));
        chair.handle.block_on(shared.visitors.run(move || {
            let Some(shared) = store.upgrade() else { return Ok(()) };
            room.attempt(side, &text, shared.rooms.store())
        }))?;
    }
}

/// What a side of a room attempts, found by a process of its own.
pub(crate) fn attempt(catalog: &Catalog, side: &Side, level: u8) -> Result<String, Refusal> {
    let entry = catalog.find(&side.wanted)?;
    match entry.refereed()? {
        Backed::Native(game) => attempted(game, side, level),
        Backed::Interp(game) => attempted(game, side, level),
    }
}

#[expect(clippy::disallowed_methods, reason = "a visitor may not keep a place for ever")]
fn attempted<G: Referee>(game: &G, side: &Side, level: u8) -> Result<String, Refusal> {
    let mut seated = Seated::new(game, Player::BOTH[side.player.min(1)], level)?;
    seated.take(&side.attempts)?;
    let began = Instant::now();
    let mut left = || 1.0 - began.elapsed().as_secs_f64() / BELIEF.as_secs_f64();
    loop {
        let text = seated.thought(&mut left)?;
        if seated.may_try(&text)? {
            return Ok(text);
        }
        seated.mind.impossible(&text);
    }
}

impl<'g, G: Referee> Seated<'g, G> {
    fn new(game: &'g G, side: Player, level: u8) -> Result<Seated<'g, G>, Refusal> {
        let (samples, nodes) = EFFORT[usize::from(level.clamp(1, 3)) - 1];
        let settings = Settings {
            samples: Some(samples),
            nodes,
            memory: BELIEF_MEMORY,
            endings_memory: ENDINGS_MEMORY,
            ..Settings::new(game.facts(), Method::Pimc)
        };
        let session = Session::new(game, game.start()).map_err(Refusal::rules)?;
        let mind = hidden_play::Player::new(game, session.view(side), settings).map_err(no_play)?;
        let (n_taken, n_told, refused) = (0, 0, Vec::new());
        Ok(Seated { game, side, session, n_taken, refused, n_told, mind })
    }

    /// Makes its attempts, if it is to move, until the turn is over. Whether the game goes on.
    fn turn(&mut self, room: &Room, shared: &Shared, handle: &Handle) -> Result<bool, Refusal> {
        loop {
            self.take(&room.attempts())?;
            let (game, line) = (self.game, self.session.line());
            if line.outcome(game).map_err(Refusal::rules)?.is_some() {
                return Ok(false);
            }
            if line.player(game) != self.side {
                return Ok(true);
            }
            let place = handle.block_on(shared.searches.place())?;
            let text = self.thought(&mut || 1.0)?;
            drop(place);
            if self.may_try(&text)? {
                room.attempt(self.side, &text, shared.rooms.store())?;
            } else {
                self.mind.impossible(&text);
            }
        }
    }

    /// Takes what was attempted since, by whichever side.
    fn take(&mut self, attempts: &[String]) -> Result<(), Refusal> {
        for text in &attempts[self.n_taken.min(attempts.len())..] {
            let mover = self.session.line().player(self.game);
            let answer = self.session.attempt(text).map_err(cannot_be)?;
            self.n_taken += 1;
            if answer.is_turn_over {
                self.refused.clear();
                self.n_told = 0;
            } else if mover == self.side {
                self.refused.push((text.clone(), heard_by(self.side, &answer.said)));
            }
        }
        Ok(())
    }

    /// Takes into account what it has perceived, and thinks about what to try. When no share of the
    /// time is `left`, it is content with few positions.
    fn thought(&mut self, left: &mut dyn FnMut() -> f64) -> Result<String, Refusal> {
        let view = self.session.view(self.side);
        for turn in &view.turns[self.mind.n_turns().min(view.turns.len())..] {
            self.mind.perceive(turn, left).map_err(no_play)?;
        }
        for (text, heard) in &self.refused[self.n_told..] {
            self.mind.refused(text, heard.clone());
        }
        self.n_told = self.refused.len();
        let tries = self.session.tries().map_err(Refusal::rules)?;
        Ok(self.mind.attempt(&tries, &mut || left() > -1.0).map_err(no_play)?.text)
    }

    /// Whether a text is something that the referee answers.
    fn may_try(&self, text: &str) -> Result<bool, Refusal> {
        match self.session.clone().attempt(text) {
            Ok(_) => Ok(true),
            Err(SessionError::Impossible(_) | SessionError::Repeated(_)) => Ok(false),
            Err(why) => Err(cannot_be(why)),
        }
    }
}

/// What the referee of the room took, the computer's own must take.
fn cannot_be(why: SessionError) -> Refusal {
    match why {
        SessionError::Rules(error) => Refusal::rules(error),
        why => Refusal::bug(why.to_string()),
    }
}

fn no_play(why: PlayError) -> Refusal {
    Refusal::bad(format!("the computer cannot go on: {why}"), "open another room")
}
