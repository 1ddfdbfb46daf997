//! A small network beside the tables: it sees which pieces stand together, wherever they are,
//! what no sum over small groups of fields can say.
//!
//! 1. Each input that is there adds a row of weights to what every hidden unit sums up, once as
//!    the first player sees the board and once as the second one does. A move changes a few
//!    inputs, so only their rows are added and taken away (Nasu, "Efficiently updatable
//!    neural-network-based evaluation functions for computer shogi", 2018).
//! 2. A sum is cut off below 0 and above 1 and squared, and the units of both views, those of
//!    the player to move first, are weighed into one number.
//!
//! All numbers are small integers, and sums do not depend on the order in which rows came, so
//! that the value of a position is the same on every machine and way.

use crate::inputs::Inputs;
use game::Player;
use std::sync::Arc;

/// A hidden sum that counts as 1.
const ONE: i16 = 255;
/// The hidden units of a view come in blocks of this many, which processors add at once.
pub(crate) const BLOCK: usize = 8;
/// More of them are too slow for what they know.
pub(crate) const MOST_HIDDEN: usize = 64;
/// Numbers of the output stand for this many parts of a unit of the odds.
const OUTPUT: f32 = 3200.0;

/// The weights of a network as it is used.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    inputs: Arc<Inputs>,
    n_hidden: usize,
    /// By input a row for the view of the first player, and after it one for the second; last
    /// come the rows that are always there.
    rows: Vec<i16>,
    /// By player to move, what each unit of both views counts.
    outputs: [Vec<i16>; 2],
}

/// What every hidden unit of both views sums up.
pub(crate) type Sums = Vec<i16>;

/// How many numbers a network with this many hidden units has.
pub(crate) fn n_numbers(inputs: &Inputs, n_hidden: usize) -> usize {
    if n_hidden == 0 {
        return 0;
    }
    inputs.n_tables() * n_hidden * (inputs.len() + 1 + 2)
}

impl Network {
    /// A network from its numbers: the rows of each table, with the one that is always there
    /// last, and then what the units count for each table, those of the player to move first.
    pub(crate) fn new(inputs: &Arc<Inputs>, n_hidden: usize, numbers: &[i16]) -> Network {
        let of_table = (inputs.len() + 1) * n_hidden;
        let (tables, outputs) = numbers.split_at(inputs.n_tables() * of_table);
        let mut rows = Vec::with_capacity(2 * of_table);
        for input in 0..=inputs.len() {
            for player in Player::BOTH {
                let seen = if input < inputs.len() { inputs.seen_by(player, input) } else { input };
                let first = inputs.table(player) * of_table + seen * n_hidden;
                rows.extend(&tables[first..first + n_hidden]);
            }
        }
        let outputs = Player::BOTH.map(|player| {
            let first = inputs.table(player) * 2 * n_hidden;
            let (own, other) = outputs[first..first + 2 * n_hidden].split_at(n_hidden);
            match player {
                Player::First => [own, other].concat(),
                Player::Second => [other, own].concat(),
            }
        });
        Network { inputs: inputs.clone(), n_hidden, rows, outputs }
    }

    /// The sums of an empty board.
    pub(crate) fn begin(&self) -> Sums {
        self.row(self.inputs.len()).to_vec()
    }

    fn row(&self, input: usize) -> &[i16] {
        let width = 2 * self.n_hidden;
        &self.rows[input * width..(input + 1) * width]
    }

    /// One input has taken the place of another.
    #[inline]
    pub(crate) fn change(&self, sums: &mut Sums, before: Option<usize>, now: Option<usize>) {
        let blocks = sums.as_chunks_mut::<{ 2 * BLOCK }>().0;
        let row = |input| self.row(input).as_chunks::<{ 2 * BLOCK }>().0;
        match (before, now) {
            (Some(before), Some(now)) => {
                for (sums, (before, now)) in blocks.iter_mut().zip(row(before).iter().zip(row(now)))
                {
                    for i in 0..sums.len() {
                        sums[i] = sums[i].wrapping_sub(before[i]).wrapping_add(now[i]);
                    }
                }
            }
            (Some(before), None) => {
                for (sums, before) in blocks.iter_mut().zip(row(before)) {
                    for i in 0..sums.len() {
                        sums[i] = sums[i].wrapping_sub(before[i]);
                    }
                }
            }
            (None, Some(now)) => {
                for (sums, now) in blocks.iter_mut().zip(row(now)) {
                    for i in 0..sums.len() {
                        sums[i] = sums[i].wrapping_add(now[i]);
                    }
                }
            }
            (None, None) => {}
        }
    }

    /// What the units say for the player to move, as a sum of weights like those of tables.
    #[inline]
    pub(crate) fn value(&self, sums: &Sums, player: Player) -> i32 {
        let sums = sums.as_chunks::<{ 2 * BLOCK }>().0;
        let outputs = self.outputs[player.index()].as_chunks::<{ 2 * BLOCK }>().0;
        let mut total = [0_i32; 2 * BLOCK];
        for (sums, outputs) in sums.iter().zip(outputs) {
            for i in 0..sums.len() {
                let cut = sums[i].clamp(0, ONE) as u16;
                let square = ((cut * cut) >> 8) as i16;
                total[i] += i32::from(square) * i32::from(outputs[i]);
            }
        }
        // Rounded toward 0, so that the opposite of a sum has the opposite value.
        total.iter().sum::<i32>() / 256
    }

    /// The inputs.
    pub(crate) fn inputs(&self) -> &Inputs {
        &self.inputs
    }
}

/// The greatest weight of a row: no position has more inputs than fields and numbers, so that no
/// sum is too great.
pub(crate) fn most_weight(inputs: &Inputs) -> f32 {
    f32::from(i16::MAX) / f32::from(ONE) / (inputs.most_at_once() + 1) as f32
}

/// The weights that numbers of a network stand for.
pub(crate) fn to_weights(inputs: &Inputs, n_hidden: usize, numbers: &[i16]) -> Vec<f32> {
    let n_rows = inputs.n_tables() * (inputs.len() + 1) * n_hidden;
    let (rows, outputs) = numbers.split_at(n_rows);
    let hidden = rows.iter().map(|number| f32::from(*number) / f32::from(ONE));
    hidden.chain(outputs.iter().map(|number| f32::from(*number) / OUTPUT)).collect()
}

/// The numbers of a network whose weights are given in the same order: of hidden units such
/// that 1 is where a sum is cut off, of the output in units of the logarithm of the odds.
pub(crate) fn to_numbers(inputs: &Inputs, n_hidden: usize, weights: &[f32]) -> Vec<i16> {
    let n_rows = inputs.n_tables() * (inputs.len() + 1) * n_hidden;
    let most = most_weight(inputs) * f32::from(ONE);
    let hidden = |weight: &f32| (weight * f32::from(ONE)).round().clamp(-most, most) as i16;
    let output = |weight: &f32| (weight * OUTPUT).round().clamp(-16_000.0, 16_000.0) as i16;
    let (rows, outputs) = weights.split_at(n_rows);
    rows.iter().map(hidden).chain(outputs.iter().map(output)).collect()
}
