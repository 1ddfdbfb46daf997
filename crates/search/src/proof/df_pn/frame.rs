//! The positions on the way of df-pn, each with its moves: how proof and disproof numbers
//! follow from those of the moves, what a refutation rests on, and which move is easiest.

use super::super::pn_table::Pair;
use super::super::pns::{NEVER, sum};

/// Rests on no position of the way.
pub(super) const NOTHING: usize = usize::MAX;

/// What is known of a position on one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OnWay {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// The uppermost position of the way that a refutation rests on.
    pub(super) rests_on: usize,
}

impl OnWay {
    pub(super) fn everywhere((proof, disproof): Pair) -> OnWay {
        OnWay { proof, disproof, rests_on: NOTHING }
    }

    pub(super) fn is_solved(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A position on the way, with what is known of its moves.
pub(super) struct Frame<P, K> {
    pub(super) at: P,
    pub(super) key: K,
    /// Whether the player to move is the one who wants to win.
    pub(super) chooses: bool,
    pub(super) list: Vec<P>,
    pub(super) moves: Vec<(K, OnWay)>,
    /// The position is left when a number is no longer below these.
    pub(super) below: Pair,
    /// The move that is looked at.
    pub(super) chosen: usize,
    /// Nodes that had been counted before.
    pub(super) began: u64,
}

impl<P, K> Frame<P, K> {
    pub(super) fn numbers(&self) -> OnWay {
        let known = || self.moves.iter().map(|(_, known)| known);
        let proofs = known().map(|n| n.proof);
        let disproofs = known().map(|n| n.disproof);
        if self.chooses {
            let proof = proofs.min().unwrap_or(NEVER);
            // All moves are refuted, so every ground of theirs is one.
            let rests_on = known().map(|n| n.rests_on).min().unwrap_or(NOTHING);
            OnWay { proof, disproof: sum(disproofs), rests_on }
        } else {
            let disproof = disproofs.min().unwrap_or(NEVER);
            // One refuted move is enough: that with the best ground.
            let refuted = known().filter(|n| n.disproof == 0).map(|n| n.rests_on);
            OnWay { proof: sum(proofs), disproof, rests_on: refuted.max().unwrap_or(NOTHING) }
        }
    }

    /// The easiest move, and the number that its own must stay below for it to
    /// remain so. `busy` tells how many threads are at work below a move.
    pub(super) fn easiest(&self, busy: impl Fn(&K) -> u32) -> (usize, u32) {
        let (mut best, mut least, mut second) = (0, NEVER, NEVER);
        for (i, (key, known)) in self.moves.iter().enumerate() {
            let number = if self.chooses { known.proof } else { known.disproof };
            let number = match number {
                NEVER => NEVER,
                number => number.saturating_mul(1 + busy(key)).min(NEVER - 1),
            };
            if number < least {
                (best, second, least) = (i, least, number);
            } else {
                second = second.min(number);
            }
        }
        (best, second.saturating_add(second / 4).saturating_add(1))
    }
}
