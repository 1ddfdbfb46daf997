//! Whether fields can have values that fit: each is tried on every field of the
//! board in turn, and what follows for the others is worked out.

use super::symbols::{Node, Relation, Sym, Symbols};
use crate::analyses::contents::Contents;
use crate::program::Value;
use game::{Board, Direction, Field, FieldSet};
use std::cell::{Cell, RefCell};

/// How many words a board may take.
const WORDS: usize = 4;

/// How much work there may be for one proof, which is counted so that it comes out the same on
/// every machine. What is not shown to be impossible within it counts as possible.
const MOST_WORK: u64 = 10_000_000;

/// How many rounds of consequences are drawn.
const ROUNDS: usize = 6;

/// An unknown field of one of two runs.
pub(super) type Var = usize;

/// A set of fields, by the run of a function that made it and its value there.
type Set = (Node, Value);

/// Some unknown fields with what is known of them.
#[derive(Clone)]
pub(super) struct System {
    ranges: Vec<FieldSet>,
    contents: Vec<Contents>,
    relations: Vec<(Var, Relation, Var)>,
    apart: Vec<(Var, Var)>,
    /// Sets that are the same in both runs, and what is in them or not.
    members: Vec<(Var, Set, bool)>,
    /// For each unknown one that it is the same as; itself in the end.
    same: Vec<Var>,
}

