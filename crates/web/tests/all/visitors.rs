//! Rules of visitors that are nonsense: other visitors do not wait for them, and what takes long is left
//! to another process, whose end is noticed.

use crate::api::texts;
use crate::client::{Client, becomes};
use serde_json::{Value, json};
use web::Config;

/// A game in which something is hidden, by rules of a visitor.
const HIDDEN: &str = "extends phantom_tictactoe\n";

/// Rules that use up all that a turn may take.
const SLOW: &str = "dimensions (16,16) pieces { stone 'X' 'O' } main = try [ \
    repeat 1 .. 200 times [ find empty field, replace by own stone ] ] else lose.";

/// A server whose processes for rules of visitors run this script.
fn client(script: &str) -> Client {
    let child = Some(["sh", "-c", script].map(String::from).to_vec());
    Client::with(Config { searches: 1, child, ..Config::default() })
}

#[test]
fn nobody_waits_for_rules_that_are_slow() {
    let client = Client::new();
    let n_questions = 24;
    // Each has a name of its own, so that nothing is known from the one before.
    let slow = |n: usize| json!({ "game": format!("slow{n}"), "rules": SLOW });
    let pages: Vec<_> =
        (0..n_questions).map(|n| client.send_only("/api/state", &slow(n))).collect();
    let n_open = || client.get("/api/load").json()["visitors"].as_u64().expect("a number");
    assert!(becomes(|| n_open() > 2), "the questions do not wait");
    for game in ["tictactoe", "chess", "hex", "tictactoe"] {
        assert!(!texts(&client.ask("/api/state", &json!({ "game": game }))).is_empty());
    }
    drop(pages);
    assert!(becomes(|| n_open() == 0), "questions without a page are answered for ever");
}

/// What a process is asked; it answers with the length of that, or is killed.
#[test]
fn what_takes_long_is_done_by_another_process() {
    let rules = "extends tictactoe\n";
    let wins = json!({ "game": "mine", "rules": rules, "moves": ["a1", "b1", "a2"] });
    let echo = client("read -r task; printf 'done\\t{\"task\":%s}\\n' \"$task\"");
    for (path, name) in [("/api/combine", "combine"), ("/api/threats", "threats")] {
        let said = echo.ask(path, &wins)["task"][name].clone();
        assert_eq!((&said["rules"], &said["moves"]), (&json!(rules), &wins["moves"]), "{said}");
        // Games that the server knows are looked at by the server.
        let known = echo.ask(path, &json!({ "game": "tictactoe", "moves": wins["moves"] }));
        assert!(known["task"].is_null(), "{known}");
    }
    let seat = echo.ask("/api/room", &json!({ "game": "mine", "rules": HIDDEN }));
    echo.ask("/api/room/try", &json!({ "key": seat["key"], "move": "b2" }));
    let said =
        echo.ask("/api/room/belief", &json!({ "key": seat["key"] }))["task"]["belief"].clone();
    assert_eq!((&said["attempts"], &said["player"]), (&json!(["b2"]), &json!(0)), "{said}");
    let broken = client("kill -9 $$");
    for path in ["/api/combine", "/api/threats"] {
        let answer = broken.post(path, &wins);
        assert!(answer.status == 400 && answer.body.contains("memory"), "{}", answer.body);
    }
    assert_eq!(texts(&broken.ask("/api/state", &wins)).len(), 6);
}

/// The computer of a room: what another process thinks is attempted, and if it breaks down the player
/// is told.
#[test]
fn the_computer_of_a_room_is_another_process() {
    let thinks = client("printf 'done\\t\"a1\"\\n'");
    let opening = json!({ "game": "mine", "rules": HIDDEN, "player": 0, "computer": 1 });
    let view = |client: &Client, seat: &Value| {
        client.ask("/api/room/view", &json!({ "key": seat["key"] }))
    };
    let seat = thinks.ask("/api/room", &opening);
    thinks.ask("/api/room/try", &json!({ "key": seat["key"], "move": "b2" }));
    let n_turns = |view: &Value| view["turns"].as_array().map_or(0, Vec::len);
    assert!(becomes(|| n_turns(&view(&thinks, &seat)) == 2), "{}", view(&thinks, &seat));
    let broken = client("kill -9 $$");
    let seat = broken.ask("/api/room", &opening);
    broken.ask("/api/room/try", &json!({ "key": seat["key"], "move": "b2" }));
    let is_told =
        || view(&broken, &seat)["trouble"].as_str().is_some_and(|it| it.contains("memory"));
    assert!(becomes(is_told), "{}", view(&broken, &seat));
    // Each look lets the computer try again, and takes nothing back before it could.
    assert!((0..20).all(|_| is_told()), "{}", view(&broken, &seat));
}
