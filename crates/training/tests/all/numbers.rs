//! The numbers of moves: the same by every back end, different for different moves, and those
//! that the texts of the moves suggest.

use game::{Game, Rng, Turn};
use testing::{compiled, load, load_native, load_text};
use training::{Actions, explored, key_of_text, numbered};

/// Games with moves of all shapes: placed, moved, promoted, dropped, sown, with a third field.
/// Of the last three the texts have numbers.
const GAMES: [&str; 11] = [
    "tictactoe",
    "connect4",
    "chess",
    "minishogi",
    "kalah",
    "nine_mens_morris",
    "amazons6",
    "eight_puzzle",
    "pentago",
    "santorini",
    "arimaa",
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

/// Four stones a turn, of which keys tell three at most.
const FOURS: &str = "dimensions (4,2) pieces { stone 'X' 'O' }
    main = try [ put, put, put, put ] else draw.
    put = find empty field, replace by own stone.";

fn check_back_ends<A: Game, B: Game>(name: &str, interp: &A, native: &B) -> Actions {
    let ours = actions(interp);
    assert_eq!(ours, actions(native), "{name}");
    assert_eq!(play(interp, &ours, 1), play(native, &ours, 1), "{name}");
    ours
}

#[test]
fn back_ends_agree() {
    // The interpreter takes long for chess and for those after it.
    let is_slow = |name: &str| ["chess", "pentago", "santorini", "arimaa"].contains(&name);
    for name in GAMES.into_iter().filter(|name| !is_slow(name)) {
        check_back_ends(name, &load(name), &load_native(name));
    }
    let fours = || load_text("fours", FOURS).expect("sound rules");
    assert!(check_back_ends("fours", &fours(), &compiled(fours())).are_of_texts());
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

/// Two texts never have the same number, because a number can be read as its text again.
#[test]
fn numbers_of_texts_can_be_read() {
    for name in ["pentago", "santorini", "arimaa"] {
        let game = load_native(name);
        let (actions, facts) = (actions(&game), game.facts());
        assert!(actions.are_of_texts(), "{name}");
        for (text, number) in play(&game, &actions, 4).into_iter().flatten() {
            let mut named = text.clone();
            for (i, kind) in facts.kinds.iter().enumerate() {
                let first = game::Piece::new(game::Kind(i as u8), game::Owner::First);
                if kind.symbols[0].is_some() {
                    let drop = format!("{}@", facts.symbol(first));
                    named = named.replace(&drop, &format!("{}@", kind.name));
                }
            }
            assert_eq!(actions.describe(facts, number as usize), Some(named), "{name}: {text}");
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
    // A marble and an arrow beside a quarter, or a marble that wins at once.
    check("pentago", 44 * 44 + 44);
    // Animals that are set up, a pass, a step, and a push or a pull.
    check("arimaa", 6 * 64 + 1 + 64 * 64 + 64 * 64 * 64);
}

/// Castling moves a rook, too; what tells such moves apart is where the duck goes.
#[test]
fn what_is_placed_for_nobody_tells_more_than_a_second_piece() {
    let game = load_native("duck_chess");
    let actions = actions(&game);
    let setup = game::parse_position(game.facts(), "r3k3/8/8/8/8/8/*7/4K2R w K");
    let at = game.position(&setup.expect("a position")).expect("it fits the rules");
    let Ok(Turn::Moves(moves)) = game.turn(&at, &[]) else { panic!("moves") };
    let to: Vec<_> = moves.iter().map(|made| made.to.clone()).collect();
    let numbers = numbered(&game, &actions, &at, &to).expect("numbers for all moves");
    let castled = moves.iter().zip(numbers).filter(|(made, _)| made.text.starts_with("e1g1"));
    let castled: Vec<u32> = castled.map(|(_, number)| number).collect();
    assert!(castled.len() > training::OTHERS, "{castled:?}");
    assert!(castled.iter().all(|number| (*number as usize) < actions.others()));
}
