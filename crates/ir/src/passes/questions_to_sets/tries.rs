//! Tries of something that may run itself: which they are, and how a decision
//! leads to one of the two parts.

use crate::analyses::CallGraph;
use crate::passes::rewrite::{add_block, inline, size};
use crate::program::*;
use rustc_hash::FxHashMap;

/// How large a function may become by what is put into it.
const BUDGET: usize = 2_000;

/// Which functions may come to run themselves, and which may run such.
#[derive(Default)]
pub(in crate::passes) struct Recursive {
    is_recursive: Vec<bool>,
    is_deep: Vec<bool>,
    /// Functions of the second sort in which all questions are done.
    pub(super) done: FxHashMap<FuncId, Func>,
}

impl Recursive {
    pub(super) fn new(program: &Program) -> Recursive {
        let graph = CallGraph::new(program);
        let mut is_recursive = vec![false; program.funcs.len()];
        for func in graph.cycles().into_iter().flatten() {
            is_recursive[func.index()] = true;
        }
        let mut is_deep = is_recursive.clone();
        for func in graph.callees_first() {
            let mut callees = graph.callees(func).iter();
            is_deep[func.index()] |= callees.any(|callee| is_deep[callee.index()]);
        }
        Recursive { is_recursive, is_deep, done: FxHashMap::default() }
    }

    /// Whether a run of a function may come to a function that runs itself.
    pub(super) fn is_deep(&self, func: FuncId) -> bool {
        self.is_deep.get(func.index()).copied().unwrap_or(false)
    }

    /// A block in which a function is run and its results go on. If it begins
    /// with a choice, `choice` are the fields worth choosing.
    pub(super) fn run(
        &self,
        run: &Run<'_>,
        host: &mut Func,
        func: FuncId,
        choice: Option<Value>,
    ) -> Target {
        let Run { program, args, then } = *run;
        let call = Term::Call { func, args: *args, then: then.clone() };
        let block = add_block(host, Block::new(Vec::new(), Vec::new(), call));
        let callee = self.done.get(&func).unwrap_or(&program.funcs[func.index()]);
        if !self.is_recursive[func.index()] && size(host) + size(callee) <= BUDGET {
            let first = host.blocks.len();
            inline(host, block, callee, args, then);
            if let (Term::ChooseField { set, .. }, Some(choice)) =
                (&mut host.blocks[first].term, choice)
            {
                *set = choice;
            }
        }
        Target { block, args: Vec::new() }
    }
}

/// What both parts of a try are run on, and where their results go.
pub(super) struct Run<'a> {
    pub(super) program: &'a Program,
    pub(super) args: &'a Args,
    pub(super) then: &'a Target,
}
