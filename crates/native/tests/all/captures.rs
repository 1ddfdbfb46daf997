//! The short lists of searches at their horizon hold what the whole lists hold that takes
//! pieces, turns them into others or ends the game, in the same order.

use game::{Expanded, Game, Rng, Turn, Worker, retain_captures};
use native::Native;

/// Compares the lists of the positions of a random game, up to so many turns; how many
/// positions had moves that are left out, and how many had some that are not.
fn check(game: &Native, seed: u64, turns: usize) -> (usize, usize) {
    let (mut at, mut past, mut rng) = (game.start(), Vec::new(), Rng::new(seed));
    let (mut left_out, mut listed) = (0, 0);
    let mut worker = game.worker(&[]);
    for turn in 0..turns {
        let name = &game.facts().name;
        let (mut all, mut short) = (Vec::new(), Vec::new());
        let over = worker.expand(&at, &mut all).expect("sound rules");
        let ground = worker.ground();
        let expanded = worker.expand_captures(&at, &mut short).expect("sound rules");
        assert_eq!(worker.ground(), ground, "{name}, turn {turn}");
        let expected = match over {
            Some(outcome) => Expanded::Over(outcome),
            None => Expanded::Moves { others: retain_captures(game, &at, &mut all, 0) },
        };
        assert_eq!(expanded, expected, "{name}, turn {turn}");
        assert!(short == all, "{name}, turn {turn}: other moves are listed");
        let signatures = |list: &[native::Position]| -> Vec<u64> {
            list.iter().map(|to| game.signature(to)).collect()
        };
        assert_eq!(signatures(&short), signatures(&all), "{name}, turn {turn}");
        left_out += usize::from(expanded == Expanded::Moves { others: true });
        listed += usize::from(!short.is_empty());
        let Ok(Turn::Moves(mut moves)) = game.turn(&at, &past) else { break };
        // Captures are drawn more often than not, so that endings are seen, too.
        let chosen = match !short.is_empty() && rng.below(2) == 0 {
            true => short.swap_remove(rng.below(short.len())),
            false => moves.swap_remove(rng.below(moves.len())).to,
        };
        worker.enter(&at);
        past.push(std::mem::replace(&mut at, chosen));
    }
    (left_out, listed)
}

#[test]
fn short_lists_hold_what_whole_lists_hold() {
    let mut seen = (0, 0);
    for name in testing::sampled() {
        // Games for which there is no code are searched by the interpreter.
        let Ok(game) = Native::new(testing::load(name), &[]) else { continue };
        if game.facts().n_players() != 2 {
            continue;
        }
        let (left_out, listed) = check(&game, 3, 40);
        seen = (seen.0 + left_out, seen.1 + listed);
    }
    assert!(seen.0 > 500 && seen.1 > 100, "{seen:?}");
}

#[test]
fn endings_with_promotions_are_listed() {
    let game = testing::load_native("chess");
    let text = "8/P6k/8/8/8/8/p6K/8 w - - 0 1";
    let setup = game::parse_position(game.facts(), text).expect("a position");
    let at = game.position(&setup).expect("a position");
    let mut short = Vec::new();
    let expanded = game.worker(&[]).expand_captures(&at, &mut short).expect("sound rules");
    assert_eq!((short.len(), expanded), (4, Expanded::Moves { others: true }));
}
