//! The words that begin statements, and which of them was meant by a name that
//! cannot be the name of a rule.

use super::{Parser, Parsing, Reported, Slot};
use crate::ast::{Amount, Compass, Name, StatementKind, Value};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Fix, closest};
use crate::token::{Token, TokenKind};

/// Words that begin a statement which is read by hand.
const BY_HAND: &[&str] = &["drop", "either", "matches", "repeat", "rotate", "tell", "try"];

/// Words that begin a statement and are followed by something.
fn long_words() -> impl Iterator<Item = &'static str> {
    let table = StatementKind::FIRST_WORDS.iter().filter(|(_, is_whole)| !is_whole);
    table.map(|(word, _)| *word).chain(BY_HAND.iter().copied())
}

/// Whether a word begins a statement, other than one that sets a direction.
pub(super) fn begins_by_word(word: &str) -> bool {
    BY_HAND.contains(&word) || StatementKind::FIRST_WORDS.iter().any(|(first, _)| *first == word)
}

/// The words that are a statement by themselves, in alphabetical order.
pub fn lone_words() -> Vec<&'static str> {
    let whole = StatementKind::FIRST_WORDS.iter().filter(|(_, is_whole)| *is_whole);
    let directions = Compass::ALL.into_iter().map(Compass::word);
    let mut words: Vec<&str> =
        whole.map(|(word, _)| *word).chain(directions).chain(["pickup", "putdown"]).collect();
    words.sort_unstable();
    words
}

