//! Minimax: the first player takes the greatest value, the second the least
//! (Shannon, "Programming a computer for playing chess", 1950).

use crate::limits::Stop;
use crate::tree::{Side, Tree};
use crate::value::Value;
use game::{Game, Player};

/// The value of a position for the player to move.
pub(super) fn minimax<G: Game>(
    tree: &mut Tree<'_, G>,
    at: &G::Position,
    depth: u32,
    ply: usize,
) -> Result<Value, Stop> {
    let value = for_first(tree, at, depth, ply)?;
    Ok(if tree.player(at) == Player::First { value } else { -value })
}

/// The value of a position for the first player.
fn for_first<G: Game>(
    tree: &mut Tree<'_, G>,
    at: &G::Position,
    depth: u32,
    ply: usize,
) -> Result<Value, Stop> {
    // Step 1: at the horizon, and at the end of the game, there is a number.
    tree.count()?;
    tree.best.begin(ply);
    let first = Side::of(tree, Player::First, at);
    if depth == 0 {
        return Ok(first.value(tree.horizon(at, ply)?));
    }
    let list = match tree.enter(at, ply)? {
        Ok(list) => list,
        Err(value) => return Ok(first.value(value)),
    };
    // Step 2: the player to move takes the best.
    let mut best: Option<Value> = None;
    for (i, child) in list.iter().enumerate() {
        let value = for_first(tree, child, depth - 1, ply + 1)?;
        let is_better = match (best, tree.player(at)) {
            (None, _) => true,
            (Some(best), Player::First) => value > best,
            (Some(best), Player::Second) => value < best,
        };
        if is_better {
            best = Some(value);
            tree.best.note(ply, i);
        }
    }
    tree.leave(list);
    Ok(best.unwrap_or(0))
}
