//! The games that Multigame knows: rules as they are written in the folders beside this
//! file, inside the program, so that it needs no files where it runs.
//!
//! ```
//! assert!(games::names().any(|name| name == "chess"));
//! assert!(games::text("tictactoe").unwrap().contains("three_in_a_row"));
//! assert_eq!(games::text("tic-tac-toe"), None);
//! ```

include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// The names of the games, sorted.
pub fn names() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|(name, _)| *name)
}

/// The rules of a game.
pub fn text(name: &str) -> Option<&'static str> {
    GAMES.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The positions and depths that a benchmark of a game counts to, as README.md in this
/// folder describes them.
pub fn bench_plan(name: &str) -> Option<&'static str> {
    PLANS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// The evaluation that was learned for a game and won its match, as a file.
pub fn learned(name: &str) -> Option<&'static [u8]> {
    LEARNED.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}

/// How a game is searched, as README.md in this folder describes it; nothing where that
/// follows from its rules.
pub fn settings(name: &str) -> Option<&'static str> {
    SETTINGS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
