//! The conditions of a move: what must stand where, and which questions must
//! be answered how, for it to be there (Pitrat, section 3).
//!
//! Conditions on one field are put together into one. What the turn itself
//! wrote before it looked is left out; what it overwrites counts as a condition.

use crate::Interp;
use crate::contents::Contents;
use crate::held::Log;
use crate::lenient::Forcing;
use crate::log::{Change, Entry};
use crate::numbers::counter_slot;
use crate::position::Position;
use crate::reads::Reads;
use crate::run::{Conf, Limits, Run, Stop};
use crate::turn::{Derivation, Offer, close};
use game::{Counter, Event, Facts, Field, FieldSet, Kind, Memory, Outcome, Player, RulesError};
use ir::Compare;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Something that a move depends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A field holds one of these.
    Field {
        /// The field.
        field: Field,
        /// What it may hold.
        allowed: Contents,
    },
    /// This field is the remembered one.
    Memory {
        /// Which memory.
        memory: Memory,
        /// The field.
        field: Field,
    },
    /// A counter compares so with a number.
    Counter {
        /// The counter.
        counter: Counter,
        /// Whose; the first player's if it is a plain one.
        player: Player,
        /// How it compares.
        op: Compare,
        /// With what.
        value: i32,
    },
    /// A player has such a piece in reserve.
    Reserve {
        /// The kind of piece.
        kind: Kind,
        /// Whose reserve.
        player: Player,
    },
    /// Two other numbers compare so.
    Compared {
        /// The left side in words.
        left: String,
        /// How they compare.
        op: Compare,
        /// The right side in words.
        right: String,
    },
    /// A rule, or a part of one, does not succeed.
    No {
        /// The name of the rule, or the words of the part of a rule.
        name: String,
        /// What it looked at, as far as the turn had not written it.
        reads: Reads,
    },
    /// A number comes out the same, or the same fields are found.
    Same {
        /// What was counted or looked for, in words.
        name: String,
        /// What had to be looked at for that.
        reads: Reads,
    },
}

impl Condition {
    /// The condition in words, from a player's point of view.
    pub fn describe(&self, facts: &Facts, player: Player) -> String {
        match self {
            Condition::Field { field, allowed } => allowed.describe(facts, player, *field),
            Condition::Memory { memory, field } => {
                let name = &facts.memories[memory.index()].name;
                format!("{name} is {}", facts.field_name(*field))
            }
            Condition::Counter { counter, player: whose, op, value } => {
                let declared = &facts.counters[counter.index()];
                let side = match declared.symbols.is_some() {
                    false => "",
                    true if *whose == player => "own ",
                    true => "enemy ",
                };
                format!("{side}{} {} {value}", declared.name, sign(*op))
            }
            Condition::Compared { left, op, right } => format!("{left} {} {right}", sign(*op)),
            Condition::No { name, reads } => {
                let looks = looks(facts, reads);
                let name = match name.contains([' ', ',']) {
                    true => format!("[ {name} ]"),
                    false => name.clone(),
                };
                format!("not {name}{looks}")
            }
            Condition::Same { name, reads } => format!("the same {name}{}", looks(facts, reads)),
            Condition::Reserve { kind, player: whose } => {
                let side = if *whose == player { "own" } else { "enemy" };
                format!("{side} {} in reserve", facts.kinds[kind.index()].name)
            }
        }
    }
}

/// Why a move is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reasons {
    /// The text of the move.
    pub text: String,
    /// The conditions of the way that is found first.
    pub conditions: Vec<Condition>,
    /// The conditions of other ways that lead to the same position, each without
    /// something that the ways before it need.
    pub other_ways: Vec<Vec<Condition>>,
}

impl Reasons {
    fn new(text: String, ways: Vec<Vec<Condition>>) -> Reasons {
        let mut kept: Vec<Vec<Condition>> = Vec::new();
        for way in ways {
            let needs_all_of = |less: &Vec<Condition>| less.iter().all(|it| implies(&way, it));
            if !kept.iter().any(needs_all_of) {
                kept.push(way);
            }
        }
        let mut kept = kept.into_iter();
        Reasons { text, conditions: kept.next().unwrap_or_default(), other_ways: kept.collect() }
    }
}

