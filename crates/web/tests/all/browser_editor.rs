//! The editor of rules in a real browser: mistakes and their hints, completion, words that explain
//! themselves, rules that are laid out when they are kept, and the board that follows.

#![allow(clippy::print_stderr, reason = "a figure is for people")]

use crate::driver::{BACKSPACE, Browser, DOWN, END, ENTER, LEFT, SAVE};
use serde_json::json;

/// What is inside the editor, which is in a shadow root.
const CODE: &str = "document.querySelector('.code').shadowRoot";

/// Opens the editor with its first game, and goes to the end of the rules.
fn open(browser: &Browser) {
    browser.open("edit=mine");
    browser.wait("document.querySelectorAll('.preview .field').length === 9");
    browser.js(&format!("{CODE}.querySelector('.cm-content').focus() ?? 1"));
    browser.to_end();
}

/// The last word of the rules is `stone ].`; it loses a letter in its middle.
fn misspell(browser: &Browser) {
    for key in [BACKSPACE, LEFT, LEFT, LEFT, BACKSPACE] {
        browser.keys(key);
    }
    browser.wait("document.querySelector('.findings .error')?.innerText.includes('stone')");
}

#[test]
fn a_mistake_is_mended_by_its_hint() {
    let Some(browser) = Browser::new() else { return };
    open(&browser);
    misspell(&browser);
    browser.keys("e");
    browser.wait("!document.querySelector('.findings .error')");
    browser.click("[data-action='format']");
    browser.click("[data-action='play']");
    browser.wait("location.hash.includes('game=mine')");
    // The board beside the rules has such fields, too.
    browser.click(".table [data-field='b2']");
    // A game that is played from the editor has the computer for its second player.
    browser.made(2);
    assert_eq!(browser.js("document.querySelector('.moves li').innerText"), json!("b2"));
    assert_eq!(browser.complaints(), json!([]));
}

#[test]
fn a_hint_is_applied_by_a_click() {
    let Some(browser) = Browser::new() else { return };
    open(&browser);
    misspell(&browser);
    browser.click("[data-action='mend']");
    browser.wait("!document.querySelector('.findings .error')");
    assert_eq!(browser.complaints(), json!([]));
}

/// A link that names a game and no rules opens those that are known.
#[test]
fn a_game_is_opened_by_its_name() {
    let Some(browser) = Browser::new() else { return };
    browser.open("edit=breakthrough6");
    browser.wait("document.querySelectorAll('.preview .field').length === 36");
    assert_eq!(browser.complaints(), json!([]));
}

#[test]
fn words_are_completed_and_explain_themselves() {
    let Some(browser) = Browser::new() else { return };
    open(&browser);
    browser.keys("more = rep");
    browser.wait(&format!(
        "{CODE}.querySelector('.cm-tooltip-autocomplete')?.innerText.includes('repeat')"
    ));
    // Completion takes a key only if its list has been there for 75 ms of the page's clock, lest it
    // takes one that was meant for the text.
    browser.wait(&format!(
        "(() => {{ const chosen = {CODE}.querySelector('[aria-selected]'); \
         const isThere = chosen?.innerText.includes('repeat'); \
         window.since = isThere ? window.since ?? Date.now() : undefined; \
         return Date.now() - window.since > 75; }})()"
    ));
    browser.keys(ENTER);
    browser
        .wait(&format!("{CODE}.querySelector('.cm-content').innerText.includes('more = repeat')"));
    // The pointer rests on `dimensions`, the first word of the third line.
    let place = browser.js(&format!(
        "(() => {{ const it = {CODE}.querySelectorAll('.cm-line')[2].getBoundingClientRect(); \
         return [it.x + 20, it.y + it.height / 2]; }})()"
    ));
    let at = |n: usize| place[n].as_f64().expect("a place");
    let shown = format!("{CODE}.querySelector('.explained')?.innerText.includes('dimensions')");
    // A pointer that moves does not rest; the editor may be drawn again while it does.
    let is_explained = (0..20).any(|_| {
        browser.rest_at(at(0), at(1));
        browser.comes(&shown, 30)
    });
    assert!(is_explained, "a word says nothing");
}

