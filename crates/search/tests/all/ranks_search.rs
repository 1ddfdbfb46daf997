//! Searches by several ranks find what one thread finds, whatever the platform, the number
//! of ranks and threads, and however messages travel.

use crate::parallel::{positions, search, settings, value, value_of_move};
use native::Native;
use ranks::{Lost, Network, Team, run};
use search::{Algorithm, Limits, Platform, Report, Search, Settings};

type Found = Report<native::Position>;

/// Lets all ranks search positions one after the other; what the first one found.
fn by_ranks(
    game: &Native,
    settings: Settings,
    (size, network): (usize, Network),
    (all, limits): (&[native::Position], Limits),
) -> Vec<Found> {
    let first = |search: &Search<'_, Native>, team: &mut Team<'_>| {
        let found = all
            .iter()
            .map(|at| search.lines_by_ranks(team, (1, &[]), at, &[], &limits, &mut |_| {}));
        let found: Result<Vec<_>, Lost> = found.collect();
        search.dismiss(team).map(|()| found)?
    };
    let found = run(size, network, |team| {
        let search = Search::new(game, settings).expect("settings");
        match team.is_first() {
            true => first(&search, team),
            false => search.serve(team).map(|()| Vec::new()),
        }
    });
    let mut found = found.into_iter().map(|found| found.expect("no rank is lost"));
    let first = found.next().expect("a first rank");
    assert!(found.all(|other| other.is_empty()));
    first
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Without a table the value is the serial one, for any number of ranks.
fn same_value(name: &str, to: u32) {
    let game = testing::load_native(name);
    let all = positions(&game, 2);
    let serial = settings(&game, Platform::Serial, 1, Algorithm::AlphaBeta);
    let expected: Vec<_> = all.iter().map(|at| value(&search(&game, serial, at, to))).collect();
    for (i, size) in [1, 2, 3, 4, 8].into_iter().enumerate() {
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs] {
            let threads = 1 + i % 2;
            let steal = settings(&game, Platform::Stealing, threads, algorithm);
            let steal = Settings { fork_depth: 2, remote_depth: 2, ..steal };
            let network = if size == 3 { Network::PERFECT } else { Network::unruly(i as u64) };
            let found = by_ranks(&game, steal, (size, network), (&all, depth(to)));
            for ((found, at), expected) in found.iter().zip(&all).zip(&expected) {
                let told = format!("{name} {algorithm:?} {size} ranks");
                assert_eq!((found.stop.clone(), found.depth), (None, to), "{told}");
                assert_eq!(value(found), *expected, "{told}");
                if !search::is_decided(*expected) {
                    assert_eq!(value_of_move(&game, found, at, to), *expected, "{told}");
                }
                let work = found.parallel.as_ref().expect("threads");
                assert_eq!(work.threads.len(), size * threads, "{told}");
                assert_eq!(work.nodes(), found.nodes, "{told}");
                assert_eq!(work.ranks.len(), if size == 1 { 0 } else { size }, "{told}");
            }
        }
    }
}

#[test]
fn othello_has_the_serial_value() {
    same_value("othello", 5);
}

#[test]
fn chess_has_the_serial_value() {
    same_value("chess", 4);
}

#[test]
fn checkers_has_the_serial_value() {
    same_value("checkers", 7);
}
