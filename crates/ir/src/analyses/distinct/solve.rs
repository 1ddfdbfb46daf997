//! Whether fields can have values that fit: each is tried on every field of the
//! board in turn, and what follows for the others is worked out.

use super::board::Contents;
use super::symbols::{Relation, Sym, Symbols};
use super::super::places::step_set;
use game::{Board, Field, FieldSet};

/// How many rounds of consequences are drawn.
const ROUNDS: usize = 6;

/// An unknown field of one of two runs.
pub(super) type Var = usize;

/// Some unknown fields with what is known of them.
#[derive(Clone)]
pub(super) struct System {
    ranges: Vec<FieldSet>,
    contents: Vec<Contents>,
    relations: Vec<(Var, Relation, Var)>,
    apart: Vec<(Var, Var)>,
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

    /// The second depends on the first.
    pub(super) fn relate(&mut self, base: Var, relation: Relation, var: Var) {
        self.relations.push((base, relation, var));
    }

    pub(super) fn keep_apart(&mut self, a: Var, b: Var) {
        self.apart.push((a, b));
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
    pub(super) fn is_contradiction(&self, board: &Board) -> bool {
        let classes: Vec<Var> = (0..self.same.len()).filter(|&var| self.same[var] == var).collect();
        if classes.iter().any(|&it| self.contents[it] == 0 || self.ranges[it].is_empty()) {
            return true;
        }
        if self.apart.iter().any(|&(a, b)| self.class(a) == self.class(b)) {
            return true;
        }
        !self.relations.is_empty()
            && classes
                .iter()
                .any(|&root| self.ranges[root].iter().all(|field| !self.fits(board, root, field)))
    }

    /// Whether nothing speaks against this value of an unknown.
    fn fits(&self, board: &Board, root: Var, field: Field) -> bool {
        let mut values: Vec<Option<FieldSet>> = vec![None; self.same.len()];
        values[root] = Some(FieldSet::of(board.n_fields(), [field]));
        for _ in 0..ROUNDS {
            let mut changed = false;
            for (base, relation, var) in &self.relations {
                let (base, var) = (self.class(*base), self.class(*var));
                let forward = values[base].as_ref().map(|from| image(board, relation, from));
                if let Some(to) = forward {
                    changed |= self.narrow(&mut values, var, &to);
                }
                if let Relation::Step { direction, back, .. } = relation
                    && let Some(to) = &values[var]
                {
                    let from = step_set(board, to, *direction, !back);
                    changed |= self.narrow(&mut values, base, &from);
                }
            }
            if values.iter().flatten().any(FieldSet::is_empty) {
                return false;
            }
            if !changed {
                break;
            }
        }
        self.apart.iter().all(|&(a, b)| {
            match (&values[self.class(a)], &values[self.class(b)]) {
                (Some(a), Some(b)) => a.len() != 1 || a != b,
                _ => true,
            }
        })
    }

    /// Leaves only these values; whether that is fewer than before.
    fn narrow(&self, values: &mut [Option<FieldSet>], var: Var, to: &FieldSet) -> bool {
        let before = values[var].take();
        let now = before.as_ref().unwrap_or(&self.ranges[var]).and(to);
        let changed = before.as_ref() != Some(&now);
        values[var] = Some(now);
        changed
    }
}

/// What a field may be if the one that it depends on is one of these.
fn image(board: &Board, relation: &Relation, from: &FieldSet) -> FieldSet {
    match relation {
        Relation::Step { direction, back, .. } => step_set(board, from, *direction, *back),
        Relation::Within { table, .. } => {
            let none = FieldSet::empty(board.n_fields());
            from.iter().fold(none, |all, field| all.or(&table[field.index()]))
        }
    }
}

/// Whether two fields of one run are never the same.
pub(super) fn are_apart(symbols: &mut Symbols<'_>, a: Sym, b: Sym) -> bool {
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
    system.is_contradiction(symbols.board())
}
