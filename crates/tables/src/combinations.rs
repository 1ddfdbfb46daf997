//! Combinations of places as numbers without gaps, by the combinatorial number system: the
//! places `a < b < c` have the number `C(a, 1) + C(b, 2) + C(c, 3)`.

/// Binomial coefficients. Those that do not fit into 64 bits are the greatest number that does.
#[derive(Clone, Debug)]
pub(crate) struct Binomials {
    most: usize,
    values: Vec<u64>,
}

impl Binomials {
    /// The coefficients `C(n, k)` for all `n` and `k` up to these.
    pub(crate) fn new(most_n: usize, most_k: usize) -> Binomials {
        let mut binomials =
            Binomials { most: most_k, values: vec![0; (most_n + 1) * (most_k + 1)] };
        for n in 0..=most_n {
            for k in 0..=most_k.min(n) {
                let value = match k {
                    0 => 1,
                    _ => binomials.of(n - 1, k - 1).saturating_add(binomials.of(n - 1, k)),
                };
                binomials.values[n * (most_k + 1) + k] = value;
            }
        }
        binomials
    }

    /// The number of ways to choose `k` of `n` places.
    #[inline]
    pub(crate) fn of(&self, n: usize, k: usize) -> u64 {
        self.values[n * (self.most + 1) + k]
    }

    /// The places of a combination of `k` out of `n`, the greatest first.
    pub(crate) fn places(&self, mut number: u64, n: usize, k: usize, mut each: impl FnMut(usize)) {
        if k == 1 {
            return each(number as usize);
        }
        let mut place = n;
        for left in (1..=k).rev() {
            place = (0..place).rev().find(|&place| self.of(place, left) <= number).unwrap_or(0);
            number -= self.of(place, left).min(number);
            each(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_have_all_numbers_once() {
        let binomials = Binomials::new(12, 6);
        assert_eq!(binomials.of(12, 6), 924);
        for (n, k) in [(12, 6), (7, 1), (5, 5), (5, 0), (9, 4)] {
            for number in 0..binomials.of(n, k) {
                let mut places = Vec::new();
                binomials.places(number, n, k, |place| places.push(place));
                assert!(places.windows(2).all(|pair| pair[0] > pair[1]), "{places:?}");
                let again = places.iter().rev().enumerate();
                let sum: u64 = again.map(|(i, &place)| binomials.of(place, i + 1)).sum();
                assert_eq!((sum, places.len()), (number, k));
            }
        }
    }
}
