//! Which blocks a round of a pass has changed, so that it can change others
//! while what it knows of them still holds.

use crate::analyses::Flow;
use crate::program::*;

/// The blocks that were changed since a [`Flow`] was made.
pub(super) struct Touched(Vec<bool>);

impl Touched {
    pub(super) fn new(func: &Func) -> Touched {
        Touched(vec![false; func.blocks.len()])
    }

    /// Whether one of these blocks was changed, or one that only `head` leads to.
    pub(super) fn meets(&self, flow: &Flow, blocks: &[BlockId], head: BlockId) -> bool {
        blocks.iter().any(|block| self.0[block.index()])
            || flow.region(head).any(|block| self.0[block.index()])
    }

    /// These blocks were changed, and those that only `head` leads to.
    pub(super) fn add(&mut self, flow: &Flow, blocks: &[BlockId], head: BlockId) {
        for block in flow.region(head).chain(blocks.iter().copied()) {
            self.0[block.index()] = true;
        }
    }
}
