//! Jamboree: after the first move all others are tested at once whether they are
//! better; those that are, are searched one after the other (Kuszmaul, "The
//! StarTech massively parallel chess program", 1995). Only the first levels of the
//! tree are shared, the more the more threads there are.

use super::hand::{Begun, Hand};
use super::split::{Job, Split};
use crate::limits::Stop;
use crate::value::{Level, Value, Window};
use game::Game;
use std::sync::Arc;

/// The least depth at which moves are tested at once.
const LEAST_DEPTH: u32 = 3;
/// The levels that two threads share.
const LEVELS: usize = 5;

/// The levels of the tree that this many threads share.
fn levels(threads: usize) -> usize {
    LEVELS + threads.div_ceil(2).next_power_of_two().trailing_zeros() as usize
}

/// Searches the moves of the root.
pub(super) fn root<G: Game>(hand: &mut Hand<'_, '_, G>, split: &Arc<Split<G::Position>>) {
    moves(hand, split);
}

/// The value of a position for the player to move, exact in the window.
fn value<G: Game>(
    hand: &mut Hand<'_, '_, G>,
    parent: &Arc<Split<G::Position>>,
    at: &G::Position,
    level: Level,
    window: Window,
) -> Result<Value, Stop> {
    // Step 1: below the first levels one thread searches alone.
    if level.depth < LEAST_DEPTH || level.ply >= levels(hand.crew().n_threads()) {
        return hand.alone(at, level, window);
    }
    // Step 2: the table, the end of the game, the moves.
    let entered = hand.context.tree.entered();
    let split = match hand.begin(parent, at, level, window)? {
        Begun::Value(value) => return Ok(value),
        Begun::Moves(split) => split,
    };
    moves(hand, &split);
    // Step 6: what was found is remembered.
    hand.end(&split, window, entered)
}

fn moves<G: Game>(hand: &mut Hand<'_, '_, G>, split: &Arc<Split<G::Position>>) {
    // Step 3: the first move is searched with the whole window.
    if let Some(first) = split.take(false) {
        hand.work(split, first, false);
    }
    // Step 4: the others are tested at once.
    hand.share(split);
    // Step 5: those that are better are searched, one after the other, unless that
    // could be done at once.
    for n in split.again() {
        if let Some(again) = split.take_again(n) {
            hand.work(split, again, false);
        }
    }
}

/// Searches or tests one move; true if it is too good to be allowed.
pub(super) fn one<G: Game>(
    hand: &mut Hand<'_, '_, G>,
    split: &Arc<Split<G::Position>>,
    Job { n, alpha, again }: Job,
) -> Result<bool, Stop> {
    let (child, side) = hand.child(split, n);
    let (ground, below) = match hand.try_less_deep(split, n, alpha, value)? {
        Ok(deeper) => deeper,
        Err(is_too_good) => return Ok(is_too_good),
    };
    let beta = split.window.beta;
    if n == 0 {
        let exact = side.value(value(hand, split, child, below, side.window(alpha, beta))?);
        return Ok(split.note(n, exact, hand.context.tree.ground()));
    }
    let test = side.value(value(hand, split, child, below, side.window(alpha, alpha + 1))?);
    let ground = ground.min(hand.context.tree.ground());
    if test <= alpha || test >= beta {
        return Ok(split.note(n, test, ground));
    }
    if !again && !split.is_next(n) {
        return Ok(false);
    }
    let least = test.max(split.alpha());
    let exact = side.value(value(hand, split, child, below, side.window(least, beta))?);
    let ground = ground.min(hand.context.tree.ground());
    Ok(split.note(n, test.max(exact), ground))
}
