//! Turns to which there are few answers do not count as depth, so that long mates are
//! seen early, by every platform.

use game::{Game, parse_position};
use search::{
    Algorithm, Evaluation, Heuristics, Limits, Platform, Report, Search, Settings, Verdict,
};

/// Figure 4 of Pitrat's paper: a smothered mate of nine turns.
const FIGURE_4: &str = "r5k1/6pp/8/6N1/8/8/8/5QK1 w - - 0 1";

fn chess() -> native::Native {
    let loaded = multigame::load("chess").ok().expect("the game loads");
    native::Native::new(loaded.game, &[]).expect("the game has code")
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
    let plain = search(&native, FIGURE_4, |settings| settings.heuristics.forced = false, &limits);
    let value = plain.best.expect("a line").value;
    assert!(matches!(Verdict::of(value), Verdict::Open(_)), "{value}");
}

#[test]
fn every_platform_sees_the_mate_at_the_same_depth() {
    let native = chess();
    let limits = Limits { depth: Some(6), ..Limits::default() };
    for platform in [
        Platform::RootParallel,
        Platform::SharedTable,
        Platform::Jamboree,
        Platform::YoungBrothers,
        Platform::Abdada,
    ] {
        let with = |settings: &mut Settings| {
            (settings.platform, settings.threads) = (platform, 2);
            settings.algorithm = Algorithm::Pvs;
        };
        let line = search(&native, FIGURE_4, with, &limits).best.expect("a line");
        assert!(matches!(Verdict::of(line.value), Verdict::Wins(_)), "{platform:?}");
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
