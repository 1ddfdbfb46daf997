//! Questions beyond moves and reasons: clocks and settings, what is solved, positions by hand,
//! and nonsense, which is answered with a message and a hint.

use crate::client::{Answer, Client, becomes};
use serde_json::{Value, json};
use web::Config;

fn check_refusal(answer: &Answer, status: u16) {
    assert_eq!(answer.status, status, "{}", answer.body);
    let said = answer.json();
    let is_text = |name: &str| said[name].as_str().is_some_and(|text| !text.is_empty());
    assert!(is_text("error") && is_text("hint"), "{said}");
}

#[test]
fn nonsense_is_answered_with_a_hint() {
    let client = Client::new();
    let numbers = [
        json!({ "level": 99 }),
        json!({ "level": 0 }),
        json!({ "lines": 0 }),
        json!({ "lines": 1000 }),
        json!({ "depth": 0 }),
        json!({ "seconds": -1.0 }),
        json!({ "seconds": 1e300 }),
        json!({ "clock": { "left": -3.0 } }),
        json!({ "clock": { "left": 1.0, "increment": 1e9 } }),
    ];
    for mut question in numbers {
        question["game"] = json!("tictactoe");
        check_refusal(&client.post("/api/think", &question), 400);
    }
    for question in [json!({ "player": 7 }), json!({ "computer": 9 })] {
        let mut question = question;
        question["game"] = json!("phantom_tictactoe");
        check_refusal(&client.post("/api/room", &question), 400);
    }
    check_refusal(&client.get("/api/state"), 405);
    check_refusal(&client.get("/api/nothing"), 404);
    let long = json!({ "game": "x".repeat(400_000) });
    check_refusal(&client.post("/api/state", &long), 413);
    check_refusal(&client.post("/api/think", &long), 413);
}

/// The events of a search, and its last word.
fn thought(client: &Client, question: &Value) -> (Vec<(String, Value)>, Value) {
    let events = client.stream("/api/think", question).all();
    let (name, last) = events.last().cloned().expect("an event");
    assert_eq!(name, "done", "{last}");
    (events, last)
}

#[test]
fn what_is_decided_ends_by_itself() {
    let client = Client::new();
    // A draw that can be proved, a win, and a puzzle: none of these is searched for ever.
    let (events, last) = thought(&client, &json!({ "game": "tictactoe" }));
    let solved = events.iter().find(|(name, _)| name == "solved").expect("it is solved");
    assert_eq!(solved.1["words"], "draw");
    assert_eq!((&last["decided"], &last["complete"]), (&json!(true), &json!(true)));
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let question = json!({ "game": "chess", "start": mate, "lines": 1 });
    let (_, last) = thought(&client, &question);
    assert_eq!((&last["move"], &last["decided"]), (&json!("a1a8"), &json!(true)));
}

#[test]
fn settings_and_clocks_are_kept_to() {
    let client = Client::new();
    let question =
        json!({ "game": "tictactoe", "settings": "algorithm=mcts seed=3", "seconds": 0.05 });
    let (events, last) = thought(&client, &question);
    assert!(last["move"].is_string(), "{last}");
    // On a busy machine the time may be over before anything is found.
    for line in events.iter().filter_map(|(_, it)| it["lines"].get(0)) {
        let words = line["words"].as_str().expect("words");
        assert!(words.ends_with('%'), "random games have a share of wins: {words}");
    }
    // A depth is a limit of its own: nothing stops this search before it.
    let question = json!({ "game": "othello", "settings": "algorithm=alpha-beta", "depth": 2 });
    let (events, last) = thought(&client, &question);
    assert_eq!((last["move"].is_string(), &last["complete"]), (true, &json!(true)), "{last}");
    assert!(events.iter().all(|(_, it)| it["depth"].as_u64().is_none_or(|depth| depth <= 2)));
    let wrong = json!({ "game": "tictactoe", "settings": "algorithm=best" });
    let events = client.stream("/api/think", &wrong).all();
    assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("refused"));
    // Level 10 looks for seconds; a clock that is nearly over ends it before that.
    let clock = json!({ "left": 0.2, "increment": 0.0 });
    let question = json!({ "game": "othello", "level": 10, "clock": clock });
    let (_, last) = thought(&client, &question);
    assert_eq!((last["move"].is_string(), &last["complete"]), (true, &json!(false)));
}

