//! Moves a whole set of fields along pairs of fields by shifts of its words,
//! with as few shifts as can be found: what a king reaches from a set is the set
//! and its shifts to both sides, and then that shifted up and down, four shifts
//! instead of eight.

use crate::emit::Emit;
use crate::emit::sym::Word;
use std::collections::BTreeMap;

/// From how many differences on fewer shifts are not looked for.
const MANY: usize = 40;

/// A set of fields as a constant.
type Bits = Vec<u64>;

/// All pairs of one difference of field numbers.
#[derive(Clone)]
struct Shift {
    by: i64,
    /// The fields from which they lead.
    starts: Bits,
}

/// Shifts of a set; then shifts of the set together with what came out.
pub(crate) struct Product {
    first: Vec<Shift>,
    then: Vec<Shift>,
}

fn has(bits: &[u64], field: usize) -> bool {
    bits[field / 64] >> (field % 64) & 1 == 1
}

fn is_empty(bits: &[u64]) -> bool {
    bits.iter().all(|word| *word == 0)
}

/// The pairs by their differences.
fn shifts(pairs: &[(usize, usize)], words: usize) -> Vec<Shift> {
    let mut by: BTreeMap<i64, Bits> = BTreeMap::new();
    for &(from, to) in pairs {
        let starts = by.entry(to as i64 - from as i64).or_insert_with(|| vec![0; words]);
        starts[from / 64] |= 1 << (from % 64);
    }
    by.into_iter().map(|(by, starts)| Shift { by, starts }).collect()
}

/// From where one shift leads to a field from which the other leads on.
fn composed(a: &Shift, b: &Shift) -> Bits {
    let n = 64 * a.starts.len();
    let mut starts = vec![0; a.starts.len()];
    for from in (0..n).filter(|&from| has(&a.starts, from)) {
        if has(&b.starts, (from as i64 + a.by) as usize) {
            starts[from / 64] |= 1 << (from % 64);
        }
    }
    starts
}

/// The search for products among shifts.
struct Search {
    all: Vec<Shift>,
    /// From where one shift and then another lead, if there is a pair for
    /// each of them.
    composed: Vec<Vec<Option<Bits>>>,
    is_done: Vec<bool>,
}

impl Search {
    fn new(all: Vec<Shift>) -> Search {
        let find = |by: i64| all.binary_search_by_key(&by, |shift| shift.by).ok();
        let allowed = |a: &Shift, b: &Shift| {
            let both = composed(a, b);
            let is_part = match find(a.by + b.by) {
                Some(it) => both.iter().zip(&all[it].starts).all(|(part, all)| part & !all == 0),
                None => is_empty(&both),
            };
            is_part.then_some(both)
        };
        let composed: Vec<Vec<Option<Bits>>> =
            all.iter().map(|a| all.iter().map(|b| allowed(a, b)).collect()).collect();
        let is_done = vec![false; all.len()];
        Search { all, composed, is_done }
    }

    /// Whether two shifts one after the other are allowed and lead somewhere.
    fn leads(&self, a: usize, b: usize) -> bool {
        self.composed[a][b].as_ref().is_some_and(|starts| !is_empty(starts))
    }

    /// The largest product of what is left whose second shifts contain these.
    fn product(&self, seed: &[usize]) -> [Vec<usize>; 2] {
        let all = (0..self.all.len()).filter(|&it| !self.is_done[it]);
        let first: Vec<usize> =
            all.clone().filter(|&a| seed.iter().all(|&b| a != b && self.leads(a, b))).collect();
        let fits = |b: usize| {
            let is_new = !first.contains(&b) && first.iter().any(|&a| self.leads(a, b));
            is_new && first.iter().all(|&a| self.composed[a][b].is_some())
        };
        let then = all.filter(|&b| fits(b)).collect();
        [first, then]
    }

