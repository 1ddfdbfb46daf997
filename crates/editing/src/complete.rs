//! What may follow at a place. Nobody lists that: the parser is asked. The beginning of the
//! rule or section up to the place is read once with each word of the language after it, and
//! a word may follow if the parser has nothing to say about it. A name is tried in the same
//! way, and where it lands in the tree says what may be named there.

use crate::document::Document;
use crate::mentions::{Kind, Mention, Slot};
use crate::rename::ROLES;
use crate::walk::mentions;
use rustc_hash::FxHashSet;
use syntax::ast::Compass;
use syntax::{Code, Diagnostic, FileId, RESERVED, Span, Token, TokenKind, explain, lex, parse};

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
        let arguments = |(rule, n): (String, usize)| self.arguments(before, &rule, n, span);
        if let Some(found) = open_call(before).and_then(arguments) {
            return found;
        }
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
            found.extend(follows.parameters.iter().map(|name| parameter(name, span)));
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

    /// What a rule can be called with where its argument number `n` is written, after some
    /// text: what is wanted wherever the parameter is.
    fn arguments(&self, before: &str, rule: &str, n: usize, span: Span) -> Option<Vec<Completion>> {
        let all = || self.trees.iter().flat_map(|tree| &tree.mentions);
        let defines = |it: &&Mention| it.text == rule && matches!(it.slot, Slot::Defines(..));
        let Slot::Defines(_, whole) = all().find(defines)?.slot else { return None };
        let is_parameter = |it: &&Mention| it.within == Some(whole) && it.slot == Slot::Parameter;
        let parameter = all().filter(is_parameter).nth(n)?;
        let key = self.key(parameter);
        let uses: Vec<Slot> =
            self.all(&key).map(|it| it.slot).filter(|slot| *slot != Slot::Parameter).collect();
        let fits = |kind: &Kind| uses.iter().all(|slot| slot.kinds().contains(kind));
        let kinds: Vec<Kind> =
            Slot::Argument.kinds().iter().chain(&[Kind::Field, Kind::Player]).copied().collect();
        let kinds: Vec<Kind> = kinds.into_iter().filter(fits).collect();
        let mut found = self.defined_names(&kinds, false, span);
        // A rule with parameters is no argument: it would have to be called with its own.
        let is_general = |name: &str| {
            let mut wholes =
                all().filter_map(|it| it.within.filter(|_| it.slot == Slot::Parameter));
            wholes.any(|whole| {
                all().any(|it| it.text == name && it.slot == Slot::Defines(Kind::Rule, whole))
            })
        };
        found.retain(|it| !is_general(&it.text));
        found.extend(parameters(before).iter().map(|name| self::parameter(name, span)));
        found.sort_by(|a, b| a.text.cmp(&b.text));
        found.dedup_by(|a, b| a.text == b.text);
        let may_go = uses.iter().all(|slot| matches!(slot, Slot::Statement | Slot::Argument));
        for word in RESERVED.iter().filter(|word| may_go && Compass::named(word).is_some()) {
            let about = explain(word).map_or("", |it| it.what).to_string();
            found.push(Completion { text: word.to_string(), kind: None, about, span });
        }
        Some(found)
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

/// A parameter of the rule that is being written.
fn parameter(name: &str, span: Span) -> Completion {
    let (text, about) = (name.to_string(), "a parameter of this rule".to_string());
    // No kind of name is a parameter; like a value it is one thing wherever its rule names it.
    Completion { text, kind: Some(Kind::Value), about, span }
}

/// The parameters of the rule that begins a text.
fn parameters(before: &str) -> Vec<String> {
    let tokens = lex(FileId(0), before).tokens;
    let text = |token: &Token| &before[token.span.start as usize..token.span.end as usize];
    let mut tokens = tokens.iter();
    let begins = tokens.next().is_some_and(|it| it.kind == TokenKind::Name)
        && tokens.next().is_some_and(|it| text(it) == "(");
    let inside: Vec<&Token> = tokens.by_ref().take_while(|it| text(it) != ")").collect();
    // Without what follows it, this may be the call of a rule or the list of a section.
    if !begins || tokens.next().is_none_or(|it| text(it) != "=") {
        return Vec::new();
    }
    let names = inside.into_iter().filter(|it| it.kind == TokenKind::Name);
    names.map(|it| text(it).to_string()).collect()
}

/// The rule whose arguments are being written where a text ends, and how many there are.
fn open_call(before: &str) -> Option<(String, usize)> {
    let tokens = lex(FileId(0), before).tokens;
    let text = |token: &Token| &before[token.span.start as usize..token.span.end as usize];
    let mut tokens = tokens.iter().rev().skip(1).peekable();
    // An argument is one word, and after it comes a comma.
    let mut n = 0;
    loop {
        match text(tokens.next()?) {
            "(" => break,
            "," => n += 1,
            _ => return None,
        }
        if n > 0 && tokens.peek().is_some_and(|it| text(it) != "(") {
            let argument = tokens.next()?;
            let is_argument = match argument.kind {
                TokenKind::Name | TokenKind::Int(_) => true,
                TokenKind::Word(word) => Compass::named(word).is_some(),
                _ => false,
            };
            if !is_argument {
                return None;
            }
        }
    }
    let name = tokens.next().filter(|it| it.kind == TokenKind::Name)?;
    // The first word of a line has parameters, not arguments.
    tokens.next()?;
    Some((text(name).to_string(), n))
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
    /// The parameters of the rule that it is a part of.
    parameters: Vec<String>,
}

impl<'t> Follows<'t> {
    fn new(before: &'t str) -> Follows<'t> {
        let tokens = lex(FileId(0), before).tokens;
        let last = tokens.iter().rev().nth(1).map_or(0, |it| it.span.end);
        let said = parse(FileId(0), before).diagnostics;
        Follows { before, last, said, parameters: parameters(before) }
    }

    /// Whether the parser takes these words after the text.
    fn accepts(&self, words: &str) -> bool {
        self.read(words).is_some()
    }

    /// A name, if the parser takes one after the text, as it is found in the tree; some
    /// constructs must go on before they are in it.
    fn name(&self) -> Option<Mention> {
        let go_on = ["", " to 0", " .. a", " 'X'", " times step"];
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
