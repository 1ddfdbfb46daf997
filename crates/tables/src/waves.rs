//! What goes backward: level after level, the positions that are decided after this many turns
//! decide those that lead to them.

use crate::build::{Noted, Step};
use crate::moves::Backward;
use crate::value::{MOST_TURNS, Value};
use game::crew;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// The code of a position that is not decided; the other bits are the turns of the slowest loss
/// by a move that leads outside.
pub(crate) const UNDECIDED: u16 = 1 << 15;

/// This many positions of a level are handed to a thread at once.
const SHARE: usize = 1 << 12;

/// What is known of a position, in one word so that memory is asked once: its code in the upper
/// half, and how many of its moves may still not lose in the lower. Of a position that is won the
/// lower half is never 0, because the winning move is not taken off, so that threads that take
/// others off late never reach the code.
#[derive(Clone, Copy)]
struct Known(u32);

impl Known {
    fn new(code: u16, left: u16) -> Known {
        Known(u32::from(code) << 16 | u32::from(left))
    }

    fn code(self) -> u16 {
        (self.0 >> 16) as u16
    }

    fn left(self) -> u16 {
        self.0 as u16
    }
}

/// What a level decides.
#[derive(Default)]
pub(crate) struct Found {
    /// The positions that are decided at the next level.
    pub(crate) next: Vec<u32>,
    /// Levels, and the positions that wait for them.
    pub(crate) later: Vec<(u32, u32)>,
}

/// A move of a position that leads to one that is decided.
#[derive(Clone, Copy)]
pub(crate) struct Arrival {
    /// The position from which it leads.
    pub(crate) from: u32,
    /// Whether it wins; otherwise it loses.
    pub(crate) wins: bool,
}

/// The values that are known.
pub(crate) struct Waves {
    known: Vec<AtomicU32>,
    /// Positions whose turn comes at a level.
    waiting: Vec<Vec<u32>>,
    decided: AtomicU64,
    /// What a turn counts: 1, or 0 where levels are points.
    turn: u32,
}

impl Waves {
    pub(crate) fn new(size: usize, turn: u32) -> Waves {
        Waves {
            turn,
            known: Vec::with_capacity(size),
            waiting: Vec::new(),
            decided: AtomicU64::new(0),
        }
    }

    /// Adds what is known of the next positions: their codes, how many of their moves may not
    /// lose, and the wins by moves that lead outside.
    pub(crate) fn add(&mut self, Noted { codes, left, wins }: &Noted) {
        for (&code, &n_left) in codes.iter().zip(left) {
            let number = self.known.len() as u32;
            if code & UNDECIDED == 0 {
                if let Some(turns) = Value::of(code).turns() {
                    self.wait(turns, number);
                }
            } else if n_left == 0 {
                self.wait(u32::from(code & !UNDECIDED), number);
            }
            self.known.push(AtomicU32::new(Known::new(code, n_left).0));
        }
        wins.iter().for_each(|&(turns, number)| self.wait(turns, number as u32));
    }

