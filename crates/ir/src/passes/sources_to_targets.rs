//! Lets a choice be about where a piece goes instead of where it comes from:
//! then all pieces are moved at once as a set, and what the targets must be is
//! part of that set.
//!
//! **Before**
//! ```text
//! b0:
//!     X4 = pieces s0, first v1, pawn
//!     choose field in X4 -> b1(..)
//! b1(f5):
//!     s6 = lift s0, f5
//!     d7 = direction north
//!     f8 = step f5, d7
//!     X9 = empty s6
//!     guard f8 in X9
//!     s10 = lower s6, f8, all
//!     yield s10, f8, d7
//! ```
//! **After** (with what [`guards_into_sets`](super::guards_into_sets) does then)
//! ```text
//! b0:
//!     X4 = pieces s0, first v1, pawn
//!     X5 = walk X4 by north
//!     X6 = empty s0
//!     X7 = X5 & X6
//!     choose field in X7 -> b1(..)
//! b1(f8):
//!     d9 = direction north
//!     f10 = back f8, d9
//!     s11 = lift s0, f10
//!     d12 = direction north
//!     s13 = lower s11, f8, all
//!     yield s13, f8, d12
//! ```
//!
//! **Conditions.** The step is in a constant direction that never leads from two
//! fields to one, so that the way back is known; it starts on the chosen field
//! and every path takes it. Sets that are read where the piece has left are read
//! on the position before if the geometry of the board says that no step leads
//! back to where it stood.
//!
//! The same is done if the target is chosen from where a few ways lead from the
//! field; there is then one choice for each way. A fork after the choice of the
//! field is done before it if this lets a branch be treated so; what the
//! branches have in common is copied, within a budget. So is a decision about
//! the kind of the piece on the field. If the field does not
//! matter any more once the target is chosen, all ways stay together.

mod constant;
mod inner;
mod split;

use super::carry::Roots;
use super::guards_into_sets::absorb;
use super::rewrite;
use super::split_choices::split_by_kind;
use super::touched::Touched;
use crate::analyses::{Flow, is_injective};
use crate::program::*;
use game::{Direction, Facts};

/// How often the pass changes a function at most.
const ROUNDS: usize = 12;

/// How much a function may grow, in steps and ends of blocks.
const GROWTH: usize = 600;

/// Runs the pass.
pub(super) fn run(program: &mut Program) {
    let facts = &program.facts;
    for func in program.funcs.iter_mut().filter(|func| has_choice(func)) {
        let most = rewrite::size(func) + GROWTH;
        let mut absorbed = false;
        for _ in 0..ROUNDS {
            if !turn(facts, func, most) {
                break;
            }
            rewrite::tidy(func, facts);
            absorbed = absorb(facts, func);
        }
        if absorbed {
            rewrite::tidy(func, facts);
        }
    }
}

/// Whether a function chooses a field.
fn has_choice(func: &Func) -> bool {
    func.blocks.iter().any(|block| matches!(block.term, Term::ChooseField { .. }))
}

/// Turns choices round that have nothing to do with each other, or prepares for
/// it; whether there was one.
fn turn(facts: &Facts, func: &mut Func, most: usize) -> bool {
    let flow = Flow::new(func);
    let roots = Roots::new(func, &flow);
    // What was changed is not as `flow` says any more.
    let mut touched = Touched::new(func);
    let sources: Vec<Source> =
        (0..func.blocks.len()).filter_map(|i| Source::at(func, &flow, BlockId(i as u32))).collect();
    let mut changed = constant::separate(func, &flow, most, &mut touched);
    for source in sources {
        if touched.meets(&flow, &[source.choice], source.then) {
            continue;
        }
        if turn_one(facts, func, &flow, &roots, &source, most) {
            touched.add(&flow, &[source.choice], source.then);
            changed = true;
        }
    }
    changed
}

fn turn_one(
    facts: &Facts,
    func: &mut Func,
    flow: &Flow,
    roots: &Roots,
    source: &Source,
    most: usize,
) -> bool {
    if let Some(step) = source.first_step(facts, func, flow) {
        source.turn_step(func, step);
        return true;
    }
    let seen = inner::Seen { facts, func, flow, roots };
    if let Some(plan) = seen.inner_choice(source) {
        let fits = rewrite::size(func) + plan.growth(func, flow) <= most;
        if fits {
            plan.carry_out(func, flow);
        }
        return fits;
    }
    match seen.fork(source) {
        Some(plan) if rewrite::size(func) + plan.growth(func, flow) <= most => {
            plan.carry_out(func, flow);
            true
        }
        Some(_) => false,
        None => {
            let room = most.saturating_sub(rewrite::size(func));
            split_by_kind(facts, func, flow, roots, source.choice, room)
        }
    }
}

/// A choice of a field, and the block after it that nothing else leads to.
struct Source {
    /// The block that ends in the choice.
    choice: BlockId,
    /// What is chosen from.
    set: Value,
    /// The block after it; the field is its only parameter.
    then: BlockId,
    /// The chosen field.
    f: Value,
}

/// A step from the chosen field.
struct Step {
    at: usize,
    to: Value,
    direction: Direction,
}

impl Source {
    fn at(func: &Func, flow: &Flow, choice: BlockId) -> Option<Source> {
        let Term::ChooseField { set, then } = &func.blocks[choice.index()].term else {
            return None;
        };
        flow.only_edge(then.block)?;
        match func.blocks[then.block.index()].params[..] {
            [f] => Some(Source { choice, set: *set, then: then.block, f }),
            _ => None,
        }
    }

    /// The first step from the chosen field, if its way back is known.
    fn first_step(&self, facts: &Facts, func: &Func, flow: &Flow) -> Option<Step> {
        first_step(facts, func, flow, self.then, self.f)
    }

    /// Lets the choice be about where the step leads.
    fn turn_step(&self, func: &mut Func, step: Step) {
        let set = rewrite::fresh(func, Type::Set);
        let expr = SetExpr::Walk { from: self.set, ways: vec![vec![step.direction]], back: false };
        let choice = &mut func.blocks[self.choice.index()];
        choice.insts.push(Inst::Set { dst: set, expr });
        if let Term::ChooseField { set: chosen, .. } = &mut choice.term {
            *chosen = set;
        }
        let d = rewrite::fresh(func, Type::Direction);
        let then = &mut func.blocks[self.then.index()];
        then.insts.remove(step.at);
        then.params[0] = step.to;
        let back = [
            Inst::Direction { dst: d, direction: step.direction },
            Inst::Back { dst: self.f, f: step.to, d },
        ];
        then.insts.splice(0..0, back);
    }
}

/// The first step from a field in a block, if its way back is known.
fn first_step(
    facts: &Facts,
    func: &Func,
    flow: &Flow,
    block: BlockId,
    field: Value,
) -> Option<Step> {
    let insts = func.blocks[block.index()].insts.iter().enumerate();
    insts
        .filter_map(|(at, inst)| match inst {
            Inst::Step { dst, f, d } if *f == field => {
                let direction = flow.direction(func, *d)?;
                is_injective(&facts.board, direction).then_some(Step { at, to: *dst, direction })
            }
            _ => None,
        })
        .next()
}
