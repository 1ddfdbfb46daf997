//! The steps inside a block, and the conditions that guard a path.
//!
//! A finger that points nowhere and a direction that is not set end the path
//! that uses them. The checker of the rules reports such uses; here they are
//! harmless.

use crate::activation::{Activation, Val};
use crate::contents::Contents;
use crate::held::Log;
use crate::run::{Flow, Run};
use game::Field;
use ir::{Cond, Inst, NumExpr, Value};
use std::rc::Rc;

impl<'r> Run<'r> {
    /// Executes a step; false if the path ends here.
    pub(crate) fn inst(&self, a: &mut Activation<'r>, inst: &'r Inst, log: &mut Log) -> Flow<bool> {
        match inst {
            Inst::Other { dst, v } => {
                let other = a.player(*v).other();
                a.set(*dst, Val::Player(other));
            }
            Inst::NoField { dst } => a.set(*dst, Val::Field(None)),
            Inst::NoDirection { dst } => a.set(*dst, Val::Direction(None)),
            Inst::Direction { dst, direction } => a.set(*dst, Val::Direction(Some(*direction))),
            Inst::Set { dst, expr } => {
                let before = self.begin_question();
                let set = self.aside(|| self.set(a, expr))?;
                self.log_look(before, || self.set_name(expr), log);
                a.set(*dst, set);
            }
            Inst::Number { dst, expr } => {
                let before = self.begin_question();
                let number = self.aside(|| self.number(a, expr))?;
                a.set(*dst, Val::Number(number));
                // A counter is a condition only where it is compared.
                let is_counter = matches!(expr, NumExpr::Counter { .. });
                match is_counter {
                    true => drop(self.end_question(before)),
                    false => self.log_look(before, || self.words(a, *dst), log),
                }
            }
            Inst::Guard { cond, .. } => {
                let holds = self.holds(a, cond)?;
                if holds && self.tracking {
                    self.log_cond(a, cond, true, log);
                }
                return Ok(holds);
            }
            Inst::Step { dst, f, d } => {
                let (Some(f), Some(d)) = (a.field(*f), a.direction(*d)) else { return Ok(false) };
                let Some(next) = self.facts().board.step(f, d) else { return Ok(false) };
                a.set(*dst, Val::Field(Some(next)));
            }
            Inst::Back { dst, f, d } => {
                let (Some(f), Some(d)) = (a.field(*f), a.direction(*d)) else { return Ok(false) };
                let leads_here = |from: &Option<Field>| *from == Some(f);
                let steps = &self.facts().board.steps[d.index()];
                let Some(from) = steps.iter().position(leads_here) else { return Ok(false) };
                a.set(*dst, Val::Field(Some(Field(from as u16))));
            }
            Inst::Rotate { dst, d, degrees } => {
                let Some(d) = a.direction(*d) else { return Ok(false) };
                let turned = self.facts().board.rotate(d, *degrees);
                a.set(*dst, Val::Direction(Some(turned)));
            }
            Inst::Write { dst, s, write } => {
                let Some(state) = self.write(a, *s, write, log) else { return Ok(false) };
                if !self.is_wanted(&state) {
                    return Ok(false);
                }
                a.set(*dst, Val::State(Rc::new(state)));
            }
        }
        Ok(true)
    }

    /// Whether a condition holds.
    pub(crate) fn holds(&self, a: &Activation<'r>, cond: &Cond) -> Flow<bool> {
        let top = |s: Value, f: Value| {
            let field = a.field(f)?;
            let top = a.state(s).parts.top(field);
            self.read(field);
            self.saw(a.state(s), field, Contents::just(top));
            Some((field, top))
        };
        Ok(match cond {
            Cond::In { f, set } => a.field(*f).is_some_and(|f| {
                self.look_at(a, *set, f);
                self.contains(a, *set, f)
            }),
            Cond::Compare { op, a: left, b } => op.holds(a.number(*left), a.number(*b)),
            Cond::Matches { s, f, layout } => {
                top(*s, *f).is_some_and(|(field, piece)| self.drawn(*layout, field) == piece)
            }
            Cond::Occurred { s, times } => self.occurred(a.state(*s), *times)?,
            Cond::IsKind { s, f, kind } => {
                top(*s, *f).is_some_and(|(_, piece)| piece.is_some_and(|p| p.kind() == *kind))
            }
            Cond::Some { set } => self.is_some(a, *set),
            Cond::Is { v, player } => a.player(*v) == *player,
        })
    }
}
