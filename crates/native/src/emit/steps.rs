//! What is done between the ends of blocks, one instruction at a time: fingers
//! move, directions turn, sets and numbers are made. A step that cannot be done
//! ends the path.

use super::sym::{Finger, Frame, Heading, Val, Word};
use super::{Emit, IntCC};
use cranelift_codegen::ir::Block;
use game::Direction;
use ir::{Inst, Value};
use std::rc::Rc;

impl<'p> Emit<'_, 'p> {
    /// Makes the code of a step; whether the path can go on.
    pub(crate) fn inst(&mut self, fr: &mut Frame<'p>, inst: &'p Inst, fail: Block) -> bool {
        match inst {
            Inst::Other { dst, v } => {
                let other = fr.player(*v).other();
                fr.set(*dst, Val::Player(other));
            }
            Inst::NoField { dst } => fr.set(*dst, Val::Field(Finger::Nowhere)),
            Inst::NoDirection { dst } => fr.set(*dst, Val::Direction(Heading::Unset)),
            Inst::Direction { dst, direction } => {
                fr.set(*dst, Val::Direction(Heading::Fixed(*direction)));
            }
            Inst::Set { dst, .. } if fr.plan.later[dst.index()] => {}
            Inst::Set { dst, expr } => {
                let set = self.set(fr, expr);
                fr.set(*dst, Val::Set(set));
            }
            Inst::Number { dst, expr } => {
                let number = self.number(fr, expr);
                fr.set(*dst, Val::Number(number));
            }
            Inst::Guard { cond, .. } => {
                let word = self.cond(fr, cond);
                if !self.require(word, fail) {
                    return false;
                }
                self.learn_cond(fr, cond, true);
            }
            Inst::Step { dst, f, d } => return self.step(fr, *dst, *f, *d, false, fail),
            Inst::Back { dst, f, d } => return self.step(fr, *dst, *f, *d, true, fail),
            Inst::Rotate { dst, d, degrees } => return self.rotate(fr, *dst, *d, *degrees, fail),
            Inst::Write { dst, s, write } => {
                let state = fr.state(*s).clone();
                let early = self.leaves_early;
                self.leaves_early = early && self.unit.shared.event_stays(fr.id, *dst);
                let written = self.write(fr, &state, write, fail);
                self.leaves_early = early;
                let Some(state) = written else { return false };
                fr.set(*dst, Val::State(Rc::new(state)));
            }
        }
        true
    }

    /// The field that a finger points at; nothing if the path ends.
    pub(crate) fn at(&mut self, finger: Finger, fail: Block) -> Option<Word> {
        match finger {
            Finger::Nowhere => {
                self.fail(fail);
                None
            }
            Finger::At(field) => Some(field),
            Finger::Maybe(field) => {
                let there = self.compare(IntCC::SignedGreaterThanOrEqual, field, Word::ZERO);
                self.require(there, fail).then_some(field)
            }
        }
    }

    fn step(
        &mut self,
        fr: &mut Frame<'p>,
        dst: Value,
        f: Value,
        d: Value,
        back: bool,
        fail: Block,
    ) -> bool {
        let Some(from) = self.at(fr.field(f), fail) else { return false };
        let to = match fr.way(d) {
            Heading::Unset => {
                self.fail(fail);
                return false;
            }
            Heading::Fixed(direction) => {
                let (to, ok) = self.next_field(from, direction, back);
                let ok = if back && self.is_known_step(from, direction) { Word::ONE } else { ok };
                if !self.require(ok, fail) {
                    return false;
                }
                if self.lines(direction, back).is_some() {
                    self.different.push((from, to));
                }
                if back {
                    self.learn_origin(fr, from, to, direction);
                }
                to
            }
            Heading::Maybe(direction) => {
                let there = self.compare(IntCC::SignedGreaterThanOrEqual, direction, Word::ZERO);
                if !self.require(there, fail) {
                    return false;
                }
                let to = self.next_in(from, direction, back);
                let ok = self.compare(IntCC::SignedGreaterThanOrEqual, to, Word::ZERO);
                if !self.require(ok, fail) {
                    return false;
                }
                to
            }
        };
        fr.set(dst, Val::Field(Finger::At(to)));
        true
    }

    /// Whether a field was found by a step in this direction, so that there is one back.
    fn is_known_step(&self, field: Word, direction: Direction) -> bool {
        self.came_by.iter().any(|(to, way, _)| *to == field && way.last() == Some(&direction))
    }

    /// A field found by a step from a set has its origin in that set, if only
    /// one field leads there.
    fn learn_origin(&mut self, fr: &Frame<'p>, to: Word, from: Word, direction: Direction) {
        let board = &self.program.facts.board;
        let n = board.n_fields();
        let mut ends: Vec<_> =
            (0..n).filter_map(|i| board.step(game::Field(i as u16), direction)).collect();
        let total = ends.len();
        ends.sort_unstable();
        ends.dedup();
        if ends.len() < total {
            return;
        }
        let found: Vec<_> = self
            .came_by
            .iter()
            .filter(|(field, way, _)| *field == to && way.last() == Some(&direction))
            .cloned()
            .collect();
        for (_, mut way, set) in found {
            way.pop();
            if way.is_empty() {
                self.learn(fr, set, from, true);
            } else {
                self.came_by.push((from, way, set));
            }
        }
    }

    fn rotate(
        &mut self,
        fr: &mut Frame<'p>,
        dst: Value,
        d: Value,
        degrees: i32,
        fail: Block,
    ) -> bool {
        let board = &self.program.facts.board;
        let way = match fr.way(d) {
            Heading::Unset => {
                self.fail(fail);
                return false;
            }
            Heading::Fixed(direction) => Heading::Fixed(board.rotate(direction, degrees)),
            Heading::Maybe(direction) => {
                let there = self.compare(IntCC::SignedGreaterThanOrEqual, direction, Word::ZERO);
                if !self.require(there, fail) {
                    return false;
                }
                let turned: Vec<u64> = (0..board.directions.len())
                    .map(|d| board.rotate(Direction(d as u16), degrees).index() as u64)
                    .collect();
                Heading::Maybe(self.table(&turned, 1, direction, 0))
            }
        };
        fr.set(dst, Val::Direction(way));
        true
    }
}
