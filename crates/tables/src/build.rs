//! Builds a table: one look forward from every position, then backward from the ends (Thompson,
//! "Retrograde analysis of certain endgames", 1986).
//!
//! 1. Each position is made once. What its moves are worth that lead outside is summed up, and
//!    those that lead inside are kept as numbers.
//! 2. These moves are reversed: for each position the positions that lead to it.
//! 3. Level by level, from the positions that are decided after this many turns to those a turn
//!    before: a player who can go to a position that is lost for the opponent has won, and one who
//!    can only go to positions that the opponent has won has lost. Wins and losses that moves to
//!    the outside bring wait for their level. Where points are counted a level is a number of
//!    them, the greatest first, and a turn stays on its level.
//!
//! What is left is a draw. No step depends on the order of threads: a position is decided at
//! its level, whoever sees it.

use crate::again;
use crate::class::Classes;
use crate::forward::{Ahead, Looker, Surprise};
use crate::moves::{Backward, Moved, Moves};
use crate::scheme::Scheme;
use crate::store::Store;
use crate::tables::{Table, Tables};
use crate::value::Value;
use crate::waves::{UNDECIDED, Waves};
use game::{Game, crew};
use rustc_hash::FxHashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// This many positions are looked at before a thread reports.
pub(crate) const CHUNK: u64 = 1 << 14;

/// A position takes at least this many bytes: two for its value, two for the moves that are left,
/// eight for where the moves from it end and those to it begin, and some for these.
const LEAST_BYTES: u64 = 16;

/// How much may be used.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Threads.
    pub threads: usize,
    /// Bytes of memory.
    pub memory: u64,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is done: 0 looks forward, 1 reverses moves, 2 goes backward, 3 looks forward again
    /// because there was no room for moves.
    pub stage: u8,
    /// How much of it is done.
    pub done: u64,
    /// How much there is, if that is known.
    pub of: u64,
}

/// Why there is no table.
#[derive(Clone, Debug)]
pub(crate) enum Failed {
    Surprise(Surprise),
    /// It would take this many bytes.
    Memory(u64),
    /// It was stopped.
    Stopped,
}

/// What a thread found in a chunk of positions.
#[derive(Default)]
struct Chunk {
    noted: Noted,
    moved: Moved,
}

/// What one look says of positions that follow each other.
#[derive(Default)]
pub(crate) struct Noted {
    pub(crate) codes: Vec<u16>,
    pub(crate) left: Vec<u16>,
    pub(crate) wins: Vec<(u32, u64)>,
}

/// Builds the table of some classes, if all classes that they lead to have one: with all moves
/// in memory, or without keeping any if there is no room for them.
pub(crate) fn build<G: Game>(
    game: &G,
    scheme: &Scheme,
    classes: Classes,
    tables: &Tables,
    means: Means,
    watch: &mut dyn FnMut(Step) -> bool,
) -> Result<Table, Failed> {
    match build_with_moves(game, scheme, classes.clone(), tables, means, watch) {
        Err(Failed::Memory(_)) => again::build(game, scheme, classes, tables, means, watch),
        built => built,
    }
}

fn build_with_moves<G: Game>(
    game: &G,
    scheme: &Scheme,
    classes: Classes,
    tables: &Tables,
    means: Means,
    watch: &mut dyn FnMut(Step) -> bool,
) -> Result<Table, Failed> {
    let size = classes.size;
    let least = size.saturating_mul(LEAST_BYTES);
    if least > means.memory || size >= Backward::MOST {
        return Err(Failed::Memory(least));
    }
    let forward = Forward {
        game,
        scheme,
        classes: &classes,
        tables,
        means,
        next: AtomicU64::new(0),
        done: AtomicU64::new(0),
        bytes: AtomicU64::new(0),
        stop: AtomicBool::new(false),
        chunks: Mutex::default(),
        remembering: Mutex::default(),
        failed: Mutex::default(),
    };
    let (moves, mut waves) = forward.run(watch)?;
    // What is known of a position takes four bytes.
    let needed = moves.bytes() + 4 * moves.n_positions() as u64;
    if needed > means.memory || moves.n_moves() > Backward::MOST_MOVES {
        return Err(Failed::Memory(needed));
    }
    if !watch(Step { stage: 1, done: 0, of: moves.n_moves() }) {
        return Err(Failed::Stopped);
    }
    let backward = Backward::new(moves);
    waves.run(&backward, means.threads, watch).ok_or(Failed::Stopped)?;
    let mut codes = waves.codes();
    codes.truncate(size as usize);
    Ok(Table { classes, store: Store::of(codes), scored: scheme.points.is_some() })
}

/// Positions that remember something, in the order of their numbers, and these numbers.
type Remembering<P> = (Vec<P>, FxHashMap<P, u64>);

/// What all threads share that look forward.
struct Forward<'s, G: Game> {
    game: &'s G,
    scheme: &'s Scheme,
    classes: &'s Classes,
    tables: &'s Tables,
    means: Means,
    next: AtomicU64,
    done: AtomicU64,
    bytes: AtomicU64,
    stop: AtomicBool,
    chunks: Mutex<Vec<(u64, Chunk)>>,
    /// Positions that remember something, with their numbers.
    remembering: Mutex<Remembering<G::Position>>,
    failed: Mutex<Option<Failed>>,
}

