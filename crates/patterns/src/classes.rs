//! Which weights are the same number: those that a symmetry of the rules takes to each other,
//! with the opposite sign if it exchanges the players.
//!
//! The symmetries are proved (`ir::analyses`), so that shared weights only say in advance what
//! enough play would teach. That groups of the same form are alike anywhere is not proved: it
//! is a choice that lets a few games teach more.

use crate::look::Look;
use crate::plan::Plan;
use game::{Facts, Field, Player, Symmetry};
use rustc_hash::FxHashMap;

/// For each weight of a plan, which number it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// By entry and player to move: 0 if the weight is always 0, or a number from 1 on, which
    /// is below 0 where the weight is its opposite.
    of_weights: Vec<i32>,
    n_numbers: usize,
}

/// Weights that were joined to others, each with whether it is the opposite of its leader.
struct Joined {
    leader: Vec<u32>,
    opposite: Vec<bool>,
    /// Leaders that are their own opposite, which only 0 is.
    zero: Vec<bool>,
}

impl Joined {
    fn new(n: usize) -> Joined {
        Joined { leader: (0..n as u32).collect(), opposite: vec![false; n], zero: vec![false; n] }
    }

    /// The leader of a weight, and whether the weight is its opposite.
    fn find(&mut self, at: usize) -> (usize, bool) {
        let (mut root, mut opposite) = (at, false);
        while self.leader[root] as usize != root {
            opposite ^= self.opposite[root];
            root = self.leader[root] as usize;
        }
        (self.leader[at], self.opposite[at]) = (root as u32, opposite);
        (root, opposite)
    }

    fn join(&mut self, a: usize, b: usize, opposite: bool) {
        let ((a, a_opposite), (b, b_opposite)) = (self.find(a), self.find(b));
        let opposite = opposite ^ a_opposite ^ b_opposite;
        if a == b {
            self.zero[a] |= opposite;
            return;
        }
        let (first, second) = (a.min(b), a.max(b));
        (self.leader[second], self.opposite[second]) = (first as u32, opposite);
        self.zero[first] |= self.zero[second];
    }
}

impl Classes {
    /// The classes of a plan under symmetries of the rules.
    pub fn new(facts: &Facts, plan: &Plan, symmetries: &[Symmetry]) -> Classes {
        let mut joined = Joined::new(2 * plan.n_entries());
        for symmetry in generators(facts, plan.look(), symmetries) {
            join_entries(plan, &symmetry, &mut joined);
        }
        if plan.look().anywhere {
            join_forms(plan, &mut joined);
        }
        let mut of_weights = vec![0; 2 * plan.n_entries()];
        let mut n_numbers = 0;
        for i in 0..of_weights.len() {
            let (leader, opposite) = joined.find(i);
            if joined.zero[leader] {
                continue;
            }
            // A leader comes before all that follow it.
            if leader == i {
                n_numbers += 1;
                of_weights[i] = n_numbers as i32;
            }
            let number = of_weights[leader];
            of_weights[i] = if opposite { -number } else { number };
        }
        Classes { of_weights, n_numbers }
    }

    /// How many numbers there are.
    pub fn n_numbers(&self) -> usize {
        self.n_numbers
    }

    /// The place of the number of a weight, and whether the weight is its opposite; nothing
    /// if it is always 0.
    #[inline]
    pub fn number(&self, entry: usize, player: Player) -> Option<(usize, bool)> {
        let number = self.of_weights[2 * entry + player.index()];
        (number != 0).then(|| (number.unsigned_abs() as usize - 1, number < 0))
    }
}

/// Symmetries from which all others follow.
fn generators(facts: &Facts, look: Look, all: &[Symmetry]) -> Vec<Symmetry> {
    let identity = Symmetry::identity(facts.board.n_fields(), facts.board.directions.len());
    let (mut generators, mut group) = (Vec::new(), vec![identity]);
    let knows = |group: &[Symmetry], one: &Symmetry| {
        let is_same = |known: &Symmetry| {
            known.fields == one.fields && known.exchanges_players == one.exchanges_players
        };
        group.iter().any(is_same)
    };
    for symmetry in all.iter().filter(|one| look.shares_players || !one.exchanges_players) {
        if knows(&group, symmetry) {
            continue;
        }
        generators.push(symmetry.clone());
        let mut i = 0;
        while i < group.len() {
            for generator in &generators {
                let next = group[i].then(generator);
                if !knows(&group, &next) {
                    group.push(next);
                }
            }
            i += 1;
        }
    }
    generators
}

/// Joins the weights of groups of the same form, wherever they are on the board.
fn join_forms(plan: &Plan, joined: &mut Joined) {
    let mut firsts = FxHashMap::default();
    for group in plan.groups() {
        let Some(form) = group.form else { continue };
        let first = *firsts.entry(form).or_insert(group.first);
        for weight in 0..2 * plan.n_codes().pow(group.fields.len() as u32) {
            joined.join(2 * first + weight, 2 * group.first + weight, false);
        }
    }
}

/// Joins every weight with its image under a symmetry.
fn join_entries(plan: &Plan, symmetry: &Symmetry, joined: &mut Joined) {
    let exchange = symmetry.exchanges_players;
    let mut join = |entry: usize, image: usize| {
        for player in 0..2 {
            joined.join(2 * entry + player, 2 * image + (player ^ usize::from(exchange)), exchange);
        }
    };
    join(0, 0);
    let sorted = |fields: &mut Vec<Field>| fields.sort();
    let by_fields: FxHashMap<Vec<Field>, usize> = plan
        .groups()
        .iter()
        .enumerate()
        .map(|(i, group)| {
            let mut fields = group.fields.clone();
            sorted(&mut fields);
            (fields, i)
        })
        .collect();
    let codes: Vec<usize> = (0..plan.n_codes()).map(|code| plan.image(code, symmetry)).collect();
    for group in plan.groups() {
        let images: Vec<Field> =
            group.fields.iter().map(|field| symmetry.fields[field.index()]).collect();
        let mut key = images.clone();
        sorted(&mut key);
        // Where lines are not straight, the image of a group may be none.
        let Some(image) = by_fields.get(&key).map(|&i| &plan.groups()[i]) else { continue };
        let power = |field: &Field| {
            let place = image.fields.iter().position(|known| known == field).unwrap_or(0);
            plan.n_codes().pow(place as u32)
        };
        let powers: Vec<usize> = images.iter().map(power).collect();
        for entry in 0..plan.n_codes().pow(powers.len() as u32) {
            let mut rest = entry;
            let digits = powers.iter().map(|power| {
                let code = rest % plan.n_codes();
                rest /= plan.n_codes();
                codes[code] * power
            });
            let to = digits.sum::<usize>();
            join(group.first + entry, image.first + to);
        }
    }
    if exchange {
        for pair in plan.numbers.as_chunks::<2>().0 {
            for value in 0..pair[0].n_values {
                join(pair[0].first + value, pair[1].first + value);
            }
        }
    }
}
