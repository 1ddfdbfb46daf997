//! Runs a turn with unknown fields, all ways, and collects its paths.

mod state;
mod steps;
mod writes;

pub(super) use state::{Item, Member, Path};

use super::board::Board;
use super::symbols::{Node, Origin, Sym, Symbols};
use crate::program::*;
use rustc_hash::FxHashMap;
use state::{State, Val};
use std::rc::Rc;

/// How many paths there may be at a time.
const PATHS: usize = 500;

/// How many states may be looked at in all.
const WORK: usize = 20_000;

/// How deep functions may call each other.
const DEPTH: usize = 12;

/// A result of a function.
struct Yielded {
    state: State,
    s: Rc<Board>,
    f: Val,
    d: Val,
}

/// Paths, and where the parts begin that cannot be followed.
type Parts = (Vec<Path>, FxHashMap<Node, String>);

/// A run of everything at once.
pub(super) struct Explorer<'a> {
    program: &'a Program,
    pub(super) symbols: Symbols<'a>,
    /// Each place in the rules with where it was called from.
    nodes: FxHashMap<(Option<Node>, FuncId, BlockId), Node>,
    /// The functions that are being run.
    running: Vec<FuncId>,
    work: usize,
    /// Why the parts of the turn that begin at some places cannot be followed, if
    /// they are told apart; otherwise nothing can if one of them cannot.
    failures: Option<FxHashMap<Node, String>>,
}

