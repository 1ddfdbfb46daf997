//! A compiled game: code that is made when it is first needed, and calls into it.

use crate::emit::Driver;
use crate::layout::MOST_FIELDS;
use crate::runtime::{Ctx, Problem};
use crate::shared::Shared;
use crate::tables::Tables;
use crate::unit::{Made, Routine, Unit};
use cranelift_jit::JITModule;
use game::{Facts, Game, Outcome, Player, Rng, RulesError, Setup, SetupError, Turn};
use interp::Interp;
use ir::{Inst, Program, Write};
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex};

/// The most words of a position.
const MOST_WORDS: usize = 64;

/// A position of a compiled game: plain data.
#[derive(Clone, Debug)]
pub struct Position {
    words: Box<[u64]>,
    /// How many of them are compared.
    compared: usize,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.words[..self.compared] == other.words[..other.compared]
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words[..self.compared].hash(state);
    }
}

impl Position {
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }
}

/// What random games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Turns in all of them.
    pub plies: u64,
    /// Games that the first player won, that the second won, and all others.
    pub wins: [u64; 3],
}

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

/// Code of some routines. It stays in memory until the game is dropped.
struct Code {
    module: Option<JITModule>,
    _tables: Tables,
    addresses: FxHashMap<Routine, *const u8>,
    messages: Vec<String>,
}

// SAFETY: code and tables are never changed once they are made.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: addresses of the code are used only by `Native`, which
            // owns this and is gone.
            unsafe { module.free_memory() };
        }
    }
}

/// A game that is played by code made from its program.
#[derive(Clone)]
pub struct Native {
    inner: Arc<Inner>,
}

struct Inner {
    shared: Shared,
    program: Program,
    /// Whether no two results of a turn can be the same position.
    distinct: bool,
    code: Mutex<FxHashMap<Routine, Arc<Code>>>,
    /// Memory of threads that is not in use.
    spare: Mutex<Vec<Memory>>,
}

struct Memory(Box<Ctx>);

// SAFETY: the pointers in it point into memory that it owns, and to the shared
// part, which is in an `Arc` with it.
unsafe impl Send for Memory {}

impl std::fmt::Debug for Native {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Native").field("game", &self.facts().name).finish_non_exhaustive()
    }
}

/// The greatest depth to which code counts by calling itself.
const MOST_DEPTH: u32 = 64;

/// The most turns of a game whose earlier positions are remembered.
const MOST_PAST: usize = 4096;

impl Native {
    /// Compiles a program; says why if there is no code for it.
    ///
    /// `interp` must be the interpreter of the program before the passes.
    pub fn new(interp: Interp, off: &[String]) -> Result<Native, String> {
        let mut program = interp.program().clone();
        ir::passes::optimize(&mut program, off);
        supported(&program)?;
        let shared = Shared::new(interp);
        if shared.words() > MOST_WORDS {
            return Err("positions of this game are too large".to_string());
        }
        let is_off = |name: &str| off.iter().any(|off| off == name);
        let distinct = !is_off("distinct") && is_distinct(&program);
        let inner = Inner {
            shared,
            program,
            distinct,
            code: Mutex::new(FxHashMap::default()),
            spare: Mutex::new(Vec::new()),
        };
        Ok(Native { inner: Arc::new(inner) })
    }

    /// The program after the passes.
    pub fn program(&self) -> &Program {
        &self.inner.program
    }

    /// The interpreter that answers what code does not.
    pub fn interp(&self) -> &Interp {
        &self.inner.shared.interp
    }

    /// Whether no two results of a turn can be the same position: proved.
    pub fn is_distinct(&self) -> bool {
        self.inner.distinct
    }

    /// The bytes of a position.
    pub fn position_bytes(&self) -> usize {
        self.inner.shared.layout.bytes
    }

    pub(crate) fn shared(&self) -> &Shared {
        &self.inner.shared
    }

