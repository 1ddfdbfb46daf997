//! The node counts of the Othello study (Johnson and Handlman), corrected for its
//! mistake at the serial root, from the algorithms that play, under settings
//! that do what the study did.

use experiments::othello::{against_first_moves, settings};
use game::{Game, Player};
use search::{Algorithm, Platform};

/// Nodes and turns of the searching side.
fn game((algorithm, platform): (Algorithm, Platform), depth: u32, searcher: Player) -> (u64, u32) {
    let native = testing::load_native("othello");
    let settings = settings(native.facts(), algorithm, platform);
    let played = against_first_moves(&native, settings, depth, searcher, &mut |search| search());
    let played = played.expect("sound rules");
    (played.nodes, played.turns)
}

/// Compares games of the study: algorithm, who searches, nodes and turns.
fn compare(depth: u32, games: &[(Algorithm, Player, (u64, u32))]) {
    compare_on(Platform::Serial, depth, games);
}

fn compare_on(platform: Platform, depth: u32, games: &[(Algorithm, Player, (u64, u32))]) {
    for &(algorithm, player, expected) in games {
        let found = game((algorithm, platform), depth, player);
        assert_eq!(found, expected, "{algorithm:?} {platform:?} {player:?}");
    }
}

#[test]
fn depths_8_and_9() {
    use Player::{First, Second};
    let (ab, pvs) = (Algorithm::AlphaBeta, Algorithm::Pvs);
    compare(8, &[(ab, Second, (967_682, 32)), (ab, First, (1_426_178, 33))]);
    compare(8, &[(pvs, Second, (660_916, 32)), (pvs, First, (1_110_135, 33))]);
    compare(9, &[(ab, Second, (3_486_885, 31)), (pvs, Second, (2_164_523, 31))]);
}

/// The depth of the paper takes half a minute, so it is asked for by `STUDY=11`.
#[test]
#[allow(clippy::disallowed_methods, reason = "the long run is asked for by the environment")]
fn depth_11() {
    use Player::Second;
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
