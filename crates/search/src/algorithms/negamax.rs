//! Negamax: minimax with one function, because what is good for one is bad for the
//! other (Knuth and Moore, "An analysis of alpha-beta pruning", 1975).

use crate::limits::Stop;
use crate::tree::{Side, Tree};
use crate::value::{INFINITE, Value};
use game::Game;

/// The value of a position for the player to move.
pub(super) fn negamax<G: Game>(
    tree: &mut Tree<'_, G>,
    at: &G::Position,
    depth: u32,
    ply: usize,
) -> Result<Value, Stop> {
    // Step 1: at the horizon, and at the end of the game, there is a number.
    tree.count()?;
    tree.best.begin(ply);
    if depth == 0 {
        return tree.horizon(at, ply);
    }
    let list = match tree.enter(at, ply)? {
        Ok(list) => list,
        Err(value) => return Ok(value),
    };
    // Step 2: the best of what follows, seen by the player to move.
    let player = tree.player(at);
    let mut best = -INFINITE;
    for (i, child) in list.iter().enumerate() {
        let value = negamax(tree, child, depth - 1, ply + 1)?;
        let value = Side::of(tree, player, child).value(value);
        if value > best {
            best = value;
            tree.best.note(ply, i);
        }
    }
    tree.leave(list);
    Ok(best)
}
