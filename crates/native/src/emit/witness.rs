//! Turns compared with what a player perceived of one, without texts or messages:
//!
//! 1. Each result of the turn is a move of the enemy, or of the player's own one with the
//!    events of the text (see [`super::witness::follow`]).
//! 2. It must have said what was heard when it was made; messages are bits (see
//!    [`super::witness::hear`]).
//! 3. The fields that were seen must hold what was seen there, no others may be seen, and
//!    what is told before the next turn must be what was heard. What is cheapest to
//!    compare comes first, and all of it before the position lies in memory.
//! 4. What passes is kept.

mod follow;
mod hear;
mod loud;

use super::drivers::{Driver, NextKept};
use super::known::Origin;
use super::records::Tops;
use super::sym::{Conf, State, Word};
use super::{Answers, Cont, Emit, IntCC, trusted};
use crate::compile::routines::Routine;
use crate::layout::TurnSlot;
use crate::referee::expected::Expected;
use crate::runtime::Ctx;
use crate::runtime::kept::Kept;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value};
use game::Player;
use ir::FuncId;
use std::rc::Rc;

/// In this many places it is made out at once what a player perceives; in others a function
/// does so.
const MOST_COPIES: u32 = 12;

impl<'a, 'p> Emit<'a, 'p> {
    pub(super) fn load_expected(&mut self, offset: usize) -> Value {
        self.load_ctx(Ctx::EXPECTED + offset)
    }

    /// The positions to which a turn can lead that was perceived.
    pub(super) fn fits(&mut self, player: Player, own: bool, v: Player, position: Value) {
        let at = self.begin(position);
        let tally = self.tally();
        let base = at.s.clone();
        self.set_now(position, &base);
        self.keep_none();
        let compared = self.variable(0);
        let mut sites = 0;
        self.leaves_early = own && !self.hushes();
        self.turn(v, &at, &tally, &mut |e, state, fail| {
            e.raise(tally.any);
            let told = e.slot(state, TurnSlot::Told);
            let said = Word::V(e.load_expected(Expected::SAID));
            if own && !e.is_followed(state, fail) {
                return;
            }
            e.add_to(compared, Word::ONE);
            let is_said = e.compare(IntCC::Equal, told, said);
            if !e.require(is_said, fail) {
                return;
            }
            sites += 1;
            match sites <= MOST_COPIES && !own {
                true => e.keep_if_perceived(&base, state, player, v, position, fail),
                false => {
                    e.keep_perceived(&base, state, player, v, position);
                    e.fail(fail);
                }
            }
        });
        let n = self.b.use_var(compared);
        self.store_ctx(Ctx::EXPECTED + Expected::COMPARED, n);
        if own {
            // A path that was left early may have been a move.
            let zero = self.b.ins().iconst(I64, 0);
            self.store_ctx(Ctx::OVER_FLAG, zero);
        } else {
            let any = Word::V(self.flagged(tally.any));
            self.settle(&tally, any);
        }
        let n = self.load_ctx(Ctx::KEPT + Kept::N);
        self.b.ins().return_(&[n]);
    }

    /// Keeps the position after a turn if the player perceives it as expected, which is
    /// found out before the position lies in memory.
    fn keep_if_perceived(
        &mut self,
        base: &State,
        state: &State,
        player: Player,
        v: Player,
        before: Value,
        fail: Block,
    ) {
        let signed = std::mem::take(&mut self.signed);
        let child = self.close(base, state, v);
        self.signed = signed;
        let Word::C(next) = child.player else {
            self.keep_perceived(base, state, player, v, before);
            return self.fail(fail);
        };
        self.store_ctx(Ctx::BEFORE, before);
        let mut at = self.between_turns(&child.slots);
        // What is known of the position in which the turn began does not hold here.
        Rc::make_mut(&mut at.s).version = self.version(Origin::Unknown);
        let outer = self.base.replace(at.s.clone());
        let answers @ Answers { yes, no } = self.answers();
        let (calls, tops) = (self.unit.calls, self.tops());
        let next = Player::BOTH[usize::from(next == 1)];
        self.scope(|e| e.perceive(player, next, &at, child.out_flag, answers));
        self.base = outer;
        self.failed.insert(fail);
        for block in [no, yes] {
            self.b.switch_to_block(block);
            // A jump out of the middle of a list leaves it in memory.
            if self.unit.calls > calls {
                self.restore(&tops);
            }
            if block == no {
                self.b.ins().jump(fail, &[]);
            }
        }
        self.keep_too(base, state, v);
        self.fail(fail);
    }