impl System {
    pub(super) fn new() -> System {
        System {
            ranges: Vec::new(),
            contents: Vec::new(),
            relations: Vec::new(),
            apart: Vec::new(),
            members: Vec::new(),
            same: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, range: FieldSet, contents: Contents) -> Var {
        self.ranges.push(range);
        self.contents.push(contents);
        self.same.push(self.same.len());
        self.same.len() - 1
    }

    /// More is known of an unknown.
    pub(super) fn restrict(&mut self, var: Var, range: &FieldSet, contents: Contents) {
        let var = self.class(var);
        self.ranges[var] = self.ranges[var].and(range);
        self.contents[var] &= contents;
    }

    /// Only these contents are possible.
    pub(super) fn hold(&mut self, var: Var, contents: Contents) {
        let var = self.class(var);
        self.contents[var] &= contents;
    }

    /// The second depends on the first.
    pub(super) fn relate(&mut self, base: Var, relation: Relation, var: Var) {
        self.relations.push((base, relation, var));
    }

    pub(super) fn keep_apart(&mut self, a: Var, b: Var) {
        self.apart.push((a, b));
    }

    /// An unknown is in a set, or not.
    pub(super) fn member(&mut self, var: Var, set: Set, inside: bool) {
        self.members.push((var, set, inside));
    }

    fn class(&self, mut var: Var) -> Var {
        while self.same[var] != var {
            var = self.same[var];
        }
        var
    }

    pub(super) fn equate(&mut self, a: Var, b: Var) {
        let (a, b) = (self.class(a), self.class(b));
        if a != b {
            self.same[b] = a;
            self.ranges[a] = self.ranges[a].and(&self.ranges[b]);
            self.contents[a] &= self.contents[b];
        }
    }

    /// Whether no values fit.
    pub(super) fn is_contradiction(&self, geometry: Option<&Geometry<'_>>) -> bool {
        let vars = 0..self.same.len();
        let mut classes: Vec<Var> = vars.clone().filter(|&var| self.same[var] == var).collect();
        if classes.iter().any(|&it| self.contents[it] == 0 || self.ranges[it].is_empty()) {
            return true;
        }
        if self.apart.iter().any(|&(a, b)| self.class(a) == self.class(b)) {
            return true;
        }
        if self.is_parted(|a, b| self.class(a) == self.class(b)) {
            return true;
        }
        let Some(geometry) = geometry.filter(|_| !self.relations.is_empty()) else { return false };
        // What was found to be the same contradicts the rest most often.
        let mut n_members = vec![0; self.same.len()];
        vars.for_each(|var| n_members[self.class(var)] += 1);
        classes.sort_by_key(|&class| std::cmp::Reverse(n_members[class]));
        let known = Constraints::new(self);
        let one_try = self.same.len() + known.relations.len();
        let impossible = |&root: &Var| {
            let mut fields = self.ranges[root].iter();
            // Without work left for a try its field counts as one that may fit.
            fields.all(|field| geometry.spend(one_try) && !self.fits(geometry, &known, root, field))
        };
        classes.iter().any(impossible)
    }

    /// Whether nothing speaks against this value of an unknown.
    fn fits(
        &self,
        geometry: &Geometry<'_>,
        known: &Constraints<'_>,
        root: Var,
        field: Field,
    ) -> bool {
        let mut values = geometry.values.borrow_mut();
        values.clear();
        values.resize(self.same.len(), None);
        values[root] = Some(Bits::only(field));
        for _ in 0..ROUNDS {
            let mut changed = false;
            for &(base, relation, var) in &known.relations {
                if let Some(from) = values[base] {
                    let to = geometry.image(relation, from);
                    match known.narrow(&mut values, var, to) {
                        Some(narrower) => changed |= narrower,
                        None => return false,
                    }
                }
                if let Relation::Step { direction, back, .. } = relation
                    && let Some(to) = values[var]
                {
                    let from = geometry.step(to, *direction, !back);
                    match known.narrow(&mut values, base, from) {
                        Some(narrower) => changed |= narrower,
                        None => return false,
                    }
                }
            }
            if !changed {
                break;
            }
        }
        let same = |a: Var, b: Var| match (values[self.class(a)], values[self.class(b)]) {
            (Some(a), Some(b)) => a == b && a.is_single(),
            _ => false,
        };
        !self.apart.iter().any(|&(a, b)| same(a, b)) && !self.is_parted(same)
    }

    /// Whether something is in a set and the same is not in it.
    fn is_parted(&self, same: impl Fn(Var, Var) -> bool) -> bool {
        self.members.iter().filter(|member| member.2).any(|(a, set, _)| {
            let others = self.members.iter().filter(|member| !member.2);
            others.into_iter().any(|(b, other, _)| set == other && same(*a, *b))
        })
    }
}

/// What is the same for all values that are tried.
struct Constraints<'a> {
    relations: Vec<(Var, &'a Relation, Var)>,
    ranges: Vec<Bits>,
}

impl<'a> Constraints<'a> {
    fn new(system: &'a System) -> Constraints<'a> {
        let relations = system.relations.iter();
        let relations =
            relations.map(|(base, it, var)| (system.class(*base), it, system.class(*var)));
        Constraints {
            relations: relations.collect(),
            ranges: system.ranges.iter().map(Bits::of).collect(),
        }
    }

    /// Leaves only these values: whether that is fewer than before; nothing if
    /// none is left.
    fn narrow(&self, values: &mut [Option<Bits>], var: Var, to: Bits) -> Option<bool> {
        let before = values[var];
        let now = before.unwrap_or(self.ranges[var]).and(to);
        values[var] = Some(now);
        (!now.is_empty()).then(|| before != Some(now))
    }
}

/// A set of fields that is copied without asking for memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bits([u64; WORDS]);

impl Bits {
    const NONE: Bits = Bits([0; WORDS]);

    fn only(field: Field) -> Bits {
        let mut bits = Bits::NONE;
        bits.insert(field);
        bits
    }

    pub(super) fn of(fields: &FieldSet) -> Bits {
        let mut bits = Bits::NONE;
        bits.0.iter_mut().zip(fields.words()).for_each(|(word, &fields)| *word = fields);
        bits
    }

    fn insert(&mut self, field: Field) {
        self.0[field.index() / 64] |= 1 << (field.index() % 64);
    }

