//! The rooms of all games in which something is hidden: who opens one, who is let in, and which
//! one makes place for another.
//!
//! Whoever opens a room gets the key of one side and, unless the computer sits there, an
//! invitation, which gives the key of the other side once. Nobody loses a room to somebody else:
//! each address may open this many, and when all places are taken new ones are refused, except in
//! place of a room whose game is over or where nobody was for a day.
//!
//! Invariant: no rules run and nothing is written while the list is locked, so that every question
//! about any room finds it at once, also from the threads that only pass messages on.

use crate::answers::Body;
use crate::catalog::Wanted;
use crate::limits::{COMPUTERS, COMPUTERS_EACH, PLAYED_ROOMS, ROOM_IDLE, ROOMS, ROOMS_EACH};
use crate::refusal::Refusal;
use crate::room::{Fixed, Room, RoomStore, Saved, Seat, View};
use crate::room_computer::sit_down;
use crate::server::Shared;
use crate::think::{Events, say};
use crate::thinking::Cancel;
use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::response::sse::{KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use multigame::Player;
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc::unbounded_channel;

/// All rooms.
#[derive(Default)]
pub(crate) struct Rooms {
    /// The one that was asked about last comes last.
    rooms: Mutex<Vec<Arc<Room>>>,
    store: Option<Box<dyn RoomStore>>,
    computers: Arc<Mutex<Vec<IpAddr>>>,
}

/// A place of a computer that plays, which is free again when this is dropped.
pub(crate) struct Place {
    /// Who opened the games in which computers play, one for each.
    computers: Arc<Mutex<Vec<IpAddr>>>,
    address: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut computers = self.computers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = computers.iter().position(|address| *address == self.address) {
            computers.swap_remove(place);
        }
    }
}

/// A question of a player.
#[derive(Clone, Deserialize)]
pub(crate) struct Keyed {
    pub(crate) key: String,
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
    /// How thorough the computer on the other side is, if it sits there: 1, 2 or 3.
    computer: Option<u8>,
    invitation: Option<String>,
}

/// A key to a room.
#[derive(Serialize)]
pub(crate) struct Given {
    key: String,
    /// For the other side; nothing for whoever was invited or plays the computer.
    invitation: Option<String>,
}

impl Rooms {
    pub(crate) fn new(store: Option<Box<dyn RoomStore>>) -> Rooms {
        Rooms { store, ..Rooms::default() }
    }

    fn all(&self) -> MutexGuard<'_, Vec<Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn store(&self) -> Option<&dyn RoomStore> {
        self.store.as_deref()
    }

    /// A place for one more computer in a game that was opened from this address.
    pub(crate) fn place_for_computer(&self, address: IpAddr) -> Result<Place, Refusal> {
        let mut computers = self.computers.lock().unwrap_or_else(PoisonError::into_inner);
        let hint = "finish a game, or come back when one was left alone for some minutes";
        if computers.iter().filter(|known| **known == address).count() >= COMPUTERS_EACH {
            let error = format!("the computer plays {COMPUTERS_EACH} games with this address");
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, error, hint));
        }
        if computers.len() >= COMPUTERS {
            let error = format!("the computer plays {COMPUTERS} games already");
            return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, error, hint));
        }
        computers.push(address);
        Ok(Place { computers: Arc::clone(&self.computers), address })
    }

    /// The room of a key, and whose key it is.
    pub(crate) fn find(&self, key: &str) -> Result<(Arc<Room>, Player), Refusal> {
        let mut rooms = self.all();
        for place in 0..rooms.len() {
            let side = rooms[place].fixed.keys.iter().position(|known| known == key);
            if let Some(side) = side {
                let room = rooms.remove(place);
                room.touch();
                rooms.push(Arc::clone(&room));
                if let Some(last) = rooms.len().checked_sub(PLAYED_ROOMS + 1) {
                    rooms[last].cool();
                }
                return Ok((room, Player::BOTH[side]));
            }
        }
        Err(Refusal::missing("there is no such room any more", "open a new one"))
    }

    fn invited(&self, invitation: &str) -> Result<Given, Refusal> {
        let rooms = self.all().clone();
        let taken = rooms.iter().find_map(|room| room.invited(invitation, self.store()));
        let gone = "this invitation was used, or its room is gone";
        let key = taken.ok_or_else(|| Refusal::missing(gone, "ask for another"))??;
        Ok(Given { key, invitation: None })
    }

    /// Adds a room, if there is a place for one more from this address.
    fn add(&self, room: &Arc<Room>) -> Result<(), Refusal> {
        let dropped = self.push(room)?;
        for room in dropped {
            if let Some(store) = self.store() {
                store.forget(&room.fixed.name);
            }
        }
        let kept = room.keep_first(self.store());
        if kept.is_err() {
            self.all().retain(|known| !Arc::ptr_eq(known, room));
        }
        kept
    }

    /// Puts a room on the list. Those that have made place for it are the answer.
    fn push(&self, room: &Arc<Room>) -> Result<Vec<Arc<Room>>, Refusal> {
        let mut rooms = self.all();
        let mut dropped = Vec::new();
        let address = room.fixed.address;
        let is_from_there = |room: &Arc<Room>| room.fixed.address == address;
        if rooms.iter().filter(|room| is_from_there(room)).count() >= ROOMS_EACH {
            let Some(old) = take_unused(&mut rooms, &is_from_there) else {
                let error = format!("{ROOMS_EACH} games were opened from this address");
                let hint = "finish one of them; a game in which nobody was for a day makes place";
                return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, error, hint));
            };
            dropped.push(old);
        }
        if rooms.len() >= ROOMS {
            let Some(old) = take_unused(&mut rooms, &|_| true) else {
                let error = format!("there are {ROOMS} games, and there is no place for more");
                return Err(Refusal::new(
                    StatusCode::SERVICE_UNAVAILABLE,
                    error,
                    "come back later",
                ));
            };
            dropped.push(old);
        }
        rooms.push(Arc::clone(room));
        Ok(dropped)
    }
}

