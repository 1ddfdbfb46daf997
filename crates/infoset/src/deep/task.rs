//! Tasks: a position with the way to it. Tasks that come from the same position share
//! their way.

use std::sync::Arc;

/// A position that was reached in a certain way.
#[derive(Debug)]
pub(crate) struct Trail<P> {
    pub(super) position: P,
    /// By how many different turns it was reached from the one before.
    pub(super) ways: u32,
    /// Its number among those that followed the one before.
    index: u32,
    /// How many turns lead here.
    pub(crate) depth: usize,
    before: Option<Arc<Trail<P>>>,
}

impl<P> Trail<P> {
    pub(super) fn start(position: P) -> Trail<P> {
        Trail { position, ways: 1, index: 0, depth: 0, before: None }
    }

    pub(super) fn after(before: &Arc<Trail<P>>, position: P, ways: u32, index: u32) -> Trail<P> {
        let depth = before.depth + 1;
        Trail { position, ways, index, depth, before: Some(Arc::clone(before)) }
    }

    /// The trail with those before it, the last first.
    fn back(&self) -> impl Iterator<Item = &Trail<P>> {
        std::iter::successors(Some(self), |trail| trail.before.as_deref())
    }

    /// What tells where in the order of the serial search it stands: which of the
    /// positions that followed was gone on with, turn by turn.
    pub(crate) fn key(&self) -> Vec<u32> {
        let mut key: Vec<u32> = self.back().take(self.depth).map(|trail| trail.index).collect();
        key.reverse();
        key
    }
}

impl<P: Clone> Trail<P> {
    /// The positions on the way, the first one first, and the ways between them.
    pub(super) fn path(&self) -> (Vec<P>, Vec<u32>) {
        let mut positions: Vec<P> = self.back().map(|trail| trail.position.clone()).collect();
        let mut ways: Vec<u32> = self.back().take(self.depth).map(|trail| trail.ways).collect();
        positions.reverse();
        ways.reverse();
        (positions, ways)
    }
}
