//! What is left out, or looked at less deep, because it is unlikely to matter: late moves
//! (see [`Reductions`](crate::reductions::Reductions)), passes (see `null_move`), and here
//! two things near the horizon:
//!
//! - Futility: a position whose evaluation is far above what is asked for is taken for good
//!   enough, and quiet moves of one that is far below are not searched (Schaeffer,
//!   "Experiments in search and knowledge", 1986; Heinz, "Extended futility pruning", 1998).
//! - Late moves: quiet moves that come late in the order are not searched, where it is only
//!   asked whether there is a better one (a practice of chess programs since about 2005).
//!
//! What is far away says the swing: by how much a turn usually changes the evaluation in
//! this game. Nothing that is left out counts as decided: where a value tells who wins,
//! all moves have been looked at.

use super::Context;
use super::alpha_beta::Node;
use crate::limits::Stop;
use crate::reductions::Place;
use crate::swing::Seen;
use crate::value::{Level, Value, Window, is_decided};
use crate::way::Ground;
use game::Game;

/// With more depth left nothing is futile.
const FUTILE_DEPTH: u32 = 3;
/// With more depth left no move comes too late.
const LATE_DEPTH: u32 = 3;
/// This many moves never come too late,
const NEVER_LATE: usize = 4;
/// and so much of the usual number of moves, for each square of the depth.
const LATE_PART: usize = 16;

/// What the evaluation says of a position near the horizon, before its moves are listed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Outlook {
    /// The position is good enough as it is, and worth so much.
    GoodEnough(Value),
    /// Quiet moves are at most worth so much, and that is not enough.
    Futile(Value),
    /// All moves have to be looked at.
    Open,
}

impl Outlook {
    /// What quiet moves are at most worth, if that is not enough.
    pub(super) fn futile(self) -> Option<Value> {
        match self {
            Outlook::Futile(most) => Some(most),
            Outlook::GoodEnough(_) | Outlook::Open => None,
        }
    }
}

impl<G: Game> Context<'_, '_, G> {
    /// The level at which a move is tried: less deep if it comes late and is quiet.
    #[inline]
    pub(crate) fn tried(
        &self,
        at: &G::Position,
        child: &G::Position,
        place: Place,
        level: Level,
        below: Level,
    ) -> Level {
        let by = self.tree.reductions.of(level, place);
        // Of what is left, at least one turn stays.
        if by == 0 || by >= below.depth || !self.is_quiet(at, child) {
            return below;
        }
        let difference = self.tree.signature(at) ^ self.tree.signature(child);
        match self.ordering.is_killer(difference, level.ply) {
            true => below,
            false => Level { depth: below.depth - by, ply: below.ply },
        }
    }

    /// Whether a move captures nothing and does not end the game.
    #[inline]
    pub(super) fn is_quiet(&self, at: &G::Position, child: &G::Position) -> bool {
        // Where everything is a capture none of them is something special.
        !(self.tree.is_capture(at, child) && self.tree.captures().are_followed())
            && self.tree.game().outcome(child).is_none()
    }

    /// What the evaluation says of a position, before its moves are listed: near the horizon
    /// that may be all that is needed.
    pub(crate) fn outlook(
        &mut self,
        at: &G::Position,
        level: Level,
        Window { alpha, beta }: Window,
    ) -> Result<Outlook, Stop> {
        let h = self.tree.settings().heuristics;
        if !(h.futility || h.null_move || h.late_moves) {
            return Ok(Outlook::Open);
        }
        self.seens.begin(level.ply);
        if !(h.futility || h.null_move) || beta - alpha > 1 {
            return Ok(Outlook::Open);
        }
        let evaluation = self.tree.evaluate(at)?;
        let (player, pieces) = (self.tree.player(at), self.tree.pieces(at));
        let seen = Seen { value: evaluation, player, pieces };
        self.tree.swing.see(&mut self.seens, level.ply, seen);
        let margin = match h.futility && level.depth <= FUTILE_DEPTH {
            true => self.far(level.depth),
            false => None,
        };
        if let Some(value) = self.good_enough(at, level, beta, evaluation, margin)? {
            return Ok(Outlook::GoodEnough(value));
        }
        let Some(margin) = margin else { return Ok(Outlook::Open) };
        let most = i64::from(evaluation) + margin * 3 / 2;
        // Where captures are nothing special, a list of them is all there is.
        let is_futile =
            self.tree.captures().are_followed() && !is_decided(alpha) && most <= i64::from(alpha);
        Ok(if is_futile { Outlook::Futile(most as Value) } else { Outlook::Open })
    }

    /// The value of a position whose moves were not listed, if it is good enough as it is:
    /// because the evaluation is above what is asked for by a margin, or even after a pass.
    fn good_enough(
        &mut self,
        at: &G::Position,
        level: Level,
        beta: Value,
        evaluation: Value,
        margin: Option<i64>,
    ) -> Result<Option<Value>, Stop> {
        // Where the past may end the game, the evaluation says nothing.
        if evaluation < beta || is_decided(beta) || !self.tree.is_new(at) {
            return Ok(None);
        }
        let is_far = |margin| i64::from(evaluation) - margin >= i64::from(beta);
        // A player who could not even pass is in trouble, whatever the evaluation says.
        if margin.is_some_and(is_far) && self.tree.passed(at).is_some() {
            self.tree.rest_on(Ground::NONE);
            return Ok(Some(evaluation));
        }
        match self.tree.settings().heuristics.null_move {
            true => self.by_passing(at, level, beta),
            false => Ok(None),
        }
    }

    /// All moves of a position were listed, this many.
    #[inline]
    pub(crate) fn note_moves(&mut self, n_moves: usize) {
        let h = self.tree.settings().heuristics;
        if h.null_move || h.late_moves {
            self.tree.swing.note_moves(n_moves);
            self.seens.note_moves(n_moves);
        }
    }

    /// What is far away for an evaluation with so much depth left; nothing if too few turns
    /// were seen.
    fn far(&self, depth: u32) -> Option<i64> {
        let percent = i64::from(self.tree.settings().depth_first.futility_percent);
        let usual = i64::from(self.tree.swing.usual()?);
        Some(usual * i64::from(depth) * percent / 100)
    }

    /// From which number in the order on quiet moves of a position come too late.
    pub(super) fn late_from(&self, node: &Node<G::Position>, level: Level) -> usize {
        let Window { alpha, beta } = node.window;
        let is_off = !self.tree.settings().heuristics.late_moves
            || level.depth > LATE_DEPTH
            || beta - alpha > 1
            || is_decided(alpha)
            || !node.is_whole
            || self.tree.swing.are_few(node.order.len());
        if is_off {
            return usize::MAX;
        }
        let usual = self.tree.swing.usual_moves();
        let square = (level.depth * level.depth) as usize;
        NEVER_LATE + usual * square / LATE_PART
    }

    /// What a move of a position is at most worth that need not be searched.
    #[inline]
    pub(super) fn left_out(
        &mut self,
        at: &G::Position,
        child: &G::Position,
        node: &Node<G::Position>,
        n: usize,
        late_from: usize,
    ) -> Option<Value> {
        let is_left_out = n > 0
            && n >= late_from
            && !is_decided(node.best)
            && self.is_quiet(at, child)
            && self.tree.outcome(child).is_none();
        is_left_out.then_some(node.window.alpha)
    }
}
