//! Checks that a program keeps the rules that everything after it relies on.
//! A program that breaks one is a bug of whoever made it, not of the rules of a game.
//!
//! Blocks (`flow`)
//!  1. A function has a block, and its entry takes (position, player, field, direction).
//!  2. A target exists and comes after its own block: blocks form no cycle.
//!  3. Every block but the entry is the target of another; a `fork` has a branch.
//!  4. A target is given as many values as its block takes: those of the node, then its arguments.
//!  5. A `gen` function does not return. A `num` function always does: it jumps,
//!     decides, asks and returns, and nothing in it can end a path or choose.
//!
//! Values (`values`)
//!  6. A value has a type and is defined at most once.
//!  7. A value is used in its own block after its definition, or in a block
//!     to which every way leads through the definition.
//!  8. Operands, results and arguments have the types that node and parameters say.
//!
//! What is named (`ids`)
//!  9. Kinds, zones, counters, memories, layouts, directions and functions exist;
//!     sets of fields fit the board; a turn fits the board; `ways` needs a board of lines.
//! 10. A run function is a `gen` where results are wanted, a `num` where a number is.
//! 11. A piece that is put has an owner; a piece that enters is of a kind in reserve.
//! 12. Entries exist and have the right kind; each declared evaluation and bound has one.
//!
//! Ends (`ends`)
//! 13. A bound is at least 1.
//! 14. The body of a `repeat` bounded by a walk only walks.
//! 15. Every function on a cycle of calls, through any construct, says how deep it goes.
//!
//! Unreal positions (`escapes`)
//! 16. A position made by `before` or `mask`, or from one, is not yielded.
//!
//! Later rules are only checked where the earlier ones of the same function
//! hold, so that one mistake is reported once.

mod ends;
mod escapes;
mod flow;
mod ids;
mod values;

use crate::names::{Names, Space};
use crate::print::value_name;
use crate::program::*;
use std::fmt;

/// A rule that a program breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The function's name; empty if it is about the program.
    pub func: String,
    /// The block.
    pub block: Option<BlockId>,
    /// What is wrong, a sentence without a period.
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.func.as_str(), self.block) {
            ("", _) => f.write_str(&self.message),
            (func, None) => write!(f, "{func}: {}", self.message),
            (func, Some(block)) => write!(f, "{func} b{}: {}", block.0, self.message),
        }
    }
}

impl std::error::Error for VerifyError {}

/// Checks a program against every rule in the header of this file.
pub fn verify(program: &Program) -> Result<(), Vec<VerifyError>> {
    let names = Names::of(&program.facts, &program.funcs);
    let mut errors = ids::entries(program);
    for func in &program.funcs {
        let mut checker = Checker { program, names: &names, func, block: None, errors: Vec::new() };
        let stages = [Checker::flow, Checker::values, Checker::ids, Checker::escapes];
        for stage in stages {
            if checker.errors.is_empty() {
                stage(&mut checker);
            }
        }
        // Something may be wrong for both players, and is one mistake.
        checker.errors.dedup();
        errors.append(&mut checker.errors);
    }
    if errors.is_empty() {
        errors = ends::ends(program, &names);
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Checks one function and collects what it finds.
struct Checker<'a> {
    program: &'a Program,
    names: &'a Names<'a>,
    func: &'a Func,
    /// The block that is being checked.
    block: Option<BlockId>,
    errors: Vec<VerifyError>,
}

impl<'a> Checker<'a> {
    fn report(&mut self, message: String) {
        let func = self.func.name.clone();
        self.errors.push(VerifyError { func, block: self.block, message });
    }

    /// Runs a check on each block.
    fn each_block(&mut self, mut check: impl FnMut(&mut Checker<'a>, BlockId, &'a Block)) {
        let func = self.func;
        for (i, block) in func.blocks.iter().enumerate() {
            let id = BlockId(i as u32);
            self.block = Some(id);
            check(self, id, block);
        }
        self.block = None;
    }

    fn value_name(&self, value: Value) -> String {
        value_name(self.func, value)
    }

    fn func_name(&self, func: FuncId) -> String {
        self.names.show(Space::Func, func.index())
    }
}

/// The word for a type in messages.
fn type_word(ty: Type) -> &'static str {
    match ty {
        Type::Position => "position",
        Type::Player => "player",
        Type::Field => "field",
        Type::Direction => "direction",
        Type::Set => "set",
        Type::Number => "number",
    }
}
