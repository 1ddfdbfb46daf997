//! The network beside the tables of an evaluation as it is learned: what it says of a position,
//! and by how much each of its weights would have to be greater (back-propagation; Rumelhart,
//! Hinton and Williams, "Learning representations by back-propagating errors", 1986).
//!
//! Weights are in the order of the numbers of a [`Model`]: the rows of each table, the row that
//! is always there last, and then what the hidden units count.

use game::{Player, Rng};
use patterns::{Inputs, Model};

/// Hidden units begin with rows of weights up to this one, of either sign,
const FIRST_ROWS: f32 = 0.12;
/// and in the middle of where they tell positions apart.
const FIRST_ALWAYS: f32 = 0.4;

/// A network whose weights are being found, with what it computes on the way.
pub(crate) struct Network<'m> {
    inputs: &'m Inputs,
    n_hidden: usize,
    /// Which inputs are there in the position at hand, as each player sees them.
    there: [Vec<usize>; 2],
    /// What the hidden units of each view sum up, and what becomes of it.
    sums: [Vec<f32>; 2],
    active: [Vec<f32>; 2],
    /// By how much more each sum should be.
    wanted: Vec<f32>,
}

/// The weights that a model begins with: tables that say nothing, and hidden units that differ
/// from each other but count nothing yet.
pub(crate) fn first_weights(model: &Model, seed: u64) -> Vec<f32> {
    let mut weights = vec![0.0; model.numbers().len()];
    let (inputs, n_hidden) = (model.inputs(), model.plan().look().hidden);
    if n_hidden == 0 {
        return weights;
    }
    let mut rng = Rng::new(game::mix(seed));
    let n_rows = inputs.len() + 1;
    let tables = &mut weights[model.n_of_tables()..][..n_weights_of_rows(model)];
    for (i, weight) in tables.iter_mut().enumerate() {
        let is_always = i / n_hidden % n_rows == inputs.len();
        let drawn = rng.below(2001) as f32 / 1000.0 - 1.0;
        *weight = if is_always { FIRST_ALWAYS } else { FIRST_ROWS * drawn };
    }
    weights
}

/// How many weights the inputs of a network have, those that are always there included.
pub(crate) fn n_weights_of_rows(model: &Model) -> usize {
    let inputs = model.inputs();
    inputs.n_tables() * (inputs.len() + 1) * model.plan().look().hidden
}

/// Copies the units of another network of the same inputs, which has `n_known` of them for each
/// view, unless the model has fewer.
pub(crate) fn take_over_units(model: &Model, to: &mut [f32], known: &[f32], n_known: usize) {
    let n_hidden = model.plan().look().hidden;
    if n_known == 0 || n_known > n_hidden {
        return;
    }
    // What comes after the rows has as many numbers a view as a row has.
    for (to, known) in to.chunks_exact_mut(n_hidden).zip(known.chunks_exact(n_known)) {
        to[..n_known].copy_from_slice(known);
    }
}

