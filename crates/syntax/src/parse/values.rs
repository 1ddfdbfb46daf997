//! Values: sums, products and what is counted.

use super::{Parser, Parsing, Reported, is_connector};
use crate::ast::*;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Fix, closest};
use crate::lex::shorten;
use crate::token::TokenKind;

/// A sum may have this many terms. Each makes the tree one level deeper, and
/// later stages walk it by recursion.
const MAX_TERMS: usize = 256;

const GROUPS: &str = "statements are grouped by brackets: `[ …, … ]`";

impl Parser<'_> {
    /// `value NAME = value .`, after its first word.
    pub(super) fn value_item(&mut self, role: &str) -> Parsing<ItemKind> {
        let role = match role {
            "value" => ValueRole::Value,
            "evaluation" => ValueRole::Evaluation,
            _ => ValueRole::Bound,
        };
        let head = self.name("the name of the value").and_then(|name| {
            self.expect("=")?;
            Ok(name)
        });
        let Ok(name) = head else {
            self.skip_item();
            return Err(Reported);
        };
        let value = self.value();
        if value.is_err() {
            self.skip_to_item_end();
            self.eat(".");
            self.eat("}");
        } else if self.at("=") && self.pos >= 2 && self.tokens[self.pos - 1].first_on_line {
            // The name just read belongs to the next rule: `worth +` `main = …`.
            self.pos -= 1;
            if self.last_is("+") || self.last_is("-") || self.last_is("*") {
                let _ = self.unexpected::<()>("a value");
            } else {
                self.end_of_item("value", &name);
            }
        } else if !self.at(".") && self.is_comparison() {
            let title = format!("the value `{}` has a comparison in it", shorten(&name.text));
            self.report(
                Diagnostic::error(Code::Unexpected, self.span(), title)
                    .hint("a value is a number; comparisons belong in rules"),
            );
            self.skip_to_item_end();
            self.eat(".");
        } else {
            self.end_of_item("value", &name);
        }
        Ok(ItemKind::Value(role, name, value?))
    }

    fn is_comparison(&self) -> bool {
        matches!(self.kind(), TokenKind::Mark("=" | "<>" | "<" | ">" | "<=" | ">="))
    }

    pub(super) fn value(&mut self) -> Parsing<Value> {
        let mut left = self.term()?;
        let mut terms = 1;
        loop {
            let operator = match self.kind() {
                TokenKind::Mark("+") => Arithmetic::Add,
                TokenKind::Mark("-") => Arithmetic::Subtract,
                _ => return Ok(left),
            };
            terms += 1;
            if terms > MAX_TERMS {
                return self.too_deep("this sum has more than 256 terms");
            }
            self.bump();
            let right = self.term()?;
            left = binary(operator, left, right);
        }
    }

    fn term(&mut self) -> Parsing<Value> {
        let mut left = self.factor()?;
        let mut factors = 1;
        while self.eat("*") {
            factors += 1;
            if factors > MAX_TERMS {
                return self.too_deep("this product has more than 256 factors");
            }
            let right = self.factor()?;
            left = binary(Arithmetic::Multiply, left, right);
        }
        Ok(left)
    }

    /// Whether a factor can begin here.
    pub(super) fn begins_factor(&self) -> bool {
        match self.kind() {
            TokenKind::Name | TokenKind::Int(_) | TokenKind::Mark("(" | "-") => true,
            TokenKind::Word(word) => {
                matches!(word, "base" | "count" | "sum" | "steps" | "as" | "height" | "hand")
            }
            _ => false,
        }
    }

    pub(super) fn factor(&mut self) -> Parsing<Value> {
        let start = self.span();
        let kind = self.nested(Self::factor_kind)?;
        Ok(Value { kind, span: self.since(start) })
    }

    fn factor_kind(&mut self) -> Parsing<ValueKind> {
        Ok(match self.kind() {
            TokenKind::Int(value) => ValueKind::Int(Int { value, span: self.bump() }),
            TokenKind::Name if self.at_misspelt_count() => {
                self.misspelt("count");
                self.quiet = false;
                self.bump();
                self.count()?
            }
            TokenKind::Name => ValueKind::Name(self.bump_name()),
            TokenKind::Mark("(") => self.parenthesized()?,
            TokenKind::Mark("-") => {
                self.bump();
                ValueKind::Negate(Box::new(self.factor()?))
            }
            TokenKind::Word("base") => {
                self.bump();
                ValueKind::Base(self.name("the name of a value")?)
            }
            TokenKind::Word("count") => {
                self.bump();
                self.count()?
            }
            TokenKind::Word("sum") => {
                self.bump();
                let source = self.source()?;
                self.expect("of")?;
                ValueKind::Sum(source, Box::new(self.factor()?))
            }
            TokenKind::Word("steps") => {
                self.bump();
                let walk = Box::new(self.group());
                self.expect("until")?;
                ValueKind::Steps(walk, Box::new(self.group()))
            }
            TokenKind::Word("as") => {
                self.bump();
                self.expect("opponent")?;
                ValueKind::AsOpponent(Box::new(self.factor()?))
            }
            TokenKind::Word("height") => {
                self.bump();
                ValueKind::Height
            }
            TokenKind::Word("hand") => {
                self.bump();
                ValueKind::Hand
            }
            _ => return self.no_value(),
        })
    }

    /// Whether this name is nearly `count` and before a pattern, which cannot follow a value.
    fn at_misspelt_count(&self) -> bool {
        let pattern = matches!(
            self.ahead(1).kind,
            TokenKind::Word("own" | "enemy" | "piece" | "empty" | "field")
        );
        pattern
            && !self.ahead(1).first_on_line
            && closest(self.words(self.span()), ["count"]).is_some()
    }

    fn no_value(&mut self) -> Parsing<ValueKind> {
        if let TokenKind::Word(word) = self.kind()
            && self.stands_for_a_name(word)
        {
            self.reserved_word(word);
            return Ok(ValueKind::Name(self.bump_name()));
        }
        let hint = match self.kind() {
            TokenKind::Word("own" | "enemy" | "piece" | "empty" | "field") => {
                "to count such fields, write `count` before it"
            }
            TokenKind::Mark("[") => "to count what a group finds, write `count [ … ]`",
            TokenKind::Word(_) if self.begins_statement(0) && self.last_is("(") => GROUPS,
            TokenKind::Word("infinity") => "`infinity` can only end the range of a `repeat`",
            _ => "",
        };
        let fix = hint.starts_with("to count");
        let fix = fix.then(|| Fix { span: self.span().before(), text: "count ".to_string() });
        self.unexpected_but("a value", hint, fix)
    }

    /// Whether a word of the language was used as the name of a value: what follows
    /// can only follow a value.
    fn stands_for_a_name(&self, word: &str) -> bool {
        let follows = match self.ahead(1).kind {
            TokenKind::Mark(mark) => !matches!(mark, "[" | "(" | "{"),
            TokenKind::Word(word) => {
                matches!(word, "or" | "else" | "do" | "of" | "to" | "times" | "until")
            }
            TokenKind::End => true,
            _ => self.ahead(1).first_on_line,
        };
        let is_pattern = matches!(word, "own" | "enemy" | "piece" | "empty" | "field" | "infinity");
        let is_group = self.begins_statement(0) && self.last_is("(");
        follows && !is_pattern && !is_group && !is_connector(word) && !self.at_item_start()
    }

    fn parenthesized(&mut self) -> Parsing<ValueKind> {
        self.bump();
        let inner = self.value().and_then(|inner| {
            if self.at(")") {
                return Ok(inner);
            }
            let hint = match self.at(",") || self.is_comparison() {
                true => GROUPS,
                false => "",
            };
            self.unexpected_with("`)`", hint)
        });
        if inner.is_err() {
            self.skip_parentheses();
        }
        self.eat(")");
        Ok(ValueKind::Parenthesized(Box::new(inner?)))
    }

    fn count(&mut self) -> Parsing<ValueKind> {
        Ok(match self.source_or_reserve()? {
            (Source::Pattern(pattern), true) => ValueKind::CountReserve(pattern),
            (source, _) => ValueKind::Count(source),
        })
    }
}

fn binary(operator: Arithmetic, left: Value, right: Value) -> Value {
    let span = left.span.to(right.span);
    Value { kind: ValueKind::Binary(operator, Box::new(left), Box::new(right)), span }
}
