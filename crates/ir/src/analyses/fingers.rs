//! What is known of a finger where it is used: the sets that it was chosen
//! from or tested against on every way there, and whether a piece stands on it.

use super::contents::{self, ANY, Contents, EMPTY};
use super::flow::{Flow, Site};
use super::places::{Places, is_injective};
use crate::program::*;
use game::{Direction, Facts, FieldSet};

/// How many steps back a proof may go.
const FUEL: u32 = 24;

/// A place in a function: a block and how many of its instructions are done.
pub type Place = (BlockId, usize);

/// A set that a field is in; or a way that leads to it from a field of the set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Membership {
    /// The set.
    pub set: Value,
    /// The steps from a field of the set to the field in question.
    pub way: Vec<Direction>,
}

/// What is known of the fingers of one function.
#[derive(Clone, Debug)]
pub struct Fingers<'a> {
    facts: &'a Facts,
    func: &'a Func,
    flow: &'a Flow,
    /// For each position the earliest one with the same board.
    roots: Vec<Value>,
    /// Each test: the field, the set, and where it is known to have held.
    tests: Vec<(Value, Value, Place)>,
}

impl<'a> Fingers<'a> {
    /// What is known in a function.
    pub fn new(facts: &'a Facts, func: &'a Func, flow: &'a Flow) -> Fingers<'a> {
        let mut tests = Vec::new();
        for (i, block) in func.blocks.iter().enumerate() {
            let id = BlockId(i as u32);
            for (at, inst) in block.insts.iter().enumerate() {
                if let Inst::Guard { cond: Cond::In { f, set }, .. } = inst {
                    tests.push((*f, *set, (id, at + 1)));
                }
            }
            if let Term::If { cond: Cond::In { f, set }, yes, .. } = &block.term
                && flow.only_edge(yes.block).is_some()
            {
                tests.push((*f, *set, (yes.block, 0)));
            }
        }
        Fingers { facts, func, flow, roots: roots(func, flow, Parts::BOARD), tests }
    }

    /// The earliest position with the same board.
    pub fn root(&self, s: Value) -> Value {
        self.roots[s.index()]
    }

    /// The places of the function.
    pub fn places(&self) -> Places<'a> {
        Places::new(&self.facts.board, self.func, self.flow)
    }

    /// The sets that a field is in at a place.
    pub fn memberships(&self, f: Value, at: Place) -> Vec<Membership> {
        let mut found = Vec::new();
        for &(tested, set, (block, index)) in &self.tests {
            let holds = match block == at.0 {
                true => index <= at.1,
                false => self.flow.dominates(block, at.0),
            };
            if tested == f && holds {
                self.split(Membership { set, way: Vec::new() }, &mut found);
            }
        }
        match self.flow.site(f) {
            Some(Site::Param(..)) => {
                if let Some(block) = self.flow.chosen_in(self.func, f)
                    && let Term::ChooseField { set, .. } = self.func.blocks[block.index()].term
                {
                    self.split(Membership { set, way: Vec::new() }, &mut found);
                }
            }
            Some(Site::Inst(block, index)) => {
                if let Some(Inst::Back { f: to, d, .. }) = self.flow.inst(self.func, f)
                    && let Some(d) = self.flow.direction(self.func, *d)
                    && is_injective(&self.facts.board, d)
                {
                    for mut member in self.memberships(*to, (block, index)) {
                        if member.way.last() == Some(&d) {
                            member.way.pop();
                            self.split(member, &mut found);
                        }
                    }
                }
            }
            None => {}
        }
        found
    }

    /// Adds a membership with what follows from how the set is made.
    fn split(&self, member: Membership, found: &mut Vec<Membership>) {
        if found.len() >= FUEL as usize || found.contains(&member) {
            return;
        }
        if member.way.is_empty() {
            match self.flow.set(self.func, member.set) {
                Some(SetExpr::And(a, b)) => {
                    for set in [*a, *b] {
                        self.split(Membership { set, way: Vec::new() }, found);
                    }
                    return;
                }
                Some(SetExpr::Minus(a, _)) => {
                    self.split(Membership { set: *a, way: Vec::new() }, found);
                }
                Some(SetExpr::IfSome(_, b)) => {
                    self.split(Membership { set: *b, way: Vec::new() }, found);
                }
                Some(SetExpr::Walk { from, ways, back: false }) if ways.len() == 1 => {
                    self.split(Membership { set: *from, way: ways[0].clone() }, found);
                }
                _ => {}
            }
        }
        found.push(member);
    }

    /// The fields that a finger can point at, at a place.
    pub fn range(&self, f: Value, at: Place) -> FieldSet {
        let places = self.places();
        let mut range = places.field(f, None);
        for member in self.memberships(f, at) {
            if member.way.is_empty() {
                range = range.and(&places.set(member.set, None));
            }
        }
        range
    }

    /// What may stand on a field of a position, at a place: a field that the
    /// finger is known to point at.
    pub(crate) fn contents(&self, s: Value, f: Value, at: Place) -> Contents {
        let members = self.memberships(f, at);
        let mut contents = ANY;
        let mut s = s;
        for _ in 0..FUEL {
            s = self.root(s);
            for member in members.iter().filter(|member| member.way.is_empty()) {
                contents &= self.masks(member.set, s, FUEL).0;
            }
            let Some(Inst::Write { s: before, write, .. }) = self.flow.inst(self.func, s) else {
                return contents;
            };
            let Some(field) = write.effect().touches.field() else { return contents };
            if field == f {
                return contents & self.written(*before, write, s);
            }
            // Where steps lead from one to the other this is quickly seen.
            let places = self.places();
            if !places.are_related(f, field) || !places.apart(f, field) {
                return contents;
            }
            s = *before;
        }
        contents
    }

