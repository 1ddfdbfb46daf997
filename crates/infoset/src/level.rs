//! The positions that are possible after some turns, each once, with the number of
//! histories that lead to it and links to where they come from.
//!
//! A level lies in parts. Which part a position belongs to is told by its hash, and how
//! many parts there are by the size of the level before: so nodes have the same numbers
//! however many threads filled the parts.

use crate::bytes;
use crate::limits::InfosetError;
use crate::nodes::{Node, Nodes};
use crate::storage::{Storage, Stored};
use game::Referee;
use game::bytes::Reader;
use std::ops::Range;
use std::sync::Arc;

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
    pub(crate) nodes: Nodes<P>,
    pub(crate) links: Vec<Link>,
    /// Where the links of each node begin, and where the last ones end; empty if links
    /// are not kept.
    pub(crate) first: Vec<u32>,
}

impl<P: Clone + Eq> Part<P> {
    pub(crate) fn links(&self, node: usize) -> &[Link] {
        match self.first.get(node..node + 2) {
            Some(&[from, to]) => &self.links[from as usize..to as usize],
            _ => &[],
        }
    }

    /// Leaves only the nodes for which this holds.
    fn retain<G: Referee<Position = P>>(&mut self, game: &G, keeps: &[bool]) {
        if !self.first.is_empty() {
            let (mut links, mut first) = (Vec::new(), vec![0]);
            for (node, _) in keeps.iter().enumerate().filter(|(_, keeps)| **keeps) {
                links.extend_from_slice(self.links(node));
                first.push(links.len() as u32);
            }
            (self.links, self.first) = (links, first);
        }
        self.nodes.retain(game, keeps);
    }

    /// The memory that it takes, in bytes, if a position takes `each`.
    pub(crate) fn bytes(&self, each: usize) -> usize {
        self.nodes.bytes(each) + self.links.len() * size_of::<Link>() + self.first.len() * 4
    }
}

/// A part, in memory or outside.
#[derive(Clone, Debug)]
pub(crate) enum Held<P> {
    Here(Arc<Part<P>>),
    Away(Arc<Away>),
}

/// A part that is kept outside of memory: its nodes and its links.
#[derive(Debug)]
pub(crate) struct Away {
    n: usize,
    nodes: Stored,
    links: Stored,
}

impl Away {
    /// Writes a part.
    pub(crate) fn new<G: Referee>(
        game: &G,
        storage: &Arc<dyn Storage>,
        part: &Part<G::Position>,
    ) -> Result<Away, InfosetError> {
        Ok(Away {
            n: part.nodes.len(),
            nodes: Stored::new(storage, &bytes::write_nodes(game, &part.nodes)?)?,
            links: Stored::new(storage, &bytes::write_links(part))?,
        })
    }

    /// Reads the part, with its links if they are wanted.
    pub(crate) fn part<G: Referee>(
        &self,
        game: &G,
        with_links: bool,
    ) -> Result<Part<G::Position>, InfosetError> {
        let wrong = || InfosetError::Storage("what was kept on disk has changed".to_string());
        let nodes = self.nodes.load()?;
        let nodes = bytes::read_nodes(game, &mut Reader(&nodes)).ok_or_else(wrong)?;
        let (links, first) = match with_links {
            true => {
                let links = self.links.load()?;
                bytes::read_links(&mut Reader(&links), nodes.len()).ok_or_else(wrong)?
            }
            false => Default::default(),
        };
        Ok(Part { nodes, links, first })
    }
}

impl<P: Clone + Eq> Held<P> {
    pub(crate) fn here(part: Part<P>) -> Held<P> {
        Held::Here(Arc::new(part))
    }

    fn len(&self) -> usize {
        match self {
            Held::Here(part) => part.nodes.len(),
            Held::Away(away) => away.n,
        }
    }
}

/// The nodes after some turns.
#[derive(Clone, Debug)]
pub(crate) struct Level<P> {
    parts: Vec<Held<P>>,
    /// The number of the first node of each part, and that of all nodes.
    starts: Vec<u32>,
}

/// Nodes of a level that follow each other in a part.
pub(crate) struct Slice<P> {
    part: Arc<Part<P>>,
    range: Range<usize>,
    first: u32,
}

impl<P: Clone + Eq> Slice<P> {
    /// The nodes with their numbers.
    pub(crate) fn nodes<G: Referee<Position = P>>(
        &self,
        game: &G,
    ) -> impl Iterator<Item = (u32, Node<P>)> {
        (self.first..).zip(self.range.clone().map(|i| self.part.nodes.get(game, i)))
    }
}

