//! Whether a repeat may be written out as far as the words of moves go.
//!
//! All paths of a repeat to one position have the words of the first. Written out, each path
//! has words of its own, so this is allowed only where that comes to the same: where nothing
//! is written at all, where there is one path, and where each result differs from where the
//! repeat began, and two results are equal only if the same was done.

use crate::analyses::Writes;
use crate::program::*;
use game::Kind;

/// What became of a position in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Made {
    /// No path leads here.
    Nothing,
    /// It is as it was.
    Unchanged,
    /// One piece was taken off, and nothing else was done: there is one less, and which one
    /// it was can be seen.
    OneLess,
    /// One piece became another kind than it was, and nothing else was done.
    OneTurned,
    /// Anything else.
    Something,
}

impl Made {
    fn join(self, other: Made) -> Made {
        match (self, other) {
            (Made::Nothing, made) | (made, Made::Nothing) => made,
            (a, b) if a == b => a,
            (Made::OneLess | Made::OneTurned, Made::OneLess | Made::OneTurned) => Made::OneTurned,
            _ => Made::Something,
        }
    }
}

/// Whether moves keep their words if from `low` to `high` rounds of a body are written out. With
/// more than one round, the body has at most one result.
pub(super) fn stay(writes: &Writes, id: FuncId, body: &Func, low: i32, high: i32) -> bool {
    let one_path = low == high && super::has_one_result_at_most(body);
    one_path
        || writes.of(id).is_empty()
        || match round(writes, body) {
            Made::Nothing | Made::OneLess => true,
            // Another round may undo it.
            Made::OneTurned => high <= 1,
            Made::Unchanged | Made::Something => false,
        }
}

/// What one round makes of the position that it is given.
fn round(writes: &Writes, body: &Func) -> Made {
    let mut made = vec![Made::Nothing; body.types.len()];
    made[body.blocks[0].params[0].index()] = Made::Unchanged;
    let mut end = Made::Nothing;
    for block in &body.blocks {
        for (i, inst) in block.insts.iter().enumerate() {
            if let Inst::Write { dst, s, write } = inst {
                made[dst.index()] = match (made[s.index()], write) {
                    (Made::Nothing, _) => Made::Nothing,
                    (Made::Unchanged, Write::Clear { .. }) => Made::OneLess,
                    (Made::Unchanged, Write::Become { f, kind })
                        if was_another(&block.insts[..i], *s, *f, *kind) =>
                    {
                        Made::OneTurned
                    }
                    _ => Made::Something,
                };
            }
        }
        if let Term::Yield { s, .. } = block.term {
            end = end.join(made[s.index()]);
        }
        let (callees, args) = block.term.results();
        let given = match args {
            Some(args) if callees.iter().all(|func| writes.of(*func).is_empty()) => {
                made[args.s.index()]
            }
            _ => Made::Something,
        };
        for target in block.term.targets() {
            let n_given = block.term.gives().len();
            let params = &body.blocks[target.block.index()].params;
            for (i, param) in params.iter().enumerate() {
                let from = match i.checked_sub(n_given) {
                    Some(i) => made[target.args[i].index()],
                    None => given,
                };
                made[param.index()] = made[param.index()].join(from);
            }
        }
    }
    end
}

/// Whether a test among these steps says that a field holds another kind.
fn was_another(insts: &[Inst], at: Value, field: Value, becomes: Kind) -> bool {
    insts.iter().any(|inst| {
        matches!(inst, Inst::Guard { cond: Cond::IsKind { s, f, kind }, .. }
            if *s == at && *f == field && *kind != becomes)
    })
}
