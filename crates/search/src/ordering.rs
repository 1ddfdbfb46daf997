//! The order in which moves are tried: what the table says, what caused a cutoff
//! at the same depth, captures, what the evaluation likes, what was good elsewhere.
//!
//! A move is known by its signature difference: the signature of the position
//! after it, flipped by that before. So the same move in two positions is the
//! same, whatever the game, as in the Multigame paper.

use crate::algorithms::Followed;
use crate::limits::Stop;
use crate::table::Table;
use crate::tree::{Side, Tree};
use crate::value::{Level, Value};
use game::Game;

/// Entries of the history, a power of two.
const HISTORY: usize = 1 << 14;
/// From this depth on an earlier value counts in place of the evaluation,
const EARLIER_DEPTH: u32 = 4;
/// if it was found by a search that went so much less deep.
const EARLIER_BY: u32 = 3;
/// Captures come first, then killers, then captures that may lose more than they win, then
/// what is evaluated or has a history.
const CAPTURE: i64 = 1 << 50;
const KILLER: i64 = 1 << 48;
const DOUBTFUL: i64 = 1 << 46;
/// A point of the evaluation counts as much as any history.
const POINT: i64 = 1 << 24;
/// A score of the history is not greater; it decides where nothing else does.
const MOST_HISTORY: i32 = 1 << 21;
/// A cutoff counts as much as the work that it spared, a power of two up to this.
const MOST_WORK: u32 = 16;

/// What was learned about moves while searching.
#[derive(Debug)]
pub(crate) struct Ordering {
    /// For each ply the differences of two moves that caused cutoffs.
    killers: Vec<[u64; 2]>,
    /// How much work moves have spared, less that which they were tried in vain for
    /// (Schaeffer, "The history heuristic and alpha-beta search enhancements in practice",
    /// 1989; that failures count against a move is later practice).
    history: Vec<i32>,
    spare: Vec<Vec<(i64, u32)>>,
    /// Lists of moves that are followed at the horizon, for those who need one.
    pub(crate) followed: Vec<Vec<Followed>>,
}

impl Ordering {
    pub(crate) fn new() -> Ordering {
        let (killers, spare, followed) = Default::default();
        Ordering { killers, history: vec![0; HISTORY], spare, followed }
    }

    /// The numbers of moves in the order in which they are tried. Moves of which
    /// nothing is known stay in the order of the list. The table is given if earlier
    /// values count.
    pub(crate) fn order<G: Game>(
        &mut self,
        tree: &mut Tree<'_, G>,
        at: &G::Position,
        list: &[G::Position],
        Level { depth, ply }: Level,
        best: Option<u32>,
        table: Option<&Table>,
    ) -> Result<Vec<(i64, u32)>, Stop> {
        let mut order = self.spare();
        order.extend((0..list.len()).map(|i| (0, i as u32)));
        let h = tree.settings().heuristics;
        if h.first_by_evaluation {
            let first = best_by_evaluation(tree, at, list)?;
            order[..=first].rotate_right(1);
            return Ok(order);
        }
        let learns = h.killers || h.history;
        if !(learns || h.by_evaluation || best.is_some()) {
            return Ok(order);
        }
        let player = tree.player(at);
        let signature = tree.signature(at);
        let looks_for_captures = h.by_evaluation || h.quiescence;
        let killers = self.killers.get(ply).copied().unwrap_or_default();
        let least_depth = u32::from(tree.settings().depth_first.evaluated_depth);
        let evaluates = h.by_evaluation && depth >= least_depth;
        for (key, i) in &mut order {
            let child = &list[*i as usize];
            if Some(*i) == best {
                *key = i64::MAX;
                continue;
            }
            if evaluates {
                let value = promise(tree, table, child, Level { depth, ply })?;
                let value = Side::of(tree, player, child).value(value);
                *key = i64::from(value) * POINT;
            }
            if looks_for_captures && tree.is_capture(at, child) {
                let exchange = tree.exchange(player, at, child);
                if !evaluates {
                    *key = i64::from(tree.gain(exchange, at, child)?) * POINT
                        - i64::from(exchange.risk.unwrap_or(0)) * (POINT / 256);
                }
                *key += if exchange.may_lose() { DOUBTFUL } else { CAPTURE };
                continue;
            }
            let difference = tree.signature(child) ^ signature;
            if h.killers && killers.contains(&difference) {
                *key += KILLER;
            }
            if h.history {
                *key += i64::from(self.history[place(difference)]);
            }
        }
        order.sort_unstable_by_key(|&(key, i)| (std::cmp::Reverse(key), i));
        Ok(order)
    }

    /// Whether a move caused a cutoff at this ply not long ago.
    #[inline]
    pub(crate) fn is_killer(&self, difference: u64, ply: usize) -> bool {
        self.killers.get(ply).is_some_and(|killers| killers.contains(&difference))
    }

    /// A list for an order, empty.
    pub(crate) fn spare(&mut self) -> Vec<(i64, u32)> {
        self.spare.pop().unwrap_or_default()
    }

    /// Gives back an order that is not used any more.
    pub(crate) fn done(&mut self, mut order: Vec<(i64, u32)>) {
        order.clear();
        self.spare.push(order);
    }

