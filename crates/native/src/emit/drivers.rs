//! What the results of a turn are wanted for. Each driver is a function of its
//! own per player to move, made when it is first needed.
//!
//! | driver | arguments | returns |
//! |---|---|---|
//! | list | position | the positions that were kept; their number |
//! | bare | position | the same without signatures |
//! | records | position | configurations in the arena; their number |
//! | count | position | the number of moves, made or not |
//! | pick | position, n, where to | makes move n |
//! | draw | position, where to, turns left | makes a random move, if there is one |
//! | perft | position, depth | leaves, each made |
//! | perft counted | position, depth | leaves, the last moves counted |
//! | playout | position, most turns, games | the number of turns; who won in memory |
//! | dive | position, the one before, what is left | whether the goal was found |
//! | evaluate | position | a number |
//! | fits | position | keeps the positions to which a perceived turn can lead |
//! | perceives | position, the one before | whether a player perceives it as expected |
//! | refuses | position, the one before | whether a refusal says what was expected |
//! | tried | position as a player knows it | whether he may try what is expected |
//! | fields | position, the one before, where to | writes the fields on which a rule ends |
//! | ends | position | whether there is a move; if not, how the game is over in memory |
//! | results | position, the one before | as records, of any rule |

mod children;
pub(super) mod choices;
pub(crate) mod dive;
mod keep;
mod perft;
mod playouts;
mod random;

use super::sym::{Conf, State, Word};
use super::{Cont, Emit, IntCC, trusted};
use crate::compile::routines::Routine;
use crate::runtime::kept::Kept;
use crate::runtime::{Ctx, FUEL, Problem};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{
    Block, Inst, InstBuilder, StackSlot, StackSlotData, StackSlotKind, Value,
};
use cranelift_frontend::Variable;
use game::Player;
use ir::FuncId;

/// What the results of a turn are wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Driver {
    List,
    /// As `List`, without signatures.
    Bare,
    Records,
    Count,
    Pick,
    /// Makes a random move.
    Draw,
    Perft,
    PerftCounted,
    Playout,
    /// Visits what lies below a position of a puzzle.
    Dive,
    /// An evaluation or a bound: a `num` function.
    Evaluate(FuncId),
    /// Lists the positions to which a turn can have led that a player perceived;
    /// of his own turns those that have the text.
    Fits {
        player: Player,
        own: bool,
    },
    /// Whether a player perceives a position as expected.
    Perceives(Player),
    /// Whether a player hears of a refusal what was expected.
    Refuses(Player),
    /// Whether a player may try a text.
    Tried,
    /// The fields on which a rule ends.
    Fields(FuncId),
    /// The results of a rule of the referee, with texts.
    Results(FuncId),
    /// Whether a turn has a move.
    Ends,
}

impl Driver {
    /// The players for whom there is such a driver: random games begin with
    /// whoever is to move.
    pub(crate) fn players(self, facts: &game::Facts) -> &'static [Player] {
        match self {
            Driver::Playout => &Player::BOTH[..1],
            _ => &Player::BOTH[..facts.n_players()],
        }
    }

    /// For whom messages are compared.
    pub(crate) fn hears(self) -> Option<Player> {
        match self {
            Driver::Fits { player, .. } | Driver::Perceives(player) | Driver::Refuses(player) => {
                Some(player)
            }
            _ => None,
        }
    }

    /// Whether positions are made with their signatures.
    pub(crate) fn signs(self, remembers_past: bool) -> bool {
        match self {
            Driver::List | Driver::Records | Driver::Fits { .. } => true,
            Driver::Count
            | Driver::Dive
            | Driver::Evaluate(_)
            | Driver::Perceives(_)
            | Driver::Refuses(_)
            | Driver::Tried
            | Driver::Fields(_)
            | Driver::Results(_) => false,
            Driver::Bare
            | Driver::Ends
            | Driver::Pick
            | Driver::Draw
            | Driver::Perft
            | Driver::PerftCounted
            | Driver::Playout => remembers_past,
        }
    }
}

/// What is counted while the results of a turn come in.
pub(crate) struct Tally {
    /// Whether there is a move.
    pub(crate) any: StackSlot,
    pub(crate) over_flag: StackSlot,
    pub(crate) over_value: StackSlot,
}

impl<'a, 'p> Emit<'a, 'p> {
    /// Makes the body of a driver. `args` begin with the position.
    pub(crate) fn driver(&mut self, driver: Driver, v: Player, args: &[Value]) {
        match driver {
            Driver::List | Driver::Bare => self.list(v, args[0]),
            Driver::Records => {
                let at = self.begin(args[0]);
                self.set_now(args[0], &at.s);
                self.records(self.program.entries.main, v, &at);
            }
            Driver::Results(func) => {
                let at = self.begin_judging(args);
                self.records(func, v, &at);
            }
            Driver::Fits { player, own } => self.fits(player, own, v, args[0]),
            Driver::Perceives(player) => self.perceives(player, v, args),
            Driver::Refuses(_) => self.refuses(v, args),
            Driver::Ends => self.ends(v, args[0]),
            Driver::Tried => self.tried(v, args[0]),
            Driver::Fields(func) => {
                let at = self.begin_judging(args);
                let (words, _) = self.fingers(func, v, &at);
                for (i, word) in words.into_iter().enumerate() {
                    let word = self.value(word);
                    self.b.ins().store(trusted(), word, args[2], 8 * i as i32);
                }
                let done = self.b.ins().iconst(I64, 0);
                self.b.ins().return_(&[done]);
            }
            Driver::Count => self.count_moves(v, args[0]),
            Driver::Pick => self.pick(v, args),
            Driver::Draw => self.draw(v, args),
            Driver::Perft => self.perft(v, args, false),
            Driver::PerftCounted => self.perft(v, args, true),
            Driver::Playout => self.playout(args),
            Driver::Dive => self.dive(v, args),
            Driver::Evaluate(func) => {
                let at = self.begin(args[0]);
                let number = self.number_of(func, v, &at);
                let number = self.value(number.word);
                self.b.ins().return_(&[number]);
            }
        }
    }

