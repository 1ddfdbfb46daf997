//! The positions that are possible after some turns, each once, with the number of
//! histories that lead to it and links to where they come from.

use crate::limits::InfosetError;
use crate::pasts::PastId;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A position with all histories that lead to it.
#[derive(Clone, Debug)]
pub(crate) struct Node<P> {
    pub(crate) position: P,
    /// How many histories lead here.
    pub(crate) histories: u128,
    /// The earlier positions that its rules may ask for.
    pub(crate) past: PastId,
    /// A node of the level before from which it was reached.
    pub(crate) before: u32,
}

/// Where histories of a node come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// The node of the level before.
    pub(crate) from: u32,
    /// How many different turns lead from there.
    pub(crate) ways: u32,
}

/// The nodes after some turns.
#[derive(Clone, Debug)]
pub(crate) struct Level<P> {
    pub(crate) nodes: Vec<Node<P>>,
    links: Vec<Link>,
    /// Where the links of each node begin, and where the last ones end.
    first: Vec<u32>,
}

impl<P> Level<P> {
    /// The level of a start.
    pub(crate) fn start(position: P) -> Level<P> {
        let node = Node { position, histories: 1, past: 0, before: 0 };
        Level { nodes: vec![node], links: Vec::new(), first: vec![0, 0] }
    }

    pub(crate) fn links(&self, node: usize) -> &[Link] {
        &self.links[self.first[node] as usize..self.first[node + 1] as usize]
    }

    /// Leaves only the nodes for which this holds.
    pub(crate) fn retain(&mut self, keeps: &[bool]) {
        let mut links = Vec::new();
        let mut first = vec![0];
        for (node, _) in keeps.iter().enumerate().filter(|(_, keeps)| **keeps) {
            links.extend_from_slice(self.links(node));
            first.push(links.len() as u32);
        }
        let mut keeps = keeps.iter();
        self.nodes.retain(|_| keeps.next().copied().unwrap_or(false));
        (self.links, self.first) = (links, first);
    }

    /// The memory that it takes beyond its positions, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * (size_of::<Node<P>>() + 4) + self.links.len() * size_of::<Link>()
    }
}

/// A level that is being filled.
pub(crate) struct Growing<P> {
    nodes: Vec<Node<P>>,
    /// Links, each with the node that it leads to.
    links: Vec<(u32, Link)>,
    /// Numbers of nodes, plus 1, at places found by a hash; 0 where there is none.
    places: Vec<u32>,
}

impl<P: Eq + Hash> Growing<P> {
    pub(crate) fn new() -> Growing<P> {
        Growing { nodes: Vec::new(), links: Vec::new(), places: vec![0; 64] }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The memory that it takes beyond its positions, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let links = self.links.len() * (size_of::<(u32, Link)>() + size_of::<Link>());
        self.nodes.len() * (size_of::<Node<P>>() + 4) + links + self.places.len() * 4
    }

    /// Adds histories that lead to a position. `came_from` is compared as well, where
    /// what follows depends on the position before.
    pub(crate) fn add(
        &mut self,
        node: Node<P>,
        ways: u32,
        came_from: impl Fn(u32) -> Option<u64>,
        is_same_origin: impl Fn(u32, u32) -> bool,
    ) -> Result<(), InfosetError> {
        if self.places.len() < 2 * self.nodes.len() + 2 {
            self.grow(&came_from);
        }
        let link = Link { from: node.before, ways };
        let mut place = hash(&node, &came_from) as usize & (self.places.len() - 1);
        let number = loop {
            match self.places[place].checked_sub(1) {
                None => break None,
                Some(number) => {
                    let other = &self.nodes[number as usize];
                    let is_same = other.past == node.past
                        && other.position == node.position
                        && is_same_origin(other.before, node.before);
                    if is_same {
                        break Some(number);
                    }
                }
            }
            place = (place + 1) & (self.places.len() - 1);
        };
        let number = match number {
            Some(number) => {
                let known = &mut self.nodes[number as usize].histories;
                *known = known.checked_add(node.histories).ok_or(InfosetError::TooMany)?;
                number
            }
            None => {
                let number = self.nodes.len() as u32;
                self.nodes.push(node);
                self.places[place] = number + 1;
                number
            }
        };
        self.links.push((number, link));
        Ok(())
    }

    fn grow(&mut self, came_from: &impl Fn(u32) -> Option<u64>) {
        let mut places = vec![0; 2 * self.places.len()];
        for (i, node) in self.nodes.iter().enumerate() {
            let mut place = hash(node, came_from) as usize & (places.len() - 1);
            while places[place] != 0 {
                place = (place + 1) & (places.len() - 1);
            }
            places[place] = i as u32 + 1;
        }
        self.places = places;
    }

    /// The level, with the links of each node together, in the order in which they came.
    pub(crate) fn finish(self) -> Level<P> {
        let mut first = vec![0u32; self.nodes.len() + 1];
        for (node, _) in &self.links {
            first[*node as usize + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut next = first.clone();
        let mut links = vec![Link { from: 0, ways: 0 }; self.links.len()];
        for (node, link) in self.links {
            let place = &mut next[node as usize];
            links[*place as usize] = link;
            *place += 1;
        }
        Level { nodes: self.nodes, links, first }
    }
}

/// The upper bits of the hash of a node, which are its best.
fn hash<P: Hash>(node: &Node<P>, came_from: &impl Fn(u32) -> Option<u64>) -> u64 {
    let mut hasher = FxHasher::default();
    (&node.position, node.past, came_from(node.before)).hash(&mut hasher);
    hasher.finish() >> 20
}
