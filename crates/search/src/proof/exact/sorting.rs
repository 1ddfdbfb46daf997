//! Which move of an exact search comes first: what the table knows of the moves, killers,
//! random games, the evaluation or the history, and where earlier moves were refuted.

use super::super::Unproved;
use super::super::bounds_table::BoundsTable;
use super::super::retrograde::worth;
use super::{Exact, Refutation};
use crate::value::Window;
use game::{Game, Outcome, Player};

/// Where this many nodes for each of its moves are below a position on average, they are
/// evaluated: an evaluation may cost more than a node and is asked for every move.
const WORTH_AN_EVALUATION: u64 = 16;
/// Greater evaluations are taken for this.
const MOST_EVALUATED: i32 = 1 << 17;
/// Among moves of the same evaluation the history decides; it has this many steps.
const HISTORY: i32 = 1 << 12;

/// Orders of moves: the hint, the killer, what is known to be bad.
const HINT: i32 = i32::MIN;
const KILLER: i32 = i32::MIN + 1;
const BAD: i32 = i32::MAX;

impl<G: Game, K: BoundsTable<G::Position>> Exact<'_, '_, '_, G, K> {
    /// Sorts the moves after the first ones; whether those without the hint and the
    /// killer are worth an evaluation. It is put off, because often one of these two is
    /// enough.
    pub(super) fn sort(
        &mut self,
        player: Player,
        at: &G::Position,
        list: &[G::Position],
        first: usize,
        beta: i32,
    ) -> Result<bool, Unproved> {
        let depth = self.path.len();
        let is_good = |outcome: Outcome| match player {
            Player::First => worth(outcome) >= beta,
            Player::Second => -worth(outcome) >= beta,
        };
        let choice = self.orders.len() > first + 1;
        let played = choice && self.order.play(self.ground, at, depth, is_good)?;
        let evaluates = choice
            && !played
            && self.ground.has_evaluation()
            && self.order.is_work(depth, WORTH_AN_EVALUATION * list.len() as u64);
        for order in first..self.orders.len() {
            let (known, i) = self.orders[order];
            let place = self.place(at, &list[i as usize]);
            self.orders[order].0 = match known {
                HINT | BAD => known,
                _ if self.order.is_killer(place, depth) => KILLER,
                _ if played => -self.order.odds(place),
                _ => known,
            };
        }
        self.orders[first..].sort_unstable();
        Ok(evaluates)
    }

    /// Whether a move comes before all that are evaluated.
    pub(super) fn is_ahead(&self, order: usize) -> bool {
        self.orders[order].0 <= KILLER
    }

    /// Sorts moves by the evaluations of where they lead, and by their history where those are
    /// the same; what is known to be bad stays last.
    pub(super) fn evaluate(
        &mut self,
        player: Player,
        list: &[G::Position],
        first: usize,
    ) -> Result<(), Unproved> {
        for order in first..self.orders.len() {
            let (known, i) = self.orders[order];
            if known == BAD || self.is_ahead(order) {
                continue;
            }
            let child = &list[i as usize];
            let value = self.ground.evaluate(child)?.clamp(-MOST_EVALUATED, MOST_EVALUATED);
            let is_his = self.ground.player(child) == player;
            let (value, history) = (if is_his { value } else { -value }, -known);
            let history = history.clamp(1 - HISTORY / 2, HISTORY / 2 - 1);
            self.orders[order].0 = -(value * HISTORY) - history;
        }
        self.orders[first..].sort_unstable();
        Ok(())
    }

    /// Lets each thread begin elsewhere, where that pays; what is known to be bad stays last.
    pub(super) fn spread(&mut self, player: Player, first: usize) {
        let orders = &mut self.orders[first..];
        let n_good = orders.partition_point(|(order, _)| *order < BAD);
        let by = self.order.begins(player, self.path.len(), n_good);
        orders[..n_good].rotate_left(by);
    }

    /// Where all moves so far were refuted the player may have to move: those
    /// moves are tried next, and the one before them that was the last refutation.
    pub(super) fn bring_forward(
        &mut self,
        at: &G::Position,
        list: &[G::Position],
        next: usize,
        refutation: Refutation,
        in_all: &mut u64,
    ) {
        let (known, orders) = (self.known, &mut self.orders[next..]);
        let place = |(_, i): &(i32, u32)| known.place(at, &list[*i as usize]);
        let before = *in_all;
        if refutation.all != 0 {
            *in_all &= refutation.all;
        }
        if *in_all != before && *in_all != 0 {
            orders.sort_by_key(|order| place(order) & *in_all == 0);
        }
        if refutation.here != 0
            && let Some(found) = orders.iter().position(|order| place(order) == refutation.here)
        {
            orders[..=found].rotate_right(1);
        }
    }

    /// A move that the table knows to be too good to be allowed. If there is none, the
    /// move of the hint comes first, and moves that are known to be bad come last.
    pub(super) fn look(
        &mut self,
        player: Player,
        list: &[G::Position],
        first: usize,
        Window { alpha, beta }: Window,
        hint: Option<u8>,
        looks: bool,
    ) -> Option<(i32, u32)> {
        // All are asked for before the first is needed: each may be a long way off.
        self.keys.clear();
        for (_, i) in &self.orders[first..] {
            let key = self.known.key(&list[*i as usize]);
            if looks {
                self.known.fetch(&key);
            }
            self.keys.push(key);
        }
        for ((order, i), key) in self.orders[first..].iter_mut().zip(&self.keys) {
            let child = &list[*i as usize];
            if hint == Some(self.known.hint(key)) {
                *order = HINT;
            }
            let Some(bounds) = looks.then(|| self.known.get(key)).flatten() else { continue };
            let (least, most) = match self.ground.player(child) == player {
                true => (bounds.lower, bounds.upper),
                false => (-bounds.upper, -bounds.lower),
            };
            if least >= beta {
                return Some((least, *i));
            }
            if most <= alpha {
                *order = BAD;
            }
        }
        None
    }

    /// The last of these moves was too good to be allowed, those before it were not.
    pub(super) fn learn(
        &mut self,
        at: &G::Position,
        list: &[G::Position],
        first: usize,
        good: usize,
    ) {
        for order in first..=good {
            let place = self.place(at, &list[self.orders[order].1 as usize]);
            match order == good {
                true => self.order.good(place, good - first, self.path.len()),
                false => self.order.bad(place),
            }
        }
    }
}
