//! Games, positions, reasons and records, as a page asks for them.

use crate::client::Client;
use serde_json::{Value, json};

/// The texts of the moves of a state.
pub(crate) fn texts(state: &Value) -> Vec<String> {
    let moves = state["moves"].as_array().expect("moves");
    moves.iter().map(|made| made["text"].as_str().expect("a text").to_string()).collect()
}

#[test]
fn every_game_is_listed_declared_and_begun() {
    let client = Client::new();
    let games = client.get("/api/games").json();
    let games = games.as_array().expect("a list");
    assert!(games.len() > 40);
    for game in games {
        let wanted = json!({ "game": game["name"] });
        let declared = client.ask("/api/game", &wanted);
        let n_fields = declared["fields"].as_array().expect("fields").len();
        assert!(n_fields > 0 && declared["rules"].as_str().is_some_and(|it| it.len() > 50));
        let state = client.ask("/api/state", &wanted);
        assert_eq!(state["board"].as_array().expect("a board").len(), n_fields);
        assert!(!texts(&state).is_empty(), "{wanted}");
    }
}

/// Drawings come with what a game declares, and with games that extend it; boards do not.
#[test]
fn drawings_are_declared_and_inherited() {
    let client = Client::new();
    let of = |question: &Value| {
        let declared = client.ask("/api/game", question);
        let drawn = declared["pieces"].as_array().expect("pieces").iter();
        let drawn: Vec<Value> = drawn.map(|piece| piece["drawing"].clone()).collect();
        (declared["drawings"].as_array().expect("drawings").len(), drawn, declared)
    };
    let (n, drawn, declared) = of(&json!({ "game": "fox_and_hounds" }));
    assert_eq!((n, drawn), (2, vec![json!(0), json!(1)]));
    assert!(declared["drawings"][0].as_str().is_some_and(|svg| svg.starts_with("<svg")));
    let (n, drawn, _) = of(&json!({ "game": "mine", "rules": "extends fox_and_hounds" }));
    assert_eq!((n, drawn), (2, vec![json!(0), json!(1)]));
    assert!(of(&json!({ "game": "xiangqi" })).2["drawn_board"].is_string());
    assert!(of(&json!({ "game": "minixiangqi" })).2["drawn_board"].is_null());
    let (n, drawn, declared) = of(&json!({ "game": "hex" }));
    assert_eq!((n, drawn, &declared["drawn_board"]), (0, vec![Value::Null; 2], &Value::Null));
}

