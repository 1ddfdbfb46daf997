//! How much work it may be to make the code of a game. Work is counted, not timed, so that the
//! same rules are treated the same on every machine: what was emitted and compiled counts by
//! its instructions. Where compiling well would be too much work, code is compiled quickly,
//! and beyond all of it the interpreter plays. Somebody who waits by the clock can also say
//! that they do not want to wait for code any longer.

use std::sync::atomic::{AtomicU64, Ordering};

/// What an instruction costs that is compiled well; one that is only emitted costs 1.
const WELL: u64 = 4;
/// What an instruction costs that is compiled quickly.
const QUICKLY: u64 = 2;
/// From how many instructions on each of a function costs twice as much.
const LONG: u64 = 30_000;

/// How much work there may be. Chess needs an eighth of it to be counted, listed and played
/// at random; a test looks.
const MOST: u64 = 10_000_000;

/// What is said where there was too much to make.
pub(crate) const TOO_MUCH: &str = "making its code would take too long";

/// What is said where nobody wanted to wait for code any longer. Later there may be more time,
/// so what was given up for this reason is tried again when it is needed again.
pub(crate) const TOO_LATE: &str = "there was no time to make all of its code";

/// The work that was spent on the code of a game, and how much there may be. Code is made by
/// one thread at a time (`late.rs`), and beside it at most that of early ends, which shares the
/// budget, and listings for a reader: each looks before it works, so that both together may
/// spend a little more than there is.
pub(crate) struct Budget {
    spent: AtomicU64,
    most: AtomicU64,
    /// Whether somebody still waits for code.
    wanted: Box<Wanted>,
}

/// Says whether code that is being made is still wanted.
pub(crate) type Wanted = dyn Fn() -> bool + Send + Sync;

impl Budget {
    /// Nothing is spent yet.
    pub(crate) fn new(wanted: Box<Wanted>) -> Budget {
        Budget { spent: AtomicU64::new(0), most: AtomicU64::new(MOST), wanted }
    }

    /// Whether somebody still waits for code.
    pub(crate) fn is_wanted(&self) -> bool {
        (self.wanted)()
    }

    /// The same as an error, for what cannot be made any more.
    pub(crate) fn check_wanted(&self) -> Result<(), String> {
        if self.is_wanted() { Ok(()) } else { Err(TOO_LATE.to_string()) }
    }

    /// The work so far.
    pub(crate) fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// How much there may be.
    pub(crate) fn most(&self) -> u64 {
        self.most.load(Ordering::Relaxed)
    }

    /// Changes how much there may be.
    pub(crate) fn set_most(&self, most: u64) {
        self.most.store(most, Ordering::Relaxed);
    }

    /// Whether so many more instructions are too many to be emitted.
    pub(crate) fn is_used_up(&self, more: usize) -> bool {
        self.spent() + more as u64 > self.most()
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
        // Three fifths are for code that is compiled well.
        let quickly = quickly || self.spent() + WELL * instructions > self.most() / 5 * 3;
        let cost = instructions * if quickly { QUICKLY } else { WELL };
        if self.spent() + cost > self.most() {
            return Err(TOO_MUCH.to_string());
        }
        self.spent.fetch_add(cost, Ordering::Relaxed);
        Ok(quickly)
    }
}
