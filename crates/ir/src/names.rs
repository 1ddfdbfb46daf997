//! How the things that a game declares are called in the text form: by their
//! names where these are unique and plain, quoted or by number where not.

use crate::program::Func;
use game::Facts;
use rustc_hash::FxHashMap;

/// What a name stands for; each has a name space of its own in the text form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    Kind,
    Zone,
    Counter,
    Memory,
    Layout,
    Field,
    Direction,
    Func,
}

impl Space {
    /// The word for it in messages.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Space::Kind => "kind",
            Space::Zone => "zone",
            Space::Counter => "counter",
            Space::Memory => "memory",
            Space::Layout => "layout",
            Space::Field => "field",
            Space::Direction => "direction",
            Space::Func => "function",
        }
    }
}

/// Words that stand for something else where a name may be.
const RESERVED: [&str; 2] = ["piece", "here"];

struct List<'a> {
    names: Vec<&'a str>,
    index: FxHashMap<&'a str, usize>,
}

impl<'a> List<'a> {
    fn new(names: impl Iterator<Item = &'a str>) -> List<'a> {
        let names: Vec<&str> = names.collect();
        let mut index = FxHashMap::default();
        for (i, &name) in names.iter().enumerate() {
            index.entry(name).or_insert(i);
        }
        List { names, index }
    }
}

/// The names of one program.
pub(crate) struct Names<'a> {
    lists: [List<'a>; 8],
}

impl<'a> Names<'a> {
    pub(crate) fn new(facts: &'a Facts, funcs: impl Iterator<Item = &'a str>) -> Names<'a> {
        Names {
            lists: [
                List::new(facts.kinds.iter().map(|it| it.name.as_str())),
                List::new(facts.zones.iter().map(|it| it.name.as_str())),
                List::new(facts.counters.iter().map(|it| it.name.as_str())),
                List::new(facts.memories.iter().map(|it| it.name.as_str())),
                List::new(facts.layouts.iter().map(|it| it.name.as_str())),
                List::new(facts.board.names.iter().map(String::as_str)),
                List::new(facts.board.directions.iter().map(String::as_str)),
                List::new(funcs),
            ],
        }
    }

    /// The names that the facts declare and those of these functions.
    pub(crate) fn of(facts: &'a Facts, funcs: &'a [Func]) -> Names<'a> {
        Names::new(facts, funcs.iter().map(|func| func.name.as_str()))
    }

    /// The text that stands for a thing. What has no name of its own, because
    /// it does not exist or because an earlier one has the same, is `#` and its number.
    pub(crate) fn show(&self, space: Space, index: usize) -> String {
        let list = &self.lists[space as usize];
        match list.names.get(index) {
            Some(name) if list.index.get(name) == Some(&index) => show_name(name),
            _ => format!("#{index}"),
        }
    }

    /// How many there are.
    pub(crate) fn len(&self, space: Space) -> usize {
        self.lists[space as usize].names.len()
    }

    /// The number of the thing with this name.
    pub(crate) fn find(&self, space: Space, name: &str) -> Option<usize> {
        self.lists[space as usize].index.get(name).copied()
    }
}

/// A name, quoted if it could be read as something else.
pub(crate) fn show_name(name: &str) -> String {
    match is_plain(name) && !RESERVED.contains(&name) {
        true => name.to_string(),
        false => quote(name),
    }
}

/// Whether a name is one word: letters, digits, `_`, `@`, and dots between these.
fn is_plain(name: &str) -> bool {
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let word = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'@')
    };
    starts && name.split('.').all(word)
}

/// A text in single quotes, on one line whatever is in it.
pub(crate) fn quote(text: &str) -> String {
    let mut quoted = String::from("'");
    for c in text.chars() {
        match c {
            '\'' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{{{:x}}}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push('\'');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_not_plain_are_quoted() {
        assert_eq!(show_name("rule.1"), "rule.1");
        assert_eq!(show_name("rule.1@first"), "rule.1@first");
        assert_eq!(show_name("@first"), "'@first'");
        assert_eq!(show_name("rule."), "'rule.'");
        assert_eq!(show_name("tile 1"), "'tile 1'");
        assert_eq!(show_name("piece"), "'piece'");
        assert_eq!(quote("it's\n"), "'it\\'s\\u{a}'");
    }
}
