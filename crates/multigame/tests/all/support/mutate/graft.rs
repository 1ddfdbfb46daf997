//! Parts of another game, in the words of this one: a rule, or all of them.

use super::Mutant;
use super::outline::{Item, Names, What};

impl Mutant<'_> {
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
    pub(super) fn translated(&mut self, words: &[String]) -> Vec<String> {
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
}
