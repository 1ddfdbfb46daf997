//! Tools that the passes share: new values and blocks, other values in the
//! place of old ones, copies of blocks, and putting a function in order again.
//!
//! A pass changes a function freely: it may leave blocks that nothing leads to,
//! blocks in any order and values that are not used. [`tidy`] repairs all of it.
//! What a pass must see to itself is that a value is defined on every way to
//! its uses.

mod fold;
mod order;
mod share;
mod tidy;
mod unwanted;

pub(crate) use crate::analyses::{is_known, write_dies};
pub(crate) use tidy::tidy;
pub(crate) use unwanted::drop_unwanted;

use crate::analyses::CallGraph;
use crate::program::*;
use rustc_hash::{FxHashMap, FxHashSet};

/// How large a function may become by copying others into it, in the units of
/// [`size`]. The largest function of the games is a fifth of it.
pub(crate) const BUDGET: usize = 2_000;

/// A value of this type that is defined nowhere yet.
pub(crate) fn fresh(func: &mut Func, ty: Type) -> Value {
    func.types.push(ty);
    Value(func.types.len() as u32 - 1)
}

/// Adds a block after the others.
pub(crate) fn add_block(func: &mut Func, block: Block) -> BlockId {
    func.blocks.push(block);
    BlockId(func.blocks.len() as u32 - 1)
}

/// How large a function is: its steps and ends of blocks.
pub(crate) fn size(func: &Func) -> usize {
    func.blocks.iter().map(|block| block.insts.len() + 1).sum()
}

/// Which value stands for which; the end of a chain of replacements counts.
pub(crate) type Substitution = FxHashMap<Value, Value>;

/// What stands for a value.
pub(crate) fn resolve(with: &Substitution, mut value: Value) -> Value {
    // A chain is no longer than there are entries; a ring would be a bug.
    for _ in 0..with.len() {
        match with.get(&value) {
            Some(&next) => value = next,
            None => break,
        }
    }
    value
}

/// Calls `edit` on each place in a block where a value is used.
pub(crate) fn edit_uses(block: &mut Block, edit: &mut dyn FnMut(&mut Value)) {
    for inst in &mut block.insts {
        inst.uses_mut(edit);
    }
    block.term.uses_mut(edit);
    for target in block.term.targets_mut() {
        target.args.iter_mut().for_each(&mut *edit);
    }
}

/// Calls `see` with each value that a block uses.
pub(crate) fn see_uses(block: &Block, see: &mut dyn FnMut(Value)) {
    for inst in &block.insts {
        inst.uses(&mut |value, _| see(value));
    }
    block.term.uses(&mut |value, _| see(value));
    for target in block.term.targets() {
        target.args.iter().for_each(|&value| see(value));
    }
}

/// Puts other values where these are used. Their definitions stay.
pub(crate) fn substitute(func: &mut Func, with: &Substitution) {
    if with.is_empty() {
        return;
    }
    for block in &mut func.blocks {
        edit_uses(block, &mut |value| *value = resolve(with, *value));
    }
}

/// Copies blocks, which may come from another function, to the end of a
/// function. Values that they define, with the types `types`, become fresh ones,
/// recorded in `values`, which says at the start what stands for values that
/// are defined elsewhere; a value that it does not name stays. Targets among
/// the blocks lead to their copies, others stay. Returns the copy of each.
pub(crate) fn copy_blocks(
    func: &mut Func,
    blocks: &[(BlockId, Block)],
    types: &[Type],
    values: &mut Substitution,
) -> FxHashMap<BlockId, BlockId> {
    let sources = func.sources.clone();
    copy_with(func, blocks, types, &sources, values)
}

/// The same with blocks of another function.
pub(crate) fn copy_from(
    func: &mut Func,
    callee: &Func,
    blocks: &[(BlockId, Block)],
    values: &mut Substitution,
) -> FxHashMap<BlockId, BlockId> {
    copy_with(func, blocks, &callee.types, &callee.sources, values)
}

fn copy_with(
    func: &mut Func,
    blocks: &[(BlockId, Block)],
    types: &[Type],
    sources: &Sources,
    values: &mut Substitution,
) -> FxHashMap<BlockId, BlockId> {
    let first = func.blocks.len() as u32;
    let ids: FxHashMap<BlockId, BlockId> =
        (first..).zip(blocks).map(|(to, (from, _))| (*from, BlockId(to))).collect();
    for (_, block) in blocks {
        let defined = block.insts.iter().filter_map(|inst| inst.defines().map(|(dst, _)| dst));
        for value in block.params.iter().copied().chain(defined) {
            values.entry(value).or_insert_with(|| {
                let copy = fresh(func, types[value.index()]);
                func.sources.set(copy, sources.get(value));
                copy
            });
        }
    }
    for (_, block) in blocks {
        let mut copy = block.clone();
        let renamed = |value: &mut Value| *value = values.get(value).copied().unwrap_or(*value);
        copy.params.iter_mut().for_each(renamed);
        copy.insts.iter_mut().filter_map(Inst::dst_mut).for_each(renamed);
        edit_uses(&mut copy, &mut |value| renamed(value));
        for target in copy.term.targets_mut() {
            target.block = ids.get(&target.block).copied().unwrap_or(target.block);
        }
        func.blocks.push(copy);
    }
    ids
}

