//! What a path has done to the board so far, and what may stand on a field:
//! a set of contents, one bit each.

use super::symbols::Sym;
use crate::program::*;
use game::{Facts, Kind, Memory, Owner, Piece};

/// Some contents of a field: bit 0 is nothing, the others are pieces.
pub(super) type Contents = u128;

/// Nothing stands there.
pub(super) const EMPTY: Contents = 1;

/// Anything.
pub(super) const ANY: Contents = Contents::MAX;

const OWNERS: [Owner; 3] = [Owner::First, Owner::Second, Owner::Nobody];

fn bit(kind: Kind, owner: Owner) -> Contents {
    1 << (1 + Piece::new(kind, owner).index())
}

/// Pieces of an owner and some kinds: those that may be meant, and those that
/// are meant for certain (which depends on whose turn it is).
pub(super) fn pieces(facts: &Facts, whose: Whose, kinds: Option<&[Kind]>) -> [Contents; 2] {
    let all: Vec<Kind> = (0..facts.kinds.len()).map(|i| Kind(i as u8)).collect();
    let of = |owners: &[Owner]| {
        let each = kinds.unwrap_or(&all).iter().flat_map(|&kind| owners.iter().map(move |&o| (kind, o)));
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

/// What a piece that is put may be.
pub(super) fn put(facts: &Facts, whose: Whose, kind: Kind) -> Contents {
    // Whoever is not named may stand for nobody or for the player.
    let [may, _] = pieces(facts, whose, Some(&[kind]));
    may
}

/// The same owners' pieces of another kind.
pub(super) fn promoted(facts: &Facts, contents: Contents, kind: Kind) -> Contents {
    let mut to = 0;
    for owner in OWNERS {
        let mine = (0..facts.kinds.len()).fold(0, |set, i| set | bit(Kind(i as u8), owner));
        if contents & mine != 0 {
            to |= bit(kind, owner);
        }
    }
    to
}

/// What a path has done to a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Board {
    /// Fields that were written, no two the same, and what may stand there now.
    pub(super) changes: Vec<(Sym, Contents)>,
    /// Sets of fields that were written: what may have stood there, and what
    /// stands there now.
    pub(super) sets: Vec<(Contents, Contents)>,
    /// What is in the hand, if there is something.
    pub(super) hand: Option<Contents>,
    /// What was remembered.
    pub(super) memories: Vec<(Memory, Option<Sym>)>,
    /// Whether anything was written.
    pub(super) touched: bool,
    pub(super) passed: bool,
    pub(super) over: bool,
}

impl Board {
    /// The board with other contents on a field; `at` is its place among the
    /// changes if it has one.
    pub(super) fn with(&self, sym: Sym, at: Option<usize>, now: Contents) -> Board {
        let mut board = self.clone();
        match at {
            Some(at) => board.changes[at].1 = now,
            None => board.changes.push((sym, now)),
        }
        board.touched = true;
        board
    }

    /// What was remembered on this path.
    pub(super) fn memory(&self, memory: Memory) -> Option<Option<Sym>> {
        self.memories.iter().find(|(it, _)| *it == memory).map(|(_, sym)| *sym)
    }
}
