//! A compiled game: code that is made when it is first needed, and calls into it.

use crate::compile::budget::Budget;
use crate::compile::late::{Cell, Mode, Request};
use crate::emit::Driver;
use crate::instead::Fallback;
use crate::layout::MOST_FIELDS;
use crate::position::Position;
use crate::runtime::Ctx;
use crate::shared::{Proofs, Shared, Switches, writes_in_play};
use game::{Game, Player};
use interp::Interp;
use ir::{Program, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// The most words of a position.
pub(crate) const MOST_WORDS: usize = 64;

/// What to do where there is no code.
pub const INTERPRET: &str = "let the interpreter play it";

/// What is said where a position has no room.
pub(crate) const NO_ROOM: &str = "there are more pieces in stacks than native code has room for";

/// A function as it was compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// What it is for.
    pub name: String,
    /// Its Cranelift form.
    pub clif: String,
    /// Its machine code.
    pub assembly: String,
}

/// The work of making code, by instructions that are emitted and compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// How much it has been so far.
    pub spent: u64,
    /// How much it may be.
    pub most: u64,
}

/// A game that is played by code made from its program.
#[derive(Clone)]
pub struct Native {
    inner: Arc<Inner>,
}

struct Inner {
    shared: Shared,
    /// Whether some rule looks at earlier positions.
    remembers: bool,
    /// Whether rules ask for positions that have occurred, and not for fewer than three times.
    asks_late: bool,
    /// Memory of threads that is not in use.
    spare: Mutex<Vec<ThreadMemory>>,
    /// How many random games were asked for.
    played: AtomicU64,
    /// Whether the interpreter plays where there is no code.
    fallback: OnceLock<Fallback>,
    /// What is switched off.
    off: Vec<String>,
    /// The game as far as it ends at the start of a turn, once somebody asks for it.
    early: OnceLock<Option<Native>>,
}

/// The memory of a thread.
pub(crate) struct ThreadMemory(Box<Ctx>);

impl ThreadMemory {
    #[inline]
    pub(crate) fn ctx(&mut self) -> &mut Ctx {
        &mut self.0
    }

    /// The oldest earlier position on which the last turn rests.
    #[inline]
    pub(crate) fn ground(&self) -> Option<usize> {
        self.0.ground
    }
}

// SAFETY: the pointers in it point into memory that it owns, and to the shared
// part, which is in an `Arc` with it.
unsafe impl Send for ThreadMemory {}

impl std::fmt::Debug for Native {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Native").field("game", &self.facts().name).finish_non_exhaustive()
    }
}

/// What can be switched off in the code generator: names and what they do.
pub const SWITCHES: &[(&str, &str)] = &[
    ("distinct", "no look for duplicates where it is proved that there are none"),
    ("count_choices", "moves counted by whole sets where each field surely gives one"),
    ("share_tails", "long tests made once for all moves, which wait for them in memory"),
    ("patterns", "sets of which one field is asked, by what the field needs around it"),
    ("foresee", "rows that a new piece would make, found for all fields before one is chosen"),
    ("around", "what no turn begins with, looked for around new pieces alone"),
    ("look_up", "questions about boards of up to 12 fields, from a table of all boards"),
    ("carry", "areas that random games carry from turn to turn, and change where a piece came"),
    ("join", "one choice in random games where there was one before it was split"),
    ("at_once", "random moves drawn where they are chosen, if a turn has one choice"),
    ("propose", "random moves drawn before they are tested"),
    ("optimize", "code that is run often compiled well rather than quickly"),
];

impl Native {
    /// Compiles a program; says why if there is no code for it.
    ///
    /// `interp` must be the interpreter of the program before the passes.
    pub fn new(interp: Interp, off: &[String]) -> Result<Native, String> {
        Native::while_wanted(interp, off, || true)
    }

