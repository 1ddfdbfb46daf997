//! Nodes one after the other, in as little memory as they need: where positions are rows of
//! words, only the words by which they are compared are kept, with the number of histories
//! beside them. A position is put together again when somebody looks at it.
//!
//! Rows are in blocks, so that a list that grows is never copied as a whole and has no room
//! to spare.

use crate::pasts::PastId;
use game::{Referee, RowForm};
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

/// What tells nodes apart.
pub(crate) struct Key<'a, P> {
    pub(crate) position: Item<'a, P>,
    pub(crate) past: PastId,
    /// The position before, where that is compared.
    pub(crate) before: Option<&'a P>,
}

/// What tells nodes apart, before positions are made rows.
pub(crate) struct Whole<'a, P> {
    pub(crate) position: &'a P,
    pub(crate) past: PastId,
    /// The position before, where that is compared.
    pub(crate) before: Option<&'a P>,
}

/// A position, as a row of words where the back end has such.
pub(crate) enum Item<'a, P> {
    Row(&'a [u64]),
    Position(&'a P),
}

/// Nodes one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Nodes<P> {
    form: Option<RowForm>,
    /// For each node the words that are compared, and the number of histories as two more.
    rows: Blocks,
    /// The words that are not compared: all nodes of a level have come as many turns.
    rest: Vec<u64>,
    /// Positions that are no rows, with their numbers of histories.
    others: Vec<(P, u128)>,
    /// Empty as long as no node has a past.
    pasts: Vec<PastId>,
    /// Empty as long as no node has a position before.
    before: Vec<Option<Arc<P>>>,
    /// How many nodes have one.
    n_before: usize,
}

impl<P: Clone + Eq> Nodes<P> {
    /// None yet.
    pub(crate) fn new<G: Referee<Position = P>>(game: &G) -> Nodes<P> {
        let form = game.row_form();
        Nodes {
            form,
            rows: Blocks::new(form.map_or(0, |form| form.compared + 2)),
            rest: Vec::new(),
            others: Vec::new(),
            pasts: Vec::new(),
            before: Vec::new(),
            n_before: 0,
        }
    }

    /// One node.
    pub(crate) fn of<G: Referee<Position = P>>(game: &G, node: Node<P>) -> Nodes<P> {
        let mut nodes = Nodes::new(game);
        nodes.push(game, node);
        nodes
    }

