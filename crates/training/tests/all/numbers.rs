//! The numbers of moves: the same by every back end, different for different moves, and those
//! that the texts of the moves suggest.

use game::{Game, Rng, Turn};
use testing::{load, load_native};
use training::{Actions, explored, key_of_text, numbered};

/// Games with moves of all shapes: placed, moved, promoted, dropped, sown, with a third field.
const GAMES: [&str; 8] = [
    "tictactoe",
    "connect4",
    "chess",
    "minishogi",
    "kalah",
    "nine_mens_morris",
    "amazons6",
    "eight_puzzle",
];

fn actions<G: Game>(game: &G) -> Actions {
    explored(game).expect("sound rules").expect("not too many moves")
}

/// The numbers of the moves of a random game, each with its text.
fn play<G: Game>(game: &G, actions: &Actions, seed: u64) -> Vec<Vec<(String, u32)>> {
    let (mut rng, mut at, mut turns) = (Rng::new(seed), game.start(), Vec::new());
    for _ in 0..40 {
        let Ok(Turn::Moves(moves)) = game.turn(&at, &[]) else { break };
        let to: Vec<G::Position> = moves.iter().map(|made| made.to.clone()).collect();
        let numbers = numbered(game, actions, &at, &to).expect("numbers for all moves");
        turns.push(moves.iter().map(|made| made.text.clone()).zip(numbers).collect());
        let Some(next) = rng.choose(&moves).filter(|made| made.outcome.is_none()) else { break };
        at = next.to.clone();
    }
    turns
}

#[test]
fn back_ends_agree() {
    // The interpreter takes long for chess.
    for name in GAMES.into_iter().filter(|name| *name != "chess") {
        let (interp, native) = (load(name), load_native(name));
        let ours = actions(&interp);
        assert_eq!(ours, actions(&native), "{name}");
        assert_eq!(play(&interp, &ours, 1), play(&native, &ours, 1), "{name}");
    }
}

#[test]
fn moves_of_a_position_have_different_numbers() {
    for name in GAMES {
        let game = load_native(name);
        let actions = actions(&game);
        for turn in play(&game, &actions, 2) {
            let mut numbers: Vec<u32> = turn.iter().map(|(_, number)| *number).collect();
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers.len(), turn.len(), "{name}: {turn:?}");
            assert!(numbers.iter().all(|number| (*number as usize) < actions.len()), "{name}");
        }
    }
}

#[test]
fn numbers_are_those_of_the_texts() {
    for name in ["tictactoe", "chess", "minishogi", "eight_puzzle"] {
        let game = load_native(name);
        let actions = actions(&game);
        for (text, number) in play(&game, &actions, 3).into_iter().flatten() {
            let key = key_of_text(game.facts(), &text);
            assert_eq!(actions.number(&key), Some(number), "{name}: {text}");
            assert_eq!(actions.key(number as usize), Some(key), "{name}: {text}");
        }
    }
}

#[test]
fn sizes_follow_from_the_declarations() {
    let check = |name: &str, expected: usize| {
        assert_eq!(actions(&load_native(name)).others(), expected, "{name}");
    };
    check("tictactoe", 9);
    check("connect4", 42);
    check("breakthrough", 64 * 64);
    check("chess", 5 * 64 * 64);
    // An arrow that hits the field which the amazon left is no third field.
    check("amazons6", 36 * 36 * 36 + 36 * 36);
}
