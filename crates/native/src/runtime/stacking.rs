//! Routines of ours that change stacks of different pieces. Generated code puts the
//! board, the hand and the signature of a position after each other on its stack, calls,
//! and goes on with what it finds there.

use crate::layout::stacks::{Board, Refused, Stacks};
use crate::runtime::{Ctx, Problem};

/// What ends the path.
const DIES: i64 = 0;

/// What is after each other: the board, the number of pieces in the hand, these pieces,
/// and the signature.
struct Given<'a> {
    board: Board<'a>,
    stacks: &'a Stacks,
    held: &'a mut u64,
    hand: &'a mut [u64],
    signature: &'a mut u64,
}

/// What generated code has given.
///
/// SAFETY: generated code of a game with stacks calls with the memory of its thread and
/// a place on its stack that has the words of [`Given`].
unsafe fn given<'a>(ctx: *mut Ctx, at: *mut u64, signed: i64) -> Option<Given<'a>> {
    // SAFETY: see above.
    let shared = unsafe { &*(*ctx).shared };
    let layout = &shared.layout;
    let stacks = layout.stacks.as_ref()?;
    // SAFETY: see above.
    let words = unsafe { std::slice::from_raw_parts_mut(at, layout.n_board + stacks.n_hand + 2) };
    let (words, turn) = words.split_at_mut(layout.n_board);
    let (signature, turn) = turn.split_last_mut()?;
    let (held, hand) = turn.split_first_mut()?;
    let signatures = (signed != 0).then_some(&shared.signatures);
    let board = Board { layout, stacks, words, signatures, change: 0 };
    Some(Given { board, stacks, held, hand, signature })
}

/// The answer to generated code, if something was refused.
fn refuse(ctx: *mut Ctx, refused: Refused) -> i64 {
    match refused {
        Refused::ByRules => DIES,
        Refused::NoRoom => {
            // SAFETY: generated code passes the memory of its thread.
            unsafe { (*ctx).problem = Problem::Room as i64 };
            -1
        }
    }
}

/// Takes this many pieces, or all if that is below 0, into the empty hand: 1, and how many
/// these were if others stay.
pub(crate) extern "C" fn lift(ctx: *mut Ctx, at: *mut u64, field: u64, n: i64, signed: i64) -> i64 {
    // SAFETY: see `given`.
    let Some(mut given) = (unsafe { given(ctx, at, signed) }) else { return DIES };
    let height = given.stacks.height(given.board.words, field as usize);
    let n = usize::try_from(n).unwrap_or(height);
    if let Err(refused) = given.board.take(field as usize, n, given.hand) {
        return refuse(ctx, refused);
    }
    *given.held = n as u64;
    *given.signature ^= given.board.change;
    1 + if n < height { n as i64 } else { 0 }
}

/// Puts this many pieces, or all if that is below 0, out of the hand on a field: how often
/// a text tells the field.
pub(crate) extern "C" fn lower(
    ctx: *mut Ctx,
    at: *mut u64,
    field: u64,
    n: i64,
    signed: i64,
) -> i64 {
    // SAFETY: see `given`.
    let Some(mut given) = (unsafe { given(ctx, at, signed) }) else { return DIES };
    let held = *given.held as usize;
    let n = usize::try_from(n).unwrap_or(held);
    if n < 1 || n > held {
        return DIES;
    }
    if let Err(refused) = given.board.put(field as usize, given.hand, n) {
        return refuse(ctx, refused);
    }
    given.board.drop_first(given.hand, n);
    *given.held = (held - n) as u64;
    *given.signature ^= given.board.change;
    if held == n { 1 } else { n as i64 }
}

/// Takes the top piece off a field: its number and 1.
pub(crate) extern "C" fn take_top(ctx: *mut Ctx, at: *mut u64, field: u64, signed: i64) -> i64 {
    // SAFETY: see `given`.
    let Some(mut given) = (unsafe { given(ctx, at, signed) }) else { return DIES };
    let mut taken = [0];
    if let Err(refused) = given.board.take(field as usize, 1, &mut taken) {
        return refuse(ctx, refused);
    }
    *given.signature ^= given.board.change;
    1 + taken[0] as i64
}

/// Puts a piece on top of a field: 1.
pub(crate) extern "C" fn put_top(
    ctx: *mut Ctx,
    at: *mut u64,
    field: u64,
    piece: u64,
    signed: i64,
) -> i64 {
    // SAFETY: see `given`.
    let Some(mut given) = (unsafe { given(ctx, at, signed) }) else { return DIES };
    if let Err(refused) = given.board.put(field as usize, &[piece], 1) {
        return refuse(ctx, refused);
    }
    *given.signature ^= given.board.change;
    1
}

/// How many of a piece there are in all stacks.
pub(crate) extern "C" fn count_piece(ctx: *mut Ctx, at: *mut u64, piece: u64) -> i64 {
    // SAFETY: see `given`.
    let Some(given) = (unsafe { given(ctx, at, 0) }) else { return DIES };
    given.board.layout.count(given.board.words, piece as usize) as i64
}

/// Puts the fields that have a piece of a mask below their top in the place of the first
/// set of the board: 0.
pub(crate) extern "C" fn holding(ctx: *mut Ctx, at: *mut u64, mask: u64) -> i64 {
    // SAFETY: see `given`.
    let Some(given) = (unsafe { given(ctx, at, 0) }) else { return DIES };
    let words = given.board.layout.words;
    let found = given.stacks.with_below(given.board.words, mask);
    given.board.words[..words].copy_from_slice(&found[..words]);
    0
}
