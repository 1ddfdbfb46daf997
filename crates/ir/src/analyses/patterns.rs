//! What a question about pieces of one sort needs to be answered with yes, as patterns: sets of
//! fields on all of which there must be such a piece. "Are there five in a row" is as many
//! patterns as there are places for a row.
//!
//! Only questions that pieces of this sort can make true and never false have patterns: sets that
//! are made of them by walks, rows, cuts and unions, and of constants.

use super::contents::{self, Contents};
use super::flow::Flow;
use crate::program::*;
use game::{Direction, Facts, Field, FieldSet, Piece, Player};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// How many patterns put one field into a set at most, while they are found.
const MOST_FOR_A_FIELD: usize = 32;

/// How many patterns a question has at most.
const MOST_PATTERNS: usize = 2_000;

/// A question whether there is one of some patterns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patterns {
    /// The pieces that must be on the fields of a pattern.
    pub(crate) pieces: Contents,
    /// Sets of fields, ascending, none of which is a part of another.
    pub fields: Vec<FieldSet>,
}

impl Patterns {
    /// Whether such a piece may be a part of a pattern.
    pub fn has(&self, piece: Piece) -> bool {
        contents::has(self.pieces, piece)
    }
}

/// A question about a position.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The position.
    pub position: Value,
    /// The set with a field where the answer is yes.
    pub set: Value,
    /// What is asked.
    pub patterns: Arc<Patterns>,
}

/// The questions that a function asks, each as far as it was looked for.
pub struct Questions<'p> {
    facts: &'p Facts,
    func: &'p Func,
    flow: Flow,
    /// For whom the function is run.
    v: Player,
    found: BTreeMap<Value, Option<Vec<Asked>>>,
}

impl<'p> Questions<'p> {
    /// The questions of a function that is run for a player.
    pub fn new(facts: &'p Facts, func: &'p Func, v: Player) -> Questions<'p> {
        Questions { facts, func, flow: Flow::new(func), v, found: BTreeMap::new() }
    }

    /// What is asked if a set has a field: whether one of these questions has the answer yes;
    /// nothing if that cannot be said with patterns.
    pub fn of(&mut self, set: Value) -> Option<Vec<Asked>> {
        if let Some(found) = self.found.get(&set) {
            return found.clone();
        }
        let found = self.find(set);
        self.found.insert(set, found.clone());
        found
    }

    fn find(&mut self, set: Value) -> Option<Vec<Asked>> {
        let mut finder = Finder { questions: self, base: None, known: BTreeMap::new() };
        let whole = finder.set(set).and_then(|found| finder.asked(set, &found));
        match (whole, self.flow.set(self.func, set)) {
            (Some(asked), _) => Some(vec![asked]),
            // Each part may be about other pieces.
            (None, Some(&SetExpr::Or(a, b))) => Some([self.of(a)?, self.of(b)?].concat()),
            _ => None,
        }
    }

    /// The player that a value is.
    pub(crate) fn player(&self, value: Value) -> Option<Player> {
        player(self.func, &self.flow, self.v, value)
    }
}

/// The player that a value of a function is, if it is run for `v`.
pub(crate) fn player(func: &Func, flow: &Flow, v: Player, value: Value) -> Option<Player> {
    let view = func.blocks.first()?.params.get(1)?;
    let (mut value, mut turned) = (value, false);
    while value != *view {
        let Inst::Other { v, .. } = flow.inst(func, value)? else { return None };
        (value, turned) = (*v, !turned);
    }
    Some(if turned { v.other() } else { v })
}

/// Whose pieces, whoever looks.
pub(crate) fn absolute(whose: Whose, v: Player) -> Whose {
    let of = |player| match player {
        Player::First => Whose::First,
        Player::Second => Whose::Second,
    };
    match whose {
        Whose::Own => of(v),
        Whose::Enemy => of(v.other()),
        other => other,
    }
}

/// For each field the patterns one of which puts it into a set.
type ByField = Vec<Vec<FieldSet>>;

/// Looks for the patterns of a set.
struct Finder<'q, 'p> {
    questions: &'q Questions<'p>,
    /// The position and the pieces that the set is made of.
    base: Option<(Value, Contents)>,
    known: BTreeMap<Value, Rc<ByField>>,
}

impl Finder<'_, '_> {
    fn n_fields(&self) -> usize {
        self.questions.facts.board.n_fields()
    }

    /// What puts fields into a set.
    fn set(&mut self, set: Value) -> Option<Rc<ByField>> {
        if let Some(known) = self.known.get(&set) {
            return Some(known.clone());
        }
        let found = Rc::new(self.find(set)?);
        self.known.insert(set, found.clone());
        Some(found)
    }

