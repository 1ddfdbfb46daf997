//! From functions to trees: a run of the function in which positions,
//! directions and numbers are known and fingers are not.

mod decisions;

use super::steps::Alive;
use super::{Abs, End, NoTree, Op, Tree, Walker, Wanted};
use crate::drive::{Branches, Called, OrElse};
use crate::passes::set_algebra::{Pos, PosId, SetId, Var};
use crate::program::*;
use game::{Direction, Player};
use std::rc::Rc;

/// What values are, and what is known of fingers, on one way through a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Env {
    /// The values met so far; a function that is run has its own.
    pub(crate) values: Vec<(Value, Abs)>,
    /// Sets that fingers are in.
    pub(crate) known: Vec<(Var, SetId)>,
}

/// The function that is being run.
#[derive(Clone, Copy)]
pub(crate) struct Place<'f> {
    pub(crate) func: &'f Func,
    /// Whether it is the host, whose values are what they are.
    pub(crate) is_host: bool,
    /// The block at which a tree of a part of the host ends.
    pub(crate) stop: Option<BlockId>,
    /// What else than the parameters of that block is wanted there.
    pub(crate) wanted: &'f [Value],
}

/// What is to be done with the results of a function.
pub(super) enum Rest<'a> {
    /// They are the results of the tree.
    Nothing,
    /// They go on in another function.
    Then { place: Place<'a>, then: &'a Target, env: &'a Env, next: &'a Rest<'a> },
}

impl<'p> Walker<'p> {
    /// The tree of a function.
    pub(super) fn tree_of(
        &mut self,
        place: Place<'_>,
        env: &Env,
        func: FuncId,
        args: &Args,
    ) -> Result<Tree, NoTree> {
        let inner = self.enter(place, env, func, args);
        self.block(self.callee(func), 0, inner, Vec::new(), &Rest::Nothing)
    }

    /// The tree of a function of which only the answer is wanted.
    pub(super) fn question(
        &mut self,
        place: Place<'_>,
        env: &Env,
        func: FuncId,
        args: &Args,
    ) -> Result<Rc<Tree>, NoTree> {
        let wanted = std::mem::replace(&mut self.wanted, Wanted::Answer);
        let tree = self.tree_of(place, env, func, args);
        self.wanted = wanted;
        tree.map(Rc::new)
    }

