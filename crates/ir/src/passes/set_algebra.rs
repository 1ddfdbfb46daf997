//! Sets of fields as terms: every term is kept once, so that equal sets are
//! equal numbers, and each is simplified by what the board says when it is made.
//!
//! ```text
//! walking program ─▶ terms (here) ─▶ normal form (normal) ─▶ steps (emit)
//! ```
//!
//! A term may speak of a position that no value of the function holds: the one
//! after a write in a question, or the one from which a field has gone. Such a
//! term is of use only until it is *settled*, that is, said of a position that
//! does exist.

pub(crate) mod emit;
pub(crate) mod geometry;
pub(crate) mod normal;
mod walks;

use crate::program::{Value, Whose, Write};
use game::{Board, Direction, FieldSet, Kind, Layout, Memory};
use rustc_hash::FxHashMap;

/// A term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SetId(u32);

/// A position that terms speak of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PosId(u32);

impl PosId {
    /// The number as an index.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A finger of a walking program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Var(pub(crate) u32);

/// A position that terms speak of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Pos {
    /// A value of the function that the sets are for.
    Host(Value),
    /// Such a position after a write that cannot fail; it is made where it is read.
    Written(PosId, Write),
    /// The position without the piece on the field that the finger pointed at.
    Gone(PosId, Var),
    /// The position with some other piece on the field that the finger pointed at.
    Put(PosId, Var),
    /// The position with another field remembered.
    Remembered(PosId, Memory),
    /// A position of which nothing is known.
    Hidden,
}

/// What a term says. Lists are sorted and have no duplicates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Set {
    /// The unknown in the equation of a repeat.
    Hole,
    /// A value of the function that the sets are for.
    Given(Value),
    Const(FieldSet),
    Sides(Value, [FieldSet; 2]),
    Pieces(PosId, Value, Whose, Option<Vec<Kind>>),
    /// See [`SetExpr::Holding`](crate::SetExpr::Holding).
    Holding(PosId, Value, Whose, Option<Vec<Kind>>),
    Empty(PosId),
    Memory(PosId, Memory),
    Matching(PosId, Layout),
    /// The field that this value points at.
    Only(Value),
    And(Vec<SetId>),
    Or(Vec<SetId>),
    Minus(SetId, SetId),
    Walk(Walk),
    Slide(Slide),
    Spread(Spread),
    /// The second if the first has a field.
    IfSome(SetId, SetId),
}

/// See [`SetExpr::Walk`](crate::SetExpr::Walk).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Walk {
    pub(crate) from: SetId,
    pub(crate) ways: Vec<Vec<Direction>>,
    pub(crate) back: bool,
}

/// See [`SetExpr::Slide`](crate::SetExpr::Slide).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Slide {
    pub(crate) from: SetId,
    pub(crate) directions: Vec<Direction>,
    pub(crate) through: SetId,
    pub(crate) back: bool,
}

/// See [`SetExpr::Spread`](crate::SetExpr::Spread).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Spread {
    pub(crate) from: SetId,
    pub(crate) ways: Vec<Vec<Direction>>,
    pub(crate) through: SetId,
    pub(crate) back: bool,
}

/// The terms of one function.
pub(crate) struct Algebra<'p> {
    pub(crate) board: &'p Board,
    sets: Vec<Set>,
    index: FxHashMap<Set, SetId>,
    positions: Vec<Pos>,
    pub(crate) all: SetId,
    pub(crate) none: SetId,
}

