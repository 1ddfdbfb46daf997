//! The sweep of `proof/retrograde.rs` on many ranks, none of which has all positions
//! (Romein and Bal, "Solving awari with parallel retrograde analysis", 2003).
//!
//! 1. Each position belongs to a rank by its hash ([`Division`]).
//! 2. Forward: a rank makes the moves of its positions and sends what follows to its owner,
//!    one way and in batches, until nobody has a position left ([`Seek`]). The owner of a
//!    position keeps where the moves to it come from.
//! 3. Backward: whoever owns a position that is won or lost sends that to the owners of the
//!    positions before it; all distances from the end one after the other, then points
//!    ([`Wave`]).
//! 4. All ranks hear what the first position and its moves are worth.
//!
//! A rank has memory for its own positions and their moves and for a batch for each other
//! rank, and for nothing else. Values, distances and the number of positions are those of
//! the sweep on one rank. Where the game can pack positions into numbers, numbers travel,
//! also if there are few; otherwise whole positions do.

mod checkpoint;
mod division;
mod rounds;
mod seek;
mod wave;

use super::failure::{Failure, agree};
use crate::proof::ground::Ground;
use crate::proof::reached::{Keep, Numbers, Whole};
use crate::proof::retrograde::{MOST, outcome_of, worth, worth_to};
use crate::proof::{Found, Task, Unproved};
use checkpoint::{Origin, Restored, Seat, Stamp, State, restore, save};
use division::{Division, Id};
use game::bytes::{Reader, put};
use game::{Fold, Game, Outcome, Player};
use ranks::{Keeper, Sum, Team};
use rounds::{Ended, Stage, round};
use seek::{Bounds, Seek};
use std::collections::BTreeSet;
use wave::{Census, Valued, Wave};

/// Where checkpoints go and what they belong to.
pub struct Checkpoints<'k> {
    /// What keeps them.
    pub keeper: &'k mut dyn Keeper,
    /// A number that other rules do not have.
    pub rules: u64,
}

impl std::fmt::Debug for Checkpoints<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "checkpoints of rules {:x}", self.rules)
    }
}

/// What the sweeps of all ranks have in common.
pub(crate) struct Sweep<'s, 't, 'g, 'p, 'l, 'c, G: Game> {
    pub(crate) team: &'t mut Team<'l>,
    pub(crate) ground: &'s mut Ground<'g, 'p, G>,
    pub(crate) at: &'s G::Position,
    pub(crate) task: &'s Task,
    /// The most positions of all ranks together.
    pub(crate) most: u64,
    /// Where the number of positions that belong to this rank goes.
    pub(crate) owned: &'s mut u64,
    pub(crate) checkpoints: Option<Checkpoints<'c>>,
}

/// The value of a position from a sweep over all positions that can follow it, by all ranks,
/// which all get it.
pub(crate) fn sweep<G: Game>(
    mut sweep: Sweep<'_, '_, '_, '_, '_, '_, G>,
) -> Result<Found<G::Position>, Unproved> {
    let fold = if sweep.task.symmetries { Fold::Players } else { Fold::Nothing };
    let packer = sweep.ground.game().packer(fold);
    let found = match packer.as_deref() {
        None => Err(Failure::OnlyWhole),
        Some(packer) => {
            sweep.ground.images = packer.packing().symmetries().len();
            match (Numbers::<_, u64>::new(packer), Numbers::<_, u128>::new(packer)) {
                (Some(small), _) => sweep.by(&small),
                (None, Some(large)) => sweep.by(&large),
                (None, None) => Err(Failure::OnlyWhole),
            }
        }
    };
    let found = match found {
        Err(Failure::OnlyWhole) => {
            sweep.ground.images = 1;
            sweep.by(&Whole)
        }
        found => found,
    };
    found.map_err(|why| match why {
        Failure::Unproved(why) => why,
        Failure::OnlyWhole => Unproved::Unwritable,
    })
}

impl<G: Game> Sweep<'_, '_, '_, '_, '_, '_, G> {
    fn by<K: Keep<G>>(&mut self, keep: &K) -> Result<Found<G::Position>, Failure> {
        let list = match self.ground.expand(self.at)? {
            Ok(list) => list,
            Err(outcome) => return Ok(over(outcome)),
        };
        // Step 1: find all positions.
        let (restored, mut stamp) = self.restore(keep)?;
        let mut wave = match restored {
            Some(Restored::Wave(wave)) => wave,
            Some(Restored::Seek(seek)) => self.seek(seek, &list, &mut stamp)?,
            None => {
                let mut seek = Seek::new(keep, self.division(), self.bounds::<K>());
                seek.begin(self.ground, self.at, &list);
                self.seek(seek, &list, &mut stamp)?
            }
        };
        // Step 2: go backward from what each player has won.
        self.ground.positions = wave.known.positions;
        *self.owned = wave.shards.iter().map(|shard| shard.values.len() as u64).sum();
        for worth in self.worths(&wave)? {
            if worth < wave.worth {
                wave.begin(worth);
            }
            if worth == wave.worth {
                self.go_back(&mut wave, &mut stamp)?;
            }
        }
        // Step 3: the moves that keep the value of the first position.
        self.found(&wave, &list)
    }