    pub(crate) fn wait(&mut self, level: u32, number: u32) {
        let level = level.min(MOST_TURNS) as usize;
        if self.waiting.len() <= level {
            self.waiting.resize_with(level + 1, Vec::new);
        }
        self.waiting[level].push(number);
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    /// What a turn counts.
    pub(crate) fn turn(&self) -> u32 {
        self.turn
    }

    /// The level after the last at which a position waits.
    pub(crate) fn levels(&self) -> usize {
        self.waiting.len()
    }

    /// Decides all positions that can be decided; nothing if it was stopped.
    pub(crate) fn run(
        &mut self,
        backward: &Backward,
        threads: usize,
        watch: &mut dyn FnMut(Step) -> bool,
    ) -> Option<()> {
        let of = self.known.len() as u64;
        let (mut level, mut frontier) = (0, Vec::new());
        while level < self.waiting.len() || !frontier.is_empty() {
            self.begin(level, &mut frontier);
            loop {
                let found = self.go(backward, level as u32, &frontier, threads);
                self.decided.fetch_add(frontier.len() as u64, Ordering::Relaxed);
                frontier = self.end(found);
                if !watch(Step { stage: 2, done: self.decided.load(Ordering::Relaxed), of }) {
                    return None;
                }
                // Where a turn counts for nothing what it decides is of the same level.
                if self.turn > 0 || frontier.is_empty() {
                    break;
                }
            }
            level += 1;
        }
        Some(())
    }

    /// Adds the positions whose turn comes at a level to those that the level before decided.
    pub(crate) fn begin(&mut self, level: usize, frontier: &mut Vec<u32>) {
        let Some(waiting) = self.waiting.get_mut(level) else { return };
        for number in std::mem::take(waiting) {
            let word = self.known[number as usize].get_mut();
            let known = Known(*word);
            if known.code() & UNDECIDED != 0 {
                let has_lost = known.left() == 0;
                let turns = level as u32;
                let value = if has_lost { Value::Loss(turns) } else { Value::Win(turns) };
                *word = Known::new(value.code(), known.left()).0;
                frontier.push(number);
            } else if Value::of(known.code()).turns() == Some(level as u32)
                && (level < 2 || self.turn == 0)
            {
                // What was decided from the start; later levels put such positions into the
                // frontier themselves.
                frontier.push(number);
            }
        }
    }

    /// Lets what a level found wait for its turn: the positions that are decided at the next one.
    pub(crate) fn end(&mut self, found: Found) -> Vec<u32> {
        found.later.into_iter().for_each(|(level, number)| self.wait(level, number));
        found.next
    }

    /// Goes back from the positions of a level.
    fn go(&self, backward: &Backward, level: u32, frontier: &[u32], threads: usize) -> Found {
        let helpers = frontier.len().div_ceil(SHARE).min(threads);
        let mut found = Found::default();
        if helpers <= 1 {
            frontier.iter().for_each(|&it| self.go_from::<false>(backward, level, it, &mut found));
            return found;
        }
        let found = Mutex::new(found);
        let share = AtomicUsize::new(0);
        let work = || {
            let mut own = Found::default();
            loop {
                let start = share.fetch_add(SHARE, Ordering::Relaxed);
                let Some(rest) = frontier.get(start..).filter(|rest| !rest.is_empty()) else {
                    break;
                };
                for &number in &rest[..rest.len().min(SHARE)] {
                    self.go_from::<true>(backward, level, number, &mut own);
                }
            }
            let all = &mut *crate::build::lock(&found);
            all.next.append(&mut own.next);
            all.later.append(&mut own.later);
        };
        crew::run(helpers, |_| work(), |_| work());
        found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Goes back from a position that is decided; `SHARED` if other threads do so meanwhile.
    fn go_from<const SHARED: bool>(
        &self,
        backward: &Backward,
        level: u32,
        number: u32,
        found: &mut Found,
    ) {
        let value = self.value(number);
        for (from, again) in backward.to(number) {
            let wins = matches!(value.earlier(again, self.turn), Value::Win(_));
            self.arrive::<SHARED>(level, Arrival { from, wins }, found);
        }
    }

    /// What a position that is decided is worth.
    #[inline]
    pub(crate) fn value(&self, number: u32) -> Value {
        Value::of(Known(self.known[number as usize].load(Ordering::Relaxed)).code())
    }

    /// A move of a position leads to one that was decided at a level.
    #[inline]
    pub(crate) fn arrive<const SHARED: bool>(
        &self,
        level: u32,
        Arrival { from, wins }: Arrival,
        found: &mut Found,
    ) {
        let word = &self.known[from as usize];
        let known = Known(word.load(Ordering::Relaxed));
        let turns = level + self.turn;
        if known.code() & UNDECIDED == 0 {
            return;
        }
        if wins {
            let won = decide::<SHARED>(word, Value::Win(turns).code());
            found.next.extend(won.then_some(from));
        } else if take_off::<SHARED>(word) {
            // All moves lose, so that nobody else decides this position.
            let slowest = u32::from(known.code() & !UNDECIDED);
            if slowest > turns {
                return found.later.push((slowest, from));
            }
            word.store(Known::new(Value::Loss(turns).code(), 0).0, Ordering::Relaxed);
            found.next.push(from);
        }
    }

    /// The codes; what is not decided is a draw.
    pub(crate) fn codes(self) -> Vec<u16> {
        let codes = self.known.into_iter().map(|word| Known(word.into_inner()).code());
        codes.map(|code| if code & UNDECIDED != 0 { Value::Draw.code() } else { code }).collect()
    }
}

/// Gives a position the code of a win, unless somebody else did: whether it was this one.
#[inline]
fn decide<const SHARED: bool>(word: &AtomicU32, code: u16) -> bool {
    let won = |now: u32| {
        let known = Known(now);
        (known.code() & UNDECIDED != 0).then(|| Known::new(code, known.left()).0)
    };
    if SHARED {
        return word.fetch_update(Ordering::Relaxed, Ordering::Relaxed, won).is_ok();
    }
    let won = won(word.load(Ordering::Relaxed));
    won.into_iter().for_each(|won| word.store(won, Ordering::Relaxed));
    won.is_some()
}

/// Takes a move off those that may not lose: whether it was the last one.
#[inline]
fn take_off<const SHARED: bool>(word: &AtomicU32) -> bool {
    let before = match SHARED {
        true => word.fetch_sub(1, Ordering::Relaxed),
        false => {
            let before = word.load(Ordering::Relaxed);
            word.store(before.wrapping_sub(1), Ordering::Relaxed);
            before
        }
    };
    Known(before).left() == 1
}
