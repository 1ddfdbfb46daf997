//! What is not wanted is not made: a function yields, and is run on, what
//! the registers held at its start wherever that makes no difference. So a
//! direction that is only passed on does not look as if it were needed.

use super::tidy;
use crate::analyses::{Influence, Outputs, Summary};
use crate::program::*;

/// Replaces what makes no difference in all functions.
pub(crate) fn drop_unwanted(program: &mut Program) {
    let influence = Influence::new(program);
    let facts = &program.facts;
    for (i, func) in program.funcs.iter_mut().enumerate() {
        let wanted = influence.wanted(FuncId(i as u32));
        let &[s, v, f, d] = &func.blocks[0].params[..] else { continue };
        let start = Args { s, v, f, d };
        let mut changed = false;
        for block in &mut func.blocks {
            for inst in &mut block.insts {
                if let Some((summary, wanted, args)) = run_by_inst(inst, &influence) {
                    changed |= replace(args, summary, wanted, start);
                }
            }
            changed |= match &mut block.term {
                Term::Yield { s, f, d } => {
                    let parts = [Outputs::POSITION, Outputs::FINGER, Outputs::DIRECTION];
                    let made = [(s, start.s), (f, start.f), (d, start.d)];
                    let mut changed = false;
                    for (part, (made, given)) in parts.into_iter().zip(made) {
                        changed |= !wanted.meets(part) && std::mem::replace(made, given) != given;
                    }
                    changed
                }
                term => match run_by_term(term, &influence) {
                    Some((summary, wanted, args)) => replace(args, summary, wanted, start),
                    None => false,
                },
            };
        }
        if changed {
            tidy(func, facts);
        }
    }
}

/// What is run, what of it can make a difference, and what it is run on.
type Run<'a> = (Summary, Outputs, &'a mut Args);

fn run_by_inst<'a>(inst: &'a mut Inst, influence: &Influence) -> Option<Run<'a>> {
    Some(match inst {
        Inst::Set { expr: SetExpr::Fields { func, args }, .. } => {
            (influence.summary(*func), Outputs::EXISTS | Outputs::FINGER, args)
        }
        Inst::Number { expr: NumExpr::Count { func, args }, .. } => {
            let wanted = Outputs::EXISTS | Outputs::POSITION | Outputs::FINGER;
            (influence.summary(*func), wanted, args)
        }
        Inst::Number { expr: NumExpr::Call { func, args }, .. } => {
            (influence.summary(*func), Outputs::ALL, args)
        }
        _ => return None,
    })
}

fn run_by_term<'a>(term: &'a mut Term, influence: &Influence) -> Option<Run<'a>> {
    Some(match term {
        Term::Call { func, args, .. } => (influence.summary(*func), Outputs::ALL, args),
        Term::OrElse { first, second, args, .. } => {
            let (first, second) = (influence.summary(*first), influence.summary(*second));
            let both =
                Summary { v: first.v | second.v, f: first.f | second.f, d: first.d | second.d };
            (both, Outputs::ALL, args)
        }
        Term::Ask { func, args, .. } => (influence.summary(*func), Outputs::EXISTS, args),
        Term::Each { body, args, .. } => {
            // The finger is put on each field.
            let summary = Summary { f: Outputs::NONE, ..influence.summary(*body) };
            (summary, Outputs::EXISTS | Outputs::POSITION, args)
        }
        _ => return None,
    })
}

/// Replaces the arguments that make no difference; whether there were any.
fn replace(args: &mut Args, summary: Summary, wanted: Outputs, start: Args) -> bool {
    let before = *args;
    let registers = [
        (summary.v, &mut args.v, start.v),
        (summary.f, &mut args.f, start.f),
        (summary.d, &mut args.d, start.d),
    ];
    for (influences, arg, start) in registers {
        if !influences.meets(wanted) {
            *arg = start;
        }
    }
    *args != before
}
