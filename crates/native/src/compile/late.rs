//! Code as it comes into being. What a task needs at once is made together;
//! what it may never need is called by way of a cell, which is empty until
//! the first call: the other side's moves, exact counts where moves are usually
//! drawn, long questions that few positions ask.
//!
//! A cell is written once, when the code is complete, and never taken back. So
//! threads that play read it without a lock; only those that make code wait for
//! each other.

use crate::code::{Listing, Stopped};
use crate::compile::budget::TOO_LATE;
use crate::compile::routines::Routine;
use crate::compile::tables::Tables;
use crate::compile::unit::{Entry, LOST_AREAS, Made, SLOW_PROPOSALS, TOO_LARGE_TO_PICK, Unit};
use crate::emit::Driver;
use crate::shared::Shared;
use cranelift_jit::JITModule;
use game::Player;
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// What routines that call each other have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Mode {
    /// Whether signatures are kept.
    pub(crate) signed: bool,
    /// Whether the texts of moves are kept.
    pub(crate) traced: bool,
    /// Whether a position joins the past before its turn.
    pub(crate) joins_past: bool,
    /// Whether all questions about earlier positions are noted.
    pub(crate) asks: bool,
    /// Whether nothing has ever occurred: evaluations and bounds are numbers of a position
    /// alone, and at the beginning of a past nothing has occurred three times.
    pub(crate) forgets: bool,
    /// The player whose messages are compared with those that were heard.
    pub(crate) hears: Option<Player>,
    /// Whether events are compared with those of a text.
    pub(crate) follows: bool,
    /// Whether the code is made in little time rather than well.
    pub(crate) quick: bool,
    /// Whether no turn begins with what rules do not leave on the board ([`Shared::unmade`]).
    /// Code that is told so looks whether it holds in the position that it is given.
    pub(crate) assumes: bool,
}

impl Mode {
    /// How code for a task is made.
    pub(crate) fn of(driver: Driver, remembers_past: bool) -> Mode {
        Mode {
            signed: driver.signs(remembers_past),
            traced: matches!(driver, Driver::Records | Driver::Results(_)),
            joins_past: remembers_past && matches!(driver, Driver::Perft | Driver::PerftCounted),
            asks: remembers_past
                && matches!(driver, Driver::Records | Driver::Fits { .. } | Driver::Ends),
            forgets: matches!(driver, Driver::Evaluate(_) | Driver::Alone),
            hears: driver.hears(),
            follows: matches!(driver, Driver::Fits { own: true, .. } | Driver::Tried),
            quick: matches!(driver, Driver::Records | Driver::Results(_)),
            assumes: matches!(driver, Driver::Playout),
        }
    }
}

/// A routine, and how it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Request {
    pub(crate) routine: Routine,
    pub(crate) mode: Mode,
}

impl Request {
    pub(crate) fn of(driver: Driver, player: Player, mode: Mode) -> Request {
        Request { routine: Routine::Driver(driver, player), mode }
    }
}

/// Where a routine is found. Code looks at the first word.
#[repr(C)]
pub(crate) struct Cell {
    address: AtomicPtr<u8>,
    /// How many arguments the code takes, written before its address.
    arguments: AtomicUsize,
    pub(crate) request: Request,
    /// Whether events that are compared may be left out of texts.
    has_quiet_events: OnceLock<bool>,
    /// What the code may come to call by way of cells.
    late: OnceLock<Vec<Request>>,
    /// Why the code cannot be made, if that was tried.
    trouble: OnceLock<String>,
}

impl Cell {
    /// The address of the routine, if it is made.
    #[inline]
    pub(crate) fn address(&self) -> Option<*const u8> {
        let address = self.address.load(Ordering::Acquire);
        (!address.is_null()).then_some(address.cast_const())
    }

    /// The address of the routine, if it is made and takes this many arguments.
    #[inline]
    pub(crate) fn entry(&self, arguments: usize) -> Result<*const u8, Stopped> {
        match self.address() {
            Some(address) if self.arguments.load(Ordering::Relaxed) == arguments => Ok(address),
            Some(_) => {
                // Otherwise the answer would come from the interpreter, only late.
                debug_assert!(false, "{:?} takes other arguments", self.request.routine);
                Err(Stopped::NoCode("it takes other arguments".to_string()))
            }
            None => Err(Stopped::NoCode("it was not made".to_string())),
        }
    }