impl<'p> Algebra<'p> {
    pub(crate) fn new(board: &'p Board) -> Algebra<'p> {
        let mut algebra = Algebra {
            board,
            sets: Vec::new(),
            index: FxHashMap::default(),
            positions: Vec::new(),
            all: SetId(0),
            none: SetId(1),
        };
        algebra.all = algebra.make(Set::Const(FieldSet::all(board.n_fields())));
        algebra.none = algebra.make(Set::Const(FieldSet::empty(board.n_fields())));
        algebra
    }

    pub(crate) fn set(&self, id: SetId) -> &Set {
        &self.sets[id.0 as usize]
    }

    /// How many terms there are: what keeps translations from growing too large.
    pub(crate) fn len(&self) -> usize {
        self.sets.len()
    }

    pub(crate) fn pos(&self, id: PosId) -> &Pos {
        &self.positions[id.0 as usize]
    }

    /// A position; those of the host that are equal are one.
    pub(crate) fn position(&mut self, pos: Pos) -> PosId {
        let known = match pos {
            Pos::Host(_) | Pos::Written(..) => self.positions.iter().position(|it| *it == pos),
            Pos::Gone(..) | Pos::Put(..) | Pos::Remembered(..) | Pos::Hidden => None,
        };
        PosId(known.unwrap_or_else(|| {
            self.positions.push(pos);
            self.positions.len() - 1
        }) as u32)
    }

    /// Keeps a term as it is.
    pub(crate) fn make(&mut self, set: Set) -> SetId {
        if let Some(&id) = self.index.get(&set) {
            return id;
        }
        let id = SetId(self.sets.len() as u32);
        self.index.insert(set.clone(), id);
        self.sets.push(set);
        id
    }

    /// Calls `see` with a term and each term that it is made of, each once.
    pub(crate) fn visit(&self, id: SetId, seen: &mut Vec<SetId>, see: &mut dyn FnMut(&Set)) {
        if seen.contains(&id) {
            return;
        }
        seen.push(id);
        see(self.set(id));
        let mut below = |sets: &[SetId]| sets.iter().for_each(|&set| self.visit(set, seen, see));
        match self.set(id) {
            Set::And(sets) | Set::Or(sets) => below(sets),
            Set::Minus(a, b) | Set::IfSome(a, b) => below(&[*a, *b]),
            Set::Walk(it) => below(&[it.from]),
            Set::Slide(it) => below(&[it.from, it.through]),
            Set::Spread(it) => below(&[it.from, it.through]),
            _ => {}
        }
    }

    pub(crate) fn constant(&mut self, fields: FieldSet) -> SetId {
        self.make(Set::Const(fields))
    }

    pub(crate) fn known(&self, id: SetId) -> Option<&FieldSet> {
        match self.set(id) {
            Set::Const(fields) => Some(fields),
            _ => None,
        }
    }

    /// The terms of a conjunction; one that is none is its only term.
    pub(crate) fn factors(&self, id: SetId) -> Vec<SetId> {
        match self.set(id) {
            Set::And(factors) => factors.clone(),
            _ if id == self.all => Vec::new(),
            _ => vec![id],
        }
    }

    /// The terms of a union; one that is none is its only term.
    pub(crate) fn terms(&self, id: SetId) -> Vec<SetId> {
        match self.set(id) {
            Set::Or(terms) => terms.clone(),
            _ if id == self.none => Vec::new(),
            _ => vec![id],
        }
    }

    pub(crate) fn and(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == self.all {
            return a;
        }
        if a == self.all {
            return b;
        }
        let mut factors = self.factors(a);
        factors.extend(self.factors(b));
        self.and_all(factors)
    }

    pub(crate) fn and_all(&mut self, sets: Vec<SetId>) -> SetId {
        let mut factors: Vec<SetId> = Vec::with_capacity(sets.len());
        let mut constant: Option<FieldSet> = None;
        for set in sets {
            for factor in self.factors(set) {
                match self.known(factor) {
                    Some(fields) => {
                        constant = Some(constant.map_or_else(|| fields.clone(), |c| c.and(fields)));
                    }
                    None => factors.push(factor),
                }
            }
        }
        if let Some(fields) = constant {
            if fields.is_empty() {
                return self.none;
            }
            // A walk that only exists on these fields says it already.
            let said = factors.iter().any(|&factor| {
                let domain = geometry::domain(self.board, self.set(factor));
                domain.is_some_and(|domain| domain.minus(&fields).is_empty())
            });
            let constant = self.constant(fields);
            if !said && constant != self.all {
                factors.push(constant);
            }
        }
        factors.sort();
        factors.dedup();
        if self.has_complements(&factors) {
            return self.none;
        }
        match factors.as_slice() {
            [] => self.all,
            &[only] => only,
            _ => self.make(Set::And(factors)),
        }
    }

    /// Whether a set and its complement are among these.
    fn has_complements(&self, sets: &[SetId]) -> bool {
        sets.iter().any(|&set| match *self.set(set) {
            Set::Minus(all, other) if all == self.all => sets.contains(&other),
            _ => false,
        })
    }

    pub(crate) fn or(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == self.none {
            return a;
        }
        if a == self.none {
            return b;
        }
        self.or_all(vec![a, b])
    }

    pub(crate) fn or_all(&mut self, sets: Vec<SetId>) -> SetId {
        let mut terms: Vec<SetId> = Vec::with_capacity(sets.len());
        let mut constant: Option<FieldSet> = None;
        for set in sets {
            for term in self.terms(set) {
                match self.known(term) {
                    Some(fields) => {
                        constant = Some(constant.map_or_else(|| fields.clone(), |c| c.or(fields)));
                    }
                    None => terms.push(term),
                }
            }
        }
        if let Some(fields) = constant {
            let constant = self.constant(fields);
            if constant == self.all {
                return self.all;
            }
            terms.push(constant);
        }
        terms.sort();
        terms.dedup();
        if self.has_complements(&terms) {
            return self.all;
        }
        self.drop_needless(&mut terms);
        match terms.as_slice() {
            [] => self.none,
            &[only] => only,
            _ => self.make(Set::Or(terms)),
        }
    }

    /// `a | b - a` is `a | b`.
    fn drop_needless(&mut self, terms: &mut Vec<SetId>) {
        for i in 0..terms.len() {
            let factors = self.factors(terms[i]);
            let is_needless = |&factor: &SetId| match *self.set(factor) {
                Set::Minus(all, other) if all == self.all => {
                    other != terms[i] && self.terms(other).iter().all(|it| terms.contains(it))
                }
                _ => false,
            };
            let rest: Vec<SetId> =
                factors.iter().copied().filter(|factor| !is_needless(factor)).collect();
            if rest.len() < factors.len() && !rest.is_empty() {
                terms[i] = self.and_all(rest);
            }
        }
        terms.sort();
        terms.dedup();
    }

    pub(crate) fn minus(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == self.all {
            return self.none;
        }
        if b == self.none || a == self.none {
            return a;
        }
        if let (Some(left), Some(right)) = (self.known(a), self.known(b)) {
            let fields = left.minus(right);
            return self.constant(fields);
        }
        if a == self.all {
            return match *self.set(b) {
                Set::Minus(all, inner) if all == self.all => inner,
                _ => self.make(Set::Minus(a, b)),
            };
        }
        let rest = self.complement(b);
        self.and(a, rest)
    }

    pub(crate) fn complement(&mut self, a: SetId) -> SetId {
        self.minus(self.all, a)
    }

    pub(crate) fn if_some(&mut self, when: SetId, then: SetId) -> SetId {
        if then == self.none || when == then {
            return then;
        }
        match self.known(when) {
            Some(fields) if fields.is_empty() => self.none,
            Some(_) => then,
            None => self.make(Set::IfSome(when, then)),
        }
    }

    /// All fields if the set has none, otherwise nothing.
    pub(crate) fn if_none(&mut self, set: SetId) -> SetId {
        let some = self.if_some(set, self.all);
        self.complement(some)
    }
}
