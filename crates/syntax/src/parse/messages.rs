//! The messages of the parser: said once for each mistake, and not at all about
//! what only follows from an earlier one.

use super::{Parser, Parsing, Reported, is_connector};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Fix, closest, no_chance};
use crate::lex::{MAX_DIAGNOSTICS, shorten};
use crate::span::Span;
use crate::token::TokenKind;

impl Parser<'_> {
    /// Says that a word of a construct is misspelt, replaced by another or left
    /// out; fails only if nothing follows with which the construct could go on.
    pub(super) fn missing_word(&mut self, what: &str) -> Parsing<Span> {
        let goes_on = |parser: &Self, n: usize| {
            let first = parser.ahead(n).first_on_line;
            let stops = matches!(parser.ahead(n).kind, TokenKind::Mark("," | "." | "]" | "}"));
            !first && !stops && parser.ahead(n).kind != TokenKind::End
        };
        if let TokenKind::Word(word) = self.kind()
            && self.last_is(word)
        {
            self.doubled_word(word);
            return self.expect(what);
        }
        if self.at("]") && self.is(1, what) {
            self.report(
                Diagnostic::error(Code::StrayBracket, self.span(), "this `]` closes nothing")
                    .hint("take it out")
                    .replace_by(""),
            );
            self.bump();
            return Ok(self.bump());
        }
        if self.at(",") && self.missing_bracket(what) {
            return Ok(self.bump());
        }
        let word = self.words(self.span());
        if self.at_name() && goes_on(self, 1) && closest(word, [what]).is_some() {
            self.misspelt(what);
            return Ok(self.bump());
        }
        // Another word before a pattern stands for the one that is wanted.
        let before_pattern = self.at_name()
            && matches!(what, "at" | "by")
            && matches!(self.ahead(1).kind, TokenKind::Word("own" | "enemy" | "empty" | "field"));
        let other_word =
            before_pattern || matches!(self.kind(), TokenKind::Word(word) if is_connector(word));
        if !goes_on(self, 0) || other_word && !goes_on(self, 1) {
            return self.unexpected(&format!("`{what}`"));
        }
        if other_word {
            let hint = format!("put `{what}` in its place");
            let fix = Fix { span: self.span(), text: what.to_string() };
            let _ = self.unexpected_but::<()>(&format!("`{what}`"), &hint, Some(fix));
            return Ok(self.bump());
        }
        let title = format!("`{what}` is missing before {}", self.found());
        self.report(
            Diagnostic::error(Code::MissingWord, self.span(), title)
                .hint(format!("put `{what}` before it"))
                .fix(self.span().before(), format!("{what} ")),
        );
        Ok(self.last_span().after())
    }

    /// Gives up the rest of the item without a further word.
    pub(super) fn too_deep<T>(&mut self, title: &str) -> Parsing<T> {
        if !self.deep_reported {
            let diagnostic = Diagnostic::error(Code::TooDeep, self.span(), title)
                .hint("move the inner part into a rule or value of its own");
            self.report(diagnostic);
        }
        self.deep_reported = true;
        self.muted = true;
        self.skip_to_item_end();
        Err(Reported)
    }

    /// Keeps a message unless it can only follow from an earlier one.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        let known = self.last_error == Some(self.pos) || self.token().damaged;
        if self.muted || std::mem::replace(&mut self.quiet, true) || known {
            return;
        }
        self.last_error = Some(self.pos);
        self.said = true;
        self.diagnostics.push(diagnostic);
        if self.diagnostics.len() > MAX_DIAGNOSTICS {
            self.pos = self.tokens.len() - 1;
            self.muted = true;
        }
    }

    pub(super) fn unexpected<T>(&mut self, wanted: &str) -> Parsing<T> {
        self.unexpected_with(wanted, "")
    }

    /// Says what was wanted and what is here instead, with advice unless empty.
    pub(super) fn unexpected_with<T>(&mut self, wanted: &str, hint: &str) -> Parsing<T> {
        self.unexpected_but(wanted, hint, None)
    }

    /// The same with the change that the advice names.
    pub(super) fn unexpected_but<T>(
        &mut self,
        wanted: &str,
        hint: &str,
        fix: Option<Fix>,
    ) -> Parsing<T> {
        let title = format!("expected {wanted}, found {}", self.found());
        // Something missing at the end of a line is missing there, not at the
        // beginning of the next one.
        let after = self.at_end() || self.token().first_on_line && self.pos > 0;
        let span = if after { self.last_span().after() } else { self.span() };
        let mut diagnostic = Diagnostic::error(Code::Unexpected, span, title);
        if !hint.is_empty() {
            diagnostic = diagnostic.hint(hint);
        }
        diagnostic.fix = fix;
        self.report(diagnostic);
        Err(Reported)
    }

    /// The token here, as a message names it.
    pub(super) fn found(&self) -> String {
        match self.kind() {
            TokenKind::End => "the end of the file".to_string(),
            TokenKind::Drawing => "a drawing".to_string(),
            _ => format!("`{}`", shorten(self.words(self.span()))),
        }
    }

    pub(super) fn misspelt(&mut self, meant: &str) {
        let title = format!("the word `{}` is not known here", shorten(self.words(self.span())));
        let span = self.span();
        self.report(Diagnostic::error(Code::MisspeltWord, span, title).did_you_mean(meant));
    }

    /// A word of other languages, with what to write instead.
    pub(super) fn foreign_word(&mut self, hint: &str) {
        let word = shorten(self.words(self.span()));
        let title = format!("`{word}` is not a word of the language");
        self.report(Diagnostic::error(Code::MisspeltWord, self.span(), title).hint(hint));
    }

    /// Reports a word about dice or cards; false for other words.
    pub(super) fn is_chance(&mut self) -> bool {
        let diagnostic = no_chance(self.words(self.span()), self.span());
        let found = diagnostic.is_some();
        diagnostic.into_iter().for_each(|diagnostic| self.report(diagnostic));
        found
    }

    /// Passes over a comma before the `or` or `else` that is waited for.
    pub(super) fn comma_before(&mut self, word: &str) {
        if self.at(",") && self.is(1, word) {
            let title = format!("a comma before `{word}`");
            self.report(
                Diagnostic::error(Code::Unexpected, self.span(), title)
                    .hint("take the comma out")
                    .replace_by(""),
            );
            self.quiet = false;
            self.bump();
        }
    }

    pub(super) fn doubled_word(&mut self, word: &str) {
        let title = format!("`{word}` is here twice");
        self.report(
            Diagnostic::error(Code::DoubledWord, self.span(), title)
                .hint("take one of them out")
                .replace_by(""),
        );
        self.bump();
    }

    pub(super) fn reserved_word(&mut self, word: &str) {
        let title = format!("`{word}` is a word of the language and cannot be a name");
        self.report(
            Diagnostic::error(Code::ReservedWord, self.span(), title)
                .hint(format!("choose another name, for example `my_{word}`"))
                .replace_by(format!("my_{word}")),
        );
    }
}
