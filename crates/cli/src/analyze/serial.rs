//! `analyze --compare`: the same search by one thread, and what both took. A search that
//! was broken off is compared by the last depth that both have finished.

#![allow(clippy::disallowed_methods, reason = "this is the edge: the speed is measured here")]

use super::super::engine::Engine;
use super::super::position::Table;
use super::super::report::Failure;
use super::super::threads::{Compared, Spent};
use super::{Searched, Wanted};
use search::{Limits, Platform, Report, Search, Settings};
use std::time::{Duration, Instant};

/// What a search has taken when it had finished a depth, for one depth after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Depths(Vec<(u32, Spent)>);

impl Depths {
    /// A depth is finished.
    pub(super) fn note<P>(&mut self, report: &Report<P>, time: Duration) {
        self.0.push((report.depth, Spent { nodes: report.nodes, time }));
    }

    /// The search is over. Threads count their nodes together now and then; those of a
    /// search that was not broken off are exact now.
    pub(super) fn end<P>(&mut self, report: &Report<P>, time: Duration) {
        if let Some((_, last)) = self.0.last_mut().filter(|_| report.stop.is_none()) {
            *last = Spent { nodes: report.nodes, time };
        }
    }

    /// The last depth that both searches have finished.
    fn compare(&self, one: &Depths) -> Option<Compared> {
        self.0.iter().rev().find_map(|&(depth, all)| {
            let (_, one) = one.0.iter().rfind(|(other, _)| *other == depth)?;
            Some(Compared { depth: Some(depth), all, one: *one })
        })
    }
}

/// Searches again with one thread, from nothing, as far as all threads have come: for as
/// many lines, knowing what they knew.
pub(super) fn compare<G: Engine>(
    table: &Table<G>,
    settings: Settings,
    wanted: &Wanted<'_, G::Position>,
    done: &Searched<G::Position>,
    watched: impl FnOnce(&Search<'_, G>, &mut dyn FnMut() -> Report<G::Position>) -> Report<G::Position>,
) -> Result<Option<Compared>, Failure> {
    let Searched { report, time, depths } = done;
    let settings = Settings { platform: Platform::Serial, threads: 1, ..settings };
    let search = Search::new(&table.game, settings)?;
    // Random games have no depth, but there can be as many of them.
    let by_games = report.seed.is_some();
    let limits = match by_games {
        true => Limits { nodes: Some(report.nodes), ..Limits::default() },
        false => Limits { depth: Some(report.depth.max(1)), ..Limits::default() },
    };
    let (line, began, mut one) = (&table.line, Instant::now(), Depths::default());
    let again = watched(&search, &mut || {
        let mut on_depth = |found: &Report<G::Position>| one.note(found, began.elapsed());
        wanted.search(&search, line, &limits, &mut on_depth)
    });
    let spent = Spent { nodes: again.nodes, time: began.elapsed() };
    one.end(&again, spent.time);
    Ok(match by_games {
        true if again.stop == Some(search::Stop::Told) => None,
        true => {
            let all = Spent { nodes: report.nodes, time: *time };
            Some(Compared { depth: None, all, one: spent })
        }
        false => depths.compare(&one),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_depth_of_both_counts() {
        let report = |depth, nodes, stop| Report::<()> { depth, nodes, stop, ..Report::default() };
        let second = Duration::from_secs;
        let (mut all, mut one) = (Depths::default(), Depths::default());
        assert_eq!(all.compare(&one), None);
        for (depth, nodes) in [(1, 10), (2, 100), (3, 1000)] {
            all.note(&report(depth, nodes + 1, None), second(depth.into()));
            if depth < 3 {
                one.note(&report(depth, nodes, None), second(2 * u64::from(depth)));
            }
        }
        // Both were broken off.
        all.end(&report(3, 1700, Some(search::Stop::Time)), second(9));
        one.end(&report(2, 900, Some(search::Stop::Told)), second(9));
        let found = all.compare(&one).expect("two depths of both");
        assert_eq!((found.depth, found.all.nodes, found.one.nodes), (Some(2), 101, 100));
        // One has finished all.
        one.note(&report(3, 990, None), second(6));
        one.end(&report(3, 1000, None), second(6));
        let found = all.compare(&one).expect("three depths of both");
        assert_eq!((found.depth, found.all.nodes, found.one.nodes), (Some(3), 1001, 1000));
    }
}
