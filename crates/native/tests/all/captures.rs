//! The short lists of searches at their horizon hold what the whole lists hold that takes
//! pieces, turns them into others or ends the game, in the same order.

use game::{Expanded, Game, Outcome, Rng, Turn, Worker, retain_captures};
use native::{Native, Position};

/// Compares the lists of a position; the short one, and what came of it.
fn compare(
    game: &Native,
    worker: &mut <Native as Game>::Worker<'_>,
    at: &Position,
    place: &str,
) -> (Vec<Position>, Expanded) {
    let (mut all, mut short) = (Vec::new(), Vec::new());
    let over = worker.expand(at, &mut all).expect("sound rules");
    let ground = worker.ground();
    let expanded = worker.expand_captures(at, &mut short).expect("sound rules");
    assert_eq!(worker.ground(), ground, "{place}");
    let expected = match over {
        Some(outcome) => Expanded::Over(outcome),
        None => Expanded::Moves { others: retain_captures(game, at, &mut all, 0) },
    };
    assert_eq!(expanded, expected, "{place}");
    assert!(short == all, "{place}: other moves are listed");
    let signatures =
        |list: &[Position]| -> Vec<u64> { list.iter().map(|to| game.signature(to)).collect() };
    assert_eq!(signatures(&short), signatures(&all), "{place}");
    (short, expanded)
}

/// Compares the lists of the positions of a random game, up to this many turns; how many
/// positions had moves that are left out, and how many had some that are not.
fn check(game: &Native, seed: u64, turns: usize) -> (usize, usize) {
    let (mut at, mut past, mut rng) = (game.start(), Vec::new(), Rng::new(seed));
    let (mut left_out, mut listed) = (0, 0);
    let mut worker = game.worker(&[]);
    for turn in 0..turns {
        let place = format!("{}, turn {turn}", game.facts().name);
        let (mut short, expanded) = compare(game, &mut worker, &at, &place);
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

/// This many moves of a position of chess are listed, and this came of it.
fn check_chess(text: &str, listed: usize, expected: Expanded) {
    let game = testing::load_native("chess");
    let setup = game::parse_position(game.facts(), text).expect("a position");
    let at = game.position(&setup).expect("a position");
    let (short, expanded) = compare(&game, &mut game.worker(&[]), &at, text);
    assert_eq!((short.len(), expanded), (listed, expected), "{text}");
}

#[test]
fn endings_with_promotions_are_listed() {
    check_chess("8/P6k/8/8/8/8/p6K/8 w - - 0 1", 4, Expanded::Moves { others: true });
    check_chess("1n5k/P7/8/8/8/8/8/7K w - - 0 1", 8, Expanded::Moves { others: true });
}

#[test]
fn quiet_moves_are_found_where_few_are_legal() {
    let (some, none) = (Expanded::Moves { others: true }, Expanded::Moves { others: false });
    // The king is in check: every move has to be tried.
    check_chess("k7/8/8/8/8/8/8/R6K b - - 0 1", 0, some);
    check_chess("4k3/8/5N2/8/8/8/4R3/4K3 b - - 0 1", 0, some);
    check_chess("k7/1Q6/8/8/8/8/8/7K b - - 0 1", 1, none);
    // Something is taken, also in passing, and few other moves or many are left.
    check_chess("8/8/8/8/8/4k3/4p2r/4K2R w K - 0 1", 1, some);
    check_chess("7k/8/8/8/1b6/P1n5/PP6/KRq5 w - - 0 1", 3, some);
    check_chess("k7/2Q5/8/3pP3/8/8/8/7K w - d6 0 1", 1, some);
    // There is no move.
    let over = |value| Expanded::Over(Outcome { value, scored: false });
    check_chess("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0, over(0));
    check_chess("kb5Q/p7/P7/2N5/8/8/8/7K b - - 0 1", 0, over(0));
    check_chess("R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", 0, over(1));
}

/// Men go east, and north as long as one of them finds an empty field there; only then may
/// they take something.
const CLIMB: &str = "
dimensions (4,4)
pieces { man 'M' 'm' }
start { 4/1mm1/MM2/4 }
main = try [ either stroll or [ try climb else take ] ] else lose.
stroll = find own man, pickup, east, step, points at empty field, putdown.
climb = find own man, pickup, north, step, points at empty field, putdown.
take = find own man, pickup, north, step, points at enemy man, putdown.
";

#[test]
fn rules_that_come_first_are_not_left_out() {
    let game = testing::compiled(testing::load_text("made-up", CLIMB).expect("sound rules"));
    let quiet = Expanded::Moves { others: true };
    // A move to the east is known, and still it matters that there is one to the north.
    let found = compare(&game, &mut game.worker(&[]), &game.start(), "one may climb");
    assert_eq!((found.0.len(), found.1), (0, quiet));
    let blocked = game::parse_position(game.facts(), "4/mm2/MM2/4 w 1").expect("a position");
    let at = game.position(&blocked).expect("a position");
    let found = compare(&game, &mut game.worker(&[]), &at, "nobody may climb");
    assert_eq!((found.0.len(), found.1), (2, quiet));
}
