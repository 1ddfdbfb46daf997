//! A small random number generator of our own, so that a seed gives the same
//! playouts on every machine and in every version.

/// Random numbers from a seed: xoshiro256** (Blackman and Vigna, "Scrambled
/// linear pseudorandom number generators", 2021), its state filled by splitmix64.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The generator of this seed.
    pub fn new(seed: u64) -> Rng {
        let mut counter = seed;
        Rng { state: std::array::from_fn(|_| splitmix(&mut counter)) }
    }

    /// The generator with this state.
    pub fn from_state(state: [u64; 4]) -> Rng {
        Rng { state }
    }

    /// Its state, for generated code that goes on with it.
    pub fn state(&self) -> [u64; 4] {
        self.state
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.state;
        let result = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let (c, d) = (c ^ a, d ^ b);
        self.state = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        result
    }

    /// A number below `n`, each equally likely; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 {
            return 0;
        }
        // The upper half of the product is the number; a lower half in the short
        // remainder would favor small numbers and is drawn again (Lemire, 2019).
        let n = n as u64;
        let remainder = n.wrapping_neg() % n;
        loop {
            let product = u128::from(self.next_u64()) * u128::from(n);
            if product as u64 >= remainder {
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
    splitmix(&mut seed.wrapping_add(n.wrapping_mul(GAMMA)))
}

/// By how much the counter of splitmix64 goes up.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

fn splitmix(counter: &mut u64) -> u64 {
    *counter = counter.wrapping_add(GAMMA);
    let mut z = *counter;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_agree_with_their_publications() {
        // The first numbers of splitmix64 from seed 0, and of xoshiro256** from
        // the state 1, 2, 3, 4.
        let mut counter = 0;
        assert_eq!(splitmix(&mut counter), 0xe220_a839_7b1d_cdaf);
        assert_eq!(splitmix(&mut counter), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(
            [0, 1].map(|n| nth_random(0, n)),
            [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4]
        );
        let mut rng = Rng { state: [1, 2, 3, 4] };
        let numbers = std::array::from_fn(|_| rng.next_u64());
        assert_eq!(numbers, [11520, 0, 1_509_978_240, 1_215_971_899_390_074_240]);
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
        assert_eq!(rng.choose::<u8>(&[]), None);
    }
}
