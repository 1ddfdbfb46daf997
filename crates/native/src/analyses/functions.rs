//! What is asked of the functions of a program before code is made of them:
//! whether they have more than one result, or several with the same board, and
//! whether they look at the direction.

use crate::compile::unit::Unit;
use ir::analyses::{CallGraph, Influence, Outputs, distinct_boards};
use ir::{Block, Cond, Func, FuncId, Inst, SetExpr, Term, Value, Write};

impl Unit<'_> {
    /// Whether a function has at most one result.
    pub(crate) fn at_most_one_result(&mut self, func: FuncId) -> bool {
        if let Some(known) = self.single[func.index()] {
            return known;
        }
        // One that comes back to itself is not looked into any further.
        self.single[func.index()] = Some(false);
        let body = &self.program.funcs[func.index()];
        let single = body.blocks.iter().all(|block| match &block.term {
            Term::Jump(_) | Term::If { .. } | Term::Ask { .. } | Term::Yield { .. } | Term::Die => {
                true
            }
            Term::ChooseDirection { from: ir::Directions::Compass(sets), .. } => {
                sets.iter().all(|set| set.len() <= 1)
            }
            Term::Call { func, .. } | Term::Each { body: func, .. } => {
                self.at_most_one_result(*func)
            }
            Term::OrElse { first, second, .. } => {
                self.at_most_one_result(*first) && self.at_most_one_result(*second)
            }
            Term::Repeat { body, low, high: Some(high), .. } => {
                low == high && self.at_most_one_result(*body)
            }
            Term::ChooseField { set, .. } => has_one_field(body, *set),
            _ => false,
        });
        self.single[func.index()] = Some(single);
        single
    }

    /// Whether each result of a function has the value that it was given at this place:
    /// 2 is the finger, 3 the direction.
    pub(crate) fn keeps(&self, func: FuncId, place: usize) -> bool {
        let blocks = &self.program.funcs[func.index()].blocks;
        blocks.iter().all(|block| match &block.term {
            Term::Yield { f, d, .. } => [*f, *d][place - 2] == blocks[0].params[place],
            _ => true,
        })
    }

    /// Whether a function only walks, from a field to others, and keeps the direction: then
    /// doing it again depends on the field alone.
    pub(crate) fn walks_on(&self, func: FuncId) -> bool {
        let body = &self.program.funcs[func.index()];
        let given = |f: Value| {
            let mut insts = body.blocks.iter().flat_map(|block| &block.insts);
            let steps = insts.any(
                |inst| matches!(inst, Inst::Step { dst, .. } | Inst::Back { dst, .. } if *dst == f),
            );
            steps || is_chosen(body, f)
        };
        self.writes.of(func).is_empty()
            && self.keeps(func, 3)
            && body.blocks.iter().all(|block| match &block.term {
                Term::Yield { s, f, .. } => *s == body.blocks[0].params[0] && given(*f),
                _ => true,
            })
    }

    /// Whether no two results of a function have the same board: proved.
    pub(crate) fn has_different_boards(&mut self, func: FuncId) -> bool {
        let program = self.program;
        *self.different.entry(func).or_insert_with(|| distinct_boards(program, func).is_ok())
    }

    /// Whether a walk that is repeated until a question succeeds goes from field to
    /// field, so that how far it is depends on the field alone as long as the
    /// position stays the same.
    pub(crate) fn goes_by_fields(&self, step: FuncId, until: FuncId) -> bool {
        let influence = Influence::new(self.program);
        let by_field = Outputs::EXISTS | Outputs::POSITION | Outputs::FINGER;
        let looks_back = |func: FuncId| {
            let mut insts =
                self.program.funcs[func.index()].blocks.iter().flat_map(|block| &block.insts);
            insts.any(|inst| matches!(inst, Inst::Write { write: Write::Before, .. }))
        };
        !self.remembers_past
            && self.writes.only_walks(step)
            && !influence.summary(step).d.meets(by_field)
            && !influence.summary(until).d.meets(Outputs::EXISTS)
            && !CallGraph::new(self.program).reachable([step, until]).into_iter().any(looks_back)
    }

    /// Whether a function, or one that it runs, asks for earlier positions.
    pub(crate) fn asks_for_past(&self, func: FuncId) -> bool {
        let asks = |func: FuncId| {
            let mut conds = self.program.funcs[func.index()].conds();
            conds.any(|cond| matches!(cond, Cond::Occurred { .. }))
        };
        self.remembers_past && CallGraph::new(self.program).reachable([func]).into_iter().any(asks)
    }

    /// Whether what a function returns does not depend on the direction.
    pub(crate) fn ignores_direction(&self, func: FuncId) -> bool {
        let mut open = vec![func];
        let mut seen = vec![false; self.program.funcs.len()];
        while let Some(func) = open.pop() {
            if std::mem::replace(&mut seen[func.index()], true) {
                continue;
            }
            let body = &self.program.funcs[func.index()];
            let Some(&d) = body.blocks[0].params.get(3) else { return false };
            for block in &body.blocks {
                for inst in &block.insts {
                    match inst {
                        Inst::Step { d: used, .. }
                        | Inst::Back { d: used, .. }
                        | Inst::Rotate { d: used, .. }
                            if *used == d =>
                        {
                            return false;
                        }
                        _ => inst.callees(&mut |callee, _| open.push(callee)),
                    }
                }
                if block.term.targets().iter().any(|t| t.args.contains(&d)) {
                    return false;
                }
                block.term.callees(&mut |callee, _| open.push(callee));
            }
        }
        true
    }
}

/// Whether a set of a function is a constant with at most one field.
fn has_one_field(func: &Func, set: Value) -> bool {
    let mut insts = func.blocks.iter().flat_map(|block| &block.insts);
    insts.any(|inst| match inst {
        Inst::Set { dst, expr: SetExpr::Const(fields) } => *dst == set && fields.len() <= 1,
        Inst::Set { dst, expr: SetExpr::Only(_) } => *dst == set,
        _ => false,
    })
}

/// Whether a field is one that was chosen from a set, whatever way led there.
fn is_chosen(func: &Func, field: Value) -> bool {
    let block = func.blocks.iter().position(|block| block.params.first() == Some(&field));
    let leads = |block: &Block, to: usize| {
        block.term.targets().iter().any(|target| target.block.index() == to)
    };
    block.is_some_and(|at| {
        func.blocks
            .iter()
            .filter(|block| leads(block, at))
            .all(|block| matches!(&block.term, Term::ChooseField { .. }))
    })
}
