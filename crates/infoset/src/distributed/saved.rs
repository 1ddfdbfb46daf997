//! Checkpoints of sets on many ranks: each rank writes what it owns, and whoever goes on,
//! however many they are, reads shares of what was written and sends it to its new owners.

use super::parcels::{self, Child, Piece};
use super::{TeamSet, owner_of};
use crate::bytes::is_sound;
use crate::checkpoint::{Chunks, Origin, Writer, damaged, form, put_work, work};
use crate::growing::Table;
use crate::limits::InfosetError;
use crate::nodes::Whole;
use crate::observation::Observation;
use game::Referee;
use game::bytes::{Reader, put};
use ranks::{Exchange, Keeper, Received, Sum, Team};
use std::io::{Read, Write};

/// What was forgotten is not in the file, so that the two cannot go on from each other.
fn method(forgets: bool) -> &'static str {
    if forgets { "ranks, forgetting" } else { "ranks" }
}

/// This many bytes of nodes at least are a chunk.
const CHUNK_BYTES: usize = 1 << 20;

fn cannot(why: &std::io::Error) -> InfosetError {
    InfosetError::Checkpoint(format!("the checkpoint cannot be written: {why}"))
}

impl<G: Referee> TeamSet<'_, G> {
    /// Makes a checkpoint, if the keeper of the first rank says that it is time: all ranks
    /// write what they own, and it counts if all could. `rules` is a number that other
    /// rules do not have.
    pub fn checkpoint(
        &self,
        team: &mut Team<'_>,
        rules: u64,
        observation: &Observation,
        keeper: &mut dyn Keeper,
    ) -> Result<(), InfosetError> {
        let is_due = u64::from(team.is_first() && keeper.is_due());
        if team.all_reduce(&[is_due], Sum)?[0] == 0 {
            return Ok(());
        }
        let written = match keeper.write() {
            Ok(mut to) => self.save(rules, observation, &mut *to),
            Err(why) => Err(cannot(&why)),
        };
        let n_failed = team.all_reduce(&[u64::from(written.is_err())], Sum)?[0];
        keeper.written(n_failed == 0).map_err(|why| cannot(&why))?;
        // A disk that is full at one rank ends the search at that rank, and so at all.
        written
    }

    /// Goes on from the last checkpoint, if there is one; whether there was.
    pub fn resume_last(
        &mut self,
        team: &mut Team<'_>,
        rules: u64,
        observation: &Observation,
        keeper: &mut dyn Keeper,
    ) -> Result<bool, InfosetError> {
        let mut parts = Vec::new();
        for part in (team.rank()..).step_by(team.size()) {
            let read = keeper.read(part).and_then(|from| {
                let mut bytes = Vec::new();
                from.map(|mut from| from.read_to_end(&mut bytes).map(|_| bytes)).transpose()
            });
            match read {
                Ok(Some(bytes)) => parts.push(bytes),
                Ok(None) => break,
                // It is found to be damaged at all ranks at once.
                Err(_) => parts.push(Vec::new()),
            }
        }
        if team.all_reduce(&[parts.len() as u64], Sum)?[0] == 0 {
            return Ok(false);
        }
        let mut parts: Vec<&[u8]> = parts.iter().map(|part| &part[..]).collect();
        let mut files: Vec<&mut dyn Read> =
            parts.iter_mut().map(|part| part as &mut dyn Read).collect();
        self.resume(team, rules, observation, &mut files).map(|()| true)
    }

    /// Writes what this rank owns after the turns so far. `rules` is a number that other
    /// rules do not have.
    pub fn save(
        &self,
        rules: u64,
        observation: &Observation,
        to: &mut dyn Write,
    ) -> Result<(), InfosetError> {
        let n_turns = self.turns.len();
        let (method, form) = (method(!self.idle.is_empty()), form(self.game));
        let origin = Origin { method, rules, form, observation, n_turns };
        let mut writer = Writer::new(to, &origin)?;
        let mut head = Vec::new();
        put_work(self.work, &mut head);
        let kept = self.pasts.kept();
        put(kept.len() as u128, &mut head);
        kept.iter().for_each(|likeness| put(u128::from(*likeness), &mut head));
        writer.chunk(&head)?;
        let mut occurrences = Vec::new();
        for (likeness, depths, last) in self.pasts.occurrences() {
            put(u128::from(likeness), &mut occurrences);
            put(u128::from(depths), &mut occurrences);
            put(u128::from(last), &mut occurrences);
        }
        writer.chunk(&occurrences)?;
        let mut bytes = Vec::new();
        for node in self.nodes.iter(self.game) {
            let (position, before) = (node.position.clone(), node.before.as_deref().cloned());
            let (histories, past) = (node.histories, self.pasts.positions(node.past));
            Child { position, histories, past, before, from: 0, ways: 1 }
                .put(self.game, &mut bytes);
            if bytes.len() >= CHUNK_BYTES {
                writer.chunk(&bytes)?;
                bytes.clear();
            }
        }
        if !bytes.is_empty() {
            writer.chunk(&bytes)?;
        }
        writer.end()
    }

    /// Goes on from what all ranks of an earlier run have written: each rank of this run,
    /// which has not begun, is given some of the files, and each file goes to one rank. If
    /// a file cannot be gone on from, no rank goes on.
    pub fn resume(
        &mut self,
        team: &mut Team<'_>,
        rules: u64,
        observation: &Observation,
        files: &mut [&mut dyn Read],
    ) -> Result<(), InfosetError> {
        if self.ways.is_some() {
            let why = "a search that keeps histories cannot go on on ranks";
            return Err(InfosetError::Checkpoint(why.to_string()));
        }
        let mut exchange = Exchange::new(team).with_batches_of(1 << 15);
        let mut table = Table::new(self.game);
        let mut resumed = Resumed { n_turns: None, set: self, table: &mut table };
        let read = files
            .iter_mut()
            .try_for_each(|file| resumed.read(rules, observation, *file, &mut exchange));
        let mut taken = Ok(());
        loop {
            match exchange.receive(true)? {
                Received::Done => break,
                Received::Nothing => exchange.rest(),
                Received::Batch { from, bytes } if taken.is_ok() => {
                    taken = resumed.take(from, &bytes);
                }
                _ => {}
            }
        }
        let n_turns = resumed.n_turns;
        self.agree(team, read.and(taken), n_turns, observation)?;
        self.nodes = table.nodes;
        Ok(())
    }

    /// All ranks go on from the same turn, or none does.
    fn agree(
        &mut self,
        team: &mut Team<'_>,
        read: Result<(), InfosetError>,
        n_turns: Option<usize>,
        observation: &Observation,
    ) -> Result<(), InfosetError> {
        let failed = team.all_reduce(&[u64::from(read.is_err())], Sum)?[0];
        read?;
        if failed > 0 {
            return Err(damaged());
        }
        let most = team.all_reduce(&[n_turns.map_or(0, |n| n as u64 + 1)], ranks::Greatest)?[0];
        let least = n_turns.map_or(u64::MAX, |n| n as u64 + 1);
        let least = team.all_reduce(&[least], ranks::Least)?[0];
        let kept: Vec<u8> = self.pasts.kept().iter().flat_map(|it| it.to_le_bytes()).collect();
        let kept = team.all_gather(&kept)?.concat();
        if most != least || most == 0 {
            return Err(damaged());
        }
        let (kept, _) = kept.as_chunks();
        kept.iter().for_each(|likeness| self.pasts.keep(u64::from_le_bytes(*likeness)));
        self.hear_of_often(team)?;
        self.depth = most as usize - 1;
        self.turns = observation.turns[..self.depth].to_vec();
        self.forgotten = self.forgettable();
        Ok(())
    }
}

