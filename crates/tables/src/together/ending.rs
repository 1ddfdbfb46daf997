//! What a table that all ranks have built comes to: statistics of all parts together, and a file
//! of the blocks that each rank has compressed.

use super::division::Division;
use super::{Together, strange};
use crate::class::Classes;
use crate::file::{LENGTH, Packed, assemble, pack, put_statistics, read_statistics, width};
use crate::scheme::Scheme;
use crate::statistics::{SliceStatistics, Statistics};
use crate::value::Value;
use crate::zugzwang::{Passing, size};
use game::Player;
use game::bytes::{Reader, put, put_bytes};
use ranks::{Exchange, Greatest, Least, Lost, Sum, Team, Work};

/// This many positions are looked at between two looks for messages.
const BETWEEN_LOOKS: usize = 256;

/// The statistics of a table at all ranks, and its file at the first.
pub(super) fn end(
    team: &mut Team<'_>,
    scheme: &Scheme,
    classes: &Classes,
    division: &Division,
    codes: &[u16],
) -> Result<Together, Lost> {
    let part = Part { scheme, classes, division, codes };
    let slices = part.all_slices(team)?;
    let (zugzwangs, zugzwang) = part.zugzwangs(team)?;
    let statistics = Statistics { slices, zugzwangs, zugzwang };
    let width = team.all_reduce(&[width(codes.iter().copied()) as u64], Greatest)?[0] as usize;
    let blocks = part.blocks(team, width)?;
    let file = match team.is_first() {
        true => assemble(scheme, classes, &statistics, width, blocks),
        false => Vec::new(),
    };
    Ok((statistics, file))
}

/// What one rank has.
struct Part<'p> {
    scheme: &'p Scheme,
    classes: &'p Classes,
    division: &'p Division,
    codes: &'p [u16],
}

impl Part<'_> {
    /// The value of a number that this rank has.
    fn value(&self, number: u64) -> Option<Value> {
        let code = self.codes.get(number.checked_sub(self.division.own.start)? as usize)?;
        let value = Value::of(*code);
        Some(if self.scheme.points.is_some() { value.scored() } else { value })
    }

    /// The numbers of a slice that this rank has.
    fn numbers(&self, slice: usize) -> std::ops::Range<u64> {
        let (all, own) = (self.classes.numbers(slice), &self.division.own);
        let start = all.start.max(own.start);
        start..all.end.min(own.end).max(start)
    }

    /// The statistics of all slices, of all ranks together.
    fn all_slices(&self, team: &mut Team<'_>) -> Result<Vec<SliceStatistics>, Lost> {
        let slices = (0..self.classes.slices.len()).map(|slice| {
            let mut statistics = SliceStatistics::default();
            self.numbers(slice).for_each(|number| statistics.add(number, self.value(number)));
            statistics
        });
        let (mut bytes, slices) = (Vec::new(), slices.collect());
        put_statistics(&Statistics { slices, ..Statistics::default() }, &mut bytes);
        let mut all = vec![SliceStatistics::default(); self.classes.slices.len()];
        for (rank, bytes) in team.all_gather(&bytes)?.into_iter().enumerate() {
            let read = read_statistics(&mut Reader(&bytes));
            let read = read.filter(|read| read.slices.len() == all.len());
            let read = read.ok_or_else(|| strange(rank))?;
            // Numbers ascend with ranks, so that the first of several is kept.
            all.iter_mut().zip(&read.slices).for_each(|(all, slice)| *all = all.with(slice));
        }
        Ok(all)
    }

    /// How many pairs of positions are mutual zugzwangs, and the number of the first: whoever has
    /// the one with the other player to move counts.
    fn zugzwangs(&self, team: &mut Team<'_>) -> Result<(u64, Option<u64>), Lost> {
        let slices = self.classes.slices.iter().enumerate();
        let first = slices.filter(|(_, slice)| slice.player == Player::First);
        let pairs = first.flat_map(|(slice, _)| {
            let mut passing = Passing::new(self.scheme, self.classes, slice);
            let start = self.classes.start(slice);
            self.numbers(slice).filter_map(move |number| {
                // A player who has won would not rather pass.
                let value = self.value(number)?;
                let may = matches!(value, Value::Draw | Value::Loss(_) | Value::Score(_));
                let own = size(value).filter(|_| may)?;
                Some(Passed { other: passing.number(number - start)?, number, own })
            })
        });
        let mut counted = Counted { part: self, pairs, is_done: false, n: 0, first: u64::MAX };
        Exchange::new(team).run(&mut counted)?;
        let (n, first) = (counted.n, counted.first);
        let n = team.all_reduce(&[n], Sum)?[0];
        let first = team.all_reduce(&[first], Least)?[0];
        Ok((n, (first < u64::MAX).then_some(first)))
    }

    /// All blocks at the first rank.
    fn blocks(&self, team: &mut Team<'_>, width: usize) -> Result<Vec<Packed>, Lost> {
        let n_blocks = self.classes.size.div_ceil(LENGTH) as usize;
        let mut blocks = Blocks {
            next: self.division.own.start / LENGTH,
            own: self.codes.chunks(LENGTH as usize),
            width,
            all: vec![Packed::default(); n_blocks],
        };
        Exchange::new(team).run(&mut blocks)?;
        Ok(blocks.all)
    }
}

