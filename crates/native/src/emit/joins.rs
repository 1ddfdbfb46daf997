//! Where ways meet again: what is the same on all of them stays as it is, what
//! differs becomes a parameter of the block in which they join.

use super::sets::Origin;
use super::sym::{Conf, Finger, Frame, Num, Pending, SOMEWHERE, State, Val, Way, Word};
use super::{Cont, Emit};
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder};
use game::Player;
use ir::{Cond, Func, FuncId, Target, Term};
use std::rc::Rc;

/// The block in which the two ways of each block's end meet again, if between
/// there is nothing but steps and questions.
pub(crate) fn joins(func: &Func) -> Vec<Option<usize>> {
    let n = func.blocks.len();
    // The next block that every way comes through which does not die: `n` is the end.
    let mut next = vec![n; n];
    let mut dead = vec![false; n];
    for i in (0..n).rev() {
        let targets: Vec<usize> =
            func.blocks[i].term.targets().iter().map(|t| t.block.index()).collect();
        let mut alive = targets.iter().copied().filter(|&t| !dead[t]);
        match alive.next() {
            Some(first) => next[i] = alive.fold(first, |a, b| meet(&next, n, a, b)),
            None => dead[i] = matches!(func.blocks[i].term, Term::Die) || !targets.is_empty(),
        }
    }
    (0..n)
        .map(|i| {
            let two = matches!(func.blocks[i].term, Term::If { .. } | Term::Ask { .. });
            (two && next[i] < n && is_simple(func, i, next[i])).then_some(next[i])
        })
        .collect()
}

fn meet(next: &[usize], n: usize, mut a: usize, mut b: usize) -> usize {
    while a != b {
        if a == n || b == n {
            return n;
        }
        if a < b {
            a = next[a];
        } else {
            b = next[b];
        }
    }
    a
}

/// Whether all blocks between two have at most one way on at a time.
fn is_simple(func: &Func, from: usize, to: usize) -> bool {
    let mut open: Vec<usize> = vec![from];
    let mut seen = vec![false; func.blocks.len()];
    while let Some(at) = open.pop() {
        if at == to || std::mem::replace(&mut seen[at], true) {
            continue;
        }
        match &func.blocks[at].term {
            Term::Jump(_) | Term::If { .. } | Term::Ask { .. } => {
                open.extend(func.blocks[at].term.targets().iter().map(|t| t.block.index()));
            }
            Term::Die => {}
            _ => return false,
        }
    }
    true
}

impl<'a, 'p> Emit<'a, 'p> {
    /// Whether the walk stops at a target because ways join there.
    pub(crate) fn stops_at(&mut self, fr: &mut Frame<'p>, target: &Target) -> bool {
        let at = target.block.index();
        if !fr.stops.iter().any(|(stop, _)| *stop == at) {
            return false;
        }
        let block = self.b.create_block();
        self.b.ins().jump(block, &[]);
        let vals = target.args.iter().map(|&arg| fr.get(arg).clone()).collect();
        if let Some((_, pending)) = fr.stops.iter_mut().rev().find(|(stop, _)| *stop == at) {
            pending.push(Pending { block, vals });
        }
        true
    }

