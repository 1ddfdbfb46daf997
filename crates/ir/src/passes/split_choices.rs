//! Makes two choices of one where a decision after it is known before: each
//! of the two then goes its own way without asking again.
//!
//! **Before**
//! ```text
//! b0:
//!     X4 = empty s0
//!     choose field in X4 -> b1(..)
//! b1(f5):
//!     s6 = put s0, f5, own v1, stone
//!     X7 = {a8 b8 c8}
//!     if f5 in X7 ? b2 : b3
//! ```
//! **After**
//! ```text
//! b0:
//!     X4 = empty s0
//!     X8 = {a8 b8 c8}
//!     X9 = X4 & X8
//!     X10 = X4 - X8
//!     fork b1 | b4
//! b1:
//!     choose field in X9 -> b2(..)
//! b2(f5):
//!     s6 = put s0, f5, own v1, stone
//!     ...
//! b4:
//!     choose field in X10 -> b5(..)
//! ```
//!
//! **Conditions.** What is decided depends on the chosen field alone, or on a
//! field that constant steps lead to from there, and on sets that are there
//! before the choice; or it does not depend on the chosen field at all, and then
//! the decision is made before the choice. Everything after the choice that
//! nothing else leads to is copied, within a budget. To be worth it, a decision
//! about the chosen field must be about a constant set or be what saves a
//! question.

use super::carry::{Carry, Roots};
use super::rewrite::{self, Substitution};
use super::touched::Touched;
use crate::analyses::{Flow, is_injective};
use crate::program::*;
use game::{Direction, Facts};

/// How much a function may grow, in steps and ends of blocks.
const GROWTH: usize = 700;

/// How large what is copied may be.
const COPIED: usize = 80;

/// How often the choices of a function are split.
const ROUNDS: usize = 8;

/// Runs the pass.
pub(super) fn run(program: &mut Program) {
    let facts = &program.facts;
    for func in program.funcs.iter_mut().filter(|func| func.kind == FuncKind::Gen) {
        let most = rewrite::size(func) + GROWTH;
        for _ in 0..ROUNDS {
            if !split(facts, func, most) {
                break;
            }
            rewrite::tidy(func, facts);
        }
    }
}

/// Splits choices that have nothing to do with each other; whether there was one.
fn split(facts: &Facts, func: &mut Func, most: usize) -> bool {
    let flow = Flow::new(func);
    let roots = Roots::new(func, &flow);
    let mut touched = Touched::new(func);
    let mut changed = false;
    for i in 0..func.blocks.len() {
        let choice = BlockId(i as u32);
        let Term::ChooseField { then, .. } = &func.blocks[i].term else { continue };
        let then = then.block;
        if touched.meets(&flow, &[choice], then) || flow.only_edge(then).is_none() {
            continue;
        }
        let room = most.saturating_sub(rewrite::size(func)).min(COPIED);
        if let Some(split) = find(facts, func, &flow, &roots, choice, room) {
            split.carry_out(func, &flow);
            touched.add(&flow, &[choice], then);
            changed = true;
        }
    }
    changed
}

/// A choice that is made in two ways.
struct Split {
    choice: BlockId,
    then: BlockId,
    /// The decision after it that is known before.
    cond: Cond,
    /// What is computed before the choice.
    insts: Vec<Inst>,
    types: Vec<Type>,
    known: KnownAnswer,
}

/// How a decision is known before the choice.
enum KnownAnswer {
    /// By what is chosen from: where it is yes, and where it is no.
    By([Value; 2]),
    /// It is the same for every field.
    Always(Cond),
}

/// How a choice can be split.
fn find(
    facts: &Facts,
    func: &Func,
    flow: &Flow,
    roots: &Roots,
    choice: BlockId,
    room: usize,
) -> Option<Split> {
    let Term::ChooseField { set, then } = &func.blocks[choice.index()].term else { return None };
    let finder = Finder { facts, func, flow, roots, choice, set: *set, then };
    if finder.is_single(*set, 6) || flow.region_size(func, then.block) > room {
        return None;
    }
    flow.region(then.block).find_map(|block| finder.split(block))
}

