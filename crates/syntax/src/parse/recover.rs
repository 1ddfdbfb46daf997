//! Where the parser goes on after a mistake, and how it tells that a new item
//! begins although the one before was not finished.

use super::{Parser, parameters_follow};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::token::TokenKind;

/// The words that begin a section.
pub(super) const SECTIONS: &[&str] = &[
    "extends",
    "without",
    "dimensions",
    "lines",
    "players",
    "pieces",
    "zones",
    "directions",
    "counters",
    "memory",
    "reserve",
    "stacks",
    "start",
    "layout",
];

/// The words that begin a value.
pub(super) const ROLES: &[&str] = &["value", "evaluation", "bound"];

impl Parser<'_> {
    /// Whether a new item plainly begins here: on a new line, with the word of
    /// a section or a value, or with a name and `=`.
    pub(super) fn at_item_start(&self) -> bool {
        if !self.token().first_on_line {
            return false;
        }
        match self.kind() {
            TokenKind::Name if self.is(1, "=") || self.begins_general(0) => true,
            TokenKind::Name => {
                self.is_flush() && self.ahead(1).kind == TokenKind::Name && self.is(2, "=")
            }
            TokenKind::Word(word) if SECTIONS.contains(&word) => !self.is(1, ","),
            TokenKind::Word(word) if ROLES.contains(&word) => true,
            TokenKind::Word("height" | "hand") => false,
            TokenKind::Word(_) => self.is(1, "=") || self.is_flush() && self.parameters_follow(0),
            _ => false,
        }
    }

    /// Whether a rule with parameters begins at the token `n` ahead: `line(n) =`.
    pub(super) fn begins_general(&self, n: usize) -> bool {
        self.ahead(n).kind == TokenKind::Name && self.parameters_follow(n)
    }

    /// Whether parameters and `=` follow the token `n` ahead.
    pub(super) fn parameters_follow(&self, n: usize) -> bool {
        self.tokens.get(self.pos + n..).is_some_and(parameters_follow)
    }

    /// The same where a name and `=` may be something else, such as an entry
    /// badly written or a comparison: a rule begins without indentation.
    pub(super) fn at_plain_item_start(&self) -> bool {
        self.at_item_start() && (self.is_flush() || !self.at_name() && !self.is(1, "="))
    }

    fn is_flush(&self) -> bool {
        let start = self.span().start as usize;
        start == 0 || self.text.as_bytes()[start - 1] == b'\n'
    }

    /// Goes to the next `,` `]` `.` of this list of statements, or to an `or`
    /// or `else` that somebody waits for.
    pub(super) fn skip_statement(&mut self) {
        let mut open = 0;
        while !self.at_end() && !self.at(".") && !self.at_item_start() {
            match self.kind() {
                TokenKind::Mark("[" | "(" | "{") => open += 1,
                TokenKind::Mark("]") if open == 0 => return,
                TokenKind::Mark("]" | ")" | "}") if open > 0 => open -= 1,
                TokenKind::Mark(",") if open == 0 => return,
                TokenKind::Word("or") if open == 0 && self.open_either > 0 => return,
                TokenKind::Word("else") if open == 0 && self.open_try > 0 => return,
                _ => {}
            }
            self.bump();
        }
    }

    /// Whether the brackets that are open here are all closed before the rule
    /// ends.
    pub(super) fn brackets_are_closed(&mut self) -> bool {
        // The answer is the same at all places of the rule.
        if let Some(closed) = self.closed {
            return closed;
        }
        let mut open = i64::from(self.hidden.brackets);
        for (i, token) in self.tokens.iter().enumerate().skip(self.pos) {
            let next_is_sign =
                self.tokens.get(i + 1).is_some_and(|t| t.kind == TokenKind::Mark("="));
            match token.kind {
                TokenKind::Mark("[") => open += 1,
                TokenKind::Mark("]") => open -= 1,
                TokenKind::Mark(".") | TokenKind::End => break,
                TokenKind::Name if token.first_on_line && next_is_sign => break,
                _ => {}
            }
        }
        self.closed = Some(open <= 0);
        open <= 0
    }

    /// At a comma where `word` is wanted: if the word comes after a `]`, the `[`
    /// was forgotten. Says so and goes to the word.
    pub(super) fn missing_bracket(&mut self, word: &str) -> bool {
        let pos = self.pos;
        let waiting = std::mem::take(&mut self.open_either);
        while self.eat(",") {
            self.skip_statement();
        }
        self.open_either = waiting;
        let found = self.at("]") && self.is(1, word);
        let end = std::mem::replace(&mut self.pos, pos);
        if found {
            let title = format!("the statements before this `{word}` have no `[`");
            let close = self.tokens[end].span;
            self.report(
                Diagnostic::error(Code::UnclosedBracket, self.span(), title)
                    .hint("put a `[` before the first of them")
                    .other(close, "they are closed here"),
            );
            self.pos = end + 1;
        }
        found
    }

    /// Goes after the `)` that belongs to a `(` already read, if there is one.
    pub(super) fn skip_parentheses(&mut self) {
        let mut open = 0;
        while !self.at_end() && !self.at(".") && !self.at_item_start() {
            match self.kind() {
                TokenKind::Mark(")") if open == 0 => return,
                TokenKind::Mark("[" | "(" | "{") => open += 1,
                TokenKind::Mark("]" | ")" | "}") => open -= 1,
                _ => {}
            }
            if open < 0 {
                return;
            }
            self.bump();
        }
    }

    /// Goes to the `.` or `}` that ends this item, or to the next item.
    pub(super) fn skip_to_item_end(&mut self) {
        while !self.at_end() && !self.at(".") && !self.at("}") {
            self.bump();
            if self.at_item_start() {
                return;
            }
        }
    }

    /// Passes over text that belongs to no item: through its `.` or `}`, or up
    /// to the next item.
    pub(super) fn skip_item(&mut self) {
        let start = self.span();
        let mut open = 0;
        while !self.at_end() {
            let ends = match self.kind() {
                TokenKind::Mark("{") => {
                    open += 1;
                    false
                }
                TokenKind::Mark("}") => {
                    open -= 1;
                    open <= 0
                }
                TokenKind::Mark(".") => open == 0,
                _ => false,
            };
            self.bump();
            if ends || self.at_plain_item_start() || open == 0 && self.at_item_start() {
                break;
            }
        }
        self.pass_over(start);
    }

    /// Notes that the text since `start` was not read, if the reader was told.
    pub(super) fn pass_over(&mut self, start: Span) {
        if self.said {
            self.skipped.push(self.since(start));
        }
    }

    /// Goes to the next entry of a section, its `}`, or the next item. An entry
    /// begins with a name on a new line, or a name before a symbol.
    pub(super) fn skip_entry(&mut self) {
        while !self.at_end() && !self.at("}") {
            self.bump();
            if self.at_entry() || self.at_plain_item_start() {
                return;
            }
        }
    }

    pub(super) fn at_entry(&self) -> bool {
        let before_symbol = self.ahead(1).kind == TokenKind::Symbol;
        self.at_name() && (before_symbol || self.token().first_on_line)
    }
}
