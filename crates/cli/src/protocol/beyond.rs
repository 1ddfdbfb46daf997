//! Games that go on after a draw: other programs may play on where our rules see
//! the third repetition or too many quiet moves, and still want an answer.

use game::{Game, Line, Move, RulesError, Turn};

/// A position to move in, with what the search may know of its past.
pub(super) struct Standing<P> {
    pub(super) line: Line<P>,
    /// Empty if the game is over for good.
    pub(super) moves: Vec<Move<P>>,
}

/// Where a line has come to. If the game is drawn there, the past is forgotten, and if
/// that does not help, one counter after the other begins again. Nothing is
/// assumed about the rules: what gives moves, gives moves.
pub(super) fn standing<G: Game>(
    game: &G,
    line: &Line<G::Position>,
) -> Result<Standing<G::Position>, RulesError> {
    let outcome = match line.turn(game)? {
        Turn::Moves(moves) => return Ok(Standing { line: line.clone(), moves }),
        Turn::Over(outcome) => outcome,
    };
    let over = Standing { line: line.clone(), moves: Vec::new() };
    // A move that ended the game leaves nothing to go on with.
    if outcome.value != 0 || line.moves().last().is_some_and(|played| played.outcome.is_some()) {
        return Ok(over);
    }
    let try_from = |position: G::Position| -> Option<Standing<G::Position>> {
        match game.turn(&position, &[]) {
            Ok(Turn::Moves(moves)) => Some(Standing { line: Line::new(position), moves }),
            Ok(Turn::Over(_)) | Err(_) => None,
        }
    };
    if let Some(standing) = try_from(line.position().clone()) {
        return Ok(standing);
    }
    let setup = game.setup(line.position());
    for (i, counter) in game.facts().counters.iter().enumerate() {
        // What each player has of their own is no count of turns.
        if counter.symbols.is_some() || counter.gone {
            continue;
        }
        let mut earlier = setup.clone();
        earlier.counters[i] = [counter.low; 2];
        if let Some(standing) = game.position(&earlier).ok().and_then(try_from) {
            return Ok(standing);
        }
    }
    Ok(over)
}
