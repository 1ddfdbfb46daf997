//! The principal variation: what both players do if each makes the move that the
//! table holds for the best. It is read from the table when a depth is complete, so
//! that no algorithm has to carry it along, and it ends where an entry was replaced.

use crate::limits::Stop;
use crate::table::{Bound, Table};
use crate::tree::Tree;
use crate::value::is_decided;
use game::Game;

/// The positions of a line to a depth that begins with one below the root.
pub(crate) fn variation<G: Game>(
    tree: &mut Tree<'_, G>,
    table: Option<&Table>,
    first: &G::Position,
    depth: u32,
) -> Result<Vec<G::Position>, Stop> {
    let mut line = vec![first.clone()];
    let Some(table) = table else { return Ok(line) };
    let mut entered = Vec::new();
    while line.len() < depth as usize {
        let Some(next) = next(tree, table, &line, &mut entered)? else { break };
        line.push(next);
    }
    while let Some(list) = entered.pop() {
        tree.leave(list);
    }
    Ok(line)
}

/// The position after the best move of the last one of a line.
fn next<G: Game>(
    tree: &mut Tree<'_, G>,
    table: &Table,
    line: &[G::Position],
    entered: &mut Vec<Vec<G::Position>>,
) -> Result<Option<G::Position>, Stop> {
    let Some(at) = line.last() else { return Ok(None) };
    // Where all moves failed, the best of them is no better than chance, unless all
    // of them lose: then it is the one that loses last.
    let best = table
        .get(tree.key(at), line.len())
        .filter(|entry| entry.bound != Bound::Upper || is_decided(entry.value))
        .and_then(|entry| entry.best);
    let Some(best) = best else { return Ok(None) };
    let Ok(list) = tree.enter(at, line.len())? else { return Ok(None) };
    // Another position may have the same signature, and fewer moves.
    let next = list.get(best as usize).cloned();
    entered.push(list);
    Ok(next)
}
