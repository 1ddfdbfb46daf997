//! Weights, and the value of one position after the other: only what differs from the last
//! position is looked up again.

use crate::classes::Classes;
use crate::inputs::Inputs;
use crate::network::{self, Network, Sums};
use crate::plan::{Plan, WHOLE};
use game::{Facts, Field, Piece, Player, Symmetry};
use std::sync::Arc;

/// What a value means: at this one the odds of winning are e to 1, so that a tenth of it is
/// worth about as much as a tenth of a game.
pub const UNIT: i32 = 400;
/// Weights are finer than values by this many bits.
const FINER: u32 = 3;
/// Values are not greater than this one, so that none is taken for a proof.
const MOST: i32 = 20_000;

/// A learned evaluation, ready to be used by any number of threads.
#[derive(Clone, Debug)]
pub struct Model {
    plan: Arc<Plan>,
    classes: Arc<Classes>,
    /// What a network is told.
    inputs: Arc<Inputs>,
    /// The numbers that the weights are made of: those of tables, and then those of a network.
    numbers: Vec<i16>,
    /// By entry: with the first player to move, and with the second one to move, in the stage
    /// of few pieces and then in that of many; all as the first player sees them. Without
    /// stages both are the same.
    weights: Vec<[i16; N_WEIGHTS]>,
    /// The network beside the tables, if there is one.
    network: Option<Network>,
}

/// The weights of an entry.
const N_WEIGHTS: usize = 4;

impl Model {
    /// An evaluation that knows nothing.
    pub fn new(facts: &Facts, plan: Plan, symmetries: &[Symmetry]) -> Model {
        let classes = Classes::new(facts, &plan, symmetries);
        let inputs = Arc::new(Inputs::new(&plan, &start_first(facts, symmetries)));
        let of_network = network::n_numbers(&inputs, plan.look().hidden);
        let numbers = vec![0; plan.n_stages() * classes.n_numbers() + of_network];
        let weights = vec![[0; N_WEIGHTS]; plan.n_entries()];
        let (plan, classes, network) = (Arc::new(plan), Arc::new(classes), None);
        let model = Model { plan, classes, inputs, numbers: Vec::new(), weights, network };
        model.with_numbers(numbers)
    }

    /// The same with other numbers, of which there must be as many: those of the stage of many
    /// pieces come after those of the other, and those of a network last.
    #[must_use]
    pub fn with_numbers(&self, numbers: Vec<i16>) -> Model {
        let hidden = self.plan.look().hidden;
        let network = (hidden > 0)
            .then(|| Network::new(&self.inputs, hidden, &numbers[self.n_of_tables()..]));
        let of_late = (self.plan.n_stages() - 1) * self.classes.n_numbers();
        let weight = |entry: usize, i: usize| {
            let Some((at, opposite)) = self.classes.number(entry, Player::BOTH[i % 2]) else {
                return 0;
            };
            let at = if i < 2 { at } else { at + of_late };
            let number: i16 = numbers.get(at).copied().unwrap_or(0);
            if opposite { number.saturating_neg() } else { number }
        };
        let entries = 0..self.plan.n_entries();
        let weights = entries.map(|entry| std::array::from_fn(|i| weight(entry, i))).collect();
        Model { numbers, weights, network, ..self.clone() }
    }

    /// What it knows, for other rules with the same fields and pieces. Weights that their
    /// symmetries share become the mean of what they were. Nothing where something else is
    /// looked at there, or players see the board of the other turned in one of them only.
    pub fn carried(&self, facts: &Facts, symmetries: &[Symmetry]) -> Option<Model> {
        let plan = Plan::new(facts, self.plan.look());
        // Tables for other pieces could be larger than any memory: they are not made for nothing.
        if plan != *self.plan {
            return None;
        }
        let other = Model::new(facts, plan, symmetries);
        if !other.inputs.is_told_like(&self.inputs) {
            return None;
        }
        let n = other.classes.n_numbers();
        let mut sums = vec![(0i64, 0i64); other.n_of_tables()];
        for (entry, weights) in self.weights.iter().enumerate() {
            for (i, weight) in weights.iter().enumerate() {
                let number = other.classes.number(entry, Player::BOTH[i % 2]);
                let stage = n * (i / 2);
                if let Some((at, opposite)) = number.filter(|_| stage < sums.len()) {
                    let weight = i64::from(*weight);
                    let (sum, count) = &mut sums[at + stage];
                    (*sum, *count) = (*sum + if opposite { -weight } else { weight }, *count + 1);
                }
            }
        }
        let mean = |(sum, count): (i64, i64)| (sum as f64 / count.max(1) as f64).round() as i16;
        let tables = sums.into_iter().map(mean);
        let numbers = tables.chain(self.numbers[self.n_of_tables()..].iter().copied()).collect();
        Some(other.with_numbers(numbers))
    }

