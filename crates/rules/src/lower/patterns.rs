//! Lowers what statements look for and test: patterns become sets of fields, and guards
//! conditions.

use super::Lowering;
use super::builder::{Config, FuncBuilder};
use super::statements::single;
use crate::model::{Content, Pattern, Statement, StatementKind};
use game::{FieldSet, Zone};
use ir::{Compare, Cond, Inst, SetExpr, Type, Value};
use syntax::ast::Comparison;

impl Lowering<'_> {
    /// The set of fields on which a statement can end.
    pub(super) fn fields(
        &mut self,
        func: &mut FuncBuilder,
        source: &Statement,
        at: Config,
    ) -> Value {
        if let StatementKind::Find(pattern) = &single(source).kind {
            return self.set(func, pattern, at);
        }
        let expr = SetExpr::Fields { func: self.part(func, source), args: at.into() };
        func.define(Type::Set, |dst| Inst::Set { dst, expr })
    }

    /// The set of fields that match a pattern.
    pub(super) fn set(&mut self, func: &mut FuncBuilder, pattern: &Pattern, at: Config) -> Value {
        let mut define = |expr: SetExpr| func.define(Type::Set, |dst| Inst::Set { dst, expr });
        let mut parts = Vec::new();
        match &pattern.content {
            Content::Any => {}
            Content::Empty => parts.push(define(SetExpr::Empty { s: at.s })),
            Content::Pieces(whose, kinds) => parts.push(define(SetExpr::Pieces {
                s: at.s,
                v: at.v,
                whose: *whose,
                kinds: kinds.clone(),
            })),
        }
        if let Some(zone) = &pattern.zone {
            parts.push(define(self.zone(zone, at)));
        }
        for &memory in &pattern.memories {
            parts.push(define(SetExpr::Memory { s: at.s, memory }));
        }
        let first = parts.first().copied().unwrap_or_else(|| define(SetExpr::All));
        parts.iter().skip(1).fold(first, |set, &part| define(SetExpr::And(set, part)))
    }

    /// A set that is declared is called by its name.
    fn zone(&self, sides: &[FieldSet; 2], at: Config) -> SetExpr {
        let zones = &self.rules.facts.zones;
        match zones.iter().position(|zone| zone.fields == *sides) {
            Some(i) => SetExpr::Zone { zone: Zone(i as u8), v: at.v },
            None if sides[0] == sides[1] => SetExpr::Const(sides[0].clone()),
            None => SetExpr::Sides { v: at.v, sides: sides.clone() },
        }
    }

    pub(super) fn guard(
        &mut self,
        func: &mut FuncBuilder,
        statement: &Statement,
        at: Config,
    ) -> Option<Config> {
        let cond = match &statement.kind {
            StatementKind::PointsAt(pattern) => {
                Cond::In { f: at.f, set: self.set(func, pattern, at) }
            }
            StatementKind::Matches(layout) => Cond::Matches { s: at.s, f: at.f, layout: *layout },
            StatementKind::Occurred(times) => Cond::Occurred { s: at.s, times: *times },
            StatementKind::Compare(op, a, b) => {
                let (a, b) = (self.number(func, a, at)?, self.number(func, b, at)?);
                Cond::Compare { op: compare(*op), a, b }
            }
            _ => return None,
        };
        func.guard(cond);
        Some(at)
    }
}

fn compare(op: Comparison) -> Compare {
    match op {
        Comparison::Equal => Compare::Equal,
        Comparison::Different => Compare::Different,
        Comparison::Less => Compare::Less,
        Comparison::Greater => Compare::Greater,
        Comparison::AtMost => Compare::AtMost,
        Comparison::AtLeast => Compare::AtLeast,
    }
}
