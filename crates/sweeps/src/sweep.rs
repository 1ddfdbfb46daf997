//! Sweeps over the turns until nothing changes: forward what can have come about, backward what
//! can have led to what was perceived later.

use crate::counts::{self, Bounds};
use crate::turns::{Change, Turn};
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
    goes_on: &mut dyn FnMut() -> bool,
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
    let mut sweeps = Sweeps::new(program, start);
    let (player, may_pass) = (observation.player, game.can_refusal_pass());
    for perceived in &observation.turns {
        if !goes_on() {
            return None;
        }
        sweeps.extend(&Turn { program, player, perceived, may_pass });
    }
    let then = sweeps.levels.clone();
    for _ in 0..MOST_SWEEPS {
        let before = sweeps.levels.clone();
        sweeps.backward();
        sweeps.forward();
        if sweeps.levels == before {
            break;
        }
        if !goes_on() {
            return None;
        }
    }
    Some(Outline::new(sweeps.levels, &then))
}

/// What is known so far.
struct Sweeps {
    groups: Vec<Contents>,
    /// What fields hold that hold anything.
    anything: Contents,
    levels: Vec<Vec<Contents>>,
    bounds: Vec<Bounds>,
    /// The ways of each turn; nothing where they are not known.
    changes: Vec<Option<Vec<Change>>>,
}

impl Sweeps {
    fn new(program: &Program, start: Vec<Contents>) -> Sweeps {
        let groups = counts::groups(&program.facts);
        Sweeps {
            bounds: vec![counts::exact(&groups, &start)],
            groups,
            anything: Contents::EMPTY | Contents::of(program.facts.pieces()),
            levels: vec![start],
            changes: Vec::new(),
        }
    }

    /// Takes another turn into account, going by what was before it.
    fn extend(&mut self, turn: &Turn<'_>) {
        let last = self.levels.len() - 1;
        let is_out = self.levels[last].iter().any(|it| it.is_nothing());
        let changes = if is_out { Some(Vec::new()) } else { turn.changes(&self.levels[last]) };
        self.changes.push(changes);
        let n_fields = self.levels[last].len();
        self.levels.push(vec![self.anything; n_fields]);
        self.bounds.push(Vec::new());
        self.follow(last);
    }

    /// Goes over all turns from the first to the last.
    fn forward(&mut self) {
        for turn in 0..self.changes.len() {
            self.follow(turn);
        }
    }

    /// Finds what fields can hold after a turn. Ways that are not possible any more are dropped.
    fn follow(&mut self, turn: usize) {
        self.bounds[turn + 1] = counts::after(
            &self.groups,
            &self.bounds[turn],
            &self.levels[turn],
            self.changes[turn].as_deref(),
        );
        let Some(mut changes) = self.changes[turn].take() else { return };
        let mut all = vec![Contents::NOTHING; self.levels[turn].len()];
        changes.retain(|change| match self.around(turn, change) {
            Some([_, after]) => {
                join(&mut all, &after);
                true
            }
            None => false,
        });
        (self.levels[turn + 1], self.changes[turn]) = (all, Some(changes));
    }

    /// Goes over all turns from the last to the first: finds what fields can have held before.
    fn backward(&mut self) {
        for turn in (0..self.changes.len()).rev() {
            let Some(mut changes) = self.changes[turn].take() else { continue };
            let mut all = vec![Contents::NOTHING; self.levels[turn].len()];
            changes.retain(|change| match self.around(turn, change) {
                Some([before, _]) => {
                    join(&mut all, &before);
                    true
                }
                None => false,
            });
            (self.levels[turn], self.changes[turn]) = (all, Some(changes));
        }
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
