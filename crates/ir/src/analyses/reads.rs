//! Which parts of a position a run of each function may look at, in whatever it
//! runs: a function that does not read a part gives the same results for
//! positions that differ only there.

use super::calls::CallGraph;
use super::parts::Parts;
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
    let insts = func.blocks.iter().flat_map(|block| &block.insts).map(inst_reads);
    let terms = func.blocks.iter().map(|block| match &block.term {
        Term::If { cond, .. } => cond_reads(cond),
        _ => Parts::NONE,
    });
    insts.chain(terms).fold(Parts::NONE, |all, parts| all | parts)
}

fn inst_reads(inst: &Inst) -> Parts {
    match inst {
        Inst::Set { expr, .. } => match expr {
            SetExpr::Pieces { .. } | SetExpr::Empty { .. } | SetExpr::Matching { .. } => {
                Parts::BOARD
            }
            SetExpr::Memory { .. } => Parts::MEMORY,
            _ => Parts::NONE,
        },
        Inst::Number { expr, .. } => match expr {
            NumExpr::Counter { .. } => Parts::COUNTERS,
            NumExpr::Reserve { .. } => Parts::RESERVE,
            NumExpr::Height { .. } => Parts::BOARD,
            NumExpr::Hand { .. } => Parts::HAND,
            _ => Parts::NONE,
        },
        Inst::Guard { cond } => cond_reads(cond),
        Inst::Write { write, .. } => write_reads(write),
        Inst::Other { .. }
        | Inst::NoField { .. }
        | Inst::NoDirection { .. }
        | Inst::Direction { .. }
        | Inst::Step { .. }
        | Inst::Back { .. }
        | Inst::Rotate { .. } => Parts::NONE,
    }
}

fn cond_reads(cond: &Cond) -> Parts {
    match cond {
        Cond::Matches { .. } | Cond::IsKind { .. } => Parts::BOARD,
        // The whole position is compared, with the player who is next.
        Cond::Occurred { .. } => Parts::POSITION | Parts::TURN | Parts::PAST,
        Cond::In { .. } | Cond::Compare { .. } | Cond::Some { .. } | Cond::Is { .. } => Parts::NONE,
    }
}

/// What a write looks at, because it may die or because what it writes depends on it.
fn write_reads(write: &Write) -> Parts {
    match write {
        Write::Lift { .. } | Write::Lower { .. } => Parts::BOARD | Parts::HAND,
        Write::Clear { .. } | Write::Become { .. } | Write::Keep { .. } => Parts::BOARD,
        // On a board of stacks there may be no room.
        Write::Enter { .. } => Parts::BOARD | Parts::RESERVE,
        Write::Before => Parts::PAST,
        Write::Tell { details, .. } => details.iter().fold(Parts::NONE, |all, detail| {
            all | match detail {
                Detail::Here => Parts::NONE,
                Detail::Piece => Parts::BOARD,
                Detail::Memory(_) => Parts::MEMORY,
            }
        }),
        Write::Put { .. }
        | Write::PutAll { .. }
        | Write::Remember { .. }
        | Write::SetCounter { .. }
        | Write::Outcome { .. }
        | Write::Pass
        | Write::Again
        | Write::Cost { .. }
        | Write::Hush { .. }
        | Write::Mask { .. } => Parts::NONE,
    }
}
