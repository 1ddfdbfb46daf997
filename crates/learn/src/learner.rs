//! Weights that move toward what was seen. Each has a step size of its own, which shrinks
//! where its corrections contradict each other and stays where they agree (temporal
//! coherence; Beal and Smith, "Temporal coherence and prediction decay in TD learning", 1999).

use crate::episode::{Episode, Step};
use crate::network::{first_weights, take_over_units};
use patterns::Model;
use std::sync::Arc;

/// The weights as they are learned.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Learner {
    /// By number of a class: what it adds to the logarithm of the odds. Those of a network come last.
    pub(crate) weights: Vec<f32>,
    /// The sum of all corrections, and the sum of their sizes.
    pub(crate) sums: Vec<f32>,
    pub(crate) sizes: Vec<f32>,
}

impl Learner {
    /// Weights of a model that know nothing. Hidden units of a network differ by a seed.
    pub(crate) fn new(model: &Model, seed: u64) -> Learner {
        let zeros = || vec![0.0; model.numbers().len()];
        Learner { weights: first_weights(model, seed), sums: zeros(), sizes: zeros() }
    }

    /// Takes over what another model knows that has the same tables, and its network if the
    /// model that is learned has at least as many hidden units: further ones count nothing yet.
    pub(crate) fn take_over(&mut self, model: &Model, known: &Model) {
        let weights = known.to_weights();
        let (tables, of_network) = weights.split_at(known.n_of_tables());
        self.weights[..tables.len()].copy_from_slice(tables);
        let n_known = known.plan().look().hidden;
        take_over_units(model, &mut self.weights[tables.len()..], of_network, n_known);
    }

    /// The same weights as they are played with.
    pub(crate) fn model(&self, model: &Model) -> Arc<Model> {
        Arc::new(model.with_numbers(model.to_numbers(&self.weights)))
    }

    /// Learns from a game, from its end to its beginning. With `trace` 1 only results count,
    /// with 0 only the next turn does.
    pub(crate) fn learn(&mut self, model: &Model, episode: &Episode, rate: f32, trace: f32) {
        for (step, target) in episode.targets(trace) {
            if let Some(target) = target.filter(|_| !step.entries.is_empty()) {
                self.correct(model, step, target, rate);
            }
        }
    }

    /// Forgets how corrections agreed up to now, so that all weights move easily again.
    pub(crate) fn begin_again(&mut self) {
        self.sums.fill(0.0);
        self.sizes.fill(0.0);
    }

    /// Moves the weights of a position toward a chance of the first player.
    pub(crate) fn correct(&mut self, model: &Model, step: &Step, target: f32, rate: f32) {
        let classes = model.classes();
        let numbers = || {
            let all = step.entries.iter().map(|&entry| entry as usize).chain([0]);
            all.filter_map(|entry| classes.number(entry, step.player))
        };
        let signed = |weight: f32, opposite: bool| if opposite { -weight } else { weight };
        // Without stages there are no weights for the other one.
        let n = classes.n_numbers();
        let stages = [(0, 1.0 - step.stage), (n, step.stage)];
        let stages = || stages.into_iter().filter(|(_, share)| *share > 0.0);
        let odds: f32 = numbers()
            .map(|(i, opposite)| {
                signed(
                    stages().map(|(first, share)| share * self.weights[first + i]).sum(),
                    opposite,
                )
            })
            .sum();
        let error = target - 1.0 / (1.0 + (-odds).exp());
        let step_size = rate * error / step.entries.len() as f32;
        for (number, opposite) in numbers() {
            for (first, share) in stages() {
                let i = first + number;
                let coherent = match self.sizes[i] {
                    0.0 => 1.0,
                    size => self.sums[i].abs() / size,
                };
                self.weights[i] += coherent * share * signed(step_size, opposite);
                self.sums[i] += share * signed(error, opposite);
                self.sizes[i] += share * error.abs();
            }
        }
    }
}
