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
//! `fields` of a function that only walks becomes the set of fields to which
//! it leads, and the `count` of one the size of that set.
//!
//! # Conditions
//!
//! Directions must be known where they are used, repeats must be walks, and
//! what is written must not be read again, with one exception: where a piece
//! was lifted, the rest of the board is as before, so sets may be asked for any
//! field that the board shows to be another one. A number that is not a
//! constant, a position that must not have occurred, and recursion are not
//! translated; the question then stays.

use super::rewrite::{Substitution, is_known, substitute, tidy};
use super::set_algebra::emit::Emitter;
use super::set_algebra::geometry::Returns;
use super::walking::hands::Hands;
use super::walking::{Answer, Env, Host, Place, Walker};
use crate::program::*;

/// Questions that take more steps than this as sets are left alone.
const MOST_STEPS: usize = 400;

/// Runs the pass.
pub(super) fn run(program: &mut Program) {
    let hands = Hands::new(program);
    let mut returns = Returns::default();
    let entries = &program.entries;
    let referee = [entries.seen, entries.known, entries.tries, entries.refused, entries.told];
    let mut open: Vec<FuncId> = referee.into_iter().flatten().collect();
    open.extend(entries.evaluations.iter().chain(&entries.bounds).chain([&entries.main]));
    let mut seen = vec![false; program.funcs.len()];
    // What a question was made of need not be looked at if nobody else runs it.
    while let Some(id) = open.pop() {
        if std::mem::replace(&mut seen[id.index()], true) {
            continue;
        }
        let func = &program.funcs[id.index()];
        if asks(func) {
            let new = translate(program, func, hands.of(id), &mut returns);
            program.funcs[id.index()] = new;
        }
        for block in &program.funcs[id.index()].blocks {
            block.insts.iter().for_each(|inst| inst.callees(&mut |func, _| open.push(func)));
            block.term.callees(&mut |func, _| open.push(func));
        }
    }
}

/// Whether there is anything to translate.
fn asks(func: &Func) -> bool {
    func.blocks.iter().any(|block| {
        matches!(block.term, Term::Ask { .. })
            || block.insts.iter().any(|inst| {
                matches!(
                    inst,
                    Inst::Set { expr: SetExpr::Fields { .. }, .. }
                        | Inst::Number { expr: NumExpr::Count { .. }, .. }
                )
            })
    })
}

pub(super) fn translate(
    program: &Program,
    host: &Func,
    hands: &[super::walking::hands::Hand],
    returns: &mut Returns,
) -> Func {
    let known = is_known(host);
    let mut walker = Walker::new(&Host { program, func: host, hands, known: &known }, returns);
    let env = Env::default();
    let place = Place { func: host, is_host: true, stop: None, wanted: &[] };
    let mut new = host.clone();
    let mut values = Substitution::default();
    for (i, block) in host.blocks.iter().enumerate() {
        let mut emitter = Emitter::default();
        for inst in &block.insts {
            let is_done =
                question_in(&mut walker, place, &env, inst, &mut new, &mut emitter, &mut values);
            if is_done.is_none() {
                emitter.insts.push(inst.clone());
            }
        }
        if let Term::Ask { func, args, yes, no } = &block.term
            && let Some(term) =
                decision(&mut walker, place, &env, (*func, args, yes, no), &mut new, &mut emitter)
        {
            new.blocks[i].term = term;
        }
        new.blocks[i].insts = emitter.insts;
    }
    substitute(&mut new, &values);
    tidy(&mut new, &program.facts);
    new
}

/// Puts a set in the place of a step that runs a walking function.
fn question_in(
    walker: &mut Walker<'_>,
    place: Place<'_>,
    env: &Env,
    inst: &Inst,
    new: &mut Func,
    emitter: &mut Emitter,
    values: &mut Substitution,
) -> Option<()> {
    walker.begin();
    match inst {
        Inst::Set { dst, expr: SetExpr::Fields { func, args } } => {
            let set = walker.host_image(place, env, *func, args).ok()?;
            let set = emitter.set(new, &walker.sets, set)?;
            values.insert(*dst, set);
        }
        Inst::Number { dst, expr: NumExpr::Count { func, args } } => {
            let set = walker.host_count(place, env, *func, args).ok()?;
            let set = emitter.set(new, &walker.sets, set)?;
            emitter.insts.push(Inst::Number { dst: *dst, expr: NumExpr::Size(set) });
        }
        _ => return None,
    }
    Some(())
}

/// The decision that stands for a question.
fn decision(
    walker: &mut Walker<'_>,
    place: Place<'_>,
    env: &Env,
    (func, args, yes, no): (FuncId, &Args, &Target, &Target),
    new: &mut Func,
    emitter: &mut Emitter,
) -> Option<Term> {
    walker.begin();
    let before = emitter.insts.len();
    let cond = match walker.answer(place, env, func, args).ok()? {
        Answer::Always(true) => return Some(Term::Jump(yes.clone())),
        Answer::Always(false) => return Some(Term::Jump(no.clone())),
        Answer::Some(set) => Cond::Some { set: emitter.set(new, &walker.sets, set)? },
        Answer::In(f, set) => Cond::In { f, set: emitter.set(new, &walker.sets, set)? },
    };
    if emitter.insts.len() - before > MOST_STEPS {
        return None;
    }
    Some(Term::If { cond, yes: yes.clone(), no: no.clone() })
}
