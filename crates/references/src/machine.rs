//! Chooses, once per call from outside, between code for any processor and
//! code that may use BMI2, POPCNT, LZCNT and AVX2.
//!
//! Every hot function of this crate is `#[inline(always)]` and generic over
//! [`Machine`], so that the whole of a playout ends up inside one of the two
//! functions behind [`Machine::enter`] and is compiled with its features.

/// What the games want from the processor beyond plain Rust. A value of the
/// type is the proof that the instructions are there.
pub trait Machine: Copy {
    /// The `k`-th lowest member of `set` as a set of its own, or the empty set
    /// if there are not so many; `k` counts from zero and is taken modulo 64.
    fn select(self, set: u64, k: u32) -> u64;

    /// Does more work on the same machine, in a function of its own: recursion
    /// goes through here.
    fn enter<W: Work>(self, work: W) -> W::Output;
}

/// Work that is compiled once for each kind of machine.
pub trait Work {
    /// What the work gives.
    type Output;
    /// Does the work; implementations are `#[inline(always)]`.
    fn run(self, machine: impl Machine) -> Self::Output;
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain;

impl Machine for Plain {
    #[inline(always)]
    fn select(self, mut set: u64, k: u32) -> u64 {
        if k % 64 >= set.count_ones() {
            return 0;
        }
        for _ in 0..k % 64 {
            set &= set.wrapping_sub(1);
        }
        set & set.wrapping_neg()
    }

    fn enter<W: Work>(self, work: W) -> W::Output {
        work.run(self)
    }
}

/// Does the work with the best instructions that this processor has.
pub(crate) fn run<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(wide) = wide::Wide::detect() {
        return wide.enter(work);
    }
    Plain.enter(work)
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "features that were detected at run time need it")]
mod wide {
    use super::{Machine, Work};
    use std::arch::x86_64::_pdep_u64;

    /// A processor with BMI2, POPCNT, LZCNT and AVX2; only [`Wide::detect`]
    /// makes one.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Wide(());

    impl Wide {
        pub(super) fn detect() -> Option<Wide> {
            let there = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            there.then_some(Wide(()))
        }
    }

    impl Machine for Wide {
        #[inline(always)]
        fn select(self, set: u64, k: u32) -> u64 {
            // SAFETY: there is a `Wide`, so BMI2 was detected.
            unsafe { _pdep_u64(1_u64.wrapping_shl(k), set) }
        }

        #[inline(always)]
        fn enter<W: Work>(self, work: W) -> W::Output {
            // SAFETY: there is a `Wide`, so all these features were detected.
            unsafe { with_features(self, work) }
        }
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn with_features<W: Work>(wide: Wide, work: W) -> W::Output {
        work.run(wide)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct EverySelection;

    impl Work for EverySelection {
        type Output = Vec<u64>;
        fn run(self, machine: impl Machine) -> Vec<u64> {
            let mut found = Vec::new();
            for set in [1, 0x8000_0000_0000_0001, 0x00ff_00f0_1248_8421, u64::MAX] {
                found.extend((0..128).map(|k| machine.select(set, k)));
            }
            found
        }
    }

    #[test]
    fn both_machines_select_the_same_members() {
        let plain = Plain.enter(EverySelection);
        assert_eq!(plain[..2], [1, 0]);
        assert_eq!(plain[128..131], [1, 1 << 63, 0]);
        assert_eq!(plain[257..259], [1 << 5, 1 << 10]);
        assert_eq!(plain[384 + 127], 1 << 63);
        assert_eq!(run(EverySelection), plain);
    }
}
