//! Cuts a rules text into tokens and comments. Every text can be cut: what has
//! no meaning is reported and left out, and near misses such as `;` or `!=` are
//! taken for what was meant.

mod foreign;

use crate::ast::Comment;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, closest};
use crate::span::{FileId, Span};
use crate::token::{Token, TokenKind, reserved};
use foreign::FOREIGN_QUOTES;

/// More messages than this help nobody.
pub(crate) const MAX_DIAGNOSTICS: usize = 100;

/// Numbers are capped here, so that later stages can add a few of them up.
const MAX_INT: u32 = 1_000_000_000;

/// The marks of the language; a longer one comes before its beginnings.
const MARKS: &[&str] =
    &["..", "<>", "<=", ">=", "=", ".", ",", "(", ")", "[", "]", "{", "}", "+", "-", "*", "<", ">"];

/// How a board is declared.
pub(crate) const SIDES: &str = "write the columns and rows in parentheses: `dimensions (8,8)`";

/// A text cut into its parts.
#[derive(Clone, Debug)]
pub struct Lexed {
    /// In the order of the text; the last is [`TokenKind::End`].
    pub tokens: Vec<Token>,
    /// In the order of the text.
    pub comments: Vec<Comment>,
    /// What could not be read.
    pub diagnostics: Vec<Diagnostic>,
}

/// Cuts a text into tokens and comments.
pub fn lex(file: FileId, text: &str) -> Lexed {
    let mut lexer = Lexer {
        file,
        text,
        pos: if text.starts_with('\u{feff}') { 3 } else { 0 },
        fresh_line: true,
        damaged: false,
        bad_line: false,
        quotes_reported: false,
        foreign_comment: None,
        block_comments_end: true,
        out: Lexed { tokens: Vec::new(), comments: Vec::new(), diagnostics: Vec::new() },
    };
    while lexer.pos < text.len() {
        lexer.next();
    }
    let end = lexer.pos;
    lexer.push(TokenKind::End, end, end);
    lexer.out
}

/// The tokens of a text, one per line, with line, column and kind.
pub fn dump_tokens(text: &str) -> String {
    let source = crate::Source::new("", text);
    let mut out = String::new();
    for token in lex(FileId(0), text).tokens {
        let (line, column) = source.line_column(token.span.start);
        let kind = match token.kind {
            TokenKind::Name => "name",
            TokenKind::Word(_) => "word",
            TokenKind::Int(_) => "int",
            TokenKind::Symbol => "symbol",
            TokenKind::Mark(_) => "mark",
            TokenKind::Drawing => "drawing",
            TokenKind::End => "end",
        };
        let words = &text[token.span.start as usize..token.span.end as usize];
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        out.push_str(format!("{line}:{column} {kind} {words}").trim_end());
        out.push('\n');
    }
    out
}

struct Lexer<'t> {
    file: FileId,
    text: &'t str,
    pos: usize,
    /// Nothing but spaces since the last line break.
    fresh_line: bool,
    /// Something was left out just before.
    damaged: bool,
    /// A quote was not closed on this line: nothing after it can be trusted.
    bad_line: bool,
    /// Foreign quotes were reported on this line.
    quotes_reported: bool,
    /// The number of tokens before the last comment in another language's way.
    foreign_comment: Option<usize>,
    /// Not known yet that no `*/` is left.
    block_comments_end: bool,
    out: Lexed,
}