    fn unit(&self) -> Result<Unit<'_>, String> {
        let shared = &self.inner.shared;
        Unit::new(&self.inner.program, &shared.layout, &shared.signatures, Tables::default())
    }

    /// The address of a driver, and the code that it belongs to.
    fn driver(&self, driver: Driver, player: Player) -> Result<(*const u8, Arc<Code>), String> {
        let routine = Routine::Driver(driver, player);
        let mut code = self.inner.code.lock().map_err(|e| e.to_string())?;
        if let Some(known) = code.get(&routine)
            && let Some(&address) = known.addresses.get(&routine)
        {
            return Ok((address, known.clone()));
        }
        let Made { module, tables, addresses, messages, .. } = self.unit()?.make(driver)?;
        let made = Arc::new(Code { module: Some(module), _tables: tables, addresses, messages });
        for player in Player::BOTH {
            code.insert(Routine::Driver(driver, player), made.clone());
        }
        let address = made.addresses.get(&routine).copied().ok_or("the code was not made")?;
        Ok((address, made))
    }

    /// The Cranelift form and machine code of what a command needs.
    pub fn listing(&self) -> Result<Vec<Listing>, String> {
        let drivers: &[Driver] = match self.inner.distinct {
            true => &[Driver::List, Driver::Perft, Driver::PerftCounted, Driver::Playout],
            false => &[Driver::List],
        };
        let mut listing = Vec::new();
        for &driver in drivers {
            let mut unit = self.unit()?;
            unit.listing = Some(Vec::new());
            listing.extend(unit.make(driver)?.listing);
        }
        let listing = listing.into_iter();
        Ok(listing.map(|(name, clif, assembly)| Listing { name, clif, assembly }).collect())
    }

    /// Gives a thread's memory to a task.
    pub(crate) fn with_memory<T>(&self, task: impl FnOnce(&mut Ctx) -> T) -> T {
        let spare = self.inner.spare.lock().ok().and_then(|mut spare| spare.pop());
        let mut memory = spare.unwrap_or_else(|| Memory(Ctx::new(self.shared(), MOST_PAST)));
        memory.0.shared = self.shared();
        memory.0.begin();
        let done = task(&mut memory.0);
        if let Ok(mut spare) = self.inner.spare.lock() {
            spare.push(memory);
        }
        done
    }

    /// Runs a driver on a position.
    fn call(
        &self,
        ctx: &mut Ctx,
        driver: Driver,
        position: &[u64],
        args: &[u64],
    ) -> Result<i64, Stopped> {
        let player = self.player_of(position);
        let (address, _code) = self.driver(driver, player).map_err(Stopped::NoCode)?;
        let at = position.as_ptr();
        // SAFETY: the address is that of code made for this driver, which takes
        // the memory of the thread, the position and the arguments; the code is
        // kept while it runs.
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
                [a, b, ..] => {
                    let f: extern "C" fn(*mut Ctx, *const u64, u64, u64) -> i64 =
                        std::mem::transmute(address);
                    f(ctx, at, a, b)
                }
            }
        };
        if answer < i64::from(i32::MIN) || (answer < 0 && ctx.problem != 0) {
            return Err(Stopped::Problem(ctx.problem));
        }
        Ok(answer)
    }

    fn player_of(&self, position: &[u64]) -> Player {
        let offset = self.shared().layout.player;
        Player::BOTH[usize::from((position[offset / 8] >> (offset % 8 * 8)) as u8 == 1)]
    }

    pub(crate) fn wrap(&self, words: &[u64]) -> Position {
        Position { words: words.into(), compared: self.shared().layout.round / 8 }
    }

    /// The positions that a turn can lead to, each once, with their outcomes; or
    /// the outcome of the position itself.
    pub fn successors(
        &self,
        position: &Position,
        past: &[Position],
    ) -> Result<Result<Vec<Position>, Outcome>, RulesError> {
        if let Some(outcome) = self.shared().layout.outcome(&position.words) {
            return Ok(Err(outcome));
        }
        let words = self.shared().words();
        let listed = self.with_memory(|ctx| {
            let past: Vec<&[u64]> = past.iter().map(|p| &*p.words).collect();
            ctx.set_past(self.shared(), &past);
            self.call(ctx, Driver::List, &position.words, &[])?;
            if ctx.over_flag != 0 {
                let (value, scored) = (ctx.over_value as i32, ctx.over_flag == 2);
                return Ok(Err(Outcome { value, scored }));
            }
            Ok(Ok(ctx.produced().chunks_exact(words).map(|w| self.wrap(w)).collect::<Vec<_>>()))
        });
        let mut successors = match listed {
            Ok(Ok(successors)) => successors,
            Ok(Err(outcome)) => return Ok(Err(outcome)),
            Err(stopped) => return Err(self.explain(position, past, stopped)),
        };
        if !self.inner.distinct {
            self.merge(position, past, &mut successors)?;
        }
        Ok(Ok(successors))
    }

    /// Takes out what occurs twice. Equal positions with different outcomes are
    /// an error of the rules.
    fn merge(
        &self,
        position: &Position,
        past: &[Position],
        successors: &mut Vec<Position>,
    ) -> Result<(), RulesError> {
        let layout = &self.shared().layout;
        let mut seen: FxHashMap<Vec<u64>, Option<Outcome>> = FxHashMap::default();
        let mut clash = false;
        successors.retain(|successor| {
            let outcome = layout.outcome(&successor.words);
            let mut undecided = successor.words[..successor.compared].to_vec();
            undecided.push(0);
            layout.set_outcome(&mut undecided, None);
            match seen.insert(undecided, outcome) {
                None => true,
                Some(other) => {
                    clash |= other != outcome;
                    false
                }
            }
        });
        match clash {
            true => Err(self.explain(position, past, Stopped::Problem(Problem::Rules as i64))),
            false => Ok(()),
        }
    }

    /// What the interpreter says about a position in which code gave up.
    pub(crate) fn explain(
        &self,
        position: &Position,
        past: &[Position],
        stopped: Stopped,
    ) -> RulesError {
        let (interp, shared) = (&self.inner.shared.interp, self.shared());
        let convert =
            |p: &Position| interp.position(&shared.layout.unpack(shared.facts(), &p.words)).ok();
        let past: Vec<interp::Position> = past.iter().filter_map(convert).collect();
        let text = game::write_position(
            shared.facts(),
            &shared.layout.unpack(shared.facts(), &position.words),
        );
        let told = convert(position).map(|at| interp.turn(&at, &past));
        match told {
            Some(Err(error)) => error,
            _ => RulesError {
                code: "too-long",
                message: match stopped {
                    Stopped::NoCode(why) => format!("there is no code for this game: {why}"),
                    Stopped::Problem(code) => format!("a turn takes too much work or memory (limit {code})"),
                },
                position: text,
                hint: "try `--backend interp`, or look for a repeat that changes the board in too many ways".to_string(),
            },
        }
    }

    /// Counts the lines of play to a depth; `counted`: without making the last moves.
    pub fn perft(
        &self,
        position: &Position,
        past: &[Position],
        depth: u32,
        counted: bool,
    ) -> Result<u64, RulesError> {
        if depth == 0 {
            return Ok(1);
        }
        if self.shared().layout.outcome(&position.words).is_some() {
            return Ok(0);
        }
        if depth > MOST_DEPTH {
            return game::perft(self, position, past, depth);
        }
        if !self.inner.distinct {
            return self.perft_by_list(position, &mut past.to_vec(), depth);
        }
        let driver = if counted { Driver::PerftCounted } else { Driver::Perft };
        let answer = self.with_memory(|ctx| {
            let past: Vec<&[u64]> = past.iter().map(|p| &*p.words).collect();
            ctx.set_past(self.shared(), &past);
            ctx.fuel = i64::MAX;
            self.call(ctx, driver, &position.words, &[u64::from(depth)])
        });
        match answer {
            Ok(leaves) => Ok(leaves as u64),
            // Somewhere below something is wrong: counted step by step it is found.
            Err(_) => self.perft_by_list(position, &mut past.to_vec(), depth),
        }
    }

    /// Counts where the same position may be reached by several results.
    fn perft_by_list(
        &self,
        position: &Position,
        past: &mut Vec<Position>,
        depth: u32,
    ) -> Result<u64, RulesError> {
        let successors = match self.successors(position, past)? {
            Ok(successors) => successors,
            Err(_) => return Ok(0),
        };
        if depth == 1 {
            return Ok(successors.len() as u64);
        }
        past.push(position.clone());
        let mut leaves = 0;
        for successor in &successors {
            if self.shared().layout.outcome(&successor.words).is_none() {
                leaves += self.perft_by_list(successor, past, depth - 1)?;
            }
        }
        past.pop();
        Ok(leaves)
    }

    /// Plays random games, every move equally likely.
    pub fn playouts(
        &self,
        position: &Position,
        seed: u64,
        games: u64,
        max_turns: u64,
    ) -> Result<Tally, RulesError> {
        let mut rng = Rng::new(seed);
        let mut tally = Tally::default();
        if !self.inner.distinct {
            for _ in 0..games {
                self.playout_by_list(position, &mut rng, max_turns, &mut tally)?;
            }
            return Ok(tally);
        }
        let played = self.with_memory(|ctx| {
            ctx.rng = rng.state();
            let most = max_turns.min(MOST_PAST as u64 - 1);
            let player = self.player_of(&position.words);
            let (address, _code) = self.driver(Driver::Playout, player).map_err(Stopped::NoCode)?;
            // SAFETY: as in `call`; the address is looked up once for all games.
            let play: extern "C" fn(*mut Ctx, *const u64, u64) -> i64 =
                unsafe { std::mem::transmute(address) };
            for _ in 0..games {
                ctx.forget_past();
                ctx.fuel = i64::MAX;
                if play(ctx, position.words.as_ptr(), most) < 0 {
                    return Err(Stopped::Problem(ctx.problem));
                }
                tally.games += 1;
                tally.plies += ctx.plies;
                let place = match (ctx.over_flag, ctx.over_value) {
                    (0, _) | (_, 0) => 2,
                    (_, 1..) => 0,
                    (_, _) => 1,
                };
                tally.wins[place] += 1;
            }
            Ok(tally)
        });
        played.map_err(|stopped| self.explain(position, &[], stopped))
    }

    fn playout_by_list(
        &self,
        start: &Position,
        rng: &mut Rng,
        max_turns: u64,
        tally: &mut Tally,
    ) -> Result<(), RulesError> {
        let mut past = Vec::new();
        let mut at = start.clone();
        tally.games += 1;
        let outcome = loop {
            let successors = match self.successors(&at, &past)? {
                Ok(successors) => successors,
                Err(outcome) => break Some(outcome),
            };
            if past.len() as u64 >= max_turns {
                break None;
            }
            let Some(chosen) = rng.choose(&successors).cloned() else { break None };
            past.push(std::mem::replace(&mut at, chosen));
            tally.plies += 1;
            if let Some(outcome) = self.shared().layout.outcome(&at.words) {
                break Some(outcome);
            }
        };
        let place = match outcome.and_then(Outcome::winner) {
            Some(player) => player.index(),
            None => 2,
        };
        tally.wins[place] += 1;
        Ok(())
    }

    fn number(&self, position: &Position, func: ir::FuncId) -> Result<i32, RulesError> {
        let answer =
            self.with_memory(|ctx| self.call(ctx, Driver::Evaluate(func), &position.words, &[]));
        match answer {
            Ok(number) => Ok(number as i32),
            Err(stopped) => Err(self.explain(position, &[], stopped)),
        }
    }

    /// The messages of code that keeps texts.
    pub(crate) fn records(
        &self,
        ctx: &mut Ctx,
        position: &Position,
    ) -> Result<(i64, Vec<String>), Stopped> {
        ctx.keep_texts();
        let n = self.call(ctx, Driver::Records, &position.words, &[])?;
        let (_, code) = self
            .driver(Driver::Records, self.player_of(&position.words))
            .map_err(Stopped::NoCode)?;
        Ok((n, code.messages.clone()))
    }
}

