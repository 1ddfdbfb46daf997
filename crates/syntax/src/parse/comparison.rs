//! Comparisons, and what else a value at the beginning of a statement can be: a
//! value alone, a name with hyphens, or the next rule.

use super::{Parser, Parsing, Reported};
use crate::ast::{Comparison, StatementKind};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::lex::shorten;
use crate::token::TokenKind;

impl Parser<'_> {
    /// `E < F`
    pub(super) fn comparison(&mut self) -> Parsing<StatementKind> {
        let pos = self.pos;
        let start = self.span();
        let left = self.value()?;
        let Some(operator) = self.comparison_operator() else {
            let span = self.since(start);
            let title = "a value alone is not a statement";
            let mut hint = "compare it with another value, for example `… > 0`".to_string();
            let end = std::mem::replace(&mut self.pos, pos);
            let hyphens = self.hyphens();
            self.pos = end;
            let mut diagnostic = Diagnostic::error(Code::LoneValue, span, title);
            if hyphens > 0 && pos + hyphens + 1 == end {
                let meant = self.words(span).replace('-', "_");
                hint = format!("names have no `-`; for a rule, write `{}`", shorten(&meant));
                diagnostic = diagnostic.replace_by(meant);
            }
            self.report(diagnostic.hint(hint));
            return Err(Reported);
        };
        let rule_before = self.at("=") && self.looks_like_a_rule(pos);
        self.bump();
        if rule_before {
            return self.rule_after_comma(pos);
        }
        let right = self.value()?;
        Ok(StatementKind::Compare(operator, left, right))
    }

    /// Whether the comparison that begins at this token is really the next
    /// rule, after a rule that ends with a comma: a name on a new line, and
    /// something after the `=` that cannot be a value.
    fn looks_like_a_rule(&self, pos: usize) -> bool {
        self.tokens[pos].first_on_line
            && self.pos == pos + 1
            && self.begins_statement(1)
            && !matches!(
                self.ahead(1).kind,
                TokenKind::Name
                    | TokenKind::Int(_)
                    | TokenKind::Word(
                        "base" | "count" | "sum" | "steps" | "height" | "hand" | "as"
                    )
            )
    }

    /// Says that the comma before the rule at `pos` should be a period, and
    /// goes back to read that rule.
    fn rule_after_comma(&mut self, pos: usize) -> Parsing<StatementKind> {
        self.pos = pos;
        let span = self.last_span();
        self.report(
            Diagnostic::error(Code::MissingPeriod, span, "this rule does not end with `.`")
                .hint("put a `.` in place of the comma")
                .replace_by(".")
                .other(self.span(), "another rule begins here"),
        );
        Err(Reported)
    }

    fn comparison_operator(&self) -> Option<Comparison> {
        Some(match self.kind() {
            TokenKind::Mark("=") => Comparison::Equal,
            TokenKind::Mark("<>") => Comparison::Different,
            TokenKind::Mark("<") => Comparison::Less,
            TokenKind::Mark(">") => Comparison::Greater,
            TokenKind::Mark("<=") => Comparison::AtMost,
            TokenKind::Mark(">=") => Comparison::AtLeast,
            _ => return None,
        })
    }

    /// Whether the token `n` ahead joins or compares values.
    pub(super) fn is_operator(&self, n: usize) -> bool {
        matches!(
            self.ahead(n).kind,
            TokenKind::Mark("+" | "-" | "*" | "=" | "<>" | "<" | ">" | "<=" | ">=")
        )
    }
}
