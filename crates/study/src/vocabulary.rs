//! The words that the rules of a game use for a turn: what is worth asking for is
//! often what the rules ask for themselves, such as a row of three, a move, or the
//! points that decide.

use rules::{Node, NumberKind, Part, Rules, Statement, StatementKind, each_call, each_statement};
use std::collections::BTreeSet;
use syntax::{Sources, Span};

/// What a turn is made of.
pub(crate) struct Vocabulary<'a> {
    rules: &'a Rules,
    sources: &'a Sources,
    /// The rules and values that `main` needs, by their places in the lists.
    rules_used: BTreeSet<usize>,
    values_used: BTreeSet<usize>,
}

impl<'a> Vocabulary<'a> {
    /// Everything that `main` needs.
    pub(crate) fn new(rules: &'a Rules, sources: &'a Sources) -> Vocabulary<'a> {
        let (rules_used, values_used) = reached(rules, Node::Rule(rules.roles.main));
        Vocabulary { rules, sources, rules_used, values_used }
    }

    /// The rules that can be asked for by name, each with the work that it takes: the
    /// statements that it is made of. Those that look at the past are left out.
    pub(crate) fn rules(&self) -> Vec<(&'a str, usize)> {
        let mut found = Vec::new();
        for &i in &self.rules_used {
            let rule = &self.rules.rules[i];
            let (needed, values) = reached(self.rules, Node::Rule(rules::RuleId(i as u32)));
            let (mut work, mut looks_back) = (0, false);
            let bodies = needed.iter().map(|&i| Part::Statement(&self.rules.rules[i].body));
            let numbers = values.iter().map(|&i| Part::Number(&self.rules.values[i].body));
            for body in bodies.chain(numbers) {
                each_statement(body, &mut |statement| {
                    work += 1;
                    looks_back |= matches!(
                        statement.kind,
                        StatementKind::Occurred(_) | StatementKind::Before(_)
                    );
                });
            }
            if !looks_back && is_name(&rule.name) {
                found.push((rule.name.as_str(), work));
            }
        }
        found
    }

    /// The values that can be asked for by name.
    pub(crate) fn values(&self) -> impl Iterator<Item = &'a str> {
        let names = self.values_used.iter().map(|&i| self.rules.values[i].name.as_str());
        names.filter(|name| is_name(name))
    }

    /// The points that decide, as they are written.
    pub(crate) fn scores(&self) -> Vec<&'a str> {
        let mut found = Vec::new();
        self.each_statement(&mut |_, statement| {
            if let StatementKind::Score(points) = &statement.kind
                && !matches!(points.kind, NumberKind::Value(_))
            {
                found.extend(self.text(points.span));
            }
        });
        found
    }

    /// Rules that repeat something so often, written with fewer rounds: a row that is
    /// not complete. Each has the name of the rule, its body, and the rounds.
    pub(crate) fn shorter(&self) -> Vec<(&'a str, String, i32)> {
        let mut found = Vec::new();
        self.each_statement(&mut |name, statement| {
            let StatementKind::Repeat { low, high, .. } = &statement.kind else { return };
            let same = high.as_ref().is_some_and(|high| high.span == low.span);
            let Some(rounds @ 2..) = low.constant().filter(|_| same) else { return };
            let body = self.body(name).and_then(|body| Some((body, self.text(body)?)));
            let Some((body, text)) = body else { return };
            if body.file != low.span.file || low.span.start < body.start {
                return;
            }
            let at = (low.span.start - body.start) as usize;
            let end = (low.span.end - body.start) as usize;
            for fewer in (1..rounds).rev().take(3) {
                found.push((name, format!("{}{fewer}{}", &text[..at], &text[end..]), fewer));
            }
        });
        found
    }

    /// The rules that are asked right before a player wins.
    pub(crate) fn goals(&self) -> BTreeSet<&'a str> {
        let mut found = BTreeSet::new();
        self.each_statement(&mut |_, statement| {
            let StatementKind::Sequence(list) = &statement.kind else { return };
            let Some(end) = list.iter().position(|s| s.kind == StatementKind::Win) else { return };
            for asked in &list[..end] {
                let asked = match &asked.kind {
                    StatementKind::Test(inner) => inner,
                    _ => asked,
                };
                if let StatementKind::Call(rule) = asked.kind {
                    found.insert(self.rules.rules[rule.index()].name.as_str());
                }
            }
        });
        found.retain(|name| is_name(name));
        found
    }

    /// Shows every statement of the rules that `main` needs, with the rule's name.
    fn each_statement(&self, see: &mut dyn FnMut(&'a str, &'a Statement)) {
        for &i in &self.rules_used {
            let rule = &self.rules.rules[i];
            if is_name(&rule.name) {
                each_statement(Part::Statement(&rule.body), &mut |s| see(&rule.name, s));
            }
        }
    }

    /// Where the body of a rule stands.
    fn body(&self, name: &str) -> Option<Span> {
        self.rules.rules.iter().find(|rule| rule.name == name).map(|rule| rule.body.span)
    }

    fn text(&self, span: Span) -> Option<&'a str> {
        let text = self.sources.list.get(usize::from(span.file.0))?.text();
        text.get(span.start as usize..span.end as usize)
    }
}

/// Whether a rule can be asked for: what `base` means has no name of its own.
fn is_name(name: &str) -> bool {
    !name.contains(' ')
}

/// The rules and values that one of them needs, itself among them.
fn reached(rules: &Rules, from: Node) -> (BTreeSet<usize>, BTreeSet<usize>) {
    let (mut seen_rules, mut seen_values) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        let part = match node {
            Node::Rule(id) if seen_rules.insert(id.index()) => {
                Part::Statement(&rules.rules[id.index()].body)
            }
            Node::Value(id) if seen_values.insert(id.index()) => {
                Part::Number(&rules.values[id.index()].body)
            }
            _ => continue,
        };
        each_call(part, &mut |node| open.push(node));
    }
    (seen_rules, seen_values)
}
