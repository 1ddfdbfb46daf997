//! A search from a position: the root, deeper and deeper, with what earlier
//! searches have learned.

use crate::algorithms::{Algorithm, Context};
use crate::limits::{Limits, Stop, Stopper, Watch};
use crate::ordering::Ordering;
use crate::principal;
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

    /// Forgets what earlier searches have learned.
    pub fn forget(&self) {
        if let Some(table) = &self.table {
            table.clear();
        }
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
        self.lines(1, at, past, limits, on_depth)
    }

    /// The best moves of a position, at most so many, each with its own line.
    pub fn lines(
        &self,
        n_lines: usize,
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
        let mut report = Report::default();
        let list = match context.tree.enter(at, 0) {
            Ok(Ok(list)) if !list.is_empty() => list,
            Ok(_) => return report,
            Err(stop) => return Report { stop: Some(stop), ..report },
        };
        let mut moves: Vec<RootMove<G::Position>> =
            list.into_iter().map(|to| RootMove { to, value: 0 }).collect();
        let deepest = limits.depth.unwrap_or(DEEPEST).max(1);
        let first = if self.settings.heuristics.deepening { 1 } else { deepest };
        for depth in first..=deepest {
            let searched = self.ranked(&mut context, at, &mut moves, (depth, n_lines), &report);
            report.nodes = context.tree.nodes();
            match searched {
                Ok(mut lines) => {
                    let best = lines.remove(0);
                    let value = best.value;
                    (report.best, report.others, report.depth) = (Some(best), lines, depth);
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

    /// The best lines of a depth, at least one: each is the best among the moves
    /// that no line before it begins with. Their moves are the first afterwards.
    fn ranked(
        &self,
        context: &mut Context<'_, '_, G>,
        at: &G::Position,
        moves: &mut [RootMove<G::Position>],
        (depth, n_lines): (u32, usize),
        last: &Report<G::Position>,
    ) -> Result<Vec<Line<G::Position>>, Stop> {
        let mut lines = Vec::new();
        for rank in 0..n_lines.clamp(1, moves.len()) {
            let guess = match rank {
                0 => last.best.as_ref(),
                _ => last.others.get(rank - 1),
            };
            let guess = guess.map(|line| line.value);
            let value = self.root(context, at, &mut moves[rank..], depth, guess)?;
            let positions =
                principal::variation(&mut context.tree, context.table, &moves[rank].to, depth)?;
            lines.push(Line { positions, value });
        }
        Ok(lines)
    }

    /// Searches all moves to a depth; the best one is the first afterwards.
    fn root(
        &self,
        context: &mut Context<'_, '_, G>,
        at: &G::Position,
        moves: &mut [RootMove<G::Position>],
        depth: u32,
        guess: Option<Value>,
    ) -> Result<Value, Stop> {
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
        for i in 0..moves.len() {
            let side = Side::of(&context.tree, player, &moves[i].to);
            let least = best.map_or(alpha, |(value, _)| value.max(alpha));
            let inside = side.window(least, beta);
            let level = (depth - 1, 1);
            let value = context.value(self.settings.algorithm, &moves[i].to, level, inside)?;
            let value = side.value(value);
            moves[i].value = value;
            if best.is_none_or(|(greatest, _)| value > greatest) {
                best = Some((value, i));
            }
        }
        let (value, i) = best.unwrap_or((0, 0));
        // The others keep their order.
        moves[..=i].rotate_right(1);
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
