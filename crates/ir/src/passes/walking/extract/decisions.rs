//! Decisions in trees: both ways after their conditions, or without them where only an answer
//! is wanted and there is one either way.

use super::{Env, Place, Rest};
use crate::drive::{Branches, Called, OrElse};
use crate::passes::walking::hands::Hand;
use crate::passes::walking::steps::Alive;
use crate::passes::walking::{Abs, End, NoTree, Op, Tree, Walker, Wanted};
use crate::program::*;

impl Walker<'_> {
    /// Whether there is an answer, and only that is wanted, as soon as there is
    /// a result here, whatever it is.
    pub(super) fn is_certain_after(
        &mut self,
        place: Place<'_>,
        then: &Target,
        env: &Env,
        rest: &Rest<'_>,
    ) -> bool {
        if self.wanted != Wanted::Answer {
            return false;
        }
        let any = [
            Abs::Position(self.hidden(Hand::Any)),
            Abs::Field(self.finger(false, None)),
            Abs::Unknown,
        ];
        let tree = self.onward(place, then, any.to_vec(), env.clone(), Vec::new(), rest);
        tree.is_ok_and(|tree| tree.always_succeeds())
    }

    pub(super) fn ask(
        &mut self,
        place: Place<'_>,
        Called { func, args }: Called<'_>,
        Branches { yes, no }: Branches<'_>,
        env: &Env,
        rest: &Rest<'_>,
    ) -> Result<End, NoTree> {
        let Ok(tree) = self.question(place, env, func, args) else {
            return self.either_way(place, [yes, no], env, rest).map(End::Fork);
        };
        let f = self.finger_of(place, env, args.f);
        let mut trees = Vec::new();
        for (then, holds) in [(yes, true), (no, false)] {
            let ops = vec![Op::Test { f, tree: tree.clone(), holds }];
            let rest = self.onward(place, then, Vec::new(), env.clone(), Vec::new(), rest)?;
            trees.push((ops, rest));
        }
        Ok(End::Fork(self.decided(trees)))
    }

    /// The results of the first function, and those of the second where the
    /// first has none.
    pub(super) fn or_else(
        &mut self,
        place: Place<'_>,
        OrElse { first, second, args, then }: OrElse<'_>,
        env: &Env,
        rest: &Rest<'_>,
    ) -> Result<End, NoTree> {
        let is_certain = self.is_certain_after(place, then, env, rest);
        let then = Rest::Then { place, then, env, next: rest };
        if is_certain {
            // Whatever the first does, the second would have a result.
            let inner = self.enter(place, env, second, args);
            let tree = self.block(self.callee(second), 0, inner, Vec::new(), &then);
            if let Ok(tree) = tree
                && tree.always_succeeds()
            {
                return Ok(tree.end);
            }
        }
        let tree = self.question(place, env, first, args)?;
        let f = self.finger_of(place, env, args.f);
        let inner = self.enter(place, env, first, args);
        let yes = self.block(self.callee(first), 0, inner, Vec::new(), &then)?;
        let inner = self.enter(place, env, second, args);
        let not = vec![Op::Test { f, tree, holds: false }];
        let no = self.block(self.callee(second), 0, inner, not, &then)?;
        Ok(End::Fork(vec![yes, no]))
    }

    pub(super) fn decide(
        &mut self,
        place: Place<'_>,
        cond: &Cond,
        yes: &Target,
        no: &Target,
        env: &Env,
        rest: &Rest<'_>,
    ) -> Result<Vec<Tree>, NoTree> {
        let mut trees = Vec::new();
        for (then, holds) in [(yes, true), (no, false)] {
            let (mut inner, mut ops) = (env.clone(), Vec::new());
            match self.condition(place, &mut inner, cond, holds, &mut ops) {
                Ok(Alive::Yes) => {
                    let tree = self.onward(place, then, Vec::new(), inner, Vec::new(), rest)?;
                    trees.push((ops, tree));
                }
                Ok(Alive::No) => {}
                Err(NoTree) => return self.either_way(place, [yes, no], env, rest),
            }
        }
        Ok(self.decided(trees))
    }

    /// The branches of a decision after their conditions; these do not matter
    /// if there is an answer either way.
    fn decided(&self, branches: Vec<(Vec<Op>, Tree)>) -> Vec<Tree> {
        let is_certain = branches.len() == 2
            && self.wanted == Wanted::Answer
            && branches.iter().all(|(_, tree)| tree.always_succeeds());
        let rest = |(mut ops, mut tree): (Vec<Op>, Tree)| {
            ops.append(&mut tree.ops);
            Tree { ops, ..tree }
        };
        match is_certain {
            true => branches.into_iter().map(|(_, tree)| tree).collect(),
            false => branches.into_iter().map(rest).collect(),
        }
    }

    /// A decision that cannot be followed and does not matter, because there is
    /// an answer either way.
    fn either_way(
        &mut self,
        place: Place<'_>,
        targets: [&Target; 2],
        env: &Env,
        rest: &Rest<'_>,
    ) -> Result<Vec<Tree>, NoTree> {
        if self.wanted != Wanted::Answer {
            return Err(NoTree);
        }
        let mut trees = Vec::new();
        for then in targets {
            let (env, ops) = (env.clone(), Vec::new());
            let tree = self.onward(place, then, Vec::new(), env, ops, rest)?;
            if !tree.always_succeeds() {
                return Err(NoTree);
            }
            trees.push(tree);
        }
        Ok(trees)
    }
}
