//! Turns to which there are few answers do not count as depth, so that long mates are
//! seen early, by every platform.

use game::{Game, Turn, parse_position};
use search::{
    Algorithm, Evaluation, Heuristics, Limits, Platform, Report, Search, Settings, Verdict,
};

/// Figure 4 of Pitrat's paper: a smothered mate of nine turns.
const FIGURE_4: &str = "r5k1/6pp/8/6N1/8/8/8/5QK1 w - - 0 1";

fn chess() -> native::Native {
    testing::load_native("chess")
}

/// What is found in a position without an evaluation.
fn search(
    native: &native::Native,
    position: &str,
    change: impl Fn(&mut Settings),
    limits: &Limits,
) -> Report<native::Position> {
    let setup = parse_position(native.facts(), position).expect("a position");
    let at = native.position(&setup).expect("a position");
    let heuristics = Heuristics { quiescence: false, forced: true, ..Heuristics::ALL };
    let evaluation = Evaluation::None;
    let algorithm = Algorithm::AlphaBeta;
    let mut settings =
        Settings { algorithm, heuristics, evaluation, ..Settings::new(native.facts()) };
    change(&mut settings);
    Search::new(native, settings).expect("settings").best(&at, &[], limits, &mut |_| {})
}

#[test]
fn a_smothered_mate_is_found_in_few_nodes() {
    let (native, nodes) = (chess(), Some(100_000));
    let limits = Limits { nodes, ..Limits::default() };
    let found = search(&native, FIGURE_4, |_| {}, &limits);
    let line = found.best.expect("a line");
    assert_eq!((Verdict::of(line.value), found.depth), (Verdict::Wins(9), 6));
    // The line does not end at the depth, but with the mate.
    assert_eq!(line.positions.len(), 9);
    let (last, past) = line.positions.split_last().expect("a move");
    assert!(matches!(native.turn(last, past), Ok(Turn::Over(_))));
    let plain = search(&native, FIGURE_4, |settings| settings.heuristics.forced = false, &limits);
    let value = plain.best.expect("a line").value;
    assert!(matches!(Verdict::of(value), Verdict::Open(_)), "{value}");
}

/// Those that search with a window.
const PLATFORMS: [Platform; 5] = [
    Platform::RootParallel,
    Platform::SharedTable,
    Platform::Jamboree,
    Platform::YoungBrothers,
    Platform::Abdada,
];

/// Principal variation search, which all platforms know.
fn with(platform: Platform, threads: usize) -> impl Fn(&mut Settings) {
    move |settings| {
        (settings.platform, settings.threads) = (platform, threads);
        settings.algorithm = Algorithm::Pvs;
    }
}

#[test]
fn every_platform_sees_the_mate_where_the_serial_search_does() {
    let native = chess();
    let found = |platform, threads, depth| {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let report = search(&native, FIGURE_4, with(platform, threads), &limits);
        (report.best.expect("a line").value, report.depth)
    };
    let serial = found(Platform::Serial, 1, 8);
    assert!(matches!(Verdict::of(serial.0), Verdict::Wins(_)), "{serial:?}");
    for platform in PLATFORMS {
        assert_eq!(found(platform, 1, 8), serial, "{platform:?}");
        // Who searches what first is chance, and so is what the table knows of it.
        let (value, _) = found(platform, 2, serial.1 + 2);
        assert!(matches!(Verdict::of(value), Verdict::Wins(_)), "{platform:?} {value}");
    }
}

/// Black is in check and has two moves, one of which loses at once.
#[test]
fn few_moves_at_the_root_are_searched_no_deeper() {
    let native = chess();
    let setup = parse_position(native.facts(), "r5k1/6pp/8/6N1/2Q5/8/8/6K1 b - - 0 1");
    let at = native.position(&setup.expect("a position")).expect("a position");
    let values = |platform| {
        let heuristics = Heuristics { quiescence: false, forced: true, ..Heuristics::ALL };
        let mut settings = Settings { heuristics, ..Settings::new(native.facts()) };
        with(platform, 1)(&mut settings);
        let search = Search::new(&native, settings).expect("settings");
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let mut values = Vec::new();
        search.lines(2, &at, &[], &limits, &mut |report| {
            let lines = report.best.iter().chain(&report.others);
            values.push(lines.map(|line| line.value).collect::<Vec<_>>());
        });
        values
    };
    let serial = values(Platform::Serial);
    assert_eq!(serial.last().map(Vec::len), Some(2));
    for platform in PLATFORMS {
        assert_eq!(values(platform), serial, "{platform:?}");
    }
}

#[test]
fn algorithms_that_look_at_everything_refuse_it() {
    let native = chess();
    let heuristics = Heuristics { forced: true, ..Heuristics::NONE };
    for algorithm in [Algorithm::Minimax, Algorithm::Negamax] {
        let settings = Settings { algorithm, heuristics, ..Settings::new(native.facts()) };
        assert!(settings.check(native.facts()).is_err());
    }
}
