//! Limits end what does not end by itself, and where there is no code the interpreter answers.

use super::{from_text, small};
use game::{ErrorCode, Game, Worker};
use native::{Native, Work};

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

/// A number for which code takes too long is found by the interpreter, and somebody is told.
#[test]
fn a_number_that_takes_code_too_long_is_interpreted() {
    let rules = "dimensions (7,7) pieces { dvonn 'O' } stacks 49
        start { . . . . . O . / . . O O . . . / . . O O . . O / O . . . . . O / . . . . . O .
                / O . O . . . O / . . O O . . . }
        main = find piece, remove.
        chain = repeat 0 .. infinity times [ alldir, step ].
        loose = find piece, not [ chain, remove ].
        evaluation left = steps [ ] until for each loose do remove.";
    let interp = testing::load_text("made-up", rules).expect("sound rules");
    let off: Vec<String> = ir::passes::PASSES.iter().map(|pass| pass.name.to_string()).collect();
    let alone = Native::new(interp.clone(), &off).expect("there is code");
    let error = alone.evaluate(&alone.start(), 0).expect_err("it takes long");
    assert_eq!((error.code, &*error.hint), (ErrorCode::TooLong, native::INTERPRET));
    let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let listener = told.clone();
    let game = Native::new(interp, &off).expect("there is code").or_interpret(move |why| {
        listener.lock().expect("nobody fails").push(why.to_string());
    });
    assert_eq!(game.evaluate(&game.start(), 0), Ok(0));
    assert_eq!(*told.lock().expect("nobody fails"), ["a turn takes native code too long"]);
}

/// A frame that is larger than the page that guards a stack touches the pages between.
#[cfg(target_arch = "x86_64")]
#[test]
fn large_frames_are_probed() {
    let is_large = |line: &str| {
        let bytes = line.trim().strip_prefix("subq $0x").and_then(|it| it.strip_suffix(", %rsp"));
        bytes.is_some_and(|bytes| u32::from_str_radix(bytes, 16).is_ok_and(|n| n > 4096))
    };
    let listing = super::native("dvonn", &[]).listing().expect("there is code");
    let large = listing.iter().filter(|it| it.assembly.lines().any(is_large));
    // A probe goes down by a page and writes there.
    let probed = |it: &&native::Listing| it.assembly.contains("subq $0x1000, %rsp");
    assert!(large.clone().count() > 0, "dvonn has large frames");
    assert_eq!(large.clone().filter(probed).count(), large.count());
}

/// Many alternatives of decisions, and a choice after each, on a board of four words.
pub(super) fn long_rules(alternatives: usize) -> Native {
    let directions = ["north", "southeast", "west", "northeast", "south", "northwest", "east"];
    let alternative = |i: usize| {
        let [a, b, c] = [i, i / 7, i / 49].map(|i| directions[i % 7]);
        format!(
            "[ {a}, try [ step, points at empty field, replace by own king ] else {b},
             try [ step, points at enemy man, remove ] else {c} ]"
        )
    };
    let either: Vec<String> = (0..alternatives).map(alternative).collect();
    from_text(&format!(
        "dimensions (16,16) pieces {{ man 'X' 'O' king 'K' 'k' }}
         main = try go else [ find empty field, replace by own man ].
         go = find own man, either {}, try [ alldir, step, points at enemy man, remove ].",
        either.join(" or ")
    ))
}

/// However long rules are, making their code is so much work and no more; what is not
/// made is interpreted.
#[test]
fn making_code_has_a_budget() {
    let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let listener = told.clone();
    let game = long_rules(60).or_interpret(move |why| {
        listener.lock().expect("nobody fails").push(why.to_string());
    });
    // So little that the length of the rules does not matter to the time that the test takes.
    game.limit_work(300_000);
    let start = game.start();
    let leaves = game.perft(&start, &[], 1, true).expect("it is counted");
    assert_eq!(game.perft(&start, &[], 1, false), Ok(leaves));
    assert_eq!(super::kind(&game.turn(&start, &[]).expect("it ends")) as u64, leaves);
    let mut list = Vec::new();
    assert_eq!(game.worker(&[]).expand(&start, &mut list), Ok(None));
    assert_eq!(list.len() as u64, leaves);
    game.playouts(&start, 1, 2, 3).expect("it is played");
    let Work { spent, most } = game.work();
    // What is emitted between two looks at the budget, and to end what was begun, comes on top.
    assert!(spent <= most + 1_000, "{spent} of {most}");
    let told = told.lock().expect("nobody fails");
    assert_eq!(*told, ["making its code would take too long"]);
}

/// The code of built-in games is far from the end of the budget: none of a sample and of those
/// with the most work is interpreted because of it, and with `ALL_GAMES=1` none of all.
/// `cargo run --release -p multigame-native --example budget` shows how much each needs.
#[test]
fn sampled_games_need_little_of_the_budget() {
    let most = ["shogi", "losers", "russian_draughts", "hive", "kriegspiel_icc", "dvonn"];
    for name in testing::sampled().chain(most) {
        let interp = testing::load(name);
        let passes = ir::passes::optimize(&mut interp.program().clone(), &[]);
        assert!(passes < ir::passes::MOST_WORK / 8, "{name}: {passes}");
        let Ok(game) = Native::new(interp, &[]) else { continue };
        let start = game.start();
        game.perft(&start, &[], 1, true).expect("it is counted");
        game.perft(&start, &[], 1, false).expect("it is counted");
        game.turn(&start, &[]).expect("it ends");
        game.playouts(&start, 1, 200, 1).expect("they end");
        game.worker(&[]).expand(&start, &mut Vec::new()).expect("it is listed");
        let Work { spent, most } = game.work();
        assert!(spent < most / 2, "{name}: {spent} of {most}");
    }
}
