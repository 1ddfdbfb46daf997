//! What the parser could not understand, so that nothing is said about names
//! that were probably defined there.

use rustc_hash::FxHashSet;
use syntax::ast::{File, ItemKind};
use syntax::{Diagnostic, Severity};

/// The words that stand in text that was not understood: between items, or in
/// sections with a mistake.
#[derive(Default)]
pub(crate) struct Damage {
    words: FxHashSet<String>,
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
        let mut covered = 0;
        for item in &file.items {
            let (start, end) = (item.span.start as usize, item.span.end as usize);
            self.add_words(text, covered, start);
            covered = covered.max(end);
            let is_rule = matches!(item.kind, ItemKind::Rule(..) | ItemKind::Value(..));
            if !is_rule && errors.iter().any(|&(from, to)| from <= end && start <= to) {
                self.add_words(text, start, end);
            }
        }
        self.add_words(text, covered, text.len());
    }

    /// Whether a name, or the word of a section, stands in a damaged part.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.words.contains(word)
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
