//! Statements: what each begins with and what belongs to it.

use super::words::begins_by_word;
use super::{Parser, Parsing, Reported};
use crate::ast::*;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, closest};
use crate::span::Span;
use crate::token::TokenKind;

impl Parser<'_> {
    /// A statement inside another. If it has a mistake, an empty group stands
    /// for it, so that the parts around it are still read.
    pub(super) fn group(&mut self) -> Statement {
        let start = self.span();
        self.statement().unwrap_or_else(|Reported| {
            // A word at once that belongs to the construct around goes on with it.
            let connector = matches!(self.kind(), TokenKind::Word("do" | "of" | "until"));
            if !connector || self.span() != start {
                self.skip_statement();
            }
            let kind = StatementKind::Sequence { list: Vec::new(), bracketed: true };
            Statement { kind, span: self.since(start) }
        })
    }

    fn boxed_group(&mut self) -> Box<Statement> {
        Box::new(self.group())
    }

    pub(super) fn statement(&mut self) -> Parsing<Statement> {
        let start = self.span();
        let kind = self.nested(Self::statement_kind)?;
        Ok(Statement { kind, span: self.since(start) })
    }

    fn statement_kind(&mut self) -> Parsing<StatementKind> {
        match self.kind() {
            TokenKind::Name if self.is_operator(1) => self.comparison(),
            TokenKind::Name if self.is(1, "(") && !self.is_misspelt() => self.instance(),
            TokenKind::Name => self.call(),
            TokenKind::Mark("[") => self.bracketed(),
            TokenKind::Mark("(" | "-") | TokenKind::Int(_) => self.comparison(),
            TokenKind::Word("base") if self.is_operator(2) => self.comparison(),
            TokenKind::Word("base") => {
                self.bump();
                Ok(StatementKind::Base(self.name("the name of a rule")?))
            }
            TokenKind::Word("count" | "sum" | "steps" | "height" | "hand") => self.comparison(),
            TokenKind::Word(word) => match Compass::named(word) {
                Some(compass) => {
                    self.bump();
                    Ok(StatementKind::Direction(compass))
                }
                None if begins_by_word(word) => {
                    self.bump();
                    self.rest_of_statement(word)
                }
                // That the rule cannot have this name is said where it is defined.
                None if self.is(1, "(") && self.is_general_word(word) => self.instance(),
                None => self.no_statement(),
            },
            _ => self.no_statement(),
        }
    }

    /// `[ A, B ]`
    fn bracketed(&mut self) -> Parsing<StatementKind> {
        let open = self.bump();
        if self.eat("]") {
            return Ok(StatementKind::Sequence { list: Vec::new(), bracketed: true });
        }
        let outer = (self.open_either, self.open_try, self.hidden);
        self.hidden.brackets += 1;
        self.hidden.either += self.open_either;
        self.hidden.tries += self.open_try;
        (self.open_either, self.open_try) = (0, 0);
        let mut list = self.sequence();
        while self.at(".") && self.period_is_a_slip() {
            self.report(
                Diagnostic::error(Code::Unexpected, self.span(), "a `.` inside brackets")
                    .hint("separate statements by `,`; only the rule ends with `.`")
                    .replace_by(","),
            );
            self.bump();
            list.extend(self.sequence());
        }
        (self.open_either, self.open_try, self.hidden) = outer;
        if !self.eat("]") {
            self.closed = None;
            let mut diagnostic =
                Diagnostic::error(Code::UnclosedBracket, open, "this `[` is not closed")
                    .hint("put a `]` after the last statement of the group")
                    .fix(self.last_span().after(), " ]");
            if self.at(".") {
                diagnostic = diagnostic.other(self.span(), "the rule ends here");
            } else if !self.at_end() {
                diagnostic = diagnostic.other(self.span(), "expected `]` before this");
            }
            self.report(diagnostic);
        }
        Ok(StatementKind::Sequence { list, bracketed: true })
    }

    /// Whether the rule goes on after this `.` with a statement, so that the
    /// period stands for a comma.
    fn period_is_a_slip(&self) -> bool {
        self.begins_statement(1) && !self.is(2, "=") && !self.ahead(1).first_on_line
    }

    /// The statement that begins with this word, which was already read.
    pub(super) fn rest_of_statement(&mut self, word: &str) -> Parsing<StatementKind> {
        if let Some(statement) = StatementKind::parse(self, word) {
            return statement;
        }
        Ok(match word {
            "either" => self.either()?,
            "try" => self.try_else(),
            "repeat" => self.repeat()?,
            "matches" if self.eat("start") => StatementKind::Matches(None),
            "matches" => StatementKind::Matches(Some(self.name("the name of a layout")?)),
            "rotate" => {
                let negative = self.eat("-");
                StatementKind::Rotate { negative, degrees: self.int("an angle such as `45`")? }
            }
            "drop" if self.eat("piece") => StatementKind::Drop(None),
            "drop" => StatementKind::Drop(Some(self.name("the name of a piece")?)),
            _ => self.tell()?,
        })
    }

    fn either(&mut self) -> Parsing<StatementKind> {
        self.open_either += 1;
        let start = self.last_span();
        let mut list = vec![self.group()];
        self.comma_before("or");
        if !self.at("or") {
            self.lone_alternative(start);
        }
        while self.eat("or") || self.missing_or() {
            self.quiet = false;
            list.push(self.group());
            self.comma_before("or");
        }
        self.open_either -= 1;
        Ok(StatementKind::Either(list))
    }

    /// Whether an `or` was left out here: a statement without a comma before it
    /// and with an `or` after it.
    fn missing_or(&mut self) -> bool {
        if !self.begins_statement(0) || self.at_item_start() {
            return false;
        }
        let pos = self.pos;
        self.skip_statement();
        let found = self.at("or");
        self.pos = pos;
        if found {
            let span = self.last_span().after();
            let title = format!("`or` is missing before {}", self.found());
            self.report(
                Diagnostic::error(Code::MissingWord, span, title)
                    .hint("put `or` here")
                    .replace_by(" or"),
            );
        }
        found
    }

    /// Reports an `either` without `or`. If the `or` comes after a comma, the
    /// brackets are missing, and reading goes on at the `or`.
    fn lone_alternative(&mut self, start: Span) {
        if self.at(",") && self.missing_bracket("or") {
            return;
        }
        let mut diagnostic =
            Diagnostic::error(Code::LoneAlternative, start, "this `either` has no `or`")
                .hint("an alternative is one statement; write `either [ …, … ] or …` for several");
        if !self.at_end() {
            diagnostic = diagnostic.other(self.span(), "expected `or` here");
        }
        self.report(diagnostic);
        let pos = self.pos;
        while self.eat(",") || self.begins_statement(0) && !self.at_item_start() {
            self.skip_statement();
            if self.at("or") {
                return;
            }
        }
        self.pos = pos;
    }

    fn try_else(&mut self) -> StatementKind {
        self.open_try += 1;
        let first = self.boxed_group();
        self.comma_before("else");
        self.open_try -= 1;
        let mut second = None;
        if self.at_misspelt_else(0) {
            self.misspelt("else");
            self.bump();
            self.quiet = false;
            second = Some(self.boxed_group());
        } else if self.eat("else") {
            self.quiet = false;
            second = Some(self.boxed_group());
        }
        StatementKind::Try(first, second)
    }

    fn repeat(&mut self) -> Parsing<StatementKind> {
        if self.at("infinity") {
            let hint = "write `repeat 0 .. infinity times …`";
            return self.unexpected_with("how often at least", hint);
        }
        if self.at("[") {
            let hint = "write `repeat 2 times …` or `repeat 0 .. infinity times …`";
            return self.unexpected_with("how often", hint);
        }
        let low = self.value()?;
        let mut high = RepeatEnd::Same;
        let dots = self.at("..");
        // `time` is said to be misspelt below.
        let misspelt = self.at_name()
            && !self.is(1, "times")
            && closest(self.words(self.span()), ["times"]).is_some();
        let times = self.at("times") || misspelt;
        if !dots && !times && (self.begins_factor() || self.at("infinity")) {
            let title = format!("`..` is missing before {}", self.found());
            self.report(
                Diagnostic::error(Code::MissingWord, self.span(), title)
                    .hint("write `repeat 0 .. 3 times …`")
                    .fix(self.span().before(), ".. "),
            );
        } else if dots {
            self.bump();
        }
        if dots || !times && (self.begins_factor() || self.at("infinity")) {
            high = match self.eat("infinity") {
                true => RepeatEnd::Infinity,
                false => RepeatEnd::Value(self.value()?),
            };
        }
        self.expect("times")?;
        Ok(StatementKind::Repeat { low, high, body: self.boxed_group() })
    }

    pub(super) fn amount(&mut self) -> Parsing<Amount> {
        // `as` begins a value here, since no statement can follow without a comma.
        let follows = self.begins_factor() && !self.at_item_start();
        if follows { Ok(Amount::Value(self.factor()?)) } else { Ok(Amount::Unsaid) }
    }

    fn tell(&mut self) -> Parsing<StatementKind> {
        let to = match self.kind() {
            TokenKind::Word("both") => Audience::Both,
            TokenKind::Word("own") => Audience::Own,
            TokenKind::Word("enemy") => Audience::Enemy,
            _ => return self.unexpected("`both`, `own` or `enemy`"),
        };
        self.bump();
        let message = self.symbol("a message in quotes")?;
        let mut details = Vec::new();
        loop {
            match self.kind() {
                TokenKind::Word("here") => details.push(Detail::Here(self.bump())),
                TokenKind::Word("piece") => details.push(Detail::Piece(self.bump())),
                TokenKind::Name if !self.at_item_start() => {
                    details.push(Detail::Memory(self.bump_name()));
                }
                _ => return Ok(StatementKind::Tell { to, message, details }),
            }
        }
    }
}
