//! Backward: what is known of positions goes to the positions before them, whoever owns
//! those.
//!
//! Wins come first. They go back one turn at a time, and all ranks finish a distance before
//! any begins the next: so a position is won in as few turns as possible and lost in as
//! many, exactly as if there were one rank. Values that are corrected later would spare
//! these meetings, but each correction sends all that follows from it again. Points go
//! back without meetings, those that are worth the most first: nobody asks for the turns.

use super::super::failure::Failure;
use super::division::{Division, Id};
use super::rounds::Stage;
use super::seek::{Ends, Sought};
use crate::proof::ground::Ground;
use crate::proof::retrograde::MOST;
use game::Game;
use game::bytes::Reader;
use ranks::{Exchange, Lost};

/// The positions of a shard, by number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Valued {
    /// Where the moves to each position begin, and where those to the last end.
    pub(crate) starts: Vec<u32>,
    /// Where moves come from; the flag says that the same player moves again.
    pub(crate) from: Vec<Id>,
    /// The moves of each position that do not lead to what the opponent has won.
    pub(crate) left: Vec<u32>,
    /// What each position is worth to the player to move, and after how many turns; 0 while
    /// that is not known.
    pub(crate) values: Vec<(i32, u32)>,
    pub(crate) ends: Ends,
}

impl Valued {
    /// A shard of which all positions are known.
    pub(crate) fn new<N>(sought: Sought<N>) -> Valued {
        let Sought { n_moves, leads_to, from, ends, .. } = sought;
        let n = n_moves.len();
        let mut starts = vec![0; n + 1];
        leads_to.iter().for_each(|to| starts[*to as usize + 1] += 1);
        (0..n).for_each(|i| starts[i + 1] += starts[i]);
        let mut sorted = vec![Id(0); from.len()];
        for (to, from) in leads_to.iter().zip(&from) {
            let start = &mut starts[*to as usize];
            sorted[*start as usize] = *from;
            *start += 1;
        }
        // Each start has moved on to the next one.
        starts.rotate_right(1);
        starts[0] = 0;
        Valued { starts, from: sorted, left: n_moves, values: vec![(0, 0); n], ends }
    }
}

/// What all ranks know since all positions were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Census {
    /// Whether there are points.
    pub(crate) scored: bool,
    /// How many positions there are.
    pub(crate) positions: u64,
    /// The first position, then where its moves lead. An end has none, but a place in the list.
    pub(crate) ids: Vec<Id>,
}

/// What a rank knows while values go back.
#[derive(Debug)]
pub(crate) struct Wave {
    pub(crate) division: Division,
    pub(crate) known: Census,
    pub(crate) shards: Vec<Valued>,
    /// What the positions of this wave are worth to whoever has won them.
    pub(crate) worth: i32,
    /// How far from the end the positions are that go back now.
    pub(crate) turns: u32,
    pub(crate) now: Vec<Id>,
    /// Those that are one turn farther.
    pub(crate) next: Vec<Id>,
}

impl Wave {
    /// No wave has begun, and the shards are empty.
    pub(crate) fn new(division: Division, known: Census) -> Wave {
        let shards = division.mine().map(|_| Valued::default()).collect();
        let (now, next) = (Vec::new(), Vec::new());
        Wave { division, known, shards, worth: i32::MAX, turns: 0, now, next }
    }

    /// The worths of ends that this rank knows, whoever wins.
    pub(crate) fn worths(&self) -> impl Iterator<Item = i32> {
        let ends = self.shards.iter().map(|shard| &shard.ends);
        ends.flat_map(|ends| {
            let wins = ends.one_move.iter().map(|_| MOST);
            ends.here.iter().chain(&ends.next).map(|(_, worth)| worth.abs()).chain(wins)
        })
    }

