//! Rules as a list of declarations, rules and values, found by a look at words alone: a
//! mutant is put together of such parts, which the compiler has yet to accept.

use crate::support::shrink::words;
use std::ops::Range;

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A section, such as `pieces { … }`, or `extends`.
    Section,
    /// A rule, a value, an evaluation or a bound, up to its period.
    Rule,
}

/// A part of a text.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) what: What,
    /// The name of a rule or value, the word that begins a section.
    pub(super) name: String,
    /// Its words, each with the spaces after it.
    pub(super) words: Vec<String>,
}

impl Item {
    /// A part that is written down.
    pub(super) fn new(what: What, name: &str, text: &str) -> Item {
        Item { what, name: name.to_string(), words: words(&format!("{text}\n")) }
    }

    /// Where the body of a rule begins.
    pub(super) fn body(&self) -> usize {
        self.words.iter().position(|word| word.trim() == "=").map_or(0, |at| at + 1)
    }
}

/// The parts of a text, without comments.
pub(super) fn items(text: &str) -> Vec<Item> {
    let words: Vec<String> =
        words(text).into_iter().filter(|word| !word.starts_with("//")).collect();
    let bare: Vec<&str> = words.iter().map(|word| word.trim()).collect();
    let mut items = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let (what, name, end) = item(&bare, at);
        let end = end.clamp(at + 1, words.len());
        items.push(Item { what, name, words: words[at..end].to_vec() });
        at = end;
    }
    items
}

/// What begins here, its name and its end.
fn item(words: &[&str], at: usize) -> (What, String, usize) {
    let after = |word: &str| {
        let found = words[at..].iter().position(|it| *it == word);
        found.map_or(words.len(), |found| at + found + 1)
    };
    let is = |i: usize, word: &str| words.get(i) == Some(&word);
    let end = match words[at] {
        "value" | "evaluation" | "bound" => {
            let name = words.get(at + 1).unwrap_or(&"").to_string();
            return (What::Rule, name, after("."));
        }
        "dimensions" => after(")") + usize::from(is(after(")"), "hexagonal")),
        "extends" | "stacks" => at + 2,
        "players" if is(at + 3, "=") || is(at + 3, "{") || is(at + 3, "(") => at + 2,
        "players" => at + 3,
        "without" => {
            let mut end = at + 2;
            while is(end, ",") {
                end += 2;
            }
            end
        }
        _ if is(at + 1, "=") => return (What::Rule, words[at].to_string(), after(".")),
        _ => after("}"),
    };
    (What::Section, words[at].to_string(), end)
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub(super) name: String,
    /// What stands for it in a drawing: once for nobody's pieces, once for each player
    /// who has it.
    pub(super) signs: Vec<String>,
    /// How many there must be, if that is said.
    pub(super) exactly: Option<usize>,
}

/// What a game declares, as far as mutations want to know.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    pub(super) kinds: Vec<Kind>,
    pub(super) zones: Vec<String>,
    pub(super) counters: Vec<String>,
    pub(super) memories: Vec<String>,
    pub(super) directions: Vec<String>,
    pub(super) layouts: Vec<String>,
    pub(super) rules: Vec<String>,
    pub(super) values: Vec<String>,
    /// Columns and rows.
    pub(super) size: Option<(usize, usize)>,
}

