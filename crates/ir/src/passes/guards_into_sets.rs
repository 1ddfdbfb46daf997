//! Lets a choice offer only the fields for which what follows does not end at
//! once: a test of the chosen field that does not depend on the choice becomes
//! part of the set that is chosen from.
//!
//! **Before**
//! ```text
//! b0:
//!     X4 = pieces s0, first v1, pawn
//!     choose field in X4 -> b1(..)
//! b1(f5):
//!     guard matches s0, f5, start
//!     yield s0, f5, d3
//! ```
//! **After**
//! ```text
//! b0:
//!     X4 = pieces s0, first v1, pawn
//!     X6 = matching s0, start
//!     X7 = X4 & X6
//!     choose field in X7 -> b1(..)
//! b1(f5):
//!     yield s0, f5, d3
//! ```
//!
//! **Conditions.** Everything that the test is made of is there before the
//! choice, or can be computed there (see [`carry`](super::carry)). Every way on
//! from the choice leads to the test or ends: a path that ends somewhere else
//! has no result either way, so tests change places freely. Where several ways
//! join in front of the test, all of them must be able to take it along, and
//! the field must be chosen on at least one. A test that does not look at the chosen field at all
//! moves in front of the choice.

mod contents;

use super::carry::{Carry, Roots};
use super::rewrite;
use crate::analyses::{Edge, Flow, Site, is_known};
use crate::program::*;
use contents::know_pieces;
use game::{Facts, Memory};

/// How many ways may join in front of a test that is moved.
const JOINED: usize = 16;

/// How often tests of a function are moved.
const ROUNDS: usize = 32;

/// Runs the pass.
pub(super) fn run(program: &mut Program) {
    let facts = &program.facts;
    for func in program.funcs.iter_mut().filter(|func| func.kind == FuncKind::Gen) {
        rewrite::tidy(func, facts);
        if absorb(facts, func) {
            rewrite::tidy(func, facts);
        }
    }
}

/// Moves the tests of a function; whether anything was changed.
pub(super) fn absorb(facts: &Facts, func: &mut Func) -> bool {
    let mut changed = know_memory(func);
    if know_pieces(facts, func) {
        rewrite::tidy(func, facts);
        changed = true;
    }
    // Each round takes tests one choice or one join further up, so this ends;
    // the number only keeps odd programs from taking long.
    for _ in 0..ROUNDS {
        let plans = find(facts, func);
        if plans.is_empty() {
            break;
        }
        carry_out(plans, func);
        changed = true;
    }
    changed
}

/// What was remembered on this path is known, and a choice from one known field
/// is none.
fn know_memory(func: &mut Func) -> bool {
    let flow = Flow::new(func);
    let roots = Roots::new(func, &flow);
    let known = is_known(func);
    let remembered = |func: &Func, s: Value, memory: Memory| {
        let Some(Inst::Write { write, .. }) = flow.inst(func, roots.memory(s)) else { return None };
        match *write {
            Write::Remember { f, memory: it } if it == memory => Some(f),
            _ => None,
        }
    };
    let mut changed = false;
    for i in 0..func.blocks.len() {
        for at in 0..func.blocks[i].insts.len() {
            if let Inst::Set { dst, expr: SetExpr::Memory { s, memory } } = func.blocks[i].insts[at]
                && let Some(f) = remembered(func, s, memory)
            {
                func.blocks[i].insts[at] = Inst::Set { dst, expr: SetExpr::Only(f) };
                changed = true;
            }
        }
        let Term::ChooseField { set, then } = &func.blocks[i].term else { continue };
        if let Some(&SetExpr::Only(f)) = flow.set(func, *set)
            && known[f.index()]
        {
            let mut then = then.clone();
            then.args.insert(0, f);
            func.blocks[i].term = Term::Jump(then);
            changed = true;
        }
    }
    changed
}

/// Whether a parameter is the field that a choice gives on this way.
fn gives_field(func: &Func, edge: Edge, param: usize) -> bool {
    param == 0 && matches!(func.blocks[edge.from.index()].term, Term::ChooseField { .. })
}

/// Where a test is: a block, and which of its steps.
#[derive(Clone, Copy)]
struct Test {
    block: BlockId,
    at: usize,
}

/// What to do to take one test further up.
struct Plan {
    types: Vec<Type>,
    /// What to add at the end of each block, and what to choose from there.
    adds: Vec<(BlockId, Vec<Inst>, Option<Value>)>,
    /// The test that is no longer needed.
    done: Test,
}

/// Does what the plans say.
fn carry_out(plans: Vec<Plan>, func: &mut Func) {
    for plan in plans {
        func.types.extend(plan.types);
        for (block, insts, choice) in plan.adds {
            let block = &mut func.blocks[block.index()];
            block.insts.extend(insts);
            if let (Some(choice), Term::ChooseField { set, .. }) = (choice, &mut block.term) {
                *set = choice;
            }
        }
        func.blocks[plan.done.block.index()].insts.remove(plan.done.at);
    }
}

/// Finds tests that can go further up, in blocks that have nothing to do with
/// each other.
fn find(facts: &Facts, func: &Func) -> Vec<Plan> {
    let flow = Flow::new(func);
    let roots = Roots::new(func, &flow);
    let mut plans: Vec<Plan> = Vec::new();
    let mut touched = vec![false; func.blocks.len()];
    let mut n_values = func.types.len();
    for (i, block) in func.blocks.iter().enumerate() {
        for (at, inst) in block.insts.iter().enumerate() {
            let Inst::Guard { cond, .. } = inst else { continue };
            let test = Test { block: BlockId(i as u32), at };
            let finder = Finder { facts, func, flow: &flow, roots: &roots, n_values };
            let plan = finder.to_choices(cond, test).or_else(|| finder.over_choice(cond, test));
            let Some(plan) = plan else { continue };
            let blocks = || plan.adds.iter().map(|add| add.0).chain([test.block]);
            if blocks().any(|block| touched[block.index()]) {
                continue;
            }
            blocks().for_each(|block| touched[block.index()] = true);
            n_values += plan.types.len();
            plans.push(plan);
        }
    }
    plans
}

