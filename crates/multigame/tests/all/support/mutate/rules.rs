//! Changes of rules and values: other words, and statements that come, go and wrap each
//! other.

use super::Mutant;
use super::outline::{Item, Names, What, statements};
use std::ops::Range;

/// Words that can stand for each other.
const CLASSES: &[&[&str]] = &[
    &["alldir", "orthogonal", "diagonal", "forward", "backward"],
    &["north", "east", "south", "west", "northeast", "southwest", "forward"],
    &["own", "enemy"],
    &["test", "not"],
    &["pickup", "step", "putdown"],
    &["win", "lose", "draw"],
    &["pass", "again"],
    &["remove", "promote", "keep"],
    &["=", "<", ">", "<=", ">=", "<>"],
    &["+", "-", "*"],
    &["find", "points at"],
    &["field", "piece"],
];

/// Numbers at which something often begins or ends.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "1",
    "2",
    "2",
    "3",
    "4",
    "5",
    "7",
    "8",
    "9",
    "16",
    "63",
    "64",
    "255",
    "256",
    "1000",
    "65535",
    "65536",
    "70000",
    "1000000000",
];

/// Statements with blanks that are filled in: see [`Mutant::fill`].
const STATEMENTS: &[&str] = &[
    "find own K",
    "find enemy K",
    "find K",
    "find own piece",
    "find empty field",
    "find empty field in Z",
    "find field",
    "find Z",
    "find M",
    "pickup",
    "putdown",
    "remove",
    "keep",
    "try keep",
    "promote",
    "drop K",
    "drop piece",
    "replace by own K",
    "replace by enemy K",
    "replace by K",
    "step",
    "alldir",
    "orthogonal",
    "forward",
    "north",
    "rotate 180",
    "D",
    "alldir, step",
    "points at own K",
    "points at enemy piece",
    "points at empty field",
    "points at Z",
    "points at M",
    "not points at own piece",
    "matches start",
    "matches L",
    "occurred 2 times",
    "occurred N times",
    "remember M",
    "set C to N",
    "add 1 to C",
    "add (0 - 1) to C",
    "add N to C",
    "win",
    "lose",
    "draw",
    "pass",
    "again",
    "score V",
    "V = N",
    "V > V",
    "cost N",
    "tell both 'x' here",
    "pickup all",
    "pickup N",
    "putdown 1",
    "for each P do remove",
    "for each P do replace by own K",
    "for each P do [ pickup, find empty field, putdown ]",
];

/// Statements around others.
const WRAPPERS: &[&str] = &[
    "try [ S ]",
    "try [ S ] else [ T ]",
    "try [ T ] else [ S ]",
    "not [ S ]",
    "test [ S ]",
    "[ S, T ]",
    "[ T, S ]",
    "either [ S ] or [ T ]",
    "either [ S ] or [ ]",
    "repeat N times [ S ]",
    "repeat 2 times [ S ]",
    "repeat 0 .. 1 times [ S ]",
    "repeat 0 .. 3 times [ S ]",
    "repeat 1 .. 2 times [ S ]",
    "repeat 0 .. infinity times [ S ]",
    "repeat 1 .. infinity times [ S ]",
    "repeat 0 .. V times [ S ]",
    "repeat V times [ S ]",
    "for each P do [ S ]",
    "for each [ S ] do [ T ]",
    "most V of [ S ]",
    "as opponent [ S ]",
    "before [ S ]",
];

/// Values with blanks; those at the beginning have no values inside.
const VALUES: &[&str] = &[
    "N",
    "C",
    "W",
    "count P",
    "count own K in reserve",
    "hand",
    "height",
    "(0 - 1)",
    "1000000000",
    "count P",
    "count [ S ]",
    "count [ S, T ]",
    "count [ P1, alldir, step ]",
    "count [ P1, pickup, S ]",
    "sum P of V",
    "sum [ S ] of V",
    "sum P of (1000000000 * V)",
    "steps [ S ] until [ T ]",
    "steps [ alldir, step ] until points at P",
    "(V + V)",
    "(V - V)",
    "(V * V)",
    "(0 - as opponent V)",
];

/// How many of [`VALUES`] have no value inside.
const PLAIN_VALUES: usize = 10;

/// With fewer rules than this a game is short.
const FEW_RULES: usize = 6;

/// Descriptions of fields.
const PATTERNS: &[&str] = &[
    "own K",
    "enemy K",
    "K",
    "own piece",
    "enemy piece",
    "piece",
    "empty field",
    "field",
    "Z",
    "M",
    "own K in Z",
    "empty field in Z",
    "a1",
    "b2",
    "own piece in row 1",
];