    /// How many of its numbers belong to tables; those of a network come after them.
    pub fn n_of_tables(&self) -> usize {
        self.plan.n_stages() * self.classes.n_numbers()
    }

    /// The numbers of weights that are given in the order of numbers: those of tables, and those
    /// that a network weighs hidden units with, add to the logarithm of the odds.
    pub fn to_numbers(&self, weights: &[f32]) -> Vec<i16> {
        let (tables, network) = weights.split_at(self.n_of_tables());
        let hidden = self.plan.look().hidden;
        let of_network = network::to_numbers(&self.inputs, hidden, network);
        tables.iter().map(|odds| Model::to_number(*odds)).chain(of_network).collect()
    }

    /// The weights that its numbers stand for: the inverse of [`Model::to_numbers`], but for
    /// what was rounded.
    pub fn to_weights(&self) -> Vec<f32> {
        let (tables, network) = self.numbers.split_at(self.n_of_tables());
        let of_network = network::to_weights(&self.inputs, self.plan.look().hidden, network);
        let odds = |number: &i16| f32::from(*number) / (UNIT << FINER) as f32;
        tables.iter().map(odds).chain(of_network).collect()
    }

    /// The greatest weight that an input of a network may have: greater ones are cut off.
    pub fn most_hidden_weight(&self) -> f32 {
        network::most_weight(&self.inputs)
    }

    /// What a network is told.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// What it looks at.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Which weights are the same number.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// The numbers that its weights are made of.
    pub fn numbers(&self) -> &[i16] {
        &self.numbers
    }

    /// The sum of some weights with this player to move, as the first player sees it.
    fn sum(&self, sums: [i32; N_WEIGHTS], player: Player, n_pieces: usize) -> i32 {
        let late = i64::from(self.plan.late(n_pieces));
        let [few, many] = [0, 2].map(|stage| i64::from(sums[stage + player.index()]));
        // Rounded toward 0, so that the opposite of a sum has the opposite value.
        ((few * (i64::from(WHOLE) - late) + many * late) / i64::from(WHOLE)) as i32
    }

    /// A number of a weight: what adds so much to the logarithm of the odds.
    fn to_number(odds: f32) -> i16 {
        let scaled = (odds * (UNIT << FINER) as f32).round();
        scaled.clamp(f32::from(i16::MIN + 1), f32::from(i16::MAX)) as i16
    }

    /// The value of a sum of weights.
    fn to_value(sum: i32) -> i32 {
        (sum / (1 << FINER)).clamp(-MOST, MOST)
    }
}

/// Symmetries, those first that leave the first position as it is: of several by which the second
/// player could see the board turned, the one by which both begin with the same.
fn start_first(facts: &Facts, symmetries: &[Symmetry]) -> Vec<Symmetry> {
    let mut sorted = symmetries.to_vec();
    let start = &facts.start;
    sorted.sort_by_key(|symmetry| symmetry.apply(facts, start).board != start.board);
    sorted
}

/// The value of the position that was looked at last, for one thread.
#[derive(Clone, Debug)]
pub struct Evaluator {
    model: Arc<Model>,
    codes: Vec<u8>,
    /// The entry of each group, and after these of each number.
    entries: Vec<u32>,
    /// The sums of weights, in their order.
    sums: [i32; N_WEIGHTS],
    /// What the hidden units of a network sum up.
    hidden: Sums,
    /// The pieces on the board.
    n_pieces: usize,
    /// Groups whose entries are about to change, each with the change in which it was noted
    /// last: of several fields that change at once many belong to the same groups.
    touched: Vec<u32>,
    noted: Vec<u32>,
    change: u32,
}

impl Evaluator {
    /// Begins with an empty board.
    pub fn new(model: Arc<Model>) -> Evaluator {
        let plan = model.plan();
        let groups = plan.groups().iter().map(|group| group.first as u32);
        let entries: Vec<u32> =
            groups.chain(plan.numbers.iter().map(|number| number.first as u32)).collect();
        let codes = vec![0; plan.groups().iter().filter(|group| group.fields.len() == 1).count()];
        let all = entries.iter().map(|&entry| entry as usize).chain([0]);
        let sums = all.fold([0; N_WEIGHTS], |sums, entry| added(sums, model.weights[entry]));
        let noted = vec![0; model.plan().groups().len()];
        let (touched, n_pieces) = (Vec::new(), 0);
        let hidden = model.network.as_ref().map(Network::begin).unwrap_or_default();
        Evaluator { model, codes, entries, sums, hidden, n_pieces, touched, noted, change: 0 }
    }