struct Finder<'a> {
    facts: &'a Facts,
    func: &'a Func,
    flow: &'a Flow,
    roots: &'a Roots,
    /// How many values there are, with those of other plans.
    n_values: usize,
}

impl<'a> Finder<'a> {
    fn carry(&self, at: BlockId, types: Vec<Type>) -> Carry<'a> {
        let carry = Carry::new(self.facts, self.func, self.flow, self.roots, at);
        carry.numbered(self.n_values, types)
    }

    /// A test of a field that was chosen: it goes into the choices.
    fn to_choices(&self, cond: &Cond, test: Test) -> Option<Plan> {
        let finger = tested_field(cond)?;
        let Some(Site::Param(home, param)) = self.flow.site(finger) else { return None };
        let edges = self.flow.edges(home);
        if edges.is_empty() || edges.len() > JOINED || !self.leads_to(home, test.block) {
            return None;
        }
        let is_chosen = |&edge: &Edge| self.is_chosen(edge, param, JOINED);
        if !edges.iter().any(is_chosen) {
            return None;
        }
        let mut plan = Plan { types: Vec::new(), adds: Vec::new(), done: test };
        for &edge in edges {
            let term = &self.func.blocks[edge.from.index()].term;
            let [target] = term.targets()[..] else { return None };
            let types = std::mem::take(&mut plan.types);
            let carry = self.carry(edge.from, types).over(target, term.gives().len());
            let mut carry = carry.asked_at(finger);
            let choice = match (term, gives_field(self.func, edge, param)) {
                (Term::ChooseField { set, .. }, true) => {
                    let also = self.as_set(&mut carry, cond)?;
                    let both = |carry: &mut Carry<'_>| carry.add_set(SetExpr::And(*set, also));
                    Some(if also == *set { also } else { both(&mut carry) })
                }
                _ => {
                    let cond = carry.cond(cond)?;
                    carry.insts.push(Inst::Guard { cond, at: self.source(test) });
                    None
                }
            };
            plan.types = carry.types;
            plan.adds.push((edge.from, carry.insts, choice));
        }
        Some(plan)
    }

    /// Whether what a parameter gets on this way is chosen there or further up,
    /// with nothing between that could go another way.
    fn is_chosen(&self, edge: Edge, param: usize, fuel: usize) -> bool {
        if gives_field(self.func, edge, param) {
            return true;
        }
        let Some(arg) = self.flow.argument(self.func, edge, param) else { return false };
        let Some(Site::Param(home, at)) = self.flow.site(arg) else { return false };
        fuel > 0
            && self.leads_to(home, edge.from)
            && self.flow.edges(home).iter().any(|&edge| self.is_chosen(edge, at, fuel / 2))
    }

    /// Whether every way from one block leads to the other or ends, and no
    /// other way leads there.
    fn leads_to(&self, from: BlockId, to: BlockId) -> bool {
        if !self.flow.dominates(from, to) {
            return false;
        }
        let mut at = from;
        while at != to {
            let block = &self.func.blocks[at.index()];
            let lives =
                |target: &&&Target| self.func.blocks[target.block.index()].term != Term::Die;
            let targets = block.term.targets();
            let mut living = targets.iter().filter(lives);
            at = match (living.next(), living.next()) {
                (Some(target), None) if target.block <= to => target.block,
                _ => return false,
            };
        }
        true
    }

    /// Where a test comes from.
    fn source(&self, test: Test) -> Source {
        self.func.source(&self.func.blocks[test.block.index()].insts[test.at])
    }

    /// A test that has nothing to do with the choice in front of it.
    fn over_choice(&self, cond: &Cond, test: Test) -> Option<Plan> {
        let edge = self.flow.only_edge(test.block)?;
        let term = &self.func.blocks[edge.from.index()].term;
        let is_choice = matches!(term, Term::ChooseField { .. } | Term::ChooseDirection { .. });
        let ([target], true) = (&term.targets()[..], is_choice) else { return None };
        let mut carry = self.carry(edge.from, Vec::new()).over(target, term.gives().len());
        let cond = carry.cond(cond)?;
        carry.insts.push(Inst::Guard { cond, at: self.source(test) });
        let adds = vec![(edge.from, carry.insts, None)];
        Some(Plan { types: carry.types, adds, done: test })
    }

    /// The fields for which a condition holds.
    fn as_set(&self, carry: &mut Carry<'a>, cond: &Cond) -> Option<Value> {
        let expr = match *cond {
            Cond::In { set, .. } => return carry.set(set),
            Cond::Matches { s, layout, .. } => {
                SetExpr::Matching { s: carry.position(s, true)?, layout }
            }
            Cond::IsKind { s, kind, .. } => {
                let v = self.func.blocks[0].params[1];
                let (s, kinds) = (carry.position(s, true)?, Some(vec![kind]));
                SetExpr::Pieces { s, v, whose: Whose::Any, kinds }
            }
            _ => return None,
        };
        Some(carry.add_set(expr))
    }
}

/// The field that a condition is about.
fn tested_field(cond: &Cond) -> Option<Value> {
    match *cond {
        Cond::In { f, .. } | Cond::Matches { f, .. } | Cond::IsKind { f, .. } => Some(f),
        _ => None,
    }
}
