//! Rules: their lists of statements and the period at the end.

use super::{Hidden, Parser, Parsing, Reported};
use crate::ast::*;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::lex::shorten;
use crate::token::TokenKind;

impl Parser<'_> {
    /// `NAME = sequence .`
    pub(super) fn rule(&mut self) -> Parsing<ItemKind> {
        let name = self.bump_name();
        self.bump();
        self.rule_body(name)
    }

    /// `NAME ( NAME { , NAME } ) = sequence .`
    pub(super) fn general_rule(&mut self) -> Parsing<ItemKind> {
        let name = self.bump_name();
        self.bump();
        let parameters = self.names("the name of a parameter").and_then(|names| {
            self.expect(")")?;
            self.expect("=")?;
            Ok(names)
        });
        let Ok(parameters) = parameters else {
            self.skip_item();
            return Err(Reported);
        };
        match self.rule_body(name)? {
            ItemKind::Rule(name, body) => Ok(ItemKind::General { name, parameters, body }),
            other => Ok(other),
        }
    }

    /// `NAME ( argument { , argument } )` as a statement.
    pub(super) fn instance(&mut self) -> Parsing<StatementKind> {
        let name = self.bump_name();
        self.bump();
        let mut arguments = vec![self.argument()?];
        while self.eat(",") {
            arguments.push(self.argument()?);
        }
        self.expect(")")?;
        Ok(StatementKind::Instance(name, arguments))
    }

    fn argument(&mut self) -> Parsing<Argument> {
        match self.kind() {
            TokenKind::Int(value) => Ok(Argument::Int(Int { value, span: self.bump() })),
            TokenKind::Name => Ok(Argument::Name(self.bump_name())),
            TokenKind::Word(word) if let Some(compass) = Compass::named(word) => {
                Ok(Argument::Direction(compass, self.bump()))
            }
            _ => {
                let hint = "a rule is called with numbers, names and directions: `line(4)`";
                self.unexpected_with("an argument", hint)
            }
        }
    }

    pub(super) fn rule_body(&mut self, name: Name) -> Parsing<ItemKind> {
        (self.open_either, self.open_try, self.hidden) = (0, 0, Hidden::default());
        self.closed = None;
        let start = self.span();
        if self.at(".") || self.at_item_start() {
            let title = format!("the rule `{}` is empty", shorten(&name.text));
            self.report(
                Diagnostic::error(Code::Unexpected, self.last_span().after(), title)
                    .hint("write `[ ]` for a statement that does nothing")
                    .replace_by(" [ ]"),
            );
            self.eat(".");
            return Err(Reported);
        }
        let mut list = self.sequence();
        while self.at("]") {
            self.report(
                Diagnostic::error(Code::StrayBracket, self.span(), "this `]` closes nothing")
                    .hint("take it out, or put a `[` where the group begins")
                    .replace_by(""),
            );
            self.bump();
            // What follows was meant for another nesting.
            self.muted = true;
            if self.eat(",") || self.begins_statement(0) && !self.at_item_start() {
                list.extend(self.sequence());
            }
        }
        let span = if list.is_empty() { start } else { self.since(start) };
        self.end_of_item("rule", &name);
        let body = match list.len() {
            0 => return Err(Reported),
            1 => list.remove(0),
            _ => Statement { kind: StatementKind::Sequence { list, bracketed: false }, span },
        };
        Ok(ItemKind::Rule(name, body))
    }

    /// Takes the `.`, or says once that it is missing.
    pub(super) fn end_of_item(&mut self, what: &str, name: &Name) {
        if self.eat(".") {
            return;
        }
        self.quiet = false;
        let after = self.last_span().after();
        if self.at("..") {
            let title = format!("the {what} `{}` ends with two periods", shorten(&name.text));
            self.report(
                Diagnostic::error(Code::Unexpected, self.span(), title)
                    .hint("write one `.`")
                    .replace_by("."),
            );
            self.bump();
            return;
        }
        let title = format!("the {what} `{}` does not end with `.`", shorten(&name.text));
        let mut diagnostic = Diagnostic::error(Code::MissingPeriod, after, title)
            .hint("put a `.` here")
            .replace_by(".");
        if self.at_item_start() {
            diagnostic = diagnostic.other(self.span(), "something else begins here");
        }
        self.report(diagnostic);
        if !self.at_item_start() && !self.at_end() {
            self.skip_item();
        }
    }

    /// Statements with commas between them, up to what cannot be one.
    pub(super) fn sequence(&mut self) -> Vec<Statement> {
        let mut list = Vec::new();
        // The token before which a comma is missing.
        let mut missing = None;
        let mut stray = false;
        loop {
            let start = self.pos;
            self.quiet = self.token().damaged;
            match self.statement() {
                Ok(statement) => list.push(statement),
                Err(Reported) => self.skip_statement(),
            }
            // Several names in a row are one mistake, not as many, and nothing
            // can be said about what follows a mistake without a comma.
            let lost = self.quiet
                || missing == Some(start) && (self.pos == start + 1 || !self.begins_statement(0));
            if lost && !self.sequence_ends() {
                self.skip_statement();
            }
            self.quiet = false;
            if self.eat(",") {
                stray = false;
                if self.at("]") || self.at(".") || self.at_end() {
                    self.missing_statement();
                    return list;
                }
            } else if self.sequence_ends() {
                return list;
            } else if self.at("or") || self.at("else") {
                if !stray {
                    self.stray_alternative();
                }
                stray = true;
                self.bump();
            } else if self.begins_value_only() {
                self.missing_operator();
                self.skip_statement();
                if !self.eat(",") {
                    return list;
                }
            } else if self.at_conjunction() {
                let title = format!("{} is not a word of the language", self.found());
                let place = self.last_span().after().to(self.span());
                self.report(
                    Diagnostic::error(Code::MisspeltWord, self.span(), title)
                        .hint("statements that must all succeed are separated by `,`")
                        .fix(place, ","),
                );
                self.bump();
            } else if let Some(hint) = self.foreign_after_statement() {
                self.foreign_word(hint);
                self.skip_statement();
                if !self.eat(",") {
                    return list;
                }
            } else if self.begins_statement(0) {
                self.missing_comma();
                missing = Some(self.pos);
                stray = true;
            } else {
                let hint = self.advice_for_stray();
                let _ = self.unexpected_with::<()>("`,` or the end of the rule", hint);
                self.skip_statement();
                if !self.eat(",") {
                    return list;
                }
            }
        }
    }

    /// Reports a value after a statement.
    fn missing_operator(&mut self) {
        let title = format!("an operator is missing before {}", self.found());
        self.report(
            Diagnostic::error(Code::Unexpected, self.last_span().after(), title)
                .hint("compare values by `=` or `<`, and separate statements by `,`"),
        );
    }

    /// Reports a statement after another one.
    fn missing_comma(&mut self) {
        let title = format!("a comma is missing before {}", self.found());
        self.report(
            Diagnostic::error(Code::MissingComma, self.last_span().after(), title)
                .hint("statements are separated by `,`")
                .replace_by(","),
        );
    }

    /// Whether `and` or `then` is between two statements.
    fn at_conjunction(&self) -> bool {
        let word = self.words(self.span());
        self.at_name() && matches!(word, "and" | "then") && self.begins_statement(1)
    }

    /// Whether a value begins here that cannot be a statement by itself.
    pub(super) fn begins_value_only(&self) -> bool {
        match self.kind() {
            TokenKind::Int(_) => true,
            TokenKind::Word(word) => matches!(word, "count" | "sum" | "steps" | "height" | "hand"),
            _ => false,
        }
    }

    pub(super) fn missing_statement(&mut self) {
        let title = "a statement is missing after this comma";
        let span = self.last_span();
        self.report(
            Diagnostic::error(Code::Unexpected, span, title)
                .hint("take the comma out")
                .replace_by(""),
        );
    }

    /// An `or` or `else` that belongs to nothing.
    pub(super) fn stray_alternative(&mut self) {
        let (word, owner) = if self.at("or") { ("or", "either") } else { ("else", "try") };
        let title = format!("this `{word}` belongs to no `{owner}`");
        let hint = format!(
            "write `{owner} … {word} …`, and put several statements in brackets: \
             `{owner} [ …, … ] {word} …`"
        );
        self.report(Diagnostic::error(Code::StrayWord, self.span(), title).hint(hint));
    }

    /// Whether nothing more can belong to this list of statements. A word that
    /// somebody outside the brackets waits for shows that `]` is missing.
    pub(super) fn sequence_ends(&mut self) -> bool {
        let wanted_outside = self.hidden.brackets > 0
            && match self.kind() {
                TokenKind::Word("or") => self.hidden.either > 0 && !self.brackets_are_closed(),
                TokenKind::Word("else") => self.hidden.tries > 0 && !self.brackets_are_closed(),
                TokenKind::Word("do" | "of" | "until") => !self.brackets_are_closed(),
                _ => false,
            };
        let two_periods =
            self.at("..") && (self.ahead(1).first_on_line || self.ahead(1).kind == TokenKind::End);
        wanted_outside
            || two_periods
            || self.at("]")
            || self.at(".")
            || self.at_end()
            || self.at_item_start()
    }

    pub(super) fn advice_for_stray(&self) -> &'static str {
        match self.kind() {
            TokenKind::Mark("(") => "arguments come right after the name of a rule: `line(4)`",
            TokenKind::Mark("{") => "statements are grouped by brackets: `[ …, … ]`",
            TokenKind::Mark("+" | "-" | "*") => "put the sum in parentheses",
            TokenKind::Mark("=" | "<>" | "<" | ">" | "<=" | ">=") => {
                "a comparison begins with a value and has one operator"
            }
            _ => "",
        }
    }
}
