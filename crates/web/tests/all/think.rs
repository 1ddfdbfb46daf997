//! Searches: they answer with legal moves, are streamed, and end with their page.

use crate::api::texts;
use crate::client::{Client, becomes};
use serde_json::json;

#[test]
fn every_level_makes_a_legal_move() {
    let client = Client::new();
    let asked = json!({ "game": "tictactoe", "moves": ["b2"] });
    let legal = texts(&client.ask("/api/state", &asked));
    for level in [1, 3, 5] {
        let question = json!({ "game": "tictactoe", "moves": ["b2"], "level": level, "seed": 7 });
        let events = client.stream("/api/think", &question).all();
        let (name, done) = events.last().expect("an event");
        assert_eq!((name.as_str(), done["seed"].as_u64()), ("done", Some(7)));
        let chosen = done["move"].as_str().expect("a move").to_string();
        assert!(legal.contains(&chosen), "{chosen}");
    }
}

#[test]
fn an_analysis_shows_the_best_lines() {
    let client = Client::new();
    let start = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let question = json!({ "game": "chess", "start": start, "lines": 2, "depth": 3 });
    let events = client.stream("/api/think", &question).all();
    let found: Vec<_> = events.iter().filter(|(name, _)| name == "found").collect();
    let (_, last) = found.last().expect("something was found");
    assert_eq!(last["lines"][0]["moves"][0], "a1a8");
    assert_eq!(last["lines"][0]["words"], "white wins in 1 turn");
    assert_eq!(
        (last["lines"][0]["bar"].as_f64(), last["lines"].as_array().map(Vec::len)),
        (Some(1.0), Some(2))
    );
    assert!(found.len() > 1 && events.last().is_some_and(|(name, _)| name == "done"));
}

#[test]
fn a_position_without_moves_is_answered_at_once() {
    let client = Client::new();
    let over = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let question = json!({ "game": "chess", "moves": over, "level": 3 });
    let events = client.stream("/api/think", &question).all();
    assert_eq!(events.last().map(|(_, done)| done["move"].is_null()), Some(true));
    let events = client.stream("/api/think", &json!({ "game": "nothing" })).all();
    assert_eq!(events.first().map(|(name, _)| name.as_str()), Some("refused"));
}

/// The only place for searches is taken by one without an end. When its page goes away, so does
/// the search; the number of looks is bounded, not the time.
#[test]
fn a_search_ends_with_its_page() {
    let client = Client::new();
    let n_searches = || client.get("/api/load").json()["searches"].as_u64().expect("a number");
    let mut page = client.stream("/api/think", &json!({ "game": "othello" }));
    assert_eq!(page.next().map(|(name, _)| name).as_deref(), Some("found"));
    assert_eq!(n_searches(), 1);
    drop(page);
    assert!(becomes(|| n_searches() == 0), "the search goes on without its page");
}
