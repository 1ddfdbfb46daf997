//! Random games: how a move is drawn so that each is equally likely, and the
//! loops around it, which are code, too: a call for each turn from outside would
//! cost more than the turn.
//!
//! A move is drawn in one of two ways. The moves are counted, a number is drawn,
//! and its move is made: what both passes compute from the position alone is
//! computed once, and moves that had to be made to be counted are kept. Or something
//! that may be a move is proposed, and what turns out to be none is drawn again:
//! where a long test is made for some moves, it is made only for what was drawn;
//! where moves are choices inside choices, only the outer ones are counted
//! (`weights.rs` tells why that is fair).
//!
//! Small games are played in registers: one function holds the turns of both
//! players, and a position goes from one to the other as parameters of blocks.
//! In large games, and where rules look at earlier positions, a turn is a
//! function of its own, and positions lie in memory.

use super::{Driver, Tally};
use crate::compile::routines::Routine;
use crate::emit::sym::{Conf, State, Word};
use crate::emit::{Emit, IntCC, trusted};
use crate::runtime::{Ctx, Problem};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use game::Player;

/// How often a move is drawn before all are counted.
const TRIES: i64 = 16;

/// What a turn of a random game came to, as the driver `draw` returns it.
const OVER: i64 = 0;
pub(super) const MADE: i64 = 1;
const BROKEN_OFF: i64 = 2;

/// Where a turn goes on that makes no move.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    /// The game is over: the outcome is in the tally.
    pub(super) over: Block,
    /// There are moves, but no turns left.
    pub(super) broken: Block,
}

/// For what a move is drawn: how many turns are left, and where what was kept goes, if that
/// is in memory.
#[derive(Clone, Copy)]
pub(super) struct Drawn {
    pub(super) left: Value,
    pub(super) to: Option<Value>,
}

/// The same of a turn in memory, with the position in which it begins.
#[derive(Clone, Copy)]
struct Proposed {
    position: Value,
    to: Value,
    left: Value,
}

impl<'a, 'p> Emit<'a, 'p> {
    /// Plays games at random to their ends.
    pub(crate) fn playout(&mut self, args: &[Value]) {
        let (start, most, games) = (args[0], args[1], args[2]);
        let left = self.b.declare_var(I64);
        self.b.def_var(left, games);
        let plies = self.variable(0);
        if self.unit.plays_in_registers {
            let state = self.load_ctx(Ctx::RNG);
            let random = self.b.declare_var(I64);
            self.b.def_var(random, state);
            self.random = Some(random);
        }
        self.check_assumed(start);
        let (again, done, end) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().jump(again, &[]);
        self.b.switch_to_block(again);
        match self.unit.plays_in_registers {
            true => self.game_in_registers(start, most, left, done),
            false => self.game_in_memory(start, most, done),
        }
        let [flag, value, turns_left, last] =
            [(); 4].map(|()| self.b.append_block_param(done, I64));
        self.b.switch_to_block(done);
        let turns = self.b.ins().isub(most, turns_left);
        self.add_to(plies, Word::V(turns));
        self.count_winner(flag, value);
        self.add_to(left, Word::C(u64::MAX));
        let games = self.b.use_var(left);
        self.b.ins().brif(games, again, &[], end, &[]);
        self.b.switch_to_block(end);
        self.store_ctx(Ctx::LAST, last);
        if let Some(random) = self.random {
            let state = self.b.use_var(random);
            self.store_ctx(Ctx::RNG, state);
        }
        let plies = self.b.use_var(plies);
        self.b.ins().return_(&[plies]);
    }

    /// Leaves with a problem if there is something on the board with which no turn begins after
    /// another.
    fn check_assumed(&mut self, start: Value) {
        if self.unit.mode.assumes && !self.unit.shared.unmade().is_empty() {
            let at = self.begin(start);
            let made = self.has_made(&at);
            let made = self.value(made);
            self.stop_if(made, Problem::Assumed);
        }
    }

