//! Stacks of pieces in native code: what a position tells of them is what the interpreter
//! tells, and where there are more pieces than there is room for, this is said.

use game::{ErrorCode, Game, Rng, Setup, Turn};
use interp::Interp;
use native::Native;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Pieces of all sorts come onto stacks, under them and off them again.
const TOWERS: &str = "dimensions (4,3) stacks 7
    pieces { man 'X' 'O' promotes to king   king 'K' 'k'   wall '*' }
    reserve { man 6 }
    start { X . O */. X O ./X O . . }
    main = try go else draw.
    go = either [ find field, drop man ]
        or [ find own piece, orthogonal, pickup all, step, putdown ]
        or [ find own piece, height > 2, pickup 2, orthogonal, step, putdown 1, putdown ]
        or [ find own piece, diagonal, pickup, step, points at enemy piece, keep, putdown ]
        or [ find own man, orthogonal, pickup, step, points at piece, putdown, promote ]
        or [ find wall, remove ]
        or [ find own man, test [ repeat 0 .. infinity times remove, points at wall ], promote ]
        or [ find enemy piece, not [ repeat 0 .. infinity times remove, points at own piece ],
             remove ]
        or [ find own man, replace by wall ].";

/// Each turn another man comes from nowhere and goes onto a stack.
const GROWING: &str = "dimensions (16,1) stacks 255 pieces { man 'X' 'O' }
    main = find field in (a1), replace by own man, pickup, 
        find field in (b1, c1, d1, e1), height < 255, putdown.";

/// Men only move, on a board so large that full fields would not fit.
const MOVING: &str = "dimensions (9,9) stacks 200
    pieces { man 'X' 'O' }
    start {
        X . . . . . . . O / . . . . . . . . . / . . . . . . . . . / . . . . . . . . .
        . . . . . . . . . / . . . . . . . . . / . . . . . . . . . / . . . . . . . . .
        . . . . . . . . .
    }
    main = try go else draw.
    go = find own man, alldir, pickup all, step, putdown.";

fn interp(rules: &str) -> Interp {
    testing::load_text("made-up", rules).expect("sound rules")
}

fn built_in(name: &str) -> Interp {
    testing::load(name)
}

/// Plays at random and compares what both tell of the positions on the way.
fn compare(interp: &Interp, games: u64, turns: usize) {
    let native = Native::new(interp.clone(), &[]).expect("there is code for this game");
    let (mut highest, mut several) = (0, false);
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut at = interp.start();
        let mut same = native.start();
        for _ in 0..turns {
            let Ok(Turn::Moves(moves)) = interp.turn(&at, &[]) else { break };
            let next = moves[rng.below(moves.len())].to.clone();
            let setup = interp.setup(&next);
            let other = native.position(&setup).expect("there is room");
            assert_eq!(native.setup(&other), setup);
            assert_eq!(native.pieces(&other), interp.pieces(&next));
            assert_eq!(native.signature(&other), interp.signature(&next));
            let mut changes = [Vec::new(), Vec::new()];
            interp.differences(&at, &next, &mut changes[0]);
            native.differences(&same, &other, &mut changes[1]);
            assert_eq!(changes[0], changes[1], "{}", written(interp, &setup));
            let mut bytes = Vec::new();
            native.write_position(&other, &mut bytes);
            assert_eq!(native.read_position(&bytes).as_ref(), Some(&other));
            let made = native.successors(&same, &[]).expect("it is listed");
            assert!(made.is_ok_and(|made| made.contains(&other)), "{}", written(interp, &setup));
            highest = setup.board.iter().map(Vec::len).max().unwrap_or(0).max(highest);
            several |= setup.board.iter().any(|stack| stack.iter().any(|it| *it != stack[0]));
            (at, same) = (next, other);
        }
    }
    assert!(highest > 3, "stacks are only {highest} high");
    assert_eq!(several, interp.facts().pieces().count() > 1);
}

fn written(interp: &Interp, setup: &Setup) -> String {
    game::write_position(interp.facts(), setup)
}

#[test]
fn positions_tell_what_the_interpreter_tells() {
    compare(&interp(TOWERS), 12, 60);
    compare(&built_in("kalah"), 6, 60);
    compare(&built_in("dvonn"), 1, 75);
}

