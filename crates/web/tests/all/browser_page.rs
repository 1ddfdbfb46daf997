//! The page in a real browser beyond clicks on boards: keys, a telephone, the editor, and two
//! pages of a hidden game.

use crate::driver::{BACKSPACE, Browser, DOWN, ENTER, LEFT, RIGHT, TAB, UP};
use serde_json::json;

/// Presses Tab until the focus is on something; the number of presses is bounded.
fn tab_to(browser: &Browser, selector: &str) {
    let is_there = format!("document.activeElement.matches({})", json!(selector));
    let came = (0..200).any(|_| {
        let is_there = browser.js(&is_there) == json!(true);
        if !is_there {
            browser.keys(TAB);
        }
        is_there
    });
    assert!(came, "the focus never comes to {selector}");
}

#[test]
fn the_keyboard_is_enough() {
    let Some(browser) = Browser::new() else { return };
    browser.open("");
    tab_to(&browser, "[data-game='chess']");
    browser.keys(ENTER);
    browser.wait("document.querySelector('.board')");
    browser.open("game=chess");
    tab_to(&browser, "[data-field]");
    let label = || browser.js("document.activeElement.getAttribute('aria-label')");
    assert_eq!(label(), "a1, white rook");
    browser.keys(UP);
    browser.keys(RIGHT);
    assert_eq!(label(), "b2, white pawn");
    browser.keys(ENTER);
    assert_eq!(label(), "b2, white pawn, chosen");
    browser.keys(UP);
    browser.keys(UP);
    assert_eq!(label(), "b4, empty, can be chosen");
    browser.keys(ENTER);
    assert_eq!(browser.made(1), "b2b4");
    browser.wait("document.getElementById('live').innerText.includes('white: b2b4')");
    browser.keys(DOWN);
    browser.keys(LEFT);
    assert_eq!(label(), "a3, empty");
    // What is beside the board is reached as well.
    tab_to(&browser, "[data-action='back']");
    browser.keys(ENTER);
    browser.made(0);
}

#[test]
fn a_telephone_shows_all_of_the_board() {
    let Some(browser) = Browser::new() else { return };
    browser.as_telephone();
    for game in ["chess", "hex", "amazons", "dvonn", "minishogi", "nine_mens_morris"] {
        browser.open(&format!("game={game}"));
        browser.wait("document.querySelector('.board')");
        let wide = browser.js("document.documentElement.scrollWidth <= innerWidth");
        assert_eq!(wide, json!(true), "{game} is wider than the window");
        let inside = "[...document.querySelectorAll('.field')].every((it) => { \
            const { left, right } = it.getBoundingClientRect(); \
            return left >= 0 && right <= innerWidth && right - left > 14; })";
        assert_eq!(browser.js(inside), json!(true), "{game}");
    }
    browser.open("game=tictactoe");
    browser.fields("b2");
    browser.made(1);
}

#[test]
fn a_mistake_is_mended_by_its_hint() {
    let Some(browser) = Browser::new() else { return };
    browser.open("edit=mine");
    browser.wait("document.querySelectorAll('.preview .field').length === 9");
    browser.js("document.querySelector('.code').shadowRoot.querySelector('.cm-content').focus()");
    browser.to_end();
    // The last word of the rules is `stone ].`
    for key in [BACKSPACE, LEFT, LEFT, LEFT, BACKSPACE] {
        browser.keys(key);
    }
    browser.wait("document.querySelector('.findings .error')?.innerText.includes('stone')");
    browser.keys("e");
    browser.wait("!document.querySelector('.findings .error')");
    browser.click("[data-action='format']");
    browser.click("[data-action='play']");
    browser.wait("location.hash.includes('game=mine')");
    browser.fields("b2");
    browser.made(1);
    assert_eq!(browser.complaints(), json!([]));
}

#[test]
fn kriegspiel_is_played_on_two_pages() {
    let Some(browser) = Browser::new() else { return };
    let white = browser.window();
    browser.open("game=kriegspiel");
    browser.click("[data-side='0']");
    browser.wait("document.querySelector('[data-invitation]')");
    let link = browser.js("document.querySelector('[data-invitation]').dataset.invitation");
    let hash = link.as_str().and_then(|it| it.split_once('#')).map(|(_, hash)| hash.to_string());
    let black = browser.new_window();
    browser.open(&hash.expect("a link"));
    browser.wait("document.querySelectorAll('.field').length === 64");
    let sees = |color: &str| {
        browser.js(&format!("document.querySelectorAll('.field[aria-label*=\"{color} \"]').length"))
    };
    assert_eq!((sees("white"), sees("black")), (json!(0), json!(16)));
    browser.go_to(&white);
    assert_eq!((sees("white"), sees("black")), (json!(16), json!(0)));
    let turns = |n: usize| {
        browser.wait(&format!("document.querySelectorAll('.heard li:not(.now)').length === {n}"));
    };
    for (page, fields, n) in [(&white, "e2 e4", 1), (&black, "d7 d5", 2), (&white, "e4 d5", 3)] {
        browser.go_to(page);
        browser.wait("document.querySelectorAll('.field.choosable').length > 0");
        browser.fields(fields);
        turns(n);
    }
    browser.go_to(&black);
    turns(3);
    assert_eq!((sees("white"), sees("black")), (json!(0), json!(15)));
    let heard = browser.js("document.querySelector('.heard').innerText");
    let heard = heard.as_str().expect("a text");
    assert!(heard.contains("d7d5") && !heard.contains("e2e4"), "{heard}");
}

#[test]
fn positions_records_and_reasons_are_shown() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=chess&moves=e2e4+e7e5+g1f3");
    browser.click("[role='tab']:nth-of-type(3)");
    browser.click(".files .row:last-child button:nth-of-type(2)");
    browser.wait("document.querySelector('[data-file=record]').value.includes('Nf3')");
    browser.click("[data-action='new']");
    browser.made(0);
    browser.click(".files .row:last-child button:nth-of-type(3)");
    assert_eq!(browser.made(3), "g1f3");
    // A position by text begins a game of its own.
    browser.js(
        "document.querySelector('[data-file=position]').value = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'",
    );
    browser.click(".files .row button");
    browser.made(0);
    browser.wait("document.querySelectorAll('.field[aria-label*=pawn]').length === 1");
    browser.click("[role='tab']:nth-of-type(2)");
    browser.click(".why input");
    browser.keys("e2e4");
    browser.keys(ENTER);
    browser.wait("document.querySelector('.why .answer').innerText.includes('e3 is empty')");
    browser.wait("document.querySelectorAll('.tint.reason').length >= 2");
    assert_eq!(browser.complaints(), json!([]));
}
