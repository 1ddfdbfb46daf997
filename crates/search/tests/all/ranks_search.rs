//! Searches by several ranks find what one thread finds, whatever the platform, the number
//! of ranks and threads, and however messages travel.

use crate::parallel::{positions, search, settings, value, value_of_move};
use game::{Game, Worker};
use native::Native;
use ranks::{Lost, Network, Team, run};
use search::{
    Algorithm, Heuristics, Limits, Line, Platform, Reached, Report, Search, Settings, Stop, Wanted,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

type Found = Report<native::Position>;
type Position = native::Position;

/// Runs ranks, of which the first one does something while the others serve it.
fn with_ranks<T: Send>(
    game: &Native,
    settings: Settings,
    (size, network): (usize, Network),
    first: impl Fn(&Search<'_, Native>, &mut Team<'_>) -> Result<T, Lost> + Sync,
) -> T {
    let all = run(size, network, |team| {
        let search = Search::new(game, settings).expect("settings");
        if !team.is_first() {
            return search.serve(team).map(|()| None);
        }
        let found = first(&search, team)?;
        search.dismiss(team).map(|()| Some(found))
    });
    let mut all = all.into_iter().map(|one| one.expect("no rank is lost"));
    all.next().flatten().expect("the first rank finds something")
}

/// Lets all ranks search positions one after the other; what the first one found.
fn by_ranks(
    game: &Native,
    settings: Settings,
    ranks: (usize, Network),
    (all, limits): (&[Position], Limits),
) -> Vec<Found> {
    with_ranks(game, settings, ranks, |search, team| {
        let mut quiet = |_: &Found| {};
        let search =
            |at| search.lines_by_ranks(team, Wanted::best(1), at, &[], &limits, &mut quiet);
        all.iter().map(search).collect()
    })
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// Settings with which ranks share as much as they can.
fn eager(game: &Native, platform: Platform, threads: usize, algorithm: Algorithm) -> Settings {
    let settings = settings(game, platform, threads, algorithm);
    Settings { fork_depth: 2, remote_depth: 3, ..settings }
}

fn network(seed: usize) -> Network {
    if seed == 0 { Network::PERFECT } else { Network::unruly(seed as u64) }
}

/// Without a table the value is the serial one, for any number of ranks.
fn same_value(name: &str, to: u32) {
    let game = testing::load_native(name);
    let all = positions(&game, 2);
    let serial = settings(&game, Platform::Serial, 1, Algorithm::AlphaBeta);
    let expected: Vec<_> = all.iter().map(|at| value(&search(&game, serial, at, to))).collect();
    for (i, size) in [3, 1, 2, 4, 8].into_iter().enumerate() {
        for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs] {
            let threads = 1 + i % 2;
            let steal = eager(&game, Platform::Stealing, threads, algorithm);
            let found = by_ranks(&game, steal, (size, network(i)), (&all, depth(to)));
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
    same_value("checkers", 6);
}

/// The first rank dawdles until another one takes some of its work.
#[test]
fn ranks_without_work_take_some() {
    let game = testing::load_native("othello");
    let steal = eager(&game, Platform::Stealing, 1, Algorithm::Pvs);
    let (at, is_taken) = (game.start(), Arc::new(AtomicBool::new(false)));
    let found = run(3, network(1), |team| {
        let (rank, is_taken) = (team.rank(), Arc::clone(&is_taken));
        let search = Search::new(&game, steal).expect("settings");
        let search = search.with_evaluation(move |game, at| {
            match rank {
                0 if !is_taken.load(Ordering::SeqCst) => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                0 => {}
                _ => is_taken.store(true, Ordering::SeqCst),
            }
            (game.signature(at) % 1000) as i32
        });
        if rank > 0 {
            return search.serve(team).map(|()| None);
        }
        let found =
            search.lines_by_ranks(team, Wanted::best(1), &at, &[], &depth(8), &mut |_| {})?;
        search.dismiss(team).map(|()| Some(found))
    });
    assert!(is_taken.load(Ordering::SeqCst));
    let found = found.into_iter().next().expect("a rank").expect("no rank is lost");
    let work = found.and_then(|found| found.parallel).expect("ranks");
    assert!(work.ranks[1].nodes + work.ranks[2].nodes > 0);
    assert!(work.ranks.iter().all(|rank| rank.messages > 0 && rank.bytes > rank.messages));
}

/// In these games a position is always reached after the same number of turns, or
/// nearly so, and then a table does not change the value.
#[test]
fn with_a_table_the_value_is_the_same() {
    let mut n_asked = 0;
    for (name, to) in [("connect4", 7), ("othello", 5)] {
        let game = testing::load_native(name);
        let all = positions(&game, 2);
        let serial = settings(&game, Platform::Serial, 1, Algorithm::AlphaBeta);
        let expected: Vec<_> = all.iter().map(|at| value(&search(&game, serial, at, to))).collect();
        for (i, algorithm) in
            [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF].iter().enumerate()
        {
            for platform in [Platform::Stealing, Platform::Lazy] {
                // The first asks the owners only, the others tell all.
                let told_depth = (i == 0 && platform == Platform::Stealing).then_some(99);
                let heuristics =
                    Heuristics { quiescence: false, aspiration: i == 1, ..Heuristics::ALL };
                let all_on = Settings {
                    heuristics,
                    told_depth,
                    ..eager(&game, platform, 1 + i % 2, *algorithm)
                };
                let ranks = (2 + i, network(i));
                let found = by_ranks(&game, all_on, ranks, (&all, depth(to)));
                for (found, expected) in found.iter().zip(&expected) {
                    assert_eq!(value(found), *expected, "{name} {platform:?} {algorithm:?}");
                    let work = found.parallel.as_ref().expect("ranks");
                    n_asked += work.ranks.iter().map(|rank| rank.questions).sum::<u64>();
                }
            }
        }
    }
    assert!(n_asked > 0, "nobody has asked another rank");
}

/// Each depth is reported in its turn, with moves that can be made.
#[test]
fn depths_are_reported_as_by_one_rank() {
    let game = testing::load_native("chess");
    for platform in [Platform::Stealing, Platform::Lazy] {
        let plays_well = Settings { platform, table_bytes: 1 << 20, ..Settings::new(game.facts()) };
        let eager = Settings { fork_depth: 2, remote_depth: 2, ..plays_well };
        let reports = with_ranks(&game, eager, (3, network(1)), |search, team| {
            let (mut reports, at) = (Vec::new(), game.start());
            let mut on_depth = |report: &Found| reports.push(report.clone());
            let last =
                search.lines_by_ranks(team, Wanted::best(2), &at, &[], &depth(4), &mut on_depth)?;
            assert_eq!((last.depth, last.others.len()), (4, 1));
            Ok(reports)
        });
        assert_eq!(reports.iter().map(|report| report.depth).collect::<Vec<_>>(), [1, 2, 3, 4]);
        for line in reports.iter().flat_map(|report| report.best.iter().chain(&report.others)) {
            let (mut at, mut worker) = (game.start(), game.worker(&[]));
            for to in &line.positions {
                let mut list = Vec::new();
                assert!(worker.expand(&at, &mut list).expect("a turn").is_none());
                assert!(list.contains(to), "{platform:?}");
                at = to.clone();
            }
        }
    }
}

#[test]
fn limits_at_the_first_rank_end_the_work_of_all() {
    let game = testing::load_native("chess");
    for platform in [Platform::Stealing, Platform::Lazy] {
        let plays_well = Settings { platform, table_bytes: 1 << 20, ..Settings::new(game.facts()) };
        with_ranks(&game, plays_well, (3, network(2)), |search, team| {
            let at = game.start();
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            let first =
                search.lines_by_ranks(team, Wanted::best(1), &at, &[], &limits, &mut |_| {})?;
            assert_eq!(first.stop, Some(Stop::Nodes), "{platform:?}");
            assert!(first.best.is_some() && first.nodes > 20_000 - 1_000, "{platform:?}");
            // Told to stop in the midst, and before the start.
            let (stopper, n_depths) = (search.stopper(), AtomicUsize::new(0));
            let mut on_depth = |_: &Found| {
                if n_depths.fetch_add(1, Ordering::SeqCst) == 2 {
                    stopper.stop();
                }
            };
            for least_depths in [3, 0] {
                let none = Limits::default();
                let found =
                    search.lines_by_ranks(team, Wanted::best(1), &at, &[], &none, &mut on_depth)?;
                assert_eq!(found.stop, Some(Stop::Told), "{platform:?}");
                assert!(found.depth >= least_depths, "{platform:?}");
            }
            // After a rest all go on, and forget what they have learned if they are told to.
            stopper.reset();
            search.forget_at_ranks(team)?;
            // A line that is known comes first if nothing better is found.
            let known = Line {
                positions: vec![first.best.expect("a move").positions[0].clone()],
                value: 9_999,
            };
            let here = Reached { at: &at, past: &[] };
            let quiet = &mut |_: &Report<_>| {};
            let found = search.lines_knowing_by_ranks(team, &known, 2, here, &depth(2), quiet)?;
            assert_eq!((found.best.as_ref(), found.others.len()), (Some(&known), 1));
            let found =
                search.lines_by_ranks(team, Wanted::best(1), &at, &[], &depth(2), &mut |_| {})?;
            assert_eq!((found.stop, found.depth), (None, 2), "{platform:?}");
            Ok(())
        });
    }
}

/// A rank that takes a move has to know how the game came there: White is lost but for
/// checks that repeat the position, which has occurred before.
#[test]
fn rules_on_repetition_see_the_way_to_a_stolen_move() {
    let game = testing::load_native("chess");
    let text = "6k1/6p1/8/7Q/8/1q6/rr6/6K1 w - - 0 1";
    let setup = game::parse_position(game.facts(), text).expect("a position");
    let at = game.position(&setup).expect("a position");
    for size in [2, 3] {
        let steal = eager(&game, Platform::Stealing, 1, Algorithm::Pvs);
        let found = with_ranks(&game, steal, (size, network(size)), |search, team| {
            let past = std::slice::from_ref(&at);
            search.lines_by_ranks(team, Wanted::best(1), &at, past, &depth(5), &mut |_| {})
        });
        assert_eq!(value(&found), 0, "{size} ranks");
    }
}

/// Ranks that grow trees of their own share the games out, and find together what is best;
/// the same number of ranks finds the same.
#[test]
fn trees_of_ranks_are_added_up() {
    let game = testing::load_native("connect4");
    let (algorithm, heuristics) = (Algorithm::Mcts, Heuristics::NONE);
    let mcts = Settings { algorithm, heuristics, ..Settings::new(game.facts()) };
    let search = |limits: Limits, size: usize| {
        with_ranks(&game, mcts, (size, network(size)), |search, team| {
            let (at, mut n_reports) = (game.start(), 0);
            let mut on_depth = |_: &Found| n_reports += 1;
            let found =
                search.lines_by_ranks(team, Wanted::best(2), &at, &[], &limits, &mut on_depth)?;
            assert!(n_reports > 0);
            Ok(found)
        })
    };
    let games = |nodes| Limits { nodes: Some(nodes), ..Limits::default() };
    for size in [2, 3] {
        let found = search(games(3001), size);
        assert_eq!((found.nodes, found.stop.clone()), (3001, Some(Stop::Nodes)));
        assert_eq!((found.best.is_some(), found.others.len()), (true, 1));
        let work = found.parallel.as_ref().expect("ranks");
        let shares: Vec<u64> = work.ranks.iter().map(|rank| rank.nodes).collect();
        assert_eq!(shares, if size == 2 { vec![1501, 1500] } else { vec![1001, 1000, 1000] });
        let again = search(games(3001), size);
        assert_eq!((again.best, again.others), (found.best, found.others));
    }
    // Each tree is another one: a second rank that drew the same games would add nothing.
    let value = |found: Found| found.best.map(|best| best.value);
    assert_ne!(value(search(games(1000), 1)), value(search(games(2000), 2)));
    // To tell the first rank to stop is to tell all.
    let stopped = with_ranks(&game, mcts, (3, network(3)), |search, team| {
        let (at, stopper) = (game.start(), search.stopper());
        let (mut stop, none) = (|_: &Found| stopper.stop(), Limits::default());
        search.lines_by_ranks(team, Wanted::best(1), &at, &[], &none, &mut stop)
    });
    assert_eq!(stopped.stop, Some(Stop::Told));
    assert!(stopped.parallel.expect("ranks").ranks.len() == 3);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let game = testing::load_native("othello");
    let check = |settings: Settings, expected: &str| {
        let message = settings.check(game.facts()).map_or_else(|it| it.message, |()| String::new());
        assert!(message.contains(expected) && !message.is_empty(), "{message}");
    };
    for platform in [Platform::Stealing, Platform::Lazy] {
        let plays_well = Settings { platform, ..Settings::new(game.facts()) };
        assert!(plays_well.check(game.facts()).is_ok());
        check(Settings { fork_depth: 0, ..plays_well }, "nothing to take");
        check(Settings { remote_depth: 0, ..plays_well }, "nothing to take");
        let (algorithm, heuristics) = (Algorithm::Mcts, Heuristics::NONE);
        check(Settings { algorithm, heuristics, ..plays_well }, "share its tree");
    }
    let lazy = Settings { heuristics: Heuristics::NONE, ..Settings::new(game.facts()) };
    check(Settings { platform: Platform::Lazy, ..lazy }, "by the table only");
}
