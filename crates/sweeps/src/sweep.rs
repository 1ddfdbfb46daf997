//! Sweeps over the turns until nothing changes: forward what can have come about, backward what
//! can have led to what was perceived later.

use crate::counts::{self, Bounds};
use crate::turns::{Change, Turn, WAYS_PER_QUESTION};
use game::{Field, Referee, parse_position};
use infoset::{Contents, Observation, Outline};
use interp::Interp;
use ir::Program;

/// So often it is swept at most; what is left then is not wrong, only more than necessary.
const MOST_SWEEPS: usize = 12;

/// What each field can have held before the first turn and after each of the turns that a player
/// perceived. Nothing if the game cannot be looked at that way (fields hold more than one piece,
/// or there are too many kinds), if its start cannot be read, or if somebody wants no more.
pub fn outline(
    game: &Interp,
    observation: &Observation,
    goes_on: &dyn Fn() -> bool,
) -> Option<Outline> {
    let (program, facts) = (game.program(), &game.program().facts);
    let start = match &observation.start {
        Some(text) => parse_position(facts, text).ok()?,
        None => facts.start.clone(),
    };
    if facts.stacks.is_some() || facts.kinds.len() > Contents::MOST_KINDS {
        return None;
    }
    let start: Vec<Contents> =
        start.board.iter().map(|stack| Contents::just(stack.last().copied())).collect();
    let mut sweeps = Sweeps::new(program, start, goes_on);
    let (player, may_pass) = (observation.player, game.can_refusal_pass());
    for perceived in &observation.turns {
        sweeps.extend(&Turn { program, player, perceived, may_pass, goes_on })?;
    }
    let then = sweeps.levels.clone();
    for _ in 0..MOST_SWEEPS {
        let before = sweeps.levels.clone();
        sweeps.backward()?;
        sweeps.forward()?;
        if sweeps.levels == before {
            break;
        }
    }
    Some(Outline::new(sweeps.levels, &then))
}

/// What is known so far.
struct Sweeps<'a> {
    groups: Vec<Contents>,
    /// What fields hold that hold anything.
    anything: Contents,
    levels: Vec<Vec<Contents>>,
    bounds: Vec<Bounds>,
    /// The ways of each turn; nothing where they are not known.
    changes: Vec<Option<Vec<Change>>>,
    /// Whether somebody still wants to know. Whatever is asked without gives nothing.
    goes_on: &'a dyn Fn() -> bool,
}

impl<'a> Sweeps<'a> {
    fn new(program: &Program, start: Vec<Contents>, goes_on: &'a dyn Fn() -> bool) -> Sweeps<'a> {
        let groups = counts::groups(&program.facts);
        Sweeps {
            bounds: vec![counts::exact(&groups, &start)],
            groups,
            anything: Contents::EMPTY | Contents::of(program.facts.pieces()),
            levels: vec![start],
            changes: Vec::new(),
            goes_on,
        }
    }

    /// Takes another turn into account, going by what was before it.
    fn extend(&mut self, turn: &Turn<'_>) -> Option<()> {
        let last = self.levels.len() - 1;
        let is_out = self.levels[last].iter().any(|it| it.is_nothing());
        let changes = if is_out { Some(Vec::new()) } else { turn.changes(&self.levels[last]) };
        // What ended early is not known.
        if !(self.goes_on)() {
            return None;
        }
        self.changes.push(changes);
        let n_fields = self.levels[last].len();
        self.levels.push(vec![self.anything; n_fields]);
        self.bounds.push(Vec::new());
        self.follow(last)
    }

    /// Goes over all turns from the first to the last.
    fn forward(&mut self) -> Option<()> {
        (0..self.changes.len()).try_for_each(|turn| self.follow(turn))
    }

    /// Finds what fields can hold after a turn.
    fn follow(&mut self, turn: usize) -> Option<()> {
        self.bounds[turn + 1] = counts::after(
            &self.groups,
            &self.bounds[turn],
            &self.levels[turn],
            self.changes[turn].as_deref(),
        );
        let [_, after] = self.sift(turn)?;
        self.levels[turn + 1] = after;
        Some(())
    }

    /// Goes over all turns from the last to the first: finds what fields can have held before.
    fn backward(&mut self) -> Option<()> {
        for turn in (0..self.changes.len()).rev() {
            let [before, _] = self.sift(turn)?;
            self.levels[turn] = before;
        }
        Some(())
    }

    /// Drops the ways of a turn that are not possible any more, and gives what fields can hold
    /// before and after the others; what they could before where its ways are not known.
    fn sift(&mut self, turn: usize) -> Option<[Vec<Contents>; 2]> {
        let Some(mut changes) = self.changes[turn].take() else {
            return Some([self.levels[turn].clone(), self.levels[turn + 1].clone()]);
        };
        let nothing = vec![Contents::NOTHING; self.levels[turn].len()];
        let (mut all, mut n, mut is_wanted) = ([nothing.clone(), nothing], 0, true);
        changes.retain(|change| {
            n += 1;
            is_wanted = is_wanted && (n % WAYS_PER_QUESTION != 0 || (self.goes_on)());
            let around = if is_wanted { self.around(turn, change) } else { None };
            let all = all.iter_mut().zip(around.iter().flatten());
            all.for_each(|(all, level)| join(all, level));
            around.is_some()
        });
        self.changes[turn] = Some(changes);
        is_wanted.then_some(all)
    }

    /// What fields can hold before and after a turn that went this way; nothing if it cannot
    /// have.
    fn around(&self, turn: usize, change: &Change) -> Option<[Vec<Contents>; 2]> {
        let mut before = self.levels[turn].clone();
        for (field, contents) in &change.needs {
            before[field.index()] = before[field.index()] & *contents;
        }
        let mut after = before.clone();
        for (field, contents) in &change.writes {
            after[field.index()] = *contents;
        }
        narrow_both(&mut after, &self.levels[turn + 1]);
        let bounds = [&self.bounds[turn], &self.bounds[turn + 1]];
        loop {
            for (level, bounds) in [&mut before, &mut after].into_iter().zip(bounds) {
                let is_out = level.iter().any(|it| it.is_nothing());
                if is_out || !counts::narrow(&self.groups, bounds, level) {
                    return None;
                }
            }
            // What was not written is the same before and after.
            let mut is_same = true;
            let mut writes = change.writes.iter().peekable();
            for i in 0..before.len() {
                if writes.next_if(|(field, _)| *field == Field(i as u16)).is_some() {
                    continue;
                }
                is_same &= before[i] == after[i];
                let both = before[i] & after[i];
                (before[i], after[i]) = (both, both);
            }
            if is_same {
                return Some([before, after]);
            }
        }
    }
}

fn join(all: &mut [Contents], level: &[Contents]) {
    all.iter_mut().zip(level).for_each(|(all, it)| *all = *all | *it);
}

fn narrow_both(level: &mut [Contents], other: &[Contents]) {
    level.iter_mut().zip(other).for_each(|(it, other)| *it = *it & *other);
}
