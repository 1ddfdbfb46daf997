//! What can be told of a position in which only one piece is known: conditions, sets, and what
//! becomes of the piece. Each answer is there only if nothing else can make a difference.

use super::{Alone, Members, Seen, Val, number};
use crate::program::*;
use game::{Field, FieldSet, Piece};

impl Alone<'_> {
    pub(super) fn holds(&self, vals: &[Val], cond: &Cond) -> Option<bool> {
        let content = |s: &Value, f: &Value| {
            let (Val::State(seen), Val::Field(Some(Some(field)))) =
                (&vals[s.index()], &vals[f.index()])
            else {
                return None;
            };
            Some((*field, content(seen, *field)?))
        };
        match cond {
            Cond::In { f, set } => match (&vals[f.index()], &vals[set.index()]) {
                (Val::Field(Some(None)), _) => Some(false),
                (Val::Field(Some(Some(field))), Val::Set(members)) => members[field.index()],
                _ => None,
            },
            Cond::Compare { op, a, b } => Some(op.holds(number(vals, *a)?, number(vals, *b)?)),
            Cond::Matches { s, f, layout } => {
                let (field, piece) = content(s, f)?;
                Some(self.facts().layouts[layout.index()].board[field.index()] == piece)
            }
            Cond::IsKind { s, f, kind } => {
                Some(content(s, f)?.1.is_some_and(|piece| piece.kind() == *kind))
            }
            Cond::Is { v, player } => match vals[v.index()] {
                Val::Player(v) => Some(v == *player),
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn set(&self, vals: &[Val], expr: &SetExpr) -> Option<Members> {
        let n = self.facts().board.n_fields();
        let fixed = |set: &FieldSet| -> Members {
            (0..n).map(|i| Some(set.contains(Field(i as u16)))).collect()
        };
        let player = |v: &Value| match vals[v.index()] {
            Val::Player(v) => Some(v),
            _ => None,
        };
        let both = |a: &Value, b: &Value, op: fn(Option<bool>, Option<bool>) -> Option<bool>| match (
            &vals[a.index()],
            &vals[b.index()],
        ) {
            (Val::Set(a), Val::Set(b)) => Some(a.iter().zip(b).map(|(a, b)| op(*a, *b)).collect()),
            _ => None,
        };
        let by_content = |s: &Value, such: &dyn Fn(Field, Option<Piece>) -> bool| {
            let Val::State(seen) = &vals[s.index()] else { return None };
            let fields = (0..n).map(|i| Field(i as u16));
            Some(fields.map(|f| content(seen, f).map(|piece| such(f, piece))).collect())
        };
        match expr {
            SetExpr::All => Some(vec![Some(true); n]),
            SetExpr::Const(set) => Some(fixed(set)),
            SetExpr::Sides { v, sides } => Some(fixed(&sides[player(v)?.index()])),
            SetExpr::Zone { zone, v } => {
                Some(fixed(&self.facts().zones[zone.index()].fields[player(v)?.index()]))
            }
            SetExpr::And(a, b) => both(a, b, and),
            SetExpr::Or(a, b) => both(a, b, |a, b| Some(!and(a.map(|a| !a), b.map(|b| !b))?)),
            SetExpr::Minus(a, b) => both(a, b, |a, b| and(a, b.map(|b| !b))),
            SetExpr::Pieces { s, v, whose, kinds } => {
                let v = player(v)?;
                by_content(s, &|_, piece| {
                    piece.is_some_and(|piece| {
                        whose.includes(v, piece.owner())
                            && kinds.as_ref().is_none_or(|kinds| kinds.contains(&piece.kind()))
                    })
                })
            }
            SetExpr::Empty { s } => by_content(s, &|_, piece| piece.is_none()),
            SetExpr::Matching { s, layout } => {
                let drawn = &self.facts().layouts[layout.index()].board;
                by_content(s, &|field, piece| drawn[field.index()] == piece)
            }
            _ => None,
        }
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

/// A change of the one piece.
pub(super) fn write_one(vals: &[Val], seen: &Seen, write: &Write) -> Option<Seen> {
    let field = |f: &Value| match vals[f.index()] {
        Val::Field(Some(Some(field))) => Some(field),
        _ => None,
    };
    let mut seen = seen.clone();
    let (field, now) = match write {
        Write::Lift { f, amount: Amount::All | Amount::One } if seen.hand.is_none() => {
            let field = field(f)?;
            seen.hand = Some(content(&seen, field)??);
            (field, None)
        }
        Write::Lower { f, amount: Amount::All | Amount::One } => {
            (field(f)?, Some(seen.hand.take()?))
        }
        _ => return None,
    };
    seen.fields.retain(|(at, _)| *at != field);
    seen.fields.push((field, now));
    seen.fields.sort_unstable();
    Some(seen)
}
