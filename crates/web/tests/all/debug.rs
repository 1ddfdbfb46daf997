//! Steps of the rules, and why a text is no move, as a page asks for them.

use crate::client::Client;
use serde_json::{Value, json};

/// The steps of an answer.
fn steps(answer: &Value) -> &Vec<Value> {
    answer["steps"].as_array().expect("steps")
}

#[test]
fn a_page_steps_through_en_passant() {
    let client = Client::new();
    let moves = json!(["e2e4", "a7a6", "e4e5", "d7d5"]);
    let question = json!({ "game": "chess", "moves": moves, "move": "e5d6" });
    let answer = client.ask("/api/debug", &question);
    assert_eq!((&answer["cut"], &answer["questions"]), (&json!(false), &json!(true)));
    let text = answer["files"][0]["text"].as_str().expect("rules");
    let here = |step: &Value| {
        let [from, to] = ["from", "to"].map(|key| step[key].as_u64().expect("a place") as usize);
        text[from..to].to_string()
    };
    let inner: Vec<String> = steps(&answer)
        .iter()
        .filter(|step| step["rule"] == "en_passant")
        .map(|step| format!("{}: {}", here(step), step["words"].as_str().expect("words")))
        .collect();
    assert_eq!(
        inner,
        [
            "find own pawn: e5, 8 of 8",
            "lift: begins `lift`",
            "strike: begins `strike`",
            "points at passed: d6 is `passed`",
            "backward: south",
            "step: to d5",
            "capture: begins `capture`",
            "remove: takes the black pawn off d5",
            "forward: north",
            "step: to d6",
            "putdown: puts the white pawn down on d6",
        ]
    );
    // The board of the step after which the pawn is gone has the other one still in the hand.
    let removes = steps(&answer).iter().find(|step| here(step) == "remove").expect("a step");
    let board = &answer["boards"][removes["board"].to_string()];
    assert_eq!((&board["board"][35], &board["text"]), (&json!([]), &json!("e5")), "{board}");
    assert_eq!(board["hand"].as_array().map(Vec::len), Some(1));
    let last = steps(&answer).last().expect("a step");
    assert_eq!((&last["words"], &last["fate"]), (&json!("the move e5d6"), &json!("result")));
}

#[test]
fn steps_come_in_parts_that_fit_together() {
    let client = Client::new();
    let part = |first: usize, most: usize| {
        let question = json!({ "game": "othello", "first": first, "most": most });
        client.ask("/api/debug", &question)
    };
    let all = part(0, 500);
    let total = all["total"].as_u64().expect("a number") as usize;
    let later = part(100, 50);
    assert!(total > 500 && later["total"].as_u64() == Some(total as u64));
    assert_eq!(steps(&later)[..], steps(&all)[100..150]);
    assert!(steps(&part(total, 10)).is_empty());
    let found = steps(&all).iter().find(|step| step["kind"] == "find").expect("a choice");
    assert_eq!(found["positions"].as_array().map(Vec::len), Some(60));
}

#[test]
fn what_failed_is_told_with_its_place() {
    let client = Client::new();
    let start = "4k3/8/b7/8/8/8/8/4K2R w K - 0 1";
    let question = json!({ "game": "chess", "start": start, "move": "e1g1" });
    let why = client.ask("/api/why", &question);
    let because = why["because"].as_array().expect("reasons");
    let told: Vec<(&Value, &Value)> =
        because.iter().map(|it| (&it["statement"], &it["words"])).collect();
    assert_eq!(
        told,
        [
            (&json!("test [ putdown, not in_check ]"), &json!("nothing is found")),
            (&json!("not in_check"), &json!("black bishop on a6, white king on f1")),
        ]
    );
    assert_eq!(
        (&because[1]["rule"], &because[1]["source"]),
        (&json!("castle"), &json!("chess.mg"))
    );
    assert!(because[1]["line"].as_u64() > Some(80), "{why}");
    let traced = client.ask("/api/debug", &question);
    assert_eq!(traced["why_not"]["because"], why["because"]);
}

#[test]
fn what_cannot_be_traced_is_refused() {
    let client = Client::new();
    let refused = |question: Value, words: &str| {
        let answer = client.post("/api/debug", &question);
        assert_eq!(answer.status, 400, "{}", answer.body);
        assert!(answer.body.contains(words), "{}", answer.body);
    };
    refused(json!({ "game": "chess", "rule": "castel" }), "no rule is called");
    let over = json!(["b2", "a1", "b1", "a2", "b3"]);
    refused(json!({ "game": "tictactoe", "moves": over }), "the game is over");
}
