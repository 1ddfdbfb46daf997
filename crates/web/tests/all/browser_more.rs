//! The page in a real browser, what is beyond moves by clicks: dragging, clocks, positions by
//! hand, proofs and combinations, the computer in a hidden game, and the debugger.

use crate::driver::{Browser, ENTER, LEFT};
use serde_json::json;

#[test]
fn pieces_are_dragged_while_clocks_run() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=chess&clock=10%2B600");
    browser.wait("document.querySelectorAll('.clock:not([hidden])').length === 2");
    browser.drag("[data-field='e2']", "[data-field='e4']");
    assert_eq!(browser.made(1), "e2e4");
    browser.wait("document.querySelector('.clock.running')?.ariaLabel === 'Time of black'");
    browser.drag("[data-field='e7']", "[data-field='e5']");
    browser.made(2);
    // What is dropped where it cannot go stays where it was, and the page says why.
    browser.drag("[data-field='a1']", "[data-field='a5']");
    browser.told("a1");
    assert_eq!(browser.made(2), "e7e5");
    // Black's clock gave ten minutes back.
    browser.wait("document.querySelector('.clock').innerText > '10:00'");
    // A piece from the reserve.
    browser.open("game=minishogi&start=4k/5/5/5/K4+b+Gg+1");
    browser.wait("document.querySelector('.held:not([disabled])')");
    browser.drag(".held:not([disabled])", "[data-field='c3']");
    assert_eq!(browser.made(1), "G@c3");
    // Whoever has no time left has lost.
    browser.open("game=tictactoe&clock=0.02%2B0");
    browser.fields("b2");
    browser.wait("document.querySelector('.result')?.innerText === 'black ran out of time'");
}

#[test]
fn a_position_is_put_together_by_hand() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=chess");
    browser.click("[role='tab']:nth-of-type(3)");
    browser.click("[data-action='setup']");
    let says = |text: &str| {
        let text = json!(text);
        browser
            .wait(&format!("document.querySelector('.position-text').innerText.includes({text})"));
    };
    says("rnbqkbnr/pppppppp");
    browser.click("[data-action='empty']");
    says("has no king");
    assert_eq!(browser.js("document.querySelector('[data-action=use]').disabled"), true);
    // By a drag from the tray, by clicks, and from field to field.
    browser.drag("[aria-label='white king']", "[data-field='e1']");
    browser.click("[aria-label='black king']");
    browser.fields("e8");
    browser.click("[aria-label='white queen']");
    browser.fields("a4");
    browser.drag("[data-field='a4']", "[data-field='d4']");
    says("4k3/8/8/8/3Q4/8/8/4K3");
    browser.js("[...document.querySelectorAll('.count input')].forEach((it) => { \
        it.value = 0; it.dispatchEvent(new Event('input')); }) ?? 1");
    says("4k3/8/8/8/3Q4/8/8/4K3 w - -");
    browser.click("[data-action='use']");
    browser.fields("d4 d7");
    assert_eq!(browser.made(1), "d4d7");
    browser.wait("location.hash.includes('3Q4')");
    assert_eq!(browser.complaints(), json!([]));
}

#[test]
fn what_is_proved_is_said_and_drawn() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=tictactoe&moves=a1+b1+a2");
    browser.click("[data-action='analyze']");
    browser.wait("document.querySelector('.solved').innerText.startsWith('Solved: white wins')");
    browser.wait("document.querySelector('.about').innerText.includes('all is decided')");
    browser.wait("document.querySelectorAll('.bar').length > 0");
    browser.click("[role='tab']:nth-of-type(2)");
    browser.click("[data-action='threats']");
    browser.wait("document.querySelector('.why .answer').innerText.includes('white wins by a3')");
    browser.wait("document.querySelectorAll('.tint.reason').length === 3");
    // An open three wins by threats; its tree has boards.
    browser.open("game=gomoku&moves=h8+a1+h9+c1+h10+e1");
    browser.click("[data-action='combine']");
    browser.wait("document.querySelector('.tree')?.innerText.includes('threatens to win by')");
    browser.wait("document.querySelector('.small-board .board')");
    assert_eq!(browser.made(6), "e1");
    assert_eq!(browser.complaints(), json!([]));
}

