//! Which fingers and directions are known to be set, and which steps can
//! therefore not end a path.

use crate::program::*;
use game::{Facts, Kind, Owner};

/// For each value of a function whose blocks are in order, whether it is a
/// finger that points somewhere or a direction that is set, whatever the
/// function is run on.
pub fn is_known(func: &Func) -> Vec<bool> {
    let mut known = vec![false; func.types.len()];
    // A parameter is known if it is on every way in; the first way starts with yes.
    let mut met = vec![false; func.blocks.len()];
    for block in &func.blocks {
        for inst in &block.insts {
            if let Inst::Step { dst, .. }
            | Inst::Back { dst, .. }
            | Inst::Rotate { dst, .. }
            | Inst::Direction { dst, .. } = inst
            {
                known[dst.index()] = true;
            }
        }
        let gives = block.term.gives().len();
        let chosen = matches!(block.term, Term::ChooseField { .. } | Term::ChooseDirection { .. });
        for target in block.term.targets() {
            let first = !std::mem::replace(&mut met[target.block.index()], true);
            let params = &func.blocks[target.block.index()].params;
            for (i, param) in params.iter().enumerate() {
                let now = match i.checked_sub(gives) {
                    Some(i) => known[target.args[i].index()],
                    None => chosen,
                };
                known[param.index()] = now && (first || known[param.index()]);
            }
        }
    }
    known
}

/// Whether a path may end at a write, given which fingers are known to be set.
pub fn write_dies(facts: &Facts, write: &Write, known: &[bool]) -> bool {
    let unset = |f: &Value| !known[f.index()];
    match write {
        Write::Put { f, whose, kind, .. } => unset(f) || !has_sign(facts, *whose, *kind),
        Write::PutAll { whose, kind, .. } => !has_sign(facts, *whose, *kind),
        Write::Remember { f, .. } => unset(f),
        Write::Tell { f, details, .. } => {
            unset(f) && details.iter().any(|it| matches!(it, Detail::Here | Detail::Piece))
        }
        write => write.effect().may_die,
    }
}

/// Whether whoever gets a piece of this kind has a sign for it.
pub(crate) fn has_sign(facts: &Facts, whose: Whose, kind: Kind) -> bool {
    let symbols = &facts.kinds[kind.index()].symbols;
    let has = |owner: Owner| symbols[owner as usize].is_some();
    match whose {
        Whose::First => has(Owner::First),
        Whose::Second => has(Owner::Second),
        Whose::Nobody => has(Owner::Nobody),
        Whose::Own | Whose::Enemy | Whose::Any => has(Owner::First) && has(Owner::Second),
    }
}
