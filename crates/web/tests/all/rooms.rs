//! Games in which something is hidden: what each player is sent holds nothing of what the other
//! one may keep. The tests read everything that is sent.

use crate::client::Client;
use serde_json::{Value, json};

/// Two seats of a room.
fn seats(client: &Client, game: &str) -> [String; 2] {
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    let first = client.ask("/api/room", &json!({ "game": game, "player": 0 }));
    let invited = json!({ "invitation": first["invitation"] });
    let second = client.ask("/api/room", &invited);
    assert!(second["invitation"].is_null());
    // An invitation is for one.
    assert_eq!(client.post("/api/room", &invited).status, 404);
    [text(&first["key"]), text(&second["key"])]
}

/// Whether a view shows only what kriegspiel lets a player see: their own pieces.
fn check_view(view: &Value, declared: &Value, viewer: usize, made: &[Vec<String>; 2]) {
    assert_eq!(view["viewer"].as_u64(), Some(viewer as u64));
    for stack in view["board"].as_array().expect("a board") {
        for piece in stack.as_array().expect("pieces") {
            let piece = &declared["pieces"][piece.as_u64().expect("a number") as usize];
            assert_eq!(piece["owner"].as_u64(), Some(viewer as u64), "{view}");
        }
    }
    let is_own_turn = view["player"].as_u64() == Some(viewer as u64);
    assert_eq!(view["moves"].as_array().is_some_and(|moves| !moves.is_empty()), is_own_turn);
    assert!(view["position"].is_null() && view["notes"] == json!([]));
    let mut own = Vec::new();
    for turn in view["turns"].as_array().expect("turns") {
        match turn["player"].as_u64() == Some(viewer as u64) {
            true => own.push(turn["text"].as_str().expect("one's own move").to_string()),
            false => assert!(turn["text"].is_null(), "{turn}"),
        }
    }
    assert_eq!(own, made[viewer]);
}

#[test]
fn neither_player_is_sent_what_the_other_one_keeps() {
    let client = Client::new();
    let declared = client.ask("/api/game", &json!({ "game": "kriegspiel" }));
    let keys = seats(&client, "kriegspiel");
    let mut streams =
        [0, 1].map(|side| client.stream("/api/room/events", &json!({ "key": keys[side] })));
    let mut made = [Vec::new(), Vec::new()];
    for (side, stream) in streams.iter_mut().enumerate() {
        let (_, view) = stream.next().expect("a view");
        check_view(&view, &declared, side, &made);
    }
    // White tries what cannot be known to be illegal; Black must not notice.
    let moves = [(0, "e2e4"), (1, "d7d5"), (0, "e4d5"), (1, "d8d5"), (0, "b1c3"), (1, "d5e5")];
    for (side, text) in moves {
        let question = json!({ "key": keys[side], "move": text });
        made[side].push(text.to_string());
        check_view(&client.ask("/api/room/try", &question), &declared, side, &made);
        // The other one cannot move instead, nor can the same one twice.
        assert_eq!(client.post("/api/room/try", &question).status, 400);
        for (viewer, stream) in streams.iter_mut().enumerate() {
            let (_, view) = stream.next().expect("a view");
            check_view(&view, &declared, viewer, &made);
        }
    }
    let view = client.ask("/api/room/view", &json!({ "key": keys[0] }));
    let heard = view["heard"].to_string() + &view["turns"].to_string();
    assert!(heard.contains("check"), "the referee announces a check: {heard}");
}

/// A refused try is the business of whoever tried, unless the rules announce it.
#[test]
fn a_refusal_is_not_noticed() {
    let client = Client::new();
    let keys = seats(&client, "phantom_tictactoe");
    let attempt = |side: usize, text: &str| {
        client.ask("/api/room/try", &json!({ "key": keys[side], "move": text }))
    };
    attempt(0, "b2");
    let look = |side: usize| client.post("/api/room/view", &json!({ "key": keys[side] })).body;
    let before = look(0);
    let refused = attempt(1, "b2");
    assert_eq!(refused["player"], 1, "the turn is not over: {refused}");
    assert_eq!(look(0), before);
}

#[test]
fn strangers_have_no_seat() {
    let client = Client::new();
    for key in ["", "0", "x", "../.."] {
        assert_eq!(client.post("/api/room/view", &json!({ "key": key })).status, 404);
    }
    assert_eq!(client.post("/api/room", &json!({ "game": "chess" })).status, 400);
    assert_eq!(client.post("/api/room", &json!({ "invitation": "x" })).status, 404);
}
