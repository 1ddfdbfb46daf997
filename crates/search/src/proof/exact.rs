//! Alpha-beta to the ends of the game, with outcomes as values and a table of whole
//! positions (Knuth and Moore, 1975; the table as in Greenblatt's program, 1967).
//!
//! 1. The root asks questions with two answers, is it worth more than this?, so
//!    that every window is empty (Plaat and others, "Best-first fixed-depth minimax
//!    algorithms", 1996). The first is whether the player to move wins.
//! 2. Moves that end the game are looked at before all others, then what the table
//!    knows of the moves, and only then the moves themselves: first the one that was
//!    good beside this position (Akl and Newborn's killer, 1977), then in the order of
//!    what the rules' evaluation says of them, or of their history (Schaeffer, 1989), or,
//!    where much work is to come, of random games; see [`Order`]. An evaluation has to be
//!    paid for by the work that it may spare. Where all ways to win can be read from the
//!    rules, they say what comes first after the hint of the table: new threats, then fields
//!    that many ways need, then history. Killers, evaluation, random games and the regions
//!    of 3 are left out then.
//! 3. After a move that was refuted come those that are made where all refutations so
//!    far were: whoever loses whatever they do elsewhere must do something there (van
//!    Rijswijck's must-play regions of Hex, 2002, but here the other moves come later
//!    and are not left out).
//! 4. Several threads search the same and share the table; see [`together`].
//!
//! Every bound follows from bounds that were found before it, down to ends of the
//! game; so it holds whatever else the game can do, and no cycle can be part of
//! it. If a position comes back on the way the search gives up.

mod sorting;
mod strategy;

use super::bounds_table::{Bounds, BoundsTable};
use super::compact::Compact;
use super::ground::Ground;
use super::order::{self, Order};
use super::retrograde::{MOST, outcome_of, worth};
use super::store::Store;
use super::together::{Crew, together};
use super::{Found, Task, Unproved};
use crate::value::Window;
use game::{Game, Outcome, Player};
use std::sync::Mutex;
pub use strategy::Strategy;
use strategy::{Writing, write};

/// The longest way: every position on it has a place on the stack.
const DEEPEST: usize = 1000;
/// A way is looked over for positions that come back once in this many turns.
const TURNS_BETWEEN_LOOKS: usize = 8;

/// Where this many nodes are below a position on average, what the table knows of its
/// moves is looked at first.
const WORTH_A_LOOK: u64 = 64;
/// Where this many nodes are below a position on average, the threats that each of its moves
/// makes are counted.
const WORTH_A_COUNT: u64 = 4;
/// What a threat counts for beside the history of a move, and how many are counted.
const THREAT: i32 = 1 << 24;
const MOST_THREATS: u32 = 60;
/// Where ways to win order the moves, their history decides among equal ones: it has this many
/// steps, of a power of two each.
const HISTORY: i32 = 1 << 6;
const HISTORY_STEP: u32 = 10;

/// A search of one thread.
struct Exact<'s, 'g, 'p, G: Game, K: BoundsTable<G::Position>> {
    ground: &'s mut Ground<'g, 'p, G>,
    known: &'s K,
    /// The positions on the way.
    path: Vec<K::Key>,
    /// What is known of moves.
    order: Order,
    /// The orders of the moves on the way, one after the other.
    orders: Vec<(i32, u32)>,
    /// The keys of moves that are looked at.
    keys: Vec<K::Key>,
    /// How the last value came about.
    refutation: Refutation,
    /// Whether moves are ordered by the ways to win that they help alone.
    by_wins: bool,
    scored: bool,
}

/// Where the moves were made that were too good to be allowed; 0 if it is not known.
#[derive(Clone, Copy, Debug, Default)]
struct Refutation {
    /// The move of the position itself.
    here: u64,
    /// That and all below it, as far as they were searched.
    all: u64,
}

/// What the best of some moves is worth, and which it is by its place in the list.
#[derive(Clone, Copy, Debug)]
struct Best {
    value: i32,
    by: Option<u32>,
}

/// The value of a position of a game that ends; also the moves that prove it, of which each
/// player may meet this many positions.
pub(super) fn exact<G: Game>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    task: &Task,
    met: Option<usize>,
) -> Result<(Found<G::Position>, Vec<Strategy>), Unproved> {
    let game = ground.game();
    let writings = |found: &Found<G::Position>| {
        met.map_or(Vec::new(), |most| Writing::all(game, at, found, most))
    };
    let Some(packer) = game.packer(task.fold()) else {
        let outside = ground.position_bytes() - std::mem::size_of::<G::Position>();
        let table = Mutex::new(Store::new(task.memory, outside));
        let found = together(ground, at, &table, Crew::of(task.threads))?;
        let mut all = writings(&found);
        all.iter_mut().try_for_each(|writing| write(ground, &table, writing))?;
        return Ok((found, all.into_iter().map(Writing::done).collect()));
    };
    ground.images = packer.packing().symmetries().len();
    let mut table = Compact::new(&*packer, task.memory);
    let found = loop {
        match together(ground, at, &table, Crew::of(task.threads)) {
            // What was found is not lost: the search comes back to it at once.
            Err(Unproved::Memory) => table = table.grown(),
            found => break found?,
        }
    };
    let mut all = writings(&found);
    for writing in &mut all {
        loop {
            match write(ground, &table, writing) {
                Err(Unproved::Memory) if table.is_full() => table = table.grown(),
                written => break written?,
            }
        }
    }
    Ok((found, all.into_iter().map(Writing::done).collect()))
}

