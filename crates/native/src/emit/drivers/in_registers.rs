//! Random games in registers: one function holds the turns of both players, and a position goes
//! from one to the other as parameters of blocks, with what else is carried from turn to turn.

use super::children::{Child, Loaded};
use super::playouts::{Drawn, Ends};
use crate::emit::Emit;
use crate::emit::sym::{State, Word};
use crate::emit::trusted;
use crate::runtime::{Ctx, Problem};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use cranelift_frontend::Variable;
use game::Player;
use ir::{Inst, Write};

/// How a game in registers began: round and player, how many turns it may have, and how many
/// games are to be played from here on.
#[derive(Clone, Copy)]
struct Began {
    round: Word,
    player: Value,
    most: Value,
    games: Variable,
}

impl<'a, 'p> Emit<'a, 'p> {
    /// One game in registers, from `start` to `done` with its outcome, the turns
    /// that were left and the place of its last position, if no game follows.
    pub(super) fn game_in_registers(
        &mut self,
        start: Value,
        most: Value,
        games: Variable,
        done: Block,
    ) {
        let slots = self.lasting();
        let players = &Player::BOTH[..self.program.facts.n_players()];
        self.find_areas(start, players);
        let turns: Vec<Block> = players.iter().map(|_| self.b.create_block()).collect();
        let ended = self.b.create_block();
        let loaded = self.load(start);
        let player = self.b.ins().uload8(I64, trusted(), start, self.layout.player as i32);
        let mut first = self.turn_args(&slots, &loaded.slots, loaded.round, most);
        let at = self.between_turns(&loaded.slots);
        let areas = self.first_areas(&at.s);
        first.extend(self.block_args(&areas));
        match turns[..] {
            [first_turn, second_turn] => {
                self.b.ins().brif(player, second_turn, &first, first_turn, &first)
            }
            _ => self.b.ins().jump(turns[0], &first),
        };
        for (&v, &turn) in players.iter().zip(&turns) {
            self.turn_in_registers(v, turn, &turns, ended, &slots);
        }
        let began = Began { round: loaded.round, player, most, games };
        self.end_in_registers(ended, &slots, began, done);
    }

    /// The end of a game in registers, whose block gets an outcome and a position. The position
    /// is written into memory only if no other game follows.
    fn end_in_registers(&mut self, ended: Block, slots: &[usize], began: Began, done: Block) {
        // Flag, value and player come first, then whether the last move said so, and a position.
        let [flag, value, last, said] = [(); 4].map(|()| self.b.append_block_param(ended, I64));
        let (words, round, left) = self.turn_params(ended, slots);
        self.b.switch_to_block(ended);
        let [keep, skip] = [(); 2].map(|()| self.b.create_block());
        let games = self.b.use_var(began.games);
        let others = self.b.ins().iadd_imm_s(games, -1);
        self.b.ins().brif(others, skip, &[], keep, &[]);
        self.b.switch_to_block(skip);
        let nowhere = self.b.ins().iconst(I64, 0);
        let args = [flag, value, left, nowhere].map(BlockArg::from);
        self.b.ins().jump(done, &args);
        self.b.set_cold_block(keep);
        self.b.switch_to_block(keep);
        let round = match self.players_alternate() {
            true => self.round_after(began, left),
            false => round,
        };
        let Loaded { slots, round, .. } = self.in_registers(slots, &words, round);
        // How a game ends when a turn begins is no part of a position, as in turns by the way of
        // memory.
        let none = self.b.ins().iconst(I64, 0);
        let [out_flag, out_value] = [flag, value].map(|it| self.b.ins().select(said, it, none));
        let [over_flag, over_value] = [flag, value].map(|it| self.b.ins().select(said, none, it));
        self.store_ctx(Ctx::OVER_FLAG, over_flag);
        self.store_ctx(Ctx::OVER_VALUE, over_value);
        let [player, out_flag, out_value] = [last, out_flag, out_value].map(Word::V);
        let last = Child { slots, signature: Word::ZERO, player, out_flag, out_value, round };
        let to = self.past_end();
        self.store(&last, to);
        let args = [flag, value, left, to].map(BlockArg::from);
        self.b.ins().jump(done, &args);
    }

