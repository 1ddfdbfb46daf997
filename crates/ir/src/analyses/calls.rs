//! Who runs whom, through any construct, and which functions come back to
//! themselves that way.

use crate::program::{Func, FuncId, Parts, Program};

/// The call graph of a program.
#[derive(Clone, Debug)]
pub struct CallGraph {
    callees: Vec<Vec<FuncId>>,
}

impl CallGraph {
    /// The graph of a program. Functions that do not exist are left out.
    pub fn new(program: &Program) -> CallGraph {
        CallGraph::from_callees(program.funcs.iter().map(direct_callees).collect())
    }

    /// The graph with these callees of each function.
    pub(super) fn from_callees(mut callees: Vec<Vec<FuncId>>) -> CallGraph {
        let n = callees.len();
        for callees in &mut callees {
            callees.retain(|func| func.index() < n);
            callees.sort();
            callees.dedup();
        }
        CallGraph { callees }
    }

    /// The parts of each function, with those of everything that it may run.
    pub(super) fn collect(&self, mut parts: Vec<Parts>) -> Vec<Parts> {
        // Callees come first, and the members of a component share everything,
        // so one pass is a fixpoint.
        for members in self.components() {
            let mut all = Parts::NONE;
            for member in &members {
                all = all | parts[member.index()];
                for callee in self.callees(*member) {
                    all = all | parts[callee.index()];
                }
            }
            members.iter().for_each(|member| parts[member.index()] = all);
        }
        parts
    }

    /// The functions that a function runs itself, ascending.
    pub fn callees(&self, func: FuncId) -> &[FuncId] {
        &self.callees[func.index()]
    }

    /// Everything that a run of these functions may run, with themselves, ascending.
    pub fn reachable(&self, from: impl IntoIterator<Item = FuncId>) -> Vec<FuncId> {
        let mut seen = vec![false; self.callees.len()];
        let mut open: Vec<FuncId> = from.into_iter().collect();
        while let Some(func) = open.pop() {
            if !std::mem::replace(&mut seen[func.index()], true) {
                open.extend(self.callees(func));
            }
        }
        let seen = seen.iter().enumerate().filter(|(_, seen)| **seen);
        seen.map(|(i, _)| FuncId(i as u32)).collect()
    }

    /// All functions, each after those that it runs, as far as none runs itself.
    pub fn callees_first(&self) -> Vec<FuncId> {
        self.components().into_iter().flatten().collect()
    }

    /// The cycles: sets of functions of which each may run each other (or, if it
    /// is only one, itself). In ascending order of their first members.
    pub fn cycles(&self) -> Vec<Vec<FuncId>> {
        let mut cycles = self.components();
        cycles
            .retain(|members| members.len() > 1 || self.callees(members[0]).contains(&members[0]));
        cycles.iter_mut().for_each(|members| members.sort());
        cycles.sort();
        cycles
    }

    /// Functions through which every cycle leads: those that somebody outside of
    /// a cycle runs, among them `roots`, or all of it where these are not enough.
    pub fn heads(&self, roots: &[FuncId]) -> Vec<FuncId> {
        let mut heads = Vec::new();
        for members in self.cycles() {
            let is_run = |func: &FuncId| {
                let run_by = |(i, callees): (usize, &Vec<FuncId>)| {
                    callees.contains(func) && !members.contains(&FuncId(i as u32))
                };
                roots.contains(func) || self.callees.iter().enumerate().any(run_by)
            };
            heads.extend(members.iter().copied().filter(is_run));
        }
        let rest = self.without(&heads).cycles();
        heads.extend(rest.into_iter().flatten());
        heads
    }

    /// The graph in which nobody runs these functions.
    pub fn without(&self, funcs: &[FuncId]) -> CallGraph {
        let mut graph = self.clone();
        graph.callees.iter_mut().for_each(|it| it.retain(|func| !funcs.contains(func)));
        graph
    }

    /// The strongly connected components, callees before callers (Tarjan), with
    /// a stack of its own instead of recursion, since a chain of calls can be long.
    fn components(&self) -> Vec<Vec<FuncId>> {
        const UNSEEN: usize = usize::MAX;
        let n = self.callees.len();
        // `order` is when a function was met, `low` the earliest that it leads
        // to among those whose component is still open.
        let (mut order, mut low) = (vec![UNSEEN; n], vec![UNSEEN; n]);
        let mut is_open = vec![false; n];
        let (mut open, mut components, mut met) = (Vec::new(), Vec::new(), 0);
        for root in 0..n {
            if order[root] != UNSEEN {
                continue;
            }
            let mut path = vec![(root, 0)];
            while let Some((func, next)) = path.pop() {
                if next == 0 {
                    (order[func], low[func]) = (met, met);
                    met += 1;
                    open.push(func);
                    is_open[func] = true;
                }
                if let Some(callee) = self.callees[func].get(next).map(|it| it.index()) {
                    path.push((func, next + 1));
                    if order[callee] == UNSEEN {
                        path.push((callee, 0));
                    } else if is_open[callee] {
                        low[func] = low[func].min(order[callee]);
                    }
                    continue;
                }
                if let Some(&(caller, _)) = path.last() {
                    low[caller] = low[caller].min(low[func]);
                }
                if low[func] == order[func] {
                    let first = open.iter().rposition(|&it| it == func).unwrap_or(0);
                    let members = open.split_off(first);
                    members.iter().for_each(|&it| is_open[it] = false);
                    components.push(members.into_iter().map(|it| FuncId(it as u32)).collect());
                }
            }
        }
        components
    }
}

/// The functions that a function runs itself.
fn direct_callees(func: &Func) -> Vec<FuncId> {
    let mut callees = Vec::new();
    for block in &func.blocks {
        for inst in &block.insts {
            inst.callees(&mut |it, _| callees.push(it));
        }
        block.term.callees(&mut |it, _| callees.push(it));
    }
    callees
}
