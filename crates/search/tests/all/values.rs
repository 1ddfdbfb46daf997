//! All algorithms find the same value, with and without heuristics, whatever the
//! game.

use game::{Game, Turn};
use search::{Algorithm, Heuristics, Limits, Platform, Search, Settings, Value, Valuer, WIN};

fn native(name: &str) -> native::Native {
    testing::load_native(name)
}

/// The value of a position after some random turns.
fn value(
    native: &native::Native,
    at: &native::Position,
    algorithm: Algorithm,
    heuristics: Heuristics,
    depth: u32,
) -> (Value, native::Position) {
    let settings =
        Settings { algorithm, heuristics, table_bytes: 1 << 20, ..Settings::new(native.facts()) };
    let search = Search::new(native, settings).expect("settings");
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut best = search.best(at, &[], &limits, &mut |_| {}).best.expect("a move");
    (best.value, best.positions.swap_remove(0))
}

#[test]
fn algorithms_agree() {
    let plain = Heuristics::NONE;
    let orders = Heuristics { killers: true, history: true, by_evaluation: true, ..plain };
    let table = Heuristics { table: true, ..orders };
    let all = Heuristics { deepening: true, aspiration: true, ..table };
    let earlier = Heuristics { earlier_values: true, ..all };
    for (name, depth) in [("tictactoe", 9), ("othello", 4), ("breakthrough", 3), ("checkers", 5)] {
        let native = native(name);
        let mut random = game::Rng::new(1);
        let mut at = native.start();
        for turn in 0..8 {
            if matches!(native.turn(&at, &[]), Ok(Turn::Over(_))) {
                break;
            }
            let (expected, _) = value(&native, &at, Algorithm::Minimax, plain, depth);
            for (algorithm, heuristics) in [
                (Algorithm::Negamax, plain),
                (Algorithm::AlphaBeta, plain),
                (Algorithm::AlphaBeta, orders),
                (Algorithm::Pvs, plain),
                (Algorithm::Pvs, orders),
                (Algorithm::AlphaBeta, table),
                (Algorithm::Pvs, all),
                (Algorithm::Pvs, earlier),
                (Algorithm::AlphaBeta, earlier),
                (Algorithm::MtdF, table),
            ] {
                // A table knows some positions deeper than asked, which changes values
                // unless everything is seen to the end.
                if heuristics.table && name != "tictactoe" {
                    continue;
                }
                let (found, best) = value(&native, &at, algorithm, heuristics, depth);
                let what = format!("{name}, turn {turn}, {algorithm:?} {heuristics:?}");
                assert_eq!(found, expected, "{what}");
                // The move that is called best has that value.
                if native.outcome(&best).is_none()
                    && let Turn::Moves(_) = native.turn(&best, &[]).expect("a turn")
                {
                    let (after, _) = value(&native, &best, Algorithm::Minimax, plain, depth - 1);
                    let same = native.player(&best) == native.player(&at);
                    let after = later(after);
                    assert_eq!(if same { after } else { -after }, expected, "{what}");
                }
            }
            let Some(next) = native.random_successor(&at, &[], &mut random).expect("a turn") else {
                break;
            };
            at = next;
        }
    }
}

/// One valuer, used for one position after the other, says what a search of each move
/// says on its own, also where rules ask for the past.
#[test]
fn every_move_has_the_value_of_its_position() {
    let plain = Heuristics::NONE;
    for (name, depth) in [("othello", 3), ("breakthrough", 2), ("chess", 2)] {
        let native = native(name);
        let settings = Settings {
            algorithm: Algorithm::AlphaBeta,
            heuristics: plain,
            ..Settings::new(native.facts())
        };
        let search = Search::new(&native, settings).expect("settings");
        let mut valuer = Valuer::new(&search);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let (mut random, mut at, mut past) = (game::Rng::new(2), native.start(), Vec::new());
        for turn in 0..12 {
            let values = valuer.values(&at, &past, &limits);
            assert_eq!((values.stop, values.depth), (None, depth), "{name}");
            for (to, found) in values.moves.iter().filter(|_| turn % 3 == 0) {
                let (after, _) = value(&native, to, Algorithm::Minimax, plain, depth - 1);
                let same = native.player(to) == native.player(&at);
                let after = if same { later(after) } else { -later(after) };
                assert_eq!(*found, after, "{name}, turn {turn}");
            }
            let next = native.random_successor(&at, &past, &mut random).expect("a turn");
            past.push(std::mem::replace(&mut at, next.expect("the game goes on")));
        }
    }
}