/// Bytes that are not those of stacks are not taken for a position: code would trust them.
#[test]
fn only_stacks_are_read() {
    for interp in [interp(TOWERS), built_in("kalah")] {
        let most = usize::from(interp.facts().stacks.expect("there are stacks"));
        let native = Native::new(interp, &[]).expect("there is code for this game");
        let mut bytes = Vec::new();
        native.write_position(&native.start(), &mut bytes);
        let (mut refused, mut played) = (0, 0);
        for bit in 0..8 * bytes.len() {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            let Some(read) = native.read_position(&changed) else {
                refused += 1;
                continue;
            };
            // What is read is whole: it can be written as a setup, and play goes on.
            let setup = native.setup(&read);
            assert!(setup.board.iter().all(|stack| stack.len() <= most));
            let counted = native.perft(&read, &[], 2, false);
            // Bytes with other numbers of pieces than the rules say can be read.
            let same = native.interp().position(&setup).ok();
            if let Some(same) = same.filter(|_| native.outcome(&read).is_none()) {
                let expected = game::perft(native.interp(), &same, &[], 2);
                assert_eq!(counted.ok(), expected.ok(), "{}", written(native.interp(), &setup));
                played += 1;
            }
        }
        assert!(refused > 64, "{refused} of {} bits are refused", 8 * bytes.len());
        assert!(played > 64, "after {played} changes play goes on");
    }
}

#[test]
fn too_many_pieces_are_an_error() {
    let game = Native::new(interp(GROWING), &[]).expect("there is code for this game");
    let error = game.playouts(&game.start(), 1, 1, 1000).expect_err("there is no room");
    let why = "there are more pieces in stacks than native code has room for";
    assert_eq!((error.code, error.message.as_str()), (ErrorCode::TooLong, why));
    assert!(error.hint == native::INTERPRET, "{error:?}");
    // The interpreter could go on, but the position that it comes to has no room either.
    let game = game.or_interpret(|_| {});
    let error = game.playouts(&game.start(), 1, 1, 1000).expect_err("there is no room");
    assert_eq!(error.message, why);
    let mut setup = game.facts().start.clone();
    let man = game.facts().pieces().next().expect("there is a piece");
    setup.board[1] = vec![man; 180];
    setup.board[2] = vec![man; 180];
    assert!(game.position(&setup).is_ok());
    setup.board[3] = vec![man; 180];
    assert_eq!(game.position(&setup).expect_err("there is no room").message, why);
    assert!(game.interp().position(&setup).is_ok());
}

/// Nobody is told that play goes on interpreted where it cannot.
#[test]
fn no_note_comes_before_the_error() {
    let told = Arc::new(AtomicBool::new(false));
    let tell = Arc::clone(&told);
    let game = Native::new(interp(GROWING), &[]).expect("there is code for this game");
    let game = game.or_interpret(move |_| tell.store(true, Ordering::Relaxed));
    assert!(game.playouts(&game.start(), 1, 1, 1000).is_err());
    assert!(!told.load(Ordering::Relaxed));
}

/// A position is refused at once if its pieces could come together where there is no room.
#[test]
fn what_begins_can_go_on() {
    let game = Native::new(interp(MOVING), &[]).expect("there is code for this game");
    let man = game.facts().pieces().next().expect("there is a piece");
    let mut setup = game.facts().start.clone();
    setup.board[40] = vec![man; 100];
    let begun = game.position(&setup).expect("there is room");
    assert!(game.playouts(&begun, 20, 1, 300).is_ok());
    // The same stack fits now, but not if the men on the other fields go onto it.
    for stack in setup.board.iter_mut().filter(|stack| stack.is_empty()) {
        *stack = vec![man];
    }
    assert!(game.position(&setup).is_err());
    assert!(game.interp().position(&setup).is_ok());
}

/// What a game begins with must fit, or there is no code.
#[test]
fn the_start_has_room() {
    let full = format!("start {{ {} }}", ["255X"; 16].join(" "));
    let rules = GROWING.replace("main =", &format!("{full} main ="));
    let game = interp(&rules);
    let begins: usize = game.facts().start.board.iter().map(Vec::len).sum();
    assert_eq!(begins, 16 * 255);
    assert!(Native::new(game, &[]).is_err());
}
