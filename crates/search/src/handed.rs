//! A line that is known before a search begins, because something else has proved it, is
//! handed to the search: it stands in the report with its value, and the time goes into
//! the other moves.
//!
//! 1. What is known is told before anything is searched, as depth 0, because the limits
//!    may allow no more.
//! 2. The move that is known is taken out of the moves at the root: to search it could
//!    tell no more than its value, and less where the depth does not reach the win.
//! 3. The other moves are searched for one line less, as deep as the limits allow; if no
//!    other line is wanted there is nothing to do.
//! 4. The known line comes first, unless one of the others is better: a shorter win, say.

use crate::limits::{Limits, Stop};
use crate::reached::Reached;
use crate::report::{Line, Report, Wanted};
use crate::search::Search;
use game::{Game, Turn};
use ranks::{Lost, Team};
use std::convert::Infallible;

impl<G: Game> Search<'_, G> {
    /// The best moves of a position, at most this many, one of which is known with what it
    /// is worth and leads to. If that is no move here, it is no help.
    pub fn lines_knowing(
        &self,
        known: &Line<G::Position>,
        n_lines: usize,
        reached: Reached<'_, G::Position>,
        limits: &Limits,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Report<G::Position> {
        let Reached { at, past } = reached;
        let searched = self.knowing(known, n_lines, reached, on_depth, |wanted, on_depth| {
            Ok::<_, Infallible>(self.lines_among(wanted, at, past, limits, on_depth))
        });
        let Ok(report) = searched;
        report
    }

    /// The same by all ranks; see [`Search::lines_by_ranks`].
    pub fn lines_knowing_by_ranks(
        &self,
        team: &mut Team<'_>,
        known: &Line<G::Position>,
        n_lines: usize,
        reached: Reached<'_, G::Position>,
        limits: &Limits,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
    ) -> Result<Report<G::Position>, Lost> {
        let Reached { at, past } = reached;
        self.knowing(known, n_lines, reached, on_depth, |wanted, on_depth| {
            self.lines_by_ranks(team, wanted, at, past, limits, on_depth)
        })
    }

    /// Searches the moves that are not known, whoever does that.
    fn knowing<E>(
        &self,
        known: &Line<G::Position>,
        n_lines: usize,
        Reached { at, past }: Reached<'_, G::Position>,
        on_depth: &mut dyn FnMut(&Report<G::Position>),
        search: impl FnOnce(
            Wanted<'_, G::Position>,
            &mut dyn FnMut(&Report<G::Position>),
        ) -> Result<Report<G::Position>, E>,
    ) -> Result<Report<G::Position>, E> {
        let moves = match self.game.turn(at, past) {
            Ok(Turn::Moves(moves)) => moves,
            Ok(Turn::Over(_)) => return Ok(Report::default()),
            Err(error) => {
                let stop = Some(Stop::Rules(Box::new(error)));
                return Ok(Report { stop, ..Report::default() });
            }
        };
        let first = known.positions.first();
        let n_moves = moves.len();
        let rest: Vec<_> = moves.into_iter().map(|m| m.to).filter(|to| Some(to) != first).collect();
        if rest.len() == n_moves {
            return search(Wanted::best(n_lines), on_depth);
        }
        let told = with(Report::default(), known);
        on_depth(&told);
        if n_lines <= 1 || rest.is_empty() {
            return Ok(told);
        }
        let mut on_depth = |report: &Report<_>| on_depth(&with(report.clone(), known));
        let wanted = Wanted { lines: n_lines - 1, among: &rest };
        Ok(with(search(wanted, &mut on_depth)?, known))
    }
}

/// The report with one more line, in its place.
fn with<P: Clone>(report: Report<P>, known: &Line<P>) -> Report<P> {
    let mut lines: Vec<Line<P>> = report.best.into_iter().chain(report.others).collect();
    let place = lines.partition_point(|line| line.value > known.value);
    lines.insert(place, known.clone());
    let best = Some(lines.remove(0));
    Report { best, others: lines, ..report }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(first: u32, value: i32) -> Line<u32> {
        Line { positions: vec![first], value }
    }

    #[test]
    fn the_known_line_stands_where_its_value_belongs() {
        let searched = |best, other| Report {
            best: Some(line(1, best)),
            others: vec![line(2, other)],
            ..Report::default()
        };
        let firsts = |report: Report<u32>| -> Vec<u32> {
            report.best.iter().chain(&report.others).map(|line| line.positions[0]).collect()
        };
        assert_eq!(firsts(with(searched(10, 5), &line(3, 20))), [3, 1, 2]);
        assert_eq!(firsts(with(searched(30, 5), &line(3, 20))), [1, 3, 2]);
        assert_eq!(firsts(with(searched(20, 20), &line(3, 20))), [3, 1, 2]);
        assert_eq!(firsts(with(Report::default(), &line(3, 20))), [3]);
    }
}
