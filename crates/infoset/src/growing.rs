//! A level that is being filled: for each part a table of its nodes, found by hash.
//!
//! 1. Threads turn parents, a chunk at a time, into lists of children. Each child knows
//!    its hash, and the list is sorted by the parts to which the hashes send them.
//! 2. Then each part takes in its children, chunk after chunk: a position that is there
//!    already gets the histories, and a link. Parts do not know each other, so threads
//!    work on several at once, and the order within each is that of the parents.

use crate::level::{Link, Node, Part};
use crate::limits::InfosetError;
use crate::pasts::PastId;
use crate::places::Places;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Levels behind at least so many nodes are in parts.
const SOME: usize = 64;
/// How many parts these have.
const PARTS: usize = 64;

/// A position to which a turn can have led.
pub(crate) struct Child<P> {
    pub(crate) hash: u64,
    /// The number of its parent among those that are looked at.
    pub(crate) parent: u32,
    /// How many different turns lead here from there.
    pub(crate) ways: u32,
    pub(crate) position: P,
}

/// The children of some parents.
pub(crate) struct Chunk<P> {
    pub(crate) children: Vec<Child<P>>,
    /// The children in the order of their parts, and where each part ends.
    order: Vec<u32>,
    ends: Vec<u32>,
}

impl<P> Chunk<P> {
    pub(crate) fn new() -> Chunk<P> {
        Chunk { children: Vec::new(), order: Vec::new(), ends: Vec::new() }
    }

    /// Sorts the children by their parts; those of a part stay in their order.
    pub(crate) fn sort(&mut self, n_parts: usize) {
        let part = |child: &Child<P>| part_of(child.hash, n_parts);
        self.ends.clear();
        self.ends.resize(n_parts + 1, 0);
        for child in &self.children {
            self.ends[part(child) + 1] += 1;
        }
        for i in 1..=n_parts {
            self.ends[i] += self.ends[i - 1];
        }
        self.order.clear();
        self.order.resize(self.children.len(), 0);
        for (i, child) in self.children.iter().enumerate() {
            let place = &mut self.ends[part(child)];
            self.order[*place as usize] = i as u32;
            *place += 1;
        }
    }

    fn children_of(&self, part: usize) -> impl Iterator<Item = &Child<P>> {
        let from = part.checked_sub(1).map_or(0, |part| self.ends[part]);
        let order = &self.order[from as usize..self.ends[part] as usize];
        order.iter().map(|&i| &self.children[i as usize])
    }
}

/// What children inherit.
pub(crate) struct Parent<'a, P> {
    pub(crate) number: u32,
    pub(crate) node: &'a Node<P>,
    /// The past behind the parent.
    pub(crate) behind: PastId,
}

/// The table of a part.
struct Table<P> {
    nodes: Vec<Node<P>>,
    /// Links, each with the node that it leads to.
    links: Vec<(u32, Link)>,
    places: Places,
}

/// A level that is being filled.
pub(crate) struct Growing<P> {
    tables: Vec<Mutex<Table<P>>>,
    keeps_links: bool,
    looks_back: bool,
}

impl<P: Clone + Eq + Hash> Growing<P> {
    /// An empty level behind one of so many nodes.
    pub(crate) fn new(n_before: usize, keeps_links: bool, looks_back: bool) -> Growing<P> {
        let n_parts = if n_before < SOME { 1 } else { PARTS };
        let table = || Table { nodes: Vec::new(), links: Vec::new(), places: Places::new() };
        let tables = (0..n_parts).map(|_| Mutex::new(table())).collect();
        Growing { tables, keeps_links, looks_back }
    }

    pub(crate) fn n_parts(&self) -> usize {
        self.tables.len()
    }

    pub(crate) fn len(&self) -> usize {
        self.tables.iter().map(|table| lock(table).nodes.len()).sum()
    }

    /// The memory that it takes, in bytes, if a position takes `each`.
    pub(crate) fn bytes(&self, each: usize) -> usize {
        let node = size_of::<Node<P>>() - size_of::<P>() + each;
        let link = size_of::<(u32, Link)>() + size_of::<Link>();
        let bytes = |table: &Mutex<Table<P>>| {
            let table = lock(table);
            table.nodes.len() * node + table.links.len() * link + table.places.bytes()
        };
        self.tables.iter().map(bytes).sum()
    }

    /// Takes children into a part, which no other thread may do at the same time.
    pub(crate) fn take(
        &self,
        part: usize,
        chunks: &[Chunk<P>],
        parents: &[Parent<'_, P>],
    ) -> Result<(), InfosetError> {
        let mut table = lock(&self.tables[part]);
        for child in chunks.iter().flat_map(|chunk| chunk.children_of(part)) {
            let parent = &parents[child.parent as usize];
            let number = table.add(child, parent, self.looks_back)?;
            if self.keeps_links {
                let link = Link { from: parent.number, ways: child.ways };
                table.links.push((number, link));
            }
        }
        Ok(())
    }

    /// The part, with the links of each node together, in the order in which they came.
    pub(crate) fn finish_part(&self, part: usize) -> Part<P> {
        let empty = Table { nodes: Vec::new(), links: Vec::new(), places: Places::new() };
        let table = std::mem::replace(&mut *lock(&self.tables[part]), empty);
        if !self.keeps_links {
            return Part { nodes: table.nodes, links: Vec::new(), first: Vec::new() };
        }
        let mut first = vec![0u32; table.nodes.len() + 1];
        for (node, _) in &table.links {
            first[*node as usize + 1] += 1;
        }
        for i in 1..first.len() {
            first[i] += first[i - 1];
        }
        let mut next = first.clone();
        let mut links = vec![Link { from: 0, ways: 0 }; table.links.len()];
        for (node, link) in table.links {
            let place = &mut next[node as usize];
            links[*place as usize] = link;
            *place += 1;
        }
        Part { nodes: table.nodes, links, first }
    }
}

impl<P: Clone + Eq + Hash> Table<P> {
    /// The number of the node of a child, which gets its histories.
    fn add(
        &mut self,
        child: &Child<P>,
        parent: &Parent<'_, P>,
        looks_back: bool,
    ) -> Result<u32, InfosetError> {
        let histories = parent.node.histories.checked_mul(u128::from(child.ways));
        let histories = histories.ok_or(InfosetError::TooMany)?;
        let nodes = &mut self.nodes;
        let found = self.places.find(child.hash, |number| {
            let node = &nodes[number];
            node.past == parent.behind
                && node.position == child.position
                && (!looks_back || *node.before() == parent.node.position)
        });
        match found {
            Ok(number) => {
                let sum = nodes[number].histories.checked_add(histories);
                nodes[number].histories = sum.ok_or(InfosetError::TooMany)?;
                Ok(number as u32)
            }
            Err(number) => {
                let before = looks_back.then(|| Arc::new(parent.node.position.clone()));
                let position = child.position.clone();
                nodes.push(Node { position, histories, past: parent.behind, before });
                Ok(number as u32)
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The hash of a child: of its position, its past, and the position before where that
/// is compared. The upper bits choose the part, the lower ones the place.
pub(crate) fn hash<P: Hash>(position: &P, behind: PastId, before: Option<&P>) -> u64 {
    let mut hasher = FxHasher::default();
    (position, behind, before).hash(&mut hasher);
    game::mix(hasher.finish())
}

fn part_of(hash: u64, n_parts: usize) -> usize {
    (hash >> 32) as usize % n_parts
}
