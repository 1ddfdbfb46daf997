//! What a turn can have changed, going by what was perceived of it and by what the fields can
//! have held before.

use crate::run::Run;
use crate::vague::{Path, State};
use game::{Ending, Event, Field, Made, Perceived, Player};
use infoset::Contents;
use ir::Program;
use ir::drive::Drive;
use std::rc::Rc;

/// After this many ways it is asked whether somebody still wants to know.
pub(crate) const WAYS_PER_QUESTION: usize = 256;

/// One way in which a turn can have gone: what it needs, and what it leaves, field by field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Change {
    /// What fields must have held, where that is not anything that they can have held.
    pub(crate) needs: Vec<(Field, Contents)>,
    /// What is on the fields that were written, in ascending order.
    pub(crate) writes: Vec<(Field, Contents)>,
}

impl Change {
    /// What a field must have held.
    pub(crate) fn need(&self, field: Field) -> Contents {
        let found = self.needs.iter().find(|(it, _)| *it == field);
        found.map_or(Contents::ANYTHING, |(_, contents)| *contents)
    }
}

/// What a result of a turn leaves, and what it takes for granted.
type Ended = (Rc<State>, Path);

/// A turn as one player perceived it.
pub(crate) struct Turn<'a> {
    pub(crate) program: &'a Program,
    pub(crate) player: Player,
    pub(crate) perceived: &'a Perceived,
    /// Whether a refusal can have cost the turn.
    pub(crate) may_pass: bool,
    /// Whether somebody still wants to know.
    pub(crate) goes_on: &'a dyn Fn() -> bool,
}