    /// The shifts that a product does.
    fn covered(&self, first: &[usize], then: &[usize]) -> Vec<usize> {
        let is_covered = |shift: usize| {
            let mut left = self.all[shift].starts.clone();
            for (&a, &b) in first.iter().flat_map(|a| then.iter().map(move |b| (a, b))) {
                if self.all[a].by + self.all[b].by == self.all[shift].by
                    && let Some(starts) = &self.composed[a][b]
                {
                    left.iter_mut().zip(starts).for_each(|(left, done)| *left &= !done);
                }
            }
            first.contains(&shift) || then.contains(&shift) || is_empty(&left)
        };
        (0..self.all.len()).filter(|&shift| is_covered(shift)).collect()
    }

    /// How many shifts fewer there are with a product.
    fn gain(&self, [first, then]: &[Vec<usize>; 2]) -> i64 {
        let covered = self.covered(first, then).into_iter().filter(|&it| !self.is_done[it]);
        covered.count() as i64 - (first.len() + then.len()) as i64
    }

    /// The product that saves most shifts.
    fn best(&self) -> Option<[Vec<usize>; 2]> {
        let all = 0..self.all.len();
        let seeds = all.clone().flat_map(|a| (a..self.all.len()).map(move |b| [a, b]));
        let products = seeds.map(|seed| self.product(&seed));
        let (gain, mut best) =
            products.map(|it| (self.gain(&it), it)).max_by_key(|(gain, _)| *gain)?;
        // What gains nothing here may gain something in another product.
        for (side, it) in [0, 1].into_iter().flat_map(|side| all.clone().map(move |it| (side, it)))
        {
            let mut less = best.clone();
            less[side].retain(|other| *other != it);
            if self.gain(&less) >= gain {
                best = less;
            }
        }
        (gain > 0).then_some(best)
    }

    /// Products that do all shifts.
    fn products(mut self) -> Vec<Product> {
        let mut products = Vec::new();
        while self.all.len() < MANY
            && let Some([first, then]) = self.best()
        {
            let covered = self.covered(&first, &then);
            covered.into_iter().for_each(|it| self.is_done[it] = true);
            let [first, then] = [first, then]
                .map(|which| which.into_iter().map(|it| self.all[it].clone()).collect());
            products.push(Product { first, then });
        }
        let rest = self.all.iter().zip(&self.is_done).filter(|(_, done)| !**done);
        let first: Vec<Shift> = rest.map(|(shift, _)| shift.clone()).collect();
        if !first.is_empty() {
            products.push(Product { first, then: Vec::new() });
        }
        products
    }
}

impl Emit<'_, '_> {
    /// Every field of the set moved along the pairs.
    pub(crate) fn moved(&mut self, set: &[Word], pairs: &[(usize, usize)]) -> Vec<Word> {
        let mut moved = vec![Word::ZERO; self.layout.words];
        for product in self.products(pairs) {
            let part = self.moved_by(set, &product);
            moved = self.or_all(&moved, &part);
        }
        moved
    }

    /// What has to be done to move a set along pairs, in parts.
    pub(crate) fn products(&self, pairs: &[(usize, usize)]) -> Vec<Product> {
        Search::new(shifts(pairs, self.layout.words)).products()
    }

    /// Moves a set along some of the pairs.
    pub(crate) fn moved_by(&mut self, set: &[Word], product: &Product) -> Vec<Word> {
        let mut moved = vec![Word::ZERO; self.layout.words];
        let mut start = set.to_vec();
        for shift in &product.first {
            let part = self.shift_some(set, shift);
            moved = self.or_all(&moved, &part);
            start = self.or_all(&start, &part);
        }
        for shift in &product.then {
            let part = self.shift_some(&start, shift);
            moved = self.or_all(&moved, &part);
        }
        moved
    }

    /// The set shifted where the shift has pairs.
    fn shift_some(&mut self, set: &[Word], shift: &Shift) -> Vec<Word> {
        let mask = self.may_leave(|field| has(&shift.starts, field), shift.by);
        let some = self.and_all(set, &mask);
        self.shift(&some, shift.by)
    }

