//! The page in a real browser beyond clicks on boards: keys, a telephone that is touched, records,
//! and links.

use crate::driver::{Browser, DOWN, ENTER, LEFT, RIGHT, TAB, UP};
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
    // A finger does what the mouse does: it taps, and it drags.
    browser.open("game=chess");
    browser.wait("document.querySelector('.board')");
    browser.tap("[data-field='e2']");
    browser.wait("document.querySelectorAll('.target').length === 2");
    browser.tap("[data-field='e4']");
    assert_eq!(browser.made(1), "e2e4");
    browser.drag_by_finger("[data-field='g8']", "[data-field='f6']");
    assert_eq!(browser.made(2), "g8f6");
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

#[test]
fn a_report_is_a_page() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=tictactoe");
    browser.click("a[href*='report=']");
    browser.wait("document.querySelector('.about').innerText === 'All games are played.'");
    let says = browser.js("document.querySelector('.numbers').innerText");
    let says = says.as_str().expect("a text");
    for word in
        ["Length", "Branching", "Complexity", "Balance", "Decisive", "Lead", "First move", "Won by"]
    {
        assert!(says.contains(word), "{word}: {says}");
    }
    assert_eq!(browser.js("document.querySelectorAll('.heat').length"), json!(9));
    assert!(browser.js("document.querySelectorAll('.tree li').length").as_u64() > Some(3));
    // The map of one player's marks is another one than that of all changes.
    let map =
        || browser.js("[...document.querySelectorAll('.heat title')].map((it) => it.textContent)");
    let all = map();
    assert_eq!(browser.js("document.querySelectorAll('[data-map] option').length"), json!(3));
    browser
        .js("(() => { const maps = document.querySelector('[data-map]'); maps.selectedIndex = 1; \
         maps.dispatchEvent(new Event('change')); return 1; })()");
    assert_ne!(map(), all);
    assert_eq!(browser.complaints(), json!([]));
}

#[test]
fn a_link_with_a_wrong_move_shows_what_comes_before_it() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=chess&moves=e2e4+e7e5+e4e5+g8f6");
    browser.told("e4 cannot move");
    assert_eq!(browser.made(2), "e7e5");
    browser.fields("g1 f3");
    assert_eq!(browser.made(3), "g1f3");
    // A position that is none gives way to the start.
    browser.open("game=chess&start=nonsense&moves=e2e4");
    browser.fields("d2 d4");
    assert_eq!(browser.made(1), "d2d4");
}

/// Players need not alternate: with a move of a person all that the computer did after it is taken
/// back, both of its turns.
#[test]
fn turns_of_the_computer_are_taken_back_with_ones_own() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=kalah&second=1&moves=b1f1+e2a2+b2e1");
    browser.made(3);
    browser.click("[data-action='back']");
    browser.made(0);
    browser.wait("document.querySelector('.prompt').innerText.includes('lower to move')");
    assert_eq!(browser.complaints(), json!([]));
}

/// Whoever clicks twice takes two turns back, however quickly: both clicks come before any answer.
#[test]
fn quick_clicks_take_back_a_turn_each() {
    let Some(browser) = Browser::new() else { return };
    let twice = "(() => { const back = document.querySelector('[data-action=back]'); \
        back.click(); back.click(); return 1; })()";
    browser.open("game=chess&moves=e2e4+e7e5+g1f3+b8c6");
    browser.made(4);
    browser.js(twice);
    assert_eq!(browser.made(2), "e7e5");
    browser.wait("document.querySelector('.prompt').innerText.includes('white to move')");
    browser.open("game=chess&second=1&moves=e2e4+e7e5+g1f3+b8c6+f1c4+g8f6");
    browser.made(6);
    browser.js(twice);
    assert_eq!(browser.made(2), "e7e5");
    assert_eq!(browser.complaints(), json!([]));
}

/// The address says which position of a game is shown, and nonsense in it does no harm.
#[test]
fn a_link_is_to_the_position_that_is_shown() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=chess&moves=e2e4+e7e5+g1f3");
    browser.made(3);
    browser.click("[aria-label='One move back']");
    browser.wait("location.hash.includes('ply=2')");
    // What is awaited already holds on the page that is about to go.
    browser.js("window.old = 1");
    browser.js("location.reload()");
    browser.wait("!window.old && document.querySelector('.moves .current')?.innerText === 'e7e5'");
    browser.made(3);
    browser.click("[aria-label='Last position']");
    browser.wait("!location.hash.includes('ply=')");
    browser.open("game=chess&moves=e2e4&ply=99999&resigned=7&first=77&clock=x&flipped=maybe");
    browser.fields("e7 e5");
    assert_eq!(browser.made(2), "e7e5");
    assert_eq!(browser.complaints(), json!([]));
}

