//! The memory of a thread, with which generated code works: results of the turn,
//! positions that wait or are past, events of moves, and the limits.
//!
//! Generated code writes only into this memory and into the position that it
//! was told to make. What it appends is checked against the end of the memory.

mod arena;
pub(crate) mod distances;
mod events;
pub(crate) mod helpers;
pub(crate) mod kept;
mod memory;
mod past;
mod records;
pub(crate) mod stacking;
pub(crate) mod ways;

use crate::referee::expected::Expected;
use crate::shared::Shared;
use distances::Distances;
pub(crate) use events::{EventNode, EventTag};
use game::{Asked, Outcome, Player};
use kept::Kept;
use memory::Pages;
use records::Records;

/// What a turn may use.
pub(crate) const FUEL: i64 = 20_000_000;
/// How deep functions may call each other.
pub(crate) const DEPTH: i64 = 200;
/// The bytes for results of a turn.
pub(crate) const ARENA: usize = 48 << 20;
/// The bytes for positions that wait for a test.
const WAIT: usize = 16 << 20;
/// Counts of positions are kept by these bits of their keys.
pub(crate) const HISTORY_MASK: u64 = 0xfff;

/// Why generated code gave up. The interpreter says the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i64)]
pub(crate) enum Problem {
    /// Too much work.
    Steps = 1,
    /// Too many results.
    Results = 2,
    /// Functions too deep in each other.
    Depth = 3,
    /// The rules do what they should not.
    Rules = 4,
    /// Code that was needed could not be made.
    Code = 5,
    /// More pieces in stacks than a position has room for.
    Room = 6,
    /// There is something on the board with which no turn begins by the rules, so that other
    /// code has to play.
    Assumed = 7,
}

/// A function of generated code that works on a configuration.
pub(crate) type OnConf = unsafe extern "C" fn(*mut Ctx, *const u64) -> i64;

/// The memory of a thread.
#[repr(C)]
pub(crate) struct Ctx {
    pub(crate) top: u64,
    limit: u64,
    wait_top: u64,
    wait_limit: u64,
    pub(crate) fuel: i64,
    pub(crate) depth: i64,
    pub(crate) problem: i64,
    /// The key of the position in which the turn began: its signature without
    /// what is remembered.
    pub(crate) key: u64,
    counts: u64,
    log: u64,
    pub(crate) log_top: u64,
    log_limit: u64,
    /// The position in which the turn began.
    pub(crate) now: *const u64,
    /// The earlier positions, one after the other.
    pub(crate) past: *mut u64,
    pub(crate) n_past: u64,
    pub(crate) past_limit: u64,
    /// 0, or 1 for an outcome of the position itself, 2 if it is scored.
    pub(crate) over_flag: u64,
    pub(crate) over_value: i64,
    /// The state of the random numbers.
    pub(crate) rng: u64,
    /// Random games that the first player won, that the second won, and all others.
    pub(crate) wins: [u64; 3],
    /// The last position of a random game.
    pub(crate) last: *const u64,
    pub(crate) shared: *const Shared,
    /// The positions that a dive may still visit, and by how much the least of those
    /// that it did not visit are too far away.
    pub(crate) dive_left: i64,
    pub(crate) dive_above: i64,
    /// The position before the last turn, for the referee.
    pub(crate) before: *const u64,
    /// What a player perceived.
    pub(crate) expected: Expected,
    /// Positions of the turn under way.
    pub(crate) kept: Kept,
    // What follows is only ours.
    /// Whether the code that runs keeps texts, and whose moves they tell.
    pub(crate) keeps_texts: bool,
    mover: Player,
    /// The oldest earlier position because of which something has occurred.
    pub(crate) ground: Option<usize>,
    /// The questions about earlier positions, if they are wanted.
    pub(crate) asked: Option<Vec<Asked>>,
    lists: Vec<Vec<u64>>,
    open: usize,
    spare_records: Vec<Records>,
    pub(crate) distances: Distances,
    arena: Pages,
    wait: Pages,
    counts_memory: Pages,
    log_memory: Pages,
    past_memory: Pages,
}

macro_rules! offsets {
    ($($name:ident = $field:ident),* $(,)?) => {
        impl Ctx {
            $(pub(crate) const $name: usize = std::mem::offset_of!(Ctx, $field);)*
        }
    };
}
offsets! {
    TOP = top, LIMIT = limit, WAIT_TOP = wait_top, WAIT_LIMIT = wait_limit, FUEL = fuel, DEPTH = depth, PROBLEM = problem, KEY = key,
    COUNTS = counts, LOG = log, LOG_TOP = log_top, LOG_LIMIT = log_limit, NOW = now, PAST = past,
    N_PAST = n_past, PAST_LIMIT = past_limit, OVER_FLAG = over_flag, OVER_VALUE = over_value,
    RNG = rng, WINS = wins, LAST = last, KEPT = kept,
    BEFORE = before, EXPECTED = expected, DIVE_LEFT = dive_left, DIVE_ABOVE = dive_above,
}

