//! Endgame tables on the page: they answer for exactly the rules that they were built for, and what
//! a counter may prevent is said.

use crate::client::Client;
use multigame::Text;
use serde_json::json;
use web::{Config, EndgameTables, InTable, Worth};

/// A table in which whoever is to move in chess loses in 60 turns, unless a counter ends it.
struct Slow;

impl EndgameTables for Slow {
    fn probe(&self, game: &Text, _: &str) -> Option<InTable> {
        let is_chess = Text::built_in("chess").is_ok_and(|chess| chess.text == game.text);
        is_chess.then_some(InTable { worth: Worth::Loses(60), in_time: false })
    }
}

fn client(own: Vec<Text>) -> Client {
    Client::with(Config { searches: 1, tables: Some(Box::new(Slow)), own, ..Config::default() })
}

#[test]
fn what_a_counter_may_prevent_is_said() {
    let start = "8/8/8/8/8/k7/8/K6R w - - 0 1";
    let answer =
        client(Vec::new()).ask("/api/endgame", &json!({ "game": "chess", "start": start }));
    assert_eq!(answer["words"], "black wins in 60 turns, if no counter makes it a draw before");
    let first = &answer["moves"][0];
    assert_eq!(first["words"], "white wins in 61 turns, if no counter makes it a draw before");
    assert_eq!(first["bar"], 0.5);
}

#[test]
fn a_game_of_the_same_name_has_no_tables() {
    let own = Text::new("chess", "extends connect4\n");
    let answer = client(vec![own]).ask("/api/endgame", &json!({ "game": "chess" }));
    assert_eq!(answer, json!({ "words": null, "moves": [] }));
}
