//! The items of a file: which section or rule begins here, and what to say if
//! none does.

use super::recover::{ROLES, SECTIONS};
use super::{Parser, Parsing, Reported};
use crate::ast::{Item, ItemKind, Name};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Fix, closest};
use crate::lex::shorten;
use crate::token::TokenKind;

impl Parser<'_> {
    pub(super) fn items(&mut self) -> Vec<Item> {
        let mut items = Vec::new();
        while !self.at_end() {
            let (start, pos) = (self.span(), self.pos);
            self.quiet = false;
            self.said = false;
            if let Ok(kind) = self.item() {
                items.push(Item { kind, span: self.since(start) });
            }
            self.muted = self.diagnostics.len() > crate::lex::MAX_DIAGNOSTICS;
            if self.pos == pos {
                self.bump();
            }
        }
        items
    }

    pub(super) fn item(&mut self) -> Parsing<ItemKind> {
        match self.kind() {
            TokenKind::Name if self.is(1, "=") => self.rule(),
            TokenKind::Name if self.begins_general(0) => self.general_rule(),
            TokenKind::Name if self.hyphens() > 0 => self.rule_with_hyphens(),
            TokenKind::Word(word)
                if SECTIONS.contains(&word) && self.is(1, "=") && self.is(2, "{") =>
            {
                self.bump();
                let hint = format!("a section is written `{word} {{ … }}`");
                let fix = Fix { span: self.span(), text: String::new() };
                let _ = self.unexpected_but::<()>("`{`", &hint, Some(fix));
                self.quiet = false;
                self.bump();
                self.section(word).inspect_err(|_| self.leave_section(word))
            }
            TokenKind::Word(word) if self.is(1, "=") && !ROLES.contains(&word) => {
                self.reserved_word(word);
                self.rule()
            }
            TokenKind::Word(word) if !ROLES.contains(&word) && self.parameters_follow(0) => {
                self.reserved_word(word);
                self.general_rule()
            }
            TokenKind::Word(word) if SECTIONS.contains(&word) => {
                self.bump();
                self.section(word).inspect_err(|_| self.leave_section(word))
            }
            TokenKind::Word(word) if ROLES.contains(&word) => {
                self.bump();
                self.value_item(word)
            }
            TokenKind::Name => self.item_with_unknown_word(),
            TokenKind::Word(_) if self.is(1, "{") => self.item_with_unknown_word(),
            _ => self.stray_text(),
        }
    }

    /// A name that is not followed by `=`: a misspelt word, a section that does
    /// not exist, or a rule without its `=`.
    pub(super) fn item_with_unknown_word(&mut self) -> Parsing<ItemKind> {
        let word = self.words(self.span()).to_string();
        let next = self.ahead(1).kind;
        if next == TokenKind::Name && self.is(2, "=") {
            if let Some(role) = closest(&word, ROLES.iter().copied()) {
                self.misspelt(role);
                self.quiet = false;
                self.bump();
                return self.value_item(role);
            }
            let title = format!("`{}` before the name of a rule", shorten(&word));
            self.report(
                Diagnostic::error(Code::MisspeltWord, self.span(), title)
                    .hint("only `value`, `evaluation` and `bound` can be there"),
            );
            self.muted = true;
            self.bump();
            return self.rule();
        }
        let sentence_goes_on = matches!(
            next,
            TokenKind::Mark("{" | "(") | TokenKind::Name | TokenKind::Int(_) | TokenKind::Symbol
        );
        if sentence_goes_on && self.is_chance() {
            self.skip_item();
            return Err(Reported);
        }
        if sentence_goes_on && let Some(section) = closest(&word, SECTIONS.iter().copied()) {
            self.misspelt(section);
            self.quiet = false;
            self.bump();
            return self.section(section).inspect_err(|_| self.leave_section(section));
        }
        if next == TokenKind::Mark("{") {
            let title = format!("there is no section `{}`", shorten(&word));
            let hint = format!("the sections are {}", SECTIONS[2..].join(", "));
            self.report(Diagnostic::error(Code::UnknownSection, self.span(), title).hint(hint));
            self.skip_item();
            return Err(Reported);
        }
        if self.begins_statement(1) {
            let title = format!("`=` is missing after `{}`", shorten(&word));
            self.report(
                Diagnostic::error(Code::Unexpected, self.span().after(), title)
                    .hint("a rule is written `name = …`")
                    .replace_by(" ="),
            );
            self.muted = next == TokenKind::Name;
            let name = self.bump_name();
            return self.rule_body(name);
        }
        self.stray_text()
    }

    /// The number of tokens after this one that make it a name with hyphens,
    /// such as `new-mark`.
    pub(super) fn hyphens(&self) -> usize {
        let mut n = 0;
        let close = |n: usize| self.ahead(n).span.end == self.ahead(n + 1).span.start;
        while self.is(n + 1, "-")
            && self.ahead(n + 2).kind == TokenKind::Name
            && close(n)
            && close(n + 1)
        {
            n += 2;
        }
        n
    }

    /// `new-mark = …`
    fn rule_with_hyphens(&mut self) -> Parsing<ItemKind> {
        let n = self.hyphens();
        if !self.is(n + 1, "=") {
            return self.stray_text();
        }
        let span = self.span().to(self.ahead(n).span);
        let text = self.words(span).replace('-', "_");
        let title = format!("`{}` cannot be a name", shorten(self.words(span)));
        self.report(
            Diagnostic::error(Code::BadName, span, title)
                .hint(format!("write `{}`: names have no `-`", shorten(&text)))
                .replace_by(text.clone()),
        );
        self.pos += n + 2;
        self.rule_body(Name { text, span })
    }

    pub(super) fn stray_text(&mut self) -> Parsing<ItemKind> {
        let title = format!("{} does not belong to a section or rule", self.found());
        let mut diagnostic = Diagnostic::error(Code::StrayText, self.span(), title);
        diagnostic = match self.kind() {
            TokenKind::Mark("]" | "}" | ")") => diagnostic.hint("take it out").replace_by(""),
            _ => diagnostic.hint("a rule is written `name = …` and ends with `.`"),
        };
        if self.last_is(".") {
            diagnostic = diagnostic.other(self.last_span(), "the rule before ends here");
        }
        self.report(diagnostic);
        // A mark is only damaged by what comes before it, and that was reported.
        self.said |= self.token().damaged && matches!(self.kind(), TokenKind::Mark(_));
        self.skip_item();
        Err(Reported)
    }

    /// Goes to the end of a section that could not be understood.
    pub(super) fn leave_section(&mut self, word: &str) {
        let drawn = matches!(word, "start" | "layout");
        let start = if drawn { self.last_span().after() } else { self.span() };
        while !self.at_end() && !self.at_item_start() {
            let ends = self.at("}") || self.at(".") && !drawn;
            self.bump();
            if ends {
                break;
            }
        }
        self.pass_over(start);
    }
}