/// Splits a choice by what is asked right after it about the kind of the chosen
/// piece, if more is asked about that further on; whether it did.
pub(super) fn split_by_kind(
    facts: &Facts,
    func: &mut Func,
    flow: &Flow,
    roots: &Roots,
    choice: BlockId,
    room: usize,
) -> bool {
    let Term::ChooseField { set, then } = &func.blocks[choice.index()].term else { return false };
    let finder = Finder { facts, func, flow, roots, choice, set: *set, then };
    let room = room.min(COPIED);
    if !finder.asks_kinds() || flow.region_size(func, then.block) > room {
        return false;
    }
    let Some(split) = finder.split_at(then.block, true) else { return false };
    split.carry_out(func, flow);
    true
}

struct Finder<'a> {
    facts: &'a Facts,
    func: &'a Func,
    flow: &'a Flow,
    roots: &'a Roots,
    choice: BlockId,
    set: Value,
    then: &'a Target,
}

impl Finder<'_> {
    /// Whether a set never has more than one field.
    fn is_single(&self, set: Value, depth: u32) -> bool {
        match self.flow.set(self.func, set) {
            Some(SetExpr::Only(_) | SetExpr::Memory { .. }) => true,
            Some(SetExpr::And(a, b)) if depth > 0 => {
                self.is_single(*a, depth - 1) || self.is_single(*b, depth - 1)
            }
            Some(SetExpr::Minus(a, _)) if depth > 0 => self.is_single(*a, depth - 1),
            _ => false,
        }
    }

    /// Whether the kind of the chosen piece is asked for right after the choice
    /// and again.
    fn asks_kinds(&self) -> bool {
        let block = self.then.block;
        let Some(&chosen) = self.func.blocks[block.index()].params.first() else { return false };
        let is_kind = |cond: &Cond| match *cond {
            Cond::In { f, set } => {
                let pieces = self.flow.set(self.func, set);
                f == chosen && matches!(pieces, Some(SetExpr::Pieces { .. }))
            }
            Cond::IsKind { f, .. } => f == chosen,
            _ => false,
        };
        let asks = |block: BlockId| match &self.func.blocks[block.index()].term {
            Term::If { cond, .. } => is_kind(cond),
            _ => false,
        };
        let tests = |block: BlockId| {
            let insts = self.func.blocks[block.index()].insts.iter();
            insts.filter(|inst| matches!(inst, Inst::Guard { cond, .. } if is_kind(cond))).count()
        };
        let after = self.flow.region(block);
        asks(block) && after.map(|it| tests(it) + usize::from(asks(it))).sum::<usize>() > 1
    }

    fn split(&self, block: BlockId) -> Option<Split> {
        self.split_at(block, false)
    }

    /// How the choice can be split by what a block decides; `worth`: whether
    /// that is worth it in any case.
    fn split_at(&self, block: BlockId, worth: bool) -> Option<Split> {
        let Term::If { cond, yes, no } = &self.func.blocks[block.index()].term else {
            return None;
        };
        let carry = Carry::new(self.facts, self.func, self.flow, self.roots, self.choice);
        let mut carry = carry.over(self.then, 1);
        let worth = worth || self.saves_question(yes, no);
        let known = match self.always(&mut carry, cond) {
            Some(cond) => KnownAnswer::Always(cond),
            None => {
                let Cond::In { f, set } = *cond else { return None };
                if !worth && !matches!(self.flow.set(self.func, set), Some(SetExpr::Const(_))) {
                    return None;
                }
                let fields = carry.set(set)?;
                let fields = self.fields_for(&mut carry, f, fields)?;
                let yes = carry.add_set(SetExpr::And(self.set, fields));
                let no = carry.add_set(SetExpr::Minus(self.set, fields));
                KnownAnswer::By([yes, no])
            }
        };
        let (choice, then, cond) = (self.choice, self.then.block, cond.clone());
        Some(Split { choice, then, cond, insts: carry.insts, types: carry.types, known })
    }

    /// Whether one way out of a decision asks something and the other does not.
    fn saves_question(&self, yes: &Target, no: &Target) -> bool {
        let asks = |target: &Target| {
            let term = &self.func.blocks[target.block.index()].term;
            matches!(term, Term::If { cond: Cond::Some { .. }, .. } | Term::Ask { .. })
        };
        // Where both ways go on, the question is what only one of them comes to.
        asks(yes) && yes.block != no.block
    }

    /// The condition before the choice, if it is the same for every field.
    fn always(&self, carry: &mut Carry<'_>, cond: &Cond) -> Option<Cond> {
        if cond.effect().reads.is_empty() { carry.cond(cond) } else { None }
    }

    /// The chosen fields for which another field, that constant steps lead to
    /// from the chosen one, is in a set.
    fn fields_for(&self, carry: &mut Carry<'_>, f: Value, fields: Value) -> Option<Value> {
        let chosen = *self.func.blocks[self.then.block.index()].params.first()?;
        let (mut at, mut fields) = (f, fields);
        for _ in 0..8 {
            if at == chosen {
                return Some(fields);
            }
            let (from, d, back) = match self.flow.inst(self.func, at)? {
                Inst::Step { f, d, .. } => (*f, *d, false),
                Inst::Back { f, d, .. } => (*f, *d, true),
                _ => return None,
            };
            let direction: Direction = self.flow.direction(self.func, d)?;
            if !is_injective(&self.facts.board, direction) {
                return None;
            }
            // A step leads into the set from where it leads back to.
            let ways = vec![vec![direction]];
            fields = carry.add_set(SetExpr::Walk { from: fields, ways, back: !back });
            at = from;
        }
        None
    }
}