/// Asks questions until the answers leave one value, as the thread of a number among this many.
pub(super) fn search<G: Game, K: BoundsTable<G::Position>>(
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    known: &K,
    thread: usize,
    of: usize,
) -> Result<Found<G::Position>, Unproved> {
    let list = match ground.expand(at)? {
        Ok(list) => list,
        Err(outcome) => {
            let (outcome, exact) = (outcome_of(worth(outcome), outcome.scored), true);
            return Ok(Found { outcome, exact, moves: Vec::new(), all_moves: false, turns: None });
        }
    };
    let mut search = Exact::new(ground, known, thread, of);
    search.path.push(known.key(at));
    let player = search.ground.player(at);
    let ends = search.ends(player, &list);
    let (mut lower, mut upper, mut beta, mut by) = (-MOST, MOST, 1, None);
    while lower < upper {
        let first = search.offer(at, &list, ends.by.is_some());
        let window = Window { alpha: beta - 1, beta };
        let Best { value, by: best } = search.best_of(at, &list, first, ends, window, None)?;
        if value >= beta {
            (lower, by, beta) = (value, best, value.saturating_add(1));
        } else {
            (upper, beta) = (value, value);
        }
    }
    // Every move of a lost position is as good as the others.
    let by = by.filter(|_| lower != -MOST).map(|i| list[i as usize].clone());
    let worth = if player == Player::First { lower } else { -lower };
    Ok(Found {
        outcome: outcome_of(worth, search.scored),
        exact: true,
        moves: by.into_iter().collect(),
        all_moves: false,
        turns: None,
    })
}

impl<'s, 'g, 'p, G: Game, K: BoundsTable<G::Position>> Exact<'s, 'g, 'p, G, K> {
    fn new(ground: &'s mut Ground<'g, 'p, G>, known: &'s K, thread: usize, of: usize) -> Self {
        Exact {
            by_wins: ground.knows_all_wins(),
            ground,
            known,
            path: Vec::new(),
            order: Order::new(thread, of, DEEPEST),
            orders: Vec::new(),
            keys: Vec::new(),
            refutation: Refutation::default(),
            scored: false,
        }
    }

    /// The value of a position for the player to move, exact between alpha and beta.
    fn value(
        &mut self,
        at: &G::Position,
        Window { mut alpha, mut beta }: Window,
    ) -> Result<i32, Unproved> {
        // Step 1: at the end of the game there is a number.
        let began = self.ground.nodes;
        self.refutation = Refutation::default();
        self.ground.count()?;
        let player = self.ground.player(at);
        let key = self.known.key(at);
        self.known.fetch(&key);
        let list = match self.ground.expand(at)? {
            Ok(list) => list,
            Err(outcome) => return Ok(self.worth(outcome, player)),
        };
        // Step 2: a move that ends the game may be too good to be allowed.
        let ends = self.ends(player, &list);
        if ends.value >= beta {
            let end = ends.by.map(|end| &list[end as usize]);
            let here = end.map_or(0, |end| self.known.place(at, end));
            self.refutation = Refutation { here, all: here };
            self.ground.done(list);
            return Ok(ends.value);
        }
        // Step 3: where every move loses to the next one there is nothing to look for.
        let first = self.offer(at, &list, ends.by.is_some());
        if first == self.orders.len() {
            self.ground.done(list);
            return Ok(ends.value);
        }
        // Step 4: the table may know the value, or narrow the window.
        let known = self.known.get(&key);
        let mut bounds = known.unwrap_or(Bounds { lower: -MOST, upper: MOST, best: 0 });
        (alpha, beta) = (alpha.max(bounds.lower), beta.min(bounds.upper));
        if alpha >= beta {
            self.orders.truncate(first);
            self.ground.done(list);
            return Ok(if bounds.lower >= beta { bounds.lower } else { bounds.upper });
        }
        // Step 5: a game that comes back has no end to go to.
        let depth = self.path.len();
        if depth.is_multiple_of(TURNS_BETWEEN_LOOKS) && self.path.contains(&key) {
            return Err(Unproved::Cyclic);
        }
        if depth >= DEEPEST {
            return Err(Unproved::Deep);
        }
        // Step 6: the moves.
        self.path.push(key);
        let hint = known.map(|known| known.best);
        let window = Window { alpha, beta };
        let Best { value: best, by } = self.best_of(at, &list, first, ends, window, hint)?;
        // Step 7: what was found is remembered.
        if best > alpha {
            bounds.lower = bounds.lower.max(best);
        }
        if best < beta {
            bounds.upper = bounds.upper.min(best);
        }
        if let Some(by) = by {
            bounds.best = self.known.hint(&self.known.key(&list[by as usize]));
        }
        let work = self.ground.nodes - began;
        self.order.worked(depth, work);
        if let Some(key) = self.path.pop() {
            self.known.put(key, work, bounds);
        }
        self.ground.done(list);
        self.ground.positions = self.known.len();
        if self.known.is_full() { Err(Unproved::Memory) } else { Ok(best) }
    }

