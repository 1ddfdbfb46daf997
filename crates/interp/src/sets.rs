//! Sets of fields: asked for one field where that is all that is wanted, and
//! written out where each field is followed.

use crate::activation::{Activation, Val};
use crate::run::{Flow, Run};
use game::{Field, FieldSet, Kind, Layout, Piece, Player};
use ir::{SetExpr, Value, Whose};
use std::rc::Rc;

/// Whether a piece is of one of these owners and kinds.
pub(crate) fn is_such(piece: Piece, whose: Whose, v: Player, kinds: Option<&[Kind]>) -> bool {
    whose.includes(v, piece.owner()) && kinds.is_none_or(|kinds| kinds.contains(&piece.kind()))
}

impl<'r> Run<'r> {
    /// The value of a set expression. Only what takes a run of its own is
    /// computed here.
    pub(crate) fn set(&self, a: &Activation<'r>, expr: &'r SetExpr) -> Flow<Val<'r>> {
        let (func, args) = match expr {
            SetExpr::Fields { func, args } => (func, args),
            SetExpr::Walk { .. }
            | SetExpr::Slide { .. }
            | SetExpr::Spread { .. }
            | SetExpr::Rows { .. } => {
                return Ok(Val::Known(Rc::new(self.walked(a, expr)?)));
            }
            _ => return Ok(Val::Set(expr)),
        };
        let mut fields = FieldSet::empty(self.facts().board.n_fields());
        let at = a.conf(args, &crate::held::Log::EMPTY);
        self.run(*func, a.player(args.v), &at, &mut |conf| {
            if let Some(field) = conf.f {
                fields.insert(field);
            }
            Ok(())
        })?;
        Ok(Val::Known(Rc::new(fields)))
    }

    /// Whether a field is in a set.
    pub(crate) fn contains(&self, a: &Activation<'r>, set: Value, field: Field) -> bool {
        let expr = match a.get(set) {
            Val::Set(expr) => *expr,
            Val::Known(fields) => return fields.contains(field),
            other => unreachable!("the verifier lets only sets come here, not {other:?}"),
        };
        match expr {
            SetExpr::Pieces { s, v, whose, kinds } => {
                self.read(field);
                let v = a.player(*v);
                let top = a.state(*s).parts.top(field);
                top.is_some_and(|piece| is_such(piece, *whose, v, kinds.as_deref()))
            }
            SetExpr::Empty { s } => {
                self.read(field);
                a.state(*s).parts.top(field).is_none()
            }
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
                self.read(field);
                self.drawn(*layout, field) == a.state(*s).parts.top(field)
            }
            SetExpr::IfSome(x, y) => self.is_some(a, *x) && self.contains(a, *y, field),
            SetExpr::Fields { .. }
            | SetExpr::Walk { .. }
            | SetExpr::Slide { .. }
            | SetExpr::Spread { .. }
            | SetExpr::Rows { .. } => false,
        }
    }

    /// The fields of a set.
    pub(crate) fn fields(&self, a: &Activation<'r>, set: Value) -> FieldSet {
        let n_fields = self.facts().board.n_fields();
        let expr = match a.get(set) {
            Val::Set(expr) => *expr,
            Val::Known(fields) => return FieldSet::clone(fields),
            other => unreachable!("the verifier lets only sets come here, not {other:?}"),
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
            SetExpr::IfSome(x, y) => match self.is_some(a, *x) {
                true => self.fields(a, *y),
                false => FieldSet::empty(n_fields),
            },
            SetExpr::Fields { .. }
            | SetExpr::Walk { .. }
            | SetExpr::Slide { .. }
            | SetExpr::Spread { .. }
            | SetExpr::Rows { .. } => FieldSet::empty(n_fields),
        }
    }

    /// Whether a set has a field.
    pub(crate) fn is_some(&self, a: &Activation<'r>, set: Value) -> bool {
        !self.looked_at(a, set).is_empty()
    }

    /// The fields of a set, which the question under way has then read.
    pub(crate) fn looked_at(&self, a: &Activation<'r>, set: Value) -> FieldSet {
        let fields = self.fields(a, set);
        if self.is_reading() {
            self.read_choice(a, set, &fields);
            self.look_everywhere(a, set);
        }
        fields
    }

    /// What a layout shows on a field.
    pub(crate) fn drawn(&self, layout: Layout, field: Field) -> Option<Piece> {
        self.facts().layouts[layout.index()].board[field.index()]
    }

    fn zone(&self, a: &Activation<'r>, zone: game::Zone, v: Value) -> &'r FieldSet {
        &self.facts().zones[zone.index()].fields[a.player(v).index()]
    }
}