impl Split {
    fn carry_out(self, func: &mut Func, flow: &Flow) {
        func.types.extend(self.types);
        func.blocks[self.choice.index()].insts.extend(self.insts);
        let region: Vec<(BlockId, Block)> =
            flow.region(self.then).map(|id| (id, func.blocks[id.index()].clone())).collect();
        let mut renamed = Substitution::default();
        let types = func.types.clone();
        let ids = rewrite::copy_blocks(func, &region, &types, &mut renamed);
        for (block, _) in &region {
            decide(func, *block, &self.cond, true);
            let mut cond = self.cond.clone();
            cond.uses_mut(&mut |value| {
                *value = renamed.get(value).copied().unwrap_or(*value);
            });
            decide(func, ids[block], &cond, false);
        }
        let term = func.blocks[self.choice.index()].term.clone();
        let mut heads = Vec::new();
        for (i, then) in [self.then, ids[&self.then]].into_iter().enumerate() {
            let mut term = term.clone();
            if let Term::ChooseField { set, then: target } = &mut term {
                target.block = then;
                if let KnownAnswer::By(sets) = self.known {
                    *set = sets[i];
                }
            }
            let block = Block::new(Vec::new(), Vec::new(), term);
            let block = rewrite::add_block(func, block);
            heads.push(Target { block, args: Vec::new() });
        }
        func.blocks[self.choice.index()].term = match self.known {
            KnownAnswer::By(_) => Term::Fork(heads),
            KnownAnswer::Always(cond) => {
                Term::If { cond, yes: heads[0].clone(), no: heads[1].clone() }
            }
        };
    }
}

/// Goes on without asking where this is decided.
fn decide(func: &mut Func, block: BlockId, known: &Cond, holds: bool) {
    let term = &mut func.blocks[block.index()].term;
    if let Term::If { cond, yes, no } = term
        && cond == known
    {
        *term = Term::Jump(if holds { yes.clone() } else { no.clone() });
    }
}
