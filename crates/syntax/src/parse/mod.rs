//! From tokens to a tree by recursive descent. It never gives up: after a
//! mistake it goes on at the next `,` `]` `.`, entry or item, and says nothing
//! about what only follows from a mistake that was already reported.
//!
//! ```text
//! sections   items of a file and entries of sections
//! statements rules
//! values     numbers
//! patterns   what is looked for, and where
//! recover    where to go on after a mistake
//! ```

mod patterns;
mod recover;
mod sections;
mod statements;
mod values;

use crate::ast::{Comment, File, Int, Name, Symbol};
use crate::diagnostic::{Diagnostic, closest};
use crate::lex::{MAX_DIAGNOSTICS, lex, shorten};
use crate::span::{FileId, Span};
use crate::token::{Token, TokenKind};

/// Longer texts are refused; no game is near this.
const MAX_BYTES: usize = 1 << 20;

/// Statements and values may be nested this deep, so that no later stage can
/// run out of stack.
const MAX_DEPTH: u32 = 64;

/// A tree, and what is wrong with the text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// What could be understood.
    pub file: File,
    /// In the order of the text; empty if everything was understood.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a rules text. Never fails: the tree holds what could be understood.
///
/// ```
/// let parsed = syntax::parse(syntax::FileId(0), "main = find own pawn, win.");
/// assert!(parsed.diagnostics.is_empty());
/// assert_eq!(parsed.file.items.len(), 1);
/// ```
pub fn parse(file: FileId, text: &str) -> Parsed {
    if text.len() > MAX_BYTES {
        let span = Span::new(file, 0, 0);
        let diagnostic = Diagnostic::error("file-too-large", span, "this file is too large")
            .hint("rules may have at most a million characters");
        return Parsed { file: File::default(), diagnostics: vec![diagnostic] };
    }
    let lexed = lex(file, text);
    let mut parser = Parser {
        text,
        tokens: lexed.tokens,
        comments: lexed.comments,
        pos: 0,
        diagnostics: Vec::new(),
        skipped: Vec::new(),
        last_error: None,
        muted: false,
        depth: 0,
        deep_reported: false,
        open_either: 0,
        open_try: 0,
    };
    let items = parser.items();
    let mut diagnostics = parser.diagnostics;
    // What the lexer found odd inside a section that was skipped follows from
    // the mistake for which it was skipped.
    let skipped = parser.skipped;
    diagnostics.extend(lexed.diagnostics.into_iter().filter(|diagnostic| {
        let at = diagnostic.label.span.start;
        !skipped.iter().any(|span| span.start <= at && at < span.end)
    }));
    diagnostics.sort_by_key(|diagnostic| diagnostic.label.span);
    if diagnostics.len() > MAX_DIAGNOSTICS {
        diagnostics.truncate(MAX_DIAGNOSTICS);
        let span = Span::new(file, text.len(), text.len());
        let title = format!("there are more than {MAX_DIAGNOSTICS} mistakes");
        diagnostics.push(
            Diagnostic::error("too-many-errors", span, title)
                .hint("correct the first ones and try again"),
        );
    }
    Parsed { file: File { items, comments: parser.comments }, diagnostics }
}

/// The mistake was reported; whoever gets this only has to find a place to go
/// on from.
struct Reported;

type Parsing<T> = Result<T, Reported>;

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    comments: Vec<Comment>,
    pos: usize,
    diagnostics: Vec<Diagnostic>,
    /// Text that was passed over as a whole.
    skipped: Vec<Span>,
    /// The token at which something was reported last.
    last_error: Option<usize>,
    /// The rest of this item is not worth a message.
    muted: bool,
    depth: u32,
    deep_reported: bool,
    /// How many `either` can take an `or` here; brackets hide those outside.
    open_either: u32,
    /// How many `try` can take an `else` here.
    open_try: u32,
}

