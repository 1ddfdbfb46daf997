//! Where a tree can end: the set of fields at which its finger can be is
//! followed from the beginning to the end.

use super::extract::{Env, Place};
use super::{Abs, End, NoTree, Op, Tree, Walker};
use crate::passes::set_algebra::{Set, SetId, Var};
use crate::program::*;

/// Where the finger can be.
#[derive(Clone, Copy, Debug)]
struct Front {
    /// The finger that is followed; none in the beginning.
    f: Option<Var>,
    set: SetId,
    /// No finger is followed yet, so the set does not say whether the path is alive.
    is_start: bool,
    /// What must have a field for the path to be alive.
    when: Option<SetId>,
}

impl<'p> Walker<'p> {
    /// The fields on which a function can end.
    pub(super) fn image(
        &mut self,
        place: Place<'_>,
        env: &Env,
        func: FuncId,
        args: &Args,
    ) -> Result<SetId, NoTree> {
        let tree = self.tree_of(place, env, func, args)?;
        self.ends(&tree, 1)
    }

    /// The fields on which a function can end, for a place in the host.
    pub(crate) fn host_image(
        &mut self,
        place: Place<'_>,
        env: &Env,
        func: FuncId,
        args: &Args,
    ) -> Result<SetId, NoTree> {
        let set = self.image(place, env, func, args)?;
        self.pay()?;
        Ok(self.sets.normal(set))
    }

    /// The same if every result leaves the position as it is and points
    /// somewhere, so that there are as many results as fields.
    pub(crate) fn host_count(
        &mut self,
        place: Place<'_>,
        env: &Env,
        func: FuncId,
        args: &Args,
    ) -> Result<SetId, NoTree> {
        let tree = self.tree_of(place, env, func, args)?;
        let s = self.get(place, env, args.s);
        let mut are_fields = true;
        tree.outs(&mut |out| {
            are_fields &= out[0] == s && matches!(out[1], Abs::Field(f) if self.is_set(f));
        });
        if !are_fields {
            return Err(NoTree);
        }
        let set = self.ends(&tree, 1)?;
        self.pay()?;
        Ok(self.sets.normal(set))
    }

    /// The fields at which the finger can be at the end of a tree; `at` says
    /// which of the results it is.
    pub(crate) fn ends(&mut self, tree: &Tree, at: usize) -> Result<SetId, NoTree> {
        let front = Front { f: None, set: self.sets.none, is_start: true, when: None };
        self.forward(tree, front, at)
    }

    fn forward(&mut self, tree: &Tree, mut front: Front, at: usize) -> Result<SetId, NoTree> {
        self.tick(tree.ops.len())?;
        for op in &tree.ops {
            front = self.after(op, front)?;
            if front.set == self.sets.none && !front.is_start {
                return Ok(self.sets.none);
            }
        }
        match &tree.end {
            End::Die => Ok(self.sets.none),
            End::Out(values) => match values.get(at) {
                Some(&Abs::Field(f)) => Ok(self.at(front, f)?.set),
                Some(Abs::Nowhere) => Ok(self.sets.none),
                _ => Err(NoTree),
            },
            End::Fork(trees) => {
                let mut sets = Vec::new();
                for tree in trees {
                    sets.push(self.forward(tree, front, at)?);
                }
                Ok(self.sets.or_all(sets))
            }
        }
    }

    /// Where the finger can be after a step.
    fn after(&mut self, op: &Op, front: Front) -> Result<Front, NoTree> {
        match op {
            Op::Guard { f, set } => self.restrict(front, Some(*f), *set),
            Op::Some { set } => self.restrict(front, None, *set),
            Op::Test { f, tree, holds } => {
                let (f, set) = self.test(*f, tree, *holds)?;
                self.restrict(front, f, set)
            }
            Op::Choose { to, set } if front.is_start => Ok(self.moved(front, *to, *set)),
            Op::Choose { to, set } => {
                let set = self.sets.if_some(front.set, *set);
                Ok(self.moved(front, *to, set))
            }
            Op::Step { from, to, ways } => {
                let front = self.at(front, *from)?;
                let set = self.sets.walk(front.set, ways.clone(), false);
                Ok(self.moved(front, *to, set))
            }
            Op::Repeat { from, to, rounds } => {
                let front = self.at(front, *from)?;
                let set = self.rounds_forward(front.set, rounds);
                Ok(self.moved(front, *to, set))
            }
        }
    }

    /// Goes on with this finger, which is the one that was followed, or one of
    /// the host's, which has not moved.
    fn at(&mut self, front: Front, f: Var) -> Result<Front, NoTree> {
        if front.f == Some(f) {
            return Ok(front);
        }
        let host = self.host_of(f).ok_or(NoTree)?;
        let only = self.sets.make(Set::Only(host));
        let set = if front.is_start { only } else { self.sets.if_some(front.set, only) };
        Ok(self.moved(front, f, set))
    }

    /// The finger has gone somewhere else.
    fn moved(&mut self, front: Front, to: Var, set: SetId) -> Front {
        let set = match front.when {
            Some(when) => self.sets.if_some(when, set),
            None => set,
        };
        Front { f: Some(to), set, is_start: false, when: None }
    }

    /// Restricts where the finger can be, by a condition on it or on none.
    fn restrict(&mut self, front: Front, f: Option<Var>, set: SetId) -> Result<Front, NoTree> {
        if let Some(f) = f
            && (front.f == Some(f) || front.is_start)
        {
            let front = self.at(front, f)?;
            let set = self.sets.and(front.set, set);
            return Ok(self.moved(front, f, set));
        }
        let mut when = set;
        if let Some(f) = f {
            let host = self.host_of(f).ok_or(NoTree)?;
            let only = self.sets.make(Set::Only(host));
            when = self.sets.and(only, set);
        }
        if !front.is_start {
            let set = self.sets.if_some(when, front.set);
            return Ok(Front { set, ..front });
        }
        when = match front.when {
            Some(before) => self.sets.if_some(before, when),
            None => when,
        };
        Ok(Front { when: Some(when), ..front })
    }
}
