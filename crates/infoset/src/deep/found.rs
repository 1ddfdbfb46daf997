//! What a thread has found: the number of histories, where they lead, and what is needed
//! to list or draw them.

use super::draws::Segment;
use crate::answers::Possible;
use crate::growing::hash;
use crate::histories::{History, Step};
use crate::limits::{InfosetError, Limits, Progress};
use crate::places::Places;
use game::Referee;
use std::hash::Hash;

/// What all threads together have done.
pub(super) struct Sums {
    pub(super) work: Progress,
    /// The memory that was taken.
    pub(super) bytes: usize,
}

/// What was found.
pub(crate) struct Found<P> {
    pub(crate) count: u128,
    pub(crate) histories: Vec<History>,
    pub(crate) segments: Vec<Segment>,
    list_bytes: usize,
    /// The last positions, each once, with its hash.
    positions: Vec<(u64, Possible<P>)>,
    places: Places,
    /// What a position takes beyond its size.
    each: usize,
}

impl<P: Clone + Eq + Hash> Found<P> {
    pub(crate) fn add_position(&mut self, position: &P, n: u128) -> Result<(), InfosetError> {
        let hash = hash(position);
        self.add_hashed(hash, position, n)
    }

    fn add_hashed(&mut self, hash: u64, position: &P, n: u128) -> Result<(), InfosetError> {
        let list = &mut self.positions;
        match self.places.find(hash, |number| list[number].1.position == *position) {
            Ok(number) => {
                let known = &mut list[number].1.histories;
                *known = known.checked_add(n).ok_or(InfosetError::TooMany)?;
            }
            Err(_) => list.push((hash, Possible { position: position.clone(), histories: n })),
        }
        Ok(())
    }

    /// Takes in what another thread has found.
    pub(super) fn join(&mut self, other: Found<P>) -> Result<(), InfosetError> {
        self.count = self.count.checked_add(other.count).ok_or(InfosetError::TooMany)?;
        self.histories.extend(other.histories);
        self.segments.extend(other.segments);
        self.list_bytes += other.list_bytes;
        if self.positions.is_empty() {
            (self.positions, self.places) = (other.positions, other.places);
            return Ok(());
        }
        for (hash, Possible { position, histories }) in &other.positions {
            self.add_hashed(*hash, position, *histories)?;
        }
        Ok(())
    }
}

impl<P> Found<P> {
    /// Nothing yet.
    pub(crate) fn new<G: Referee<Position = P>>(game: &G) -> Found<P> {
        Found {
            count: 0,
            histories: Vec::new(),
            segments: Vec::new(),
            list_bytes: 0,
            positions: Vec::new(),
            places: Places::new(),
            each: game.position_bytes().saturating_sub(size_of::<P>()),
        }
    }

    pub(crate) fn add_history(&mut self, history: History) {
        let step = |step: &Step| size_of::<Step>() + step.text.len();
        self.list_bytes += size_of::<History>() + history.iter().map(step).sum::<usize>();
        self.histories.push(history);
    }

    /// The memory that it takes, in bytes, roughly.
    pub(super) fn bytes(&self) -> usize {
        let position = size_of::<(u64, Possible<P>)>() + self.each;
        let segments: usize = self.segments.len() * (size_of::<Segment>() + 64);
        self.list_bytes + self.positions.len() * position + self.places.bytes() + segments
    }

    /// Why it cannot go on when the memory is full.
    pub(super) fn too_large(&self, limits: Limits, depth: usize) -> InfosetError {
        match self.list_bytes > limits.memory / 2 {
            true => InfosetError::ListMemory { limit: limits.memory },
            false => InfosetError::Memory { depth, limit: limits.memory },
        }
    }

    /// The positions, each once, with their hashes.
    pub(crate) fn positions(&self) -> &[(u64, Possible<P>)] {
        &self.positions
    }

    pub(super) fn take_positions(&mut self) -> Vec<Possible<P>> {
        self.places = Places::new();
        let mut positions = std::mem::take(&mut self.positions);
        positions.sort_by_key(|(hash, _)| *hash);
        positions.into_iter().map(|(_, possible)| possible).collect()
    }
}
