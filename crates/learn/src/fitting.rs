//! Weights that are fitted to many positions at once, such that what the positions turned out
//! to be worth becomes most likely: logistic regression, by steps that each weight scales by
//! its own gradients (Kingma and Ba, "Adam", 2015), as evaluations of chess programs are tuned
//! (Österlund, "Texel's tuning method", 2014).
//!
//! 1. A weight that is seldom seen stays near the weight of the same thing with the other
//!    player to move; what is on a single field near what it is worth on other fields, and what
//!    is on several near where it began: each counts as some positions that say so. Positions of a game
//!    are much alike, so that a few thousand tell less than it seems, and a piece that happened
//!    to be lost in the middle a few times would be given away for nothing.
//! 2. What the teacher says of a position counts beside what became of it: weak players make
//!    much of pawns and little of pieces with which they cannot mate.

use crate::network::{Network, n_weights_of_rows};
use crate::samples::Samples;
use game::{Player, Rng, mix};
use patterns::Model;

/// Positions of a batch.
const BATCH: usize = 1024;
/// Each position is looked at this many times,
const PASSES: usize = 5;
/// but no more and no less often than these numbers of batches have room for.
const LEAST_BATCHES: usize = 4000;
const MOST_BATCHES: usize = 20_000;
/// Few positions are not gone through more often than this.
const MOST_PASSES: usize = 100;
/// How far a weight moves in a batch at first; at the end it is nothing. A position has dozens
/// of weights that move together, so that much greater steps overshoot.
const STEP: f32 = 0.006;
/// The same for the weights of a network,
const NETWORK_STEP: f32 = 0.0015;
/// which are drawn to 0, in proportion to the step.
const FORGETTING: f32 = 0.5;
/// What Adam forgets of gradients and their squares.
const FORGETS: [f32; 2] = [0.9, 0.999];
/// This many positions say that a weight of several fields is where it began,
const BEGUN: f32 = 50.0;
/// this many that it is what it is with the other player to move,
const TIED: f32 = 2000.0;
/// and this many that a piece is worth what it is worth on other fields.
const ANYWHERE: f32 = 2000.0;
/// The variance of a result where nobody is ahead, which is what a position says of weights.
const VARIANCE: f32 = 0.25;

/// How much the teacher counts.
const TEACHER: f32 = 0.4;

/// Fits weights to positions, and to what the weights of a teacher say of them, from where they
/// are. The order of the positions is drawn from a seed.
pub(crate) fn fit(
    model: &Model,
    samples: &Samples,
    teacher: Option<&[f32]>,
    weights: &mut [f32],
    seed: u64,
) {
    let n = samples.len();
    if n == 0 {
        return;
    }
    let n_tables = model.n_of_tables();
    let begun = weights[..n_tables].to_vec();
    let ties = ties(model, n_tables);
    let alike = Alike::new(model);
    let mut network = Network::new(model);
    let (most, n_rows) = (model.most_hidden_weight(), n_weights_of_rows(model));
    let strengths = [BEGUN, TIED, ANYWHERE].map(|it| VARIANCE * it / n as f32);
    let pass = n.div_ceil(BATCH);
    let batches = (PASSES * pass).clamp(LEAST_BATCHES.min(MOST_PASSES * pass), MOST_BATCHES);
    let mut adam = Adam::new(weights.len());
    let mut order: Vec<u32> = Vec::new();
    let mut rng = Rng::new(mix(seed));
    for batch in 0..batches {
        if order.is_empty() {
            order = shuffled(n, &mut rng);
        }
        let chosen = order.split_off(order.len() - order.len().min(BATCH));
        let taught = Taught { samples, teacher, image: image(model, &mut rng) };
        let mut sum = slope(model, &taught, &chosen, weights, &mut network);
        sum.iter_mut().for_each(|sum| *sum /= chosen.len() as f32);
        let usual = alike.means(&weights[..n_tables]);
        for (i, sum) in sum[..n_tables].iter_mut().enumerate() {
            if let Some((other, opposite)) = ties[i] {
                *sum -= strengths[1] * (weights[i] - signed(weights[other], opposite));
            }
            *sum -= match usual[i] {
                Some(usual) => strengths[2] * (weights[i] - usual),
                None => strengths[0] * (weights[i] - begun[i]),
            };
        }
        let left = 1.0 - batch as f32 / batches as f32;
        adam.step(weights, &sum, |i| if i < n_tables { STEP * left } else { NETWORK_STEP * left });
        let keeps = 1.0 - NETWORK_STEP * left * FORGETTING;
        weights[n_tables..].iter_mut().for_each(|weight| *weight *= keeps);
        // What plays has no greater ones.
        weights[n_tables..].iter_mut().take(n_rows).for_each(|row| *row = row.clamp(-most, most));
    }
}

/// One of the images of a batch under the symmetries of the rules, which tables know and a
/// network has to learn.
fn image<'m>(model: &'m Model, rng: &mut Rng) -> Option<&'m [u32]> {
    let images = model.inputs().images();
    let drawn = if images.is_empty() { 0 } else { rng.below(images.len() + 1) };
    images.get(drawn).map(Vec::as_slice)
}

