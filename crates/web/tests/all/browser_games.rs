//! Games played by clicks in a real browser: each kind of board and each kind of step, and whole
//! games to their ends.

use crate::driver::Browser;
use serde_json::{Value, json};

/// Plays a whole game by clicks: every step of every move is a click on a field or on a choice.
fn play_by_clicks(browser: &Browser, game: &str, moves: &str, result: &str) {
    browser.open(&format!("game={game}"));
    let declared = browser.client.ask("/api/game", &json!({ "game": game }));
    let mut made: Vec<&str> = Vec::new();
    for text in moves.split(' ') {
        let state = browser.client.ask("/api/state", &json!({ "game": game, "moves": made }));
        let known = state["moves"].as_array().expect("moves").iter();
        let chosen = known.clone().find(|known| known["text"] == text);
        let chosen = chosen.unwrap_or_else(|| panic!("{game}: {text} after {made:?}"));
        for step in chosen["steps"].as_array().expect("steps") {
            click_step(browser, &declared, step);
        }
        // A move that others go on from is ended by a button.
        browser.js("document.querySelector('.prompt .primary')?.click() ?? 1");
        made.push(text);
        assert_eq!(browser.made(made.len()), text);
    }
    let result = json!(result);
    browser.wait(&format!("document.querySelector('.result')?.innerText === {result}"));
    assert_eq!(browser.complaints(), json!([]));
}

fn click_step(browser: &Browser, declared: &Value, step: &Value) {
    if let Some(field) = step.as_u64() {
        let name = declared["fields"][field as usize]["name"].as_str().expect("a name");
        return browser.fields(name);
    }
    // What is placed need not be chosen where there is nothing else to place.
    let choice = format!("[data-step={step}]:not([disabled]):not([aria-pressed='true'])");
    let is_there = browser.js(&format!("Boolean(document.querySelector({}))", json!(choice)));
    if is_there == Value::Bool(true) {
        browser.click(&choice);
    }
}

#[test]
fn whole_games_are_played_by_clicks() {
    let Some(browser) = Browser::new() else { return };
    play_by_clicks(&browser, "chess", "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7", "white wins");
    let hex = "f1 a1 f2 a2 f3 a3 f4 a4 f5 a5 f6 a6 f7 a7 f8 a8 f9 a9 f10 a10 f11";
    play_by_clicks(&browser, "hex", hex, "red wins");
    let minishogi = "d1c2 e5d4 e1d1 d4e3 d1d5 b5e2 c1d2";
    play_by_clicks(&browser, "minishogi", minishogi, "black wins");
    // Mills, men that are taken, and men that fly at the end.
    let morris = "d2 b4 f2 g1 b2xb4 a7 b4 d5 b6xd5 c4 f6 d6 f4xd6 g4 d6xc4 g7xb6 b6xa7 d3 b4a4 g7d7 \
                  a4b4xg4 d7a1 d2d1 a1d5 d1d2xg1";
    play_by_clicks(&browser, "nine_mens_morris", morris, "white wins");
    // Chains of captures, and men that become kings.
    let checkers = "c3d4 b6c5 d4b6 a7c5 b2c3 f6e5 c3b4 h6g5 g3f4 e5g3 h2f4h6 e7f6 b4a5 b8a7 a1b2 f6g5 b2c3 \
                    d6e5 c3d4 e5c3 d2b4d6b8B d8c7 b8d6 g5h4 d6e7 f8d6 h6f8B h4g3 f2h4 d6c5 a5b6 c5b4 a3c5 \
                    h8g7 f8h6";
    play_by_clicks(&browser, "checkers", checkers, "black wins");
    let amazons = "d1d7/i7 g10g2/g3 j4e9/e2 g2j2/j4 g1b6/i6 a7a8/a6 a4h4/d8 d10b10/j10 d7c6/c10 j2j1/i1 \
                   h4h3/i2 j7j8/j7 e9i9/i8 b10a9/c7 b6b8/c9 a9b9/a10 h3g4/c8 j1j2/j3 g4h4/d4 a8b7/b2 c6b6/c6 \
                   j2i3/i4 h4h2/h4 b9a8/a7 h2h3/h2 j8j9/i10 b8a9/b8 a8b9/b10 a9a8/a9 i3j2/j1 h3i3/h3 j9j8/j9 \
                   b6b3/b6";
    play_by_clicks(&browser, "amazons", amazons, "white wins");
}

