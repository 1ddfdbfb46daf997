//! What is left out, or searched less deep, saves most of the nodes, and what is said of
//! who wins is still true.

use game::{Game, Rng, Turn, parse_position};
use native::{Native, Position};
use search::{
    Algorithm, Evaluation, Heuristics, Limits, Platform, Report, Search, Settings, Verdict,
    is_decided,
};

fn native(name: &str) -> Native {
    testing::load_native(name)
}

fn position(game: &Native, text: &str) -> Position {
    let setup = parse_position(game.facts(), text).expect("a position");
    game.position(&setup).expect("a position")
}

/// Each of those that leave something out, and all of them.
fn selective() -> [Heuristics; 5] {
    let (reductions, futility, late_moves, null_move) = (true, true, true, true);
    [
        Heuristics { reductions, ..Heuristics::ALL },
        Heuristics { futility, ..Heuristics::ALL },
        Heuristics { null_move, ..Heuristics::ALL },
        Heuristics { late_moves, ..Heuristics::ALL },
        Heuristics { reductions, futility, late_moves, null_move, ..Heuristics::ALL },
    ]
}

fn searched(
    game: &Native,
    at: &Position,
    (algorithm, heuristics): (Algorithm, Heuristics),
    limits: Limits,
) -> Report<Position> {
    let settings =
        Settings { algorithm, heuristics, table_bytes: 4 << 20, ..Settings::new(game.facts()) };
    Search::new(game, settings).expect("settings").best(at, &[], &limits, &mut |_| {})
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

#[test]
fn fewer_nodes_are_visited_to_the_same_depth() {
    let game = native("chess");
    let middle = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9";
    let at = position(&game, middle);
    let nodes = |heuristics| searched(&game, &at, (Algorithm::Pvs, heuristics), to_depth(6)).nodes;
    let exact = nodes(Heuristics::ALL);
    for heuristics in selective() {
        let share = nodes(heuristics) as f64 / exact as f64;
        let most = if heuristics.reductions { 0.5 } else { 0.9 };
        assert!(share < most, "{share} of {exact} nodes with {heuristics:?}");
    }
}

#[test]
fn mates_are_found_two_turns_later_at_most() {
    let game = native("chess");
    for (text, turns) in [
        ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1),
        ("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 3),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1", 3),
    ] {
        let at = position(&game, text);
        for heuristics in selective() {
            for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs, Algorithm::MtdF] {
                let report = searched(&game, &at, (algorithm, heuristics), to_depth(turns + 2));
                let value = report.best.expect("a move").value;
                let what = format!("{text}, {algorithm:?} {heuristics:?}");
                let found = Verdict::of(value);
                assert!(matches!(found, Verdict::Wins(n) if n <= turns + 2), "{what}: {found:?}");
            }
        }
    }
}

/// A value that says who wins is what looking at everything says, with any platform.
#[test]
fn who_is_said_to_win_wins() {
    let (mut random, mut n_decided) = (Rng::new(3), 0);
    for (name, depth) in [("connect4", 7), ("breakthrough", 4), ("minishogi", 3), ("gomoku9", 2)] {
        let game = native(name);
        for n in 0..40 {
            let Some(at) = after(&game, &mut random, 8 + n % 16) else { continue };
            for heuristics in selective() {
                let report = searched(&game, &at, (Algorithm::Pvs, heuristics), to_depth(depth));
                let value = report.best.expect("a move").value;
                let (Verdict::Wins(turns) | Verdict::Loses(turns)) = Verdict::of(value) else {
                    continue;
                };
                n_decided += 1;
                let exact = (Algorithm::AlphaBeta, Heuristics::ALL);
                // That a player cannot move is seen a turn later.
                let exact = searched(&game, &at, exact, to_depth(turns + 1));
                let exact = exact.best.expect("a move").value;
                assert!(is_decided(exact), "{name}: {value}, but {exact}");
                assert_eq!(exact.signum(), value.signum(), "{name} {heuristics:?}");
            }
        }
    }
    assert!(n_decided > 20, "{n_decided}");
}

