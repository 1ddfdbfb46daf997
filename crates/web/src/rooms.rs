//! The rooms of all games in which something is hidden: who opens one, who is let in, and which
//! one makes place for another.
//!
//! Whoever opens a room gets the key of one side and, unless the computer sits there, an
//! invitation, which gives the key of the other side once. Nobody loses a room to somebody else:
//! each address may open so many, and when all places are taken new ones are refused, except in
//! place of a room where nobody was for a day.

use crate::answers::Body;
use crate::catalog::Wanted;
use crate::limits::{COMPUTERS, ROOM_IDLE, ROOMS, ROOMS_EACH};
use crate::refusal::Refusal;
use crate::room::{Room, RoomStore, Saved, Seat, View, keep};
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
use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::mpsc::unbounded_channel;

/// All rooms.
#[derive(Default)]
pub(crate) struct Rooms {
    rooms: Mutex<Vec<Arc<Room>>>,
    store: Option<Box<dyn RoomStore>>,
    /// One for each computer that plays, and one for this list.
    computers: Arc<()>,
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

    /// A place for one more computer, which it keeps while it plays; nothing if too many do.
    pub(crate) fn place_for_computer(&self) -> Option<Arc<()>> {
        (Arc::strong_count(&self.computers) <= COMPUTERS).then(|| Arc::clone(&self.computers))
    }

    /// The room of a key, and whose key it is.
    pub(crate) fn find(&self, key: &str) -> Result<(Arc<Room>, Player), Refusal> {
        for room in self.all().iter() {
            let side = room.state().keys.iter().position(|known| known == key);
            if let Some(side) = side {
                room.touch();
                return Ok((Arc::clone(room), Player::BOTH[side]));
            }
        }
        Err(Refusal::missing("there is no such room any more", "open a new one"))
    }

    fn invited(&self, invitation: &str) -> Result<Given, Refusal> {
        for room in self.all().iter() {
            let mut state = room.state();
            if state.invitation.as_deref() == Some(invitation) {
                state.invitation = None;
                keep(&state, self.store())?;
                // The invitation begins with the number of the side that it is for.
                let side = usize::from(invitation.starts_with('1'));
                return Ok(Given { key: state.keys[side].clone(), invitation: None });
            }
        }
        Err(Refusal::missing("this invitation was used, or its room is gone", "ask for another"))
    }

    /// Adds a room, if there is a place for one more from this address.
    fn add(&self, room: Arc<Room>, address: IpAddr) -> Result<(), Refusal> {
        let mut rooms = self.all();
        let is_from_there = |room: &Arc<Room>| room.state().address == address;
        let n_from_there = rooms.iter().filter(|room| is_from_there(room)).count();
        if n_from_there >= ROOMS_EACH && !self.drop_idle(&mut rooms, &is_from_there) {
            let error = format!("{ROOMS_EACH} games were opened from this address");
            let hint = "finish one of them; a game in which nobody was for a day makes place";
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, error, hint));
        }
        if rooms.len() >= ROOMS && !self.drop_idle(&mut rooms, &|_| true) {
            let error = format!("there are {ROOMS} games, and there is no place for more");
            return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, error, "come back later"));
        }
        keep(&room.state(), self.store())?;
        rooms.push(room);
        Ok(())
    }

    /// Drops the room that was idle longest, if that was long; whether there is one.
    fn drop_idle(&self, rooms: &mut Vec<Arc<Room>>, among: &dyn Fn(&Arc<Room>) -> bool) -> bool {
        let candidates = (0..rooms.len()).filter(|i| among(&rooms[*i]));
        let oldest = candidates.min_by_key(|i| rooms[*i].used());
        let idle = oldest.filter(|i| rooms[*i].used().elapsed() >= ROOM_IDLE);
        let Some(i) = idle else { return false };
        let room = rooms.remove(i);
        if let Some(store) = self.store() {
            store.forget(&room.state().name);
        }
        true
    }
}

/// Takes the rooms back that were kept; those of games that are gone are left where they are.
pub(crate) fn restore(shared: &Arc<Shared>) {
    let texts = shared.rooms.store().map(RoomStore::load).unwrap_or_default();
    for saved in texts.iter().filter_map(|text| serde_json::from_str::<Saved>(text).ok()) {
        let Ok(entry) = shared.catalog.find(&saved.wanted) else { continue };
        let room = Arc::new(Room::new(entry, saved));
        shared.rooms.all().push(Arc::clone(&room));
        sit_down(shared, &room);
    }
}

/// Opens a room, or takes the other seat of one.
pub(crate) async fn open(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Body(body): Body,
) -> Result<axum::Json<Given>, Refusal> {
    let opening: Opening = crate::answers::read(&body)?;
    let workers = shared.workers.clone();
    workers.run(move || opened(&shared, &opening, address.ip())).await.map(axum::Json)
}

fn opened(shared: &Arc<Shared>, opening: &Opening, address: IpAddr) -> Result<Given, Refusal> {
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
        return Err(Refusal::bad("the computer is not as thorough", "`computer` is 1, 2 or 3"));
    }
    if opening.computer.is_some() && shared.rooms.place_for_computer().is_none() {
        let error = format!("the computer plays {COMPUTERS} games already");
        return Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, error, "come back later"));
    }
    let computer = opening.computer.map(|level| Seat { player: 1 - side, level });
    let invitation = computer.is_none().then(|| format!("{}{}", 1 - side, secret()));
    let saved = Saved {
        name: secret(),
        wanted: opening.wanted.clone(),
        keys: [secret(), secret()],
        invitation: invitation.clone(),
        computer,
        address,
        attempts: Vec::new(),
    };
    let key = saved.keys[side].clone();
    let room = Arc::new(Room::new(entry, saved));
    shared.rooms.add(Arc::clone(&room), address)?;
    sit_down(shared, &room);
    Ok(Given { key, invitation })
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
    room.attempt(player, &attempt.text, shared.rooms.store())?;
    room.view(player)
}

/// Streams what a player sees, each time that it changes.
pub(crate) async fn events(
    State(shared): State<Arc<Shared>>,
    Body(body): Body,
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
