//! Why loops end: what each round of a `repeat` without an upper end, or of a
//! recursion, uses up and does not make again.
//!
//! A repeat whose body only walks ends because there are finitely many pairs of
//! finger and direction. Everything else needs a [`Measure`] that falls in each
//! round: it must be used on every path through the body, and nothing in the
//! body may restore it. For a recursion the same must hold on the path from one
//! call to the next.

mod effects;
mod uses;

use crate::model::{RuleId, Rules, Statement, ValueId};
use effects::Effects;
use game::{Counter, Kind, Shape};
use ir::Bound;
use std::collections::BTreeSet;
use uses::{Call, Calls};

/// Something that can be used up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Measure {
    /// Pieces on the board and in the hand.
    Pieces,
    /// Pieces that are not of this kind.
    Other(Kind),
    /// Pieces in the own reserve.
    Reserve,
    /// What a counter has left to its highest value.
    Up(Counter),
    /// What a counter has left to its lowest value.
    Down(Counter),
    /// Fields before the edge in a direction that stays the same.
    Ahead,
}

type Measures = BTreeSet<Measure>;

/// A rule or a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// A rule.
    Rule(RuleId),
    /// A value.
    Value(ValueId),
}

/// What is known about the loops of a game.
pub struct Bounds<'a> {
    rules: &'a Rules,
    /// What every path through a rule uses.
    uses: Vec<Measures>,
    /// For each node: what it calls, and what is used up before each call.
    calls: Vec<Calls>,
    /// The groups of nodes that call each other.
    cycles: Vec<Vec<usize>>,
    /// For each node: the cycle that it is on, and why that ends.
    cycle_of: Vec<Option<usize>>,
    reasons: Vec<Option<Bound>>,
}

