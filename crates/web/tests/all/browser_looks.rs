//! How games look in a real browser: drawings of pieces and boards from the folder of a game, and the
//! editor in the colors of the page.

use crate::client::Client;
use crate::driver::Browser;
use multigame::Text;
use serde_json::{Value, json};
use web::{Config, Drawing};

/// Whether a picture on the board is loaded as an image is: without an error.
const ALL_LOAD: &str = "Promise.all([...document.querySelectorAll('.board image')].map((it) => { \
    const image = new Image(); image.src = it.getAttribute('href'); return image.decode(); })) \
    .then(() => { window.loaded = true; }) && 1";

fn n_images(browser: &Browser) -> Value {
    browser.js("document.querySelectorAll('.board image').length")
}

/// A game of one's own is drawn as the files beside its rules say, in the colors of the players.
#[test]
fn pieces_and_boards_are_drawn_as_the_folder_says() {
    let start = || {
        let shape = |what: &str| {
            format!("<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{what}</svg>")
        };
        let drawing =
            |name: &str, what: &str| Drawing::new("mine", name, &shape(what)).expect("SVG");
        let drawings = vec![
            drawing("mark", "<rect width='9' height='9' fill='var(--fill, red)'/>"),
            drawing("mark-black", "<circle cx='4' cy='4' r='3' stroke='var(--edge)'/>"),
            drawing("board", "<rect width='9' height='9' fill='#abcdef'/>"),
        ];
        let own = vec![Text::new("mine", "extends tictactoe\n")];
        Client::with(Config { own, drawings, ..Config::default() })
    };
    let Some(browser) = Browser::with(start) else { return };
    browser.open("game=mine");
    browser.fields("b2");
    browser.made(1);
    browser.fields("a1");
    browser.made(2);
    assert_eq!(n_images(&browser), json!(3), "a board and two pieces");
    let drawn = |field: &str| {
        let image = format!("document.querySelector('[data-field={field}] image')");
        let text = browser.js(&format!("decodeURIComponent({image}.getAttribute('href'))"));
        text.as_str().expect("an image").to_string()
    };
    assert!(drawn("b2").contains("fill='#fffdf8'"), "{}", drawn("b2"));
    assert!(drawn("a1").contains("<circle") && drawn("a1").contains("stroke='#"));
    browser.js(ALL_LOAD);
    browser.wait("window.loaded");
    // Fields are named and chosen as before.
    browser.wait("document.querySelector('[data-field=b2]').ariaLabel === 'b2, white mark'");
    assert_eq!(browser.complaints(), json!([]));
}

/// Drawings that are built in can be shown, and other games are drawn as before.
#[test]
fn drawings_that_are_built_in_are_shown() {
    let Some(browser) = Browser::new() else { return };
    // Nobody threatens anything in a puzzle.
    browser.open("game=sokoban");
    browser.click("[role='tab']:nth-of-type(2)");
    browser.wait("document.querySelector('.why input')");
    assert_eq!(browser.js("document.querySelectorAll('[data-action=threats]').length"), json!(0));
    for (game, n) in [("fox_and_hounds", 5), ("xiangqi", 1), ("sokoban", 3), ("hex", 0)] {
        browser.open(&format!("game={game}"));
        browser.wait("document.querySelector('.board')");
        assert_eq!(n_images(&browser), json!(n), "{game}");
        browser.js(ALL_LOAD);
        browser.wait("window.loaded");
        assert_eq!(n_images(&browser), json!(n), "{game}");
        assert_eq!(browser.complaints(), json!([]));
    }
}

/// What cannot be shown gives way to a disc.
#[test]
fn a_drawing_that_is_none_gives_way_to_a_disc() {
    let broken = "<svg xmlns='http://www.w3.org/2000/svg'><text>\u{1}</text></svg>";
    let start = || {
        let drawings = vec![Drawing::new("mine", "mark", broken).expect("it has only shapes")];
        let own = vec![Text::new("mine", "extends tictactoe\n")];
        Client::with(Config { own, drawings, ..Config::default() })
    };
    let Some(browser) = Browser::with(start) else { return };
    browser.open("game=mine&moves=b2");
    browser.wait("document.querySelector('[data-field=b2] g circle[r=\"39\"]')");
    assert_eq!(n_images(&browser), json!(0));
}

#[test]
fn the_editor_is_dark_with_the_page() {
    let Some(browser) = Browser::new() else { return };
    browser.open("edit=mine");
    browser.wait("document.querySelectorAll('.preview .field').length === 9");
    let colors = || {
        browser.js(
            "(() => { const root = document.querySelector('.code').shadowRoot; \
             return ['.cm-editor', '.cm-gutters'].map((it) => getComputedStyle(root.querySelector(it))) \
             .flatMap(({ color, backgroundColor }) => [color, backgroundColor]); })()",
        )
    };
    let set = |theme: &str| {
        browser.js(&format!("(document.documentElement.dataset.theme = '{theme}')"));
    };
    let brightness = |color: &Value| -> u32 {
        let text = color.as_str().expect("a color");
        let numbers = text.trim_start_matches("rgb(").trim_end_matches(')').split(", ");
        numbers.map(|n| n.parse::<u32>().expect("a number")).sum()
    };
    for (theme, is_dark) in [("light", false), ("dark", true), ("light", false)] {
        set(theme);
        let colors = colors();
        for (ink, paper) in [(0, 1), (2, 3)] {
            let [ink, paper] = [ink, paper].map(|i: usize| brightness(&colors[i]));
            assert_eq!(ink > paper, is_dark, "{theme}: {colors}");
        }
    }
}
