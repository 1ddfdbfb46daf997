//! What the parser could not understand, so that nothing is said about names
//! that were probably defined there.

use rustc_hash::FxHashSet;
use syntax::ast::{File, ItemKind};
use syntax::{Diagnostic, Severity, Span};

/// The words in text that was not understood: between items, or in
/// sections with a mistake.
#[derive(Default)]
pub(crate) struct Damage {
    words: FxHashSet<String>,
    /// Where the parser found something wrong.
    errors: Vec<Span>,
}

impl Damage {
    /// Adds the damaged parts of a file.
    pub(crate) fn add(&mut self, text: &str, file: &File, diagnostics: &[Diagnostic]) {
        let errors: Vec<(usize, usize)> = diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.severity == Severity::Error)
            .map(|d| (d.label.span.start as usize, d.label.span.end as usize))
            .collect();
        if errors.is_empty() {
            return;
        }
        self.errors.extend(diagnostics.iter().map(|diagnostic| diagnostic.label.span));
        let mut covered = 0;
        for item in &file.items {
            let (start, end) = (item.span.start as usize, item.span.end as usize);
            self.add_words(text, covered, start);
            covered = covered.max(end);
            let is_rule = matches!(
                item.kind,
                ItemKind::Rule(..) | ItemKind::General { .. } | ItemKind::Value(..)
            );
            if errors.iter().any(|&(from, to)| from <= end && start <= to) {
                match is_rule {
                    true => self.add_defined_words(text, start, end),
                    false => self.add_words(text, start, end),
                }
            }
        }
        self.add_words(text, covered, text.len());
    }

    /// Whether the parser has already said something about a part of this place.
    pub(crate) fn touches(&self, span: Span) -> bool {
        self.errors.iter().any(|error| {
            let inside = span.start <= error.start && error.end <= span.end;
            error.file == span.file && inside && error.start < error.end
        })
    }

    /// Whether the parser has said something about this place or what is next
    /// to it, as it does about a word that does not belong there.
    pub(crate) fn is_beside(&self, span: Span) -> bool {
        self.errors.iter().any(|error| {
            let near = error.start <= span.end + 1 && span.start <= error.end + 1;
            error.file == span.file && near
        })
    }

    /// Whether a name, or the word of a section, is in a damaged part.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// A rule with a mistake may have swallowed the next one: its name comes before `=`.
    fn add_defined_words(&mut self, text: &str, start: usize, end: usize) {
        let Some(part) = text.get(start..end) else { return };
        for before in part.split('=') {
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            let before = before.trim_end();
            let word = before.trim_end_matches(is_name).len();
            if word < before.len() {
                self.words.insert(before[word..].to_string());
            }
        }
    }

    fn add_words(&mut self, text: &str, start: usize, end: usize) {
        let Some(part) = text.get(start..end) else { return };
        for line in part.lines() {
            let line = line.split("//").next().unwrap_or("");
            for word in line.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
                if !word.is_empty() {
                    self.words.insert(word.to_string());
                }
            }
        }
    }
}
