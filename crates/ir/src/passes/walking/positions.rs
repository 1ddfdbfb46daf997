//! Writes in a tree. One that cannot fail is harmless as long as nobody looks
//! at what it changed; of a field that was lifted or cleared it is known how
//! the position looks everywhere else.

use super::extract::{Env, Place};
use super::hands::Hand;
use super::{Abs, NoTree, Walker, Wanted};
use crate::analyses::has_sign;
use crate::passes::set_algebra::{Pos, PosId, Set, SetId, Var};
use crate::program::*;

impl<'p> Walker<'p> {
    pub(super) fn host_position(&mut self, value: Value) -> PosId {
        let hand = self.host_hands.get(value.index()).copied().unwrap_or(Hand::Any);
        self.position(Pos::Host(value), hand)
    }

    fn position(&mut self, pos: Pos, hand: Hand) -> PosId {
        let id = self.sets.position(pos);
        if self.hands.len() <= id.index() {
            self.hands.resize(id.index(), Hand::Any);
            self.hands.push(hand);
        }
        id
    }

    pub(super) fn hidden(&mut self, hand: Hand) -> PosId {
        self.position(Pos::Hidden, hand)
    }

    pub(super) fn hand(&self, pos: PosId) -> Hand {
        self.hands[pos.index()]
    }

    /// The position after a write.
    pub(super) fn write(
        &mut self,
        place: Place<'_>,
        env: &Env,
        s: PosId,
        write: &Write,
    ) -> Result<PosId, NoTree> {
        if self.wanted == Wanted::Results {
            return Err(NoTree);
        }
        let stacks = self.program.facts.stacks.is_some();
        let hand = self.hand(s);
        match write {
            Write::Lift { f, amount } => {
                let f = self.set_finger(place, env, *f)?;
                let one = self.is_one(place, env, *amount);
                if stacks || !one || hand != Hand::Empty {
                    return Err(NoTree);
                }
                let write = |f| Write::Lift { f, amount: Amount::All };
                self.taken(env, s, f, Hand::Full, write)
            }
            Write::Lower { f, amount } => {
                let f = self.set_finger(place, env, *f)?;
                let one = self.is_one(place, env, *amount);
                if stacks || !one || hand != Hand::Full {
                    return Err(NoTree);
                }
                Ok(self.written(s, f, Hand::Empty, |f| Write::Lower { f, amount: Amount::All }))
            }
            Write::Put { f, v, whose, kind } => {
                let f = self.set_finger(place, env, *f)?;
                let Abs::Player(v, other) = self.get(place, env, *v) else { return Err(NoTree) };
                let (v, whose) = self.owner(v, other, *whose);
                if !has_sign(&self.program.facts, whose, *kind) {
                    return Err(NoTree);
                }
                Ok(self.written(s, f, hand, |f| Write::Put { f, v, whose, kind: *kind }))
            }
            Write::PutAll { whose, kind, .. } => match has_sign(&self.program.facts, *whose, *kind)
            {
                true => Ok(self.hidden(hand)),
                false => Err(NoTree),
            },
            Write::Clear { f } => {
                let f = self.set_finger(place, env, *f)?;
                if stacks {
                    return Err(NoTree);
                }
                self.taken(env, s, f, hand, |f| Write::Clear { f })
            }
            Write::Become { f, kind } => {
                let f = self.set_finger(place, env, *f)?;
                match self.is_host_piece(s, f) {
                    true => Ok(self.written(s, f, hand, |f| Write::Become { f, kind: *kind })),
                    false if self.is_piece(env, s, f) => Ok(self.position(Pos::Put(s, f), hand)),
                    false => Err(NoTree),
                }
            }
            Write::Remember { f, memory } => {
                self.set_finger(place, env, *f)?;
                Ok(self.position(Pos::Remembered(s, *memory), hand))
            }
            Write::SetCounter { counter, to, .. } => {
                let declared = &self.program.facts.counters[counter.index()];
                match self.get(place, env, *to) {
                    // Nothing in a tree reads a counter.
                    Abs::Number(to) if (declared.low..=declared.high).contains(&to) => Ok(s),
                    _ => Err(NoTree),
                }
            }
            Write::Tell { f, details, .. } => {
                if details.iter().any(|it| matches!(it, Detail::Here | Detail::Piece)) {
                    self.set_finger(place, env, *f)?;
                }
                Ok(s)
            }
            // What is no part of the position is nothing that a tree reads.
            write => match write.effect() {
                Effect { writes, may_die: false, .. } if !writes.meets(Parts::POSITION) => Ok(s),
                _ => Err(NoTree),
            },
        }
    }

