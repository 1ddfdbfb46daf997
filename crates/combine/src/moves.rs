//! The moves of a position with what each changes on the board, in an order that comes
//! from the board and not from the back end, so that of wins that are as good as each
//! other both back ends find the same.

use crate::ways::{Change, Changes, Pieces};
use game::{Field, Game, Outcome, Piece, RulesError, Worker};

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
    Ok(Offer::Moves(sorted(game, pieces, at, list)))
}

/// Moves in the order of what they change.
pub(crate) fn sorted<G: Game>(
    game: &G,
    pieces: &Pieces,
    at: &G::Position,
    list: Vec<G::Position>,
) -> Vec<Played<G::Position>> {
    let mut room = Vec::new();
    let mut played = |to| Played { changes: changes_in(game, pieces, at, &to, &mut room), to };
    let mut moves: Vec<Played<G::Position>> = list.into_iter().map(&mut played).collect();
    moves.sort_by(|a, b| {
        let rest = |it: &Played<_>| (game.signature(&it.to), game.counters(&it.to));
        a.changes.cmp(&b.changes).then_with(|| rest(a).cmp(&rest(b)))
    });
    moves
}

/// What differs on the board between two positions; sorted by field.
pub(crate) fn changes<G: Game>(
    game: &G,
    pieces: &Pieces,
    from: &G::Position,
    to: &G::Position,
) -> Changes {
    changes_in(game, pieces, from, to, &mut Vec::new())
}

/// The same, with room that is used for one move after the other.
fn changes_in<G: Game>(
    game: &G,
    pieces: &Pieces,
    from: &G::Position,
    to: &G::Position,
    room: &mut Vec<(Field, Option<Piece>)>,
) -> Changes {
    room.clear();
    game.differences(from, to, room);
    let mut changes: Changes =
        room.iter().map(|(field, top)| Change { field: *field, code: pieces.code(*top) }).collect();
    if !changes.is_sorted() {
        changes.sort_unstable();
    }
    changes
}
