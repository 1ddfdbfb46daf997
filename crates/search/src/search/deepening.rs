//! A position is searched deeper and deeper: what a depth has found orders the moves of the next,
//! and its values are where the next looks first.

use super::Search;
use super::pacing::{Finding, Meter};
use crate::algorithms::{Algorithm, mtd_f};
use crate::lead::{BestMove, Lead};
use crate::limits::{Limits, Stop};
use crate::ordering;
use crate::parallel::Platform;
use crate::principal::{self, Seen};
use crate::report::{Line, Report, Wanted};
use crate::tree::Tree;
use crate::value::{DECIDED, INFINITE, LOSES, Value, WIN, WINS, Window, is_decided};
use game::Game;

/// The deepest search without a limit.
pub(crate) const DEEPEST: u32 = 200;
/// By how much the first window around the last value is widened where it is too narrow.
const WIDER: [Value; 2] = [4, 16];
/// Half the width of that window, as long as nobody knows by how much turns change values.
const ASPIRATION: Value = 50;

impl<'g, G: Game> Search<'g, G> {
    /// Searches a position deeper and deeper.
    pub(crate) fn deepen(
        &self,
        lead: &mut dyn Lead<'g, G>,
        at: &G::Position,
        wanted: Wanted<'_, G::Position>,
        limits: &Limits,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Report<G::Position> {
        let mut report = Report::default();
        // The values of the lines of the last depth, and of the one before.
        let (mut last, mut earlier) = (Vec::new(), Vec::new());
        let mut moves = match self.root_moves(lead, at, wanted.among) {
            Ok(moves) if moves.is_empty() => return report,
            Ok(moves) => moves,
            Err(stop) => return Report { stop: Some(stop), ..report },
        };
        let deepest = limits.depth.unwrap_or(DEEPEST).max(1);
        let mut meter = Meter::new(limits, moves.len());
        let first = if self.settings.heuristics.deepening { 1 } else { deepest };
        for depth in first..=deepest {
            let earlier_values = depth > first && self.settings.heuristics.earlier_values;
            if let Some(table) = self.table.as_ref().filter(|_| earlier_values) {
                ordering::by_earlier_values(lead.tree(), table, at, &mut moves);
            }
            lead.tree().unfinished = None;
            // Whoever makes the last move is often better off, so that values of every
            // other depth are alike.
            let guesses = if earlier.is_empty() { &last } else { &earlier };
            let searched = self.ranked(lead, at, &mut moves, depth, wanted.lines, guesses);
            report.nodes = lead.nodes();
            match searched {
                Ok(mut lines) => {
                    let values = lines.iter().map(|line| line.value).collect();
                    let best = lines.remove(0);
                    let value = best.value;
                    let finding = Finding {
                        is_new: !report.begins_with(&best),
                        fell: guesses
                            .first()
                            .is_some_and(|guess| value < guess - width(lead.tree())),
                    };
                    earlier = std::mem::replace(&mut last, values);
                    (report.best, report.others, report.depth) = (Some(best), lines, depth);
                    on_depth(&report);
                    if is_decided(value) && self.settings.heuristics.deepening {
                        break;
                    }
                    let goes_on = |meter: &mut Meter| meter.goes_on(report.nodes, finding);
                    if depth < deepest && !meter.as_mut().is_none_or(goes_on) {
                        report.stop = Some(Stop::Time);
                        return report;
                    }
                }
                Err(stop) => {
                    // What the unfinished depth has found counts, if one line is wanted.
                    if let Some(found) = lead.tree().unfinished.take().filter(|_| wanted.lines == 1)
                    {
                        prefer(&mut report, &moves, found);
                    }
                    report.stop = Some(stop);
                    return report;
                }
            }
        }
        let is_open = report.best.as_ref().is_some_and(|best| !is_decided(best.value));
        if is_open && report.nodes < limits.cheap {
            self.look_for_end(lead, at, &mut moves, limits, &mut report);
        }
        report
    }

    /// Goes on deeper as long as that is cheap, and asks only who wins: what that decides counts.
    fn look_for_end(
        &self,
        lead: &mut dyn Lead<'g, G>,
        at: &G::Position,
        moves: &mut [G::Position],
        limits: &Limits,
        report: &mut Report<G::Position>,
    ) {
        let most = limits.nodes.map_or(limits.cheap, |nodes| nodes.min(limits.cheap));
        lead.tree().watch_nodes(Some(most));
        for depth in report.depth + 1..=DEEPEST {
            if report.nodes >= most {
                break;
            }
            let is_decided = self.decide(lead, at, moves, depth, report);
            report.nodes = lead.nodes();
            match is_decided {
                Ok(false) => {}
                Ok(true) => {
                    report.depth = depth;
                    break;
                }
                Err(stop) => {
                    // The depth that was asked for is complete, whatever ends the look beyond it.
                    report.stop = Some(stop).filter(|stop| *stop == Stop::Told);
                    break;
                }
            }
        }
        lead.tree().watch_nodes(limits.nodes);
    }

    /// Whether somebody wins by force within a depth. A move that wins becomes the best line, and
    /// lines that lose come last. If all of them lose and another move does not, that is the best.
    fn decide(
        &self,
        lead: &mut dyn Lead<'g, G>,
        at: &G::Position,
        moves: &mut [G::Position],
        depth: u32,
        report: &mut Report<G::Position>,
    ) -> Result<bool, Stop> {
        let line = |first: &G::Position, value| Line { positions: vec![first.clone()], value };
        let value = self.window(lead, at, moves, depth, WINS)?;
        if value > WINS.alpha {
            report.put_first(line(&moves[0], value));
            return Ok(true);
        }
        let is_lost = |line: &Line<_>| line.value <= LOSES.alpha;
        let mut n = 0;
        while let Some(known) = report.line_mut(n).filter(|line| !is_lost(line)) {
            let mut only = [known.positions[0].clone()];
            let value = self.window(lead, at, &mut only, depth, LOSES)?;
            if value > LOSES.alpha {
                n += 1;
                continue;
            }
            // Whatever ends the search, no line that loses comes before others.
            *known = line(&only[0], value);
            report.put_last(is_lost);
        }
        if n > 0 {
            return Ok(false);
        }
        let value = self.window(lead, at, moves, depth, LOSES)?;
        if value > LOSES.alpha {
            report.put_first(line(&moves[0], value.max(1 - DECIDED)));
        }
        Ok(value <= LOSES.alpha)
    }

    /// The moves of the root among these, in the order in which they are tried first.
    fn root_moves(
        &self,
        lead: &mut dyn Lead<'g, G>,
        at: &G::Position,
        among: &[G::Position],
    ) -> Result<Vec<G::Position>, Stop> {
        let mut moves = lead.tree().enter(at, 0)?.unwrap_or_default();
        moves.retain(|to| among.is_empty() || among.contains(to));
        let h = self.settings.heuristics;
        // Where late moves are tried less deep, their order should mean something.
        if h.reductions && h.by_evaluation {
            ordering::by_evaluations(lead.tree(), at, &mut moves)?;
        }
        Ok(moves)
    }

    /// The best lines of a depth, at least one: each is the best among the moves
    /// that no line before it begins with. Their moves are the first afterwards.
    fn ranked(
        &self,
        lead: &mut dyn Lead<'g, G>,
        at: &G::Position,
        moves: &mut [G::Position],
        depth: u32,
        n_lines: usize,
        guesses: &[Value],
    ) -> Result<Vec<Line<G::Position>>, Stop> {
        let mut lines = Vec::new();
        for rank in 0..n_lines.clamp(1, moves.len()) {
            let guess = guesses.get(rank).copied();
            let value = self.root(lead, at, &mut moves[rank..], depth, guess)?;
            let (tree, table) = (lead.tree(), self.table.as_ref());
            let seen = Seen { player: tree.player(at), value };
            let positions = principal::variation(tree, table, &moves[rank], depth, seen)?;
            lines.push(Line { positions, value });
        }
        Ok(lines)
    }

    /// Searches all moves to a depth; the best one is the first afterwards.
    pub(crate) fn root(
        &self,
        lead: &mut dyn Lead<'g, G>,
        at: &G::Position,
        moves: &mut [G::Position],
        depth: u32,
        guess: Option<Value>,
    ) -> Result<Value, Stop> {
        let h = self.settings.heuristics;
        if self.settings.algorithm == Algorithm::MtdF {
            let ask = |window| self.window(lead, at, moves, depth, window);
            return mtd_f(guess.unwrap_or(0), ask);
        }
        if let Some(guess) = guess.filter(|guess| h.aspiration && !is_decided(*guess)) {
            let width = width(lead.tree());
            let (mut alpha, mut beta) = (guess - width, guess + width);
            for wider in WIDER {
                let value = self.window(lead, at, moves, depth, Window { alpha, beta })?;
                match value {
                    // Only the side on which the value lies is widened.
                    _ if is_decided(value) => break,
                    _ if value <= alpha => alpha = guess - wider * width,
                    _ if value >= beta => beta = guess + wider * width,
                    _ => return Ok(value),
                }
            }
        }
        let (algorithm, platform) = (self.settings.algorithm, self.settings.platform);
        let beta = match algorithm == Algorithm::AlphaBeta && platform != Platform::RootParallel {
            // Alpha-beta is content with a win on the spot.
            true => WIN,
            false => INFINITE,
        };
        self.window(lead, at, moves, depth, Window { alpha: -INFINITE, beta })
    }

    /// Searches all moves with a window.
    fn window(
        &self,
        lead: &mut dyn Lead<'g, G>,
        at: &G::Position,
        moves: &mut [G::Position],
        depth: u32,
        window: Window,
    ) -> Result<Value, Stop> {
        let BestMove { value, place } = lead.moves(at, moves, depth, window)?;
        // Below the window nothing is known but that no move is better. Otherwise the
        // best comes first, and the others keep their order.
        if value > window.alpha {
            moves[..=place].rotate_right(1);
            lead.tree().unfinished = Some(BestMove { value, place: 0 });
        }
        Ok(value)
    }
}

/// By how much a value may well be off: half the width of the first window.
fn width<G: Game>(tree: &Tree<'_, G>) -> Value {
    tree.swing.usual().unwrap_or(ASPIRATION).clamp(1, DECIDED / 16)
}

/// Makes a move the best one, unless it is.
fn prefer<P: Clone + PartialEq>(report: &mut Report<P>, moves: &[P], best: BestMove) {
    let found = Line { positions: vec![moves[best.place].clone()], value: best.value };
    if !report.begins_with(&found) {
        report.best = Some(found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::Context;
    use crate::report::Wanted;
    use crate::settings::Settings;
    use game::Turn;
    use interp::Interp;

    /// Says of each window of a depth what it was told to.
    struct Told<'s, 'g> {
        context: Context<'s, 'g, Interp>,
        answers: Vec<Result<BestMove, Stop>>,
    }

    impl<'g> Lead<'g, Interp> for Told<'_, 'g> {
        fn tree(&mut self) -> &mut Tree<'g, Interp> {
            &mut self.context.tree
        }

        fn nodes(&mut self) -> u64 {
            0
        }

        fn moves(
            &mut self,
            _: &interp::Position,
            _: &[interp::Position],
            _: u32,
            _: Window,
        ) -> Result<BestMove, Stop> {
            self.answers.remove(0)
        }
    }

    /// The first move, by its number, after this many answers.
    fn chosen(answers: Vec<Result<BestMove, Stop>>) -> usize {
        let game = testing::load("connect4");
        let search = Search::new(&game, Settings::new(game.facts())).expect("settings");
        let at = game.start();
        let Ok(Turn::Moves(moves)) = game.turn(&at, &[]) else { panic!("there are moves") };
        let watch = search.begin(&Limits::default());
        let mut told = Told { context: search.context(&[], watch), answers };
        let listed = search.root_moves(&mut told, &at, &[]).expect("moves");
        told.context.tree.back_to(0);
        let (wanted, limits) = (Wanted::best(1), Limits::default());
        let report = search.deepen(&mut told, &at, wanted, &limits, &mut |_| {});
        assert!(told.answers.is_empty() && report.stop.is_some() && moves.len() == listed.len());
        let best = report.best.expect("a move").positions.swap_remove(0);
        listed.iter().position(|to| *to == best).expect("one of the moves")
    }

    #[test]
    fn what_is_below_the_window_of_an_unfinished_depth_is_not_believed() {
        let found = |value, place| Ok(BestMove { value, place });
        let stop = || Err(Stop::Nodes);
        assert_eq!(chosen(vec![found(10, 2), stop()]), 2);
        // All are at most that, so that which of them is the best is not known.
        assert_eq!(chosen(vec![found(10, 2), found(-5_000, 4), stop()]), 2);
        // One that is above the window is better than all others.
        assert_eq!(chosen(vec![found(10, 2), found(5_000, 4), stop()]), 4);
    }
}
