//! A level that is being filled: for each part a table of its nodes, found by hash.
//!
//! 1. Threads turn parents, a chunk at a time, into lists of children. Each child knows
//!    its hash, and the list is sorted by the parts to which the hashes send them.
//! 2. Then each part takes in its children, chunk after chunk: a position that is there
//!    already gets the histories, and a link. Parts do not know each other, so threads
//!    work on several at once, and the order within each is that of the parents.

use crate::level::{Away, Link, Part};
use crate::limits::InfosetError;
use crate::nodes::{Item, Key, Node, Nodes, Whole};
use crate::pasts::PastId;
use crate::places::Places;
use crate::storage::Storage;
use game::{Referee, RowForm};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::hint::black_box;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Levels after at least this many nodes are in parts.
const SOME: usize = 64;
/// How many parts these have.
const PARTS: usize = 64;

/// So many children are looked up together.
pub(crate) const AHEAD: usize = 32;

/// A position to which a turn can have led.
pub(crate) struct Child {
    pub(crate) hash: u64,
    /// The number of its parent among those that are looked at.
    pub(crate) parent: u32,
    /// How many different turns lead here from there.
    pub(crate) ways: u32,
    /// The histories that they bring, so that merging need not look at the parent for them.
    pub(crate) histories: u128,
    /// The past after the parent.
    pub(crate) after: PastId,
}

/// The children of some parents.
pub(crate) struct Chunk<P> {
    pub(crate) children: Vec<Child>,
    /// Their positions, one after the other, as rows of so many words or as they are.
    pub(crate) rows: Vec<u64>,
    n_words: usize,
    pub(crate) positions: Vec<P>,
    /// The children in the order of their parts, and where each part ends.
    order: Vec<u32>,
    ends: Vec<u32>,
}