/// Takes a room off the list that may make place for another: one whose game is over, and
/// otherwise the one where nobody was for longest, if that was long.
fn take_unused(
    rooms: &mut Vec<Arc<Room>>,
    among: &dyn Fn(&Arc<Room>) -> bool,
) -> Option<Arc<Room>> {
    let candidates = (0..rooms.len()).filter(|i| among(&rooms[*i]));
    let first = candidates.min_by_key(|i| (!rooms[*i].is_over(), rooms[*i].used()))?;
    let is_unused = rooms[first].is_over() || rooms[first].used().elapsed() >= ROOM_IDLE;
    is_unused.then(|| rooms.remove(first))
}

/// Takes the rooms back that were kept; those of games that are gone are left where they are. The
/// computer comes back when somebody looks.
pub(crate) fn restore(shared: &Arc<Shared>) {
    let texts = shared.rooms.store().map(RoomStore::load).unwrap_or_default();
    for saved in texts.iter().filter_map(|text| serde_json::from_str::<Saved>(text).ok()) {
        let Ok(entry) = shared.catalog.find(&saved.fixed.wanted) else { continue };
        shared.rooms.all().push(Arc::new(Room::new(entry, saved)));
    }
}

/// Opens a room, or takes the other seat of one.
pub(crate) async fn open(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Body(body): Body,
) -> Result<axum::Json<Given>, Refusal> {
    let opening: Opening = crate::answers::read(&body)?;
    let workers = shared.workers_for(opening.wanted.rules.is_some()).clone();
    workers.run(move || opened(&shared, &opening, address.ip())).await.map(axum::Json)
}

fn opened(shared: &Shared, opening: &Opening, address: IpAddr) -> Result<Given, Refusal> {
    if let Some(invitation) = &opening.invitation {
        return shared.rooms.invited(invitation);
    }
    let entry = shared.catalog.find(&opening.wanted)?;
    if !entry.shown.facts().hidden {
        return Err(Refusal::bad("nothing is hidden in this game", "play it without a room"));
    }
    let side = opening.player;
    if side > 1 {
        return Err(Refusal::bad("there is no such player", "`player` is 0 or 1"));
    }
    if opening.computer.is_some_and(|level| !(1..=3).contains(&level)) {
        return Err(Refusal::bad("the computer has no such level", "`computer` is 1, 2 or 3"));
    }
    if opening.computer.is_some() {
        // Whether there is one is said before a room is opened for nothing.
        drop(shared.rooms.place_for_computer(address)?);
    }
    let computer = opening.computer.map(|level| Seat { player: 1 - side, level });
    let invitation = match computer {
        Some(_) => None,
        None => Some(format!("{}{}", 1 - side, secret()?)),
    };
    let fixed = Fixed {
        name: secret()?,
        wanted: opening.wanted.clone(),
        keys: [secret()?, secret()?],
        computer,
        address,
    };
    let key = fixed.keys[side].clone();
    let saved = Saved { fixed, invitation: invitation.clone(), attempts: Vec::new() };
    let room = Arc::new(Room::new(entry, saved));
    shared.rooms.add(&room)?;
    sit_down(shared, &room);
    Ok(Given { key, invitation })
}

/// A text that nobody guesses.
fn secret() -> Result<String, Refusal> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|why| Refusal::bug(format!("this system has no random numbers: {why}")))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Answers what a player sees.
pub(crate) fn view(shared: &Shared, keyed: &Keyed) -> Result<View, Refusal> {
    let (room, player) = shared.rooms.find(&keyed.key)?;
    sit_down(shared, &room);
    room.view(player)
}

/// Takes an attempt, and answers what the player sees then.
pub(crate) fn attempt(shared: &Shared, attempt: &Attempt) -> Result<View, Refusal> {
    let (room, player) = shared.rooms.find(&attempt.key)?;
    room.attempt(player, &attempt.text, shared.rooms.store())?;
    sit_down(shared, &room);
    room.view(player)
}

/// Streams what a player sees, each time that it changes.
pub(crate) async fn events(
    State(shared): State<Arc<Shared>>,
    Body(body): Body,
) -> Result<Response, Refusal> {
    let keyed: Keyed = crate::answers::read(&body)?;
    let (room, player) = shared.rooms.find(&keyed.key)?;
    sit_down(&shared, &room);
    let mut changes = room.changes.subscribe();
    let (sender, receiver) = unbounded_channel();
    tokio::spawn(async move {
        let mut last = String::new();
        loop {
            let viewed = Arc::clone(&room);
            let workers = shared.workers_for(room.is_visitors());
            let view = workers.run(move || viewed.view(player)).await;
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
    Ok(Sse::new(Events::new(receiver, &Cancel::default()))
        .keep_alive(KeepAlive::default())
        .into_response())
}
