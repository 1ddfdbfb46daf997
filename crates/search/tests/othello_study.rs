//! The node counts of the Othello study (Johnson and Handlman), corrected for its
//! mistake at the serial root, from the algorithms of this crate under settings
//! that do what the study did.

use game::{Game, Worker};
use search::{Algorithm, Evaluation, Heuristics, Limits, OutcomeValue, Platform, Search, Settings};

/// The study plays from the mirror image of the usual start.
const START: &str = "8/8/8/3OX3/3XO3/8/8/8 b 1";

fn settings(algorithm: Algorithm, platform: Platform) -> Settings {
    let first_by_evaluation = algorithm == Algorithm::Pvs;
    Settings {
        algorithm,
        heuristics: Heuristics { first_by_evaluation, ..Heuristics::NONE },
        // The second one of the rules, `mobility`.
        evaluation: Evaluation::Rules(1),
        outcomes: OutcomeValue::Flat,
        evaluates_ends: true,
        table_bytes: 0,
        platform,
        seed: 1,
        playout_turns: None,
        threads: if platform == Platform::Serial { 1 } else { 2 },
    }
}

/// Plays the searching side against one that plays the first move of the list:
/// nodes and turns of the searching side.
fn game(
    (algorithm, platform): (Algorithm, Platform),
    depth: u32,
    searcher: game::Player,
) -> (u64, u32) {
    let native = testing::load_native("othello");
    let start = game::parse_position(native.facts(), START).expect("the start of the study");
    let mut at = native.position(&start).expect("a position");
    let search = Search::new(&native, settings(algorithm, platform)).expect("settings");
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut worker = native.worker(&[]);
    let (mut nodes, mut turns) = (0, 0);
    loop {
        let mut list = Vec::new();
        if worker.expand(&at, &mut list).expect("a turn").is_some() {
            return (nodes, turns);
        }
        at = match native.player(&at) == searcher {
            true => {
                let report = search.best(&at, &[], &limits, &mut |_| {});
                (nodes, turns) = (nodes + report.nodes, turns + 1);
                report.best.expect("a move").positions.swap_remove(0)
            }
            false => list.swap_remove(0),
        };
    }
}

/// Compares games of the study: algorithm, who searches, nodes and turns.
fn compare(depth: u32, games: &[(Algorithm, game::Player, (u64, u32))]) {
    compare_on(Platform::Serial, depth, games);
}

fn compare_on(platform: Platform, depth: u32, games: &[(Algorithm, game::Player, (u64, u32))]) {
    for &(algorithm, player, expected) in games {
        let found = game((algorithm, platform), depth, player);
        assert_eq!(found, expected, "{algorithm:?} {platform:?} {player:?}");
    }
}

#[test]
fn depths_8_and_9() {
    use game::Player::{First, Second};
    let (ab, pvs) = (Algorithm::AlphaBeta, Algorithm::Pvs);
    compare(8, &[(ab, Second, (967_682, 32)), (ab, First, (1_426_178, 33))]);
    compare(8, &[(pvs, Second, (660_916, 32)), (pvs, First, (1_110_135, 33))]);
    compare(9, &[(ab, Second, (3_486_885, 31)), (pvs, Second, (2_164_523, 31))]);
}

/// The depth of the paper takes half a minute, so it is asked for by `STUDY=11`.
#[test]
#[allow(clippy::disallowed_methods, reason = "the long run is asked for by the environment")]
fn depth_11() {
    use game::Player::Second;
    if std::env::var("STUDY").is_ok_and(|depth| depth == "11") {
        compare(11, &[(Algorithm::AlphaBeta, Second, (85_847_710, 33))]);
        compare(11, &[(Algorithm::Pvs, Second, (38_583_717, 33))]);
        let games = [
            (Algorithm::AlphaBeta, Second, (189_545_839, 33)),
            (Algorithm::Pvs, Second, (68_679_897, 33)),
        ];
        compare_on(Platform::RootParallel, 11, &games);
    }
}
