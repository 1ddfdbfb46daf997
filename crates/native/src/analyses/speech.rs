//! Whether what a rule of the referee says is what is heard in the end, so that code may
//! give up at the first message that was not heard. Two things must be proved:
//!
//! 1. The rule has a result whatever comes: it only speaks, remembers and decides, and so
//!    do the loops in it.
//! 2. The result has heard everything. Passes let a `try` speak before it has tested
//!    something, and drop the position with the message if the test fails. So for each
//!    place it is found out which positions have heard all that was said on any way to
//!    it: after a message that is the one with the message, and the others have missed it.

use crate::compile::unit::Unit;
use ir::{Block, Func, FuncId, Inst, Term, Value, Write};

/// Loops that are farther inside others are not looked into.
const MOST_DEPTH: u32 = 8;

impl Unit<'_> {
    /// Whether each message that a function says, if it points at a field or not, is
    /// surely part of its result. One that comes back to itself is not looked into any
    /// further, nor is one that is far inside others.
    pub(crate) fn surely_says(&self, func: FuncId, points: bool) -> bool {
        self.says_at(func, points, MOST_DEPTH)
    }

    fn says_at(&self, func: FuncId, points: bool, depth: u32) -> bool {
        let body = &self.program.funcs[func.index()];
        let finger = body.blocks[0].params.get(2);
        // Only the field that it is given is known to be one.
        let is_field = |field: &ir::Value| points && Some(field) == finger;
        let step = |inst: &Inst| match inst {
            Inst::Set { .. } | Inst::Number { .. } | Inst::Other { .. } => true,
            Inst::NoField { .. } | Inst::NoDirection { .. } | Inst::Direction { .. } => true,
            Inst::Write { write, .. } => match write {
                Write::Hush { .. } | Write::Before => true,
                Write::Remember { f, .. } => is_field(f),
                Write::Tell { f, details, .. } => {
                    is_field(f) || details.iter().all(|d| matches!(d, ir::Detail::Memory(_)))
                }
                _ => false,
            },
            _ => false,
        };
        let end = |term: &Term| match term {
            Term::Jump(_) | Term::If { .. } | Term::Ask { .. } | Term::Yield { .. } => true,
            Term::Each { body, .. } => depth > 0 && self.says_at(*body, true, depth - 1),
            _ => false,
        };
        let yields = |block: &Block| block.insts.iter().all(step) && end(&block.term);
        body.blocks.iter().all(yields) && keeps_what_is_said(body)
    }
}

/// Whether each result of a function that only speaks, remembers and decides holds all
/// messages that were said on the way to it.
fn keeps_what_is_said(func: &Func) -> bool {
    let Some(&start) = func.blocks[0].params.first() else { return false };
    // For each block the positions that have heard all, once a way to it is known.
    let mut heard: Vec<Option<Vec<Value>>> = vec![None; func.blocks.len()];
    heard[0] = Some(vec![start]);
    for (i, block) in func.blocks.iter().enumerate() {
        let Some(mut all) = heard[i].take() else { continue };
        for inst in &block.insts {
            let Inst::Write { dst, s, write } = inst else { continue };
            let has_heard = all.contains(s);
            match write {
                Write::Tell { .. } => all.clear(),
                Write::Hush { .. } | Write::Remember { .. } => {}
                // Another position, or one of which nothing is known.
                _ => continue,
            }
            if has_heard {
                all.push(*dst);
            }
        }
        let mut given = None;
        match &block.term {
            Term::Jump(_) | Term::If { .. } | Term::Ask { .. } => {}
            Term::Each { args, .. } => {
                given = Some(all.contains(&args.s));
                all.clear();
            }
            Term::Yield { s, .. } if all.contains(s) => {}
            _ => return false,
        }
        for target in block.term.targets() {
            let to = target.block.index();
            if to <= i {
                return false;
            }
            let params = &func.blocks[to].params;
            let mut there = all.clone();
            there.extend(params.iter().copied().take(1).filter(|_| given == Some(true)));
            let rest = params.iter().skip(usize::from(given.is_some()));
            there.extend(
                rest.zip(&target.args).filter(|(_, arg)| all.contains(arg)).map(|(p, _)| *p),
            );
            match &mut heard[to] {
                Some(known) => known.retain(|value| there.contains(value)),
                unknown => *unknown = Some(there),
            }
        }
    }
    true
}
