//! Changes of rules and values: other words, and statements that come, go and wrap each
//! other. What is put in is made in `templates` or comes from another game by `graft`.

use super::Mutant;
use super::outline::{Item, Names, What, statements};
use super::templates::WRAPPERS;
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

/// With fewer rules than this a game is short.
const FEW_RULES: usize = 6;

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
    pub(super) fn some_statement(&mut self) -> Option<(usize, Range<usize>)> {
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

    /// Puts a text in the place of some words of a rule.
    pub(super) fn put(&mut self, rule: usize, range: Range<usize>, text: &str) {
        let new = crate::support::shrink::words(&format!("{text} "));
        self.items[rule].words.splice(range, new);
    }

    pub(super) fn text_of(&self, rule: usize, range: &Range<usize>) -> String {
        self.items[rule].words[range.clone()].concat().trim().to_string()
    }
}