/// Whether one of the conditions says as much as another.
fn implies(conditions: &[Condition], other: &Condition) -> bool {
    conditions.iter().any(|condition| match (condition, other) {
        (Condition::Field { field, allowed }, Condition::Field { field: other, allowed: more }) => {
            field == other && allowed.is_within(more)
        }
        _ => condition == other,
    })
}

fn looks(facts: &Facts, reads: &Reads) -> String {
    let fields: Vec<&str> = reads.fields.iter().map(|field| facts.field_name(field)).collect();
    match fields.is_empty() {
        true => String::new(),
        false => format!(" (looking at {})", fields.join(" ")),
    }
}

/// The sign of a comparison.
pub fn sign(op: Compare) -> &'static str {
    match op {
        Compare::Equal => "=",
        Compare::Different => "<>",
        Compare::Less => "<",
        Compare::Greater => ">",
        Compare::AtMost => "<=",
        Compare::AtLeast => ">=",
    }
}

/// Work that looking for other ways to moves may take, and how many of them are kept for
/// each move.
const MOST_STEPS: u64 = 3_000_000;
const MOST_WAYS: usize = 64;

impl Interp {
    /// The moves of a position, each with its conditions; no moves if the
    /// position is over. The conditions are those of the way that gave the
    /// move its name.
    pub fn why(
        &self,
        position: &Position,
        past: &[Position],
    ) -> Result<Vec<(String, Vec<Condition>)>, RulesError> {
        match self.offer(position, past, true)? {
            Offer::Over(_) => Ok(Vec::new()),
            Offer::Moves(moves) => Ok(moves
                .into_iter()
                .map(|(made, way)| (made.text, self.conditions(&way.log)))
                .collect()),
        }
    }

    /// The moves of a position, each with all ways that the rules offer to it.
    pub fn reasons(
        &self,
        position: &Position,
        past: &[Position],
    ) -> Result<Vec<Reasons>, RulesError> {
        let Offer::Moves(moves) = self.offer(position, past, true)? else {
            return Ok(Vec::new());
        };
        let wanted: Vec<&Position> = moves.iter().map(|(made, _)| &made.to).collect();
        let ways = self.ways(position, past, &wanted, None);
        let reasons = |((made, way), mut ways): (&(game::Move<Position>, Derivation), Vec<_>)| {
            // Where there are too many ways to follow, it is the one that named the move.
            if ways.is_empty() {
                ways.push(self.conditions(&way.log));
            }
            Reasons::new(made.text.clone(), ways)
        };
        Ok(moves.iter().zip(ways).map(reasons).collect())
    }

    /// The same for one move; nothing if there is no such move. Ways to other moves
    /// are not followed, which takes much less time.
    pub fn why_move(
        &self,
        position: &Position,
        past: &[Position],
        text: &str,
    ) -> Result<Option<Reasons>, RulesError> {
        let Offer::Moves(moves) = self.offer(position, past, true)? else { return Ok(None) };
        let is_it = |made: &game::Move<Position>| {
            made.text == text || made.synonyms.iter().any(|it| it == text)
        };
        let Some((made, way)) = moves.into_iter().find(|(made, _)| is_it(made)) else {
            return Ok(None);
        };
        // Other ways may do something else on the way to the same position.
        let mut turns = vec![way.state.all_events()];
        let run = Run::new(&self.program, position, Some(past), self.limits);
        let start = Conf::start(position);
        let flow = run.run(self.program.entries.main, position.player, &start, &mut |conf| {
            let events = conf.s.all_events();
            if close(&self.program.facts, position, &conf.s) == made.to && !turns.contains(&events)
            {
                turns.push(events);
            }
            run.keep(turns.len())
        });
        self.settle(position, flow)?;
        let mut ways = Vec::new();
        for events in turns {
            let found = self.ways(position, past, &[&made.to], Some(events));
            ways.extend(found.into_iter().flatten());
        }
        if ways.is_empty() {
            ways.push(self.conditions(&way.log));
        }
        Ok(Some(Reasons::new(made.text, ways)))
    }