    /// The position without the piece where a finger points.
    fn taken(
        &mut self,
        env: &Env,
        s: PosId,
        f: Var,
        hand: Hand,
        write: impl Fn(Value) -> Write,
    ) -> Result<PosId, NoTree> {
        match self.is_host_piece(s, f) {
            true => Ok(self.written(s, f, hand, write)),
            false => self.gone(env, s, f, hand),
        }
    }

    /// A finger that points somewhere: always, or because it was found in a set
    /// on this way.
    fn set_finger(&mut self, place: Place<'_>, env: &Env, f: Value) -> Result<Var, NoTree> {
        let is_found = |f: Var| env.known.iter().any(|&(found, _)| found == f);
        match self.get(place, env, f) {
            Abs::Field(f) if self.is_set(f) || is_found(f) => Ok(f),
            _ => Err(NoTree),
        }
    }

    /// Whether this many are one, on a board without stacks.
    fn is_one(&mut self, place: Place<'_>, env: &Env, amount: Amount) -> bool {
        match amount {
            Amount::One | Amount::All => true,
            Amount::Number(n) => self.get(place, env, n) == Abs::Number(1),
        }
    }

    /// The position after a write that empties a field on which a piece stands.
    fn gone(&mut self, env: &Env, s: PosId, f: Var, hand: Hand) -> Result<PosId, NoTree> {
        match self.is_piece(env, s, f) {
            true => Ok(self.position(Pos::Gone(s, f), hand)),
            false => Err(NoTree),
        }
    }

    /// Whether something stands where a finger of the host points, whatever the
    /// tree has found out: then the host itself can do what needs a piece.
    fn is_host_piece(&self, s: PosId, f: Var) -> bool {
        match (self.host_of(f), self.sets.pos(s)) {
            (Some(f), &Pos::Host(s)) => self.host_fingers.is_occupied(s, f, self.at),
            _ => false,
        }
    }

    /// The position after a write that cannot fail in the host, if it is one there.
    fn written(&mut self, s: PosId, f: Var, hand: Hand, write: impl Fn(Value) -> Write) -> PosId {
        match self.host_of(f) {
            Some(value) if self.is_host(s) => self.position(Pos::Written(s, write(value)), hand),
            _ => self.position(Pos::Put(s, f), hand),
        }
    }

    /// Whether the host can have this position.
    fn is_host(&self, s: PosId) -> bool {
        match self.sets.pos(s) {
            Pos::Host(_) | Pos::Written(..) => true,
            Pos::Remembered(..) | Pos::Gone(..) | Pos::Put(..) | Pos::Hidden => false,
        }
    }

    /// Whether something stands where the finger points.
    fn is_piece(&mut self, env: &Env, s: PosId, f: Var) -> bool {
        let mut at = s;
        let mut owed = Vec::new();
        loop {
            match *self.sets.pos(at) {
                Pos::Remembered(from, _) => at = from,
                Pos::Put(_, other) if other == f => {
                    self.owed.extend(owed);
                    return true;
                }
                Pos::Gone(from, other) | Pos::Put(from, other) => {
                    owed.push((f, other));
                    at = from;
                }
                _ => break,
            }
        }
        let mut sets = env.known.iter().filter(|(other, _)| *other == f);
        let found = sets.any(|&(_, set)| self.is_occupied(set, at)) || self.is_host_piece(at, f);
        if found {
            self.owed.extend(owed);
        }
        found
    }

    /// Whether every field of a set holds a piece.
    fn is_occupied(&self, set: SetId, at: PosId) -> bool {
        match self.sets.set(set) {
            Set::Pieces(other, ..) => *other == at,
            Set::And(sets) => sets.iter().any(|&set| self.is_occupied(set, at)),
            Set::Or(sets) => sets.iter().all(|&set| self.is_occupied(set, at)),
            Set::Minus(set, _) => self.is_occupied(*set, at),
            _ => false,
        }
    }
}
