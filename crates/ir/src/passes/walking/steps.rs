//! The steps of a block in a run in which fingers are not known: what they make
//! of values, and what they add to the tree.

use super::extract::{Env, Place};
use super::{Abs, NoTree, Op, Walker};
use crate::passes::set_algebra::geometry::Hop;
use crate::passes::set_algebra::{Set, SetId};
use crate::program::*;
use game::{FieldSet, Player};

/// Whether a path goes on after a step.
pub(super) enum Alive {
    Yes,
    No,
}

impl<'p> Walker<'p> {
    /// Runs a step.
    pub(super) fn inst(
        &mut self,
        place: Place<'_>,
        env: &mut Env,
        inst: &Inst,
        ops: &mut Vec<Op>,
    ) -> Result<Alive, NoTree> {
        let (dst, value) = match inst {
            Inst::Guard { cond, .. } => return self.condition(place, env, cond, true, ops),
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
                        ops.push(Op::Step { from, to, ways: vec![vec![d]] });
                        (dst, Abs::Field(to))
                    }
                    (Abs::Field(from), Abs::Along(along)) => {
                        let ways = self.steps_along(from, along)?;
                        let to = self.finger(true, Some((from, Hop::One(ways.clone()))));
                        ops.push(Op::Step { from, to, ways });
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
                Abs::Along(along) => (dst, Abs::Along(self.turned(along, *degrees))),
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
    pub(super) fn condition(
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
                    (Abs::Number(a), Abs::Number(b)) if op.holds(a, b) == holds => Ok(Alive::Yes),
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
            _ => return Err(NoTree),
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

    /// A set that has a field if the point of view is this player's.
    pub(super) fn is_player(
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
}
