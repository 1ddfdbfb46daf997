//! A search from a position: the root, deeper and deeper, with what earlier
//! searches have learned.

use crate::algorithms::{Algorithm, Context};
use crate::limits::{Limits, Stop, Stopper, Watch};
use crate::ordering::Ordering;
use crate::report::{Line, Report};
use crate::settings::{Settings, SettingsError};
use crate::table::Table;
use crate::tree::{Side, Tree};
use crate::value::{INFINITE, Value, is_decided};
use game::Game;

/// The deepest search without a limit.
const DEEPEST: u32 = 200;
/// Half the width of the first window around the last value.
const ASPIRATION: Value = 50;

/// Searches positions of a game; remembers from one to the next.
pub struct Search<'g, G: Game> {
    game: &'g G,
    settings: Settings,
    table: Option<Table>,
    stopper: Stopper,
}

/// A move at the root while it is searched.
struct RootMove<P> {
    to: P,
    value: Value,
}

impl<'g, G: Game> Search<'g, G> {
    /// A search with these settings, or why they make no sense.
    pub fn new(game: &'g G, settings: Settings) -> Result<Search<'g, G>, SettingsError> {
        settings.check(game.facts())?;
        let table = settings.heuristics.table.then(|| Table::new(settings.table_bytes));
        Ok(Search { game, settings, table, stopper: Stopper::default() })
    }

    /// What stops the search from another thread.
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// The best move of a position. `past` holds the earlier positions, the oldest
    /// first; `on_depth` sees what was found at each depth.
    pub fn best(
        &self,
        at: &G::Position,
        past: &[G::Position],
        limits: &Limits,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Report<G::Position> {
        let watch = Watch::new(limits, self.stopper.clone());
        let mut context = Context {
            tree: Tree::new(self.game, self.settings, past, watch),
            ordering: Ordering::new(),
            table: self.table.as_ref(),
        };
        let mut report = Report { best: None, depth: 0, nodes: 0, stop: None };
        let list = match context.tree.enter(at, 0) {
            Ok(Ok(list)) => list,
            Ok(Err(_)) => return report,
            Err(stop) => return Report { stop: Some(stop), ..report },
        };
        let mut moves: Vec<RootMove<G::Position>> =
            list.into_iter().map(|to| RootMove { to, value: 0 }).collect();
        let deepest = limits.depth.unwrap_or(DEEPEST).max(1);
        let first = if self.settings.heuristics.deepening { 1 } else { deepest };
        for depth in first..=deepest {
            let searched = self.root(&mut context, at, &mut moves, depth, &report);
            report.nodes = context.tree.nodes();
            match searched {
                Ok(value) => {
                    let positions = vec![moves[0].to.clone()];
                    report.best = Some(Line { positions, value });
                    report.depth = depth;
                    on_depth(&report);
                    if is_decided(value) && self.settings.heuristics.deepening {
                        break;
                    }
                }
                Err(stop) => {
                    report.stop = Some(stop);
                    break;
                }
            }
        }
        report
    }

    /// Searches all moves to a depth; the best one is the first afterwards.
    fn root(
        &self,
        context: &mut Context<'_, '_, G>,
        at: &G::Position,
        moves: &mut [RootMove<G::Position>],
        depth: u32,
        last: &Report<G::Position>,
    ) -> Result<Value, Stop> {
        let guess = last.best.as_ref().map(|line| line.value);
        let h = self.settings.heuristics;
        if self.settings.algorithm == Algorithm::MtdF {
            return self.mtd_f(context, at, moves, depth, guess.unwrap_or(0));
        }
        if let Some(guess) = guess.filter(|guess| h.aspiration && !is_decided(*guess)) {
            let (alpha, beta) = (guess - ASPIRATION, guess + ASPIRATION);
            let value = self.window(context, at, moves, depth, (alpha, beta))?;
            if alpha < value && value < beta {
                return Ok(value);
            }
        }
        self.window(context, at, moves, depth, (-INFINITE, INFINITE))
    }

    /// Searches all moves with a window.
    fn window(
        &self,
        context: &mut Context<'_, '_, G>,
        at: &G::Position,
        moves: &mut [RootMove<G::Position>],
        depth: u32,
        (alpha, beta): (Value, Value),
    ) -> Result<Value, Stop> {
        let player = context.tree.player(at);
        let mut best: Option<(Value, usize)> = None;
        for (i, root_move) in moves.iter_mut().enumerate() {
            let side = Side::of(&context.tree, player, &root_move.to);
            let least = best.map_or(alpha, |(value, _)| value.max(alpha));
            let inside = side.window(least, beta);
            let level = (depth - 1, 1);
            let value = context.value(self.settings.algorithm, &root_move.to, level, inside)?;
            let value = side.value(value);
            root_move.value = value;
            if best.is_none_or(|(greatest, _)| value > greatest) {
                best = Some((value, i));
            }
            if value >= beta {
                break;
            }
        }
        let (value, i) = best.unwrap_or((0, 0));
        // Below the window nothing is known but that no move is better. Otherwise the
        // best comes first, and the others keep their order.
        if value > alpha {
            moves[..=i].rotate_right(1);
        }
        Ok(value)
    }

    /// MTD(f): windows without width around a guess, until the value is known
    /// (Plaat, Schaeffer, Pijls, de Bruin, "Best-first fixed-depth minimax
    /// algorithms", 1996).
    fn mtd_f(
        &self,
        context: &mut Context<'_, '_, G>,
        at: &G::Position,
        moves: &mut [RootMove<G::Position>],
        depth: u32,
        guess: Value,
    ) -> Result<Value, Stop> {
        let (mut low, mut high) = (-INFINITE, INFINITE);
        let mut value = guess;
        while low < high {
            let beta = if value == low { value + 1 } else { value };
            value = self.window(context, at, moves, depth, (beta - 1, beta))?;
            if value < beta {
                high = value;
            } else {
                low = value;
            }
        }
        Ok(value)
    }
}
