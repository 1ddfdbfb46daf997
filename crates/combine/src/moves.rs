//! The moves of a position with what each changes on the board, in an order that comes
//! from the board and not from the back end, so that of wins that are as good as each
//! other both back ends find the same.

use crate::ways::{Changes, Pieces};
use game::{Game, Outcome, RulesError, Worker};

/// A move.
#[derive(Clone, Debug)]
pub(crate) struct Played<P> {
    /// The position after it.
    pub(crate) to: P,
    /// What it changes on the board; sorted by field.
    pub(crate) changes: Changes,
}

/// What a position offers.
pub(crate) enum Offer<P> {
    /// The game is over.
    Over(Outcome),
    /// These moves.
    Moves(Vec<Played<P>>),
}

/// The moves of a position.
pub(crate) fn moves<'a, G: Game>(
    game: &'a G,
    worker: &mut G::Worker<'a>,
    pieces: &Pieces,
    at: &G::Position,
) -> Result<Offer<G::Position>, RulesError> {
    let mut list = Vec::new();
    if let Some(outcome) = worker.expand(at, &mut list)? {
        return Ok(Offer::Over(outcome));
    }
    let played = |to| Played { changes: changes(game, pieces, at, &to), to };
    let mut moves: Vec<Played<G::Position>> = list.into_iter().map(played).collect();
    moves.sort_by(|a, b| {
        let rest = |it: &Played<_>| (game.signature(&it.to), game.counters(&it.to));
        a.changes.cmp(&b.changes).then_with(|| rest(a).cmp(&rest(b)))
    });
    Ok(Offer::Moves(moves))
}

/// What differs on the board between two positions; sorted by field.
pub(crate) fn changes<G: Game>(
    game: &G,
    pieces: &Pieces,
    from: &G::Position,
    to: &G::Position,
) -> Changes {
    let mut list = Vec::new();
    game.differences(from, to, &mut list);
    let mut changes: Changes =
        list.into_iter().map(|(field, top)| (field, pieces.code(top))).collect();
    changes.sort_unstable();
    changes
}
