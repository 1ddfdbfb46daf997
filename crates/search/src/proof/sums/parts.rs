//! Parts of positions that have nothing to do with each other, by what they are and not by
//! where they are: two parts with the same contents and the same moves are one game, wherever
//! on the board and in whichever position.
//!
//! A part is written down in as many orders of its fields as the rules have symmetries, and for
//! both players; the least text is its name. So the mirror image of a part is the same game,
//! and a part in which the players have changed places is its negative.

use super::Local;
use super::bounds::{most_alone, safe};
use super::number::Number;
use super::part::{Part, Template, now, split, written};
use crate::proof::Unproved;
use crate::proof::ground::Counting;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A game that stands alone; its negative has the number below 0.
pub(super) type Name = i32;

/// What is known of a part.
struct PartFacts {
    part: Part,
    /// Whether it is its own negative.
    is_even: bool,
    /// What it becomes by the moves of each player, once somebody has asked.
    options: [Option<Rc<[Vec<Name>]>>; 2],
    /// How many moves each player has in it now.
    mobility: [i32; 2],
    /// How many moves it is worth at most to each player.
    most: [i64; 2],
    /// Its number, if it is known to be one; nothing before somebody has asked.
    number: Option<Option<Number>>,
}

/// All parts that were met.
pub(super) struct Parts<'l> {
    local: &'l Local,
    names: FxHashMap<Vec<u8>, usize>,
    known: Vec<PartFacts>,
    /// The bytes that all of this takes, as a guess.
    bytes: usize,
    most_bytes: usize,
}

/// The bytes of a part and of each of its moves, as a guess.
const PART_BYTES: usize = 400;
const MOVE_BYTES: usize = 120;