    /// A turn of one player in registers. Its block gets a position.
    fn turn_in_registers(
        &mut self,
        v: Player,
        turn: Block,
        turns: &[Block],
        ended: Block,
        slots: &[usize],
    ) {
        let (words, round, left) = self.turn_params(turn, slots);
        let areas: Vec<Value> =
            (0..self.n_carried()).map(|_| self.b.append_block_param(turn, I64)).collect();
        self.b.switch_to_block(turn);
        let tally = &self.tally();
        let loaded = self.in_registers(slots, &words, round);
        let at = self.begin_from(loaded);
        let base = at.s.clone();
        self.begin_with_areas(base.version, &areas);
        let ends = Ends { over: self.b.create_block(), broken: self.b.create_block() };
        let mut made = |e: &mut Self, state: &State| {
            let child = e.close(&base, state, v);
            let fewer = e.b.ins().iadd_imm_s(left, -1);
            let args = e.turn_args(slots, &child.slots, child.round, fewer);
            e.on_with(&child, state, turns, ended, args);
        };
        if !self.draw_at_once(v, &at, left, tally, ends, &mut made) {
            self.draw_here(v, &at, Drawn { left, to: None }, tally, ends, &mut made);
        }
        for (end, is_over) in [(ends.over, true), (ends.broken, false)] {
            self.b.switch_to_block(end);
            let none = self.b.ins().iconst(I64, 0);
            let [flag, value] = match is_over {
                true => [tally.over_flag, tally.over_value].map(|slot| self.flagged(slot)),
                false => [none, none],
            };
            let here = self.b.ins().iconst(I64, v.index() as i64);
            let mut args = vec![flag.into(), value.into(), here.into(), none.into()];
            args.extend(self.turn_args(slots, &base.slots, round, left));
            self.b.ins().jump(ended, &args);
        }
    }

    /// Finds the areas that turns ask for and that can be carried, on code that is never run.
    fn find_areas(&mut self, start: Value, players: &[Player]) {
        if !self.may_carry() {
            return;
        }
        let (here, aside) = (self.b.create_block(), self.b.create_block());
        self.b.ins().jump(here, &[]);
        self.b.switch_to_block(aside);
        self.look_for_areas(|e| {
            for &v in players {
                let at = e.begin(start);
                let tally = e.tally();
                e.count_here(v, &at, &tally);
            }
        });
        self.problem(Problem::Rules);
        self.b.switch_to_block(here);
    }

    /// Goes on with the position after a turn: with the turn of whoever is next,
    /// or with the end.
    fn on_with(
        &mut self,
        child: &Child,
        state: &State,
        turns: &[Block],
        ended: Block,
        mut position: Vec<BlockArg>,
    ) {
        let end = [child.out_flag, child.out_value, child.player, Word::ONE];
        if child.out_flag != Word::ZERO {
            let args = end.map(|word| BlockArg::from(self.value(word)));
            let args = [&args[..], &position].concat();
            let on = self.b.create_block();
            let flag = self.value(child.out_flag);
            self.b.ins().brif(flag, ended, &args, on, &[]);
            self.b.switch_to_block(on);
        }
        let areas = self.areas_after(state);
        position.extend(self.block_args(&areas));
        match (child.player, turns) {
            (Word::C(player), _) => self.b.ins().jump(turns[player as usize], &position),
            (Word::V(player), [first, second]) => {
                self.b.ins().brif(player, *second, &position, *first, &position)
            }
            _ => self.b.ins().jump(turns[0], &position),
        };
    }

    /// The parameters of a block that gets a position: its words, the round, and
    /// how many turns are left.
    fn turn_params(&mut self, block: Block, slots: &[usize]) -> (Vec<Value>, Word, Value) {
        let words = slots.iter().map(|_| self.b.append_block_param(block, I64)).collect();
        let round = match self.players_alternate() {
            true => Word::ZERO,
            false => Word::V(self.b.append_block_param(block, I64)),
        };
        (words, round, self.b.append_block_param(block, I64))
    }

    /// Whether no rule gives a player another turn. Then the number of turns says which round it
    /// is, and rules do not ask for it, so that it is found when the game is over.
    fn players_alternate(&self) -> bool {
        let mut insts =
            self.program.funcs.iter().flat_map(|it| &it.blocks).flat_map(|it| &it.insts);
        !insts.any(|inst| matches!(inst, Inst::Write { write: Write::Again, .. }))
    }

    /// The round after some turns: one more for each turn of the last player.
    fn round_after(&mut self, began: Began, left: Value) -> Word {
        let Began { round, player, most, .. } = began;
        let turns = Word::V(self.b.ins().isub(most, left));
        let more = match self.program.facts.n_players() {
            1 => turns,
            _ => {
                let turns = self.add(turns, Word::V(player));
                self.down(turns, 1)
            }
        };
        self.add(round, more)
    }

    fn turn_args(
        &mut self,
        lasting: &[usize],
        slots: &[Word],
        round: Word,
        left: Value,
    ) -> Vec<BlockArg> {
        let round = (!self.players_alternate()).then_some(round);
        let words = lasting.iter().map(|&slot| slots[slot]).chain(round);
        let mut args: Vec<BlockArg> = words.map(|word| self.value(word).into()).collect();
        args.push(left.into());
        args
    }
}
