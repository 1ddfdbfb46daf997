//! Marks, quotes and comments as other languages write them: taken for what was
//! meant where that is clear, otherwise left out, and reported once.

use super::{Lexer, begins_item, is_word, line_length, shorten};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::token::{Token, TokenKind};

/// Marks of other languages, each with the one that was meant.
const NEAR_MISSES: &[(&str, &str)] = &[
    ("...", ".."),
    ("…", ".."),
    ("!=", "<>"),
    ("≠", "<>"),
    ("==", "="),
    (":=", "="),
    ("=>", ">="),
    ("=<", "<="),
    ("≤", "<="),
    ("≥", ">="),
    ("->", "="),
    (";", ","),
    ("−", "-"),
    ("–", "-"),
    ("×", "*"),
];

/// Quotes that are not the plain single one.
pub(super) const FOREIGN_QUOTES: &[char] = &['"', '`', '´', '‘', '’', '“', '”'];

impl Lexer<'_> {
    /// Skips `/* … */` with a message; false if it has no end.
    pub(super) fn block_comment(&mut self) -> bool {
        let start = self.pos;
        let length = self.text[start..].find("*/").filter(|_| self.block_comments_end);
        self.block_comments_end = length.is_some();
        let Some(length) = length else { return false };
        self.pos = start + length + 2;
        let span = self.span(start, self.pos);
        let mut diagnostic =
            Diagnostic::error(Code::OddCharacter, span, "comments are not written `/* … */`")
                .hint("begin each line of the comment with `//`");
        // What follows on the line would become a part of the comment.
        let rest = &self.text[self.pos..];
        if rest[..line_length(rest)].trim().is_empty() {
            let lines = self.text[start + 2..self.pos - 2].trim().lines();
            let lines: Vec<String> = lines.map(|line| format!("// {}", line.trim())).collect();
            diagnostic = diagnostic.replace_by(lines.join("\n"));
        }
        self.report(diagnostic);
        true
    }

    /// Whether the last item has surely ended.
    pub(super) fn between_items(&self) -> bool {
        let last = self.out.tokens.last().map(|token| token.kind);
        matches!(last, None | Some(TokenKind::Mark("." | "}")))
    }

    /// Whether the mark here begins a comment and is no symbol without quotes.
    pub(super) fn is_prose(&self) -> bool {
        // A comment is seldom longer, and there may be many such marks on a line.
        let line = self.text[self.pos + 1..].chars().take(200);
        let mut line = line.take_while(|&c| c != '\n').skip_while(|&c| c == ' ');
        let words = line.next().is_some_and(is_word) && !line.any(|c| c == '}');
        self.fresh_line || self.between_items() || words
    }

    /// Skips `# …` or `-- …` up to the end of the line; one message for several
    /// such lines.
    pub(super) fn foreign_comment(&mut self) {
        let start = self.pos;
        let rest = &self.text[start..];
        let mark = if rest.starts_with("--") { "--" } else { &rest[..1] };
        if self.foreign_comment != Some(self.out.tokens.len()) {
            let span = self.span(start, start + mark.len());
            let title = format!("comments are not written `{mark} …`");
            self.report(
                Diagnostic::error(Code::OddCharacter, span, title)
                    .hint("a comment begins with `//`")
                    .replace_by("//"),
            );
        }
        self.foreign_comment = Some(self.out.tokens.len());
        self.pos += line_length(rest);
    }

    /// Takes `name:` for `name =`, and leaves out the colon after the word of a
    /// section; false elsewhere.
    pub(super) fn colon(&mut self) -> bool {
        let start = self.pos;
        let span = self.span(start, start + 1);
        if self.text[start..].starts_with(":=") {
            return false;
        }
        let title = "`:` is not part of the language";
        let diagnostic = Diagnostic::error(Code::OddCharacter, span, title);
        match self.out.tokens.last() {
            Some(Token { kind: TokenKind::Name, first_on_line: true, .. }) => {
                self.report(diagnostic.hint("a rule is written `name = …`").replace_by(" ="));
                self.push(TokenKind::Mark("="), start, start + 1);
            }
            Some(Token { kind: TokenKind::Word(word), first_on_line: true, .. }) => {
                let hint = format!("a section is written `{word} {{ … }}`");
                self.report(diagnostic.hint(hint).replace_by(""));
                self.pos += 1;
                self.damaged = true;
            }
            _ => return false,
        }
        true
    }

    /// Takes a mark of another language for the one that was meant.
    pub(super) fn near_miss(&mut self) -> bool {
        let start = self.pos;
        let rest = &self.text[start..];
        let Some(&(found, meant)) = NEAR_MISSES.iter().find(|(found, _)| rest.starts_with(*found))
        else {
            return false;
        };
        let mut length = found.len();
        if found == "..." {
            length = rest.find(|c| c != '.').unwrap_or(rest.len());
        }
        let span = self.span(start, start + length);
        let title = format!("`{}` is not part of the language", shorten(&rest[..length]));
        let (meant, hint) = match found {
            ";" if ends_item(&rest[1..]) => (".", "a rule ends with `.`".to_string()),
            ";" => (meant, "statements are separated by `,` and a rule ends with `.`".to_string()),
            _ => (meant, format!("write `{meant}`")),
        };
        let diagnostic = Diagnostic::error(Code::OddCharacter, span, title).hint(hint);
        self.report(diagnostic.replace_by(meant));
        self.push(TokenKind::Mark(meant), start, start + length);
        true
    }

    /// Takes `"X"` and the like for `'X'`; false if there is no second quote.
    pub(super) fn foreign_quotes(&mut self) -> bool {
        let start = self.pos;
        let rest = &self.text[start..];
        let stop = |c: char| FOREIGN_QUOTES.contains(&c) || matches!(c, '\n' | '\r');
        let next = rest.char_indices().skip(1).find(|&(_, c)| stop(c));
        let Some((at, quote)) = next.filter(|(_, c)| FOREIGN_QUOTES.contains(c)) else {
            return false;
        };
        let end = start + at + quote.len_utf8();
        let span = self.span(start, end);
        if !std::mem::replace(&mut self.quotes_reported, true) {
            let title = "these are not the quotes of the language";
            let diagnostic = Diagnostic::error(Code::OddCharacter, span, title)
                .hint("write plain single quotes: `'X'`");
            let inner = &rest[rest.chars().next().map_or(0, char::len_utf8)..at];
            self.report(match inner.contains('\'') {
                true => diagnostic,
                false => diagnostic.replace_by(format!("'{inner}'")),
            });
        }
        self.damaged = true;
        self.push(TokenKind::Symbol, start, end);
        true
    }

    pub(super) fn odd_characters(&mut self) {
        let start = self.pos;
        let rest = &self.text[start..];
        let known =
            |c: char| c.is_ascii_whitespace() || is_word(c) || "'.<>=,()[]{}+-*;".contains(c);
        let length = rest.find(known).unwrap_or(rest.len()).max(1);
        let run = &rest[..length];
        let first = run.chars().next().unwrap_or(' ');
        let title = if run.chars().nth(1).is_none() {
            format!("the character {} has no meaning here", shown(first))
        } else if run.chars().any(|c| c.is_control() || c.is_whitespace()) {
            "these characters have no meaning here".to_string()
        } else {
            format!("the characters `{}` have no meaning here", shorten(run))
        };
        let hint = match first {
            '/' => "a comment begins with `//`",
            '#' | '%' => "a comment begins with `//`, and a symbol is written in quotes",
            ':' => "a rule is written `name = …`",
            '!' => "write `not`",
            '&' => "statements that must all succeed are separated by `,`",
            '|' => "alternatives are written `either … or …`",
            '"' | '`' | '´' | '‘' | '’' | '“' | '”' => "quotes are written `'X'`",
            c if c.is_whitespace() => "use plain spaces",
            _ => "take it out",
        };
        let span = self.span(start, start + length);
        let mut diagnostic = Diagnostic::error(Code::OddCharacter, span, title).hint(hint);
        diagnostic = match (run, hint) {
            ("!", _) => diagnostic.replace_by("not "),
            ("&" | "&&", _) => diagnostic.replace_by(","),
            (_, "use plain spaces") => diagnostic.replace_by(" "),
            (_, "take it out") => diagnostic.replace_by(""),
            _ => diagnostic,
        };
        self.report(diagnostic);
        self.pos += length;
        self.damaged = true;
    }
}

/// Whether what follows a `;` is the end of the text or another item.
fn ends_item(mut rest: &str) -> bool {
    let mut same_line = true;
    loop {
        let spaces = rest.len() - rest.trim_start().len();
        same_line &= !rest[..spaces].contains(['\n', '\r']);
        rest = &rest[spaces..];
        if rest.is_empty() {
            return true;
        }
        if !rest.starts_with("//") {
            return !same_line && begins_item(rest);
        }
        rest = &rest[line_length(rest)..];
    }
}

/// A character as a message can show it.
fn shown(c: char) -> String {
    if c.is_control() || c.is_whitespace() || c == '\u{feff}' {
        format!("U+{:04X}", c as u32)
    } else {
        format!("`{c}`")
    }
}
