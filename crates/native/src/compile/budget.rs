//! How much work it may be to make the code of a game. Work is counted, not timed, so that the
//! same rules are treated the same on every machine: what was emitted and compiled counts by
//! its instructions. Where compiling well would be too much work, code is compiled quickly,
//! and beyond all of it the interpreter plays.

use std::sync::atomic::{AtomicU64, Ordering};

/// What an instruction costs that is compiled well; one that is only emitted costs 1.
const WELL: u64 = 4;
/// What an instruction costs that is compiled quickly.
const QUICKLY: u64 = 2;
/// From how many instructions on each of a function costs twice as much.
const LONG: u64 = 30_000;

/// Up to how much work code is compiled well. No built-in game needs half of it for all that
/// commands do with it; a test looks.
pub(crate) const MOST_WELL: u64 = 3_000_000;
/// How much work there may be at all.
pub(crate) const MOST: u64 = 6_000_000;

/// What is said where there was too much to make.
pub(crate) const TOO_MUCH: &str = "making its code would take too long";

/// The work that was spent on the code of a game.
#[derive(Default)]
pub(crate) struct Budget {
    spent: AtomicU64,
}

impl Budget {
    /// The work so far.
    pub(crate) fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Whether so many more instructions are too many to be emitted.
    pub(crate) fn is_used_up(&self, more: usize) -> bool {
        self.spent() + more as u64 > MOST
    }

    /// Counts instructions that were emitted.
    pub(crate) fn emit(&self, instructions: usize) {
        self.spent.fetch_add(instructions as u64, Ordering::Relaxed);
    }

    /// Counts functions of so many instructions that are going to be compiled, quickly or
    /// well as was asked: whether that has to be done quickly, or an error if it is too much.
    pub(crate) fn compile(
        &self,
        functions: impl Iterator<Item = usize>,
        quickly: bool,
    ) -> Result<bool, String> {
        // Registers of long functions take more than their share.
        let weight = |n: u64| n + n * n / LONG;
        let instructions: u64 = functions.map(|n| weight(n as u64)).sum();
        let quickly = quickly || self.spent() + WELL * instructions > MOST_WELL;
        let cost = instructions * if quickly { QUICKLY } else { WELL };
        if self.spent() + cost > MOST {
            return Err(TOO_MUCH.to_string());
        }
        self.spent.fetch_add(cost, Ordering::Relaxed);
        Ok(quickly)
    }
}