    /// Finds all positions; values can go back then.
    fn seek<K: Keep<G>>(
        &mut self,
        mut seek: Seek<'_, G, K>,
        list: &[G::Position],
        stamp: &mut Stamp,
    ) -> Result<Wave, Failure> {
        self.rounds(&mut seek, stamp)?;
        let known = self.known(&mut seek, list)?;
        let mut wave = Wave::new(seek.division, known);
        wave.shards = seek.shards.into_iter().map(Valued::new).collect();
        Ok(wave)
    }

    /// Rounds until no work is left but what has to wait, with checkpoints when they are due
    /// and when a limit ends the work; whether work waits.
    fn rounds<S: Stage<G> + State<G>>(
        &mut self,
        stage: &mut S,
        stamp: &mut Stamp,
    ) -> Result<bool, Failure> {
        loop {
            let checkpoints = &mut self.checkpoints;
            let mut is_due = || checkpoints.as_mut().is_some_and(|c| c.keeper.is_due());
            let ended = round(self.team, self.ground, stage, &mut is_due);
            match ended {
                Ok(Ended { is_due: true, .. }) => self.save(stage, stamp)?,
                Err(why) if why.is_limit() => {
                    self.save(stage, stamp)?;
                    return Err(why);
                }
                _ => {}
            }
            let ended = ended?;
            if ended.left == 0 {
                return Ok(ended.later > 0);
            }
        }
    }

    /// Makes a checkpoint, if somebody keeps it.
    fn save<S: State<G>>(&mut self, stage: &S, stamp: &mut Stamp) -> Result<(), Failure> {
        let Some(Checkpoints { keeper, .. }) = &mut self.checkpoints else { return Ok(()) };
        let game = self.ground.game();
        let written = keeper.write().and_then(|mut to| save(stage, *stamp, game, &mut *to));
        let failure = written.err().map(|why| self.cannot("written", &why));
        let agreed = agree(self.team, &[], failure.as_ref());
        let Some(Checkpoints { keeper, .. }) = &mut self.checkpoints else { return Ok(()) };
        let kept = keeper.written(agreed.is_ok());
        stamp.number += 1;
        agreed?;
        let failure = kept.err().map(|why| self.cannot("written", &why));
        agree(self.team, &[], failure.as_ref()).map(drop)
    }

    fn cannot(&self, done: &str, why: &std::io::Error) -> Failure {
        let rank = self.team.rank();
        Unproved::Checkpoint(format!("rank {rank}: the checkpoint cannot be {done}: {why}")).into()
    }