    /// As [`Native::new`], but `wanted` is asked again and again while code is made, now and
    /// whenever some is first needed. As soon as it says no, making code ends: passes that were
    /// not run yet are left out, and turns whose code is not there are interpreted if that is
    /// allowed ([`Native::or_interpret`]). A function that a compiler has begun with is
    /// completed first.
    pub fn while_wanted(
        interp: Interp,
        off: &[String],
        wanted: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Result<Native, String> {
        Native::within(interp, off, Arc::new(Budget::new(Box::new(wanted))))
    }

    fn within(interp: Interp, off: &[String], budget: Arc<Budget>) -> Result<Native, String> {
        let mut program = interp.program().clone();
        ir::passes::optimize_while(&mut program, off, &|| budget.is_wanted());
        supported(&program)?;
        let is_on = |name: &str| !off.iter().any(|off| off == name);
        let switches = Switches {
            counts_choices: is_on("count_choices"),
            shares_tails: is_on("share_tails"),
            looks_up_patterns: is_on("patterns"),
            foresees: is_on("foresee"),
            looks_around: is_on("around"),
            looks_up_answers: is_on("look_up"),
            joins_choices: is_on("join"),
            carries: is_on("carry"),
            draws_at_once: is_on("at_once"),
            proposes: is_on("propose"),
            distinct: is_on("distinct"),
            optimizes: is_on("optimize"),
        };
        let remembers = program.asks_for_past();
        let asks_late = program.least_repeats().is_some_and(|times| times >= 3);
        let shared = Shared::new(interp, program, switches, budget);
        if shared.words() > MOST_WORDS {
            return Err("positions of this game are too large".to_string());
        }
        if !shared.layout.has_room(&shared.facts().start) {
            return Err("stacks at the start have more pieces than there is room for".to_string());
        }
        let spare = Mutex::new(Vec::new());
        let ((played, fallback, early), off) = (Default::default(), off.to_vec());
        let inner = Inner { shared, remembers, asks_late, spare, played, fallback, off, early };
        Ok(Native { inner: Arc::new(inner) })
    }

    /// The same game as far as it ends at the start of a turn, if a search has to ask for
    /// that and there is code; see [`Interp::early`].
    pub(crate) fn early(&self) -> Option<&Native> {
        let (off, budget) = (&self.inner.off, &self.shared().budget);
        let make = || Native::within(self.interp().early()?.clone(), off, budget.clone()).ok();
        self.inner.early.get_or_init(make).as_ref()
    }

    /// How many random games were asked for, with these.
    pub(crate) fn played_with(&self, games: u64) -> u64 {
        self.inner.played.fetch_add(games, Ordering::Relaxed).saturating_add(games)
    }

    pub(crate) fn with_fallback(self, fallback: Fallback) -> Native {
        // If there is one already, it will do.
        let _new = self.inner.fallback.set(fallback);
        self
    }

    pub(crate) fn fallback(&self) -> Option<&Fallback> {
        self.inner.fallback.get()
    }

    /// The program after the passes.
    pub fn program(&self) -> &Program {
        &self.inner.shared.program
    }

    /// Whether some rule looks at earlier positions.
    #[inline]
    pub(crate) fn remembers(&self) -> bool {
        self.inner.remembers
    }

    /// Whether rules ask for positions that have occurred, and not for fewer than three times.
    #[inline]
    pub(crate) fn asks_late(&self) -> bool {
        self.inner.asks_late
    }

    /// The interpreter that answers what code does not.
    pub fn interp(&self) -> &Interp {
        &self.inner.shared.interp
    }

    /// Whether no two results of a turn can be the same position: proved.
    pub fn is_distinct(&self) -> bool {
        matches!(self.shared().proofs(), Proofs::Distinct)
    }

    /// The bytes of a position, packed.
    pub fn packed_bytes(&self) -> usize {
        self.inner.shared.layout.bytes
    }

    /// How much work its code has been so far, and how much it may be.
    pub fn work(&self) -> Work {
        let budget = &self.shared().budget;
        Work { spent: budget.spent(), most: budget.most() }
    }

    /// Changes how much work its code may be. What is made already stays.
    pub fn limit_work(&self, most: u64) {
        self.shared().budget.set_most(most);
    }

    #[inline]
    pub(crate) fn shared(&self) -> &Shared {
        &self.inner.shared
    }

    /// The code for a task of this player.
    pub(crate) fn driver(&self, driver: Driver, player: Player) -> Result<Arc<Cell>, String> {
        let mode = Mode::of(driver, self.inner.remembers);
        let players = driver.players(self.facts());
        let player = if players.contains(&player) { player } else { players[0] };
        self.shared().routine(&[Request::of(driver, player, mode)])
    }

    /// The Cranelift form and machine code of what a command needs.
    pub fn listing(&self) -> Result<Vec<Listing>, String> {
        let drivers: &[Driver] = match self.is_distinct() {
            true => &[Driver::Playout, Driver::PerftCounted, Driver::Perft, Driver::List],
            false => &[Driver::Playout, Driver::List],
        };
        let mut wanted = Vec::new();
        for &driver in drivers {
            let mode = Mode::of(driver, self.inner.remembers);
            let players = driver.players(self.facts());
            wanted.extend(players.iter().rev().map(|&player| Request::of(driver, player, mode)));
        }
        self.shared().list(&wanted)
    }

    /// Gives a thread's memory to a task.
    pub(crate) fn with_memory<T>(&self, task: impl FnOnce(&mut Ctx) -> T) -> T {
        let mut memory = self.take_memory();
        let done = task(memory.ctx());
        self.give_memory(memory);
        done
    }

    /// Memory for a thread, which gives it back.
    pub(crate) fn take_memory(&self) -> ThreadMemory {
        let spare = self.inner.spare.lock().ok().and_then(|mut spare| spare.pop());
        let mut memory = match spare.or_else(|| Ctx::new(self.shared()).map(ThreadMemory)) {
            Some(memory) => memory,
            // Without memory nothing can be played; the allocator says so for everybody.
            None => std::alloc::handle_alloc_error(std::alloc::Layout::new::<Ctx>()),
        };
        memory.0.shared = self.shared();
        memory.0.begin();
        memory
    }

    pub(crate) fn give_memory(&self, memory: ThreadMemory) {
        if let Ok(mut spare) = self.inner.spare.lock() {
            spare.push(memory);
        }
    }

    /// Lets a turn see the earlier positions, if its rules look at them.
    pub(crate) fn remember(&self, ctx: &mut Ctx, past: &[Position]) {
        let past: &[Position] = if self.inner.remembers { past } else { &[] };
        let past: Vec<&[u64]> = past.iter().map(|p| p.words()).collect();
        ctx.set_past(self.shared(), &past);
    }

    /// Runs a driver on a position.
    pub(crate) fn call(
        &self,
        ctx: &mut Ctx,
        driver: Driver,
        position: &[u64],
        args: &[u64],
    ) -> Result<i64, Stopped> {
        let cell = self.driver(driver, self.player_of(position)).map_err(Stopped::NoCode)?;
        self.run(ctx, &cell, position, args)
    }

    /// Runs a routine that is made.
    #[inline]
    pub(crate) fn run(
        &self,
        ctx: &mut Ctx,
        cell: &Cell,
        position: &[u64],
        args: &[u64],
    ) -> Result<i64, Stopped> {
        let address = cell.entry(2 + args.len())?;
        ctx.keeps_texts = cell.request.mode.traced;
        let at = position.as_ptr();
        // SAFETY: the code at the address was compiled to take this many words: the memory
        // of the thread, the position and the arguments. It is kept while it runs.
        let answer = unsafe {
            match *args {
                [] => {
                    let f: extern "C" fn(*mut Ctx, *const u64) -> i64 =
                        std::mem::transmute(address);
                    f(ctx, at)
                }
                [a] => {
                    let f: extern "C" fn(*mut Ctx, *const u64, u64) -> i64 =
                        std::mem::transmute(address);
                    f(ctx, at, a)
                }
                [a, b] => {
                    let f: extern "C" fn(*mut Ctx, *const u64, u64, u64) -> i64 =
                        std::mem::transmute(address);
                    f(ctx, at, a, b)
                }
                _ => return Err(Stopped::NoCode("nothing takes so many arguments".to_string())),
            }
        };
        if answer < i64::from(i32::MIN) || (answer < 0 && ctx.problem != 0) {
            return Err(Stopped::Problem(ctx.problem));
        }
        Ok(answer)
    }

    #[inline]
    pub(crate) fn player_of(&self, position: &[u64]) -> Player {
        self.shared().layout.player_of(position)
    }

    pub(crate) fn wrap(&self, words: &[u64]) -> Position {
        Position::new(words, self.shared().layout.round / 8)
    }

    /// Lists the results of a turn with their texts; their number.
    pub(crate) fn records(&self, ctx: &mut Ctx, position: &Position) -> Result<i64, Stopped> {
        let player = self.player_of(position.words());
        ctx.keep_texts(player);
        let cell = self.driver(Driver::Records, player).map_err(Stopped::NoCode)?;
        self.run(ctx, &cell, position.words(), &[])
    }
}

/// Why code gave up.
pub(crate) enum Stopped {
    NoCode(String),
    Problem(i64),
}

/// Whether there is code for everything in a program.
fn supported(program: &Program) -> Result<(), String> {
    let facts = &program.facts;
    if facts.board.n_fields() > MOST_FIELDS {
        return Err(format!("the board has more than {MOST_FIELDS} fields"));
    }
    if facts.pieces().count() > 60 {
        return Err("there are more than 60 pieces".to_string());
    }
    if writes_in_play(program).any(|write| matches!(write, Write::Mask { .. })) {
        return Err("there is no code for positions as a referee shows them".to_string());
    }
    Ok(())
}
