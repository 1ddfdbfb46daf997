//! Areas that games in registers carry from turn to turn: what hangs together with some fields by
//! way of pieces of one sort, as the stones of hex that are joined to an edge. Such an area is not
//! made again for each turn. If pieces of the sort only came since it was known, a new piece
//! changes it only if it is on one of the fields with which the area begins, or if a step leads
//! from it into the area; and then only what the new piece joins to it is looked for.
//!
//! Conditions:
//!
//! 1. The area is the least set X with X = T ∩ (K ∪ back(X)): T are the fields with a piece of the
//!    sort, K is constant, and back(X) are the fields from which a way leads into X.
//! 2. Since the board on which it is known, each write either surely brings a piece of the sort
//!    onto a field, or is on a field that held none and brings none.
//! 3. There are no stacks, where a piece that goes away shows another.
//!
//! If a turn may have changed the board in another way, the area is made from nothing. That is
//! right, but slower than to carry nothing, so that such code is given up for code that carries
//! no area.

use super::geometry::{Pairs, pairs, shared};
use crate::emit::Emit;
use crate::emit::known::Origin;
use crate::emit::sym::{Frame, State, Version, Word};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use ir::{Inst, SetExpr};
use std::rc::Rc;

/// After how many new pieces an area is made again.
const MOST_NEW: usize = 3;

/// How many areas are carried at most.
const MOST: usize = 4;

/// An area that is carried.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Carry {
    /// The fields with which it begins, if there is a piece.
    start: Vec<u64>,
    /// From which field to which a way leads, the other way round.
    back: Pairs,
    /// The pieces, as a mask.
    such: u64,
}

/// What is known of areas while code is made.
#[derive(Debug, Default)]
pub(crate) struct Carries {
    /// Those that are carried.
    all: Vec<Carry>,
    /// Whether those are looked for that can be.
    looks: bool,
    /// The areas of versions of the board, on the path being made.
    pub(in crate::emit) known: Vec<(Version, usize, Rc<[Word]>)>,
}

