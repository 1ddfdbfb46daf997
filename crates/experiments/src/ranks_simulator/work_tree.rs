//! Trees of work: pieces in the order in which one rank visits them, each with the piece
//! that it comes from, the signature that says who owns it, and its nodes.

use game::{Rng, mix};

/// No piece has this number.
pub(super) const NONE: u32 = u32::MAX;

/// A piece of work of a round. Numbers of pieces count within the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The first of the pieces that it leads to, and the next one beside it.
    pub(super) first: u32,
    pub(super) next: u32,
    /// What says who owns it.
    pub(super) signature: u64,
    pub(super) nodes: u32,
}

/// The pieces of all rounds of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorkTree {
    rounds: Vec<Vec<Piece>>,
}

/// How a tree of work is grown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// What everything is drawn from.
    pub seed: u64,
    /// How many rounds there are.
    pub rounds: u32,
    /// The nodes of the last round.
    pub nodes: u64,
    /// How many times more nodes a round has than the one before.
    pub growth: f64,
    /// The nodes of a piece on average; they are spread as waiting times are.
    pub grain: u32,
    /// Below each piece there are this many others on average, in the trees that go on.
    pub branching: f64,
}

impl WorkTree {
    /// The tree of a recorded search.
    pub fn recorded(recorded: &[search::RecordedPiece]) -> WorkTree {
        let mut tree = WorkTree::default();
        for piece in recorded {
            if piece.parent.is_none() {
                tree.rounds.push(Vec::new());
            }
            tree.push(piece.parent, piece.signature, piece.nodes);
        }
        tree.put_in_order();
        tree
    }

    /// A tree that is grown at random, the same for the same seed.
    pub fn grown(growth: &Growth) -> WorkTree {
        let mut tree = WorkTree::default();
        let mut rng = Rng::new(growth.seed);
        for round in (0..growth.rounds).rev() {
            let nodes = growth.nodes as f64 / growth.growth.powi(round as i32);
            let pieces = (nodes / f64::from(growth.grain.max(1))).max(1.0) as u32;
            tree.rounds.push(Vec::with_capacity(pieces as usize));
            tree.grow(growth, pieces, &mut rng);
        }
        tree.put_in_order();
        tree
    }

    /// Adds a round of this many pieces: below each, the pieces that are left are shared out
    /// at random.
    fn grow(&mut self, growth: &Growth, pieces: u32, rng: &mut Rng) {
        let mut number = 0;
        // What is to be made yet: below whom, and how many pieces.
        let mut stack = vec![(None, pieces)];
        while let Some((parent, pieces)) = stack.pop() {
            // The logarithm of a share makes waiting times.
            let share = (rng.below(1 << 24) as f64 + 0.5) / f64::from(1 << 24);
            let nodes = (-share.ln() * f64::from(growth.grain)) as u32;
            self.push(
                parent,
                mix(growth.seed ^ (u64::from(number) << 20) ^ u64::from(pieces)),
                nodes,
            );
            let mut left = pieces - 1;
            let fewest = growth.branching as u32;
            let more = rng.below(1000) < ((growth.branching.fract() * 1000.0) as usize);
            let children = (fewest + u32::from(more)).max(1);
            for child in (1..=children).rev() {
                let share = if child == 1 { left } else { rng.below(left as usize + 1) as u32 };
                if share > 0 {
                    stack.push((Some(number), share));
                }
                left -= share;
            }
            number += 1;
        }
    }

    fn push(&mut self, parent: Option<u32>, signature: u64, nodes: u32) {
        let Some(round) = self.rounds.last_mut() else { return };
        let number = round.len() as u32;
        let mut next = NONE;
        if let Some(parent) = parent.and_then(|parent| round.get_mut(parent as usize)) {
            next = std::mem::replace(&mut parent.first, number);
        }
        round.push(Piece { first: NONE, next, signature, nodes });
    }

    /// Turns lists of children around, which were made from the last to the first.
    fn put_in_order(&mut self) {
        for round in &mut self.rounds {
            for parent in 0..round.len() {
                let (mut before, mut child) = (NONE, round[parent].first);
                while child != NONE {
                    let next = std::mem::replace(&mut round[child as usize].next, before);
                    (before, child) = (child, next);
                }
                round[parent].first = before;
            }
        }
    }

    /// How many rounds there are.
    pub fn n_rounds(&self) -> usize {
        self.rounds.len()
    }

    /// How many pieces all rounds have.
    pub fn len(&self) -> usize {
        self.rounds.iter().map(Vec::len).sum()
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nodes of all pieces.
    pub fn nodes(&self) -> u64 {
        self.rounds.iter().flatten().map(|piece| u64::from(piece.nodes)).sum()
    }

    pub(super) fn round(&self, round: usize) -> &[Piece] {
        &self.rounds[round]
    }
}

/// The numbers of the pieces that a piece leads to, in their order.
pub(super) fn children(pieces: &[Piece], of: u32) -> impl Iterator<Item = u32> + '_ {
    let some = |child: u32| (child != NONE).then_some(child);
    std::iter::successors(some(pieces[of as usize].first), move |child| {
        some(pieces[*child as usize].next)
    })
}
