//! Positions that fall apart are solved part by part: the same player wins as by alpha-beta in
//! random positions, and those win of whom the literature says so.

use game::{Game, Rng, Turn};
use native::Native;
use search::{Limits, Local, Method, Proof, Stop, Stopper, Task, Unproved, prove};
use std::sync::Arc;

fn load(rules: &str) -> (Native, Option<Arc<Local>>) {
    let game = testing::compiled(testing::load_text("test", rules).expect("sound rules"));
    let reader = insight::Reader::native(&game).expect("rules that can be read");
    let local = Local::read(&game, &reader, &game.start()).expect("sound rules");
    drop(reader);
    (game, local.map(Arc::new))
}

fn solve(
    game: &Native,
    at: &native::Position,
    local: Option<Arc<Local>>,
) -> Proof<native::Position> {
    let method = if local.is_some() { Method::Sums } else { Method::AlphaBeta };
    let (limits, stopper) = (Limits::default(), Stopper::default());
    let (wins, memory) = (None, 1 << 30);
    let task = Task { method, limits, memory, threads: 1, symmetries: true, wins, local, stopper };
    prove(game, at, &[], &task, &mut |_| {}).expect("a proof")
}

/// A position after some random moves, if the game is not over by then.
fn random_position(game: &Native, seed: u64, turns: usize) -> Option<native::Position> {
    let (mut rng, mut at) = (Rng::new(seed), game.start());
    for _ in 0..turns {
        let Ok(Turn::Moves(moves)) = game.turn(&at, &[]) else { return None };
        at = moves[rng.below(moves.len())].to.clone();
    }
    matches!(game.turn(&at, &[]), Ok(Turn::Moves(_))).then_some(at)
}

/// Sums and alpha-beta agree after this many random moves; moves that are called good are so.
fn check_agree(rules: &str, turns: usize, seeds: u64) {
    let (game, local) = load(rules);
    assert!(local.is_some(), "{rules}");
    for at in (0..seeds).filter_map(|seed| random_position(&game, seed, turns)) {
        let (sums, plain) = (solve(&game, &at, local.clone()), solve(&game, &at, None));
        let shown = game::write_position(game.facts(), &game.setup(&at));
        assert_eq!(sums.outcome, plain.outcome, "{rules} at {shown}");
        for to in &sums.moves {
            let after = solve(&game, to, None);
            assert_eq!(after.outcome, sums.outcome, "{rules} at {shown}");
        }
    }
}

const CLOBBER: &str = "extends clobber dimensions (3,4) start { XOX / OXO / XOX / OXO }";
const CLOBBER_4: &str = "extends clobber dimensions (4,4) start { XOXO / OXOX / XOXO / OXOX }";
const STONES: &str = "extends clobber dimensions (5,4) start { XXOOX / OXOXO / XOXXO / OOXXO }";

#[test]
fn sums_and_alpha_beta_agree() {
    check_agree(CLOBBER, 0, 1);
    check_agree(CLOBBER, 3, 12);
    check_agree(CLOBBER_4, 6, 12);
    check_agree(STONES, 10, 12);
    check_agree("extends domineering dimensions (4,4)", 0, 1);
    check_agree("extends domineering dimensions (4,4)", 2, 12);
    check_agree("extends domineering dimensions (5,5)", 6, 12);
    check_agree("extends domineering dimensions (7,3)", 5, 12);
}

/// Who wins domineering on a board: 1 for whoever puts dominoes upright and begins.
fn check_domineering(columns: usize, rows: usize, value: i32) {
    let (game, local) = load(&format!("extends domineering dimensions ({columns},{rows})"));
    let proof = solve(&game, &game.start(), local);
    assert_eq!(proof.outcome.value, value, "{columns} by {rows}: {} nodes", proof.nodes);
}

#[test]
fn domineering_is_as_the_literature_says() {
    // Breuker, Uiterwijk and van den Herik, "Solving 8x8 Domineering" (2000).
    for (columns, rows, value) in [(2, 2, 1), (3, 3, 1), (4, 4, 1), (5, 5, -1)] {
        check_domineering(columns, rows, value);
    }
}

#[test]
fn games_that_are_no_sums_are_not_taken_for_some() {
    for name in ["tictactoe", "breakthrough", "hex", "checkers", "connect4", "ataxx"] {
        assert!(load(&format!("extends {name}")).1.is_none(), "{name}");
    }
}

const WALK: &str = "dimensions (9,9) pieces { king 'K' 'k' } \
    start { k8 / 9 / 9 / 9 / 9 / 9 / 9 / 9 / 8K } main = try move else lose. \
    move = find own king, pickup, orthogonal, step, points at empty field, putdown.";

#[test]
fn games_that_may_go_on_forever_are_not_taken_for_sums() {
    assert!(load(WALK).1.is_none());
}

#[test]
fn limits_end_the_work_on_parts() {
    let (game, local) = load("extends amazons6");
    assert!(local.is_some());
    let prove_within = |method, nodes, memory| {
        let (limits, local) = (Limits { nodes: Some(nodes), ..Limits::default() }, local.clone());
        let (wins, stopper) = (None, Stopper::default());
        let task =
            Task { method, limits, memory, threads: 1, symmetries: true, wins, local, stopper };
        prove(&game, &game.start(), &[], &task, &mut |_| {})
    };
    // Parts are counted as well, and what they take is.
    let stopped = Err(Unproved::Stopped(Stop::Nodes));
    assert_eq!(prove_within(Method::Sums, 30, 1 << 30), stopped);
    assert_eq!(prove_within(Method::Sums, 1_000, 1 << 16), Err(Unproved::Memory));
}
