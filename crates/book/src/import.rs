//! Games that were played, as positions of a book with how often they occurred and how these
//! games ended.

use crate::book::Book;
use crate::keys::Keys;
use game::{Game, GameResult, Line, Player};

/// Adds the positions of the first turns of a game that ended like this.
pub fn add_game<G: Game>(
    book: &mut Book,
    keys: &Keys,
    game: &G,
    line: &Line<G::Position>,
    result: GameResult,
    turns: usize,
) {
    for position in line.positions().iter().take(turns.saturating_add(1)) {
        let entry = book.entries.entry(keys.key(game, position)).or_default();
        let n = &mut entry.games[seen(result, game.player(position))];
        *n = n.saturating_add(1);
    }
}

/// The place of a result among those that a player counts: won, drawn, lost, not known.
fn seen(result: GameResult, player: Player) -> usize {
    let winner = match result {
        GameResult::FirstWins | GameResult::Points(1..) => Player::First,
        GameResult::SecondWins | GameResult::Points(..=-1) => Player::Second,
        GameResult::Draw | GameResult::Points(0) => return 1,
        GameResult::Unfinished => return 3,
    };
    if winner == player { 0 } else { 2 }
}
