//! Principal variation search, or NegaScout: the first move is searched with the
//! whole window, the others only to see whether they are better (Marsland and
//! Campbell, "Parallel search of strongly ordered game trees", 1982; Reinefeld,
//! "An improvement to the Scout tree-search algorithm", 1983).

use super::Context;
use crate::limits::Stop;
use crate::value::{Level, Value, Window};
use crate::way::Ground;
use game::Game;

/// The value of a position for the player to move, exact between alpha and beta.
pub(super) fn pvs<G: Game>(
    context: &mut Context<'_, '_, G>,
    at: &G::Position,
    level: Level,
    window: Window,
) -> Result<Value, Stop> {
    // Step 1: at the horizon there is a number.
    context.tree.count()?;
    if level.depth == 0 {
        return context.horizon(at, level.ply, window);
    }
    // Nothing is to be found in an empty window.
    if window.alpha >= window.beta {
        context.tree.rest_on(Ground::NONE);
        return Ok(window.alpha);
    }
    // Step 2: the table may know enough, or the game may be over.
    let mut node = match context.open(at, level, window)? {
        Ok(node) => node,
        Err(value) => return Ok(value),
    };
    let late_from = context.late_from(&node, level);
    for n in 0..node.order.len() {
        context.sort(at, &mut node, n, level)?;
        let (child, side) = node.child(&context.tree, n);
        if let Some(most) = context.left_out(at, child, &node, n, late_from) {
            node.leave_out(most);
            continue;
        }
        let (Window { alpha, beta }, below) = (node.window, node.below);
        let mut scout_rests_on = Ground::NONE;
        let value = if n == 0 {
            // Step 3: the first move is searched with the whole window.
            side.value(pvs(context, child, below, side.window(alpha, beta))?)
        } else {
            // Step 4: the others are only asked whether they are better, late ones less deep,
            let tried = context.tried(at, child, node.place(n), level, below);
            let mut scout = side.value(pvs(context, child, tried, side.window(alpha, alpha + 1))?);
            scout_rests_on = context.tree.ground();
            if scout > alpha && tried != below {
                scout = side.value(pvs(context, child, below, side.window(alpha, alpha + 1))?);
                scout_rests_on = scout_rests_on.min(context.tree.ground());
            }
            // Step 5: and searched again if they are.
            let least = node.best.max(scout);
            match alpha < least && least < beta {
                true => {
                    least.max(side.value(pvs(context, child, below, side.window(least, beta))?))
                }
                false => scout,
            }
        };
        if node.note(n, value, scout_rests_on.min(context.tree.ground())) {
            context.cutoff_at(at, &node, n, level);
            break;
        }
    }
    // Step 6: what was found is remembered.
    Ok(context.close(at, level, window, node))
}