impl<'a> Bounds<'a> {
    /// Studies the rules of a game.
    pub fn new(rules: &'a Rules) -> Bounds<'a> {
        let n_nodes = rules.rules.len() + rules.values.len();
        let nothing = vec![Measures::new(); rules.rules.len()];
        let mut bounds = Bounds {
            rules,
            calls: uses::calls(rules, &nothing),
            uses: nothing,
            cycles: Vec::new(),
            cycle_of: vec![None; n_nodes],
            reasons: Vec::new(),
        };
        let order = bounds.components();
        bounds.uses = uses::of_rules(rules, &order, &all_measures(rules));
        bounds.calls = uses::calls(rules, &bounds.uses);
        for group in order {
            let first = group[0];
            if group.len() > 1 || bounds.targets(first).any(|called| called == first) {
                for &node in &group {
                    bounds.cycle_of[node] = Some(bounds.cycles.len());
                }
                bounds.reasons.push(bounds.reason(&group));
                bounds.cycles.push(group);
            }
        }
        bounds
    }

    /// Why a repeat without an upper end, with this body, ends.
    pub fn repeat(&self, body: &Statement) -> Option<Bound> {
        let mut effects = Effects::default();
        effects.add_statement(self.rules, body);
        if !effects.changes {
            let board = &self.rules.facts.board;
            return Some(Bound::Walk((board.n_fields() * board.directions.len().max(1)) as u32));
        }
        let used = uses::of_statement(&self.uses, body);
        used.into_iter().find(|&m| self.falls(m, &effects)).map(|m| self.bound(m))
    }

    /// How deep a rule or value calls itself; `None` if it does not. What uses nothing up is
    /// deeper than any run may be: checks let it pass only where no run comes to it, in
    /// inherited rules that are not used.
    pub fn depth(&self, node: Node) -> Option<Bound> {
        let cycle = self.cycle_of[self.index(node)]?;
        Some(self.reasons[cycle].clone().unwrap_or(Bound::Times(u32::MAX)))
    }

    /// The groups of rules and values that call each other without using
    /// anything up.
    pub fn unbounded(&self) -> Vec<Vec<Node>> {
        let endless = self.cycles.iter().zip(&self.reasons).filter(|(_, reason)| reason.is_none());
        endless.map(|(cycle, _)| cycle.iter().map(|&i| self.node(i)).collect()).collect()
    }

    fn index(&self, node: Node) -> usize {
        match node {
            Node::Rule(rule) => rule.index(),
            Node::Value(value) => self.rules.rules.len() + value.index(),
        }
    }

    fn node(&self, index: usize) -> Node {
        match index.checked_sub(self.rules.rules.len()) {
            None => Node::Rule(RuleId(index as u32)),
            Some(value) => Node::Value(ValueId(value as u32)),
        }
    }

    fn targets(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.calls[node].iter().map(|call| self.index(call.to))
    }

    /// The strongly connected components of the call graph, those that are
    /// called before those that call (Tarjan 1972, with a stack of our own
    /// because a file may have a rule for every few bytes).
    fn components(&self) -> Vec<Vec<usize>> {
        let n = self.calls.len();
        let (mut number, mut low) = (vec![usize::MAX; n], vec![0; n]);
        let (mut stack, mut on_stack, mut found) = (Vec::new(), vec![false; n], Vec::new());
        let mut next = 0;
        for root in 0..n {
            if number[root] != usize::MAX {
                continue;
            }
            let mut work: Vec<(usize, Vec<usize>)> = vec![(root, self.targets(root).collect())];
            (number[root], low[root], next) = (next, next, next + 1);
            stack.push(root);
            on_stack[root] = true;
            while let Some((node, open)) = work.last_mut() {
                let node = *node;
                match open.pop() {
                    Some(called) if number[called] == usize::MAX => {
                        (number[called], low[called], next) = (next, next, next + 1);
                        stack.push(called);
                        on_stack[called] = true;
                        work.push((called, self.targets(called).collect()));
                    }
                    Some(called) if on_stack[called] => low[node] = low[node].min(number[called]),
                    Some(_) => {}
                    None => {
                        work.pop();
                        if let Some((caller, _)) = work.last() {
                            low[*caller] = low[*caller].min(low[node]);
                        }
                        if low[node] == number[node] {
                            let at = stack.iter().rposition(|&n| n == node).unwrap_or(0);
                            let mut group = stack.split_off(at);
                            group.iter().for_each(|&n| on_stack[n] = false);
                            group.sort_unstable();
                            found.push(group);
                        }
                    }
                }
            }
        }
        found
    }

    /// Why a cycle ends.
    fn reason(&self, cycle: &[usize]) -> Option<Bound> {
        let mut effects = Effects::with_questions();
        for &node in cycle {
            effects.add_node(self.rules, self.node(node));
        }
        all_measures(self.rules)
            .into_iter()
            .filter(|&m| self.falls(m, &effects))
            .find(|&m| self.breaks(cycle, m))
            .map(|m| self.bound(m))
    }

    /// Whether nothing in a loop restores the measure.
    fn falls(&self, measure: Measure, effects: &Effects) -> bool {
        if measure == Measure::Ahead && has_rings(self.rules) {
            return false;
        }
        !effects.restores(self.rules, measure)
    }

    /// Whether every path around the cycle uses the measure: without the calls
    /// that do, nothing is left to go around.
    fn breaks(&self, cycle: &[usize], measure: Measure) -> bool {
        let mut left: BTreeSet<usize> = cycle.iter().copied().collect();
        loop {
            let before = left.clone();
            left.retain(|&node| {
                let uses = |call: &Call| call.used.contains(&measure);
                self.calls[node].iter().any(|it| before.contains(&self.index(it.to)) && !uses(it))
            });
            if left.is_empty() || left == before {
                return left.is_empty();
            }
        }
    }

    fn bound(&self, measure: Measure) -> Bound {
        let facts = &self.rules.facts;
        let n_fields = facts.board.n_fields() as u32;
        let pieces = n_fields * facts.stacks.unwrap_or(1) as u32 + 1;
        let range =
            |c: Counter| (facts.counters[c.index()].high - facts.counters[c.index()].low) as u32;
        let name = |c: Counter| &facts.counters[c.index()].name;
        let (what, times) = match measure {
            Measure::Pieces => ("pieces on the board".to_string(), pieces),
            Measure::Other(kind) => {
                (format!("pieces that are no {}", facts.kinds[kind.index()].name), pieces)
            }
            Measure::Reserve => ("pieces in reserve".to_string(), 255 * facts.reserve.len() as u32),
            Measure::Up(c) | Measure::Down(c) => (format!("the range of {}", name(c)), range(c)),
            Measure::Ahead => ("fields ahead".to_string(), n_fields),
        };
        Bound::Uses { what, times: times.max(1) }
    }
}

fn all_measures(rules: &Rules) -> Measures {
    let facts = &rules.facts;
    let counters = (0..facts.counters.len()).map(|i| Counter(i as u8));
    [Measure::Pieces, Measure::Reserve, Measure::Ahead]
        .into_iter()
        .chain((0..facts.kinds.len()).map(|i| Measure::Other(Kind(i as u8))))
        .chain(counters.flat_map(|c| [Measure::Up(c), Measure::Down(c)]))
        .collect()
}

/// Whether walking straight on can come back.
fn has_rings(rules: &Rules) -> bool {
    let board = &rules.facts.board;
    match board.shape {
        Shape::Square | Shape::Hexagonal => board.cyclic.columns || board.cyclic.rows,
        Shape::Lines => {
            board.lines.iter().any(|line| line.len() > 1 && line.first() == line.last())
        }
    }
}
