//! A compiled game: code that is made when it is first needed, and calls into it.

use crate::emit::Driver;
use crate::late::{Cell, Mode, Request};
use crate::layout::MOST_FIELDS;
use crate::runtime::{Ctx, Problem};
use crate::shared::{Shared, Switches};
use crate::unit::remembers_past;
use game::{Facts, Game, Outcome, Player, Rng, RulesError, Setup, SetupError, Turn};
use interp::Interp;
use ir::{Inst, Program, Write};
use rustc_hash::FxHashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock};

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

/// What differs between two positions: words to be flipped, each by its place.
/// Flipped twice, a position is what it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference(Vec<(u16, u64)>);

impl Position {
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    /// What differs between this position and another of the same game.
    pub fn difference(&self, other: &Position) -> Difference {
        let words = self.words.iter().zip(&other.words).enumerate();
        let flipped = words.map(|(i, (a, b))| (i as u16, a ^ b)).filter(|(_, flip)| *flip != 0);
        Difference(flipped.collect())
    }

    /// The position on the other side of a difference.
    pub fn changed_by(&self, difference: &Difference) -> Position {
        let mut changed = self.clone();
        for &(place, flip) in &difference.0 {
            if let Some(word) = changed.words.get_mut(usize::from(place)) {
                *word ^= flip;
            }
        }
        changed
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

/// A game that is played by code made from its program.
#[derive(Clone)]
pub struct Native {
    inner: Arc<Inner>,
}

struct Inner {
    shared: Shared,
    /// Whether no two results of a turn can be the same position; found out
    /// when somebody wants to know.
    distinct: OnceLock<bool>,
    /// Whether some rule looks at earlier positions.
    remembers: bool,
    /// The bits of a position that are not the outcome, as far as it is compared.
    undecided: Vec<u64>,
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

/// The most turns of a random game whose rules look at earlier positions.
const MOST_PAST: u64 = 1 << 20;

/// What can be switched off in the code generator: names and what they do.
pub const SWITCHES: &[(&str, &str)] = &[
    ("distinct", "no look for duplicates where it is proved that there are none"),
    ("count_choices", "moves counted by whole sets where each field surely gives one"),
    ("share_tails", "long tests made once for all moves, which wait for them in memory"),
    ("propose", "random moves drawn before they are tested"),
];

impl Native {
    /// Compiles a program; says why if there is no code for it.
    ///
    /// `interp` must be the interpreter of the program before the passes.
    pub fn new(interp: Interp, off: &[String]) -> Result<Native, String> {
        let mut program = interp.program().clone();
        ir::passes::optimize(&mut program, off);
        supported(&program)?;
        let is_on = |name: &str| !off.iter().any(|off| off == name);
        let switches = Switches {
            counts_choices: is_on("count_choices"),
            shares_tails: is_on("share_tails"),
            proposes: is_on("propose"),
        };
        let remembers = remembers_past(&program);
        let shared = Shared::new(interp, program, switches);
        if shared.words() > MOST_WORDS {
            return Err("positions of this game are too large".to_string());
        }
        let distinct = OnceLock::new();
        if !is_on("distinct") {
            let _new = distinct.set(false);
        }
        let (undecided, spare) = (shared.layout.undecided(), Mutex::new(Vec::new()));
        Ok(Native { inner: Arc::new(Inner { shared, distinct, remembers, undecided, spare }) })
    }

    /// The program after the passes.
    pub fn program(&self) -> &Program {
        &self.inner.shared.program
    }

    /// The interpreter that answers what code does not.
    pub fn interp(&self) -> &Interp {
        &self.inner.shared.interp
    }

    /// Whether no two results of a turn can be the same position: proved.
    pub fn is_distinct(&self) -> bool {
        *self.inner.distinct.get_or_init(|| is_distinct(self.program()))
    }

    /// The bytes of a position.
    pub fn position_bytes(&self) -> usize {
        self.inner.shared.layout.bytes
    }

    pub(crate) fn shared(&self) -> &Shared {
        &self.inner.shared
    }

    /// The code for a task of this player.
    fn driver(&self, driver: Driver, player: Player) -> Result<Arc<Cell>, String> {
        let mode = Mode::of(driver, self.inner.remembers);
        self.shared().routine(&[Request::of(driver, player, mode)])
    }

    /// Makes the code for a task of both players at a time, if it is not there.
    fn prepare(&self, driver: Driver, first: Player) -> Result<(), String> {
        let mode = Mode::of(driver, self.inner.remembers);
        let players = [first, first.other()];
        let wanted = players.map(|player| Request::of(driver, player, mode));
        self.shared().routine(&wanted[..self.facts().n_players()]).map(drop)
    }

    /// The Cranelift form and machine code of what a command needs.
    pub fn listing(&self) -> Result<Vec<Listing>, String> {
        let drivers: &[Driver] = match self.is_distinct() {
            true => &[Driver::Playout, Driver::PerftCounted, Driver::Perft, Driver::List],
            false => &[Driver::List],
        };
        let players = &Player::BOTH[..self.facts().n_players()];
        let mut wanted = Vec::new();
        for &driver in drivers {
            let mode = Mode::of(driver, self.inner.remembers);
            wanted.extend(players.iter().rev().map(|&player| Request::of(driver, player, mode)));
        }
        let listing = self.shared().list(&wanted)?.into_iter();
        Ok(listing.map(|(name, clif, assembly)| Listing { name, clif, assembly }).collect())
    }

    /// Gives a thread's memory to a task.
    pub(crate) fn with_memory<T>(&self, task: impl FnOnce(&mut Ctx) -> T) -> T {
        let spare = self.inner.spare.lock().ok().and_then(|mut spare| spare.pop());
        let mut memory = match spare.or_else(|| Ctx::new(self.shared()).map(Memory)) {
            Some(memory) => memory,
            // Without memory nothing can be played; the allocator says so for everybody.
            None => std::alloc::handle_alloc_error(std::alloc::Layout::new::<Ctx>()),
        };
        memory.0.shared = self.shared();
        memory.0.begin();
        let done = task(&mut memory.0);
        if let Ok(mut spare) = self.inner.spare.lock() {
            spare.push(memory);
        }
        done
    }

    /// A position with its signature, which random games do not keep.
    fn signed(&self, words: &[u64]) -> Position {
        let (shared, mut words) = (self.shared(), words.to_vec());
        let setup = shared.layout.unpack(shared.facts(), &words);
        words[shared.layout.signature / 8] = shared.signatures.of(shared.facts(), &setup);
        self.wrap(&words)
    }

    /// Lets a turn see the earlier positions, if its rules look at them.
    pub(crate) fn remember(&self, ctx: &mut Ctx, past: &[Position]) {
        let past: &[Position] = if self.inner.remembers { past } else { &[] };
        let past: Vec<&[u64]> = past.iter().map(|p| &*p.words).collect();
        ctx.set_past(self.shared(), &past);
    }

    /// Runs a driver on a position.
    fn call(
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
    fn run(
        &self,
        ctx: &mut Ctx,
        cell: &Cell,
        position: &[u64],
        args: &[u64],
    ) -> Result<i64, Stopped> {
        let no_code = || Stopped::NoCode("it was not made".to_string());
        let address = cell.address().ok_or_else(no_code)?;
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
            self.remember(ctx, past);
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
        if !self.is_distinct() {
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
                    Stopped::Problem(code) if code == Problem::Depth as i64 => {
                        "rules call each other too deep for native code".to_string()
                    }
                    Stopped::Problem(code) if code == Problem::Results as i64 => {
                        "a turn has more results at a time than native code can keep".to_string()
                    }
                    Stopped::Problem(code) if code == Problem::Code as i64 => {
                        "some of the code for this game could not be made".to_string()
                    }
                    Stopped::Problem(_) => "a turn takes native code too long".to_string(),
                },
                position: text,
                hint: "try `--backend interp`".to_string(),
            },
        }
    }

    /// Makes all code that [`Native::playouts`] may need, so that nothing is made
    /// while games are played.
    pub fn prepare_playouts(&self, position: &Position) {
        let driver = if self.is_distinct() { Driver::Playout } else { Driver::List };
        let (player, mode) =
            (self.player_of(&position.words), Mode::of(driver, self.inner.remembers));
        let sides = match driver {
            // The code of one plays for both.
            Driver::Playout => 1,
            _ => self.facts().n_players(),
        };
        let wanted = [player, player.other()].map(|player| Request::of(driver, player, mode));
        // Whoever plays is told what is wrong.
        let _ready = self.shared().complete(&wanted[..sides]);
    }

    /// Makes the code that [`Native::perft`] needs, so that counting takes no
    /// longer the first time.
    pub fn prepare_perft(&self, position: &Position, depth: u32, counted: bool) {
        let player = self.player_of(&position.words);
        // Whoever counts is told what is wrong.
        let _ready = match self.is_distinct() {
            true => self.shared().complete(&self.wanted_to_count(player, depth, counted)),
            false => self.prepare(Driver::List, player),
        };
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
        if !self.is_distinct() {
            if depth > 1 {
                // Whoever lists is told what is wrong.
                let _ready = self.prepare(Driver::List, self.player_of(&position.words));
            }
            return self.perft_by_list(position, &mut past.to_vec(), depth);
        }
        let wanted = self.wanted_to_count(self.player_of(&position.words), depth, counted);
        let answer = self.with_memory(|ctx| {
            self.remember(ctx, past);
            ctx.reserve_past(self.shared(), past.len() + depth as usize + 2);
            ctx.fuel = i64::MAX;
            let cell = self.shared().routine(&wanted).map_err(Stopped::NoCode)?;
            self.run(ctx, &cell, &position.words, &[u64::from(depth)])
        });
        match answer {
            Ok(leaves) => Ok(leaves as u64),
            // Somewhere below something is wrong: counted step by step it is found.
            Err(_) => self.perft_by_list(position, &mut past.to_vec(), depth),
        }
    }

    /// What is called to count lines of play: first what counts them, then what
    /// it will call if players take turns.
    fn wanted_to_count(&self, player: Player, depth: u32, counted: bool) -> Vec<Request> {
        let driver = if counted { Driver::PerftCounted } else { Driver::Perft };
        let mode = Mode::of(driver, self.inner.remembers);
        let mut sides = vec![player];
        if self.facts().n_players() == 2 {
            sides.push(player.other());
        }
        let mut wanted = Vec::new();
        for turns in 0..depth.min(3) {
            let last = counted && turns + 1 == depth;
            let driver = if last { Driver::Count } else { driver };
            wanted.push(Request::of(driver, sides[turns as usize % sides.len()], mode));
        }
        if counted && depth > 3 {
            wanted.extend(sides.iter().map(|&side| Request::of(Driver::Count, side, mode)));
        }
        let mut seen = Vec::new();
        wanted.retain(|request| {
            !seen.contains(request) && {
                seen.push(*request);
                true
            }
        });
        wanted
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
        if !self.is_distinct() {
            // Whoever lists is told what is wrong.
            let _ready = self.prepare(Driver::List, self.player_of(&position.words));
            for _ in 0..games {
                self.playout_by_list(position, &mut rng, max_turns, &mut tally)?;
            }
            return Ok(tally);
        }
        let played = self.with_memory(|ctx| {
            ctx.rng = rng.state();
            let most = self.room_for(ctx, 0, max_turns);
            let player = self.player_of(&position.words);
            let cell = self.driver(Driver::Playout, player).map_err(Stopped::NoCode)?;
            let no_code = || Stopped::NoCode("it was not made".to_string());
            let address = cell.address().ok_or_else(no_code)?;
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

    /// Makes room for the positions of a random game; how many turns it may last.
    fn room_for(&self, ctx: &mut Ctx, past: usize, max_turns: u64) -> u64 {
        let most = if self.inner.remembers { max_turns.min(MOST_PAST) } else { max_turns };
        let positions = if self.inner.remembers { most as usize } else { 0 };
        ctx.reserve_past(self.shared(), past + positions + 2);
        most
    }

    /// A random position that a turn can lead to, each equally likely; nothing if
    /// the game is over. The code is that of [`Native::playouts`].
    pub fn random_successor(
        &self,
        position: &Position,
        past: &[Position],
        rng: &mut Rng,
    ) -> Result<Option<Position>, RulesError> {
        if !self.is_distinct() {
            let successors = self.successors(position, past)?.unwrap_or_default();
            return Ok(rng.choose(&successors).cloned());
        }
        if self.shared().layout.outcome(&position.words).is_some() {
            return Ok(None);
        }
        let played = self.with_memory(|ctx| {
            ctx.rng = rng.state();
            self.remember(ctx, past);
            self.room_for(ctx, past.len(), 1);
            let turns = self.call(ctx, Driver::Playout, &position.words, &[1])?;
            *rng = Rng::from_state(ctx.rng);
            // SAFETY: the driver has left the address of the last position, which
            // lies in the memory of the thread.
            let last = unsafe { std::slice::from_raw_parts(ctx.last, self.shared().words()) };
            Ok((turns > 0).then(|| self.signed(last)))
        });
        played.map_err(|stopped| self.explain(position, past, stopped))
    }

    /// Plays a random game where the same position may be reached by several
    /// results: all are listed, and those that occur twice left out.
    fn playout_by_list(
        &self,
        start: &Position,
        rng: &mut Rng,
        max_turns: u64,
        tally: &mut Tally,
    ) -> Result<(), RulesError> {
        let layout = &self.shared().layout;
        let words = self.shared().words();
        let mut at = start.words.to_vec();
        let mut different: Vec<usize> = Vec::new();
        tally.games += 1;
        let outcome = self.with_memory(|ctx| {
            self.remember(ctx, &[]);
            for turn in 0.. {
                ctx.begin();
                let clash = match self.call(ctx, Driver::List, &at, &[]) {
                    Ok(_) => !self.tell_apart(ctx.produced(), &mut different),
                    Err(_) => true,
                };
                if clash {
                    // Once more with everything that explains what is wrong.
                    let past: Vec<Position> = ctx.past().map(|words| self.wrap(words)).collect();
                    let at = self.wrap(&at);
                    let _fine = self.successors(&at, &past)?;
                    return Err(self.explain(&at, &past, Stopped::Problem(0)));
                }
                if ctx.over_flag != 0 {
                    let (value, scored) = (ctx.over_value as i32, ctx.over_flag == 2);
                    return Ok(Some(Outcome { value, scored }));
                }
                let Some(&chosen) = rng.choose(&different).filter(|_| turn < max_turns) else {
                    return Ok(None);
                };
                if self.inner.remembers {
                    ctx.push_past(self.shared(), &at);
                }
                at.copy_from_slice(&ctx.produced()[chosen * words..][..words]);
                tally.plies += 1;
                if let Some(outcome) = layout.outcome(&at) {
                    return Ok(Some(outcome));
                }
            }
            Ok(None)
        })?;
        let place = match outcome.and_then(Outcome::winner) {
            Some(player) => player.index(),
            None => 2,
        };
        tally.wins[place] += 1;
        Ok(())
    }

    /// Finds the places of different positions in a list; whether no two are
    /// equal but for the outcome.
    fn tell_apart(&self, positions: &[u64], different: &mut Vec<usize>) -> bool {
        let (words, mask) = (self.shared().words(), &self.inner.undecided);
        let position = |i: usize| &positions[i * words..][..mask.len()];
        different.clear();
        for i in 0..positions.len() / words {
            let this = position(i);
            let same = |&j: &usize| {
                let pairs = this.iter().zip(position(j)).zip(mask);
                pairs.fold(0, |differs, ((a, b), mask)| differs | (a ^ b) & mask) == 0
            };
            match different.iter().copied().find(same) {
                None => different.push(i),
                Some(j) if position(j) == this => {}
                Some(_) => return false,
            }
        }
        true
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
        let player = self.player_of(&position.words);
        let cell = self.driver(Driver::Records, player).map_err(Stopped::NoCode)?;
        let n = self.run(ctx, &cell, &position.words, &[])?;
        Ok((n, cell.messages().to_vec()))
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
        self.number(position, self.inner.shared.program.entries.evaluations[evaluation])
    }

    fn bound(&self, position: &Position, bound: usize) -> Result<i32, RulesError> {
        self.number(position, self.inner.shared.program.entries.bounds[bound])
    }

    fn signature(&self, position: &Position) -> u64 {
        position.words[self.shared().layout.signature / 8]
    }
}