    /// The best of the moves that end the game.
    fn ends(&mut self, player: Player, list: &[G::Position]) -> Best {
        let mut best = Best { value: -MOST, by: None };
        for (i, child) in list.iter().enumerate() {
            if let Some(outcome) = self.ground.outcome(child) {
                let value = self.worth(outcome, player);
                if value > best.value || best.by.is_none() {
                    best = Best { value, by: Some(i as u32) };
                }
            }
        }
        best
    }

    /// Puts the moves that neither end the game nor lose to the next one into an order, by
    /// what they threaten and by their history; gives where they begin. `ends` tells whether
    /// some end the game.
    fn offer(&mut self, at: &G::Position, list: &[G::Position], ends: bool) -> usize {
        let (first, depth) = (self.orders.len(), self.path.len());
        self.ground.see(at);
        for (i, child) in list.iter().enumerate() {
            if ends && self.ground.outcome(child).is_some() || self.ground.loses(child) {
                continue;
            }
            let history = self.order.history(self.place(at, child));
            let good = match self.by_wins {
                true => {
                    let history = (history >> HISTORY_STEP).clamp(1 - HISTORY / 2, HISTORY / 2 - 1);
                    self.ground.promise(child) * HISTORY + history
                }
                false => history,
            };
            self.orders.push((-good, i as u32));
        }
        let counts = !self.by_wins && self.orders.len() > first + 1;
        if counts && self.order.is_work(depth, WORTH_A_COUNT) {
            for (order, i) in &mut self.orders[first..] {
                let history = (*order).clamp(1 - THREAT / 2, THREAT / 2 - 1);
                let threats = self.ground.n_threats(&list[*i as usize]);
                *order = history - threats.min(MOST_THREATS) as i32 * THREAT;
            }
        }
        first
    }

    /// The greatest value of the moves from the first in order on, and the move, if it is
    /// better than alpha.
    fn best_of(
        &mut self,
        at: &G::Position,
        list: &[G::Position],
        first: usize,
        Best { value: mut best, mut by }: Best,
        Window { alpha, beta }: Window,
        hint: Option<u8>,
    ) -> Result<Best, Unproved> {
        // Step 1: what is known of the moves may be enough.
        let player = self.ground.player(at);
        let looks = self.order.is_work(self.path.len(), WORTH_A_LOOK);
        if (hint.is_some() || looks)
            && let Some((value, i)) =
                self.look(player, list, first, Window { alpha, beta }, hint, looks)
        {
            self.orders.truncate(first);
            let here = self.known.place(at, &list[i as usize]);
            self.refutation = Refutation { here, all: here };
            return Ok(Best { value, by: Some(i) });
        }
        let mut evaluates = !self.by_wins && self.sort(player, at, list, first, beta)?;
        if self.by_wins {
            self.orders[first..].sort_unstable();
        }
        if !evaluates {
            self.spread(player, first);
        }
        // Step 2: each move in turn, until one is too good to be allowed.
        let began = self.ground.nodes;
        let (mut all, mut in_all) = (0, u64::MAX);
        let mut last = Refutation::default();
        for order in first..self.orders.len() {
            if evaluates && !self.is_ahead(order) {
                evaluates = false;
                self.evaluate(player, list, order)?;
                self.spread(player, order);
                self.bring_forward(at, list, order, last, &mut { u64::MAX });
            }
            let (_, i) = self.orders[order];
            let child = &list[i as usize];
            let alpha = alpha.max(best);
            let value = match self.ground.player(child) == player {
                true => self.value(child, Window { alpha, beta })?,
                false => -self.value(child, Window { alpha: -beta, beta: -alpha })?,
            };
            if value > best {
                (best, by) = (value, Some(i));
            }
            let refutation = std::mem::take(&mut self.refutation);
            if best >= beta {
                self.learn(at, list, first, order);
                let here = self.known.place(at, child);
                self.refutation = Refutation { here, all: refutation.all | here };
                break;
            }
            if self.by_wins {
                continue;
            }
            all |= refutation.all;
            self.refutation.all = all;
            self.bring_forward(at, list, order + 1, refutation, &mut in_all);
            last = Refutation { here: refutation.here, all: in_all };
        }
        self.order.ended(player, self.ground.nodes - began, best >= beta);
        self.orders.truncate(first);
        Ok(Best { value: best, by: by.filter(|_| best > alpha) })
    }

    fn worth(&mut self, outcome: Outcome, player: Player) -> i32 {
        self.scored |= outcome.scored;
        if player == Player::First { worth(outcome) } else { -worth(outcome) }
    }

    fn place(&self, at: &G::Position, child: &G::Position) -> usize {
        order::place(self.ground.game(), at, child)
    }
}
