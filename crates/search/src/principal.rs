//! The principal variation: what both players do if each makes the move that the
//! table holds for the best. It is read from the table when a depth is complete, so
//! that no algorithm has to carry it along, and it ends where an entry was replaced.
//! Algorithms that use no table carry the numbers of their best moves along ([`Best`]).

use crate::algorithms::Algorithm;
use crate::limits::Stop;
use crate::table::{Bound, Table};
use crate::tree::Tree;
use crate::value::{Level, Value, is_decided};
use game::{Game, Player};

/// The numbers of the best moves below the positions on the way to the one that is
/// searched, for algorithms without a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Best {
    /// For each number of turns from the root.
    below: Vec<Vec<u32>>,
}

impl Best {
    /// A position is searched this many turns from the root, and no move is best yet.
    pub(crate) fn begin(&mut self, ply: usize) {
        if self.below.len() <= ply {
            self.below.resize(ply + 1, Vec::new());
        }
        self.below[ply].clear();
    }

    /// A move is the best so far, and the position after it was searched last.
    pub(crate) fn note(&mut self, ply: usize, i: usize) {
        if self.below.len() <= ply + 1 {
            self.begin(ply + 1);
        }
        let (here, below) = self.below.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(i as u32);
        here[ply].extend_from_slice(&below[0]);
    }

    /// The best moves below a position this many turns from the root.
    pub(crate) fn moves(&self, ply: usize) -> &[u32] {
        self.below.get(ply).map_or(&[], Vec::as_slice)
    }

    /// What some thread has found below a move of the root, if it carried that along.
    pub(crate) fn set(&mut self, i: u32, below: &[u32]) {
        self.begin(0);
        if !below.is_empty() {
            self.below[0].push(i);
            self.below[0].extend_from_slice(below);
        }
    }
}

/// What a line is worth for a player.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    pub(crate) player: Player,
    pub(crate) value: Value,
}

/// The positions of a line to a depth that begins with one below the root. A line that decides
/// the game goes on beyond the depth, as far as forced turns do, so that its end is seen.
pub(crate) fn variation<G: Game>(
    tree: &mut Tree<'_, G>,
    table: Option<&Table>,
    first: &G::Position,
    depth: u32,
    seen: Seen,
) -> Result<Vec<G::Position>, Stop> {
    let mut line = vec![first.clone()];
    let carried = tree.best.moves(0).to_vec();
    let mut entered = Vec::new();
    let longest = if is_decided(seen.value) { tree.longest(depth) } else { depth as usize };
    while line.len() < longest {
        let best = match carried.is_empty() {
            true => table.and_then(|table| from_table(tree, table, &line, seen)),
            false => carried.get(line.len()).copied(),
        };
        let Some(best) = best else { break };
        let Some(next) = next(tree, best, &line, &mut entered)? else { break };
        line.push(next);
    }
    while let Some(list) = entered.pop() {
        tree.leave(list);
    }
    Ok(line)
}

/// What the table knows of the positions of the line that begins with one, as far as it
/// knows their values: their keys and their entries, as they are sent to other ranks.
pub(crate) fn entries<G: Game>(
    tree: &mut Tree<'_, G>,
    table: &Table,
    first: &G::Position,
    level: Level,
) -> Vec<(u64, u64)> {
    let (mut found, mut at, entered) = (Vec::new(), first.clone(), tree.entered());
    for ply in level.ply..level.ply + level.depth as usize {
        let key = tree.key(&at);
        let Some(entry) = table.get(key, 0).filter(|entry| entry.bound == Bound::Exact) else {
            break;
        };
        found.push((key, entry.packed()));
        let (Some(best), Ok(Ok(list))) = (entry.best, tree.enter(&at, ply)) else { break };
        let next = list.get(best as usize).cloned();
        tree.recycle(list);
        let Some(next) = next else { break };
        at = next;
    }
    tree.back_to(entered);
    found
}

/// The number of the best move of the last position of a line, as the table has it.
fn from_table<G: Game>(
    tree: &Tree<'_, G>,
    table: &Table,
    line: &[G::Position],
    Seen { player, value }: Seen,
) -> Option<u32> {
    let at = line.last()?;
    let entry = table.get(tree.key(at), tree.turns_to_win(line.len()))?;
    let value = if tree.player(at) == player { value } else { -value };
    // Windows without width leave no exact values. Where such a bound is the value of
    // the line, the first move that has it is the one which the last question from the
    // other side has found.
    let meets = tree.settings().algorithm == Algorithm::MtdF && entry.value == value;
    // Elsewhere, if all moves failed, the best of them is no better than chance, unless
    // all of them lose: then it is the one that loses last.
    let tells = entry.bound != Bound::Upper || is_decided(entry.value) || meets;
    entry.best.filter(|_| tells)
}

/// The position after a move of the last one of a line.
fn next<G: Game>(
    tree: &mut Tree<'_, G>,
    best: u32,
    line: &[G::Position],
    entered: &mut Vec<Vec<G::Position>>,
) -> Result<Option<G::Position>, Stop> {
    let Some(at) = line.last() else { return Ok(None) };
    let Ok(list) = tree.enter(at, line.len())? else { return Ok(None) };
    // Another position may have the same signature, and fewer moves.
    let next = list.get(best as usize).cloned();
    entered.push(list);
    Ok(next)
}