impl Parser<'_> {
    /// Whether the token `n` ahead can begin a statement.
    pub(super) fn begins_statement(&self, n: usize) -> bool {
        match self.ahead(n).kind {
            TokenKind::Word(word) => {
                begins_by_word(word)
                    || Compass::named(word).is_some()
                    || matches!(word, "base" | "count" | "sum" | "steps" | "height" | "hand")
            }
            TokenKind::Name | TokenKind::Int(_) | TokenKind::Mark("[") => true,
            _ => false,
        }
    }

    pub(super) fn no_statement(&mut self) -> Parsing<StatementKind> {
        let hint = match self.kind() {
            TokenKind::Word("own" | "enemy" | "piece" | "empty" | "field") => {
                "say what to do with it: `find …` or `points at …`"
            }
            TokenKind::Word("infinity") => "write `repeat 0 .. infinity times …`",
            TokenKind::Word("start") => "write `matches start`",
            TokenKind::Mark("{") => "statements are grouped by brackets: `[ …, … ]`",
            TokenKind::Mark(",") => "take one comma out",
            TokenKind::Word("or" | "else") if self.last_is(",") => "take the comma before it out",
            TokenKind::Symbol => "to say something, write `tell both 'check'`",
            _ => "",
        };
        let fix = match self.kind() {
            TokenKind::Word("start") => Some((self.span(), "matches start")),
            TokenKind::Mark(",") => Some((self.span(), "")),
            TokenKind::Word("or" | "else") if self.last_is(",") => Some((self.last_span(), "")),
            _ => None,
        };
        let fix = fix.map(|(span, text)| Fix { span, text: text.to_string() });
        self.unexpected_but("a statement", hint, fix)
    }

    /// A name alone. If what follows cannot follow a name, the name was perhaps
    /// meant to be a word of the language.
    pub(super) fn call(&mut self) -> Parsing<StatementKind> {
        let may_follow = match self.ahead(1).kind {
            TokenKind::Mark(mark) => !matches!(mark, "[" | "("),
            TokenKind::Word(word) => {
                matches!(word, "or" | "else" | "do" | "until" | "of" | "times" | "to" | "in")
                    || self.ahead(1).first_on_line
            }
            TokenKind::End | TokenKind::Drawing => true,
            TokenKind::Name | TokenKind::Int(_) | TokenKind::Symbol => self.ahead(1).first_on_line,
        };
        let may_follow = may_follow || self.open_try > 0 && self.at_misspelt_else(1);
        if !may_follow && let Some(hint) = foreign_statement(self.words(self.span())) {
            self.foreign_word(hint);
            return Err(Reported);
        }
        if !may_follow && let Some(word) = self.word_in_two() {
            let span = self.span().to(self.ahead(1).span);
            let title = format!("`{}` is one word", self.words(span));
            self.report(Diagnostic::error(Code::MisspeltWord, span, title).did_you_mean(word));
            self.quiet = false;
            self.bump();
            self.bump();
            return self.rest_of_statement(word);
        }
        if !may_follow && self.is_chance() {
            return Err(Reported);
        }
        if !may_follow && let Some(word) = self.meant_word() {
            self.misspelt(word);
            self.quiet = false;
            self.bump();
            return self.rest_of_statement(word);
        }
        Ok(StatementKind::Call(self.bump_name()))
    }

    /// The word that is written as two names here, of which no rule has the first.
    fn word_in_two(&self) -> Option<&'static str> {
        let word = match (self.words(self.span()), self.words(self.ahead(1).span)) {
            ("put", "down") => "putdown",
            ("pick", "up") => "pickup",
            _ => return None,
        };
        // Nothing is said where `muted`, and looking takes time.
        let is_rule = |pair: &[Token]| {
            pair[1].kind == TokenKind::Mark("=")
                && self.words(pair[0].span) == self.words(self.span())
        };
        (!self.muted && !self.tokens.windows(2).any(is_rule)).then_some(word)
    }

    /// What to write in place of a word of other languages after a statement, as in `win if a`.
    pub(super) fn foreign_after_statement(&self) -> Option<&'static str> {
        let goes_on = self.begins_statement(1) && !self.ahead(1).first_on_line;
        let word = self.words(self.span());
        foreign_statement(word).filter(|_| self.at_name() && goes_on)
    }

    /// Whether a name before `(` is nearly a word that can be there, as in `putdwn (a - b)`, and
    /// no rule of this text with parameters has that name.
    pub(super) fn is_misspelt(&self) -> bool {
        let is_defined = self.general.binary_search(&self.words(self.span())).is_ok();
        !is_defined && self.meant_word().is_some()
    }

    /// Whether a word of the language was taken as the name of a rule with parameters.
    pub(super) fn is_general_word(&self, word: &str) -> bool {
        self.general.binary_search(&word).is_ok()
    }

    /// Whether the token `n` ahead, between two statements and without a comma
    /// before it, is nearly `else`.
    pub(super) fn at_misspelt_else(&self, n: usize) -> bool {
        let token = self.ahead(n);
        let begins_rule = token.first_on_line && self.is(n + 1, "=");
        token.kind == TokenKind::Name
            && !begins_rule
            && self.begins_statement(n + 1)
            && closest(self.words(token.span), ["else"]).is_some()
    }

    pub(super) fn meant_word(&self) -> Option<&'static str> {
        let follower = [("at", "points"), ("each", "for"), ("opponent", "as"), ("by", "replace")];
        if let Some((_, word)) = follower.into_iter().find(|(next, _)| self.is(1, next)) {
            return Some(word);
        }
        let word = self.words(self.span());
        let known = long_words().filter(|word| self.can_go_on(word));
        if word.len() < 3 { None } else { closest(word, known) }
    }

    /// Whether the next token can follow this word.
    pub(super) fn can_go_on(&self, word: &str) -> bool {
        if let Some(can) = StatementKind::can_go_on(self, word) {
            return can;
        }
        let name = Name::can_begin(self);
        match word {
            "repeat" => Value::can_begin(self),
            "either" | "try" => self.begins_statement(1),
            "matches" => name || self.is(1, "start"),
            "drop" => name || self.is(1, "piece"),
            "rotate" => Amount::can_begin(self),
            "tell" => ["both", "own", "enemy"].iter().any(|word| self.is(1, word)),
            _ => false,
        }
    }
}

/// What to write in place of a word with which other languages begin statements.
fn foreign_statement(word: &str) -> Option<&'static str> {
    Some(match word {
        "if" | "If" | "when" => "to do B only if A succeeds, write `try [ test A, B ] else C`",
        "unless" => "to go on only if A fails, write `not A`",
        "while" | "loop" => "write `repeat 0 .. infinity times A`",
        "foreach" => "write `for each own piece do A`",
        _ => return None,
    })
}
