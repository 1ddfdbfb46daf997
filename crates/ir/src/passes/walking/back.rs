//! From where a tree succeeds. Read from its end to its beginning, a tree says
//! of each finger in which fields it must be; where a field is chosen, this
//! becomes a condition: whether there is one.

use super::extract::{Env, Place};
use super::{Abs, End, NoTree, Op, Tree, Walker};
use crate::passes::set_algebra::{Set, SetId, Var};
use crate::program::*;

/// One way to succeed: every finger in its set, and a set that has a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Route {
    /// Sorted by finger. A finger that is not mentioned need not even point somewhere.
    fingers: Vec<(Var, SetId)>,
    /// The set that must have a field.
    when: Option<SetId>,
}

/// The answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Always(bool),
    /// Whether the set has a field.
    Some(SetId),
    /// Whether the set has a field: the first thing that the function does is
    /// to choose one, and these are those with which it has a result.
    Choice(SetId),
    /// Whether this finger of the host is in the set.
    In(Value, SetId),
}

/// The most ways to succeed that are kept apart.
const MOST_WAYS: usize = 12;

impl<'p> Walker<'p> {
    /// Whether a function has a result, asked at a place in the host; with
    /// `to_choose`, also for which field if it chooses one.
    pub(crate) fn answer(
        &mut self,
        place: Place<'_>,
        env: &Env,
        func: FuncId,
        args: &Args,
        to_choose: bool,
    ) -> Result<Answer, NoTree> {
        let tree = self.question(place, env, func, args)?;
        self.pay()?;
        let ways = self.back(&tree, false)?;
        if ways.is_empty() {
            return Ok(Answer::Always(false));
        }
        if ways.iter().any(|way| *way == Route::default()) {
            return Ok(Answer::Always(true));
        }
        if ways.iter().all(|way| way.fingers.is_empty()) {
            let conditions = ways.iter().filter_map(|way| way.when).collect();
            let when = self.sets.or_all(conditions);
            return Ok(match tree.ops.first() {
                Some(Op::Choose { .. }) if to_choose => Answer::Choice(self.sets.normal(when)),
                _ => Answer::Some(self.sets.normal_some(when)),
            });
        }
        let Abs::Field(f) = self.get(place, env, args.f) else { return Err(NoTree) };
        let set = self.one_set(&ways, f)?;
        let host = self.host_of(f).ok_or(NoTree)?;
        if set == self.sets.none {
            return Ok(Answer::Always(false));
        }
        Ok(Answer::In(host, self.sets.normal(set)))
    }

    /// The fields of a finger from which the tree succeeds, if it ends in the hole.
    pub(super) fn succeeds_from(&mut self, tree: &Tree, f: Var) -> Result<SetId, NoTree> {
        let ways = self.back(tree, true)?;
        let mut sets = Vec::new();
        for way in ways {
            match (way.fingers.as_slice(), way.when) {
                (&[(other, set)], None) if other == f => sets.push(set),
                _ => return Err(NoTree),
            }
        }
        Ok(self.sets.or_all(sets))
    }

    /// The ways to succeed as one set of fields of one finger.
    fn one_set(&mut self, ways: &[Route], f: Var) -> Result<SetId, NoTree> {
        let mut sets = Vec::new();
        for way in ways {
            let set = match way.fingers.as_slice() {
                &[(other, set)] if other == f => set,
                // It succeeds even if the finger points nowhere.
                [] if self.is_set(f) => self.sets.all,
                _ => return Err(NoTree),
            };
            sets.push(match way.when {
                Some(when) => self.sets.if_some(when, set),
                None => set,
            });
        }
        Ok(self.sets.or_all(sets))
    }

    /// The ways to succeed; with `to_hole`, with the last finger in the hole.
    fn back(&mut self, tree: &Tree, to_hole: bool) -> Result<Vec<Route>, NoTree> {
        self.tick(tree.ops.len())?;
        let mut ways = match &tree.end {
            End::Die => return Ok(Vec::new()),
            End::Out(values) if to_hole => {
                let Some(&Abs::Field(f)) = values.get(1) else { return Err(NoTree) };
                let hole = self.sets.make(Set::Hole);
                vec![Route { fingers: vec![(f, hole)], when: None }]
            }
            End::Out(_) => vec![Route::default()],
            End::Fork(trees) => {
                let mut ways = Vec::new();
                for tree in trees {
                    for way in self.back(tree, to_hole)? {
                        self.add(&mut ways, way)?;
                    }
                }
                ways
            }
        };
        for op in tree.ops.iter().rev() {
            ways = self.before(op, ways)?;
        }
        Ok(ways)
    }

