//! Where on the real board a finger can be, and whether two fingers can ever
//! meet: proved by walking every start over the board, with the pieces left out.
//!
//! Everything here errs on one side: a set of places may be too large, never
//! too small.

use super::flow::{Flow, Site};
use crate::program::*;
use game::{Board, Direction, Field, FieldSet};

/// How deep expressions are looked into; what lies deeper can be anywhere.
const DEPTH: u32 = 9;

/// The places of the fields and sets of one function.
#[derive(Clone, Copy, Debug)]
pub struct Places<'a> {
    board: &'a Board,
    func: &'a Func,
    flow: &'a Flow,
}

/// A field value that is taken to be this field.
pub type Given = Option<(Value, Field)>;

impl<'a> Places<'a> {
    /// The places in a function on this board.
    pub fn new(board: &'a Board, func: &'a Func, flow: &'a Flow) -> Places<'a> {
        Places { board, func, flow }
    }

    /// The fields that a finger can point at.
    pub fn field(&self, value: Value, given: Given) -> FieldSet {
        self.field_at(value, given, DEPTH)
    }

    /// The fields that can be in a set.
    pub fn set(&self, value: Value, given: Given) -> FieldSet {
        self.set_at(value, given, DEPTH)
    }

    /// Whether two fingers never point at the same field.
    pub fn apart(&self, a: Value, b: Value) -> bool {
        let mut bases = vec![a, b];
        for value in [a, b] {
            bases.extend(self.roots(value));
        }
        bases.dedup();
        bases.iter().any(|&base| {
            self.field(base, None).iter().all(|x| {
                let given = Some((base, x));
                self.field(a, given).and(&self.field(b, given)).is_empty()
            })
        })
    }

    /// Whether steps lead from one finger to the other, or from a third to both.
    pub fn are_related(&self, a: Value, b: Value) -> bool {
        let mut of_a = self.roots(a);
        let mut of_b = self.roots(b);
        of_a.push(a);
        of_b.push(b);
        of_a.iter().any(|root| of_b.contains(root))
    }

    /// The fields that a finger was led from, nearest first.
    fn roots(&self, value: Value) -> Vec<Value> {
        let mut roots = Vec::new();
        let mut at = value;
        while roots.len() < DEPTH as usize {
            at = match self.flow.site(at) {
                Some(Site::Inst(..)) => match self.flow.inst(self.func, at) {
                    Some(Inst::Step { f, .. } | Inst::Back { f, .. }) => *f,
                    _ => break,
                },
                Some(Site::Param(block, param)) => {
                    let edge = self.flow.only_edge(block);
                    match edge.and_then(|edge| self.flow.argument(self.func, edge, param)) {
                        Some(arg) => arg,
                        None => break,
                    }
                }
                None => break,
            };
            roots.push(at);
        }
        roots
    }

    fn all(&self) -> FieldSet {
        FieldSet::all(self.board.n_fields())
    }

    fn none(&self) -> FieldSet {
        FieldSet::empty(self.board.n_fields())
    }

    fn field_at(&self, value: Value, given: Given, depth: u32) -> FieldSet {
        if let Some((base, field)) = given
            && base == value
        {
            return FieldSet::of(self.board.n_fields(), [field]);
        }
        if depth == 0 {
            return self.all();
        }
        match self.flow.site(value) {
            Some(Site::Inst(..)) => match self.flow.inst(self.func, value) {
                Some(Inst::Step { f, d, .. }) => {
                    let from = self.field_at(*f, given, depth - 1);
                    self.stepped(&from, *d, false)
                }
                Some(Inst::Back { f, d, .. }) => {
                    let from = self.field_at(*f, given, depth - 1);
                    self.stepped(&from, *d, true)
                }
                Some(Inst::NoField { .. }) => self.none(),
                _ => self.all(),
            },
            Some(Site::Param(block, param)) => self.param(block, param, given, depth - 1),
            None => self.all(),
        }
    }

    /// The fields that a parameter can be: what it gets on each way.
    fn param(&self, block: BlockId, param: usize, given: Given, depth: u32) -> FieldSet {
        let edges = self.flow.edges(block);
        if edges.is_empty() {
            return self.all();
        }
        // Where many ways join, looking into each of them would not pay.
        let depth = if edges.len() > 1 { depth.min(3) } else { depth };
        let mut fields = self.none();
        for &edge in edges {
            let term = &self.func.blocks[edge.from.index()].term;
            fields = fields.or(&match (term, self.flow.argument(self.func, edge, param)) {
                (_, Some(arg)) => self.field_at(arg, given, depth),
                (Term::ChooseField { set, .. }, None) => self.set_at(*set, given, depth),
                _ => return self.all(),
            });
        }
        fields
    }

    /// One step in a direction, or in any if it is not known.
    fn stepped(&self, from: &FieldSet, d: Value, back: bool) -> FieldSet {
        match self.flow.direction(self.func, d) {
            Some(direction) => step_set(self.board, from, direction, back),
            None => {
                let mut fields = self.none();
                for direction in 0..self.board.directions.len() {
                    let direction = Direction(direction as u16);
                    fields = fields.or(&step_set(self.board, from, direction, back));
                }
                fields
            }
        }
    }

    fn set_at(&self, value: Value, given: Given, depth: u32) -> FieldSet {
        let Some(expr) = self.flow.set(self.func, value) else { return self.all() };
        if depth == 0 {
            return self.all();
        }
        let set = |value: Value| self.set_at(value, given, depth - 1);
        match expr {
            SetExpr::Const(fields) => fields.clone(),
            SetExpr::Sides { sides, .. } => sides[0].or(&sides[1]),
            SetExpr::And(a, b) => set(*a).and(&set(*b)),
            SetExpr::Or(a, b) => set(*a).or(&set(*b)),
            SetExpr::Minus(a, b) => match self.flow.set(self.func, *b) {
                Some(SetExpr::Const(fields)) => set(*a).minus(fields),
                _ => set(*a),
            },
            SetExpr::IfSome(_, b) => set(*b),
            SetExpr::Only(f) => self.field_at(*f, given, depth - 1),
            SetExpr::Walk { from, ways, back } => walk_set(self.board, &set(*from), ways, *back),
            SetExpr::Slide { from, directions, through, back } => {
                let (from, through) = (set(*from), set(*through));
                let mut fields = self.none();
                for &direction in directions {
                    fields = fields.or(&slide_set(self.board, &from, direction, &through, *back));
                }
                fields
            }
            SetExpr::Rows { of, .. } => set(*of),
            SetExpr::Pieces { .. }
            | SetExpr::Holding { .. }
            | SetExpr::Empty { .. }
            | SetExpr::All
            | SetExpr::Zone { .. }
            | SetExpr::Memory { .. }
            | SetExpr::Fields { .. }
            | SetExpr::Matching { .. }
            | SetExpr::Spread { .. } => self.all(),
        }
    }
}

/// Where one step leads from these fields, or from where one leads to them.
pub fn step_set(board: &Board, from: &FieldSet, direction: Direction, back: bool) -> FieldSet {
    let steps = &board.steps[direction.index()];
    let mut to = FieldSet::empty(board.n_fields());
    if !back {
        from.iter().filter_map(|field| steps[field.index()]).for_each(|field| to.insert(field));
        return to;
    }
    for (i, next) in steps.iter().enumerate() {
        if next.is_some_and(|next| from.contains(next)) {
            to.insert(Field(i as u16));
        }
    }
    to
}

/// Where one of these ways leads from these fields.
pub fn walk_set(board: &Board, from: &FieldSet, ways: &[Vec<Direction>], back: bool) -> FieldSet {
    let mut to = FieldSet::empty(board.n_fields());
    for way in ways {
        let mut at = from.clone();
        let steps: Vec<Direction> = match back {
            true => way.iter().rev().copied().collect(),
            false => way.clone(),
        };
        for step in steps {
            at = step_set(board, &at, step, back);
        }
        to = to.or(&at);
    }
    to
}

/// Where one or more steps in a direction lead through these fields.
fn slide_set(
    board: &Board,
    from: &FieldSet,
    direction: Direction,
    through: &FieldSet,
    back: bool,
) -> FieldSet {
    let mut to = step_set(board, from, direction, back);
    let mut new = to.clone();
    loop {
        new = step_set(board, &new.and(through), direction, back).minus(&to);
        if new.is_empty() {
            return to;
        }
        to = to.or(&new);
    }
}

/// Whether no two fields are led to the same one by this direction.
pub fn is_injective(board: &Board, direction: Direction) -> bool {
    let mut seen = FieldSet::empty(board.n_fields());
    board.steps[direction.index()].iter().flatten().all(|&to| {
        let new = !seen.contains(to);
        seen.insert(to);
        new
    })
}
