//! What following paths may use: work, depth and results that are kept. Rules that do not
//! end are stopped by one of these, whatever they are run for.

use std::cell::Cell;

/// What one run may use. Rules of a real game need a small part of it; the
/// limits are there for rules that do not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Work: blocks executed, each charged by the size of the board if it may
    /// write it or look all over it.
    pub steps: u64,
    /// Calls and choices under way at a time, counting those whose result is
    /// being followed. Each takes stack: about 1 KB in an optimized build and
    /// 2 KB in one that is not. The default is safe on a thread with 2 MB;
    /// [`Limits::on_worker`] allows what is safe on a thread of ours.
    pub depth: u32,
    /// Results kept at a time by one repeat, choice or turn; a run may lower it
    /// where positions are so large that they would take too much memory.
    pub results: usize,
}

/// The stack that a call or choice takes, with a margin.
const BYTES_PER_LEVEL: usize = 2_500;

/// The stack of a thread that somebody else has started: what Rust gives a thread.
const USUAL_STACK_BYTES: usize = 2_000_000;

impl Limits {
    /// The limits of rules that run only on threads that are started by
    /// [`game::crew`]: half of such a stack belongs to the rules, and half to
    /// whoever calls them from the depth of a search.
    pub const fn on_worker() -> Limits {
        Limits::on_stack(game::crew::STACK_BYTES / 2)
    }

    const fn on_stack(bytes: usize) -> Limits {
        let depth = (bytes / BYTES_PER_LEVEL) as u32;
        Limits { steps: 50_000_000, depth, results: 200_000 }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::on_stack(USUAL_STACK_BYTES)
    }
}

/// What calling a function costs, in blocks.
const CALL_COST: u64 = 2;

/// After this many steps somebody is asked again: a hundredth of a second or two.
const STEPS_PER_QUESTION: u64 = 20_000;

/// Which limit was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The work is used up, or nobody wants the answer any more.
    Steps,
    /// Too many calls and choices are under way.
    Depth,
    /// Too many results would have to be kept.
    Results,
}

/// Why a run unwinds before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Whoever asked has its answer.
    Enough,
    /// A limit was met.
    Fault(Fault),
    /// The domain does not know enough to go on.
    Unknown,
}

/// How a step of a run ended.
pub type Flow<T = ()> = Result<T, Stop>;

/// What a run has used, and what it may.
pub struct Meter<'p> {
    limits: Limits,
    /// What executing a block costs.
    block_cost: u64,
    steps: Cell<u64>,
    /// The number of steps at which it is seen whether to go on.
    pause: Cell<u64>,
    /// Whether somebody still wants the answer.
    go_on: Option<&'p dyn Fn() -> bool>,
    depth: Cell<u32>,
}

impl<'p> Meter<'p> {
    /// Nothing is used yet.
    pub fn new(limits: Limits, block_cost: u64) -> Meter<'p> {
        Meter {
            limits,
            block_cost,
            steps: Cell::new(0),
            pause: Cell::new(limits.steps),
            go_on: None,
            depth: Cell::new(0),
        }
    }

    /// Lets somebody be asked every now and then whether the answer is still wanted. If
    /// it is not, it is as if the steps were used up.
    pub fn ask_often(&mut self, go_on: &'p dyn Fn() -> bool) {
        self.go_on = Some(go_on);
        self.pause.set(STEPS_PER_QUESTION.min(self.limits.steps));
    }

    /// The work that was done.
    pub fn steps(&self) -> u64 {
        self.steps.get()
    }

    /// What is left of the limits.
    pub fn rest(&self) -> Limits {
        let (steps, depth) = (self.steps.get(), self.depth.get());
        Limits {
            steps: self.limits.steps.saturating_sub(steps),
            depth: self.limits.depth - depth,
            ..self.limits
        }
    }

    /// Counts a block.
    #[inline]
    pub fn tick(&self) -> Flow {
        self.charge(self.block_cost)
    }

    /// Counts a call.
    #[inline]
    pub(super) fn call(&self) -> Flow {
        self.charge(CALL_COST)
    }

    /// Charges for work.
    #[inline]
    pub fn charge(&self, work: u64) -> Flow {
        self.add(work);
        match self.steps.get() > self.pause.get() {
            true => self.ask_to_go_on(),
            false => Ok(()),
        }
    }

    /// Adds work that is done already, and goes on.
    #[inline]
    pub fn add(&self, work: u64) {
        self.steps.set(self.steps.get() + work);
    }

    #[cold]
    fn ask_to_go_on(&self) -> Flow {
        let steps = self.steps.get();
        if steps > self.limits.steps || self.go_on.is_some_and(|go_on| !go_on()) {
            return Err(Stop::Fault(Fault::Steps));
        }
        self.pause.set((steps + STEPS_PER_QUESTION).min(self.limits.steps));
        Ok(())
    }

    /// Checks that this many results may be kept.
    #[inline]
    pub fn keep(&self, n_results: usize) -> Flow {
        if n_results > self.limits.results {
            return Err(Stop::Fault(Fault::Results));
        }
        Ok(())
    }

    /// Counts what goes onto the stack; [`Meter::ascend`] must follow.
    #[inline]
    pub fn descend(&self) -> Flow {
        if self.depth.get() >= self.limits.depth {
            return Err(Stop::Fault(Fault::Depth));
        }
        self.depth.set(self.depth.get() + 1);
        Ok(())
    }

    /// Takes off what [`Meter::descend`] has counted.
    #[inline]
    pub fn ascend(&self) {
        self.depth.set(self.depth.get() - 1);
    }
}
