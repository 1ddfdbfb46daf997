//! docs/games.md, on which every built-in game has a picture: made of what `multigame games`
//! lists and `multigame draw` draws.
//!
//! `UPDATE_EXPECT=1 cargo test -p multigame-cli catalog::` makes it again.

#![allow(clippy::disallowed_methods, reason = "tests read files and the environment")]

use crate::support::{multigame, printed, scratch};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn updates() -> bool {
    std::env::var("UPDATE_EXPECT").is_ok()
}

/// Replaces a file by what it should hold, or fails if it holds something else.
fn check_file(path: &Path, wanted: &str) {
    if updates() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, wanted).expect("a file");
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    let again = "UPDATE_EXPECT=1 cargo test -p multigame-cli catalog::";
    assert!(kept == wanted, "{} is old: {again}", path.display());
}

fn listed() -> Vec<Value> {
    serde_json::from_str(&answer(&["games", "--json"])).expect("a list")
}

#[test]
fn every_game_is_in_the_catalog() {
    let games = listed();
    assert!(games.len() >= 100, "only {} games", games.len());
    let mut page = format!(
        "# The games\n\nThe {} games and variants that are built in, by families; \
         `multigame games --search WORD` finds some of them, and a name leads to the rules. \
         A picture shows the start, or a position of a random game where the board is empty \
         at first. A test makes this page and its pictures of what `multigame games` and \
         `multigame draw` print.\n",
        games.len()
    );
    let mut last = "";
    for game in &games {
        let [name, family, about] = ["name", "family", "about"].map(|key| text(game, key));
        assert_ne!(family, "other", "{name}: say `// Family: …` in the comment at its head");
        if family != last {
            page += &format!("\n## {family}\n\n| | |\n|---|---|\n");
            last = family;
        }
        page += &format!(
            "| <img src=\"pictures/games/{name}.svg\" alt=\"{name}\" width=\"140\"> \
             | [{name}](../games/{name}/{name}.mg): {about} |\n"
        );
    }
    check_file(&root().join("docs/games.md"), &page);
}

fn text<'a>(game: &'a Value, key: &str) -> &'a str {
    game[key].as_str().expect(key)
}

#[test]
fn pictures_of_games_are_what_the_command_draws() {
    let pictures = root().join("docs/pictures/games");
    let all = updates() || std::env::var("ALL_GAMES").is_ok_and(|value| value == "1");
    for name in games::names().step_by(if all { 1 } else { 5 }) {
        check_file(&pictures.join(format!("{name}.svg")), &picture(name));
    }
    let kept = fs::read_dir(pictures).expect("a folder").count();
    assert_eq!(kept, games::names().count(), "one picture for each game");
}

/// The start, or the first position of counts.csv that is not empty.
fn picture(name: &str) -> String {
    let counts = fs::read_to_string(root().join(format!("games/{name}/counts.csv")));
    let counts = counts.expect("counts");
    let others = counts.lines().filter(|line| !line.starts_with('#'));
    let others = others.filter_map(|line| Some(line.rsplit_once(',')?.0));
    let start = draw(name, None, "--json");
    let start: Value = serde_json::from_str(&start).expect("a drawing");
    let has_pieces = |text: &str| {
        text.split_whitespace().next().is_some_and(|board| {
            board.contains(|c: char| !(c.is_ascii_digit() || c == '/' || c == '.'))
        })
    };
    let position = match has_pieces(text(&start, "position")) {
        true => None,
        false => others.filter(|text| *text != "initial").find(|text| has_pieces(text)),
    };
    draw(name, position, "--svg=-")
}

fn draw(name: &str, position: Option<&str>, how: &str) -> String {
    let mut args = vec!["draw", name, "--backend", "interp", how];
    args.extend(position.map(|_| "--position"));
    args.extend(position);
    answer(&args)
}

/// What a command prints, without its notes.
fn answer(args: &[&str]) -> String {
    let output = multigame(&scratch("catalog"), args, "");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn a_word_finds_games() {
    let found = printed(&multigame(&scratch("catalog"), &["games", "--search", "draughts"], ""));
    assert!(found.contains("  checkers ") && !found.contains("  othello "), "{found}");
    let nothing = multigame(&scratch("catalog"), &["games", "--search", "cricket"], "");
    assert_eq!(nothing.status.code(), Some(2));
    assert!(printed(&nothing).contains("no game mentions `cricket`"));
}
