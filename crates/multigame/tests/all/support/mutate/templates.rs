//! What chance makes up: statements, values and patterns with gaps that names of the game
//! fill.

use super::Mutant;
use super::outline::{Item, What, statements};

/// Statements with gaps that are filled in: see [`Mutant::fill`].
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
pub(super) const WRAPPERS: &[&str] = &[
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

/// Values with gaps; those at the beginning have no values inside.
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
    /// A statement of this game, of another, or made up.
    pub(super) fn any_statement(&mut self) -> Option<String> {
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
    pub(super) fn value(&mut self, depth: usize) -> Option<String> {
        let n = if depth == 0 { PLAIN_VALUES } else { VALUES.len() };
        let template = self.pick(&VALUES[..n]);
        self.fill(template, None, depth)
    }

    /// Fills the gaps of a template: K is a kind, Z a zone, C a counter, M a remembered
    /// field, L a layout, D a set of directions, W a value by its name, N a number, V a
    /// value, P a pattern, P1 a search for one, S a statement, which may be given, and T
    /// another. Nothing if the game lacks what is wanted.
    pub(super) fn fill(
        &mut self,
        template: &str,
        given: Option<&str>,
        depth: usize,
    ) -> Option<String> {
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
