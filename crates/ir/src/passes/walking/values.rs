//! What values are in a run in which fingers are not known: sets as terms,
//! numbers where they are constants.

use super::extract::{Env, Place};
use super::{Abs, NoTree, Walker};
use crate::passes::set_algebra::{Pos, PosId, Set, SetId};
use crate::program::*;
use game::Memory;

impl<'p> Walker<'p> {
    /// What a value is.
    pub(super) fn get(&mut self, place: Place<'_>, env: &Env, value: Value) -> Abs {
        if let Some(&(_, known)) = env.values.iter().rev().find(|(other, _)| *other == value) {
            return known;
        }
        if !place.is_host {
            return Abs::Unknown;
        }
        if let Some(known) = self.host_values[value.index()] {
            return known;
        }
        match place.func.types[value.index()] {
            Type::Position => Abs::Position(self.host_position(value)),
            Type::Player => Abs::Player(value, false),
            Type::Field => Abs::Field(self.host_finger(value)),
            Type::Set => Abs::Set(self.sets.make(Set::Given(value))),
            Type::Direction | Type::Number => Abs::Unknown,
        }
    }

    pub(super) fn set_of(
        &mut self,
        place: Place<'_>,
        env: &Env,
        value: Value,
    ) -> Result<SetId, NoTree> {
        match self.get(place, env, value) {
            Abs::Set(set) => Ok(set),
            _ => Err(NoTree),
        }
    }

    /// The position as far as its board is concerned.
    pub(super) fn board_of(
        &mut self,
        place: Place<'_>,
        env: &Env,
        s: Value,
    ) -> Result<PosId, NoTree> {
        let Abs::Position(mut at) = self.get(place, env, s) else { return Err(NoTree) };
        while let Pos::Remembered(from, _) = *self.sets.pos(at) {
            at = from;
        }
        Ok(at)
    }

    /// The position as far as what it remembers is concerned.
    fn memory_of(
        &mut self,
        place: Place<'_>,
        env: &Env,
        s: Value,
        memory: Memory,
    ) -> Result<PosId, NoTree> {
        let Abs::Position(mut at) = self.get(place, env, s) else { return Err(NoTree) };
        loop {
            at = match self.sets.pos(at) {
                Pos::Remembered(from, other) if *other != memory => *from,
                Pos::Gone(from, _) | Pos::Put(from, _) => *from,
                Pos::Written(
                    from,
                    Write::Put { .. } | Write::Lift { .. } | Write::Lower { .. },
                ) => *from,
                _ => return Ok(at),
            }
        }
    }

    /// A set expression as a term; unknown if it has none.
    pub(super) fn set_expr(&mut self, place: Place<'_>, env: &Env, expr: &SetExpr) -> Abs {
        self.try_set_expr(place, env, expr).map_or(Abs::Unknown, Abs::Set)
    }

