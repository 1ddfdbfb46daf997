//! What can be told of a position in which only one piece is known: conditions, sets, and what
//! becomes of the piece. Each answer is there only if nothing else can make a difference.

use super::{Alone, Glimpses, Maybe, Members, Seen};
use crate::drive::{Flow, Frame, Stop};
use crate::program::*;
use game::{Field, FieldSet, Piece};

impl<'a> Alone<'a> {
    pub(super) fn is_so(&self, a: &Frame<'a, Glimpses>, cond: &Cond) -> Option<bool> {
        let content = |s: Value, f: Value| {
            let Maybe::Just(field) = a.field(f) else { return None };
            Some((field, content(a.state(s), field)?))
        };
        match cond {
            Cond::In { f, set } => match a.field(*f) {
                Maybe::Unknown => None,
                Maybe::Nothing => Some(false),
                Maybe::Just(field) => a.fields(*set)[field.index()],
            },
            Cond::Compare { op, a: left, b } => Some(op.holds(a.number(*left), a.number(*b))),
            Cond::Matches { s, f, layout } => {
                let (field, piece) = content(*s, *f)?;
                Some(
                    self.driver.program.facts.layouts[layout.index()].board[field.index()] == piece,
                )
            }
            Cond::IsKind { s, f, kind } => {
                Some(content(*s, *f)?.1.is_some_and(|piece| piece.kind() == *kind))
            }
            Cond::Is { v, player } => Some(a.player(*v) == *player),
            _ => None,
        }
    }

    pub(super) fn set(&self, a: &Frame<'a, Glimpses>, expr: &SetExpr) -> Flow<Members> {
        let facts = &self.driver.program.facts;
        let n = facts.board.n_fields();
        let fields = || (0..n).map(|i| Field(i as u16));
        let fixed = |set: &FieldSet| fields().map(|field| Some(set.contains(field))).collect();
        let both = |x: Value, y: Value, op: fn(Option<bool>, Option<bool>) -> Option<bool>| {
            a.fields(x).iter().zip(a.fields(y)).map(|(x, y)| op(*x, *y)).collect()
        };
        let by_content = |s: Value, such: &dyn Fn(Field, Option<Piece>) -> bool| {
            let is_such = |f: Field| content(a.state(s), f).map(|piece| such(f, piece));
            fields().map(is_such).collect()
        };
        Ok(match expr {
            SetExpr::All => vec![Some(true); n],
            SetExpr::Const(set) => fixed(set),
            SetExpr::Sides { v, sides } => fixed(&sides[a.player(*v).index()]),
            SetExpr::Zone { zone, v } => {
                fixed(&facts.zones[zone.index()].fields[a.player(*v).index()])
            }
            SetExpr::And(x, y) => both(*x, *y, and),
            SetExpr::Or(x, y) => both(*x, *y, |x, y| Some(!and(x.map(|x| !x), y.map(|y| !y))?)),
            SetExpr::Minus(x, y) => both(*x, *y, |x, y| and(x, y.map(|y| !y))),
            SetExpr::Pieces { s, v, whose, kinds } => {
                let v = a.player(*v);
                let is_kind = |kind| kinds.as_ref().is_none_or(|kinds| kinds.contains(&kind));
                by_content(*s, &|_, piece| {
                    piece.is_some_and(|it| whose.includes(v, it.owner()) && is_kind(it.kind()))
                })
            }
            SetExpr::Empty { s } => by_content(*s, &|_, piece| piece.is_none()),
            SetExpr::Matching { s, layout } => {
                let drawn = &facts.layouts[layout.index()].board;
                by_content(*s, &|field, piece| drawn[field.index()] == piece)
            }
            _ => return Err(Stop::Unknown),
        })
    }
}

fn and(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// What lies on a field, if that is known.
fn content(seen: &Seen, field: Field) -> Option<Option<Piece>> {
    seen.fields.iter().find(|(at, _)| *at == field).map(|(_, piece)| *piece)
}

/// A change of the one piece; nothing if it is not known what comes of it.
pub(super) fn write_one(a: &Frame<'_, Glimpses>, seen: &Seen, write: &Write) -> Option<Seen> {
    let mut seen = seen.clone();
    let (f, now) = match write {
        Write::Lift { f, amount: Amount::All | Amount::One } if seen.hand.is_none() => {
            let Maybe::Just(field) = a.field(*f) else { return None };
            seen.hand = Some(content(&seen, field)??);
            (*f, None)
        }
        Write::Lower { f, amount: Amount::All | Amount::One } => (*f, Some(seen.hand.take()?)),
        _ => return None,
    };
    let Maybe::Just(field) = a.field(f) else { return None };
    seen.fields.retain(|(at, _)| *at != field);
    seen.fields.push((field, now));
    seen.fields.sort_unstable();
    Some(seen)
}