/// A position of this rank that might be half of a mutual zugzwang.
struct Passed {
    /// The number of the position with the other player to move.
    other: u64,
    number: u64,
    /// What it is worth to the player to move.
    own: i32,
}

/// Zugzwangs that one rank counts.
struct Counted<'p, I: Iterator<Item = Passed>> {
    part: &'p Part<'p>,
    /// The positions of this rank that are left.
    pairs: I,
    is_done: bool,
    n: u64,
    first: u64,
}

impl<I: Iterator<Item = Passed>> Counted<'_, I> {
    /// Counts the position of a number, and the one of this rank with the other player to move.
    fn add(&mut self, Passed { other, number, own }: Passed) {
        let Some(Some(opposite)) = self.part.value(other).map(size) else { return };
        // Where both sides have the same men, a pair would be met twice.
        let slice = |number: u64| self.part.classes.place(number).0;
        let is_twice = slice(other) == slice(number) && other < number;
        if own < -opposite && !is_twice {
            self.n += 1;
            self.first = self.first.min(number);
        }
    }
}

impl<I: Iterator<Item = Passed>> Work for Counted<'_, I> {
    fn is_idle(&self) -> bool {
        self.is_done
    }

    fn work(&mut self, exchange: &mut Exchange<'_, '_>) -> Result<(), Lost> {
        for _ in 0..BETWEEN_LOOKS {
            let Some(passed) = self.pairs.next() else {
                self.is_done = true;
                break;
            };
            match self.part.division.owner(passed.other) {
                owner if owner == self.part.division.rank => self.add(passed),
                owner => exchange.give(owner, |bytes| {
                    put(u128::from(passed.other), bytes);
                    put(u128::from(passed.number), bytes);
                    put(u128::from(passed.own as u32), bytes);
                })?,
            }
        }
        Ok(())
    }

    fn hear(&mut self, from: usize, bytes: &[u8], _: &mut Exchange<'_, '_>) -> Result<(), Lost> {
        let mut reader = Reader(bytes);
        while let Some(other) = reader.small::<u64>() {
            let number = reader.small().ok_or_else(|| strange(from))?;
            let own = reader.small::<u32>().ok_or_else(|| strange(from))? as i32;
            self.add(Passed { other, number, own });
        }
        Ok(())
    }
}

/// Blocks on their way to the first rank.
struct Blocks<'c> {
    /// The number of the next block of this rank.
    next: u64,
    own: std::slice::Chunks<'c, u16>,
    width: usize,
    /// At the first rank: the blocks that are there.
    all: Vec<Packed>,
}

impl Work for Blocks<'_> {
    fn is_idle(&self) -> bool {
        self.own.len() == 0
    }

    fn work(&mut self, exchange: &mut Exchange<'_, '_>) -> Result<(), Lost> {
        let Some(codes) = self.own.next() else { return Ok(()) };
        let (block, packed) = (self.next, pack(codes.iter().copied(), self.width));
        self.next += 1;
        match exchange.rank() {
            0 => {
                self.all[block as usize] = packed;
                Ok(())
            }
            _ => exchange.give(0, |bytes| {
                put(u128::from(block), bytes);
                put(u128::from(packed.1), bytes);
                put_bytes(&packed.0, bytes);
            }),
        }
    }

    fn hear(&mut self, from: usize, bytes: &[u8], _: &mut Exchange<'_, '_>) -> Result<(), Lost> {
        let mut reader = Reader(bytes);
        while let Some(block) = reader.small::<u64>() {
            let sum = reader.small().ok_or_else(|| strange(from))?;
            let bytes = reader.bytes().ok_or_else(|| strange(from))?;
            let place = self.all.get_mut(block as usize).ok_or_else(|| strange(from))?;
            *place = (bytes.to_vec(), sum);
        }
        Ok(())
    }
}
