//! The computer as a player of a hidden game. It sits in a thread of its own and is told what
//! its side perceives and nothing else, as a person at a page is; it takes a place among the
//! searches only while it thinks.

use crate::limits::BELIEF_MEMORY;
use crate::referees::{Backed, backed};
use crate::refusal::Refusal;
use crate::room::{Room, Seat};
use crate::server::Shared;
use crate::workers::spawn;
use game::{Player, Referee};
use hidden_play::{Method, PlayError, Settings};
use infoset::Session;
use std::sync::{Arc, Weak};
use tokio::runtime::Handle;
use tokio::sync::watch::Receiver;

/// Positions that are looked at for an attempt, and nodes in each of them, by level.
const EFFORT: [(usize, u64); 3] = [(8, 60), (50, 500), (200, 1_000)];

/// Where the computer sits, and how it reaches the game.
struct Chair {
    room: Weak<Room>,
    shared: Weak<Shared>,
    changes: Receiver<usize>,
    handle: Handle,
    seat: Seat,
}

/// Lets the computer play in a room, if it has a seat there.
pub(crate) fn sit_down(shared: &Arc<Shared>, room: &Arc<Room>) {
    let Some(seat) = room.state().computer else { return };
    let Some(handle) = shared.runtime.get().cloned() else { return };
    let Some(place) = shared.rooms.place_for_computer() else {
        return room.complain("the computer plays too many games; open this one later".into());
    };
    let (weak, text) = (Arc::downgrade(room), room.entry.text.clone());
    let chair = Chair {
        room: Weak::clone(&weak),
        shared: Arc::downgrade(shared),
        changes: room.changes.subscribe(),
        handle,
        seat,
    };
    let work = move || {
        let _place = place;
        let result = match backed(&text) {
            Ok(Backed::Native(game)) => play(&game, chair),
            Ok(Backed::Interp(game)) => play(&game, chair),
            Err(refusal) => Err(refusal),
        };
        if let (Err(refusal), Some(room)) = (result, weak.upgrade()) {
            room.complain(refusal.words());
        }
    };
    if let Err(refusal) = spawn(work) {
        room.complain(refusal.words());
    }
}

/// Plays until the game is over or the room is gone.
fn play<G: Referee>(game: &G, mut chair: Chair) -> Result<(), Refusal> {
    let Seat { player: side, level } = chair.seat;
    let side = Player::BOTH[side];
    let (samples, nodes) = EFFORT[usize::from(level.clamp(1, 3)) - 1];
    let settings = Settings {
        samples: Some(samples),
        nodes,
        memory: BELIEF_MEMORY,
        ..Settings::new(game.facts(), Method::Pimc)
    };
    let first = Session::new(game, game.start()).map_err(Refusal::rules)?;
    let mut mind = hidden_play::Player::new(game, first.view(side), settings).map_err(no_play)?;
    loop {
        chair.changes.borrow_and_update();
        let (Some(room), Some(shared)) = (chair.room.upgrade(), chair.shared.upgrade()) else {
            return Ok(());
        };
        if !turn(game, &room, &shared, &chair.handle, side, &mut mind)? {
            return Ok(());
        }
        drop((room, shared));
        if chair.handle.block_on(chair.changes.changed()).is_err() {
            return Ok(());
        }
    }
}

/// Makes its attempts, if it is to move, until the turn is over. Whether the game goes on.
fn turn<G: Referee>(
    game: &G,
    room: &Room,
    shared: &Shared,
    handle: &Handle,
    side: Player,
    mind: &mut hidden_play::Player<'_, G>,
) -> Result<bool, Refusal> {
    loop {
        let attempts = room.state().attempts.clone();
        let mut session = Session::new(game, game.start()).map_err(Refusal::rules)?;
        for text in &attempts {
            session.attempt(text).map_err(|why| Refusal::bug(why.to_string()))?;
        }
        if session.line().outcome(game).map_err(Refusal::rules)?.is_some() {
            return Ok(false);
        }
        if session.line().player(game) != side {
            return Ok(true);
        }
        let view = session.view(side);
        for turn in &view.turns[mind.n_turns().min(view.turns.len())..] {
            mind.perceive(turn, &mut || 1.0).map_err(no_play)?;
        }
        let place = handle.block_on(shared.searches.place())?;
        let tries = session.tries().map_err(Refusal::rules)?;
        let thought = mind.attempt(&tries, &mut || true).map_err(no_play)?;
        drop(place);
        match room.attempt(side, &thought.text, shared.rooms.store()) {
            Ok((true, _)) => {}
            Ok((false, heard)) => mind.refused(&thought.text, heard),
            // After a restart it may not remember that it was refused this.
            Err(_) => mind.impossible(&thought.text),
        }
    }
}

fn no_play(why: PlayError) -> Refusal {
    Refusal::bad(format!("the computer cannot go on: {why}"), "open another room")
}