    /// Notes a move that caused a cutoff. Those before it were tried in vain.
    pub(crate) fn cutoff(
        &mut self,
        difference: u64,
        in_vain: impl Iterator<Item = u64>,
        depth: u32,
        ply: usize,
    ) {
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [0; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != difference {
            *killers = [difference, killers[0]];
        }
        let work = 1 << depth.min(MOST_WORK);
        for difference in in_vain {
            let score = &mut self.history[place(difference)];
            *score = (*score - work).max(-MOST_HISTORY);
        }
        let score = &mut self.history[place(difference)];
        *score += work;
        if *score > MOST_HISTORY {
            self.history.iter_mut().for_each(|score| *score /= 2);
        }
    }
}

/// What a child of a position seems to be worth: if the game is not over there and nothing
/// better is known, its evaluation.
fn promise<G: Game>(
    tree: &mut Tree<'_, G>,
    table: Option<&Table>,
    child: &G::Position,
    level: Level,
) -> Result<Value, Stop> {
    let ended = tree.ended(child, level.ply + 1);
    let earlier = || earlier_value(tree, table?, child, level);
    match ended.or_else(earlier) {
        Some(value) => Ok(value),
        None => tree.evaluate(child),
    }
}

/// What the table knows of a child of a position from a search that was not much less
/// deep, bounds taken for values.
fn earlier_value<G: Game>(
    tree: &Tree<'_, G>,
    table: &Table,
    child: &G::Position,
    Level { depth, ply }: Level,
) -> Option<Value> {
    let (value, searched) = searched_value(tree, table, child, ply + 1)?;
    (depth >= EARLIER_DEPTH && searched + EARLIER_BY >= depth).then_some(value)
}

/// The value of a position in the table, and how deep it was searched for it. Where only
/// its best move is known there is no value, and no depth.
fn searched_value<G: Game>(
    tree: &Tree<'_, G>,
    table: &Table,
    at: &G::Position,
    ply: usize,
) -> Option<(Value, u32)> {
    let entry = table.get(tree.key(at), tree.turns_to_win(ply))?;
    (entry.depth > 0).then_some((entry.value, entry.depth))
}

/// Sorts the moves of the root after the first, which was the best, by what the table
/// knows of them from the last depth; of those that it does not tell apart, and those
/// that it does not know, each stays after those before it.
pub(crate) fn by_earlier_values<G: Game>(
    tree: &Tree<'_, G>,
    table: &Table,
    at: &G::Position,
    moves: &mut [G::Position],
) {
    let Some((_, others)) = moves.split_first_mut() else { return };
    let player = tree.player(at);
    others.sort_by_cached_key(|to| {
        let known = searched_value(tree, table, to, 1);
        std::cmp::Reverse(known.map(|(value, _)| Side::of(tree, player, to).value(value)))
    });
}

/// Sorts the moves of the root by the evaluations of where they lead, before anything else
/// is known of them.
pub(crate) fn by_evaluations<G: Game>(
    tree: &mut Tree<'_, G>,
    at: &G::Position,
    moves: &mut [G::Position],
) -> Result<(), Stop> {
    let player = tree.player(at);
    let mut sorted = Vec::with_capacity(moves.len());
    for to in moves.iter() {
        let value = match tree.ended(to, 1) {
            Some(value) => value,
            None => tree.evaluate(to)?,
        };
        sorted.push((Side::of(tree, player, to).value(value), to.clone()));
    }
    sorted.sort_by_key(|(value, _)| std::cmp::Reverse(*value));
    moves.iter_mut().zip(sorted).for_each(|(place, (_, to))| *place = to);
    Ok(())
}

fn place(difference: u64) -> usize {
    (difference >> 40) as usize & (HISTORY - 1)
}

/// The number of the move after which the evaluation is best, the first of equals.
fn best_by_evaluation<G: Game>(
    tree: &mut Tree<'_, G>,
    at: &G::Position,
    list: &[G::Position],
) -> Result<usize, Stop> {
    let player = tree.player(at);
    let mut best = None;
    for (i, child) in list.iter().enumerate() {
        let value = tree.evaluate(child)?;
        let value = Side::of(tree, player, child).value(value);
        if best.is_none_or(|(greatest, _)| value > greatest) {
            best = Some((value, i));
        }
    }
    Ok(best.map_or(0, |(_, i)| i))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::Context;
    use crate::limits::{Limits, Stopper, Watch};
    use crate::settings::Settings;
    use crate::value::{INFINITE, Window};
    use crate::way::Ground;
    use game::Turn;

    #[test]
    fn a_move_of_which_no_value_is_known_is_not_taken_for_a_win() {
        let game = testing::load("chess");
        assert!(game.asks_for_past());
        let at = game.start();
        let Ok(Turn::Moves(moves)) = game.turn(&at, &[]) else { panic!("there are moves") };
        let listed: Vec<_> = moves.into_iter().map(|made| made.to).collect();
        let watch = Watch::new(&Limits::default(), Stopper::default());
        let tree = Tree::new(&game, Settings::new(game.facts()), &[], watch);
        let table = Table::new(1 << 16).expect("room");
        let ordering = Ordering::new();
        let (table, seens) = (Some(&table), crate::swing::Seens::default());
        let mut context = Context { tree, ordering, table, far: None, seens, passes_from: 1 };
        let level = Level { depth: 2, ply: 1 };
        let window = Window { alpha: -INFINITE, beta: INFINITE };
        // The value of one rests on the way there, so that only a move is remembered.
        context.tree.rest_on(Ground::at(0));
        context.remember(&listed[3], level, window, 20, Some(0));
        context.tree.rest_on(Ground::NONE);
        context.remember(&listed[5], level, window, -10, Some(0));
        let mut sorted = listed.clone();
        by_earlier_values(&context.tree, context.table.expect("a table"), &at, &mut sorted);
        let mut expected = listed;
        expected[1..=5].rotate_right(1);
        assert!(sorted == expected);
    }
}