    /// Keeps the position after a turn if the player perceives it as expected.
    fn keep_perceived(
        &mut self,
        base: &State,
        state: &State,
        player: Player,
        v: Player,
        before: Value,
    ) {
        let child = self.close(base, state, v);
        let NextKept { n, place } = self.next_kept();
        self.store(&child, place);
        let ctx = self.ctx;
        let perceives = |next| Routine::Driver(Driver::Perceives(player), next);
        let answer = match child.player {
            Word::C(next) => {
                let routine = perceives(Player::BOTH[usize::from(next == 1)]);
                self.call(routine, &[ctx, place, before])
            }
            Word::V(next) => {
                let blocks = [(); 3].map(|()| self.b.create_block());
                let answer = self.b.append_block_param(blocks[2], I64);
                self.b.ins().brif(next, blocks[1], &[], blocks[0], &[]);
                for next in Player::BOTH {
                    self.b.switch_to_block(blocks[next.index()]);
                    let answer = self.call(perceives(next), &[ctx, place, before]);
                    self.b.ins().jump(blocks[2], &[BlockArg::from(answer)]);
                }
                self.b.switch_to_block(blocks[2]);
                answer
            }
        };
        self.check(answer);
        let next = self.b.ins().iadd(n, answer);
        self.store_ctx(Ctx::KEPT + Kept::N, next);
    }

    /// Whether a player perceives a position as expected: 1 or 0.
    pub(super) fn perceives(&mut self, player: Player, v: Player, args: &[Value]) {
        let tops = self.tops();
        let position = args[0];
        let at = self.begin_judging(args);
        let flag = self.b.ins().uload8(I64, trusted(), position, self.layout.out_flag as i32);
        let answers = self.answers();
        self.perceive(player, v, &at, Word::V(flag), answers);
        self.answer(answers, &tops);
    }

    /// Goes to yes or no by whether a player perceives a position as expected, of which
    /// it is known who is to move and whether the game is over.
    fn perceive(&mut self, player: Player, v: Player, at: &Conf, over: Word, answers: Answers) {
        let Answers { yes, no } = answers;
        self.sees_so(player, at, no);
        let silent = self.b.create_block();
        let expected = Word::V(self.load_expected(Expected::TOLD));
        // Nothing is said before a turn that does not take place.
        let told = self.program.entries.told;
        if told.is_none() {
            self.b.ins().jump(silent, &[]);
        }
        if let Some(told) = told
            && self.refuse(over, silent)
        {
            let outer = self.unheard.take();
            if self.unit.surely_says(told, false) {
                self.unheard = Some(no);
            }
            self.first_says(told, v, at, expected, answers, silent);
            self.unheard = outer;
        }
        self.b.switch_to_block(silent);
        let nothing = self.compare(IntCC::Equal, expected, Word::ZERO);
        if self.require(nothing, no) {
            self.b.ins().jump(yes, &[]);
        }
    }

    /// Whether the player hears what was expected of a refusal: 1 or 0.
    pub(super) fn refuses(&mut self, v: Player, args: &[Value]) {
        let tops = self.tops();
        let at = self.begin_judging(args);
        let answers @ Answers { yes, no } = self.answers();
        let silent = self.b.create_block();
        let expected = Word::V(self.load_expected(Expected::REFUSED));
        match self.program.entries.refused {
            Some(refused) => self.first_says(refused, v, &at, expected, answers, silent),
            None => {
                self.b.ins().jump(silent, &[]);
            }
        }
        self.b.switch_to_block(silent);
        let nothing = self.compare(IntCC::Equal, expected, Word::ZERO);
        if self.require(nothing, no) {
            self.b.ins().jump(yes, &[]);
        }
        self.answer(answers, &tops);
    }

