//! Alpha-beta: a move that is refuted need not be refuted twice (Knuth and Moore,
//! "An analysis of alpha-beta pruning", 1975; fail-soft: Fishburn, 1983).

use super::Context;
use super::remembered::Remembered;
use super::selective::Outlook;
use crate::limits::Stop;
use crate::reductions::Place;
use crate::tree::{Changing, Side, Tree};
use crate::value::{Level, Value, WIN, Window};
use crate::way::Ground;
use game::{Game, Player};

/// The value of a position for the player to move, exact between alpha and beta.
pub(super) fn alpha_beta<G: Game>(
    context: &mut Context<'_, '_, G>,
    at: &G::Position,
    level: Level,
    window: Window,
) -> Result<Value, Stop> {
    // Step 1: at the horizon there is a number.
    context.tree.count()?;
    if level.depth == 0 {
        return context.horizon(at, level.ply, window);
    }
    // Step 2: the table may know enough, or the game may be over.
    let mut node = match context.open(at, level, window)? {
        Ok(node) => node,
        Err(value) => return Ok(value),
    };
    let late_from = context.late_from(&node, level);
    // Step 3: each move in turn, until one is too good to be allowed.
    for n in 0..node.order.len() {
        context.sort(at, &mut node, n, level)?;
        let (child, side) = node.child(&context.tree, n);
        if let Some(most) = context.left_out(at, child, &node, n, late_from) {
            node.leave_out(most);
            continue;
        }
        let (Window { alpha, beta }, below) = (node.window, node.below);
        // Late moves are tried less deep first.
        let tried = context.tried(at, child, node.place(n), level, below);
        let mut rests_on = Ground::NONE;
        let mut value = alpha + 1;
        if tried != below {
            value = side.value(alpha_beta(context, child, tried, side.window(alpha, alpha + 1))?);
            rests_on = context.tree.ground();
        }
        if value > alpha {
            value = side.value(alpha_beta(context, child, below, side.window(alpha, beta))?);
        }
        if node.note(n, value, rests_on.min(context.tree.ground())) {
            context.cutoff_at(at, &node, n, level);
            break;
        }
    }
    // Step 4: what was found is remembered.
    Ok(context.close(at, level, window, node))
}

/// A position whose moves are searched one after the other.
pub(crate) struct Node<P> {
    player: Player,
    list: Vec<P>,
    /// Scores and numbers of the moves, in the order in which they are tried.
    pub(super) order: Vec<(i64, u32)>,
    /// What is left of the window.
    pub(super) window: Window,
    /// Where the children are.
    pub(super) below: Level,
    pub(super) best: Value,
    best_move: Option<u32>,
    /// Whether all moves are in the list.
    pub(super) is_whole: bool,
    /// The move of the table, as long as the others are not in order.
    unsorted: Option<u32>,
    /// On what the list of moves rests, and on what the best value does.
    listed_on: Ground,
    ground: Ground,
}

impl<P> Node<P> {
    /// The position after a move, by its number in the order, and how its values are seen.
    #[inline]
    pub(super) fn child<G: Game<Position = P>>(&self, tree: &Tree<'_, G>, n: usize) -> (&P, Side) {
        let child = &self.list[self.order[n].1 as usize];
        (child, Side::of(tree, self.player, child))
    }

    /// The place of a move, by its number in the order.
    #[inline]
    pub(super) fn place(&self, n: usize) -> Place {
        Place { number: n, of: self.order.len() }
    }

    /// A move is not searched, because it is worth at most so much.
    #[inline]
    pub(super) fn leave_out(&mut self, most: Value) {
        self.best = self.best.max(most);
    }

    /// Notes the value of a move and on what it rests; whether it is too good to be allowed.
    #[inline]
    pub(super) fn note(&mut self, n: usize, value: Value, rests_on: Ground) -> bool {
        if value > self.best {
            (self.best, self.best_move) = (value, Some(self.order[n].1));
        }
        self.window.alpha = self.window.alpha.max(self.best);
        let is_too_good = self.window.alpha >= self.window.beta;
        // That a move is too good rests on this move, and on there being it.
        let others = if is_too_good { self.listed_on } else { self.ground };
        self.ground = others.min(rests_on);
        is_too_good
    }
}

/// Where the moves of a position lead, and what those are at most worth that are left out, if
/// some are.
type Listed<P> = (Vec<P>, Option<Value>);

