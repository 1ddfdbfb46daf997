//! Lowers numbers. `None` means that the number reads something that a variant
//! took out, so that the statement that needs it fails.

use super::Lowering;
use super::builder::{Config, FuncBuilder};
use super::statements::single;
use crate::model::{Number, NumberKind, StatementKind};
use crate::print::print_number;
use ir::{FuncId, FuncKind, Inst, NumExpr, Term, Type, Value};
use syntax::ast::Arithmetic;

impl Lowering<'_> {
    pub(super) fn number(
        &mut self,
        func: &mut FuncBuilder,
        number: &Number,
        at: Config,
    ) -> Option<Value> {
        let around = func.enter_text(number.span);
        let value = self.number_inside(func, number, at);
        func.enter_source(around);
        value
    }

    fn number_inside(
        &mut self,
        func: &mut FuncBuilder,
        number: &Number,
        at: Config,
    ) -> Option<Value> {
        let Config { s, v, f, .. } = at;
        let expr = match &number.kind {
            NumberKind::Const(n) => NumExpr::Const(*n),
            NumberKind::Counter(counter) => NumExpr::Counter { s, v, counter: *counter },
            NumberKind::Value(value) => {
                NumExpr::Call { func: self.value_func(*value), args: at.into() }
            }
            NumberKind::Binary(op, a, b) => {
                let (a, b) = (self.number(func, a, at)?, self.number(func, b, at)?);
                match op {
                    Arithmetic::Add => NumExpr::Add(a, b),
                    Arithmetic::Subtract => NumExpr::Subtract(a, b),
                    Arithmetic::Multiply => NumExpr::Multiply(a, b),
                }
            }
            NumberKind::Count(source) => match &single(source).kind {
                StatementKind::Find(pattern) => NumExpr::Size(self.set(func, pattern, at)),
                _ => NumExpr::Count { func: self.part(func, source), args: at.into() },
            },
            NumberKind::CountReserve(whose, kinds) => {
                NumExpr::Reserve { s, v, whose: *whose, kinds: kinds.clone() }
            }
            NumberKind::Sum(source, body) => {
                let value = self.number_part(func, body);
                NumExpr::Sum { value, func: self.part(func, source), args: at.into() }
            }
            NumberKind::Steps(body, until) => {
                let (body, until) = (self.part(func, body), self.part(func, until));
                NumExpr::Steps { func: body, until, args: at.into() }
            }
            NumberKind::AsOpponent(number) => {
                let other = func.define(Type::Player, |dst| Inst::Other { dst, v });
                return self.number(func, number, Config { v: other, ..at });
            }
            NumberKind::Height => NumExpr::Height { s, f },
            NumberKind::Hand => NumExpr::Hand { s },
            NumberKind::Gone => return None,
        };
        Some(func.define(Type::Number, |dst| Inst::Number { dst, expr }))
    }

    /// Lowers a number as a function of its own.
    pub(super) fn number_part(&mut self, func: &mut FuncBuilder, number: &Number) -> FuncId {
        if let NumberKind::Value(value) = number.kind {
            return self.value_func(value);
        }
        let about = print_number(self.rules, number);
        self.outline(func, FuncKind::Num, about, |this, part, config| {
            this.return_number(part, number, config);
        })
    }

    /// Ends a function with a number; one that reads something gone is 0, and
    /// the checks have reported it.
    pub(super) fn return_number(&mut self, func: &mut FuncBuilder, number: &Number, at: Config) {
        let result = self.number(func, number, at).unwrap_or_else(|| {
            func.define(Type::Number, |dst| Inst::Number { dst, expr: NumExpr::Const(0) })
        });
        func.end(Term::Return(result));
    }
}
