//! Sets of fields: asked for one field where that is all that is wanted, and
//! written out where each field is followed.

use crate::run::Run;
use crate::values::{Fields, Frame};
use game::{Field, FieldSet, Kind, Layout, Piece, Player};
use ir::{SetExpr, Value, Whose};

/// Whether a piece is of one of these owners and kinds.
pub fn is_such(piece: Piece, whose: Whose, v: Player, kinds: Option<&[Kind]>) -> bool {
    whose.includes(v, piece.owner()) && kinds.is_none_or(|kinds| kinds.contains(&piece.kind()))
}

impl<'r> Run<'r> {
    /// Whether a field is in a set.
    pub fn contains(&self, a: &Frame<'r>, set: Value, field: Field) -> bool {
        let expr = match a.fields(set) {
            Fields::Asked(expr) => *expr,
            Fields::Computed(fields) => return fields.contains(field),
        };
        match expr {
            SetExpr::Pieces { s, v, whose, kinds } => {
                let v = a.player(*v);
                let top = a.state(*s).parts.top(field);
                top.is_some_and(|piece| is_such(piece, *whose, v, kinds.as_deref()))
            }
            SetExpr::Holding { s, v, whose, kinds } => {
                let (v, parts) = (a.player(*v), &a.state(*s).parts);
                let below = parts.lower.get(field.index()).into_iter().flatten();
                let mut pieces = below.copied().chain(parts.top(field));
                pieces.any(|piece| is_such(piece, *whose, v, kinds.as_deref()))
            }
            SetExpr::Empty { s } => a.state(*s).parts.top(field).is_none(),
            SetExpr::All => true,
            SetExpr::Const(fields) => fields.contains(field),
            SetExpr::Sides { v, sides } => sides[a.player(*v).index()].contains(field),
            SetExpr::Zone { zone, v } => self.zone(a, *zone, *v).contains(field),
            SetExpr::Memory { s, memory } => a.state(*s).parts.memory(*memory) == Some(field),
            SetExpr::And(x, y) => self.contains(a, *x, field) && self.contains(a, *y, field),
            SetExpr::Or(x, y) => self.contains(a, *x, field) || self.contains(a, *y, field),
            SetExpr::Minus(x, y) => self.contains(a, *x, field) && !self.contains(a, *y, field),
            SetExpr::Only(f) => a.field(*f) == Some(field),
            SetExpr::Matching { s, layout } => {
                self.drawn(*layout, field) == a.state(*s).parts.top(field)
            }
            SetExpr::IfSome(x, y) => !self.fields(a, *x).is_empty() && self.contains(a, *y, field),
            SetExpr::Fields { .. }
            | SetExpr::Walk { .. }
            | SetExpr::Slide { .. }
            | SetExpr::Spread { .. }
            | SetExpr::Rows { .. } => false,
        }
    }

    /// The fields of a set.
    pub fn fields(&self, a: &Frame<'r>, set: Value) -> FieldSet {
        let n_fields = self.facts().board.n_fields();
        let expr = match a.fields(set) {
            Fields::Asked(expr) => *expr,
            Fields::Computed(fields) => return FieldSet::clone(fields),
        };
        let such = |s: Value, is_such: &dyn Fn(Option<Piece>) -> bool| {
            let tops = a.state(s).parts.tops.iter().enumerate();
            let found = tops.filter(|(_, top)| is_such(**top));
            FieldSet::of(n_fields, found.map(|(i, _)| Field(i as u16)))
        };
        match expr {
            SetExpr::Pieces { s, v, whose, kinds } => {
                let v = a.player(*v);
                such(*s, &|top| top.is_some_and(|p| is_such(p, *whose, v, kinds.as_deref())))
            }
            SetExpr::Holding { .. } => {
                let all = (0..n_fields).map(|i| Field(i as u16));
                FieldSet::of(n_fields, all.filter(|&it| self.contains(a, set, it)))
            }
            SetExpr::Empty { s } => such(*s, &|top| top.is_none()),
            SetExpr::All => FieldSet::all(n_fields),
            SetExpr::Const(fields) => fields.clone(),
            SetExpr::Sides { v, sides } => sides[a.player(*v).index()].clone(),
            SetExpr::Zone { zone, v } => self.zone(a, *zone, *v).clone(),
            SetExpr::Memory { s, memory } => {
                FieldSet::of(n_fields, a.state(*s).parts.memory(*memory))
            }
            SetExpr::And(x, y) => self.fields(a, *x).and(&self.fields(a, *y)),
            SetExpr::Or(x, y) => self.fields(a, *x).or(&self.fields(a, *y)),
            SetExpr::Minus(x, y) => self.fields(a, *x).minus(&self.fields(a, *y)),
            SetExpr::Only(f) => FieldSet::of(n_fields, a.field(*f)),
            SetExpr::Matching { s, layout } => {
                let tops = &a.state(*s).parts.tops;
                let all = (0..n_fields).map(|i| Field(i as u16));
                let found = all.filter(|&it| self.drawn(*layout, it) == tops[it.index()]);
                FieldSet::of(n_fields, found)
            }
            SetExpr::IfSome(x, y) => match self.fields(a, *x).is_empty() {
                true => FieldSet::empty(n_fields),
                false => self.fields(a, *y),
            },
            SetExpr::Fields { .. }
            | SetExpr::Walk { .. }
            | SetExpr::Slide { .. }
            | SetExpr::Spread { .. }
            | SetExpr::Rows { .. } => FieldSet::empty(n_fields),
        }
    }

    /// What a layout shows on a field.
    pub fn drawn(&self, layout: Layout, field: Field) -> Option<Piece> {
        self.facts().layouts[layout.index()].board[field.index()]
    }

    fn zone(&self, a: &Frame<'r>, zone: game::Zone, v: Value) -> &'r FieldSet {
        &self.facts().zones[zone.index()].fields[a.player(v).index()]
    }
}
