//! A game with few positions as a graph that grows while it is played: what follows from a
//! position is found once, and after that a step is a look into a list.

use crate::batch::Sizes;
use game::{Outcome, Player};
use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::ops::Range;

/// Games with more positions are not kept: what is not in the processor's cache is found about
/// as fast by the rules.
const MOST_NODES: usize = 1 << 14;

/// ... and no graph takes more memory, however large its positions are and however many moves they
/// have.
const MOST_BYTES: usize = 64 << 20;

/// Masks that are no longer are kept as they are: to copy one is faster than to write each move.
const MOST_MASK: usize = 256;

/// The node of the position where games begin: it is met first.
pub(crate) const START: u32 = 0;

/// A position that is not known yet.
const UNKNOWN: u32 = u32::MAX;

/// The moves of a position: their numbers, and where they lead.
#[derive(Clone, Copy)]
pub(crate) struct Listed<'a, P> {
    pub(crate) numbers: &'a [u32],
    pub(crate) next: &'a [P],
}

/// What is known of a position.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// Its moves in the lists.
    first: u32,
    n_moves: u32,
    pub(crate) player: Player,
    pub(crate) over: Option<Outcome>,
}

/// Positions that were met.
pub(crate) struct Graph<P> {
    nodes: Vec<Node>,
    /// The numbers of moves, where each leads, and the positions there.
    numbers: Vec<u32>,
    leads: Vec<u32>,
    to: Vec<P>,
    /// The position of each node.
    at: Vec<P>,
    /// What each node shows: its mask, if masks are short, then its planes.
    shown: Vec<u8>,
    n_planes: usize,
    n_actions: usize,
    known: FxHashMap<P, u32>,
    /// What a position takes, about.
    position_bytes: usize,
}

impl<P: Clone + Eq + Hash> Graph<P> {
    /// An empty graph for a board of this many fields.
    pub(crate) fn new(sizes: Sizes, n_fields: usize) -> Graph<P> {
        Graph {
            nodes: Vec::new(),
            numbers: Vec::new(),
            leads: Vec::new(),
            to: Vec::new(),
            at: Vec::new(),
            shown: Vec::new(),
            n_planes: sizes.planes,
            n_actions: sizes.actions,
            known: FxHashMap::default(),
            position_bytes: size_of::<P>() + n_fields,
        }
    }

    /// Whether no node should be added.
    pub(crate) fn is_full(&self) -> bool {
        let edge = self.position_bytes + 2 * size_of::<u32>();
        let node = 2 * self.position_bytes + self.n_shown() + size_of::<Node>();
        let bytes = self.numbers.len() * edge + self.nodes.len() * node;
        self.nodes.len() >= MOST_NODES || bytes >= MOST_BYTES
    }

    /// How long the masks are that nodes have: 0 if these are too long to be kept.
    pub(crate) fn n_mask(&self) -> usize {
        if self.n_actions <= MOST_MASK { self.n_actions } else { 0 }
    }

    fn n_shown(&self) -> usize {
        self.n_mask() + self.n_planes
    }

    /// What a node shows: its mask, if masks are kept, and its planes.
    #[inline]
    pub(crate) fn shown(&self, node: u32) -> (&[u8], &[u8]) {
        let n = self.n_shown();
        self.shown[node as usize * n..][..n].split_at(self.n_mask())
    }

    #[inline]
    pub(crate) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    #[inline]
    fn range(&self, node: u32) -> Range<usize> {
        let Node { first, n_moves, .. } = self.nodes[node as usize];
        first as usize..(first + n_moves) as usize
    }

    #[inline]
    pub(crate) fn numbers(&self, node: u32) -> &[u32] {
        &self.numbers[self.range(node)]
    }

    /// The node of a position, if it is known.
    pub(crate) fn find(&self, at: &P) -> Option<u32> {
        self.known.get(at).copied()
    }

    /// The node after the move at a place, if somebody has gone there before.
    #[inline]
    pub(crate) fn known_after(&self, node: u32, place: u32) -> Option<u32> {
        let edge = self.node(node).first + place;
        Some(self.leads[edge as usize]).filter(|next| *next != UNKNOWN)
    }

    /// The node after the move at a place; or its position, if it is not known.
    pub(crate) fn after(&mut self, node: u32, place: usize) -> Result<u32, P> {
        let edge = self.range(node).start + place;
        if self.leads[edge] == UNKNOWN {
            match self.known.get(&self.to[edge]) {
                Some(known) => self.leads[edge] = *known,
                None => return Err(self.to[edge].clone()),
            }
        }
        Ok(self.leads[edge])
    }

    /// Adds a position.
    pub(crate) fn add(
        &mut self,
        at: &P,
        player: Player,
        over: Option<Outcome>,
        moves: Listed<'_, P>,
        planes: &[u8],
    ) -> u32 {
        let node = self.nodes.len() as u32;
        let Listed { numbers, next } = moves;
        let (first, n_moves) = (self.numbers.len() as u32, numbers.len() as u32);
        self.nodes.push(Node { first, n_moves, player, over });
        let first = self.shown.len();
        self.shown.resize(first + self.n_mask(), 0);
        if self.n_mask() > 0 {
            numbers.iter().for_each(|number| self.shown[first + *number as usize] = 1);
        }
        self.shown.extend_from_slice(planes);
        self.numbers.extend(numbers);
        self.leads.extend(numbers.iter().map(|_| UNKNOWN));
        self.to.extend_from_slice(next);
        self.at.push(at.clone());
        self.known.insert(at.clone(), node);
        node
    }

    /// The position of a node.
    pub(crate) fn position(&self, node: u32) -> &P {
        &self.at[node as usize]
    }
}