    /// Goes on from a checkpoint, if all ranks find one.
    fn restore<'k, K: Keep<G>>(
        &mut self,
        keep: &'k K,
    ) -> Result<(Option<Restored<'k, G, K>>, Stamp), Failure> {
        let (at, game, images) = (self.at, self.ground.game(), self.ground.images);
        let seat = Seat { rank: self.team.rank(), size: self.team.size() };
        let bounds = self.bounds::<K>();
        let Some(Checkpoints { keeper, rules }) = &mut self.checkpoints else {
            let origin = Origin { rules: 0, form: 0 };
            return Ok((None, Stamp { origin, number: 0 }));
        };
        let origin = Origin::new(*rules, game, keep, at, images);
        let read = restore(*keeper, origin, game, keep, at, bounds, seat);
        let failure = read.as_ref().err().map(|why| self.cannot("read", why));
        let restored = read.ok().flatten();
        let n = agree(self.team, &[u64::from(restored.is_some())], failure.as_ref())?[0];
        if n > 0 && n < seat.size as u64 {
            let why = "some ranks do not find the checkpoint that others find";
            return Err(Unproved::Checkpoint(why.to_string()).into());
        }
        Ok(match restored {
            Some((restored, number)) => (Some(restored), Stamp { origin, number }),
            None => (None, Stamp { origin, number: 0 }),
        })
    }

    fn division(&self) -> Division {
        Division::new(self.team.rank(), self.team.size())
    }

    fn bounds<K: Keep<G>>(&self) -> Bounds {
        let outside = self.ground.position_bytes() - size_of::<G::Position>();
        let is_whole = size_of::<K::Name>() == size_of::<G::Position>();
        let name = size_of::<K::Name>() + if is_whole { outside } else { 0 };
        // More than twice its share has a rank only if all have too many.
        let share = self.most.div_ceil(self.team.size() as u64).saturating_mul(2);
        Bounds { memory: self.task.memory, most: share.max(self.most.min(1000)), name }
    }

    /// What all ranks have to know of the positions together.
    fn known<K: Keep<G>>(
        &mut self,
        seek: &mut Seek<'_, G, K>,
        list: &[G::Position],
    ) -> Result<Census, Failure> {
        let sums = self.team.all_reduce(&[seek.n_names, u64::from(seek.scored)], Sum)?;
        let ends = self.union(seek.worths.iter().map(|worth| i64::from(*worth)))?;
        let (positions, scored) = (sums[0] + ends.len() as u64, sums[1] > 0);
        if positions > self.most {
            return Err(Unproved::Memory.into());
        }
        let mut id = |at: &G::Position| match self.ground.outcome(at) {
            Some(_) => 0,
            None => seek.number(seek.keep.name(at)).map_or(0, |id| id.0),
        };
        let mine: Vec<u64> = std::iter::once(self.at).chain(list).map(&mut id).collect();
        let ids = self.team.all_reduce(&mine, Sum)?;
        Ok(Census { scored, positions, ids: ids.into_iter().map(Id).collect() })
    }

    /// The numbers that any rank has, in ascending order; there are few.
    fn union(&mut self, mine: impl Iterator<Item = i64>) -> Result<BTreeSet<i64>, Failure> {
        let mut bytes = Vec::new();
        for number in mine.collect::<BTreeSet<i64>>() {
            put(u128::from(number as u64), &mut bytes);
        }
        let mut all = BTreeSet::new();
        for bytes in self.team.all_gather(&bytes)? {
            let mut reader = Reader(&bytes);
            while let Some(number) = reader.small::<u64>() {
                all.insert(number as i64);
            }
        }
        Ok(all)
    }

    /// The worths of all waves, the greatest first.
    fn worths(&mut self, wave: &Wave) -> Result<Vec<i32>, Failure> {
        let all = self.union(wave.worths().map(i64::from))?;
        Ok(all.into_iter().rev().filter(|worth| *worth > 0).map(|worth| worth as i32).collect())
    }

    /// Goes back from the ends of a wave until nothing changes any more.
    fn go_back(&mut self, wave: &mut Wave, stamp: &mut Stamp) -> Result<(), Failure> {
        while self.rounds(wave, stamp)? {
            wave.step();
        }
        Ok(())
    }

    /// What the first position is worth, and the moves that keep it.
    fn found(&mut self, wave: &Wave, list: &[G::Position]) -> Result<Found<G::Position>, Failure> {
        // What nobody else has to add is 0.
        let mine = wave.known.ids.iter().flat_map(|id| {
            let (value, turns) = wave.value(*id).unwrap_or((0, 0));
            [value as u32 as u64, u64::from(turns)]
        });
        let all = self.team.all_reduce(&mine.collect::<Vec<u64>>(), Sum)?;
        let value_of = |i: usize| all[2 * i] as u32 as i32;
        let (value, turns) = (value_of(0), all[1] as u32);
        let player = self.ground.player(self.at);
        let outcome =
            outcome_of(if player == Player::First { value } else { -value }, wave.known.scored);
        let keeps = |(i, child): (usize, &G::Position)| {
            let after = match self.ground.outcome(child) {
                Some(outcome) => worth_to(player, outcome),
                None if self.ground.player(child) == player => value_of(i + 1),
                None => -value_of(i + 1),
            };
            after == value
        };
        let best = list.iter().enumerate().filter(|(i, child)| keeps((*i, child)));
        let best = best.map(|(_, child)| child.clone()).collect();
        let lost = !outcome.scored && outcome.for_player(player) < 0;
        Ok(Found {
            outcome,
            exact: true,
            moves: if lost { Vec::new() } else { best },
            all_moves: true,
            turns: (value != 0 && !outcome.scored).then_some(turns),
        })
    }
}

/// What is known of a game that is over.
fn over<P>(outcome: Outcome) -> Found<P> {
    let value = worth(outcome);
    Found {
        outcome: outcome_of(value, outcome.scored),
        exact: true,
        moves: Vec::new(),
        all_moves: true,
        turns: (value.abs() == MOST).then_some(0),
    }
}
