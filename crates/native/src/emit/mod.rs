//! The code generator: walks the program of a game as the interpreter would,
//! but makes code for what depends on the position and does the rest at once.
//!
//! ```text
//! Program ─▶ blocks ─▶ steps ─▶ sets/, numbers, writes/ ─▶ words ─▶ Cranelift
//!               ├─▶ questions (what decides between two ways)
//!               ├─▶ choose    (fields, directions and forks, one after the other)
//!               ├─▶ joins     (ways that meet again) ─▶ merge, waits
//!               ├─▶ loops     (those with one result at a time)
//!               └─▶ calls     (functions that stay functions) ─▶ records
//! drivers/: what a result of `main` is good for (list, count, pick, perft)
//! witness/: what a player perceives of a turn (messages, texts)
//! ```
//!
//! Results are not collected: what follows a result is made where the result
//! is. A path that ends jumps to where the last choice goes on. So a choice is a
//! loop, a question a jump out of it, and nothing is undone, because positions
//! are values. Contract of everything that makes code of a walk: when it
//! returns, the code is closed, and every path has ended in a jump to `fail`.

mod blocks;
mod calls;
mod choose;
mod drivers;
mod joins;
mod known;
mod loops;
mod merge;
mod numbers;
mod past;
mod plan;
mod questions;
mod records;
mod sets;
mod steps;
mod sym;
mod waits;
mod witness;
mod words;
mod writes;

pub(crate) use cranelift_codegen::ir::condcodes::IntCC;
pub(crate) use drivers::{Driver, dive};
pub(crate) use plan::{Plan, definitions};
pub(crate) use sets::Search;
pub(crate) use sets::geometry::pairs;

use crate::compile::late::Mode;
use crate::compile::routines::Routine;
use crate::compile::unit::Unit;
use crate::layout::{Layout, TurnSlot};
use cranelift_codegen::ir::{
    Block, BlockArg, InstBuilder, MemFlagsData as MemFlags, StackSlot, Value, types::I64,
};
use cranelift_frontend::FunctionBuilder;
use game::{Direction, Player};
use ir::{FuncId, Program};
use known::{FieldFact, Origin, Written};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use sym::{Conf, Frame, State, Val, Version, Word};

/// What follows a result. `plain` says that nothing more is asked of it, and `straight` that
/// the turn goes on from it by itself, without being compared or kept with others.
pub(crate) struct Cont<'k, 'a, 'p> {
    pub(crate) then: &'k mut dyn FnMut(&mut Emit<'a, 'p>, Conf, Block),
    pub(crate) plain: bool,
    pub(crate) straight: bool,
}

impl<'k, 'a, 'p> Cont<'k, 'a, 'p> {
    /// What is done with results that do not lead on by themselves.
    pub(crate) fn aside(
        then: &'k mut dyn FnMut(&mut Emit<'a, 'p>, Conf, Block),
        plain: bool,
    ) -> Cont<'k, 'a, 'p> {
        Cont { then, plain, straight: false }
    }
}

/// Where the code goes on after a question.
#[derive(Clone, Copy)]
pub(crate) struct Answers {
    pub(crate) yes: Block,
    pub(crate) no: Block,
}

/// A function as it is run for a player.
#[derive(Clone, Copy)]
pub(crate) struct Body {
    pub(crate) func: FuncId,
    pub(crate) v: Player,
}