/// A copy of a whole function inside another one.
pub(crate) struct Spliced {
    /// Where it begins; this block takes nothing.
    pub(crate) entry: BlockId,
    /// All its blocks.
    pub(crate) blocks: std::ops::Range<usize>,
}

/// Copies the blocks of `callee`, run on `args`, into `func`. Nothing leads to
/// them yet, and they still yield, return or die.
pub(crate) fn splice(func: &mut Func, callee: &Func, args: &Args) -> Spliced {
    let first = func.blocks.len();
    let numbered = callee.blocks.iter().cloned().enumerate();
    let blocks: Vec<(BlockId, Block)> =
        numbered.map(|(i, block)| (BlockId(i as u32), block)).collect();
    let entry_params = &callee.blocks[0].params;
    let given = [args.s, args.v, args.f, args.d];
    let mut values: Substitution = entry_params.iter().copied().zip(given).collect();
    copy_from(func, callee, &blocks, &mut values);
    func.blocks[first].params.clear();
    Spliced { entry: BlockId(first as u32), blocks: first..func.blocks.len() }
}

/// Puts the body of a `gen` function in the place of a call at the end of the
/// block `at`: each result goes on to `then`.
pub(crate) fn inline(func: &mut Func, at: BlockId, callee: &Func, args: &Args, then: &Target) {
    let spliced = splice(func, callee, args);
    for block in &mut func.blocks[spliced.blocks] {
        if let Term::Yield { s, f, d } = block.term {
            let args = [s, f, d].into_iter().chain(then.args.iter().copied()).collect();
            block.term = Term::Jump(Target { block: then.block, args });
        }
    }
    func.blocks[at.index()].term = Term::Jump(Target { block: spliced.entry, args: Vec::new() });
}

/// How many ways lead to each block.
pub(crate) fn count_ways_in(func: &Func) -> Vec<usize> {
    let mut n = vec![0; func.blocks.len()];
    for target in func.blocks.iter().flat_map(|block| block.term.targets()) {
        n[target.block.index()] += 1;
    }
    n
}

/// The functions at which runs begin.
pub(crate) fn entry_funcs(entries: &mut Entries) -> Vec<&mut FuncId> {
    let Entries { main, seen, known, tries, refused, told, evaluations, bounds } = entries;
    let referee = [seen, known, tries, refused, told];
    let mut funcs = vec![main];
    funcs.extend(referee.into_iter().flatten());
    funcs.extend(evaluations.iter_mut().chain(bounds));
    funcs
}

/// The functions at which runs begin, by number.
fn roots(program: &mut Program) -> Vec<FuncId> {
    entry_funcs(&mut program.entries).into_iter().map(|it| *it).collect()
}

/// The functions that stay functions because every ring of calls leads through
/// one of them, and all functions, each after the others that it runs.
pub(crate) fn heads(program: &mut Program) -> (FxHashSet<FuncId>, Vec<FuncId>) {
    let graph = CallGraph::new(program);
    let heads = graph.heads(&roots(program));
    let order = graph.without(&heads).callees_first();
    (heads.into_iter().collect(), order)
}

/// Drops the functions that no run can come to, and numbers the others anew.
pub(crate) fn drop_unreachable(program: &mut Program) {
    let roots = roots(program);
    let kept = CallGraph::new(program).reachable(roots);
    if kept.len() == program.funcs.len() {
        return;
    }
    let mut place = vec![FuncId(u32::MAX); program.funcs.len()];
    for (i, func) in kept.iter().enumerate() {
        place[func.index()] = FuncId(i as u32);
    }
    let mut i = 0..;
    program.funcs.retain(|_| i.next().is_some_and(|i| place[i] != FuncId(u32::MAX)));
    let mut renumber = |func: &mut FuncId| *func = place[func.index()];
    entry_funcs(&mut program.entries).into_iter().for_each(&mut renumber);
    for block in program.funcs.iter_mut().flat_map(|func| &mut func.blocks) {
        block.insts.iter_mut().for_each(|inst| inst.callees_mut(&mut renumber));
        block.term.callees_mut(&mut renumber);
    }
}
