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

/// The family that a game belongs to: the word after `Family:` in the comment that its rules
/// begin with, or in those of a game that it extends. Figure 1 of the paper has no comment;
/// it is of the family of the games that extend it.
///
/// ```
/// assert_eq!(games::family("chess"), Some("chess"));
/// assert_eq!(games::family("gardner"), games::family("chess"));
/// assert_eq!(games::family("tictactoe"), games::family("phantom_tictactoe"));
/// ```
pub fn family(name: &str) -> Option<&'static str> {
    let mut game = name;
    loop {
        match (stated_family(game), base(game)) {
            (Some(family), _) => return Some(family),
            (None, Some(base)) => game = base,
            (None, None) => break,
        }
    }
    names().filter(|other| base(other) == Some(game)).find_map(stated_family)
}

fn stated_family(name: &str) -> Option<&'static str> {
    let comment = text(name)?.lines().take_while(|line| line.starts_with("//"));
    let said = comment.filter_map(|line| line.strip_prefix("// Family: ")).next()?;
    Some(said.trim_end_matches('.'))
}

/// The game that a game extends.
fn base(name: &str) -> Option<&'static str> {
    text(name)?.lines().find_map(|line| line.strip_prefix("extends "))
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

/// The drawings of pieces in the folder of a game, as README.md in this folder describes them: what
/// each draws, and its SVG.
///
/// ```
/// assert!(games::drawings("fox_and_hounds").any(|(name, _)| name == "fox"));
/// assert_eq!(games::drawings("hex").count(), 0);
/// ```
pub fn drawings(game: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_game = DRAWINGS.iter().filter(move |(known, _, _)| *known == game);
    of_game.map(|(_, name, svg)| (*name, *svg))
}

/// How a game is searched, as README.md in this folder describes it; nothing where that
/// follows from its rules.
pub fn settings(name: &str) -> Option<&'static str> {
    SETTINGS.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}
