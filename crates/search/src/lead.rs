//! What searches the moves of the root to a depth: one thread, as here, or the one that
//! leads others, as `parallel` has it. How deep, and with which windows, is asked by
//! `search`.

use crate::algorithms::{Algorithm, Context};
use crate::limits::Stop;
use crate::tree::{Side, Tree};
use crate::value::{INFINITE, Level, Value, Window, is_decided};
use game::Game;

/// The best move of the root.
#[derive(Clone, Copy)]
pub(crate) struct BestMove {
    pub(crate) value: Value,
    /// Its place among the moves.
    pub(crate) place: usize,
}

/// What searches the moves of the root: one thread, or the one that leads others.
pub(crate) trait Lead<'g, G: Game> {
    /// The tree of the thread.
    fn tree(&mut self) -> &mut Tree<'g, G>;

    /// The nodes of all threads up to now.
    fn nodes(&mut self) -> u64;

    /// Searches all moves to a depth with a window: the first move that has the best value.
    fn moves(
        &mut self,
        at: &G::Position,
        moves: &[G::Position],
        depth: u32,
        window: Window,
    ) -> Result<BestMove, Stop>;
}

impl<'g, G: Game> Lead<'g, G> for Context<'_, 'g, G> {
    fn tree(&mut self) -> &mut Tree<'g, G> {
        &mut self.tree
    }

    fn nodes(&mut self) -> u64 {
        self.tree.nodes()
    }

    fn moves(
        &mut self,
        at: &G::Position,
        moves: &[G::Position],
        depth: u32,
        window: Window,
    ) -> Result<BestMove, Stop> {
        let Window { alpha, beta } = window;
        self.tree.begin_depth(depth);
        let (player, settings) = (self.tree.player(at), self.tree.settings());
        // Narrow windows are for the moves after the first, too.
        let scouts = settings.algorithm == Algorithm::Pvs && settings.heuristics.aspiration;
        let carries = matches!(settings.algorithm, Algorithm::Minimax | Algorithm::Negamax);
        let mut best: Option<BestMove> = None;
        self.tree.best.begin(0);
        for (place, to) in moves.iter().enumerate() {
            let side = Side::of(&self.tree, player, to);
            let least = best.map_or(alpha, |best| best.value.max(alpha));
            let mut value = -INFINITE;
            if scouts && place > 0 {
                // No move of the root is reduced: which of them is chosen is the answer.
                value = self.root_move(to, side, depth, Window::above(least))?;
                // That it is better counts, even if nobody gets to know by how much.
                if value > least {
                    self.tree.unfinished = Some(BestMove { value, place });
                }
            }
            if !scouts || place == 0 || (least < value && value < beta) {
                let window = Window { alpha: least.max(value), beta };
                value = value.max(self.root_move(to, side, depth, window)?);
            }
            if best.is_none_or(|best| value > best.value) {
                best = Some(BestMove { value, place });
                if value > alpha {
                    self.tree.unfinished = best;
                }
                if carries {
                    self.tree.best.note(0, place);
                }
            }
            // Moves after a win are still counted, as the study did, unless a win is all that is
            // asked for.
            if value >= beta && (!is_decided(beta) || window.asks_who_wins()) {
                break;
            }
        }
        Ok(best.unwrap_or(BestMove { value: 0, place: 0 }))
    }
}

impl<G: Game> Context<'_, '_, G> {
    /// The value of a move of the root, as its player sees it.
    fn root_move(
        &mut self,
        to: &G::Position,
        side: Side,
        depth: u32,
        Window { alpha, beta }: Window,
    ) -> Result<Value, Stop> {
        let algorithm = self.tree.settings().algorithm;
        let level = Level { depth: depth - 1, ply: 1 };
        Ok(side.value(self.value(algorithm, to, level, side.window(alpha, beta))?))
    }
}