impl Parser<'_> {
    fn token(&self) -> Token {
        self.tokens[self.pos]
    }

    fn ahead(&self, n: usize) -> Token {
        self.tokens[(self.pos + n).min(self.tokens.len() - 1)]
    }

    fn kind(&self) -> TokenKind {
        self.token().kind
    }

    fn span(&self) -> Span {
        self.token().span
    }

    /// Where the token before this one stands.
    fn last_span(&self) -> Span {
        match self.pos {
            0 => Span { end: self.span().start, ..self.span() },
            pos => self.tokens[pos - 1].span,
        }
    }

    /// From a first token to the last one that was read.
    fn since(&self, start: Span) -> Span {
        if self.last_span().end < start.start { start } else { start.to(self.last_span()) }
    }

    fn words(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    fn at(&self, what: &str) -> bool {
        self.is(0, what)
    }

    /// Whether the token `n` ahead is this word or sign.
    fn is(&self, n: usize, what: &str) -> bool {
        match self.ahead(n).kind {
            TokenKind::Word(text) | TokenKind::Sign(text) => text == what,
            _ => false,
        }
    }

    /// Whether the token before this one is this word or sign.
    fn last_is(&self, what: &str) -> bool {
        match self.pos.checked_sub(1).map(|pos| self.tokens[pos].kind) {
            Some(TokenKind::Word(text) | TokenKind::Sign(text)) => text == what,
            _ => false,
        }
    }

    fn at_name(&self) -> bool {
        self.kind() == TokenKind::Name
    }

    fn at_end(&self) -> bool {
        self.kind() == TokenKind::End
    }

    fn bump(&mut self) -> Span {
        let span = self.span();
        if self.pos + 1 < self.tokens.len() {
            self.pos += 1;
        }
        span
    }

    fn eat(&mut self, what: &str) -> bool {
        let found = self.at(what);
        if found {
            self.bump();
        }
        found
    }

    /// Takes this word or sign, or says that it is missing.
    fn expect(&mut self, what: &str) -> Parsing<Span> {
        if self.at(what) {
            return Ok(self.bump());
        }
        if !what.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return self.unexpected(&format!("`{what}`"));
        }
        self.missing_word(what)
    }

    /// Says that a word of a construct is misspelt, replaced by another or left
    /// out; fails only if nothing follows with which the construct could go on.
    fn missing_word(&mut self, what: &str) -> Parsing<Span> {
        let goes_on = |parser: &Self, n: usize| {
            let first = parser.ahead(n).first_on_line;
            let stops = matches!(parser.ahead(n).kind, TokenKind::Sign("," | "." | "]" | "}"));
            !first && !stops && parser.ahead(n).kind != TokenKind::End
        };
        let word = self.words(self.span());
        if self.at_name() && goes_on(self, 1) && closest(word, [what]).is_some() {
            self.misspelt(what);
            return Ok(self.bump());
        }
        let other_word = matches!(self.kind(), TokenKind::Word(word) if is_connector(word));
        if !goes_on(self, 0) || other_word && !goes_on(self, 1) {
            return self.unexpected(&format!("`{what}`"));
        }
        if other_word {
            let _ = self.unexpected::<()>(&format!("`{what}`"));
            return Ok(self.bump());
        }
        let title = format!("`{what}` is missing before {}", self.found());
        self.report(
            Diagnostic::error("missing-word", self.span(), title)
                .hint(format!("put `{what}` before it")),
        );
        Ok(self.last_span().after())
    }

    fn name(&mut self, what: &str) -> Parsing<Name> {
        match self.kind() {
            TokenKind::Name if !self.at_plain_item_start() => Ok(self.bump_name()),
            TokenKind::Word(word) if !self.at_item_start() && !is_connector(word) => {
                self.reserved_word(word);
                Ok(self.bump_name())
            }
            _ => self.unexpected(what),
        }
    }

    fn bump_name(&mut self) -> Name {
        let text = self.words(self.span()).to_string();
        Name { text, span: self.bump() }
    }

    fn int(&mut self, what: &str) -> Parsing<Int> {
        match self.kind() {
            TokenKind::Int(value) => Ok(Int { value, span: self.bump() }),
            _ => self.unexpected(what),
        }
    }

    fn symbol(&mut self, what: &str) -> Parsing<Symbol> {
        match self.kind() {
            TokenKind::Symbol => {
                let quotes = |c: char| !c.is_alphanumeric() && "'\"`´‘’“”".contains(c);
                let words = self.words(self.span());
                let text = words.strip_prefix(quotes).unwrap_or(words);
                let text = text.strip_suffix(quotes).unwrap_or(text).to_string();
                Ok(Symbol { text, span: self.bump() })
            }
            TokenKind::Name | TokenKind::Int(_) if !self.token().first_on_line => {
                let hint = format!("write it in quotes: `'{}'`", shorten(self.words(self.span())));
                self.unexpected_with(what, &hint)
            }
            _ => self.unexpected(what),
        }
    }

    /// Runs `inner` one level deeper, unless that is too deep.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsing<T>) -> Parsing<T> {
        if self.depth == MAX_DEPTH {
            return self.too_deep("this is nested more than 64 levels deep");
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Gives up the rest of the item without a further word.
    fn too_deep<T>(&mut self, title: &str) -> Parsing<T> {
        if !self.deep_reported {
            let diagnostic = Diagnostic::error("too-deep", self.span(), title)
                .hint("move the inner part into a rule or value of its own");
            self.report(diagnostic);
        }
        self.deep_reported = true;
        self.muted = true;
        self.skip_to_item_end();
        Err(Reported)
    }

    /// Keeps a message unless it can only follow from an earlier one.
    fn report(&mut self, diagnostic: Diagnostic) {
        if self.muted || self.last_error == Some(self.pos) || self.token().damaged {
            return;
        }
        self.last_error = Some(self.pos);
        self.diagnostics.push(diagnostic);
        if self.diagnostics.len() > MAX_DIAGNOSTICS {
            self.pos = self.tokens.len() - 1;
            self.muted = true;
        }
    }

    fn unexpected<T>(&mut self, wanted: &str) -> Parsing<T> {
        self.unexpected_with(wanted, "")
    }

    /// Says what was wanted and what stands here instead, with advice unless empty.
    fn unexpected_with<T>(&mut self, wanted: &str, hint: &str) -> Parsing<T> {
        let title = format!("expected {wanted}, found {}", self.found());
        // Something missing at the end of a line is missing there, not at the
        // beginning of the next one.
        let behind = self.at_end() || self.token().first_on_line && self.pos > 0;
        let span = if behind { self.last_span().after() } else { self.span() };
        let mut diagnostic = Diagnostic::error("unexpected", span, title);
        if !hint.is_empty() {
            diagnostic = diagnostic.hint(hint);
        }
        self.report(diagnostic);
        Err(Reported)
    }

    /// The token here, as a message names it.
    fn found(&self) -> String {
        match self.kind() {
            TokenKind::End => "the end of the file".to_string(),
            TokenKind::Drawing => "a drawing".to_string(),
            _ => format!("`{}`", shorten(self.words(self.span()))),
        }
    }

    fn misspelt(&mut self, meant: &str) {
        let title = format!("the word `{}` is not known here", shorten(self.words(self.span())));
        self.report(
            Diagnostic::error("misspelt-word", self.span(), title)
                .hint(format!("did you mean `{meant}`?")),
        );
    }

    fn reserved_word(&mut self, word: &str) {
        let title = format!("`{word}` is a word of the language and cannot be a name");
        self.report(
            Diagnostic::error("reserved-word", self.span(), title)
                .hint(format!("choose another name, for example `my_{word}`")),
        );
    }
}

/// Words that join the parts of a construct: found where a name should be, they
/// say that the name is missing, not that it is badly chosen.
fn is_connector(word: &str) -> bool {
    matches!(
        word,
        "or" | "else" | "do" | "of" | "to" | "times" | "until" | "in" | "at" | "by" | "each"
    )
}
