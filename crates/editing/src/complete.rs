//! What may follow at a place. Nobody lists that: the parser is asked. The beginning of the
//! rule or section up to the place is read once with each word of the language after it, and
//! a word may follow if the parser has nothing to say about it. A name is tried in the same
//! way, and where it lands in the tree says what may be named there.

use crate::document::Document;
use crate::mentions::{Kind, Mention, Slot};
use crate::rename::ROLES;
use crate::walk::mentions;
use rustc_hash::FxHashSet;
use syntax::{Code, Diagnostic, FileId, RESERVED, Span, TokenKind, explain, lex, parse};

/// Something that may follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The word or name.
    pub text: String,
    /// What the name stands for; `None` for a word of the language.
    pub kind: Option<Kind>,
    /// A few words about it.
    pub about: String,
    /// What it replaces: the beginning of a word that is there already.
    pub span: Span,
}

/// The text before a place is read at most this far back.
const MAX_BEFORE: usize = 20_000;

/// A name that is not used by anybody.
const SOME_NAME: &str = "zz_some_name";

impl Document {
    /// What may follow at a place, names first, each in alphabetical order.
    pub fn complete(&self, offset: usize) -> Vec<Completion> {
        let text = self.text();
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &text[..offset];
        let word = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
        let before = &before[begin_of_item(&before[..word])..word];
        if before.len() > MAX_BEFORE || !is_between_words(before) {
            return Vec::new();
        }
        let span = Span::new(FileId(0), word, offset);
        let follows = Follows::new(before);
        let mut found = self.names_after(&follows, span);
        for &word in RESERVED {
            if follows.accepts(word) {
                let about = explain(word).map_or("", |it| it.what).to_string();
                found.push(Completion { text: word.to_string(), kind: None, about, span });
            }
        }
        found
    }

    /// The names that may follow.
    fn names_after(&self, follows: &Follows<'_>, span: Span) -> Vec<Completion> {
        let mut found = Vec::new();
        if let Some(mention) = follows.name() {
            let kinds = mention.slot.kinds();
            if kinds.contains(&Kind::Game) {
                for name in &self.known {
                    let (text, about) = (name.clone(), "a game that is built in".to_string());
                    found.push(Completion { text, kind: Some(Kind::Game), about, span });
                }
            }
            found.extend(self.defined_names(kinds, mention.slot == Slot::TakenOut, span));
            // A name before a piece may be a player, which only the next word would tell.
            if matches!(mention.slot, Slot::Pattern | Slot::Source) {
                found.extend(self.defined_names(&[Kind::Player], false, span));
            }
            // A lone name may also begin a comparison.
            if mention.slot == Slot::Statement {
                found.extend(self.defined_names(Slot::Value.kinds(), false, span));
            }
        } else if follows.accepts(&format!("{SOME_NAME} = step.")) {
            let outline = self.outline();
            let missing = ROLES.iter().filter(|role| outline.iter().all(|it| it.name != **role));
            for role in missing {
                let about = "a rule that the game runs by this name".to_string();
                let (text, kind) = (role.to_string(), Some(Kind::Rule));
                found.push(Completion { text, kind, about, span });
            }
        }
        found.sort_by(|a, b| a.text.cmp(&b.text));
        found.dedup_by(|a, b| a.text == b.text);
        found
    }

    /// The names of these kinds that are defined, and not taken out.
    fn defined_names(&self, kinds: &[Kind], inherited: bool, span: Span) -> Vec<Completion> {
        let all = || self.trees.iter().flat_map(|tree| &tree.mentions);
        let out: FxHashSet<&str> =
            all().filter(|it| it.slot == Slot::TakenOut).map(|it| it.text.as_str()).collect();
        let mut found = Vec::new();
        for mention in all() {
            let Slot::Defines(kind, whole) = mention.slot else { continue };
            let is_meant = kinds.contains(&kind) && mention.text != SOME_NAME;
            let is_there = !out.contains(mention.text.as_str());
            if is_meant && is_there && (!inherited || mention.span.file.0 > 0) {
                let comment = if kind == Kind::Field { String::new() } else { self.comment(whole) };
                let about = match comment.is_empty() {
                    true => kind.word().to_string(),
                    false => format!("{}: {comment}", kind.word()),
                };
                let text = mention.text.clone();
                found.push(Completion { text, kind: Some(kind), about, span });
            }
        }
        found
    }
}

/// Where the rule or section begins that this text ends in.
fn begin_of_item(before: &str) -> usize {
    let mut end = before.len();
    loop {
        let line = before[..end].rfind('\n').map_or(0, |at| at + 1);
        if line == 0 || syntax::begins_item(&before[line..]) {
            return line;
        }
        end = line - 1;
    }
}

/// Whether a text ends neither in a comment nor in quotes nor in a drawing.
fn is_between_words(before: &str) -> bool {
    let lexed = lex(FileId(0), before);
    let last = lexed.tokens.iter().rev().nth(1).map(|token| token.kind);
    let in_comment =
        lexed.comments.last().is_some_and(|it| !before[it.span.end as usize..].contains('\n'));
    let in_quotes = lexed.diagnostics.iter().any(|it| it.code == Code::UnclosedQuote)
        && !before.ends_with('\n');
    !in_comment && !in_quotes && last != Some(TokenKind::Drawing)
}

/// A text that ends where somebody writes, and what the parser says about it alone.
struct Follows<'t> {
    before: &'t str,
    /// The end of its last token.
    last: u32,
    said: Vec<Diagnostic>,
}

impl<'t> Follows<'t> {
    fn new(before: &'t str) -> Follows<'t> {
        let tokens = lex(FileId(0), before).tokens;
        let last = tokens.iter().rev().nth(1).map_or(0, |it| it.span.end);
        Follows { before, last, said: parse(FileId(0), before).diagnostics }
    }

    /// Whether the parser takes these words after the text.
    fn accepts(&self, words: &str) -> bool {
        self.read(words).is_some()
    }

    /// A name, if the parser takes one after the text, as it is found in the tree; some
    /// constructs must go on before they are in it.
    fn name(&self) -> Option<Mention> {
        let go_on = ["", " to 0", " .. a", " 'X'"];
        let names = go_on.iter().map(|rest| self.read(&format!("{SOME_NAME}{rest}")).flatten());
        names.flatten().next()
    }

    fn read(&self, words: &str) -> Option<Option<Mention>> {
        let (start, end) = (self.before.len() as u32, (self.before.len() + words.len()) as u32);
        let parsed = parse(FileId(0), &format!("{}{words}", self.before));
        let refused = parsed.diagnostics.iter().any(|it| {
            // What is missing at the end may come; a value alone may begin a comparison.
            let here = |span: Span| self.last <= span.start && span.start < end;
            let places = it.others.iter().chain([&it.label]);
            let about_it = places.map(|label| label.span).any(here) && it.code != Code::LoneValue;
            // So may the end of a group, which is not missed yet where the text breaks off earlier.
            let is_open = it.code == Code::UnclosedBracket && it.others.is_empty();
            about_it || it.label.span.start < self.last && !is_open && !self.is_said(it)
        });
        let mention = || mentions(&parsed.file).into_iter().find(|it| it.span.start == start);
        (!refused).then(mention)
    }

    /// Whether the parser says the same about the text alone.
    fn is_said(&self, it: &Diagnostic) -> bool {
        self.said.iter().any(|old| (old.code, old.label.span) == (it.code, it.label.span))
    }
}
