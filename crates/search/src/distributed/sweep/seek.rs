//! Forward: all positions that can be reached, each at the rank that owns it, with the
//! moves that lead to it.
//!
//! A rank makes the moves of the positions that it owns and sends each position that follows
//! to its owner, together with where it came from. An end of the game has no owner: the
//! move that leads to it is noted where it was made, because all ends that are worth the
//! same would otherwise be at one rank.

use super::super::failure::Failure;
use super::division::{Division, Id};
use super::rounds::Stage;
use crate::proof::Unproved;
use crate::proof::ground::Ground;
use crate::proof::reached::{Keep, Meaning, Numbered, wins_at_once};
use crate::proof::retrograde::worth_to;
use game::Game;
use game::bytes::Reader;
use ranks::Exchange;
use rustc_hash::FxHashSet;
use std::hash::Hash;

/// Places by hash of a shard without positions.
const FIRST_PLACES: usize = 16;

/// The bytes beside its name that a position has while positions are sought, as in
/// `proof/reached.rs`.
const SOUGHT: usize = 28;
/// The bytes of a position while values go back.
const VALUED: usize = 28;
/// The bytes of a move: where it leads and where it comes from.
const MOVE: usize = 12;

/// The positions of a shard.
pub(crate) struct Sought<N> {
    pub(crate) names: Numbered<N>,
    /// How many moves each position has; those that have none of these yet are next.
    pub(crate) n_moves: Vec<u32>,
    /// Where each move leads that leads to this shard, and where it comes from. The flag
    /// says that the same player moves again.
    pub(crate) leads_to: Vec<u32>,
    pub(crate) from: Vec<Id>,
    pub(crate) ends: Ends,
}

/// The ends that a shard knows, with what they are worth to the player to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ends {
    /// The positions that are ends.
    pub(crate) here: Vec<(u32, i32)>,
    /// The positions from which a move leads to an end, for each such move.
    pub(crate) next: Vec<(u32, i32)>,
    /// The positions in which the player to move wins at once.
    pub(crate) one_move: Vec<u32>,
}

impl<N: Eq + Hash> Sought<N> {
    pub(crate) fn new() -> Sought<N> {
        let (n_moves, leads_to) = (Vec::new(), Vec::new());
        let names = Numbered::new(FIRST_PLACES);
        Sought { names, n_moves, leads_to, from: Vec::new(), ends: Ends::default() }
    }

    pub(crate) fn n_left(&self) -> usize {
        self.names.names.len() - self.n_moves.len()
    }
}

/// What bounds the positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// The most bytes of this rank.
    pub(crate) memory: usize,
    /// The most positions of this rank.
    pub(crate) most: u64,
    /// The bytes of a name.
    pub(crate) name: usize,
}

/// What a rank knows while positions are sought.
pub(crate) struct Seek<'k, G: Game, K: Keep<G>> {
    pub(crate) keep: &'k K,
    pub(crate) division: Division,
    pub(crate) shards: Vec<Sought<K::Name>>,
    /// The first position of all, if it is in a shard of this rank: all its moves are
    /// wanted.
    pub(crate) first: Option<Id>,
    /// The shard whose positions are next.
    pub(crate) at: usize,
    pub(crate) n_left: u64,
    pub(crate) n_names: u64,
    pub(crate) n_moves: u64,
    pub(crate) scored: bool,
    /// What ends are worth to whoever would be to move: those are one position each.
    pub(crate) worths: FxHashSet<i32>,
    pub(crate) bounds: Bounds,
}

