//! Which values make a difference after a stretch of walking. What is not looked at may be replaced,
//! but only by something as long as nothing fails where there is none.

use super::super::rewrite::{edit_uses, fresh};
use super::{Pass, Stretch};
use crate::analyses::is_known;
use crate::program::*;

impl Pass<'_> {
    /// Whether a direction makes a difference after a stretch.
    pub(super) fn lives_after(&self, stretch: &Stretch, value: Value) -> bool {
        match self.live[value.index()] {
            // The value lives; as another value it may not.
            true if stretch.wanted.contains(&value) => self.lives_unset(stretch, value),
            true => true,
            false => self.must_be_set(stretch, value),
        }
    }

    /// Whether a value that is not looked at must still be a field or a direction: without
    /// one, a rotation or a write would end the path.
    pub(super) fn must_be_set(&self, stretch: &Stretch, value: Value) -> bool {
        let mut insts = self.host.blocks.iter().flat_map(|block| &block.insts);
        let asks = |inst: &Inst| matches!(inst, Inst::Rotate { .. } | Inst::Write { .. });
        insts.any(asks) && is_known(self.host)[value.index()] && self.lives_unset(stretch, value)
    }

    /// Whether it makes a difference after a stretch that a value is none there.
    fn lives_unset(&self, stretch: &Stretch, value: Value) -> bool {
        let mut host = self.host.clone();
        let other = fresh(&mut host, self.host.types[value.index()]);
        for (i, block) in host.blocks.iter_mut().enumerate() {
            if BlockId(i as u32) != stretch.start && !stretch.is_inside[i] {
                edit_uses(block, &mut |used| *used = if *used == value { other } else { *used });
            }
        }
        let none = match self.host.types[value.index()] {
            Type::Field => Inst::NoField { dst: other },
            _ => Inst::NoDirection { dst: other },
        };
        host.blocks[0].insts.insert(0, none);
        self.around.influence.live(&self.program.facts, self.id, &host)[other.index()]
    }
}
