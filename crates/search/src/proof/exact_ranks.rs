//! Alpha-beta by many ranks: each searches everything, as threads do that share a table, and
//! tells all others what took it much work.
//!
//! 1. Where all moves have to be looked at, ranks begin with different ones ([`Order`]), so that
//!    they are at work in different places.
//! 2. A bound that took much work goes to all other ranks, many to a message, and into their
//!    tables: whoever gets there finds it. What is told follows from ends of the game like
//!    everything in these tables, and whole positions are compared, so that a proof may rest on it.
//! 3. Whoever is first tells the others to stop, and all take that answer.
//! 4. With a journal, the first rank notes what took most work anywhere. Whoever begins with it
//!    has that in the tables of all ranks.
//!
//! Only games whose positions are numbers are searched so.
//!
//! [`Order`]: super::order::Order

use super::bounds_table::{Bounds, BoundsTable};
use super::compact::Compact;
use super::ground::Ground;
use super::kept::{Kept, unreadable};
use super::together::{Crew, together};
use super::{Found, Task, Unproved};
use crate::limits::Stop;
use crate::parallel::Signal;
use game::bytes::{Reader, put};
use game::{Game, Packer};
use ranks::{Kind, Lost, Team};
use std::sync::{Arc, Mutex, PoisonError};

/// Under this number bounds are kept; lower ones belong to df-pn.
const NUMBER: u64 = 2;

const BOUNDS: Kind = 0;
const OVER: Kind = 1;

/// What took this many nodes is told where there are two ranks. With more of them everybody
/// hears more, and less is told by each.
const LEAST_WORK: u64 = 64;
/// This many bytes are told at once, or what there is at a look for messages: at each where there
/// are two ranks, because others come to the same positions soon, and at fewer where a batch
/// goes to more of them.
const BATCH_BYTES: usize = 4096;

/// A table of which others hear what took much work.
struct Telling<'k, 'g, P> {
    table: &'k Compact<'g, P>,
    least_work: u64,
    /// What others have not heard of.
    news: &'k Mutex<Vec<u8>>,
}

impl<P> BoundsTable<P> for Telling<'_, '_, P> {
    type Key = u128;

    fn key(&self, at: &P) -> u128 {
        self.table.key(at)
    }

    fn hint(&self, key: &u128) -> u8 {
        self.table.hint(key)
    }

    fn place(&self, from: &P, to: &P) -> u64 {
        self.table.place(from, to)
    }

    fn fetch(&self, key: &u128) {
        self.table.fetch(key);
    }

    fn get(&self, key: &u128) -> Option<Bounds> {
        self.table.get(key)
    }

    fn put(&self, key: u128, work: u64, bounds: Bounds) {
        if work >= self.least_work {
            let news = &mut self.news.lock().unwrap_or_else(PoisonError::into_inner);
            put_bounds(Told { key, work, bounds }, news);
        }
        self.table.put(key, work, bounds);
    }

    fn len(&self) -> u64 {
        self.table.len()
    }

    fn is_full(&self) -> bool {
        self.table.is_full()
    }
}

/// What a rank tells of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Told {
    /// The position, as a number.
    key: u128,
    /// How much work it took.
    work: u64,
    bounds: Bounds,
}

fn put_bounds(Told { key, work, bounds }: Told, bytes: &mut Vec<u8>) {
    put(key, bytes);
    put(u128::from(work), bytes);
    [bounds.lower, bounds.upper].iter().for_each(|it| put(u128::from(*it as u32), bytes));
    bytes.push(bounds.best);
}

fn read_bounds(from: &mut Reader<'_>) -> Option<Told> {
    let (key, work) = (from.number()?, from.small()?);
    let (lower, upper) = (from.small::<u32>()? as i32, from.small::<u32>()? as i32);
    let (&best, rest) = from.0.split_first()?;
    from.0 = rest;
    Some(Told { key, work, bounds: Bounds { lower, upper, best } })
}

/// What a rank says and hears while it searches.
struct Post<'t, 'l, 'j> {
    team: &'t mut Team<'l>,
    news: &'t Mutex<Vec<u8>>,
    /// Ends the search of this rank.
    signal: Arc<Signal>,
    looks: usize,
    /// What is kept, and what is to be noted.
    kept: Option<&'t mut Kept<'j>>,
    to_note: Vec<u8>,
    /// Whether another rank is done.
    is_over: bool,
    failure: Option<Unproved>,
}

