//! Which results of a turn may be the same position, so that they have to be
//! listed and compared: all that a function gives of which it is not proved that
//! its results differ. Of functions that exclude each other each is proved alone.

use ir::analyses::distinct;
use ir::{FuncId, Program, Term};
use rustc_hash::FxHashSet;

/// The functions whose results may be the same; `main` if it cannot be told apart
/// any further, and none if all results differ.
pub(crate) fn suspects(program: &Program) -> FxHashSet<FuncId> {
    let mut found = FxHashSet::default();
    look(program, program.entries.main, 0, &mut found);
    found
}

/// How deep functions that only decide are looked into.
const DEEPEST: usize = 20;

fn look(program: &Program, func: FuncId, depth: usize, found: &mut FxHashSet<FuncId>) {
    if distinct(program, func).is_ok() {
        return;
    }
    match alternatives(program, func) {
        Some(parts) if depth < DEEPEST => {
            parts.into_iter().for_each(|part| look(program, part, depth + 1, found));
        }
        _ => {
            found.insert(func);
        }
    }
}

/// The functions of which one gives all results of a function that only decides
/// which; nothing if it does more.
fn alternatives(program: &Program, func: FuncId) -> Option<Vec<FuncId>> {
    let mut parts = Vec::new();
    for block in &program.funcs[func.index()].blocks {
        match &block.term {
            Term::Jump(_) | Term::If { .. } | Term::Ask { .. } => {}
            Term::Yield { .. } | Term::Die => {}
            Term::Call { func, .. } => parts.push(*func),
            Term::OrElse { first, second, .. } => parts.extend([*first, *second]),
            _ => return None,
        }
    }
    // What happens behind a part may make equal what differed.
    let writes_behind = || {
        let blocks = &program.funcs[func.index()].blocks;
        let targets = blocks.iter().filter_map(|block| match &block.term {
            Term::Call { then, .. } | Term::OrElse { then, .. } => Some(then.block),
            _ => None,
        });
        let mut open: Vec<usize> = targets.map(|block| block.index()).collect();
        while let Some(at) = open.pop() {
            let block = &blocks[at];
            if !block.insts.is_empty() || !matches!(block.term, Term::Jump(_) | Term::Yield { .. })
            {
                return true;
            }
            open.extend(block.term.targets().iter().map(|target| target.block.index()));
        }
        false
    };
    (!parts.is_empty() && !writes_behind()).then_some(parts)
}