#[test]
fn chess_is_played_by_clicks() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=chess");
    browser.fields("e2 e4");
    assert_eq!(browser.made(1), "e2e4");
    browser.fields("d7 d5");
    browser.made(2);
    // A piece that cannot go there: the page says why, and nothing was played.
    browser.fields("e4 e6");
    browser.told("e4");
    browser.fields("e4 d5");
    assert_eq!(browser.made(3), "e4d5");
    // The address is the game.
    browser.wait("location.hash.includes('e4d5')");
    browser.js("location.reload()");
    browser.made(3);
    browser.click("[data-action='back']");
    assert_eq!(browser.made(2), "d7d5");
    browser.click("[data-action='flip']");
    browser.fields("e4 d5");
    browser.made(3);
    browser.click("[data-action='resign']");
    browser.wait("document.querySelector('.result')?.innerText === 'black resigned'");
}

#[test]
fn a_promotion_is_a_choice() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=chess&start=4k3/P7/8/8/8/8/8/4K3+w+-+-+0+1");
    browser.fields("a7 a8");
    assert_eq!(browser.js("document.querySelectorAll('.choice').length"), 4);
    browser.click(".choice:nth-of-type(2)");
    assert!(browser.made(1).starts_with("a7a8"));
}

#[test]
fn hex_needs_one_click_and_morris_a_capture() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=hex");
    browser.fields("f6");
    assert_eq!(browser.made(1), "f6");
    browser.open("game=nine_mens_morris");
    browser.fields("a1");
    browser.made(1);
    browser.fields("b2");
    browser.made(2);
    browser.fields("a4");
    browser.made(3);
    browser.fields("b4");
    browser.made(4);
    // A mill: what is taken is the second step.
    browser.fields("a7");
    browser.wait("document.querySelector('[data-step=undo]')");
    browser.fields("b2");
    assert_eq!(browser.made(5), "a7xb2");
}

#[test]
fn a_chain_of_captures_is_entered_step_by_step() {
    let Some(browser) = Browser::new() else { return };
    // Black (b) to move takes two men on its way; the second step is undone once.
    browser.open("game=checkers&start=8/8/8/4w3/8/2w5/1b6/8+b+0+1");
    browser.fields("b2 d4");
    browser.click("[data-step=undo]");
    browser.fields("d4 f6");
    assert_eq!(browser.made(1), "b2d4f6");
}

#[test]
fn an_amazon_moves_and_shoots() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=amazons");
    browser.fields("d1 d7");
    browser.click("[data-step=undo]");
    browser.fields("d6 g6");
    assert_eq!(browser.made(1), "d1d6/g6");
    assert!(
        browser
            .js("document.querySelector('[data-field=g6]').getAttribute('aria-label')")
            .as_str()
            .is_some_and(|label| label.contains("arrow"))
    );
}

#[test]
fn a_piece_comes_back_from_the_reserve() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=minishogi&start=4k/5/5/5/K4+b+Gg+1");
    browser.click(".reserve [data-step^='place']:not([disabled])");
    browser.fields("c3");
    assert_eq!(browser.made(1), "G@c3");
}

#[test]
fn the_computer_answers() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=tictactoe&second=1");
    browser.fields("b2");
    browser.made(2);
    browser.click("[data-action='back']");
    browser.made(0);
    browser.click("[data-action='hint']");
    browser.wait("document.querySelector('.over circle')");
    browser.click("[data-action='analyze']");
    browser.wait("document.querySelectorAll('.lines li').length === 3");
    browser.click("[data-action='analyze']");
    assert_eq!(browser.complaints(), json!([]));
}

/// Settings of a seat may name a depth; what is no setting is complained about.
#[test]
fn settings_take_a_depth() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=othello&second=algorithm%3Dalpha-beta+depth%3D2");
    browser.fields("f5");
    browser.made(2);
    assert_eq!(browser.complaints(), json!([]));
    browser.open("game=othello&second=algorithm%3Dalpha-beta+depth%3Ddeep");
    browser.fields("f5");
    browser.told("depth");
}

/// Two settings play against each other, somebody watches, and looks at the whole game afterwards.
#[test]
fn two_settings_play_and_the_game_is_looked_at() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=tictactoe&first=2&second=algorithm%3Dmcts+time%3D10ms");
    browser.wait("/wins|draw/.test(document.querySelector('.result')?.innerText ?? '')");
    let n_moves = browser.js("document.querySelectorAll('.moves li').length");
    assert!(n_moves.as_u64().is_some_and(|n| (5..=9).contains(&n)), "{n_moves}");
    browser.click(".analysis .row button:last-child");
    browser.wait("document.querySelector('.graph polyline')");
    // A click on the graph, or a button, leads to a position of the game.
    browser.click("[aria-label='First position']");
    browser.wait("document.querySelectorAll('.field[aria-label$=empty]').length === 9");
    assert_eq!(browser.complaints(), json!([]));
}
