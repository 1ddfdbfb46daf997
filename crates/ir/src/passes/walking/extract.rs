//! From functions to trees: a run of the function in which positions,
//! directions and numbers are known and fingers are not.

use super::{Abs, End, NoTree, Op, Tree, Walker};
use crate::passes::set_algebra::geometry::Hop;
use crate::passes::set_algebra::{PosId, Set, SetId, Var};
use crate::program::*;
use game::{Direction, FieldSet, Player};
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
pub(super) enum Behind<'a> {
    /// They are the results of the tree.
    Nothing,
    /// They go on in another function.
    Then { place: Place<'a>, then: &'a Target, env: &'a Env, next: &'a Behind<'a> },
}

/// What can go on behind a step.
enum Alive {
    Yes,
    No,
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
        self.block(self.callee(func), 0, inner, Vec::new(), &Behind::Nothing)
    }

    /// The tree of a function of which only the answer is wanted.
    fn question(
        &mut self,
        place: Place<'_>,
        env: &Env,
        func: FuncId,
        args: &Args,
    ) -> Result<Rc<Tree>, NoTree> {
        let is_strict = std::mem::replace(&mut self.is_strict, false);
        let tree = self.tree_of(place, env, func, args);
        self.is_strict = is_strict;
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

    /// The tree of a block and everything behind it.
    pub(super) fn block(
        &mut self,
        place: Place<'_>,
        block: usize,
        mut env: Env,
        mut ops: Vec<Op>,
        behind: &Behind<'_>,
    ) -> Result<Tree, NoTree> {
        self.tick()?;
        for inst in &place.func.blocks[block].insts {
            if let Alive::No = self.inst(place, &mut env, inst, &mut ops)? {
                return Ok(Tree::die());
            }
        }
        self.depth += 1;
        if self.depth > super::DEPTH {
            return Err(NoTree);
        }
        let tree = self.end(place, &place.func.blocks[block].term, env, ops, behind);
        self.depth -= 1;
        tree
    }

    /// The tree of the end of a block of the host and everything behind it, to
    /// where the place says; the position must stay as it is.
    pub(crate) fn region(
        &mut self,
        place: Place<'_>,
        term: &Term,
        env: Env,
    ) -> Result<Tree, NoTree> {
        self.is_strict = true;
        let tree = self.end(place, term, env, Vec::new(), &Behind::Nothing);
        self.is_strict = false;
        tree
    }

    fn end(
        &mut self,
        place: Place<'_>,
        term: &Term,
        env: Env,
        mut ops: Vec<Op>,
        behind: &Behind<'_>,
    ) -> Result<Tree, NoTree> {
        match term {
            Term::Die => Ok(Tree::die()),
            Term::Return(_) | Term::Best { .. } => Err(NoTree),
            Term::Jump(then) => self.onward(place, then, Vec::new(), env, ops, behind),
            Term::Yield { s, f, d } => {
                let given = [s, f, d].map(|&value| self.get(place, &env, value)).to_vec();
                match behind {
                    Behind::Nothing => Ok(Tree { ops, end: End::Out(given) }),
                    Behind::Then { place, then, env: outer, next } => {
                        let env = Env { values: outer.values.clone(), known: env.known };
                        self.onward(*place, then, given, env, ops, next)
                    }
                }
            }
            Term::Fork(targets) => {
                let mut trees = Vec::new();
                for then in targets {
                    trees.push(self.onward(
                        place,
                        then,
                        Vec::new(),
                        env.clone(),
                        Vec::new(),
                        behind,
                    )?);
                }
                Ok(Tree { ops, end: End::Fork(trees) })
            }
            Term::ChooseField { set, then } => {
                let set = self.set_of(place, &env, *set)?;
                let set = self.settle_free(&env, set)?;
                let to = self.finger(true, None);
                ops.push(Op::Choose { to, set });
                let mut env = env;
                env.known.push((to, set));
                self.onward(place, then, vec![Abs::Field(to)], env, ops, behind)
            }
            Term::ChooseDirection { v, from, then } => {
                let end = self.choose_direction(place, (*v, from, then), env, behind)?;
                Ok(Tree { ops, end })
            }
            Term::Call { func, args, then } => {
                let inner = self.enter(place, &env, *func, args);
                let behind = Behind::Then { place, then, env: &env, next: behind };
                self.block(self.callee(*func), 0, inner, ops, &behind)
            }
            Term::If { cond, yes, no } => {
                let trees = self.decide(place, (cond, yes, no), &env, behind)?;
                Ok(Tree { ops, end: End::Fork(trees) })
            }
            Term::Ask { func, args, yes, no } => {
                let tree = self.question(place, &env, *func, args)?;
                let f = self.finger_of(place, &env, args.f);
                let mut trees = Vec::new();
                for (then, holds) in [(yes, true), (no, false)] {
                    let ops = vec![Op::Test { f, tree: tree.clone(), holds }];
                    trees.push(self.onward(place, then, Vec::new(), env.clone(), ops, behind)?);
                }
                Ok(Tree { ops, end: End::Fork(trees) })
            }
            Term::OrElse { first, second, args, then } => {
                let test = self.question(place, &env, *first, args)?;
                let f = self.finger_of(place, &env, args.f);
                let then = Behind::Then { place, then, env: &env, next: behind };
                let inner = self.enter(place, &env, *first, args);
                let yes = self.block(self.callee(*first), 0, inner, Vec::new(), &then)?;
                let inner = self.enter(place, &env, *second, args);
                let not = vec![Op::Test { f, tree: test, holds: false }];
                let no = self.block(self.callee(*second), 0, inner, not, &then)?;
                Ok(Tree { ops, end: End::Fork(vec![yes, no]) })
            }
            Term::Repeat { .. } => self.repeat(place, term, env, ops, behind),
            Term::Each { body, args, then, .. } => {
                let after = self.each(place, &env, *body, args)?;
                self.onward(place, then, vec![Abs::Position(after)], env, ops, behind)
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
        behind: &Behind<'_>,
    ) -> Result<Tree, NoTree> {
        given.extend(then.args.iter().map(|&arg| self.get(place, &env, arg)));
        if place.stop == Some(then.block) {
            given.extend(place.wanted.iter().map(|&value| self.get(place, &env, value)));
            return Ok(Tree { ops, end: End::Out(given) });
        }
        let params = &place.func.blocks[then.block.index()].params;
        env.values.extend(params.iter().copied().zip(given));
        self.block(place, then.block.index(), env, ops, behind)
    }

    fn decide(
        &mut self,
        place: Place<'_>,
        (cond, yes, no): (&Cond, &Target, &Target),
        env: &Env,
        behind: &Behind<'_>,
    ) -> Result<Vec<Tree>, NoTree> {
        let mut trees = Vec::new();
        for (then, holds) in [(yes, true), (no, false)] {
            let (mut env, mut ops) = (env.clone(), Vec::new());
            if let Alive::Yes = self.condition(place, &mut env, cond, holds, &mut ops)? {
                trees.push(self.onward(place, then, Vec::new(), env, ops, behind)?);
            }
        }
        Ok(trees)
    }

    fn choose_direction(
        &mut self,
        place: Place<'_>,
        (v, from, then): (Value, &Directions, &Target),
        env: Env,
        behind: &Behind<'_>,
    ) -> Result<End, NoTree> {
        let mut trees = Vec::new();
        for (guard, direction) in self.directions(place, &env, v, from)? {
            let given = vec![Abs::Direction(Some(direction))];
            let (env, ops) = (env.clone(), guard.into_iter().collect());
            trees.push(self.onward(place, then, given, env, ops, behind)?);
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
    ) -> Result<Vec<(Option<Op>, Direction)>, NoTree> {
        let board = self.sets.board;
        match from {
            Directions::Compass([first, second]) if first == second => {
                Ok(first.iter().map(|&d| (None, d)).collect())
            }
            Directions::Compass(sides) => {
                let mut all = Vec::new();
                for player in Player::BOTH {
                    let set = self.is_player(place, env, v, player)?;
                    let one = |&d| (Some(Op::Some { set }), d);
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
                let mut all = Vec::new();
                for d in (0..board.directions.len()).map(|i| Direction(i as u16)) {
                    let on = board.ways.iter().enumerate().filter(|(_, ways)| ways.contains(&d));
                    let on = on.map(|(i, _)| game::Field(i as u16));
                    let set = self.sets.constant(FieldSet::of(board.n_fields(), on));
                    all.push((Some(Op::Guard { f, set }), d));
                }
                Ok(all)
            }
        }
    }

    /// A set that has a field if the point of view is this player's.
    fn is_player(
        &mut self,
        place: Place<'_>,
        env: &Env,
        v: Value,
        player: Player,
    ) -> Result<SetId, NoTree> {
        let Abs::Player(v, other) = self.get(place, env, v) else { return Err(NoTree) };
        let n = self.sets.board.n_fields();
        let (all, none) = (FieldSet::all(n), FieldSet::empty(n));
        let sides = match (player == Player::First) != other {
            true => [all, none],
            false => [none, all],
        };
        Ok(self.sets.make(Set::Sides(v, sides)))
    }

    /// The position behind a `for each` whose body can be done wherever it is done.
    fn each(
        &mut self,
        place: Place<'_>,
        env: &Env,
        body: FuncId,
        args: &Args,
    ) -> Result<PosId, NoTree> {
        let Abs::Position(before) = self.get(place, env, args.s) else { return Err(NoTree) };
        let hidden = self.hidden(self.hand(before));
        let f = self.finger(true, None);
        let mut inner = self.enter(place, env, body, args);
        let params = &self.program.funcs[body.index()].blocks[0].params;
        inner.values.push((params[0], Abs::Position(hidden)));
        inner.values.push((params[2], Abs::Field(f)));
        let tree = self.block(self.callee(body), 0, inner, Vec::new(), &Behind::Nothing)?;
        if tree.always_succeeds() { Ok(hidden) } else { Err(NoTree) }
    }

    fn inst(
        &mut self,
        place: Place<'_>,
        env: &mut Env,
        inst: &Inst,
        ops: &mut Vec<Op>,
    ) -> Result<Alive, NoTree> {
        let (dst, value) = match inst {
            Inst::Guard { cond } => return self.condition(place, env, cond, true, ops),
            Inst::Other { dst, v } => match self.get(place, env, *v) {
                Abs::Player(v, other) => (dst, Abs::Player(v, !other)),
                _ => return Err(NoTree),
            },
            Inst::NoField { dst } => (dst, Abs::Nowhere),
            Inst::NoDirection { dst } => (dst, Abs::Direction(None)),
            Inst::Direction { dst, direction } => (dst, Abs::Direction(Some(*direction))),
            Inst::Set { dst, expr } => (dst, self.set_expr(place, env, expr)),
            Inst::Number { dst, expr } => (dst, self.number(place, env, expr)),
            Inst::Step { dst, f, d } => {
                match (self.get(place, env, *f), self.get(place, env, *d)) {
                    (Abs::Nowhere, _) | (_, Abs::Direction(None)) => return Ok(Alive::No),
                    (Abs::Field(from), Abs::Direction(Some(d))) => {
                        let to = self.finger(true, Some((from, Hop::Step(d))));
                        ops.push(Op::Step { from, to, d });
                        (dst, Abs::Field(to))
                    }
                    _ => return Err(NoTree),
                }
            }
            Inst::Back { .. } => return Err(NoTree),
            Inst::Rotate { dst, d, degrees } => match self.get(place, env, *d) {
                Abs::Direction(Some(d)) => {
                    let turned = self.sets.board.rotate(d, *degrees);
                    (dst, Abs::Direction(Some(turned)))
                }
                Abs::Direction(None) => return Ok(Alive::No),
                _ => return Err(NoTree),
            },
            Inst::Write { dst, s, write } => {
                let Abs::Position(s) = self.get(place, env, *s) else { return Err(NoTree) };
                (dst, Abs::Position(self.write(place, env, s, write)?))
            }
        };
        env.values.push((*dst, value));
        Ok(Alive::Yes)
    }

    /// Adds a condition, or its opposite.
    fn condition(
        &mut self,
        place: Place<'_>,
        env: &mut Env,
        cond: &Cond,
        holds: bool,
        ops: &mut Vec<Op>,
    ) -> Result<Alive, NoTree> {
        let (f, set) = match cond {
            Cond::In { f, set } => (*f, self.set_of(place, env, *set)?),
            Cond::Matches { s, f, layout } => {
                let at = self.board_of(place, env, *s)?;
                (*f, self.sets.make(Set::Matching(at, *layout)))
            }
            Cond::IsKind { s, f, kind } => {
                let at = self.board_of(place, env, *s)?;
                let kinds = Some(vec![*kind]);
                (*f, self.sets.make(Set::Pieces(at, self.player, Whose::Any, kinds)))
            }
            Cond::Compare { op, a, b } => {
                return match (self.get(place, env, *a), self.get(place, env, *b)) {
                    (Abs::Number(a), Abs::Number(b)) if compare(*op, a, b) == holds => {
                        Ok(Alive::Yes)
                    }
                    (Abs::Number(_), Abs::Number(_)) => Ok(Alive::No),
                    _ => Err(NoTree),
                };
            }
            Cond::Some { set } => {
                let set = self.set_of(place, env, *set)?;
                let set = self.settle_free(env, set)?;
                let set = if holds { set } else { self.sets.if_none(set) };
                ops.push(Op::Some { set });
                return Ok(Alive::Yes);
            }
            Cond::Is { v, player } => {
                let player = if holds { *player } else { player.other() };
                let set = self.is_player(place, env, *v, player)?;
                ops.push(Op::Some { set });
                return Ok(Alive::Yes);
            }
            Cond::Occurred { .. } => return Err(NoTree),
        };
        let f = match self.get(place, env, f) {
            Abs::Field(f) => f,
            Abs::Nowhere if holds => return Ok(Alive::No),
            Abs::Nowhere => return Ok(Alive::Yes),
            _ => return Err(NoTree),
        };
        let mut set = self.settle(env, set, f)?;
        if !holds {
            // A finger that points nowhere is in no set, and not in its complement.
            if !self.is_set(f) {
                return Err(NoTree);
            }
            set = self.sets.complement(set);
        }
        if set == self.sets.none {
            return Ok(Alive::No);
        }
        ops.push(Op::Guard { f, set });
        env.known.push((f, set));
        Ok(Alive::Yes)
    }

    fn finger_of(&mut self, place: Place<'_>, env: &Env, f: Value) -> Option<Var> {
        match self.get(place, env, f) {
            Abs::Field(f) => Some(f),
            _ => None,
        }
    }
}

fn compare(op: Compare, a: i32, b: i32) -> bool {
    match op {
        Compare::Equal => a == b,
        Compare::Different => a != b,
        Compare::Less => a < b,
        Compare::Greater => a > b,
        Compare::AtMost => a <= b,
        Compare::AtLeast => a >= b,
    }
}
