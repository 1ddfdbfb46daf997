//! Patterns, the places they are restricted to, and the sources that `for
//! each`, `count` and `sum` draw from.

use super::{Parser, Parsing};
use crate::ast::*;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Fix, closest};
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn pattern(&mut self) -> Parsing<Pattern> {
        let (pattern, in_reserve) = self.pattern_or_reserve()?;
        if in_reserve {
            let span = self.last_span();
            self.report(
                Diagnostic::error(Code::Unexpected, span, "pieces in reserve can only be counted")
                    .hint("write `count … in reserve`, or `drop` to bring one in"),
            );
        }
        Ok(pattern)
    }

    /// A pattern, and whether `in reserve` follows it.
    fn pattern_or_reserve(&mut self) -> Parsing<(Pattern, bool)> {
        let start = self.span();
        let (owner, what) = self.pattern_head()?;
        let mut place = None;
        let mut in_reserve = false;
        if self.at_name() && !self.token().first_on_line && self.fields_follow() {
            self.misspelt("in");
            self.bump();
            place = Some(self.place()?);
        } else if self.eat("in") {
            in_reserve = self.eat("reserve");
            if !in_reserve {
                place = Some(self.place()?);
            }
        }
        Ok((Pattern { owner, what, place, span: self.since(start) }, in_reserve))
    }

    /// Whether the token after this one begins rows or columns.
    fn fields_follow(&self) -> bool {
        ["row", "rows", "column", "columns"].iter().any(|word| self.is(1, word))
    }

    fn pattern_head(&mut self) -> Parsing<(Option<Owner>, What)> {
        match self.kind() {
            TokenKind::Word(word) if self.last_is(word) => {
                self.doubled_word(word);
                self.pattern_head()
            }
            TokenKind::Name if self.owner_follows() => {
                let fix = Fix { span: self.span(), text: String::new() };
                let _ = self.unexpected_but::<()>("a pattern", "take it out", Some(fix));
                self.bump();
                self.pattern_head()
            }
            TokenKind::Name if self.is_spelling(0, "empty") && self.is_spelling(1, "field") => {
                let title = format!("the word `{}` is not known here", self.words(self.span()));
                let meant = "empty field";
                let both = self.span().to(self.ahead(1).span);
                self.report(
                    Diagnostic::error(Code::MisspeltWord, self.span(), title)
                        .did_you_mean(meant)
                        .fix(both, meant),
                );
                self.bump();
                self.bump();
                Ok((None, What::EmptyField))
            }
            TokenKind::Name if self.field_follows() => Ok(self.misspelt_empty()),
            TokenKind::Word("pieces") if !self.at_item_start() => {
                self.misspelt("piece");
                self.bump();
                Ok((None, What::Piece))
            }
            TokenKind::Word("own") => {
                let owner = Owner::Own(self.bump());
                Ok((Some(owner), self.owned()?))
            }
            TokenKind::Word("enemy") => {
                let owner = Owner::Enemy(self.bump());
                Ok((Some(owner), self.owned()?))
            }
            TokenKind::Word("opponent") => {
                let hint = "the pieces of the other player are `enemy …`";
                let fix = Fix { span: self.span(), text: "enemy".to_string() };
                let _ = self.unexpected_but::<()>("a pattern", hint, Some(fix));
                let owner = Owner::Enemy(self.bump());
                Ok((Some(owner), self.owned()?))
            }
            TokenKind::Word("empty") => self.empty_field(),
            TokenKind::Word("field") => {
                self.bump();
                Ok((None, What::Field))
            }
            TokenKind::Word("piece") => {
                self.bump();
                Ok((None, What::Piece))
            }
            TokenKind::Name if self.begins_owned(1) => {
                let owner = Owner::Player(self.bump_name());
                Ok((Some(owner), self.owned()?))
            }
            TokenKind::Word("row" | "rows" | "column" | "columns") | TokenKind::Mark("(") => {
                let fix = Fix { span: self.span().before(), text: "field in ".to_string() };
                self.unexpected_but("a pattern", "write `field in …`", Some(fix))
            }
            TokenKind::Word("start") => self
                .unexpected_with("a pattern", "to compare with the start, write `matches start`"),
            _ => {
                Ok((None, What::Name(self.name("a pattern such as `own piece` or `empty field`")?)))
            }
        }
    }

    /// `empty field`; what is empty can be nothing else, so any word that is
    /// near to `field` is meant to be it.
    fn empty_field(&mut self) -> Parsing<(Option<Owner>, What)> {
        self.bump();
        let word = self.words(self.span());
        if self.at_name() && !self.at_item_start() && closest(word, ["field", "fields"]).is_some() {
            self.misspelt("field");
            self.bump();
        } else if matches!(self.kind(), TokenKind::Mark(_) | TokenKind::End) {
            let fix = Fix { span: self.last_span().after(), text: " field".to_string() };
            return self.unexpected_but("`field`", "write `empty field`", Some(fix));
        } else {
            self.expect("field")?;
        }
        Ok((None, What::EmptyField))
    }

    /// Whether a name comes before `field`, or comes as near to `empty` as what follows to `field`.
    fn field_follows(&self) -> bool {
        let next = self.ahead(1);
        let is_near = |n: usize, word| closest(self.words(self.ahead(n).span), [word]).is_some();
        !next.first_on_line
            && match next.kind {
                TokenKind::Word("field") => true,
                TokenKind::Name => is_near(0, "empty") && is_near(1, "field"),
                _ => false,
            }
    }

    /// A name where only `empty` can be.
    fn misspelt_empty(&mut self) -> (Option<Owner>, What) {
        match closest(self.words(self.span()), ["empty"]) {
            Some(meant) => self.misspelt(meant),
            None => self.foreign_word("`empty` is the only word that can come before `field`"),
        }
        self.bump();
        if self.at_name() {
            self.misspelt("field");
        }
        self.bump();
        (None, What::EmptyField)
    }

    /// Whether a name comes before `own` and the like, as an article does.
    fn owner_follows(&self) -> bool {
        let next = self.ahead(1);
        matches!(next.kind, TokenKind::Word("own" | "enemy" | "empty")) && !next.first_on_line
    }

    /// Whether the token `n` ahead is this word but for capital letters.
    fn is_spelling(&self, n: usize, word: &str) -> bool {
        self.words(self.ahead(n).span).eq_ignore_ascii_case(word)
    }

    /// Whether the word `n` ahead can follow a player's name. A name and
    /// `=` on a new line is the next rule.
    fn begins_owned(&self, n: usize) -> bool {
        let token = self.ahead(n);
        let next_rule = token.first_on_line && self.is(n + 1, "=");
        self.is(n, "piece") || token.kind == TokenKind::Name && !next_rule
    }

    /// What follows an owner.
    fn owned(&mut self) -> Parsing<What> {
        if self.eat("piece") {
            return Ok(What::Piece);
        }
        if self.at("field") || self.at("empty") {
            return self.unexpected_with("a piece", "fields belong to nobody");
        }
        if self.at("pieces") && !self.at_item_start() {
            self.misspelt("piece");
            self.bump();
            return Ok(What::Piece);
        }
        if matches!(self.kind(), TokenKind::Mark(_)) {
            let fix = Fix { span: self.last_span().after(), text: " piece".to_string() };
            return self.unexpected_but("a piece", "write `piece` for any piece", Some(fix));
        }
        Ok(What::Name(self.name("a piece")?))
    }

    pub(super) fn source(&mut self) -> Parsing<Source> {
        let (source, in_reserve) = self.source_or_reserve()?;
        if in_reserve {
            let span = self.last_span();
            self.report(
                Diagnostic::error(Code::Unexpected, span, "pieces in reserve can only be counted")
                    .hint("write `count … in reserve`"),
            );
        }
        Ok(source)
    }

    /// What `count` counts, and whether that is in reserve. A lone name is left
    /// open: it may be a piece, a zone or a rule.
    pub(super) fn source_or_reserve(&mut self) -> Parsing<(Source, bool)> {
        match self.kind() {
            TokenKind::Word("own" | "enemy" | "opponent" | "empty" | "field" | "piece") => {
                let (pattern, in_reserve) = self.pattern_or_reserve()?;
                Ok((Source::Pattern(pattern), in_reserve))
            }
            TokenKind::Name if self.is(1, "in") || self.begins_owned(1) || self.field_follows() => {
                let (pattern, in_reserve) = self.pattern_or_reserve()?;
                Ok((Source::Pattern(pattern), in_reserve))
            }
            TokenKind::Name if self.is(1, "(") => {
                Ok((Source::Statement(Box::new(self.group())), false))
            }
            TokenKind::Name => Ok((Source::Name(self.bump_name()), false)),
            _ => {
                if !self.begins_statement(0) {
                    let hint = "write a pattern such as `own piece`, or a group `[ … ]`";
                    return self.unexpected_with("what to look for", hint);
                }
                Ok((Source::Statement(Box::new(self.group())), false))
            }
        }
    }

    /// Whether a set of fields begins here that is not just a name.
    pub(super) fn begins_fields(&self) -> bool {
        match self.kind() {
            TokenKind::Word(word) => matches!(word, "row" | "rows" | "column" | "columns"),
            TokenKind::Mark(mark) => matches!(mark, "(" | "-"),
            _ => false,
        }
    }

    fn place(&mut self) -> Parsing<Place> {
        if !self.at_name() || self.nearly_lines().is_some() {
            return self.fields();
        }
        let name = self.name("a zone or field")?;
        let span = name.span;
        Ok(Place { kind: PlaceKind::Name(name), span })
    }

    pub(super) fn fields(&mut self) -> Parsing<Place> {
        self.nested(|parser| {
            let start = parser.span();
            let kind = parser.fields_kind()?;
            let place = Place { kind, span: parser.since(start) };
            if !parser.eat("in") {
                return Ok(place);
            }
            let kind = PlaceKind::In(Box::new(place), Box::new(parser.place()?));
            Ok(Place { kind, span: parser.since(start) })
        })
    }

    /// The word for rows or columns that a name before a number or a letter is meant to be.
    fn nearly_lines(&self) -> Option<&'static str> {
        let next = self.ahead(1);
        let is_line = match next.kind {
            TokenKind::Name => self.words(next.span).len() == 1,
            TokenKind::Int(_) => true,
            _ => false,
        };
        let word = (self.at_name() && is_line && !next.first_on_line).then(|| self.span())?;
        closest(self.words(word), ["row", "rows", "column", "columns"])
    }

    fn fields_kind(&mut self) -> Parsing<PlaceKind> {
        let meant = self.nearly_lines();
        meant.into_iter().for_each(|meant| self.misspelt(meant));
        match meant.map_or(self.kind(), TokenKind::Word) {
            TokenKind::Word("row") => {
                let fix = Fix { span: self.bump(), text: "rows".to_string() };
                let row = self.int("the number of a row")?;
                if self.at("..") {
                    return self.unexpected_but("one row", "write `rows` for several", Some(fix));
                }
                Ok(PlaceKind::Rows(row, row))
            }
            TokenKind::Word("rows") => {
                self.bump();
                let first = self.int("the number of a row")?;
                self.expect("..")?;
                Ok(PlaceKind::Rows(first, self.int("the number of a row")?))
            }
            TokenKind::Word("column") => {
                let fix = Fix { span: self.bump(), text: "columns".to_string() };
                let column = self.name("the letter of a column")?;
                if self.at("..") {
                    let hint = "write `columns` for several";
                    return self.unexpected_but("one column", hint, Some(fix));
                }
                Ok(PlaceKind::Columns(column.clone(), column))
            }
            TokenKind::Word("columns") => {
                self.bump();
                let first = self.name("the letter of a column")?;
                self.expect("..")?;
                Ok(PlaceKind::Columns(first, self.name("the letter of a column")?))
            }
            TokenKind::Mark("(") => {
                self.bump();
                let mut list = vec![self.place()?];
                while self.eat(",") {
                    list.push(self.place()?);
                }
                self.expect(")")?;
                Ok(PlaceKind::List(list))
            }
            TokenKind::Mark("-") => {
                self.bump();
                Ok(PlaceKind::Nothing)
            }
            _ => {
                let hint =
                    "write `row 1`, `rows 1 .. 2`, `column a`, `columns a .. c` or `(a1, b2)`";
                self.unexpected_with("a set of fields", hint)
            }
        }
    }
}
