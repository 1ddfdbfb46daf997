//! What happened between two positions: which fields were left, and whether
//! anything arrived that a question looks for.

use crate::analyses::contents::{self, Contents};
use crate::analyses::{Fingers, Flow};
use crate::program::*;
use game::Facts;

/// How many writes are followed.
const LENGTH: usize = 12;

/// The writes that led to a position, last first, and where they began.
pub(super) struct Chain {
    pub(super) writes: Vec<Value>,
    pub(super) start: Value,
}

/// Reads the writes of a function.
pub(super) struct Moves<'a> {
    pub(super) facts: &'a Facts,
    pub(super) func: &'a Func,
    pub(super) flow: &'a Flow,
    pub(super) fingers: Fingers<'a>,
}

impl<'a> Moves<'a> {
    pub(super) fn new(facts: &'a Facts, func: &'a Func, flow: &'a Flow) -> Moves<'a> {
        Moves { facts, func, flow, fingers: Fingers::new(facts, func, flow) }
    }

    /// The writes on the board that led to a position.
    pub(super) fn chain(&self, s: Value) -> Chain {
        let mut chain = Chain { writes: Vec::new(), start: self.fingers.root(s) };
        while chain.writes.len() < LENGTH
            && let Some(Inst::Write { s, .. }) = self.flow.inst(self.func, chain.start)
        {
            chain.writes.push(chain.start);
            chain.start = self.fingers.root(*s);
        }
        chain
    }

    /// The fields that pieces left on the way, if nothing arrived that is one of
    /// these pieces.
    pub(super) fn left(&self, chain: &Chain, pieces: Contents) -> Option<Vec<Value>> {
        let mut left = Vec::new();
        // What is in the hand, and what was put where last.
        let mut hand = None;
        let mut last: Option<(Value, Contents)> = None;
        for &position in chain.writes.iter().rev() {
            let Some(Inst::Write { write, .. }) = self.flow.inst(self.func, position) else {
                return None;
            };
            let arrives = match *write {
                Write::Lift { f, .. } => {
                    hand = Some(self.fingers.hand(position));
                    left.push(f);
                    0
                }
                Write::Clear { f } | Write::Keep { f, .. } => {
                    left.push(f);
                    0
                }
                Write::Lower { f, .. } => {
                    let piece = hand.take()?;
                    last = Some((f, piece));
                    piece
                }
                Write::Put { f, whose, kind, .. } => {
                    let piece = contents::put(self.facts, whose, kind);
                    last = Some((f, piece));
                    piece
                }
                Write::PutAll { whose, kind, .. } => {
                    last = None;
                    contents::put(self.facts, whose, kind)
                }
                Write::Become { f, kind } => {
                    let (_, piece) = last.filter(|(field, _)| *field == f)?;
                    let piece = contents::promoted(self.facts, piece, kind);
                    last = Some((f, piece));
                    piece
                }
                _ => return None,
            };
            if arrives & pieces != 0 {
                return None;
            }
        }
        // With stacks something else may show where a piece left.
        (self.facts.stacks.is_none() && chain.writes.len() < LENGTH).then_some(left)
    }
}
