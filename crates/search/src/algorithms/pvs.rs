//! Principal variation search, or NegaScout: the first move is searched with the
//! whole window, the others only to see whether they are better (Marsland and
//! Campbell, "Parallel search of strongly ordered game trees", 1982; Reinefeld,
//! "An improvement to the Scout tree-search algorithm", 1983).

use super::Context;
use super::alpha_beta::Known;
use crate::limits::Stop;
use crate::tree::Side;
use crate::value::{Value, WIN};
use crate::way::Ground;
use game::Game;

/// The value of a position for the player to move, exact between alpha and beta.
pub(super) fn pvs<G: Game>(
    context: &mut Context<'_, '_, G>,
    at: &G::Position,
    (depth, ply): (u32, usize),
    (mut alpha, mut beta): (Value, Value),
) -> Result<Value, Stop> {
    // Step 1: at the horizon there is a number.
    context.tree.count()?;
    if depth == 0 {
        return context.horizon(at, ply, (alpha, beta));
    }
    // Nothing is to be found in an empty window.
    if alpha >= beta {
        context.tree.rest_on(Ground::NONE);
        return Ok(alpha);
    }
    // Step 2: the table may know the value, or narrow the window.
    let window = (alpha, beta);
    let known = context.look_up(at, (depth, ply), &mut alpha, &mut beta);
    if let Known::Value(value) = known {
        return Ok(value);
    }
    // Step 3: at the end of the game there is a number, too.
    let list = match context.tree.enter(at, ply)? {
        Ok(list) => list,
        Err(value) => return Ok(value),
    };
    let listed_on = context.tree.ground();
    // Step 4: a child that the table knows may be enough.
    if let Some((value, i)) = context.known_child(at, &list, (depth, ply), beta) {
        context.tree.leave(list);
        context.tree.rest_on(listed_on);
        context.remember(at, (depth, ply), window, value, Some(i));
        return Ok(value);
    }
    let player = context.tree.player(at);
    let order = context.order(at, &list, (depth, ply), known)?;
    let (mut best, mut best_move) = (-WIN, None);
    let mut ground = listed_on;
    let below = context.tree.below(list.len(), (depth, ply));
    for (n, &(_, i)) in order.iter().enumerate() {
        let child = &list[i as usize];
        let side = Side::of(&context.tree, player, child);
        let mut scout_rests_on = Ground::NONE;
        let value = if n == 0 {
            // Step 5: the first move is searched with the whole window.
            side.value(pvs(context, child, below, side.window(alpha, beta))?)
        } else {
            // Step 6: the others are only asked whether they are better,
            let scout = pvs(context, child, below, side.window(alpha, alpha + 1))?;
            let scout = side.value(scout);
            scout_rests_on = context.tree.ground();
            // Step 7: and searched again if they are.
            let least = best.max(scout);
            match alpha < least && least < beta {
                true => {
                    least.max(side.value(pvs(context, child, below, side.window(least, beta))?))
                }
                false => scout,
            }
        };
        if value > best {
            (best, best_move) = (value, Some(i));
        }
        alpha = alpha.max(best);
        let child_rests_on = scout_rests_on.min(context.tree.ground());
        if alpha >= beta {
            // That a move is too good rests on this move, and on there being it.
            ground = listed_on.min(child_rests_on);
            let in_vain = order[..n].iter().map(|&(_, i)| &list[i as usize]);
            context.cutoff(at, child, in_vain, (depth, ply));
            break;
        }
        ground = ground.min(child_rests_on);
    }
    context.ordering.done(order);
    context.tree.leave(list);
    // Step 8: what was found is remembered.
    context.tree.rest_on(ground);
    context.remember(at, (depth, ply), window, best, best_move);
    Ok(best)
}
