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
use game::{Facts, Field, Game, MoveError, Turn, describe_outcome, parse_move, read_san};
use interp::machine::Run;
use interp::{Interp, Position};
use ir::Source;
use ir::drive::{Conf, Drive};
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
    /// The fields that it is about.
    pub fields: Vec<Field>,
}

/// How good an explanation the end of a path is; greater is better. In this order: the fields
/// that agree; whether all do; whether nothing is supposed; whether it is a result but for what
/// is supposed; whether the finger is where it should go; how near that is; whether something
/// failed there, rather than something else was done; and how far the path went before.
type Score = (usize, bool, bool, bool, bool, Reverse<usize>, bool, bool, usize);

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

    /// What failed on the path that agrees longest.
    fn because(&self, position: &Position, past: &[Position], wanted: &Wanted) -> Vec<Because> {
        let manner = Manner {
            most: MOST,
            questions: true,
            rule: None,
            supposes: true,
            wanted: Some(wanted),
        };
        let mut trace = self.run(position, past, manner);
        if trace.is_cut {
            trace = self.run(position, past, Manner { questions: false, ..manner });
        }
        let looked = Looked { interp: self.interp, position, past, trace: &trace, wanted };
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

/// Whether the end of a path has to do with the move: it makes it, or has the finger there or on
/// the line to there. Of other paths any would do.
fn says_something(score: &Score) -> bool {
    let (_, is_whole, _, _, is_next, Reverse(far), ..) = *score;
    is_whole || is_next || far < usize::MAX
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
        (
            agreement.n_fields,
            self.wanted.is_whole(agreement),
            step.supposed.is_none(),
            step.fate == Fate::Result,
            is_next,
            Reverse(far),
            step.fate != Fate::Strays,
            self.is_of_this_kind(step),
            self.trace.path(cause).len(),
        )
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

    /// Tells why a path ended at a step, and what is behind that.
    fn explain(&self, n: usize, because: &mut Vec<Because>) {
        let step = &self.trace.steps[n];
        let rule = self.trace.rule(step.func).to_string();
        let mut fields: Vec<Field> = step.finger.into_iter().collect();
        let mut inner = None;
        let words = match (step.kind, step.fate) {
            (Kind::Answer, _) if step.words == "yes" => {
                let (words, found) = self.found(step);
                fields = found;
                words
            }
            (Kind::Answer, _) => {
                let (words, best) = self.not_found(step);
                inner = best;
                words
            }
            (_, Fate::Strays) => self.strayed(step),
            _ => step.words.clone(),
        };
        because.push(Because { words, source: step.source, rule, fields });
        if let Some(inner) = inner
            && because.len() < DEEPEST
        {
            self.explain(inner, because);
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
                let there = words::piece(self.facts(), top);
                let words = format!("{there} on {}", self.facts().field_name(field));
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
        let (Some(func), true) = (asked.runs, asked.board > 0) else { return false };
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