    /// What may stand, in a position, on the fields of a set, and what makes a
    /// field one of them for certain.
    fn masks(&self, set: Value, s: Value, fuel: u32) -> (Contents, Contents) {
        let Some(expr) = self.flow.set(self.func, set).filter(|_| fuel > 0) else {
            return (ANY, 0);
        };
        let masks = |set: Value| self.masks(set, s, fuel / 2);
        contents::of_set(self.facts, expr, |read| self.root(read) == s, masks)
    }

    /// What stands on the field of a write afterwards.
    fn written(&self, before: Value, write: &Write, after: Value) -> Contents {
        if self.facts.stacks.is_some() {
            return ANY;
        }
        let Some(Site::Inst(block, index)) = self.flow.site(after) else { return ANY };
        match *write {
            Write::Lift { .. } | Write::Clear { .. } => EMPTY,
            Write::Lower { .. } => self.hand(before),
            Write::Put { whose, kind, .. } => contents::put(self.facts, whose, kind),
            Write::Become { f, kind } => {
                let there = self.contents(before, f, (block, index));
                contents::promoted(self.facts, there, kind)
            }
            _ => ANY,
        }
    }

    /// What may be in the hand in a position where something is.
    pub(crate) fn hand(&self, s: Value) -> Contents {
        let mut s = s;
        // Of a stack only the top piece is known.
        let fuel = if self.facts.stacks.is_some() { 0 } else { FUEL };
        for _ in 0..fuel {
            let lifted = match self.flow.inst(self.func, s) {
                Some(Inst::Write { s: before, write, .. }) => match write {
                    Write::Lift { f, .. } => Some((*before, *f)),
                    Write::Before => return !EMPTY,
                    _ => {
                        s = *before;
                        continue;
                    }
                },
                // Where ways join it is the same if the board is.
                _ if self.root(s) != s => {
                    s = self.root(s);
                    continue;
                }
                _ => None,
            };
            let (Some((before, f)), Some(Site::Inst(block, index))) = (lifted, self.flow.site(s))
            else {
                return !EMPTY;
            };
            return self.contents(before, f, (block, index)) & !EMPTY;
        }
        !EMPTY
    }

    /// Whether a piece stands on a field of a position, at a place.
    pub fn is_occupied(&self, s: Value, f: Value, at: Place) -> bool {
        let members = self.memberships(f, at);
        let mut s = s;
        for _ in 0..FUEL {
            s = self.root(s);
            let holds = |member: &Membership| {
                member.way.is_empty() && self.is_of_pieces(member.set, s, FUEL)
            };
            if members.iter().any(holds) {
                return true;
            }
            let Some(Inst::Write { s: before, write, .. }) = self.flow.inst(self.func, s) else {
                return false;
            };
            match write.effect().touches {
                Touch::Fills(g) if g == f => return true,
                // What is put somewhere takes nothing away.
                Touch::Fills(_) | Touch::FillsAll(_) => {}
                Touch::Empties(g) if self.places().apart(f, g) => {}
                Touch::Empties(_) | Touch::Nothing | Touch::Anything => return false,
            }
            s = *before;
        }
        false
    }

    /// Whether a set has only fields on which pieces stand in a position.
    fn is_of_pieces(&self, set: Value, s: Value, fuel: u32) -> bool {
        if fuel == 0 {
            return false;
        }
        let of_pieces = |set: Value| self.is_of_pieces(set, s, fuel / 2);
        match self.flow.set(self.func, set) {
            Some(SetExpr::Pieces { s: read, .. }) => self.root(*read) == self.root(s),
            Some(SetExpr::And(a, b)) => of_pieces(*a) || of_pieces(*b),
            Some(SetExpr::Or(a, b)) => of_pieces(*a) && of_pieces(*b),
            Some(SetExpr::Minus(a, _)) => of_pieces(*a),
            Some(SetExpr::IfSome(_, b)) => of_pieces(*b),
            _ => false,
        }
    }
}

/// For each position the earliest one in which these parts are the same.
pub fn roots(func: &Func, flow: &Flow, parts: Parts) -> Vec<Value> {
    let mut roots: Vec<Value> = (0..func.types.len() as u32).map(Value).collect();
    for (i, block) in func.blocks.iter().enumerate() {
        for (at, &param) in block.params.iter().enumerate() {
            if func.types[param.index()] != Type::Position {
                continue;
            }
            let edges = flow.edges(BlockId(i as u32)).iter();
            let args: Option<Vec<Value>> =
                edges.map(|&edge| Some(roots[flow.argument(func, edge, at)?.index()])).collect();
            if let Some([first, rest @ ..]) = args.as_deref()
                && rest.iter().all(|arg| arg == first)
            {
                roots[param.index()] = *first;
            }
        }
        for inst in &block.insts {
            if let Inst::Write { dst, s, write } = inst
                && !write.effect().writes.meets(parts)
            {
                roots[dst.index()] = roots[s.index()];
            }
        }
    }
    roots
}
