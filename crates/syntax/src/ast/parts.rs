//! What statements and values consist of, one part after the other: enough to lay them
//! out, to show the tree, and to find the names in it without knowing each construct.

use super::{Name, Pattern, Source, Statement, Symbol, Value};

/// A word of a construct, or something in it.
#[derive(Clone, Debug)]
pub enum Part<'a> {
    /// A slot that was left empty.
    Nothing,
    /// A word of the language; it stays on one line with a word before it.
    Word(&'static str),
    /// A word of the language that may begin a line.
    Apart(&'static str),
    /// What stays on one line with the word before it, such as a number.
    Joined(String),
    /// A name that was chosen for something.
    Name(&'a Name),
    /// A text in quotes.
    Symbol(&'a Symbol),
    /// What is looked for.
    Pattern(&'a Pattern),
    /// Where something is counted.
    Source(&'a Source),
    /// A number.
    Value(&'a Value),
    /// A statement.
    Statement(&'a Statement),
}

impl<'a> Part<'a> {
    /// A name, or the word in its place.
    pub(super) fn name_or(name: Option<&'a Name>, word: &str) -> Part<'a> {
        name.map_or_else(|| Part::Joined(word.to_string()), Part::Name)
    }

    /// Whether it can contain other parts.
    pub(crate) fn is_nested(&self) -> bool {
        matches!(self, Part::Source(_) | Part::Value(_) | Part::Statement(_))
    }
}
