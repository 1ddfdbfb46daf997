//! A question that only walks and tests is a question about sets: it is
//! translated from its end to its beginning into the set of fields from which
//! it succeeds.
//!
//! # Before
//!
//! ```text
//! b0:
//!     ask q(s0, v1, f2, d3) ? b1 : b2
//!
//! gen q(s0, v1, f2, d3) {
//! b0:
//!     choose direction for v1 in {north east} -> b1(..)
//! b1(d4):
//!     f5 = step f2, d4
//!     X6 = empty s0
//!     guard f5 in X6
//!     yield s0, f5, d4
//! }
//! ```
//!
//! # After
//!
//! ```text
//! b0:
//!     X4 = empty s0
//!     X5 = walk back X4 by north east
//!     if f2 in X5 ? b1 : b2
//! ```
//!
//! What a `try` tries is asked for first if it may run itself: to find out that
//! there is nothing to be captured a set is enough.
//!
//! `fields` of a function that only walks becomes the set of fields to which
//! it leads, and the `count` of one the size of that set.
//!
//! # Conditions
//!
//! Directions must be known where they are used, and repeats must be walks.
//! Where a piece was lifted, put or taken, the rest of the board is as before,
//! so sets may be asked for any field that the board shows to be another one;
//! what is written and cannot fail does not matter otherwise. A number that is
//! not a constant, a position that must not have occurred, and recursion on
//! which the answer depends are not translated; the question then stays.

mod rebase;
pub(super) mod tries;

use super::effort::Effort;
use super::rewrite::{Substitution, drop_unreachable, substitute, tidy};
use super::set_algebra::emit::Emitter;
use super::set_algebra::geometry::Returns;
use super::walking::hands::{Hand, Hands};
use super::walking::{Answer, Env, Host, Place, Walker};
use crate::analyses::{self, CallGraph, Fingers, Flow};
use crate::program::*;
use rebase::{Surroundings, rebase};
use tries::{Recursive, Run};

/// Questions that take more steps than this as sets are left alone.
const MOST_STEPS: usize = 400;

/// The same for asking before a try whether it has a result.
const FEW_STEPS: usize = 64;

/// The same if that is asked about one field, where a try has not much to do
/// either; a set that goes along lines is as dear as this many others.
const FEW_AT_FIELD: usize = 40;
const ALONG_LINES: usize = 8;

/// Runs the pass.
pub(super) fn run(program: &mut Program, effort: &Effort<'_>) {
    let hands = Hands::new(program);
    let mut recursive = Recursive::new(program);
    let mut returns = Returns::default();
    // A try of something deep is put in the place of the question whether it has
    // a result, so the questions in it must be done before. What is asked is
    // still what it was: there a try is seen to have a result in any case.
    for id in CallGraph::new(program).callees_first() {
        let func = &program.funcs[id.index()];
        if recursive.is_deep(id) && asks(func) {
            let new = translate(program, func, hands.of(id), &recursive, &mut returns, effort);
            recursive.done.insert(id, new);
        }
    }
    let mut open: Vec<FuncId> = program.entries.all().collect();
    let mut seen = vec![false; program.funcs.len()];
    // What a question was made of need not be looked at if nothing else runs it.
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        let func = &program.funcs[id.index()];
        if let Some(new) = recursive.done.get(&id) {
            program.funcs[id.index()] = new.clone();
        } else if asks(func) {
            let new = translate(program, func, hands.of(id), &recursive, &mut returns, effort);
            program.funcs[id.index()] = new;
        }
        for block in &program.funcs[id.index()].blocks {
            block.insts.iter().for_each(|inst| inst.callees(&mut |func, _| open.push(func)));
            block.term.callees(&mut |func, _| open.push(func));
        }
    }
    drop_unreachable(program);
}

/// Whether there is anything to translate.
fn asks(func: &Func) -> bool {
    func.blocks.iter().any(|block| {
        matches!(block.term, Term::Ask { .. } | Term::OrElse { .. })
            || block.insts.iter().any(|inst| {
                matches!(
                    inst,
                    Inst::Set { expr: SetExpr::Fields { .. }, .. }
                        | Inst::Number { expr: NumExpr::Count { .. }, .. }
                )
            })
    })
}