    /// Whether events that are compared may be left out of texts.
    pub(crate) fn has_quiet_events(&self) -> bool {
        self.has_quiet_events.get().is_none_or(|has| *has)
    }
}

/// Code of some routines. It stays in memory until the game is dropped.
pub(crate) struct Code {
    module: Option<JITModule>,
    _tables: Tables,
}

// SAFETY: code and tables are never changed once they are made.
unsafe impl Send for Code {}

impl Code {
    pub(crate) fn new(module: JITModule, tables: Tables) -> Code {
        Code { module: Some(module), _tables: tables }
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: addresses of the code are in cells of the same game only,
            // which are gone or go with it, and nobody is left to call them.
            unsafe { module.free_memory() };
        }
    }
}

/// All code of a game.
#[derive(Default)]
pub(crate) struct Late {
    cells: Mutex<FxHashMap<Request, Arc<Cell>>>,
    /// Whoever holds this makes code.
    codes: Mutex<Vec<Code>>,
}

impl Late {
    /// The cell of a routine, which stays where it is as long as the game.
    pub(crate) fn cell(&self, request: Request) -> Result<Arc<Cell>, String> {
        let mut cells = self.cells.lock().map_err(|e| e.to_string())?;
        let cell = cells.entry(request).or_insert_with(|| {
            let address = AtomicPtr::new(std::ptr::null_mut());
            let (arguments, has_quiet_events, late, trouble) = Default::default();
            Arc::new(Cell { address, arguments, request, has_quiet_events, late, trouble })
        });
        Ok(cell.clone())
    }
}

impl Shared {
    /// Whether a routine is made.
    pub(crate) fn is_made(&self, request: Request) -> bool {
        self.late.cell(request).is_ok_and(|cell| cell.address().is_some())
    }

    /// The first of some routines of one mode. All of them are made that are
    /// not there yet, since they will be called next: on a thread whose stack is known, because
    /// code is emitted as deep as paths through the rules are long.
    pub(crate) fn routine(&self, wanted: &[Request]) -> Result<Arc<Cell>, String> {
        if let Some(&first) = wanted.first() {
            let first = self.late.cell(first)?;
            // What cannot be made may be asked for at each node of a search.
            if let Some(why) = first.trouble.get() {
                return Err(why.clone());
            }
            if wanted.iter().all(|&request| self.is_made(request)) {
                return Ok(first);
            }
        }
        on_worker(|| self.routine_here(wanted))
    }

    /// The same on the thread that asks.
    pub(crate) fn routine_here(&self, wanted: &[Request]) -> Result<Arc<Cell>, String> {
        let mut cells = Vec::new();
        for &request in wanted {
            cells.push(self.late.cell(request)?);
        }
        let first = cells.first().ok_or("nothing is wanted")?.clone();
        if let Some(why) = first.trouble.get() {
            return Err(why.clone());
        }
        let mut codes = self.late.codes.lock().map_err(|e| e.to_string())?;
        // Somebody else may have made some in the meantime.
        cells.retain(|cell| cell.address().is_none() && cell.trouble.get().is_none());
        if cells.is_empty() {
            return Ok(first);
        }
        self.budget.check_wanted()?;
        let routines: Vec<Routine> = cells.iter().map(|cell| cell.request.routine).collect();
        let made = match self.make(&routines, first.request.mode, false) {
            Ok(made) => made,
            // What is called first may be all that is ever called.
            Err(_) if routines.len() > 1 => {
                drop(codes);
                return self.routine_here(&wanted[..1]);
            }
            Err(why) => {
                // It would fail again, unless there only was no time for it.
                if why != TOO_LATE {
                    let _new = cells[0].trouble.set(why.clone());
                }
                return if first.address().is_some() { Ok(first) } else { Err(why) };
            }
        };
        let entry = |cell: &Arc<Cell>| made.entries.get(&cell.request.routine).copied();
        let entries: Option<Vec<Entry>> = cells.iter().map(entry).collect();
        let entries = entries.ok_or("the code was not made")?;
        // Tables and code are in their places before anybody can find them.
        codes.push(Code::new(made.module, made.tables));
        for (cell, entry) in cells.iter().zip(entries) {
            // Nobody else writes into a cell that was empty.
            let _new = cell.has_quiet_events.set(made.has_quiet_events);
            let _new = cell.late.set(made.late.clone());
            cell.arguments.store(entry.arguments, Ordering::Relaxed);
            cell.address.store(entry.address.cast_mut(), Ordering::Release);
        }
        Ok(first)
    }