    fn find(&mut self, set: Value) -> Option<ByField> {
        let func = self.questions.func;
        match self.questions.flow.set(func, set)? {
            SetExpr::All => Some(self.constant(|_| true)),
            SetExpr::Const(fields) => Some(self.constant(|field| fields.contains(field))),
            SetExpr::Pieces { s, v, whose, kinds } => self.pieces(*s, *v, *whose, kinds.as_deref()),
            SetExpr::And(a, b) => {
                let (a, b) = (self.set(*a)?, self.set(*b)?);
                a.iter().zip(b.iter()).map(|(a, b)| all_of(a, b)).collect()
            }
            SetExpr::Or(a, b) => {
                let (a, b) = (self.set(*a)?, self.set(*b)?);
                a.iter().zip(b.iter()).map(|(a, b)| few([&a[..], &b[..]].concat())).collect()
            }
            SetExpr::Minus(a, b) => {
                let SetExpr::Const(not) = self.questions.flow.set(func, *b)? else { return None };
                let (a, b) = (self.set(*a)?, self.constant(|field| !not.contains(field)));
                a.iter().zip(&b).map(|(a, b)| all_of(a, b)).collect()
            }
            SetExpr::Walk { from, ways, back } => {
                let from = self.set(*from)?;
                self.walk(&from, ways, *back)
            }
            SetExpr::Rows { of, directions, times } => {
                let of = self.set(*of)?;
                self.rows(&of, directions, *times)
            }
            _ => None,
        }
    }

    /// Fields that are in a set without any piece.
    fn constant(&self, is_in: impl Fn(Field) -> bool) -> ByField {
        let n = self.n_fields();
        let patterns = |i: usize| match is_in(Field(i as u16)) {
            true => vec![FieldSet::empty(n)],
            false => Vec::new(),
        };
        (0..n).map(patterns).collect()
    }

    /// The pieces that all is made of: each field needs one on itself.
    fn pieces(
        &mut self,
        s: Value,
        v: Value,
        whose: Whose,
        kinds: Option<&[game::Kind]>,
    ) -> Option<ByField> {
        let whose = absolute(whose, self.questions.player(v)?);
        let [may, must] = contents::pieces(self.questions.facts, whose, kinds);
        if may != must || *self.base.get_or_insert((s, may)) != (s, may) {
            return None;
        }
        let n = self.n_fields();
        Some((0..n).map(|i| vec![FieldSet::of(n, [Field(i as u16)])]).collect())
    }

    fn walk(&self, from: &ByField, ways: &[Vec<Direction>], back: bool) -> Option<ByField> {
        let board = &self.questions.facts.board;
        let mut to = vec![Vec::new(); from.len()];
        for (start, way) in (0..from.len()).flat_map(|i| ways.iter().map(move |way| (i, way))) {
            let first = Some(Field(start as u16));
            let end = way.iter().fold(first, |at, &direction| board.step(at?, direction));
            match end.map(Field::index) {
                Some(end) if back => to[start].extend_from_slice(&from[end]),
                Some(end) => to[end].extend_from_slice(&from[start]),
                None => {}
            }
        }
        to.into_iter().map(few).collect()
    }

    /// What rows need that begin on each field.
    fn rows(&self, of: &ByField, directions: &[Direction], times: u32) -> Option<ByField> {
        let board = &self.questions.facts.board;
        let row = |start: usize, direction: Direction| {
            let (mut at, mut row) = (Field(start as u16), of[start].clone());
            for _ in 0..times {
                let Some(next) = board.step(at, direction) else { return Some(Vec::new()) };
                at = next;
                row = all_of(&row, &of[at.index()])?;
            }
            Some(row)
        };
        let rows = |start: usize| {
            let rows: Option<Vec<_>> = directions.iter().map(|&way| row(start, way)).collect();
            few(rows?.concat())
        };
        (0..of.len()).map(rows).collect()
    }

    /// The question whether a set has a field.
    fn asked(&self, set: Value, found: &ByField) -> Option<Asked> {
        let (position, pieces) = self.base?;
        let mut all: Vec<FieldSet> = found.concat();
        all.sort();
        all.dedup();
        if all.len() > MOST_PATTERNS {
            return None;
        }
        let is_least =
            |it: &&FieldSet| !all.iter().any(|part| part != *it && part.and(it) == *part);
        let fields: Vec<FieldSet> = all.iter().filter(is_least).cloned().collect();
        Some(Asked { position, set, patterns: Arc::new(Patterns { pieces, fields }) })
    }
}

/// Patterns without doubles; nothing if there are too many.
fn few(mut patterns: Vec<FieldSet>) -> Option<Vec<FieldSet>> {
    patterns.sort();
    patterns.dedup();
    (patterns.len() <= MOST_FOR_A_FIELD).then_some(patterns)
}

/// One pattern of each list.
fn all_of(a: &[FieldSet], b: &[FieldSet]) -> Option<Vec<FieldSet>> {
    match (a.len(), b.len()) {
        (0, _) | (_, 0) => Some(Vec::new()),
        (a, b) if a * b > MOST_FOR_A_FIELD * MOST_FOR_A_FIELD => None,
        _ => few(a.iter().flat_map(|a| b.iter().map(|b| a.or(b))).collect()),
    }
}