#[test]
fn rules_are_laid_out_when_they_are_kept() {
    let Some(browser) = Browser::new() else { return };
    open(&browser);
    browser.keys("more    =    draw   .");
    browser.wait("document.querySelector('.findings li')?.innerText.includes('more')");
    browser.keys(SAVE);
    browser
        .wait(&format!("{CODE}.querySelector('.cm-content').innerText.includes('more = draw.')"));
    // What is kept is what was laid out, and it is on the first page.
    browser.told("kept");
    browser.open("");
    browser.click("[data-game='mine']");
    browser.wait("document.querySelectorAll('.board .field').length === 9");
    // The next game that is written is another one.
    browser.open("");
    browser.click(".home a.button");
    browser.wait("document.querySelector('.source input')?.value === 'mine2'");
    assert_eq!(browser.complaints(), json!([]));
}

/// Games go out as files and come in again: what is saved is the text, and a file that is opened
/// brings its name along.
#[test]
fn games_are_saved_and_opened_as_files() {
    let Some(browser) = Browser::new() else { return };
    open(&browser);
    browser.js("(() => { const make = URL.createObjectURL; URL.createObjectURL = (file) => { \
         file.text().then((text) => { window.saved = text; }); return make.call(URL, file); }; \
         return 1; })()");
    browser.click(".source .row button:nth-of-type(3)");
    browser.wait("window.saved?.includes('dimensions (3,3)')");
    browser.js("(() => { const files = new DataTransfer(); \
         files.items.add(new File([window.saved.replace('(3,3)', '(4,3)')], 'wide.mg')); \
         const input = document.querySelector('.source input[type=file]'); \
         input.files = files.files; input.dispatchEvent(new Event('change')); return 1; })()");
    browser.wait("document.querySelectorAll('.preview .field').length === 12");
    browser.wait("document.querySelector('.source input').value === 'wide'");
    assert_eq!(browser.complaints(), json!([]));
}

/// Rules that are kept can be edited even if they are longer than the server takes, lest they are lost.
#[test]
fn long_rules_that_are_kept_can_be_edited() {
    let Some(browser) = Browser::new() else { return };
    browser.open("");
    browser.js(
        "localStorage.setItem('multigame.games', JSON.stringify({ long: `// First\\n${'// x\\n'.repeat(20000)}` })) ?? 1",
    );
    browser.open("");
    browser.click("[data-name='long'] .row a");
    browser.wait("document.querySelector('.code')");
    let first = format!("{CODE}.querySelector('.cm-line').innerText");
    browser.wait(&format!("{first} === '// First'"));
}

/// The board beside the rules follows; `--nocapture` prints how long that took: the time from a
/// key to the board with another number of fields, the median of nine keys.
#[test]
fn the_board_follows_the_rules() {
    let Some(browser) = Browser::new() else { return };
    open(&browser);
    // The cursor goes to the first number of `dimensions (3,3)`.
    browser.to_begin();
    for key in [DOWN, DOWN, END, LEFT, LEFT, LEFT] {
        browser.keys(key);
    }
    browser.js(
        "(() => { \
        const side = document.querySelector('.preview'); \
        let [began, wanted] = [0, 0]; \
        window.times = []; \
        document.addEventListener('keydown', ({ key }) => { \
            if (key === '3' || key === '4') [began, wanted] = [performance.now(), 3 * Number(key)]; \
        }, true); \
        new MutationObserver(() => { \
            if (wanted === 0 || side.querySelectorAll('.field').length !== wanted) return; \
            window.times.push(performance.now() - began); \
            wanted = 0; \
        }).observe(side, { childList: true, subtree: true }); \
        return 1; })()",
    );
    for n in 0..9 {
        browser.keys(BACKSPACE);
        browser.keys(if n % 2 == 0 { "4" } else { "3" });
        browser.wait(&format!("window.times.length === {}", n + 1));
    }
    let times = browser.js("window.times.sort((a, b) => a - b)");
    let times: Vec<f64> = serde_json::from_value(times).expect("numbers");
    eprintln!("the board follows the rules after {:.0} ms (median of {times:.0?})", times[4]);
    assert_eq!(browser.complaints(), json!([]));
}