impl<'m> Network<'m> {
    /// The network of a model, if it has one.
    pub(crate) fn new(model: &'m Model) -> Option<Network<'m>> {
        let n_hidden = model.plan().look().hidden;
        let units = || [vec![0.0; n_hidden], vec![0.0; n_hidden]];
        (n_hidden > 0).then(|| Network {
            inputs: model.inputs(),
            n_hidden,
            there: [Vec::new(), Vec::new()],
            sums: units(),
            active: units(),
            wanted: vec![0.0; n_hidden],
        })
    }

    /// Where the weights of a row begin.
    fn row(&self, player: Player, input: usize) -> usize {
        (self.inputs.table(player) * (self.inputs.len() + 1) + input) * self.n_hidden
    }

    /// Where what the units count begins, for a player to move: first those of their own view.
    fn outputs(&self, player: Player) -> usize {
        let rows = self.inputs.n_tables() * (self.inputs.len() + 1) * self.n_hidden;
        rows + self.inputs.table(player) * 2 * self.n_hidden
    }

    /// What the network adds to the logarithm of the odds of the player to move, in a position
    /// that was kept as bytes, or in its image under one of the symmetries of the rules.
    pub(crate) fn odds(
        &mut self,
        weights: &[f32],
        row: &[u8],
        image: Option<&[u32]>,
        player: Player,
    ) -> f32 {
        self.there.iter_mut().for_each(Vec::clear);
        for input in self.inputs.of_row(row) {
            let input = image.map_or(input, |image| image[input] as usize);
            for view in Player::BOTH {
                let first = self.row(view, self.inputs.seen_by(view, input));
                self.there[view.index()].push(first);
            }
        }
        let mut odds = 0.0;
        for view in Player::BOTH {
            let always = self.row(view, self.inputs.len());
            let (sums, active) = (&mut self.sums[view.index()], &mut self.active[view.index()]);
            sums.copy_from_slice(&weights[always..always + self.n_hidden]);
            self.there[view.index()].push(always);
            let (_, inputs) = self.there[view.index()].split_last().expect("one is always there");
            for &first in inputs {
                add(sums, &weights[first..first + self.n_hidden]);
            }
            for (active, sum) in active.iter_mut().zip(sums) {
                let cut = sum.clamp(0.0, 1.0);
                *active = cut * cut;
            }
        }
        for (view, first) in self.views(player) {
            let counts = &weights[first..first + self.n_hidden];
            odds += self.active[view].iter().zip(counts).map(|(a, w)| a * w).sum::<f32>();
        }
        odds
    }

    /// The views, the one of the player to move first, each with where what its units count
    /// begins.
    fn views(&self, player: Player) -> [(usize, usize); 2] {
        let first = self.outputs(player);
        [(player.index(), first), (player.other().index(), first + self.n_hidden)]
    }

    /// Adds by how much each weight should be greater if the odds of the position that was
    /// looked at last should be greater by so much.
    pub(crate) fn learn(&mut self, weights: &[f32], by: f32, player: Player, slope: &mut [f32]) {
        for (view, first) in self.views(player) {
            let counts = &weights[first..first + self.n_hidden];
            let units = self.sums[view].iter().zip(&self.active[view]).zip(counts);
            let slopes = &mut slope[first..first + self.n_hidden];
            for (((sum, active), count), (slope, wanted)) in
                units.zip(slopes.iter_mut().zip(&mut self.wanted))
            {
                *slope += by * active;
                let inside = *sum > 0.0 && *sum < 1.0;
                *wanted = if inside { by * count * 2.0 * sum } else { 0.0 };
            }
            for &first in &self.there[view] {
                add(&mut slope[first..first + self.n_hidden], &self.wanted);
            }
        }
    }
}

fn add(to: &mut [f32], what: &[f32]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += what);
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Board, Facts, Fold, Game, KindFacts};
    use patterns::{Follower, Look, Plan, UNIT};
    use std::sync::Arc;

    fn small_facts() -> Facts {
        let mut facts =
            Facts::new("test", Board::grid(2, 1, game::Cyclic::NEITHER, false, |_, _| false));
        facts.kinds = vec![KindFacts::of_players("mark", "X", "O")];
        facts
    }

    fn model() -> Model {
        let facts = small_facts();
        let look = Look { hidden: 8, ..Look::default() };
        Model::new(&facts, Plan::new(&facts, look), &[])
    }

    #[test]
    fn more_units_begin_with_what_fewer_knew() {
        let small = model();
        let mut weights = first_weights(&small, 3).split_off(small.n_of_tables());
        let n = weights.len();
        weights[n - 32..].iter_mut().zip(1..).for_each(|(weight, i)| *weight = 0.01 * i as f32);
        let facts = small_facts();
        let look = Look { hidden: 16, ..Look::default() };
        let large = Model::new(&facts, Plan::new(&facts, look), &[]);
        let mut more = first_weights(&large, 4).split_off(large.n_of_tables());
        take_over_units(&large, &mut more, &weights, 8);
        let mut networks = [&small, &large].map(|it| Network::new(it).expect("a network"));
        for (row, player) in [([1, 2], Player::Second), ([0, 1], Player::First)] {
            let odds = networks[0].odds(&weights, &row, None, player);
            assert!(odds != 0.0);
            assert_eq!(odds, networks[1].odds(&more, &row, None, player));
        }
        // Fewer units than there were begin as they would anyway.
        let mut fewer = first_weights(&small, 5).split_off(small.n_of_tables());
        let before = fewer.clone();
        take_over_units(&small, &mut fewer, &more, 16);
        assert_eq!(fewer, before);
    }

    #[test]
    fn slopes_say_what_a_small_change_does() {
        let model = model();
        let mut network = Network::new(&model).expect("one with eight units");
        let mut weights = first_weights(&model, 3).split_off(model.n_of_tables());
        let n = weights.len();
        weights[n - 32..].iter_mut().zip(1..).for_each(|(weight, i)| *weight = 0.01 * i as f32);
        let (row, player) = ([1, 2], Player::Second);
        let odds = network.odds(&weights, &row, None, player);
        let mut slope = vec![0.0; n];
        network.learn(&weights, 1.0, player, &mut slope);
        let mut n_used = 0;
        for i in 0..n {
            let mut moved = weights.clone();
            moved[i] += 0.001;
            let by = network.odds(&moved, &row, None, player) - odds;
            assert!((by / 0.001 - slope[i]).abs() < 0.02, "{i}: {by} and {}", slope[i]);
            n_used += usize::from(slope[i] != 0.0);
        }
        // Two inputs and what is always there, of two views, and what their units count.
        assert!(n_used > 4 * 8, "{n_used}");
    }

    /// What plays is made of small integers, and says what the weights say that were learned: with
    /// a table that both players share, and with one for each.
    #[test]
    fn what_plays_says_what_was_learned() {
        let game = testing::load("breakthrough");
        let symmetries = ir::analyses::folded(game.program(), Fold::Players);
        for (shares_players, n_tables) in [(true, 1), (false, 2)] {
            let look = Look { hidden: 16, shares_players, ..Look::default() };
            let model = Model::new(game.facts(), Plan::new(game.facts(), look), &symmetries);
            assert_eq!(model.inputs().n_tables(), n_tables);
            let mut weights = first_weights(&model, 4);
            let mut rng = Rng::new(7);
            let n_outputs = n_tables * 2 * 16;
            let first = weights.len() - n_outputs;
            let drawn = |_: &f32| rng.below(401) as f32 / 100.0 - 2.0;
            let outputs: Vec<f32> = weights[first..].iter().map(drawn).collect();
            weights[first..].copy_from_slice(&outputs);
            let model = Arc::new(model.with_numbers(model.to_numbers(&weights)));
            let mut network = Network::new(&model).expect("one with sixteen units");
            let mut follower = Follower::new(model.clone());
            let (mut at, mut rng, mut greatest) = (game.start(), Rng::new(2), 0.0_f32);
            for _ in 0..30 {
                let value = follower.evaluate(&game, &at) as f32;
                let (mut row, entries) = (Vec::new(), follower.evaluator().entries());
                model.plan().write_row(entries, &mut row);
                let weights = &weights[model.n_of_tables()..];
                let odds = UNIT as f32 * network.odds(weights, &row, None, game.player(&at));
                // Each of 32 units counts up to 2 and is rounded down to a 256th part.
                assert!((value - odds).abs() < 0.15 * UNIT as f32, "{value} and {odds}");
                greatest = greatest.max(odds.abs());
                let Ok(game::Turn::Moves(mut moves)) = game.turn(&at, &[]) else { break };
                at = moves.swap_remove(rng.below(moves.len())).to;
            }
            assert!(greatest > UNIT as f32, "{greatest}");
        }
    }
}