impl<'a> Explorer<'a> {
    pub(super) fn new(program: &'a Program) -> Explorer<'a> {
        let (symbols, nodes) = (Symbols::new(program), FxHashMap::default());
        Explorer { program, symbols, nodes, running: Vec::new(), work: 0, failures: None }
    }

    /// The paths of a turn.
    pub(super) fn paths(&mut self, main: FuncId) -> Result<Vec<Path>, String> {
        let start =
            [Val::Position(Rc::default()), Val::Other, Val::Field(None), Val::Direction(None)];
        let results = self.run(main, start, State::default(), None, 0)?;
        Ok(results.into_iter().map(|result| result.state.into_path(result.s)).collect())
    }

    /// The paths of the parts of a turn that can be followed, and where the others
    /// begin, with the reason why not.
    pub(super) fn parts(&mut self, main: FuncId) -> Result<Parts, String> {
        self.failures = Some(FxHashMap::default());
        let paths = self.paths(main)?;
        Ok((paths, self.failures.take().unwrap_or_default()))
    }

    /// All places that were met, each as often as it was come to by other calls.
    pub(super) fn places(&self) -> Vec<((FuncId, BlockId), Node)> {
        self.nodes.iter().map(|(&(_, func, block), &node)| ((func, block), node)).collect()
    }

    fn node(&mut self, from: Option<Node>, func: FuncId, block: BlockId) -> Node {
        let next = self.nodes.len() as Node;
        *self.nodes.entry((from, func, block)).or_insert(next)
    }

    /// Runs a function on a state, whose values are those of the caller.
    fn run(
        &mut self,
        id: FuncId,
        args: [Val; 4],
        mut start: State,
        from: Option<Node>,
        depth: usize,
    ) -> Result<Vec<Yielded>, String> {
        if depth > DEPTH || self.running.contains(&id) {
            return Err("rules call each other too deep, or themselves".to_string());
        }
        self.running.push(id);
        let func = &self.program.funcs[id.index()];
        let flow = self.symbols.flow(id);
        start.frame = self.node(from, id, BlockId(0));
        start.values = func.blocks[0].params.iter().copied().zip(args).collect();
        let mut waiting: Vec<Vec<State>> = vec![Vec::new(); func.blocks.len()];
        waiting[0].push(start);
        let mut results = Vec::new();
        for i in 0..func.blocks.len() {
            let block = BlockId(i as u32);
            let mut states: Vec<State> = Vec::new();
            for mut state in std::mem::take(&mut waiting[i]) {
                state.values.retain(|value, _| flow.reaches(*value, block));
                if !states.iter_mut().any(|known| known.absorb(&state)) {
                    states.push(state);
                }
            }
            if states.len() + results.len() > PATHS {
                return Err("there are too many ways to move".to_string());
            }
            let at = Place { func: id, block, from, depth };
            for state in states {
                let (part, calls) = (state.trail.first().map(Item::node), self.running.len());
                if let Err(why) = self.block(&at, state, &mut waiting, &mut results) {
                    self.running.truncate(calls);
                    self.fail(part, why)?;
                }
            }
        }
        self.running.pop();
        Ok(results)
    }

    /// A block from its beginning to its end.
    fn block(
        &mut self,
        at: &Place,
        state: State,
        waiting: &mut [Vec<State>],
        results: &mut Vec<Yielded>,
    ) -> Result<(), String> {
        for state in self.steps(at, state)? {
            self.end(at, state, waiting, results)?;
        }
        Ok(())
    }

    /// Gives up the part that begins at a place, or everything if it is not known
    /// which part it is.
    fn fail(&mut self, part: Option<Node>, why: String) -> Result<(), String> {
        match (&mut self.failures, part) {
            (Some(failures), Some(part)) => {
                failures.entry(part).or_insert(why);
                Ok(())
            }
            _ => Err(why),
        }
    }

    fn charge(&mut self, n: usize) -> Result<(), String> {
        self.work += n;
        let tried = self.symbols.geometry().is_some_and(|geometry| geometry.is_exhausted());
        if self.work > WORK || tried {
            return Err("there is too much to look at".to_string());
        }
        Ok(())
    }

    /// The end of a block.
    fn end(
        &mut self,
        at: &Place,
        state: State,
        waiting: &mut [Vec<State>],
        results: &mut Vec<Yielded>,
    ) -> Result<(), String> {
        self.charge(1)?;
        let func = &self.program.funcs[at.func.index()];
        let node = self.node(at.from, at.func, at.block);
        let mut go = |state: State, target: &Target, given: Vec<Val>| {
            let params = &func.blocks[target.block.index()].params;
            waiting[target.block.index()].push(state.enter(params, target, given));
        };
        match &func.blocks[at.block.index()].term {
            Term::Jump(then) => go(state, then, Vec::new()),
            Term::If { cond, yes, no } => {
                for (holds, target) in [(true, yes), (false, no)] {
                    for state in self.assume(at.func, state.clone(), cond, holds)? {
                        go(state, target, Vec::new());
                    }
                }
            }
            Term::Ask { yes, no, .. } => {
                go(state.clone(), yes, Vec::new());
                go(state, no, Vec::new());
            }
            Term::Fork(branches) => {
                for (index, branch) in branches.iter().enumerate() {
                    let mut state = state.clone();
                    state.trail.push(Item::Branch { node, index });
                    go(state, branch, Vec::new());
                }
            }
            Term::ChooseField { set, then } => {
                for (state, sym) in self.choose(at.func, node, state, *set)? {
                    go(state, then, vec![Val::Field(Some(sym))]);
                }
            }
            Term::ChooseDirection { from: Directions::Compass(sets), then, .. } => {
                let both = [0, 1].into_iter().flat_map(|player| &sets[player]);
                let n = if sets[0] == sets[1] { sets[0].len() } else { usize::MAX };
                for (index, &direction) in both.enumerate().take(n) {
                    let mut state = state.clone();
                    state.trail.push(Item::Branch { node, index });
                    go(state, then, vec![Val::Direction(Some(direction))]);
                }
            }
            Term::Call { func, args, then } | Term::Best { func, args, then, .. } => {
                for (state, given) in self.results(&[*func], args, state, node, at.depth)? {
                    go(state, then, given);
                }
            }
            Term::OrElse { first, second, args, then } => {
                // Which of both it is follows from the choices so far.
                for (state, given) in
                    self.results(&[*first, *second], args, state, node, at.depth)?
                {
                    go(state, then, given);
                }
            }
            Term::Yield { s, f, d } => {
                let (s, f, d) = (state.position(*s), state.value(*f), state.value(*d));
                results.push(Yielded { state, s, f, d });
            }
            Term::Die => {}
            Term::ChooseDirection { .. } => {
                return Err("directions depend on the field".to_string());
            }
            Term::Repeat { .. } => return Err("something is repeated".to_string()),
            Term::Each { .. } => return Err("something is done for each field".to_string()),
            Term::Return(_) => return Err("a number is no move".to_string()),
        }
        Ok(())
    }

    /// The results of functions that are called, each with what it gives.
    fn results(
        &mut self,
        funcs: &[FuncId],
        args: &Args,
        state: State,
        node: Node,
        depth: usize,
    ) -> Result<Vec<(State, Vec<Val>)>, String> {
        let given = [args.s, args.v, args.f, args.d].map(|value| state.value(value));
        let mut all = Vec::new();
        for &func in funcs {
            let results = self.run(func, given.clone(), state.clone(), Some(node), depth + 1)?;
            for Yielded { state: mut after, s, f, d } in results {
                after.values = state.values.clone();
                after.frame = state.frame;
                all.push((after, vec![Val::Position(s), f, d]));
            }
        }
        Ok(all)
    }

    /// Chooses a field from a set.
    fn choose(
        &mut self,
        func: FuncId,
        node: Node,
        state: State,
        set: Value,
    ) -> Result<Vec<(State, Sym)>, String> {
        let it = &self.program.funcs[func.index()];
        let flow = self.symbols.flow(func);
        // A set of one field is no choice.
        match flow.set(it, set) {
            Some(SetExpr::Only(f)) => {
                if let Val::Field(Some(sym)) = state.value(*f) {
                    return Ok(vec![(state, sym)]);
                }
            }
            Some(SetExpr::Memory { s, memory }) => {
                let sym = match state.position(*s).memory(*memory) {
                    None => self.symbols.sym(Origin::Remembered(*memory)),
                    Some(Some(sym)) => sym,
                    Some(None) => return Err("something unknown is remembered".to_string()),
                };
                return Ok(vec![(state, sym)]);
            }
            _ => {}
        }
        let only = steps::only_of(it, &flow, set);
        let base = only.and_then(|f| match state.value(f) {
            Val::Field(Some(sym)) => Some((f, sym)),
            _ => None,
        });
        let sym = self.symbols.sym(Origin::Chosen { node, func, set, base });
        let mut state = state;
        state.trail.push(Item::Chosen { node, sym });
        let states = self.constrain(func, state, sym, set, true)?;
        Ok(states.into_iter().map(|state| (state, sym)).collect())
    }
}

/// Where a run is.
struct Place {
    func: FuncId,
    block: BlockId,
    /// Where the function was called from.
    from: Option<Node>,
    depth: usize,
}
