//! Numbers: counters, counts, sums and what is made of them.

use super::names::Meaning;
use super::{Definition, Resolver};
use crate::inherit::Category;
use crate::model::{Content, Number, NumberKind};
use game::Kind;
use ir::Whose;
use syntax::ast::{Arithmetic, Name, Pattern, Source, Value, ValueKind, What};
use syntax::{Code, Diagnostic, Span};

use super::pattern::Matching;

impl Resolver<'_> {
    /// Resolves a number.
    pub(super) fn number(&mut self, value: &Value) -> Number {
        if self.too_many_parts(value.span) {
            return Number { kind: NumberKind::Const(0), span: value.span };
        }
        let kind = match &value.kind {
            ValueKind::Int(int) => NumberKind::Const(int.value.min(i32::MAX as u32) as i32),
            ValueKind::Name(name) => self.named_number(name),
            ValueKind::Base(name) => self.base_number(name),
            ValueKind::Parenthesized(inner) => self.number(inner).kind,
            ValueKind::Negate(inner) => self.negated(inner),
            ValueKind::Binary(op, a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                NumberKind::Binary(*op, Box::new(a), Box::new(b))
            }
            ValueKind::Count(source) => NumberKind::Count(Box::new(self.source(source))),
            ValueKind::CountReserve(pattern) => self.count_reserve(pattern),
            ValueKind::Sum(source, of) => self.sum(source, of),
            ValueKind::Steps(body, until) => {
                let (body, until) = (self.statement(body), self.statement(until));
                NumberKind::Steps(Box::new(body), Box::new(until))
            }
            ValueKind::AsOpponent(inner) => {
                self.two_players("as opponent", value.span);
                NumberKind::AsOpponent(Box::new(self.number(inner)))
            }
            ValueKind::Height => {
                self.needs_stacks("`height`", value.span);
                NumberKind::Height
            }
            ValueKind::Hand => NumberKind::Hand,
        };
        Number { kind, span: value.span }
    }

    fn negated(&mut self, inner: &Value) -> NumberKind {
        let number = self.number(inner);
        match number.kind {
            NumberKind::Const(n) => NumberKind::Const(-n),
            _ => {
                let zero = Number { kind: NumberKind::Const(0), span: number.span };
                NumberKind::Binary(Arithmetic::Subtract, Box::new(zero), Box::new(number))
            }
        }
    }

    fn sum(&mut self, source: &Source, of: &Value) -> NumberKind {
        let source = self.source(source);
        NumberKind::Sum(Box::new(source), Box::new(self.number(of)))
    }

    /// A counter or another value.
    fn named_number(&mut self, name: &Name) -> NumberKind {
        let Some(known) = self.names.look(&name.text).cloned() else {
            self.unknown(name, &[Category::Value, Category::Counter]);
            return NumberKind::Const(0);
        };
        match known.meaning {
            Meaning::Counter(counter) if known.gone => {
                let without = self.merged.counters.list[counter.index()].newest().without;
                self.gone_number(name, without)
            }
            Meaning::Value(number) if known.gone => {
                let without = self.merged.values.list[number].newest().without;
                self.gone_number(name, without)
            }
            Meaning::Counter(counter) => NumberKind::Counter(counter),
            Meaning::Value(number) => {
                let version = self.merged.values.list[number].newest_number();
                NumberKind::Value(self.number_value(Definition { number, version }))
            }
            other => {
                let hint = match &other {
                    Meaning::Piece(kinds) if !self.is_nobodys(kinds) => {
                        format!("write `count own {}`", name.text)
                    }
                    Meaning::Piece(_) | Meaning::Rule(_) | Meaning::Zone(_) => {
                        format!("write `count {}`", name.text)
                    }
                    _ => String::new(),
                };
                self.wrong_kind(name, other.category(), "a number", hint);
                NumberKind::Const(0)
            }
        }
    }

    /// A number that a variant took out, and where it did.
    fn gone_number(&mut self, name: &Name, without: Option<Span>) -> NumberKind {
        self.gone.extend(without.map(|without| (name.span, without)));
        NumberKind::Gone
    }

    /// What the extended game means by a value.
    fn base_number(&mut self, name: &Name) -> NumberKind {
        let level = self.level;
        if !self.extends_something(name, level) {
            return NumberKind::Const(0);
        }
        let found = self.merged.values.find(&name.text).and_then(|number| {
            let entry = &self.merged.values.list[number];
            let version = entry.base_number(level)?;
            let gone = entry.version(version).gone.is_some_and(|gone| gone < level);
            Some((number, version, gone))
        });
        match found {
            Some((number, version, true)) => {
                let without = self.merged.values.list[number].version(version).without;
                self.gone_number(name, without)
            }
            Some((number, version, false)) => {
                NumberKind::Value(self.number_value(Definition { number, version }))
            }
            None => {
                self.no_base(name, Category::Value);
                NumberKind::Const(0)
            }
        }
    }

    fn count_reserve(&mut self, pattern: &Pattern) -> NumberKind {
        if matches!(pattern.what, What::EmptyField | What::Field) || pattern.place.is_some() {
            self.report(
                Diagnostic::error(Code::NoReserve, pattern.span, "only pieces are in the reserve")
                    .hint("write `count own piece in reserve`"),
            );
            return NumberKind::Const(0);
        }
        let content = match self.pattern(pattern) {
            Matching::Pattern(pattern) => pattern.content,
            Matching::Gone | Matching::Mistake => return NumberKind::Const(0),
        };
        let (whose, kinds) = match content {
            Content::Pieces(whose, kinds) => (whose, kinds),
            Content::Any | Content::Empty => {
                if let What::Name(name) = &pattern.what
                    && let Some(known) = self.names.look(&name.text)
                {
                    let (is, hint) = (known.meaning.category(), "only pieces are in the reserve");
                    self.wrong_kind(name, is, "a piece", hint.to_string());
                }
                return NumberKind::Const(0);
            }
        };
        self.counted_in_reserve(pattern, whose, kinds)
    }

    fn counted_in_reserve(
        &mut self,
        pattern: &Pattern,
        whose: Whose,
        kinds: Option<Vec<Kind>>,
    ) -> NumberKind {
        let kept = |kind: &Kind| self.facts.reserve_index(*kind).is_some();
        let missing = match &kinds {
            Some(kinds) => !kinds.iter().all(kept),
            None => self.facts.reserve.is_empty(),
        };
        if !missing {
            return NumberKind::CountReserve(whose, kinds);
        }
        match &pattern.what {
            What::Name(name) => self.not_in_reserve(name),
            _ if self.merged.reserve.list.is_empty() && !self.damage.has("reserve") => {
                let title = "this game has no reserve";
                self.report(
                    Diagnostic::error(Code::NoReserve, pattern.span, title)
                        .hint("add a `reserve { … }` with the pieces that go there"),
                );
            }
            _ => {}
        }
        NumberKind::Const(0)
    }
}
