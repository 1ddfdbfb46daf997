//! Sets of fields and conditions, as far as they are known.

use crate::answers::Answers;
use crate::run::Run;
use crate::vague::{Fields, Frame, Membership, Path};
use game::{Facts, Field, Kind, Owner, Piece, Player};
use infoset::Contents;
use ir::drive::{Flow, Stop, Val};
use ir::{Cond, NumExpr, SetExpr, Value, Whose};
use std::rc::Rc;

/// The pieces of each owner, and of each kind.
pub(crate) struct Sorts {
    owners: [Contents; 3],
    kinds: Vec<Contents>,
}

impl Sorts {
    pub(crate) fn new(facts: &Facts) -> Sorts {
        let such = |is_such: &dyn Fn(&Piece) -> bool| Contents::of(facts.pieces().filter(is_such));
        let owners = [Owner::First, Owner::Second, Owner::Nobody];
        let kinds = (0..facts.kinds.len()).map(|i| such(&|piece| piece.kind().index() == i));
        Sorts {
            owners: owners.map(|owner| such(&|it| it.owner() == owner)),
            kinds: kinds.collect(),
        }
    }
}

impl<'p> Run<'p> {
    /// The value of a set expression. Only what takes a run of its own is found out here.
    pub(crate) fn set(&self, a: &Frame<'p>, expr: &'p SetExpr, path: &Path) -> Flow<Fields<'p>> {
        let SetExpr::Fields { func, args } = expr else { return Ok(Fields::Asked(expr)) };
        let mut found = vec![Membership::NEVER; self.facts().board.n_fields()];
        let at = a.conf(args, &path.begun());
        let flow = self.asking(*func, a.player(args.v), &at, &mut |conf| {
            let Some(field) = conf.f else { return Ok(()) };
            let now = match conf.trail.only_difference(path) {
                None if conf.trail.first == path.first => Membership::ALWAYS,
                Some((only, contents)) if only == field => Membership::exactly(contents),
                _ => Membership::UNKNOWN,
            };
            let must = if conf.trail.is_exact { now.must } else { Contents::NOTHING };
            let entry = &mut found[field.index()];
            *entry = entry.or(Membership { must, ..now });
            Ok(())
        });
        match flow {
            Ok(()) => Ok(Fields::Found(found.into())),
            Err(Stop::Unknown) => Ok(Fields::Found(vec![Membership::UNKNOWN; found.len()].into())),
            Err(stop) => Err(stop),
        }
    }

    /// When a field is in a set.
    pub(crate) fn membership(&self, a: &Frame<'p>, set: Value, field: Field) -> Membership {
        let expr = match a.fields(set) {
            Fields::Asked(expr) => *expr,
            Fields::Found(all) => return all[field.index()],
        };
        let of = |set: &Value| self.membership(a, *set, field);
        let facts = self.facts();
        match expr {
            SetExpr::Pieces { s, v, whose, kinds } | SetExpr::Holding { s, v, whose, kinds } => {
                let such = self.pieces(*whose, a.player(*v), kinds.as_deref());
                self.holding(a, *s, field, such)
            }
            SetExpr::Empty { s } => self.holding(a, *s, field, Contents::EMPTY),
            SetExpr::All => Membership::ALWAYS,
            SetExpr::Const(fields) => Membership::known(fields.contains(field)),
            SetExpr::Sides { v, sides } => {
                Membership::known(sides[a.player(*v).index()].contains(field))
            }
            SetExpr::Zone { zone, v } => {
                let fields = &facts.zones[zone.index()].fields[a.player(*v).index()];
                Membership::known(fields.contains(field))
            }
            SetExpr::Memory { s, memory } => match a.state(*s).memories[memory.index()] {
                Some(remembered) => Membership::known(remembered == field),
                None => Membership::UNKNOWN,
            },
            SetExpr::And(x, y) => of(x).and(of(y)),
            SetExpr::Or(x, y) => of(x).or(of(y)),
            SetExpr::Minus(x, y) => of(x).minus(of(y)),
            SetExpr::Only(f) => Membership::known(a.field(*f) == Some(field)),
            SetExpr::Matching { s, layout } => {
                let drawn = facts.layouts[layout.index()].board[field.index()];
                self.holding(a, *s, field, Contents::just(drawn))
            }
            // Passes make these, and what is run here is what lowering made.
            SetExpr::IfSome(..)
            | SetExpr::Fields { .. }
            | SetExpr::Walk { .. }
            | SetExpr::Slide { .. }
            | SetExpr::Spread { .. }
            | SetExpr::Rows { .. } => Membership::UNKNOWN,
        }
    }

    /// When a field holds one of these in a position.
    fn holding(&self, a: &Frame<'p>, s: Value, field: Field, such: Contents) -> Membership {
        match a.state(s).on(field) {
            None => Membership::exactly(such),
            Some(now) if now.is_within(such) => Membership::ALWAYS,
            Some(now) if !now.meets(such) => Membership::NEVER,
            Some(_) => Membership::UNKNOWN,
        }
    }

    /// The pieces of these owners and kinds.
    fn pieces(&self, whose: Whose, v: Player, kinds: Option<&[Kind]>) -> Contents {
        let owners = [Owner::First, Owner::Second, Owner::Nobody];
        let of = |owner: &Owner| self.sorts.owners[*owner as usize];
        let included = owners.iter().filter(|owner| whose.includes(v, **owner)).map(of);
        let included = included.fold(Contents::NOTHING, |all, it| all | it);
        let Some(kinds) = kinds else { return included };
        let all = kinds.iter().map(|kind| self.sorts.kinds[kind.index()]);
        included & all.fold(Contents::NOTHING, |all, it| all | it)
    }

    /// Where a path goes on if a condition holds, and if it does not.
    pub(crate) fn answers(&self, a: &Frame<'p>, cond: &Cond, path: &Path) -> Answers {
        let (f, membership) = match cond {
            Cond::In { f, set } => (*f, a.field(*f).map(|field| self.membership(a, *set, field))),
            Cond::Matches { s, f, layout } => {
                let drawn =
                    |field: Field| self.facts().layouts[layout.index()].board[field.index()];
                let holds = |field: Field| self.holding(a, *s, field, Contents::just(drawn(field)));
                (*f, a.field(*f).map(holds))
            }
            Cond::IsKind { s, f, kind } => {
                let such = self.pieces(Whose::Any, Player::First, Some(&[*kind]));
                (*f, a.field(*f).map(|field| self.holding(a, *s, field, such)))
            }
            Cond::Compare { op, a: left, b } => {
                return match (a.get(*left), a.get(*b)) {
                    (Val::Number(left), Val::Number(right)) => {
                        Answers::known(op.holds(*left, *right), path)
                    }
                    _ => Answers::unknown(path),
                };
            }
            Cond::Is { v, player } => return Answers::known(a.player(*v) == *player, path),
            Cond::Occurred { .. } | Cond::Some { .. } => return Answers::unknown(path),
        };
        match (a.field(f), membership) {
            (Some(field), Some(membership)) => Answers::of(membership, field, path),
            _ => Answers::known(false, path),
        }
    }

    /// A number, if it is known.
    pub(crate) fn number(&self, a: &Frame<'p>, expr: &NumExpr) -> Option<i32> {
        let of = |value: &Value| match a.get(*value) {
            Val::Number(number) => Some(*number),
            _ => None,
        };
        match expr {
            NumExpr::Const(number) => Some(*number),
            NumExpr::Hand { s } => Some(i32::from(a.state(*s).hand.is_some())),
            NumExpr::Add(x, y) => Some(of(x)?.saturating_add(of(y)?)),
            NumExpr::Subtract(x, y) => Some(of(x)?.saturating_sub(of(y)?)),
            NumExpr::Multiply(x, y) => Some(of(x)?.saturating_mul(of(y)?)),
            _ => None,
        }
    }

    /// What a field holds in a position.
    pub(crate) fn now(&self, a: &Frame<'p>, s: Value, field: Field, path: &Path) -> Contents {
        a.state(s).on(field).unwrap_or(path.first[field.index()])
    }

    /// All contents of these, each by itself.
    pub(crate) fn each_of(&self, contents: Contents) -> Vec<Option<Piece>> {
        let all = std::iter::once(None).chain(self.facts().pieces().map(Some));
        all.filter(|it| contents.allows(*it)).collect()
    }

    /// A position to be changed.
    pub(crate) fn edit(&self, a: &Frame<'p>, s: Value) -> crate::vague::State {
        crate::vague::State::clone(Rc::as_ref(a.state(s)))
    }
}
