//! Code that nobody waits for any longer is not made, and the interpreter plays instead. How long
//! somebody waits is counted in questions here, not by the clock.

use super::{interp, limits};
use game::{Game, Worker};
use native::Native;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// A game whose code is wanted as long as somebody has patience for more questions.
struct Patient {
    game: Native,
    patience: Arc<AtomicU64>,
    told: Arc<Mutex<Vec<String>>>,
}

fn patient(rules: interp::Interp, patience: u64) -> Patient {
    let (patience, told) = (Arc::new(AtomicU64::new(patience)), Arc::default());
    let (asked, listener): (_, Arc<Mutex<Vec<String>>>) = (patience.clone(), Arc::clone(&told));
    let less = |left: u64| left.checked_sub(1);
    let wanted = move || asked.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok();
    let game = Native::while_wanted(rules, &[], wanted).expect("there may be code");
    let notice = move |why: &str| listener.lock().expect("nobody fails").push(why.to_string());
    Patient { game: game.or_interpret(notice), patience, told }
}

/// Asks for all kinds of answers, which do not depend on who gives them.
fn check(game: &Native, moves: u64) {
    let start = game.start();
    assert_eq!(game.perft(&start, &[], 1, true), Ok(moves));
    assert_eq!(game.perft(&start, &[], 1, false), Ok(moves));
    assert_eq!(super::kind(&game.turn(&start, &[]).expect("it ends")) as u64, moves);
    let mut list = Vec::new();
    assert_eq!(game.worker(&[]).expand(&start, &mut list), Ok(None));
    assert_eq!(list.len() as u64, moves);
    game.playouts(&start, 1, 2, 3).expect("they are played");
}

#[test]
fn without_any_patience_nothing_is_made() {
    let Patient { game, patience, told } = patient(interp("chess"), 0);
    assert_eq!(game.program(), game.interp().program(), "no pass was run");
    check(&game, 20);
    assert_eq!(game.work().spent, 0);
    assert_eq!(*told.lock().expect("nobody fails"), ["there was no time to make all of its code"]);
    // Later there is time, and nothing was given up for good.
    patience.store(u64::MAX, Ordering::Relaxed);
    check(&game, 20);
    assert!(game.work().spent > 0);
}

/// Wherever patience ends, among the passes, while code is emitted or before it is compiled, the
/// answers are the same and the work ends soon after.
#[test]
fn patience_may_end_anywhere() {
    let whole = limits::long_rules(10);
    let moves = whole.perft(&whole.start(), &[], 1, true).expect("it is counted");
    check(&whole, moves);
    let most = whole.work().spent;
    for patience in [1, 7, 40, 200] {
        let Patient { game, told, .. } = patient(whole.interp().clone(), patience);
        check(&game, moves);
        let spent = game.work().spent;
        assert!(spent < most / 2, "{patience}: {spent} of {most}");
        assert_eq!(told.lock().expect("nobody fails").len(), 1, "{patience}");
    }
}
