//! Builds a table for whose moves there is no room: they are made again at each level. That
//! takes two bytes for each position, and as many looks at those that are not decided as the
//! longest win has turns.
//!
//! At a level a position is decided if what is known of its moves says that it is won or lost
//! at that very level. What is decided meanwhile changes nothing about that, so that the order
//! of threads does not matter, and the table is the one that moves kept in memory would give.

use crate::build::{CHUNK, Failed, Means, Step, lock};
use crate::class::Classes;
use crate::forward::{Ahead, Looker, Surprise};
use crate::scheme::Scheme;
use crate::store::Store;
use crate::tables::{Table, Tables};
use crate::value::{MOST_TURNS, Value};
use crate::waves::UNDECIDED;
use game::{Game, crew};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, AtomicU64, Ordering};

/// The bytes that a position takes, with the table that is made of it.
pub(crate) const BYTES: u64 = 3;

/// Builds the table of some classes, if all classes that they lead to have one.
pub(crate) fn build<G: Game>(
    game: &G,
    scheme: &Scheme,
    classes: Classes,
    tables: &Tables,
    means: Means,
    watch: &mut dyn FnMut(Step) -> bool,
) -> Result<Table, Failed> {
    let bytes = classes.size.saturating_mul(BYTES);
    if bytes > means.memory {
        return Err(Failed::Memory(bytes));
    }
    let turn = u32::from(scheme.points.is_none());
    let codes = (0..classes.size).map(|_| AtomicU16::new(UNDECIDED)).collect();
    let mut passes = Passes { game, scheme, classes: &classes, tables, means, turn, codes };
    passes.run(None, watch)?;
    let mut level = turn;
    loop {
        let (decided, pending) = passes.run(Some(level), watch)?;
        level = match (decided, pending) {
            // Where a turn counts for nothing, what was decided may decide more of this level.
            (true, _) => level + turn,
            (false, Some(pending)) => pending,
            (false, None) => break,
        };
    }
    let codes = passes.codes.iter_mut().map(|code| *code.get_mut());
    let codes = codes.map(|code| if code == UNDECIDED { Value::Draw.code() } else { code });
    let store = Store::of(codes.collect());
    Ok(Table { classes, store, scored: scheme.points.is_some() })
}

/// What all looks share.
struct Passes<'s, G: Game> {
    game: &'s G,
    scheme: &'s Scheme,
    classes: &'s Classes,
    tables: &'s Tables,
    means: Means,
    /// What a turn counts: 1, or 0 where levels are points.
    turn: u32,
    codes: Vec<AtomicU16>,
}

/// What threads share that look at all positions once.
struct Pass {
    /// The level, or nothing if only positions that are over are looked for.
    level: Option<u32>,
    next: AtomicU64,
    decided: AtomicBool,
    /// The least level above this one at which something will be decided.
    pending: AtomicU32,
    failed: Mutex<Option<Failed>>,
}

impl<G: Game> Passes<'_, G> {
    /// Looks at all positions that are not decided: whether some were, and the next level at
    /// which some will be.
    fn run(
        &self,
        level: Option<u32>,
        watch: &mut dyn FnMut(Step) -> bool,
    ) -> Result<(bool, Option<u32>), Failed> {
        let pass = Pass {
            level,
            next: AtomicU64::new(0),
            decided: AtomicBool::new(false),
            pending: AtomicU32::new(u32::MAX),
            failed: Mutex::default(),
        };
        let looker = || Looker::new(self.game, self.scheme, self.classes, self.tables);
        let help = |_| {
            let mut looker = looker();
            while self.next_chunk(&pass, &mut looker) {}
        };
        let lead = |_| {
            let mut looker = looker();
            while self.next_chunk(&pass, &mut looker) {
                let done = pass.next.load(Ordering::Relaxed).min(self.classes.size);
                let stage = level.map_or(0, |_| 3);
                if !watch(Step { stage, done, of: self.classes.size }) {
                    lock(&pass.failed).get_or_insert(Failed::Stopped);
                }
            }
        };
        crew::run(self.means.threads, help, lead);
        if let Some(failed) = lock(&pass.failed).take() {
            return Err(failed);
        }
        let pending = pass.pending.into_inner();
        Ok((pass.decided.into_inner(), (pending < u32::MAX).then_some(pending)))
    }

    /// Looks at the next positions; says whether there were any.
    fn next_chunk(&self, pass: &Pass, looker: &mut Looker<'_, G>) -> bool {
        let start = pass.next.fetch_add(CHUNK, Ordering::Relaxed);
        let size = self.classes.size;
        if start >= size || lock(&pass.failed).is_some() {
            return false;
        }
        let mut ahead = Ahead::default();
        for number in start..size.min(start + CHUNK) {
            let code = &self.codes[number as usize];
            if code.load(Ordering::Relaxed) != UNDECIDED {
                continue;
            }
            let looked = looker.look(number, &mut ahead);
            let value = looked.and_then(|()| match pass.level {
                None => Ok(ahead.over.map(Value::leveled)),
                Some(_) => self.value(looker, &ahead),
            });
            match (value, pass.level) {
                (Err(surprise), _) => {
                    lock(&pass.failed).get_or_insert(Failed::Surprise(surprise));
                    return false;
                }
                (Ok(Some(value)), level) => self.note(pass, code, value, level),
                (Ok(None), _) => {}
            }
        }
        true
    }

    /// Decides a position if its level has come, or notes when it will.
    fn note(&self, pass: &Pass, code: &AtomicU16, value: Value, level: Option<u32>) {
        let its_level = value.turns().map(|turns| turns.min(MOST_TURNS));
        if level.is_none() || its_level == level {
            code.store(value.code(), Ordering::Relaxed);
            pass.decided.store(true, Ordering::Relaxed);
        } else if let Some(its_level) = its_level {
            pass.pending.fetch_min(its_level, Ordering::Relaxed);
        }
    }

    /// What a position is worth by what is known of its moves: nothing if it is not won, and
    /// may not be lost either.
    fn value(&self, looker: &mut Looker<'_, G>, ahead: &Ahead) -> Result<Option<Value>, Surprise> {
        if ahead.over.is_some() {
            return Ok(ahead.over.map(Value::leveled));
        }
        let mut remembering = Vec::new();
        for position in std::mem::take(&mut looker.remembering) {
            let mut further = Ahead::default();
            looker.look_from(&position, &mut further)?;
            remembering.push(self.value(looker, &further)?);
        }
        let mut best = Value::Loss(0);
        let mut is_open = false;
        let mut add = |value: Option<Value>| match value {
            None | Some(Value::Impossible) => is_open = true,
            Some(value) if value.rank() > best.rank() => best = value,
            Some(_) => {}
        };
        ahead.outside().for_each(|value| add(Some(value)));
        for &(number, again) in &ahead.inside {
            let value = match number.checked_sub(self.classes.size) {
                Some(place) => remembering[place as usize],
                None => match self.codes[number as usize].load(Ordering::Relaxed) {
                    UNDECIDED => None,
                    code => Some(Value::of(code)),
                },
            };
            add(value.map(|value| value.earlier(again, self.turn)));
        }
        Ok(match best {
            Value::Win(_) => Some(best),
            Value::Loss(_) if !is_open => Some(best),
            _ => None,
        })
    }
}
