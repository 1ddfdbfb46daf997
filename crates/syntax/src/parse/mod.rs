//! From tokens to a tree by recursive descent. It never gives up: after a
//! mistake it goes on at the next `,` `]` `.`, entry or item, and says nothing
//! about what only follows from a mistake that was already reported.
//!
//! ```text
//! items       what begins here
//! sections    what sections hold; entries: their entries
//! rules       lists of statements
//! statements  each kind of statement; words: how they begin; comparison
//! values      numbers
//! patterns    what is looked for, and where
//! recover     where to go on after a mistake; messages: what to say about it
//! ```

mod comparison;
mod entries;
mod items;
mod messages;
mod patterns;
mod recover;
mod rules;
mod sections;
mod slots;
mod statements;
mod values;
mod words;

pub(crate) use slots::Slot;
pub use words::lone_words;

use crate::ast::{Comment, File, Int, Name, Symbol};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Fix};
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
        let diagnostic = Diagnostic::error(Code::FileTooLarge, span, "this file is too large")
            .hint("rules may have at most a million characters");
        return Parsed { file: File::default(), diagnostics: vec![diagnostic] };
    }
    let lexed = lex(file, text);
    let mut parser = Parser {
        text,
        general: general_names(text, &lexed.tokens),
        tokens: lexed.tokens,
        comments: lexed.comments,
        pos: 0,
        diagnostics: Vec::new(),
        skipped: Vec::new(),
        last_error: None,
        said: false,
        quiet: false,
        muted: false,
        depth: 0,
        deep_reported: false,
        open_either: 0,
        open_try: 0,
        hidden: Hidden::default(),
        closed: None,
    };
    let items = parser.items();
    let mut diagnostics = parser.diagnostics;
    // What the lexer found odd inside a section that was skipped follows from
    // the mistake for which it was skipped.
    let skipped = parser.skipped;
    diagnostics.extend(lexed.diagnostics.into_iter().filter(|diagnostic| {
        let at = diagnostic.label.span.start;
        !skipped.iter().any(|span| span.start < at && at < span.end)
    }));
    diagnostics.sort_by_key(|diagnostic| diagnostic.label.span);
    if diagnostics.len() > MAX_DIAGNOSTICS {
        diagnostics.truncate(MAX_DIAGNOSTICS);
        let span = Span::new(file, text.len(), text.len());
        let title = format!("there are more than {MAX_DIAGNOSTICS} mistakes");
        diagnostics.push(
            Diagnostic::error(Code::TooManyErrors, span, title)
                .hint("correct the first ones and try again"),
        );
    }
    Parsed { file: File { items, comments: parser.comments }, diagnostics }
}

fn general_names<'t>(text: &'t str, tokens: &[Token]) -> Vec<&'t str> {
    let is_one = |&i: &usize| {
        tokens[i].first_on_line
            && tokens[i + 1].kind == TokenKind::Mark("(")
            && match tokens[i].kind {
                TokenKind::Name => true,
                // A word of the language is one only where a rule is defined.
                TokenKind::Word(_) => parameters_follow(&tokens[i..]),
                _ => false,
            }
    };
    let words = |i: usize| &text[tokens[i].span.start as usize..tokens[i].span.end as usize];
    let mut names: Vec<&str> =
        (0..tokens.len().saturating_sub(1)).filter(is_one).map(words).collect();
    names.sort_unstable();
    names
}

/// Whether parameters and `=` follow the first of these tokens.
fn parameters_follow(tokens: &[Token]) -> bool {
    let kind = |i: usize| tokens.get(i).map(|token| token.kind);
    if kind(1) != Some(TokenKind::Mark("(")) {
        return false;
    }
    let mut end = 2;
    while matches!(kind(end), Some(TokenKind::Name | TokenKind::Mark(","))) {
        end += 1;
    }
    kind(end) == Some(TokenKind::Mark(")")) && kind(end + 1) == Some(TokenKind::Mark("="))
}

/// The mistake was reported; whoever gets this only has to find a place to go
/// on from.
pub(crate) struct Reported;

pub(crate) type Parsing<T> = Result<T, Reported>;

pub(crate) struct Parser<'t> {
    text: &'t str,
    /// The names at the beginning of lines that `(` follows, sorted: rules with parameters.
    general: Vec<&'t str>,
    tokens: Vec<Token>,
    comments: Vec<Comment>,
    pos: usize,
    diagnostics: Vec<Diagnostic>,
    /// Text that was passed over as a whole.
    skipped: Vec<Span>,
    /// The token at which something was reported last.
    last_error: Option<usize>,
    /// Something was reported about this item.
    said: bool,
    /// The rest of this statement or entry is not worth a message.
    quiet: bool,
    /// The rest of this item is not worth a message.
    muted: bool,
    depth: u32,
    deep_reported: bool,
    /// How many `either` can take an `or` here; brackets hide those outside.
    open_either: u32,
    /// How many `try` can take an `else` here.
    open_try: u32,
    /// What waits outside the brackets that are open here.
    hidden: Hidden,
    /// Whether the brackets of this rule are balanced, once that was asked.
    closed: Option<bool>,
}

/// Constructs outside the innermost bracket, which only its `]` brings back.
#[derive(Clone, Copy, Default)]
struct Hidden {
    brackets: u32,
    either: u32,
    tries: u32,
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

    /// Where the token before this one is.
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

    /// Whether the token `n` ahead is this word or mark.
    fn is(&self, n: usize, what: &str) -> bool {
        match self.ahead(n).kind {
            TokenKind::Word(text) | TokenKind::Mark(text) => text == what,
            _ => false,
        }
    }

    /// Whether the token before this one is this word or mark.
    fn last_is(&self, what: &str) -> bool {
        match self.pos.checked_sub(1).map(|pos| self.tokens[pos].kind) {
            Some(TokenKind::Word(text) | TokenKind::Mark(text)) => text == what,
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

    /// Takes this word or mark, or says that it is missing.
    pub(crate) fn expect(&mut self, what: &str) -> Parsing<Span> {
        if self.at(what) {
            return Ok(self.bump());
        }
        if !what.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return self.unexpected(&format!("`{what}`"));
        }
        self.missing_word(what)
    }

    fn name(&mut self, what: &str) -> Parsing<Name> {
        match self.kind() {
            TokenKind::Name if !self.at_plain_item_start() => Ok(self.bump_name()),
            TokenKind::Word(word) if !self.at_item_start() && self.last_is(word) => {
                self.doubled_word(word);
                self.name(what)
            }
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
                let word = self.words(self.span());
                let hint = format!("write it in quotes: `'{}'`", shorten(word));
                let fix = Fix { span: self.span(), text: format!("'{word}'") };
                self.unexpected_but(what, &hint, Some(fix))
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
}

/// Words that join the parts of a construct: found where a name should be, they
/// say that the name is missing, not that it is badly chosen.
fn is_connector(word: &str) -> bool {
    matches!(
        word,
        "or" | "else"
            | "do"
            | "of"
            | "to"
            | "times"
            | "until"
            | "in"
            | "at"
            | "by"
            | "each"
            | "for"
            | "exactly"
            | "promotes"
            | "row"
            | "rows"
            | "column"
            | "columns"
    )
}