    pub(crate) fn len(&self) -> usize {
        if self.form.is_some() { self.rows.n } else { self.others.len() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Puts a node at the end.
    pub(crate) fn push<G: Referee<Position = P>>(&mut self, game: &G, node: Node<P>) {
        let Node { position, histories, past, before } = node;
        let n = self.len();
        match self.form {
            Some(form) => self.push_row(form, game.row(&position), histories),
            None => self.others.push((position, histories)),
        }
        self.note(n, past, before);
    }

    /// Puts a node at the end that is told apart by a key.
    pub(crate) fn add(&mut self, key: &Key<'_, P>, histories: u128) {
        let n = self.len();
        match (self.form, &key.position) {
            (Some(form), Item::Row(row)) => self.push_row(form, row, histories),
            (_, Item::Position(position)) => self.others.push(((*position).clone(), histories)),
            (None, Item::Row(_)) => unreachable!("rows only where the back end has such"),
        }
        self.note(n, key.past, key.before.map(|before| Arc::new(before.clone())));
    }

    fn push_row(&mut self, form: RowForm, row: &[u64], histories: u128) {
        let (compared, rest) = row.split_at(form.compared);
        if self.rows.n == 0 {
            self.rest = rest.to_vec();
        }
        self.rows.push(compared, [histories as u64, (histories >> 64) as u64]);
    }

    /// Notes what few nodes have beside their positions.
    fn note(&mut self, n: usize, past: PastId, before: Option<Arc<P>>) {
        if past != 0 || !self.pasts.is_empty() {
            self.pasts.resize(n, 0);
            self.pasts.push(past);
        }
        self.n_before += usize::from(before.is_some());
        if before.is_some() || !self.before.is_empty() {
            self.before.resize(n, None);
            self.before.push(before);
        }
    }

    /// Whether a node is that of a key.
    #[inline]
    pub(crate) fn is(&self, i: usize, key: &Key<'_, P>) -> bool {
        let is_position = match (self.form, &key.position) {
            (Some(form), Item::Row(row)) => {
                let known = &self.rows.row(i)[..form.compared];
                // The hash was the same, so they nearly always are: no word is worth a branch.
                let words = known.iter().zip(&row[..form.compared]);
                words.fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
            }
            (_, Item::Position(position)) => self.others[i].0 == **position,
            (None, Item::Row(_)) => false,
        };
        is_position && self.past(i) == key.past && self.before_of(i) == key.before
    }

    fn past(&self, i: usize) -> PastId {
        self.pasts.get(i).copied().unwrap_or(0)
    }

    fn before_of(&self, i: usize) -> Option<&P> {
        self.before.get(i).and_then(|before| before.as_deref())
    }

    /// Reads some of a node, so that it is at hand when it is compared.
    #[inline]
    pub(crate) fn touch(&self, i: usize) -> u64 {
        if self.form.is_none() {
            return 0;
        }
        let row = self.rows.row(i);
        row[0] ^ row[row.len() / 2] ^ row[row.len() - 1]
    }

    /// How many histories lead to a node.
    #[inline]
    pub(crate) fn histories(&self, i: usize) -> u128 {
        match self.form {
            Some(form) => {
                let row = self.rows.row(i);
                u128::from(row[form.compared]) | u128::from(row[form.compared + 1]) << 64
            }
            None => self.others[i].1,
        }
    }

    /// Gives a node more histories; nothing if they are too many.
    #[inline]
    pub(crate) fn add_histories(&mut self, i: usize, more: u128) -> Option<()> {
        let sum = self.histories(i).checked_add(more)?;
        match self.form {
            Some(form) => {
                let row = self.rows.row_mut(i);
                (row[form.compared], row[form.compared + 1]) = (sum as u64, (sum >> 64) as u64);
            }
            None => self.others[i].1 = sum,
        }
        Some(())
    }

    /// The position of a node.
    pub(crate) fn position<G: Referee<Position = P>>(&self, game: &G, i: usize) -> P {
        let Some(form) = self.form else { return self.others[i].0.clone() };
        let mut words = [0; 64];
        let position = match words.get_mut(..form.words) {
            Some(words) => {
                let (compared, rest) = words.split_at_mut(form.compared);
                compared.copy_from_slice(&self.rows.row(i)[..form.compared]);
                rest.copy_from_slice(&self.rest);
                game.position_of_row(words)
            }
            None => {
                let mut words = self.rows.row(i)[..form.compared].to_vec();
                words.extend(&self.rest);
                game.position_of_row(&words)
            }
        };
        position.unwrap_or_else(|| unreachable!("the words are those of a position"))
    }

    /// A node.
    pub(crate) fn get<G: Referee<Position = P>>(&self, game: &G, i: usize) -> Node<P> {
        Node {
            position: self.position(game, i),
            histories: self.histories(i),
            past: self.past(i),
            before: self.before.get(i).cloned().flatten(),
        }
    }

    /// All nodes.
    pub(crate) fn iter<G: Referee<Position = P>>(
        &self,
        game: &G,
    ) -> impl ExactSizeIterator<Item = Node<P>> {
        (0..self.len()).map(|i| self.get(game, i))
    }

    /// Leaves only the nodes for which this holds.
    pub(crate) fn retain<G: Referee<Position = P>>(&mut self, game: &G, keeps: &[bool]) {
        let mut left = Nodes::new(game);
        for (i, _) in keeps.iter().enumerate().filter(|(_, keeps)| **keeps) {
            left.push(game, self.get(game, i));
        }
        *self = left;
        self.shrink();
    }

    /// Returns room to spare, when no more nodes will come.
    pub(crate) fn shrink(&mut self) {
        self.rows.shrink();
        self.others.shrink_to_fit();
        self.pasts.shrink_to_fit();
        self.before.shrink_to_fit();
    }

    /// The memory that they take, in bytes, if a position that is no row takes `each`.
    pub(crate) fn bytes(&self, each: usize) -> usize {
        self.rows.bytes()
            + self.others.capacity() * (each + size_of::<u128>())
            + self.pasts.capacity() * size_of::<PastId>()
            + self.before.capacity() * size_of::<Option<Arc<P>>>()
            + self.n_before * each
    }
}

/// So many rows are in a block.
const BLOCK: usize = 256;

/// Rows of as many words each, in blocks.
#[derive(Clone, Debug)]
struct Blocks {
    each: usize,
    n: usize,
    blocks: Vec<Vec<u64>>,
}

impl Blocks {
    fn new(each: usize) -> Blocks {
        Blocks { each, n: 0, blocks: Vec::new() }
    }

    fn push(&mut self, words: &[u64], last: [u64; 2]) {
        if self.n.is_multiple_of(BLOCK) {
            // Most lists are short; where one is not, all of its blocks will be full.
            let room = if self.n == 0 { self.each } else { BLOCK * self.each };
            self.blocks.push(Vec::with_capacity(room));
        }
        if let Some(block) = self.blocks.last_mut() {
            block.extend_from_slice(words);
            block.extend_from_slice(&last);
        }
        self.n += 1;
    }

    #[inline]
    fn row(&self, i: usize) -> &[u64] {
        &self.blocks[i / BLOCK][i % BLOCK * self.each..][..self.each]
    }

    #[inline]
    fn row_mut(&mut self, i: usize) -> &mut [u64] {
        &mut self.blocks[i / BLOCK][i % BLOCK * self.each..][..self.each]
    }

    fn shrink(&mut self) {
        self.blocks.shrink_to_fit();
        self.blocks.last_mut().into_iter().for_each(Vec::shrink_to_fit);
    }

    fn bytes(&self) -> usize {
        // All blocks but the last one are full.
        let last = self.blocks.last().map_or(0, |block| 8 * block.capacity());
        let full = self.blocks.len().saturating_sub(1) * BLOCK * self.each * 8;
        self.blocks.capacity() * size_of::<Vec<u64>>() + full + last
    }
}
