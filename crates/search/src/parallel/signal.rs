//! How a thread learns that its work is of no use any more: a flag for each place
//! where work was shared, linked to that of the place above it. Nothing is sent;
//! a thread at work below looks up the links every few nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the work below a place is still wanted.
#[derive(Debug, Default)]
pub(crate) struct Signal {
    cut: AtomicBool,
    above: Option<Arc<Signal>>,
}

impl Signal {
    /// A signal for work that is part of other work.
    pub(crate) fn below(above: &Arc<Signal>) -> Signal {
        Signal { cut: AtomicBool::new(false), above: Some(Arc::clone(above)) }
    }

    /// The work here, and all that is part of it, is not wanted any more.
    pub(crate) fn cut(&self) {
        self.cut.store(true, Ordering::SeqCst);
    }

    /// The same for everything: the whole search ends.
    pub(super) fn cut_all(&self) {
        match &self.above {
            Some(above) => above.cut_all(),
            None => self.cut(),
        }
    }

    /// Whether the work here is not wanted any more.
    pub(crate) fn is_cut(&self) -> bool {
        self.cut.load(Ordering::SeqCst) || self.is_cut_above()
    }

    /// Whether that is so because of something farther up.
    pub(super) fn is_cut_above(&self) -> bool {
        let mut next = &self.above;
        while let Some(signal) = next {
            if signal.cut.load(Ordering::SeqCst) {
                return true;
            }
            next = &signal.above;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cut_reaches_what_is_below_and_nothing_else() {
        let root = Arc::new(Signal::default());
        let left = Arc::new(Signal::below(&root));
        let right = Arc::new(Signal::below(&root));
        let deep = Arc::new(Signal::below(&left));
        left.cut();
        assert!(left.is_cut() && deep.is_cut() && deep.is_cut_above());
        assert!(!root.is_cut() && !right.is_cut() && !left.is_cut_above());
        deep.cut_all();
        assert!(root.is_cut() && right.is_cut() && left.is_cut_above());
    }
}
