//! What may stand on a field, as a set of contents, one bit each: enough to say
//! which pieces a set of fields is about.

use crate::program::*;
use game::{Facts, Kind, Owner, Piece};

/// Some contents of a field: bit 0 is nothing, the others are pieces.
pub(crate) type Contents = u128;

/// Nothing stands there.
pub(crate) const EMPTY: Contents = 1;

/// Anything.
pub(crate) const ANY: Contents = Contents::MAX;

const OWNERS: [Owner; 3] = [Owner::First, Owner::Second, Owner::Nobody];

fn bit(kind: Kind, owner: Owner) -> Contents {
    1 << (1 + Piece::new(kind, owner).index())
}

/// Whether a piece is among them.
pub(crate) fn has(contents: Contents, piece: Piece) -> bool {
    contents >> (1 + piece.index()) & 1 == 1
}

/// Pieces of an owner and some kinds: those that may be meant, and those that
/// are meant for certain (which depends on whose turn it is).
pub(crate) fn pieces(facts: &Facts, whose: Whose, kinds: Option<&[Kind]>) -> [Contents; 2] {
    let all: Vec<Kind> = (0..facts.kinds.len()).map(|i| Kind(i as u8)).collect();
    let of = |owners: &[Owner]| {
        let each =
            kinds.unwrap_or(&all).iter().flat_map(|&kind| owners.iter().map(move |&o| (kind, o)));
        each.fold(0, |set, (kind, owner)| set | bit(kind, owner))
    };
    match whose {
        Whose::First => [of(&[Owner::First]); 2],
        Whose::Second => [of(&[Owner::Second]); 2],
        Whose::Nobody => [of(&[Owner::Nobody]); 2],
        Whose::Any => [of(&OWNERS); 2],
        Whose::Own if facts.n_players() == 1 => [of(&[Owner::First]); 2],
        Whose::Own | Whose::Enemy => [of(&[Owner::First, Owner::Second]), 0],
    }
}

/// What may stand on the fields of a set, and what makes a field one of them for certain:
/// `part` says the same of the sets that it is made of, and `reads` whether it is asked of the
/// position that a set looks at.
pub(crate) fn of_set(
    facts: &Facts,
    expr: &SetExpr,
    reads: impl Fn(Value) -> bool,
    part: impl Fn(Value) -> (Contents, Contents),
) -> (Contents, Contents) {
    match *expr {
        SetExpr::All => (ANY, ANY),
        SetExpr::Pieces { s, whose, ref kinds, .. } if reads(s) => {
            let [may, must] = pieces(facts, whose, kinds.as_deref());
            (may, must)
        }
        SetExpr::Empty { s } if reads(s) => (EMPTY, EMPTY),
        SetExpr::And(a, b) => {
            let (a, b) = (part(a), part(b));
            (a.0 & b.0, a.1 & b.1)
        }
        SetExpr::Or(a, b) => {
            let (a, b) = (part(a), part(b));
            (a.0 | b.0, a.1 | b.1)
        }
        SetExpr::Minus(a, b) => {
            let (a, b) = (part(a), part(b));
            (a.0 & !b.1, a.1 & !b.0)
        }
        SetExpr::IfSome(_, b) => (part(b).0, 0),
        _ => (ANY, 0),
    }
}

/// What a piece that is put may be.
pub(crate) fn put(facts: &Facts, whose: Whose, kind: Kind) -> Contents {
    // Whoever is not named may stand for nobody or for the player.
    let [may, _] = pieces(facts, whose, Some(&[kind]));
    may
}

/// The same owners' pieces of another kind.
pub(crate) fn promoted(facts: &Facts, contents: Contents, kind: Kind) -> Contents {
    let mut to = 0;
    for owner in OWNERS {
        let mine = (0..facts.kinds.len()).fold(0, |set, i| set | bit(Kind(i as u8), owner));
        if contents & mine != 0 {
            to |= bit(kind, owner);
        }
    }
    to
}
