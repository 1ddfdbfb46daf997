//! A small random number generator of our own, so that a seed gives the same
//! playouts on every machine and in every version.

/// Random numbers from a seed: splitmix64 (Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", 2014). Its state is one word, which
/// generated code keeps in a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    counter: u64,
}

impl Rng {
    /// By how much the state goes up with each number.
    pub const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    /// How the state is mixed: twice flipped by itself shifted down and multiplied,
    pub const MIX: [(u32, u64); 2] = [(30, 0xbf58_476d_1ce4_e5b9), (27, 0x94d0_49bb_1331_11eb)];
    /// and then flipped once more.
    pub const LAST_SHIFT: u32 = 31;

    /// The generator of this seed.
    pub fn new(seed: u64) -> Rng {
        // Seeds that are neighbors would otherwise give the same numbers, one later.
        Rng { counter: splitmix(&mut { seed }) }
    }

    /// The generator with this state.
    pub fn from_state(counter: u64) -> Rng {
        Rng { counter }
    }

    /// Its state, for generated code that goes on with it.
    pub fn state(&self) -> u64 {
        self.counter
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        splitmix(&mut self.counter)
    }

    /// A number below `n`, each equally likely; 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        // The upper half of the product is the number; a lower half in the short
        // remainder would favor small numbers and is drawn again (Lemire, 2019).
        let Ok(n) = u32::try_from(n) else { return self.below_large(n as u64) };
        if n == 0 {
            return 0;
        }
        loop {
            let product = (self.next_u64() >> 32) * u64::from(n);
            let low = product as u32;
            if low >= n || low >= n.wrapping_neg() % n {
                return (product >> 32) as usize;
            }
        }
    }

    /// The same for numbers that do not fit into 32 bits.
    fn below_large(&mut self, n: u64) -> usize {
        loop {
            let product = u128::from(self.next_u64()) * u128::from(n);
            if product as u64 >= n.wrapping_neg() % n {
                return (product >> 64) as usize;
            }
        }
    }

    /// One of the items.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

/// The number at place `n` (from 0) of the sequence of splitmix64 from a seed,
/// found without those before it.
pub(crate) fn nth_random(seed: u64, n: u64) -> u64 {
    splitmix(&mut seed.wrapping_add(n.wrapping_mul(Rng::STEP)))
}

/// Another number for each number, which looks like chance.
pub fn mix(number: u64) -> u64 {
    nth_random(0, number)
}

#[inline]
fn splitmix(counter: &mut u64) -> u64 {
    *counter = counter.wrapping_add(Rng::STEP);
    let mixed = Rng::MIX
        .iter()
        .fold(*counter, |z, &(shift, factor)| (z ^ (z >> shift)).wrapping_mul(factor));
    mixed ^ (mixed >> Rng::LAST_SHIFT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_publication() {
        // The first numbers of splitmix64 from seed 0.
        let mut counter = 0;
        assert_eq!(splitmix(&mut counter), 0xe220_a839_7b1d_cdaf);
        assert_eq!(splitmix(&mut counter), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(
            [0, 1].map(|n| nth_random(0, n)),
            [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]
        );
        let mut rng = Rng::from_state(0);
        assert_eq!(rng.next_u64(), 0xe220_a839_7b1d_cdaf);
    }

    #[test]
    fn every_number_below_is_met() {
        let mut rng = Rng::new(7);
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[rng.below(6)] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
        assert_eq!((rng.below(0), rng.below(1)), (0, 0));
        let large = 3 << 40;
        assert!((0..100).map(|_| rng.below(large)).all(|n| n < large));
        assert_eq!(rng.choose::<u8>(&[]), None);
    }
}
