//! Best responses: the most that a player can get against a strategy of the other one, exactly.
//!
//! The player does not see in which node of an information set they are. So layer by layer,
//! from the last one, an information set takes the attempt that is best over all its nodes
//! together, each as likely as the other player makes it.

use super::tree::Tree;
use game::Player;

/// What the first player gets if this player responds as well as possible to a strategy of the
/// other one.
pub(super) fn best_response(tree: &Tree, strategy: &[f64], player: Player) -> f64 {
    let mut reach = [Vec::new(), Vec::new()];
    tree.reach(strategy, &mut reach);
    let [first, second] = reach;
    let likely = if player == Player::First { second } else { first };
    let sign = if player == Player::First { 1.0 } else { -1.0 };
    let mut values = vec![0.0; tree.n_nodes()];
    // What each attempt of the player makes over all nodes together, for them.
    let mut made = vec![0.0; strategy.len()];
    for layer in tree.backward() {
        for node in layer.clone() {
            let info = &tree.infos[tree.info_of[node] as usize];
            let edges = tree.edges_of(node).iter();
            if info.player == player {
                for (made, edge) in made[info.attempts()].iter_mut().zip(edges) {
                    *made += sign * likely[node] * tree.value(*edge, &values);
                }
            } else {
                let edges = edges.zip(&strategy[info.attempts()]);
                let parts = edges.map(|(edge, likely)| likely * tree.value(*edge, &values));
                values[node] = parts.sum();
            }
        }
        for node in layer {
            let info = &tree.infos[tree.info_of[node] as usize];
            if info.player == player {
                let best = best_of(&made[info.attempts()]);
                values[node] = tree.value(tree.edges_of(node)[best], &values);
            }
        }
    }
    values.first().copied().unwrap_or(0.0)
}

/// The place of the greatest number, the first one of several.
fn best_of(numbers: &[f64]) -> usize {
    let mut best = 0;
    for (place, number) in numbers.iter().enumerate() {
        if *number > numbers[best] {
            best = place;
        }
    }
    best
}