/// A position after this many random turns, unless the game is over by then.
fn after(game: &Native, random: &mut Rng, turns: usize) -> Option<Position> {
    let mut at = game.start();
    for _ in 0..turns {
        at = game.random_successor(&at, &[], random).expect("a turn")?;
    }
    matches!(game.turn(&at, &[]), Ok(Turn::Moves(_))).then_some(at)
}

/// Whoever is to move loses the pawn, so that a pass would be the best move there is. A
/// search to a depth at which passes are verified is not deceived.
#[test]
fn who_would_like_to_pass_is_not_believed() {
    let game = native("chess");
    let at = position(&game, "8/8/8/3Kp3/4Pk2/8/8/8 w - - 0 1");
    let null_move = Heuristics { null_move: true, ..Heuristics::ALL };
    for heuristics in [Heuristics::ALL, null_move] {
        let report = searched(&game, &at, (Algorithm::Pvs, heuristics), to_depth(10));
        let value = report.best.expect("a move").value;
        assert!(value < -50, "{value} with {heuristics:?}");
    }
}

#[test]
fn threads_find_mates_with_what_is_left_out() {
    let game = native("chess");
    let at = position(&game, "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1");
    for heuristics in selective() {
        for platform in
            [Platform::YoungBrothers, Platform::Jamboree, Platform::Abdada, Platform::SharedTable]
        {
            let settings =
                Settings { heuristics, platform, threads: 3, ..Settings::new(game.facts()) };
            let search = Search::new(&game, settings).expect("settings");
            let report = search.best(&at, &[], &to_depth(6), &mut |_| {});
            let value = report.best.expect("a move").value;
            let found = Verdict::of(value);
            assert!(
                matches!(found, Verdict::Wins(3..=6)),
                "{platform:?} {heuristics:?}: {found:?}"
            );
        }
    }
}

/// A move that turns out to be better while a depth is under way counts, though the depth
/// is not finished.
#[test]
fn the_best_move_of_an_unfinished_depth_counts() {
    let game = native("othello");
    let (mut random, mut n_better) = (Rng::new(5), 0);
    for n in 0..12 {
        let Some(at) = after(&game, &mut random, 10 + n) else { continue };
        let mut found = Vec::new();
        let settings = Settings { table_bytes: 4 << 20, ..Settings::new(game.facts()) };
        let search = || Search::new(&game, settings).expect("settings");
        search().best(&at, &[], &to_depth(6), &mut |report| {
            let best = report.best.as_ref().expect("a move").positions[0].clone();
            found.push((report.nodes, best));
        });
        for pair in found.windows(2).filter(|pair| pair[0].1 != pair[1].1) {
            let ((from, _), (to, better)) = (&pair[0], &pair[1]);
            let limits = Limits { nodes: Some(to - (to - from) / 20), ..Limits::default() };
            let best = search().best(&at, &[], &limits, &mut |_| {}).best.expect("a move");
            n_better += u32::from(best.positions[0] == *better);
        }
    }
    assert!(n_better > 3, "{n_better}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let game = native("chess");
    let usual = Settings::new(game.facts());
    let refused = |settings: Settings| settings.check(game.facts()).expect_err("no sense").message;
    let no_order = Heuristics { reductions: true, ..Heuristics::NONE };
    assert!(refused(Settings { heuristics: no_order, ..usual }).contains("order means nothing"));
    for heuristics in selective().iter().filter(|it| it.futility || it.null_move) {
        let without = Heuristics { quiescence: false, ..*heuristics };
        let evaluation = Evaluation::None;
        let message = refused(Settings { heuristics: without, evaluation, ..usual });
        assert!(message.contains("there is none"), "{message}");
        let plain = Heuristics { futility: true, ..Heuristics::NONE };
        let algorithm = Algorithm::Negamax;
        let message = refused(Settings { heuristics: plain, algorithm, ..usual });
        assert!(message.contains("leave nothing out"), "{message}");
    }
    assert_eq!(usual.heuristics.exact(), Heuristics::ALL);
}
