//! Quiescence: at the horizon captures are followed until there are none, so that
//! nothing is evaluated in the middle of an exchange (Turing, "Digital computers
//! applied to games", 1953; Slate and Atkin, "Chess 4.5", 1977).
//!
//! What a capture is says the board, not a rule: after it the opponent has fewer
//! pieces there, and both together have fewer. So pieces that change sides are not
//! captures, and each line ends when the pieces do.

use super::Context;
use crate::limits::Stop;
use crate::tree::Side;
use crate::value::{Value, WIN, Window};
use game::Game;

/// The value of a position at the horizon for the player to move, exact between alpha
/// and beta.
pub(super) fn quiescence<G: Game>(
    context: &mut Context<'_, '_, G>,
    at: &G::Position,
    ply: usize,
    window: Window,
) -> Result<Value, Stop> {
    let value = context.tree.horizon(at, ply)?;
    match context.tree.captures().are_followed() {
        true => below(context, at, ply, window, value),
        false => Ok(value),
    }
}

/// The same, if the evaluation is known or, where the game is over, its value.
fn below<G: Game>(
    context: &mut Context<'_, '_, G>,
    at: &G::Position,
    ply: usize,
    Window { mut alpha, beta }: Window,
    evaluation: Value,
) -> Result<Value, Stop> {
    // Step 1: who need not capture is content with the position as it is.
    if context.tree.captures().optional && evaluation >= beta {
        return Ok(evaluation);
    }
    // Step 2: the captures, those first after which the evaluation is best.
    let list = match context.tree.enter(at, ply)? {
        Ok(list) => list,
        Err(value) => return Ok(value),
    };
    let player = context.tree.player(at);
    let mut order = context.ordering.spare();
    let before = context.tree.pieces(at);
    for (i, child) in list.iter().enumerate() {
        if before.is_capture(player, context.tree.pieces(child)) {
            let value = context.tree.horizon(child, ply + 1)?;
            order.push((i64::from(Side::of(&context.tree, player, child).value(value)), i as u32));
        }
    }
    order.sort_by_key(|&(value, i)| (std::cmp::Reverse(value), i));
    // Step 3: who must capture cannot leave the position as it is.
    let must = !order.is_empty() && order.len() == list.len();
    let mut best = if must { -WIN } else { evaluation };
    alpha = alpha.max(best);
    let mut ground = context.tree.ground();
    // Step 4: each of them in turn, until one is too good to be allowed.
    for &(value, i) in &order {
        if alpha >= beta {
            break;
        }
        context.tree.count()?;
        let child = &list[i as usize];
        let side = Side::of(&context.tree, player, child);
        let seen = side.value(value as Value);
        let value = below(context, child, ply + 1, side.window(alpha, beta), seen)?;
        ground = ground.min(context.tree.ground());
        best = best.max(side.value(value));
        alpha = alpha.max(best);
    }
    context.ordering.done(order);
    context.tree.leave(list);
    context.tree.rest_on(ground);
    Ok(best)
}
