//! Why a text is no move: of all paths through the rules, the one that agrees with it longest,
//! and what failed there.
//!
//! Where a test fails, an answer is the wrong one, or something else has been done instead, the
//! run goes on once as if it had not. A path that then makes the move shows the only thing that
//! is in its way, however early that was.

use crate::step::{Fate, Kind, Step, Trace};
use crate::tracing::Manner;
use crate::turn::Tracer;
use crate::wanted::Wanted;
use crate::words;
use game::{Facts, Field, Game, MoveError, Piece, Turn, describe_outcome, parse_move, read_san};
use interp::machine::Run;
use interp::{Interp, Position};
use ir::Source;
use ir::drive::{Conf, Drive};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;

/// At most this many steps are looked through.
const MOST: usize = 60_000;

/// This many reasons are told, one inside the other.
const DEEPEST: usize = 4;

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyNot {
    /// What is wrong, a sentence without a period.
    pub message: String,
    /// What to do about it; may be empty.
    pub hint: String,
    /// What failed in the rules; each of them because of the next. None if no path through the
    /// rules says more than the message.
    pub because: Vec<Because>,
}

/// Something that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Because {
    /// In words.
    pub words: String,
    /// Where in the rules.
    pub source: Source,
    /// The rule that it belongs to.
    pub rule: String,
    /// What was asked for, if it is the answer to a question.
    pub asked: Option<String>,
    /// The fields that it is about.
    pub fields: Vec<Field>,
}

/// How good an explanation the end of a path is; greater is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    /// The fields that agree, and whether all do.
    n_fields: usize,
    is_whole: bool,
    /// Whether nothing else is done instead, as after `try`.
    is_final: bool,
    /// Whether nothing is supposed, or it is a move but for that.
    is_real: bool,
    is_result: bool,
    /// Whether the finger is where it should go, or how far that is.
    is_next: bool,
    far: Reverse<usize>,
    /// Whether something failed there, rather than something else was done.
    fails: bool,
    is_of_this_kind: bool,
    /// How far the path went before.
    length: usize,
}

impl Tracer<'_> {
    /// Why a text is no move of a position; nothing if it is one.
    pub fn why_not(&self, position: &Position, past: &[Position], text: &str) -> Option<WhyNot> {
        let (interp, facts) = (self.interp, self.interp.facts());
        let error = match position
            .outcome()
            .map_or_else(|| interp.turn(position, past), |it| Ok(Turn::Over(it)))
        {
            Err(error) => MoveError { message: error.message, hint: error.hint },
            Ok(Turn::Over(outcome)) => MoveError {
                message: format!("the game is over: {}", describe_outcome(facts, outcome)),
                hint: String::new(),
            },
            Ok(Turn::Moves(moves)) => {
                let setup = position.setup();
                let error = match parse_move(facts, &setup, &moves, text) {
                    Ok(_) => return None,
                    Err(_) if read_san(interp, &setup, &moves, text).is_some() => return None,
                    Err(error) => error,
                };
                let wanted = Wanted::new(facts, text);
                // A move that begins so, or is only written otherwise, needs no reason.
                let begins = |wanted: &Wanted| {
                    let agrees = |text: &str| wanted.agreement_of(facts, text).n_fields;
                    moves.iter().any(|made| agrees(&made.text) == wanted.fields.len())
                };
                if let Some(wanted) = wanted.filter(|wanted| !begins(wanted)) {
                    let MoveError { message, hint } = error;
                    let because = self.because(position, past, &wanted);
                    return Some(WhyNot { message, hint, because });
                }
                error
            }
        };
        Some(WhyNot { message: error.message, hint: error.hint, because: Vec::new() })
    }

    /// Why a move ends the game: what the rules have found last before they said so. Nothing if
    /// it does not end it, or that is not known.
    pub fn why_ends(&self, position: &Position, past: &[Position], text: &str) -> Option<Because> {
        let facts = self.interp.facts();
        let wanted = Wanted::new(facts, text)?;
        let trace = self.run(position, past, Manner { supposes: false, ..manner(&wanted) });
        let is_it = |step: &Step| {
            let ends = trace.boards[step.board].outcome.is_some();
            ends && step.made.as_deref() == Some(text)
        };
        let end = trace.steps.iter().position(is_it)?;
        let path = trace.path(end);
        let has_ended = |n: &&usize| trace.boards[trace.steps[**n].board].outcome.is_some();
        let said = path.iter().position(|n| has_ended(&n))?;
        let finds =
            |n: &&usize| matches!(trace.steps[**n].kind, Kind::Answer | Kind::Test | Kind::Find);
        let cause = *path[..said].iter().rev().find(finds)?;
        let instead = FxHashSet::default();
        let looked =
            Looked { interp: self.interp, position, past, trace: &trace, wanted: &wanted, instead };
        Some(looked.reason(cause))
    }

    /// What failed on the path that agrees longest.
    fn because(&self, position: &Position, past: &[Position], wanted: &Wanted) -> Vec<Because> {
        let manner = manner(wanted);
        let mut trace = self.run(position, past, manner);
        if trace.is_cut {
            trace = self.run(position, past, Manner { questions: false, ..manner });
        }
        let elses =
            trace.steps.iter().filter(|it| it.kind == Kind::Else && it.fate == Fate::GoesOn);
        let instead = elses.filter_map(|step| step.before).collect();
        let looked = Looked { interp: self.interp, position, past, trace: &trace, wanted, instead };
        let ends = trace.steps.iter().enumerate().filter(|(_, step)| is_end(step));
        let best = ends.map(|(n, step)| (looked.score(n, step), Reverse(n))).max();
        let Some((score, Reverse(best))) = best else { return Vec::new() };
        if !says_something(&score) {
            return Vec::new();
        }
        let mut because = Vec::new();
        looked.explain(trace.steps[best].supposed.unwrap_or(best), &mut because);
        because
    }
}