impl Turn<'_> {
    /// All ways in which the turn can have gone, if the fields held what they are said to; nothing
    /// if that takes too much, or more than the fields, or if nobody wants to know any more.
    pub(crate) fn changes(&self, first: &[Contents]) -> Option<Vec<Change>> {
        let run = Run::new(self.program, self.player, self.goes_on);
        let mut path = Path { first: first.into(), is_exact: true };
        let mut ended = self.ended(&run, &path)?;
        if self.perceived.mover == self.player {
            path = self.without_refused(&ended, path)?;
            ended = self.made(ended);
        }
        let mut changes = Vec::new();
        for (i, (state, way)) in ended.into_iter().enumerate() {
            if i % WAYS_PER_QUESTION == 0 && !(self.goes_on)() {
                return None;
            }
            let way = joined(&way, &path);
            let ways = way.into_iter().flat_map(|way| self.perceived_after(&run, &state, way));
            for way in ways {
                let fields = way.first.iter().zip(first).enumerate();
                let needs = fields.filter(|(_, (now, then))| now != then);
                let needs = needs.map(|(i, (now, _))| (Field(i as u16), *now)).collect();
                changes.push(Change { needs, writes: state.written.clone() });
            }
        }
        if self.may_pass && !matches!(self.perceived.made, Made::Move(_)) {
            changes.push(Change { needs: Vec::new(), writes: Vec::new() });
        }
        changes.sort_by(|a, b| a.key().cmp(&b.key()));
        changes.dedup();
        Some(changes)
    }

    /// The results of the turn; of the enemy's, only those that say what was heard.
    fn ended<'p>(&'p self, run: &Run<'p>, path: &Path) -> Option<Vec<Ended>> {
        let Perceived { mover, said, unsaid, .. } = self.perceived;
        let listens = *mover != self.player && !unsaid.said;
        run.heard.replace(listens.then(|| said.clone()));
        let start = run.start(State::new(run.facts().memories.len()), path.clone());
        let mut ended = Vec::new();
        let flow = run.run(self.program.entries.main, *mover, &start, &mut |conf| {
            let is_move = (conf.s.changed || conf.s.passed) && conf.s.hand.is_none();
            if is_move && (!listens || self.has_said(&conf.s)) {
                ended.push((conf.s.clone(), conf.trail.clone()));
            }
            run.meter().keep(ended.len())
        });
        flow.ok().map(|()| ended)
    }

    /// Whether what a turn says may be what was heard.
    fn has_said(&self, state: &State) -> bool {
        self.perceived.unsaid.said || state.told == self.perceived.said || state.is_told_vaguely
    }

    /// What the fields can have held, if the player's own tries were refused; nothing if none of
    /// them can have been.
    fn without_refused(&self, ended: &[Ended], path: Path) -> Option<Path> {
        let texts = self.perceived.refused.iter().filter_map(|refused| refused.text.as_ref());
        let tried: Vec<&String> = texts.collect();
        let mut left = path.clone();
        if tried.is_empty() {
            return Some(left);
        }
        let is_surely_legal =
            |(state, way): &&Ended| way.is_exact && (state.passed || surely_changes(state, way));
        for (state, way) in ended.iter().filter(is_surely_legal) {
            if tried.iter().any(|text| self.is_called(state, text))
                && let Some((field, contents)) = way.only_difference(&path)
            {
                left = left.narrowed(field, Contents::ANYTHING.minus(contents))?;
            }
        }
        Some(left)
    }

    /// Of the results those that are the player's own move. A move that can be made in several
    /// ways says what one of them says, whichever of them the player named.
    fn made(&self, ended: Vec<Ended>) -> Vec<Ended> {
        let Made::Move(text) = &self.perceived.made else { return Vec::new() };
        let heard: Vec<Ended> =
            ended.iter().filter(|(state, _)| self.has_said(state)).cloned().collect();
        let is_heard =
            |it: &Ended| self.has_said(&it.0) || heard.iter().any(|heard| can_be_same(it, heard));
        let is_it = |it: &Ended| self.is_called(&it.0, text) && is_heard(it);
        ended.into_iter().filter(is_it).collect()
    }

    /// Whether a text names a result: the usual text, or the one that tells everything.
    fn is_called(&self, state: &State, text: &str) -> bool {
        let (facts, mover) = (&self.program.facts, self.perceived.mover);
        let usual: Vec<Event> =
            state.events.iter().filter(|(_, quiet)| !quiet).map(|(event, _)| *event).collect();
        let all: Vec<Event> = state.events.iter().map(|(event, _)| *event).collect();
        game::move_text(facts, mover, &usual) == text || game::move_text(facts, mover, &all) == text
    }

    /// What a result takes for granted if afterwards what was seen and told is so.
    fn perceived_after<'p>(&'p self, run: &Run<'p>, state: &State, path: Path) -> Vec<Path> {
        let Perceived { mover, next, ending, told, unsaid, .. } = self.perceived;
        let goes_on_with = match state.again || run.facts().n_players() == 1 {
            true => *mover,
            false => mover.other(),
        };
        if next.is_some_and(|next| next != goes_on_with) {
            return Vec::new();
        }
        let listens = !unsaid.told;
        if state.is_over {
            let fits = *ending != Ending::GoesOn && (!listens || told.is_empty());
            let path = if fits { self.seen(run, state, path) } else { None };
            return path.into_iter().collect();
        }
        let Some(path) = self.seen(run, state, path) else { return Vec::new() };
        match self.program.entries.told.filter(|_| listens) {
            Some(rule) => self.told(run, rule, goes_on_with, state, path),
            None => vec![path],
        }
    }

    /// What a result takes for granted if afterwards what was seen is so.
    fn seen<'p>(&'p self, run: &Run<'p>, state: &State, mut path: Path) -> Option<Path> {
        let Some(seen) = &self.perceived.seen else { return Some(path) };
        for (field, stack) in seen {
            let content = stack.last().copied();
            path = match state.on(*field) {
                Some(now) if now.allows(content) => path,
                Some(_) => return None,
                None => path.narrowed(*field, Contents::just(content))?,
            };
        }
        let Some(rule) = self.program.entries.seen else { return Some(path) };
        let (mut left, at) = (Some(path.clone()), run.start(state.closed(), path.begun()));
        // What would have been seen is not there. If it is not known what would, nothing is.
        let _ = run.asking(rule, self.player, &at, &mut |conf| {
            let is_seen = |field: Field| seen.iter().any(|(it, _)| *it == field);
            if conf.trail.is_exact && conf.f.is_some_and(|field| !is_seen(field)) {
                left = match conf.trail.only_difference(&path) {
                    Some((field, contents)) => left
                        .as_ref()
                        .and_then(|left| left.narrowed(field, Contents::ANYTHING.minus(contents))),
                    None if conf.trail.first == path.first => None,
                    None => left.clone(),
                };
            }
            Ok(())
        });
        left
    }

    /// What a result takes for granted if afterwards what was told is so.
    fn told<'p>(
        &'p self,
        run: &Run<'p>,
        rule: ir::FuncId,
        next: Player,
        state: &State,
        path: Path,
    ) -> Vec<Path> {
        if run.is_hopeless(rule) {
            return vec![path];
        }
        let told = &self.perceived.told;
        run.heard.replace(Some(told.clone()));
        run.died.set(false);
        let mut paths = Vec::new();
        let at = run.start(state.closed(), path.begun());
        let flow = run.run(rule, next, &at, &mut |conf| {
            if conf.s.told == *told || conf.s.is_told_vaguely {
                paths.push(conf.trail.clone());
            }
            run.meter().keep(paths.len())
        });
        match flow {
            // A rule that has no result says nothing.
            Ok(()) if run.died.get() && told.is_empty() => vec![path],
            Ok(()) => paths,
            Err(_) => {
                run.give_up(rule);
                vec![path]
            }
        }
    }
}

impl Change {
    /// What changes are sorted by.
    fn key(&self) -> impl Ord + '_ {
        let fields = self.writes.iter().chain(&self.needs);
        fields.map(|(field, contents)| (*field, contents.bits())).collect::<Vec<_>>()
    }
}

/// Whether a turn that went this way leaves another position than it found. Where it does not, it
/// is no move, and is refused.
fn surely_changes(state: &State, way: &Path) -> bool {
    state.written.iter().any(|(field, now)| !now.meets(way.first[field.index()]))
}

/// Whether two results of the same turn can leave the same position.
fn can_be_same((a, way_a): &Ended, (b, way_b): &Ended) -> bool {
    let before = |field: Field| way_a.first[field.index()] & way_b.first[field.index()];
    let after = |state: &State, field: Field| state.on(field).unwrap_or(before(field));
    let mut written = a.written.iter().chain(&b.written);
    written.all(|(field, _)| after(a, *field).meets(after(b, *field)))
}

/// What both paths take for granted; nothing if that contradicts itself.
fn joined(way: &Path, path: &Path) -> Option<Path> {
    let fields = path.first.iter().enumerate();
    fields
        .map(|(i, contents)| (Field(i as u16), *contents))
        .try_fold(way.clone(), |way, (field, contents)| way.narrowed(field, contents))
}
