//! Limits end what does not end by itself, and where there is no code the interpreter answers.

use super::{from_text, small};
use game::{ErrorCode, Game, Worker};
use native::Native;

/// Passes after calling itself forever, each call inside the result of the one before.
const DEEP: &str = include_str!("../../../../interp/src/tests/endless/deep.ir");

/// The same with the heaviest constructs around each call.
const HEAVY: &str = include_str!("../../../../interp/src/tests/endless/heavy.ir");

/// A step and back again, a thousand million times, in every order.
const LONG: &str = include_str!("../../../../interp/src/tests/endless/long.ir");

#[test]
fn what_does_not_end_is_stopped() {
    // On the small stack of a test thread.
    for (program, code) in [
        (DEEP, ErrorCode::TooDeepRecursion),
        (HEAVY, ErrorCode::TooDeepRecursion),
        (LONG, ErrorCode::TooLong),
    ] {
        let limits = interp::Limits { steps: 10_000, ..interp::Limits::default() };
        let interp = small(2, 2, program).with_limits(limits);
        let native = Native::new(interp, &[]).expect("there is code");
        let error = native.turn(&native.start(), &[]).expect_err("it does not end");
        assert_eq!(error.code, code);
        let error = native.successors(&native.start(), &[]).expect_err("it does not end");
        assert_eq!(error.code, code);
    }
}

/// A turn that tries everything with everything ends in counts and random games,
/// too, and is told of in the words of the interpreter.
#[test]
fn counts_and_random_games_end() {
    let rules = "dimensions (8,8) pieces { man 'X' 'O' } start { 8/8/8/8/8/8/8/8 }
        main = try go else draw.
        go = find empty field, replace by own man, not long.
        long = one, one, one, one, one, one, one, find enemy man.
        one = find empty field, replace by own man.";
    let interp = testing::load_text("long", rules).expect("it loads");
    // The interpreter, which explains, gives up sooner than it would for users.
    let limits = interp::Limits { steps: 100_000, ..interp::Limits::default() };
    let game = Native::new(interp.with_limits(limits), &[]).expect("code");
    let start = game.start();
    assert_eq!(game.perft(&start, &[], 1, true).unwrap_err().code, ErrorCode::TooLong);
    assert_eq!(game.playouts(&start, 1, 1, 5).unwrap_err().code, ErrorCode::TooLong);
}

/// What is wrong in a random game is told where it is wrong.
#[test]
fn errors_of_random_games_have_their_place() {
    let rules = "dimensions (3,3) pieces { mark 'X' 'O' }
        main = find empty field, replace by own mark.";
    let game = from_text(rules);
    let error = game.playouts(&game.start(), 1, 3, 20).unwrap_err();
    assert_eq!(error.code, ErrorCode::Stuck);
    assert!(error.position.ends_with("b 5"), "{error:?}");
}

/// Rules that branch at so many steps that their code would be too long.
fn branching(hops: usize) -> Native {
    let hops = "hop, ".repeat(hops);
    from_text(&format!(
        "dimensions (8,8) pieces {{ man 'X' 'O' stone '*' }} start {{ 8/8/8/8/8/8/8/8 }}
        main = try go else draw.
        go = find empty field, replace by own man, {hops}replace by stone.
        hop = either [ north, step ] or [ east, step, points at empty field ].
        evaluation men = count own man + 7."
    ))
}

/// Rules that branch at every step do not use up all memory.
#[test]
fn code_that_would_be_too_long_is_not_made() {
    let game = branching(24);
    for _ in 0..2 {
        let error = game.perft(&game.start(), &[], 1, true).unwrap_err();
        assert_eq!(error.code, ErrorCode::TooLong, "{error:?}");
    }
}

/// Where there is no code, the interpreter answers, and somebody is told once.
#[test]
fn what_has_no_code_is_interpreted() {
    let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let listener = told.clone();
    let game = branching(12).or_interpret(move |why| {
        listener.lock().expect("nobody fails").push(why.to_string());
    });
    let interp = game.interp();
    let leaves = game::perft(interp, &interp.start(), &[], 1).expect("it is counted");
    assert!(leaves > 5);
    assert_eq!(game.perft(&game.start(), &[], 1, true), Ok(leaves));
    assert_eq!(game.perft(&game.start(), &[], 1, false), Ok(leaves));
    let mut list = Vec::new();
    let over = game.worker(&[]).expand(&game.start(), &mut list).expect("it is listed");
    assert_eq!((list.len() as u64, over), (leaves, None));
    assert!(list.iter().all(|to| game.player(to) == game::Player::Second));
    let tally = game.playouts(&game.start(), 1, 3, 2).expect("it is played");
    assert_eq!((tally.games, tally.plies, tally.wins), (3, 6, [0, 0, 3]));
    assert_eq!(game.worker(&[]).evaluate(&game.start(), 0), Ok(7));
    let told = told.lock().expect("nobody fails");
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("too long"), "{told:?}");
}
