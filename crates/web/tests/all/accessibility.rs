//! All pages looked through by axe-core in a real browser, light and dark: it finds nothing serious.
//!
//! axe-core is no part of this project. `bash .ci/install` gets it from npm, into `target/axe`; where it
//! is not, there is nothing to do, unless `MULTIGAME_BROWSER_TESTS` is `required`.

#![allow(clippy::disallowed_methods, reason = "tests look for programs")]

use crate::driver::Browser;
use serde_json::{Value, json};
use std::path::Path;

/// Where axe-core is installed.
fn axe() -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../target/axe/node_modules/axe-core/axe.min.js");
    let is_required = std::env::var("MULTIGAME_BROWSER_TESTS").is_ok_and(|it| it == "required");
    let text = std::fs::read_to_string(path).ok();
    assert!(text.is_some() || !is_required, "axe-core is not installed: `bash .ci/install`");
    text
}

/// What is found on the page that is shown, of what is serious or worse.
fn check(browser: &Browser, axe: &str, page: &str) {
    browser.js(&format!("(() => {{ {axe}; window.findings = null; return 1; }})()"));
    browser.js("(axe.run().then((it) => { window.findings = it.violations; }), 1)");
    browser.wait("window.findings");
    let found = browser.js(
        "window.findings.filter(({ impact }) => ['serious', 'critical'].includes(impact)) \
         .map(({ id, help, nodes }) => [id, help, nodes[0].html.slice(0, 200), nodes[0].failureSummary])",
    );
    assert_eq!(found, json!([]), "{page}");
    // It has looked: a page has a title, a language, buttons with names and more.
    assert_eq!(browser.js("Array.isArray(window.findings)"), Value::Bool(true));
}

#[test]
fn nothing_serious_is_found() {
    let Some(axe) = axe() else { return };
    let Some(browser) = Browser::new() else { return };
    for theme in ["light", "dark"] {
        browser.open("");
        browser.js(&format!("(localStorage.setItem('multigame.theme', '{theme}'), 1)"));
        let pages = [
            ("", "document.querySelectorAll('.card').length > 40"),
            ("game=chess&moves=e2e4+e7e5", "document.querySelectorAll('.moves li').length === 2"),
            ("game=minishogi&start=4k/5/5/5/K4+b+Gg+1", "document.querySelector('.held')"),
            ("game=nine_mens_morris", "document.querySelector('.board')"),
            ("game=santorini", "document.querySelector('.held')"),
            ("game=fifteen", "document.querySelector('.board')"),
            ("edit=mine", "document.querySelectorAll('.preview .field').length === 9"),
            ("report=tictactoe", "document.querySelector('.numbers')"),
            ("game=kriegspiel", "document.querySelector('[data-side]')"),
        ];
        for (page, is_there) in pages {
            browser.open(page);
            browser.wait(is_there);
            check(&browser, &axe, &format!("{page} {theme}"));
        }
        // Pages that somebody has to do something on: a room, and each tab beside a game.
        browser.click("[data-side='0']");
        browser.wait("document.querySelector('[data-invitation]')");
        check(&browser, &axe, &format!("a room, {theme}"));
        browser.open("game=chess&moves=e2e4+a7a6+e4e5+d7d5");
        for (tab, action) in [(2, "threats"), (3, "setup"), (4, "debug")] {
            browser.click(&format!("[role='tab']:nth-of-type({tab})"));
            browser.click(&format!("[data-action='{action}']"));
            let is_there = match action {
                "threats" => "document.querySelector('.why .answer').innerText !== ''",
                "setup" => "document.querySelector('.position-text')",
                _ => "document.querySelector('.step').innerText.includes('Step 1')",
            };
            browser.wait(is_there);
            check(&browser, &axe, &format!("{action}, {theme}"));
            if action == "setup" {
                browser.open("game=chess&moves=e2e4+a7a6+e4e5+d7d5");
            }
        }
    }
}
