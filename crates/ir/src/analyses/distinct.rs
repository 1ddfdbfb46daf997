//! A proof that all results of a turn are different positions, so that nobody
//! has to look for moves that are the same.
//!
//! The turn is run with unknown fields in the place of chosen ones (`explore`).
//! What comes out are its paths: which choices were made, and what each did to
//! which fields (`board`). Two runs that differ part for the first time at a
//! choice or a fork; up to there all their fields are the same. For each pair of
//! paths and each such place it is assumed that they end in the same position:
//! then each field that one has changed must be a field that the other has
//! changed in the same way (`compare`). If every way to pair them contradicts
//! the assumption, the contents of the fields, or the geometry of the board
//! (`solve`), the results are different.
//!
//! Only the board is looked at. Everything errs on one side: what cannot be
//! proved is not distinct.

mod board;
mod compare;
mod explore;
mod parts;
mod solve;
mod symbols;

use super::contents::Contents;
use crate::program::*;
use explore::{Explorer, Path};

pub use parts::{Part, distinct_parts};

/// Proves that the results of a function on any position with an empty hand are
/// pairwise different, and that each that is not an outcome of the position as
/// it is, nor a pass, changes the board or leaves everything as it was, which is
/// no move; or says why not.
pub fn distinct(program: &Program, main: FuncId) -> Result<(), String> {
    supported(program)?;
    let mut explorer = Explorer::new(program);
    let paths = only_moves(explorer.paths(main)?);
    paths.iter().try_for_each(changes_board)?;
    for (i, p) in paths.iter().enumerate() {
        for q in &paths[i..] {
            compare::compare(&mut explorer.symbols, p, q)?;
        }
    }
    Ok(())
}

/// Proves that no two results of a function on a position with an empty hand have
/// the same board, moves or not; or says why not.
pub fn distinct_boards(program: &Program, func: FuncId) -> Result<(), String> {
    supported(program)?;
    let mut explorer = Explorer::new(program);
    let paths = explorer.paths(func)?;
    for (i, p) in paths.iter().enumerate() {
        for q in &paths[i..] {
            compare::compare(&mut explorer.symbols, p, q)?;
        }
    }
    Ok(())
}

/// Whether a proof may be tried at all.
fn supported(program: &Program) -> Result<(), String> {
    if program.facts.stacks.is_some() {
        return Err("pieces stand on each other".to_string());
    }
    if 3 * program.facts.kinds.len() + 1 > Contents::BITS as usize {
        return Err("there are too many kinds of pieces".to_string());
    }
    Ok(())
}

/// The paths without outcomes of the position as it stands, and without what
/// leaves it as it was, which are no moves.
fn only_moves(mut paths: Vec<Path>) -> Vec<Path> {
    paths.retain(|path| path.board.touched || path.board.passed || !path.board.over);
    paths.retain(|path| !path.board.is_nothing());
    paths
}

/// A move must change the board, or say that it does not.
fn changes_board(path: &Path) -> Result<(), String> {
    let board = &path.board;
    let changes = board.changes.iter().any(|&(sym, now)| path.before(sym) & now == 0);
    match changes || board.passed || board.over {
        true => Ok(()),
        false => Err("a turn may leave the board as it is".to_string()),
    }
}
