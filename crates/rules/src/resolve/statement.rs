//! Statements that choose, repeat and ask; those that change something are in
//! `action`.

use super::names::Meaning;
use super::{Definition, Resolver, failing};
use crate::inherit::Category;
use crate::model::{Number, NumberKind, Statement, StatementKind};
use game::Kind;
use syntax::ast::{
    Int, Name, RepeatEnd, Source, Statement as Ast, StatementKind as AstKind, Value, ValueKind,
};
use syntax::{Code, Diagnostic};

impl Resolver<'_> {
    /// Resolves a statement.
    pub(super) fn statement(&mut self, ast: &Ast) -> Statement {
        if self.too_many_parts(ast.span) {
            return failing(ast.span);
        }
        let kind = match &ast.kind {
            AstKind::Sequence { list, .. } => StatementKind::Sequence(self.statements(list)),
            AstKind::Either(list) => StatementKind::Either(self.statements(list)),
            AstKind::Call(name) => return self.call(name),
            AstKind::Base(name) => return self.base_call(name),
            AstKind::Not(body) => StatementKind::Not(self.boxed(body)),
            AstKind::Test(body) => StatementKind::Test(self.boxed(body)),
            AstKind::Before(body) => StatementKind::Before(self.boxed(body)),
            AstKind::Try(first, second) => {
                let first = self.boxed(first);
                let second = second.as_ref().map(|second| self.boxed(second));
                StatementKind::Try(first, second)
            }
            AstKind::Repeat { low, high, body } => self.repeat(low, high, body),
            AstKind::ForEach(source, body) => self.for_each(source, body),
            AstKind::Most(number, body) => {
                StatementKind::Most(self.number(number), self.boxed(body))
            }
            AstKind::AsOpponent(body) => {
                self.two_players("as opponent", ast.span);
                StatementKind::AsOpponent(self.boxed(body))
            }
            AstKind::Find(pattern) => self.matching(pattern, StatementKind::Find),
            AstKind::PointsAt(pattern) => self.matching(pattern, StatementKind::PointsAt),
            AstKind::Matches(name) => self.matches(name.as_ref()),
            AstKind::Occurred(times) => self.occurred(*times),
            AstKind::Compare(op, a, b) => {
                StatementKind::Compare(*op, self.number(a), self.number(b))
            }
            _ => self.action(ast),
        };
        Statement { kind, span: ast.span }
    }

    fn boxed(&mut self, ast: &Ast) -> Box<Statement> {
        Box::new(self.statement(ast))
    }

    fn statements(&mut self, list: &[Ast]) -> Vec<Statement> {
        list.iter().map(|ast| self.statement(ast)).collect()
    }

    fn for_each(&mut self, source: &Source, body: &Ast) -> StatementKind {
        let source = self.source(source);
        StatementKind::ForEach(Box::new(source), self.boxed(body))
    }

    /// Reports that a puzzle has no opponent; returns whether there is one.
    pub(super) fn two_players(&mut self, word: &str, span: syntax::Span) -> bool {
        if self.is_puzzle() {
            let title = format!("a puzzle has one player, so there is no `{word}`");
            self.report(
                Diagnostic::error(Code::NeedsTwoPlayers, span, title)
                    .hint("leave it out, or name two players"),
            );
        }
        !self.is_puzzle()
    }

    fn repeat(&mut self, low: &Value, high: &RepeatEnd, body: &Ast) -> StatementKind {
        let first = self.number(low);
        let last = match high {
            RepeatEnd::Same => Some(first.clone()),
            RepeatEnd::Value(high) => Some(self.end_of_repeat(high)),
            RepeatEnd::Infinity => None,
        };
        let is_known = match high {
            RepeatEnd::Value(high) => is_written_out(low) && is_written_out(high),
            _ => is_written_out(low),
        };
        if is_known && let NumberKind::Const(from) = first.kind {
            match &last {
                Some(Number { kind: NumberKind::Const(to), span }) if from > *to => {
                    let title = format!("there is nothing from {from} to {to}");
                    self.report(
                        Diagnostic::error(Code::EmptyRange, first.span.to(*span), title)
                            .hint(format!("write `{to} .. {from}`"))
                            .replace_by(format!("{to} .. {from}")),
                    );
                }
                _ if from < 0 => {
                    let title = "nothing can be repeated less than 0 times";
                    self.report(
                        Diagnostic::error(Code::EmptyRange, first.span, title)
                            .hint("write a number that is not negative"),
                    );
                }
                _ => {}
            }
        }
        StatementKind::Repeat { low: first, high: last, body: self.boxed(body) }
    }

    /// The upper end of a `repeat`: a name that stands for nothing may be `infinity`.
    fn end_of_repeat(&mut self, high: &Value) -> Number {
        if let ValueKind::Name(name) = &high.kind
            && self.names.look(&name.text).is_none()
        {
            self.unknown_or_word(name, &[Category::Value, Category::Counter], &["infinity"]);
            return Number { kind: NumberKind::Const(0), span: high.span };
        }
        self.number(high)
    }

    fn matches(&mut self, name: Option<&Name>) -> StatementKind {
        let Some(name) = name else { return StatementKind::Matches(game::Facts::START) };
        let Some(known) = self.names.look(&name.text).cloned() else {
            self.unknown(name, &[Category::Layout]);
            return StatementKind::Fail;
        };
        match known.meaning {
            Meaning::Layout(_) if known.gone => StatementKind::Fail,
            Meaning::Layout(layout) => StatementKind::Matches(layout),
            other => {
                let hint = "`matches` compares with `start` or a `layout`".to_string();
                self.wrong_kind(name, other.category(), "a layout", hint);
                StatementKind::Fail
            }
        }
    }

    fn occurred(&mut self, times: Int) -> StatementKind {
        if times.value < 2 {
            let title = "every position has occurred once, so this is no question";
            self.report(
                Diagnostic::error(Code::OccurredOnce, times.span, title)
                    .hint("write a number from 2 on: `occurred 3 times`"),
            );
        }
        StatementKind::Occurred(times.value)
    }

    /// A rule, or a named set of directions.
    pub(super) fn call(&mut self, name: &Name) -> Statement {
        let stray = self.damage.is_beside(name.span);
        let Some(known) = self.names.look(&name.text).cloned() else {
            if !stray {
                self.unknown(name, &[Category::Rule, Category::Directions]);
            }
            return failing(name.span);
        };
        let kind = match known.meaning {
            Meaning::Rule(_) | Meaning::Directions(_) if known.gone => StatementKind::Fail,
            Meaning::Rule(number) => {
                let version = self.merged.rules.list[number].newest_number();
                StatementKind::Call(self.number_rule(Definition { number, version }))
            }
            Meaning::Directions(number) => {
                let set = self.directions.get(number).cloned().unwrap_or_default();
                StatementKind::Directions(crate::model::DirectionSet::Compass(set))
            }
            _ if stray => StatementKind::Fail,
            other => {
                let hint = self.statement_hint(&other, name);
                self.wrong_kind(name, other.category(), "a rule", hint);
                StatementKind::Fail
            }
        };
        Statement { kind, span: name.span }
    }

    /// What one may have wanted to write instead of a lone name.
    pub(super) fn statement_hint(&self, meaning: &Meaning, name: &Name) -> String {
        let name = &name.text;
        match meaning {
            Meaning::Piece(kinds) => {
                let own = if self.is_nobodys(kinds) { "" } else { "own " };
                format!("write `find {own}{name}` or `points at {own}{name}`")
            }
            Meaning::Zone(_) | Meaning::Memory(_) | Meaning::Field(_) => {
                format!("write `find {name}` or `points at {name}`")
            }
            Meaning::Counter(_) => {
                format!("compare it (`{name} = 0`) or change it (`add 1 to {name}`)")
            }
            Meaning::Value(_) => format!("compare it: `{name} > 0`"),
            Meaning::Layout(_) => format!("write `matches {name}`"),
            Meaning::Rule(_) => format!("write `{name}` alone, as a statement"),
            Meaning::Directions(_) => format!("write `{name}` alone, then `step`"),
        }
    }

    /// Whether these kinds belong to nobody.
    pub(super) fn is_nobodys(&self, kinds: &[Kind]) -> bool {
        kinds.first().is_some_and(|kind| self.facts.kinds[kind.index()].symbols[2].is_some())
    }

    /// What the extended game means by a rule.
    fn base_call(&mut self, name: &Name) -> Statement {
        let level = self.level;
        if !self.extends_something(name, level) {
            return failing(name.span);
        }
        let found = self.merged.rules.find(&name.text).and_then(|number| {
            let entry = &self.merged.rules.list[number];
            let version = entry.base_number(level)?;
            let gone = entry.version(version).gone.is_some_and(|gone| gone < level);
            Some((number, version, gone))
        });
        let kind = match found {
            Some((_, _, true)) => StatementKind::Fail,
            Some((number, version, false)) => {
                StatementKind::Call(self.number_rule(Definition { number, version }))
            }
            None => {
                self.no_base(name, Category::Rule);
                StatementKind::Fail
            }
        };
        Statement { kind, span: name.span }
    }

    /// Whether there is a game that `base` can mean.
    pub(super) fn extends_something(&mut self, name: &Name, level: usize) -> bool {
        if level == 0 {
            let title = format!("there is no game that `base {}` could mean", name.text);
            self.report(
                Diagnostic::error(Code::NothingExtended, name.span, title)
                    .hint("`base` belongs to a game that `extends` another one"),
            );
        }
        level > 0
    }

    /// Reports `base` with a name that the extended game does not have.
    pub(super) fn no_base(&mut self, name: &Name, wanted: Category) {
        if self.damage.has(&name.text) {
            return;
        }
        let title = format!("the extended game has no {} `{}`", wanted.word(), name.text);
        let error = Diagnostic::error(Code::UnknownName, name.span, title);
        let error = match self.names.look(&name.text) {
            Some(known) if known.meaning.category() == wanted => {
                error.hint(format!("write `{}` without `base`", name.text))
            }
            Some(known) => {
                error.hint(format!("`{}` is {}", name.text, known.meaning.category().a()))
            }
            None => match self.closest_name(&name.text, &[wanted]) {
                Some(meant) => {
                    error.hint(format!("did you mean `base {meant}`?")).replace_by(meant)
                }
                None => error,
            },
        };
        self.report(error);
    }
}

/// Whether a number is one in the text, and not the 0 that stands for a mistake.
fn is_written_out(value: &Value) -> bool {
    match &value.kind {
        ValueKind::Int(_) => true,
        ValueKind::Parenthesized(inner) | ValueKind::Negate(inner) => is_written_out(inner),
        _ => false,
    }
}