/// However few nodes there are, each move has a value.
#[test]
fn the_first_depth_is_always_completed() {
    let native = native("chess");
    let search = Search::new(&native, Settings::new(native.facts())).expect("settings");
    let limits = Limits { nodes: Some(1), ..Limits::default() };
    let values = Valuer::new(&search).values(&native.start(), &[], &limits);
    assert_eq!((values.moves.len(), values.depth), (20, 1));
    assert_eq!(values.stop, Some(search::Stop::Nodes));
}

/// A value one turn above: a win is a turn further away there.
fn later(value: Value) -> Value {
    match value.abs() >= WIN - 100 {
        true => value - value.signum(),
        false => value,
    }
}

/// An evaluation as large as a win is still no win, and the least number of all can be
/// seen from both sides.
#[test]
fn evaluations_prove_nothing() {
    for factor in ["1000000", "1000000000 * 3"] {
        let rules = format!(
            "dimensions (3,3) pieces {{ mark 'X' 'O' }} \
             main = try [ find empty field, replace by own mark ] else draw. \
             evaluation big = {factor} * (count own mark - count enemy mark)."
        );
        let native = testing::compiled(testing::load_text("test", &rules).expect("sound rules"));
        for depth in 1..=3 {
            let settings = Settings::new(native.facts());
            let search = Search::new(&native, settings).expect("settings");
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let report = search.best(&native.start(), &[], &limits, &mut |_| {});
            assert_eq!(report.depth, depth, "{factor}: a win ends a search");
            let value = report.best.expect("a move").value;
            assert_eq!(value.signum(), (depth % 2) as Value, "{factor} at depth {depth}");
        }
    }
}

#[test]
fn earlier_values_change_the_order_of_moves_and_need_some() {
    let native = native("othello");
    let nodes = |earlier_values| {
        let heuristics = Heuristics { earlier_values, quiescence: false, ..Heuristics::ALL };
        let settings = Settings { heuristics, ..Settings::new(native.facts()) };
        let search = Search::new(&native, settings).expect("settings");
        let limits = Limits { depth: Some(9), ..Limits::default() };
        search.best(&native.start(), &[], &limits, &mut |_| {}).nodes
    };
    assert_ne!(nodes(false), nodes(true));
    let check = |name: Option<&str>| {
        let mut heuristics =
            Heuristics { earlier_values: true, aspiration: false, ..Heuristics::ALL };
        if let Some(on) = name.and_then(|name| heuristics.by_name(name)) {
            *on = !*on;
        }
        Settings { heuristics, ..Settings::new(native.facts()) }.check(native.facts())
    };
    assert_eq!(check(None), Ok(()));
    for name in ["table", "deepening", "by-evaluation", "first-by-evaluation"] {
        let message = check(Some(name)).expect_err("it makes no sense").message;
        assert!(message.contains("earlier values"), "{name}: {message}");
    }
}

/// The value of the last position of a line for the player at the root, as far as rules
/// and evaluation tell it; all moves have to be legal.
fn value_of_line(game: &native::Native, at: &native::Position, line: &[native::Position]) -> Value {
    let (player, mut past, mut at) = (game.player(at), Vec::new(), at.clone());
    for to in line {
        let Turn::Moves(moves) = game.turn(&at, &past).expect("a turn") else {
            panic!("the line goes on after the game is over")
        };
        assert!(moves.iter().any(|made| made.to == *to), "a legal move");
        past.push(std::mem::replace(&mut at, to.clone()));
    }
    let value = game.evaluate(&at, 0).expect("a value");
    if game.player(&at) == player { value } else { -value }
}

#[test]
fn lines_lead_to_the_value_that_is_told() {
    for (name, depth) in [("chess", 3), ("othello", 5), ("checkers", 5), ("breakthrough", 3)] {
        let game = native(name);
        let settings = |algorithm, table| {
            let heuristics = Heuristics { table, deepening: true, ..Heuristics::NONE };
            Settings { algorithm, heuristics, ..Settings::new(game.facts()) }
        };
        let root = Settings {
            platform: Platform::RootParallel,
            threads: 2,
            ..settings(Algorithm::Negamax, false)
        };
        for settings in [
            settings(Algorithm::Minimax, false),
            settings(Algorithm::Negamax, false),
            root,
            settings(Algorithm::AlphaBeta, true),
            settings(Algorithm::MtdF, true),
        ] {
            let search = Search::new(&game, settings).expect("settings");
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let mut at = game.start();
            for _ in 0..3 {
                let best = search.best(&at, &[], &limits, &mut |_| {}).best.expect("a move");
                let told = format!("{name} {:?} {}", settings.algorithm, best.positions.len());
                let is_whole = best.positions.len() == depth as usize;
                let leads = value_of_line(&game, &at, &best.positions) == best.value;
                assert!(is_whole && leads, "{told}");
                at = best.positions[0].clone();
            }
        }
    }
}
