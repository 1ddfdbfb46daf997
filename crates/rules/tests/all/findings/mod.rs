//! Each finding on a game that deserves it and on one that nearly does, a file
//! for each family, and all games of the project, which must deserve none.

#![allow(clippy::disallowed_methods, reason = "tests read files")]

mod hands;
mod loops;
mod moves;
mod outcomes;
mod referee;
mod success;
mod unused;

use crate::check::{game_text, games, rendered};
use syntax::{Code, Stage};

#[test]
fn the_games_deserve_no_finding() {
    let mut names: Vec<String> = std::fs::read_dir(games())
        .expect("the games are there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| game_text(name).is_some())
        .collect();
    names.sort();
    assert!(names.len() > 20);
    let mut all = String::new();
    for name in names {
        let text = game_text(&name).expect("the text is there");
        all += &rendered(&name, &text);
    }
    assert_eq!(all, "");
}

#[test]
fn every_code_has_a_case() {
    let cases = [
        include_str!("hands.rs"),
        include_str!("loops.rs"),
        include_str!("moves.rs"),
        include_str!("outcomes.rs"),
        include_str!("referee.rs"),
        include_str!("success.rs"),
        include_str!("unused.rs"),
    ]
    .concat();
    let findings = Code::ALL.iter().filter(|code| code.stage() == Stage::Findings);
    for code in findings {
        assert!(cases.contains(&format!("[{code}]: ")), "no case gives {code}");
    }
}