/// The function with its questions translated, where that can be done.
pub(super) fn translate(
    program: &Program,
    host: &Func,
    hands: &[Hand],
    recursive: &Recursive,
    returns: &mut Returns,
    effort: &Effort<'_>,
) -> Func {
    let flow = Flow::new(host);
    let fingers = &Fingers::new(&program.facts, host, &flow);
    let set = &analyses::is_known(host);
    let walker = Walker::new(&Host { program, func: host, hands, set, fingers, effort }, returns);
    let place = Place { func: host, is_host: true, stop: None, wanted: &[] };
    let mut translation = Translation {
        walker,
        place,
        flow: &flow,
        fingers,
        new: host.clone(),
        values: Substitution::default(),
    };
    for (i, block) in host.blocks.iter().enumerate() {
        let mut emitter = Emitter::default();
        for (at, inst) in block.insts.iter().enumerate() {
            if translation.step(inst, (BlockId(i as u32), at), &mut emitter).is_none() {
                emitter.insts.push(inst.clone());
            }
        }
        let at = (BlockId(i as u32), block.insts.len());
        let term = match &block.term {
            Term::Ask { func, args, yes, no } => {
                let cond = translation.condition(*func, args, at, false, &mut emitter);
                cond.map(|cond| cond.decide(yes.clone(), no.clone()))
            }
            Term::OrElse { first, second, args, then } if recursive.is_deep(*first) => {
                let cond = translation.condition(*first, args, at, true, &mut emitter);
                cond.map(|cond| {
                    let run = Run { program, args, then };
                    let yes = recursive.run(&run, &mut translation.new, *first, cond.choice());
                    let no = recursive.run(&run, &mut translation.new, *second, None);
                    cond.decide(yes, no)
                })
            }
            _ => None,
        };
        if let Some(term) = term {
            translation.new.blocks[i].term = term;
        }
        translation.new.blocks[i].insts = emitter.insts;
    }
    let Translation { mut new, values, .. } = translation;
    substitute(&mut new, &values);
    tidy(&mut new, &program.facts);
    new
}

/// The translation of the questions of one function.
struct Translation<'p> {
    walker: Walker<'p>,
    place: Place<'p>,
    flow: &'p Flow,
    fingers: &'p Fingers<'p>,
    new: Func,
    /// Which set stands for which.
    values: Substitution,
}

impl Translation<'_> {
    /// Puts a set in the place of a step that runs a walking function.
    fn step(&mut self, inst: &Inst, at: analyses::Place, emitter: &mut Emitter) -> Option<()> {
        let env = Env::default();
        match inst {
            Inst::Set { dst, expr: SetExpr::Fields { func, args } } => {
                self.walker.begin(at);
                let set = self.walker.host_image(self.place, &env, *func, args).ok()?;
                let known = Surroundings {
                    host: self.place.func,
                    flow: self.flow,
                    fingers: self.fingers,
                    at,
                };
                let set = self
                    .walker
                    .rebase(|sets, returns| rebase(sets, returns, &known, set))
                    .unwrap_or(set);
                let set = emitter.set(&mut self.new, &self.walker.sets, set)?;
                self.values.insert(*dst, set);
            }
            Inst::Number { dst, expr: NumExpr::Count { func, args } } => {
                self.walker.begin(at);
                let set = self.walker.host_count(self.place, &env, *func, args).ok()?;
                let set = emitter.set(&mut self.new, &self.walker.sets, set)?;
                emitter.insts.push(Inst::Number { dst: *dst, expr: NumExpr::Size(set) });
            }
            _ => return None,
        }
        Some(())
    }

    /// The condition that stands for a question.
    fn condition(
        &mut self,
        func: FuncId,
        args: &Args,
        at: analyses::Place,
        is_try: bool,
        emitter: &mut Emitter,
    ) -> Option<Condition> {
        self.walker.begin(at);
        let before = emitter.insts.len();
        let answer = self.walker.answer(self.place, &Env::default(), func, args, is_try).ok()?;
        let mut set = |set| emitter.set(&mut self.new, &self.walker.sets, set);
        let cond = match answer {
            Answer::Always(known) => Condition::Always(known),
            Answer::Some(it) => Condition::Cond(Cond::Some { set: set(it)? }),
            Answer::In(f, it) => Condition::Cond(Cond::In { f, set: set(it)? }),
            Answer::Choice(it) => Condition::Choice(set(it)?),
        };
        let insts = &emitter.insts[before..];
        let fits = match cond {
            Condition::Cond(Cond::In { .. }) if is_try => weight(insts) <= FEW_AT_FIELD,
            _ if is_try => insts.len() <= FEW_STEPS,
            _ => insts.len() <= MOST_STEPS,
        };
        fits.then_some(cond)
    }
}

/// How much there is to do in these steps.
fn weight(insts: &[Inst]) -> usize {
    let one = |inst: &Inst| match inst {
        Inst::Set { expr: SetExpr::Slide { .. } | SetExpr::Spread { .. }, .. } => ALONG_LINES,
        _ => 1,
    };
    insts.iter().map(one).sum()
}

/// What a question was translated into.
enum Condition {
    Always(bool),
    Cond(Cond),
    /// The set from which the function chooses has a field.
    Choice(Value),
}

impl Condition {
    /// The fields that a function may choose at the beginning.
    fn choice(&self) -> Option<Value> {
        match self {
            Condition::Choice(set) => Some(*set),
            _ => None,
        }
    }

    fn decide(self, yes: Target, no: Target) -> Term {
        match self {
            Condition::Always(known) => Term::Jump(if known { yes } else { no }),
            Condition::Cond(cond) => Term::If { cond, yes, no },
            Condition::Choice(set) => Term::If { cond: Cond::Some { set }, yes, no },
        }
    }
}
