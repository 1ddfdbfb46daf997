//! Turns the statements and values of a rule into nodes that can be broken
//! into lines, and hands out the comments on the way.

use super::node::{Comments, List, Node, Part};
use super::words::{pattern_words, words_of};
use crate::ast::{Part as AstPart, *};

/// The comments of a file that were not yet placed.
pub(super) struct Placing<'f> {
    text: &'f str,
    comments: &'f [Comment],
}

impl<'f> Placing<'f> {
    pub(super) fn new(text: &'f str, comments: &'f [Comment]) -> Placing<'f> {
        Placing { text, comments }
    }

    /// The next comment, if it begins before a place in the text.
    pub(super) fn next_before(&mut self, end: u32) -> Option<&'f Comment> {
        let (first, rest) = self.comments.split_first()?;
        if first.span.start >= end {
            return None;
        }
        self.comments = rest;
        Some(first)
    }

    /// Whether the next comment follows on the line of a place in the text.
    pub(super) fn follows_on_line(&self, end: u32) -> bool {
        self.comments.first().is_some_and(|first| {
            let between = self.text.get(end as usize..first.span.start as usize);
            between.is_some_and(|between| between.chars().all(|c| matches!(c, ' ' | '\t' | '\x0c')))
        })
    }

    /// The next comment, if it follows on that line.
    pub(super) fn next_on_line(&mut self, end: u32) -> Option<&'f Comment> {
        let first = self.comments.first().filter(|_| self.follows_on_line(end))?;
        self.comments = &self.comments[1..];
        Some(first)
    }

    /// The comments between a part that ended at `last` and the next.
    pub(super) fn between(&mut self, last: Option<u32>, next: u32) -> Comments {
        let mut comments = Comments::default();
        while let Some(comment) = self.next_before(next) {
            let text = comment.text.clone();
            let first = comments.trailing.is_none() && comments.own_line.is_empty();
            if first && last.is_some_and(|last| self.belongs_to(last, comment)) {
                comments.trailing = Some(text);
            } else {
                comments.own_line.push(text);
            }
        }
        comments
    }

    /// Whether a comment is at the end of the line of the part before it,
    /// with no word of the next part in between.
    fn belongs_to(&self, last: u32, comment: &Comment) -> bool {
        let between = self.text.get(last as usize..comment.span.start as usize).unwrap_or("");
        let plain = |c: char| c.is_whitespace() || matches!(c, ',' | ']' | ')');
        !comment.own_line && between.chars().all(plain)
    }

    /// The statements of a rule, and the comments before its `.`.
    pub(super) fn body(&mut self, body: &Statement) -> List {
        match &body.kind {
            StatementKind::Sequence { list, bracketed: false } => self.list(list),
            _ => self.list(std::slice::from_ref(body)),
        }
    }

    fn list(&mut self, list: &[Statement]) -> List {
        let mut last = None;
        let parts = list
            .iter()
            .map(|statement| {
                let before = self.between(last, statement.span.start);
                last = Some(statement.span.end);
                Part { before, word: "", node: self.statement(statement) }
            })
            .collect();
        List { parts, end: Comments::default() }
    }

    /// A value as a list of one part.
    pub(super) fn value_body(&mut self, value: &Value) -> List {
        let before = self.between(None, value.span.start);
        let node = self.value(value);
        List { parts: vec![Part { before, word: "", node }], end: Comments::default() }
    }

    fn statement(&mut self, statement: &Statement) -> Node {
        match &statement.kind {
            StatementKind::Sequence { list, .. } => {
                let mut inner = self.list(list);
                let last = list.last().map(|last| last.span.end);
                inner.end = self.between(last, statement.span.end.saturating_sub(1));
                Node::group(inner)
            }
            StatementKind::Either(list) => {
                let words = std::iter::once("either").chain(std::iter::repeat("or"));
                self.branches(words.zip(list))
            }
            StatementKind::Try(..) => self.attempts(statement),
            StatementKind::Compare(op, left, right) => {
                Node::branches(self.value_parts([("", left), (op.word(), right)]))
            }
            kind => self.plain(&kind.parts()),
        }
    }

    /// Words, and what is between them, side by side.
    fn plain(&mut self, parts: &[AstPart<'_>]) -> Node {
        let (mut row, mut rest) = (Vec::new(), parts);
        while let Some(first) = rest.first() {
            let n_words = rest.iter().position(AstPart::is_nested).unwrap_or(rest.len());
            if n_words == parts.len() {
                return Node::words(words_of(parts));
            }
            if n_words == 0 {
                row.push(self.nested(first));
                rest = &rest[1..];
                continue;
            }
            let words = words_of(&rest[..n_words]);
            rest = &rest[n_words..];
            for (i, word) in words.iter().enumerate() {
                let before = if row.is_empty() { "" } else { " " };
                let is_last = i + 1 == words.len() && !rest.is_empty();
                row.push(Node::text(format!("{before}{word}{}", if is_last { " " } else { "" })));
            }
        }
        Node::row(row)
    }

    fn nested(&mut self, part: &AstPart<'_>) -> Node {
        match part {
            AstPart::Source(source) => self.source(source),
            AstPart::Value(value) => self.value(value),
            AstPart::Statement(statement) => self.statement(statement),
            words => Node::words(words_of(std::slice::from_ref(words))),
        }
    }

    /// `try A else try B else C`, with all its attempts on one level.
    fn attempts(&mut self, mut statement: &Statement) -> Node {
        let mut parts = Vec::new();
        let mut word = "try";
        while let StatementKind::Try(first, second) = &statement.kind {
            parts.push((word, &**first));
            match second.as_deref() {
                Some(next) if matches!(next.kind, StatementKind::Try(..)) => {
                    word = "else try";
                    statement = next;
                }
                Some(next) => {
                    parts.push(("else", next));
                    break;
                }
                None => break,
            }
        }
        self.branches(parts)
    }

    fn branches<'a>(
        &mut self,
        list: impl IntoIterator<Item = (&'static str, &'a Statement)>,
    ) -> Node {
        let mut last: Option<u32> = None;
        let mut parts = Vec::new();
        for (word, statement) in list {
            let before = match last {
                None => Comments::default(),
                Some(_) => self.between(last, statement.span.start),
            };
            last = Some(statement.span.end);
            parts.push(Part { before, word, node: self.statement(statement) });
        }
        Node::branches(parts)
    }

    fn value_parts<'a>(
        &mut self,
        list: impl IntoIterator<Item = (&'static str, &'a Value)>,
    ) -> Vec<Part> {
        let mut last: Option<u32> = None;
        let mut parts = Vec::new();
        for (word, value) in list {
            let before = match last {
                None => Comments::default(),
                Some(_) => self.between(last, value.span.start),
            };
            last = Some(value.span.end);
            parts.push(Part { before, word, node: self.value(value) });
        }
        parts
    }

    fn source(&mut self, source: &Source) -> Node {
        match source {
            Source::Pattern(what) => Node::words(pattern_words(what)),
            Source::Name(name) => Node::text(&name.text),
            Source::Statement(statement) => self.statement(statement),
        }
    }

    fn value(&mut self, value: &Value) -> Node {
        match &value.kind {
            ValueKind::Base(name) => Node::text(format!("base {}", name.text)),
            ValueKind::Parenthesized(inner) => {
                Node::row(vec![Node::text("("), self.value(inner), Node::text(")")])
            }
            ValueKind::Negate(inner) => Node::prefix("-", self.value(inner)),
            ValueKind::Binary(Arithmetic::Multiply, ..) => self.product(value),
            ValueKind::Binary(..) => Node::terms(self.value_parts(terms(value))),
            ValueKind::Sum(source, inner) => {
                let first =
                    Part { before: Comments::default(), word: "sum", node: self.source(source) };
                let before = self.between(Some(source_end(source)), inner.span.start);
                let second = Part { before, word: "of", node: self.value(inner) };
                Node::branches(vec![first, second])
            }
            ValueKind::Steps(walk, until) => {
                self.branches([("steps", &**walk), ("until", &**until)])
            }
            kind => self.plain(&kind.parts()),
        }
    }

    fn product(&mut self, value: &Value) -> Node {
        let mut factors = Vec::new();
        let mut rest = value;
        while let ValueKind::Binary(Arithmetic::Multiply, left, right) = &rest.kind {
            factors.push(&**right);
            rest = left;
        }
        let others = factors.into_iter().rev().map(|factor| ("*", factor));
        Node::terms(self.value_parts(std::iter::once(("", rest)).chain(others)))
    }
}

/// The terms of a sum with their operators, from left to right.
fn terms(value: &Value) -> Vec<(&'static str, &Value)> {
    let mut terms = Vec::new();
    let mut rest = value;
    loop {
        match &rest.kind {
            ValueKind::Binary(Arithmetic::Add, left, right) => {
                terms.push(("+", &**right));
                rest = left;
            }
            ValueKind::Binary(Arithmetic::Subtract, left, right) => {
                terms.push(("-", &**right));
                rest = left;
            }
            _ => break,
        }
    }
    terms.push(("", rest));
    terms.reverse();
    terms
}

fn source_end(source: &Source) -> u32 {
    match source {
        Source::Pattern(what) => what.span.end,
        Source::Name(name) => name.span.end,
        Source::Statement(statement) => statement.span.end,
    }
}
