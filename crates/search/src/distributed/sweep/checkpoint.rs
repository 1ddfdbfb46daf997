//! The state of a sweep between two rounds, as bytes that whoever runs the library keeps:
//! each rank writes the shards that it owns, and any number of ranks can go on from them.
//!
//! A part is a file in chunks: which sweep it is, how far all ranks were, then one chunk for
//! each shard. A rank reads the parts until it has its shards; with as many ranks as before
//! they are all in one part.

use super::division::{Division, Id};
use super::seek::{Bounds, Ends, Seek, Sought};
use super::wave::{Census, Valued, Wave};
use crate::proof::reached::Keep;
use game::Game;
use game::bytes::{Reader, put};
use game::chunks::{Chunks, Writer, checksum, damaged};
use ranks::Keeper;
use std::io::{Error, ErrorKind, Result, Write};

const NAME: &[u8] = b"multigame sweep 1\n";

/// What says which sweep a checkpoint belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// A number that other rules do not have.
    pub(crate) rules: u64,
    /// A number for the first position and how positions are written.
    pub(crate) form: u64,
}

impl Origin {
    pub(crate) fn new<G: Game, K: Keep<G>>(
        rules: u64,
        game: &G,
        keep: &K,
        at: &G::Position,
        images: usize,
    ) -> Origin {
        let mut bytes = vec![size_of::<K::Name>() as u8];
        put(images as u128, &mut bytes);
        keep.put(game, &keep.name(at), &mut bytes);
        Origin { rules, form: checksum(&bytes) }
    }
}

/// How a part begins.
struct Head {
    origin: Origin,
    n_shards: usize,
    n_parts: usize,
    /// How many checkpoints there were before this one.
    number: u64,
    is_wave: bool,
}

impl Head {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let Origin { rules, form } = self.origin;
        for number in [rules, form, self.n_shards as u64, self.n_parts as u64, self.number] {
            put(u128::from(number), &mut bytes);
        }
        bytes.push(u8::from(self.is_wave));
        bytes
    }

    fn read(bytes: &[u8], origin: Origin) -> Result<Head> {
        let mut reader = Reader(bytes);
        let mut number = || reader.small::<u64>().ok_or_else(damaged);
        let read = Origin { rules: number()?, form: number()? };
        let other = |why| Err(Error::new(ErrorKind::InvalidData, why));
        if read.rules != origin.rules {
            return other("it was made by other rules");
        }
        if read.form != origin.form {
            return other("it was made for another position or by another back end");
        }
        let (n_shards, n_parts) = (number()? as usize, number()? as usize);
        let (written, is_wave) = (number()?, number()? == 1);
        if n_shards > 1 << 24 || n_parts > 1 << 24 || n_parts == 0 {
            return Err(damaged());
        }
        Ok(Head { origin, n_shards, n_parts, number: written, is_wave })
    }
}

/// What the next checkpoint of a sweep is known by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stamp {
    pub(crate) origin: Origin,
    /// Its number.
    pub(crate) number: u64,
}

/// What a rank knows of a sweep between two rounds.
pub(crate) trait State<G: Game> {
    const IS_WAVE: bool;
    fn division(&self) -> Division;
    /// What does not belong to a shard.
    fn common(&self) -> Vec<u8>;
    /// The shard at a place of the list of this rank.
    fn shard(&self, game: &G, place: usize) -> Option<Vec<u8>>;
}

/// Writes the part of this rank.
pub(crate) fn save<G: Game>(
    state: &impl State<G>,
    Stamp { origin, number }: Stamp,
    game: &G,
    to: &mut dyn Write,
) -> Result<()> {
    fn is_wave<G: Game, S: State<G>>(_: &S) -> bool {
        S::IS_WAVE
    }
    let Division { n_shards, size, .. } = state.division();
    let head = Head { origin, n_shards, n_parts: size, number, is_wave: is_wave(state) };
    let mut writer = Writer::new(to, NAME)?;
    writer.chunk(&head.bytes())?;
    writer.chunk(&state.common())?;
    for (place, shard) in state.division().mine().enumerate() {
        let mut bytes = shard.to_le_bytes().to_vec();
        let unwritable = || Error::new(ErrorKind::Unsupported, "positions cannot be written");
        bytes.extend(state.shard(game, place).ok_or_else(unwritable)?);
        writer.chunk(&bytes)?;
    }
    writer.end()
}

/// What was read: a sweep that seeks positions, or one whose values go back.
pub(crate) enum Restored<'k, G: Game, K: Keep<G>> {
    Seek(Seek<'k, G, K>),
    Wave(Wave),
}

/// A rank, and how many there are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat {
    pub(crate) rank: usize,
    pub(crate) size: usize,
}

