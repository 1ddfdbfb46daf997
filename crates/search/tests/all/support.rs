//! Steps that tests of several algorithms share: play to a position, and search it.

use game::{Game, Line};
use native::Native;
use search::{Limits, Report, Search};

/// Play after some moves from the start.
pub(crate) fn after(game: &Native, moves: &str) -> Line<native::Position> {
    let mut line = Line::new(game.start());
    for text in moves.split_whitespace() {
        line.play(game, text).expect("a move");
    }
    line
}

/// A limit of this many nodes.
pub(crate) fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// What a search finds where play has come to.
pub(crate) fn best(
    search: &Search<'_, Native>,
    line: &Line<native::Position>,
    limits: &Limits,
) -> Report<native::Position> {
    search.best(line.position(), line.past(), limits, &mut |_| {})
}
