//! How much work the passes have had with a program, and whether there may be more. It is
//! counted, not timed, so that the same rules always become the same program.

use std::cell::Cell;

/// The work of passes: about what it takes to look at a node once is one unit.
pub(super) struct Effort<'a> {
    spent: Cell<u64>,
    ended: Cell<bool>,
    most: u64,
    /// Whether somebody still waits for the passes.
    go_on: &'a dyn Fn() -> bool,
}

impl<'a> Effort<'a> {
    /// Nothing is spent yet.
    pub(super) fn new(most: u64, go_on: &'a dyn Fn() -> bool) -> Effort<'a> {
        Effort { spent: Cell::new(0), ended: Cell::new(false), most, go_on }
    }

    /// The work so far.
    pub(super) fn spent(&self) -> u64 {
        self.spent.get()
    }

    /// Counts work that is going to be done; whether it may be. Once there has been a no, every
    /// later answer is no: a pass that went on with what happens to be little would rewrite a
    /// program here and there.
    #[must_use]
    pub(super) fn spend(&self, work: u64) -> bool {
        let spent = self.spent.get().saturating_add(work);
        if self.has_ended() || spent > self.most {
            self.ended.set(true);
            return false;
        }
        self.spent.set(spent);
        true
    }

    /// Whether there has been more to do than there may be.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.get()
    }

    /// Whether a pass that is about to begin with so much work may do so.
    pub(super) fn begins(&self, work: u64) -> bool {
        (self.go_on)() && self.spend(work)
    }
}
