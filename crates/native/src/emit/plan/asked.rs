//! Sets of which a function asks for one field only: what is made for that question and for
//! nothing else need not be made if the question is answered by looking at the field.

use super::parts;
use ir::{Block, Cond, Func, Inst, SetExpr, Term, Value};

/// From how many walks on it is worth looking for another answer.
const MANY_WALKS: usize = 3;

/// For each set of which one field is asked, the sets that are made for that question alone, in
/// the order in which they are made; nothing for others.
///
/// Only what is made in the block of the question counts: what is made before it may be made
/// once for many questions.
pub(super) fn asked(func: &Func) -> Vec<Vec<Value>> {
    let uses = count_uses(func);
    let mut asked = vec![Vec::new(); func.types.len()];
    for block in &func.blocks {
        for set in questions(block) {
            if uses[set.index()] == 1 {
                asked[set.index()] = made_for(block, set, &uses);
            }
        }
    }
    asked
}

/// How often each value is used.
fn count_uses(func: &Func) -> Vec<usize> {
    let mut uses = vec![0; func.types.len()];
    for block in &func.blocks {
        let mut see = |value: Value| uses[value.index()] += 1;
        block.insts.iter().for_each(|inst| inst.uses(&mut |value, _| see(value)));
        block.term.uses(&mut |value, _| see(value));
        block.term.targets().iter().flat_map(|it| &it.args).for_each(|value| see(*value));
    }
    uses
}

/// The sets that are asked for a field in a block.
fn questions(block: &Block) -> Vec<Value> {
    let of = |cond: &Cond| match cond {
        Cond::In { set, .. } => Some(*set),
        _ => None,
    };
    let guards = block.insts.iter().filter_map(|inst| match inst {
        Inst::Guard { cond, .. } => of(cond),
        _ => None,
    });
    let decision = match &block.term {
        Term::If { cond, .. } => of(cond),
        _ => None,
    };
    guards.chain(decision).collect()
}

/// The sets of a block that are made for one set alone, which is the last of them; nothing if
/// they are made by few walks.
fn made_for(block: &Block, root: Value, uses: &[usize]) -> Vec<Value> {
    let mut wanted = vec![0; uses.len()];
    wanted[root.index()] = 1;
    let (mut made, mut walks) = (Vec::new(), 0);
    for inst in block.insts.iter().rev() {
        let Inst::Set { dst, expr } = inst else { continue };
        if wanted[dst.index()] == 0 || wanted[dst.index()] != uses[dst.index()] {
            continue;
        }
        match expr {
            SetExpr::Walk { .. } | SetExpr::Rows { .. } => walks += 1,
            SetExpr::And(..) | SetExpr::Or(..) | SetExpr::Minus(..) => {}
            _ => continue,
        }
        made.push(*dst);
        parts(expr).into_iter().for_each(|part| wanted[part.index()] += 1);
    }
    made.reverse();
    if walks < MANY_WALKS { Vec::new() } else { made }
}
