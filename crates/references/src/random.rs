//! Random numbers for playouts: the generator wyrand of Wang Yi, one
//! multiplication and one word of state, so that it costs less than the moves
//! that it chooses.

/// A seeded generator.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The generator of this seed; equal seeds give equal games.
    pub fn new(seed: u64) -> Random {
        let mut random = Random { state: seed };
        // Seeds that differ in a few bits only are not neighbors any more.
        random.state = random.bits();
        random
    }

    /// 64 random bits.
    #[inline(always)]
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = u128::from(self.state) * u128::from(self.state ^ 0xe703_7ed1_a0b4_28db);
        (wide >> 64) as u64 ^ wide as u64
    }

    /// A number less than `bound`. No number is preferred by more than
    /// `bound` in 2^64, which no playout can notice.
    #[inline(always)]
    pub fn below(&mut self, bound: u32) -> u32 {
        ((u128::from(self.bits()) * u128::from(bound)) >> 64) as u32
    }
}

/// Several small choices from one random number, each taking its share of the
/// bits: for games so short that the generator would be half of the work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lot(u64);

impl Lot {
    /// A fresh lot. The product of the bounds of all choices should stay far
    /// below 2^64, the rest of the bits keeps them even.
    #[inline(always)]
    pub(crate) fn new(random: &mut Random) -> Lot {
        Lot(random.bits())
    }

    /// A number less than `bound`.
    #[inline(always)]
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        let wide = u128::from(self.0) * u128::from(bound);
        self.0 = wide as u64;
        (wide >> 64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_even(mut draw: impl FnMut() -> u32) {
        let mut seen = [0_u32; 7];
        for _ in 0..70_000 {
            seen[draw() as usize] += 1;
        }
        // Five times the standard deviation of a fair die with seven faces.
        assert!(seen.iter().all(|count| count.abs_diff(10_000) < 465), "{seen:?}");
    }

    #[test]
    fn choices_are_even() {
        let mut random = Random::new(3);
        check_even(|| random.below(7));
    }

    #[test]
    fn later_choices_of_a_lot_are_even() {
        let mut random = Random::new(4);
        check_even(|| {
            let mut lot = Lot::new(&mut random);
            let mut last = 0;
            for _ in 0..9 {
                last = lot.below(7);
            }
            last
        });
    }

    #[test]
    fn seeds_give_different_numbers() {
        assert_ne!(Random::new(1).bits(), Random::new(2).bits());
        assert_eq!(Random::new(1).bits(), Random::new(1).bits());
    }
}