    /// The conditions of each way to each of these positions, as far as there are not
    /// too many. With the events of a turn, only turns that do the same are followed.
    fn ways(
        &self,
        position: &Position,
        past: &[Position],
        to: &[&Position],
        wanted: Option<Vec<Event>>,
    ) -> Vec<Vec<Vec<Condition>>> {
        let facts = &self.program.facts;
        let limits = Limits { steps: self.limits.steps.min(MOST_STEPS), ..self.limits };
        let mut run = Run::new(&self.program, position, Some(past), limits);
        run.tracking = true;
        run.wanted = wanted;
        run.forcing = Some(Forcing::new(facts).every_way());
        let numbers: FxHashMap<&Position, usize> =
            to.iter().enumerate().map(|(i, it)| (*it, i)).collect();
        let mut logs: Vec<Vec<Log>> = vec![Vec::new(); to.len()];
        let start = Conf { log: Log::forcing(position, 0), ..Conf::start(position) };
        // A limit that is met ends it: what is known by then is told.
        let _ = run.run(self.program.entries.main, position.player, &start, &mut |conf| {
            let to = close(facts, position, &conf.s);
            if let Some(i) = numbers.get(&to)
                && logs[*i].len() < MOST_WAYS
            {
                logs[*i].push(conf.log.clone());
            }
            Ok(())
        });
        let conditions = |logs: Vec<Log>| logs.iter().map(|log| self.conditions(log)).collect();
        logs.into_iter().map(conditions).collect()
    }

    /// The outcome of a position that is over, with its conditions; nothing if
    /// it is not over, or if a move has ended the game.
    pub fn why_over(
        &self,
        position: &Position,
        past: &[Position],
    ) -> Result<Option<(Outcome, Vec<Condition>)>, RulesError> {
        if position.outcome.is_some() {
            return Ok(None);
        }
        let mut run = Run::new(&self.program, position, Some(past), self.limits);
        run.tracking = true;
        let mut found = None;
        let start = Conf::start(position);
        let flow =
            run.run(self.program.entries.main, position.player, &start, &mut |conf| match conf
                .s
                .outcome
            {
                Some(outcome) if !(conf.s.changed || conf.s.passed) => {
                    found = Some((outcome, conf.log.clone()));
                    Err(Stop::Enough)
                }
                _ => Ok(()),
            });
        self.settle(position, flow)?;
        Ok(found.map(|(outcome, log)| (outcome, self.conditions(&log))))
    }

    /// Whether a condition holds in a position. Of comparisons other than those
    /// of a counter, the numbers are conditions of their own.
    pub fn holds(&self, condition: &Condition, position: &Position) -> bool {
        let (facts, parts) = (&self.program.facts, &position.parts);
        match condition {
            Condition::Field { field, allowed } => allowed.allows(parts.top(*field)),
            Condition::Memory { memory, field } => parts.memory(*memory) == Some(*field),
            Condition::Counter { counter, player, op, value } => {
                let slot = counter_slot(facts, *counter, *player);
                op.holds(parts.counters[counter.index()][slot], *value)
            }
            Condition::Reserve { kind, player } => facts
                .reserve_index(*kind)
                .is_some_and(|entry| parts.reserve[entry][player.index()] > 0),
            Condition::Compared { .. } => true,
            Condition::No { reads, .. } | Condition::Same { reads, .. } => reads.hold(position),
        }
    }

    pub(crate) fn conditions(&self, log: &Log) -> Vec<Condition> {
        let facts = &self.program.facts;
        let mut summary = Summary {
            conditions: Vec::new(),
            written: FieldSet::empty(facts.board.n_fields()),
            remembers: Vec::new(),
            counted: Vec::new(),
            closed: Vec::new(),
        };
        for entry in log.items() {
            self.summarize(entry, &mut summary);
        }
        let anything = Contents::all(facts);
        let says_nothing = |condition: &Condition| matches!(condition, Condition::Field { allowed, .. } if *allowed == anything);
        summary.conditions.retain(|condition| !says_nothing(condition));
        // What was found comes before what was not.
        let is_no = |condition: &Condition| matches!(condition, Condition::No { .. });
        let (no, mut found): (Vec<_>, Vec<_>) = summary.conditions.into_iter().partition(is_no);
        found.extend(no);
        found
    }

