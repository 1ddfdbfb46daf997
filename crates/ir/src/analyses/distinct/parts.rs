//! The same proof part by part: a turn decides before it chooses, so that of
//! the choices after different decisions only one is ever made.
//!
//! Up to its first choice or fork a run of the turn on a position has no
//! alternative. Where that place is, is the part of the turn that is run, and
//! all results come from there. So what cannot be proved of one part, captures
//! that come to the same by different ways, says nothing about another.

use super::explore::{Explorer, Path};
use super::symbols::Node;
use super::{changes_board, compare, only_moves, supported};
use crate::program::*;
use rustc_hash::FxHashMap;

/// A part of a turn, and whether its results are known to be different.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The function in which the first choice is made.
    pub func: FuncId,
    /// The block that ends in it.
    pub block: BlockId,
    /// The proof, or why there is none.
    pub proof: Result<(), String>,
}

/// Proves for each part of a turn what [`distinct`](super::distinct) proves of
/// all: that its results are pairwise different, and that each changes the board
/// or is a pass. A part is named by the block that ends in its first choice or
/// fork; decisions, tries and calls may lead there, nothing else. A block that is
/// not named is no part about which anything is known.
pub fn distinct_parts(program: &Program, main: FuncId) -> Result<Vec<Part>, String> {
    supported(program)?;
    let mut explorer = Explorer::new(program);
    let (paths, failures) = explorer.parts(main)?;
    let mut by_node: FxHashMap<Node, Vec<Path>> = FxHashMap::default();
    for path in only_moves(paths) {
        if let Some(first) = path.trail.first() {
            by_node.entry(first.node()).or_default().push(path);
        }
    }
    let mut parts: Vec<Part> = Vec::new();
    for ((func, block), node) in explorer.places() {
        let proof = match (failures.get(&node), by_node.get(&node)) {
            (Some(why), _) => Err(why.clone()),
            (None, Some(paths)) => prove(&mut explorer, paths),
            (None, None) => continue,
        };
        // A function that is run from several places is proved if it is for each.
        match parts.iter_mut().find(|part| (part.func, part.block) == (func, block)) {
            Some(part) => part.proof = std::mem::replace(&mut part.proof, Ok(())).and(proof),
            None => parts.push(Part { func, block, proof }),
        }
    }
    parts.sort_by_key(|part| (part.func, part.block));
    Ok(parts)
}

fn prove(explorer: &mut Explorer<'_>, paths: &[Path]) -> Result<(), String> {
    paths.iter().try_for_each(changes_board)?;
    for (i, p) in paths.iter().enumerate() {
        for q in &paths[i..] {
            compare::compare(&mut explorer.symbols, p, q)?;
        }
    }
    Ok(())
}