    /// Adds to the games that the first player won, the second won, or nobody.
    fn count_winner(&mut self, flag: Value, value: Value) {
        let won = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, value, 0);
        let lost = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, value, 0);
        let places = [0, 8, 16].map(|place| self.b.ins().iconst(I64, place));
        let place = self.b.ins().select(lost, places[1], places[2]);
        let place = self.b.ins().select(won, places[0], place);
        let place = self.b.ins().select(flag, place, places[2]);
        let at = self.b.ins().iadd(self.ctx, place);
        let offset = Ctx::WINS as i32;
        let games = self.b.ins().load(I64, trusted(), at, offset);
        let games = self.b.ins().iadd_imm_s(games, 1);
        self.b.ins().store(trusted(), games, at, offset);
    }

    /// Draws a move and closes the code after it with `made`. The code goes on
    /// nowhere else than at `ends`. What was kept goes to a place in memory.
    pub(super) fn draw_here(
        &mut self,
        v: Player,
        at: &Conf,
        Drawn { left, to }: Drawn,
        tally: &Tally,
        ends: Ends,
        made: &mut dyn FnMut(&mut Self, &State),
    ) {
        let n = self.count_here(v, at, tally);
        let (some, none, go) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().brif(n, some, &[], none, &[]);
        self.b.switch_to_block(none);
        // Neither moves nor an outcome, or both, are an error of the rules.
        let flag = self.flagged(tally.over_flag);
        let undecided = self.compare(IntCC::Equal, Word::V(flag), Word::ZERO);
        self.problem_if(undecided);
        self.b.ins().jump(ends.over, &[]);
        self.b.switch_to_block(some);
        let flag = self.flagged(tally.over_flag);
        self.problem_if(Word::V(flag));
        self.b.ins().brif(left, go, &[], ends.broken, &[]);
        self.b.switch_to_block(go);
        let mut number = self.random_below(n);
        if let Some(to) = to {
            number = self.take_kept(number, to);
        }
        self.make_nth(v, at, number, tally, made);
        self.problem(Problem::Rules);
    }

    /// The driver of one turn in memory.
    pub(crate) fn draw(&mut self, v: Player, args: &[Value]) {
        let (position, to, left) = (args[0], args[1], args[2]);
        let at = self.begin(position);
        let base = at.s.clone();
        let tally = self.tally();
        self.set_now(position, &base);
        let ends = Ends { over: self.b.create_block(), broken: self.b.create_block() };
        let mut made = |e: &mut Self, state: &State| {
            let child = e.close(&base, state, v);
            e.store(&child, to);
            let made = e.b.ins().iconst(I64, MADE);
            e.b.ins().return_(&[made]);
        };
        self.keeping = !self.unit.proposes;
        match self.unit.proposes {
            true => self.propose(v, &at, Proposed { position, to, left }, &tally, ends, &mut made),
            false => self.draw_here(v, &at, Drawn { left, to: Some(to) }, &tally, ends, &mut made),
        }
        self.b.switch_to_block(ends.over);
        let (flag, value) = (self.flagged(tally.over_flag), self.flagged(tally.over_value));
        self.store_ctx(Ctx::OVER_FLAG, flag);
        self.store_ctx(Ctx::OVER_VALUE, value);
        let over = self.b.ins().iconst(I64, OVER);
        self.b.ins().return_(&[over]);
        self.b.switch_to_block(ends.broken);
        let broken = self.b.ins().iconst(I64, BROKEN_OFF);
        self.b.ins().return_(&[broken]);
    }

    /// Draws among what may be moves until one passes its test. After some
    /// failures, and where no turns are left, the moves are counted exactly.
    fn propose(
        &mut self,
        v: Player,
        at: &Conf,
        Proposed { position, to, left }: Proposed,
        tally: &Tally,
        ends: Ends,
        made: &mut dyn FnMut(&mut Self, &State),
    ) {
        self.proposing = true;
        let n = self.count_here(v, at, tally);
        let (draw, exact) = (self.b.create_block(), self.b.create_block());
        // Whether the game is over is known only of moves that were tested. Where
        // outer choices are few, inner ones are mostly small, and counting is faster.
        let few = self.unit.inner_choice.map_or(0, |most| most as i64 / 2);
        let some = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, n, few);
        let may = self.b.ins().icmp_imm_s(IntCC::NotEqual, left, 0);
        let both = self.b.ins().band(some, may);
        let tries = self.b.ins().iconst(I64, TRIES);
        self.b.ins().brif(both, draw, &[BlockArg::from(tries)], exact, &[]);
        let tries = self.b.append_block_param(draw, I64);
        self.b.switch_to_block(draw);
        let number = self.random_below(n);
        self.make_nth(v, at, number, tally, made);
        let fewer = self.b.ins().iadd_imm_s(tries, -1);
        self.b.ins().brif(fewer, draw, &[BlockArg::from(fewer)], exact, &[]);
        self.proposing = false;
        self.b.set_cold_block(exact);
        self.b.switch_to_block(exact);
        let ctx = self.ctx;
        let n = self.call(Routine::Driver(Driver::Count, v), &[ctx, position]);
        self.check(n);
        let (some, go, none) =
            (self.b.create_block(), self.b.create_block(), self.b.create_block());
        self.b.ins().brif(n, some, &[], none, &[]);
        self.b.switch_to_block(none);
        let over = self.b.ins().iconst(I64, OVER);
        self.b.ins().return_(&[over]);
        self.b.switch_to_block(some);
        self.b.ins().brif(left, go, &[], ends.broken, &[]);
        self.b.switch_to_block(go);
        let number = self.random_below(n);
        let done = self.call(Routine::Driver(Driver::Pick, v), &[ctx, position, number, to]);
        self.b.ins().return_(&[done]);
    }

    /// One game whose positions lie in memory, each turn a call.
    fn game_in_memory(&mut self, start: Value, most: Value, done: Block) {
        let bytes = self.layout.bytes as i64;
        // Where no rule looks back, two places are used in turn.
        let first = self.past_end();
        let second = self.b.ins().iadd_imm_s(first, bytes);
        let both = self.b.ins().iadd(first, second);
        self.copy(start, first);
        let header = self.b.create_block();
        self.b.ins().jump(header, &[first, most].map(BlockArg::from));
        let at = self.b.append_block_param(header, I64);
        let left = self.b.append_block_param(header, I64);
        self.b.switch_to_block(header);
        let next = match self.unit.remembers_past {
            true => self.b.ins().iadd_imm_s(at, bytes),
            false => self.b.ins().isub(both, at),
        };
        let player = self.b.ins().uload8(I64, trusted(), at, self.layout.player as i32);
        let drawn = self.call_turn(player, &[self.ctx, at, next, left]);
        self.check(drawn);
        let (made, not) = (self.b.create_block(), self.b.create_block());
        let is_made = self.b.ins().icmp_imm_s(IntCC::Equal, drawn, MADE);
        self.b.ins().brif(is_made, made, &[], not, &[]);
        self.b.switch_to_block(not);
        let none = self.b.ins().iconst(I64, 0);
        let [flag, value] = [Ctx::OVER_FLAG, Ctx::OVER_VALUE].map(|place| self.load_ctx(place));
        let flag = self.b.ins().select(drawn, none, flag);
        self.b.ins().jump(done, &[flag, value, left, at].map(BlockArg::from));
        self.b.switch_to_block(made);
        if self.unit.remembers_past {
            self.grow_past();
        }
        let fewer = self.b.ins().iadd_imm_s(left, -1);
        let flag = self.b.ins().uload8(I64, trusted(), next, self.layout.out_flag as i32);
        let value = self.b.ins().sload32(trusted(), next, self.layout.out_value as i32);
        let end = [flag, value, fewer, next].map(BlockArg::from);
        let again = [next, fewer].map(BlockArg::from);
        self.b.ins().brif(flag, done, &end, header, &again);
    }

    /// Calls the turn of the player to move.
    fn call_turn(&mut self, player: Value, args: &[Value]) -> Value {
        let draws = |v: Player| Routine::Driver(Driver::Draw, v);
        if self.program.facts.n_players() == 1 {
            return self.call(draws(Player::First), args);
        }
        let [first, second, done] = [(); 3].map(|()| self.b.create_block());
        let drawn = self.b.append_block_param(done, I64);
        self.b.ins().brif(player, second, &[], first, &[]);
        for (v, block) in [(Player::First, first), (Player::Second, second)] {
            self.b.switch_to_block(block);
            let drawn = self.call(draws(v), args);
            self.b.ins().jump(done, &[BlockArg::from(drawn)]);
        }
        self.b.switch_to_block(done);
        drawn
    }
}