impl<P> Chunk<P> {
    pub(crate) fn new(form: Option<RowForm>) -> Chunk<P> {
        Chunk {
            children: Vec::new(),
            rows: Vec::new(),
            n_words: form.map_or(0, |form| form.words),
            positions: Vec::new(),
            order: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// The same without children, with the room that they had.
    pub(crate) fn clear(&mut self) {
        self.children.clear();
        self.rows.clear();
        self.positions.clear();
    }

    /// Sorts the children by their parts; those of a part stay in their order.
    pub(crate) fn sort(&mut self, n_parts: usize) {
        let part = |child: &Child| part_of(child.hash, n_parts);
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

    /// The numbers of the children of a part.
    fn children_of(&self, part: usize) -> &[u32] {
        let from = part.checked_sub(1).map_or(0, |part| self.ends[part]);
        &self.order[from as usize..self.ends[part] as usize]
    }

    /// Reads some of children, so that they are at hand when they are compared.
    fn touch(&self, some: &[u32]) {
        if self.n_words > 0 {
            let row = |i: u32| &self.rows[i as usize * self.n_words..][..self.n_words];
            let words = some.iter().map(|&i| row(i)[0] ^ row(i)[self.n_words / 2]);
            black_box(words.fold(0, |sum, words| sum ^ words));
        }
    }

    fn child(&self, i: usize) -> (&Child, Item<'_, P>) {
        let item = match self.n_words {
            0 => Item::Position(&self.positions[i]),
            n => Item::Row(&self.rows[i * n..][..n]),
        };
        (&self.children[i], item)
    }
}

/// What children inherit.
pub(crate) struct Parent<P> {
    /// Its place among those that are looked at together.
    pub(crate) place: u32,
    /// Its number in the level.
    pub(crate) number: u32,
    pub(crate) node: Node<P>,
    /// The past after the parent.
    pub(crate) after: PastId,
}

impl<P> Parent<P> {
    /// A child with a hash, to which this many turns lead.
    #[inline]
    pub(crate) fn child(&self, hash: u64, ways: u32) -> Result<Child, InfosetError> {
        let histories = self.node.histories.checked_mul(u128::from(ways));
        let histories = histories.ok_or(InfosetError::TooMany)?;
        Ok(Child { hash, parent: self.place, ways, histories, after: self.after })
    }
}

/// The table of a part.
pub(crate) struct Table<P> {
    pub(crate) nodes: Nodes<P>,
    /// Links, each with the node that it leads to.
    links: Vec<(u32, Link)>,
    places: Places,
}

impl<P: Clone + Eq> Table<P> {
    pub(crate) fn new<G: Referee<Position = P>>(game: &G) -> Table<P> {
        Table { nodes: Nodes::new(game), links: Vec::new(), places: Places::new() }
    }

    /// The memory that it takes, in bytes, if a position takes `each`.
    pub(crate) fn bytes(&self, each: usize) -> usize {
        let link = size_of::<(u32, Link)>() + size_of::<Link>();
        self.nodes.bytes(each) + self.links.len() * link + self.places.bytes()
    }
}

/// A level that is being filled.
pub(crate) struct Growing<P> {
    tables: Vec<Mutex<Table<P>>>,
    /// What each part had when there was no more room, the oldest first.
    runs: Vec<Vec<Away>>,
    keeps_links: bool,
    looks_back: bool,
}

impl<P: Clone + Eq + Hash> Growing<P> {
    /// An empty level after one of this many nodes.
    pub(crate) fn new<G: Referee<Position = P>>(
        game: &G,
        n_before: usize,
        keeps_links: bool,
        looks_back: bool,
    ) -> Growing<P> {
        let n_parts = if n_before < SOME { 1 } else { PARTS };
        let tables = (0..n_parts).map(|_| Mutex::new(Table::new(game))).collect();
        let runs = (0..n_parts).map(|_| Vec::new()).collect();
        Growing { tables, runs, keeps_links, looks_back }
    }

    pub(crate) fn n_parts(&self) -> usize {
        self.tables.len()
    }

    pub(crate) fn len(&self) -> usize {
        self.tables.iter().map(|table| lock(table).nodes.len()).sum()
    }

    /// The memory that it takes, in bytes, if a position takes `each`.
    pub(crate) fn bytes(&self, each: usize) -> usize {
        self.tables.iter().map(|table| lock(table).bytes(each)).sum()
    }

    /// Takes children into a part, which no other thread may do at the same time.
    pub(crate) fn take(
        &self,
        part: usize,
        chunks: &[Chunk<P>],
        parents: &[Parent<P>],
    ) -> Result<(), InfosetError> {
        let mut table = lock(&self.tables[part]);
        for chunk in chunks {
            let children = chunk.children_of(part);
            for some in children.chunks(AHEAD) {
                table.touch(some.iter().map(|&i| chunk.children[i as usize].hash));
                chunk.touch(some);
                for &i in some {
                    let (child, position) = chunk.child(i as usize);
                    let parent = |child: &Child| &parents[child.parent as usize];
                    let before = self.looks_back.then(|| &parent(child).node.position);
                    let key = Key { position, past: child.after, before };
                    let number = table.add(child.hash, &key, child.histories)?;
                    if self.keeps_links {
                        let link = Link { from: parent(child).number, ways: child.ways };
                        table.links.push((number, link));
                    }
                }
            }
        }
        Ok(())
    }

    /// Moves everything out of memory.
    pub(crate) fn evict<G: Referee<Position = P>>(
        &mut self,
        game: &G,
        storage: &Arc<dyn Storage>,
    ) -> Result<(), InfosetError> {
        for (table, runs) in self.tables.iter().zip(&mut self.runs) {
            let table = std::mem::replace(&mut *lock(table), Table::new(game));
            if !table.nodes.is_empty() {
                runs.push(Away::new(game, storage, &table.into_part(self.keeps_links))?);
            }
        }
        Ok(())
    }

    /// Whether something was moved out of memory.
    pub(crate) fn is_evicted(&self) -> bool {
        self.runs.iter().any(|runs| !runs.is_empty())
    }

    /// A part that is complete. What was moved out of memory comes first, in its order,
    /// so the part is as if there had been room for all.
    pub(crate) fn finish_part<G: Referee<Position = P>>(
        &self,
        game: &G,
        part: usize,
    ) -> Result<Part<P>, InfosetError> {
        let newest = std::mem::replace(&mut *lock(&self.tables[part]), Table::new(game));
        let newest = newest.into_part(self.keeps_links);
        let Some((oldest, others)) = self.runs[part].split_first() else { return Ok(newest) };
        let mut table = Table::new(game);
        table.join(game, oldest.part(game, self.keeps_links)?)?;
        for run in others {
            table.join(game, run.part(game, self.keeps_links)?)?;
        }
        table.join(game, newest)?;
        Ok(table.into_part(self.keeps_links))
    }
}

impl<P: Clone + Eq + Hash> Table<P> {
    /// Reads what will be compared with positions that have these hashes. Each of them is
    /// somewhere else in memory: the processor waits for all at once here, and for one after
    /// the other where they are compared.
    pub(crate) fn touch(&self, hashes: impl Iterator<Item = u64>) {
        let mut numbers = [None; AHEAD];
        let mut n = 0;
        for (number, hash) in numbers.iter_mut().zip(hashes) {
            *number = self.places.likely(hash);
            n += 1;
        }
        let found = numbers[..n].iter().flatten();
        black_box(found.fold(0, |sum, number| sum ^ self.nodes.touch(*number)));
    }

    /// The number of the node of a key, which has this hash. It gets histories.
    #[inline]
    pub(crate) fn add(
        &mut self,
        hash: u64,
        key: &Key<'_, P>,
        histories: u128,
    ) -> Result<u32, InfosetError> {
        let nodes = &mut self.nodes;
        match self.places.find(hash, |number| nodes.is(number, key)) {
            Ok(number) => {
                nodes.add_histories(number, histories).ok_or(InfosetError::TooMany)?;
                Ok(number as u32)
            }
            Err(number) => {
                nodes.add(key, histories);
                Ok(number as u32)
            }
        }
    }

    /// The same for a position that is not a row yet.
    pub(crate) fn add_position<G: Referee<Position = P>>(
        &mut self,
        game: &G,
        whole: Whole<'_, P>,
        histories: u128,
    ) -> Result<u32, InfosetError> {
        let position = match game.row_form() {
            Some(_) => Item::Row(game.row(whole.position)),
            None => Item::Position(whole.position),
        };
        let key = Key { position, past: whole.past, before: whole.before };
        self.add(hash_of(game, &key), &key, histories)
    }

    /// Takes in a part that was filled later than this one.
    fn join<G: Referee<Position = P>>(
        &mut self,
        game: &G,
        part: Part<P>,
    ) -> Result<(), InfosetError> {
        for (i, node) in part.nodes.iter(game).enumerate() {
            let (position, before) = (&node.position, node.before.as_deref());
            let key = Whole { position, past: node.past, before };
            let number = self.add_position(game, key, node.histories)?;
            self.links.extend(part.links(i).iter().map(|link| (number, *link)));
        }
        Ok(())
    }

    /// The nodes, with the links of each together, in the order in which they came.
    fn into_part(mut self, keeps_links: bool) -> Part<P> {
        self.nodes.shrink();
        if !keeps_links {
            return Part { nodes: self.nodes, links: Vec::new(), first: Vec::new() };
        }
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
        Part { nodes: self.nodes, links, first }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The hash of a key. The upper bits choose the part, the lower ones the place.
#[inline]
pub(crate) fn hash_of<G: Referee>(game: &G, key: &Key<'_, G::Position>) -> u64 {
    let row = match &key.position {
        Item::Row(row) => game.row_hash(row),
        Item::Position(position) => hash(position),
    };
    match (key.past, key.before) {
        (0, None) => row,
        (past, before) => hash(&(row, past, before)),
    }
}

/// The hash of something.
pub(crate) fn hash<T: Hash>(it: &T) -> u64 {
    let mut hasher = FxHasher::default();
    it.hash(&mut hasher);
    game::mix(hasher.finish())
}

fn part_of(hash: u64, n_parts: usize) -> usize {
    (hash >> 32) as usize % n_parts
}