/// A set that takes over what was written.
struct Resumed<'s, 'g, G: Referee> {
    set: &'s mut TeamSet<'g, G>,
    table: &'s mut Table<G::Position>,
    n_turns: Option<usize>,
}

impl<G: Referee> Resumed<'_, '_, G> {
    /// Reads what one rank has written, and sends it to its owners.
    fn read(
        &mut self,
        rules: u64,
        observation: &Observation,
        file: &mut dyn Read,
        exchange: &mut Exchange<'_, '_>,
    ) -> Result<(), InfosetError> {
        let (game, size) = (self.set.game, exchange.size());
        let method = method(!self.set.idle.is_empty());
        let origin = Origin { method, rules, form: form(game), observation, n_turns: 0 };
        let (mut chunks, n_turns) = Chunks::new(file, origin)?;
        if self.n_turns.is_some_and(|other| other != n_turns) {
            return Err(damaged());
        }
        self.n_turns = Some(n_turns);
        let head = chunks.chunk()?;
        let mut head = Reader(&head);
        let done = work(&mut head).ok_or_else(damaged)?;
        self.set.work.expanded += done.expanded;
        self.set.work.compared += done.compared;
        for _ in 0..head.count().ok_or_else(damaged)? {
            self.set.pasts.keep(head.small().ok_or_else(damaged)?);
        }
        let occurrences = chunks.chunk()?;
        let mut occurrences = Reader(&occurrences);
        while !occurrences.0.is_empty() {
            let likeness = occurrences.small().ok_or_else(damaged)?;
            let depths = occurrences.small().ok_or_else(damaged)?;
            let last = occurrences.small().ok_or_else(damaged)?;
            let occurrence = parcels::Occurrence { likeness, depths, last };
            match owner_of(likeness, size) {
                to if to == exchange.rank() => self.set.pasts.occurred(likeness, depths, last),
                to => exchange.give(to, |bytes| occurrence.put(bytes))?,
            }
        }
        loop {
            let bytes = chunks.chunk()?;
            if bytes.is_empty() {
                return chunks.end_after_last();
            }
            parcels::read(game, 0, &bytes, |piece| {
                let Piece::Child(child) = piece else { return Err(damaged()) };
                match self.set.owner(&child.position, size) {
                    to if to == exchange.rank() => self.add(child),
                    to => Ok(exchange.give(to, |bytes| child.put(game, bytes))?),
                }
            })
            .map_err(|_| damaged())?;
        }
    }

    fn take(&mut self, from: usize, bytes: &[u8]) -> Result<(), InfosetError> {
        parcels::read(self.set.game, from, bytes, |piece| match piece {
            Piece::Child(child) => self.add(child),
            Piece::Occurrence(parcels::Occurrence { likeness, depths, last }) => {
                self.set.pasts.occurred(likeness, depths, last);
                Ok(())
            }
            Piece::Question(_) | Piece::Family(_) => Err(damaged()),
        })
    }

    /// Files may come from anywhere, so that each position is looked at.
    fn add(&mut self, child: Child<G::Position>) -> Result<(), InfosetError> {
        let Child { position, histories, past, before, .. } = child;
        let all = past.iter().chain(&before).chain([&position]);
        if !{ all }.all(|it| is_sound(self.set.game, it)) {
            return Err(damaged());
        }
        let past = self.set.pasts.list(past);
        let key = Whole { position: &position, past, before: before.as_ref() };
        self.table.add_position(self.set.game, key, histories).map(drop)
    }
}
