//! Sets on a position in which a piece was just put on an empty field, said of
//! the position before, so that they can be computed before the field is chosen.
//!
//! The owner's pieces are then one more, everybody else's are the same. What is
//! seen from the new piece in a direction and what sees it in that direction
//! have no field in common, so that in a set of fields between two pieces the
//! new one disappears as an end of itself.

use crate::analyses::{Fingers, Flow, Place};
use crate::passes::set_algebra::geometry::{Hop, Returns};
use crate::passes::set_algebra::{Algebra, Pos, PosId, Set, SetId, Slide};
use crate::program::*;
use game::Kind;
use rustc_hash::FxHashMap;

/// A piece that was put on an empty field.
struct New {
    /// The position in which it stands, and the one before.
    after: PosId,
    before: PosId,
    whose: Whose,
    kind: Kind,
    /// Its field, alone.
    only: SetId,
}

/// What is known where the set is computed.
pub(super) struct Surroundings<'a> {
    pub(super) host: &'a Func,
    pub(super) flow: &'a Flow,
    pub(super) fingers: &'a Fingers<'a>,
    pub(super) at: Place,
}

/// The same set, without a mention of the position after the piece was put;
/// nothing if that cannot be said.
pub(super) fn rebase(
    sets: &mut Algebra<'_>,
    returns: &mut Returns,
    known: &Surroundings<'_>,
    set: SetId,
) -> Option<SetId> {
    let new = find(sets, known, set)?;
    let set = Rebase { sets, returns, new: &new, done: FxHashMap::default() }.set(set)?;
    let set = sets.normal(set);
    let mut is_gone = true;
    sets.visit(set, &mut Vec::new(), &mut |set| match *set {
        Set::Pieces(at, ..)
        | Set::Holding(at, ..)
        | Set::Empty(at)
        | Set::Memory(at, _)
        | Set::Matching(at, _) => {
            is_gone &= at != new.after;
        }
        // The new piece must not stay one of many.
        Set::Or(ref terms) => is_gone &= !terms.contains(&new.only),
        _ => {}
    });
    is_gone.then_some(set)
}

/// The piece that was put last before a set was computed.
fn find(sets: &mut Algebra<'_>, known: &Surroundings<'_>, set: SetId) -> Option<New> {
    let Surroundings { host, flow, fingers, at } = *known;
    let mut positions: Vec<PosId> = Vec::new();
    sets.visit(set, &mut Vec::new(), &mut |set| {
        if let Set::Pieces(at, ..) | Set::Empty(at) = *set {
            positions.push(at);
        }
    });
    positions.into_iter().find_map(|after| {
        let Pos::Host(value) = *sets.pos(after) else { return None };
        let made = flow.inst(host, value)?;
        let &Inst::Write { s, write: Write::Put { f, whose, kind, .. }, .. } = made else {
            return None;
        };
        let is_empty = fingers.memberships(f, at).iter().any(|member| {
            let expr = flow.set(host, member.set);
            let root = |s: Value| fingers.root(s);
            member.way.is_empty()
                && matches!(expr, Some(SetExpr::Empty { s: at }) if root(*at) == root(s))
        });
        let is_absolute = matches!(whose, Whose::First | Whose::Second | Whose::Nobody);
        (is_empty && is_absolute).then(|| {
            let before = sets.position(Pos::Host(fingers.root(s)));
            New { after, before, whose, kind, only: sets.make(Set::Only(f)) }
        })
    })
}

struct Rebase<'a, 'p> {
    sets: &'a mut Algebra<'p>,
    returns: &'a mut Returns,
    new: &'a New,
    done: FxHashMap<SetId, SetId>,
}

impl Rebase<'_, '_> {
    fn set(&mut self, set: SetId) -> Option<SetId> {
        if let Some(&known) = self.done.get(&set) {
            return Some(known);
        }
        let new = match self.sets.set(set).clone() {
            Set::Pieces(at, v, whose, kinds) if at == self.new.after => {
                let is_such =
                    match whose {
                        Whose::Any => true,
                        Whose::First | Whose::Second | Whose::Nobody => whose == self.new.whose,
                        Whose::Own | Whose::Enemy => return None,
                    } && kinds.as_ref().is_none_or(|kinds| kinds.contains(&self.new.kind));
                let before = self.sets.make(Set::Pieces(self.new.before, v, whose, kinds));
                if is_such { self.sets.or(before, self.new.only) } else { before }
            }
            Set::Holding(at, ..) | Set::Empty(at) | Set::Memory(at, _) | Set::Matching(at, _)
                if at == self.new.after =>
            {
                return None;
            }
            Set::And(factors) => {
                let factors =
                    factors.into_iter().map(|set| self.set(set)).collect::<Option<_>>()?;
                self.and(factors)
            }
            Set::Or(terms) => {
                let terms = terms.into_iter().map(|set| self.set(set)).collect::<Option<_>>()?;
                self.sets.or_all(terms)
            }
            Set::Minus(a, b) => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                self.sets.minus(a, b)
            }
            Set::IfSome(a, b) => {
                let (a, b) = (self.set(a)?, self.set(b)?);
                self.sets.if_some(a, b)
            }
            Set::Walk(it) => {
                let from = self.set(it.from)?;
                self.sets.walk(from, it.ways, it.back)
            }
            Set::Slide(it) => {
                let (from, through) = (self.set(it.from)?, self.set(it.through)?);
                self.slide(&Slide { from, through, ..it })
            }
            Set::Spread(it) => {
                let (from, through) = (self.set(it.from)?, self.set(it.through)?);
                self.sets.spread(from, it.ways, through, it.back)
            }
            _ => set,
        };
        self.done.insert(set, new);
        Some(new)
    }

    /// Rays from the new piece are kept apart from those of the others.
    fn slide(&mut self, it: &Slide) -> SetId {
        let mut terms = self.sets.terms(it.from);
        let parts = match terms.contains(&self.new.only) && terms.len() > 1 {
            true => {
                terms.retain(|&term| term != self.new.only);
                vec![self.sets.or_all(terms), self.new.only]
            }
            false => vec![it.from],
        };
        let rays = parts
            .into_iter()
            .map(|from| self.sets.slide(from, it.directions.clone(), it.through, it.back));
        let rays = rays.collect();
        self.sets.or_all(rays)
    }

    /// Of fields that are seen from the new piece, none sees it in the same direction.
    fn and(&mut self, mut factors: Vec<SetId>) -> SetId {
        let seen: Vec<Slide> = factors
            .iter()
            .filter_map(|&factor| match self.sets.set(factor) {
                Set::Slide(it) if !it.back && it.from == self.new.only => Some(it.clone()),
                _ => None,
            })
            .collect();
        for factor in &mut factors {
            let mut terms = self.sets.terms(*factor);
            terms.retain(|&term| match self.sets.set(term) {
                Set::Slide(it) if it.back && it.from == self.new.only => {
                    let opposite = |other: &Slide| match (&*it.directions, &*other.directions) {
                        (&[d], &[other]) if d == other => {
                            let round = [Hop::Any(vec![vec![d]]), Hop::Step(d)];
                            !self.returns.can_return(self.sets.board, &round)
                        }
                        _ => false,
                    };
                    !seen.iter().any(opposite)
                }
                _ => true,
            });
            *factor = self.sets.or_all(terms);
        }
        self.sets.and_all(factors)
    }
}