/// Goes on from a checkpoint, if there is one, as one of several ranks; with the number that
/// the next one has.
pub(crate) fn restore<'k, G: Game, K: Keep<G>>(
    keeper: &mut dyn Keeper,
    origin: Origin,
    game: &G,
    keep: &'k K,
    at: &G::Position,
    bounds: Bounds,
    Seat { rank, size }: Seat,
) -> Result<Option<(Restored<'k, G, K>, u64)>> {
    let Some(mut first) = keeper.read(0)? else { return Ok(None) };
    let head = Head::read(&Chunks::new(&mut *first, NAME)?.need()?, origin)?;
    drop(first);
    let division = Division { n_shards: head.n_shards, rank, size };
    let mut seek = Seek::new(keep, division, bounds);
    let mut wave = Wave::new(division, Census::default());
    let mut left = division.mine().count();
    for i in 0..head.n_parts {
        if left == 0 && i > 0 {
            break;
        }
        let part = keeper.read((rank + i) % head.n_parts)?;
        let mut part = part.ok_or_else(|| Error::new(ErrorKind::NotFound, "a part is missing"))?;
        let mut chunks = Chunks::new(&mut *part, NAME)?;
        let this = Head::read(&chunks.need()?, origin)?;
        if (this.n_parts, this.number) != (head.n_parts, head.number) {
            return Err(Error::new(ErrorKind::InvalidData, "its parts do not belong together"));
        }
        let common = chunks.need()?;
        match head.is_wave {
            true => wave.read_common(&mut Reader(&common)).ok_or_else(damaged)?,
            false => seek.read_common(&mut Reader(&common)).ok_or_else(damaged)?,
        }
        while let Some(bytes) = chunks.chunk()? {
            let (number, rest) = bytes.split_first_chunk().ok_or_else(damaged)?;
            let shard = u32::from_le_bytes(*number);
            if division.owner(shard) != rank || shard as usize >= head.n_shards {
                continue;
            }
            left = left.checked_sub(1).ok_or_else(damaged)?;
            let (place, mut reader) = (division.place(shard), Reader(rest));
            match head.is_wave {
                true => wave.read_shard(place, &mut reader).ok_or_else(damaged)?,
                false => seek.read_shard(game, place, &mut reader).ok_or_else(damaged)?,
            }
        }
    }
    let restored = match (left, head.is_wave) {
        (0, true) => Restored::Wave(wave),
        (0, false) => {
            seek.find_first(at);
            Restored::Seek(seek)
        }
        _ => return Err(damaged()),
    };
    Ok(Some((restored, head.number + 1)))
}

/// A number of few bytes.
trait Word: Copy {
    fn put(self, to: &mut Vec<u8>);
    fn read(from: &mut Reader<'_>) -> Option<Self>;
}

impl Word for u32 {
    fn put(self, to: &mut Vec<u8>) {
        to.extend_from_slice(&self.to_le_bytes());
    }

    fn read(from: &mut Reader<'_>) -> Option<u32> {
        let (bytes, rest) = from.0.split_first_chunk()?;
        from.0 = rest;
        Some(u32::from_le_bytes(*bytes))
    }
}

impl Word for Id {
    fn put(self, to: &mut Vec<u8>) {
        Id::put(self, to);
    }

    fn read(from: &mut Reader<'_>) -> Option<Id> {
        Id::read(from)
    }
}

impl Word for (u32, i32) {
    fn put(self, to: &mut Vec<u8>) {
        (self.0).put(to);
        (self.1 as u32).put(to);
    }

    fn read(from: &mut Reader<'_>) -> Option<(u32, i32)> {
        Some((u32::read(from)?, u32::read(from)? as i32))
    }
}

impl Word for (i32, u32) {
    fn put(self, to: &mut Vec<u8>) {
        (self.1, self.0).put(to);
    }

    fn read(from: &mut Reader<'_>) -> Option<(i32, u32)> {
        <(u32, i32)>::read(from).map(|(b, a)| (a, b))
    }
}

fn put_list<W: Word>(list: &[W], to: &mut Vec<u8>) {
    put(list.len() as u128, to);
    list.iter().for_each(|word| word.put(to));
}

fn read_list<W: Word>(from: &mut Reader<'_>) -> Option<Vec<W>> {
    (0..from.count()?).map(|_| W::read(from)).collect()
}

impl Ends {
    fn put(&self, to: &mut Vec<u8>) {
        put_list(&self.here, to);
        put_list(&self.next, to);
        put_list(&self.one_move, to);
    }