    /// Whether the turn has a move: 1 or 0.
    pub(super) fn ends(&mut self, v: Player, position: Value) {
        let tops = self.tops();
        let at = self.begin(position);
        let tally = self.tally();
        self.set_now(position, &at.s);
        let answers = self.answers();
        self.turn(v, &at, &tally, &mut |e, _, _| {
            e.b.ins().jump(answers.yes, &[]);
        });
        self.settle(&tally, Word::ZERO);
        self.b.ins().jump(answers.no, &[]);
        self.answer(answers, &tops);
    }

    /// Goes to yes or no by what the first result of a rule of the referee says; the
    /// code goes on where there is none.
    fn first_says(
        &mut self,
        func: FuncId,
        v: Player,
        at: &Conf,
        expected: Word,
        Answers { yes, no }: Answers,
        silent: Block,
    ) {
        let mut first = |e: &mut Self, conf: Conf, _: Block| {
            let told = e.slot(&conf.s, TurnSlot::Told);
            let same = e.compare(IntCC::Equal, told, expected);
            if e.require(same, no) {
                e.b.ins().jump(yes, &[]);
            }
        };
        self.run(func, v, at, silent, &mut Cont::aside(&mut first, false));
    }

    /// Ends a function that gives 1 or 0. A jump out of the middle of a list
    /// leaves it in memory.
    pub(super) fn answer(&mut self, Answers { yes, no }: Answers, tops: &Tops) {
        for (block, answer) in [(yes, 1), (no, 0)] {
            self.b.switch_to_block(block);
            self.restore(tops);
            let answer = self.b.ins().iconst(I64, answer);
            self.b.ins().return_(&[answer]);
        }
    }

    /// Begins a rule of the referee: `args` are the position and the one before.
    pub(super) fn begin_judging(&mut self, args: &[Value]) -> Conf {
        self.store_ctx(Ctx::BEFORE, args[1]);
        let at = self.begin(args[0]);
        self.base = Some(at.s.clone());
        at
    }

    /// The position before the last turn.
    pub(crate) fn state_before(&mut self) -> State {
        let before = self.load_ctx(Ctx::BEFORE);
        let rounds = self.rounds;
        let conf = self.begin(before);
        self.rounds = rounds;
        Rc::unwrap_or_clone(conf.s)
    }

    /// Goes on only if the fields that were seen hold what was seen, and no others
    /// are seen.
    fn sees_so(&mut self, player: Player, at: &Conf, no: Block) {
        let (look, on) = (self.b.create_block(), self.b.create_block());
        let seen = self.load_expected(Expected::SEEN);
        self.b.ins().brif(seen, look, &[], on, &[]);
        self.b.switch_to_block(look);
        let words = self.layout.words;
        let word =
            |e: &mut Self, i: usize| Word::V(e.b.ins().load(I64, trusted(), seen, 8 * i as i32));
        let fields: Vec<Word> = (0..words).map(|i| word(self, i)).collect();
        let mut differs = Word::ZERO;
        for i in 0..self.layout.n_sets * words {
            let expected = word(self, words + i);
            let shown = self.and(at.s.slots[i], fields[i % words]);
            let change = self.xor(shown, expected);
            differs = self.or(differs, change);
        }
        self.refuse(differs, no);
        if let Some(func) = self.program.entries.seen {
            let found = self.fingers(func, player, at).fields;
            let mut differs = Word::ZERO;
            for (found, expected) in found.into_iter().zip(fields) {
                let change = self.xor(found, expected);
                differs = self.or(differs, change);
            }
            self.refuse(differs, no);
        }
        self.b.ins().jump(on, &[]);
        self.b.switch_to_block(on);
    }
}