/// What weights are fitted to.
struct Taught<'s> {
    samples: &'s Samples,
    teacher: Option<&'s [f32]>,
    /// The symmetry under which a network sees the positions of a batch.
    image: Option<&'s [u32]>,
}

/// All numbers below `n`, in any order.
fn shuffled(n: usize, rng: &mut Rng) -> Vec<u32> {
    let mut order: Vec<u32> = (0..n as u32).collect();
    for i in (1..n).rev() {
        order.swap(i, rng.below(i + 1));
    }
    order
}

/// For each weight the one of the same thing with the other player to move, and whether that
/// is its opposite; nothing if it is the same number.
fn ties(model: &Model, n_weights: usize) -> Vec<Option<(usize, bool)>> {
    let classes = model.classes();
    let n_numbers = classes.n_numbers();
    let mut ties = vec![None; n_weights];
    // The first entry is for every position: it says what it is worth to be to move.
    for entry in 1..model.plan().n_entries() {
        let [first, second] = Player::BOTH.map(|player| classes.number(entry, player));
        let (Some((a, a_opposite)), Some((b, b_opposite))) = (first, second) else { continue };
        if a == b {
            continue;
        }
        for stage in (0..n_weights).step_by(n_numbers.max(1)) {
            ties[stage + a] = Some((stage + b, a_opposite != b_opposite));
            ties[stage + b] = Some((stage + a, a_opposite != b_opposite));
        }
    }
    ties
}

fn signed(weight: f32, opposite: bool) -> f32 {
    if opposite { -weight } else { weight }
}

/// Which numbers say what the same piece is worth, each on another field.
struct Alike {
    n_numbers: usize,
    /// By number: one that stands for all that are like it, and whether it is its opposite.
    leaders: Vec<Option<(usize, bool)>>,
}

impl Alike {
    fn new(model: &Model) -> Alike {
        let (plan, classes) = (model.plan(), model.classes());
        let n_numbers = classes.n_numbers();
        let single = || plan.groups().iter().filter(|group| group.fields.len() == 1);
        // Tables of single fields come first, one after the other.
        let firsts: Vec<usize> = plan.groups().iter().take(2).map(|group| group.first).collect();
        let n_codes = firsts.windows(2).map(|pair| pair[1] - pair[0]).sum();
        // What the pieces of a field are like tells which numbers go together: those of the
        // same piece, and by symmetries those of the other player's.
        let mut links: Vec<Vec<(usize, bool)>> = vec![Vec::new(); n_numbers];
        for code in 0..n_codes {
            for player in Player::BOTH {
                let numbers =
                    single().filter_map(|group| classes.number(group.first + code, player));
                let numbers: Vec<(usize, bool)> = numbers.collect();
                for pair in numbers.windows(2) {
                    let [(a, a_opposite), (b, b_opposite)] = [pair[0], pair[1]];
                    links[a].push((b, a_opposite != b_opposite));
                    links[b].push((a, a_opposite != b_opposite));
                }
            }
        }
        let mut leaders = vec![None; n_numbers];
        for leader in 0..n_numbers {
            if links[leader].is_empty() || leaders[leader].is_some() {
                continue;
            }
            leaders[leader] = Some((leader, false));
            let mut found = vec![(leader, false)];
            while let Some((at, opposite)) = found.pop() {
                for &(to, is_opposite) in &links[at] {
                    if leaders[to].is_none() {
                        leaders[to] = Some((leader, opposite != is_opposite));
                        found.push((to, opposite != is_opposite));
                    }
                }
            }
        }
        Alike { n_numbers, leaders }
    }

    /// For each weight the mean of those that are like it, of the same stage.
    fn means(&self, weights: &[f32]) -> Vec<Option<f32>> {
        let mut sums = vec![(0.0_f32, 0.0_f32); weights.len()];
        let leader = |i: usize| {
            let (leader, opposite) = self.leaders[i % self.n_numbers]?;
            Some((leader + i / self.n_numbers * self.n_numbers, opposite))
        };
        for (i, weight) in weights.iter().enumerate() {
            if let Some((leader, opposite)) = leader(i) {
                sums[leader].0 += signed(*weight, opposite);
                sums[leader].1 += 1.0;
            }
        }
        let mean = |i| {
            let (leader, opposite) = leader(i)?;
            Some(signed(sums[leader].0 / sums[leader].1, opposite))
        };
        (0..weights.len()).map(mean).collect()
    }
}

