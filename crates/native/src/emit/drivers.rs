//! What the results of a turn are wanted for. Each driver is a function of its
//! own per player to move, made when it is first needed.
//!
//! | driver | arguments | returns |
//! |---|---|---|
//! | list | position | the positions that were kept; their number |
//! | bare | position | the same without signatures |
//! | alone | position | the same without signatures and questions about earlier positions |
//! | captures | position | those that take or turn pieces or end the game; twice their number, and 1 if there are others |
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
//! | tried | position as a player knows it | whether the player may try what is expected |
//! | fields | position, the one before, where to | writes the fields on which a rule ends |
//! | ends | position | whether there is a move; if not, how the game is over in memory |
//! | results | position, the one before | as records, of any rule |

mod at_once;
mod captures;
mod children;
pub(super) mod choices;
pub(crate) mod dive;
mod in_registers;
mod joined;
mod keep;
mod numbered;
mod perft;
mod playouts;
mod random;
pub(super) mod sifting;
mod signing;
mod turns;

pub(crate) use at_once::AtOnce;
pub(crate) use children::Rounds;
pub(crate) use keep::NextKept;
pub(crate) use turns::Tally;

use super::sym::{Conf, Word};
use super::{Emit, trusted};
use crate::compile::routines::Routine;
use crate::runtime::Ctx;
use crate::runtime::kept::Kept;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, StackSlot, StackSlotData, StackSlotKind, Value};
use cranelift_frontend::Variable;
use game::Player;
use ir::FuncId;

/// A word that is written in few places.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Flag {
    Stack(StackSlot),
    Variable(Variable),
}

/// What the results of a turn are wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Driver {
    List,
    /// As `List`, without signatures.
    Bare,
    /// As `Bare`, if nothing is past and no rule asks for fewer than three times.
    Alone,
    /// As `List`, of the moves that take pieces, turn them into others or end the game.
    Captures,
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
    /// of the player's own turns those that have the text.
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
            Driver::List | Driver::Captures | Driver::Records | Driver::Fits { .. } => true,
            Driver::Count
            | Driver::Alone
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

impl<'a, 'p> Emit<'a, 'p> {
    /// Makes the body of a driver. `args` begin with the position.
    pub(crate) fn driver(&mut self, driver: Driver, v: Player, args: &[Value]) {
        match driver {
            Driver::List | Driver::Bare | Driver::Alone => self.list(v, args[0]),
            Driver::Captures => self.list_captures(v, args[0]),
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
                let words = self.fingers(func, v, &at).fields;
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
                self.look_back_to(args[0]);
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

    /// A word that is 0. What is seldom written lies on the stack rather than in a register,
    /// but for games in registers, whose turns are short: there it is mostly known to be 0.
    pub(crate) fn flag(&mut self) -> Flag {
        if self.random.is_some() {
            return Flag::Variable(self.variable(0));
        }
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3);
        let slot = self.b.create_sized_stack_slot(data);
        let zero = self.b.ins().iconst(I64, 0);
        self.b.ins().stack_store(I64, zero, slot, 0);
        Flag::Stack(slot)
    }

    pub(crate) fn raise(&mut self, flag: Flag) {
        let one = self.b.ins().iconst(I64, 1);
        self.set_flag(flag, one);
    }

    pub(crate) fn set_flag(&mut self, flag: Flag, value: Value) {
        match flag {
            Flag::Variable(variable) => self.b.def_var(variable, value),
            Flag::Stack(slot) => {
                self.b.ins().stack_store(I64, value, slot, 0);
            }
        }
    }

    pub(crate) fn flagged(&mut self, flag: Flag) -> Value {
        match flag {
            Flag::Variable(variable) => self.b.use_var(variable),
            Flag::Stack(slot) => self.b.ins().stack_load(I64, I64, slot, 0),
        }
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
        let bottom = self.load_ctx(Ctx::TOP);
        let list = self.set_results_aside(func, v, at);
        self.store_ctx(Ctx::TOP, bottom);
        let ctx = self.ctx;
        let n = self.call(Routine::ListEnd, &[ctx, list]);
        self.b.ins().return_(&[n]);
    }
}