impl Post<'_, '_, '_> {
    /// Hears what has arrived, and tells what is new.
    fn look<P>(&mut self, table: &Compact<'_, P>, nodes: u64) {
        if let Err(why) = self.try_look(table, nodes) {
            self.failure.get_or_insert(why);
            self.signal.cut();
        }
    }

    fn try_look<P>(&mut self, table: &Compact<'_, P>, nodes: u64) -> Result<(), Unproved> {
        while let Some(message) = self.team.receive()? {
            if message.kind == OVER {
                self.is_over = true;
                self.signal.cut();
                continue;
            }
            let mut reader = Reader(&message.bytes);
            while !reader.0.is_empty() {
                let Some(told) = read_bounds(&mut reader) else {
                    let why = "it told of positions in no way that can be read".to_string();
                    return Err(Lost { rank: Some(message.from), why }.into());
                };
                learn(table, told);
            }
            self.choose(&message.bytes, nodes);
        }
        self.looks += 1;
        let mut news = self.news.lock().unwrap_or_else(PoisonError::into_inner);
        let is_time = self.looks >= self.team.size() / 2 || news.len() >= BATCH_BYTES;
        if is_time && !news.is_empty() {
            self.looks = 0;
            let bytes = std::mem::take(&mut *news);
            drop(news);
            self.team.send_to_others(BOUNDS, &bytes)?;
            self.choose(&bytes, nodes);
            self.note()?;
        }
        Ok(())
    }

    /// Chooses what is to be noted, after this many nodes.
    fn choose(&mut self, bytes: &[u8], nodes: u64) {
        let Some(kept) = &self.kept else { return };
        let mut reader = Reader(bytes);
        while let Some(told) = read_bounds(&mut reader) {
            if kept.is_worth_it(told.work, nodes) {
                put_bounds(told, &mut self.to_note);
            }
        }
    }

    fn note(&mut self) -> Result<(), Unproved> {
        let to_note = std::mem::take(&mut self.to_note);
        match &mut self.kept {
            Some(kept) if !to_note.is_empty() => kept.note(NUMBER, &to_note),
            _ => Ok(()),
        }
    }
}

/// Puts what is told into a table, together with what is known there.
fn learn<P>(table: &Compact<'_, P>, Told { key, work, bounds }: Told) {
    let bounds = table.get(&key).map_or(bounds, |known| Bounds {
        lower: known.lower.max(bounds.lower),
        upper: known.upper.min(bounds.upper),
        best: bounds.best,
    });
    table.put(key, work, bounds);
}

/// A table with what was kept, at all ranks.
fn begun<'g, P>(
    mut table: Compact<'g, P>,
    kept: Option<&Kept<'_>>,
    team: &mut Team<'_>,
) -> Result<Compact<'g, P>, Unproved> {
    let Some(kept) = kept else { return Ok(table) };
    let known = team.broadcast(kept.known(NUMBER))?;
    let mut reader = Reader(&known);
    while !reader.0.is_empty() {
        learn(&table, read_bounds(&mut reader).ok_or_else(unreadable)?);
        if table.is_full() {
            table = table.grown();
        }
    }
    Ok(table)
}

/// How the search of one rank ended.
pub(super) enum Ended<P> {
    /// It has the answer.
    Found(Found<P>),
    /// Another rank was done before it.
    Over,
    /// It cannot go on.
    Failed(Unproved),
}

/// Searches as one of several ranks; also how many positions this one keeps.
pub(super) fn search<G: Game>(
    team: &mut Team<'_>,
    ground: &mut Ground<'_, '_, G>,
    at: &G::Position,
    packer: &(dyn Packer<G::Position> + '_),
    task: &Task,
    kept: Option<&mut Kept<'_>>,
) -> (Ended<G::Position>, u64) {
    let table = Compact::new(packer, task.memory);
    let mut table = match begun(table, kept.as_deref(), team) {
        Ok(table) => table,
        Err(why) => return (Ended::Failed(why), 0),
    };
    team.begin();
    ground.images = packer.packing().symmetries().len();
    let (rank, size) = (team.rank(), team.size());
    let crew = Crew { threads: task.threads, first: rank * task.threads, of: size * task.threads };
    let least_work = LEAST_WORK * size as u64 / 2;
    let news = Mutex::default();
    let signal = Arc::new(Signal::default());
    let mut post = Post {
        team,
        news: &news,
        signal: signal.clone(),
        looks: 0,
        kept,
        to_note: Vec::new(),
        is_over: false,
        failure: None,
    };
    let found = loop {
        let telling = Telling { table: &table, least_work, news: &news };
        let found = ground.beside(&signal, &mut |now| post.look(&table, now.nodes), |ground| {
            together(ground, at, &telling, crew)
        });
        match found {
            // What was found is not lost: the search comes back to it at once.
            Err(Unproved::Memory) if table.is_full() => table = table.grown(),
            found => break found,
        }
    };
    ground.positions = table.len();
    let rest = std::mem::take(&mut *news.lock().unwrap_or_else(PoisonError::into_inner));
    post.choose(&rest, ground.nodes);
    let noted = post.note();
    let Post { team, is_over, failure, .. } = post;
    let told = if is_over { Ok(()) } else { team.send_to_others(OVER, &[]) };
    let failure = failure.or(noted.err()).or(told.err().map(Unproved::Lost));
    let ended = match (found, failure) {
        (Ok(found), None) => Ended::Found(found),
        (_, Some(why)) => Ended::Failed(why),
        (Err(Unproved::Stopped(Stop::Told)), None) if is_over => Ended::Over,
        (Err(why), None) => Ended::Failed(why),
    };
    (ended, table.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::retrograde::MOST;

    #[test]
    fn bounds_travel() {
        let mut bytes = Vec::new();
        let bounds = Bounds { lower: -MOST, upper: 5, best: 200 };
        let first = Told { key: u128::MAX >> 3, work: 70, bounds };
        let bounds = Bounds { lower: -3, upper: MOST, best: 0 };
        let all = [first, Told { key: 0, work: u64::MAX, bounds }];
        all.iter().for_each(|told| put_bounds(*told, &mut bytes));
        let mut reader = Reader(&bytes);
        assert_eq!(read_bounds(&mut reader), Some(all[0]));
        assert_eq!(read_bounds(&mut reader), Some(all[1]));
        assert!(reader.0.is_empty());
        assert_eq!(read_bounds(&mut Reader(&bytes[..bytes.len() - 1])), Some(all[0]));
    }
}
