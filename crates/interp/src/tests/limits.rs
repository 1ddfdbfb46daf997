//! Rules that do not end are stopped with an error, on the small stack of a
//! test thread.

use super::{facts, interp, offer};
use crate::Limits;
use game::Game;

/// Passes after calling itself forever, each call inside the result of the one before.
const DEEP: &str = include_str!("endless/deep.ir");

/// The same with the heaviest constructs around each call.
const HEAVY: &str = include_str!("endless/heavy.ir");

/// Picks a field and follows a results chain that nests a frame of every kind
/// at each level.
const CHAIN: &str = include_str!("endless/chain.ir");

/// A step north and back again, up to a thousand million times, in every order.
const LONG: &str = include_str!("endless/long.ir");

#[track_caller]
fn check(program: &str, limits: Limits, expected: &str) {
    let interp = interp(facts(2, 2, &[("man", "M", "m")]), program).with_limits(limits);
    assert_eq!(offer(&interp, &interp.start(), &[]), expected);
}

#[test]
fn recursion_without_end_is_stopped() {
    check_recursion(Limits::default(), "800");
}

#[test]
fn a_worker_has_room_for_deeper_recursion() {
    game::crew::on_worker(|| check_recursion(Limits::on_worker(), "53687")).unwrap();
}

fn check_recursion(limits: Limits, depth: &str) {
    let expected = format!("too-deep-recursion: rules call each other more than {depth} deep");
    for program in [DEEP, HEAVY, CHAIN] {
        check(program, limits, &expected);
    }
}

#[test]
fn a_long_turn_is_stopped() {
    let limits = Limits { steps: 10_000, ..Limits::default() };
    check(LONG, limits, "too-long: a turn was not done after 10000 steps");
}
