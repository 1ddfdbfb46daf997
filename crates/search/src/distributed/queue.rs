//! The positions that wait for a rank in transposition-driven scheduling, in the order in
//! which a single rank would come to them.
//!
//! What a rank finds for itself lies on a stack. The one that is visited next comes before all
//! others, and so do the positions below it: the stack stays in order by itself. What
//! others send stays as it was sent until its turn comes, because positions are large, and a
//! heap moves what is in it all the time.

use crate::puzzle::{Node, Trail};
use game::Game;
use game::bytes::{Reader, put, put_bytes, put_position, read_position};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A position that waits to be visited.
pub(super) struct Piece<P> {
    /// The numbers of the moves that lead here from the root, as bytes.
    pub(super) way: Vec<u8>,
    pub(super) node: Node<P>,
    /// The number of the piece that led to it, if it was visited here.
    pub(super) parent: Option<u32>,
}

impl<P> Piece<P> {
    /// Where a round begins.
    pub(super) fn root(at: P, bound: i32) -> Piece<P> {
        Piece { way: Vec::new(), node: Node::root(at, bound), parent: None }
    }
}

/// A piece as another rank has sent it.
struct Sent {
    from: usize,
    /// The way comes first.
    bytes: Box<[u8]>,
    way: std::ops::Range<u32>,
}

impl Sent {
    fn way(&self) -> &[u8] {
        &self.bytes[self.way.start as usize..self.way.end as usize]
    }
}

impl PartialEq for Sent {
    fn eq(&self, other: &Sent) -> bool {
        self.way() == other.way()
    }
}

impl Eq for Sent {}

impl PartialOrd for Sent {
    fn partial_cmp(&self, other: &Sent) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Sent {
    /// The first in the order of the tree is the greatest, which a heap gives first.
    fn cmp(&self, other: &Sent) -> Ordering {
        other.way().cmp(self.way())
    }
}

/// The positions that wait.
pub(super) struct Queue<P> {
    own: Vec<Piece<P>>,
    sent: BinaryHeap<Sent>,
}

/// A rank has sent what cannot be read.
pub(super) struct Unreadable {
    pub(super) rank: usize,
}

impl<P: Clone + Eq> Queue<P> {
    pub(super) fn new() -> Queue<P> {
        Queue { own: Vec::new(), sent: BinaryHeap::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.own.is_empty() && self.sent.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.own.clear();
        self.sent.clear();
    }

    /// Adds positions that come before all that wait here, in their order.
    pub(super) fn push_first(&mut self, pieces: impl DoubleEndedIterator<Item = Piece<P>>) {
        self.own.extend(pieces.rev());
    }

    /// Adds what a rank has sent.
    pub(super) fn add(&mut self, from: usize, batch: &[u8]) -> Result<(), Unreadable> {
        let mut batch = Reader(batch);
        while !batch.0.is_empty() {
            let unreadable = || Unreadable { rank: from };
            let (n, rest) = batch.0.split_first_chunk().ok_or_else(unreadable)?;
            let n = u32::from_le_bytes(*n) as usize;
            let (bytes, rest) = rest.split_at_checked(n).ok_or_else(unreadable)?;
            batch.0 = rest;
            let mut reader = Reader(bytes);
            let way = reader.bytes().ok_or_else(unreadable)?.len();
            let end = bytes.len() - reader.0.len();
            let way = (end - way) as u32..end as u32;
            self.sent.push(Sent { from, bytes: bytes.into(), way });
        }
        Ok(())
    }

    /// The first of all, if there is one.
    pub(super) fn pop<G: Game<Position = P>>(
        &mut self,
        game: &G,
    ) -> Result<Option<Piece<P>>, Unreadable> {
        let is_own = match (self.own.last(), self.sent.peek()) {
            (Some(own), Some(sent)) => own.way.as_slice() <= sent.way(),
            (own, _) => own.is_some(),
        };
        if is_own {
            return Ok(self.own.pop());
        }
        let Some(sent) = self.sent.pop() else { return Ok(None) };
        read_piece(game, &sent.bytes).map(Some).ok_or(Unreadable { rank: sent.from })
    }
}

/// Appends a piece with its length.
pub(super) fn write_piece<G: Game>(game: &G, piece: &Piece<G::Position>, bytes: &mut Vec<u8>) {
    let Piece { way, node, .. } = piece;
    let before = node.trail.as_ref().map_or(&node.at, |trail| &trail.at);
    let begin = bytes.len();
    bytes.extend([0; 4]);
    put_bytes(way, bytes);
    put(node.spent as u128, bytes);
    put(node.bound as u128, bytes);
    // It was tried before the first round whether positions can be written.
    put_position(game, &node.at, bytes);
    put_position(game, before, bytes);
    let n = (bytes.len() - begin - 4) as u32;
    bytes[begin..begin + 4].copy_from_slice(&n.to_le_bytes());
}

fn read_piece<G: Game>(game: &G, bytes: &[u8]) -> Option<Piece<G::Position>> {
    let mut from = Reader(bytes);
    let way = from.bytes()?.to_vec();
    let (spent, bound) = (from.small()?, from.small()?);
    let at = read_position(game, &mut from)?;
    let before = read_position(game, &mut from)?;
    let trail = Some(Trail::push(None, &before));
    Some(Piece { way, node: Node { at, spent, bound, index: 0, trail }, parent: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_in_the_order_of_the_tree_wherever_they_are_from() {
        let game = testing::load("fifteen");
        let at = game.start();
        let piece = |way: &[u8]| Piece { way: way.to_vec(), ..Piece::root(at.clone(), 3) };
        let mut queue = Queue::new();
        let own: [&[u8]; 3] = [&[0, 2], &[0, 3], &[2]];
        queue.push_first(own.into_iter().map(piece));
        let mut batch = Vec::new();
        let sent: [&[u8]; 4] = [&[1, 5], &[0, 2, 9], &[3], &[0, 1]];
        sent.into_iter().for_each(|way| write_piece(&game, &piece(way), &mut batch));
        assert!(queue.add(4, &batch).is_ok());
        assert!(queue.add(4, &batch[1..]).is_err_and(|why| why.rank == 4));
        let mut ways = Vec::new();
        while let Ok(Some(piece)) = queue.pop(&game) {
            assert!(piece.node.at == at && piece.node.bound == 3);
            ways.push(piece.way);
        }
        assert!(ways.is_sorted() && queue.is_empty(), "{ways:?}");
        assert_eq!(ways.len(), own.len() + sent.len());
    }
}