    fn summarize(&self, entry: Entry, summary: &mut Summary) {
        match entry {
            Entry::Holds { field, allowed } => summary.hold(field, allowed),
            Entry::Wrote { field, old } => {
                summary.hold(field, old);
                summary.written.insert(field);
            }
            Entry::Covered(field) => summary.written.insert(field),
            Entry::Remembered { memory, field } => {
                if !summary.remembers.contains(&memory) {
                    summary.add(Condition::Memory { memory, field });
                }
            }
            Entry::Remembers(memory) => summary.remembers.push(memory),
            Entry::Counter { counter, player, op, value } => {
                self.open(&[counter], summary);
                if let Change::By(more) = summary.change(counter, player) {
                    let value = value.saturating_sub(more);
                    summary.add(Condition::Counter { counter, player, op, value });
                }
            }
            Entry::Counted { counter, player, change } => {
                let change = match (summary.change(counter, player), change) {
                    (Change::By(first), Change::By(then)) => Change::By(first.saturating_add(then)),
                    _ => Change::Fixed,
                };
                summary.counted.push((counter, player, change));
            }
            Entry::Entered { kind, player } => summary.add(Condition::Reserve { kind, player }),
            Entry::Closed { counters, entries } => {
                summary.closed.push((counters, entries, summary.written.clone()));
            }
            Entry::Looked { name, reads } => {
                self.open(&read_counters(&reads), summary);
                let reads = Reads::clone(&reads);
                summary.add(Condition::Same { name, reads });
            }
            Entry::Compared { left, op, right } => {
                summary.add(Condition::Compared { left, op, right });
            }
            Entry::No { func, reads } => {
                self.open(&read_counters(&reads), summary);
                let name = self.program.funcs[func.index()].words().to_string();
                let mut reads = Reads::clone(&reads);
                reads.fields = reads.fields.minus(&summary.written);
                summary.add(Condition::No { name, reads });
            }
        }
    }
}

impl Interp {
    /// Brings back what was closed by a join if one of these counters, which are
    /// looked at now, may have been set there.
    fn open(&self, counters: &[Counter], summary: &mut Summary) {
        let closed = std::mem::take(&mut summary.closed);
        for (set, entries, written) in closed {
            if !set.iter().any(|counter| counters.contains(counter)) {
                summary.closed.push((set, entries, written));
                continue;
            }
            let now = std::mem::replace(&mut summary.written, written);
            entries.iter().for_each(|entry| self.summarize(entry.clone(), summary));
            summary.written = now;
        }
    }
}

fn read_counters(reads: &Reads) -> Vec<Counter> {
    reads.counters.keys().map(|(counter, _)| *counter).collect()
}

/// What was closed by a join: the counters that may have been set there, what
/// happened, and what the turn had written before.
type Closed = (Rc<[Counter]>, Rc<[Entry]>, FieldSet);

/// The conditions so far, and what the path has written since.
struct Summary {
    conditions: Vec<Condition>,
    written: FieldSet,
    remembers: Vec<Memory>,
    counted: Vec<(Counter, Player, Change)>,
    closed: Vec<Closed>,
}

impl Summary {
    /// What the turn has made of a counter so far.
    fn change(&self, counter: Counter, player: Player) -> Change {
        let latest = self.counted.iter().rev().find(|(c, p, _)| (*c, *p) == (counter, player));
        latest.map_or(Change::By(0), |(_, _, change)| *change)
    }

    fn add(&mut self, condition: Condition) {
        if !self.conditions.contains(&condition) {
            self.conditions.push(condition);
        }
    }

    /// Joins a condition on a field with what is known about it, unless the
    /// turn itself wrote what stands there now.
    fn hold(&mut self, at: Field, allowed: Contents) {
        if self.written.contains(at) {
            return;
        }
        for condition in &mut self.conditions {
            if let Condition::Field { field, allowed: known } = condition
                && *field == at
            {
                *known = known.and(&allowed);
                return;
            }
        }
        self.conditions.push(Condition::Field { field: at, allowed });
    }
}
