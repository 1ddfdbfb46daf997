//! Moves that lose to the next one are not followed: what is seen of wins is true in random
//! positions of all games, and proofs come out the same with and without it.

use game::{Game, Rng, Turn};
use insight::Reader;
use native::Native;
use search::{Limits, Method, Stopper, Task, Unproved, Wins, prove};
use std::sync::Arc;

/// What the rules of a game say about wins at once.
fn read<'g, G: Game>(game: &'g G, reader: Option<Reader<'g, G>>) -> Option<Wins> {
    Wins::read(game, &reader?, &game.start()).expect("sound rules")
}

/// The positions of a random game, which ends or is broken off.
fn random_game<G: Game>(game: &G, seed: u64, most: usize) -> Vec<G::Position> {
    let (mut rng, mut line) = (Rng::new(seed), vec![game.start()]);
    while line.len() < most {
        let at = &line[line.len() - 1];
        let Ok(Turn::Moves(moves)) = game.turn(at, &line[..line.len() - 1]) else { break };
        let going_on: Vec<_> = moves.into_iter().filter(|it| it.outcome.is_none()).collect();
        if going_on.is_empty() {
            break;
        }
        line.push(going_on[rng.below(going_on.len())].to.clone());
    }
    line
}

/// How often a win at once is seen and is one, and how often there is one.
fn check_seen<G: Game>(name: &str, game: &G, wins: &Wins, games: u64) -> (u32, u32) {
    let (mut seen, mut there) = (0, 0);
    for seed in 0..games {
        for at in random_game(game, seed, 60) {
            let player = game.player(&at);
            let Ok(Turn::Moves(moves)) = game.turn(&at, &[]) else { continue };
            let is_win = |it: &game::Move<G::Position>| {
                it.outcome.is_some_and(|end| end.for_player(player) > 0 && !end.scored)
            };
            let (is_won, is_seen) = (moves.iter().any(is_win), wins.is_won(game, &at, player));
            assert!(is_won || !is_seen, "{name} seed {seed}: {:?}", game.setup(&at));
            seen += u32::from(is_seen);
            there += u32::from(is_won);
        }
    }
    (seen, there)
}

#[test]
fn wins_that_are_seen_are_there() {
    let mut with_wins = Vec::new();
    for name in games::names() {
        let interp = testing::load(name);
        let facts = interp.facts();
        if facts.n_players() != 2 || facts.hidden || facts.board.n_fields() > 64 {
            continue;
        }
        let Some(wins) = read(&interp, Reader::interpreted(&interp)) else { continue };
        let (seen, there) = check_seen(name, &interp, &wins, 3);
        if seen > 0 {
            with_wins.push((name, seen, there));
        }
    }
    assert!(with_wins.iter().any(|(name, ..)| *name == "connect4"), "{with_wins:?}");
}

#[test]
fn in_rows_all_wins_are_seen() {
    for rules in ["extends connect4", "extends tictactoe", FIVE] {
        let game = testing::compiled(testing::load_text("test", rules).expect("sound rules"));
        let wins = read(&game, Reader::native(&game)).expect("something is said about winning");
        let (seen, there) = check_seen(rules, &game, &wins, 40);
        assert!(seen == there && there > 10, "{rules}: {seen} of {there}");
    }
}

/// Four in a row by stones that are put anywhere, and by discs that fall.
const FIVE: &str = "extends gomoku dimensions (5,5) \
    five = four.";
const SMALL: &str = "extends connect4 dimensions (4,4)";
const WIDE: &str = "extends connect4 dimensions (5,4)";

fn solve(
    game: &Native,
    at: &native::Position,
    method: Method,
    wins: Option<Arc<Wins>>,
) -> (i32, u64) {
    let (limits, stopper) = (Limits::default(), Stopper::default());
    let task = Task {
        method,
        limits,
        memory: 1 << 26,
        threads: 1,
        symmetries: true,
        wins,
        local: None,
        stopper,
    };
    match prove(game, at, &[], &task, &mut |_| {}) {
        Ok(proof) => (proof.outcome.value.signum(), proof.nodes),
        Err(Unproved::Cyclic | Unproved::Deep) => (9, 0),
        Err(why) => panic!("{why:?}"),
    }
}

/// Values are the same with and without, from some random positions on; gives the nodes.
fn check_same(rules: &str, method: Method, turns: usize, games: u64) -> (u64, u64) {
    let game = testing::compiled(testing::load_text("test", rules).expect("sound rules"));
    let wins = read(&game, Reader::native(&game)).map(Arc::new);
    let mut nodes = (0, 0);
    for seed in 0..games {
        let line = random_game(&game, seed, turns + 1);
        let at = &line[line.len() - 1];
        let (with, without) =
            (solve(&game, at, method, wins.clone()), solve(&game, at, method, None));
        assert_eq!(with.0, without.0, "{rules} seed {seed} by {method:?}");
        nodes = (nodes.0 + with.1, nodes.1 + without.1);
    }
    nodes
}

#[test]
fn values_are_the_same() {
    let breakthrough = "extends breakthrough dimensions (4,5) start { pppp/4/4/4/PPPP }";
    for method in [Method::AlphaBeta, Method::DfPn] {
        for (rules, turns, games) in [
            ("extends tictactoe", 1, 8),
            (SMALL, 3, 12),
            (WIDE, 9, 12),
            (FIVE, 12, 12),
            ("extends three_mens_morris", 4, 6),
            (breakthrough, 6, 8),
        ] {
            check_same(rules, method, turns, games);
        }
    }
}

#[test]
fn less_is_looked_at() {
    for (rules, method, times) in [(WIDE, Method::AlphaBeta, 2), (SMALL, Method::DfPn, 1)] {
        let (with, without) = check_same(rules, method, 0, 1);
        assert!(times * with < without, "{method:?}: {with} of {without}");
    }
}

/// Where all ways to win are read from the rules, they say which moves come first: by the history
/// of moves, the evaluation and random games it takes 2.3 million nodes.
#[test]
fn ways_to_win_order_the_moves() {
    let rules = "extends gomoku dimensions (5,4) five = three, step, points at own stone.";
    let game = testing::compiled(testing::load_text("test", rules).expect("sound rules"));
    let wins = read(&game, Reader::native(&game)).map(Arc::new);
    let (value, nodes) = solve(&game, &game.start(), Method::AlphaBeta, wins);
    assert!(value == 0 && nodes < 600_000, "{value}: {nodes} nodes");
}