impl<'l> Parts<'l> {
    pub(super) fn new(local: &'l Local, most_bytes: usize) -> Parts<'l> {
        // Names begin at 1, because 0 has no negative.
        Parts { local, names: FxHashMap::default(), known: Vec::new(), bytes: 0, most_bytes }
    }

    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    /// The parts of a whole board.
    pub(super) fn of_board(
        &mut self,
        work: &mut dyn Counting,
        holds: &[u8],
    ) -> Result<Vec<Name>, Unproved> {
        let fields: Vec<u8> = (0..holds.len() as u8).collect();
        let local = self.local;
        self.split(work, &fields, holds, &local.moves)
    }

    /// The parts of a part, of which these moves may come about.
    fn split(
        &mut self,
        work: &mut dyn Counting,
        fields: &[u8],
        holds: &[u8],
        moves: &[Vec<Template>; 2],
    ) -> Result<Vec<Name>, Unproved> {
        let mut names: Vec<Name> = Vec::new();
        for part in split(fields, holds, moves) {
            names.push(self.name(work, part)?);
        }
        self.cancel(&mut names);
        Ok(names)
    }

    /// Sorts parts, and takes out those that are each other's negatives: whatever one player
    /// does in one of them the other one does in the other.
    pub(super) fn cancel(&self, names: &mut Vec<Name>) {
        names.sort_unstable_by_key(|name| (name.abs(), *name));
        let mut kept: Vec<Name> = Vec::with_capacity(names.len());
        for &name in names.iter() {
            match kept.last() {
                Some(&last) if last == self.negative(name) => drop(kept.pop()),
                _ => kept.push(name),
            }
        }
        *names = kept;
    }

    pub(super) fn negative(&self, name: Name) -> Name {
        if self.of(name).is_even { name } else { -name }
    }

    fn of(&self, name: Name) -> &PartFacts {
        &self.known[name.unsigned_abs() as usize - 1]
    }

    /// The name of a part, new or not. This is where the time goes, so it counts as a node.
    fn name(&mut self, work: &mut dyn Counting, part: Part) -> Result<Name, Unproved> {
        work.count()?;
        let orders = self.local.symmetries.iter().map(|to| {
            let mut order: Vec<usize> = (0..part.fields.len()).collect();
            order.sort_unstable_by_key(|&i| to[usize::from(part.fields[i])]);
            order
        });
        let orders: Vec<Vec<usize>> = orders.collect();
        let text =
            |sides: [usize; 2]| orders.iter().map(|order| written(&part, order, sides)).min();
        let (own, swapped) = (text([0, 1]).unwrap_or_default(), text([1, 0]).unwrap_or_default());
        let is_even = own == swapped;
        let is_negative = swapped < own;
        let (key, part) = match is_negative {
            true => {
                let [first, second] = part.moves;
                (swapped, Part { moves: [second, first], ..part })
            }
            false => (own, part),
        };
        let next = self.known.len();
        let bytes = PART_BYTES + key.len() + MOVE_BYTES * part.moves.iter().flatten().count();
        let number = *self.names.entry(key).or_insert(next);
        if number == next {
            self.bytes += bytes;
            if self.bytes > self.most_bytes {
                return Err(Unproved::Memory);
            }
            let mobility = [0, 1].map(|side| now(&part, side).count() as i32);
            // Whoever has moves that nobody can take away answers with them.
            let most = [0, 1].map(|side| most_alone(&part, side) - safe(&part, 1 - side));
            let options = [None, None];
            self.known.push(PartFacts { part, is_even, options, mobility, most, number: None });
        }
        let name = number as Name + 1;
        Ok(if is_negative { -name } else { name })
    }

    /// What a part becomes by the moves of the first player.
    pub(super) fn options(
        &mut self,
        work: &mut dyn Counting,
        name: Name,
    ) -> Result<Rc<[Vec<Name>]>, Unproved> {
        let (i, side) = (name.unsigned_abs() as usize - 1, usize::from(name < 0));
        if let Some(options) = &self.known[i].options[side] {
            return Ok(options.clone());
        }
        let part = self.known[i].part.clone();
        let mut options: Vec<Vec<Name>> = Vec::new();
        for template in now(&part, side) {
            let mut holds = part.holds.clone();
            template.writes.iter().for_each(|(field, to)| holds[usize::from(*field)] = *to);
            let mut names = self.split(work, &part.fields, &holds, &part.moves)?;
            if name < 0 {
                names = self.negated(&names);
            }
            options.push(names);
        }
        options.sort();
        options.dedup();
        let options: Rc<[Vec<Name>]> = options.into();
        self.known[i].options[side] = Some(options.clone());
        Ok(options)
    }

    /// The same for the other player.
    pub(super) fn negated(&self, names: &[Name]) -> Vec<Name> {
        let mut negated: Vec<Name> = names.iter().map(|name| self.negative(*name)).collect();
        negated.sort_unstable_by_key(|name| (name.abs(), *name));
        negated
    }

    /// How many moves the first player has there, less those of the second.
    pub(super) fn lead(&self, name: Name) -> i32 {
        let [first, second] = self.of(name).mobility;
        if name < 0 { second - first } else { first - second }
    }

    /// A part is worth no more to the first player than this many moves.
    pub(super) fn most(&self, name: Name) -> i64 {
        self.of(name).most[usize::from(name < 0)]
    }

    /// The number that a part is, if it is one as far as can be seen: all its moves lead to
    /// numbers, and those of the first player to smaller ones than those of the second.
    pub(super) fn number(
        &mut self,
        work: &mut dyn Counting,
        name: Name,
    ) -> Result<Option<Number>, Unproved> {
        let i = name.unsigned_abs() as usize - 1;
        let number = match self.known[i].number {
            Some(known) => known,
            None if self.known[i].part.fields.len() > self.local.most_numbered => None,
            None => {
                let found = self.find_number(work, name.abs())?;
                self.known[i].number = Some(found);
                found
            }
        };
        Ok(if name < 0 { number.map(|number| -number) } else { number })
    }

    fn find_number(
        &mut self,
        work: &mut dyn Counting,
        name: Name,
    ) -> Result<Option<Number>, Unproved> {
        let Some(low) = self.best(work, name)? else { return Ok(None) };
        let Some(high) = self.best(work, -name)? else { return Ok(None) };
        Ok(Number::between(low, high.map(|high| -high)))
    }

    /// The greatest number that the first player can move to, if all are numbers; nothing
    /// inside if there is no move.
    fn best(
        &mut self,
        work: &mut dyn Counting,
        name: Name,
    ) -> Result<Option<Option<Number>>, Unproved> {
        let mut best = None;
        for option in self.options(work, name)?.iter() {
            let mut sum = Number::default();
            for &part in option {
                let Some(number) = self.number(work, part)? else { return Ok(None) };
                sum = sum + number;
            }
            best = best.max(Some(sum));
        }
        Ok(Some(best))
    }
}