impl<'p> Emit<'_, 'p> {
    /// Whether the program has areas that might be carried.
    pub(crate) fn may_carry(&self) -> bool {
        let funcs = self.program.funcs.iter().flat_map(|func| &func.blocks);
        let mut sets = funcs.flat_map(|block| &block.insts).filter_map(|inst| match inst {
            Inst::Set { expr, .. } => Some(expr),
            _ => None,
        });
        self.unit.carries
            && self.program.facts.stacks.is_none()
            && sets.any(|set| matches!(set, SetExpr::Spread { back: true, .. }))
    }

    /// Notes what can be carried of the code that is made, which is not run.
    pub(crate) fn look_for_areas(&mut self, make: impl FnOnce(&mut Self)) {
        self.carries.looks = true;
        make(self);
        self.carries.looks = false;
        self.carries.known.clear();
    }

    /// How many words are carried.
    pub(crate) fn n_carried(&self) -> usize {
        self.carries.all.len() * self.layout.words
    }

    /// The areas of a turn that begins, from their words.
    pub(crate) fn begin_with_areas(&mut self, version: Version, values: &[Value]) {
        for (place, words) in values.chunks(self.layout.words).enumerate() {
            let words: Vec<Word> = words.iter().map(|&value| Word::V(value)).collect();
            self.carries.known.push((version, place, shared(words)));
        }
    }

    /// The areas of the position with which a game begins.
    pub(crate) fn first_areas(&mut self, state: &State) -> Vec<Word> {
        let places = 0..self.carries.all.len();
        places.flat_map(|place| self.whole_area(state, place)).collect()
    }

    /// The areas of a position to which a turn leads.
    pub(crate) fn areas_after(&mut self, state: &State) -> Vec<Word> {
        let places = 0..self.carries.all.len();
        places.flat_map(|place| self.area_of(state, place).to_vec()).collect()
    }

    /// [`SetExpr::Spread`]: what of it lies in the fields that it goes through, if that is
    /// carried.
    pub(super) fn carried(&mut self, fr: &Frame<'p>, spread: &'p SetExpr) -> Option<Rc<[Word]>> {
        let SetExpr::Spread { from, ways, through, back: true } = spread else { return None };
        if self.carries.all.is_empty() && !self.carries.looks {
            return None;
        }
        let Some(SetExpr::Pieces { s, v, whose, kinds }) = fr.expr(*through) else { return None };
        let such = self.such(*whose, fr.player(*v), kinds.as_deref());
        let start: Option<Vec<u64>> = fr.words(*from).iter().map(|it| it.constant()).collect();
        let carry = Carry { start: start?, back: pairs(self.board(), ways, true), such };
        let state = fr.state(*s).clone();
        let place = self.carries.all.iter().position(|it| *it == carry);
        if self.carries.looks {
            if place.is_none() && self.carries.all.len() < MOST {
                self.carries.all.push(carry);
            }
            return None;
        }
        Some(self.area_of(&state, place?))
    }

    /// An area of a position.
    fn area_of(&mut self, state: &State, place: usize) -> Rc<[Word]> {
        let area = match self.since_known(state.version, place) {
            Some((known, fields)) if fields.is_empty() => return known,
            Some((known, fields)) => {
                let there = self.fields_of(state, self.carries.all[place].such);
                fields.iter().fold(known.to_vec(), |area, &field| {
                    self.with_piece(&area, field, &there, place)
                })
            }
            None => {
                self.unit.lost_areas = true;
                self.whole_area(state, place)
            }
        };
        let area = shared(area);
        self.carries.known.push((state.version, place, area.clone()));
        area
    }

    /// An area that was known, and the fields that surely got a piece of its sort since then, if
    /// nothing else happened that it depends on.
    fn since_known(&self, version: Version, place: usize) -> Option<(Rc<[Word]>, Vec<Word>)> {
        let such = self.carries.all[place].such;
        let (mut version, mut fields) = (version, Vec::new());
        loop {
            let known = self.carries.known.iter().rev();
            let mut known = known.filter(|(at, of, _)| (*at, *of) == (version, place));
            if let Some((_, _, area)) = known.next() {
                return Some((area.clone(), fields));
            }
            let Origin::Write(write) = self.origins[version.0 as usize] else { return None };
            let field = write.field?;
            if write.contents & !such == 0 {
                fields.push(field);
            } else if write.contents & such != 0 || self.holds(write.from, field) & such != 0 {
                return None;
            }
            if fields.len() > MOST_NEW {
                return None;
            }
            version = write.from;
        }
    }

    /// An area after a piece came onto a field.
    fn with_piece(
        &mut self,
        area: &[Word],
        field: Word,
        there: &[Word],
        place: usize,
    ) -> Vec<Word> {
        let Carry { start, back, .. } = self.carries.all[place].clone();
        // The fields into which a step leads from each field.
        let ahead: Vec<(usize, usize)> = back.iter().map(|&(to, from)| (from, to)).collect();
        let rows = self.rows(&ahead);
        let (ahead, bits) = (self.row(&rows, field), self.bits(field));
        let mut touched = Word::ZERO;
        for (i, &begins) in start.iter().enumerate() {
            let joined = self.and(ahead[i], area[i]);
            let begins = self.and(bits[i], Word::C(begins));
            let either = self.or(joined, begins);
            touched = self.or(touched, either);
        }
        let (grows, on) = (self.b.create_block(), self.b.create_block());
        let touched = self.value(touched);
        let same = self.block_args(area);
        self.b.ins().brif(touched, grows, &[], on, &same);
        self.b.switch_to_block(grows);
        let open = self.minus_all(there, area);
        let joined = self.grow(&bits, &back, &open);
        let more = self.or_all(area, &joined);
        let more = self.block_args(&more);
        self.b.ins().jump(on, &more);
        let words = area.iter().map(|_| Word::V(self.b.append_block_param(on, I64))).collect();
        self.b.switch_to_block(on);
        words
    }

    /// An area as it is made from nothing.
    fn whole_area(&mut self, state: &State, place: usize) -> Vec<Word> {
        let Carry { start, back, such } = self.carries.all[place].clone();
        let there = self.fields_of(state, such);
        let start: Vec<Word> = start.into_iter().map(Word::C).collect();
        let start = self.and_all(&start, &there);
        self.grow(&start, &back, &there)
    }
}
