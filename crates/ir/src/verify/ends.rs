//! Rules 13 to 15: whatever repeats says why it ends.

use super::VerifyError;
use crate::analyses::{CallGraph, Writes};
use crate::names::{Names, Space};
use crate::program::*;

/// Checks all functions of a program that keeps the rules before these.
pub(super) fn ends(program: &Program, names: &Names<'_>) -> Vec<VerifyError> {
    let mut errors = Vec::new();
    let writes = Writes::new(program);
    for func in &program.funcs {
        let mut report = |block: Option<usize>, message: String| {
            let block = block.map(|i| BlockId(i as u32));
            errors.push(VerifyError { func: func.name.clone(), block, message });
        };
        if func.depth.as_ref().is_some_and(|bound| times(bound) == 0) {
            report(None, "the depth must be at least 1".to_string());
        }
        for (i, block) in func.blocks.iter().enumerate() {
            let Term::Repeat { body, bound, .. } = &block.term else { continue };
            if times(bound) == 0 {
                report(Some(i), "the bound of a repeat must be at least 1".to_string());
            }
            if matches!(bound, Bound::Walk(_)) && !writes.only_walks(*body) {
                let name = names.show(Space::Func, body.index());
                let parts = writes.of(*body);
                report(Some(i), format!("{name} does not only walk: it writes {parts}"));
            }
        }
    }
    for cycle in CallGraph::new(program).cycles() {
        for func in cycle.iter().map(|it| &program.funcs[it.index()]) {
            if func.depth.is_none() {
                let message = "it may run itself and does not say how deep".to_string();
                errors.push(VerifyError { func: func.name.clone(), block: None, message });
            }
        }
    }
    errors
}

/// How often at most.
fn times(bound: &Bound) -> u32 {
    match bound {
        Bound::Times(n) | Bound::Walk(n) => *n,
        Bound::Uses { times, .. } => *times,
    }
}
