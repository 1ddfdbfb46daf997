//! Rules 6 to 8: every value is defined once, before it is used, and used as
//! what it is.

use super::{Checker, type_word};
use crate::analyses::Flow;
use crate::program::*;

/// Where a value is defined or used.
#[derive(Clone, Copy)]
struct Place {
    /// In which block.
    block: BlockId,
    /// After how many instructions of it; a parameter is defined after none.
    after: usize,
}

impl<'a> Checker<'a> {
    pub(super) fn values(&mut self) {
        let defined = self.definitions();
        if !self.errors.is_empty() {
            return;
        }
        let flow = Flow::new(self.func);
        self.each_block(|it, id, block| {
            let mut used = |value: Value, ty: Type, at: usize| {
                it.used(value, ty, Place { block: id, after: at }, &defined, &flow);
            };
            for (i, inst) in block.insts.iter().enumerate() {
                inst.uses(&mut |value, ty| used(value, ty, i));
            }
            let end = block.insts.len();
            block.term.uses(&mut |value, ty| used(value, ty, end));
            it.passed(id, block, &defined, &flow);
        });
    }

    /// Where each value is defined; reports values that are defined twice, do
    /// not exist, or have another type than the node that makes them.
    fn definitions(&mut self) -> Vec<Option<Place>> {
        let mut defined = vec![None; self.func.types.len()];
        self.each_block(|it, id, block| {
            for &param in &block.params {
                it.define(param, Place { block: id, after: 0 }, &mut defined);
            }
            for (i, inst) in block.insts.iter().enumerate() {
                let Some((dst, ty)) = inst.defines() else { continue };
                it.define(dst, Place { block: id, after: i + 1 }, &mut defined);
                if it.func.types.get(dst.index()).is_some_and(|&has| has != ty) {
                    let (name, word) = (it.value_name(dst), type_word(ty));
                    it.report(format!("{name} is made by a node that makes a {word}"));
                }
            }
        });
        defined
    }

    fn define(&mut self, value: Value, place: Place, defined: &mut [Option<Place>]) {
        let name = self.value_name(value);
        match defined.get_mut(value.index()) {
            None => self.report(format!("{name} has no type")),
            Some(Some(_)) => self.report(format!("{name} is defined a second time")),
            Some(undefined) => *undefined = Some(place),
        }
    }

    fn used(&mut self, value: Value, ty: Type, at: Place, defined: &[Option<Place>], flow: &Flow) {
        let name = self.value_name(value);
        let Some(&has) = self.func.types.get(value.index()) else {
            return self.report(format!("{name} has no type"));
        };
        if has != ty {
            let (has, wanted) = (type_word(has), type_word(ty));
            self.report(format!("{name} is a {has}; a {wanted} is wanted"));
        }
        match defined[value.index()] {
            None => self.report(format!("{name} is not defined")),
            Some(home) => {
                let before = match home.block == at.block {
                    true => home.after <= at.after,
                    false => flow.dominates(home.block, at.block),
                };
                if !before {
                    self.report(format!("{name} is not defined on every way here"));
                }
            }
        }
    }

    /// What goes to the parameters of the targets: arguments, which are uses,
    /// and what the node gives.
    fn passed(&mut self, id: BlockId, block: &'a Block, defined: &[Option<Place>], flow: &Flow) {
        for target in block.term.targets() {
            let gives = block.term.gives();
            let params = &self.func.blocks[target.block.index()].params;
            let (given, rest) = params.split_at(gives.len());
            for (&param, &arg) in rest.iter().zip(&target.args) {
                let ty = self.func.types[param.index()];
                let end = Place { block: id, after: block.insts.len() };
                self.used(arg, ty, end, defined, flow);
            }
            for (&param, &gives) in given.iter().zip(gives) {
                if self.func.types[param.index()] != gives {
                    let (name, word) = (self.value_name(param), type_word(gives));
                    self.report(format!("{name} of b{} is given a {word}", target.block.0));
                }
            }
        }
    }
}
