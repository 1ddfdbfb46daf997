//! How fast and how far the search goes: nodes of a fixed set of searches, one
//! thread, fixed depth, default settings. Their sum is a signature: whoever changes
//! it has changed how the search goes, and must mean to.

use game::Game;
use multigame::parts::load;
use native::Native;
use search::{Limits, Search, Settings};
use serde::{Serialize, Serializer};
use std::fmt::{self, Display};
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Searched {
    pub(super) game: &'static str,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    #[serde(rename = "seconds", serialize_with = "as_seconds")]
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

/// A time with all its digits.
pub(super) fn as_seconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

/// All searches, and the sum of their nodes.
#[derive(Debug, Serialize)]
pub(super) struct Searches {
    searches: Vec<Searched>,
    signature: u64,
}

impl Searches {
    pub(super) fn new(searches: Vec<Searched>) -> Searches {
        let signature = searches.iter().map(|searched| searched.nodes).sum();
        Searches { searches, signature }
    }
}

impl Display for Searches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Searched { game, depth, nodes, time } in &self.searches {
            let rate = super::rate(*nodes as f64 / time.as_secs_f64().max(1e-9));
            writeln!(f, "{game:14}depth {depth:<4}{nodes:>12} nodes{rate:>12} a second")?;
        }
        writeln!(f, "signature {}", self.signature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changes that are meant to change how the search goes change this number.
    const SIGNATURE: u64 = 39_684;

    #[test]
    fn the_search_goes_as_it_did() {
        let all = || Searches::new(searches().expect("all games of the set are there"));
        let first = all();
        assert_eq!(first.signature, SIGNATURE, "{first:?}");
        assert_eq!(all().signature, SIGNATURE);
        assert!(first.to_string().ends_with(&format!("signature {SIGNATURE}\n")));
    }
}
