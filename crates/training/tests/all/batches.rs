//! Batches: what is asked too early or by wrong arrays is an error and no panic, legality goes by the
//! games and not by the caller's arrays, and parts draw from chances of their own.

use game::Game;
use std::sync::Arc;
use testing::load_native;
use training::{Batch, Key, Outputs, Planes, Problem, explored};

/// The arrays of a batch.
#[derive(PartialEq)]
pub(crate) struct Arrays {
    pub(crate) mask: Vec<u8>,
    pub(crate) planes: Vec<u8>,
    rewards: Vec<f32>,
    pub(crate) done: Vec<u8>,
    pub(crate) player: Vec<u8>,
}

impl Arrays {
    pub(crate) fn out(&mut self) -> Outputs<'_> {
        let Arrays { mask, planes, rewards, done, player } = self;
        Outputs { mask, planes, rewards, done, player }
    }
}

/// This many games on this many threads, and their arrays.
pub(crate) fn batch<G: Game>(game: G, n: usize, threads: usize, seed: u64) -> (Batch<G>, Arrays) {
    let game = Arc::new(game);
    let actions = Arc::new(explored(&*game).expect("sound rules").expect("not too many moves"));
    let planes = Arc::new(Planes::new(game.facts()));
    let arrays = Arrays {
        mask: vec![0; n * actions.len()],
        planes: vec![0; n * planes.size()],
        rewards: vec![0.0; 2 * n],
        done: vec![0; n],
        player: vec![0; n],
    };
    (Batch::new(game, actions, planes, n, threads, 1000, seed), arrays)
}

#[test]
fn games_that_have_not_begun_are_refused() {
    // One that is kept as a graph, and one whose rules look back.
    for name in ["tictactoe", "chess"] {
        let (mut games, mut arrays) = batch(load_native(name), 2, 1, 1);
        let mut drawn = [0; 2];
        assert_eq!(games.draw(&mut drawn), Err(Problem::NotBegun));
        assert_eq!(games.position(0).err(), Some(Problem::NotBegun));
        assert_eq!(games.step(&drawn, arrays.out()), Err(Problem::NotBegun));
        games.reset(None, arrays.out()).expect("a start");
        games.draw(&mut drawn).expect("moves");
        games.step(&drawn, arrays.out()).expect("a step");
        assert!(games.position(1).is_ok_and(|it| it.is_some()));
        assert!(games.position(2).is_ok_and(|it| it.is_none()));
    }
}

#[test]
fn legality_goes_by_the_games() {
    for name in ["tictactoe", "chess"] {
        let (mut games, mut arrays) = batch(load_native(name), 2, 1, 1);
        games.reset(None, arrays.out()).expect("a start");
        let mut drawn = [0; 2];
        games.draw(&mut drawn).expect("moves");
        let n_actions = arrays.mask.len() / 2;
        let is_legal = |number: &i64| arrays.mask[*number as usize] == 1;
        let illegal = (0..n_actions as i64).find(|number| !is_legal(number)).expect("a number");
        let before = games.position(0).expect("it has begun");
        arrays.mask.fill(1);
        for number in [illegal, -1, i64::MAX, n_actions as i64] {
            let refused = games.step(&[drawn[0], number], arrays.out());
            assert_eq!(refused, Err(Problem::Illegal { lane: 1, number }), "{name}");
        }
        assert!(games.position(0).expect("it goes on") == before, "nothing is changed");
        games.step(&drawn, arrays.out()).expect("a step");
    }
}

#[test]
fn arrays_of_another_length_are_refused() {
    let (mut games, mut arrays) = batch(load_native("tictactoe"), 2, 1, 1);
    games.reset(None, arrays.out()).expect("a start");
    let short = games.step(&[0], arrays.out());
    assert_eq!(short, Err(Problem::Length { array: "chosen", expected: 2 }));
    arrays.done.pop();
    let short = games.reset(None, arrays.out());
    assert_eq!(short, Err(Problem::Length { array: "done", expected: 2 }));
}

/// The second part of a batch is not the first part of the batch with the next seed.
#[test]
fn parts_of_neighboring_seeds_differ() {
    let drawn = |seed: u64, threads: usize| {
        let n = 16 * threads;
        let (mut games, mut arrays) = batch(load_native("connect4"), n, threads, seed);
        games.reset(None, arrays.out()).expect("a start");
        let mut drawn = vec![0; n];
        games.draw(&mut drawn).expect("moves");
        drawn
    };
    let two = drawn(1, 2);
    assert_eq!(two[..16], drawn(1, 1));
    assert_ne!(two[16..], drawn(2, 1));
}

/// A graph that becomes too large is left in the middle of a step, and the games go on as they were.
#[test]
fn games_go_on_when_their_graph_is_left() {
    let (mut games, mut arrays) = batch(load_native("connect4"), 64, 1, 1);
    games.reset(None, arrays.out()).expect("a start");
    let n_actions = arrays.mask.len() / 64;
    let mut drawn = vec![0; 64];
    for _ in 0..800 {
        games.draw(&mut drawn).expect("moves");
        for (lane, number) in drawn.iter().enumerate() {
            assert_eq!(arrays.mask[lane * n_actions + *number as usize], 1);
        }
        games.step(&drawn, arrays.out()).expect("a step");
    }
    let n_legal: u32 = arrays.mask.iter().map(|it| u32::from(*it)).sum();
    assert!((64..=7 * 64).contains(&n_legal), "{n_legal}");
}

#[test]
fn a_third_occurrence_ends_a_game() {
    // Two games, of which one repeats itself; nobody tells the rules of boards that were met once.
    let (mut games, mut arrays) = batch(load_native("chess"), 2, 1, 1);
    let game = load_native("chess");
    let actions = explored(&game).expect("sound rules").expect("not too many moves");
    let number = |text: &str| {
        let field = |name: &str| game.facts().board.field(name);
        let key = Key { origin: field(&text[..2]), target: field(&text[2..]), ..Key::default() };
        i64::from(actions.number(&key).expect("moves of pieces have numbers"))
    };
    games.reset(None, arrays.out()).expect("a start");
    let shuffled = ["b1c3", "b8c6", "c3b1", "c6b8"];
    let others = ["a2a3", "a7a6", "a3a4", "a6a5", "b2b3", "b7b6", "b3b4", "b6b5"];
    for (turn, other) in others.into_iter().enumerate() {
        assert_eq!(arrays.done, [0, 0], "turn {turn}");
        let chosen = [number(shuffled[turn % 4]), number(other)];
        games.step(&chosen, arrays.out()).expect("legal moves");
    }
    assert_eq!((&arrays.done[..], &arrays.rewards[..2]), (&[1, 0][..], &[0.0, 0.0][..]));
}

/// Moves of which many change the same fields have numbers wherever play leads.
#[test]
fn games_of_two_steps_in_a_turn_are_played_by_numbers() {
    for name in ["santorini", "pentago", "arimaa", "fanorona"] {
        let (mut games, mut arrays) = batch(load_native(name), 3, 1, 5);
        games.reset(None, arrays.out()).expect("a start");
        let mut drawn = [0; 3];
        for _ in 0..40 {
            games.draw(&mut drawn).expect("moves");
            games.step(&drawn, arrays.out()).expect("a step");
        }
    }
}
