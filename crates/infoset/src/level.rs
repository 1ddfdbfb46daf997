//! The positions that are possible after some turns, each once, with the number of
//! histories that lead to it and links to where they come from.
//!
//! A level lies in parts. Which part a position belongs to is told by its hash, and how
//! many parts there are by the size of the level before: so nodes have the same numbers
//! however many threads filled the parts.

use crate::limits::InfosetError;
use crate::pasts::PastId;
use std::ops::Range;
use std::sync::Arc;

/// A position with all histories that lead to it.
#[derive(Clone, Debug)]
pub(crate) struct Node<P> {
    pub(crate) position: P,
    /// How many histories lead here.
    pub(crate) histories: u128,
    /// The earlier positions that its rules may ask for.
    pub(crate) past: PastId,
    /// The position before, where what follows depends on it.
    pub(crate) before: Option<Arc<P>>,
}

impl<P> Node<P> {
    /// What the rules are to take for the position before: any will do where nothing
    /// depends on it.
    pub(crate) fn before(&self) -> &P {
        self.before.as_deref().unwrap_or(&self.position)
    }
}

/// Where histories of a node come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// The node of the level before.
    pub(crate) from: u32,
    /// How many different turns lead from there.
    pub(crate) ways: u32,
}

/// Some nodes of a level.
#[derive(Clone, Debug)]
pub(crate) struct Part<P> {
    pub(crate) nodes: Vec<Node<P>>,
    pub(crate) links: Vec<Link>,
    /// Where the links of each node begin, and where the last ones end; empty if links
    /// are not kept.
    pub(crate) first: Vec<u32>,
}

impl<P> Part<P> {
    pub(crate) fn links(&self, node: usize) -> &[Link] {
        match self.first.get(node..node + 2) {
            Some(&[from, to]) => &self.links[from as usize..to as usize],
            _ => &[],
        }
    }

    /// Leaves only the nodes for which this holds.
    fn retain(&mut self, keeps: &[bool]) {
        if !self.first.is_empty() {
            let (mut links, mut first) = (Vec::new(), vec![0]);
            for (node, _) in keeps.iter().enumerate().filter(|(_, keeps)| **keeps) {
                links.extend_from_slice(self.links(node));
                first.push(links.len() as u32);
            }
            (self.links, self.first) = (links, first);
        }
        let mut keeps = keeps.iter();
        self.nodes.retain(|_| keeps.next().copied().unwrap_or(false));
    }

    /// The memory that it takes, in bytes, if a position takes `each`.
    pub(crate) fn bytes(&self, each: usize) -> usize {
        let node = size_of::<Node<P>>() - size_of::<P>() + each;
        self.nodes.len() * node + self.links.len() * size_of::<Link>() + self.first.len() * 4
    }
}

/// The nodes after some turns.
#[derive(Clone, Debug)]
pub(crate) struct Level<P> {
    parts: Vec<Arc<Part<P>>>,
    /// The number of the first node of each part, and that of all nodes.
    starts: Vec<u32>,
}

/// Nodes of a level that follow each other in a part.
pub(crate) struct Slice<P> {
    part: Arc<Part<P>>,
    range: Range<usize>,
    first: u32,
}

impl<P> Slice<P> {
    /// The nodes with their numbers.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = (u32, &Node<P>)> {
        (self.first..).zip(&self.part.nodes[self.range.clone()])
    }
}

impl<P> Level<P> {
    /// The level of a start.
    pub(crate) fn start(position: P) -> Level<P> {
        let node = Node { position, histories: 1, past: 0, before: None };
        Level::new(vec![Part { nodes: vec![node], links: Vec::new(), first: vec![0, 0] }])
    }

    pub(crate) fn new(parts: Vec<Part<P>>) -> Level<P> {
        let mut starts = vec![0];
        for part in &parts {
            starts.push(starts[starts.len() - 1] + part.nodes.len() as u32);
        }
        Level { parts: parts.into_iter().map(Arc::new).collect(), starts }
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.starts[self.starts.len() - 1] as usize
    }

    pub(crate) fn n_parts(&self) -> usize {
        self.parts.len()
    }

    /// A part, and the number of its first node.
    pub(crate) fn part(&self, part: usize) -> Result<(u32, Arc<Part<P>>), InfosetError> {
        Ok((self.starts[part], Arc::clone(&self.parts[part])))
    }

    /// The part in which a node lies.
    pub(crate) fn part_of(&self, node: u32) -> usize {
        self.starts.partition_point(|start| *start <= node) - 1
    }

    /// The nodes `range`, which may lie in several parts.
    pub(crate) fn slices(&self, range: Range<usize>) -> Result<Vec<Slice<P>>, InfosetError> {
        let mut slices = Vec::new();
        for i in 0..self.parts.len() {
            let (start, end) = (self.starts[i] as usize, self.starts[i + 1] as usize);
            let (from, to) = (range.start.max(start), range.end.min(end));
            if from < to {
                let part = self.part(i)?.1;
                slices.push(Slice { part, range: from - start..to - start, first: from as u32 });
            }
        }
        Ok(slices)
    }

    /// Shows all nodes with their numbers, in order.
    pub(crate) fn for_each(
        &self,
        mut show: impl FnMut(u32, &Node<P>) -> Result<(), InfosetError>,
    ) -> Result<(), InfosetError> {
        for i in 0..self.parts.len() {
            let (first, part) = self.part(i)?;
            (first..).zip(&part.nodes).try_for_each(|(number, node)| show(number, node))?;
        }
        Ok(())
    }

    /// The memory that it takes, in bytes, if a position takes `each`.
    pub(crate) fn bytes(&self, each: usize) -> usize {
        self.parts.iter().map(|part| part.bytes(each)).sum()
    }
}

impl<P: Clone> Level<P> {
    /// The level with only the nodes for which this holds.
    pub(crate) fn retained(&self, keeps: &[bool]) -> Result<Level<P>, InfosetError> {
        let mut parts = Vec::new();
        for i in 0..self.parts.len() {
            let (first, part) = self.part(i)?;
            let keeps = &keeps[first as usize..first as usize + part.nodes.len()];
            let mut part = Arc::unwrap_or_clone(part);
            part.retain(keeps);
            parts.push(part);
        }
        Ok(Level::new(parts))
    }
}