impl<'k, G: Game, K: Keep<G>> Seek<'k, G, K> {
    /// Nothing has been found.
    pub(crate) fn new(keep: &'k K, division: Division, bounds: Bounds) -> Seek<'k, G, K> {
        let shards = division.mine().map(|_| Sought::new()).collect();
        Seek {
            keep,
            division,
            shards,
            first: None,
            at: 0,
            n_left: 0,
            n_names: 0,
            n_moves: 0,
            scored: false,
            worths: FxHashSet::default(),
            bounds,
        }
    }

    /// Finds the first position and those that follow it, as far as this rank owns them.
    /// The first name may stand for an image of the first position, with other moves.
    pub(crate) fn begin(
        &mut self,
        ground: &Ground<'_, '_, G>,
        at: &G::Position,
        list: &[G::Position],
    ) {
        self.find_first(at);
        for child in list {
            match ground.outcome(child) {
                Some(outcome) => {
                    self.scored |= outcome.scored;
                    self.worths.insert(worth_to(ground.player(child), outcome));
                }
                None => _ = self.number(self.keep.name(child)),
            }
        }
    }

    /// Finds the first position, if this rank owns it.
    pub(crate) fn find_first(&mut self, at: &G::Position) {
        self.first = self.number(self.keep.name(at));
    }

    /// The position of a name, new or not, if it belongs to this rank.
    pub(crate) fn number(&mut self, name: K::Name) -> Option<Id> {
        let shard = self.division.shard(&name);
        (self.division.owner(shard) == self.division.rank).then(|| {
            let number = self.number_at(shard, name);
            Id::new(shard, number, false)
        })
    }

    fn number_at(&mut self, shard: u32, name: K::Name) -> u32 {
        let names = &mut self.shards[self.division.place(shard)].names;
        let before = names.names.len();
        let number = names.number(name);
        let is_new = u64::from(names.names.len() > before);
        self.n_left += is_new;
        self.n_names += is_new;
        number
    }

    /// Notes a move that leads to a shard of this rank.
    fn arrive(&mut self, shard: u32, name: K::Name, from: Id) {
        let number = self.number_at(shard, name);
        let sought = &mut self.shards[self.division.place(shard)];
        sought.leads_to.push(number);
        sought.from.push(from);
        self.n_moves += 1;
    }

    /// Notes the moves of a position, here or at other ranks.
    fn follow(
        &mut self,
        ground: &Ground<'_, '_, G>,
        at: &G::Position,
        id: Id,
        list: &[G::Position],
        to: &mut Exchange<'_, '_>,
    ) -> Result<(), Failure> {
        let player = ground.player(at);
        for child in list {
            if let Some(outcome) = ground.outcome(child) {
                self.scored |= outcome.scored;
                self.worths.insert(worth_to(ground.player(child), outcome));
                let ends = &mut self.shards[self.division.place(id.shard())].ends;
                ends.next.push((id.number() as u32, worth_to(player, outcome)));
                continue;
            }
            let (name, from) = (self.keep.name(child), id.with(ground.player(child) == player));
            let shard = self.division.shard(&name);
            let owner = self.division.owner(shard);
            if owner == self.division.rank {
                self.arrive(shard, name, from);
                continue;
            }
            let mut is_written = true;
            to.give(owner, |bytes| {
                from.put(bytes);
                is_written = self.keep.put(ground.game(), &name, bytes);
            })?;
            if !is_written {
                return Err(Unproved::Unwritable.into());
            }
        }
        Ok(())
    }

    /// Whether there is room for all positions of this rank.
    fn check(&self) -> Result<(), Failure> {
        let Bounds { memory, most, name } = self.bounds;
        let bytes = self.n_names as usize * (name + SOUGHT).max(VALUED);
        match bytes + self.n_moves as usize * MOVE > memory || self.n_names > most {
            true => Err(Unproved::Memory.into()),
            false => Ok(()),
        }
    }
}

impl<G: Game, K: Keep<G>> Stage<G> for Seek<'_, G, K> {
    fn left(&self) -> u64 {
        self.n_left
    }

    /// Makes the moves of the next position.
    fn work(
        &mut self,
        ground: &mut Ground<'_, '_, G>,
        to: &mut Exchange<'_, '_>,
    ) -> Result<(), Failure> {
        ground.count()?;
        while self.shards[self.at].n_left() == 0 {
            self.at = (self.at + 1) % self.shards.len();
        }
        let shard = (self.at * self.division.size + self.division.rank) as u32;
        let sought = &self.shards[self.at];
        let i = sought.n_moves.len();
        let id = Id::new(shard, i as u32, false);
        let meaning = self.keep.meaning(ground.game(), &sought.names.names[i]);
        let Some(Meaning::Position(at)) = meaning else { return Err(Failure::OnlyWhole) };
        let mut n_moves = 0;
        let player = ground.player(&at);
        match ground.expand(&at)? {
            Ok(list) if self.first != Some(id) && wins_at_once(ground, player, &list) => {
                self.shards[self.at].ends.one_move.push(i as u32);
                ground.done(list);
            }
            Ok(list) => {
                n_moves = list.len() as u32;
                self.follow(ground, &at, id, &list, to)?;
                ground.done(list);
            }
            Err(outcome) => {
                self.scored |= outcome.scored;
                let worth = worth_to(player, outcome);
                self.shards[self.at].ends.here.push((i as u32, worth));
            }
        }
        self.shards[self.at].n_moves.push(n_moves);
        self.n_left -= 1;
        ground.positions = self.n_names;
        self.check()
    }

    fn hear(&mut self, game: &G, bytes: &[u8]) -> Result<(), Failure> {
        let mut reader = Reader(bytes);
        while let Some(from) = Id::read(&mut reader) {
            let Some(name) = self.keep.read(game, &mut reader) else {
                return Err(Unproved::Unwritable.into());
            };
            let shard = self.division.shard(&name);
            self.arrive(shard, name, from);
        }
        self.check()
    }
}