impl<G: Game> Forward<'_, G> {
    fn run(&self, watch: &mut dyn FnMut(Step) -> bool) -> Result<(Moves, Waves), Failed> {
        let size = self.classes.size;
        let help = |_| {
            let mut looker = self.looker();
            while self.next_chunk(&mut looker) {}
        };
        let lead = |_| {
            let mut looker = self.looker();
            while self.next_chunk(&mut looker) {
                let done = self.done.load(Ordering::Relaxed);
                if !watch(Step { stage: 0, done, of: size }) {
                    self.fail(Failed::Stopped);
                }
            }
        };
        crew::run(self.means.threads, help, lead);
        if let Some(failed) = self.failed.lock().ok().and_then(|mut failed| failed.take()) {
            return Err(failed);
        }
        let mut chunks = std::mem::take(&mut *lock(&self.chunks));
        chunks.sort_by_key(|(start, _)| *start);
        let mut moves = Moves::default();
        let turn = u32::from(self.scheme.points.is_none());
        let mut waves = Waves::new(size as usize, turn);
        for (_, chunk) in chunks {
            waves.add(&chunk.noted);
            moves.add(chunk.moved);
        }
        self.remember(&mut moves, &mut waves)?;
        Ok((moves, waves))
    }

    fn looker(&self) -> Looker<'_, G> {
        Looker::new(self.game, self.scheme, self.classes, self.tables)
    }

    fn fail(&self, why: Failed) {
        self.stop.store(true, Ordering::Relaxed);
        lock(&self.failed).get_or_insert(why);
    }

    /// Looks at the next positions; says whether there were any.
    fn next_chunk(&self, looker: &mut Looker<'_, G>) -> bool {
        let start = self.next.fetch_add(CHUNK, Ordering::Relaxed);
        let size = self.classes.size;
        if start >= size || self.stop.load(Ordering::Relaxed) {
            return false;
        }
        let numbers = start..size.min(start + CHUNK);
        let mut ahead = Ahead::default();
        let mut chunk = Chunk::default();
        for number in numbers.clone() {
            if let Err(surprise) = looker.look(number, &mut ahead) {
                self.fail(Failed::Surprise(surprise));
                return false;
            }
            self.number_remembering(looker, &mut ahead);
            chunk.add(number, &mut ahead);
        }
        // Reversed, moves take twice the room at least. What will not fit is not begun.
        let bytes = self.bytes.fetch_add(chunk.moved.close(), Ordering::Relaxed);
        if bytes.saturating_mul(2) > self.means.memory {
            self.fail(Failed::Memory(bytes * 2));
        }
        self.done.fetch_add(numbers.end - numbers.start, Ordering::Relaxed);
        lock(&self.chunks).push((start, chunk));
        true
    }

    /// Gives the positions that remember something, and that one thread has met, the numbers
    /// that all threads use.
    fn number_remembering(&self, looker: &mut Looker<'_, G>, ahead: &mut Ahead) {
        if looker.remembering.is_empty() {
            return;
        }
        let (positions, numbers) = &mut *lock(&self.remembering);
        let met = looker.remembering.drain(..).map(|position| {
            let next = self.classes.size + positions.len() as u64;
            *numbers.entry(position).or_insert_with_key(|position| {
                positions.push(position.clone());
                next
            })
        });
        let met: Vec<u64> = met.collect();
        for (number, _) in &mut ahead.inside {
            if let Some(place) = number.checked_sub(self.classes.size) {
                *number = met[place as usize];
            }
        }
    }

    /// Looks at the positions that remember something; they may lead to others.
    fn remember(&self, moves: &mut Moves, waves: &mut Waves) -> Result<(), Failed> {
        let mut looker = self.looker();
        let mut ahead = Ahead::default();
        let mut place = 0;
        loop {
            let position = lock(&self.remembering).0.get(place).cloned();
            let Some(position) = position else { return Ok(()) };
            let number = self.classes.size + place as u64;
            looker.look_from(&position, &mut ahead).map_err(Failed::Surprise)?;
            self.number_remembering(&mut looker, &mut ahead);
            let mut chunk = Chunk::default();
            chunk.add(number, &mut ahead);
            waves.add(&chunk.noted);
            moves.add(chunk.moved);
            place += 1;
        }
    }
}

impl Chunk {
    /// Adds what is known of a position.
    fn add(&mut self, number: u64, ahead: &mut Ahead) {
        self.noted.add(number, ahead);
        self.moved.add(&ahead.inside);
    }
}

impl Noted {
    /// Adds what is known of a position; moves that do not matter are taken from it.
    pub(crate) fn add(&mut self, number: u64, ahead: &mut Ahead) {
        // Of scores that moves to the outside bring, only the best one counts.
        match ahead.best.map(|points| Value::Score(points).leveled()) {
            Some(Value::Win(level)) => ahead.win = Some(level),
            Some(Value::Loss(level)) => ahead.loss = Some(level),
            Some(_) => ahead.draw = true,
            None => {}
        }
        let wins_at_once = ahead.win == Some(1);
        if ahead.over.is_some() || wins_at_once {
            ahead.inside.clear();
        }
        let code = match ahead.over {
            Some(over) => over.code(),
            None if wins_at_once => Value::Win(1).code(),
            None => UNDECIDED | ahead.loss.unwrap_or(0) as u16,
        };
        if let (Some(turns @ 2..), None) = (ahead.win, ahead.over) {
            self.wins.push((turns, number));
        }
        let keeps = ahead.draw || ahead.win.is_some();
        let left = ahead.inside.len() + usize::from(keeps);
        self.codes.push(code);
        self.left.push(left.min(usize::from(u16::MAX)) as u16);
    }
}

/// What a thread that broke down has left is never used: the others stop, too.
pub(crate) fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