/// One function of machine code that is being made.
pub(crate) struct Emit<'a, 'p> {
    pub(crate) unit: &'a mut Unit<'p>,
    pub(crate) program: &'p Program,
    pub(crate) layout: &'p Layout,
    pub(crate) b: FunctionBuilder<'a>,
    /// The pointer to the memory of the thread.
    pub(crate) ctx: Value,
    /// Where a limit that was met leads.
    pub(crate) fault: Block,
    /// Whether the signature is kept.
    pub(crate) signed: bool,
    /// Whether the texts of moves are kept.
    pub(crate) traced: bool,
    /// Counts moves instead of making them: the variable with the count.
    pub(crate) counting: Option<cranelift_frontend::Variable>,
    /// Makes only one of the moves that are counted: the variable with its number.
    pub(crate) picking: Option<cranelift_frontend::Variable>,
    /// The state of the random numbers, if it is in a register.
    pub(crate) random: Option<cranelift_frontend::Variable>,
    /// Whether tests that wait count as passed.
    pub(crate) proposing: bool,
    /// Whether moves that are counted one by one are kept, so that none of them
    /// has to be made again.
    pub(crate) keeping: bool,
    /// Whether something was chosen already.
    chosen: bool,
    /// Whether results may be the same as others.
    pub(crate) suspect: bool,
    /// Whether the code belongs to a test that waited.
    pub(crate) in_tail: bool,
    /// How many questions are open.
    pub(crate) in_question: u32,
    /// Whether code is made only to be looked at.
    pub(crate) probe: Option<drivers::choices::Probe>,
    /// Whether moves are drawn where they are chosen.
    at_once: drivers::AtOnce,
    /// Moves that need not be made once it is known that there are some.
    pub(crate) sifting: Option<drivers::sifting::Sifting>,
    /// The position in which the turn began.
    pub(crate) base: Option<Rc<State>>,
    rounds: drivers::Rounds,
    /// Functions being walked, to stop at one that comes back to itself.
    walking: Vec<FuncId>,
    /// What is known on the path being made; scoped by [`Emit::scope`].
    known: Vec<FieldFact>,
    different: Vec<(Word, Word)>,
    /// Fields that were reached by a way from a set.
    came_by: Vec<(Word, Vec<Direction>, ir::Value)>,
    /// Areas that grew back from a set, with those of their fields from which
    /// they went on.
    areas: Vec<(Rc<[Word]>, Vec<Word>)>,
    /// Areas that last from turn to turn.
    carries: sets::Carries,
    /// Fields whose bit is at hand.
    bits: Vec<(Value, Value)>,
    origins: Vec<Origin>,
    /// The boards with which turns began, if it is known what is not on them.
    turn_starts: Vec<Version>,
    /// Where pieces were taken from of which it is not known what they are, and the
    /// slots before that, by the numbers of the pieces.
    taken: FxHashMap<Value, (Vec<Word>, Word)>,
    /// The pieces that came onto each version of the board from nowhere: there
    /// may be more of them than there should be.
    puts: Vec<u64>,
    /// Blocks that some path jumps to when it ends.
    failed: FxHashSet<Block>,
    /// Whether some of the code counts its work.
    burns: bool,
    /// How many choices are open.
    depth: u32,
    /// Whether a path ends at the first event that is not expected.
    pub(crate) leaves_early: bool,
    /// Where a message leads that was not heard, if nothing else can come of it.
    pub(crate) unheard: Option<Block>,
    /// Where a board of stacks lies while a routine of ours changes it.
    board: Option<StackSlot>,
}

/// Memory of our own never faults.
pub(crate) fn trusted() -> MemFlags {
    MemFlags::trusted()
}

impl<'a, 'p> Emit<'a, 'p> {
    pub(crate) fn new(
        unit: &'a mut Unit<'p>,
        b: FunctionBuilder<'a>,
        ctx: Value,
        fault: Block,
    ) -> Emit<'a, 'p> {
        let (program, layout) = (unit.program, unit.layout);
        unit.tried = 0;
        let Mode { signed, traced, .. } = unit.mode;
        Emit {
            unit,
            program,
            layout,
            b,
            ctx,
            fault,
            signed,
            traced,
            counting: None,
            picking: None,
            random: None,
            proposing: false,
            keeping: false,
            chosen: false,
            suspect: false,
            in_tail: false,
            in_question: 0,
            probe: None,
            at_once: drivers::AtOnce::default(),
            sifting: None,
            base: None,
            rounds: drivers::Rounds { now: Word::ZERO, next: Word::ZERO },
            walking: Vec::new(),
            known: Vec::new(),
            different: Vec::new(),
            came_by: Vec::new(),
            areas: Vec::new(),
            carries: sets::Carries::default(),
            bits: Vec::new(),
            origins: Vec::new(),
            turn_starts: Vec::new(),
            taken: FxHashMap::default(),
            puts: Vec::new(),
            failed: FxHashSet::default(),
            burns: false,
            depth: 0,
            leaves_early: false,
            unheard: None,
            board: None,
        }
    }

    /// Places for the answers to a question.
    pub(crate) fn answers(&mut self) -> Answers {
        Answers { yes: self.b.create_block(), no: self.b.create_block() }
    }