    /// Goes two ways, and on from where they join, if they do.
    pub(crate) fn two_ways(
        &mut self,
        fr: &mut Frame<'p>,
        at: usize,
        cond: Option<&'p Cond>,
        (yes, yes_block): (&'p Target, Block),
        (no, no_block): (&'p Target, Block),
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let join = self.unit.joins(fr.id)[at];
        let join = join.filter(|join| fr.stops.iter().all(|(stop, _)| stop != join));
        if let Some(join) = join {
            fr.stops.push((join, Vec::new()));
        }
        for (target, block, holds) in [(yes, yes_block, true), (no, no_block, false)] {
            self.b.switch_to_block(block);
            self.scope(|e| {
                if let Some(cond) = cond {
                    e.learn_cond(fr, cond, holds);
                }
                e.go_on(fr, target, fail, k);
            });
        }
        if let Some(join) = join {
            let Some((_, pending)) = fr.stops.pop() else { return };
            if let Some(vals) = self.join(pending) {
                let params = &fr.func.blocks[join].params;
                for (&param, val) in params.iter().zip(vals) {
                    fr.set(param, val);
                }
                self.block(fr, join, fail, k);
            }
        }
    }

    /// The result of the first function or of the second, each of which has at
    /// most one.
    pub(crate) fn one_or_other(
        &mut self,
        fr: &mut Frame<'p>,
        funcs: (FuncId, FuncId),
        (at, v): (&Conf, Player),
        then: &Target,
        fail: Block,
        k: &mut Cont<'_, 'a, 'p>,
    ) {
        let mut pending: Vec<Pending> = Vec::new();
        let second = self.b.create_block();
        for (func, fail) in [(funcs.0, second), (funcs.1, fail)] {
            let mut found = |e: &mut Self, conf: Conf, _: Block| {
                let block = e.b.create_block();
                e.b.ins().jump(block, &[]);
                let vals = vec![Val::State(conf.s), Val::Field(conf.f), Val::Direction(conf.d)];
                pending.push(Pending { block, vals });
            };
            let counting = self.counting.take();
            self.scope(|e| e.run(func, v, at, fail, &mut Cont { then: &mut found, plain: false }));
            self.counting = counting;
            if fail == second {
                self.b.switch_to_block(second);
            }
        }
        if let Some(vals) = self.join(pending) {
            fr.enter(then, &vals);
            self.block(fr, then.block.index(), fail, k);
        }
    }

    /// Joins ways; nothing if there are none.
    pub(crate) fn join(&mut self, pending: Vec<Pending>) -> Option<Vec<Val>> {
        let (first, rest) = pending.split_first()?;
        if rest.is_empty() {
            self.b.switch_to_block(first.block);
            return Some(first.vals.clone());
        }
        let block = self.b.create_block();
        let mut args: Vec<Vec<Word>> = vec![Vec::new(); pending.len()];
        let mut vals = Vec::new();
        for i in 0..first.vals.len() {
            let each: Vec<&Val> = pending.iter().map(|p| &p.vals[i]).collect();
            vals.push(self.merge(block, &each, &mut args));
        }
        for (pending, args) in pending.iter().zip(args) {
            self.b.switch_to_block(pending.block);
            let args: Vec<BlockArg> = args.into_iter().map(|w| self.value(w).into()).collect();
            self.b.ins().jump(block, &args);
        }
        self.b.switch_to_block(block);
        Some(vals)
    }

    /// One word for several.
    fn merge_words(&mut self, block: Block, words: &[Word], args: &mut [Vec<Word>]) -> Word {
        if words.iter().all(|word| *word == words[0]) {
            return words[0];
        }
        for (args, word) in args.iter_mut().zip(words) {
            args.push(*word);
        }
        Word::V(self.b.append_block_param(block, I64))
    }

    /// One value for several.
    fn merge(&mut self, block: Block, vals: &[&Val], args: &mut [Vec<Word>]) -> Val {
        match vals[0] {
            Val::Unset | Val::Player(_) => vals[0].clone(),
            Val::State(_) => self.merge_states(block, vals, args),
            Val::Field(first) => {
                if vals.iter().all(|val| matches!(val, Val::Field(f) if f == first)) {
                    return vals[0].clone();
                }
                let mut certain = true;
                let mut words = Vec::new();
                for val in vals {
                    words.push(match val {
                        Val::Field(Finger::At(field)) => *field,
                        Val::Field(Finger::Maybe(field)) => {
                            certain = false;
                            *field
                        }
                        _ => {
                            certain = false;
                            Word::C(u64::MAX)
                        }
                    });
                }
                let word = self.merge_words(block, &words, args);
                Val::Field(if certain { Finger::At(word) } else { Finger::Maybe(word) })
            }
            Val::Direction(first) => {
                if vals.iter().all(|val| matches!(val, Val::Direction(d) if d == first)) {
                    return vals[0].clone();
                }
                let words: Vec<Word> = vals
                    .iter()
                    .map(|val| match val {
                        Val::Direction(Way::Known(d)) => Word::C(d.index() as u64),
                        Val::Direction(Way::Maybe(d)) => *d,
                        _ => Word::C(u64::MAX),
                    })
                    .collect();
                Val::Direction(Way::Maybe(self.merge_words(block, &words, args)))
            }
            Val::Set(first) => {
                let merged: Vec<Word> = (0..first.len())
                    .map(|i| {
                        let words: Vec<Word> = vals
                            .iter()
                            .map(|val| if let Val::Set(w) = val { w[i] } else { Word::ZERO })
                            .collect();
                        self.merge_words(block, &words, args)
                    })
                    .collect();
                Val::Set(merged.into())
            }
            Val::Number(_) => {
                let numbers: Vec<Num> = vals
                    .iter()
                    .map(|val| if let Val::Number(n) = val { *n } else { Num::constant(0) })
                    .collect();
                let words: Vec<Word> = numbers.iter().map(|n| n.word).collect();
                let low = numbers.iter().map(|n| n.low).min().unwrap_or(0);
                let high = numbers.iter().map(|n| n.high).max().unwrap_or(0);
                Val::Number(Num { word: self.merge_words(block, &words, args), low, high })
            }
        }
    }

    fn merge_states(&mut self, block: Block, vals: &[&Val], args: &mut [Vec<Word>]) -> Val {
        let states: Vec<&Rc<State>> =
            vals.iter().filter_map(|v| if let Val::State(s) = v { Some(s) } else { None }).collect();
        let first = states[0];
        if states.iter().all(|state| Rc::ptr_eq(state, first)) {
            return vals[0].clone();
        }
        let slots = (0..first.slots.len())
            .map(|i| {
                let words: Vec<Word> = states.iter().map(|state| state.slots[i]).collect();
                self.merge_words(block, &words, args)
            })
            .collect();
        let version = match states.iter().all(|state| state.version == first.version) {
            true => first.version,
            false => {
                let version = self.version(Origin::Unknown);
                if states.iter().any(|state| self.puts.contains(&state.version)) {
                    self.puts.push(version);
                }
                version
            }
        };
        let overwrites = states.iter().filter_map(|state| state.overwrites).reduce(|a, b| {
            if a == b { a } else { SOMEWHERE }
        });
        let sure = first.sure.filter(|_| states.iter().all(|state| state.sure == first.sure));
        Val::State(Rc::new(State {
            slots,
            hand: states.iter().fold(0, |hand, state| hand | state.hand),
            version,
            sure,
            overwrites,
        }))
    }
}