    /// The fields that may be shifted: these, and those that fall off anyway,
    /// which makes the masks of many shifts the same.
    pub(crate) fn may_leave(&self, is_start: impl Fn(usize) -> bool, by: i64) -> Vec<Word> {
        let n_bits = 64 * self.layout.words as i64;
        let n_fields = self.program.facts.board.n_fields() as i64;
        let mut mask = vec![0u64; self.layout.words];
        for field in 0..n_bits {
            let falls_off = !(0..n_bits).contains(&(field + by));
            if field >= n_fields || falls_off || is_start(field as usize) {
                mask[field as usize / 64] |= 1 << (field % 64);
            }
        }
        mask.into_iter().map(Word::C).collect()
    }

    /// The set shifted: field `i` becomes field `i + by`.
    pub(crate) fn shift(&mut self, set: &[Word], by: i64) -> Vec<Word> {
        let n = set.len() as i64;
        let (words, bits) = (by.div_euclid(64), by.rem_euclid(64) as u32);
        (0..n)
            .map(|i| {
                let at = |j: i64| if (0..n).contains(&j) { set[j as usize] } else { Word::ZERO };
                let low = self.up(at(i - words), bits);
                if bits == 0 {
                    return low;
                }
                let high = self.down(at(i - words - 1), 64 - bits);
                self.or(low, high)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Search, has, shifts};
    use game::Rng;

    /// The pairs of steps on a board of this width and height.
    fn pairs(width: i64, height: i64, steps: &[(i64, i64)]) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
            for (dx, dy) in steps {
                let (to_x, to_y) = (x + dx, y + dy);
                if (0..width).contains(&to_x) && (0..height).contains(&to_y) {
                    pairs.push(((y * width + x) as usize, (to_y * width + to_x) as usize));
                }
            }
        }
        pairs
    }

    fn around(far: i64) -> Vec<(i64, i64)> {
        let all = (-far..=far).flat_map(|dy| (-far..=far).map(move |dx| (dx, dy)));
        all.filter(|&step| step != (0, 0)).collect()
    }

    /// How many shifts there are; each field must be led to where its pairs lead.
    fn count(pairs: &[(usize, usize)]) -> usize {
        let products = Search::new(shifts(pairs, 2)).products();
        for from in 0..128 {
            let mut reached = Vec::new();
            for product in &products {
                let mut start = vec![from];
                for shift in product.first.iter().filter(|shift| has(&shift.starts, from)) {
                    start.push((from as i64 + shift.by) as usize);
                }
                reached.extend(&start[1..]);
                for (at, shift) in
                    start.iter().flat_map(|at| product.then.iter().map(move |s| (at, s)))
                {
                    if has(&shift.starts, *at) {
                        reached.push((*at as i64 + shift.by) as usize);
                    }
                }
            }
            let mut led: Vec<usize> =
                pairs.iter().filter(|pair| pair.0 == from).map(|pair| pair.1).collect();
            led.sort_unstable();
            led.dedup();
            reached.sort_unstable();
            reached.dedup();
            assert_eq!(reached, led, "from {from} by {pairs:?}");
        }
        products.iter().map(|product| product.first.len() + product.then.len()).sum()
    }

    #[test]
    fn few_shifts_move_like_the_pairs() {
        assert_eq!(count(&pairs(8, 8, &around(1))), 4);
        assert_eq!(count(&pairs(10, 10, &around(2))), 8);
        let hexagonal = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)];
        assert_eq!(count(&pairs(11, 11, &hexagonal)), 4);
        assert_eq!(count(&pairs(8, 8, &[(1, 1), (-1, 1)])), 2);
    }

    #[test]
    fn any_pairs_are_followed() {
        let mut rng = Rng::new(1);
        for _ in 0..30 {
            let n = 4 + rng.below(8);
            let some: Vec<(usize, usize)> =
                (0..4 * n).map(|_| (rng.below(n), rng.below(n))).collect();
            count(&some);
        }
    }
}