    /// Begins with the ends that are worth so much.
    pub(crate) fn begin(&mut self, worth: i32) {
        (self.worth, self.turns) = (worth, 0);
        for (place, shard) in self.division.mine().enumerate() {
            let ends = std::mem::take(&mut self.shards[place].ends);
            for &(i, _) in ends.here.iter().filter(|end| end.1.abs() == worth) {
                self.now.push(Id::new(shard, i, false));
            }
            let values = &mut self.shards[place].values;
            for &(i, value) in ends.here.iter().filter(|end| end.1.abs() == worth) {
                values[i as usize] = (value, 0);
            }
            if worth == MOST {
                for &i in &ends.one_move {
                    values[i as usize] = (MOST, 1);
                    self.next.push(Id::new(shard, i, false));
                }
            }
            for &(i, value) in ends.next.iter().filter(|end| end.1.abs() == worth) {
                self.arrive(Id::new(shard, i, value > 0));
            }
            self.shards[place].ends = ends;
        }
    }

    /// Goes on with the positions that are one turn farther from the end.
    pub(crate) fn step(&mut self) {
        std::mem::swap(&mut self.now, &mut self.next);
        self.turns += 1;
    }

    /// A move of a position of this rank leads to one that is won by whoever makes it, or,
    /// if the flag is not set, by the other player.
    fn arrive(&mut self, at: Id) {
        let shard = &mut self.shards[self.division.place(at.shard())];
        let (value, left) = (&mut shard.values[at.number()], &mut shard.left[at.number()]);
        if value.0 != 0 {
            return;
        }
        *left -= 1;
        if at.flag() || *left == 0 {
            let worth = if at.flag() { self.worth } else { -self.worth };
            *value = (worth, self.turns + 1);
            // Nobody asks after how many turns there are points.
            let list = if self.worth == MOST { &mut self.next } else { &mut self.now };
            list.push(at.with(false));
        }
    }

    /// Tells the position before a move.
    fn tell(&mut self, from: Id, wins: bool, to: &mut Exchange<'_, '_>) -> Result<(), Lost> {
        let from = from.with(if from.flag() { wins } else { !wins });
        match self.division.owner(from.shard()) {
            owner if owner == self.division.rank => {
                self.arrive(from);
                Ok(())
            }
            owner => to.give(owner, |bytes| from.put(bytes)),
        }
    }

    /// What a position is worth, and after how many turns.
    pub(crate) fn value(&self, at: Id) -> Option<(i32, u32)> {
        let is_mine = self.division.owner(at.shard()) == self.division.rank;
        let shard = self.shards.get(self.division.place(at.shard())).filter(|_| is_mine)?;
        shard.values.get(at.number()).copied()
    }
}

impl<G: Game> Stage<G> for Wave {
    fn left(&self) -> u64 {
        self.now.len() as u64
    }

    fn later(&self) -> u64 {
        self.next.len() as u64
    }

    fn work(
        &mut self,
        ground: &mut Ground<'_, '_, G>,
        to: &mut Exchange<'_, '_>,
    ) -> Result<(), Failure> {
        ground.count()?;
        let Some(at) = self.now.pop() else { return Ok(()) };
        let place = self.division.place(at.shard());
        let shard = &self.shards[place];
        let wins = shard.values[at.number()].0 > 0;
        let moves = shard.starts[at.number()]..shard.starts[at.number() + 1];
        for i in moves {
            let from = self.shards[place].from[i as usize];
            self.tell(from, wins, to)?;
        }
        Ok(())
    }

    fn hear(&mut self, _: &G, bytes: &[u8]) -> Result<(), Failure> {
        let mut reader = Reader(bytes);
        while let Some(at) = Id::read(&mut reader) {
            let shard = self.shards.get(self.division.place(at.shard()));
            if shard.is_none_or(|shard| at.number() >= shard.values.len()) {
                let why = "a rank spoke of a position that there is not".to_string();
                return Err(Lost { rank: None, why }.into());
            }
            self.arrive(at);
        }
        Ok(())
    }
}