/// By how much some positions would like each weight to be greater.
fn slope(
    model: &Model,
    Taught { samples, teacher, image }: &Taught<'_>,
    chosen: &[u32],
    weights: &[f32],
    network: &mut Option<Network<'_>>,
) -> Vec<f32> {
    let (plan, classes) = (model.plan(), model.classes());
    let (n, width) = (classes.n_numbers(), Samples::width(model));
    let mut slope = vec![0.0; weights.len()];
    let (tables, of_network) = weights.split_at(model.n_of_tables());
    let mut numbers: Vec<(usize, f32)> = Vec::new();
    for &i in chosen {
        let (row, player, target) = samples.get(i as usize, width);
        let entries = plan.entries(row).chain([0]);
        let found = entries.filter_map(|entry| classes.number(entry, player));
        numbers.clear();
        numbers.extend(found.map(|(number, opposite)| (number, signed(1.0, opposite))));
        // Without stages there are no weights for the other one.
        let late = plan.stage(row);
        let stages = [(0, 1.0 - late), (n, late)];
        let stages = || stages.into_iter().filter(|(_, share)| *share > 0.0);
        let odds = |weights: &[f32]| {
            let of_stage = |(first, share): (usize, f32)| {
                let weighed = |&(i, sign): &(usize, f32)| sign * weights[first + i];
                share * numbers.iter().map(weighed).sum::<f32>()
            };
            stages().map(of_stage).sum::<f32>()
        };
        let chance = |odds: f32| 1.0 / (1.0 + (-odds).exp());
        // A network sees a position as the player to move does.
        let is_turned = player == Player::Second;
        let mut seen = |weights: &[f32]| {
            let odds = network.as_mut().map_or(0.0, |it| it.odds(weights, row, *image, player));
            signed(odds, is_turned)
        };
        let target = match teacher {
            Some(teacher) => {
                let (tables, of_network) = teacher.split_at(tables.len());
                (1.0 - TEACHER) * target + TEACHER * chance(odds(tables) + seen(of_network))
            }
            None => target,
        };
        let error = target - chance(odds(tables) + seen(of_network));
        for (first, share) in stages() {
            let by = share * error;
            numbers.iter().for_each(|(i, sign)| slope[first + i] += sign * by);
        }
        if let Some(network) = network {
            let slope = &mut slope[tables.len()..];
            network.learn(of_network, signed(error, is_turned), player, slope);
        }
    }
    slope
}

/// What is remembered of gradients.
struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    /// What is left of the zeros that both began with.
    zeros: [f32; 2],
}

impl Adam {
    fn new(n: usize) -> Adam {
        Adam { means: vec![0.0; n], squares: vec![0.0; n], zeros: [1.0; 2] }
    }

    fn step(&mut self, weights: &mut [f32], slope: &[f32], size: impl Fn(usize) -> f32) {
        let [mean_keeps, square_keeps] = FORGETS;
        self.zeros = [self.zeros[0] * mean_keeps, self.zeros[1] * square_keeps];
        let [mean_seen, square_seen] = self.zeros.map(|zeros| 1.0 - zeros);
        let kept = self.means.iter_mut().zip(&mut self.squares);
        for (i, ((weight, (mean, square)), slope)) in
            weights.iter_mut().zip(kept).zip(slope).enumerate()
        {
            *mean = mean_keeps * *mean + (1.0 - mean_keeps) * slope;
            *square = square_keeps * *square + (1.0 - square_keeps) * slope * slope;
            let usual = (*square / square_seen).sqrt();
            if usual > 0.0 {
                *weight += size(i) * (*mean / mean_seen) / (usual + f32::EPSILON);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Board, Facts, KindFacts};
    use patterns::{Look, Plan};

    /// A board of two fields: each of them makes the odds three to one.
    fn model() -> (Model, Samples) {
        let mut facts =
            Facts::new("test", Board::grid(2, 1, game::Cyclic::NEITHER, false, |_, _| false));
        facts.kinds = vec![KindFacts::of_players("mark", "X", "O")];
        let model = Model::new(&facts, Plan::new(&facts, Look::default()), &[]);
        let mut samples = Samples::default();
        for i in 0..20_000_u32 {
            let codes = [1 + i % 2, 1 + i / 2 % 2];
            samples.rows.extend([codes[0] as u8, codes[1] as u8, (i / 4 % 2) as u8]);
            samples.targets.push([0.9, 0.5, 0.1][(codes[0] + codes[1]) as usize - 2]);
        }
        (model, samples)
    }

    #[test]
    fn odds_are_found_and_a_teacher_is_believed() {
        let (model, samples) = model();
        // The odds of the first player who has both fields.
        let odds = |teacher: Option<&[f32]>| {
            let mut weights = vec![0.0; model.numbers().len()];
            fit(&model, &samples, teacher, &mut weights, 1);
            Player::BOTH.map(|player| {
                let entries: Vec<usize> = model.plan().entries(&[1, 1]).chain([0]).collect();
                let numbers = entries.iter().filter_map(|e| model.classes().number(*e, player));
                numbers.map(|(i, opposite)| signed(weights[i], opposite)).sum::<f32>()
            })
        };
        for found in odds(None) {
            assert!((found - 9.0_f32.ln()).abs() < 0.2, "{found}");
        }
        // A teacher who knows nothing takes away from what is seen.
        let nothing = vec![0.0; model.numbers().len()];
        for found in odds(Some(&nothing)) {
            let share = 0.9 * (1.0 - TEACHER) + 0.5 * TEACHER;
            assert!((found - (share / (1.0 - share)).ln()).abs() < 0.2, "{found}");
        }
    }
}