    /// Makes code on a path of its own: what is learned there is forgotten.
    pub(crate) fn scope<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let lengths = (self.known.len(), self.different.len(), self.came_by.len(), self.bits.len());
        let areas = self.carries.known.len();
        let made = make(self);
        self.known.truncate(lengths.0);
        self.different.truncate(lengths.1);
        self.came_by.truncate(lengths.2);
        self.bits.truncate(lengths.3);
        self.carries.known.truncate(areas);
        made
    }

    /// A new version of the board.
    pub(crate) fn version(&mut self, origin: Origin) -> Version {
        self.puts.push(match origin {
            Origin::Write(write) => self.puts[write.from.0 as usize],
            Origin::Start | Origin::Unknown => 0,
        });
        self.origins.push(origin);
        Version(self.origins.len() as u32 - 1)
    }

    pub(crate) fn wrote(&mut self, from: Version, field: Option<Word>, contents: u64) -> Version {
        self.version(Origin::Write(Written { from, field, contents }))
    }

    /// Notes that pieces came from nowhere.
    pub(crate) fn came(&mut self, version: Version, pieces: u64) {
        self.puts[version.0 as usize] |= pieces;
    }

    /// Ends the path.
    pub(crate) fn fail(&mut self, fail: Block) {
        self.failed.insert(fail);
        self.b.ins().jump(fail, &[]);
    }

    /// Goes on only if the word is not 0. Whether the path goes on at all.
    pub(crate) fn require(&mut self, cond: Word, fail: Block) -> bool {
        match cond {
            Word::C(0) => {
                self.fail(fail);
                false
            }
            Word::C(_) => true,
            Word::V(cond) => {
                let on = self.b.create_block();
                self.failed.insert(fail);
                self.b.ins().brif(cond, on, &[], fail, &[]);
                self.b.switch_to_block(on);
                true
            }
        }
    }

    /// Goes on only if the word is 0.
    pub(crate) fn refuse(&mut self, cond: Word, fail: Block) -> bool {
        match cond {
            Word::C(0) => true,
            Word::C(_) => {
                self.fail(fail);
                false
            }
            Word::V(cond) => {
                let on = self.b.create_block();
                self.failed.insert(fail);
                self.b.ins().brif(cond, fail, &[], on, &[]);
                self.b.switch_to_block(on);
                true
            }
        }
    }

    pub(crate) fn slot(&self, state: &State, slot: TurnSlot) -> Word {
        state.slots[self.layout.turn(slot)]
    }

    pub(crate) fn put_slot(&self, state: &mut State, slot: TurnSlot, word: Word) {
        state.slots[self.layout.turn(slot)] = word;
    }

    /// A word of the thread's memory.
    pub(crate) fn load_ctx(&mut self, offset: usize) -> Value {
        self.b.ins().load(I64, trusted(), self.ctx, offset as i32)
    }

    pub(crate) fn store_ctx(&mut self, offset: usize, value: Value) {
        self.b.ins().store(trusted(), value, self.ctx, offset as i32);
    }

    /// Calls a routine of ours, or one that is made, and gives what it returns.
    pub(crate) fn call(&mut self, routine: Routine, args: &[Value]) -> Value {
        // Whatever is called may count its work.
        self.burns |= !matches!(routine, Routine::Select | Routine::Deposit);
        self.try_call(routine);
        if self.unit.is_late(routine) {
            return self.call_late(routine, args);
        }
        let func = self.unit.declare(routine);
        let func = self.unit.reference(func, self.b.func);
        let call = self.b.ins().call(func, args);
        self.b.inst_results(call)[0]
    }

    /// Calls a routine that is made when it is first called.
    fn call_late(&mut self, routine: Routine, args: &[Value]) -> Value {
        let cell = self.unit.late(routine);
        let cell = self.b.ins().iconst(I64, cell);
        let (make, go) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(make);
        let address = self.b.append_block_param(go, I64);
        let known = self.b.ins().atomic_load(I64, trusted(), cell);
        self.b.ins().brif(known, go, &[BlockArg::from(known)], make, &[]);
        self.b.switch_to_block(make);
        let ctx = self.ctx;
        let made = self.call(Routine::Late, &[ctx, cell]);
        self.check(made);
        self.b.ins().jump(go, &[BlockArg::from(made)]);
        self.b.switch_to_block(go);
        let signature = self.unit.signature_of(args.len());
        let signature = self.b.import_signature(signature);
        let call = self.b.ins().call_indirect(signature, address, args);
        self.b.inst_results(call)[0]
    }

    /// The address of a routine that is made.
    pub(crate) fn address(&mut self, routine: Routine) -> Value {
        let func = self.unit.declare(routine);
        let func = self.unit.reference(func, self.b.func);
        self.b.ins().func_addr(I64, func)
    }

    /// Leaves through the fault if the value is below 0.
    pub(crate) fn check(&mut self, value: Value) {
        let on = self.b.create_block();
        let bad = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, value, 0);
        self.b.ins().brif(bad, self.fault, &[], on, &[]);
        self.b.switch_to_block(on);
    }

    /// A frame for a function.
    pub(crate) fn frame(&mut self, id: FuncId, v: Player, at: &Conf) -> Frame<'p> {
        let func = &self.program.funcs[id.index()];
        let (plan, defs) = (self.unit.plan(id), self.unit.definitions(id));
        let mut frame = Frame {
            id,
            func,
            plan,
            defs,
            vals: vec![Val::Unset; func.types.len()],
            stops: Vec::new(),
            waiting: Vec::new(),
            labels: Vec::new(),
            returns: None,
            foreseen: None,
        };
        if let &[s, view, f, d] = func.blocks[0].params.as_slice() {
            frame.set(s, Val::State(at.s.clone()));
            frame.set(view, Val::Player(v));
            frame.set(f, Val::Field(at.f));
            frame.set(d, Val::Direction(at.d));
        }
        frame
    }
}
