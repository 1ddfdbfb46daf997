//! A choice of a source with a choice of a target after it that walks a few
//! ways from there: one choice of a target for each way.

use super::super::carry::{Carry, Roots};
use super::super::rewrite;
use super::split::Split;
use super::{Source, first_step};
use crate::analyses::{Flow, is_injective, walk_set};
use crate::program::*;
use game::{Direction, Facts, Field, FieldSet};

/// How many ways are worth a choice each.
const WAYS: usize = 3;

/// A function as it is.
pub(super) struct Seen<'a> {
    pub(super) facts: &'a Facts,
    pub(super) func: &'a Func,
    pub(super) flow: &'a Flow,
    pub(super) roots: &'a Roots,
}

/// Two choices that become one for each way.
pub(super) struct Inner {
    source: (BlockId, Value, BlockId, Value),
    /// The block after the second choice.
    end: BlockId,
    /// The ways, and what the targets must be: a set that these steps compute
    /// at the end of the block of the first choice.
    ways: Vec<Vec<Direction>>,
    rest: Option<Value>,
    insts: Vec<Inst>,
    types: Vec<Type>,
    /// Whether the source is not needed any more.
    forgets: bool,
}

impl Seen<'_> {
    /// The plan for a choice with another one right after it.
    pub(super) fn inner_choice(&self, source: &Source) -> Option<Inner> {
        self.inner_at(source, source.then)
    }

    /// The same for a second choice at the end of any block after the first.
    fn inner_at(&self, source: &Source, block: BlockId) -> Option<Inner> {
        let Term::ChooseField { set, then } = &self.func.blocks[block.index()].term else {
            return None;
        };
        let end = then.block;
        self.flow.only_edge(end)?;
        let [target] = self.func.blocks[end.index()].params[..] else { return None };
        let mut parts = Vec::new();
        self.conjuncts(*set, &mut parts);
        let place = parts.iter().position(|&part| self.ways_from(part, source.f).is_some())?;
        let ways = self.ways_from(parts.swap_remove(place), source.f)?.to_vec();
        let forgets = self.is_forgotten(source.f);
        if !forgets && !self.can_go_back(&ways) {
            return None;
        }
        let to = Target { block: source.then, args: Vec::new() };
        let carry = Carry::new(self.facts, self.func, self.flow, self.roots, source.choice);
        let mut carry = carry.over(&to, 1).asked_at(target);
        let mut rest = None;
        for part in parts {
            let part = carry.set(part)?;
            rest = Some(match rest {
                None => part,
                Some(rest) => carry.add_set(SetExpr::And(rest, part)),
            });
        }
        let source = (source.choice, source.set, source.then, source.f);
        let (insts, types) = (carry.insts, carry.types);
        Some(Inner { source, end, ways, rest, insts, types, forgets })
    }

    /// The plan for a fork after a choice: each branch that can be treated
    /// gets a choice of its own.
    pub(super) fn fork(&self, source: &Source) -> Option<Split> {
        let Term::Fork(branches) = &self.func.blocks[source.then.index()].term else {
            return None;
        };
        let (mut alone, mut together) = (Vec::new(), Vec::new());
        for branch in branches {
            match self.steps(source, branch) || self.forks(source, branch) {
                true => alone.push(vec![branch.clone()]),
                false => together.push(branch.clone()),
            }
        }
        if alone.is_empty() {
            return None;
        }
        if !together.is_empty() {
            alone.push(together);
        }
        Some(Split { choice: source.choice, then: source.then, groups: alone })
    }

    /// Whether a branch can be treated if it has a choice of its own.
    fn steps(&self, source: &Source, branch: &Target) -> bool {
        self.flow.only_edge(branch.block).is_some()
            && branch.args.is_empty()
            && (first_step(self.facts, self.func, self.flow, branch.block, source.f).is_some()
                || self.inner_at(source, branch.block).is_some())
    }

    /// Whether a branch leads to such branches: once it has a choice of its own,
    /// its tests go there, and the fork after them is next.
    fn forks(&self, source: &Source, branch: &Target) -> bool {
        let single = self.flow.only_edge(branch.block).is_some() && branch.args.is_empty();
        match &self.func.blocks[branch.block.index()].term {
            Term::Fork(inner) if single => inner.iter().any(|it| self.steps(source, it)),
            _ => false,
        }
    }

    /// The sets that a set is the intersection of.
    fn conjuncts(&self, set: Value, parts: &mut Vec<Value>) {
        match self.flow.set(self.func, set) {
            Some(SetExpr::And(a, b)) if parts.len() < 16 => {
                self.conjuncts(*a, parts);
                self.conjuncts(*b, parts);
            }
            _ => parts.push(set),
        }
    }

    /// The ways of a set that is where they lead from this field alone.
    fn ways_from(&self, set: Value, f: Value) -> Option<&[Vec<Direction>]> {
        match self.flow.set(self.func, set)? {
            SetExpr::Walk { from, ways, back: false } => {
                let only = self.flow.set(self.func, *from)?;
                (*only == SetExpr::Only(f)).then_some(ways)
            }
            _ => None,
        }
    }

    /// Whether a field is used for nothing but the set of itself.
    fn is_forgotten(&self, field: Value) -> bool {
        let mut forgotten = true;
        for block in &self.func.blocks {
            for inst in &block.insts {
                if !matches!(inst, Inst::Set { expr: SetExpr::Only(_), .. }) {
                    inst.uses(&mut |value, _| forgotten &= value != field);
                }
            }
            block.term.uses(&mut |value, _| forgotten &= value != field);
            for target in block.term.targets() {
                forgotten &= !target.args.contains(&field);
            }
        }
        forgotten && self.only_walked(field)
    }

    /// Whether the set of a field alone is only used to walk from it.
    fn only_walked(&self, field: Value) -> bool {
        let is_it = |set: Value| matches!(self.flow.set(self.func, set), Some(SetExpr::Only(f)) if *f == field);
        let mut walks = 0;
        for block in &self.func.blocks {
            rewrite::see_uses(block, &mut |value| walks += usize::from(is_it(value)));
        }
        walks == 1
    }

    /// Whether the ways are few, each can be gone back, and no two lead from
    /// one field to the same.
    fn can_go_back(&self, ways: &[Vec<Direction>]) -> bool {
        let board = &self.facts.board;
        let n_fields = board.n_fields();
        let injective = |way: &Vec<Direction>| {
            !way.is_empty() && way.iter().all(|&direction| is_injective(board, direction))
        };
        ways.len() <= WAYS
            && ways.iter().all(injective)
            && (0..n_fields).all(|i| {
                let from = FieldSet::of(n_fields, [Field(i as u16)]);
                let ends =
                    |way: &Vec<Direction>| walk_set(board, &from, std::slice::from_ref(way), false);
                let each: usize = ways.iter().map(|way| ends(way).len()).sum();
                each == walk_set(board, &from, ways, false).len()
            })
    }
}

