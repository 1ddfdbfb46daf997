//! Lowers resolved rules to the intermediate representation: registers become
//! values, choices become nodes, and bodies of questions and loops become
//! functions of their own.
//!
//! Each rule is one function. The statement being lowered is always at the
//! end of the current block; a statement that makes a choice ends that block
//! and opens the one in which the rest of the sequence goes on.

mod builder;
mod numbers;
mod patterns;
mod statements;

use crate::bounds::{Bounds, Node};
use crate::model::{RuleId, Rules, ValueId};
use builder::{Config, FuncBuilder};
use ir::{Entries, Func, FuncId, FuncKind, Program, Term};

/// The program of a game. Every loop that is used must have a bound, which the checks see to.
pub fn lower(rules: &Rules) -> Program {
    let mut lowering =
        Lowering { rules, bounds: Bounds::new(rules), funcs: Vec::new(), promote: None };
    // Rules and values come first, in their own order, so that a call can name
    // its function before that is lowered; the parts of rules come after them.
    let n_named = rules.rules.len() + rules.values.len();
    lowering.funcs.resize(n_named, None);
    lowering.add_skip();
    for (i, rule) in rules.rules.iter().enumerate() {
        let node = Node::Rule(RuleId(i as u32));
        let mut func = FuncBuilder::new(&rule.name, Some(node), FuncKind::Gen);
        let config = func.entry();
        let end = lowering.statement(&mut func, &rule.body, config);
        func.finish(end);
        let depth = lowering.bounds.depth(node);
        lowering.funcs[i] = Some(func.build(depth));
    }
    for (i, value) in rules.values.iter().enumerate() {
        let node = Node::Value(ValueId(i as u32));
        let mut func = FuncBuilder::new(&value.name, Some(node), FuncKind::Num);
        let config = func.entry();
        lowering.return_number(&mut func, &value.body, config);
        let depth = lowering.bounds.depth(node);
        lowering.funcs[rules.rules.len() + i] = Some(func.build(depth));
    }
    lowering.finish()
}

/// What is shared while all functions are lowered.
struct Lowering<'a> {
    rules: &'a Rules,
    bounds: Bounds<'a>,
    /// `None` until the function of that number is lowered.
    funcs: Vec<Option<Func>>,
    promote: Option<FuncId>,
}

impl Lowering<'_> {
    fn rule_func(&self, rule: RuleId) -> FuncId {
        FuncId(rule.0)
    }

    fn value_func(&self, value: ValueId) -> FuncId {
        FuncId(self.rules.rules.len() as u32 + value.0)
    }

    /// The function that does nothing: what `try` without `else` falls back to.
    fn skip(&self) -> FuncId {
        FuncId((self.rules.rules.len() + self.rules.values.len()) as u32)
    }

    fn add_skip(&mut self) {
        let mut func = FuncBuilder::new("skip", None, FuncKind::Gen);
        let config = func.entry();
        func.finish(Some(config));
        self.funcs.push(Some(func.build(None)));
    }

    /// The function that promotes, made when it is first needed: it has a branch
    /// for every pair of kinds, so that there had better be only one of it.
    fn promote_func(&mut self) -> FuncId {
        if let Some(func) = self.promote {
            return func;
        }
        let mut func = FuncBuilder::new("promote", None, FuncKind::Gen);
        let config = func.entry();
        let end = self.promote(&mut func, config);
        func.finish(end);
        self.funcs.push(Some(func.build(None)));
        let id = FuncId(self.funcs.len() as u32 - 1);
        self.promote = Some(id);
        id
    }

    /// Lowers a part of a rule as a function of its own.
    fn outline(
        &mut self,
        parent: &mut FuncBuilder,
        kind: FuncKind,
        about: String,
        body: impl FnOnce(&mut Self, &mut FuncBuilder, Config),
    ) -> FuncId {
        let mut func = FuncBuilder::part_of(parent, kind, about);
        let config = func.entry();
        let id = FuncId(self.funcs.len() as u32);
        self.funcs.push(None);
        body(self, &mut func, config);
        parent.n_parts = func.n_parts;
        let depth = func.root.and_then(|node| self.bounds.depth(node));
        self.funcs[id.index()] = Some(func.build(depth));
        id
    }

    fn finish(self) -> Program {
        let roles = &self.rules.roles;
        let role = |rule: Option<RuleId>| rule.map(|rule| FuncId(rule.0));
        let named = |names: &[String]| -> Vec<FuncId> {
            names
                .iter()
                .filter_map(|name| self.rules.values.iter().position(|v| v.name == *name))
                .map(|i| self.value_func(ValueId(i as u32)))
                .collect()
        };
        let entries = Entries {
            main: self.rule_func(roles.main),
            seen: role(roles.seen),
            known: role(roles.known),
            tries: role(roles.tries),
            refused: role(roles.refused),
            told: role(roles.told),
            evaluations: named(&self.rules.facts.evaluations),
            bounds: named(&self.rules.facts.bounds),
        };
        let funcs = self.funcs.into_iter().map(|func| func.expect("every function is lowered"));
        Program { facts: self.rules.facts.clone(), funcs: funcs.collect(), entries }
    }
}

impl FuncBuilder {
    /// Ends the function with what its last statement left, if anything.
    fn finish(&mut self, end: Option<Config>) {
        if let Some(Config { s, f, d, .. }) = end {
            self.end(Term::Yield { s, f, d });
        }
    }
}