/// Why code gave up.
pub(crate) enum Stopped {
    NoCode(String),
    Problem(i64),
}

/// Whether it is proved that no two results of a turn are the same position.
fn is_distinct(program: &Program) -> bool {
    ir::analyses::distinct(program, program.entries.main).is_ok()
}

/// Whether there is code for everything in a program.
fn supported(program: &Program) -> Result<(), String> {
    let facts = &program.facts;
    if facts.board.n_fields() > MOST_FIELDS {
        return Err(format!("the board has more than {MOST_FIELDS} fields"));
    }
    if facts.stacks.is_some() {
        return Err("there is no code for stacks of pieces".to_string());
    }
    if facts.pieces().count() > 60 {
        return Err("there are more than 60 pieces".to_string());
    }
    let graph = ir::analyses::CallGraph::new(program);
    let entries = &program.entries;
    let roots = std::iter::once(entries.main)
        .chain(entries.evaluations.iter().copied())
        .chain(entries.bounds.iter().copied());
    for func in graph.reachable(roots) {
        let insts = program.funcs[func.index()].blocks.iter().flat_map(|block| &block.insts);
        for inst in insts {
            if let Inst::Write { write: Write::Before | Write::Mask { .. }, .. } = inst {
                return Err("there is no code for what a referee sees".to_string());
            }
        }
    }
    Ok(())
}

