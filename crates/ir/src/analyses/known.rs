//! Which fingers and directions are known to be set, and which steps can
//! therefore not end a path.

use super::CallGraph;
use crate::program::*;
use game::{Facts, Kind, Owner};

/// For each value of a function whose blocks are in order, whether it is a
/// finger that points somewhere or a direction that is set, whatever the
/// function is run on.
pub fn is_known(func: &Func) -> Vec<bool> {
    known_if(func, false, &|_| false)
}

/// What functions are run with and what they yield in all runs from the entries: whether that is
/// always a finger that points somewhere. Nothing is said of functions that no entry runs.
#[derive(Clone, Debug)]
pub struct Pointed {
    given: Vec<bool>,
    made: Vec<bool>,
}

impl Pointed {
    /// Reads a program.
    pub fn new(program: &Program) -> Pointed {
        let n = program.funcs.len();
        let mut pointed = Pointed { given: vec![true; n], made: vec![true; n] };
        program.entries.all().for_each(|entry| pointed.given[entry.index()] = false);
        let run = CallGraph::new(program).reachable(program.entries.all());
        // Everything points somewhere until it is found not to, so this ends.
        loop {
            let before = (pointed.given.clone(), pointed.made.clone());
            run.iter().for_each(|&id| pointed.follow(id, &program.funcs[id.index()]));
            if before == (pointed.given.clone(), pointed.made.clone()) {
                return pointed;
            }
        }
    }

    /// For each value of a function that stands in this place of the program what [`is_known`]
    /// tells, in all runs from the entries.
    pub fn is_known(&self, id: FuncId, func: &Func) -> Vec<bool> {
        known_if(func, self.given[id.index()], &|body| self.made[body.index()])
    }

    fn follow(&mut self, id: FuncId, func: &Func) {
        let known = self.is_known(id, func);
        for block in &func.blocks {
            let mut callees = Vec::new();
            for inst in &block.insts {
                inst.callees(&mut |func, kind| callees.push((func, kind)));
                self.run(inst.args(), &known, &callees);
                callees.clear();
            }
            block.term.callees(&mut |func, kind| callees.push((func, kind)));
            self.run(block.term.args(), &known, &callees);
            if let Term::Yield { f, .. } = &block.term {
                self.made[id.index()] &= known[f.index()];
            }
        }
    }

    /// Notes what the functions are run with that a node runs: what it says, or what one of them
    /// yields; numbers that are asked of results only the latter.
    fn run(&mut self, args: Option<&Args>, known: &[bool], callees: &[(FuncId, FuncKind)]) {
        let mut yielding = callees.iter().filter(|(_, kind)| *kind == FuncKind::Gen).peekable();
        let yields = yielding.peek().is_some();
        let all_made = yielding.all(|(func, _)| self.made[func.index()]);
        let first = args.is_some_and(|args| known[args.f.index()]);
        for (func, kind) in callees {
            let is_of_results = yields && *kind == FuncKind::Num;
            self.given[func.index()] &= all_made && (first || is_of_results);
        }
    }
}

/// What is known if the finger that the function is run with points somewhere or may not, and the
/// fingers that some functions yield do.
fn known_if(func: &Func, given: bool, made: &dyn Fn(FuncId) -> bool) -> Vec<bool> {
    let mut known = vec![false; func.types.len()];
    known[func.blocks[0].params[2].index()] = given;
    // A parameter is known if it is on every way in; the first way starts with yes.
    let mut met = vec![false; func.blocks.len()];
    for block in &func.blocks {
        for inst in &block.insts {
            if let Inst::Step { dst, .. }
            | Inst::Back { dst, .. }
            | Inst::Rotate { dst, .. }
            | Inst::Direction { dst, .. } = inst
            {
                known[dst.index()] = true;
            }
        }
        let gives = block.term.gives().len();
        let chosen = matches!(block.term, Term::ChooseField { .. } | Term::ChooseDirection { .. });
        let (bodies, args) = block.term.results();
        let yielded =
            args.is_some_and(|args| known[args.f.index()]) && bodies.iter().all(|body| made(*body));
        for target in block.term.targets() {
            let first = !std::mem::replace(&mut met[target.block.index()], true);
            let params = &func.blocks[target.block.index()].params;
            for (i, param) in params.iter().enumerate() {
                let now = match i.checked_sub(gives) {
                    Some(i) => known[target.args[i].index()],
                    None => chosen || yielded && func.types[param.index()] == Type::Field,
                };
                known[param.index()] = now && (first || known[param.index()]);
            }
        }
    }
    known
}

/// Whether a path may end at a write, given which fingers are known to be set.
pub fn write_dies(facts: &Facts, write: &Write, known: &[bool]) -> bool {
    let unset = |f: &Value| !known[f.index()];
    match write {
        Write::Put { f, whose, kind, .. } => unset(f) || !has_sign(facts, *whose, *kind),
        Write::PutAll { whose, kind, .. } => !has_sign(facts, *whose, *kind),
        Write::Remember { f, .. } => unset(f),
        Write::Tell { f, details, .. } => {
            unset(f) && details.iter().any(|it| matches!(it, Detail::Here | Detail::Piece))
        }
        write => write.effect().may_die,
    }
}

/// Whether whoever gets a piece of this kind has a sign for it.
pub(crate) fn has_sign(facts: &Facts, whose: Whose, kind: Kind) -> bool {
    let symbols = &facts.kinds[kind.index()].symbols;
    let has = |owner: Owner| symbols[owner as usize].is_some();
    match whose {
        Whose::First => has(Owner::First),
        Whose::Second => has(Owner::Second),
        Whose::Nobody => has(Owner::Nobody),
        Whose::Own | Whose::Enemy | Whose::Any => has(Owner::First) && has(Owner::Second),
    }
}
