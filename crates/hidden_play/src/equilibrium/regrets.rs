//! Regrets that are played down until nobody can gain much: predictive CFR+ (Farina, Kroer and
//! Sandholm, "Faster game solving via predictive Blackwell approachability", 2021), which is the
//! CFR+ of Tammelin ("Solving large imperfect information games using CFR+", 2014) with the last
//! regrets counted once more, as a guess at the next ones.
//!
//! In each iteration first one player, then the other
//! 1. sees how likely each node is by what the other one does, and what each attempt there
//!    would be worth;
//! 2. adds to the regret of every attempt how much more it would have made, and forgets
//!    regrets below 0;
//! 3. attempts from now on in proportion to the regrets.
//!
//! What converges is the average of all iterations; later ones count more, by the square of
//! their number. Now and then best responses say how far it is.

use super::response::best_response;
use super::tree::Tree;
use game::Player;

/// How far a solution is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// How often both players have learned.
    pub iterations: u64,
    /// What the first player gets at least, as far as that is known.
    pub least: f64,
    /// What they get at most.
    pub most: f64,
}

/// How both players play so that nobody can gain much by playing otherwise.
#[derive(Clone, Debug)]
pub struct Equilibrium {
    /// How far it came.
    pub progress: Progress,
    /// What the first player gets if both play so.
    pub value: f64,
    /// How likely each attempt of each information set is.
    pub(super) strategy: Vec<f64>,
}

impl Equilibrium {
    /// How much the players could gain by playing otherwise, on average of both.
    pub fn exploitability(&self) -> f64 {
        (self.progress.most - self.progress.least) / 2.0
    }

    /// What the player to move attempts first, the likeliest first.
    pub fn first(&self, tree: &Tree) -> Vec<(String, f64)> {
        let Some(info) = tree.info_of.first().map(|info| &tree.infos[*info as usize]) else {
            return Vec::new();
        };
        let texts = tree.texts(info).map(str::to_string);
        let mut first: Vec<(String, f64)> =
            texts.zip(self.strategy[info.attempts()].iter().copied()).collect();
        first.sort_by(|a, b| b.1.total_cmp(&a.1));
        first
    }
}

/// Plays regrets down until nobody can gain more than this, on average of both. `goes_on` is
/// asked after each iteration; when it says no, what was found up to then is the answer.
pub fn solve(tree: &Tree, within: f64, goes_on: &mut dyn FnMut(&Progress) -> bool) -> Equilibrium {
    let mut learning = Learning::new(tree);
    let mut next_look = 1;
    let mut progress = Progress { iterations: 0, least: f64::NEG_INFINITY, most: f64::INFINITY };
    loop {
        learning.iterate();
        progress.iterations = learning.iterations;
        let goes_on = goes_on(&progress);
        if learning.iterations < next_look && goes_on {
            continue;
        }
        next_look = learning.iterations + learning.iterations.div_ceil(4);
        let strategy = learning.average();
        progress.least = best_response(tree, &strategy, Player::Second);
        progress.most = best_response(tree, &strategy, Player::First);
        if !goes_on || progress.most - progress.least <= 2.0 * within {
            tree.values(&strategy, &mut learning.values);
            let value = learning.values.first().copied().unwrap_or(0.0);
            return Equilibrium { progress, value, strategy };
        }
    }
}

/// What is learned about a tree. Numbers are those of the attempts of all information sets,
/// unless they say otherwise.
struct Learning<'t> {
    tree: &'t Tree,
    iterations: u64,
    regrets: Vec<f64>,
    /// What the attempts made more in the last iteration.
    last: Vec<f64>,
    now: Vec<f64>,
    sums: Vec<f64>,
    /// For each node: how likely each player makes it, and what it is worth.
    reach: [Vec<f64>; 2],
    values: Vec<f64>,
}

impl<'t> Learning<'t> {
    fn new(tree: &'t Tree) -> Learning<'t> {
        let zeros = || vec![0.0; tree.attempt.len()];
        Learning {
            tree,
            iterations: 0,
            regrets: zeros(),
            last: zeros(),
            now: tree.uniform(),
            sums: zeros(),
            reach: Default::default(),
            values: Vec::new(),
        }
    }

    fn iterate(&mut self) {
        self.iterations += 1;
        for player in Player::BOTH {
            self.learn(player);
        }
    }

    fn learn(&mut self, player: Player) {
        let tree = self.tree;
        // Step 1.
        tree.reach(&self.now, &mut self.reach);
        tree.values(&self.now, &mut self.values);
        let sign = if player == Player::First { 1.0 } else { -1.0 };
        self.average_in(player);
        let of_other = &self.reach[player.other().index()];
        let of_player = |it: &&super::tree::Info| it.player == player;
        for info in tree.infos.iter().filter(of_player) {
            self.last[info.attempts()].fill(0.0);
        }
        for (node, likely) in of_other.iter().enumerate() {
            let info = &tree.infos[tree.info_of[node] as usize];
            if info.player != player || *likely == 0.0 {
                continue;
            }
            let more = &mut self.last[info.attempts()];
            for (more, edge) in more.iter_mut().zip(tree.edges_of(node)) {
                let gain = tree.value(*edge, &self.values) - self.values[node];
                *more += sign * likely * gain;
            }
        }
        // Steps 2 and 3.
        for info in tree.infos.iter().filter(of_player) {
            let (regrets, last) = (&mut self.regrets[info.attempts()], &self.last[info.attempts()]);
            let now = &mut self.now[info.attempts()];
            let mut sum = 0.0;
            for ((regret, last), now) in regrets.iter_mut().zip(last).zip(now.iter_mut()) {
                *regret = (*regret + last).max(0.0);
                *now = (*regret + last).max(0.0);
                sum += *now;
            }
            let even = 1.0 / f64::from(info.n);
            now.iter_mut().for_each(|now| *now = if sum > 0.0 { *now / sum } else { even });
        }
    }

    /// Counts what a player does now, as likely as they get there themselves.
    fn average_in(&mut self, player: Player) {
        let weight = (self.iterations as f64).powi(2);
        for info in self.tree.infos.iter().filter(|it| it.player == player) {
            let weight = weight * self.reach[player.index()][info.node as usize];
            let sums = self.sums[info.attempts()].iter_mut();
            sums.zip(&self.now[info.attempts()]).for_each(|(sum, now)| *sum += weight * now);
        }
    }

    /// The average of all iterations.
    fn average(&self) -> Vec<f64> {
        let mut strategy = self.tree.uniform();
        for info in &self.tree.infos {
            let sum: f64 = self.sums[info.attempts()].iter().sum();
            if sum > 0.0 {
                let places = info.attempts();
                places.for_each(|place| strategy[place] = self.sums[place] / sum);
            }
        }
        strategy
    }
}