/// A link that cannot be read leads to the list of games, whatever was shown before.
#[test]
fn a_link_that_cannot_be_read_leads_to_the_games() {
    let Some(browser) = Browser::new() else { return };
    let is_home = "document.querySelectorAll('.card').length > 40";
    browser.open("game=mine&rules=%25%25");
    browser.told("this link cannot be read");
    browser.wait(is_home);
    for wrong in ["game=mine&rules=%25%25", "edit=mine&rules=%25%25", "game=no_such_game"] {
        browser.open("game=chess");
        browser.wait("document.querySelector('.board')");
        browser.js(&format!("(location.hash = '{wrong}')"));
        browser.wait(is_home);
        assert_eq!(browser.js("document.querySelector('.board')"), json!(null), "{wrong}");
    }
    // Rules are unpacked only as far as the server would take them.
    browser.js("import('./address.js').then(async ({ pack, write }) => { \
         location.hash = write({ game: 'mine', rules: await pack('/'.repeat(100000)) }); }) && 1");
    browser.told("the rules in it are too long");
}

/// What was closed while it waited for the server does not take the place of what is shown now.
#[test]
fn what_was_closed_is_not_shown() {
    let Some(browser) = Browser::new() else { return };
    browser.open("");
    browser.js(
        "Promise.all([import('./editor.js'), import('./report.js')]).then(async ([{ Editor }, { Report }]) => { \
         window.shown = []; \
         for (const isClosed of [true, false]) for (const Page of [Editor, Report]) { \
             const root = document.createElement('div'); \
             const page = new Page(root, 'tictactoe'); \
             const opened = page.open(); \
             if (isClosed) page.close(); \
             await opened; \
             window.shown.push(root.childNodes.length); \
             page.close(); \
         } }) && 1",
    );
    browser.wait("window.shown?.length === 4");
    assert_eq!(browser.js("window.shown"), json!([0, 0, 1, 1]));
}

/// Nothing comes before the first position, and what follows it stays.
#[test]
fn nothing_is_taken_back_before_the_first_move() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=chess&moves=e2e4+e7e5&ply=0");
    browser.made(2);
    browser.click("[data-action='back']");
    browser.click("[aria-label='Last position']");
    browser.wait("document.querySelector('.moves .current')?.innerText === 'e7e5'");
    // A resignation is taken back, and the game goes on.
    browser.open("game=chess&moves=e2e4+e7e5&ply=0&resigned=0");
    browser.wait("document.querySelector('.prompt').innerText.includes('white resigned')");
    browser.click("[data-action='back']");
    browser.wait("document.querySelector('.prompt').innerText.includes('white to move')");
    assert_eq!(browser.made(2), "e7e5");
    assert_eq!(browser.complaints(), json!([]));
}

#[test]
fn zones_are_framed() {
    let Some(browser) = Browser::new() else { return };
    browser.open("game=xiangqi");
    browser.wait("document.querySelector('[data-zone]')");
    let choose = |zone: &str| {
        browser.js(&format!(
            "(() => {{ const zones = document.querySelector('[data-zone]'); zones.value = '{zone}'; \
             zones.dispatchEvent(new Event('change')); return 1; }})()"
        ));
    };
    let framed =
        |owner: &str| browser.js(&format!("document.querySelectorAll('.zone.{owner}').length"));
    choose("palace");
    assert_eq!((framed("first"), framed("second"), framed("both")), (json!(9), json!(9), json!(0)));
    let label = "document.querySelector('[data-field=e1]').ariaLabel";
    assert_eq!(browser.js(label), "e1, red general, in palace");
    // It stays while the game goes on and the board is turned.
    browser.fields("e4 e5");
    browser.made(1);
    browser.click("[data-action='flip']");
    assert_eq!(framed("first"), json!(9));
    choose("");
    assert_eq!((framed("first"), browser.js(label)), (json!(0), json!("e1, red general")));
    browser.open("game=king_of_the_hill");
    browser.wait("document.querySelector('[data-zone]')");
    choose("hill");
    assert_eq!(framed("both"), json!(4));
    assert_eq!(browser.complaints(), json!([]));
}

/// However long a game is, the list of its moves shows the last one.
#[test]
fn the_last_move_of_a_long_game_is_in_sight() {
    let Some(browser) = Browser::new() else { return };
    let moves: Vec<String> =
        (0..60).map(|n| format!("{}{}", "acegik".as_bytes()[n % 6] as char, 1 + n / 6)).collect();
    browser.open(&format!("game=hex&moves={}", moves.join("+")));
    browser.made(60);
    let is_in_sight = "(() => { const list = document.querySelector('.moves'); \
        const [it, all] = [list.querySelector('.current'), list].map((it) => it.getBoundingClientRect()); \
        return it.top >= all.top && it.bottom <= all.bottom && it.left >= all.left && it.right <= all.right \
            && list.scrollWidth <= list.clientWidth; })()";
    browser.wait(is_in_sight);
    browser.click("[aria-label='First position']");
    browser.click("[aria-label='One move on']");
    browser.wait("document.querySelector('.moves .current')?.innerText === 'a1'");
    browser.wait(is_in_sight);
}