/// How a turn is traced to find out about a move.
fn manner(wanted: &Wanted) -> Manner<'_> {
    Manner { most: MOST, questions: true, rule: None, supposes: true, wanted: Some(wanted) }
}

/// Whether the end of a path has to do with the move: it makes it, or has the finger there or on
/// the line to there. Of other paths any would do.
fn says_something(score: &Score) -> bool {
    score.is_whole || score.is_next || score.far.0 < usize::MAX
}

/// Whether a step is the end of a path that is no question, and no move.
fn is_end(step: &Step) -> bool {
    let ends = match step.supposed {
        Some(_) => true,
        None => matches!(step.fate, Fate::Ends | Fate::Strays),
    };
    ends && step.question.is_none()
}

/// A trace in which a reason is looked for.
struct Looked<'a> {
    interp: &'a Interp,
    position: &'a Position,
    past: &'a [Position],
    trace: &'a Trace,
    wanted: &'a Wanted,
    /// The steps of `try` after which something else is done.
    instead: FxHashSet<usize>,
}

impl Looked<'_> {
    fn facts(&self) -> &Facts {
        self.interp.facts()
    }

    fn score(&self, n: usize, step: &Step) -> Score {
        let text = &self.trace.boards[step.board].text;
        let agreement = self.wanted.agreement_of(self.facts(), text);
        let next = self.wanted.fields.get(agreement.n_fields).copied();
        let is_next = next.is_some() && step.finger == next;
        let far = next.and_then(|next| self.distance(step, next)).unwrap_or(usize::MAX);
        let cause = step.supposed.unwrap_or(n);
        Score {
            n_fields: agreement.n_fields,
            is_whole: self.wanted.is_whole(agreement),
            is_final: self.is_final(cause),
            is_real: step.supposed.is_none(),
            is_result: step.fate == Fate::Result,
            is_next,
            far: Reverse(far),
            fails: step.fate != Fate::Strays,
            is_of_this_kind: self.is_of_this_kind(step),
            length: self.trace.path(cause).len(),
        }
    }

    /// Whether a path that ends at a step is not one that is tried, after which something else
    /// is done.
    fn is_final(&self, n: usize) -> bool {
        let mut tried = self.trace.steps[n].tried;
        while let Some(n) = tried {
            if self.instead.contains(&n) {
                return false;
            }
            tried = self.trace.steps[n].tried;
        }
        true
    }

    /// How many steps lead from the finger to a field without a turn.
    fn distance(&self, step: &Step, to: Field) -> Option<usize> {
        let (mut at, direction) = (step.finger?, step.direction?);
        let board = &self.facts().board;
        for n in 0..board.n_fields() {
            if at == to {
                return Some(n);
            }
            at = board.step(at, direction)?;
        }
        None
    }

    /// Whether a choice of fields would have taken the kind of piece that is there, were it not
    /// for its owner: of several choices that leave a field out, that is the one that is meant.
    fn is_of_this_kind(&self, step: &Step) -> bool {
        let (Kind::Find, Some(field)) = (step.kind, step.finger) else { return false };
        let Some(top) = self.position.parts().top(field) else { return false };
        let func = &self.interp.program().funcs[step.func.index()];
        let sets = func.blocks.iter().flat_map(|block| &block.insts);
        sets.filter(|inst| same_place(func.source(inst), step.source)).any(|inst| match inst {
            ir::Inst::Set { expr: ir::SetExpr::Pieces { kinds: Some(kinds), .. }, .. } => {
                kinds.contains(&top.kind())
            }
            _ => false,
        })
    }

    /// Tells why a path ended at a step, and what led to that.
    fn explain(&self, n: usize, because: &mut Vec<Because>) {
        because.push(self.reason(n));
        let step = &self.trace.steps[n];
        if step.answer == Some(false)
            && because.len() < DEEPEST
            && let Some(inner) = self.not_found(step).1
        {
            self.explain(inner, because);
        }
    }

    /// What happened at a step.
    fn reason(&self, n: usize) -> Because {
        let step = &self.trace.steps[n];
        let mut fields: Vec<Field> = step.finger.into_iter().collect();
        let words = match (step.answer, step.kind, step.fate) {
            (Some(true), ..) => {
                let (words, found) = self.found(step);
                fields = found;
                words
            }
            (Some(false), ..) => self.not_found(step).0,
            (None, Kind::Find, Fate::GoesOn) => self.chosen(step),
            (None, _, Fate::Strays) => self.strayed(step),
            _ => step.words.clone(),
        };
        let asked = step.before.map(|before| &self.trace.steps[before]);
        let asked = asked.filter(|_| step.kind == Kind::Answer).and_then(|asked| asked.runs);
        let funcs = &self.interp.program().funcs;
        Because {
            words,
            source: step.source,
            rule: self.trace.rule(step.func).to_string(),
            asked: asked.map(|func| funcs[func.index()].words().to_string()),
            fields,
        }
    }

    /// A field that was chosen, with what is on it.
    fn chosen(&self, step: &Step) -> String {
        let board = &self.trace.boards[step.board];
        let top = step.finger.and_then(|field| board.parts.top(field));
        self.there(step, top)
    }

    /// What is where the finger is, and in which zone it was looked for.
    fn there(&self, step: &Step, top: Option<Piece>) -> String {
        let facts = self.facts();
        let name = step.finger.map_or("nowhere", |field| facts.field_name(field));
        let there = top.map_or("nothing".to_string(), |top| words::piece(facts, top));
        match step.zone {
            Some(zone) => format!("{there} on {name} in `{}`", facts.zones[zone.index()].name),
            None => format!("{there} on {name}"),
        }
    }

    /// A change that makes another move.
    fn strayed(&self, step: &Step) -> String {
        let text = &self.trace.boards[step.board].text;
        let agreement = self.wanted.agreement_of(self.facts(), text);
        match self.wanted.fields.get(agreement.n_fields) {
            Some(&next) if step.finger != Some(next) => {
                format!("{}, and not on {}", step.words, self.facts().field_name(next))
            }
            _ => step.words.clone(),
        }
    }

    /// What a question has found that should find nothing, with the fields on the path to it.
    fn found(&self, answer: &Step) -> (String, Vec<Field>) {
        let question = answer.before;
        let Some(witness) = answer.witness else { return ("it is so".to_string(), Vec::new()) };
        let (mut fields, mut told): (Vec<Field>, Vec<String>) = Default::default();
        for n in self.trace.path(witness) {
            let step = &self.trace.steps[n];
            if step.question != question {
                continue;
            }
            let is_look = matches!(step.kind, Kind::Find | Kind::Test | Kind::Walk | Kind::Change);
            let Some(field) = step.finger.filter(|_| is_look && step.fate != Fate::Ends) else {
                continue;
            };
            if !fields.contains(&field) {
                fields.push(field);
            }
            // What is there is told from before the question, in which it may be moved.
            let board = &self.trace.boards[answer.board];
            if let Some(top) = board.parts.top(field)
                && matches!(step.kind, Kind::Find | Kind::Test)
            {
                let words = self.there(step, Some(top));
                if !told.contains(&words) {
                    told.push(words);
                }
            }
        }
        let mut words = match told.is_empty() {
            true => "it is so".to_string(),
            false => told.join(", "),
        };
        if self.was_so(answer) {
            words += ", as before the move";
        }
        (words, fields)
    }

    /// Whether a question would have been answered the same before the move.
    fn was_so(&self, answer: &Step) -> bool {
        let Some(asked) = answer.before.map(|n| &self.trace.steps[n]) else { return false };
        let has_moved = !self.trace.boards[asked.board].text.is_empty();
        let (Some(func), true) = (asked.runs, has_moved) else { return false };
        let (program, limits) = (self.interp.program(), self.interp.limits());
        let run = Run::new(program, self.position, Some(self.past), limits);
        let at = Conf { f: asked.finger, d: asked.direction, ..run.start(()) };
        run.succeeds(func, asked.player, &at) == Ok(true)
    }

    /// The path of a question that came farthest, where none found anything.
    fn not_found(&self, answer: &Step) -> (String, Option<usize>) {
        let steps = self.trace.steps.iter().enumerate();
        let inside =
            steps.filter(|(_, step)| step.question.is_some() && step.question == answer.before);
        let ends: Vec<usize> =
            inside.filter(|(_, step)| step.fate == Fate::Ends).map(|(n, _)| n).collect();
        let best = ends.iter().copied().max_by_key(|&n| (self.trace.path(n).len(), Reverse(n)));
        let words = match ends.len() {
            0 | 1 => "nothing is found".to_string(),
            n => format!("nothing is found on any of {n} paths; on one of them:"),
        };
        (words, best)
    }
}

fn same_place(a: Source, b: Source) -> bool {
    (a.file, a.start, a.end) == (b.file, b.start, b.end)
}