impl Game for Native {
    type Position = Position;

    fn facts(&self) -> &Facts {
        self.inner.shared.facts()
    }

    fn start(&self) -> Position {
        let facts = self.facts();
        let signature = self.shared().signatures.of(facts, &facts.start);
        self.wrap(&self.shared().layout.pack(facts, &facts.start, signature))
    }

    fn position(&self, setup: &Setup) -> Result<Position, SetupError> {
        game::check_setup(self.facts(), setup)?;
        let signature = self.shared().signatures.of(self.facts(), setup);
        Ok(self.wrap(&self.shared().layout.pack(self.facts(), setup, signature)))
    }

    fn setup(&self, position: &Position) -> Setup {
        self.shared().layout.unpack(self.facts(), &position.words)
    }

    fn player(&self, position: &Position) -> Player {
        self.player_of(&position.words)
    }

    fn turn(&self, position: &Position, past: &[Position]) -> Result<Turn<Position>, RulesError> {
        self.named_turn(position, past)
    }

    fn evaluate(&self, position: &Position, evaluation: usize) -> Result<i32, RulesError> {
        self.number(position, self.inner.program.entries.evaluations[evaluation])
    }

    fn bound(&self, position: &Position, bound: usize) -> Result<i32, RulesError> {
        self.number(position, self.inner.program.entries.bounds[bound])
    }

    fn signature(&self, position: &Position) -> u64 {
        position.words[self.shared().layout.signature / 8]
    }
}