const POINTS: &[&str] =
    &["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];

impl Names {
    /// What the parts of a text declare, and the texts that it extends.
    pub(super) fn of(items: &[Item]) -> Names {
        let mut names = Names::default();
        for item in items {
            let bare: Vec<&str> = item.words.iter().map(|word| word.trim()).collect();
            match (item.what, item.name.as_str()) {
                (What::Rule, name) if bare[0] == name => names.rules.push(name.to_string()),
                (What::Rule, name) => names.values.push(name.to_string()),
                (_, "extends") => {
                    let base = games::text(bare[1]).map(|text| Names::of(&self::items(text)));
                    names.inherit(base.unwrap_or_default());
                }
                (_, section) => names.section(section, &bare),
            }
        }
        names
    }

    fn inherit(&mut self, base: Names) {
        self.kinds.extend(base.kinds);
        self.size = self.size.or(base.size);
        self.zones.extend(base.zones);
        self.counters.extend(base.counters);
        self.memories.extend(base.memories);
        self.directions.extend(base.directions);
        self.layouts.extend(base.layouts);
        self.rules.extend(base.rules);
        self.values.extend(base.values);
    }

    fn section(&mut self, section: &str, words: &[&str]) {
        let is_name = |word: &&str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let inside = || words.iter().skip(2).copied();
        let next = |i: usize| words.get(i + 1).copied().unwrap_or_default();
        match section {
            "dimensions" => {
                let mut sides = words.iter().filter_map(|word| word.parse().ok());
                self.size = sides.next().zip(sides.next());
            }
            "pieces" => self.kinds.extend(kinds(words)),
            "zones" => {
                let is_zone = |i: &usize| {
                    is_name(&words[*i])
                        && ["row", "rows", "column", "columns", "(", "-"].contains(&next(*i))
                        && !["in", "row", "column", "(", ","].contains(&words[i - 1])
                        && !["row", "rows", "column", "columns"].contains(&words[*i])
                };
                self.zones.extend((2..words.len()).filter(is_zone).map(|i| words[i].to_string()));
            }
            "counters" => self.counters.extend(inside().filter(is_name).map(String::from)),
            "memory" => {
                let is_memory =
                    |word: &&str| is_name(word) && !["for", "turn", "turns"].contains(word);
                self.memories.extend(inside().filter(is_memory).map(String::from));
            }
            "directions" => {
                let is_set = |word: &&str| is_name(word) && !POINTS.contains(word);
                self.directions.extend(inside().filter(is_set).map(String::from));
            }
            "layout" => self.layouts.extend(words.get(1).map(|name| name.to_string())),
            _ => {}
        }
    }
}

/// The kinds of a section of pieces. A family is one kind here, with its first sign.
fn kinds(words: &[&str]) -> Vec<Kind> {
    let is_sign = |word: &str| word.starts_with('\'') || word == "-";
    let mut kinds: Vec<Kind> = Vec::new();
    for (i, word) in words.iter().enumerate().skip(2) {
        if words.get(i + 1).is_some_and(|next| is_sign(next)) && !is_sign(word) && *word != ".." {
            kinds.push(Kind { name: word.to_string(), signs: Vec::new(), exactly: None });
        }
        let Some(kind) = kinds.last_mut() else { continue };
        if word.starts_with('\'') && words[i - 1] != ".." {
            kind.signs.push(word.trim_matches('\'').to_string());
        }
        if words[i - 1] == "exactly" {
            kind.exactly = word.parse().ok();
        }
    }
    kinds
}

/// Where the statement ends that begins here.
fn end_of(words: &[String], at: usize) -> usize {
    let is = |i: usize, word: &str| words.get(i).is_some_and(|it| it.trim() == word);
    let Some(word) = words.get(at) else { return at };
    match word.trim() {
        "[" => closing(words, at),
        "not" | "test" | "before" => end_of(words, at + 1),
        "as" if is(at + 1, "opponent") && !is(at + 2, "(") => end_of(words, at + 2),
        "try" | "either" => {
            let other = if is(at, "try") { "else" } else { "or" };
            let mut end = end_of(words, at + 1);
            while is(end, other) {
                end = end_of(words, end + 1);
                if other == "else" {
                    break;
                }
            }
            end
        }
        "repeat" => end_of(words, after(words, at + 1, "times")),
        "for" => end_of(words, after(words, at + 1, "do")),
        "most" => end_of(words, after(words, at + 1, "of")),
        _ => simple_end(words, at),
    }
}

/// Where a statement ends that is not made of statements.
fn simple_end(words: &[String], at: usize) -> usize {
    const ENDS: &[&str] = &[",", ".", "]", ")", "or", "else", "times", "do", "of", "until"];
    let mut i = at;
    while i < words.len() && !ENDS.contains(&words[i].trim()) {
        i = if matches!(words[i].trim(), "(" | "[") { closing(words, i) } else { i + 1 };
    }
    i
}

/// Just after the bracket that closes the one that opens here.
fn closing(words: &[String], at: usize) -> usize {
    let mut depth = 0;
    for (i, word) in words.iter().enumerate().skip(at) {
        match word.trim() {
            "[" | "(" => depth += 1,
            "]" | ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    words.len()
}

/// Just after a word that is not inside brackets.
fn after(words: &[String], at: usize, word: &str) -> usize {
    let mut i = at;
    while i < words.len() && words[i].trim() != word {
        i = if matches!(words[i].trim(), "(" | "[") { closing(words, i) } else { i + 1 };
    }
    i + 1
}

/// The statements of a rule, those inside others too.
pub(super) fn statements(item: &Item) -> Vec<Range<usize>> {
    const BEFORE: &[&str] =
        &["=", ",", "[", "either", "or", "else", "try", "not", "test", "do", "times", "opponent"];
    let words = &item.words;
    let starts = (item.body()..words.len()).filter(|&i| BEFORE.contains(&words[i - 1].trim()));
    let ranges = starts.map(|start| start..end_of(words, start));
    ranges.filter(|range| !range.is_empty() && range.end < words.len()).collect()
}
