//! Alpha-beta: a move that is refuted need not be refuted twice (Knuth and Moore,
//! "An analysis of alpha-beta pruning", 1975; fail-soft: Fishburn, 1983).

use super::Context;
use crate::limits::Stop;
use crate::table::{Bound, Entry};
use crate::tree::Side;
use crate::value::{Value, WIN};
use crate::way::Ground;
use game::Game;

/// From this depth on the table is asked for all children before one is searched.
const CHILDREN_DEPTH: u32 = 2;

/// The value of a position for the player to move, exact between alpha and beta.
pub(super) fn alpha_beta<G: Game>(
    context: &mut Context<'_, '_, G>,
    at: &G::Position,
    (depth, ply): (u32, usize),
    (mut alpha, mut beta): (Value, Value),
) -> Result<Value, Stop> {
    // Step 1: at the horizon there is a number.
    context.tree.count()?;
    if depth == 0 {
        return context.horizon(at, ply, (alpha, beta));
    }
    // Step 2: the table may know the value, or narrow the window.
    let window = (alpha, beta);
    let known = context.look_up(at, (depth, ply), &mut alpha, &mut beta);
    if let Known::Value(value) = known {
        return Ok(value);
    }
    // Step 3: at the end of the game there is a number, too.
    let list = match context.tree.enter(at, ply)? {
        Ok(list) => list,
        Err(value) => return Ok(value),
    };
    let listed_on = context.tree.ground();
    // Step 4: a child that the table knows may be enough.
    if let Some((value, i)) = context.known_child(at, &list, (depth, ply), beta) {
        context.tree.leave(list);
        context.tree.rest_on(listed_on);
        context.remember(at, (depth, ply), window, value, Some(i));
        return Ok(value);
    }
    // Step 5: each move in turn, until one is too good to be allowed.
    let player = context.tree.player(at);
    let order = context.order(at, &list, (depth, ply), known)?;
    // Nothing is worse than a loss on the spot.
    let (mut best, mut best_move) = (-WIN, None);
    let mut ground = listed_on;
    let below = context.tree.below(list.len(), (depth, ply));
    for (n, &(_, i)) in order.iter().enumerate() {
        let child = &list[i as usize];
        let side = Side::of(&context.tree, player, child);
        let inside = side.window(alpha, beta);
        let value = alpha_beta(context, child, below, inside)?;
        let value = side.value(value);
        if value > best {
            (best, best_move) = (value, Some(i));
        }
        alpha = alpha.max(best);
        if alpha >= beta {
            // That a move is too good rests on this move, and on there being it.
            ground = listed_on.min(context.tree.ground());
            let in_vain = order[..n].iter().map(|&(_, i)| &list[i as usize]);
            context.cutoff(at, child, in_vain, (depth, ply));
            break;
        }
        ground = ground.min(context.tree.ground());
    }
    context.ordering.done(order);
    context.tree.leave(list);
    // Step 6: what was found is remembered.
    context.tree.rest_on(ground);
    context.remember(at, (depth, ply), window, best, best_move);
    Ok(best)
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Known {
    /// Its value, as far as the window asks.
    Value(Value),
    /// A move that was best.
    Best(Option<u32>),
}

impl<G: Game> Context<'_, '_, G> {
    /// Looks into the table. A bound narrows the window.
    pub(crate) fn look_up(
        &mut self,
        at: &G::Position,
        (depth, ply): (u32, usize),
        alpha: &mut Value,
        beta: &mut Value,
    ) -> Known {
        let Some(table) = self.table else { return Known::Best(None) };
        let Some(entry) = table.get(self.tree.key(at), self.tree.turns_to_win(ply)) else {
            return Known::Best(None);
        };
        // What is in the table rests on nothing.
        self.tree.rest_on(Ground::NONE);
        if entry.depth >= depth {
            match entry.bound {
                Bound::Exact => return Known::Value(entry.value),
                Bound::Lower => *alpha = (*alpha).max(entry.value),
                Bound::Upper => *beta = (*beta).min(entry.value),
            }
            if alpha >= beta {
                return Known::Value(entry.value);
            }
        }
        Known::Best(entry.best)
    }

    /// A move after which the table knows the position to be too good to be allowed,
    /// and its value (Schaeffer and Plaat, "New advances in alpha-beta searching",
    /// 1996).
    pub(crate) fn known_child(
        &mut self,
        at: &G::Position,
        list: &[G::Position],
        (depth, ply): (u32, usize),
        beta: Value,
    ) -> Option<(Value, u32)> {
        let table = self.table.filter(|_| depth >= CHILDREN_DEPTH)?;
        let player = self.tree.player(at);
        let turns = self.tree.turns_to_win(ply + 1);
        let (least_depth, _) = self.tree.below(list.len(), (depth, ply));
        // All are asked for before the first is needed: each may be a long way off.
        list.iter().for_each(|child| table.fetch(self.tree.key(child)));
        for (i, child) in list.iter().enumerate() {
            let Some(entry) = table.get(self.tree.key(child), turns) else { continue };
            let side = Side::of(&self.tree, player, child);
            let (value, least) = (side.value(entry.value), side.value(1) > 0);
            let bounds = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => least,
                Bound::Upper => !least,
            };
            if bounds && entry.depth >= least_depth && value >= beta {
                return Some((value, i as u32));
            }
        }
        None
    }

    /// The order in which moves are tried.
    pub(crate) fn order(
        &mut self,
        at: &G::Position,
        list: &[G::Position],
        level: (u32, usize),
        known: Known,
    ) -> Result<Vec<(i64, u32)>, Stop> {
        let best = match known {
            Known::Best(best) => best,
            Known::Value(_) => None,
        };
        // Evaluating moves says nothing about on what their list rests.
        let listed_on = self.tree.ground();
        let earlier_values = self.tree.settings().heuristics.earlier_values;
        let table = self.table.filter(|_| earlier_values);
        let order = self.ordering.order(&mut self.tree, at, list, level, best, table)?;
        self.tree.rest_on(listed_on);
        Ok(order)
    }

    /// Notes a move that was too good to be allowed, and those before it, which were not.
    pub(crate) fn cutoff<'p>(
        &mut self,
        at: &G::Position,
        child: &G::Position,
        in_vain: impl Iterator<Item = &'p G::Position>,
        (depth, ply): (u32, usize),
    ) where
        G::Position: 'p,
    {
        let h = self.tree.settings().heuristics;
        if h.killers || h.history {
            let (tree, from) = (&self.tree, self.tree.signature(at));
            let difference = |to: &G::Position| tree.signature(to) ^ from;
            self.ordering.cutoff(difference(child), in_vain.map(difference), depth, ply);
        }
    }

    /// Remembers a value that was found with a window; if it holds only on this way,
    /// remembers the move.
    pub(crate) fn remember(
        &self,
        at: &G::Position,
        (depth, ply): (u32, usize),
        (alpha, beta): (Value, Value),
        value: Value,
        best: Option<u32>,
    ) {
        // What was found in an empty window says nothing.
        let Some(table) = self.table.filter(|_| alpha < beta) else { return };
        let bound = match value {
            _ if value <= alpha => Bound::Upper,
            _ if value >= beta => Bound::Lower,
            _ => Bound::Exact,
        };
        let entry = match self.tree.ground().holds_at(ply) {
            true => Entry { value, depth, bound, best },
            // Everything is worth at least a loss, so only the move is said.
            false => Entry { value: -WIN, depth: 0, bound: Bound::Lower, best },
        };
        table.put(self.tree.key(at), self.tree.turns_to_win(ply), entry);
    }
}
