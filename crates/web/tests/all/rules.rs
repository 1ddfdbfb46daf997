//! Rules of visitors: played as they are sent, with mistakes told by their places and hints, and
//! bounded.

use crate::api::texts;
use crate::client::Client;
use serde_json::{Value, json};

const RULES: &str = "dimensions (4,1)\npieces { stone 'X' 'O' }\n\
    main = try [ find empty field, replace by own stone ] else lose.\n";

#[test]
fn rules_of_a_visitor_are_played() {
    let client = Client::new();
    let asked = json!({ "game": "last_stone", "rules": RULES, "moves": ["a1", "b1", "c1"] });
    assert_eq!(texts(&client.ask("/api/state", &asked)), ["d1"]);
    // Another text of the same name is another game.
    let other = json!({ "game": "last_stone", "rules": RULES.replace("(4,1)", "(2,2)") });
    assert_eq!(texts(&client.ask("/api/state", &other)), ["a1", "a2", "b1", "b2"]);
    let variant = json!({ "game": "mine", "rules": "extends chess\nwithout en_passant\n" });
    assert_eq!(texts(&client.ask("/api/state", &variant)).len(), 20);
}

#[test]
fn mistakes_have_places_and_hints() {
    let client = Client::new();
    let rules = RULES.replace("own stone", "own stoen");
    let checked = client.ask("/api/check", &json!({ "game": "mine", "rules": rules }));
    let found = &checked["findings"][0];
    assert_eq!(
        (found["severity"].as_str(), found["code"].as_str()),
        (Some("error"), Some("unknown-name"))
    );
    let at = |key: &str| found[key].as_u64().expect("a place") as usize;
    assert_eq!(&rules[at("from")..at("to")], "stoen");
    assert!(found["hint"].as_str().is_some_and(|hint| hint.contains("stone")), "{found}");
    assert_eq!(checked["game"], Value::Null);

    let checked = client.ask("/api/check", &json!({ "game": "mine", "rules": RULES }));
    assert_eq!(checked["game"]["fields"].as_array().map(Vec::len), Some(4));
}

#[test]
fn rules_are_laid_out() {
    let client = Client::new();
    let question = json!({ "game": "mine", "rules": RULES.replace(" = ", "   =   ") });
    let laid_out = client.ask("/api/format", &question)["rules"].clone();
    let again = client.ask("/api/format", &json!({ "game": "mine", "rules": laid_out }));
    assert_eq!(again["rules"], laid_out);
    let answer = client.post("/api/format", &json!({ "game": "mine", "rules": "main = = ." }));
    assert_eq!(answer.status, 400, "{}", answer.body);
}

/// What rules may use is bounded: these would make more positions than there are atoms.
#[test]
fn rules_that_would_not_end_are_stopped() {
    let client = Client::new();
    let rules = "dimensions (16,16) pieces { stone 'X' 'O' } main = try [ \
        repeat 1 .. 200 times [ find empty field, replace by own stone ] ] else lose.";
    let answer = client.post("/api/state", &json!({ "game": "mine", "rules": rules }));
    assert_eq!(answer.status, 400, "{}", answer.body);
    let long = format!("// {}\n{RULES}", "x".repeat(70_000));
    let answer = client.post("/api/state", &json!({ "game": "mine", "rules": long }));
    assert!(answer.status == 400 && answer.body.contains("64 kB"), "{}", answer.body);
    // The server is still there for others.
    assert_eq!(texts(&client.ask("/api/state", &json!({ "game": "tictactoe" }))).len(), 9);
}