    fn read(from: &mut Reader<'_>, n: usize) -> Option<Ends> {
        let (here, next) = (read_list::<(u32, i32)>(from)?, read_list::<(u32, i32)>(from)?);
        let one_move = read_list::<u32>(from)?;
        let ends = here.iter().chain(&next).map(|(i, _)| i);
        let fits = ends.chain(&one_move).all(|i| (*i as usize) < n);
        fits.then_some(Ends { here, next, one_move })
    }
}

impl<G: Game, K: Keep<G>> State<G> for Seek<'_, G, K> {
    const IS_WAVE: bool = false;

    fn division(&self) -> Division {
        self.division
    }

    fn common(&self) -> Vec<u8> {
        let mut bytes = vec![u8::from(self.scored)];
        let mut worths: Vec<u32> = self.worths.iter().map(|worth| *worth as u32).collect();
        worths.sort_unstable();
        put_list(&worths, &mut bytes);
        bytes
    }

    fn shard(&self, game: &G, place: usize) -> Option<Vec<u8>> {
        let Sought { names, n_moves, leads_to, from, ends } = &self.shards[place];
        let mut bytes = Vec::new();
        put(names.names.len() as u128, &mut bytes);
        let is_written = names.names.iter().all(|name| self.keep.put(game, name, &mut bytes));
        put_list(n_moves, &mut bytes);
        put_list(leads_to, &mut bytes);
        put_list(from, &mut bytes);
        ends.put(&mut bytes);
        is_written.then_some(bytes)
    }
}

impl<G: Game, K: Keep<G>> Seek<'_, G, K> {
    fn read_common(&mut self, from: &mut Reader<'_>) -> Option<()> {
        self.scored |= from.number()? == 1;
        self.worths.extend(read_list::<u32>(from)?.into_iter().map(|worth| worth as i32));
        Some(())
    }

    fn read_shard(&mut self, game: &G, place: usize, from: &mut Reader<'_>) -> Option<()> {
        let mut sought = Sought::new();
        let n = from.count()?;
        for i in 0..n {
            let name = self.keep.read(game, from)?;
            // Names that come twice would have been written by somebody else.
            if sought.names.number(name) as usize != i {
                return None;
            }
        }
        sought.n_moves = read_list(from)?;
        sought.leads_to = read_list(from)?;
        sought.from = read_list(from)?;
        sought.ends = Ends::read(from, n)?;
        let fits = sought.n_moves.len() <= n && sought.leads_to.len() == sought.from.len();
        if !fits || sought.leads_to.iter().any(|i| *i as usize >= n) {
            return None;
        }
        self.n_names += n as u64;
        self.n_left += sought.n_left() as u64;
        self.n_moves += sought.leads_to.len() as u64;
        self.shards[place] = sought;
        Some(())
    }
}

impl<G: Game> State<G> for Wave {
    const IS_WAVE: bool = true;

    fn division(&self) -> Division {
        self.division
    }

    fn common(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let Census { scored, positions, ids } = &self.known;
        put(u128::from(*scored), &mut bytes);
        put(u128::from(*positions), &mut bytes);
        put_list(ids, &mut bytes);
        (self.turns, self.worth).put(&mut bytes);
        put_list(&self.now, &mut bytes);
        put_list(&self.next, &mut bytes);
        bytes
    }

    fn shard(&self, _: &G, place: usize) -> Option<Vec<u8>> {
        let Valued { starts, from, left, values, ends } = &self.shards[place];
        let mut bytes = Vec::new();
        put_list(starts, &mut bytes);
        put_list(from, &mut bytes);
        put_list(left, &mut bytes);
        put_list(values, &mut bytes);
        ends.put(&mut bytes);
        Some(bytes)
    }
}

impl Wave {
    fn read_common(&mut self, from: &mut Reader<'_>) -> Option<()> {
        let (scored, positions) = (from.number()? == 1, from.small()?);
        self.known = Census { scored, positions, ids: read_list(from)? };
        (self.turns, self.worth) = <(u32, i32)>::read(from)?;
        let Division { rank, size, n_shards } = self.division;
        let is_mine =
            |id: &Id| id.shard() as usize % size == rank && (id.shard() as usize) < n_shards;
        self.now.extend(read_list(from)?.into_iter().filter(is_mine));
        self.next.extend(read_list(from)?.into_iter().filter(is_mine));
        Some(())
    }

    fn read_shard(&mut self, place: usize, from: &mut Reader<'_>) -> Option<()> {
        let (starts, moves, left) = (read_list::<u32>(from)?, read_list(from)?, read_list(from)?);
        let values: Vec<(i32, u32)> = read_list(from)?;
        let n = values.len();
        let ends = Ends::read(from, n)?;
        let is_sound = starts.len() == n + 1 && left.len() == n && starts.is_sorted();
        if !is_sound || starts.last().copied()? as usize != moves.len() {
            return None;
        }
        self.shards[place] = Valued { starts, from: moves, left, values, ends };
        Some(())
    }
}