    /// What it evaluates with.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Some fields hold something else now.
    #[inline]
    pub(crate) fn put(&mut self, fields: &[(Field, Option<Piece>)]) {
        self.begin_change();
        let model = &*self.model;
        let mut sums = self.sums;
        for &(field, piece) in fields {
            let (field, code) = (field.index(), model.plan.code(piece));
            let before = std::mem::replace(&mut self.codes[field], code);
            let by = i32::from(code) - i32::from(before);
            if by == 0 {
                continue;
            }
            self.n_pieces = self.n_pieces + usize::from(code != 0) - usize::from(before != 0);
            if let Some(network) = &model.network {
                let input = |code| network.inputs().of_field(field, code);
                network.change(&mut self.hidden, input(before), input(code));
            }
            for touched in model.plan.touched(field) {
                let group = touched.group as usize;
                let entry = &mut self.entries[group];
                if self.noted[group] != self.change {
                    self.noted[group] = self.change;
                    self.touched.push(touched.group);
                    sums = without(sums, model.weights[*entry as usize]);
                }
                *entry = entry.wrapping_add((by * touched.power as i32) as u32);
            }
        }
        for &group in &self.touched {
            sums = added(sums, model.weights[self.entries[group as usize] as usize]);
        }
        self.sums = sums;
    }

    /// Begins a change in which no group is noted yet.
    #[inline]
    fn begin_change(&mut self) {
        self.touched.clear();
        self.change = self.change.wrapping_add(1);
        if self.change == 0 {
            self.noted.fill(0);
            self.change = 1;
        }
    }

    /// A number beside the board is another one now.
    #[inline]
    pub(crate) fn set_number(&mut self, i: usize, value: i32) {
        let number = &self.model.plan.numbers[i];
        let place = (i64::from(value) - i64::from(number.low)).clamp(0, number.n_values as i64 - 1);
        let new = number.first + place as usize;
        let entry = &mut self.entries[self.model.plan.groups().len() + i];
        let old = std::mem::replace(entry, new as u32) as usize;
        if old == new {
            return;
        }
        if let Some(network) = &self.model.network {
            let input = |entry: usize| network.inputs().of_number(i, entry - number.first);
            network.change(&mut self.hidden, input(old), input(new));
        }
        let weights = &self.model.weights;
        self.sums = added(without(self.sums, weights[old]), weights[new]);
    }

    /// The value for the player to move.
    #[inline]
    pub(crate) fn value(&self, player: Player) -> i32 {
        let network = self.model.network.as_ref();
        self.seen_by(player, self.sums, network.map_or(0, |it| it.value(&self.hidden, player)))
    }

    /// What every position is worth for the player to move, whatever it holds.
    pub(crate) fn value_of_any(&self, player: Player) -> i32 {
        self.seen_by(player, self.model.weights[0].map(i32::from), 0)
    }

    /// The value of sums of tables, which are the first player's, and of a network, which are
    /// those of the player to move.
    #[inline]
    fn seen_by(&self, player: Player, sums: [i32; N_WEIGHTS], network: i32) -> i32 {
        let sum = self.model.sum(sums, player, self.n_pieces);
        Model::to_value(network + if player == Player::First { sum } else { -sum })
    }

    /// How far the position is from the stage of few pieces to that of many, from 0 to 1.
    pub fn stage(&self) -> f32 {
        f32::from(self.model.plan.late(self.n_pieces)) / f32::from(WHOLE)
    }

    /// The entries that the value is made of, but for the one of every position, which is 0.
    pub fn entries(&self) -> &[u32] {
        &self.entries
    }
}

#[inline]
fn added(sums: [i32; N_WEIGHTS], weights: [i16; N_WEIGHTS]) -> [i32; N_WEIGHTS] {
    std::array::from_fn(|i| sums[i] + i32::from(weights[i]))
}

#[inline]
fn without(sums: [i32; N_WEIGHTS], weights: [i16; N_WEIGHTS]) -> [i32; N_WEIGHTS] {
    std::array::from_fn(|i| sums[i] - i32::from(weights[i]))
}
