//! What is decided about a function before code is made of it: where its ways
//! join, which of its questions become functions of their own because they are
//! long and asked in many places, and which sets are therefore not made in place.

mod asked;

use super::joins::joins;
use ir::{Cond, Func, Inst, SetExpr, Term, Type, Value};

/// From how many walks on a question is long.
const LONG: usize = 3;

/// What is decided about a function.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The block in which the ways of each block join.
    pub(crate) joins: Vec<Option<usize>>,
    /// The position that the question at the end of each block is about, if it
    /// becomes a function of its own.
    pub(crate) questions: Vec<Option<Value>>,
    /// Sets that are made where they are used, or not at all.
    pub(crate) later: Vec<bool>,
    /// For each set of which one field is asked what is made for that alone.
    pub(crate) asked: Vec<Vec<Value>>,
    /// For each fork the blocks after it that are long and come in from many
    /// places: positions wait for them in memory until all branches are done.
    pub(crate) deferred: Vec<Vec<usize>>,
    /// For each decision the blocks after it that several ways come to without
    /// bringing anything: they are made once.
    pub(crate) labels: Vec<Vec<usize>>,
    /// How many blocks there are after choices: a measure of size.
    pub(crate) size: usize,
}

impl Plan {
    pub(crate) fn new(func: &Func) -> Plan {
        let defs = definitions(func);
        let sources = sources(func);
        let above = dominators(&sources);
        let questions: Vec<Option<Value>> = func
            .blocks
            .iter()
            .map(|block| match &block.term {
                Term::If { cond: Cond::Some { set }, .. } => long_question(&defs, *set),
                _ => None,
            })
            .collect();
        Plan {
            joins: joins(func),
            deferred: deferred(func, &sources, &above, &questions),
            labels: labels(func, &sources, &above),
            later: later(func, &defs, &questions),
            questions,
            asked: asked::asked(func),
            size: func.blocks.len(),
        }
    }
}

/// From how many places on a long block is worth a detour through memory.
const MANY: usize = 3;

/// The blocks from which each block is led to.
fn sources(func: &Func) -> Vec<Vec<usize>> {
    let mut sources: Vec<Vec<usize>> = vec![Vec::new(); func.blocks.len()];
    for (i, block) in func.blocks.iter().enumerate() {
        for target in block.term.targets().iter() {
            sources[target.block.index()].push(i);
        }
    }
    sources
}

/// The block that every way to a block comes through last; blocks are in order.
fn dominators(sources: &[Vec<usize>]) -> Vec<usize> {
    let mut above = vec![0; sources.len()];
    for i in 1..sources.len() {
        let common = sources[i].iter().copied().reduce(|mut a, mut b| {
            while a != b {
                if a > b {
                    a = above[a];
                } else {
                    b = above[b];
                }
            }
            a
        });
        above[i] = common.unwrap_or(0);
    }
    above
}

/// The blocks without parameters that several ways from a decision come to, if
/// there are only decisions on the way.
fn labels(func: &Func, sources: &[Vec<usize>], above: &[usize]) -> Vec<Vec<usize>> {
    let n = func.blocks.len();
    let decides = |i: usize| {
        matches!(func.blocks[i].term, Term::Jump(_) | Term::If { .. } | Term::Ask { .. })
    };
    let mut labels = vec![Vec::new(); n];
    for i in 1..n {
        if sources[i].len() < 2 || !func.blocks[i].params.is_empty() || !decides(above[i]) {
            continue;
        }
        let mut open = sources[i].clone();
        let mut seen = vec![false; n];
        let mut simple = true;
        while let Some(at) = open.pop() {
            simple &= decides(at);
            if at != above[i] && !std::mem::replace(&mut seen[at], true) {
                open.extend(&sources[at]);
            }
        }
        if simple {
            labels[above[i]].push(i);
        }
    }
    labels
}

/// The blocks that wait until all branches of a fork are done.
fn deferred(
    func: &Func,
    sources: &[Vec<usize>],
    above: &[usize],
    questions: &[Option<Value>],
) -> Vec<Vec<usize>> {
    let n = func.blocks.len();
    let mut deferred = vec![Vec::new(); n];
    for i in 1..n {
        let params = &func.blocks[i].params;
        let position =
            matches!(params.as_slice(), [only] if func.types[only.index()] == Type::Position);
        let at = above[i];
        if questions[i].is_some()
            && position
            && sources[i].len() >= MANY
            && matches!(func.blocks[at].term, Term::Fork(_))
            // What waits at a fork waits for one block, or it could not be told
            // which of them it waits for.
            && deferred[at].is_empty()
        {
            deferred[at].push(i);
        }
    }
    deferred
}

