//! A turn as all drivers run it: each move is handed on, and afterwards it is known
//! whether the position is over, has moves, or neither, which is an error of the rules.

use super::Flag;
use crate::emit::sym::{Conf, State, Word};
use crate::emit::{Cont, Emit, IntCC, trusted};
use crate::runtime::{Ctx, FUEL, Problem};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, Inst, InstBuilder};
use game::Player;

/// What is counted while the results of a turn come in.
pub(crate) struct Tally {
    /// Whether there is a move.
    pub(crate) any: Flag,
    pub(crate) over_flag: Flag,
    pub(crate) over_value: Flag,
}

impl<'a, 'p> Emit<'a, 'p> {
    pub(crate) fn tally(&mut self) -> Tally {
        Tally { any: self.flag(), over_flag: self.flag(), over_value: self.flag() }
    }

    /// Runs a turn; `made` gets each move. Afterwards it is known whether the
    /// position is over, has moves, or neither, which is an error.
    pub(crate) fn turn(
        &mut self,
        v: Player,
        at: &Conf,
        tally: &Tally,
        made: &mut dyn FnMut(&mut Self, &State, Block),
    ) {
        let main = self.program.entries.main;
        let done = self.b.create_block();
        let base = at.s.clone();
        self.base = Some(base.clone());
        let refuel = self.refuel();
        let burned = std::mem::take(&mut self.burns);
        let mut result = |e: &mut Self, conf: Conf, fail: Block| {
            let mut over = |e: &mut Self, flag: Word, value: Word| {
                e.not_quiet();
                e.survey_end();
                e.over(tally, flag, value);
            };
            if !e.is_move(&base, &conf.s, fail, &mut over) {
                return;
            }
            if e.is_trial() {
                e.try_result(&base, &conf.s);
                return e.fail(fail);
            }
            if let Some(probe) = &mut e.probe {
                probe.results += 1;
                probe.sound &= conf.s.overwrites.is_none_or(|field| field == probe.field);
                probe.overwrites |= conf.s.overwrites.is_some();
                e.problem(Problem::Rules);
                return;
            }
            e.survey_move();
            e.check_numbers(&conf.s);
            made(e, &conf.s, fail);
        };
        self.run(main, v, at, done, &mut Cont { then: &mut result, plain: true, straight: true });
        if !self.burns {
            refuel.into_iter().for_each(|inst| self.b.func.layout.remove_inst(inst));
        }
        self.burns |= burned;
        self.b.switch_to_block(done);
    }

    /// Gives a turn the work that it may do. The steps are taken out again if
    /// nothing in the turn counts its work.
    fn refuel(&mut self) -> Vec<Inst> {
        let full = self.b.ins().iconst(I64, FUEL);
        let ctx = self.ctx;
        let store = self.b.ins().store(trusted(), full, ctx, Ctx::FUEL as i32);
        vec![store]
    }

    /// Notes an outcome of the position itself; two different ones are an error.
    fn over(&mut self, tally: &Tally, flag: Word, value: Word) {
        let known = Word::V(self.flagged(tally.over_flag));
        let other = Word::V(self.flagged(tally.over_value));
        let flags = self.xor(known, flag);
        let values = self.xor(other, value);
        let differs = self.or(flags, values);
        let wrong = self.select(known, differs, Word::ZERO);
        self.problem_if(wrong);
        let (flag, value) = (self.value(flag), self.value(value));
        self.set_flag(tally.over_flag, flag);
        self.set_flag(tally.over_value, value);
    }

    pub(crate) fn problem_if(&mut self, wrong: Word) {
        let wrong = self.value(wrong);
        self.stop_if(wrong, Problem::Rules);
    }

    /// After a turn: an outcome and moves, or neither, are errors of the rules.
    pub(crate) fn settle(&mut self, tally: &Tally, moves: Word) {
        let over = Word::V(self.flagged(tally.over_flag));
        let none = self.compare(IntCC::Equal, moves, Word::ZERO);
        let lost = self.compare(IntCC::Equal, over, Word::ZERO);
        let wrong = self.compare(IntCC::Equal, none, lost);
        self.problem_if(wrong);
        let (over, value) = (self.value(over), self.flagged(tally.over_value));
        self.store_ctx(Ctx::OVER_FLAG, over);
        self.store_ctx(Ctx::OVER_VALUE, value);
    }
}