    /// The ways to succeed before a step, from those after it.
    fn before(&mut self, op: &Op, ways: Vec<Route>) -> Result<Vec<Route>, NoTree> {
        if let Op::Test { f, tree, holds } = op {
            return self.before_test(*f, tree, *holds, ways);
        }
        let mut before = Vec::new();
        for mut way in ways {
            match *op {
                Op::Guard { f, set } => self.narrow(&mut way, f, set),
                Op::Some { set } => self.require(&mut way, set),
                Op::Choose { to, set } => {
                    let taken = self.take(&mut way, to);
                    let set = self.sets.and(set, taken);
                    self.require(&mut way, set);
                }
                Op::Step { from, to, ref ways } => {
                    let taken = self.take(&mut way, to);
                    let set = self.sets.walk(taken, ways.clone(), true);
                    self.narrow(&mut way, from, set);
                }
                Op::Repeat { from, to, ref rounds } => {
                    let taken = self.take(&mut way, to);
                    let set = self.rounds_back(taken, rounds);
                    self.narrow(&mut way, from, set);
                }
                Op::Test { .. } => {}
            }
            if !self.is_dead(&way) {
                self.add(&mut before, way)?;
            }
        }
        Ok(before)
    }

    fn before_test(
        &mut self,
        f: Option<Var>,
        tree: &Tree,
        holds: bool,
        ways: Vec<Route>,
    ) -> Result<Vec<Route>, NoTree> {
        let (f, set) = self.test(f, tree, holds)?;
        let mut before = Vec::new();
        for mut way in ways {
            match f {
                Some(f) => self.narrow(&mut way, f, set),
                None => self.require(&mut way, set),
            }
            if !self.is_dead(&way) {
                self.add(&mut before, way)?;
            }
        }
        Ok(before)
    }

    /// A test as a condition: that the finger is in the set or, without a
    /// finger, that the set has a field.
    pub(super) fn test(
        &mut self,
        f: Option<Var>,
        tree: &Tree,
        holds: bool,
    ) -> Result<(Option<Var>, SetId), NoTree> {
        let ways = self.back(tree, false)?;
        if ways.iter().all(|way| way.fingers.is_empty()) {
            let mut conditions = Vec::new();
            for way in &ways {
                conditions.push(way.when.unwrap_or(self.sets.all));
            }
            let when = self.sets.or_all(conditions);
            return Ok((None, if holds { when } else { self.sets.if_none(when) }));
        }
        let f = f.ok_or(NoTree)?;
        let set = self.one_set(&ways, f)?;
        // A finger that points nowhere is in no set, and not in its complement.
        match holds {
            true => Ok((Some(f), set)),
            false if self.is_set(f) => Ok((Some(f), self.sets.complement(set))),
            false => Err(NoTree),
        }
    }

    fn is_dead(&self, way: &Route) -> bool {
        way.when == Some(self.sets.none)
            || way.fingers.iter().any(|&(_, set)| set == self.sets.none)
    }

    /// What a finger must be in; nothing is asked of it any more.
    fn take(&mut self, way: &mut Route, f: Var) -> SetId {
        match way.fingers.iter().position(|&(other, _)| other == f) {
            Some(i) => way.fingers.remove(i).1,
            None => self.sets.all,
        }
    }

    fn narrow(&mut self, way: &mut Route, f: Var, set: SetId) {
        match way.fingers.binary_search_by_key(&f, |&(f, _)| f) {
            Ok(i) => way.fingers[i].1 = self.sets.and(way.fingers[i].1, set),
            Err(i) => way.fingers.insert(i, (f, set)),
        }
    }

    fn require(&mut self, way: &mut Route, set: SetId) {
        if set == self.sets.all {
            return;
        }
        way.when = Some(match way.when {
            Some(when) => self.sets.if_some(when, set),
            None => set,
        });
    }

    /// Adds a way to succeed; two that differ in one set only become one.
    fn add(&mut self, ways: &mut Vec<Route>, way: Route) -> Result<(), NoTree> {
        for other in ways.iter_mut() {
            let are_like = other.fingers.len() == way.fingers.len()
                && other.fingers.iter().zip(&way.fingers).all(|(a, b)| a.0 == b.0);
            if !are_like {
                continue;
            }
            let differ: Vec<usize> =
                (0..way.fingers.len()).filter(|&i| other.fingers[i] != way.fingers[i]).collect();
            match (differ.as_slice(), other.when == way.when) {
                ([], _) => {
                    other.when = match (other.when, way.when) {
                        (Some(a), Some(b)) => Some(self.sets.or(a, b)),
                        _ => None,
                    };
                    return Ok(());
                }
                (&[i], true) => {
                    other.fingers[i].1 = self.sets.or(other.fingers[i].1, way.fingers[i].1);
                    return Ok(());
                }
                _ => {}
            }
        }
        ways.push(way);
        if ways.len() > MOST_WAYS { Err(NoTree) } else { Ok(()) }
    }
}
