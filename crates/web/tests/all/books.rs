//! Opening books on the page: a book answers for exactly the rules that it was made for, and the
//! page shows its moves, which can be played by a click.

use crate::client::Client;
use crate::driver::Browser;
use multigame::Text;
use serde_json::json;
use web::{BookMove, Config, EndgameTables, InBook, InTable, OpeningBooks, Worth};

/// A book of tic-tac-toe that knows two first moves.
struct Short;

impl OpeningBooks for Short {
    fn look_up(&self, game: &Text, position: &str) -> Option<InBook> {
        let is_it = Text::built_in("tictactoe").is_ok_and(|known| known.text == game.text);
        let known = |text: &str, words: &str, worth| BookMove {
            text: text.to_string(),
            words: words.to_string(),
            worth,
            games: [3, 2, 1, 0],
        };
        (is_it && position.contains("3/3/3")).then(|| InBook {
            plays: Some("b2".to_string()),
            complete: false,
            moves: vec![
                known("b2", "+5 at depth 4", Some(0.25)),
                known("a1", "6 games: 3 won, 2 drawn, 1 lost", None),
            ],
        })
    }
}

/// A table in which whoever is to move loses.
struct Lost;

impl EndgameTables for Lost {
    fn probe(&self, _: &Text, _: &str) -> Option<InTable> {
        Some(InTable { worth: Worth::Loses(4), in_time: true })
    }
}

fn client() -> Client {
    Client::with(Config {
        searches: 1,
        books: Some(Box::new(Short)),
        tables: Some(Box::new(Lost)),
        own: vec![Text::new("mine", "extends tictactoe\n")],
        ..Config::default()
    })
}

#[test]
fn a_book_is_asked_about_a_position() {
    let client = client();
    let answer = client.ask("/api/book", &json!({ "game": "tictactoe" }));
    assert_eq!((&answer["words"], &answer["plays"]), (&json!("plays b2"), &json!("b2")));
    assert_eq!(
        answer["moves"][0],
        json!({ "move": "b2", "words": "+5 at depth 4", "bar": 0.25, "games": [3, 2, 1, 0] })
    );
    assert!(answer["moves"][1]["bar"].is_null(), "{answer}");
    let nothing = json!({ "words": null, "plays": null, "complete": false, "moves": [] });
    for question in [
        json!({ "game": "tictactoe", "moves": ["b2"] }),
        json!({ "game": "mine" }),
        json!({ "game": "chess" }),
        json!({ "game": "tictactoe", "moves": ["b2", "a1", "b1", "a2", "b3"] }),
    ] {
        assert_eq!(client.ask("/api/book", &question), nothing, "{question}");
    }
    // A server without books has nothing to say.
    assert_eq!(Client::new().ask("/api/book", &json!({ "game": "tictactoe" })), nothing);
}

#[test]
fn browser_shows_what_tables_and_books_know() {
    let Some(browser) = Browser::with(client) else { return };
    browser.open("game=tictactoe");
    let says = |part: &str, words: &str| {
        browser.wait(&format!(
            "document.querySelector('.known.{part}')?.innerText.includes({})",
            json!(words)
        ));
    };
    says("book", "Opening book: plays b2");
    says("book", "6 games: 3 won, 2 drawn, 1 lost");
    says("endgame", "Endgame table: black wins in 4 turns");
    // A click on a move of the book plays it; the book does not go on from there.
    browser.click(".known.book .best");
    assert_eq!(browser.made(1), "b2");
    browser.wait("document.querySelector('.known.book').innerText === ''");
    assert_eq!(browser.complaints(), json!([]));
}