impl<P: Clone + Eq> Level<P> {
    /// The level of a start.
    pub(crate) fn start<G: Referee<Position = P>>(game: &G, position: P) -> Level<P> {
        let node = Node { position, histories: 1, past: 0, before: None };
        let part = Part { nodes: Nodes::of(game, node), links: Vec::new(), first: vec![0, 0] };
        Level::new(vec![Held::here(part)])
    }

    pub(crate) fn new(parts: Vec<Held<P>>) -> Level<P> {
        let mut starts = vec![0];
        for part in &parts {
            starts.push(starts[starts.len() - 1] + part.len() as u32);
        }
        Level { parts, starts }
    }

    /// How many nodes there are.
    pub(crate) fn len(&self) -> usize {
        self.starts[self.starts.len() - 1] as usize
    }

    pub(crate) fn n_parts(&self) -> usize {
        self.parts.len()
    }

    /// The part in which a node lies.
    pub(crate) fn part_of(&self, node: u32) -> usize {
        self.starts.partition_point(|start| *start <= node) - 1
    }

    /// The memory that it takes, in bytes, if a position takes `each`.
    pub(crate) fn bytes(&self, each: usize) -> usize {
        let bytes = |part: &Held<P>| match part {
            Held::Here(part) => part.bytes(each),
            Held::Away(_) => 0,
        };
        self.parts.iter().map(bytes).sum()
    }

    /// A part, which may have to be read, and the number of its first node.
    pub(crate) fn part<G: Referee<Position = P>>(
        &self,
        game: &G,
        part: usize,
        with_links: bool,
    ) -> Result<(u32, Arc<Part<P>>), InfosetError> {
        let held = match &self.parts[part] {
            Held::Here(part) => Arc::clone(part),
            Held::Away(away) => Arc::new(away.part(game, with_links)?),
        };
        Ok((self.starts[part], held))
    }

    /// The nodes `range`, which may lie in several parts. The part that is read last
    /// stays at hand for the next time.
    pub(crate) fn slices<G: Referee<Position = P>>(
        &self,
        game: &G,
        range: Range<usize>,
        at_hand: &mut Option<(usize, Arc<Part<P>>)>,
    ) -> Result<Vec<Slice<P>>, InfosetError> {
        let mut slices = Vec::new();
        for i in 0..self.parts.len() {
            let (start, end) = (self.starts[i] as usize, self.starts[i + 1] as usize);
            let (from, to) = (range.start.max(start), range.end.min(end));
            if from < to {
                let part = match at_hand.take() {
                    Some((known, part)) if known == i => part,
                    _ => self.part(game, i, false)?.1,
                };
                *at_hand = Some((i, Arc::clone(&part)));
                slices.push(Slice { part, range: from - start..to - start, first: from as u32 });
            }
        }
        Ok(slices)
    }

    /// Shows all nodes with their numbers, in order.
    pub(crate) fn for_each<G: Referee<Position = P>>(
        &self,
        game: &G,
        mut show: impl FnMut(u32, Node<P>) -> Result<(), InfosetError>,
    ) -> Result<(), InfosetError> {
        for i in 0..self.parts.len() {
            let (first, part) = self.part(game, i, false)?;
            let mut nodes = (first..).zip(part.nodes.iter(game));
            nodes.try_for_each(|(number, node)| show(number, node))?;
        }
        Ok(())
    }

    /// The level with all parts outside of memory.
    pub(crate) fn away<G: Referee<Position = P>>(
        &self,
        game: &G,
        storage: &Arc<dyn Storage>,
    ) -> Result<Level<P>, InfosetError> {
        let away = |part: &Held<P>| match part {
            Held::Here(part) => Ok(Held::Away(Arc::new(Away::new(game, storage, part)?))),
            Held::Away(away) => Ok(Held::Away(Arc::clone(away))),
        };
        Ok(Level::new(self.parts.iter().map(away).collect::<Result<_, InfosetError>>()?))
    }

    /// The level with only the nodes for which this holds. Parts outside of memory stay
    /// there.
    pub(crate) fn retained<G: Referee<Position = P>>(
        &self,
        game: &G,
        keeps: &[bool],
        storage: Option<&Arc<dyn Storage>>,
    ) -> Result<Level<P>, InfosetError> {
        let mut parts = Vec::new();
        for (i, held) in self.parts.iter().enumerate() {
            let (first, part) = self.part(game, i, true)?;
            let keeps = &keeps[first as usize..first as usize + part.nodes.len()];
            let mut part = Arc::unwrap_or_clone(part);
            part.retain(game, keeps);
            parts.push(match (held, storage) {
                (Held::Away(_), Some(storage)) => {
                    Held::Away(Arc::new(Away::new(game, storage, &part)?))
                }
                _ => Held::here(part),
            });
        }
        Ok(Level::new(parts))
    }
}
