//! The ways to win that are not there yet: every one that a game has is told, with
//! conditions that are enough.

use conditions::{Condition, Conditions, WinningWay};
use game::{Field, Game, Piece, Player, Rng, Turn};
use interp::{Interp, Position};
use std::collections::BTreeSet;

fn load(name: &str) -> Interp {
    testing::load(name)
}

fn read(game: &Interp, text: &str) -> Position {
    let setup = game::parse_position(game.facts(), text).expect("a position");
    game.position(&setup).expect("the game knows it")
}

fn ways(game: &Interp, position: &Position, player: Player, most: usize) -> Vec<WinningWay> {
    let (ways, is_complete) = Conditions::of(game)
        .winning_ways(position, player, most, 50_000_000, &|| true)
        .expect("it plays");
    assert!(is_complete);
    ways
}

/// The fields that do not hold what a way needs.
fn missing(game: &Interp, position: &Position, way: &WinningWay) -> BTreeSet<String> {
    let fails = way.conditions.iter().filter(|it| !Conditions::of(game).holds(it, position));
    let name = |condition: &Condition| match condition {
        Condition::Field { field, .. } => game.facts().field_name(*field).to_string(),
        other => panic!("only fields may be missing, not {other:?}"),
    };
    fails.map(name).collect()
}

#[test]
fn every_line_of_five_is_a_way_for_each_of_its_fields() {
    let game = load("gomoku");
    let rows = ["15"; 15].join("/");
    let with_stone = rows.replacen("15/15/15/15/15/15/15/15", "15/15/15/15/15/15/15/7X7", 1);
    let position = read(&game, &format!("{with_stone} b"));
    let ways = ways(&game, &position, Player::First, 4);
    let is_there = |text: &str, fields: &[&str]| {
        let fields: BTreeSet<String> = fields.iter().map(|it| it.to_string()).collect();
        ways.iter().any(|way| way.text == text && missing(&game, &position, way) == fields)
    };
    assert!(is_there("i8", &["j8", "k8", "l8"]));
    assert!(is_there("l8", &["i8", "j8", "k8"]));
    // Both ends are missing.
    assert!(is_there("i8", &["g8", "j8", "k8"]) || is_there("i8", &["f8", "g8", "j8"]));
    assert!(is_there("g8", &["f8", "i8", "j8"]));
    // Lines without the stone.
    assert!(is_there("c3", &["a1", "b2", "d4", "e5"]));
    // 15 * 11 lines each way, 11 * 11 diagonals each way, five moves in each line, but
    // four in the twenty lines through the stone.
    assert_eq!(ways.len(), 5 * (2 * 15 * 11 + 2 * 11 * 11) - 20);
}

#[test]
fn what_a_disc_needs_below_it_is_a_condition_on_that_field() {
    let game = load("connect4");
    let position = read(&game, "7/7/7/7/7/XXX4 w");
    let found = ways(&game, &position, Player::First, 1);
    let d1: Vec<&WinningWay> = found.iter().filter(|way| way.text == "d1").collect();
    assert_eq!(d1.len(), 1, "{found:?}");
    assert!(missing(&game, &position, d1[0]).is_empty());
    // A second row of three would need three more discs and one to stand on.
    let found = ways(&game, &position, Player::First, 4);
    let d2 = found.iter().filter(|way| way.text == "d2");
    let needs_support = |way: &WinningWay| missing(&game, &position, way).contains("d1");
    assert!(d2.clone().count() > 0 && d2.clone().all(needs_support));
}

#[test]
fn a_game_in_which_one_can_only_lose_has_no_ways() {
    let game = load("chess");
    // Not even in a position with a mate in one.
    let position = read(&game, "6k1/5ppp/8/8/8/8/8/R5K1 w");
    assert_eq!(
        Conditions::of(&game)
            .winning_ways(&position, Player::First, 2, 1, &|| true)
            .expect("it plays")
            .0,
        []
    );
}

/// Whoever does not want to know any more is not kept waiting.
#[test]
fn reading_the_ways_can_be_stopped() {
    let game = load("gomoku");
    let asked = std::cell::Cell::new(0);
    let go_on = || {
        asked.set(asked.get() + 1);
        asked.get() < 3
    };
    let read =
        Conditions::of(&game).winning_ways(&game.start(), Player::First, 4, 50_000_000, &go_on);
    assert!(!read.expect("it plays").1);
    assert_eq!(asked.get(), 3);
}

