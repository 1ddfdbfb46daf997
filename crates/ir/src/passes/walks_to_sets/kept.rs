//! Results whose direction is the one that a function was run with: after it
//! the direction from before can be used, which may be a constant.

use crate::passes::rewrite::{Substitution, count_ways_in, substitute};
use crate::program::*;

/// For each function whether it yields the direction that it was run with.
pub(super) fn keeps_direction(program: &Program) -> Vec<bool> {
    let mut keeps: Vec<bool> =
        program.funcs.iter().map(|func| func.kind == FuncKind::Gen).collect();
    // All of them do until one is found that does not; this can only spread.
    loop {
        let before = keeps.clone();
        for (i, func) in program.funcs.iter().enumerate() {
            keeps[i] = keeps[i] && yields_same(func, &keeps);
        }
        if keeps == before {
            return keeps;
        }
    }
}

fn yields_same(func: &Func, keeps: &[bool]) -> bool {
    let mut is_same = vec![false; func.types.len()];
    let mut met = vec![false; func.blocks.len()];
    is_same[func.blocks[0].params[3].index()] = true;
    for block in &func.blocks {
        if let Term::Yield { d, .. } = block.term
            && !is_same[d.index()]
        {
            return false;
        }
        let given = given(&block.term, keeps).is_some_and(|args| is_same[args.d.index()]);
        let gives = block.term.gives().len();
        for target in block.term.targets() {
            let first = !std::mem::replace(&mut met[target.block.index()], true);
            for (i, param) in func.blocks[target.block.index()].params.iter().enumerate() {
                let now = match i.checked_sub(gives) {
                    Some(i) => is_same[target.args[i].index()],
                    None => i == 2 && given,
                };
                is_same[param.index()] = now && (first || is_same[param.index()]);
            }
        }
    }
    true
}

/// What a node runs functions on that all keep the direction.
fn given<'t>(term: &'t Term, keeps: &[bool]) -> Option<&'t Args> {
    match term {
        Term::Call { .. } | Term::OrElse { .. } | Term::Repeat { .. } | Term::Best { .. } => {
            let (funcs, args) = term.results();
            args.filter(|_| funcs.iter().all(|func| keeps[func.index()]))
        }
        _ => None,
    }
}

/// After functions that keep the direction, uses the one from before them.
pub(super) fn use_kept(func: &mut Func, keeps: &[bool]) {
    let ways_in = count_ways_in(func);
    let mut values = Substitution::default();
    for block in &func.blocks {
        if let Some(args) = given(&block.term, keeps)
            && let [then] = block.term.targets().as_slice()
            && ways_in[then.block.index()] == 1
        {
            values.insert(func.blocks[then.block.index()].params[2], args.d);
        }
    }
    substitute(func, &values);
}
