//! What one room or one address may take: a slow room keeps nobody else waiting, a belief has a
//! place among the searches and ends with its page, computers and rooms are for all.

use crate::client::{Client, becomes};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use web::{Config, RoomStore};

/// A store in which a room takes long in which `b2` was tried, and that is full one day.
#[derive(Clone)]
struct Disk {
    /// Held by the test as long as the disk takes, and whether somebody waits for it.
    slow: Arc<Mutex<()>>,
    is_waiting: Arc<AtomicBool>,
    /// No room with more attempts can be kept.
    most: Arc<AtomicUsize>,
}

impl Default for Disk {
    fn default() -> Disk {
        let (slow, is_waiting) = Default::default();
        Disk { slow, is_waiting, most: Arc::new(AtomicUsize::new(usize::MAX)) }
    }
}

impl RoomStore for Disk {
    fn load(&self) -> Vec<String> {
        Vec::new()
    }

    fn keep(&self, _: &str, text: &str) -> Result<(), String> {
        let room: Value = serde_json::from_str(text).expect("JSON");
        let attempts = room["attempts"].as_array().expect("attempts");
        if attempts.contains(&json!("b2")) {
            self.is_waiting.store(true, Ordering::SeqCst);
            drop(self.slow.lock().unwrap_or_else(PoisonError::into_inner));
        }
        match attempts.len() > self.most.load(Ordering::SeqCst) {
            true => Err("the disk is full".to_string()),
            false => Ok(()),
        }
    }

    fn forget(&self, _: &str) {}
}

fn client(disk: &Disk) -> Client {
    let rooms = Some(Box::new(disk.clone()) as Box<dyn RoomStore>);
    Client::with(Config { searches: 1, rooms, ..Config::default() })
}

fn open(client: &Client, more: &Value) -> Value {
    let mut question = json!({ "game": "phantom_tictactoe" });
    let more = more.as_object().expect("an object").clone();
    question.as_object_mut().expect("an object").extend(more);
    client.ask("/api/room", &question)
}

#[test]
fn a_slow_room_keeps_nobody_else_waiting() {
    let disk = Disk::default();
    let client = client(&disk);
    let [slow, other] = [(); 2].map(|()| open(&client, &json!({})));
    let is_slow = disk.slow.lock().expect("nobody else has it");
    let attempt = json!({ "key": slow["key"], "move": "b2" });
    let waiting = client.send_only("/api/room/try", &attempt);
    assert!(becomes(|| disk.is_waiting.load(Ordering::SeqCst)), "the attempt is not kept");
    for _ in 0..3 {
        client.ask("/api/room/view", &json!({ "key": other["key"] }));
        let mut events = client.stream("/api/room/events", &json!({ "key": other["key"] }));
        assert_eq!(events.next().map(|(name, _)| name).as_deref(), Some("view"));
        assert_eq!(client.post("/api/room/view", &json!({ "key": "x" })).status, 404);
        assert_eq!(client.get("/api/games").status, 200);
    }
    let invited = client.ask("/api/room", &json!({ "invitation": other["invitation"] }));
    assert!(invited["key"].is_string());
    drop((is_slow, waiting));
}

/// The only place for searches is taken, so that a belief has to wait for it, and other questions
/// do not wait for the belief.
#[test]
fn a_belief_has_a_place_among_the_searches_and_ends_with_its_page() {
    let client = Client::new();
    let seat = open(&client, &json!({}));
    let mut search = client.stream("/api/think", &json!({ "game": "othello" }));
    assert_eq!(search.next().map(|(name, _)| name).as_deref(), Some("found"));
    let n_waiting = || client.get("/api/load").json()["waiting"].as_u64();
    let pages =
        [(); 4].map(|()| client.send_only("/api/room/belief", &json!({ "key": seat["key"] })));
    assert!(becomes(|| n_waiting() == Some(4)), "beliefs do not wait for a place");
    client.ask("/api/state", &json!({ "game": "tictactoe" }));
    drop(pages);
    assert!(becomes(|| n_waiting() == Some(0)), "beliefs wait without their pages");
    drop(search);
    let belief = client.ask("/api/room/belief", &json!({ "key": seat["key"] }));
    assert_eq!(belief["positions"], 1, "{belief}");
}

/// A disk that is full is no move that cannot be made, and the computer comes back after it.
#[test]
fn the_computer_says_what_went_wrong_and_comes_back() {
    let disk = Disk::default();
    disk.most.store(1, Ordering::SeqCst);
    let client = client(&disk);
    let seat = open(&client, &json!({ "player": 0, "computer": 1 }));
    let keyed = json!({ "key": seat["key"] });
    client.ask("/api/room/try", &json!({ "key": seat["key"], "move": "a1" }));
    let mut events = client.stream("/api/room/events", &keyed);
    let trouble = loop {
        let (_, view) = events.next().expect("a view");
        if let Some(trouble) = view["trouble"].as_str() {
            break trouble.to_string();
        }
    };
    assert!(trouble.contains("the disk is full"), "{trouble}");
    disk.most.store(usize::MAX, Ordering::SeqCst);
    let has_answered = || {
        let view = client.ask("/api/room/view", &keyed);
        view["turns"].as_array().is_some_and(|turns| turns.len() == 2) && view["trouble"].is_null()
    };
    assert!(becomes(has_answered), "the computer has gone for good");
}

#[test]
fn one_address_cannot_take_all_computers() {
    let client = Client::new();
    let question = json!({ "game": "phantom_tictactoe", "player": 0, "computer": 1 });
    let statuses: Vec<u16> = (0..20).map(|_| client.post("/api/room", &question).status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 16, "{statuses:?}");
    assert_eq!(statuses.last(), Some(&429));
}

#[test]
fn a_game_that_is_over_makes_place() {
    let client = Client::new();
    let seat = open(&client, &json!({}));
    let other = client.ask("/api/room", &json!({ "invitation": seat["invitation"] }));
    let question = json!({ "game": "phantom_tictactoe" });
    while client.post("/api/room", &question).status == 200 {}
    let refused = client.post("/api/room", &question);
    assert!(refused.body.contains("finish one of them"), "{}", refused.body);
    for (key, text) in [(&seat, "a1"), (&other, "a2"), (&seat, "b1"), (&other, "b2"), (&seat, "c1")]
    {
        client.ask("/api/room/try", &json!({ "key": key["key"], "move": text }));
    }
    assert_eq!(client.post("/api/room", &question).status, 200);
    assert_eq!(client.post("/api/room/view", &json!({ "key": seat["key"] })).status, 404);
}