impl Inner {
    fn split(&self) -> Split {
        let (choice, _, then, _) = self.source;
        let groups = if self.forgets { 1 } else { self.ways.len() };
        Split { choice, then, groups: vec![Vec::new(); groups] }
    }

    /// How much larger the function becomes.
    pub(super) fn growth(&self, func: &Func, flow: &Flow) -> usize {
        self.split().growth(func, flow) + self.insts.len() + 6 * self.ways.len()
    }

    pub(super) fn carry_out(self, func: &mut Func, flow: &Flow) {
        let (choice, set, then, f) = self.source;
        func.types.extend(&self.types);
        func.blocks[choice.index()].insts.extend(self.insts.iter().cloned());
        let copies = self.split().copy(func, flow, &[then, self.end], f);
        for (i, copy) in copies.iter().enumerate() {
            let ways = if self.forgets { self.ways.clone() } else { vec![self.ways[i].clone()] };
            let walked = rewrite::fresh(func, Type::Set);
            let both = rewrite::fresh(func, Type::Set);
            let head = &mut func.blocks[copy.choice.index()];
            let expr = SetExpr::Walk { from: set, ways: ways.clone(), back: false };
            head.insts.push(Inst::Set { dst: walked, expr });
            let mut chosen = walked;
            if let Some(rest) = self.rest {
                head.insts.push(Inst::Set { dst: both, expr: SetExpr::And(walked, rest) });
                chosen = both;
            }
            if let Term::ChooseField { set, .. } = &mut head.term {
                *set = chosen;
            }
            let (then, end) = (copy.blocks[0], copy.blocks[1]);
            let target = std::mem::take(&mut func.blocks[end.index()].params);
            func.blocks[then.index()].params = target.clone();
            let args = Vec::new();
            func.blocks[then.index()].term = Term::Jump(Target { block: end, args });
            if !self.forgets {
                go_back(func, then, target[0], copy.field, &ways[0]);
            }
        }
    }
}

/// Puts in front of a block the way back from a field to the one it came from.
fn go_back(func: &mut Func, block: BlockId, from: Value, to: Value, way: &[Direction]) {
    let mut insts = Vec::new();
    let mut at = from;
    for (i, &direction) in way.iter().enumerate().rev() {
        let d = rewrite::fresh(func, Type::Direction);
        let dst = if i == 0 { to } else { rewrite::fresh(func, Type::Field) };
        insts.push(Inst::Direction { dst: d, direction });
        insts.push(Inst::Back { dst, f: at, d });
        at = dst;
    }
    func.blocks[block.index()].insts.splice(0..0, insts);
}
