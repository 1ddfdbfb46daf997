//! Hidden games in a real browser: two pages of kriegspiel, each of which reaches the server through a
//! relay that writes down every byte, and pages that stay open while the server is started again.

use crate::client::Client;
use crate::driver::Browser;
use crate::rooms_kept::Memory;
use crate::traffic::Relay;
use serde_json::{Value, json};
use web::Config;

/// Whether nothing that came to a player's page says what only the other one may know.
fn check_traffic(relay: &Relay, declared: &Value, viewer: usize, others: &[&str]) -> usize {
    let mut n_views = 0;
    for heard in relay.heard().iter().filter(|heard| heard["viewer"].is_number()) {
        n_views += 1;
        assert_eq!(heard["viewer"], viewer, "{heard}");
        for piece in heard["board"].as_array().expect("a board").iter().flat_map(Value::as_array) {
            for piece in piece {
                let piece = &declared["pieces"][piece.as_u64().expect("a number") as usize];
                assert_eq!(piece["owner"], viewer, "{heard}");
            }
        }
        for turn in heard["turns"].as_array().expect("turns") {
            assert_eq!(turn["text"].is_null(), turn["player"] != viewer, "{turn}");
        }
        assert!(heard["position"].is_null() && heard["notes"] == json!([]), "{heard}");
    }
    let text = relay.text();
    for other in others {
        assert!(!text.contains(&format!("\"{other}\"")), "the page of {viewer} was sent {other}");
    }
    n_views
}

/// A whole game: each page shows what its player may see, and was sent nothing else.
#[test]
fn kriegspiel_is_played_on_two_pages() {
    let Some(browser) = Browser::new() else { return };
    let declared = browser.client.ask("/api/game", &json!({ "game": "kriegspiel" }));
    let relays = [(); 2].map(|()| Relay::new(browser.client.address));
    let white = browser.window();
    browser.open_at(relays[0].address, "game=kriegspiel");
    browser.click("[data-side='0']");
    browser.wait("document.querySelector('[data-invitation]')");
    let link = browser.js("document.querySelector('[data-invitation]').dataset.invitation");
    let hash = link.as_str().and_then(|it| it.split_once('#')).map(|(_, hash)| hash.to_string());
    let black = browser.new_window();
    browser.open_at(relays[1].address, &hash.expect("a link"));
    browser.wait("document.querySelectorAll('.field').length === 64");
    let keys = [&white, &black].map(|page| {
        browser.go_to(page);
        let key = browser.js("new URLSearchParams(location.hash.slice(1)).get('room')");
        key.as_str().expect("a key").to_string()
    });
    let sees = |color: &str| {
        browser.js(&format!("document.querySelectorAll('.field[aria-label*=\"{color} \"]').length"))
    };
    assert_eq!((sees("white"), sees("black")), (json!(0), json!(16)));
    let turns = |n: usize| {
        browser.wait(&format!("document.querySelectorAll('.heard li:not(.now)').length === {n}"));
    };
    let game = [(&white, "f2 f3"), (&black, "e7 e5"), (&white, "g2 g4"), (&black, "d8 h4")];
    for (n, (page, fields)) in game.into_iter().enumerate() {
        browser.go_to(page);
        turns(n);
        browser.wait("document.querySelectorAll('.field.choosable').length > 0");
        browser.fields(fields);
        turns(n + 1);
    }
    for page in [&white, &black] {
        browser.go_to(page);
        turns(4);
        browser.wait("document.querySelector('.result')?.innerText === 'black wins'");
    }
    let heard = browser.js("document.querySelector('.heard').innerText");
    let heard = heard.as_str().expect("a text");
    assert!(heard.contains("e7e5") && !heard.contains("f2f3"), "{heard}");
    // Whatever the server has sent to each of the two pages.
    let n_white = check_traffic(&relays[0], &declared, 0, &["e7e5", "d8h4", &keys[1]]);
    let n_black = check_traffic(&relays[1], &declared, 1, &["f2f3", "g2g4", &keys[0]]);
    assert!(n_white >= 5 && n_black >= 5, "{n_white} and {n_black} views were looked at");
    assert_eq!(browser.complaints(), json!([]));
}

/// The server goes, and another one comes in its place with the same folder, while pages are open.
#[test]
fn a_restart_loses_no_game() {
    let memory = Memory::default();
    let start = || {
        let rooms = Some(memory.boxed());
        Client::with(Config { searches: 1, rooms, ..Config::default() })
    };
    let Some(browser) = Browser::with(start) else { return };
    let relay = Relay::new(browser.client.address);
    let chess = browser.window();
    browser.open_at(relay.address, "game=chess");
    browser.fields("e2 e4");
    browser.made(1);
    let room = browser.new_window();
    browser.open_at(relay.address, "game=phantom_tictactoe");
    browser.click("[data-side='0']");
    browser.wait("document.querySelectorAll('.field.choosable').length === 9");
    browser.fields("b2");
    browser.wait("document.querySelector('.heard').innerText.includes('b2')");
    let link = browser.js("document.querySelector('[data-invitation]').dataset.invitation");
    let invitation = link.as_str().and_then(|it| it.split_once("invitation=")).expect("a link").1;
    let after = start();
    relay.lead_to(after.address);
    // The other player comes only now, and finds the game as it was.
    let seat = after.ask("/api/room", &json!({ "invitation": invitation }));
    after.ask("/api/room/try", &json!({ "key": seat["key"], "move": "a1" }));
    browser.wait("document.querySelectorAll('.heard li:not(.now)').length === 2");
    browser.wait("document.querySelectorAll('.field.choosable').length > 0");
    browser.fields("c3");
    browser.wait("document.querySelector('.heard').innerText.includes('c3')");
    browser.go_to(&chess);
    browser.fields("e7 e5");
    assert_eq!(browser.made(2), "e7e5");
    browser.go_to(&room);
}
