//! How many turns a side needs to win each position that can still come up, if everybody sees
//! everything: all of them are found, and then one goes backward from the wins (Ströhlein,
//! "Untersuchungen über kombinatorische Spiele", 1970).
//!
//! Counters that only bound the length of the game, and the past where it only makes draws, are
//! left out: a side that wins need not go around in circles.

use game::{Counter, Player, Referee, RulesError, Worker, mix};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Where a side cannot win by force.
pub(super) const NEVER: u16 = u16::MAX;

/// What a position takes besides itself, in bytes, roughly: its number by its hash, where its moves
/// begin, who has won, and what [`Positions::distances`] keeps of it.
const EACH_BYTES: usize = 64;
/// The same for a move, there and back.
const MOVE_BYTES: usize = 8;

/// How far all positions were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    All,
    /// There is more to look at.
    Some,
    TooMany,
}

/// All positions that can come up, by numbers.
pub(super) struct Positions<'g, G: Referee> {
    game: &'g G,
    clocks: Vec<Counter>,
    list: Vec<G::Position>,
    /// Numbers of positions by their hashes; the next hash where another one has it.
    numbers: FxHashMap<u64, u32>,
    /// For each position that was looked at, where its moves begin among all of them.
    first: Vec<u32>,
    moves: Vec<u32>,
    /// Who has won, where the game is over: 0 for nobody.
    over: Vec<Option<i8>>,
    most: usize,
    /// What all of it may take, in bytes.
    memory: usize,
}

impl<'g, G: Referee> Positions<'g, G> {
    /// No position yet, and never more than this many, or than fit into this many bytes.
    pub(super) fn new(
        game: &'g G,
        clocks: Vec<Counter>,
        most: usize,
        memory: usize,
    ) -> Positions<'g, G> {
        Positions {
            game,
            clocks,
            list: Vec::new(),
            numbers: FxHashMap::default(),
            first: vec![0],
            moves: Vec::new(),
            over: Vec::new(),
            most,
            memory,
        }
    }

    /// A position without what is left out.
    pub(super) fn plain(&self, position: &G::Position) -> G::Position {
        let mut plain = position.clone();
        self.game.forget(&mut plain, &self.clocks);
        plain
    }

    /// The number of a position that was found, or where it belongs.
    fn place(&self, plain: &G::Position) -> Result<u32, u64> {
        let mut hasher = FxHasher::default();
        plain.hash(&mut hasher);
        let mut key = mix(hasher.finish());
        loop {
            match self.numbers.get(&key) {
                None => return Err(key),
                Some(number) if self.list[*number as usize] == *plain => return Ok(*number),
                Some(_) => key = key.wrapping_add(1),
            }
        }
    }

    /// The number of a position, if it was found.
    pub(super) fn number(&self, position: &G::Position) -> Option<u32> {
        self.place(&self.plain(position)).ok()
    }

    /// The number of a position, which is found now.
    pub(super) fn add(&mut self, position: &G::Position) -> u32 {
        let plain = self.plain(position);
        self.place(&plain).unwrap_or_else(|key| {
            let number = self.list.len() as u32;
            self.numbers.insert(key, number);
            self.list.push(plain);
            number
        })
    }

    pub(super) fn position(&self, number: u32) -> &G::Position {
        &self.list[number as usize]
    }

    /// Who is to move.
    pub(super) fn player(&self, number: u32) -> Player {
        self.game.player(self.position(number))
    }

    /// Who has won, if the game is over there: 0 for nobody.
    pub(super) fn over(&self, number: u32) -> Option<i8> {
        self.over.get(number as usize).copied().flatten()
    }

    /// Looks at this many positions more.
    pub(super) fn look(&mut self, n: usize) -> Result<Found, RulesError> {
        let (mut worker, mut list) = (self.game.worker(&[]), Vec::new());
        for _ in 0..n {
            let number = self.over.len();
            let Some(at) = self.list.get(number).cloned() else { return Ok(Found::All) };
            list.clear();
            let over = match self.game.outcome(&at) {
                Some(outcome) => Some(outcome),
                None => worker.expand(&at, &mut list)?,
            };
            if over.is_none() {
                for to in &list {
                    let to = self.add(to);
                    self.moves.push(to);
                }
            }
            self.over.push(over.map(|outcome| outcome.value.signum() as i8));
            self.first.push(self.moves.len() as u32);
            if self.list.len() > self.most || self.bytes() > self.memory {
                return Ok(Found::TooMany);
            }
        }
        Ok(if self.over.len() == self.list.len() { Found::All } else { Found::Some })
    }

    fn bytes(&self) -> usize {
        let each = self.game.position_bytes() + EACH_BYTES;
        self.list.len() * each + self.moves.len() * MOVE_BYTES
    }

    fn moves(&self, number: usize) -> &[u32] {
        &self.moves[self.first[number] as usize..self.first[number + 1] as usize]
    }

    /// For each position how many turns this side needs to win it; all must have been found.
    pub(super) fn distances(&self, side: Player) -> Vec<u16> {
        let n = self.list.len();
        let mut first = vec![0u32; n + 1];
        self.moves.iter().for_each(|to| first[*to as usize + 1] += 1);
        (0..n).for_each(|i| first[i + 1] += first[i]);
        let mut from = vec![0u32; self.moves.len()];
        let mut free = first.clone();
        for number in 0..n {
            for to in self.moves(number) {
                let place = &mut free[*to as usize];
                from[*place as usize] = number as u32;
                *place += 1;
            }
        }
        let wins = if side == Player::First { 1 } else { -1 };
        let mut left: Vec<u32> = (0..n).map(|number| self.moves(number).len() as u32).collect();
        let mut distances = vec![NEVER; n];
        let won = |number: &u32| self.over[*number as usize] == Some(wins);
        let mut open: Vec<u32> = (0..n as u32).filter(won).collect();
        open.iter().for_each(|number| distances[*number as usize] = 0);
        let mut at = 0;
        while let Some(&to) = open.get(at) {
            at += 1;
            let next = distances[to as usize].saturating_add(1).min(NEVER - 1);
            for &number in &from[first[to as usize] as usize..first[to as usize + 1] as usize] {
                let place = number as usize;
                left[place] -= 1;
                // The other side goes where it lasts longest.
                let is_own = self.game.player(&self.list[place]) == side;
                if distances[place] == NEVER && (is_own || left[place] == 0) {
                    distances[place] = next;
                    open.push(number);
                }
            }
        }
        distances
    }
}
