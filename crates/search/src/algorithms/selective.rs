//! What is left out, or looked at less deep, because it is unlikely to matter: late moves
//! (see [`Reductions`](crate::reductions::Reductions)), passes (see `null_move`), and here
//! futility: near the horizon a position whose evaluation is far above what is asked for
//! is taken for good enough, and quiet moves of one that is far below are not searched
//! (Schaeffer, "Experiments in search and knowledge", 1986; Heinz, "Extended futility
//! pruning", 1998).
//!
//! What is far away says the swing: by how much a turn usually changes the evaluation in
//! this game. Nothing that is left out counts as decided: where a value tells who wins,
//! all moves have been looked at.

use super::Context;
use super::alpha_beta::Node;
use crate::limits::Stop;
use crate::value::{Level, Value, Window, is_decided};
use game::Game;

/// With more depth left nothing is futile.
const FUTILE_DEPTH: u32 = 3;

impl<G: Game> Context<'_, '_, G> {
    /// The level at which a move is tried: less deep if it comes late and is quiet.
    #[inline]
    pub(crate) fn tried(
        &self,
        at: &G::Position,
        child: &G::Position,
        n: usize,
        level: Level,
        below: Level,
    ) -> Level {
        let by = self.tree.reductions.of(level, n);
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
        let before = self.tree.pieces(at);
        let captures = before.is_capture(self.tree.player(at), self.tree.pieces(child));
        // Where everything is a capture none of them is something special.
        !(captures && self.tree.captures().are_followed())
            && self.tree.game().outcome(child).is_none()
    }

    /// The value of a position that was entered and has so many moves, if it is good enough
    /// whatever they are.
    pub(crate) fn good_enough(
        &mut self,
        at: &G::Position,
        n_moves: usize,
        level: Level,
        Window { alpha, beta }: Window,
    ) -> Result<Option<Value>, Stop> {
        let h = self.tree.settings().heuristics;
        if !(h.futility || h.null_move) {
            return Ok(None);
        }
        self.tree.swing.note_moves(n_moves);
        if beta - alpha > 1 || is_decided(beta) || self.tree.swing.are_few(n_moves) {
            return Ok(None);
        }
        let listed_on = self.tree.ground();
        let evaluation = self.tree.evaluate(at)?;
        if evaluation < beta {
            return Ok(None);
        }
        if h.futility
            && level.depth <= FUTILE_DEPTH
            && let Some(usual) = self.tree.swing.usual()
        {
            let margin = i64::from(usual) * i64::from(level.depth);
            if i64::from(evaluation) - margin >= i64::from(beta) {
                return Ok(Some(evaluation));
            }
        }
        if !h.null_move {
            return Ok(None);
        }
        let passed = self.by_passing(at, level, beta)?;
        let ground = if passed.is_some() { self.tree.ground() } else { listed_on };
        self.tree.rest_on(listed_on.min(ground));
        Ok(passed)
    }

    /// What quiet moves of a position are at most worth that is near the horizon, if they
    /// need not be searched because that is not enough.
    pub(super) fn futile(
        &mut self,
        at: &G::Position,
        node: &Node<G::Position>,
        Level { depth, .. }: Level,
    ) -> Result<Option<Value>, Stop> {
        let h = self.tree.settings().heuristics;
        let Window { alpha, beta } = node.window;
        let n_moves = node.order.len();
        if !h.futility
            || depth > FUTILE_DEPTH
            || beta - alpha > 1
            || is_decided(alpha)
            || self.tree.swing.are_few(n_moves)
        {
            return Ok(None);
        }
        let Some(usual) = self.tree.swing.usual() else { return Ok(None) };
        let listed_on = self.tree.ground();
        let most = i64::from(self.tree.evaluate(at)?) + i64::from(usual) * i64::from(depth) * 3 / 2;
        self.tree.rest_on(listed_on);
        Ok((most <= i64::from(alpha)).then_some(most as Value))
    }
}
