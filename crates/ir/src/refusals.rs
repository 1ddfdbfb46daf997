//! When a function refuses to do anything: rules may guard their moves by questions, as in
//! `try [ not lost, move ] else lose`, and what they say of the game is then said where a
//! guard fails.
//!
//! 1. The blocks that a function reaches by questions and decisions alone are kept. Where
//!    such a way ends without a result, the function has none: the copy has a result there,
//!    the configuration that it began with.
//! 2. A function that such a way calls refuses for it; whatever else it does is left out.

use crate::operands::{ENTRY, RESULT};
use crate::program::*;
use std::collections::BTreeMap;

/// Makes functions that have a result where others refuse.
pub(crate) struct Refusals<'p> {
    program: &'p Program,
    /// What was made, after the functions of the program.
    made: Vec<Func>,
    /// For each function that was asked for, the one that tells when it refuses.
    known: BTreeMap<FuncId, Option<FuncId>>,
}

impl<'p> Refusals<'p> {
    /// Of the functions of a program.
    pub(crate) fn new(program: &'p Program) -> Refusals<'p> {
        Refusals { program, made: Vec::new(), known: BTreeMap::new() }
    }

    /// All that was made, in order.
    pub(crate) fn made(self) -> Vec<Func> {
        self.made
    }

    /// A function that runs `second` where `first` refuses; none if `first` never does.
    pub(crate) fn or_else(&mut self, first: FuncId, second: FuncId) -> Option<FuncId> {
        let refused = self.of(first, MOST_CALLS)?;
        let types = [&ENTRY[..], &RESULT, &RESULT].concat();
        let value = |i: usize| Value(i as u32);
        let args = Args { s: value(0), v: value(1), f: value(2), d: value(3) };
        let call = |func, block| {
            let then = Target { block: BlockId(block), args: Vec::new() };
            Term::Call { func, args, then }
        };
        let block = |params: std::ops::Range<usize>, term| {
            let params = params.map(value).collect();
            Block::new(params, Vec::new(), term)
        };
        let result = Term::Yield { s: value(7), f: value(8), d: value(9) };
        let blocks =
            vec![block(0..4, call(refused, 1)), block(4..7, call(second, 2)), block(7..10, result)];
        Some(self.add("or_else", types, blocks))
    }

    /// The function that has a result where this one refuses, as far as this many calls of
    /// others can tell.
    fn of(&mut self, func: FuncId, calls: usize) -> Option<FuncId> {
        if let Some(known) = self.known.get(&func) {
            return *known;
        }
        // A function that runs itself has not refused. One that is reached when no calls are
        // left is taken for one that does not, also later: then a way to win is not known.
        self.known.insert(func, None);
        let made = self.refusal(&self.program.funcs[func.index()], calls.checked_sub(1)?);
        self.known.insert(func, made);
        made
    }

    fn refusal(&mut self, func: &Func, calls: usize) -> Option<FuncId> {
        let &[s, _, f, d] = &func.blocks.first()?.params[..] else { return None };
        let kept = kept(func);
        let place = |id: BlockId| kept.iter().position(|kept| *kept == id.index());
        let mut types = func.types.clone();
        let (mut blocks, mut refuses) = (Vec::new(), false);
        let mut results = Vec::new();
        for &i in &kept {
            let mut block = func.blocks[i].clone();
            match &mut block.term {
                Term::Die => block.term = Term::Yield { s, f, d },
                Term::Call { func, args, .. } if let Some(inner) = self.of(*func, calls) => {
                    let then = BlockId((kept.len() + results.len()) as u32);
                    let then = Target { block: then, args: Vec::new() };
                    block.term = Term::Call { func: inner, args: *args, then };
                    results.push(yielding(&mut types, Term::Yield { s, f, d }));
                }
                term @ (Term::Jump(_) | Term::If { .. } | Term::Ask { .. }) => {
                    for target in term.targets_mut() {
                        target.block = BlockId(place(target.block)? as u32);
                    }
                }
                term => *term = Term::Die,
            }
            refuses |= matches!(block.term, Term::Yield { .. } | Term::Call { .. });
            blocks.push(block);
        }
        blocks.extend(results);
        refuses.then(|| self.add("refused", types, blocks))
    }

    fn add(&mut self, name: &str, types: Vec<Type>, blocks: Vec<Block>) -> FuncId {
        let id = FuncId((self.program.funcs.len() + self.made.len()) as u32);
        let (name, about) = (format!("{name}.{}", self.made.len() + 1), String::new());
        let (kind, sources) = (FuncKind::Gen, Sources::NONE);
        self.made.push(Func { name, about, kind, types, sources, blocks, depth: None });
        id
    }
}

/// Guards are looked for in functions that are called in each other up to this depth.
const MOST_CALLS: usize = 64;

/// The blocks that a function reaches without a choice and without running another one.
fn kept(func: &Func) -> Vec<usize> {
    let mut is_kept = vec![false; func.blocks.len()];
    is_kept[0] = true;
    for (i, block) in func.blocks.iter().enumerate() {
        if is_kept[i] && matches!(block.term, Term::Jump(_) | Term::If { .. } | Term::Ask { .. }) {
            for target in block.term.targets() {
                is_kept[target.block.index()] = true;
            }
        }
    }
    (0..is_kept.len()).filter(|i| is_kept[*i]).collect()
}

/// A block that takes a result and gives this instead.
fn yielding(types: &mut Vec<Type>, result: Term) -> Block {
    let first = types.len() as u32;
    types.extend(RESULT);
    let params = (first..first + RESULT.len() as u32).map(Value).collect();
    Block::new(params, Vec::new(), result)
}