    fn and(self, other: Bits) -> Bits {
        Bits(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    fn or(self, other: Bits) -> Bits {
        Bits(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    fn is_empty(self) -> bool {
        self == Bits::NONE
    }

    fn is_single(self) -> bool {
        self.0.iter().map(|word| word.count_ones()).sum::<u32>() == 1
    }

    fn fields(self) -> impl Iterator<Item = Field> {
        let (mut at, mut words) = (0, self.0);
        std::iter::from_fn(move || {
            while words.get(at)? == &0 {
                at += 1;
            }
            let bit = words[at].trailing_zeros() as usize;
            words[at] &= words[at] - 1;
            Some(Field((at * 64 + bit) as u16))
        })
    }
}

/// The board as the search for values needs it.
pub(super) struct Geometry<'a> {
    board: &'a Board,
    /// For each direction the fields from which a step leads to a field.
    sources: Vec<Vec<Bits>>,
    /// Room for the values that are being tried.
    values: RefCell<Vec<Option<Bits>>>,
    /// The work that all trying may still be, by unknown fields and relations that are looked at.
    left: Cell<u64>,
}

impl<'a> Geometry<'a> {
    /// The geometry of a board; nothing if it is too large to be studied.
    pub(super) fn new(board: &'a Board) -> Option<Geometry<'a>> {
        if board.n_fields() > 64 * WORDS {
            return None;
        }
        let sources = board.steps.iter().map(|steps| {
            let mut sources = vec![Bits::NONE; board.n_fields()];
            for (i, to) in steps.iter().enumerate() {
                if let Some(to) = to {
                    sources[to.index()].insert(Field(i as u16));
                }
            }
            sources
        });
        Some(Geometry {
            board,
            sources: sources.collect(),
            values: RefCell::default(),
            left: Cell::new(MOST_WORK),
        })
    }

    /// Counts work; whether it may be done.
    fn spend(&self, work: usize) -> bool {
        let left = self.left.get().checked_sub(work as u64);
        self.left.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Whether there is no work left, so that nothing more will be proved.
    pub(super) fn is_exhausted(&self) -> bool {
        self.left.get() == 0
    }

    fn step(&self, from: Bits, direction: Direction, back: bool) -> Bits {
        let d = direction.index();
        from.fields().fold(Bits::NONE, |all, field| match back {
            true => all.or(self.sources[d][field.index()]),
            false => match self.board.steps[d][field.index()] {
                Some(to) => all.or(Bits::only(to)),
                None => all,
            },
        })
    }

    /// What a field may be if the one that it depends on is one of these.
    fn image(&self, relation: &Relation, from: Bits) -> Bits {
        match relation {
            Relation::Step { direction, back, .. } => self.step(from, *direction, *back),
            Relation::Within { table, .. } => {
                from.fields().fold(Bits::NONE, |all, field| all.or(table[field.index()]))
            }
        }
    }
}

/// Whether two fields of one run are never the same.
pub(super) fn are_apart(symbols: &mut Symbols<'_>, a: Sym, b: Sym) -> bool {
    let geometry = symbols.geometry();
    if geometry.as_ref().is_some_and(|geometry| geometry.is_exhausted()) {
        return false;
    }
    let mut system = System::new();
    let mut vars: Vec<(Sym, Var)> = Vec::new();
    for sym in [a, b].into_iter().flat_map(|sym| symbols.ancestors(sym)).collect::<Vec<_>>() {
        if vars.iter().all(|(it, _)| *it != sym) {
            let range = symbols.range(sym);
            vars.push((sym, system.add(range, Contents::MAX)));
        }
    }
    let var = |sym: Sym| vars.iter().find(|(it, _)| *it == sym).map(|(_, var)| *var);
    for &(sym, to) in &vars {
        match symbols.relation(sym) {
            Some(relation @ (Relation::Step { from: of, .. } | Relation::Within { of, .. })) => {
                if let Some(of) = var(of) {
                    system.relate(of, relation, to);
                }
            }
            None => {}
        }
    }
    if let (Some(a), Some(b)) = (var(a), var(b)) {
        system.equate(a, b);
    }
    // Each was looked for among all.
    geometry.as_ref().is_none_or(|geometry| geometry.spend(vars.len() * vars.len()))
        && system.is_contradiction(geometry.as_deref())
}
