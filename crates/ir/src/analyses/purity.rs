//! Which parts of a position each function may have changed in what it yields.
//!
//! A write whose position is only asked about, or dropped, does not count: what
//! counts are the writes on the way to a yield. So the positions that escape
//! are found first, from the last block to the first, and then the writes and
//! the calls that made them. A function that changes nothing only walks: its
//! results are pairs of field and direction.

use super::calls::CallGraph;
use crate::program::*;

/// What each function of a program may write.
#[derive(Clone, Debug)]
pub struct Writes {
    parts: Vec<Parts>,
}

impl Writes {
    /// The writes of all functions of a program.
    pub fn new(program: &Program) -> Writes {
        let (parts, callees) = program.funcs.iter().map(escaping).unzip();
        Writes { parts: CallGraph::from_callees(callees).collect(parts) }
    }

    /// The parts that differ between what a function is run on and what it yields.
    pub fn of(&self, func: FuncId) -> Parts {
        self.parts[func.index()]
    }

    /// Whether it only moves the finger and turns the direction. It may speak:
    /// positions that differ only in what was told are equal.
    pub fn only_walks(&self, func: FuncId) -> bool {
        Parts::TOLD.contains(self.of(func))
    }
}

/// What a function itself writes on the way to a yield, and the functions whose
/// results go on to one.
fn escaping(func: &Func) -> (Parts, Vec<FuncId>) {
    let (mut parts, mut runs) = (Parts::NONE, Vec::new());
    let mut escapes = vec![false; func.types.len()];
    for block in func.blocks.iter().rev() {
        if let Term::Yield { s, .. } = block.term {
            escapes[s.index()] = true;
        }
        for target in block.term.targets() {
            let params = &func.blocks[target.block.index()].params;
            let (given, rest) = params.split_at(block.term.gives().len());
            for (param, arg) in rest.iter().zip(&target.args) {
                escapes[arg.index()] |= escapes[param.index()];
            }
            let (callees, args) = block.term.results();
            if let (Some(s), Some(args)) = (given.first(), args)
                && escapes[s.index()]
            {
                runs.extend(callees);
                escapes[args.s.index()] = true;
            }
        }
        for inst in block.insts.iter().rev() {
            if let Inst::Write { dst, s, write } = inst
                && escapes[dst.index()]
            {
                parts = parts | write.effect().writes;
                escapes[s.index()] = true;
            }
        }
    }
    (parts, runs)
}
