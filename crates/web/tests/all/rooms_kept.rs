//! Rooms beyond two people at two pages: the computer on the other side, what a player can know,
//! how many one may open, and a restart of the server.

use crate::client::Client;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use web::{Config, RoomStore};

/// Rooms in memory, which outlives servers.
#[derive(Clone, Default)]
pub(crate) struct Memory(Arc<Mutex<BTreeMap<String, String>>>);

impl RoomStore for Memory {
    fn load(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    fn keep(&self, name: &str, text: &str) -> Result<(), String> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(name.to_string(), text.to_string());
        Ok(())
    }

    fn forget(&self, name: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
    }
}

impl Memory {
    /// The same rooms, for one more server.
    pub(crate) fn boxed(&self) -> Box<dyn RoomStore> {
        Box::new(self.clone())
    }
}

/// Reads the events of a room until as many turns are over.
fn until_turns(client: &Client, key: &Value, n_turns: usize) -> Vec<Value> {
    let mut events = client.stream("/api/room/events", &json!({ "key": key }));
    let mut views = Vec::new();
    loop {
        let (_, view) = events.next().expect("a view");
        assert!(view["trouble"].is_null(), "{view}");
        let is_enough = view["turns"].as_array().is_some_and(|turns| turns.len() >= n_turns);
        views.push(view);
        if is_enough {
            return views;
        }
    }
}

/// Nothing of the computer's side reaches the page of the person, in views and beliefs.
#[test]
fn the_computer_plays_and_keeps_its_secrets() {
    let client = Client::new();
    let declared = client.ask("/api/game", &json!({ "game": "kriegspiel" }));
    let question = json!({ "game": "kriegspiel", "player": 0, "computer": 1 });
    let seat = client.ask("/api/room", &question);
    assert!(seat["invitation"].is_null(), "nobody else can come in");
    let mut turns = 0;
    for text in ["g1f3", "f3g1"] {
        client.ask("/api/room/try", &json!({ "key": seat["key"], "move": text }));
        turns += 2;
        for view in until_turns(&client, &seat["key"], turns) {
            for piece in view["board"].as_array().expect("a board").iter().flat_map(pieces) {
                assert_eq!(declared["pieces"][piece]["owner"], 0, "{view}");
            }
            for turn in view["turns"].as_array().expect("turns") {
                assert_eq!(turn["text"].is_null(), turn["player"] == 1, "{turn}");
            }
        }
    }
    let belief = client.ask("/api/room/belief", &json!({ "key": seat["key"] }));
    // Black has moved twice and cannot have taken anything, so that much is possible, however well
    // the computer plays.
    assert!(belief["positions"].as_u64().is_some_and(|n| n > 1), "{belief}");
    for (i, field) in belief["fields"].as_array().expect("fields").iter().enumerate() {
        let shares = field.as_array().expect("pieces").iter().map(|it| it["share"].as_f64());
        let sum: f64 = shares.map(|share| share.expect("a number")).sum();
        assert!((0.0..=1.0 + 1e-6).contains(&sum), "{i}: {field}");
    }
}

fn pieces(stack: &Value) -> Vec<usize> {
    let numbers = stack.as_array().expect("pieces").iter();
    numbers.map(|piece| piece.as_u64().expect("a number") as usize).collect()
}

#[test]
fn what_is_certain_is_said() {
    let client = Client::new();
    let seat = client.ask("/api/room", &json!({ "game": "phantom_tictactoe", "player": 1 }));
    let first = client.ask("/api/room", &json!({ "invitation": seat["invitation"] }));
    let attempt =
        |key: &Value, text: &str| client.ask("/api/room/try", &json!({ "key": key, "move": text }));
    attempt(&first["key"], "b2");
    attempt(&seat["key"], "b2");
    attempt(&seat["key"], "a1");
    // A refusal has told the second player what is in the middle, and nothing else.
    let belief = client.ask("/api/room/belief", &json!({ "key": seat["key"] }));
    assert_eq!((&belief["whole"], &belief["positions"]), (&json!(true), &json!(1)), "{belief}");
    assert!(belief["certain"].to_string().contains("on b2"), "{belief}");
    let belief = client.ask("/api/room/belief", &json!({ "key": first["key"] }));
    assert_eq!((&belief["positions"], &belief["certain"]), (&json!(8), &json!([])), "{belief}");
}

#[test]
fn rooms_survive_a_restart() {
    let memory = Memory::default();
    let start = || {
        let rooms = Some(memory.boxed());
        Client::with(Config { searches: 1, rooms, ..Config::default() })
    };
    let before = start();
    let first = before.ask("/api/room", &json!({ "game": "phantom_tictactoe" }));
    before.ask("/api/room/try", &json!({ "key": first["key"], "move": "b2" }));
    let alone = json!({ "game": "phantom_tictactoe", "player": 1, "computer": 1 });
    let alone = before.ask("/api/room", &alone);
    let after = start();
    let second = after.ask("/api/room", &json!({ "invitation": first["invitation"] }));
    let view = after.ask("/api/room/try", &json!({ "key": second["key"], "move": "a1" }));
    assert_eq!((&view["player"], &view["viewer"]), (&json!(0), &json!(1)), "{view}");
    // The computer has come back as well, and plays.
    let view = until_turns(&after, &alone["key"], 1);
    assert_eq!(view.last().map(|view| &view["player"]), Some(&json!(1)));
    let third = start();
    assert_eq!(third.post("/api/room", &json!({ "invitation": first["invitation"] })).status, 404);
}

/// Whoever opens many rooms is refused, and pushes nobody out.
#[test]
fn one_address_cannot_take_all_rooms() {
    let client = Client::new();
    let open = || client.post("/api/room", &json!({ "game": "phantom_tictactoe" }));
    let first = open().json();
    let statuses: Vec<u16> = (0..60).map(|_| open().status).collect();
    assert!(statuses.contains(&200) && statuses.last() == Some(&429), "{statuses:?}");
    assert!(open().json()["hint"].as_str().is_some_and(|hint| !hint.is_empty()));
    let view = client.post("/api/room/view", &json!({ "key": first["key"] }));
    assert_eq!(view.status, 200);
}