impl Lexer<'_> {
    /// Reads one token, comment or space; always moves on.
    fn next(&mut self) {
        let start = self.pos;
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else { return };
        match first {
            '\n' | '\r' => {
                self.pos += 1;
                self.fresh_line = true;
                self.bad_line = false;
                self.quotes_reported = false;
            }
            ' ' | '\t' | '\x0c' => self.pos += 1,
            '\'' => self.symbol(),
            _ if rest.starts_with("//") => self.comment(),
            _ if rest.starts_with("/*") && self.block_comment() => {}
            '#' | '%' if self.is_prose() => self.foreign_comment(),
            '-' if rest.starts_with("--") && self.between_items() => self.foreign_comment(),
            ':' if self.colon() => {}
            _ if is_word(first) => self.word(),
            _ if self.near_miss() => {}
            _ if FOREIGN_QUOTES.contains(&first) && self.foreign_quotes() => {}
            _ => match MARKS.iter().find(|mark| rest.starts_with(**mark)) {
                Some(mark) => self.mark(mark),
                None => self.odd_characters(),
            },
        }
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.file, start, end)
    }

    fn push(&mut self, kind: TokenKind, start: usize, end: usize) {
        let token = Token {
            kind,
            span: self.span(start, end),
            first_on_line: self.fresh_line,
            damaged: self.damaged || self.bad_line,
        };
        self.out.tokens.push(token);
        self.pos = end;
        self.fresh_line = false;
        self.damaged = false;
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        if self.out.diagnostics.len() <= MAX_DIAGNOSTICS {
            self.out.diagnostics.push(diagnostic);
        }
    }

    fn mark(&mut self, mark: &'static str) {
        let start = self.pos;
        let drawing = mark == "{" && self.drawing_follows();
        self.push(TokenKind::Mark(mark), start, start + mark.len());
        if drawing {
            self.drawing();
        }
    }

    /// Whether a brace here opens a drawing: after `start` or `layout NAME`,
    /// also if that word is misspelt.
    fn drawing_follows(&self) -> bool {
        let mut last = self.out.tokens.iter().rev();
        match (last.next(), last.next()) {
            (Some(Token { kind: TokenKind::Word("start" | "layout"), .. }), _) => true,
            (Some(_), Some(Token { kind: TokenKind::Word("layout"), .. })) => true,
            (Some(Token { kind: TokenKind::Name, first_on_line: true, span, .. }), _) => {
                let word = &self.text[span.start as usize..span.end as usize];
                (3..9).contains(&word.len()) && closest(word, ["start"]).is_some()
            }
            _ => false,
        }
    }

    /// Reads up to the closing brace, noting comments on the way.
    fn drawing(&mut self) {
        let start = self.pos;
        let mut end = start;
        let closed = loop {
            let rest = &self.text[end..];
            match rest.bytes().next() {
                Some(b'}') => break true,
                None | Some(b'{') => break false,
                Some(b'/') if rest.starts_with("//") => end += line_length(rest),
                Some(_) => end += rest.chars().next().map_or(1, char::len_utf8),
            }
        };
        if !closed {
            end = self.unclosed_drawing(start, end);
        }
        let mut at = start;
        while at < end {
            if self.text[at..].starts_with("//") {
                self.pos = at;
                self.comment();
                at = self.pos;
            } else {
                let byte = self.text.as_bytes()[at];
                let space = matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
                self.fresh_line = matches!(byte, b'\n' | b'\r') || self.fresh_line && space;
                at += 1;
                while !self.text.is_char_boundary(at) {
                    at += 1;
                }
            }
        }
        let fresh_line = self.fresh_line;
        self.push(TokenKind::Drawing, start, end);
        self.fresh_line = fresh_line;
    }

    /// Where a drawing without a closing brace probably ends: before the line
    /// that begins something else, or before the next brace.
    fn unclosed_drawing(&mut self, start: usize, limit: usize) -> usize {
        let mut at = start;
        let end = loop {
            let Some(line) = self.text[at..limit].find('\n') else { break limit };
            at += line + 1;
            if begins_item(&self.text[at..]) {
                break at;
            }
        };
        let brace = self.span(start - 1, start);
        let title = "the drawing that begins here has no end";
        let last = start + self.text[start..end].trim_end().len();
        self.report(
            Diagnostic::error(Code::UnclosedBrace, brace, title)
                .hint("put a `}` after the last row")
                .fix(self.span(last, last), "\n}"),
        );
        self.damaged = true;
        end
    }

    fn comment(&mut self) {
        let start = self.pos;
        let end = start + line_length(&self.text[start..]);
        let words = self.text[start..end].trim_end();
        let span = self.span(start, start + words.len());
        let comment = Comment { text: words.to_string(), span, own_line: self.fresh_line };
        self.out.comments.push(comment);
        self.pos = end;
    }

    fn word(&mut self) {
        let start = self.pos;
        let rest = &self.text[start..];
        let length = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        let word = &rest[..length];
        let span = self.span(start, start + length);
        let kind = if word.bytes().all(|b| b.is_ascii_digit()) {
            TokenKind::Int(self.number(word, span))
        } else if !word.is_ascii() {
            let title = format!("`{}` cannot be a name", shorten(word));
            self.report(
                Diagnostic::error(Code::BadName, span, title)
                    .hint("names are made of the letters a to z, digits and `_`"),
            );
            TokenKind::Name
        } else if word.as_bytes()[0].is_ascii_digit() {
            let title = format!("`{}` is neither a number nor a name", shorten(word));
            let hint = match self.out.tokens.last().map(|token| token.kind) {
                Some(TokenKind::Word("dimensions")) => SIDES,
                _ => "put a space after the number, or begin the name with a letter",
            };
            self.report(Diagnostic::error(Code::BadName, span, title).hint(hint));
            self.damaged = true;
            self.push(TokenKind::Name, start, start + length);
            // What is missing after it follows from it.
            self.damaged = true;
            return;
        } else {
            reserved(word).map_or(TokenKind::Name, TokenKind::Word)
        };
        self.push(kind, start, start + length);
    }

    fn number(&mut self, digits: &str, span: Span) -> u32 {
        let value = digits.parse::<u32>().ok().filter(|&value| value <= MAX_INT);
        value.unwrap_or_else(|| {
            let title = format!("the number {} is too large", shorten(digits));
            self.report(
                Diagnostic::error(Code::NumberTooLarge, span, title)
                    .hint("no number in a game can be above 1000000000"),
            );
            MAX_INT
        })
    }

    fn symbol(&mut self) {
        let start = self.pos;
        let rest = &self.text[start + 1..];
        let end = rest.find(['\'', '\n', '\r']).unwrap_or(rest.len());
        let line = &rest[..end];
        if rest[end..].starts_with('\'') {
            let span = self.span(start, start + end + 2);
            self.check_symbol(line, span);
            self.push(TokenKind::Symbol, start, start + end + 2);
            return;
        }
        let kept = line.trim_end_matches([' ', '\t', '.', ',', ']', ')', '}']).len();
        let span = self.span(start, start + 1 + kept);
        self.report(
            Diagnostic::error(Code::UnclosedQuote, span, "this quote is not closed on its line")
                .hint("put another `'` after the symbol or message")
                .fix(span.after(), "'"),
        );
        self.push(TokenKind::Symbol, start, start + 1 + kept);
        self.bad_line = true;
    }

    fn check_symbol(&mut self, words: &str, span: Span) {
        if words.trim().is_empty() {
            self.report(
                Diagnostic::error(Code::EmptyQuotes, span, "there is nothing between these quotes")
                    .hint("a symbol has at least one character"),
            );
        } else if words.chars().any(char::is_control) {
            self.report(
                Diagnostic::error(Code::OddCharacter, span, "a control character in quotes")
                    .hint("write only characters that can be seen"),
            );
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Bytes up to the end of the line.
fn line_length(rest: &str) -> usize {
    rest.find(['\n', '\r']).unwrap_or(rest.len())
}

/// Whether a line begins a section or a rule, as far as its first words tell.
pub fn begins_item(line: &str) -> bool {
    let line = line[..line_length(line)].trim_start();
    let length = line.find(|c: char| !is_word(c)).unwrap_or(line.len());
    let (word, rest) = (&line[..length], line[length..].trim_start());
    match word {
        "" => false,
        "extends" | "without" | "dimensions" | "lines" | "players" | "pieces" | "zones"
        | "directions" | "counters" | "memory" | "reserve" | "stacks" | "start" | "layout"
        | "value" | "evaluation" | "bound" => true,
        _ => {
            // `line(n) =`
            let after = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
            rest.starts_with('=') || after.is_some_and(|(_, it)| it.trim_start().starts_with('='))
        }
    }
}

/// The beginning of a long text.
pub fn shorten(text: &str) -> String {
    match text.char_indices().nth(24) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_string(),
    }
}