impl Ctx {
    /// Memory for a thread. It is boxed, because generated code points at it.
    pub(crate) fn new(shared: &Shared) -> Option<Box<Ctx>> {
        let mut ctx = Box::new(Ctx {
            top: 0,
            limit: 0,
            wait_top: 0,
            wait_limit: 0,
            fuel: FUEL,
            depth: DEPTH,
            problem: 0,
            key: 0,
            counts: 0,
            log: 0,
            log_top: 0,
            log_limit: 0,
            now: std::ptr::null(),
            past: std::ptr::null_mut(),
            n_past: 0,
            past_limit: 0,
            over_flag: 0,
            over_value: 0,
            rng: 0,
            wins: [0; 3],
            last: std::ptr::null(),
            shared,
            dive_left: 0,
            dive_above: 0,
            before: std::ptr::null(),
            expected: Expected::default(),
            kept: Kept::new(shared.words())?,
            keeps_texts: false,
            mover: Player::First,
            ground: None,
            asked: None,
            lists: Vec::new(),
            open: 0,
            spare_records: Vec::new(),
            distances: Distances::default(),
            arena: Pages::new(ARENA)?,
            wait: Pages::new(WAIT)?,
            counts_memory: Pages::new(size_of::<u32>() * (HISTORY_MASK as usize + 1))?,
            log_memory: Pages::new(0)?,
            past_memory: Pages::new(0)?,
        });
        ctx.limit = ctx.arena.end();
        ctx.wait_limit = ctx.wait.end();
        ctx.counts = ctx.counts_memory.start();
        ctx.reserve_past(shared, 2);
        Some(ctx)
    }

    /// Gets ready for a turn.
    #[inline]
    pub(crate) fn begin(&mut self) {
        self.top = self.arena.start();
        self.wait_top = self.wait.start();
        self.fuel = FUEL;
        self.depth = DEPTH;
        self.problem = 0;
        self.open = 0;
        self.log_top = 0;
        self.over_flag = 0;
        self.ground = None;
    }

    /// Notes because of which earlier position something has occurred: 1, or 0 if it
    /// has not.
    pub(crate) fn rest_on(&mut self, ground: Option<usize>) -> i64 {
        let Some(oldest) = ground else { return 0 };
        self.ground = Some(self.ground.map_or(oldest, |ground| ground.min(oldest)));
        1
    }

    /// How a turn that has no moves has ended the game.
    #[inline]
    pub(crate) fn over(&self) -> Outcome {
        Outcome { value: self.over_value as i32, scored: self.over_flag == 2 }
    }

    pub(crate) fn shared(&self) -> &Shared {
        // SAFETY: a `Ctx` is made and used only by code that borrows or owns the
        // shared part, which therefore outlives every call.
        unsafe { &*self.shared }
    }

    /// Runs a function on a configuration in the arena; how many results it has
    /// left at the top.
    pub(crate) fn list(&mut self, function: OnConf, conf: u64) -> Option<usize> {
        // SAFETY: the function was made for this game and gets the thread's own
        // memory and a configuration that lies in it.
        let n = unsafe { function(self, conf as *const u64) };
        usize::try_from(n).ok()
    }

    /// Runs a function that gives a number.
    pub(crate) fn number(&mut self, function: OnConf, conf: u64) -> Option<i64> {
        let top = self.top;
        // SAFETY: as in `list`.
        let number = unsafe { function(self, conf as *const u64) };
        self.top = top;
        (number >= i64::from(i32::MIN)).then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Native;
    use region::Protection;

    /// Whether the pages before and after an array of this many bytes may not be touched.
    fn is_guarded(start: u64, bytes: u64) -> bool {
        let after = (start + bytes).next_multiple_of(region::page::size() as u64);
        [start - 1, after].iter().all(|&outside| {
            let region = region::query(outside as *const u8).expect("pages can be asked about");
            region.protection() == Protection::NONE
        })
    }

    /// All that generated code writes to lies between guards, by the addresses and limits that
    /// the code itself sees, and still does after it has grown.
    #[test]
    fn arrays_of_generated_code_lie_between_guards() {
        let native = Native::new(testing::load("chess"), &[]).expect("there is code");
        let (shared, row) = (native.shared(), 8 * native.shared().words() as u64);
        let mut ctx = Ctx::new(shared).expect("there is memory");
        ctx.begin();
        for positions in [2, 1000] {
            ctx.reserve_past(shared, positions);
            assert!(is_guarded(ctx.past as u64, row * (ctx.past_limit + 1)), "{positions}");
        }
        ctx.keep_texts(Player::First);
        assert!(is_guarded(ctx.log, 8 * events::EVENT_WORDS as u64 * ctx.log_limit));
        assert!(is_guarded(ctx.kept.positions(), row * kept::MOST));
        assert!(is_guarded(ctx.counts, 4 * (HISTORY_MASK + 1)));
        assert!(is_guarded(ctx.top, ctx.limit - ctx.top));
        assert!(is_guarded(ctx.wait_top, ctx.wait_limit - ctx.wait_top));
    }
}