impl Mutant<'_> {
    /// Makes long rules short: some rule becomes the whole turn, and one evaluation is
    /// enough.
    pub(super) fn prune(&mut self) {
        let is_evaluation = |item: &Item| item.words[0].trim() == "evaluation";
        let evaluations = self.items.iter().filter(|item| is_evaluation(item)).count();
        let mut kept = self.random.below(evaluations.max(1));
        self.items.retain(|item| {
            let is_next = is_evaluation(item) && kept == 0;
            kept = kept.wrapping_sub(usize::from(is_evaluation(item)));
            !is_evaluation(item) || is_next
        });
        if self.names.rules.len() < FEW_RULES {
            return;
        }
        let rules = self.names.rules.clone();
        let Some(rule) = self.some(&rules).filter(|rule| rule != "main") else { return };
        self.items.retain(|item| item.name != "main");
        let body = match self.random.below(3) {
            0 => format!("try {rule} else draw"),
            1 => format!("try [ find own piece, {rule} ] else lose"),
            _ => format!("try [ find own piece, pickup, {rule}, putdown ] else lose"),
        };
        self.items.push(Item::new(What::Rule, "main", &format!("main = {body}.")));
    }

    /// The number of a rule or value.
    fn some_rule(&mut self) -> Option<usize> {
        let is_rule = |i: &usize| self.items[*i].what == What::Rule;
        let rules: Vec<usize> = (0..self.items.len()).filter(is_rule).collect();
        self.random.choose(&rules).copied()
    }

    /// A statement of some rule.
    fn some_statement(&mut self) -> Option<(usize, Range<usize>)> {
        let rule = self.some_rule()?;
        let statements = statements(&self.items[rule]);
        Some((rule, self.random.choose(&statements)?.clone()))
    }

    /// Puts a word of its class in the place of a word.
    pub(super) fn other_word(&mut self) {
        let Some(rule) = self.some_rule() else { return };
        let words = &self.items[rule].words;
        let classes = |i: usize| CLASSES.iter().filter(move |it| it.contains(&words[i].trim()));
        let with_class: Vec<usize> =
            (self.items[rule].body()..words.len()).filter(|&i| classes(i).count() > 0).collect();
        let Some(&at) = self.random.choose(&with_class) else { return };
        let fit: Vec<&str> = classes(at).flat_map(|class| class.iter().copied()).collect();
        let other = self.pick(&fit);
        self.items[rule].words[at] = format!("{other} ");
    }

    /// Changes a number anywhere.
    pub(super) fn other_number(&mut self) {
        let is_number = |word: &String| word.starts_with(|c: char| c.is_ascii_digit());
        let places = |(i, item): (usize, &Item)| {
            let numbers = item.words.iter().enumerate().filter(|(_, word)| is_number(word));
            numbers.map(|(at, _)| (i, at)).collect::<Vec<_>>()
        };
        let drawn = |item: &Item| matches!(item.name.as_str(), "start" | "layout");
        let items = self.items.iter().enumerate().filter(|(_, item)| !drawn(item));
        let places: Vec<(usize, usize)> = items.flat_map(places).collect();
        let Some(&(item, at)) = self.random.choose(&places) else { return };
        let before: i64 = self.items[item].words[at].trim().parse().unwrap_or(0);
        let is_rule = self.items[item].what == What::Rule;
        let number = match self.random.below(8) {
            0..=1 => (before + 1).to_string(),
            2..=3 => (before - 1).max(0).to_string(),
            4 if is_rule => self.value(1).unwrap_or_default(),
            5 if is_rule => "(0 - 1)".to_string(),
            6 if is_rule => "infinity".to_string(),
            _ => self.pick(NUMBERS).to_string(),
        };
        self.items[item].words[at] = format!("{number} ");
    }

    /// Puts a name of the same sort in the place of a name.
    pub(super) fn other_name(&mut self) {
        let Some(rule) = self.some_rule() else { return };
        let Names { zones, counters, memories, directions, layouts, rules, values, .. } =
            self.names.clone();
        let mut kinds: Vec<String> =
            self.names.kinds.iter().map(|kind| kind.name.clone()).collect();
        kinds.push("piece".to_string());
        let sorts = [kinds, zones, counters, memories, directions, layouts, rules, values];
        let words = &self.items[rule].words;
        let sort = |i: usize| sorts.iter().find(|sort| sort.iter().any(|it| it == words[i].trim()));
        let named: Vec<usize> =
            (self.items[rule].body()..words.len()).filter(|&i| sort(i).is_some()).collect();
        let Some(&at) = self.random.choose(&named) else { return };
        let Some(other) = sort(at).and_then(|sort| self.random.choose(sort)) else { return };
        self.items[rule].words[at] = format!("{other} ");
    }

    pub(super) fn drop_statement(&mut self) {
        let Some((rule, range)) = self.some_statement() else { return };
        let words = &mut self.items[rule].words;
        match (words[range.start - 1].trim(), words[range.end].trim()) {
            (",", _) => drop(words.drain(range.start - 1..range.end)),
            (_, ",") => drop(words.drain(range.start..=range.end)),
            _ => self.put(rule, range, "[ ]"),
        }
    }

    pub(super) fn double_statement(&mut self) {
        let Some((rule, range)) = self.some_statement() else { return };
        let text = self.text_of(rule, &range);
        self.put(rule, range, &format!("[ {text}, {text} ]"));
    }

    /// Exchanges two statements of a rule, or of two rules.
    pub(super) fn exchange_statements(&mut self) {
        let (Some(one), Some(other)) = (self.some_statement(), self.some_statement()) else {
            return;
        };
        let (first, last) = match (one.0, one.1.start) <= (other.0, other.1.start) {
            true => (one, other),
            false => (other, one),
        };
        if first.0 == last.0 && first.1.end > last.1.start {
            return;
        }
        let (text, other) = (self.text_of(first.0, &first.1), self.text_of(last.0, &last.1));
        self.put(last.0, last.1, &text);
        self.put(first.0, first.1, &other);
    }

    pub(super) fn replace_statement(&mut self) {
        let Some((rule, range)) = self.some_statement() else { return };
        let Some(text) = self.any_statement() else { return };
        self.put(rule, range, &text);
    }

    pub(super) fn insert_statement(&mut self) {
        let Some((rule, range)) = self.some_statement() else { return };
        let Some(new) = self.any_statement() else { return };
        let old = self.text_of(rule, &range);
        let is_listed =
            [&self.items[rule].words[range.start - 1], &self.items[rule].words[range.end]]
                .iter()
                .all(|word| matches!(word.trim(), "," | "[" | "]" | "=" | "."));
        let both = if self.chance(50) { format!("{new}, {old}") } else { format!("{old}, {new}") };
        let both = if is_listed { both } else { format!("[ {both} ]") };
        self.put(rule, range, &both);
    }

    pub(super) fn wrap_statement(&mut self) {
        let Some((rule, range)) = self.some_statement() else { return };
        // What comes after it may be wrapped along with it.
        let words = &self.items[rule].words;
        let later = statements(&self.items[rule]).into_iter();
        let follows =
            |it: &Range<usize>| it.start == range.end + 1 && words[range.end].trim() == ",";
        let end =
            later.filter(follows).map(|it| it.end).next().filter(|_| self.random.below(2) == 0);
        let range = range.start..end.unwrap_or(range.end);
        let text = self.text_of(rule, &range);
        let wrapper = self.pick(WRAPPERS);
        if let Some(text) = self.fill(wrapper, Some(&text), 1) {
            self.put(rule, range, &text);
        }
    }

    /// Another evaluation.
    pub(super) fn evaluate(&mut self) {
        let name = format!("worth{}", self.items.len());
        let Some(value) = self.value(3) else { return };
        let text = format!("evaluation {name} = {value}.");
        self.items.push(Item::new(What::Rule, &name, &text));
    }

    /// A rule of another game with the names that this one has.
    pub(super) fn graft_rule(&mut self) {
        let rules = self.donor.iter().filter(|item| item.what == What::Rule);
        let rules: Vec<Item> = rules.cloned().collect();
        let Some(rule) = self.random.choose(&rules).cloned() else { return };
        let Some((to, range)) = self.some_statement() else { return };
        let words = self.translated(&rule.words[rule.body()..rule.words.len() - 1]);
        let is_statement = !matches!(rule.words[0].trim(), "value" | "evaluation" | "bound");
        match is_statement {
            true => self.put(to, range, &format!("[ {} ]", words.concat())),
            false => {
                let name = format!("worth{}", self.items.len());
                let text = format!("evaluation {name} = {}.", words.concat());
                self.items.push(Item::new(What::Rule, &name, &text));
            }
        }
    }

    /// All rules of another game, with the declarations of this one.
    pub(super) fn graft_rules(&mut self) {
        let donor = std::mem::take(&mut self.donor);
        let sections = std::mem::take(&mut self.items);
        let rules = donor.iter().filter(|item| item.what == What::Rule);
        self.names.rules.clear();
        self.names.values.clear();
        let theirs = Names::of(&donor);
        self.names.rules = theirs.rules;
        self.names.values = theirs.values;
        let rules: Vec<Item> = rules
            .map(|rule| Item { words: self.translated(&rule.words), ..rule.clone() })
            .collect();
        self.items = sections.into_iter().filter(|item| item.what == What::Section).collect();
        self.items.extend(rules);
    }

    /// Words of the donor, with a name of ours for each of its names that we do not have.
    fn translated(&mut self, words: &[String]) -> Vec<String> {
        let theirs = Names::of(&self.donor);
        let ours = self.names.clone();
        let kinds = |names: &Names| -> Vec<String> {
            names.kinds.iter().map(|kind| kind.name.clone()).collect()
        };
        let sorts = [
            (kinds(&theirs), kinds(&ours)),
            (theirs.zones, ours.zones),
            (theirs.counters, ours.counters),
            (theirs.memories, ours.memories),
            (theirs.directions, ours.directions),
            (theirs.layouts, ours.layouts),
            (theirs.rules, ours.rules),
            (theirs.values, ours.values),
        ];
        let mut renamed: Vec<(String, String)> = Vec::new();
        for (theirs, ours) in sorts {
            for name in theirs.into_iter().filter(|name| !ours.contains(name)) {
                if let Some(other) = self.random.choose(&ours) {
                    renamed.push((name, other.clone()));
                }
            }
        }
        let name = |word: &String| {
            let other = renamed.iter().find(|(name, _)| name == word.trim());
            other.map_or_else(|| word.clone(), |(_, other)| format!("{other} "))
        };
        words.iter().map(name).collect()
    }

    /// Puts a text in the place of some words of a rule.
    fn put(&mut self, rule: usize, range: Range<usize>, text: &str) {
        let new = crate::support::shrink::words(&format!("{text} "));
        self.items[rule].words.splice(range, new);
    }

    fn text_of(&self, rule: usize, range: &Range<usize>) -> String {
        self.items[rule].words[range.clone()].concat().trim().to_string()
    }

    /// A statement of this game, of another, or made up.
    fn any_statement(&mut self) -> Option<String> {
        match self.random.below(10) {
            0..=2 => {
                let (rule, range) = self.some_statement()?;
                Some(self.text_of(rule, &range))
            }
            3..=4 => {
                let rules = self.donor.iter().filter(|item| item.what == What::Rule);
                let rules: Vec<Item> = rules.cloned().collect();
                let rule = self.random.choose(&rules)?;
                let statements = statements(rule);
                let range = self.random.choose(&statements)?.clone();
                Some(self.translated(&rule.words[range]).concat().trim().to_string())
            }
            _ => {
                let template = self.pick(STATEMENTS);
                self.fill(template, None, 1)
            }
        }
    }

    /// A value that is made up.
    fn value(&mut self, depth: usize) -> Option<String> {
        let n = if depth == 0 { PLAIN_VALUES } else { VALUES.len() };
        let template = self.pick(&VALUES[..n]);
        self.fill(template, None, depth)
    }

    /// Fills the blanks of a template: K is a kind, Z a zone, C a counter, M a remembered
    /// field, L a layout, D a set of directions, W a value by its name, N a number, V a
    /// value, P a pattern, P1 a search for one, S a statement, which may be given, and T
    /// another. Nothing if the game lacks what is wanted.
    fn fill(&mut self, template: &str, given: Option<&str>, depth: usize) -> Option<String> {
        let names = self.names.clone();
        let mut text = String::new();
        for word in crate::support::shrink::words(template) {
            let deeper = depth.saturating_sub(1);
            let filled = match word.trim() {
                "K" => self.kind()?,
                "Z" => self.some(&names.zones)?,
                "C" => self.some(&names.counters)?,
                "M" => self.some(&names.memories)?,
                "L" => self.some(&names.layouts)?,
                "D" => self.some(&names.directions)?,
                "W" => self.some(&names.values)?,
                "N" => self.pick(&["0", "1", "2", "3", "4", "5"]).to_string(),
                "V" => self.value(deeper)?,
                "P" | "P1" => {
                    let pattern = self.pick(PATTERNS);
                    let pattern = self.fill(pattern, None, deeper)?;
                    if word.trim() == "P" { pattern } else { format!("find {pattern}") }
                }
                "S" if given.is_some() => given?.to_string(),
                "S" | "T" => {
                    let (rule, range) = self.some_statement()?;
                    self.text_of(rule, &range)
                }
                _ => {
                    text.push_str(&word);
                    continue;
                }
            };
            text.push_str(&filled);
            text.push(' ');
        }
        Some(text)
    }
}
