//! Rules and their statements.

use super::sections::compass;
use super::{Parser, Parsing, Reported};
use crate::ast::*;
use crate::diagnostic::{Diagnostic, closest};
use crate::lex::shorten;
use crate::span::Span;
use crate::token::TokenKind;

/// Words that begin a statement and are followed by something.
const LONG_WORDS: &[&str] = &[
    "add", "as", "before", "cost", "drop", "either", "find", "for", "matches", "most", "not",
    "occurred", "pickup", "points", "putdown", "remember", "repeat", "replace", "rotate", "score",
    "set", "tell", "test", "try",
];

/// Words that are a statement by themselves.
const SHORT_WORDS: &[&str] =
    &["again", "draw", "keep", "lose", "pass", "promote", "remove", "step", "win"];

impl Parser<'_> {
    /// `NAME = sequence .`
    pub(super) fn rule(&mut self) -> Parsing<ItemKind> {
        let name = self.bump_name();
        self.bump();
        self.rule_body(name)
    }

    pub(super) fn rule_body(&mut self, name: Name) -> Parsing<ItemKind> {
        self.open_either = 0;
        self.open_try = 0;
        let start = self.span();
        if self.at(".") || self.at_item_start() {
            let title = format!("the rule `{}` is empty", shorten(&name.text));
            self.report(
                Diagnostic::error("unexpected", self.last_span().after(), title)
                    .hint("write `[ ]` for a statement that does nothing"),
            );
            self.eat(".");
            return Err(Reported);
        }
        let mut list = self.sequence();
        while self.at("]") {
            self.report(
                Diagnostic::error("stray-bracket", self.span(), "this `]` closes nothing")
                    .hint("take it out, or put a `[` where the group begins"),
            );
            self.bump();
            if self.eat(",") || !self.at(".") && self.begins_statement(0) && !self.at_item_start() {
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
        let behind = self.last_span().after();
        if self.at("..") {
            let title = format!("the {what} `{}` ends with two periods", shorten(&name.text));
            self.report(Diagnostic::error("unexpected", self.span(), title).hint("write one `.`"));
            self.bump();
            return;
        }
        let title = format!("the {what} `{}` does not end with `.`", shorten(&name.text));
        let mut diagnostic =
            Diagnostic::error("missing-period", behind, title).hint("put a `.` here");
        if self.at_item_start() {
            diagnostic = diagnostic.other(self.span(), "something else begins here");
        }
        self.report(diagnostic);
        if !self.at_item_start() && !self.at_end() {
            self.skip_item();
        }
    }

    /// Statements with commas between them, up to what cannot be one.
    fn sequence(&mut self) -> Vec<Statement> {
        let mut list = Vec::new();
        // The token before which a comma is missing.
        let mut missing = None;
        loop {
            let start = self.pos;
            match self.statement() {
                Ok(statement) => list.push(statement),
                Err(Reported) => self.skip_statement(),
            }
            // Several names in a row are one mistake, not as many.
            if missing == Some(start) && self.pos == start + 1 && self.begins_statement(0) {
                self.skip_statement();
            }
            if self.eat(",") {
                if self.at("]") || self.at(".") || self.at_end() {
                    self.missing_statement();
                    return list;
                }
            } else if self.at("]") || self.at(".") || self.at_end() || self.at_item_start() {
                return list;
            } else if self.at("or") || self.at("else") {
                self.stray_alternative();
            } else if self.begins_statement(0) {
                let span = self.last_span().after();
                let title = format!("a comma is missing before {}", self.found());
                self.report(
                    Diagnostic::error("missing-comma", span, title)
                        .hint("statements are separated by `,`"),
                );
                missing = Some(self.pos);
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

    fn missing_statement(&mut self) {
        let title = "a statement is missing after this comma";
        let span = self.last_span();
        self.report(Diagnostic::error("unexpected", span, title).hint("take the comma out"));
    }

    /// An `or` or `else` that nobody waits for; goes on behind it.
    fn stray_alternative(&mut self) {
        let (word, owner) = if self.at("or") { ("or", "either") } else { ("else", "try") };
        let title = format!("this `{word}` belongs to no `{owner}`");
        let hint = format!(
            "put several statements in brackets: `{owner} [ …, … ] {word} …`, or write the `{owner}`"
        );
        self.report(Diagnostic::error("stray-word", self.span(), title).hint(hint));
        self.bump();
    }

    fn advice_for_stray(&self) -> &'static str {
        match self.kind() {
            TokenKind::Sign("(") => "rules have no arguments",
            TokenKind::Sign("{") => "statements are grouped by brackets: `[ …, … ]`",
            TokenKind::Sign("+" | "-" | "*") => "put the sum in parentheses",
            TokenKind::Sign("=" | "<>" | "<" | ">" | "<=" | ">=") => {
                "a comparison begins with a value and has one sign"
            }
            _ => "",
        }
    }

    /// A statement inside another. If it has a mistake, an empty group stands
    /// for it, so that the parts around it are still read.
    pub(super) fn group(&mut self) -> Statement {
        let start = self.span();
        self.statement().unwrap_or_else(|Reported| {
            self.skip_statement();
            let kind = StatementKind::Sequence { list: Vec::new(), bracketed: true };
            Statement { kind, span: self.since(start) }
        })
    }

    fn boxed_group(&mut self) -> Box<Statement> {
        Box::new(self.group())
    }

    /// Whether the token `n` ahead can begin a statement.
    pub(super) fn begins_statement(&self, n: usize) -> bool {
        match self.ahead(n).kind {
            TokenKind::Word(word) => {
                LONG_WORDS.contains(&word)
                    || SHORT_WORDS.contains(&word)
                    || compass(word).is_some()
                    || matches!(word, "base" | "count" | "sum" | "steps" | "height" | "hand")
            }
            TokenKind::Name | TokenKind::Int(_) | TokenKind::Sign("[") => true,
            _ => false,
        }
    }

    fn statement(&mut self) -> Parsing<Statement> {
        let start = self.span();
        let kind = self.nested(Self::statement_kind)?;
        Ok(Statement { kind, span: self.since(start) })
    }

    fn statement_kind(&mut self) -> Parsing<StatementKind> {
        match self.kind() {
            TokenKind::Name if self.is_operator(1) => self.comparison(),
            TokenKind::Name => self.call(),
            TokenKind::Sign("[") => self.bracketed(),
            TokenKind::Sign("(" | "-") | TokenKind::Int(_) => self.comparison(),
            TokenKind::Word("base") if self.is_operator(2) => self.comparison(),
            TokenKind::Word("base") => {
                self.bump();
                Ok(StatementKind::Base(self.name("the name of a rule")?))
            }
            TokenKind::Word("count" | "sum" | "steps" | "height" | "hand") => self.comparison(),
            TokenKind::Word(word) => match compass(word) {
                Some(compass) => {
                    self.bump();
                    Ok(StatementKind::Direction(compass))
                }
                None if LONG_WORDS.contains(&word) => {
                    self.bump();
                    self.long_statement(word)
                }
                None => self.short_statement(word),
            },
            _ => self.no_statement(),
        }
    }

    fn short_statement(&mut self, word: &str) -> Parsing<StatementKind> {
        let kind = match word {
            "again" => StatementKind::Again,
            "draw" => StatementKind::Draw,
            "keep" => StatementKind::Keep,
            "lose" => StatementKind::Lose,
            "pass" => StatementKind::Pass,
            "promote" => StatementKind::Promote,
            "remove" => StatementKind::Remove,
            "step" => StatementKind::Step,
            "win" => StatementKind::Win,
            _ => return self.no_statement(),
        };
        self.bump();
        Ok(kind)
    }

    fn no_statement(&mut self) -> Parsing<StatementKind> {
        let hint = match self.kind() {
            TokenKind::Word("own" | "enemy" | "piece" | "empty" | "field") => {
                "say what to do with it: `find …` or `points at …`"
            }
            TokenKind::Word("infinity") => "write `repeat 0 .. infinity times …`",
            TokenKind::Word("start") => "write `matches start`",
            TokenKind::Sign("{") => "statements are grouped by brackets: `[ …, … ]`",
            TokenKind::Sign(",") => "take one comma out",
            TokenKind::Symbol => "to say something, write `tell both 'check'`",
            _ => "",
        };
        self.unexpected_with("a statement", hint)
    }

    /// A name alone. If what follows cannot follow a name, the name was perhaps
    /// meant to be a word of the language.
    fn call(&mut self) -> Parsing<StatementKind> {
        let may_follow = match self.ahead(1).kind {
            TokenKind::Sign(sign) => !matches!(sign, "[" | "("),
            TokenKind::Word(word) => {
                matches!(word, "or" | "else" | "do" | "until" | "of" | "times" | "to" | "in")
                    || self.ahead(1).first_on_line
            }
            TokenKind::End | TokenKind::Drawing => true,
            TokenKind::Name | TokenKind::Int(_) | TokenKind::Symbol => self.ahead(1).first_on_line,
        };
        if !may_follow && let Some(word) = self.meant_word() {
            self.misspelt(word);
            self.bump();
            return self.long_statement(word);
        }
        Ok(StatementKind::Call(self.bump_name()))
    }

    fn meant_word(&self) -> Option<&'static str> {
        let follower = [("at", "points"), ("each", "for"), ("opponent", "as"), ("by", "replace")];
        if let Some((_, word)) = follower.into_iter().find(|(next, _)| self.is(1, next)) {
            return Some(word);
        }
        let word = self.words(self.span());
        let known = LONG_WORDS.iter().copied().filter(|word| self.can_go_on(word));
        if word.len() < 3 { None } else { closest(word, known) }
    }

    /// Whether the next token can stand behind this word.
    fn can_go_on(&self, word: &str) -> bool {
        let next = self.ahead(1).kind;
        let number = matches!(next, TokenKind::Int(_) | TokenKind::Sign("-" | "("));
        let name = next == TokenKind::Name;
        match word {
            "find" => {
                let pattern = ["own", "enemy", "empty", "field", "piece"];
                name || pattern.iter().any(|word| self.is(1, word))
            }
            "add" | "cost" | "most" | "repeat" | "score" => number || name || self.is(1, "count"),
            "before" | "either" | "not" | "test" | "try" => self.begins_statement(1),
            "matches" => name || self.is(1, "start"),
            "drop" => name || self.is(1, "piece"),
            "remember" | "set" => name,
            "occurred" | "pickup" | "putdown" | "rotate" => number || self.is(1, "all"),
            "tell" => ["both", "own", "enemy"].iter().any(|word| self.is(1, word)),
            _ => false,
        }
    }

    /// `[ A, B ]`
    fn bracketed(&mut self) -> Parsing<StatementKind> {
        let open = self.bump();
        if self.eat("]") {
            return Ok(StatementKind::Sequence { list: Vec::new(), bracketed: true });
        }
        let outer = (self.open_either, self.open_try);
        (self.open_either, self.open_try) = (0, 0);
        let mut list = self.sequence();
        while self.at(".") && self.period_is_a_slip() {
            self.report(
                Diagnostic::error("unexpected", self.span(), "a `.` inside brackets")
                    .hint("separate statements by `,`; only the rule ends with `.`"),
            );
            self.bump();
            list.extend(self.sequence());
        }
        (self.open_either, self.open_try) = outer;
        if !self.eat("]") {
            let mut diagnostic =
                Diagnostic::error("unclosed-bracket", open, "this `[` is not closed")
                    .hint("put a `]` behind the last statement of the group");
            if self.at(".") {
                diagnostic = diagnostic.other(self.span(), "the rule ends here");
            }
            self.report(diagnostic);
        }
        Ok(StatementKind::Sequence { list, bracketed: true })
    }

    /// Whether the rule goes on behind this `.` with a statement, so that the
    /// period stands for a comma.
    fn period_is_a_slip(&self) -> bool {
        self.begins_statement(1) && !self.is(2, "=") && !self.ahead(1).first_on_line
    }

    /// The statement that begins with this word, which was already read.
    fn long_statement(&mut self, word: &str) -> Parsing<StatementKind> {
        Ok(match word {
            "either" => self.either()?,
            "not" => StatementKind::Not(self.boxed_group()),
            "test" => StatementKind::Test(self.boxed_group()),
            "before" => StatementKind::Before(self.boxed_group()),
            "as" => {
                self.expect("opponent")?;
                StatementKind::AsOpponent(self.boxed_group())
            }
            "try" => self.try_else(),
            "repeat" => self.repeat()?,
            "for" => {
                self.expect("each")?;
                let source = self.source()?;
                self.expect("do")?;
                StatementKind::ForEach(source, self.boxed_group())
            }
            "most" => {
                let value = self.value()?;
                self.expect("of")?;
                StatementKind::Most(value, self.boxed_group())
            }
            "find" => StatementKind::Find(self.pattern()?),
            "points" => {
                self.expect("at")?;
                StatementKind::PointsAt(self.pattern()?)
            }
            "replace" => {
                self.expect("by")?;
                StatementKind::Replace(self.pattern()?)
            }
            "matches" if self.eat("start") => StatementKind::Matches(None),
            "matches" => StatementKind::Matches(Some(self.name("the name of a layout")?)),
            "occurred" => {
                let times = self.int("how often")?;
                self.expect("times")?;
                StatementKind::Occurred(times)
            }
            "rotate" => {
                let negative = self.eat("-");
                StatementKind::Rotate { negative, degrees: self.int("an angle such as `45`")? }
            }
            "pickup" if self.eat("all") => StatementKind::Pickup(Amount::All),
            "pickup" => StatementKind::Pickup(self.amount()?),
            "putdown" => StatementKind::Putdown(self.amount()?),
            "drop" if self.eat("piece") => StatementKind::Drop(None),
            "drop" => StatementKind::Drop(Some(self.name("the name of a piece")?)),
            "remember" => StatementKind::Remember(self.name("the name of a remembered field")?),
            "set" => {
                let name = self.name("the name of a counter")?;
                self.expect("to")?;
                StatementKind::Set(name, self.value()?)
            }
            "add" => {
                let value = self.value()?;
                self.expect("to")?;
                StatementKind::Add(value, self.name("the name of a counter")?)
            }
            "score" => StatementKind::Score(self.value()?),
            "cost" => StatementKind::Cost(self.value()?),
            _ => self.tell()?,
        })
    }

    fn either(&mut self) -> Parsing<StatementKind> {
        self.open_either += 1;
        let start = self.last_span();
        let mut list = vec![self.group()];
        if !self.at("or") {
            self.lone_alternative(start);
        }
        while self.eat("or") {
            list.push(self.group());
        }
        self.open_either -= 1;
        Ok(StatementKind::Either(list))
    }

    /// Reports an `either` without `or`. If the `or` comes after a comma, the
    /// brackets are missing, and reading goes on at the `or`.
    fn lone_alternative(&mut self, start: Span) {
        let mut diagnostic =
            Diagnostic::error("lone-alternative", start, "this `either` has no `or`")
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
        self.open_try -= 1;
        let second = if self.eat("else") { Some(self.boxed_group()) } else { None };
        StatementKind::Try(first, second)
    }

    fn repeat(&mut self) -> Parsing<StatementKind> {
        if self.at("infinity") {
            let hint = "write `repeat 0 .. infinity times …`";
            return self.unexpected_with("how often at least", hint);
        }
        let low = self.value()?;
        let mut high = RepeatEnd::Same;
        if self.eat("..") {
            high = match self.eat("infinity") {
                true => RepeatEnd::Infinity,
                false => RepeatEnd::Value(self.value()?),
            };
        }
        self.expect("times")?;
        Ok(StatementKind::Repeat { low, high, body: self.boxed_group() })
    }

    fn amount(&mut self) -> Parsing<Amount> {
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

    /// `E < F`
    fn comparison(&mut self) -> Parsing<StatementKind> {
        let pos = self.pos;
        let start = self.span();
        let left = self.value()?;
        let Some(sign) = self.comparison_sign() else {
            let span = self.since(start);
            let title = "a value alone is not a statement";
            self.report(
                Diagnostic::error("lone-value", span, title)
                    .hint("compare it with another value, for example `… > 0`"),
            );
            return Err(Reported);
        };
        let rule_before = self.at("=") && self.looks_like_a_rule(pos);
        self.bump();
        if rule_before {
            return self.rule_after_comma(pos);
        }
        let right = self.value()?;
        Ok(StatementKind::Compare(sign, left, right))
    }

    /// Whether the comparison that begins at this token is really the next
    /// rule, after a rule that ends with a comma: a name on a new line, and
    /// something behind the `=` that cannot be a value.
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
            Diagnostic::error("missing-period", span, "this rule does not end with `.`")
                .hint("put a `.` here")
                .other(self.span(), "another rule begins here"),
        );
        Err(Reported)
    }

    fn comparison_sign(&self) -> Option<Comparison> {
        Some(match self.kind() {
            TokenKind::Sign("=") => Comparison::Equal,
            TokenKind::Sign("<>") => Comparison::Different,
            TokenKind::Sign("<") => Comparison::Less,
            TokenKind::Sign(">") => Comparison::Greater,
            TokenKind::Sign("<=") => Comparison::AtMost,
            TokenKind::Sign(">=") => Comparison::AtLeast,
            _ => return None,
        })
    }

    /// Whether the token `n` ahead joins or compares values.
    fn is_operator(&self, n: usize) -> bool {
        matches!(
            self.ahead(n).kind,
            TokenKind::Sign("+" | "-" | "*" | "=" | "<>" | "<" | ">" | "<=" | ">=")
        )
    }
}
