//! Sets that are read in a position that nobody can have, said of one that the
//! host has: without a piece that was lifted a position is what it was on every
//! other field.

use super::extract::Env;
use super::{NoTree, Walker};
use crate::passes::set_algebra::{Pos, PosId, Set, SetId, Var};
use crate::program::Whose;
use game::Kind;

impl<'p> Walker<'p> {
    /// A set that, asked for this finger, says the same and is the host's to compute.
    pub(super) fn settle(&mut self, env: &Env, set: SetId, f: Var) -> Result<SetId, NoTree> {
        self.settle_for(env, set, Some(f))
    }

    /// The same set, the host's to compute.
    pub(super) fn settle_free(&mut self, env: &Env, set: SetId) -> Result<SetId, NoTree> {
        self.settle_for(env, set, None)
    }

    fn settle_for(&mut self, env: &Env, set: SetId, f: Option<Var>) -> Result<SetId, NoTree> {
        match self.sets.set(set).clone() {
            Set::Hole => Err(NoTree),
            Set::Const(_) | Set::Given(_) | Set::Sides(..) | Set::Only(_) => Ok(set),
            Set::And(sets) => {
                let settled: Result<_, _> =
                    sets.into_iter().map(|set| self.settle_for(env, set, f)).collect();
                settled.map(|sets| self.sets.and_all(sets))
            }
            Set::Or(sets) => {
                let settled: Result<_, _> =
                    sets.into_iter().map(|set| self.settle_for(env, set, f)).collect();
                settled.map(|sets| self.sets.or_all(sets))
            }
            Set::Minus(a, b) => {
                let (a, b) = (self.settle_for(env, a, f)?, self.settle_for(env, b, f)?);
                Ok(self.sets.minus(a, b))
            }
            Set::Pieces(at, v, whose, kinds) => {
                let base = self.base(at)?;
                for (changed, is_gone) in self.changes(at) {
                    let kinds = kinds.as_deref();
                    if !is_gone || !self.is_other_piece(env, changed, base, whose, kinds) {
                        self.owe(f, changed)?;
                    }
                }
                Ok(self.sets.make(Set::Pieces(base, v, whose, kinds)))
            }
            Set::Holding(at, v, whose, kinds) => {
                self.apart(at, f)?;
                let base = self.base(at)?;
                Ok(self.sets.make(Set::Holding(base, v, whose, kinds)))
            }
            Set::Empty(at) => {
                self.apart(at, f)?;
                let base = self.base(at)?;
                Ok(self.sets.make(Set::Empty(base)))
            }
            Set::Matching(at, layout) => {
                self.apart(at, f)?;
                let base = self.base(at)?;
                Ok(self.sets.make(Set::Matching(base, layout)))
            }
            Set::Memory(at, _) => match self.sets.pos(at) {
                Pos::Host(_) | Pos::Written(..) => Ok(set),
                _ => Err(NoTree),
            },
            // These look at more fields than the one that the finger points at.
            Set::Walk(_) | Set::Slide(_) | Set::Spread(_) | Set::IfSome(..) => {
                match self.is_settled(set) {
                    true => Ok(set),
                    false => Err(NoTree),
                }
            }
        }
    }

    /// The position of the host that this one was made from.
    fn base(&self, mut at: PosId) -> Result<PosId, NoTree> {
        loop {
            match *self.sets.pos(at) {
                Pos::Host(_) | Pos::Written(..) => return Ok(at),
                Pos::Gone(from, _) | Pos::Put(from, _) | Pos::Remembered(from, _) => at = from,
                Pos::Hidden => return Err(NoTree),
            }
        }
    }

    /// The fingers whose fields were changed, and whether they were emptied.
    fn changes(&self, mut at: PosId) -> Vec<(Var, bool)> {
        let mut changes = Vec::new();
        loop {
            at = match *self.sets.pos(at) {
                Pos::Gone(from, f) => {
                    changes.push((f, true));
                    from
                }
                Pos::Put(from, f) => {
                    changes.push((f, false));
                    from
                }
                Pos::Remembered(from, _) => from,
                _ => return changes,
            }
        }
    }

    /// Takes it that the finger is not on a field that was changed.
    fn apart(&mut self, at: PosId, f: Option<Var>) -> Result<(), NoTree> {
        self.changes(at).into_iter().try_for_each(|(changed, _)| self.owe(f, changed))
    }

    fn owe(&mut self, f: Option<Var>, changed: Var) -> Result<(), NoTree> {
        // The finger itself was there: this debt could never be paid, and whoever
        // asks can still find out that the answer does not matter.
        let f = f.filter(|&f| f != changed).ok_or(NoTree)?;
        self.owed.push((f, changed));
        Ok(())
    }

    /// Whether what stood on an emptied field was not one of these pieces, so
    /// that nobody misses it among them.
    fn is_other_piece(
        &self,
        env: &Env,
        gone: Var,
        at: PosId,
        whose: Whose,
        kinds: Option<&[Kind]>,
    ) -> bool {
        let sets = env.known.iter().filter(|(other, _)| *other == gone);
        let mut factors = sets.flat_map(|&(_, set)| self.sets.factors(set));
        factors.any(|set| match self.sets.set(set) {
            Set::Pieces(other_at, _, other_whose, other_kinds) => {
                *other_at == at
                    && (are_others(whose, *other_whose)
                        || kinds
                            .zip(other_kinds.as_deref())
                            .is_some_and(|(a, b)| a.iter().all(|kind| !b.contains(kind))))
            }
            _ => false,
        })
    }

    /// Whether a set speaks only of positions that the host can have.
    fn is_settled(&self, set: SetId) -> bool {
        let mut is_settled = true;
        self.sets.visit(set, &mut Vec::new(), &mut |set| match *set {
            Set::Hole => is_settled = false,
            Set::Pieces(at, ..)
            | Set::Holding(at, ..)
            | Set::Empty(at)
            | Set::Memory(at, _)
            | Set::Matching(at, _) => {
                is_settled &= matches!(self.sets.pos(at), Pos::Host(_) | Pos::Written(..));
            }
            _ => {}
        });
        is_settled
    }
}

/// Whether nobody is both, from whatever point of view both are said.
fn are_others(a: Whose, b: Whose) -> bool {
    matches!(
        (a, b),
        (Whose::First, Whose::Second | Whose::Nobody)
            | (Whose::Second, Whose::First | Whose::Nobody)
            | (Whose::Nobody, Whose::First | Whose::Second | Whose::Own | Whose::Enemy)
            | (Whose::Own | Whose::Enemy, Whose::Nobody)
    )
}