#[test]
fn a_position_is_named_by_its_moves() {
    let client = Client::new();
    let state = client.ask("/api/state", &json!({ "game": "chess", "moves": ["e2e4", "e7e5"] }));
    assert_eq!(state["position"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
    assert_eq!((state["player"].as_u64(), state["outcome"].is_null()), (Some(0), true));
    assert_eq!(state["changed"].as_array().map(Vec::len), Some(2));
    assert_eq!(texts(&state).len(), 29);

    let start = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let state = client.ask("/api/state", &json!({ "game": "chess", "start": start }));
    let promotion = state["moves"].as_array().expect("moves").iter();
    let promotion = promotion.filter(|made| made["text"] == "a7a8q").collect::<Vec<_>>();
    assert_eq!(promotion[0]["steps"].as_array().map(Vec::len), Some(3));

    let mate = json!({ "game": "chess", "moves": ["f2f3", "e7e5", "g2g4", "d8h4"] });
    let state = client.ask("/api/state", &mate);
    assert_eq!(state["outcome"], json!({ "words": "black wins", "winner": 1 }));
    assert!(texts(&state).is_empty());
}

#[test]
fn what_cannot_be_is_refused_with_a_hint() {
    let client = Client::new();
    let refused = |path: &str, question: Value, status: u16, words: &str| {
        let answer = client.post(path, &question);
        assert_eq!(answer.status, status, "{}", answer.body);
        assert!(answer.body.contains(words), "{}", answer.body);
    };
    refused("/api/state", json!({ "game": "ches" }), 404, "did you mean `chess`?");
    refused(
        "/api/state",
        json!({ "game": "chess", "moves": ["e2e5"] }),
        400,
        "it can go to e3, e4",
    );
    refused("/api/state", json!({ "game": "chess", "start": "8/8 w" }), 400, "row");
    refused("/api/state", json!({ "game": 7 }), 400, "docs/web.md");
    refused("/api/state", json!([]), 400, "a question is a JSON object");
    refused("/api/state", json!({}), 400, "`game` is missing");
    refused("/api/room", json!({ "game": "kriegspiel", "player": "x" }), 400, "a whole number");
    refused("/api/record", json!({ "game": "chess", "resigned": 9 }), 400, "0 or 1");
    let think = json!({ "game": "chess", "seconds": 1e9 });
    refused("/api/think", think, 400, "no search takes this many seconds");
    for level in [0_u64, 11, 99, 1 << 40] {
        let think = json!({ "game": "chess", "level": level });
        refused("/api/think", think, 400, "levels are from 1 to 10");
    }
    for depth in [0_u64, 1 << 32, 1 << 40] {
        let think = json!({ "game": "chess", "depth": depth });
        refused("/api/think", think, 400, "`depth` is 1 to 4294967295");
    }
    refused("/api/think", json!({ "game": "chess", "lines": 0 }), 400, "`lines` is 1 to 64");
    refused("/api/think", json!({ "game": "chess", "level": 1.5 }), 400, "a whole number");
    let pgn = client.post("/api/read", &json!({ "game": "chess", "text": "1. e4 e5 2. Ke5" }));
    assert!(pgn.status == 400 && !pgn.body.contains("multigame record"), "{}", pgn.body);
    for path in ["/", "/main.js", "/api/state"] {
        let request = format!(
            "DELETE {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            client.address
        );
        let answer = client.send(&request);
        assert_eq!(answer.status, 405, "{path}");
        assert!(answer.json()["hint"].as_str().is_some_and(|hint| hint.contains("POST")));
    }
    let long: Vec<&str> = vec!["a1"; 5000];
    refused("/api/state", json!({ "game": "chess", "moves": long }), 400, "4000 turns");
    refused("/api/nothing", json!({}), 404, "nothing at this path");
}

#[test]
fn a_move_has_reasons_and_a_wrong_one_too() {
    let client = Client::new();
    let why = client.ask("/api/why", &json!({ "game": "chess", "move": "e2e4" }));
    let conditions = why["conditions"].as_array().expect("conditions");
    let empty = conditions.iter().find(|it| it["words"] == "e3 is empty").expect("a condition");
    // The fields are numbered from a1 along the rows.
    assert_eq!(empty["fields"], json!([20]));
    let why = client.ask("/api/why", &json!({ "game": "chess", "move": "e2e5" }));
    assert_eq!(why["legal"], false);
    assert!(why["why_not"].as_str().is_some_and(|words| words.contains("e2")), "{why}");
}

#[test]
fn records_go_out_and_come_back() {
    let client = Client::new();
    let moves = json!(["e2e4", "e7e5", "g1f3"]);
    for pgn in [false, true] {
        let question = json!({ "game": "chess", "moves": moves, "pgn": pgn });
        let text = client.ask("/api/record", &question)["text"].clone();
        assert!(text.as_str().is_some_and(|text| text.contains("Nf3") == pgn), "{text}");
        let read = client.ask("/api/read", &json!({ "game": "chess", "text": text }));
        assert_eq!((&read["game"], &read["moves"]), (&json!("chess"), &moves));
    }
    let question = json!({ "game": "chess", "moves": moves, "resigned": 1 });
    let text = client.ask("/api/record", &question)["text"].clone();
    assert!(text.as_str().is_some_and(|text| text.contains("result: 1-0")), "{text}");
    let answer = client.post("/api/read", &json!({ "game": "chess", "text": "nonsense" }));
    assert_eq!(answer.status, 400, "{}", answer.body);
}