/// The expression of each set.
pub(crate) fn definitions(func: &Func) -> Vec<Option<&SetExpr>> {
    let mut defs = vec![None; func.types.len()];
    for inst in func.blocks.iter().flat_map(|block| &block.insts) {
        if let Inst::Set { dst, expr } = inst {
            defs[dst.index()] = Some(expr);
        }
    }
    defs
}

/// The sets that a set is made of.
pub(crate) fn parts(expr: &SetExpr) -> Vec<Value> {
    match expr {
        SetExpr::And(a, b) | SetExpr::Or(a, b) | SetExpr::Minus(a, b) | SetExpr::IfSome(a, b) => {
            vec![*a, *b]
        }
        SetExpr::Walk { from, .. } | SetExpr::Rows { of: from, .. } => vec![*from],
        SetExpr::Slide { from, through, .. } | SetExpr::Spread { from, through, .. } => {
            vec![*from, *through]
        }
        _ => Vec::new(),
    }
}

/// The one position that a long question about a set looks at.
fn long_question(defs: &[Option<&SetExpr>], set: Value) -> Option<Value> {
    let mut open = vec![set];
    let mut seen: Vec<Value> = Vec::new();
    let (mut position, mut walks, mut slides) = (None, 0, 0);
    while let Some(set) = open.pop() {
        if seen.contains(&set) {
            continue;
        }
        seen.push(set);
        let expr = defs[set.index()]?;
        match expr {
            SetExpr::Pieces { s, .. } | SetExpr::Empty { s } | SetExpr::Matching { s, .. } => {
                if position.is_some_and(|other| other != *s) {
                    return None;
                }
                position = Some(*s);
            }
            SetExpr::Slide { .. } | SetExpr::Spread { .. } => slides += 1,
            SetExpr::Walk { .. } | SetExpr::Rows { .. } => walks += 1,
            // A question of its own is given the sets of a position, which show the tops only.
            SetExpr::Only(_)
            | SetExpr::Holding { .. }
            | SetExpr::Memory { .. }
            | SetExpr::Fields { .. } => return None,
            _ => {}
        }
        open.extend(parts(expr));
    }
    position.filter(|_| slides >= 1 && slides + walks >= LONG)
}

/// Sets that are wanted only by questions that are asked elsewhere, or only to
/// be cut with others.
fn later(func: &Func, defs: &[Option<&SetExpr>], questions: &[Option<Value>]) -> Vec<bool> {
    let n = func.types.len();
    let mut here = vec![false; n];
    let mut uncut = vec![false; n];
    for (block, question) in func.blocks.iter().zip(questions) {
        for inst in &block.insts {
            match inst {
                Inst::Set { expr, .. } => {
                    if let SetExpr::And(..) = expr {
                        continue;
                    }
                    for part in parts(expr) {
                        uncut[part.index()] = true;
                    }
                }
                inst => inst.uses(&mut |value, _| {
                    here[value.index()] = true;
                    uncut[value.index()] = true;
                }),
            }
        }
        if question.is_none() {
            block.term.uses(&mut |value, _| {
                here[value.index()] = true;
                uncut[value.index()] = true;
            });
        }
        for target in block.term.targets() {
            for arg in &target.args {
                here[arg.index()] = true;
                uncut[arg.index()] = true;
            }
        }
    }
    // What a set made here is made of is made here, too; definitions come first.
    for block in func.blocks.iter().rev() {
        for inst in block.insts.iter().rev() {
            if let Inst::Set { dst, expr } = inst
                && here[dst.index()]
            {
                parts(expr).into_iter().for_each(|part| here[part.index()] = true);
            }
        }
    }
    (0..n)
        .map(|i| match defs[i] {
            Some(SetExpr::Matching { .. }) => !here[i] || !uncut[i],
            Some(_) => !here[i],
            None => false,
        })
        .collect()
}
