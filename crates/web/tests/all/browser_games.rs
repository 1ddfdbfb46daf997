//! Games played by clicks in a real browser: each kind of board and each kind of step.

use crate::driver::Browser;

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
    browser.wait("document.querySelector('.toast')?.innerText.includes('e4')");
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
    assert_eq!(browser.complaints(), serde_json::json!([]));
}