impl<G: Game> Context<'_, '_, G> {
    /// Begins with a position above the horizon: its moves in order, or its value if it is
    /// known without them.
    pub(super) fn open(
        &mut self,
        at: &G::Position,
        level: Level,
        window: Window,
    ) -> Result<Result<Node<G::Position>, Value>, Stop> {
        // Step 1: the table may know the value, or narrow the window.
        let Window { mut alpha, mut beta } = window;
        let known = self.look_up(at, level, &mut alpha, &mut beta);
        if let Remembered::Value(value) = known {
            return Ok(Err(value));
        }
        if let Some((far, key)) = self.question(at, level) {
            far.ask(key, None);
        }
        // Step 2: the position may be good enough as it is.
        let outlook = self.outlook(at, level, Window { alpha, beta })?;
        if let Outlook::GoodEnough(value) = outlook {
            self.remember(at, level, window, value, known.best());
            return Ok(Err(value));
        }
        // Step 3: at the end of the game there is a number, too.
        let (list, left_out) = match self.listed(at, level, outlook)? {
            Ok(listed) => listed,
            Err(value) => return Ok(Err(value)),
        };
        let listed_on = self.tree.ground();
        // Step 4: a child that the table knows may be enough.
        if let Some((value, i)) = self.known_child(at, &list, level, beta) {
            self.tree.leave(list);
            self.tree.rest_on(listed_on);
            // Where only some of the moves are listed, their numbers are others.
            let best = left_out.is_none().then_some(i);
            self.remember(at, level, window, value, best);
            return Ok(Err(value));
        }
        let best = known.best().filter(|best| (*best as usize) < list.len() && left_out.is_none());
        let is_whole = left_out.is_none();
        if is_whole {
            self.note_moves(list.len());
        }
        // Step 5: the others are put in order when the move of the table was not enough.
        let unsorted = best;
        let order = match unsorted {
            Some(best) => {
                let mut order = self.ordering.spare();
                order.push((i64::MAX, best));
                order.extend((0..list.len() as u32).filter(|i| *i != best).map(|i| (0, i)));
                order
            }
            None => self.order(at, &list, level, Remembered::Best(None))?,
        };
        Ok(Ok(Node {
            unsorted,
            player: self.tree.player(at),
            // A short list does not mean that there are few answers.
            below: self.tree.below(if is_whole { list.len() } else { usize::MAX }, level),
            list,
            order,
            window: Window { alpha, beta },
            // Nothing is worse than a loss on the spot.
            best: left_out.unwrap_or(-WIN),
            is_whole,
            best_move: None,
            listed_on,
            ground: listed_on,
        }))
    }

    /// Enters a position and lists its moves, of which some are left out where the evaluation
    /// says so: then with what those are at most worth.
    fn listed(
        &mut self,
        at: &G::Position,
        level: Level,
        outlook: Outlook,
    ) -> Result<Result<Listed<G::Position>, Value>, Stop> {
        if matches!(outlook, Outlook::Open) {
            return Ok(self.tree.enter(at, level.ply)?.map(|list| (list, None)));
        }
        let changing = self.tree.enter_changing(at, level.ply)?;
        Ok(changing.map(|Changing { list, others }| {
            // If nothing was left out, nothing is worth that.
            let most = outlook.futile().filter(|_| others);
            (list, most)
        }))
    }

    /// Puts the moves of a position in order, if that was put off until this one.
    #[inline]
    pub(super) fn sort(
        &mut self,
        at: &G::Position,
        node: &mut Node<G::Position>,
        n: usize,
        level: Level,
    ) -> Result<(), Stop> {
        if n == 1
            && let Some(best) = node.unsorted
        {
            let order = self.order(at, &node.list, level, Remembered::Best(Some(best)))?;
            self.ordering.done(std::mem::replace(&mut node.order, order));
        }
        Ok(())
    }

    /// Ends with a position: its value, which is remembered as found with the window that
    /// was asked for.
    pub(super) fn close(
        &mut self,
        at: &G::Position,
        level: Level,
        window: Window,
        node: Node<G::Position>,
    ) -> Value {
        self.ordering.done(node.order);
        self.tree.leave(node.list);
        self.tree.rest_on(node.ground);
        self.remember(at, level, window, node.best, node.best_move.filter(|_| node.is_whole));
        node.best
    }

    /// Notes a move of a position that was too good to be allowed, and those before it.
    pub(super) fn cutoff_at(
        &mut self,
        at: &G::Position,
        node: &Node<G::Position>,
        n: usize,
        level: Level,
    ) {
        let child = |&(_, i): &(i64, u32)| &node.list[i as usize];
        let in_vain = node.order[..n].iter().map(child);
        self.cutoff(at, child(&node.order[n]), in_vain, level);
    }

    /// The order in which moves are tried.
    pub(crate) fn order(
        &mut self,
        at: &G::Position,
        list: &[G::Position],
        level: Level,
        known: Remembered,
    ) -> Result<Vec<(i64, u32)>, Stop> {
        let best = known.best();
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
        Level { depth, ply }: Level,
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
}
