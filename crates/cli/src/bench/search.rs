//! How fast and how far the search goes: nodes of a fixed set of searches, one
//! thread, fixed depth, default settings. Their sum is a signature: whoever changes
//! it has changed how the search goes, and must mean to.

use game::Game;
use multigame::parts::load;
use native::Native;
use search::{Limits, Search, Settings};
use serde_json::{Value, json};
use std::time::Duration;

/// The searches: a game from its start, to a depth.
const SEARCHES: [(&str, u32); 6] = [
    ("tictactoe", 9),
    ("othello", 7),
    ("chess", 5),
    ("checkers", 9),
    ("connect4", 8),
    ("breakthrough", 5),
];

/// One of the searches, done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Searched {
    pub(super) game: &'static str,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) time: Duration,
}

/// Does all searches; nothing if a game of the set cannot be searched.
#[allow(clippy::disallowed_methods, reason = "a benchmark reads the clock")]
pub(super) fn searches() -> Option<Vec<Searched>> {
    let mut all = Vec::new();
    for (name, depth) in SEARCHES {
        let game = Native::new(load(name).ok()?.game, &[]).ok()?;
        let search = Search::new(&game, Settings::new(game.facts())).ok()?;
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let began = std::time::Instant::now();
        let report = search.best(&game.start(), &[], &limits, &mut |_| {});
        all.push(Searched { game: name, depth, nodes: report.nodes, time: began.elapsed() });
    }
    Some(all)
}

/// The sum of all nodes.
pub(super) fn signature(all: &[Searched]) -> u64 {
    all.iter().map(|searched| searched.nodes).sum()
}

/// The searches as a table, and the signature behind them.
pub(super) fn table(all: &[Searched]) -> String {
    let mut text = String::new();
    for Searched { game, depth, nodes, time } in all {
        let rate = super::rate(*nodes as f64 / time.as_secs_f64().max(1e-9));
        text += &format!("{game:14}depth {depth:<4}{nodes:>12} nodes{rate:>12} a second\n");
    }
    text + &format!("signature {}\n", signature(all))
}

/// The same for programs.
pub(super) fn to_json(all: &[Searched]) -> Value {
    let searches = all.iter().map(|searched| {
        json!({
            "game": searched.game,
            "depth": searched.depth,
            "nodes": searched.nodes,
            "seconds": searched.time.as_secs_f64(),
        })
    });
    json!({ "searches": searches.collect::<Vec<_>>(), "signature": signature(all) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changes that are meant to change how the search goes change this number.
    const SIGNATURE: u64 = 57_032;

    #[test]
    fn the_search_goes_as_it_did() {
        let all = searches().expect("all games of the set are there");
        assert_eq!(signature(&all), SIGNATURE, "{all:?}");
        let again = searches().expect("all games of the set are there");
        assert_eq!(signature(&again), SIGNATURE);
        assert!(table(&all).ends_with(&format!("signature {SIGNATURE}\n")));
    }
}
