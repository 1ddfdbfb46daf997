//! Null move: where even a pass would be good enough, a move is, too (Beal, "Experiments
//! with the null move", 1989; Goetsch and Campbell, "Experiments with the null-move
//! heuristic", 1990). The position after the pass is searched less deep, with a window
//! that only tells whether it is good enough.
//!
//! 1. A pass is no rule of the game but the same position with the other player to move.
//!    What the rules make of it says whether it makes sense: if the opponent could then do
//!    what cannot happen in a game, such as taking a king, there is none.
//! 2. Nobody passes twice in a row, nor where they have far fewer moves than usual.
//! 3. Where somebody may be glad to pass (zugzwang), the answer is wrong. So at greater
//!    depths it is verified by a search without a pass.
//! 4. A win that was found after a pass is no win.

use super::Context;
use crate::limits::Stop;
use crate::tree::Side;
use crate::value::{DECIDED, Level, Value, Window};
use game::Game;

/// With less depth left it is not worth the trouble.
const LEAST_DEPTH: u32 = 3;
/// The position after a pass is searched two turns less deep for each of so many that are
/// left, beyond what settings say.
const PER_TURNS: u32 = 6;
/// From this depth on the answer is verified.
const VERIFIED_DEPTH: u32 = 8;

impl<G: Game> Context<'_, '_, G> {
    /// The value of a position, if a pass is good enough. The evaluation of the position is
    /// known to be, and its moves were not listed.
    pub(super) fn by_passing(
        &mut self,
        at: &G::Position,
        Level { depth, ply }: Level,
        beta: Value,
    ) -> Result<Option<Value>, Stop> {
        if depth < LEAST_DEPTH || self.passes_from > ply || self.had_few_moves(ply) {
            return Ok(None);
        }
        // Step 1: the position after a pass, if there is one.
        let Some(passed) = self.tree.passed(at) else { return Ok(None) };
        let least = u32::from(self.tree.settings().depth_first.null_reduction);
        let by = least + depth / PER_TURNS * 2;
        let below = Level { depth: (depth - 1).saturating_sub(by), ply: ply + 1 };
        let side = Side::of(&self.tree, self.tree.player(at), &passed);
        let algorithm = self.tree.settings().algorithm;
        // Step 2: it is searched, and nobody passes in it.
        let outer = std::mem::replace(&mut self.passes_from, ply + 2);
        let seen = self.seens.take(ply);
        self.tree.pass(at);
        let value = self.value(algorithm, &passed, below, side.window(beta - 1, beta));
        self.passes_from = outer;
        self.seens.put(ply, seen);
        let value = side.value(value?);
        self.tree.back_to(self.tree.entered() - 1);
        if value < beta {
            return Ok(None);
        }
        let value = value.min(DECIDED - 1);
        // Step 3: at greater depths somebody has to move after all.
        if depth < VERIFIED_DEPTH {
            return Ok(Some(value));
        }
        let outer = std::mem::replace(&mut self.passes_from, usize::MAX);
        let level = Level { depth: depth.saturating_sub(by).max(1), ply };
        let verified = self.value(algorithm, at, level, Window { alpha: beta - 1, beta });
        self.passes_from = outer;
        self.seens.put(ply, seen);
        Ok((verified? >= beta).then_some(value))
    }

    /// Whether whoever is to move had far fewer moves than usual two turns ago.
    fn had_few_moves(&self, ply: usize) -> bool {
        self.seens.moves_before(ply).is_some_and(|n_moves| self.tree.swing.are_few(n_moves))
    }
}
