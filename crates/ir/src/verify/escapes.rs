//! Rule 16: a position that is not the real one (the one before the turn, or
//! one with hidden fields) serves to look at, and never becomes a result.
//!
//! A position is unreal if it is made by `before` or `mask`, if it is written
//! from an unreal one, or if it is a result of a function that was run on one.

use super::Checker;
use crate::program::*;

impl<'a> Checker<'a> {
    pub(super) fn escapes(&mut self) {
        let mut unreal = vec![false; self.func.types.len()];
        // Values flow forward only, so when a block's turn comes, its
        // parameters are known.
        self.each_block(|it, _, block| {
            for inst in &block.insts {
                if let Inst::Write { dst, s, write } = inst {
                    let made = matches!(write, Write::Before | Write::Mask { .. });
                    unreal[dst.index()] = made || unreal[s.index()];
                }
            }
            if let Term::Yield { s, .. } = block.term
                && unreal[s.index()]
            {
                let name = it.value_name(s);
                it.report(format!("{name} comes from `before` or `mask` and is yielded"));
            }
            it.pass_on(&block.term, &mut unreal);
        });
    }

    fn pass_on(&self, term: &Term, unreal: &mut [bool]) {
        for target in term.targets() {
            let params = &self.func.blocks[target.block.index()].params;
            let (given, rest) = params.split_at(term.gives().len());
            for (param, arg) in rest.iter().zip(&target.args) {
                unreal[param.index()] |= unreal[arg.index()];
            }
            if let (Some(s), (_, Some(args))) = (given.first(), term.results()) {
                unreal[s.index()] |= unreal[args.s.index()];
            }
        }
    }
}
