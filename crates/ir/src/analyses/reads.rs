//! Which parts of a position a run of each function may look at, in whatever it
//! runs: a function that does not read a part gives the same results for
//! positions that differ only there.

use super::calls::CallGraph;
use crate::program::*;

/// What each function of a program may read.
#[derive(Clone, Debug)]
pub struct Reads {
    parts: Vec<Parts>,
}

impl Reads {
    /// The reads of all functions of a program.
    pub fn new(program: &Program) -> Reads {
        let own = program.funcs.iter().map(own_reads).collect();
        Reads { parts: CallGraph::new(program).collect(own) }
    }

    /// The parts that decide what a function does.
    pub fn of(&self, func: FuncId) -> Parts {
        self.parts[func.index()]
    }
}

fn own_reads(func: &Func) -> Parts {
    let insts = func.blocks.iter().flat_map(|block| &block.insts).map(Inst::effect);
    let terms = func.blocks.iter().map(|block| block.term.effect());
    insts.chain(terms).fold(Parts::NONE, |all, effect| all | effect.reads)
}