#[test]
fn a_position_is_set_up_by_hand() {
    let client = Client::new();
    let declared = client.ask("/api/game", &json!({ "game": "chess" }));
    let pieces = declared["pieces"].as_array().expect("pieces");
    let number = |symbol: &str| pieces.iter().position(|it| it["symbol"] == symbol).expect("one");
    let fields = declared["fields"].as_array().expect("fields");
    let field = |name: &str| fields.iter().position(|it| it["name"] == name).expect("one");
    let mut board = vec![Vec::new(); 64];
    for (name, symbol) in [("e1", "K"), ("e8", "k"), ("d5", "Q")] {
        board[field(name)] = vec![number(symbol)];
    }
    let question = |board: &Vec<Vec<usize>>| {
        let counters = [[0, 0], [0, 0], [7, 0]];
        json!({ "game": "chess", "board": board, "player": 1, "counters": counters })
    };
    let counters = client.ask("/api/setup", &json!({ "game": "chess" }))["counters"].clone();
    let names: Vec<_> =
        counters.as_array().expect("counters").iter().map(|it| &it["name"]).collect();
    assert_eq!(names.len(), 3, "{names:?}");
    let answer = client.ask("/api/setup", &question(&board));
    assert_eq!(answer["position"], "4k3/8/8/3Q4/8/8/8/4K3 b - - 7 1");
    board[field("e8")] = Vec::new();
    check_refusal(&client.post("/api/setup", &question(&board)), 400);
    board[field("e8")] = vec![999];
    check_refusal(&client.post("/api/setup", &question(&board)), 400);
    board.pop();
    check_refusal(&client.post("/api/setup", &question(&board)), 400);
}

#[test]
fn a_report_grows_with_its_games() {
    let client = Client::new();
    let events = client.stream("/api/report", &json!({ "game": "tictactoe" })).all();
    assert_eq!(events.len(), 21, "twenty games and the end");
    let (name, last) = &events[19];
    assert_eq!((name.as_str(), &last["games"]), ("report", &json!(20)));
    let wins = |n: usize| last["wins"][n].as_u64().expect("a number");
    assert_eq!(wins(0) + wins(1) + last["draws"].as_u64().expect("a number"), 20);
    assert_eq!(last["heat"].as_array().map(Vec::len), Some(9));
    assert!(last["openings"][0]["then"][0]["then"][0]["move"].is_string(), "{last}");
    for game in ["kriegspiel", "fifteen"] {
        let events = client.stream("/api/report", &json!({ "game": game })).all();
        assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("refused"), "{game}");
    }
}

/// Rules of visitors are searched by another process: it is asked, its words are passed on, one
/// that breaks down is noticed, and one whose page goes away is ended.
#[cfg(unix)]
#[test]
fn rules_of_visitors_are_searched_elsewhere() {
    let ask = |script: &str| {
        let child = Some(["sh", "-c", script].map(String::from).to_vec());
        Client::with(Config { searches: 1, child, ..Config::default() })
    };
    let rules =
        "dimensions (3,3) pieces { stone 'X' 'O' } main = find empty field, replace by own stone.";
    let question = json!({ "game": "mine", "rules": rules, "level": 1 });
    let client = ask("read question; printf 'done\\t{\"move\":\"%s\"}\\n' ${#question}");
    let events = client.stream("/api/think", &question).all();
    assert_eq!(events.last().map(|(name, _)| name.as_str()), Some("done"));
    let heard = events[0].1["move"].as_str().and_then(|n| n.parse::<usize>().ok());
    assert!(heard.is_some_and(|n| n > rules.len()), "the question was handed over: {events:?}");
    let events = ask("kill -9 $$").stream("/api/think", &question).all();
    let (name, said) = events.last().expect("an event");
    assert_eq!(name, "refused");
    assert!(said["error"].as_str().is_some_and(|it| it.contains("memory")), "{said}");
    let client = ask("printf 'found\\t{}\\n'; exec sleep 1000");
    let n_searches = || client.get("/api/load").json()["searches"].as_u64().expect("a number");
    let mut page = client.stream("/api/think", &question);
    assert_eq!(page.next().map(|(name, _)| name).as_deref(), Some("found"));
    drop(page);
    assert!(becomes(|| n_searches() == 0), "the search goes on without its page");
    // A game that the server knows is searched by the server.
    let question = json!({ "game": "tictactoe", "level": 1 });
    let events = client.stream("/api/think", &question).all();
    assert!(events.last().is_some_and(|(_, done)| done["move"].is_string()), "{events:?}");
}