    pub(super) fn callee(&self, func: FuncId) -> Place<'p> {
        let func = &self.program.funcs[func.index()];
        Place { func, is_host: false, stop: None, wanted: &[] }
    }

    /// The values of a function before its first block.
    fn enter(&mut self, place: Place<'_>, env: &Env, func: FuncId, args: &Args) -> Env {
        let func = &self.program.funcs[func.index()];
        let given = [args.s, args.v, args.f, args.d];
        let params = func.blocks[0].params.iter().copied();
        let values = params.zip(given.map(|arg| self.get(place, env, arg))).collect();
        Env { values, known: env.known.clone() }
    }

    /// The tree of a block and everything after it.
    pub(super) fn block(
        &mut self,
        place: Place<'_>,
        block: usize,
        mut env: Env,
        mut ops: Vec<Op>,
        rest: &Rest<'_>,
    ) -> Result<Tree, NoTree> {
        self.tick(env.values.len())?;
        for inst in &place.func.blocks[block].insts {
            if let Alive::No = self.inst(place, &mut env, inst, &mut ops)? {
                return Ok(Tree::die());
            }
        }
        if self.depth == super::DEPTH {
            return Err(NoTree);
        }
        self.depth += 1;
        let tree = self.end(place, &place.func.blocks[block].term, env, ops, rest);
        self.depth -= 1;
        tree
    }

    /// The tree of the end of a block of the host and everything after it, to
    /// where the place says; the position must stay as it is.
    pub(crate) fn region(
        &mut self,
        place: Place<'_>,
        term: &Term,
        env: Env,
    ) -> Result<Tree, NoTree> {
        self.wanted = Wanted::Results;
        self.end(place, term, env, Vec::new(), &Rest::Nothing)
    }

    fn end(
        &mut self,
        place: Place<'_>,
        term: &Term,
        env: Env,
        mut ops: Vec<Op>,
        rest: &Rest<'_>,
    ) -> Result<Tree, NoTree> {
        match term {
            Term::Die => Ok(Tree::die()),
            Term::Return(_) => Err(NoTree),
            Term::Jump(then) => self.onward(place, then, Vec::new(), env, ops, rest),
            Term::Yield { s, f, d } => {
                let given = [s, f, d].map(|&value| self.get(place, &env, value)).to_vec();
                self.yielded(given, env, ops, rest)
            }
            Term::Fork(targets) => {
                let end = self.fork(place, targets, &env, rest)?;
                Ok(Tree { ops, end })
            }
            Term::ChooseField { set, then } => {
                let set = self.set_of(place, &env, *set)?;
                let set = self.settle_free(&env, set)?;
                let to = self.finger(true, None);
                ops.push(Op::Choose { to, set });
                let mut env = env;
                env.known.push((to, set));
                self.onward(place, then, vec![Abs::Field(to)], env, ops, rest)
            }
            Term::ChooseDirection { v, from, then } => {
                let end = self.choose_direction(place, *v, from, then, env, rest)?;
                Ok(Tree { ops, end })
            }
            Term::Call { func, args, then } => {
                let inner = self.enter(place, &env, *func, args);
                let rest = Rest::Then { place, then, env: &env, next: rest };
                self.block(self.callee(*func), 0, inner, ops, &rest)
            }
            Term::If { cond, yes, no } => {
                let trees = self.decide(place, cond, yes, no, &env, rest)?;
                Ok(Tree { ops, end: End::Fork(trees) })
            }
            Term::Ask { func, args, yes, no } => {
                let asked = Called { func: *func, args };
                let end = self.ask(place, asked, Branches { yes, no }, &env, rest)?;
                Ok(Tree { ops, end })
            }
            Term::Best { func, args, then, .. } => {
                // Some result is the best if there is any.
                if !self.is_certain_after(place, then, &env, rest) {
                    return Err(NoTree);
                }
                let inner = self.enter(place, &env, *func, args);
                self.block(self.callee(*func), 0, inner, ops, &Rest::Nothing)
            }
            Term::OrElse { first, second, args, then } => {
                let parts = OrElse { first: *first, second: *second, args, then };
                let end = self.or_else(place, parts, &env, rest)?;
                Ok(Tree { ops, end })
            }
            Term::Repeat { .. } => self.repeat(place, term, env, ops, rest),
            Term::Each { set, body, args, then } => {
                let after = self.each(place, &env, *set, *body, args)?;
                self.onward(place, then, vec![Abs::Position(after)], env, ops, rest)
            }
        }
    }

    fn fork(
        &mut self,
        place: Place<'_>,
        targets: &[Target],
        env: &Env,
        rest: &Rest<'_>,
    ) -> Result<End, NoTree> {
        let mut trees = Vec::new();
        for then in targets {
            let (env, ops) = (env.clone(), Vec::new());
            trees.push(self.onward(place, then, Vec::new(), env, ops, rest)?);
        }
        Ok(End::Fork(trees))
    }

    /// A result of a function, which goes on in the one that has run it.
    fn yielded(
        &mut self,
        given: Vec<Abs>,
        env: Env,
        ops: Vec<Op>,
        rest: &Rest<'_>,
    ) -> Result<Tree, NoTree> {
        match rest {
            Rest::Nothing => Ok(Tree { ops, end: End::Out(given) }),
            Rest::Then { place, then, env: outer, next } => {
                let env = Env { values: outer.values.clone(), known: env.known };
                self.onward(*place, then, given, env, ops, next)
            }
        }
    }

    /// Goes on to a block, with what the node before it gives.
    pub(super) fn onward(
        &mut self,
        place: Place<'_>,
        then: &Target,
        mut given: Vec<Abs>,
        mut env: Env,
        ops: Vec<Op>,
        rest: &Rest<'_>,
    ) -> Result<Tree, NoTree> {
        given.extend(then.args.iter().map(|&arg| self.get(place, &env, arg)));
        if place.stop == Some(then.block) {
            given.extend(place.wanted.iter().map(|&value| self.get(place, &env, value)));
            return Ok(Tree { ops, end: End::Out(given) });
        }
        let params = &place.func.blocks[then.block.index()].params;
        env.values.extend(params.iter().copied().zip(given));
        self.block(place, then.block.index(), env, ops, rest)
    }

    fn choose_direction(
        &mut self,
        place: Place<'_>,
        v: Value,
        from: &Directions,
        then: &Target,
        env: Env,
        rest: &Rest<'_>,
    ) -> Result<End, NoTree> {
        let mut trees = Vec::new();
        for (guard, direction) in self.directions(place, &env, v, from)? {
            let (env, ops) = (env.clone(), guard.into_iter().collect());
            trees.push(self.onward(place, then, vec![direction], env, ops, rest)?);
        }
        Ok(End::Fork(trees))
    }

    /// The directions to choose from, each with the condition under which it is one of them.
    fn directions(
        &mut self,
        place: Place<'_>,
        env: &Env,
        v: Value,
        from: &Directions,
    ) -> Result<Vec<(Option<Op>, Abs)>, NoTree> {
        let known = |d: Direction| Abs::Direction(Some(d));
        match from {
            Directions::Compass([first, second]) if first == second => {
                Ok(first.iter().map(|&d| (None, known(d))).collect())
            }
            Directions::Compass(sides) => {
                let mut all = Vec::new();
                for player in Player::BOTH {
                    let set = self.is_player(place, env, v, player)?;
                    let one = |&d| (Some(Op::Some { set }), known(d));
                    all.extend(sides[player.index()].iter().map(one));
                }
                Ok(all)
            }
            Directions::Ways { f } => {
                let f = match self.get(place, env, *f) {
                    Abs::Field(f) => f,
                    Abs::Nowhere => return Ok(Vec::new()),
                    _ => return Err(NoTree),
                };
                let ways = self.ways_through(f).into_iter();
                Ok(ways.map(|(set, way)| (Some(Op::Guard { f, set }), Abs::Along(way))).collect())
            }
        }
    }

    /// The position after a `for each` whose body can be done at every field
    /// of the set, and changes nothing but that field.
    fn each(
        &mut self,
        place: Place<'_>,
        env: &Env,
        set: Value,
        body: FuncId,
        args: &Args,
    ) -> Result<PosId, NoTree> {
        let Abs::Position(before) = self.get(place, env, args.s) else { return Err(NoTree) };
        let f = self.finger(true, None);
        let mut inner = self.enter(place, env, body, args);
        let params = &self.program.funcs[body.index()].blocks[0].params;
        inner.values.push((params[2], Abs::Field(f)));
        if let Abs::Set(set) = self.get(place, env, set) {
            inner.known.push((f, set));
        }
        let tree = self.block(self.callee(body), 0, inner, Vec::new(), &Rest::Nothing)?;
        let mut is_alike = tree.always_succeeds();
        tree.outs(&mut |out| {
            is_alike &= matches!(out[0], Abs::Position(after) if self.is_alike(after, before, f));
        });
        if is_alike { Ok(self.hidden(self.hand(before))) } else { Err(NoTree) }
    }

    /// Whether two positions differ only where the finger points.
    fn is_alike(&self, after: PosId, before: PosId, f: Var) -> bool {
        let mut at = after;
        while at != before {
            at = match *self.sets.pos(at) {
                Pos::Gone(from, other) | Pos::Put(from, other) if other == f => from,
                _ => return false,
            }
        }
        self.hand(after) == self.hand(before)
    }

    fn finger_of(&mut self, place: Place<'_>, env: &Env, f: Value) -> Option<Var> {
        match self.get(place, env, f) {
            Abs::Field(f) => Some(f),
            _ => None,
        }
    }
}
