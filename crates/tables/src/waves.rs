//! What goes backward: level after level, the positions that are decided after so many turns
//! decide those that lead to them.

use crate::build::Step;
use crate::moves::Backward;
use crate::value::{MOST_TURNS, Value};
use game::crew;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU16, AtomicU64, AtomicUsize, Ordering};

/// The code of a position that is not decided; the other bits are the turns of the slowest loss
/// by a move that leads outside.
pub(crate) const UNDECIDED: u16 = 1 << 15;

/// This many positions of a level are handed to a thread at once.
const SHARE: usize = 1 << 12;

/// The values that are known.
pub(crate) struct Waves {
    codes: Vec<AtomicU16>,
    /// How many moves of each position may still not lose.
    left: Vec<AtomicU16>,
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
            codes: Vec::with_capacity(size),
            left: Vec::with_capacity(size),
            waiting: Vec::new(),
            decided: AtomicU64::new(0),
        }
    }

    /// Adds what is known of the next positions: their codes, how many of their moves may not
    /// lose, and the wins by moves that lead outside.
    pub(crate) fn add(&mut self, codes: &[u16], left: &[u16], wins: &[(u32, u64)]) {
        for (&code, &n_left) in codes.iter().zip(left) {
            let number = self.codes.len() as u32;
            if code & UNDECIDED == 0 {
                if let Some(turns) = Value::of(code).turns() {
                    self.wait(turns, number);
                }
            } else if n_left == 0 {
                self.wait(u32::from(code & !UNDECIDED), number);
            }
            self.codes.push(AtomicU16::new(code));
            self.left.push(AtomicU16::new(n_left));
        }
        wins.iter().for_each(|&(turns, number)| self.wait(turns, number as u32));
    }

    fn wait(&mut self, level: u32, number: u32) {
        let level = level.min(MOST_TURNS) as usize;
        if self.waiting.len() <= level {
            self.waiting.resize_with(level + 1, Vec::new);
        }
        self.waiting[level].push(number);
    }

    /// Decides all positions that can be decided; nothing if it was stopped.
    pub(crate) fn run(
        &mut self,
        backward: &Backward,
        threads: usize,
        watch: &mut dyn FnMut(Step) -> bool,
    ) -> Option<()> {
        let of = self.codes.len() as u64;
        let (mut level, mut frontier) = (0, Vec::new());
        while level < self.waiting.len() || !frontier.is_empty() {
            self.begin(level, &mut frontier);
            loop {
                let (next, later) = self.go(backward, level as u32, &frontier, threads);
                later.into_iter().for_each(|(level, number)| self.wait(level, number));
                self.decided.fetch_add(frontier.len() as u64, Ordering::Relaxed);
                frontier = next;
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
    fn begin(&mut self, level: usize, frontier: &mut Vec<u32>) {
        let Some(waiting) = self.waiting.get_mut(level) else { return };
        for number in std::mem::take(waiting) {
            let code = self.codes[number as usize].get_mut();
            if *code & UNDECIDED != 0 {
                let has_lost = *self.left[number as usize].get_mut() == 0;
                let turns = level as u32;
                let value = if has_lost { Value::Loss(turns) } else { Value::Win(turns) };
                *code = value.code();
                frontier.push(number);
            } else if Value::of(*code).turns() == Some(level as u32)
                && (level < 2 || self.turn == 0)
            {
                // What was decided from the start; later levels put such positions into the
                // frontier themselves.
                frontier.push(number);
            }
        }
    }

    /// Goes back from the positions of a level: those that are decided at the next one, and
    /// those that wait for a later one.
    fn go(
        &self,
        backward: &Backward,
        level: u32,
        frontier: &[u32],
        threads: usize,
    ) -> (Vec<u32>, Vec<(u32, u32)>) {
        let found = Mutex::new((Vec::new(), Vec::new()));
        let share = AtomicUsize::new(0);
        let work = || {
            let (mut next, mut later) = (Vec::new(), Vec::new());
            loop {
                let start = share.fetch_add(SHARE, Ordering::Relaxed);
                let Some(rest) = frontier.get(start..).filter(|rest| !rest.is_empty()) else {
                    break;
                };
                for &number in &rest[..rest.len().min(SHARE)] {
                    self.go_from(backward, level, number, (&mut next, &mut later));
                }
            }
            let all = &mut *crate::build::lock(&found);
            all.0.append(&mut next);
            all.1.append(&mut later);
        };
        let helpers = frontier.len().div_ceil(SHARE).min(threads);
        crew::run(helpers, |_| work(), |_| work());
        found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn go_from(
        &self,
        backward: &Backward,
        level: u32,
        number: u32,
        (next, later): (&mut Vec<u32>, &mut Vec<(u32, u32)>),
    ) {
        let value = Value::of(self.codes[number as usize].load(Ordering::Relaxed));
        for (from, again) in backward.of(number) {
            let code = &self.codes[from as usize];
            let now = code.load(Ordering::Relaxed);
            if now & UNDECIDED == 0 {
                continue;
            }
            let before = value.earlier(again, self.turn);
            if matches!(before, Value::Win(_)) {
                let won =
                    code.compare_exchange(now, before.code(), Ordering::Relaxed, Ordering::Relaxed);
                next.extend(won.is_ok().then_some(from));
            } else if self.left[from as usize].fetch_sub(1, Ordering::Relaxed) == 1 {
                // All moves lose, so that nobody else decides this position.
                let next_level = level + self.turn;
                let turns = next_level.max(u32::from(now & !UNDECIDED));
                match turns == next_level {
                    true => {
                        code.store(Value::Loss(turns).code(), Ordering::Relaxed);
                        next.push(from);
                    }
                    false => later.push((turns, from)),
                }
            }
        }
    }

    /// The codes; what is not decided is a draw.
    pub(crate) fn codes(self) -> Vec<u16> {
        let codes = self.codes.into_iter().map(AtomicU16::into_inner);
        codes.map(|code| if code & UNDECIDED != 0 { Value::Draw.code() } else { code }).collect()
    }
}
