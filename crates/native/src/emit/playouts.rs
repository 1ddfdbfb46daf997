//! Random games: how a move is drawn so that each is equally likely, and the
//! loop around it, which is code, too: a call for each turn from outside would
//! cost more than the turn.
//!
//! A move is drawn in one of three ways. Where all moves come from one choice,
//! a field of its set is drawn. Otherwise the moves are counted and one is made.
//! Where a long test is made for some moves, what may be a move is counted
//! without the test, and the test is made only for what was drawn; what fails is
//! drawn again.

use super::drivers::Driver;
use super::{Emit, IntCC, trusted};
use crate::runtime::{Ctx, Problem};
use crate::unit::Routine;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use game::Player;

/// How often a move is drawn before all are counted.
const TRIES: i64 = 16;

impl Emit<'_, '_> {
    /// Plays at random to the end. Each turn counts the moves and makes one of
    /// them; the positions lie behind each other where rules on repetition look.
    pub(crate) fn playout(&mut self, _: Player, args: &[Value]) {
        let (start, most, ctx) = (args[0], args[1], self.ctx);
        let bytes = self.layout.bytes as i64;
        let remembers = self.unit.remembers_past;
        // Where nobody looks back, two places are used in turn.
        let first = self.past_end();
        let second = self.b.ins().iadd_imm_s(first, bytes);
        let both = self.b.ins().iadd(first, second);
        let (header, done, broken) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        for i in 0..self.layout.bytes / 8 {
            let word = self.b.ins().load(I64, trusted(), start, 8 * i as i32);
            self.b.ins().store(trusted(), word, first, 8 * i as i32);
        }
        let zero = self.b.ins().iconst(I64, 0);
        self.b.ins().jump(header, &[BlockArg::from(first), BlockArg::from(zero)]);
        let at = self.b.append_block_param(header, I64);
        let plies = self.b.append_block_param(header, I64);
        let ended = [self.b.append_block_param(done, I64), self.b.append_block_param(done, I64)];
        let end_plies = self.b.append_block_param(done, I64);
        let last = self.b.append_block_param(done, I64);
        self.b.switch_to_block(header);
        self.store_ctx(Ctx::PLIES, plies);
        let player = self.b.ins().uload8(I64, trusted(), at, self.layout.player as i32);
        let sides = [self.b.create_block(), self.b.create_block()];
        match self.program.facts.n_players() {
            1 => self.b.ins().jump(sides[0], &[]),
            _ => self.b.ins().brif(player, sides[1], &[], sides[0], &[]),
        };
        for v in &Player::BOTH[..self.program.facts.n_players()] {
            self.b.switch_to_block(sides[v.index()]);
            let next = match remembers {
                true => self.b.ins().iadd_imm_s(at, bytes),
                false => self.b.ins().isub(both, at),
            };
            let over = self.b.create_block();
            let made = self.b.create_block();
            if self.unit.proposes {
                self.propose(*v, at, next, (plies, most), (over, made));
            }
            if self.unit.draws {
                self.draw(*v, at, next, (plies, most), (over, made));
            }
            let n = self.call(Routine::Driver(Driver::Count, *v), &[ctx, at]);
            self.check(n);
            let play = self.b.create_block();
            self.b.ins().brif(n, play, &[], over, &[]);
            self.b.switch_to_block(over);
            let flag = self.load_ctx(Ctx::OVER_FLAG);
            let value = self.load_ctx(Ctx::OVER_VALUE);
            let args = [flag, value, plies, at].map(BlockArg::from);
            self.b.ins().jump(done, &args);
            self.b.switch_to_block(play);
            let limit = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, plies, most);
            let go = self.b.create_block();
            self.b.ins().brif(limit, broken, &[], go, &[]);
            self.b.switch_to_block(go);
            let number = self.random_below(n);
            let done_it = self.call(Routine::Driver(Driver::Pick, *v), &[ctx, at, number, next]);
            self.check(done_it);
            self.b.ins().jump(made, &[]);
            self.b.switch_to_block(made);
            if remembers {
                self.grow_past();
            }
            let more = self.b.ins().iadd_imm_s(plies, 1);
            let flag = self.b.ins().uload8(I64, trusted(), next, self.layout.out_flag as i32);
            let value = self.b.ins().sload32(trusted(), next, self.layout.out_value as i32);
            let args = [flag, value, more, next].map(BlockArg::from);
            let again = [next, more].map(BlockArg::from);
            self.b.ins().brif(flag, done, &args, header, &again);
        }
        if self.program.facts.n_players() == 1 {
            self.b.switch_to_block(sides[1]);
            self.b.ins().jump(broken, &[]);
        }
        self.b.switch_to_block(broken);
        let args = [zero, zero, plies, at].map(BlockArg::from);
        self.b.ins().jump(done, &args);
        self.b.switch_to_block(done);
        self.store_ctx(Ctx::OVER_FLAG, ended[0]);
        self.store_ctx(Ctx::OVER_VALUE, ended[1]);
        self.store_ctx(Ctx::PLIES, end_plies);
        self.store_ctx(Ctx::LAST, last);
        self.b.ins().return_(&[end_plies]);
    }

    /// Draws among what may be moves until one passes its test. After some
    /// failures the moves are counted exactly: the code goes on there.
    fn propose(
        &mut self,
        v: Player,
        at: Value,
        next: Value,
        (plies, most): (Value, Value),
        (over, made): (Block, Block),
    ) {
        let ctx = self.ctx;
        let n = self.call(Routine::Driver(Driver::Propose, v), &[ctx, at]);
        self.check(n);
        let (some, draw, exact) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().brif(n, some, &[], over, &[]);
        self.b.switch_to_block(some);
        let limit = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, plies, most);
        let go = self.b.create_block();
        // Whether the game is over here is only known for certain if it is not broken off.
        self.b.ins().brif(limit, exact, &[], go, &[]);
        self.b.switch_to_block(go);
        let tries = self.b.ins().iconst(I64, TRIES);
        self.b.ins().jump(draw, &[BlockArg::from(tries)]);
        let tries = self.b.append_block_param(draw, I64);
        self.b.switch_to_block(draw);
        let number = self.random_below(n);
        let passed = self.call(Routine::Driver(Driver::Try, v), &[ctx, at, number, next]);
        self.check(passed);
        let again = self.b.create_block();
        self.b.ins().brif(passed, made, &[], again, &[]);
        self.b.switch_to_block(again);
        let left = self.b.ins().iadd_imm_s(tries, -1);
        self.b.ins().brif(left, draw, &[BlockArg::from(left)], exact, &[]);
        self.b.switch_to_block(exact);
    }

    /// Makes a random move at once where all moves come from one choice. The
    /// code goes on where the game is to be broken off.
    fn draw(
        &mut self,
        v: Player,
        at: Value,
        next: Value,
        (plies, most): (Value, Value),
        (over, made): (Block, Block),
    ) {
        let ctx = self.ctx;
        let (go, exact) = (self.b.create_block(), self.b.create_block());
        let limit = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, plies, most);
        self.b.ins().brif(limit, exact, &[], go, &[]);
        self.b.switch_to_block(go);
        let drawn = self.call(Routine::Driver(Driver::Draw, v), &[ctx, at, next]);
        self.check(drawn);
        self.b.ins().brif(drawn, made, &[], over, &[]);
        self.b.switch_to_block(exact);
    }

    /// Where the next position of the past goes.
    fn past_end(&mut self) -> Value {
        let (past, n) = (self.load_ctx(Ctx::PAST), self.load_ctx(Ctx::N_PAST));
        let offset = self.b.ins().imul_imm_s(n, self.layout.bytes as i64);
        self.b.ins().iadd(past, offset)
    }

    /// The position of the turn belongs to the past now.
    fn grow_past(&mut self) {
        self.count_key(1);
        let n = self.load_ctx(Ctx::N_PAST);
        let next = self.b.ins().iadd_imm_s(n, 1);
        self.store_ctx(Ctx::N_PAST, next);
        let limit = self.load_ctx(Ctx::PAST_LIMIT);
        let (bad, on) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(bad);
        let full = self.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, next, limit);
        self.b.ins().brif(full, bad, &[], on, &[]);
        self.b.switch_to_block(bad);
        self.problem(Problem::Results);
        self.b.switch_to_block(on);
    }

    /// A random number below another that is not 0, each equally likely: the
    /// same as [`game::Rng::below`].
    pub(crate) fn random_below(&mut self, n: Value) -> Value {
        let (draw, retry, done) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().jump(draw, &[]);
        self.b.switch_to_block(draw);
        let random = self.random();
        let low = self.b.ins().imul(random, n);
        let high = self.b.ins().umulhi(random, n);
        let unlikely = self.b.ins().icmp(IntCC::UnsignedLessThan, low, n);
        self.b.ins().brif(unlikely, retry, &[], done, &[]);
        self.b.set_cold_block(retry);
        self.b.switch_to_block(retry);
        let negative = self.b.ins().ineg(n);
        let remainder = self.b.ins().urem(negative, n);
        let again = self.b.ins().icmp(IntCC::UnsignedLessThan, low, remainder);
        self.b.ins().brif(again, draw, &[], done, &[]);
        self.b.switch_to_block(done);
        high
    }

    /// The next random number: the same as [`game::Rng::next_u64`].
    fn random(&mut self) -> Value {
        let [a, b, c, d] = [0, 8, 16, 24].map(|i| self.load_ctx(Ctx::RNG + i));
        let product = self.b.ins().imul_imm_s(b, 5);
        let turned = self.b.ins().rotl_imm_u(product, 7);
        let result = self.b.ins().imul_imm_s(turned, 9);
        let c2 = self.b.ins().bxor(c, a);
        let d2 = self.b.ins().bxor(d, b);
        let shifted = self.b.ins().ishl_imm_u(b, 17);
        let a3 = self.b.ins().bxor(a, d2);
        let b3 = self.b.ins().bxor(b, c2);
        let c3 = self.b.ins().bxor(c2, shifted);
        let d3 = self.b.ins().rotl_imm_u(d2, 45);
        for (i, value) in [a3, b3, c3, d3].into_iter().enumerate() {
            self.store_ctx(Ctx::RNG + 8 * i, value);
        }
        result
    }
}