    /// Makes routines and all that they may come to call, so that nothing has
    /// to be made while they run.
    pub(crate) fn complete(&self, wanted: &[Request]) -> Result<(), String> {
        self.routine(wanted)?;
        let (mut open, mut done) = (wanted.to_vec(), Vec::new());
        while let Some(request) = open.pop() {
            if !done.contains(&request) {
                done.push(request);
                let cell = self.routine(&[request])?;
                open.extend(cell.late.get().into_iter().flatten());
            }
        }
        Ok(())
    }

    /// Makes routines; if proposing moves turns out to be slow, without that, if
    /// moves cannot be picked by their numbers, by keeping all of them, and if areas that are
    /// carried would be made again, without them.
    fn make(&self, routines: &[Routine], mode: Mode, listed: bool) -> Result<Made, String> {
        let (mut may_propose, mut counts_choices, mut carries) = (true, true, true);
        loop {
            let mut unit = Unit::new(self, mode)?;
            unit.may_propose &= may_propose;
            unit.counts_choices &= counts_choices;
            unit.carries &= carries;
            unit.listing = listed.then(Vec::new);
            let made = unit.make(routines);
            match &made {
                Err(why) if why == SLOW_PROPOSALS && may_propose => may_propose = false,
                Err(why) if why == TOO_LARGE_TO_PICK && counts_choices => {
                    (may_propose, counts_choices) = (false, false);
                }
                Err(why) if why == LOST_AREAS && carries => carries = false,
                _ => return made,
            }
        }
    }

    /// The Cranelift form and the machine code of routines, with all that they
    /// may come to call.
    pub(crate) fn list(&self, wanted: &[Request]) -> Result<Vec<Listing>, String> {
        on_worker(|| self.list_here(wanted))
    }

    fn list_here(&self, wanted: &[Request]) -> Result<Vec<Listing>, String> {
        let mut open: Vec<Request> = wanted.to_vec();
        let mut listed: Vec<Request> = Vec::new();
        let mut listing = Vec::new();
        while let Some(request) = open.pop() {
            if listed.contains(&request) {
                continue;
            }
            let mut made = self.make(&[request.routine], request.mode, true)?;
            listing.append(&mut made.listing);
            let mode = request.mode;
            let routines = made.entries.keys();
            listed.extend(routines.map(|&routine| Request { routine, mode }));
            open.append(&mut made.late);
            drop(Code::new(made.module, made.tables));
        }
        Ok(listing)
    }
}

/// Does a job on a worker.
fn on_worker<T: Send>(job: impl FnOnce() -> Result<T, String> + Send) -> Result<T, String> {
    let done = game::crew::on_worker(job);
    done.map_err(|why| format!("no thread could be started: {why}"))?
}

#[cfg(test)]
mod tests {
    use crate::code::Native;
    use crate::emit::Driver;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// Code that takes another number of words than it is given would read what a register
    /// happens to hold. Debug builds panic, so that the one who wrote the call hears of it.
    #[test]
    fn code_is_called_with_as_many_arguments_as_it_takes() {
        let native = Native::new(testing::load("tictactoe"), &[]).expect("there is code");
        let start = game::Game::start(&native);
        let answer = |driver, args: &[u64]| {
            native.with_memory(|ctx| native.call(ctx, driver, start.words(), args).ok())
        };
        let refused = |driver, args: &[u64]| {
            let answer = catch_unwind(AssertUnwindSafe(|| answer(driver, args)));
            answer.map_or(true, |answer| answer.is_none())
        };
        assert_eq!(answer(Driver::Perft, &[1]), Some(9));
        assert!(refused(Driver::Perft, &[]) && refused(Driver::Perft, &[1, 1]));
        assert_eq!(answer(Driver::List, &[]), Some(9));
        assert!(refused(Driver::List, &[0]));
        assert!(refused(Driver::List, &[0, 0, 0]), "nothing takes so many");
    }
}
