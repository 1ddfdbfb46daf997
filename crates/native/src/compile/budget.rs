//! How much work it may be to make the code of a game. Work is counted, not timed, so that the
//! same rules are treated the same on every machine: what was emitted and compiled counts by
//! its instructions. Where compiling well would be too much work, code is compiled quickly,
//! and beyond all of it the interpreter plays. Somebody who waits by the clock can also say
//! that they do not want to wait for code any longer.

use cranelift_codegen::entity::SecondaryMap;
use cranelift_codegen::ir::{Function, Value};
use std::sync::atomic::{AtomicU64, Ordering};

/// What an instruction costs that is compiled well; one that is only emitted costs 1.
const WELL: u64 = 4;
/// What an instruction costs that is compiled quickly.
const QUICKLY: u64 = 2;
/// A function of this many blocks that is compiled well costs as much again as there are values
/// alive in its blocks, because registers are given by what is alive in each block; with twice
/// the blocks that is four times as much, as was measured with long chains of rules.
const BLOCKS: u64 = 2_000;
/// From how many instructions on each of a function costs twice as much.
const LONG: u64 = 30_000;

/// How much work there may be: some two or three seconds. Of the built-in games shogi needs the
/// most to be counted, listed and played at random, less than half of it, and the others a
/// quarter or little more (`cargo run --release -p multigame-native --example budget`); a test looks.
const MOST: u64 = 13_000_000;

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

    /// Whether this many more instructions are too many to be emitted.
    pub(crate) fn is_used_up(&self, more: usize) -> bool {
        self.spent() + more as u64 > self.most()
    }

    /// Counts instructions that were emitted.
    pub(crate) fn emit(&self, instructions: usize) {
        self.spent.fetch_add(instructions as u64, Ordering::Relaxed);
    }

    /// Counts functions that are going to be compiled, quickly or well as was asked: whether
    /// that has to be done quickly, or an error if it is too much.
    pub(crate) fn compile<'f>(
        &self,
        functions: impl Iterator<Item = &'f Function>,
        quickly: bool,
    ) -> Result<bool, String> {
        // Registers of long functions take more than their share.
        let weight = |n: u64| n + n * n / LONG;
        let (mut instructions, mut well) = (0, 0);
        for function in functions {
            let weight = weight(function.dfg.num_insts() as u64);
            instructions += weight;
            well += WELL * weight;
            if !quickly {
                let blocks = function.layout.blocks().count() as u64;
                well += alive(function) * blocks / BLOCKS * blocks / BLOCKS;
            }
        }
        // Three fifths are for code that is compiled well.
        let quickly = quickly || self.spent() + well > self.most() / 5 * 3;
        let cost = if quickly { QUICKLY * instructions } else { well };
        if self.spent() + cost > self.most() {
            return Err(TOO_MUCH.to_string());
        }
        self.spent.fetch_add(cost, Ordering::Relaxed);
        Ok(quickly)
    }
}

/// In how many blocks values are alive, all values together: for each the blocks from the first
/// to the last that makes or uses it, in the order in which they are laid out.
fn alive(function: &Function) -> u64 {
    let mut spans = SecondaryMap::<Value, Option<[u32; 2]>>::new();
    let mut see = |value: Value, at: u32| {
        let [first, last] = spans[value].unwrap_or([at; 2]);
        spans[value] = Some([first.min(at), last.max(at)]);
    };
    for (at, block) in (0..).zip(function.layout.blocks()) {
        function.dfg.block_params(block).iter().for_each(|&value| see(value, at));
        for inst in function.layout.block_insts(block) {
            function.dfg.inst_results(inst).iter().for_each(|&value| see(value, at));
            let used = function.dfg.inst_values(inst);
            used.for_each(|value| see(function.dfg.resolve_aliases(value), at));
        }
    }
    spans.values().flatten().map(|[first, last]| u64::from(last - first)).sum()
}
