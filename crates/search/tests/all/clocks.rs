//! Where what a move leaves counts for later moves, a search ends between two depths, as it
//! seems worth it; otherwise it uses its limits up. A clock that counts nodes shows it.

use game::{Game, Rng, Turn, parse_position};
use native::{Native, Position};
use search::{Algorithm, Heuristics, Limits, Report, Search, Settings, Stop, Usual};

const USUAL: u64 = 3_000;
const MOST: u64 = 9_000;

fn searched(game: &Native, at: &Position, settings: Settings, limits: Limits) -> Report<Position> {
    let settings = Settings { table_bytes: 4 << 20, ..settings };
    Search::new(game, settings).expect("settings").best(at, &[], &limits, &mut |_| {})
}

fn by_clock() -> Limits {
    Limits { nodes: Some(MOST), usual: Some(Usual::Nodes(USUAL)), ..Limits::default() }
}

/// Positions of random games that are not over.
fn positions(game: &Native) -> Vec<Position> {
    let mut random = Rng::new(7);
    let after = |turns: usize| {
        let mut at = game.start();
        for _ in 0..turns {
            at = game.random_successor(&at, &[], &mut random).expect("a turn")?;
        }
        matches!(game.turn(&at, &[]), Ok(Turn::Moves(_))).then_some(at)
    };
    (4..28).map(after).collect::<Vec<_>>().into_iter().flatten().collect()
}

#[test]
fn a_clock_is_spent_as_it_seems_worth_it() {
    let game = testing::load_native("othello");
    let settings = Settings::new(game.facts());
    let positions = positions(&game);
    let (mut spent, mut whole, mut longer) = (0, 0, 0);
    for at in &positions {
        let report = searched(&game, at, settings, by_clock());
        let again = searched(&game, at, settings, by_clock());
        assert_eq!(report, again, "the same nodes count the same");
        assert!(report.nodes <= MOST + 1, "{}", report.nodes);
        assert_eq!(
            report.stop.is_some(),
            !report.best.as_ref().is_some_and(|best| { search::is_decided(best.value) })
        );
        spent += report.nodes;
        whole += u32::from(report.stop == Some(Stop::Time));
        longer += u32::from(report.nodes > USUAL);
        // A depth that is said to be complete was not broken off.
        let depth = Some(report.depth);
        let alone = searched(&game, at, settings, Limits { depth, ..Limits::default() });
        assert!(alone.nodes <= report.nodes);
    }
    let n = positions.len() as u64;
    assert!((n * USUAL / 2..n * USUAL * 3 / 2).contains(&spent), "{spent} in {n} positions");
    assert!(u64::from(whole) > n / 2, "{whole} of {n} end between two depths");
    assert!(longer > 0 && u64::from(longer) < n, "{longer} of {n} take more");
}

#[test]
fn limits_of_each_move_are_used_up() {
    let game = testing::load_native("othello");
    let settings = Settings::new(game.facts());
    let limits = Limits { nodes: Some(USUAL), ..Limits::default() };
    for at in &positions(&game)[..8] {
        let report = searched(&game, at, settings, limits);
        assert_eq!((report.nodes, report.stop), (USUAL + 1, Some(Stop::Nodes)));
    }
}

#[test]
fn where_there_is_one_move_nothing_is_spent() {
    let game = testing::load_native("chess");
    // The king takes the queen, or is mated.
    let setup = parse_position(game.facts(), "k7/1Q6/8/8/8/8/8/K7 b - - 0 1").expect("a position");
    let at = game.position(&setup).expect("a position");
    let Ok(Turn::Moves(moves)) = game.turn(&at, &[]) else { panic!("there is a move") };
    assert_eq!(moves.len(), 1);
    let settings = Settings::new(game.facts());
    let report = searched(&game, &at, settings, by_clock());
    assert_eq!(report.depth, 1);
    let limits = Limits { nodes: Some(MOST), ..Limits::default() };
    assert!(searched(&game, &at, settings, limits).depth > 1);
}

/// A tree has no depths between which its growth could end.
#[test]
fn random_games_take_what_is_usual() {
    let game = testing::load_native("othello");
    let (algorithm, heuristics) = (Algorithm::Mcts, Heuristics::NONE);
    let settings = Settings { algorithm, heuristics, ..Settings::new(game.facts()) };
    let report = searched(&game, &game.start(), settings, by_clock());
    assert!((USUAL..USUAL + 100).contains(&report.nodes), "{}", report.nodes);
}