/// A page on which a person begins a hidden game against the computer.
fn against_the_computer() -> Option<Browser> {
    let browser = Browser::new()?;
    browser.open("game=phantom_tictactoe");
    browser.wait("document.querySelector('[data-rival]')");
    browser.js("(document.querySelector('[data-rival]').value = '1')");
    browser.click("[data-side='0']");
    browser.wait("document.querySelector('.field.choosable')");
    Some(browser)
}

#[test]
fn the_computer_plays_a_hidden_game() {
    let Some(browser) = against_the_computer() else { return };
    browser.fields("b2");
    browser.wait("document.querySelectorAll('.heard li:not(.now)').length === 2");
    browser.click("[data-action='belief']");
    // The answer is on one of eight fields, each as likely as the others.
    browser.wait("document.querySelectorAll('.likely').length === 8");
    browser.wait("document.querySelector('.belief').innerText.includes('8 positions')");
    browser.click("[data-action='belief']");
    browser.wait("document.querySelectorAll('.likely').length === 0");
    assert_eq!(browser.complaints(), json!([]));
}

/// The answer to an attempt is held back until the page has heard of the computer's.
#[test]
fn an_answer_that_comes_late_takes_nothing_back() {
    let Some(browser) = against_the_computer() else { return };
    browser.js(
        "(() => { \
            const usual = window.fetch; \
            window.fetch = async (path, options) => { \
                const response = await usual(path, options); \
                if (path === 'api/room/try') await new Promise((done) => { window.release = done; }); \
                return response; \
            }; \
            return 1; })()",
    );
    browser.fields("b2");
    let both = "document.querySelectorAll('.heard li:not(.now)').length === 2";
    browser.wait(both);
    browser.wait("window.release");
    browser.js("(window.release(), 1)");
    // Only after the answer was taken may one play again.
    browser.wait("document.querySelector('.field.choosable')");
    browser.wait(both);
    assert_eq!(browser.complaints(), json!([]));
}

/// The rules of en passant, forwards and backwards, and stopping where a rule begins.
#[test]
fn the_debugger_steps_through_en_passant() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=chess&moves=e2e4+a7a6+e4e5+d7d5");
    browser.click("[role='tab']:nth-of-type(4)");
    browser.click(".debugger input");
    browser.keys("e5d6");
    browser.keys(ENTER);
    let says = |words: &str| {
        let words = json!(words);
        browser.wait(&format!("document.querySelector('.step').innerText.includes({words})"));
    };
    says("Step 1 of");
    browser.js("(document.querySelector('.debugger select').value = 'en_passant')");
    browser.click("[data-action='to-rule']");
    says("in en_passant");
    let on_to = |text: &str| {
        let there = format!("document.querySelector('mark')?.innerText === {}", json!(text));
        let came = (0..60).any(|_| {
            let is_there = browser.js(&there) == json!(true);
            if !is_there {
                let before = browser.js("document.querySelector('.step').innerText");
                browser.click("[data-action='step-on']");
                browser.wait(&format!("document.querySelector('.step').innerText !== {before}"));
            }
            is_there
        });
        assert!(came, "no step is at `{text}`");
    };
    on_to("points at passed");
    // The finger is on the field that was passed, and the pawn in the hand.
    browser.wait("document.querySelector('.hand').innerText.includes('finger on d6')");
    browser
        .wait("document.querySelector('.hand svg')?.getAttribute('aria-label') === 'white pawn'");
    browser.wait("document.querySelectorAll('.ring.finger').length === 1");
    on_to("remove");
    says("takes the black pawn off d5");
    browser.wait("document.querySelector('[data-field=d5]').ariaLabel === 'd5, empty'");
    browser.click("[data-action='step-back']");
    browser
        .wait("document.querySelector('[data-field=d5]').ariaLabel.startsWith('d5, black pawn')");
    browser.click("[data-action='last-step']");
    says("the move e5d6");
    // The arrow keys step as well.
    browser.keys(LEFT);
    browser.wait("!document.querySelector('.step').innerText.includes('the move e5d6')");
    browser.click("[data-action='end-debug']");
    browser.wait("!document.querySelector('mark') && !document.querySelector('.ring.finger')");
    // Why something is not a move: what failed in the rules, with its place.
    browser.js("(document.querySelector('.debugger input').value = 'e5f6')");
    browser.click("[data-action='debug']");
    browser.wait("document.querySelector('.debugger .answer li')?.innerText.includes('line')");
    assert_eq!(browser.complaints(), json!([]));
}