/// Each line of three is won by each of its fields if only the other two were taken,
/// also by the one in the middle, of which no end is there to begin with.
#[test]
fn two_wishes_win_on_every_line() {
    let game = load("tictactoe");
    let wishes =
        Conditions::of(&game).if_only(&game.start(), 2, 1000, &mut || true).expect("it plays");
    let wins = wishes.found.iter().filter(|wish| wish.outcome.is_some());
    assert!(!wishes.is_cut && wins.clone().all(|wish| wish.if_only.len() == 2));
    assert_eq!(wins.count(), 8 * 3);
}

/// What an attack on the king would take, from anywhere, is not wished for.
#[test]
fn two_wishes_in_chess_are_all_found() {
    let game = load("chess");
    let wishes =
        Conditions::of(&game).if_only(&game.start(), 2, 20_000, &mut || true).expect("it plays");
    assert!(!wishes.is_cut);
    let castles = wishes.found.iter().filter(|wish| wish.text.as_deref() == Some("e1g1"));
    assert_eq!(castles.map(|wish| wish.if_only.len()).collect::<Vec<_>>(), [2]);
}

/// Positions of random games.
fn positions(game: &Interp, n_games: u64) -> Vec<Position> {
    let mut found = Vec::new();
    for seed in 0..n_games {
        let mut random = Rng::new(seed);
        let mut line = vec![game.start()];
        while line.len() < 60
            && let Ok(Turn::Moves(moves)) = game.turn(&line[line.len() - 1], &[])
        {
            line.push(moves[random.below(moves.len())].to.clone());
        }
        line.pop();
        found.push(line[random.below(line.len().max(1))].clone());
    }
    found
}

/// With nothing missing, the ways are the moves that win.
#[test]
fn what_is_not_missing_anything_is_a_move_that_wins() {
    let mut n_wins = 0;
    for name in ["tictactoe", "connect4", "three_mens_morris", "breakthrough", "dobutsu", "hex"] {
        let game = load(name);
        for position in positions(&game, 12) {
            let player = game.player(&position);
            let Ok(Turn::Moves(moves)) = game.turn(&position, &[]) else { continue };
            let wins =
                |outcome: Option<game::Outcome>| outcome.and_then(|it| it.winner()) == Some(player);
            let expected: BTreeSet<String> =
                moves.into_iter().filter(|m| wins(m.outcome)).map(|m| m.text).collect();
            let (found, _) = Conditions::of(&game)
                .winning_ways(&position, player, 0, 50_000_000, &|| true)
                .expect("it plays");
            let found: BTreeSet<String> = found.into_iter().map(|way| way.text).collect();
            assert_eq!(found, expected, "{name}");
            n_wins += expected.len();
        }
    }
    assert!(n_wins > 10, "only {n_wins} moves that win");
}

/// Where the fields that are missing are put right, the move is there and wins.
#[test]
fn a_way_wins_where_its_conditions_hold() {
    for name in ["tictactoe", "connect4", "gomoku9", "breakthrough", "dobutsu"] {
        let game = load(name);
        let (mut n_checked, mut n_wins) = (0, 0);
        for position in positions(&game, 4) {
            let player = game.player(&position);
            for way in ways(&game, &position, player, 2).into_iter().step_by(7).take(40) {
                let Some(there) = put_right(&game, &position, &way) else { continue };
                if !way.conditions.iter().all(|it| Conditions::of(&game).holds(it, &there)) {
                    continue;
                }
                let Ok(Turn::Moves(moves)) = game.turn(&there, &[]) else { continue };
                let wins =
                    |m: &game::Move<Position>| m.outcome.and_then(|it| it.winner()) == Some(player);
                n_checked += 1;
                n_wins += usize::from(moves.iter().any(|m| m.text == way.text && wins(m)));
            }
        }
        assert!(n_checked > 10, "{name}: only {n_checked} ways could be checked");
        assert_eq!(n_wins, n_checked, "{name}");
    }
}

fn put_right(game: &Interp, position: &Position, way: &WinningWay) -> Option<Position> {
    let mut setup = game.setup(position);
    for condition in &way.conditions {
        if let Condition::Field { field, allowed } = condition
            && !Conditions::of(game).holds(condition, position)
        {
            let contents: Vec<Option<Piece>> =
                std::iter::once(None).chain(game.facts().pieces().map(Some)).collect();
            let new = contents.into_iter().find(|top| allowed.allows(*top))?;
            let Field(i) = *field;
            setup.board[usize::from(i)] = new.into_iter().collect();
        }
    }
    game.position(&setup).ok()
}
