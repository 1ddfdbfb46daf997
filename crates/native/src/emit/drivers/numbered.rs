//! Moves by their numbers: how many a turn has, and the one of a number, in the order in which
//! they are counted.

use super::Tally;
use crate::emit::Emit;
use crate::emit::sym::{Conf, State, Word};
use crate::runtime::Ctx;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, Value};
use game::Player;

impl<'a, 'p> Emit<'a, 'p> {
    pub(super) fn count_moves(&mut self, v: Player, position: Value) {
        let at = self.begin(position);
        let tally = self.tally();
        self.set_now(position, &at.s);
        self.join_past(position);
        let n = self.count_here(v, &at, &tally);
        self.settle(&tally, Word::V(n));
        self.leave_past();
        self.b.ins().return_(&[n]);
    }

    /// Counts the moves; the code goes on with their number. Those that may be
    /// the same as others are compared, and counted once.
    pub(crate) fn count_here(&mut self, v: Player, at: &Conf, tally: &Tally) -> Value {
        let moves = self.variable(0);
        let outer = self.counting.replace(moves);
        if self.keeping || self.unit.proved.is_some() {
            self.keep_none();
        }
        self.scope(|e| {
            e.turn(v, at, tally, &mut |e, state, fail| {
                let more = match (e.suspect, e.keeping) {
                    (true, _) => e.keep_once(&at.s, state, v),
                    (false, true) => e.keep_too(&at.s, state, v),
                    (false, false) => Word::ONE,
                };
                e.add_to(moves, more);
                e.fail(fail);
            });
        });
        self.counting = outer;
        self.b.use_var(moves)
    }

    /// Makes the move of a number.
    pub(super) fn pick(&mut self, v: Player, args: &[Value]) {
        let (position, number, to) = (args[0], args[1], args[2]);
        let at = self.begin(position);
        let tally = self.tally();
        let base = at.s.clone();
        self.set_now(position, &base);
        self.make_nth(v, &at, number, &tally, &mut |e, state| {
            let child = e.close(&base, state, v);
            e.store(&child, to);
            let one = e.b.ins().iconst(I64, 1);
            e.b.ins().return_(&[one]);
        });
        let zero = self.b.ins().iconst(I64, 0);
        self.b.ins().return_(&[zero]);
    }

    /// Makes the move of a number, in the order in which they are counted, and
    /// closes the code after it with `made`. The code goes on where there is no
    /// such move, or where it turned out to be none.
    pub(crate) fn make_nth(
        &mut self,
        v: Player,
        at: &Conf,
        number: Value,
        tally: &Tally,
        made: &mut dyn FnMut(&mut Self, &State),
    ) {
        let (top, calls) = (self.load_ctx(Ctx::TOP), self.unit.calls);
        let waiting = self.unit.waits.then(|| self.load_ctx(Ctx::WAIT_TOP));
        let left = self.b.declare_var(I64);
        self.b.def_var(left, number);
        let passed = self.variable(0);
        let outer = (self.picking.replace(left), self.counting.replace(passed));
        let mut made = |e: &mut Self, state: &State| {
            // A jump out of the middle of a list leaves it in memory.
            if e.unit.calls > calls {
                e.store_ctx(Ctx::TOP, top);
            }
            if let Some(waiting) = waiting {
                e.store_ctx(Ctx::WAIT_TOP, waiting);
            }
            made(e, state);
        };
        self.scope(|e| {
            e.turn(v, at, tally, &mut |e, state, fail| {
                if e.proposing && e.in_tail {
                    // Only what was chosen waits.
                    return made(e, state);
                }
                if e.keeping && e.counting.is_some() {
                    // It is among those that were kept, and was not taken.
                    return e.fail(fail);
                }
                let here = e.b.use_var(left);
                let (it, on) = (e.b.create_block(), e.b.create_block());
                e.b.ins().brif(here, on, &[], it, &[]);
                e.b.switch_to_block(it);
                made(e, state);
                e.b.switch_to_block(on);
                e.add_to(left, Word::C(u64::MAX));
                e.add_to(passed, Word::ONE);
                e.fail(fail);
            });
        });
        (self.picking, self.counting) = outer;
    }
}