    pub(crate) fn variable(&mut self, start: i64) -> Variable {
        let variable = self.b.declare_var(I64);
        let start = self.b.ins().iconst(I64, start);
        self.b.def_var(variable, start);
        variable
    }

    pub(crate) fn add_to(&mut self, variable: Variable, more: Word) {
        let old = Word::V(self.b.use_var(variable));
        let new = self.add(old, more);
        let new = self.value(new);
        self.b.def_var(variable, new);
    }

    pub(crate) fn tally(&mut self) -> Tally {
        Tally { any: self.flag(), over_flag: self.flag(), over_value: self.flag() }
    }

    /// A word of the stack that is 0. What is seldom written lies there rather
    /// than in a register.
    pub(crate) fn flag(&mut self) -> StackSlot {
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3);
        let slot = self.b.create_sized_stack_slot(data);
        let zero = self.b.ins().iconst(I64, 0);
        self.b.ins().stack_store(I64, zero, slot, 0);
        slot
    }

    pub(crate) fn raise(&mut self, slot: StackSlot) {
        let one = self.b.ins().iconst(I64, 1);
        self.b.ins().stack_store(I64, one, slot, 0);
    }

    pub(crate) fn flagged(&mut self, slot: StackSlot) -> Value {
        self.b.ins().stack_load(I64, I64, slot, 0)
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
            let mut over = |e: &mut Self, flag: Word, value: Word| e.over(tally, flag, value);
            if !e.is_move(&base, &conf.s, fail, &mut over) {
                return;
            }
            if let Some(probe) = &mut e.probe {
                probe.results += 1;
                probe.sound &= conf.s.overwrites.is_none_or(|field| field == probe.field);
                probe.overwrites |= conf.s.overwrites.is_some();
                e.problem(Problem::Rules);
                return;
            }
            e.check_numbers(&conf.s);
            made(e, &conf.s, fail);
        };
        self.run(main, v, at, done, &mut Cont { then: &mut result, plain: true });
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
        self.b.ins().stack_store(I64, flag, tally.over_flag, 0);
        self.b.ins().stack_store(I64, value, tally.over_value, 0);
    }

    pub(crate) fn problem_if(&mut self, wrong: Word) {
        let (bad, on) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(bad);
        let wrong = self.value(wrong);
        self.b.ins().brif(wrong, bad, &[], on, &[]);
        self.b.switch_to_block(bad);
        self.problem(Problem::Rules);
        self.b.switch_to_block(on);
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

    fn list(&mut self, v: Player, position: Value) {
        let at = self.begin(position);
        let tally = self.tally();
        let base = at.s.clone();
        self.set_now(position, &base);
        self.keeping = true;
        self.keep_none();
        self.turn(v, &at, &tally, &mut |e, state, fail| {
            match e.suspect {
                true => e.keep_once(&base, state, v),
                false => e.keep_too(&base, state, v),
            };
            e.raise(tally.any);
            e.fail(fail);
        });
        let any = Word::V(self.flagged(tally.any));
        self.settle(&tally, any);
        let n = self.load_ctx(Ctx::KEPT + Kept::N);
        self.b.ins().return_(&[n]);
    }

    /// All results of a function as configurations, with their texts.
    fn records(&mut self, func: FuncId, v: Player, at: &Conf) {
        let done = self.b.create_block();
        let ctx = self.ctx;
        let bottom = self.load_ctx(Ctx::TOP);
        let list = self.call(Routine::ListBegin, &[ctx]);
        let mut add = |e: &mut Self, conf: Conf, fail: Block| {
            let from = e.spill(&conf);
            let kept = e.call(Routine::ListAdd, &[ctx, list, from]);
            e.check(kept);
            e.fail(fail);
        };
        self.run(func, v, at, done, &mut Cont { then: &mut add, plain: false });
        self.b.switch_to_block(done);
        self.store_ctx(Ctx::TOP, bottom);
        let n = self.call(Routine::ListEnd, &[ctx, list]);
        self.b.ins().return_(&[n]);
    }

    fn count_moves(&mut self, v: Player, position: Value) {
        let at = self.begin(position);
        let tally = self.tally();
        self.set_now(position, &at.s);
        self.join_past(position);
        let n = self.count_here(v, &at, &tally);
        self.settle(&tally, Word::V(n));
        self.leave_past(position, &at.s);
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
    fn pick(&mut self, v: Player, args: &[Value]) {
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
    /// closes the code behind it with `made`. The code goes on where there is no
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
            // Whoever leaves in the middle of a list leaves it behind.
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