    fn try_set_expr(
        &mut self,
        place: Place<'_>,
        env: &Env,
        expr: &SetExpr,
    ) -> Result<SetId, NoTree> {
        Ok(match expr {
            SetExpr::Pieces { s, v, whose, kinds } | SetExpr::Holding { s, v, whose, kinds } => {
                let at = self.board_of(place, env, *s)?;
                let Abs::Player(v, other) = self.get(place, env, *v) else { return Err(NoTree) };
                let (v, whose) = self.owner(v, other, *whose);
                let mut kinds = kinds.clone();
                if let Some(kinds) = &mut kinds {
                    kinds.sort();
                    kinds.dedup();
                }
                self.sets.make(match expr {
                    SetExpr::Pieces { .. } => Set::Pieces(at, v, whose, kinds),
                    _ => Set::Holding(at, v, whose, kinds),
                })
            }
            SetExpr::Empty { s } => {
                let at = self.board_of(place, env, *s)?;
                self.sets.make(Set::Empty(at))
            }
            SetExpr::Matching { s, layout } => {
                let at = self.board_of(place, env, *s)?;
                self.sets.make(Set::Matching(at, *layout))
            }
            SetExpr::Memory { s, memory } => {
                let at = self.memory_of(place, env, *s, *memory)?;
                self.sets.make(Set::Memory(at, *memory))
            }
            SetExpr::All => self.sets.all,
            SetExpr::Const(fields) => self.sets.constant(fields.clone()),
            SetExpr::Sides { v, sides } => self.sides(place, env, *v, sides)?,
            SetExpr::Zone { zone, v } => {
                let program = self.program;
                self.sides(place, env, *v, &program.facts.zones[zone.index()].fields)?
            }
            SetExpr::And(a, b) => {
                let (a, b) = (self.set_of(place, env, *a)?, self.set_of(place, env, *b)?);
                self.sets.and(a, b)
            }
            SetExpr::Or(a, b) => {
                let (a, b) = (self.set_of(place, env, *a)?, self.set_of(place, env, *b)?);
                self.sets.or(a, b)
            }
            SetExpr::Minus(a, b) => {
                let (a, b) = (self.set_of(place, env, *a)?, self.set_of(place, env, *b)?);
                self.sets.minus(a, b)
            }
            SetExpr::IfSome(a, b) => {
                let (a, b) = (self.set_of(place, env, *a)?, self.set_of(place, env, *b)?);
                self.sets.if_some(a, b)
            }
            SetExpr::Fields { func, args } => self.image(place, env, *func, args)?,
            SetExpr::Only(f) => match self.get(place, env, *f) {
                Abs::Field(f) => {
                    let value = self.host_of(f).ok_or(NoTree)?;
                    self.sets.make(Set::Only(value))
                }
                Abs::Nowhere => self.sets.none,
                _ => return Err(NoTree),
            },
            SetExpr::Walk { from, ways, back } => {
                let from = self.set_of(place, env, *from)?;
                self.sets.walk(from, ways.clone(), *back)
            }
            SetExpr::Slide { from, directions, through, back } => {
                let from = self.set_of(place, env, *from)?;
                let through = self.set_of(place, env, *through)?;
                self.sets.slide(from, directions.clone(), through, *back)
            }
            // The last pass makes them, when nothing is asked any more.
            SetExpr::Rows { .. } => return Err(NoTree),
            SetExpr::Spread { from, ways, through, back } => {
                let from = self.set_of(place, env, *from)?;
                let through = self.set_of(place, env, *through)?;
                self.sets.spread(from, ways.clone(), through, *back)
            }
        })
    }

    fn sides(
        &mut self,
        place: Place<'_>,
        env: &Env,
        v: Value,
        sides: &[game::FieldSet; 2],
    ) -> Result<SetId, NoTree> {
        let Abs::Player(v, other) = self.get(place, env, v) else { return Err(NoTree) };
        let [first, second] = sides.clone();
        Ok(match other {
            _ if first == second => self.sets.constant(first),
            false => self.sets.make(Set::Sides(v, [first, second])),
            true => self.sets.make(Set::Sides(v, [second, first])),
        })
    }

    /// Whose pieces, said from the point of view of a player of the host.
    pub(super) fn owner(&self, v: Value, other: bool, whose: Whose) -> (Value, Whose) {
        match whose {
            Whose::Own if other => (v, Whose::Enemy),
            Whose::Enemy if other => (v, Whose::Own),
            Whose::Own | Whose::Enemy => (v, whose),
            _ => (self.player, whose),
        }
    }

    pub(super) fn number(&mut self, place: Place<'_>, env: &Env, expr: &NumExpr) -> Abs {
        let mut both = |a: &Value, b: &Value, op: fn(i32, i32) -> i32| match (
            self.get(place, env, *a),
            self.get(place, env, *b),
        ) {
            (Abs::Number(a), Abs::Number(b)) => Abs::Number(op(a, b)),
            _ => Abs::Unknown,
        };
        match expr {
            NumExpr::Const(n) => Abs::Number(*n),
            NumExpr::Add(a, b) => both(a, b, i32::saturating_add),
            NumExpr::Subtract(a, b) => both(a, b, i32::saturating_sub),
            NumExpr::Multiply(a, b) => both(a, b, i32::saturating_mul),
            _ => Abs::Unknown,
        }
    }
}

/// What the values of a host are wherever they are used, if they are constant.
pub(super) fn constants(host: &Func) -> Vec<Option<Abs>> {
    let mut values = vec![None; host.types.len()];
    for inst in host.blocks.iter().flat_map(|block| &block.insts) {
        let (dst, value) = match *inst {
            Inst::Direction { dst, direction } => (dst, Abs::Direction(Some(direction))),
            Inst::NoDirection { dst } => (dst, Abs::Direction(None)),
            Inst::NoField { dst } => (dst, Abs::Nowhere),
            Inst::Number { dst, expr: NumExpr::Const(n) } => (dst, Abs::Number(n)),
            _ => continue,
        };
        values[dst.index()] = Some(value);
    }
    values
}
